"""Judging is cut off: while it lasts, this process opens no connection and starts no program (action.md).

A container of the Action holds a token and may reach the network; a verdict needs neither. An audit hook of
the interpreter cannot be taken out again, so it is put in once and has a switch.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

_REFUSED = (
    "socket.",
    "os.exec",
    "os.fork",
    "os.posix_spawn",
    "os.spawn",
    "os.startfile",
    "os.system",
    "pty.spawn",
)
_CHILD = "subprocess.Popen"

_depth = 0
_installed = False


class Isolated(RuntimeError):
    """Something tried to leave the process while a verdict was made: a bug, never a finding."""


@contextmanager
def isolated() -> Iterator[None]:
    """Inside, opening a connection or starting a program raises Isolated."""
    global _depth, _installed
    if not _installed:
        sys.addaudithook(_refuse)
        _installed = True
    _depth += 1
    try:
        yield
    finally:
        _depth -= 1


def _refuse(event: str, _arguments: tuple[object, ...]) -> None:
    if _depth and (event == _CHILD or event.startswith(_REFUSED)):
        raise Isolated(f"{event} while a verdict was made")
