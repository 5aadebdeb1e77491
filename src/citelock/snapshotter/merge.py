"""Rows of many buckets and shards become one report, with flat memory: runs are merged, pieces spooled.

It knows the order of rows and the file format of a shard (`citelock-shard/1`); what a report says is
`checks/report.py`'s matter (performance.md, sections 6.6 and 7).
"""

from __future__ import annotations

import heapq
import json
import marshal
import zlib
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from operator import itemgetter
from typing import TYPE_CHECKING

from citelock.checks.kept_rows import row_text
from citelock.checks.labels import RANKS, claim_label
from citelock.checks.report import ReportWriter, sort_key
from citelock.checks.text.excerpt import shown

if TYPE_CHECKING:
    from citelock.checks.rows import Row

SHOWN_ROWS = (
    1000  # entries kept for the terminal and the log; a person reads no more, the report has them all
)
# Rows read at once from each of up to 256 runs: four, with their text, were some megabytes.
_BLOCK_ROWS = 1
_READ_AHEAD = 1 << 12  # bytes, of each run
_NAMED = 10  # claims below the required label that are named in one sentence
_JOINED = 200  # pieces of a spool in memory that become one
_BUFFER = 1 << 18  # bytes of a spool that are written at once
# Bytes of a spool that are read at once. Decoding larger pieces leaves holes in the heap that the C library
# does not give back, the more the larger they are: 256 KiB at a time, a report of 80 MB left 18 MB resident.
_PIECE = 1 << 12

_END_OF_ENTRY = "\n    }"  # of `results[]`
_BETWEEN = ",\n "

_claim_of = itemgetter("file", "claim")  # all rows of one claim stand together


class Spool:
    """Text written once and read as often as wanted: in memory, or in a file of the work folder."""

    def __init__(self, path: str | None = None) -> None:
        self._path = path
        self._pieces: list[str] = []
        self._stream = open(path, "wb", _BUFFER) if path else None  # noqa: SIM115 # closed in `end`

    def write(self, text: str) -> None:
        """Appends."""
        if self._stream is None:
            self._pieces.append(text)
        else:
            self._stream.write(text.encode("utf-8"))

    def end(self) -> None:
        """Ends the writing; reading may begin."""
        if self._stream is not None:
            self._stream.close()

    def __iter__(self) -> Iterator[str]:
        """The text in pieces of any size."""
        if self._path is None:
            for at in range(0, len(self._pieces), _JOINED):  # each piece is encoded and written by itself
                yield "".join(self._pieces[at : at + _JOINED])
            return
        decoder = getincrementaldecoder("utf-8")()  # a piece may end inside a character
        with open(self._path, "rb", 0) as stream:
            while piece := stream.read(_PIECE):
                yield decoder.decode(piece)

    def encoded(self) -> Iterator[bytes]:
        """The text as bytes, in pieces of any size."""
        if self._path is not None:
            with open(self._path, "rb", 0) as stream:
                while piece := stream.read(_BUFFER):
                    yield piece
            return
        for at in range(0, len(self._pieces), _JOINED):
            yield b"".join([piece.encode("utf-8") for piece in self._pieces[at : at + _JOINED]])


class Entries:
    """The first rows of many, as the report has them: packed, and read when asked.

    `more` is how many there are besides.
    """

    def __init__(self) -> None:
        self._packed: list[bytes] = []
        self.more = 0

    def add(self, row: Row) -> None:
        """Takes a row, if there is room for it."""
        if len(self._packed) < SHOWN_ROWS:
            self._packed.append(zlib.compress(row_text(row).encode("utf-8", "surrogatepass"), 1))
        else:
            self.more += 1

    def __iter__(self) -> Iterator[Row]:
        """The rows in the order given."""
        return map(json.loads, map(zlib.decompress, self._packed))


