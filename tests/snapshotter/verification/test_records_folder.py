"""The folder of records when several write to it, some of them killed, some on other machines."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from citelock.checks.errors import UsageError
from citelock.checks.verification.decide import Evidence
from citelock.checks.verification.values import Pages, Query, Request, Run, Search
from citelock.snapshotter.verification import recording
from citelock.snapshotter.verification.recording import key_of, prepare_records, read_record, write_record

REQUEST = Request("The sky is blue")
EVIDENCE = Evidence(
    Search("file", (Query("x", "", "auto", 0),), (), (), False, "2026-01-01"), Pages((), {}), None
)
RUN = Run(1, {}, "0")
KEY = "0123456789abcdef-01234567"
DAY = 86_400


def write(folder: Path) -> str:
    key = key_of(REQUEST, EVIDENCE)
    write_record(str(folder), key, REQUEST, EVIDENCE, RUN, {})
    assert read_record(str(folder), key).request == REQUEST
    return key


def leave(folder: Path, machine: str, process: int, *, age: float = 0) -> Path:
    place = folder / f".{KEY}.{machine}-{process}-0.tmp"
    (place / "pages").mkdir(parents=True)
    changed = place.stat().st_mtime - age
    os.utime(place, (changed, changed))
    return place


@pytest.fixture
def gone() -> int:
    """The number of a process that has ended."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        pass
    return process.pid


def test_what_a_killed_run_left_here_goes_and_what_runs_stays(tmp_path: Path, gone: int) -> None:
    here = recording._machine()
    dead, alive = leave(tmp_path, here, gone), leave(tmp_path, here, os.getppid())
    key = write(tmp_path)
    assert not dead.exists()
    assert sorted(tmp_path.iterdir()) == sorted([alive, tmp_path / key])


def test_what_another_machine_writes_is_left_alone_for_a_day(tmp_path: Path, gone: int) -> None:
    """Two containers have the same numbers of processes: what is nobody's here may be somebody's there."""
    writing, killed = leave(tmp_path, "0" * 8, gone), leave(tmp_path, "1" * 8, gone, age=DAY + 60)
    key = write(tmp_path)
    assert not killed.exists()
    assert sorted(tmp_path.iterdir()) == sorted([writing, tmp_path / key])


def test_a_folder_is_prepared_and_left_empty(tmp_path: Path) -> None:
    prepare_records(str(tmp_path / "a" / "b"))
    assert list((tmp_path / "a" / "b").iterdir()) == []


def test_a_folder_that_cannot_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(UsageError, match="--records"):
        prepare_records(str(tmp_path / "file" / "records"))
