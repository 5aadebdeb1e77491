"""Repeating the origin of a snapshot: the same bytes again, and the same text from them.

The proof that an audited agent cannot fake (snapshots.md, section 10). It writes nothing, and a source that
cannot be reached says nothing about the text.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple

from citelock.checks.fields import object_field
from citelock.checks.text.source import normal_text
from citelock.snapshotter.extract.child import BackendName, extract
from citelock.snapshotter.extract.interface import Extracted, sniff
from citelock.snapshotter.listing import Unreadable, read_regular
from citelock.snapshotter.provenance import text_bytes
from citelock.snapshotter.snapshot_store import PRIVATE, Store
from citelock.snapshotter.snapshot_table import Kept
from citelock.snapshotter.text_changes import changed_lines

REPRODUCED = "reproduced"
REPRODUCED_TEXT = "reproduced_text"  # other bytes, as of a PDF that is stamped at every download
ALTERED = "E_SNAPSHOT_ALTERED"
EXTRACTOR_CHANGED = "extractor_changed"
SOURCE_CHANGED = "source_changed"
UNREACHABLE = "unreachable"
NOT_REPRODUCIBLE = "not_reproducible"
FINDINGS = (ALTERED, EXTRACTOR_CHANGED, SOURCE_CHANGED)
_MOST_BYTES = 50 * 1024 * 1024


class Unreached(NamedTuple):
    """Why the bytes were not had again."""

    reason: str


class Rederived(NamedTuple):
    """What repeating came to: a word, a sentence, the lines that differ, the text that came out."""

    kept: Kept
    result: str
    message: str = ""
    lines: tuple[str, ...] = ()
    text: str = ""


Fetch = Callable[[str], bytes | Unreached]


def rederive(kept: Kept, store: Store, fetch: Fetch) -> Rederived | None:
    """The comparison of a snapshot with its origin; None where there is no text to compare."""
    provenance = kept.provenance
    if provenance is None or provenance.status != "ok":
        return None
    source = object_field(kept.raw, "source")
    original = source.get("original")
    if isinstance(original, str) and original:
        data = _kept_original(original, store)
    elif provenance.url:
        data = fetch(provenance.url)
    else:
        return Rederived(kept, NOT_REPRODUCIBLE, "a file of the user's, of which no original is kept")
    if isinstance(data, Unreached):
        return Rederived(kept, UNREACHABLE, data.reason)
    return _compared(kept, data, str(source.get("charset") or ""), str(source.get("sha256") or ""))


def _compared(kept: Kept, data: bytes, charset: str, known: str) -> Rederived:
    provenance = kept.provenance
    assert provenance is not None
    extraction = object_field(kept.raw, "extraction")
    before = str(extraction.get("backend") or "")
    backend: BackendName = "pdfium" if before.startswith("pypdfium2") else "pdfminer"
    again = extract(data, sniff(data), backend=backend, charset=charset)
    same_bytes = sha256(data).hexdigest() == known
    if again.verdict not in ("ok", "partial"):
        word = ALTERED if same_bytes else SOURCE_CHANGED
        return Rederived(kept, word, f"its origin is {again.verdict} now: {again.message}")
    if sha256(text_bytes(again.text)).hexdigest() == provenance.text_sha256:
        return Rederived(kept, REPRODUCED if same_bytes else REPRODUCED_TEXT)
    lines = _changed(kept, again)
    if not same_bytes:
        return Rederived(kept, SOURCE_CHANGED, "other bytes and another text", lines, again.text)
    if (extraction.get("extractor"), before) == (again.extractor, again.backend):
        said = "this text does not come from these bytes"
        return Rederived(kept, ALTERED, said, lines, again.text)
    said = f"made by {extraction.get('extractor')} ({before}), now {again.extractor} ({again.backend})"
    return Rederived(kept, EXTRACTOR_CHANGED, f"{said}; add --replace takes the new text", lines, again.text)


def _changed(kept: Kept, again: Extracted) -> tuple[str, ...]:
    if kept.file.data is None:
        return ()
    try:
        return tuple(changed_lines(normal_text(kept.file.data), again.text))
    except UnicodeDecodeError:
        return ()


def _kept_original(name: str, store: Store) -> bytes | Unreached:
    """The stored original; its name is `originals/…`, behind `private/` in the private store."""
    private = name.startswith(f"{PRIVATE}/")
    parts = name.removeprefix(f"{PRIVATE}/").split("/")
    if len(parts) != 2 or parts[0] != "originals" or parts[1] in ("", ".", "..") or os.sep in parts[1]:
        return Unreached("its provenance names no original that may be read")
    folder = store.private if private else store.sources
    content = read_regular(os.path.join(folder.path, *parts), _MOST_BYTES)
    if isinstance(content, Unreadable):
        return Unreached(f"{folder.shown('/'.join(parts))}: {content.reason}")
    return content
