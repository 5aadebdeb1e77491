"""`citelock rules`: prints the catalogue of findings, or one entry of it, in its own words."""

from __future__ import annotations

from collections.abc import Callable

import click

from citelock.checks import canonical
from citelock.checks.catalogue import BY_CODE, CATALOGUE, Entry, bare
from citelock.checks.errors import UsageError
from citelock.checks.explanations import explanation
from citelock.checks.explanations.entry import Explanation
from citelock.cli import options
from citelock.cli.errors import say

_PARTS: tuple[tuple[str, Callable[[Explanation], str]], ...] = (
    ("What it means", lambda prose: prose.sentence),
    ("Why", lambda prose: prose.why),
    ("Example", lambda prose: prose.example),
    ("How to repair", lambda prose: prose.repair),
    ("Limits", lambda prose: prose.limits),
)


# What commands that collect say instead of a result: errors, no findings, so no report has them.
_OF_COMMANDS = {
    "E_URL_BLOCKED": "an address that is never asked, since it is not public. See docs/snapshots.md",
    "E_NOT_RECORDED": "a record that is missing, or not as it was written. See docs/verify.md",
}


@click.command(
    "rules", epilog="Example: citelock rules E_QUOTE_NOT_FOUND", short_help="Explain the findings."
)
@click.argument("code", required=False)
@options.output_format("text", "json")
def command(code: str | None, format_name: str) -> int:
    """Explain the findings: what they mean, why, how to repair them.

    Without CODE, lists every finding with its default severity. With CODE, prints the entry of one.
    """
    entries = CATALOGUE if code is None else (_entry(code),)
    if format_name == "json":
        say(canonical.dumps([_whole(entry) for entry in entries]) + "\n")
    elif code is None:
        say(_table(entries))
    else:
        say(_page(entries[0]))
    return 0


def _whole(entry: Entry) -> dict[str, object]:
    """An entry with its prose, as the JSON form lists it."""
    return {**explanation(entry.code)._asdict(), **entry._asdict(), "severity": entry.severity.value}


def _entry(code: str) -> Entry:
    """The entry of a code, in any case, with or without argument; UsageError with the nearest for another."""
    wanted = bare(code.strip()).upper()
    entry = BY_CODE.get(wanted)
    if entry is None and wanted in _OF_COMMANDS:
        raise UsageError(f"{wanted} is no finding but an error of a command: {_OF_COMMANDS[wanted]}.")
    if entry is None:
        import difflib

        near = difflib.get_close_matches(wanted[:80], BY_CODE, n=1, cutoff=0.5)
        hint = f"The nearest is {near[0]}." if near else "`citelock rules` lists them all."
        raise UsageError(f"there is no finding {code[:80]}. {hint}")
    return entry


def _table(entries: tuple[Entry, ...]) -> str:
    width = max(len(entry.code) for entry in entries)
    lines = []
    concern = ""
    for entry in entries:
        if entry.concern != concern:
            lines.append(f"\n{entry.concern}" if concern else entry.concern)
            concern = entry.concern
        lines.append(f"  {entry.code:{width}}  {entry.severity.value:7}  {explanation(entry.code).sentence}")
    return "\n".join(lines) + "\n"


def _page(entry: Entry) -> str:
    import textwrap

    prose = explanation(entry.code)
    name = f"{entry.code}:<argument>" if prose.argument else entry.code
    lines = [f"{name} ({entry.severity.value}, {entry.concern})"]
    if prose.argument:
        lines += ["", "Argument", f"  {prose.argument}"]
    for heading, text in _PARTS:
        lines += ["", heading, *textwrap.wrap(text(prose), 92, initial_indent="  ", subsequent_indent="  ")]
    if entry.label:
        lines += ["", "Label", f"  It leaves the citation {entry.label}."]
    return "\n".join(lines) + "\n"
