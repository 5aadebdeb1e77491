"""What every test is given: no network but loopback, a git of fixed habits, none of the caller's settings.

And what it may ask for: servers that play the registries and the open web. The run ends with what could not
be tried in a container, and why.

Options of our own: `--update-goldens` and `--update-documents`; people review the diff of either.
"""

from __future__ import annotations

import itertools
import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from examples.replay.web import WebServer
from tests.support import papers
from tests.support.replay import Replay, replay
from tests.support.web import web

# Derandomised: a test is green or red, not both. `deep` is for a schedule: HYPOTHESIS_PROFILE=deep make test
# Neither of its judgements of speed is asked for: they tell of the machine and of what else runs on it.
UNTIMED = [HealthCheck.too_slow]
settings.register_profile("ci", derandomize=True, deadline=None, database=None, suppress_health_check=UNTIMED)
settings.register_profile("deep", max_examples=20_000, deadline=None, suppress_health_check=UNTIMED)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

# Set by a CI service or by a person for their own runs of citelock; either would change what is tested.
AMBIENT = ("CITELOCK_", "GITHUB_", "INPUT_", "GIT_", "RUNNER_")
MEANT_FOR_TESTS = ("_MATERIAL",)  # folders with more material than the repository holds
AMBIENT_NAMES = (
    "NO_COLOR",
    "FORCE_COLOR",
    "CLICOLOR",
    "COLUMNS",
    "PYTHONPATH",
    "PYTHONHASHSEED",
    "XDG_CACHE_HOME",
)


# What the tests of the image have measured: lines for the end of the run, which no test judges.
MEASURED = pytest.StashKey[list[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-goldens", action="store_true", help="rewrite tests/goldens from what comes out now"
    )
    parser.addoption("--update-documents", action="store_true", help="rewrite the help texts shown in docs/")


def pytest_configure() -> None:
    """Makes interrupts work again where a shell has them ignored, as it does for what runs in the background.

    The programs that tests start would inherit that.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def update_goldens(pytestconfig: pytest.Config) -> bool:
    """True when this run is asked to rewrite the goldens instead of comparing with them."""
    return bool(pytestconfig.getoption("--update-goldens"))


@pytest.fixture(scope="session")
def measured(pytestconfig: pytest.Config) -> list[str]:
    """Lines that the run ends with; append to it."""
    return pytestconfig.stash.setdefault(MEASURED, [])


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Fresh home folders, one after another; pytest's own numbering is slow by the thousand."""
    base = tmp_path_factory.mktemp("homes")
    return (base / str(number) for number in itertools.count())


@pytest.fixture(autouse=True)
def fixed_surroundings(homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own, git that reads no one's configuration, fixed author and dates; gives the home."""
    for name in list(os.environ):
        if (name.startswith(AMBIENT) and not name.endswith(MEANT_FOR_TESTS)) or name in AMBIENT_NAMES:
            monkeypatch.delenv(name)
    home = next(homes)
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("CITELOCK_CACHE_DIR", str(home / "folds"))
    for name, value in GIT.items():
        monkeypatch.setenv(name, value)
    return home


GIT = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ALLOW_PROTOCOL": "file",
    "GIT_AUTHOR_NAME": "Test",
    "GIT_AUTHOR_EMAIL": "test@example.org",
    "GIT_AUTHOR_DATE": "2024-01-01T00:00:00+00:00",
    "GIT_COMMITTER_NAME": "Test",
    "GIT_COMMITTER_EMAIL": "test@example.org",
    "GIT_COMMITTER_DATE": "2024-01-01T00:00:00+00:00",
}

LOOPBACK = ("127.", "::1", "localhost")


@pytest.fixture(autouse=True)
def no_network_but_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that reaches for another machine fails with the address it asked for."""
    connect, look_up = socket.socket.connect, socket.getaddrinfo

    def guarded_connect(self: socket.socket, address: object) -> None:
        if self.family != getattr(socket, "AF_UNIX", None):
            host = address[0] if isinstance(address, tuple) else address
            _refuse_unless_loopback(host)
        connect(self, address)  # type: ignore[arg-type]  # whatever the caller gave, unchanged

    def guarded_look_up(host: object, *arguments: object, **options: object) -> object:
        if host is not None:
            _refuse_unless_loopback(host)
        return look_up(host, *arguments, **options)  # type: ignore[arg-type]  # as above

    monkeypatch.setattr(socket.socket, "connect", guarded_connect)
    monkeypatch.setattr(socket, "getaddrinfo", guarded_look_up)


def _refuse_unless_loopback(host: object) -> None:
    name = host.decode("ascii", "replace") if isinstance(host, bytes) else str(host)
    if not name.startswith(LOOPBACK):
        pytest.fail(f"this test asks the network: {name!r}")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> Iterator[None]:
    """The last lines name the tests that ran no container, with the reason, and what was measured in one."""
    yield
    reasons = {
        report.longrepr[2].removeprefix("Skipped: ")
        for report in terminalreporter.getreports("skipped")
        if isinstance(report.longrepr, tuple)
    }
    for line in config.stash.get(MEASURED, []):
        terminalreporter.write_line(f"docker: {line}")
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name == "measured":  # by record_property, which tells it in any number of processes
                terminalreporter.write_line(f"measured: {value}")
    for reason in sorted(reasons):
        if reason.startswith("docker: "):
            terminalreporter.write_line(f"SKIP {reason}")


# --- servers on loopback, new for each test ----------------------------------------------------------


@pytest.fixture
def server() -> Iterator[Replay]:
    """The replay of the registries, as fast as anybody may ask."""
    with replay(rate=10_000) as running:
        yield running


@pytest.fixture
def registries(server: Replay) -> Replay:
    """The same; Crossref knows the made-up paper too."""
    author = {"given": "Erin", "family": papers.AUTHOR, "sequence": "first"}
    server.add_work(papers.DOI, title=[papers.TITLE], author=[author])
    return server


@pytest.fixture
def pages() -> Iterator[WebServer]:
    """A web server without any page so far."""
    with web() as running:
        yield running
