"""Evidence that a pull request brings, checked in itself: is each file what its name says.

Governed by action.md, section 5. Whatever cites it, or nothing at all: what is merged unseen today is the
base of tomorrow. Only the files that differ are read. Whether the evidence is genuine is not to be known
here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from citelock.checks.config import Config
from citelock.checks.findings import Finding
from citelock.checks.identifiers import Identifier
from citelock.checks.pull_request.values import DELETED
from citelock.checks.rules.snapshot import without_provenance
from citelock.checks.sentences import message
from citelock.checks.text.excerpt import shown
from citelock.snapshotter.checking import check_all
from citelock.snapshotter.evidence import Evidence
from citelock.snapshotter.gitread import TreeEntry
from citelock.snapshotter.known import readers_of, record_in
from citelock.snapshotter.listing import folded_name, way_to
from citelock.snapshotter.snapshot_table import kept

_RECORD = ".json"
_SNAPSHOT = (".txt", ".json", ".seal")
_OTHER = ("originals", ".private")  # folders below that of sources, which no name is looked up in


def check_changed(
    changes: Mapping[str, str],
    tree: Mapping[str, TreeEntry],
    config: Config,
    evidence: Evidence,
    cited: Collection[Identifier],
) -> list[tuple[str, Finding]]:
    """What is wrong with the changed files, by path; `evidence` is that of the head, `tree` all of its files.

    `cited` are the works of the claims: a hand-made record that does not say whose it is belongs to the one
    that reads it.
    """
    present = [path for path, kind in changes.items() if kind != DELETED]
    found: list[tuple[str, Finding]] = []
    readers = readers_of(cited)
    for path in _directly_below(present, config.cache):
        if path.endswith(_RECORD):
            name = path.rpartition("/")[2]
            read = record_in(name, evidence.record_content(name), readers)
            if isinstance(read, str):
                found.append((path, _corrupt(path, read)))
    found += _of_snapshots(changes, tree, config, evidence)
    for folder, code in ((config.cache, "E_CACHE_CORRUPT"), (config.sources, "E_SNAPSHOT_ALTERED")):
        for taken in (each for each in way_to(folder) if each in tree):
            said = message("is no folder, but a file, a link or a submodule", place=shown(taken, 200))
            found.append((taken, Finding(code, said)))
    for folder in (config.cache, config.sources):
        found += _twins(_directly_below(present, folder), _directly_below(tree, folder))
    return sorted(found)


def _directly_below(paths: Iterable[str], folder: str) -> list[str]:
    prefix = f"{folder}/"
    return sorted(path for path in paths if path.startswith(prefix) and "/" not in path[len(prefix) :])


def _corrupt(path: str, reason: str) -> Finding:
    return Finding("E_CACHE_CORRUPT", message(f"{shown(path, 200)}: {reason}"))


def _of_snapshots(
    changes: Mapping[str, str], tree: Mapping[str, TreeEntry], config: Config, evidence: Evidence
) -> Iterator[tuple[str, Finding]]:
    """What `snapshot check` says of each text of which a file differs, at one of its files."""
    by_stem: dict[str, list[str]] = {}
    for path in _directly_below(changes, config.sources):
        stem, dot, ending = path.rpartition("/")[2].rpartition(".")
        if stem and dot + ending in _SNAPSHOT:
            by_stem.setdefault(stem, []).append(path)
    for stem, paths in sorted(by_stem.items()):
        left = [path for path in paths if changes[path] != DELETED]
        others = [f"{config.sources}/{stem}{ending}" for ending in _SNAPSHOT]
        left += [path for path in others if path in tree and path not in left]
        if not left:
            continue
        links = [path for path in left if not tree[path].regular]
        if links:
            yield from ((path, _no_file(path)) for path in links)
            continue
        # Whoever brings a text says by its provenance whether it was vetted: here that decides nothing.
        for checked in check_all([kept(evidence, stem)], config, evidence, hand_made=True):
            yield from ((left[0], finding) for finding in checked.findings)
            file = checked.kept.file
            if not checked.findings and file.data is not None and file.provenance is None:
                yield file.path or left[0], without_provenance(file.path)


def _no_file(path: str) -> Finding:
    said = message(f"{shown(path, 200)}: is no regular file", "commit the text itself")
    return Finding("E_SNAPSHOT_ALTERED", said)


def _twins(changed: Iterable[str], names: Iterable[str]) -> Iterator[tuple[str, Finding]]:
    """E_SLUG_COLLISION for a changed file whose name is another's on a disk that knows no case."""
    by_folded: dict[str, list[str]] = {}
    for path in names:
        by_folded.setdefault(folded_name(path), []).append(path)
    for path in changed:
        others = [other for other in by_folded.get(folded_name(path), ()) if other != path]
        if others:
            said = message(
                f"{shown(path, 200)} and {shown(others[0], 200)} are one file on a disk that knows no case",
                "keep one of them",
            )
            yield path, Finding("E_SLUG_COLLISION", said, found=others[0])


def twin_folders(changes: Mapping[str, str], config: Config) -> Iterator[tuple[str, Finding]]:
    """E_SLUG_COLLISION for changed files that such a disk puts among the evidence, and git elsewhere.

    `changes` are those of the whole tree. Each such folder is told of once, at its first file:
    `Cache/a.json` beside `cache/a.json`.
    """
    present = sorted(path for path, kind in changes.items() if kind != DELETED)
    for folder in (config.cache, config.sources):
        yield from _twins_of(folder, present)


def _twins_of(folder: str, paths: Iterable[str]) -> Iterator[tuple[str, Finding]]:
    depth, wanted = folder.count("/") + 1, folded_name(folder)
    told = {folder}
    for path in paths:
        begin = "/".join(path.split("/", depth)[:depth])
        if begin not in told and folded_name(begin) == wanted:
            told.add(begin)
            said = message(
                f"it is one folder with {shown(folder, 200)} on a disk that knows no case",
                f"move what is in it to {shown(folder, 200)}",
                place=shown(begin, 200),
            )
            yield path, Finding("E_SLUG_COLLISION", said, found=folder)
