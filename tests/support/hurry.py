"""A session with little time for its first requests, and for the others as much as they may need."""

from __future__ import annotations

from collections.abc import Callable

from citelock.snapshotter.session import Answer, Limit, Session


class Hurried:
    """For `Asking`: the first `count` requests are given `seconds`.

    A server that is slow only once is met by one of them; little time for all would judge the machine too.
    """

    def __init__(self, session: Session, seconds: float, count: int = 1) -> None:
        self._session = session
        self._seconds = seconds
        self._left = count

    def get(
        self,
        url: str,
        accept: str,
        limit: Limit,
        *,
        hops: int = 0,
        step: Callable[[Answer, str], None] | None = None,
    ) -> Answer:
        self._left -= 1
        within = self._seconds if self._left >= 0 else None
        return self._session.get(url, accept, limit, hops=hops, step=step, within=within)
