"""What the commands about snapshots share: the project's store, identifiers, committing."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Sequence
from hashlib import sha256

from citelock import __version__
from citelock.checks.errors import UsageError
from citelock.checks.id_readings import Refusal
from citelock.checks.identifiers import BadIdentifier, Identifier, parse_identifier
from citelock.checks.rules.identity import refusal
from citelock.checks.text.excerpt import shown
from citelock.checks.urls import UrlReading, read_url
from citelock.cli.errors import tell
from citelock.cli.output.plain import plain
from citelock.snapshotter.adding import FAILED, OK, UNCHANGED, Outcome
from citelock.snapshotter.reasons import BLOCKED
from citelock.snapshotter.roots import Project, shown_path
from citelock.snapshotter.snapshot_files import EvidenceFolder
from citelock.snapshotter.snapshot_store import Store

_ADDRESS = re.compile(r"(?!doi:|pmid:|pmcid:|arxiv:)[a-z][a-z0-9+.-]*://", re.IGNORECASE)


def store_of(project: Project, private_dir: str | None = None) -> Store:
    """Where the project's snapshots are written; `private_dir` is that of the command line."""
    evidence = project.evidence
    private = evidence.private
    if private_dir is not None:
        path = os.path.realpath(private_dir)
        private = evidence.private = EvidenceFolder(path, shown_path(path, project.root))
    assert private is not None
    return Store(evidence.sources, private, project.config.commit_licences)


def identifier_of(name: str) -> Identifier:
    """The identifier typed on the command line. Raises UsageError."""
    identifier = parse_identifier(name)
    if isinstance(identifier, BadIdentifier):
        raise UsageError(f"{plain(name)}: {refusal(identifier)}")
    return identifier


def page_of(name: str, allowed: Collection[str]) -> Identifier | Outcome | None:
    """The page that an address names, or its failure if no page is fetched from there (E_URL_BLOCKED).

    None for what is no address, or is one of a scholarly work. `allowed` are host:port pairs that may be
    private.
    """
    if _ADDRESS.match(name.strip()) is None:
        return None
    reading = read_url(name)
    if isinstance(reading, Refusal):
        anywhere = read_url(name, public=False)
        if isinstance(anywhere, UrlReading) and anywhere.host in allowed:
            return Identifier("url", anywhere.value)
    if not isinstance(reading, Refusal):
        return None
    said = Identifier("url", shown(name.strip(), 200))
    return Outcome(said, FAILED, reason=BLOCKED, message=f"the address {reading.reason}. {reading.hint}")


def claims_files(project: Project, claims: Sequence[str]) -> list[tuple[str, str]]:
    """Claims files with the names that reports show."""
    return [(path, project.shown(path)) for path in claims]


def sources_path(project: Project) -> str:
    """The folder of sources relative to the root, as git is told of it."""
    folder = os.path.realpath(project.evidence.sources.path)
    return os.path.relpath(folder, os.path.realpath(project.root)).replace(os.sep, "/")


def refuse_what_cannot_be_committed(project: Project, stems: Sequence[str]) -> None:
    """Refuses, before anybody is asked, what the commit of these snapshots would stumble over."""
    from citelock.snapshotter.commits import preflight

    folder = sources_path(project)
    preflight(project.root, [f"{folder}/{stem}{end}" for stem in stems for end in (".txt", ".json", ".seal")])


def commit_snapshots(project: Project, outcomes: Sequence[Outcome]) -> str:
    """One commit of what these outcomes wrote, and nothing else; a line about it."""
    from citelock.snapshotter.commits import CommitMessage, commit_paths

    folder = sources_path(project)
    by_path = {
        f"{folder}/{name}": each for each in outcomes if _is_recorded(each) for name in _files_of(each)
    }

    def said(committed: tuple[str, ...]) -> CommitMessage:
        own = {by_path[path].identifier.key: by_path[path] for path in committed}
        lines = [_line(own[key]) for key in sorted(own)]
        trailers = [("Citelock-Tool", f"citelock {__version__} snapshot add")]
        for key in sorted(own):
            trailers.append(("Citelock-Id", key))
            taken = own[key].taken
            if taken is not None:
                trailers.append(("Citelock-Source-SHA256", sha256(taken.data).hexdigest()))
        if len(lines) == 1:
            return CommitMessage(f"snapshot: {lines[0]}", (), tuple(trailers))
        return CommitMessage(f"snapshot: {len(lines)} added", tuple(lines), tuple(trailers))

    committed = commit_paths(project.root, sorted(by_path), said)
    for note in committed.notes:
        tell(f"citelock: {note}")
    if committed.commit is None:
        return "commit: nothing differs from the last one\n"
    return f"commit: {committed.commit[:12]} {plain(said(committed.paths).subject)}\n"


def _is_recorded(outcome: Outcome) -> bool:
    """Whether there are files of this outcome, written now or in a run that did not get as far as here."""
    return outcome.status in (OK, UNCHANGED) or outcome.recorded


def _files_of(outcome: Outcome) -> set[str]:
    written = outcome.stored.paths if outcome.stored is not None else ()
    return {f"{outcome.stem}{ending}" for ending in (".txt", ".json", ".seal")}.union(written)


def _line(outcome: Outcome) -> str:
    """`doi:10.… (europepmc, cc-by)`, or the reason of a failure."""
    taken = outcome.taken
    if taken is None:
        return f"{outcome.identifier.key} (unavailable: {outcome.reason})"
    return f"{outcome.identifier.key} ({taken.origin.channel}, {taken.decision.name})"
