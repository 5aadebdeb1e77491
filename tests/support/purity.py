"""The audit hook that keeps pure functions honest: while it is on, files, sockets and children are refused.

It closes what import rules cannot see, the builtin `open` above all. A hook cannot be removed once it is
there, so it is installed once and switched on around a call.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

REFUSED = ("open", "os.", "socket.", "subprocess.", "shutil.", "tempfile.", "glob.", "urllib.", "time.sleep")

_on = False
_installed = False


class Impure(AssertionError):
    """A function of checks/ reached for the world outside its arguments."""


def _hook(event: str, arguments: tuple[object, ...]) -> None:
    if _on and event.startswith(REFUSED):
        raise Impure(f"{event} {arguments!r:.200}")


@contextmanager
def purely() -> Iterator[None]:
    """Refuses everything impure inside the block. Import what is needed before it: importing opens files."""
    global _on, _installed
    if not _installed:
        sys.addaudithook(_hook)
        _installed = True
    _on = True
    try:
        yield
    finally:
        _on = False
