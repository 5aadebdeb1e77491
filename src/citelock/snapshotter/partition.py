"""Pass 1 of an audit: every claim goes to the bucket of each source it cites, so a source is folded once.

All citations that could read one evidence file share a bucket, whatever the number of buckets and shards.
Small input stays in memory; larger input is spilled to files of a work folder, so memory does not grow with
it (performance.md, section 6). Refusing malformed input is `claims_input.py`'s work and happens on the way,
before any verdict.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterable, Iterator
from zlib import crc32

from citelock.checks.claims import Citation, Claim
from citelock.checks.identifiers import BadIdentifier, Identifier, bucket_key, identify

IN_MEMORY_BYTES = 8 * 1024 * 1024  # of claims files; more is spilled, a fifth of a warm run
BUCKET_BYTES = 512 * 1024  # of claims a bucket: with 2 MiB, 100,000 claims took 1.7 times the memory of 1,000
MAX_BUCKETS = 256
_PENDING_BYTES = 1024 * 1024  # of claims held back before they are spilled, all buckets together

# A claim and the index of the citation that the bucket is for; -1 is an uncited claim.
Entry = tuple[Claim, int]

# What is spilled for a claim: its fields as plain values, and the citations that the bucket is for.
_Spilled = tuple[list[object], list[int]]

_CITATIONS = Claim._fields.index("citations")
_REMEMBERED = 4096  # buckets of DOIs as written: a source is cited many times
_MARSHAL = 2  # without the search for equal objects that later versions do and that finds nothing here


def bucket_count(input_bytes: int) -> int:
    """How many buckets claims files of this size are divided into: one (stays in memory) to `MAX_BUCKETS`."""
    if input_bytes <= IN_MEMORY_BYTES:
        return 1
    return min(MAX_BUCKETS, -(-input_bytes // BUCKET_BYTES))


def place(key: bytes, shards: int, buckets: int) -> tuple[int, int]:
    """The shard (from 1) and the bucket in it (from 0) of everything with this key (performance.md, 6.3)."""
    number = crc32(key)
    return number % shards + 1, number // shards % buckets


def entries_of(claim: Claim) -> Iterator[tuple[bytes, int]]:
    """The key and the citation index of each entry of a claim.

    The key of a citation without a usable identifier, or of an uncited claim, is the claim's id: it reads no
    evidence.
    """
    if not claim.citations:
        yield claim.id.encode("utf-8"), -1
    for citation in claim.citations:
        yield _key(claim, identify(citation)), citation.index


def _key(claim: Claim, identifier: Identifier | BadIdentifier | None) -> bytes:
    return bucket_key(identifier) if type(identifier) is Identifier else claim.id.encode("utf-8")


def in_memory(claims: Iterable[Claim], shard: tuple[int, int] = (1, 1)) -> list[Entry]:
    """All entries of shard (i, n)."""
    number, shards = shard
    if shards == 1:
        return [(claim, index) for claim in claims for index in (range(len(claim.citations)) or (-1,))]
    return [
        (claim, index)
        for claim in claims
        for key, index in entries_of(claim)
        if place(key, shards, 1)[0] == number
    ]


def spill(claims: Iterable[Claim], folder: str, buckets: int, shard: tuple[int, int] = (1, 1)) -> list[int]:
    """Writes the entries of shard (i, n) to `buckets` files in `folder` and gives the size of each in bytes.

    A file is a run of blocks: length (4 bytes, little endian) and a marshalled list of `_Spilled`. The files
    live as long as the run and are read by the same Python only, which is what marshal is for.
    """
    number, shards = shard
    waiting: list[list[_Spilled]] = [[] for _ in range(buckets)]
    sizes = [0] * buckets
    for bucket in range(buckets):
        _append(bucket_path(folder, bucket), b"")
    pending = 0
    known: dict[str, tuple[int, int]] = {}
    for claim in claims:
        wanted: dict[int, list[int]] = {}
        for citation in claim.citations:
            where = known.get(citation.doi or "") or _learn(known, claim, citation, shards, buckets)
            if where[0] == number:
                wanted.setdefault(where[1], []).append(citation.index)
        if not claim.citations:
            owner, bucket = place(claim.id.encode("utf-8"), shards, buckets)
            if owner == number:
                wanted[bucket] = [-1]
        if not wanted:
            continue
        values: list[object] = list(claim)
        values[_CITATIONS] = [*map(tuple, claim.citations)]
        for bucket, indexes in wanted.items():
            waiting[bucket].append((values, indexes))
        pending += claim.length
        if pending >= _PENDING_BYTES:
            _write_blocks(folder, waiting, sizes)
            pending = 0
    _write_blocks(folder, waiting, sizes)
    return sizes


def _learn(
    known: dict[str, tuple[int, int]], claim: Claim, citation: Citation, shards: int, buckets: int
) -> tuple[int, int]:
    """The place of a citation; remembered by its DOI as written, if that is what it goes by."""
    identifier = identify(citation)
    where = place(_key(claim, identifier), shards, buckets)
    if type(identifier) is Identifier and citation.doi and not citation.doi.isspace():
        if len(known) == _REMEMBERED:
            known.clear()
        known[citation.doi] = where
    return where


def load(path: str) -> list[Entry]:
    """The entries of one bucket file, in the order of the claims; a claim of several entries is one value."""
    with open(path, "rb") as stream:
        content = stream.read()
    entries: list[Entry] = []
    start = 0
    while start < len(content):
        end = start + 4 + int.from_bytes(content[start : start + 4], "little")
        for values, indexes in marshal.loads(content[start + 4 : end]):  # noqa: S302 # our own private file
            values[_CITATIONS] = tuple(map(Citation._make, values[_CITATIONS]))
            claim = Claim._make(values)
            entries.extend([(claim, index) for index in indexes])
        start = end
    return entries


def bucket_path(folder: str, bucket: int) -> str:
    """Where the entries of a bucket are."""
    return f"{folder}/bucket-{bucket:03d}"


def _write_blocks(folder: str, waiting: list[list[_Spilled]], sizes: list[int]) -> None:
    for bucket, values in enumerate(waiting):
        if values:
            block = marshal.dumps(values, _MARSHAL)
            sizes[bucket] += _append(bucket_path(folder, bucket), len(block).to_bytes(4, "little") + block)
            values.clear()


def _append(path: str, content: bytes) -> int:
    with open(path, "ab") as stream:
        return stream.write(content)
