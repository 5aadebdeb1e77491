"""The judgements of people that a review sheet shows: files in `judgements/`, of the work tree or a commit.

They come from outside, so they are counted and weighed, and what is not shown is said.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from citelock.checks.errors import InputError
from citelock.checks.sheet.judgements import FOLDER, read_judgements
from citelock.checks.sheet.values import Judgement
from citelock.snapshotter.listing import Unreadable, read_regular
from citelock.snapshotter.trees import Tree

FILE_BYTES = 1024 * 1024
ALL_BYTES = 8 * 1024 * 1024
MOST_FILES = 1000
_MOST_PROBLEMS = 20


class Judged(NamedTuple):
    """What people have said so far, and what of it cannot be shown."""

    judgements: tuple[Judgement, ...] = ()
    problems: tuple[str, ...] = ()


def judged_in(root: str) -> Judged:
    """The judgements in the work tree, by file name."""
    folder = os.path.join(root, FOLDER)
    if os.path.islink(folder):
        return Judged(problems=(f"{FOLDER}: this is a link. Make it a folder.",))
    if not os.path.isdir(folder):
        return Judged()
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(".json"))
    except OSError as error:
        return Judged(problems=(f"{FOLDER}: cannot be read: {error.strerror}",))
    return _read(
        len(names),
        (
            (f"{FOLDER}/{name}", read_regular(os.path.join(folder, name), FILE_BYTES))
            for name in names[:MOST_FILES]
        ),
    )


def judged_in_tree(tree: Tree) -> Judged:
    """The judgements in a commit, by path: files directly in the folder."""
    paths = sorted(
        path
        for path in tree.entries
        if path.startswith(f"{FOLDER}/") and path.endswith(".json") and path.count("/") == 1
    )
    return _read(len(paths), ((path, _content(tree, path)) for path in paths[:MOST_FILES]))


def _content(tree: Tree, path: str) -> bytes | Unreadable:
    entry = tree.entries[path]
    if not entry.regular:
        return Unreadable("is not a regular file")
    if (entry.size or 0) > FILE_BYTES:
        return Unreadable(f"is larger than {FILE_BYTES:,} bytes")
    return tree.reader.read(entry)


def _read(number: int, contents: Iterable[tuple[str, bytes | Unreadable]]) -> Judged:
    """The judgements in files, in their order; what is not shown is said."""
    found: list[Judgement] = []
    problems: list[str] = []
    if number > MOST_FILES:
        problems.append(f"{FOLDER}: of {number:,} files the first {MOST_FILES:,} are shown. Remove old ones.")
    for path, content in _within(contents, problems):
        try:
            found += read_judgements(content, path)
        except InputError as error:
            problems.append(str(error))
    return Judged(tuple(found), _some(problems))


def _within(
    contents: Iterable[tuple[str, bytes | Unreadable]], problems: list[str]
) -> Iterator[tuple[str, bytes]]:
    """The files that can be read, until they are too much together."""
    total = 0
    for path, content in contents:
        if isinstance(content, Unreadable):
            problems.append(f"{path}: {content.reason}")
            continue
        total += len(content)
        if total > ALL_BYTES:
            problems.append(
                f"{FOLDER}: more than {ALL_BYTES:,} bytes; from {path} on nothing is shown. Remove old files."
            )
            return
        yield path, content


def _some(problems: Sequence[str]) -> tuple[str, ...]:
    rest = len(problems) - _MOST_PROBLEMS
    more = (f"{FOLDER}: {rest:,} more files cannot be shown",) if rest > 0 else ()
    return (*problems[:_MOST_PROBLEMS], *more)
