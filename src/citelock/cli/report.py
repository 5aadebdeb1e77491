"""`citelock report`: what can be made of a report, each a command of its own."""

from __future__ import annotations

import click

from citelock.cli.main import LazyGroup

COMMANDS = {"html": ("html", "Make the review sheet: one page for people.")}


@click.group(
    "report",
    cls=LazyGroup,
    package="citelock.cli.reports",
    table=COMMANDS,
    epilog="Example: citelock report html report.json --out review.html",
    short_help="Make a page for people of a report.",
)
def command() -> None:
    """Make a page for people of a report.

    The report is one that `citelock audit` has written.
    """
