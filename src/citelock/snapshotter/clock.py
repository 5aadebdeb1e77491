"""The only clock: what day it is, how long something takes, and waiting.

A class, so that a test can run hours of politeness in a moment. Nothing of a clock enters a record; the day
on which a snapshot was taken stands in its provenance.
"""

from __future__ import annotations

import time


class Clock:
    """The clock of the machine."""

    def now(self) -> float:
        """Seconds since some moment; never goes back."""
        return time.monotonic()

    def today(self) -> str:
        """The day in Greenwich, `YYYY-MM-DD`: the same wherever the machine stands."""
        return time.strftime("%Y-%m-%d", time.gmtime())

    def until_midnight(self) -> float:
        """Seconds until the day in Greenwich ends."""
        now = time.gmtime()
        return 86400.0 - (now.tm_hour * 60 + now.tm_min) * 60 - now.tm_sec

    def sleep(self, seconds: float) -> None:
        """Waits; an interrupt ends the waiting."""
        if seconds > 0:
            time.sleep(seconds)
