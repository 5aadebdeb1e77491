"""Waiting in tests: for what happens, never for a time in which it usually has happened."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = 120.0  # seconds; reached only if what is waited for never comes, however busy the machine is


def wait_until(true: Callable[[], bool]) -> None:
    """Returns as soon as it is true; fails when it never is."""
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, "what was waited for did not come"
        time.sleep(0.002)


@contextmanager
def no_long_wait() -> Iterator[None]:
    """Fails when the block waits for something that comes after many times PATIENCE, or never."""
    began = time.monotonic()
    yield
    assert time.monotonic() - began < PATIENCE, "it waited for what it was not to wait for"
