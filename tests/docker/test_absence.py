"""A run that tried no container says so in its last lines, or fails where one was required."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docker.base import TOP

linux = pytest.mark.skipif(sys.platform != "linux", reason="the daemon is for Linux")
ONE = "tests/docker/test_image.py::test_the_image_keeps_to_its_budget"


def last_lines(wanted: str, path: Path, test: str = ONE, *, beside: str = "") -> tuple[int, list[str]]:
    """Exit code and output of a run of the tests of its own with a PATH of `path` and what `beside` adds."""
    environment = {**os.environ, "CITELOCK_DOCKER": wanted, "PATH": f"{path}{beside}"}
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", test],
        cwd=TOP,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return ran.returncode, ran.stdout.rstrip().splitlines()


@linux
def test_what_is_missing_is_named_in_the_last_lines(tmp_path: Path) -> None:
    code, lines = last_lines("try", tmp_path)
    reason = (
        "there is no dockerd here: apt-get install -y --no-install-recommends docker.io mmdebstrap"
        if os.geteuid() == 0
        else "not root"
    )
    assert (code, lines[-2]) == (0, f"SKIP docker: {reason}")
    assert "1 skipped" in lines[-1]


def test_nothing_is_started_that_was_not_asked_for(tmp_path: Path) -> None:
    code, lines = last_lines("", tmp_path)
    assert (code, lines[-2]) == (
        0,
        "SKIP docker: not asked for; `make docker` runs these tests (as root, on Debian)",
    )


def test_where_it_is_required_absence_is_a_failure(tmp_path: Path) -> None:
    code, lines = last_lines("require", tmp_path)
    assert code == 1
    assert any("docker: " in line for line in lines)
    assert not any(line.startswith("SKIP") for line in lines)
    code, lines = last_lines("perhaps", tmp_path)
    assert code == 1
    assert "CITELOCK_DOCKER=perhaps: write one of try, require, or leave it out." in lines


@linux
@pytest.mark.skipif(os.geteuid() != 0, reason="only root gets as far as that")
def test_a_dockerd_that_ends_is_quoted(tmp_path: Path) -> None:
    programs = {"dockerd": "echo first; echo 'no cgroups here' >&2; exit 1", "docker": "exit 1"}
    for name, script in programs.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n", "utf-8")
        (tmp_path / name).chmod(0o755)
    code, lines = last_lines("try", tmp_path, beside=f":{os.environ['PATH']}")
    assert (code, lines[-2]) == (0, "SKIP docker: dockerd exited: first | no cgroups here")


def test_a_run_without_these_tests_does_not_speak_of_them(tmp_path: Path) -> None:
    test = "tests/docker/test_dockerfile.py::test_apt_leaves_neither_lists_nor_caches"
    code, lines = last_lines("", tmp_path, test)
    assert (code, [line for line in lines if "SKIP" in line]) == (0, [])
