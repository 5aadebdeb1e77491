"""Commands that run inside of a test wait for nobody."""

from __future__ import annotations

import pytest

from citelock.snapshotter.clock import Clock
from citelock.snapshotter.verification import reading
from tests.support.patience import PATIENCE


@pytest.fixture(autouse=True)
def waiting_takes_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a command waits for out of politeness has passed at once; the clock knows that it has.

    A page is given more seconds than a busy machine needs for it.

    Programs that a test starts wait as they do for a user.
    """
    now, waited = Clock.now, 0.0

    def sleep(_: Clock, seconds: float) -> None:
        nonlocal waited
        waited += max(seconds, 0.0)

    monkeypatch.setattr(reading, "PATIENCE", PATIENCE)
    monkeypatch.setattr(Clock, "sleep", sleep)
    monkeypatch.setattr(Clock, "now", lambda clock: now(clock) + waited)
