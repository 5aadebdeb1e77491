"""What the other commands print, line by line for the log of a step: one place decides how a log looks."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout

from citelock.cli.output.plain import plain

Log = Callable[[str], None]
_LONGEST = 4000  # characters of a line


class _Lines(io.TextIOBase):
    """A stream that gives each line, made safe, to the log, which prints where it would without this."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._open = ""
        self._out, self._err = sys.stdout, sys.stderr

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        *lines, self._open = (self._open + text).split("\n")
        with redirect_stdout(self._out), redirect_stderr(self._err):
            for line in lines:
                self._log(plain(line, _LONGEST))
        return len(text)

    def finish(self) -> None:
        """Gives what has no line end."""
        if self._open:
            self.write("\n")


@contextmanager
def printed_to(log: Log) -> Iterator[None]:
    """Whatever is printed in the block, to stdout or to stderr, goes to the log."""
    stream = _Lines(log)
    with redirect_stdout(stream), redirect_stderr(stream):
        try:
            yield
        finally:
            stream.finish()
