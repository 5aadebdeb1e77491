"""The evidence as a whole.

The records and snapshots of a folder or of a commit, found by name in one listing.
It reads, never writes, and judges only whether a file is what its name says. Names are looked up, never
joined from data; links and special files are not followed (design README, section 3; action.md, section 13).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING

from citelock.checks.identifiers import BadIdentifier, Identifier, file_stem, legacy_stem, parse_identifier
from citelock.checks.limits import Limits
from citelock.checks.named import NamedTuple
from citelock.checks.records import CorruptRecord, NotCached, Record, parse_record
from citelock.checks.text.excerpt import shown
from citelock.snapshotter.listing import (
    ORIGINALS,
    CommitListing,
    FolderListing,
    Listing,
    OverlaidListing,
    Unreadable,
)
from citelock.snapshotter.snapshot_files import (
    EvidenceFolder,
    SnapshotFile,
    SnapshotPlace,
    lf_bytes,
    read_snapshot,
)

if TYPE_CHECKING:
    from citelock.snapshotter.gitread import CommitReader, TreeEntry


_ENDINGS = ("txt", "json", "seal")


class RecordFile(NamedTuple):
    """What was found under a record's name.

    Path as in the report and sha256 (hex, of LF-normalised bytes) if there is a file.
    `source` is the report's word for where the record comes from ("crossref", "hand", …; "" without one).
    `holder` is the identifier the record is about: another one than asked for after a `see` record, whose own
    file is then `via`.
    """

    path: str | None
    sha256: str | None
    value: Record | NotCached | CorruptRecord
    source: str
    holder: Identifier
    via: RecordFile | None = None


class Evidence:
    """Records and snapshots of one folder or commit.

    Picklable: a copy lists and opens by itself where it is used.
    """

    def __init__(
        self,
        cache: EvidenceFolder,
        sources: EvidenceFolder,
        limits: Limits | None = None,
        reader: CommitReader | None = None,
        private: EvidenceFolder | None = None,
    ) -> None:
        self.cache = cache
        self.sources = sources
        self._limits = limits or Limits()
        self._reader = reader
        self.private = private
        self._listings: tuple[Listing, Listing] | None = None

    def __reduce__(self) -> tuple[object, ...]:
        """Only the description travels to a worker, never what was listed or opened here."""
        return (Evidence, (self.cache, self.sources, self._limits, self._reader, self.private))

    def open(self) -> None:
        """Lists both folders now.

        Raises EvidenceError (BaseEvidenceMissing for a commit) if that cannot be done.
        """
        if self._listings is None:
            self._listings = self._list()

    def open_from(self, entries: Mapping[str, TreeEntry]) -> None:
        """Takes the listing of a commit that is known already: all of its files by path from the top.

        Raises EvidenceError as `open` does.
        """
        assert self._reader is not None
        cache, sources, reader = self.cache, self.sources, self._reader
        self._listings = (CommitListing(reader, entries, *cache), CommitListing(reader, entries, *sources))

    def with_records(self, contents: Mapping[str, bytes]) -> Evidence:
        """The same evidence as it would be with these record files, by name."""
        records, texts = self._opened()
        assert not isinstance(records, OverlaidListing)
        other = Evidence(self.cache, self.sources, self._limits, self._reader, self.private)
        other._listings = (OverlaidListing(records, contents), texts)
        return other

    def with_snapshots(self, contents: Mapping[str, bytes]) -> Evidence:
        """The same evidence as it would be with these files in the folder of sources, by name."""
        records, texts = self._opened()
        assert not isinstance(texts, OverlaidListing)
        other = Evidence(self.cache, self.sources, self._limits, self._reader, self.private)
        other._listings = (records, OverlaidListing(texts, contents))
        return other

    def record(self, identifier: Identifier) -> RecordFile:
        """The record of an identifier (`url` has none: NotCached); follows one `see`."""
        found = self._record(identifier)
        value = found.value
        if not isinstance(value, Record) or value.status != "see":
            return found
        target = parse_identifier(value.same_as[0])
        if isinstance(target, BadIdentifier):
            return _corrupt(found, f"{found.path}: same_as: {shown(value.same_as[0], 120)} {target.reason}")
        seen = self._record(target)
        if isinstance(seen.value, Record) and seen.value.status == "see":
            return _corrupt(found, f"{found.path}: same_as: {target.key} is itself a record with status see")
        return seen._replace(via=found)

    def snapshot(self, identifier: Identifier, holder: Identifier | None = None) -> SnapshotFile:
        """The text and provenance of an identifier; if it has none, those of `holder` (see RecordFile)."""
        _, texts = self._opened()
        stem = self._snapshot_stem(texts, identifier)
        if stem is None and holder is not None and holder is not identifier:
            stem = self._snapshot_stem(texts, holder)
        if stem is None:
            name = f"{file_stem(identifier)}.txt"
            near = texts.near(name)
            return SnapshotFile(
                near=None if near is None else self.sources.shown(near),
                asked=self.sources.shown(name),
            )
        place = SnapshotPlace(texts, self.sources, self.private, stem, self._limits)
        return read_snapshot(place, identifier, holder)

    def settle(self, identifier: Identifier) -> Identifier:
        """The identifier to use where cleaning was doubtful.

        `identifier.given` if its record is found, else itself.
        """
        given = identifier.given
        if given is None:
            return identifier
        value = self.record(given).value
        return given if isinstance(value, Record) and value.status == "found" else identifier

    def handmade(self, identifier: Identifier) -> tuple[str, ...]:
        """Report paths of the hand-made files, named by the bare slug alone, that this identifier reads."""
        stem, bare = file_stem(identifier), legacy_stem(identifier)
        if stem == bare:
            return ()
        records, texts = self._opened()
        found = []
        if identifier.scheme != "url" and f"{stem}.json" not in records and f"{bare}.json" in records:
            found.append(self.cache.shown(f"{bare}.json"))
        if self._snapshot_stem(texts, identifier) == bare:
            name = f"{bare}.txt" if f"{bare}.txt" in texts else f"{bare}.json"
            found.append(self.sources.shown(name))
        return tuple(found)

    def collisions(self, identifiers: Iterable[Identifier]) -> dict[str, str]:
        """For each cited identifier (by key) that shares a hand-made file with another.

        The key of that other one.
        Of several others it is the first by name. Two spellings of one DOI (doi, arxiv) are no collision.
        """
        readers: dict[str, dict[str, str]] = {}
        for identifier in identifiers:
            for path in self.handmade(identifier):
                readers.setdefault(path, {})[identifier.key] = identifier.doi or identifier.key
        found: dict[str, str] = {}
        for path in sorted(readers):
            works = readers[path]
            for key in sorted(works):
                others = [other for other in sorted(works) if works[other] != works[key]]
                if others:
                    found.setdefault(key, others[0])
        return found

    def record_names(self) -> tuple[str, ...]:
        """The names of all files that may be records, sorted."""
        records, _ = self._opened()
        return tuple(sorted(name for name, _ in records.sizes() if name.endswith(".json")))

    def record_content(self, name: str) -> bytes | Unreadable | None:
        """The bytes of a record file with LF line ends, or why it is not read; None where there is none."""
        records, _ = self._opened()
        content = records.read(name, self._limits.record_bytes) if name in records else None
        return lf_bytes(content) if isinstance(content, bytes) else content

    def snapshot_names(self) -> tuple[str, ...]:
        """The names without extension under which there is a text, a provenance or a seal, sorted."""
        _, texts = self._opened()
        stems = {
            stem for name, _ in texts.sizes() for stem, dot, end in [name.rpartition(".")] if end in _ENDINGS
        }
        return tuple(sorted(stem for stem in stems if stem))

    def snapshot_content(self, name: str) -> bytes | None:
        """The bytes of a file of sources with LF line ends; None where there is none that can be read."""
        _, texts = self._opened()
        content = texts.read(name, self._limits.snapshot_bytes * 4) if name in texts else None
        return lf_bytes(content) if isinstance(content, bytes) else None

    def text_content(self, name: str) -> bytes | Unreadable | None:
        """The bytes of a text with LF line ends, or why they are not read; None where there is none."""
        _, texts = self._opened()
        content = texts.read(name, self._limits.snapshot_bytes) if name in texts else None
        return lf_bytes(content) if isinstance(content, bytes) else content

    def text_bytes(self) -> int:
        """The size of all snapshots in bytes, without reading them."""
        _, texts = self._opened()
        return sum(size for name, size in texts.sizes() if name.endswith(".txt"))

    def snapshot_size(self, identifier: Identifier) -> int:
        """The size of this snapshot in bytes, 0 if there is none."""
        _, texts = self._opened()
        stem = self._snapshot_stem(texts, identifier)
        return 0 if stem is None else texts.size(f"{stem}.txt")

    def identity(self) -> str:
        """`commit:<id>`, or `folder:<sha256>` of the names and sizes in both folders.

        Equal means the same evidence.
        """
        apart = self._kept_apart()
        if self._reader is not None:
            return f"commit:{self._reader.commit}{apart}"
        digest = sha256()
        for kind, listing in zip(("cache", "sources"), self._opened(), strict=True):
            for name, size in listing.sizes():
                digest.update(f"{kind}/{name}\0{size}\n".encode("utf-8", "surrogateescape"))
        for name in sorted(
            self._opened()[1].originals()
        ):  # whether they are there is judged, not what is in them
            digest.update(f"{ORIGINALS}/{name}\0".encode("utf-8", "surrogateescape"))
        return f"folder:{digest.hexdigest()}{apart}"

    def _kept_apart(self) -> str:
        """The texts in the private store as part of the identity; "" where there are none."""
        if self.private is None or not os.path.isdir(self.private.path):
            return ""
        names = FolderListing(*self.private).sizes()
        listed = "".join(f"{name}\0{size}\n" for name, size in names if name.endswith(".txt"))
        return f"+private:{sha256(os.fsencode(listed)).hexdigest()}" if listed else ""

    def close(self) -> None:
        """Ends the git child, if there is one. The next reading starts another."""
        if self._reader is not None:
            self._reader.close()

    def _opened(self) -> tuple[Listing, Listing]:
        if self._listings is None:
            self._listings = self._list()
        return self._listings

    def _list(self) -> tuple[Listing, Listing]:
        cache, sources, reader = self.cache, self.sources, self._reader
        if reader is None:
            return FolderListing(*cache), FolderListing(*sources)
        self.open_from(reader.listing([cache.path, sources.path]))
        assert self._listings is not None
        return self._listings

    def _record(self, identifier: Identifier) -> RecordFile:
        """The record file of this identifier itself: under its name, else under the bare slug."""
        if identifier.scheme == "url":
            return RecordFile(None, None, NotCached(), "", identifier)
        records, _ = self._opened()
        name = f"{file_stem(identifier)}.json"
        if name not in records:
            bare = f"{legacy_stem(identifier)}.json"
            if bare not in records:
                return RecordFile(None, None, self._not_cached(records, name), "", identifier)
            name = bare
        path = self.cache.shown(name)
        content = records.read(name, self._limits.record_bytes)
        if isinstance(content, Unreadable):
            return RecordFile(path, None, CorruptRecord(f"{path}: {content.reason}"), "", identifier)
        content = lf_bytes(content)
        value = parse_record(content, identifier, path)
        source = value.source if isinstance(value, Record) else ""
        return RecordFile(path, sha256(content).hexdigest(), value, source, identifier)

    def _not_cached(self, records: Listing, name: str) -> NotCached:
        asked = self.cache.shown(name)
        near = records.near(name)
        if near is None:
            return NotCached(asked)
        near = self.cache.shown(near)
        return NotCached(asked, near, f"found {shown(near)}; rename it to {asked}")

    def _snapshot_stem(self, texts: Listing, identifier: Identifier) -> str | None:
        """The name under which there is a text or a provenance: the identifier's own, else the bare slug."""
        for stem in (file_stem(identifier), legacy_stem(identifier)):
            if f"{stem}.txt" in texts or f"{stem}.json" in texts:
                return stem
        return None


def _corrupt(found: RecordFile, reason: str) -> RecordFile:
    return found._replace(value=CorruptRecord(reason), source="")
