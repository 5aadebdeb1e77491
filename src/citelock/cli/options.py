"""Options that several commands share, each written once: name, meaning and help.

Only their parsing is here; what they do is up to the command. Limits that an option may loosen come from the
command line or the base's `citelock.yml`, never from a claims file (web.md, section 2.1).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

from citelock.checks.config import REGISTRIES

Command = TypeVar("Command", bound=Callable[..., object])

FAIL_ON = ("error", "warning", "never")

claims = click.argument("claims", nargs=-1, metavar="[CLAIMS]...")
cache = click.option(
    "--cache", metavar="DIR", help="Folder of registry records. [default: cache/ of the project]"
)
sources = click.option(
    "--sources", metavar="DIR", help="Folder of text snapshots. [default: sources/ of the project]"
)
evidence_from = click.option(
    "--evidence-from",
    metavar="REV",
    help="Read evidence and citelock.yml from this commit, not from the work tree.",
)
min_quote = click.option(
    "--min-quote",
    type=click.IntRange(min=1),
    metavar="N",
    help="Shortest quote that counts, in folded characters.",
)
no_store = click.option(
    "--no-store", is_flag=True, help="Do not use the store of folded texts and answers (speed only)."
)
out = click.option(
    "--out",
    metavar="FILE",
    default="report.json",
    show_default=True,
    help="Where the report goes; - is stdout.",
)
mailto = click.option(
    "--mailto", metavar="ADDRESS", help="Your mail address, which registries ask for. [$CITELOCK_MAILTO]"
)
registry = click.option(
    "--registry",
    "registries",
    multiple=True,
    metavar="NAME=URL",
    help=f"Another base address of a registry: {', '.join(REGISTRIES)}.",
)
allow_host = click.option(
    "--allow-host",
    "allow_hosts",
    multiple=True,
    metavar="HOST:PORT",
    help="Ask this one although it is not public, for a server of your own; recorded. Repeatable.",
)
quiet = click.option("-q", "--quiet", is_flag=True, help="Print the last line only.")
verbose = click.option(
    "-v", "--verbose", is_flag=True, help="Show notes too, and a traceback with every error."
)
fail_on = click.option(
    "--fail-on", type=click.Choice(FAIL_ON), help="Lowest severity that gives exit code 1. [default: error]"
)
require_label = click.option(
    "--require-label",
    type=click.Choice(("partial", "verified")),
    help="Exit code 1 when a claim has a lower label.",
)
strict = click.option("--strict", is_flag=True, help="Short for --fail-on warning --require-label verified.")


def names(help_line: str) -> Callable[[Command], Command]:
    """`--id`, which may be repeated; what an identifier is for is the command's to say."""
    return click.option("--id", "names", multiple=True, metavar="ID", help=help_line)


def output_format(*names: str) -> Callable[[Command], Command]:
    """`--format` with the formats that a command has; the first is the default."""
    return click.option(
        "--format",
        "format_name",
        type=click.Choice(names),
        default=names[0],
        show_default=True,
        help="What is printed on stdout.",
    )


def together(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Several options as one decorator, in the order in which `--help` lists them."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def parse_shard(
    _ctx: click.Context, _parameter: click.Parameter, value: str | None
) -> tuple[int, int] | None:
    """`i/n` as the pair (i, n), part i of n from 1; or click's usage error."""
    if value is None:
        return None
    first, _, second = value.partition("/")
    if first.isdecimal() and second.isdecimal() and len(first) < 7 and len(second) < 7:
        number, count = int(first), int(second)
        if 1 <= number <= count:
            return number, count
    raise click.BadParameter(f"{value!r} is not i/n with 1 <= i <= n, such as 2/4.")
