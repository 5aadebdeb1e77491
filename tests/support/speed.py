"""Guards against work that grows too fast: its processor time beside that of a fixed piece of work.

A bound in seconds fails by chance: machines differ, and on a busy one the same work takes longer. So the unit
is what this machine takes, at this moment, for something known, and of several tries the least counts.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")

_TRIES = 4
_TEXT = "word 12 and more, " * 650


def at_most(units: float, work: Callable[[], Result]) -> Result:
    """What `work` returns; fails if it takes more units, which are of a millisecond on a common machine.

    It is for guards, a few times above what the work takes: quadratic work is far beyond any of them.
    """
    found = []
    for _ in range(_TRIES):
        took, result = _timed(work)
        found.append(took / least(_known, 3))
        if found[-1] <= units:
            return result
    raise AssertionError(f"{min(found):.0f} units of work, where {units} are the most")


def least(work: Callable[[], object], tries: int = _TRIES) -> float:
    """Seconds of processor time that the quickest of several tries took."""
    return min(_timed(work)[0] for _ in range(tries))


def _timed(work: Callable[[], Result]) -> tuple[float, Result]:
    began = time.process_time()
    result = work()
    return time.process_time() - began, result


def _known() -> None:
    counted: dict[str, int] = {}
    for word in re.finditer(r"\w+", _TEXT):
        counted[word[0]] = counted.get(word[0], 0) + len(word[0])
