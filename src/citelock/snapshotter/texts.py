"""The text of one snapshot as something that can be asked: decoded, folded and matched as far as needed.

What the store kept of the same bytes (the fold, answers given before) is used in their place; it changes no
answer, only what is computed (performance.md, section 4).
"""

from __future__ import annotations

from citelock.checks.snapshots import Provenance
from citelock.checks.text.answers import Answers, unpack
from citelock.checks.text.folded import Folded
from citelock.checks.text.source import SourceText, normal_text
from citelock.snapshotter.fold_store import ANSWERS, FoldStore
from citelock.snapshotter.snapshot_files import SnapshotFile, not_utf8


def open_text(snapshot: SnapshotFile, store: FoldStore) -> tuple[Answers | None, str | None]:
    """The snapshot's text to be asked, or None; and what keeps it from being trusted, if anything."""
    if snapshot.data is None or snapshot.sha256 is None:
        return None, snapshot.problem
    kept = store.get(snapshot.sha256, ANSWERS)
    known = unpack(kept, pages_of(snapshot), furniture_line_of(snapshot)) if kept is not None else {}
    if known:  # answers are kept of texts that could be decoded
        return Answers(lambda: read_text(snapshot, store), known), snapshot.problem
    try:
        source = read_text(snapshot, store)
    except UnicodeDecodeError as error:
        return None, not_utf8(snapshot, error)
    return Answers(lambda: source), snapshot.problem


def read_text(snapshot: SnapshotFile, store: FoldStore) -> SourceText:
    """The decoded text with its fold. Raises UnicodeDecodeError."""
    assert snapshot.data is not None
    assert snapshot.sha256 is not None
    text = normal_text(snapshot.data)
    kept = store.get(snapshot.sha256)
    folded = Folded.unpack(kept) if kept is not None else None
    if folded is None:
        folded = Folded.of(text)
        if store.folder is not None:
            store.put(snapshot.sha256, folded.pack())
    return SourceText(text, folded, pages_of(snapshot), line_offset(text, furniture_line_of(snapshot)))


def keep_answers(answers: Answers, snapshot: SnapshotFile, store: FoldStore) -> None:
    """Keeps the answers of this run if any of them is new."""
    if answers.fresh and store.folder is not None and snapshot.sha256 is not None:
        packed = answers.pack(pages_of(snapshot), furniture_line_of(snapshot))
        store.put(snapshot.sha256, packed, ANSWERS)


def pages_of(snapshot: SnapshotFile) -> tuple[tuple[int, int], ...]:
    """The runs of text on one page, as the provenance has them."""
    return snapshot.provenance.pages if isinstance(snapshot.provenance, Provenance) else ()


def furniture_line_of(snapshot: SnapshotFile) -> int | None:
    """The line (from 1) from which on the text is furniture, as the provenance has it."""
    return snapshot.provenance.furniture_line if isinstance(snapshot.provenance, Provenance) else None


def line_offset(text: str, line: int | None) -> int | None:
    """The offset of the first character of a line (from 1); None if the text has no such line."""
    if not line:
        return None
    at = 0
    for _ in range(line - 1):
        at = text.find("\n", at) + 1
        if not at:
            return None
    return at
