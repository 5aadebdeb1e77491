"""Progress on stderr for work that takes long, and only for a person: never in a log, never with `--quiet`.

One line, rewritten in place and wiped at the end. Nothing of it enters a result.
"""

from __future__ import annotations

import sys
import time
from types import TracebackType

_FIRST_AFTER = 1.0  # seconds; shorter work shows nothing
_EVERY = 0.1  # seconds between two drawings
_WIDTH = 20  # signs of a bar
_EVERY_LINE = 5.0  # the same where each line stays


class Progress:
    """Counts parts of known total; draws `what 12/64` when stderr is a terminal."""

    def __init__(self, what: str, *, quiet: bool = False) -> None:
        self._what = what
        self._shown = False
        self._on = not quiet and sys.stderr is not None and sys.stderr.isatty()
        self._next = time.monotonic() + _FIRST_AFTER

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Wipes the line, also when the work was interrupted."""
        if self._shown:
            sys.stderr.write("\r\x1b[2K")
            sys.stderr.flush()

    def __call__(self, done: int, total: int) -> None:
        """Says that `done` of `total` parts are finished."""
        if not self._on:
            return
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + _EVERY
        self._shown = True
        sys.stderr.write(f"\r\x1b[2K{self._what} {done}/{total}")
        sys.stderr.flush()


def bar(done: int, total: int) -> str:
    """A bar of fixed width.

    >>> bar(3, 12)
    '[#####...............]'
    """
    filled = _WIDTH * min(done, total) // max(total, 1)
    return f"[{'#' * filled}{'.' * (_WIDTH - filled)}]"


class Ticker:
    """One line about long work: rewritten in place on a terminal, else a new one every five seconds."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._on = not quiet and sys.stderr is not None
        self._is_terminal = self._on and sys.stderr.isatty()
        self._every = _EVERY if self._is_terminal else _EVERY_LINE
        self._next = time.monotonic() + (_FIRST_AFTER if self._is_terminal else _EVERY_LINE)
        self._shown = False

    def __call__(self, text: str) -> None:
        """Says how far the work is; too soon after the last time it says nothing."""
        if self._on and time.monotonic() >= self._next:
            self.note(text)

    def count(self, done: int, total: int, text: str) -> None:
        """The same for work that can be counted: on a terminal with a bar in front."""
        self(f"{bar(done, total)} {text}" if self._is_terminal else text)

    def note(self, text: str) -> None:
        """Says something now."""
        if not self._on:
            return
        self._next = time.monotonic() + self._every
        sys.stderr.write(f"\r\x1b[2K{text}" if self._is_terminal else f"citelock: {text}\n")
        sys.stderr.flush()
        self._shown = self._is_terminal

    def clear(self) -> None:
        """Wipes the line."""
        if self._shown:
            sys.stderr.write("\r\x1b[2K")
            sys.stderr.flush()
            self._shown = False
