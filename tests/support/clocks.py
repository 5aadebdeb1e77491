"""A clock for tests: hours of politeness pass in a moment, and what was waited for is known."""

from __future__ import annotations

from citelock.snapshotter.clock import Clock


class PatientClock(Clock):
    """Starts at 0; sleeping moves it and takes no time."""

    def __init__(self) -> None:
        self.time = 0.0
        self.slept: list[float] = []

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        if seconds > 0:
            self.slept.append(seconds)
            self.time += seconds
