"""Regular expressions that are compiled when they are first used, because compiling is most of start-up.

An audit whose quotes are found needs few of them. It knows nothing of what a pattern is for; a pattern that
every run needs is compiled in its own module as usual (performance.md, section 5).
"""

from __future__ import annotations

import re
from typing import AnyStr, cast

_METHODS = ("findall", "finditer", "fullmatch", "match", "search", "split", "sub", "subn")


class _Late:
    """Takes the compiled pattern's methods for its own at the first use; later ones cost no detour."""

    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self._source = pattern, flags

    def __getattr__(self, name: str) -> object:
        compiled = re.compile(*self._source)  # type: ignore[type-var] # text or bytes, as it was given
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)


def late(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """What `re.compile` gives, for its methods and attributes; an error in the pattern shows at first use."""
    return cast("re.Pattern[AnyStr]", _Late(pattern, flags))
