"""The only clock: what day it is, how long something takes, and waiting.

A class, so that a test can run hours of politeness in a moment; nothing of a clock enters a record.
"""

from __future__ import annotations

import time


class Clock:
    """The clock of the machine."""

    def now(self) -> float:
        """Seconds since some moment; never goes back."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Waits; an interrupt ends the waiting."""
        if seconds > 0:
            time.sleep(seconds)
