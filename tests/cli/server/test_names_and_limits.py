"""Under which names the service may be asked, and how often: the rules alone, without a socket or a clock."""

from __future__ import annotations

import pytest

from citelock.checks.errors import UsageError
from citelock.cli.server.hosts import LOOPBACK, Names, is_loopback, names_for
from citelock.cli.server.limits import BURST, Limiter
from tests.support.clocks import PatientClock

ODD = ("", "x@y", "evil.example/x", "127.0.0.1.evil.example", "http://127.0.0.1", "a:b", "[", "127.0.0.1 x")


@pytest.mark.parametrize("host", ODD)
def test_a_host_that_is_none_is_never_served(host: str) -> None:
    assert not Names([*LOOPBACK, "example.org"]).serves(host)
    assert not Names(["example.org"]).trusts(f"http://{host}")


@pytest.mark.parametrize(
    "name", ["", "example.org:8443", "https://example.org", "a/b", "x@y", "a b", "[::1]"]
)
def test_a_name_that_no_request_can_carry_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="--host-name"):
        names_for("127.0.0.1", [name], keyed=True)


@pytest.mark.parametrize(
    ("name", "host"),
    [("Example.org", "EXAMPLE.ORG:8443"), ("fd00::5", "[fd00::5]:80"), ("10.0.0.1", "10.0.0.1")],
)
def test_a_name_is_served_on_whatever_port(name: str, host: str) -> None:
    assert names_for("0.0.0.0", [name], keyed=True).serves(host)


def test_an_empty_address_would_be_all_of_them() -> None:
    with pytest.raises(UsageError, match="it is empty"):
        names_for("", ["example.org"], keyed=True)


@pytest.mark.parametrize(
    ("address", "alone"),
    [("127.0.0.1", True), ("127.8.8.8", True), ("::1", True), ("localhost", True),
     ("127.evil.example", False),
     ("0.0.0.0", False), ("", False), ("10.0.0.1", False)],
)  # fmt: skip
def test_what_only_this_machine_reaches(address: str, alone: bool) -> None:
    assert is_loopback(address) is alone


class Days(PatientClock):
    """A clock whose day is set."""

    def __init__(self) -> None:
        super().__init__()
        self.day = "2026-01-01"

    def today(self) -> str:
        return self.day

    def until_midnight(self) -> float:
        return 3600.0


def test_a_day_that_is_used_up_ends_at_midnight_and_says_so() -> None:
    clock = Days()
    limiter = Limiter(clock, daily=2)
    assert [limiter.take("a").remaining for _ in range(2)] == [1, 0]
    assert limiter.take("a").retry_after == 3600
    clock.time += 60  # the burst is long over
    assert limiter.look("a") == (BURST, 0, 3600, None)
    assert limiter.look("b") == (BURST, 2, 0, None)
    clock.day = "2026-01-02"
    assert limiter.take("a").retry_after is None


def test_a_clock_that_is_put_back_finds_the_day_as_it_left_it() -> None:
    clock = Days()
    limiter = Limiter(clock, daily=1)
    assert limiter.take("a").retry_after is None
    clock.day = "2026-01-02"
    assert limiter.take("a").retry_after is None
    clock.day = "2026-01-01"
    assert limiter.take("a").retry_after == 3600
    clock.day = "2026-01-02"
    assert limiter.take("a").retry_after == 3600


def test_a_burst_is_over_when_its_first_request_is_old_enough() -> None:
    clock = Days()
    limiter = Limiter(clock)
    for _ in range(BURST):
        assert limiter.take("a").retry_after is None
        clock.time += 0.5
    assert limiter.take("a").retry_after == 5
    assert limiter.take("b").retry_after is None
    clock.time += 5
    assert limiter.take("a").retry_after is None
