"""Waiting in tests: for what happens, never for a time in which it usually has happened."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 120.0  # seconds; reached only if what is waited for never comes, however busy the machine is


def wait_until(true: Callable[[], bool]) -> None:
    """Returns as soon as it is true; fails when it never is."""
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, "what was waited for did not come"
        time.sleep(0.002)
