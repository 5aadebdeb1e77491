"""How often each key may ask: ten requests in ten seconds, and so many a day (verify.md, section 7).

A refused request costs nothing further. Counted in memory: a restart begins anew. A clock that is put back
over midnight finds the day as it left it.
"""

from __future__ import annotations

import math
import threading
from collections import deque
from typing import NamedTuple

from citelock.snapshotter.clock import Clock

BURST, WINDOW = 10, 10.0  # requests, seconds


class Standing(NamedTuple):
    """Where a key stands: `remaining` of `limit` requests, `reset` seconds until there is one more.

    `retry_after` is None where the request was let through.
    """

    limit: int
    remaining: int
    reset: int
    retry_after: int | None = None


class Limiter:
    """Counts the requests of each key; many threads may ask. `daily` None: no limit a day."""

    def __init__(self, clock: Clock, daily: int | None = None, burst: int = BURST) -> None:
        self._clock = clock
        self._daily = daily
        self._burst = burst
        self._lock = threading.Lock()
        self._recent: dict[str, deque[float]] = {}
        self._days: dict[str, dict[str, int]] = {}  # the last two that the clock has shown

    def take(self, name: str) -> Standing:
        """Counts one request, or says when to come again."""
        with self._lock:
            recent, now = self._window(name)
            if len(recent) >= self._burst:
                wait = math.ceil(max(recent[0] + WINDOW - now, 0.001))
                return Standing(self._burst, 0, wait, wait)
            counted = self._counted()
            if self._daily is not None and counted.get(name, 0) >= self._daily:
                wait = math.ceil(self._clock.until_midnight())
                return Standing(self._burst, 0, wait, wait)
            recent.append(now)
            counted[name] = counted.get(name, 0) + 1
            return self._standing(name, recent, now)

    def look(self, name: str) -> Standing:
        """Where the key stands, without counting anything."""
        with self._lock:
            return self._standing(name, *self._window(name))

    def _standing(self, name: str, recent: deque[float], now: float) -> Standing:
        left = self._burst - len(recent)
        reset = math.ceil(max(recent[0] + WINDOW - now, 0.0)) if recent else 0
        if self._daily is not None:
            today = self._daily - self._counted().get(name, 0)
            left = min(left, today)
            if today <= 0:
                reset = math.ceil(self._clock.until_midnight())
        return Standing(self._burst, left, reset)

    def _window(self, name: str) -> tuple[deque[float], float]:
        now = self._clock.now()
        recent = self._recent.setdefault(name, deque())
        while recent and recent[0] + WINDOW <= now:
            recent.popleft()
        return recent, now

    def _counted(self) -> dict[str, int]:
        day = self._clock.today()
        if day not in self._days:
            self._days = dict([*self._days.items()][-1:])
            self._days[day] = {}
        return self._days[day]