class Outcome:
    """A finished audit: the report's text, its counts, and what a person is shown of it.

    `writer` holds the counts. `shown` are the first entries with an error or a warning, in the report's
    order; `below` are (file, claim, label) of the claims under the required label, and `below_count` how
    many. `notes` counts the notes; only if they are asked for are the first entries with nothing but notes
    kept in `noted`.
    """

    def __init__(
        self,
        writer: ReportWriter,
        claims: Spool,
        results: Spool,
        required: str | None,
        scope: str,
        with_notes: bool = False,
    ) -> None:
        self.writer = writer
        self.claims = claims
        self.results = results
        self.required = required
        self.scope = scope
        self.shown = Entries()
        self.with_notes = with_notes
        self.notes = 0
        self.noted = Entries()
        self.below: list[tuple[str, str, str]] = []
        self.below_count = 0

    def below_said(self) -> str:
        """Which claims are below the required label, in one sentence; "" if none is."""
        if not self.below_count:
            return ""
        named = ", ".join(f"{shown(claim, 120)} ({label})" for _, claim, label in self.below[:_NAMED])
        more = f" and {self.below_count - _NAMED} more" if self.below_count > _NAMED else ""
        return f"below the required label {self.required}: {named}{more}"

    def text(self) -> Iterator[str]:
        """The report in pieces, what no reader sees as escapes; may be asked for again."""
        return self.writer.render(self.claims, self.results)

    def encoded(self) -> Iterator[bytes]:
        """The same as it is written to a file."""
        before, between, behind = self.writer.frame()
        yield before.encode("utf-8")
        yield from self.claims.encoded()
        yield between.encode("utf-8")
        yield from self.results.encoded()
        yield behind.encode("utf-8")

    def rows(self) -> Iterator[Row]:
        """All entries of `results[]`, one at a time; may be asked for again."""
        for line in entries_of(self.results):
            yield json.loads(line)


def assemble(
    rows: Iterable[Row],
    writer: ReportWriter,
    folder: str | None = None,
    *,
    required: str | None = None,
    scope: str = "",
    notes: bool = False,
) -> Outcome:
    """Reads all rows, which come in the report's order, and has the report ready to be written.

    `folder` is where the text is spooled (None: memory); `required` the label that no claim should be below;
    `scope` that of the audit; with `notes` a person is to be shown the notes too.
    """
    outcome = Outcome(writer, _spool(folder, "claims"), _spool(folder, "results"), required, scope, notes)
    try:
        for _, group in groupby(rows, _claim_of):
            entries = list(group)
            claim, results = writer.add_claim(entries)
            outcome.claims.write(claim)
            outcome.results.write(results)
            for row in entries:
                if row["errors"] or row["warnings"] or row["notes"]:
                    _show(outcome, row)
            if required is not None:
                _compare_label(outcome, entries, required)
    finally:
        outcome.claims.end()
        outcome.results.end()
    return outcome


def entries_of(results: Spool) -> Iterator[str]:
    """The text of each entry: strings hold no line feed, so a line of this indent ends an entry."""
    waiting: list[
        str
    ] = []  # pieces of an entry that goes on, joined once: one may be longer than many pieces
    last = ""
    for piece in results:
        waiting.append(piece)
        if _END_OF_ENTRY in last + piece:
            *ended, rest = "".join(waiting).split(_END_OF_ENTRY)
            yield from (f"{entry.lstrip(_BETWEEN)}{_END_OF_ENTRY}" for entry in ended)
            waiting, last = [rest], ""
            piece = rest
        last = (last + piece)[1 - len(_END_OF_ENTRY) :]
    rest = "".join(waiting)
    if rest.strip():
        yield rest.lstrip(_BETWEEN)


def _spool(folder: str | None, name: str) -> Spool:
    return Spool(f"{folder}/{name}" if folder else None)


def _show(outcome: Outcome, row: Row) -> None:
    notes = row["notes"]
    assert isinstance(notes, list)
    outcome.notes += len(notes)
    if row["errors"] or row["warnings"]:
        outcome.shown.add(row)
    elif outcome.with_notes:
        outcome.noted.add(row)


def _compare_label(outcome: Outcome, rows: list[Row], required: str) -> None:
    label = claim_label([str(row["label"]) for row in rows])
    if RANKS.index(label) < RANKS.index(required):
        outcome.below_count += 1
        if len(outcome.below) < SHOWN_ROWS:
            outcome.below.append((str(rows[0]["file"]), str(rows[0]["claim"]), label))


def merge_runs(runs: Iterable[Iterable[Row]]) -> Iterator[Row]:
    """Rows of several runs, each sorted, in the report's order."""
    return heapq.merge(*runs, key=sort_key)


def write_run(path: str, rows: list[Row]) -> None:
    """Writes sorted rows to a file of the work folder: blocks of length (4 bytes, little endian) and list."""
    remaining = iter(rows)
    with open(path, "wb") as stream:
        while block := list(islice(remaining, _BLOCK_ROWS)):
            packed = marshal.dumps(block)
            stream.write(len(packed).to_bytes(4, "little") + packed)


def read_run(path: str) -> Iterator[Row]:
    """The rows of such a file, a block in memory at a time."""
    with open(path, "rb", buffering=_READ_AHEAD) as stream:
        while length := stream.read(4):
            yield from marshal.loads(stream.read(int.from_bytes(length, "little")))  # noqa: S302 # our own private file
