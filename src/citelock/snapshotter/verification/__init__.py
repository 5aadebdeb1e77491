"""Collecting what one claim is checked against: a search, the pages it names, a model's answer (verify.md)."""
