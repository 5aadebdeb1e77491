"""Rows of one source as they were judged before, in a form that can be kept and asked again.

A row is a pure function of its claim as written, the evidence of its source, the settings and the rules. Here
the claim is answered for: a row is given only for the very text of the claim, wherever in its file that
stands now. For evidence, settings and rules whoever keeps the rows has to answer (performance.md, section 4).

What is kept of a row is its text in the report, and what counting needs; so it comes back *in short*, and
`expand` makes it whole for the few that anybody looks into.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from citelock.checks import canonical, canonical_rows
from citelock.checks.labels import RANKS
from citelock.checks.named import NamedTuple
from citelock.checks.text.patterns import late

if TYPE_CHECKING:
    from collections.abc import Mapping

    from citelock.checks.claims import Citation, Claim

Row = dict[str, object]

MOST_KEPT = 1_000  # rows of one source, which are read together; beyond, only those of the last run are kept
MOST_BYTES = 32 * 1024 * 1024  # of one source: claims of a megabyte each are cheaper to judge than to keep
TEXT = "_text"  # of a row in short: its text in the report

_FILES = ("record", "snapshot", "provenance")  # the same in all rows of a source
_LISTS = ("errors", "warnings", "notes")
_STATUS = "_status"
# Control characters are escaped in the report's text, so these can only be ours.
_BETWEEN = "\x00"
_HOLE = "\x01"
# The findings of a row; a line feed of the text is never inside a string, so these are keys of the row.
_FINDINGS = ('\n      "findings": [', '\n      "fingerprint": "')
_PLACED = late(r'\n          "(?:column|line)": ([0-9]+),|\n          "pointer": "(/claims/[0-9]+)')

_Place = tuple[int, int]  # line and column, counted from where the claim begins


class _Kept(NamedTuple):
    """What counting needs of a row, and what its text lacks: the places of its findings, in order.

    `quote` is the status of its quotation; `stated` status, place and pointer of what the claim says of
    itself, None if it says nothing.
    """

    label: str
    errors: list[object]
    warnings: list[object]
    notes: list[object]
    quote: str | None
    places: list[_Place]
    stated: tuple[str, _Place, str] | None


class KeptRows:
    """The rows of one source: those that `data`, which `pack` wrote, has, and those of this run.

    Data of another kind holds nothing. `fresh` says that some row of this run is new.
    """

    def __init__(self, data: bytes | None = None) -> None:
        self._files: dict[str, object] = {}
        self._known: dict[str, tuple[_Kept, str]] = {}
        self._asked: dict[str, tuple[_Kept, str]] = {}
        self.fresh = False
        if data is None:
            return
        try:
            index, *texts = data.decode().split(_BETWEEN)
            read = json.loads(index)
            files, rows = read["files"], read["rows"]
            if files.keys() == set(_FILES) and len(rows) == len(texts):
                self._files = files
                known = zip(map(_Kept._make, rows.values()), texts, strict=True)
                self._known = dict(zip(rows, known, strict=True))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return

    def get(self, claim: Claim, citation: Citation | None) -> Row | None:
        """The row of this citation in short, placed where the claim stands now; None: not judged before.

        An uncited claim has a row without a citation.
        """
        question = _question(claim, citation)
        known = self._known.get(question)
        if known is None:
            return None
        row = _short(known, self._files, claim, citation)
        if row is not None:
            self._asked[question] = known
        return row

    def add(self, claim: Claim, citation: Citation | None, row: Row) -> None:
        """Keeps a row that was judged in this run; its findings have their places."""
        files = {key: row[key] for key in _FILES}
        if files != self._files and not self._asked:
            self._files, self._known = files, {}
        if claim.digest and files == self._files:
            self._asked[_question(claim, citation)] = (_kept(row, claim), _with_holes(row_text(row)))
            self.fresh = True

    def pack(self) -> bytes | None:
        """The rows of this run, and earlier ones while there is room, as bytes; None if it is too much."""
        kept = self._known | self._asked
        if len(kept) > MOST_KEPT:
            kept = self._asked
        index = {"files": self._files, "rows": {question: row for question, (row, _) in kept.items()}}
        parts = [json.dumps(index, ensure_ascii=False, separators=(",", ":"))]
        parts += [text for _, text in kept.values()]
        try:
            packed = _BETWEEN.join(parts).encode()
        except UnicodeEncodeError:  # a lone surrogate, in the name of a file: such rows are not kept
            return None
        return packed if len(packed) <= MOST_BYTES else None


def row_text(row: Row) -> str:
    """The text of a row in the report, what no reader sees as escapes; one in short has it with it."""
    text = row.get(TEXT)
    if isinstance(text, str):
        return text
    text = canonical_rows.row(row)
    if text is None:
        text = canonical.dumps({key: value for key, value in row.items() if not key.startswith("_")}, 2)
    return canonical.escaped(text)


def in_short(row: Row) -> Row:
    """The row in short: its text, which is best made while all of it is at hand, and what counting needs."""
    quote = row["quote"]
    short: Row = {
        "claim": row["claim"],
        "citation": row["citation"],
        "file": row["file"],
        "errors": row["errors"],
        "warnings": row["warnings"],
        "notes": row["notes"],
        "label": row["label"],
        "quote": {"status": quote["status"]} if isinstance(quote, dict) else None,
        "record": row["record"],
        "snapshot": row["snapshot"],
        "provenance": row["provenance"],
        TEXT: row_text(row),
    }
    if _STATUS in row:
        short[_STATUS] = row[_STATUS]
    return short


def expand(row: Row) -> None:
    """Makes a row whole that came in short; any other stays as it is."""
    text = row.pop(TEXT, None)
    if isinstance(text, str):
        row.update(json.loads(text))


def _question(claim: Claim, citation: Citation | None) -> str:
    """Equal for the same citation of the same text of a claim in a file of the same name only."""
    return f"{claim.digest} {-1 if citation is None else citation.index} {claim.file}"


def _kept(row: Row, claim: Claim) -> _Kept:
    quote, findings, stated = row["quote"], row["findings"], row.get(_STATUS)
    assert isinstance(findings, list)
    places = [_from(claim, finding) for finding in findings]
    status = quote["status"] if isinstance(quote, dict) else None
    if isinstance(stated, dict):
        stated = [stated["status"], _from(claim, stated), stated["pointer"].removeprefix(_pointer(claim))]
    return _Kept._make([row["label"], *[row[key] for key in _LISTS], status, places, stated])


def _from(claim: Claim, entry: Mapping[str, int]) -> _Place:
    """Line and column of something in a claim, counted from where the claim begins."""
    line = entry["line"] - claim.line
    return line, entry["column"] - (0 if line else claim.column)


def _pointer(claim: Claim) -> str:
    return f"/claims/{claim.index}"


def _with_holes(text: str) -> str:
    """The text of a row without the places of its findings; for each a hole for column, line and pointer."""
    begin, end = (text.index(key) for key in _FINDINGS)

    def hole(match: re.Match[str]) -> str:
        start, stop = match.span(match.lastindex or 0)
        return match.string[match.start() : start] + _HOLE + match.string[stop : match.end()]

    return text[:begin] + _PLACED.sub(hole, text[begin:end]) + text[end:]


def _short(
    known: tuple[_Kept, str], files: Mapping[str, object], claim: Claim, citation: Citation | None
) -> Row | None:
    """The row of `_kept` and `_with_holes`, for the present place of its claim; None if it is none."""
    fingerprint = claim.fingerprint if citation is None else citation.fingerprint
    try:
        (label, errors, warnings, notes, quote, places, stated), text = known
        head, *pieces = text.split(_HOLE)
        sound = (
            label in RANKS
            and type(errors) is type(warnings) is type(notes) is list
            and len(pieces) == 3 * len(places)
            and f'\n      "fingerprint": "{fingerprint}"' in (pieces or [head])[-1]
        )
        if not sound:
            return None
        pointer = _pointer(claim)
        filled = [head]
        for at, (line, column) in enumerate(places):
            before, between, behind = pieces[3 * at : 3 * at + 3]
            line, column = _at(claim, line, column)
            filled += [f"{column}{before}{line}{between}{pointer}{behind}"]
        row: Row = {
            "claim": claim.id,
            "citation": None if citation is None else citation.index,
            "file": claim.file,
            "errors": errors,
            "warnings": warnings,
            "notes": notes,
            "label": label,
            "quote": None if quote is None else {"status": quote},
            **files,
            TEXT: "".join(filled),
        }
        if stated is not None:
            word, (line, column), below = stated
            line, column = _at(claim, line, column)
            row[_STATUS] = {"status": word, "pointer": pointer + below, "line": line, "column": column}
    except (ValueError, TypeError):
        return None
    return row


def _at(claim: Claim, line: int, column: int) -> _Place:
    """Line and column in the file of what `_from` counted."""
    return claim.line + line, column if line else claim.column + column
