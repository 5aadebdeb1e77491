"""`citelock report`: what can be made of a report, each a command of its own."""

from __future__ import annotations

from citelock.cli.main import LazyGroup

COMMANDS = {"html": ("html", "Make the review sheet: one page for people.")}

command = LazyGroup(
    "report",
    package="citelock.cli.reports",
    table=COMMANDS,
    help="Make something for people of a report.\n\nThe report is one that `citelock audit` has written.",
    short_help="Make a page for people of a report.",
    epilog="Example: citelock report html report.json --out review.html",
)
