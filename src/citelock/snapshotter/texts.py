"""The text of one snapshot as something that can be asked: decoded, folded and matched as far as needed.

What the store kept of the same bytes (the fold, answers given before) is used in their place; it changes no
answer, only what is computed (performance.md, section 4).
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from citelock.checks.records import Record
from citelock.checks.snapshots import Provenance
from citelock.checks.text.answers import Answers, unpack
from citelock.snapshotter.fold_store import ANSWERS, VETTING, FoldStore
from citelock.snapshotter.opened import Opened
from citelock.snapshotter.snapshot_files import SnapshotFile, not_utf8

if TYPE_CHECKING:
    from citelock.checks.identifiers import Identifier
    from citelock.checks.sealing import Sealed
    from citelock.checks.text.source import SourceText
    from citelock.checks.vetting.answer import Vetting
    from citelock.snapshotter.consulted import Consulted

_PAGE_START = 2000  # characters (web.md, section 1, "page identity")


def open_consulted(files: Consulted, store: FoldStore) -> Opened:
    """What the snapshot of a source has to say; nothing where none was consulted."""
    snapshot, record = files.snapshot, files.record
    if snapshot is None:
        return Opened()
    if snapshot.seal is not None:
        sealed, problem = open_seal(snapshot)
        return Opened(sealed=sealed, problem=problem)
    source, problem = open_text(snapshot, store)
    if source is None:
        return Opened(problem=problem)
    if files.identifier.scheme == "url":
        return Opened(source, problem, vetting=moved_since(snapshot), page_start=page_start(snapshot))
    vetting = None
    if isinstance(record.value, Record):
        vetting = vetted(snapshot, record.value, record.sha256, files.identifier, store)
    return Opened(source, problem, vetting=vetting)


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


def open_seal(snapshot: SnapshotFile) -> tuple[Sealed | None, str | None]:
    """The seal of a text that is not at hand, or None; and what keeps it from being trusted, if anything."""
    known = snapshot.provenance
    if snapshot.seal is None or not isinstance(known, Provenance) or known.seal is None:
        return None, snapshot.problem
    from citelock.checks.sealing import BadSeal, OtherRules, read_seal  # few texts are sealed

    try:
        return read_seal(snapshot.seal, known.seal.salt, known.seal.windows), snapshot.problem
    except OtherRules:
        return None, snapshot.problem  # as good as not on this machine
    except BadSeal as error:
        return None, f"{snapshot.path}: {error}"


def read_text(snapshot: SnapshotFile, store: FoldStore) -> SourceText:
    """The decoded text with its fold. Raises UnicodeDecodeError."""
    from citelock.checks.text.folded import Folded  # where all was answered before, no text is read
    from citelock.checks.text.source import SourceText, is_normal, normal_text

    assert snapshot.data is not None
    assert snapshot.sha256 is not None
    text = normal_text(snapshot.data)
    kept = store.get(snapshot.sha256)
    folded = Folded.unpack(kept) if kept is not None else None
    if folded is None:
        folded = Folded.of(text, coded=snapshot.data if is_normal(snapshot.data) else None)
        if store.folder is not None:
            store.put(snapshot.sha256, folded.pack())
    return SourceText(text, folded, pages_of(snapshot), line_offset(text, furniture_line_of(snapshot)))


def keep_answers(answers: Answers, snapshot: SnapshotFile, store: FoldStore) -> None:
    """Keeps the answers of this run if any of them is new."""
    if answers.fresh and store.folder is not None and snapshot.sha256 is not None:
        packed = answers.pack(pages_of(snapshot), furniture_line_of(snapshot))
        store.put(snapshot.sha256, packed, ANSWERS)


def vetted(
    snapshot: SnapshotFile,
    record: Record,
    record_sha256: str | None,
    identifier: Identifier,
    store: FoldStore,
    *,
    hand_made: bool = False,
) -> Vetting | None:
    """Whether the text is the recorded work and all of it; None where nobody has vetted it before.

    A provenance that a run wrote makes a text the result of a vetting, whatever it says of the identity.
    `hand_made`: those that people wrote are vetted too.
    """
    provenance = snapshot.provenance
    if snapshot.data is None or not isinstance(provenance, Provenance):
        return None
    if not (hand_made or provenance.is_of_a_run):
        return None
    described = f"{snapshot.sha256} {snapshot.provenance_sha256} {record_sha256} {identifier.key}"
    key = sha256(described.encode("utf-8")).hexdigest()
    kept = store.get(key, VETTING)
    from citelock.checks.vetting.answer import Vetting

    if kept is not None:
        parts = kept.decode("utf-8", "replace").split("\0")
        if len(parts) == len(Vetting._fields):
            return Vetting(*parts)
    from citelock.checks.text.source import normal_text
    from citelock.checks.vetting.again import vet_again  # with all that compares names and titles

    found = vet_again(normal_text(snapshot.data), provenance, record, identifier)
    if store.folder is not None:
        store.put(key, "\0".join(found).encode("utf-8"), VETTING)
    return found


def moved_since(snapshot: SnapshotFile) -> Vetting | None:
    """What is to be said of a web page that led to another domain, where its provenance leaves that out."""
    known = snapshot.provenance
    if not isinstance(known, Provenance) or known.identity == "wrong" or not (known.url and known.final_url):
        return None
    from citelock.snapshotter.domains import same_domain  # with a table of domains, for other hosts only

    if same_domain(known.url, known.final_url):
        return None
    from citelock.checks.vetting.answer import Vetting

    found = f"the page is on another domain now: {known.final_url}"
    return Vetting("wrong", found, known.scope or "full")


def page_start(snapshot: SnapshotFile) -> str:
    """The beginning of a page's text, where its title is looked for; "" for a text without provenance."""
    if snapshot.data is None or not isinstance(snapshot.provenance, Provenance):
        return ""
    return snapshot.data[: 4 * _PAGE_START].decode("utf-8", "ignore")[:_PAGE_START]


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
