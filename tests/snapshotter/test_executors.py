"""Parts run in this process or in workers with the same answers, and no worker is left behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from citelock.checks.errors import CitelockError, CollectionError, EvidenceDiffers, InputError
from citelock.snapshotter.executors import run_parts
from tests.support.patience import PATIENCE, wait_until
from tests.support.processes import lives


def square(number: int) -> int:
    return number * number


def refuse(number: int) -> int:
    if number == 3:
        raise InputError("claims.json", "wrong", line=12, column=7, pointer="claims[3]")
    return number


def die(number: int) -> int:
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def differ(_number: int) -> int:
    raise EvidenceDiffers("worker sees other evidence")


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_workers_give_the_answers_of_one_process(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this platform cannot {method}")
    parts = list(range(8))

    assert sorted(run_parts(square, parts, jobs=2, start_method=method)) == list(run_parts(square, parts))
    assert multiprocessing.active_children() == []


def test_an_error_of_a_part_arrives_whole() -> None:
    with pytest.raises(InputError) as caught:
        list(run_parts(refuse, list(range(8)), jobs=2))

    assert str(caught.value) == "claims.json:12:7: claims[3]: wrong"
    assert multiprocessing.active_children() == []


def test_a_killed_worker_is_a_named_error_and_leaves_no_other_behind() -> None:
    with pytest.raises(CollectionError, match="a worker process ended unexpectedly") as caught:
        list(run_parts(die, list(range(8)), jobs=2))

    assert caught.value.exit_code == 3
    assert multiprocessing.active_children() == []


def test_a_worker_that_sees_other_evidence_is_exit_3() -> None:
    with pytest.raises(CitelockError) as caught:
        list(run_parts(differ, [1, 2], jobs=2))

    assert caught.value.exit_code == 3


def test_whoever_stops_reading_leaves_no_worker() -> None:
    answers = run_parts(square, list(range(8)), jobs=2)
    next(answers)
    answers.close()  # type: ignore[attr-defined] # a generator when there is more than one job

    assert multiprocessing.active_children() == []


_PARENT = """
import os, sys, time
sys.path.insert(0, sys.argv[1])
from citelock.snapshotter.executors import run_parts
def wait(number):
    os.write(1, b"%d\\n" % os.getpid())
    time.sleep(600)
    return number
if __name__ == "__main__":
    list(run_parts(wait, [1, 2], jobs=2, start_method="fork"))
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_workers_end_when_the_parent_is_interrupted_or_killed(tmp_path: Path, number: signal.Signals) -> None:
    script = tmp_path / "parent.py"
    script.write_text(_PARENT, encoding="utf-8")
    source = Path(__file__).parents[2] / "src"
    parent = subprocess.Popen(
        [sys.executable, str(script), str(source)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert parent.stdout is not None
    workers = [int(parent.stdout.readline()) for _ in range(2)]

    parent.send_signal(number)
    parent.wait(timeout=PATIENCE)
    parent.stdout.close()

    wait_until(lambda: not any(map(lives, workers)))


_ENDED_EARLY = """
import os, signal, sys
sys.path.insert(0, sys.argv[1])
from citelock.checks.errors import CollectionError
from citelock.snapshotter.executors import run_parts
signal.signal(signal.SIGTERM, signal.default_int_handler)
os.register_at_fork(after_in_child=lambda: os.kill(os.getpid(), signal.SIGTERM))
try:
    list(run_parts(abs, [1, 2], jobs=2, start_method="fork"))
except CollectionError:
    print("ended")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this platform cannot fork")
def test_a_worker_that_is_ended_before_it_has_begun_says_nothing() -> None:
    source = Path(__file__).parents[2] / "src"
    ran = subprocess.run(
        [sys.executable, "-c", _ENDED_EARLY, str(source)], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "ended\n", "")
