"""Lines and columns of findings: only failing claims are looked up again (performance.md, section 6).

The file must still be the one that was read; a file that changed under the run is an error, never a wrong
position.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from io import BytesIO
from typing import IO, TYPE_CHECKING

from citelock.checks.claims import Claim
from citelock.checks.errors import EvidenceDiffers
from citelock.checks.jsontext import reach
from citelock.checks.labels import UNVERIFIED, VERIFIED, overclaims
from citelock.checks.named import NamedTuple
from citelock.snapshotter.imported import imported_report, is_report, place_in_report

if TYPE_CHECKING:
    from citelock.checks.limits import Limits
    from citelock.checks.rows import Row

_COLON = re.compile(rb"[ \t\r\n]*:[ \t\r\n]*")
_COLON_AND_OPENING = re.compile(_COLON.pattern + rb"\[[ \t\r\n]*")


class ClaimsFile(NamedTuple):
    """A claims file as it was when it was read: its path, its name in the report, size, time of change."""

    path: str
    shown: str
    size: int
    changed: int  # st_mtime_ns

    @classmethod
    def at(cls, path: str, shown: str) -> ClaimsFile:
        """The file at `path` as it is now; empty when it cannot be asked: whoever reads it says why."""
        try:
            status = os.stat(path)
        except (OSError, ValueError):
            return cls(path, shown, 0, 0)
        return cls(path, shown, status.st_size, status.st_mtime_ns)


class Positions:
    """Places findings; a context that closes the files it opened."""

    def __init__(self, files: Sequence[ClaimsFile], limits: Limits) -> None:
        self._limits = limits
        self._files: Mapping[str, ClaimsFile] = {file.shown: file for file in files}
        self._streams: dict[str, IO[bytes]] = {}
        self._readers: dict[str, Callable[[int, int], bytes]] = {}
        self._reports = {file.shown for file in files if is_report(file.path)}

    def __enter__(self) -> Positions:
        return self

    def __exit__(self, *_: object) -> None:
        """Closes."""
        for stream in self._streams.values():
            stream.close()

    def place(self, claim: Claim, row: Row) -> None:
        """Adds `line` and `column` (from 1, in characters) to every finding of a row of `claim`.

        A pointer to a member that is absent becomes that of its nearest existing parent: every pointer
        resolves in the file. The claim's own status is placed too, if it may turn out to stand too high.
        """
        findings = row["findings"]
        assert isinstance(findings, list)
        stated = row.get("_status") if claim.status is not None else None
        told = stated is not None and row.get("citation") in (0, None)  # the first row of a claim tells
        told = told and may_overclaim(claim, str(row.get("label", VERIFIED)))
        if not findings and not told:
            return
        data = self._bytes(claim)
        if claim.file in self._reports:
            for finding in findings:
                _place_in_report(finding, data, claim)
            return
        for finding in findings:
            _place(finding, data, claim)
        if told and isinstance(stated, dict):
            _place(stated, data, claim)

    def _bytes(self, claim: Claim) -> bytes:
        """The claim's own bytes."""
        read = self._readers.get(claim.file)
        if read is None:
            stream = self._streams[claim.file] = self._open(self._files[claim.file])
            read = self._readers[claim.file] = _reader(stream)
        data = read(claim.length, claim.offset)
        if len(data) != claim.length:
            raise _changed(claim.file)
        return data

    def _open(self, file: ClaimsFile) -> IO[bytes]:
        if is_report(file.path):
            if ClaimsFile.at(file.path, file.shown) != file:
                raise _changed(file.shown)
            return imported_report(file.path, file.shown, self._limits).stream()
        try:
            stream: IO[bytes] = open(file.path, "rb", buffering=0)  # noqa: SIM115 # closed by the context
        except OSError as error:
            raise _changed(file.shown) from error
        status = os.fstat(stream.fileno())
        if (status.st_size, status.st_mtime_ns) != (file.size, file.changed):
            stream.close()
            raise _changed(file.shown)
        return stream


