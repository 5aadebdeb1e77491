"""`citelock snapshot`: the group of commands about texts; each is imported only when it runs."""

from __future__ import annotations

from importlib import import_module

import click

# name -> (module under citelock.cli.snapshots, one-line help)
COMMANDS = {
    "add": ("add", "Take the text of a source: find a legal copy, or use a file."),
    "list": ("list_all", "List the snapshots that there are."),
    "show": ("show", "Show one snapshot: where it is from, and its text."),
    "check": ("check", "Check that every snapshot is what its provenance says."),
}


class _Group(click.Group):
    """Lists its commands without importing any."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order in which they are used."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None when there is none."""
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        command = import_module(f"citelock.cli.snapshots.{entry[0]}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the table; click's own way would import every command for its help."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(
    "snapshot",
    cls=_Group,
    epilog="Example: citelock snapshot add 10.1186/1472-6882-14-419 --commit",
    short_help="Take, list, show and check the texts of sources.",
)
def command() -> None:
    """Take, list, show and check the texts of sources.

    A snapshot is the frozen text that quotations are looked up in: sources/<name>.txt, with its provenance in
    sources/<name>.json. Texts whose licence does not allow to publish them are kept apart, never committed.
    """
