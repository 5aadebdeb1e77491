"""The guard of speed itself: it lets a slow moment pass and nothing that is slow."""

from __future__ import annotations

import pytest

from tests.support import speed


def steps(count: int) -> int:
    return sum(number & 1 for number in range(count))


def test_work_that_is_quick_is_done_once_and_answered() -> None:
    done = []

    def work() -> int:
        done.append(steps(10))
        return 7

    assert speed.at_most(1_000, work) == 7
    assert done == [5]


def test_one_slow_moment_is_no_failure() -> None:
    sizes = [3_000_000, 10]
    speed.at_most(50, lambda: steps(sizes.pop(0)))
    assert sizes == []


def test_work_that_is_slow_each_time_fails() -> None:
    with pytest.raises(AssertionError, match=r"[0-9]+ units of work, where 10 are the most"):
        speed.at_most(10, lambda: steps(1_000_000))
