"""What the log of a service says of errors: where they happened, never what was asked.

The words of an error may hold a piece of a request, so of a bug only the kind is told, and the lines of code.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Iterator

LIBRARIES = ("uvicorn", "mcp", "asyncio")


def lines_of(error: BaseException) -> Iterator[str]:
    """An error and those behind it, the first one first: kind and place, without their words."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from lines_of(before)
        yield "| then"
    yield f"| {type(error).__name__}"
    for frame in traceback.extract_tb(error.__traceback__):
        yield f"|   {frame.filename}:{frame.lineno} in {frame.name}"


class Told(logging.Handler):
    """Tells of the errors of the libraries as of our own."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        super().__init__(logging.ERROR)
        self._tell = tell

    def emit(self, record: logging.LogRecord) -> None:
        """One line, and where it happened."""
        error = record.exc_info[1] if record.exc_info else None
        self._tell(
            f"error: {record.name}: {record.msg if error is not None else record.getMessage()}".rstrip()
        )
        if error is not None:
            for line in lines_of(error):
                self._tell(line)


def tell_of_libraries(tell: Callable[[str], None]) -> None:
    """From now on, errors of the libraries are told, and nothing else of them."""
    for name in LIBRARIES:
        logger = logging.getLogger(name)
        logger.handlers = [Told(tell)]
        logger.propagate = False
        logger.setLevel(logging.ERROR)
