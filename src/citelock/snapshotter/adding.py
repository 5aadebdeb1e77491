"""Taking the snapshot of one work: copies one after another until one is good, then what is written.

The first copy that passes and may stand in the tree ends the ladder; else the first good one is kept apart.
What stood in the way of each step is kept for the person who asked (snapshots.md, sections 5 and 10). A
failure is recorded only where it is a fact about the work and not about this minute (web.md, section 1.1).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple

from citelock.checks.errors import InputError
from citelock.checks.identifiers import Identifier, file_stem
from citelock.checks.jsontext import parse
from citelock.checks.licences import NAMES, may_commit
from citelock.checks.records import CorruptRecord, Record
from citelock.checks.sealing import make_seal, salt_text
from citelock.checks.snapshots import Provenance
from citelock.snapshotter import kept_originals, snapshot_store
from citelock.snapshotter.copies.interface import Copy, Found, Skipped, Work
from citelock.snapshotter.evidence import Evidence
from citelock.snapshotter.provenance import Failure, Origin, SealFacts, Taken, licence_facts, text_bytes
from citelock.snapshotter.reasons import BLOCKED, NO_COPY, TEMPORARY
from citelock.snapshotter.snapshot_files import SnapshotFile
from citelock.snapshotter.snapshot_store import Store, Stored
from citelock.snapshotter.taking import FILE, Terms, Unfit, take

_OF_ADDRESSES = (NO_COPY, BLOCKED, "robots")  # say nothing of a copy; so does what a server answered
OK, UNCHANGED, FAILED, REFUSED = "ok", "unchanged", "failed", "refused"


class Wishes(NamedTuple):
    """What to do with a snapshot that is good: the options of `snapshot add` of the same names.

    `sealable` are the classes whose texts may be sealed.
    """

    terms: Terms = Terms()
    private: bool = False
    seal: bool = False
    discard: bool = False
    keep_original: bool = False
    replace: bool = False
    record_failure: bool = False
    sealable: tuple[str, ...] = NAMES


class Outcome(NamedTuple):
    """What came of one identifier.

    `status` is ok, unchanged, failed or refused (another text is there, exit 2). `steps` are the reasons of
    the steps that gave nothing. `recorded`: a failure was written down. `before` is the text that is there
    when a new one is refused.
    """

    identifier: Identifier
    status: str
    taken: Taken | None = None
    stored: Stored | None = None
    reason: str = ""
    message: str = ""
    steps: tuple[str, ...] = ()
    recorded: bool = False
    before: SnapshotFile | None = None

    @property
    def stem(self) -> str:
        """The name of its files without extension."""
        return file_stem(self.identifier)


def work_of(evidence: Evidence, identifier: Identifier, allow: frozenset[str]) -> tuple[Work, Identifier]:
    """What is known of the work, and the identifier under which its snapshot is stored.

    That is the DOI where the registry gives one for a PMID or PMCID: every spelling finds the text there.
    """
    identifier = evidence.settle(identifier)
    found = evidence.record(identifier)
    record = found.value if isinstance(found.value, Record) and found.value.status == "found" else None
    raw: object = None
    if found.path is not None and record is not None:
        content = evidence.record_content(found.path.rpartition("/")[2])
        try:
            raw = parse(content, found.path) if isinstance(content, bytes) else None
        except InputError:
            raw = None
    holder = found.holder if identifier.scheme != "url" else identifier
    asked = holder if identifier.scheme in ("pmid", "pmcid") and holder.doi is not None else identifier
    problem = found.value.reason if isinstance(found.value, CorruptRecord) else ""
    return Work(asked, record, raw if isinstance(raw, dict) else {}, allow, problem=problem), holder


def add(
    copies: Iterable[Found],
    work: Work,
    holder: Identifier,
    evidence: Evidence,
    store: Store,
    wishes: Wishes,
) -> Outcome:
    """Takes the best of the copies and writes it, or records why there is none."""
    steps: list[str] = []
    failures: list[Unfit] = []
    taken = _best(copies, work, holder, store, wishes, steps, failures)
    existing = evidence.snapshot(holder, None)
    if taken is None:
        return _failed(holder, existing, store, wishes, tuple(steps), failures)
    storage = snapshot_store.storage_of(taken, store, private=wishes.private, seal=wishes.seal)
    same = snapshot_store.is_same(existing, taken, store, storage, keep_original=wishes.keep_original)
    same = same and not (existing.original is not None and _is_misplaced(existing, taken, store))
    if same and not (wishes.replace and _is_told_more(evidence, taken)):
        place = existing.path or ""
        if storage == snapshot_store.SEALED and wishes.discard:
            snapshot_store.discard_text(file_stem(holder), store)
            place = ""
        elif storage != snapshot_store.COMMITTED and existing.data is None:
            place = snapshot_store.restore(taken, store)
        known = existing.provenance
        named = known.original if isinstance(known, Provenance) else ""
        paths = snapshot_store.paths_of(file_stem(holder), store, named)
        stored = Stored(UNCHANGED, storage, place, paths)
        return Outcome(holder, UNCHANGED, taken, stored, steps=tuple(steps))
    refusal = "" if wishes.replace else _conflict(existing, taken, storage)
    if storage == snapshot_store.SEALED and taken.decision.name not in wishes.sealable:
        refusal = f"licences.seal of citelock.yml does not name its class, {taken.decision.name}"
    if refusal:
        return Outcome(holder, REFUSED, taken, message=refusal, steps=tuple(steps), before=existing)
    seal, facts = sealed(taken) if storage == snapshot_store.SEALED else (None, None)
    stored = snapshot_store.write_taken(
        taken,
        store,
        storage,
        seal=seal,
        facts=facts,
        discard=wishes.discard,
        keep_original=wishes.keep_original,
        withheld=wishes.private or wishes.seal,
        existing=existing,
    )
    return Outcome(holder, OK, taken, stored, steps=tuple(steps))


def _is_told_more(evidence: Evidence, taken: Taken) -> bool:
    """Whether something else is known of the licence now: its address, who says so."""
    content = evidence.snapshot_content(f"{file_stem(taken.identifier)}.json")
    try:
        known = parse(content or b"", "provenance")
    except InputError:
        return True
    return not isinstance(known, dict) or known.get("licence") != licence_facts(taken)


def _is_misplaced(existing: SnapshotFile, taken: Taken, store: Store) -> bool:
    """Whether the original of this text stands in the tree against its provenance, and is to be moved."""
    return kept_originals.is_misplaced(existing, store.commit) and bool(
        kept_originals.kept_as(taken, store.sources, store.private)
    )


def sealed(taken: Taken) -> tuple[bytes, SealFacts]:
    """The seal of a text under a new salt, and what the provenance says of it."""
    salt = os.urandom(16)
    content, windows = make_seal(taken.text, taken.extracted.furniture_line, salt)
    return content, SealFacts(salt_text(salt), windows, sha256(content).hexdigest())


def _best(
    copies: Iterable[Found],
    work: Work,
    holder: Identifier,
    store: Store,
    wishes: Wishes,
    steps: list[str],
    failures: list[Unfit],
) -> Taken | None:
    """The first good copy whose text may stand in the tree, else the first good one."""
    kept: Taken | None = None
    for found in copies:
        if isinstance(found, Skipped):
            steps.append(f"{found.channel}: {found.reason}")
            failures.append(_of_skipped(found))
            continue
        taken = take(found, work, wishes.terms, holder=holder, also=_also(work, found))
        if isinstance(taken, Unfit):
            steps.append(f"{found.origin.channel}: {taken.message} ({taken.reason})")
            failures.append(taken)
            continue
        if wishes.private or wishes.seal or may_commit(taken.decision.name, store.commit):
            return taken
        if found.origin.channel != FILE:
            steps.append(f"{found.origin.channel}: a good copy, under {taken.decision.name}: kept apart")
        kept = kept or taken
    return kept


def _also(work: Work, copy: Copy) -> tuple[str, ...]:
    """DOIs that stand for the work in this copy: those of its preprints, where one was allowed."""
    if copy.version not in ("preprint", "submitted") or work.record is None:
        return ()
    return work.record.relations.get("has-preprint", ())


def _of_skipped(found: Skipped) -> Unfit:
    denied = found.denied
    if denied is not None:
        return Unfit(denied.reason, denied.message, denied.origin, denied.attempts)
    origin = Origin(found.channel)
    return Unfit(found.unknown or NO_COPY, found.reason, origin)


def _failed(
    holder: Identifier,
    existing: SnapshotFile,
    store: Store,
    wishes: Wishes,
    steps: tuple[str, ...],
    failures: list[Unfit],
) -> Outcome:
    """What a run without a copy comes to; recorded where it is a fact and no good snapshot is there."""
    said = _most_telling(failures)
    failure = Failure(holder, said.reason, said.message, said.origin, said.attempts)
    lasting = said.reason != BLOCKED and (said.reason not in TEMPORARY or wishes.record_failure)
    outcome = Outcome(holder, FAILED, reason=said.reason, message=said.message, steps=steps)
    if not lasting or existing.path is not None or snapshot_store.holds_a_good_text(existing):
        return outcome
    if is_recorded(existing, failure):
        return outcome._replace(recorded=True)
    stored = snapshot_store.write_failure(failure, store)
    return outcome._replace(stored=stored, recorded=True)


def _most_telling(failures: list[Unfit]) -> Unfit:
    """The failure that speaks for all: one that may pass, else what was wrong with a copy, else the last."""
    if not failures:
        return Unfit(NO_COPY, "no step of the ladder was tried", Origin("file"))
    if len(failures) == 1:
        return failures[0]
    passing = [each for each in failures if each.reason in TEMPORARY]
    of_copies = [each for each in failures if each.reason not in _OF_ADDRESSES and each.reason[:5] != "http_"]
    if passing or of_copies:
        return (passing or of_copies)[0]
    return failures[-1]._replace(reason=NO_COPY, message="no step has a legal copy")


def is_recorded(existing: SnapshotFile, failure: Failure) -> bool:
    """Whether this very failure stands there already: no byte is rewritten for another day."""
    known = existing.provenance
    return (
        isinstance(known, Provenance)
        and known.status == "unavailable"
        and existing.problem is None
        and (known.reason, known.channel) == (failure.reason, failure.origin.channel)
        and (known.url or None, known.http_status) == (failure.origin.url, failure.origin.status)
    )


def _told(facts: tuple[str, str, str]) -> str:
    return ", ".join(facts[:2] if facts[2] == "full" else facts)


def _conflict(existing: SnapshotFile, taken: Taken, storage: str) -> str:
    """Why what is there may not be overwritten without being asked; "" if nothing stands in the way."""
    known = existing.provenance
    if existing.sha256 is None and not (isinstance(known, Provenance) and known.status == "ok"):
        return ""
    new = sha256(text_bytes(taken.text)).hexdigest()
    there = existing.sha256 if existing.seal is None else None
    if there is None and isinstance(known, Provenance):
        there = known.text_sha256
    if there != new:
        return "another text is there already; --replace takes the new one"
    if not isinstance(known, Provenance) or known.text_sha256 != new or known.status != "ok":
        return ""  # the same text without its provenance, or a run that was ended in between
    stored = (known.storage, known.licence or "no licence", known.scope or "scope unknown")
    would = (storage, taken.decision.name, taken.vetted.scope)
    if stored == would:
        return ""
    there, here = _told(stored), _told(would)
    return f"the same text is there already as {there}, and would be {here}; --replace changes it"


def file_copy(data: bytes, path: str, today: str) -> Iterator[Found]:
    """The user's own copy: bytes decide what it is, but a `.pdf` that is none is said to be none."""
    pdf = path.lower().endswith(".pdf")
    yield Copy(data, Origin("file", retrieved=today), (), wants_pdf=pdf)
