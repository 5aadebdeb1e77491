"""`citelock schema`: prints the JSON Schemas of the file formats; the files are package data of `checks`."""

from __future__ import annotations

from pathlib import Path

import click

from citelock import checks
from citelock.checks.errors import UsageError
from citelock.cli.errors import say

NAMES = ("claims", "report", "record", "provenance", "refresh", "verify-request", "verify-response", "review")


@click.command(
    "schema", epilog="Example: citelock schema claims", short_help="Print the JSON Schema of a file format."
)
@click.argument("name", required=False)
def command(name: str | None) -> int:
    """Print the JSON Schema (2020-12) of a file format.

    NAME is claims, report, record, provenance, refresh, verify-request, verify-response or review; without it
    the names are listed.
    """
    if name is None:
        say("".join(f"{known}\n" for known in NAMES))
        return 0
    if name not in NAMES:
        raise UsageError(f"there is no schema {name[:80]}. Give one of: {', '.join(NAMES)}.")
    path = Path(checks.__file__).with_name("schemas") / f"{name}.schema.json"
    say(path.read_text(encoding="utf-8"))
    return 0
