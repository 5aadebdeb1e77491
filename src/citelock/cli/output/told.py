"""What of a judged citation a person is told, alike in every format: which findings, which values.

Rows are entries of `results[]`, findings those of a row or the report's own (docs/report.md).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from citelock.checks.catalogue import bare
from citelock.checks.findings import entry_name
from citelock.checks.labels import NOT_MACHINE_CHECKED, deciding_codes, is_unread
from citelock.checks.pull_request.values import Judged
from citelock.cli.output.plain import plain

Entry = Mapping[str, object]

SEVERITIES = ("error", "warning", "note")
VANISHED = "E_CLAIM_VANISHED"
DOES_NOT_EXIST = "E_DOI_NOT_FOUND"
WITHOUT_REASON = "no text was read"

_OF_PATHS = ("E_EVIDENCE_SELF_SUPPLIED", "W_EVIDENCE_CHANGED")
_MISSES = frozenset({"E_QUOTE_NOT_FOUND", "E_QUOTE_FRAGMENT_NOT_FOUND", "W_SNAPSHOT_ABSTRACT_ONLY"})


class Value(NamedTuple):
    """Something to compare: what it is in our words (`nearest, line 4`), and the text, from outside."""

    what: str
    text: str


def told(row: Entry) -> list[Entry]:
    """The findings of a row that need a person, worst first, else in the order of the row."""
    return sorted(filter(is_told, findings_of(row)), key=weight)


def is_told(finding: Entry) -> bool:
    """Notes say that nothing need be done, but a fault stays one where the settings call it a note.

    The note about a file that no citation rests on is told: nobody will hear of it otherwise.
    """
    of_a_file = "file" in finding
    return of_a_file or finding["severity"] != "note" or not str(finding["code"]).startswith("N_")


def weight(finding: Entry) -> int:
    """0 for an error, 1 for a warning, 2 for a note."""
    return SEVERITIES.index(str(finding["severity"]))


def findings_of(row: Entry) -> Sequence[Entry]:
    """All findings of a row."""
    return _entries(row["findings"])


def claim_of(row: Entry) -> str:
    """The claim that a row, or a finding without one, is about; "" where it is about a file."""
    if row.get("claim") is not None:
        return str(row["claim"])
    return str(row["cited"] or "") if row.get("code") == VANISHED else ""


def identifier(row: Entry) -> str:
    """What the citation cites, "" if it says nothing."""
    return str(row["id"] or row["doi"] or "")


def line_of(finding: Entry) -> int | None:
    """The line of a finding in its file, None where it has no place there."""
    line = finding.get("line")
    return line if isinstance(line, int) else None


def is_new(judged: Judged, row: Entry, finding: Entry) -> bool:
    """Whether base does not have the finding; False without a base to compare with."""
    if judged.new is None:
        return False
    citation = row.get("citation")
    claim = row.get("claim")
    key = (
        str(row["file"]),
        None if claim is None else str(claim),
        citation if isinstance(citation, int) else None,
        entry_name(finding),
    )
    return key in judged.new


def has_new_error(judged: Judged, row: Entry, findings: Iterable[Entry]) -> bool:
    """Whether any error among the findings is new."""
    return any(finding["severity"] == "error" and is_new(judged, row, finding) for finding in findings)


def values(finding: Entry, row: Entry) -> list[Value]:
    """What was cited, what was found, and of a missed quotation the nearest passage and how it differs."""
    nearest = _nearest(row) if str(finding["code"]) in _MISSES else None
    found = [
        Value(name, str(finding[name]))
        for name in ("cited", "found")
        if finding.get(name) is not None and not (name == "found" and nearest)
    ]
    if nearest is None:
        return found
    places = [f", {key} {nearest[key]}" for key in ("line", "page") if isinstance(nearest.get(key), int)]
    found.append(Value(f"nearest{''.join(places)}", str(nearest["text"])))
    for key, what in (("missing", "the source has"), ("added", "the quote has")):
        words = nearest.get(key)
        if isinstance(words, list) and words:
            found.append(Value(what, " ".join(map(str, words))))
    return found


def beside(finding: Entry, row: Entry) -> list[Value]:
    """The values that the message does not have already."""
    return [value for value in values(finding, row) if not is_said(value, finding)]


def is_said(value: Value, finding: Entry) -> bool:
    """Whether the message has the value already; paths that a pull request changes stand there one by one."""
    message = str(finding["message"])
    parts = value.text.split(", ") if finding["code"] in _OF_PATHS else ()
    return value.text in message or (bool(parts) and all(part in message for part in parts))


def said_beside(finding: Entry, row: Entry) -> str:
    """The same as sentences to put after the message, cut and safe for a log."""
    return "".join(
        f" {value.what[0].upper()}{value.what[1:]}: “{plain(value.text)}”." for value in beside(finding, row)
    )


def not_existing(rows: Iterable[Entry]) -> int:
    """Citations of what a registry denies."""
    return sum(any(bare(name) == DOES_NOT_EXIST for name in _names(row)) for row in rows)


def why_unchecked(rows: Iterable[Entry]) -> list[tuple[str, int]]:
    """The codes for which citations could not be checked, each with their number, most frequent first.

    Never mixed with those that do not exist: nobody knows whether these do.
    """
    reasons: Counter[str] = Counter()
    for row in rows:
        if is_unread(_names(row), str(row["label"])):
            names = {bare(name) for name in deciding_codes(_names(row), NOT_MACHINE_CHECKED)}
            reasons.update(sorted(names) or [WITHOUT_REASON])
    return sorted(reasons.items(), key=lambda pair: (-pair[1], pair[0]))


def _names(row: Entry) -> list[str]:
    return [str(name) for key in ("errors", "warnings", "notes") for name in _list(row[key])]


def _nearest(row: Entry) -> Entry | None:
    quote = row.get("quote")
    nearest = quote.get("nearest") if isinstance(quote, dict) else None
    return nearest if isinstance(nearest, dict) else None


def _list(value: object) -> Sequence[object]:
    assert isinstance(value, list | tuple)
    return value


def _entries(value: object) -> Sequence[Entry]:
    assert isinstance(value, list | tuple)
    return value
