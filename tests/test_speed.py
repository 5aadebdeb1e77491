"""The guard of speed itself, with a processor that the test rules: a slow moment passes, slow work fails."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support import speed


class Processor:
    """Stands in for the module `time`; a unit is what the known work takes of it."""

    def __init__(self) -> None:
        self.units = 0.0

    def process_time(self) -> float:
        return self.units

    def works(self, units: float) -> float:
        self.units += units
        return units


@pytest.fixture
def processor(monkeypatch: pytest.MonkeyPatch) -> Processor:
    made = Processor()
    monkeypatch.setattr(speed, "time", made)
    monkeypatch.setattr(speed, "_known", lambda: made.works(1.0))
    return made


def each(processor: Processor, *units: float) -> tuple[list[float], Callable[[], float]]:
    """Work that takes these, one after another, and what it has not taken so far."""
    left = list(units)
    return left, lambda: processor.works(left.pop(0))


def test_work_that_is_quick_is_done_once_and_answered(processor: Processor) -> None:
    left, work = each(processor, 7, 7)
    assert speed.at_most(10, work) == 7
    assert left == [7]


def test_one_slow_moment_is_no_failure(processor: Processor) -> None:
    left, work = each(processor, 3000, 11, 9)
    assert speed.at_most(10, work) == 9
    assert left == []


def test_work_that_is_slow_each_time_fails(processor: Processor) -> None:
    _, work = each(processor, 12, 11, 13, 14)
    with pytest.raises(AssertionError, match=r"11 units of work, where 10 are the most"):
        speed.at_most(10, work)


def test_a_machine_that_is_slow_at_everything_is_no_failure(
    processor: Processor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speed, "_known", lambda: processor.works(50.0))
    _, work = each(processor, 450)
    assert speed.at_most(10, work) == 450


def test_the_known_work_takes_time() -> None:
    assert speed.at_most(10**6, lambda: 7) == 7
    assert speed.least(speed._known) > 0
