"""The whole tree of a commit, and the claims files in it as files to be audited.

Claims files are written into a private folder under numbers, because a name from a pull request is never
joined to a path; what they are called in the report is their path in the tree (action.md, sections 5 and 10).
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from citelock.checks.config import Config
from citelock.checks.errors import InputError
from citelock.checks.pull_request.evidence import Objects, below
from citelock.checks.pull_request.globs import Globs
from citelock.snapshotter.borrowed import Borrowed
from citelock.snapshotter.claims_window import too_large
from citelock.snapshotter.evidence import Evidence
from citelock.snapshotter.gitread import CommitReader, TreeEntry
from citelock.snapshotter.imported import is_report
from citelock.snapshotter.listing import way_to
from citelock.snapshotter.positions import ClaimsFile
from citelock.snapshotter.snapshot_files import EvidenceFolder

_LINK = "120000"
_MOST_FILES = 2_000_000  # of a whole repository; a hundred bytes of memory each


class Tree(NamedTuple):
    """A commit with all of its files by path from the top."""

    reader: CommitReader
    entries: Mapping[str, TreeEntry]

    @property
    def objects(self) -> Objects:
        """Mode and object of each file: two that are equal here have the same bytes."""
        return {path: (entry.mode, entry.object_id) for path, entry in self.entries.items()}

    def evidence(self, config: Config, *, trusted: bool = False) -> Evidence:
        """The evidence of this commit; texts of a private store are in no commit.

        A folder of evidence that is something else there is as good as empty; where it is `trusted` to be one
        that raises EvidenceError.
        """
        cache, sources = (EvidenceFolder(path, path) for path in (config.cache, config.sources))
        evidence = Evidence(cache, sources, config.limits, self.reader)
        folders = () if trusted else {*way_to(config.cache), *way_to(config.sources)}
        evidence.open_from({path: entry for path, entry in self.entries.items() if path not in folders})
        return evidence


def read_tree(repository: Borrowed, commit: str) -> Tree:
    """The tree of a commit that is at hand, its reader started: nothing may be started once it is judged."""
    reader = repository.reader(commit)
    entries: dict[str, TreeEntry] = {}
    for path, entry in reader.listing([""], most=_MOST_FILES).items():
        readable = _readable(path)
        if readable in entries:
            raise InputError(
                readable, "two paths of the commit read so, one of them not in UTF-8. Rename it."
            )
        entries[readable] = entry
    reader.start()
    return Tree(reader, entries)


def _readable(path: str) -> str:
    r"""The path as text: bytes that are no UTF-8 as `\xNN`, since a report is UTF-8."""
    if path.isascii():
        return path
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def claims_paths(tree: Tree, globs: Globs, config: Config) -> list[str]:
    """The paths that are claims files, sorted; nothing among the evidence is one."""
    evidence = below(tree.objects, (config.cache, config.sources))
    return globs.select(path for path in tree.entries if path not in evidence)


def write_claims(
    tree: Tree, paths: Sequence[str], folder: str, limit: int
) -> tuple[tuple[ClaimsFile, ...], list[InputError]]:
    """The claims files of these paths, written into the new `folder`, and an error for each that is none."""
    os.mkdir(folder, 0o700)
    files, faults = [], []
    for number, path in enumerate(paths):
        entry = tree.entries[path]
        if not entry.regular:
            what = "a symbolic link, which is not followed" if entry.mode == _LINK else "a submodule, no file"
            faults.append(InputError(path, f"is {what}. Commit the claims file itself."))
        elif entry.size is not None and entry.size > limit:
            faults.append(InputError(path, too_large(entry.size, limit)))
        else:
            target = os.path.join(folder, f"{number}.md" if is_report(path) else f"{number}.json")
            with open(target, "wb") as stream:
                stream.write(tree.reader.read(entry))
            files.append(ClaimsFile.at(target, path))
    return tuple(files), faults
