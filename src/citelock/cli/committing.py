"""What a commit of records says: one commit a call, each identifier in it (metadata.md, section 8)."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable

from citelock import __version__
from citelock.checks.text.excerpt import shown
from citelock.cli.errors import tell
from citelock.cli.output.plain import plain
from citelock.snapshotter.commits import CommitMessage, changed_paths, commit_paths, preflight
from citelock.snapshotter.roots import Project


def refuse_what_cannot_be_committed(project: Project, names: Iterable[str]) -> None:
    """Refuses, before anybody is asked, what the commit of these record files would stumble over."""
    folder = _cache_path(project)
    preflight(project.root, [f"{folder}/{name}" for name in sorted(names)])


def _cache_path(project: Project) -> str:
    """The cache folder relative to the root, as git is told of it."""
    folder = os.path.realpath(project.evidence.cache.path)
    return os.path.relpath(folder, os.path.realpath(project.root)).replace(os.sep, "/")


def commit_records(project: Project, names: Collection[str], command: str, subject: str = "") -> str:
    """Commits those of these record files that differ from HEAD; a line about it.

    `names` are those of the call, written now or by a run that was killed: what else has changed in the
    folder is somebody's work. `subject` stands for the usual one, `citations: 12 records added`.
    """
    paths = changed_paths(project.root, _cache_path(project), names)

    def said(committed: tuple[str, ...]) -> CommitMessage:
        identifiers = sorted({_identifier(project, path) for path in committed})
        count = f"{len(committed)} record{'s' if len(committed) != 1 else ''}"
        trailers = [("Citelock-Tool", f"citelock {__version__} {command}")]
        trailers += [("Citelock-Id", identifier) for identifier in identifiers]
        return CommitMessage(subject or f"citations: {count} added", tuple(identifiers), tuple(trailers))

    committed = commit_paths(project.root, paths, said)
    for note in committed.notes:
        tell(f"citelock: {note}")
    if committed.commit is None:
        return "commit: nothing differs from the last one\n"
    return f"commit: {committed.commit[:12]} {plain(said(committed.paths).subject)}\n"


def _identifier(project: Project, path: str) -> str:
    """The identifier that a record file carries; its name where it carries none."""
    try:
        with open(os.path.join(project.root, path), encoding="utf-8") as stream:
            value = json.load(stream)
    except (OSError, ValueError):
        return shown(path, 200)
    name = value.get("id") or value.get("doi") if isinstance(value, dict) else None
    return shown(str(name), 2048) if name else shown(path, 200)
