"""`citelock snapshot`: the group of commands about texts; each is imported only when it runs."""

from __future__ import annotations

import click

from citelock.cli.main import LazyGroup

# name -> (module under citelock.cli.snapshots, one-line help)
COMMANDS = {
    "add": ("add", "Take the text of a source: find a legal copy, or use a file."),
    "list": ("list_all", "List the snapshots that there are."),
    "show": ("show", "Show one snapshot: where it is from, and its text."),
    "check": ("check", "Check that every snapshot is what its provenance says."),
}


@click.group(
    "snapshot",
    cls=LazyGroup,
    package="citelock.cli.snapshots",
    table=COMMANDS,
    epilog="Example: citelock snapshot add 10.1186/1472-6882-14-419 --commit",
    short_help="Take, list, show and check the texts of sources.",
)
def command() -> None:
    """Take, list, show and check the texts of sources.

    A snapshot is the frozen text that quotations are looked up in: sources/<name>.txt, with its provenance in
    sources/<name>.json. Texts whose licence does not allow to publish them are kept apart, never committed.
    """
