"""The daemon, the image and the runner, made once a run and only where they are asked for.

CITELOCK_DOCKER=try runs these tests where they can run and says `SKIP docker: <reason>` at the end where they
cannot; CITELOCK_DOCKER=require makes that a failure. Without either they are not run, which is said too: a
daemon of one's own needs root, two packages of Debian's, and the first time some minutes.
"""

from __future__ import annotations

import os
import time
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple, NoReturn

import pytest

from tests.docker.base import TOP, import_base
from tests.docker.daemon import Daemon, UnavailableError
from tests.docker.runner import Runner

# Read here, before a test's own surroundings take it away.
WANTED = os.environ.get("CITELOCK_DOCKER", "")
WAYS = ("", "try", "require")
NAME = "citelock:test"


class Image(NamedTuple):
    """What the Dockerfile gave: its name, that of the image it is based on, and its bytes above that."""

    name: str
    base: str
    size: int


def absent(reason: str) -> NoReturn:
    """Skips, or fails where it was required; the reason is printed at the end in either case."""
    if WANTED == "require":
        pytest.fail(f"docker: {reason}", pytrace=False)
    pytest.skip(f"docker: {reason}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """One line of the summary for all tests that were skipped for one reason, not one for each."""
    report = yield
    if isinstance(report.longrepr, tuple) and report.longrepr[2].startswith("Skipped: docker: "):
        report.longrepr = (__file__, 1, report.longrepr[2])
    return report


@pytest.fixture(scope="session")
def daemon() -> Iterator[Daemon]:
    if WANTED not in WAYS:
        pytest.fail(f"CITELOCK_DOCKER={WANTED}: write one of try, require, or leave it out.", pytrace=False)
    if not WANTED:
        absent("not asked for; `make docker` runs these tests (as root, on Debian)")
    with ExitStack() as running:
        try:
            started = running.enter_context(Daemon())
        except UnavailableError as error:
            absent(str(error))
        yield started


@pytest.fixture(scope="session")
def image(daemon: Daemon, measured: list[str]) -> Image:
    """The image of the Dockerfile as it is, built without a network."""
    try:
        base = import_base(daemon)
    except UnavailableError as error:
        absent(f"no base image: {error}")
    begun = time.monotonic()
    daemon.told(
        *("build", "--network", "none", "--progress", "plain", "--build-arg", f"PYTHON_IMAGE={base}"),
        *("--tag", NAME, str(TOP)),
        environment={"DOCKER_BUILDKIT": "1"},
        timeout=600,
    )
    took = time.monotonic() - begun
    sizes = [int(daemon.told("image", "inspect", "--format", "{{.Size}}", name)) for name in (NAME, base)]
    built = Image(NAME, base, sizes[0] - sizes[1])
    measured.append(
        f"image {built.size / 1e6:.0f} MB above its base, built in {took:.0f} s ({daemon.storage})"
    )
    return built


@pytest.fixture
def runner(daemon: Daemon, image: Image, tmp_path: Path) -> Runner:
    """A job with empty folders."""
    return Runner(daemon, image.name, tmp_path / "job")
