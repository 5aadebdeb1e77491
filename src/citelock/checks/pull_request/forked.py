"""A head that lacks commits of the base: what it did itself is told apart from what it merely lacks.

Two trees differ where the head changed a file and where the base did. The commits where the two parted tell
which: a path that the head has as every one of them is untouched by it, and a merge would leave there what
the base has. Whole files only and by object: text inside a file is not merged, so nobody can make a change
look like another's (action.md, section 5).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

Entry = TypeVar("Entry")


def landed(
    head: Mapping[str, Entry], base: Mapping[str, Entry], forks: Sequence[Mapping[str, Entry]] | None
) -> Mapping[str, Entry]:
    """The files as they would be once the head is merged, the head's where both changed one.

    Without forks the head holds all of the base, and is that itself. Where they are unknown (None) only what
    the head adds is its own for certain.
    """
    if forks is None:
        return {**head, **base}
    if not forks:
        return head
    files = {path: entry for path, entry in base.items() if _untouched(path, head, forks)}
    files |= {path: entry for path, entry in head.items() if not _untouched(path, head, forks)}
    return files


def compared_with(
    head: Mapping[str, Entry], base: Mapping[str, Entry], forks: Sequence[Mapping[str, Entry]] | None
) -> Mapping[str, Entry]:
    """The files that the head's are compared with: the base's, but the head's own where it touched nothing.

    >>> compared_with({"a": 1, "b": 5}, {"a": 2, "b": 2, "c": 2}, [{"a": 1, "b": 1}])
    {'a': 1, 'b': 2}
    """
    if not forks:
        return base
    files = {path: entry for path, entry in head.items() if _untouched(path, head, forks)}
    files |= {path: entry for path, entry in base.items() if not _untouched(path, head, forks)}
    return files


def touched(paths: Sequence[str], head: Mapping[str, Entry], fork: Mapping[str, Entry]) -> list[str]:
    """Those of the fork's paths that the head has otherwise, or not at all."""
    return [path for path in paths if fork[path] != head.get(path)]


def _untouched(path: str, head: Mapping[str, Entry], forks: Sequence[Mapping[str, Entry]]) -> bool:
    return all(fork.get(path) == head.get(path) for fork in forks)
