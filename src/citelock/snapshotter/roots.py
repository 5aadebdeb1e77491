"""Where the project is.

The root that evidence, settings and report paths are relative to (design README, section 3).
The nearest folder, upwards from the first claims file to the git top level, that holds `citelock.yml`,
`cache/` or `sources/`; with `--evidence-from` that of the commit. Without a repository the way up ends at the
working directory.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from citelock.checks.config import Config
from citelock.checks.errors import ConfigError, UsageError
from citelock.checks.named import NamedTuple
from citelock.checks.text.excerpt import shown as excerpt
from citelock.snapshotter.evidence import Evidence
from citelock.snapshotter.listing import Unreadable, read_regular
from citelock.snapshotter.snapshot_files import PRIVATE, EvidenceFolder

if TYPE_CHECKING:
    from citelock.snapshotter.gitread import CommitReader, TreeEntry

NAME = "citelock.yml"

_FOLDERS = ("cache", "sources")
_CONFIG_BYTES = 64 * 1024


class Project(NamedTuple):
    """The root (absolute), the settings that hold there, and the evidence.

    `commit` is the full id with `--evidence-from`; `top` is the top level of the repository, None without
    one.
    """

    root: str
    config: Config
    evidence: Evidence
    commit: str | None = None
    top: str | None = None

    def shown(self, path: str) -> str:
        """The path as reports show it.

        Relative to the root, with `/` (outside of it with `..`), never absolute.
        """
        return shown_path(path, self.root)


def open_project(
    claims: str | None,
    *,
    codes: Collection[str],
    cache: str | None = None,
    sources: str | None = None,
    revision: str | None = None,
) -> Project:
    """Root, settings and evidence for the first claims file (None: for the working directory).

    `cache` and `sources` override the folders, relative to the working directory; `codes` are the
    catalogue's. Raises ConfigError, EvidenceError, BaseEvidenceMissing, UsageError.
    """
    here = os.path.realpath(os.getcwd())
    start = os.path.realpath(os.path.dirname(os.path.abspath(claims))) if claims is not None else here
    top = top_level(start)
    chosen = (cache, sources)
    if revision is not None:
        from citelock.snapshotter.gitread import open_commit

        reader = open_commit(top, revision)
        try:
            return _from_commit(start, reader, chosen, codes, fallback_to_top=claims is None)
        except BaseException:
            reader.close()
            raise
    boundary = top or (here if _within(start, here) else start)
    root = next((folder for folder in _upwards(start, boundary) if _holds_evidence(folder)), None)
    if root is None:
        root = (top or here) if claims is None else start
    config = _config(_config_bytes(os.path.join(root, NAME)), codes)
    records, texts = (
        _override(name, given, root) if given is not None else EvidenceFolder(os.path.join(root, path), path)
        for name, given, path in zip(_FOLDERS, chosen, (config.cache, config.sources), strict=True)
    )
    private = _private(config, root, texts.path)
    return Project(root, config, Evidence(records, texts, config.limits, private=private), None, top)


def committed_evidence(project: Project) -> Evidence | str:
    """The same folders as they are committed in HEAD, to be closed afterwards; or why they are not.

    "" where nobody expects it: there is no repository.
    """
    from citelock.checks.errors import BaseEvidenceMissing, CitelockError
    from citelock.snapshotter.gitread import open_commit

    if project.top is None:
        return ""
    try:
        reader = open_commit(project.top, "HEAD")
    except BaseEvidenceMissing:
        return "there is no commit yet"
    except CitelockError as error:
        return str(error)
    here = (project.evidence.cache, project.evidence.sources)
    paths = [os.path.realpath(folder.path) for folder in here]
    if not all(_within(path, reader.top) for path in paths):
        reader.close()
        return "the records lie outside of the repository"
    records, texts = (
        EvidenceFolder(_tree_path(path, reader.top), folder.label)
        for path, folder in zip(paths, here, strict=True)
    )
    return Evidence(records, texts, project.config.limits, reader, project.evidence.private)


def top_level(folder: str) -> str | None:
    """The nearest folder upwards that holds `.git`: a folder, or the file of a worktree or submodule."""
    while True:
        if os.path.lexists(os.path.join(folder, ".git")):
            return folder
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent


def shown_path(path: str, root: str) -> str:
    """The path of a file relative to the root, with `/`.

    The file itself may be a link, its folder is resolved.
    """
    folder, name = os.path.split(os.path.abspath(path))
    try:
        relative = os.path.relpath(os.path.join(os.path.realpath(folder), name), root)
    except ValueError:  # another drive of Windows
        return name
    return relative.replace(os.sep, "/")


def _from_commit(
    start: str,
    reader: CommitReader,
    chosen: tuple[str | None, str | None],
    codes: Collection[str],
    *,
    fallback_to_top: bool,
) -> Project:
    top = reader.top
    levels = [_tree_path(folder, top) for folder in _upwards(start, top)]
    names = (*_FOLDERS, NAME)
    entries = reader.listing([_joined(level, name) for level in levels for name in names])
    paths = sorted(entries)
    held = [level for level in levels if any(_has(entries, paths, level, name) for name in names)]
    root = held[0] if held else "" if fallback_to_top else levels[0]
    config = committed_config(reader, entries.get(_joined(root, NAME)), codes)
    absolute = os.path.join(top, *root.split("/")) if root else top
    records, texts = (
        _override_in_tree(name, given, reader, absolute)
        if given is not None
        else EvidenceFolder(_joined(root, path), path)
        for name, given, path in zip(_FOLDERS, chosen, (config.cache, config.sources), strict=True)
    )
    private = _private(config, absolute, os.path.join(top, *texts.path.split("/")))
    return Project(
        absolute, config, Evidence(records, texts, config.limits, reader, private), reader.commit, top
    )


def _private(config: Config, root: str, sources: str) -> EvidenceFolder:
    """The folder of texts that may not be published: always on the disk, since no commit holds them."""
    path = os.path.join(root, config.private_dir) if config.private_dir else os.path.join(sources, PRIVATE)
    return EvidenceFolder(path, shown_path(path, root))


def _upwards(folder: str, boundary: str) -> Iterator[str]:
    """The folder and its parents up to the boundary, which is one of them."""
    while True:
        yield folder
        if folder == boundary or os.path.dirname(folder) == folder:
            return
        folder = os.path.dirname(folder)


def _holds_evidence(folder: str) -> bool:
    return os.path.lexists(os.path.join(folder, NAME)) or any(
        os.path.isdir(path) or os.path.islink(path)
        for path in (os.path.join(folder, name) for name in _FOLDERS)
    )


def _has(entries: dict[str, TreeEntry], paths: list[str], folder: str, name: str) -> bool:
    """Whether a folder of a commit holds `citelock.yml` or this folder of evidence.

    A link or submodule in the place of the evidence counts: it is refused later, not passed over. `paths` are
    sorted.
    """
    path = _joined(folder, name)
    entry = entries.get(path)
    if entry is not None:
        return name == NAME or not entry.regular
    place = bisect_left(paths, f"{path}/")
    return place < len(paths) and paths[place].startswith(f"{path}/")


def _config(content: bytes | None, codes: Collection[str]) -> Config:
    if content is None:
        return Config()
    from citelock.snapshotter.configuration import read_config

    return read_config(content, codes)


def _config_bytes(path: str) -> bytes | None:
    """The bytes of `citelock.yml` in the work tree, None if there is none."""
    if not os.path.lexists(path):
        return None
    content = read_regular(path, _CONFIG_BYTES)
    if isinstance(content, Unreadable):
        raise ConfigError(NAME, f"it {content.reason}.")
    return content


def committed_config(reader: CommitReader, entry: TreeEntry | None, codes: Collection[str]) -> Config:
    """The settings in `citelock.yml` of a commit, the built-in ones where it has none. Raises ConfigError."""
    return _config(None if entry is None else _config_blob(reader, entry), codes)


def _config_blob(reader: CommitReader, entry: TreeEntry) -> bytes:
    if not entry.regular:
        raise ConfigError(NAME, f"it is no regular file in commit {reader.commit}. Commit the file itself.")
    if entry.size is not None and entry.size > _CONFIG_BYTES:
        raise ConfigError(
            NAME, f"it has {entry.size} bytes in commit {reader.commit}; at most {_CONFIG_BYTES} are read."
        )
    return reader.read(entry)


def _override(name: str, given: str, root: str) -> EvidenceFolder:
    """A folder named on the command line; a misspelt one must not look like one without evidence."""
    if not os.path.isdir(given):
        raise UsageError(f"--{name} {excerpt(given)}: there is no such folder.")
    path = os.path.realpath(given)
    return EvidenceFolder(path, shown_path(path, root))


def _override_in_tree(name: str, given: str, reader: CommitReader, root: str) -> EvidenceFolder:
    path = os.path.realpath(given)
    if not _within(path, reader.top):
        raise UsageError(f"--{name} {excerpt(given)}: it is outside of the repository {excerpt(reader.top)}.")
    inside = _tree_path(path, reader.top)
    if not reader.listing([inside]):
        raise UsageError(f"--{name} {excerpt(given)}: there is no such folder in commit {reader.commit}.")
    return EvidenceFolder(inside, shown_path(path, root))


def _within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _tree_path(folder: str, top: str) -> str:
    """The folder as git names it: relative to the top level, with `/`; "" for the top level."""
    relative = os.path.relpath(folder, top)
    return "" if relative == os.curdir else relative.replace(os.sep, "/")


def _joined(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name
