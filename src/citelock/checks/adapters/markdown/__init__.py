"""Reports in Markdown as claims (web.md, section 5): `report.py` is the way in, the parts are beside it."""
