"""Filling `cache/`: asks the registries for what has no valid record, and writes each answer as it comes.

A record is written when its answer is complete and never otherwise, so whatever ends a run, the next one asks
only for the rest (metadata.md, section 8). Whom to ask is decided in `ladder.py`.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from citelock.checks.config import WEB_PORTS
from citelock.checks.dois import short_doi
from citelock.checks.errors import UsageError
from citelock.checks.identifiers import BadIdentifier, Identifier, file_stem, identify
from citelock.checks.limits import DEFAULT_LIMITS
from citelock.checks.projections.parts import record_bytes
from citelock.checks.records import Record
from citelock.checks.text.excerpt import shown
from citelock.snapshotter.clock import Clock
from citelock.snapshotter.evidence import Evidence
from citelock.snapshotter.files import clear_leftovers, write_atomically
from citelock.snapshotter.ladder import Ladder, Outcome
from citelock.snapshotter.listing import read_regular
from citelock.snapshotter.pace import Pace
from citelock.snapshotter.registries import doi_org
from citelock.snapshotter.registries.asking import Asking
from citelock.snapshotter.registries.interface import SERVICES, Fault, Unchecked
from citelock.snapshotter.session import Session, endpoint_of

_NOTHING: Mapping[str, str | Unchecked] = {}
STATUSES = ("found", "not_found", "no_metadata", "see")


class Resolved(NamedTuple):
    """What a run came to: for every identifier asked for or met on the way its status or why there is none.

    `outcomes` maps keys (`doi:10.…`) to a status of a record or to `Unchecked`; `written` are the names of
    the files below the cache folder, sorted; `requests` how many were sent. `expanded` are the DOIs that
    shortDOIs stand for, by where these are written.
    """

    outcomes: Mapping[str, str | Unchecked]
    written: tuple[str, ...]
    requests: int
    expanded: Mapping[str, str | Unchecked] = _NOTHING

    def count(self, status: str) -> int:
        """How many have this status; `see` are pointers and count as found."""
        return sum(outcome == status for outcome in self.outcomes.values())

    @property
    def unchecked(self) -> dict[str, Unchecked]:
        """Those without an answer, sorted by key."""
        outcomes = {**self.outcomes, **self.expanded}
        return {key: outcome for key, outcome in sorted(outcomes.items()) if isinstance(outcome, Unchecked)}


class PassedOver(NamedTuple):
    """A citation that no registry can be asked about: where it stands (`c3[0]`), and its shortDOI or ""."""

    place: str
    short: str


def expand(passed_over: Iterable[PassedOver], asker: Asking) -> dict[str, str | Unchecked]:
    """The DOIs that shortDOIs stand for, by their places; Unchecked where doi.org does not say."""
    known: dict[str, str | Unchecked] = {}
    expanded: dict[str, str | Unchecked] = {}
    for place, short in passed_over:
        if not short:
            continue
        if short not in known:
            try:
                found = doi_org.stands_for(asker, short)
                known[short] = found or Unchecked("", f"no shortDOI {short} is known to doi.org")
            except Fault as fault:
                known[short] = Unchecked(asker.host(fault.service), fault.reason)
        expanded[f"{place}: {short}"] = known[short]
    return expanded


def cited(claims: Iterable[object], passed_over: list[PassedOver] | None = None) -> Iterator[Identifier]:
    """The identifiers of all citations that can have a record, in the order of the claims.

    A web address has no record. Malformed ones are the audit's business, and are put down in `passed_over`.
    """
    from citelock.checks.claims import Claim

    for claim in claims:
        assert isinstance(claim, Claim)
        for citation in claim.citations:
            identifier = identify(citation)
            if not isinstance(identifier, Identifier):
                if passed_over is not None:
                    raw = identifier.raw if isinstance(identifier, BadIdentifier) else ""
                    passed_over.append(PassedOver(f"{claim.id}[{citation.index}]", short_doi(raw)))
            elif identifier.scheme != "url":
                yield identifier


def without_record(identifiers: Iterable[Identifier], evidence: Evidence) -> list[Identifier]:
    """Those that have no valid record yet, each once, in the order given."""
    wanted: dict[str, Identifier] = {}
    for identifier in identifiers:
        if identifier.key not in wanted and not _has_record(identifier, evidence):
            wanted[identifier.key] = identifier
    return list(wanted.values())


def _has_record(identifier: Identifier, evidence: Evidence) -> bool:
    settled = evidence.settle(identifier)
    return isinstance(evidence.record(settled).value, Record)


def asking(
    registries: Mapping[str, str],
    mailto: str | None,
    *,
    ports: Collection[int] = WEB_PORTS,
    on_wait: Callable[[str, float, str], None] | None = None,
    clock: Clock | None = None,
) -> tuple[Asking, Session]:
    """What asks, and the session to close afterwards. `registries` replace the usual base addresses.

    A configured address may be private and on any port; the usual ones, and wherever an answer leads to, may
    not, and are on one of `ports`.
    """
    clock = clock or Clock()
    bases = {**SERVICES, **registries}
    session = Session(
        mailto,
        [endpoint_of(base) for base in registries.values()],
        services=[endpoint_of(base) for base in bases.values()],
        ports=ports,
    )
    return Asking(session, bases, Pace(clock, on_wait), clock), session


def resolve(
    identifiers: Sequence[Identifier],
    folder: str,
    asker: Asking,
    *,
    on_outcome: Callable[[Mapping[str, str | Unchecked]], None] | None = None,
    limit: int = DEFAULT_LIMITS.record_bytes,
) -> Resolved:
    """Asks for all of them and writes the records into `folder`, none larger than `limit` bytes.

    An interrupt passes through; what was written by then stays and is whole. Raises UsageError if the folder
    cannot be written.
    """
    prepare(folder)
    outcomes: dict[str, str | Unchecked] = {}
    written: set[str] = set()

    def emit(identifier: Identifier, outcome: Outcome) -> None:
        name = f"{file_stem(identifier)}.json"
        if not isinstance(outcome, Unchecked):
            blocked = obstacle(folder, name)
            if blocked is not None:
                outcomes[identifier.key] = blocked
            else:
                if write_record(folder, name, outcome):
                    written.add(name)
                outcomes[identifier.key] = str(outcome["status"])
        else:
            outcomes.setdefault(identifier.key, outcome)
        if on_outcome is not None:
            on_outcome(outcomes)

    Ladder(asker, emit, limit).resolve(identifiers)
    return Resolved(outcomes, tuple(sorted(written)), asker.requests)


def obstacle(folder: str, name: str) -> Unchecked | None:
    """What is in the way of one record and is not ours to remove: the rest of a run does not wait for it."""
    try:
        mode = os.lstat(os.path.join(folder, name)).st_mode
    except OSError:
        return None
    if stat.S_ISREG(mode) or stat.S_ISLNK(mode):
        return None
    what = "a folder" if stat.S_ISDIR(mode) else "no ordinary file"
    return Unchecked("", f"{shown(name)} is {what}, and its record belongs there. Move it away")


def refuse_links(folder: str, root: str) -> None:
    """Refuses a folder for records that a link leads out of the project, or that is one itself.

    What is below the root may come from a repository: no folder on the way may be a link. Raises UsageError.
    """
    folder, root = os.path.abspath(folder), os.path.realpath(root)
    path, parts = root, os.path.relpath(folder, root).split(os.sep)
    if parts[0] == os.pardir:
        path, parts = os.path.split(folder)[0], [os.path.basename(folder)]
    for part in parts:
        path = os.path.join(path, part)
        if os.path.islink(path):
            raise UsageError(
                f"{shown(path)} is a link. Records are written into a folder of the project only."
            )


def write_record(folder: str, name: str, record: Mapping[str, object]) -> bool:
    """Writes one record, unless the same bytes are there already; whether it did."""
    data = record_bytes(record)
    path = os.path.join(folder, name)
    if read_regular(path, len(data)) == data:
        return False
    write_atomically(path, data)  # what is there and no regular file is not read, and a folder is refused
    return True


def prepare(folder: str) -> None:
    """Makes the folder, refuses one that is a link, and clears what killed runs have left in it."""
    if os.path.islink(folder):  # the folders above it: `refuse_links`
        raise UsageError(f"{shown(folder)} is a link. Records are written into a folder of the project only.")
    try:
        os.makedirs(folder, exist_ok=True)
        os.listdir(folder)
    except OSError as error:
        raise UsageError(f"{shown(folder)}: {error.strerror}. Records cannot be written there.") from error
    clear_leftovers(folder)
