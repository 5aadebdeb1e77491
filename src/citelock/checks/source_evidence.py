"""What is frozen about one source, as the checks of it are given it (design README, section 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from citelock.checks.named import NamedTuple

if TYPE_CHECKING:
    from citelock.checks.records import CorruptRecord, NotCached, Record
    from citelock.checks.sealing import Sealed
    from citelock.checks.snapshots import CorruptProvenance, Provenance
    from citelock.checks.text.answers import Answers
    from citelock.checks.text.source import SourceText
    from citelock.checks.vetting.answer import Vetting


class SourceEvidence(NamedTuple):
    """What is frozen about one source, as read: record, text and provenance, each with path and sha256.

    Paths are those of the report (relative to the root), None where there is no file. `record` is None for a
    citation by `url`, whose provenance is its record. `source` is the text, None when there is none or it was
    not read (see `depth.py`). `snapshot_problem` says why a text that is there may not be trusted
    (E_SNAPSHOT_ALTERED). `collision` names the other identifier that would read the same hand-made file
    (E_SLUG_COLLISION). `via` is path and sha256 of a `see` record that led to this one. Without a text,
    `snapshot_asked` is the file it is expected in and `snapshot_near` one whose name differs in case only.
    `snapshot_private`: the text is in the private store; `snapshot_original` is the file that it was made of,
    if that is in the tree. `vetting` is what is to be said of the text as
    evidence for the record, None where nobody vetted it; `page_start` the beginning of a web page's text.
    `sealed` is what there is in place of a text that is sealed and not at hand.
    """

    record: Record | NotCached | CorruptRecord | None = None
    record_path: str | None = None
    record_sha256: str | None = None
    record_source: str | None = None
    source: Answers | SourceText | None = None
    snapshot_path: str | None = None
    snapshot_sha256: str | None = None
    provenance: Provenance | CorruptProvenance | None = None
    provenance_path: str | None = None
    provenance_sha256: str | None = None
    snapshot_problem: str | None = None
    collision: str | None = None
    via: tuple[str, str] | None = None
    snapshot_asked: str | None = None
    snapshot_near: str | None = None
    snapshot_private: bool = False
    snapshot_original: str | None = None
    vetting: Vetting | None = None
    page_start: str = ""
    sealed: Sealed | None = None


NO_EVIDENCE = SourceEvidence()
