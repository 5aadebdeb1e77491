"""Which paths of a tree are claims files: globs matched by us, part by part, never by a shell.

`*` and `?` stay within one part of a path, `**` as a whole part stands for any number of parts, none
included. Case counts. A pattern comes from the workflow or from the base's settings, a path from anybody
(action.md, section 1).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase

from citelock.checks.errors import UsageError
from citelock.checks.text.excerpt import shown

_ANY = "**"
_MOST = 100
_LONGEST = 1000


class Globs:
    """Patterns that a path may match; refuses what could never match or would lead out of the tree."""

    def __init__(self, patterns: Sequence[str], origin: str) -> None:
        if len(patterns) > _MOST:
            raise UsageError(f"{origin}: {len(patterns)} patterns; at most {_MOST} are read.")
        for pattern in patterns:
            _refuse_unusable(pattern, origin)
        self.patterns = tuple(patterns)
        # A bracket is an ordinary character here: fnmatch would read a set of characters.
        self._parts = [pattern.replace("[", "[[]").split("/") for pattern in patterns]

    def match(self, path: str) -> bool:
        """Whether the path (relative to the top, with `/`) matches one of the patterns.

        >>> Globs(["**/claims.json"], "claims").match("a/b/claims.json")
        True
        """
        parts = path.split("/")
        return any(_matches(parts, pattern) for pattern in self._parts)

    def select(self, paths: Iterable[str]) -> list[str]:
        """The paths that match, sorted."""
        return sorted(path for path in paths if self.match(path))


def _matches(parts: Sequence[str], pattern: Sequence[str]) -> bool:
    """One pass over the pattern with the set of places in the path that it can have come to."""
    places = {0}
    for piece in pattern:
        if piece == _ANY:
            places = set(range(min(places), len(parts) + 1))
        else:
            places = {at + 1 for at in places if at < len(parts) and fnmatchcase(parts[at], piece)}
        if not places:
            return False
    return len(parts) in places


def _refuse_unusable(pattern: str, origin: str) -> None:
    parts = pattern.split("/")
    if (
        not pattern
        or len(pattern) > _LONGEST
        or not pattern.isprintable()
        or "\\" in pattern
        or any(part in ("", ".", "..") for part in parts)
    ):
        raise UsageError(
            f"{origin}: {shown(pattern, 120) or 'an empty pattern'} is no path pattern of the repository."
            " Write one such as **/claims.json: with /, without a leading /, without . or .. as a part."
        )
