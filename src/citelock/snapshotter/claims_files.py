"""The claims files of a work tree: those that the patterns of the settings take, as the Action takes them.

Regular files only, none through a link, none among the evidence: in a repository that others write to a link
could lead anywhere (action.md, section 10).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from citelock.checks.errors import InputError, UsageError
from citelock.checks.pull_request.globs import Globs
from citelock.checks.text.excerpt import shown

_MOST = 500_000  # files that are walked over
_WILD = frozenset("*?")


def claims_below(root: str, patterns: Sequence[str], evidence: Sequence[str]) -> list[str]:
    """The paths (absolute, in order) of the files below `root` that the patterns take.

    `evidence` are the folders of evidence, relative to the root, with `/`. A pattern without a wildcard has
    to be there. Raises InputError where it is not, or is a link; UsageError for a pattern that is none.
    """
    globs = Globs(patterns, "claims")
    exact = [pattern for pattern in patterns if not _WILD & set(pattern)]
    for path in exact:
        _refuse_link(root, path)
    found = dict.fromkeys(exact)
    if len(exact) < len(patterns):
        skipped = {".git", *evidence}
        found.update(dict.fromkeys(globs.select(_files(root, skipped))))
    return [os.path.join(root, *path.split("/")) for path in sorted(found)]


def _refuse_link(root: str, path: str) -> None:
    at = root
    for part in path.split("/"):
        at = os.path.join(at, part)
        if os.path.islink(at):
            raise InputError(path, "is a symbolic link, which is not followed. Name the claims file itself.")


def _files(root: str, skipped: set[str]) -> Iterator[str]:
    """The regular files below the root, relative to it, with `/`."""
    count = 0
    for folder, names, files in os.walk(root):
        below = os.path.relpath(folder, root).replace(os.sep, "/")
        prefix = "" if below == "." else f"{below}/"
        names[:] = sorted(name for name in names if f"{prefix}{name}" not in skipped and name != ".git")
        count += len(files)
        if count > _MOST:
            raise UsageError(f"claims: more than {_MOST} files below {shown(root)}. Name the claims files.")
        for name in files:
            if not os.path.islink(os.path.join(folder, name)):
                yield f"{prefix}{name}"
