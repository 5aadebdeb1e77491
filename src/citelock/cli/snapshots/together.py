"""Several works at once: documents are read side by side, answers come in the order of the questions.

Whoever asks the network does so one request at a time, so that no host sees more of us with more jobs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

Asked = TypeVar("Asked")
Answered = TypeVar("Answered")


def in_order(one: Callable[[Asked], Answered], asked: Sequence[Asked], jobs: int) -> Iterator[Answered]:
    """`one` of each, at most `jobs` at a time; whatever ends the waiting, nothing more is begun."""
    if jobs == 1 or len(asked) < 2:
        yield from map(one, asked)
        return
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(jobs)
    try:
        yield from pool.map(one, asked)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
