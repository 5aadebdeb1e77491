"""The claims files of a run: opened safely, read once from end to end, refused before the first verdict.

`ClaimsInput` is iterated in one pass that validates and hands out; whoever partitions the claims takes them
from there and judges none before the pass is over. Governed by the design README, section 2, performance.md,
section 6, and action.md, sections 10 and 13.
"""

from __future__ import annotations

from array import array
from typing import IO, TYPE_CHECKING, NoReturn

from citelock.checks.errors import InputError
from citelock.checks.json_words import quoted
from citelock.checks.jsontext import position_of
from citelock.checks.named import NamedTuple
from citelock.snapshotter.claims_stream import ClaimsStream
from citelock.snapshotter.imported import imported_report, is_report, place_in_report
from citelock.snapshotter.input_file import open_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from citelock.checks.claims import Claim
    from citelock.checks.limits import Limits
    from citelock.snapshotter.imported import ImportedReport

_RECENT = 4096  # hashes that are looked up at once: a third of a megabyte


class InputFile(NamedTuple):
    """A claims file that was read to its end: `path` as opened, `shown` as in the report, size, claims."""

    path: str
    shown: str
    sha256: str
    size: int
    claims: int


class ClaimsInput:
    """All claims of all files, in the order of the files; each iteration reads them anew.

    `files` are pairs of path and shown name; a report in Markdown is imported on the way, and is in `reports`
    when it has been read. Iterating raises InputError at the first fault, also after
    claims were handed out: they are good for nothing then. `files` and `hashes()` are complete when the
    iteration is. The digests of claims are needed where their rows are kept, and only there.
    """

    def __init__(self, files: Sequence[tuple[str, str]], limits: Limits, *, digests: bool = True) -> None:
        self._named = tuple(files)
        self._limits = limits
        self._digests = digests
        self._read: list[InputFile] = []
        self.reports: dict[str, ImportedReport] = {}
        shown_names: set[str] = set()
        for _, shown in self._named:
            if shown in shown_names:
                raise InputError(shown, "the file is given twice. Give each file once.")
            shown_names.add(shown)

    @property
    def files(self) -> tuple[InputFile, ...]:
        """The files read to their ends so far."""
        return tuple(self._read)

    def hashes(self) -> tuple[tuple[str, str], ...]:
        """(shown name, sha256 in hex) of each file, in the order given."""
        return tuple((file.shown, file.sha256) for file in self._read)

    def __iter__(self) -> Iterator[Claim]:
        self._read = []
        for path, shown in self._named:
            with open_claims(path, shown, self._limits) as stream:
                claims = ClaimsStream(stream, shown, self._limits, digests=self._digests)
                count = 0
                placed = with_unique_ids(claims, stream, shown, self._limits)
                for claim in _in_report(placed, stream) if is_report(path) else placed:
                    count += 1
                    yield claim
            digest = claims.digest()
            if is_report(path):
                report = imported_report(path, shown, self._limits)
                digest = report.sha256
                self.reports[shown] = report
            self._read.append(InputFile(path, shown, digest, claims.size, count))


def read_claims(stream: IO[bytes], shown: str, limits: Limits) -> Iterator[Claim]:
    """The claims of one open, seekable binary file, such as the bytes of a blob; InputError at a fault."""
    return with_unique_ids(ClaimsStream(stream, shown, limits), stream, shown, limits)


def open_claims(path: str, shown: str, limits: Limits) -> IO[bytes]:
    """Opens a claims file, or the claims that a report in Markdown becomes. Raises InputError."""
    if is_report(path):
        return imported_report(path, shown, limits).stream()
    return open_file(path, shown, limits.claims_bytes)


def with_unique_ids(claims: ClaimsStream, stream: IO[bytes], shown: str, limits: Limits) -> Iterator[Claim]:
    """The claims as they are; InputError at the second of two with the same id, at the latest after the last.

    Ids are kept as 8-byte hashes (80 MB for ten million claims). Two that are equal make a suspicion; a
    second look into the file decides, so neither a chance collision nor the hash seed can change the outcome.
    """
    seen = _Hashes()
    recent: set[int] = set()  # ids that repeat soon need no second look at the whole file
    for claim in claims:
        number = hash(claim.id)
        if number in recent:
            place = stream.tell()
            _look_again({number}, stream, shown, limits)
            stream.seek(place)
        elif len(recent) == _RECENT:
            seen.add(recent)
            recent = {number}
        else:
            recent.add(number)
        yield claim
    seen.add(recent)
    suspects = seen.repeated()
    if suspects and _look_again(suspects, stream, shown, limits) != claims.digest():
        raise InputError(shown, "the file changed while it was read. Run again.")


def _look_again(suspects: set[int], stream: IO[bytes], shown: str, limits: Limits) -> str:
    """Reads the file anew and compares the ids behind these hashes; gives the digest of what it read."""
    stream.seek(0)
    claims = ClaimsStream(stream, shown, limits)
    first: dict[str, Claim] = {}
    for claim in claims:
        if hash(claim.id) in suspects:
            if claim.id in first:
                _refuse_duplicate(claim, first[claim.id], stream)
            first[claim.id] = claim
    return claims.digest()


def _in_report(claims: Iterable[Claim], stream: IO[bytes]) -> Iterator[Claim]:
    """The claims of a report, each where its sentence stands in the report."""
    for claim in claims:
        place = stream.tell()
        stream.seek(claim.offset)
        line, column = place_in_report(stream.read(claim.length), ())
        stream.seek(place)
        yield claim._replace(line=line, column=column)


class _Hashes:
    """Many 64-bit numbers in little memory: sets of Python objects would take ten times as much."""

    def __init__(self) -> None:
        self._buckets = [array("q") for _ in range(256)]

    def add(self, numbers: Iterable[int]) -> None:
        """Keeps numbers, each of which is to be counted once."""
        buckets = self._buckets
        for number in numbers:
            buckets[number & 255].append(number)

    def repeated(self) -> set[int]:
        """The numbers that were added more than once; one bucket at a time becomes a set."""
        found: set[int] = set()
        for bucket in self._buckets:
            if len(bucket) == len(set(bucket)):
                continue
            once: set[int] = set()
            for number in bucket:
                (found if number in once else once).add(number)
        return found


def _refuse_duplicate(claim: Claim, first: Claim, stream: IO[bytes]) -> NoReturn:
    stream.seek(claim.offset)
    line, column = position_of(stream.read(claim.length), claim, ("id",))
    what = (
        f"the id {quoted(claim.id)} is taken by claims[{first.index}] in line {first.line}. "
        "Give each claim an id of its own."
    )
    raise InputError(claim.file, what, line=line, column=column, pointer=f"claims[{claim.index}].id")
