"""Repeating the origin of a snapshot: the same bytes again, and from them the same text, facts and seal.

Only bytes that were asked for again at an address prove anything: an original that is kept stands in the
same tree as the text, for whoever edits files (snapshots.md, section 10). It writes nothing, and a source
that cannot be reached says nothing about the text.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple

from citelock.checks.fields import object_field
from citelock.checks.identifiers import Identifier
from citelock.checks.snapshots import Provenance
from citelock.checks.text.excerpt import shown
from citelock.checks.text.source import normal_text
from citelock.snapshotter.derived_facts import Reader, differences, reader_of
from citelock.snapshotter.domains import same_domain
from citelock.snapshotter.evidence import Evidence
from citelock.snapshotter.extract.child import BackendName, extract
from citelock.snapshotter.extract.interface import Extracted, sniff
from citelock.snapshotter.listing import ORIGINALS, Unreadable, read_regular
from citelock.snapshotter.provenance import text_bytes
from citelock.snapshotter.seal_proof import seal_fault
from citelock.snapshotter.snapshot_store import PRIVATE, Store
from citelock.snapshotter.snapshot_table import Kept
from citelock.snapshotter.text_changes import changed_lines

REPRODUCED = "reproduced"
REPRODUCED_TEXT = "reproduced_text"  # other bytes, as of a PDF that is stamped at every download
FROM_KEPT_FILE = "reproduced_from_kept_file"  # from a file beside the text: no proof
ALTERED = "E_SNAPSHOT_ALTERED"
EXTRACTOR_CHANGED = "extractor_changed"
SOURCE_CHANGED = "source_changed"
FOREIGN = "foreign_address"  # no address that such a snapshot is taken from; it was not asked
UNREACHABLE = "unreachable"
NOT_REPRODUCIBLE = "not_reproducible"
FINDINGS = (ALTERED, EXTRACTOR_CHANGED, SOURCE_CHANGED, FOREIGN)
PROOFS = (REPRODUCED, REPRODUCED_TEXT)
_FILE = "file"  # the channel of a copy of the user's own
_MOST_BYTES = 50 * 1024 * 1024
_NOT_READ = ("resource_limit",)  # says something of this machine, and nothing of the document


class Unreached(NamedTuple):
    """Why the bytes were not had again."""

    reason: str


class Foreign(NamedTuple):
    """Why an address is not one that such a snapshot can have been taken from; it was not asked."""

    reason: str


class Again(NamedTuple):
    """The bytes of an origin, the charset that came with them, who gave them (for a person).

    `final_url` is the address that answered in the end. `kept`: they are those of a file beside the text.
    """

    data: bytes
    charset: str
    place: str
    final_url: str = ""
    kept: bool = False


class Rederived(NamedTuple):
    """What repeating came to: a word, a sentence, the lines that differ, the text that came out."""

    kept: Kept
    result: str
    message: str = ""
    lines: tuple[str, ...] = ()
    text: str = ""


# The address, the channel and whose snapshot it is (None where that cannot be said).
Fetch = Callable[[str, str, Identifier | None], Again | Unreached | Foreign]


def rederive(kept: Kept, evidence: Evidence, store: Store, fetch: Fetch) -> Rederived | None:
    """The comparison of a snapshot with its origin.

    None where there is no text to compare, or one that `check` says is not that of its provenance.
    """
    provenance = kept.provenance
    if kept.file.problem is not None:
        return None
    if provenance is None:
        said = "it has no provenance, so nothing says where it came from"
        return Rederived(kept, NOT_REPRODUCIBLE, said)
    if provenance.status != "ok":
        return None
    if provenance.url:
        return _from_address(kept, provenance, evidence, store, fetch)
    if provenance.channel not in ("", _FILE):
        said = f"its provenance says {shown(provenance.channel, 40)}, and names no address"
        return Rederived(kept, NOT_REPRODUCIBLE, said)
    if not provenance.original:
        said = "a file of the user's, of which no original is kept"
        return Rederived(kept, NOT_REPRODUCIBLE, said)
    return _from_kept_file(kept, provenance, evidence, store)


def _from_address(
    kept: Kept, provenance: Provenance, evidence: Evidence, store: Store, fetch: Fetch
) -> Rederived:
    came = fetch(provenance.url, provenance.channel, kept.identifier)
    if isinstance(came, Foreign):
        return Rederived(kept, FOREIGN, came.reason)
    if isinstance(came, Again):
        recorded = provenance.final_url or provenance.url
        is_page = kept.identifier is not None and kept.identifier.scheme == "url"
        if is_page and came.final_url and not same_domain(came.final_url, recorded):
            said = f"its address leads to {shown(came.final_url, 200)} now, not to {shown(recorded, 200)}"
            return Rederived(kept, SOURCE_CHANGED, said)
        return _compared(kept, provenance, evidence, came)
    if provenance.original:
        beside = _from_kept_file(kept, provenance, evidence, store)
        if beside.result in FINDINGS:
            return beside
    return Rederived(kept, UNREACHABLE, came.reason)


def _from_kept_file(kept: Kept, provenance: Provenance, evidence: Evidence, store: Store) -> Rederived:
    came = _kept_original(kept, provenance.original, store)
    if isinstance(came, Unreached):
        return Rederived(kept, UNREACHABLE, came.reason)
    digest = sha256(came.data).hexdigest()
    known = object_field(kept.raw, "source").get("sha256")
    if digest != known:
        said = f"{came.place}: its sha256 is {digest}, the provenance says {shown(str(known), 64)}"
        return Rederived(kept, ALTERED, said)
    return _compared(kept, provenance, evidence, came)


def _compared(kept: Kept, provenance: Provenance, evidence: Evidence, came: Again) -> Rederived:
    """What the bytes say of the text, of the facts about it, and of its seal."""
    before = str(object_field(kept.raw, "extraction").get("backend") or "")
    backend: BackendName = "pdfium" if before.startswith("pypdfium2") else "pdfminer"
    again = extract(came.data, sniff(came.data), backend=backend, charset=came.charset)
    if again.verdict in _NOT_READ:
        said = f"{came.place}: its bytes could not be read again here: {again.message}"
        return Rederived(kept, UNREACHABLE, said)
    reader = reader_of(kept.raw, again)
    same_bytes = sha256(came.data).hexdigest() == object_field(kept.raw, "source").get("sha256")
    if again.verdict not in ("ok", "partial"):
        said = f"what {came.place} gives is {again.verdict}: {again.message}"
        return Rederived(kept, _word(same_bytes=same_bytes, reader=reader), said)
    if sha256(text_bytes(again.text)).hexdigest() != provenance.text_sha256:
        lines = _changed(kept, again)
        if not same_bytes:
            said = f"other bytes and another text from {came.place}"
            return Rederived(kept, SOURCE_CHANGED, said, lines, again.text)
        said = f"this text does not come from these bytes ({came.place}){_reader_said(kept, again, reader)}"
        return Rederived(kept, _word(same_bytes=True, reader=reader), said, lines, again.text)
    facts = differences(kept.raw, again, same_bytes=same_bytes)
    if facts:
        names = ", ".join(each.name for each in facts)
        said = f"the text comes from these bytes ({came.place}), and these facts about it do not: {names}"
        said += _reader_said(kept, again, reader) if same_bytes else "; the bytes are others than then"
        lines = tuple(line for each in facts for line in each.lines)
        return Rederived(kept, _word(same_bytes=same_bytes, reader=reader), said, lines)
    fault = seal_fault(kept, evidence, again.text, again.furniture_line)
    if fault is not None:
        return Rederived(kept, EXTRACTOR_CHANGED if fault.other_rules else ALTERED, fault.reason)
    if came.kept:
        said = f"from {came.place}, a file beside the text: the two agree, which does not prove their origin"
        return Rederived(kept, FROM_KEPT_FILE, said)
    return Rederived(kept, REPRODUCED if same_bytes else REPRODUCED_TEXT, f"from {came.place}")


def _word(*, same_bytes: bool, reader: Reader) -> str:
    """What a difference is called."""
    if not same_bytes:
        return SOURCE_CHANGED
    return EXTRACTOR_CHANGED if reader in ("other", "none") else ALTERED


def _reader_said(kept: Kept, again: Extracted, reader: Reader) -> str:
    """The end of a sentence about a difference: whether another reader may be why."""
    if reader == "same":
        return ""
    if reader == "none":
        return "; its provenance names no reader, so another one may be why. See whether the lines are such"
    extraction = object_field(kept.raw, "extraction")
    named = f"{shown(str(extraction.get('extractor')), 40)} ({shown(str(extraction.get('backend')), 60)})"
    if reader == "impossible":
        return f"; its provenance names the reader {named}, which there never was for such a document"
    return (
        f"; its provenance names the reader {named}, here it is {again.extractor} ({again.backend}), which"
        " may be why, if nobody wrote that by hand: see whether the lines are what a reader changes. If they"
        " are, `snapshot add --replace` takes it again"
    )


def _changed(kept: Kept, again: Extracted) -> tuple[str, ...]:
    if kept.file.data is None:
        return ()
    try:
        return tuple(changed_lines(normal_text(kept.file.data), again.text))
    except UnicodeDecodeError:
        return ()


def _kept_original(kept: Kept, name: str, store: Store) -> Again | Unreached:
    """The stored original; its name is `originals/…`, behind `private/` in the private store."""
    private = name.startswith(f"{PRIVATE}/")
    parts = name.removeprefix(f"{PRIVATE}/").split("/")
    if len(parts) != 2 or parts[0] != ORIGINALS or parts[1] in ("", ".", "..") or os.sep in parts[1]:
        return Unreached("its provenance names no original that may be read")
    folder = store.private if private else store.sources
    place = folder.shown("/".join(parts))
    if os.path.islink(os.path.join(folder.path, ORIGINALS)):
        return Unreached(f"{folder.shown(ORIGINALS)}: is a symbolic link, which is not followed")
    content = read_regular(os.path.join(folder.path, *parts), _MOST_BYTES)
    if isinstance(content, Unreadable):
        return Unreached(f"{place}: {content.reason}")
    charset = object_field(kept.raw, "source").get("charset")
    return Again(content, charset if isinstance(charset, str) else "", place, kept=True)