def may_overclaim(claim: Claim, label: str) -> bool:
    """Whether the claim's own status can stand above its label, as far as a row with `label` tells.

    The label of a claim with several citations is known only when all its rows are together.
    """
    if claim.status is None or claim.status == UNVERIFIED:
        return False
    return len(claim.citations) > 1 or overclaims(claim.status, label)


def _place(entry: dict[str, object], data: bytes, claim: Claim) -> None:
    """Adds line and column to what has a pointer, and cuts the pointer to what is there."""
    steps = steps_below_claim(str(entry["pointer"]))
    index = plain_index(data, claim, steps)
    if index is None:
        entry["line"], entry["column"], there = reach(data, claim, steps)
        if there < len(steps):
            entry["pointer"] = "/".join([f"/claims/{claim.index}", *map(str, steps[:there])])
        return
    start = data.rfind(b"\n", 0, index) + 1
    before = data[start:index]
    width = len(before) if before.isascii() else len(before.decode("utf-8", "replace"))
    entry["line"] = claim.line + data.count(b"\n", 0, start)
    entry["column"] = width + 1 if start else claim.column + width


def _place_in_report(entry: dict[str, object], data: bytes, claim: Claim) -> None:
    """The same for a claim of a report, whose claims object holds the places."""
    steps = steps_below_claim(str(entry["pointer"]))
    _, _, there = reach(data, claim, steps)
    if there < len(steps):
        entry["pointer"] = "/".join([f"/claims/{claim.index}", *map(str, steps[:there])])
    entry["line"], entry["column"] = place_in_report(data, steps[:there])


def _reader(stream: IO[bytes]) -> Callable[[int, int], bytes]:
    """What reads so many bytes from an offset on; of a file, where that can be, in one call of the system."""
    if hasattr(os, "pread") and not isinstance(stream, BytesIO):
        return partial(os.pread, stream.fileno())

    def read(length: int, offset: int) -> bytes:
        stream.seek(offset)
        return stream.read(length)

    return read


def plain_index(data: bytes, claim: Claim, steps: Sequence[str | int]) -> int | None:
    """Where the value at `steps` begins in the bytes of a claim, in the usual shapes; None if in doubt.

    A key that is known to be there, and whose quoted name stands in the text only once, can only stand there:
    in JSON a quoted name is a whole token, as long as no key hides behind escapes. It is ten times as fast as
    walking through the claim, and a citation without provenance has a note to be placed.
    """
    if b"\\" in data and b"\\u" in data:  # one byte is found ten times as fast as two
        return None
    if not steps:
        return 0
    sought = _sought(tuple(steps))
    if sought is None:
        return None
    token, behind, place, name = sought
    if place is None:
        if name != "text" and not claim.citations:
            return None
    elif getattr(claim.citations[place], name, None) is None:
        return None
    found = data.find(token)
    if found < 0 or data.find(token, found + 1) >= 0:
        return None
    value = behind.match(data, found + len(token))
    return value.end() if value else None


@lru_cache(1024)
def _sought(steps: tuple[str | int, ...]) -> tuple[bytes, re.Pattern[bytes], int | None, str] | None:
    """The quoted name to look for and what stands behind it; the citation that must have it, and its name."""
    match steps:
        case ("citations", 0):  # where all the notes on missing provenance stand
            return b'"citations"', _COLON_AND_OPENING, None, "citations"
        case ("text" | "citations" as name,):
            return b'"%s"' % name.encode(), _COLON, None, name
        case ("citations", int(place), str(name)):
            return b'"%s"' % name.encode(), _COLON, place, name
        case _:
            return None


def steps_below_claim(pointer: str) -> tuple[str | int, ...]:
    """The steps below the claim of a pointer such as `/claims/1/citations/0/year`; its names are plain."""
    below = pointer.split("/", 3)[3:]
    return _steps(below[0]) if below else ()


@lru_cache(1024)
def _steps(below: str) -> tuple[str | int, ...]:
    return tuple([int(step) if step.isdecimal() else step for step in below.split("/")])


def _changed(shown: str) -> EvidenceDiffers:
    return EvidenceDiffers(f"{shown} changed while it was audited, so nothing was written. Run again.")
