"""The report for a person at a terminal: each failing citation with its place, both values, the repair.

It prints what the report says and judges nothing. All text from outside is made safe (action.md, section 7);
the last line is always `checked=… failed=… report=…` (design README, section 4).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from citelock.checks.catalogue import BY_CODE
from citelock.checks.findings import Severity, entry_name
from citelock.checks.labels import NOT_MACHINE_CHECKED
from citelock.cli.output.plain import QUOTE_LIMIT, TITLE_LIMIT, plain
from citelock.snapshotter.merge import Outcome

if TYPE_CHECKING:
    from citelock.checks.rows import Row

_WORDS = {"error": "FAIL", "warning": "WARN", "note": "NOTE"}
_COLOURS = {"error": "\x1b[31m", "warning": "\x1b[33m"}
_MISSES = ("E_QUOTE_NOT_FOUND", "E_QUOTE_FRAGMENT_NOT_FOUND", "W_SNAPSHOT_ABSTRACT_ONLY")
_PLAIN = "\x1b[0m"
_LABELS = ("verified", "partial", "unverified", NOT_MACHINE_CHECKED)

_MOST_OF_FILES = 100  # findings about files that are shown; the report has them all


def render(outcome: Outcome, report: str, *, colour: bool = False) -> Iterator[str]:
    """The lines of the whole output, each with its line end; `report` is the path to name in the last one."""
    explained: set[str] = set()
    for row in outcome.shown:
        yield from _entry(row, explained, colour=colour, notes=outcome.with_notes)
    if outcome.shown.more:
        yield f"… and {outcome.shown.more} more failing or warned citations: see {plain(report)}\n"
    for row in outcome.noted:
        yield from _entry(row, explained, colour=colour, notes=True)
    if outcome.noted.more:
        yield f"… and {outcome.noted.more} more citations with notes: see {plain(report)}\n"
    for file, claim, label in outcome.below:
        yield f"BELOW {outcome.required} {plain(file)}: {plain(claim, TITLE_LIMIT)} is {label}\n"
    if outcome.below_count > len(outcome.below):
        yield f"… and {outcome.below_count - len(outcome.below)} more claims below {outcome.required}\n"
    yield from last_lines(outcome, report)


def last_lines(outcome: Outcome, report: str) -> Iterator[str]:
    """What was looked at and what came of it, as it is printed on success and on failure alike."""
    counts = outcome.writer
    found = counts.findings
    for finding in found[:_MOST_OF_FILES]:
        yield f"{_heading(finding)} {plain(entry_name(finding))}: {plain(str(finding['message']))}\n"
    if len(found) > _MOST_OF_FILES:
        yield f"… and {len(found) - _MOST_OF_FILES} more of files: see {plain(report)}\n"
    if not counts.checked:
        yield "nothing was checked\n"
    elif outcome.scope:
        yield f"scope {outcome.scope}: quotes and numbers were not checked\n"
    else:
        unchecked = f", {counts.quotes_not_checkable} not checkable" if counts.quotes_not_checkable else ""
        yield f"quotes found {counts.quotes_found} of {counts.quotes_total}{unchecked}\n"
    if counts.checked:
        yield "labels: " + ", ".join(f"{label} {counts.labels[label]}" for label in _LABELS) + "\n"
        claims = sum(counts.labels.values())
        if counts.labels[NOT_MACHINE_CHECKED]:
            yield f"not machine-checked: {counts.labels[NOT_MACHINE_CHECKED]} of {claims} claims\n"
        if counts.unread > counts.unchecked:  # the labels of some say what else is wrong with them
            yield f"could not be checked: {counts.unread} of {counts.checked} citations\n"
    if outcome.notes:
        yield f"notes: {outcome.notes}{'' if outcome.with_notes else ', shown with --verbose'}\n"
    yield f"checked={counts.checked} failed={counts.failed} report={plain(report)}\n"


def _entry(row: Row, explained: set[str], *, colour: bool, notes: bool) -> Iterator[str]:
    """One line for the citation, then some for each error and warning, and for notes if they are wanted.

    How to repair a finding is said once for each code, which `explained` gathers.
    """
    findings = [
        finding
        for finding in map(_mapping, _list(row["findings"]))
        if notes or finding["severity"] != Severity.NOTE
    ]
    names = [*_list(row["errors"]), *_list(row["warnings"]), *(_list(row["notes"]) if notes else ())]
    level = "error" if row["errors"] else "warning" if row["warnings"] else "note"
    word = _WORDS[level]
    if colour and level in _COLOURS:
        word = _COLOURS[level] + word + _PLAIN
    line = findings[0].get("line") if findings else None
    place = plain(str(row["file"])) + (f":{line}" if line else "")
    codes = " ".join(plain(str(name)) for name in names)
    identifier = plain(str(row["id"] or row["doi"] or "(no identifier)"), TITLE_LIMIT)
    yield f"{word} {place} {plain(str(row['claim']), TITLE_LIMIT)} {identifier} {codes}\n"
    for finding in findings:
        yield from _finding(finding, row, explained)


def _finding(finding: Mapping[str, object], row: Row, explained: set[str]) -> Iterator[str]:
    code, message = str(finding["code"]), str(finding["message"])
    place = f"{finding['line']}:{finding['column']}"
    yield f"    {place} {plain(code)}: {plain(message, 2 * QUOTE_LIMIT)}\n"
    nearest = _nearest(row) if code in _MISSES else None
    for name in ("cited", "found"):
        value = finding.get(name)
        shown_below = name == "found" and nearest is not None
        if value is not None and str(value) not in message and not shown_below:
            yield f"        {name}: {plain(str(value))}\n"
    if nearest is not None:
        yield from nearest_lines(nearest, "        ", said=message)
    if code in BY_CODE and code not in explained:
        from citelock.checks.explanations import explanation  # an audit without findings needs no prose

        repair = explanation(code).repair
        if not _says(message, repair):
            explained.add(code)
            yield f"        repair: {repair}\n"


def _says(message: str, repair: str) -> bool:
    """True where a sentence of the message begins with the verb of the repair: it says the same, nearer."""
    verb = re.escape(repair.split(" ", 1)[0])
    return re.search(rf"(?:^|[.;:)] ){verb}\b", message, re.IGNORECASE) is not None


def _nearest(row: Row) -> Mapping[str, object] | None:
    """The passage that a missed quote comes closest to, if there is one."""
    quote = row.get("quote")
    nearest = quote.get("nearest") if isinstance(quote, dict) else None
    return nearest if isinstance(nearest, dict) else None


def nearest_lines(nearest: Mapping[str, object], indent: str, *, said: str = "") -> Iterator[str]:
    """The lines of a `nearest` object: the passage, and how the quote differs unless `said` has it."""
    page = f", page {nearest['page']}" if nearest.get("page") else ""
    passage = str(nearest["text"]).replace("\xad", "")  # a line end of the source
    yield f"{indent}nearest: {plain(passage)} (line {nearest['line']}{page})\n"
    if nearest.get("diverges_after") and not said:
        yield f"{indent}diverges after: {plain(str(nearest['diverges_after']))}\n"
    for key, meaning in (("missing", "the source has"), ("added", "the quote has")):
        words = " ".join(map(str, _list(nearest.get(key) or [])))
        if words and words not in said:
            yield f"{indent}{meaning}: {plain(words)}\n"


def _heading(finding: Mapping[str, object]) -> str:
    word = _WORDS[str(finding["severity"])]
    file, line = finding.get("file"), finding.get("line")
    place = f":{line}" if line not in (None, 1) else ""  # the first line is that of the file as a whole
    return f"{word} {plain(str(file))}{place}" if file else word


def _list(value: object) -> Sequence[object]:
    assert isinstance(value, list | tuple)
    return value


def _mapping(value: object) -> Mapping[str, object]:
    assert isinstance(value, dict)
    return value
