"""Pass 1 of an audit: every claim goes to the bucket of each source it cites, so a source is folded once.

All citations that could read one evidence file share a bucket, whatever the number of buckets and shards.
Small input stays in memory; larger input is spilled to files of a work folder, so memory does not grow with
it (performance.md, section 6). Refusing malformed input is `claims_input.py`'s work and happens on the way,
before any verdict.
"""

from __future__ import annotations

import marshal
from collections.abc import Iterable, Iterator
from operator import attrgetter
from zlib import crc32

from citelock.checks.claims import Citation, Claim
from citelock.checks.identifiers import Identifier, bucket_key, identify

IN_MEMORY_BYTES = 2 * 1024 * 1024  # of claims files; larger input is spilled (performance.md 6.4)
BUCKET_BYTES = 512 * 1024  # of claims a bucket: with 2 MiB, 100,000 claims took 1.7 times the memory of 1,000
MAX_BUCKETS = 256
_PENDING_BYTES = 1024 * 1024  # of claims held back before they are spilled, all buckets together

# A claim and the index of the citation that the bucket is for; -1 is an uncited claim.
Entry = tuple[Claim, int]

_claim_values = attrgetter(*Claim.__match_args__)
_citation_values = attrgetter(*Citation.__match_args__)
_CITATIONS = Claim.__match_args__.index("citations")


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
        identifier = identify(citation)
        if type(identifier) is Identifier:
            yield bucket_key(identifier), citation.index
        else:
            yield claim.id.encode("utf-8"), citation.index


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

    A file is a run of blocks: length (4 bytes, little endian) and a marshalled list of (citation index,
    claim). The files live as long as the run and are read by the same Python only, which is what marshal is
    for.
    """
    number, shards = shard
    waiting: list[list[tuple[int, tuple[object, ...]]]] = [[] for _ in range(buckets)]
    sizes = [0] * buckets
    for bucket in range(buckets):
        _append(bucket_path(folder, bucket), b"")
    pending = 0
    for claim in claims:
        values: tuple[object, ...] | None = None
        for key, index in entries_of(claim):
            owner, bucket = place(key, shards, buckets)
            if owner != number:
                continue
            if values is None:
                values = _flat(claim)
                pending += claim.length
            waiting[bucket].append((index, values))
        if pending >= _PENDING_BYTES:
            _write_blocks(folder, waiting, sizes)
            pending = 0
    _write_blocks(folder, waiting, sizes)
    return sizes


def load(path: str) -> list[Entry]:
    """The entries of one bucket file, in the order of the claims; a claim of several entries is one value."""
    with open(path, "rb") as stream:
        content = stream.read()
    entries: list[Entry] = []
    start = 0
    while start < len(content):
        end = start + 4 + int.from_bytes(content[start : start + 4], "little")
        claim: Claim | None = None
        last: object = None
        for index, values in marshal.loads(content[start + 4 : end]):  # noqa: S302 # our own private file
            if claim is None or values is not last:
                claim, last = _claim(values), values
            entries.append((claim, index))
        start = end
    return entries


def bucket_path(folder: str, bucket: int) -> str:
    """Where the entries of a bucket are."""
    return f"{folder}/bucket-{bucket:03d}"


def _write_blocks(folder: str, waiting: list[list[tuple[int, tuple[object, ...]]]], sizes: list[int]) -> None:
    for bucket, values in enumerate(waiting):
        if values:
            block = marshal.dumps(values)
            sizes[bucket] += _append(bucket_path(folder, bucket), len(block).to_bytes(4, "little") + block)
            values.clear()


def _append(path: str, content: bytes) -> int:
    with open(path, "ab") as stream:
        return stream.write(content)


def _flat(claim: Claim) -> tuple[object, ...]:
    """The claim as nested tuples of plain values, which marshal takes."""
    values: tuple[object, ...] = _claim_values(claim)
    citations = tuple([_citation_values(citation) for citation in claim.citations])
    return (*values[:_CITATIONS], citations, *values[_CITATIONS + 1 :])


def _claim(values: tuple[object, ...]) -> Claim:
    citations = values[_CITATIONS]
    assert isinstance(citations, tuple)
    rebuilt = tuple([Citation(*citation) for citation in citations])
    return Claim(*values[:_CITATIONS], rebuilt, *values[_CITATIONS + 1 :])  # type: ignore[arg-type, call-arg] # as _flat wrote it
