"""A diff as text for a terminal: a line for each entry under its heading, and the counts."""

from __future__ import annotations

from collections.abc import Sequence

from citelock.checks.compared_report import Entry
from citelock.checks.diff import HEADINGS, Diff, citation_of, in_order
from citelock.checks.text.excerpt import shown

# Whose evidence it was, where two commits are compared (`pull_request/verdict.py`).
_BY = {"head": ", once the head is merged", "base": ", since the branch was cut"}


def as_text(result: Diff) -> str:
    """The diff for a terminal: a line for each entry under its heading, and a last line of counts.

    Notes are neither listed nor counted, as the text of an audit does not show them; the JSON has them all.
    """
    lines = [f"warning: {warning}" for warning in result.warnings]
    listed = {name: _without_notes(name, getattr(result, name)) for name in HEADINGS}
    for name, heading in HEADINGS.items():
        # What is as before needs no line each: its count says so below.
        if listed[name] and name != "unchanged":
            lines.append(f"{heading}:")
            lines += [f"  {_line(entry)}" for entry in listed[name]]
    counts = " ".join(f"{name}={len(entries)}" for name, entries in listed.items())
    lines.append(f"{counts} new_errors={result.new_errors}")
    return "\n".join(lines) + "\n"


def _without_notes(name: str, entries: Sequence[Entry]) -> list[Entry]:
    """The entries a person reads; a removed citation with nothing but notes is one without a finding."""
    kept = [entry for entry in entries if entry.get("severity") != "note"]
    if name != "removed" or len(kept) == len(entries):
        return kept
    places = {(entry["file"], entry["claim"], entry["citation"]) for entry in kept}
    for entry in entries:
        place = (entry["file"], entry["claim"], entry["citation"])
        if place not in places:
            places.add(place)
            kept.append(citation_of(entry))
    return sorted(kept, key=in_order)


def _line(entry: Entry) -> str:
    place = shown(str(entry["file"]))
    if entry.get("line"):
        place += f":{entry['line']}"
    who = "" if entry["claim"] is None else f" {shown(str(entry['claim']))}"
    if entry["citation"] is not None:
        who += f"[{entry['citation']}]"
    if entry["id"]:
        who += f" {shown(str(entry['id']))}"
    if "name" in entry:
        return f"{place}{who} {shown(str(entry['name']))}: {shown(str(entry['message']))}"
    if "codes" not in entry:
        return f"{place}{who} no finding"
    before, after = entry["codes_before"], entry["codes"]
    assert isinstance(before, list)
    assert isinstance(after, list)
    kinds = entry.get("evidence")
    what = f" ({', '.join(kinds)})" if isinstance(kinds, dict) else ""
    what += _BY.get(str(entry.get("by")), "")
    return f"{place}{who}{what}: {_listed(before)} -> {_listed(after)}"


def _listed(codes: list[str]) -> str:
    return shown(", ".join(code for code in codes if not code.startswith("N_"))) or "no finding"
