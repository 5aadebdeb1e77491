"""An audit by somebody else's workers: a real Dask cluster, one worker of it killed in the middle."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest

from citelock.cli.main import run
from tests.support.patience import PATIENCE, wait_until

SENTENCE = "The council of number {} counted {} cycling trips a day in May, more than a year before."


def project(root: Path, sources: int = 40) -> None:
    """Claims over so many sources: every fourth quotation is altered."""
    (root / "cache").mkdir()
    (root / "sources").mkdir()
    claims = []
    for number in range(sources):
        doi, said = f"10.5555/test.{number}", SENTENCE.format(number, 1000 + number)
        record = {
            "status": "found",
            "title": f"Study {number}",
            "year": 2020,
            "authors": ["Berg"],
            "doi": doi,
        }
        stem = doi.replace("/", "_")
        (root / "cache" / f"{stem}.json").write_text(json.dumps(record))
        (root / "sources" / f"{stem}.txt").write_text(f"{said}\n" + "More of the text. " * 2000 + "\n")
        quote = said.replace("more", "less") if number % 4 == 0 else said
        citation = {
            "doi": doi,
            "title": f"Study {number}",
            "year": 2020,
            "first_author": "Berg",
            "quote": quote,
        }
        claims.append({"id": f"c{number}", "text": "There were many trips.", "citations": [citation]})
    (root / "claims.json").write_text(json.dumps({"claims": claims}))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    project(tmp_path)
    return tmp_path


def audit(*options: str, out: str = "report.json") -> bytes:
    assert run(["audit", "claims.json", "--no-store", "--quiet", "--out", out, *options]) == 1
    return Path(out).read_bytes()


class Cluster(NamedTuple):
    """A scheduler and two workers, each a process of its own."""

    address: str
    workers: list[subprocess.Popen[bytes]]


@pytest.fixture
def cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cluster]:
    monkeypatch.setattr("citelock.snapshotter.clusters._PATIENCE", PATIENCE)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    elsewhere = tmp_path / "elsewhere"  # no path of the project may be read from there
    elsewhere.mkdir()
    file = tmp_path / "scheduler.json"
    scheduler = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard",
         "--scheduler-file", str(file), "--host", "127.0.0.1"],
        env=environment, cwd=elsewhere, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    wait_until(lambda: file.exists() and bool(file.read_text().strip()))
    address = json.loads(file.read_text())["address"]
    workers = [
        subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny",
             "--no-dashboard", "--host", "127.0.0.1", "--local-directory", str(tmp_path / f"worker{number}")],
            env=environment, cwd=elsewhere, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        for number in range(2)
    ]  # fmt: skip
    try:
        yield Cluster(address, workers)
    finally:
        for process in [*workers, scheduler]:
            process.kill()
            process.wait(PATIENCE)


def ready(cluster: Cluster, count: int = 2) -> None:
    from distributed import Client

    with Client(cluster.address, timeout=PATIENCE, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        client.wait_for_workers(count, timeout=PATIENCE)


def test_a_cluster_gives_the_bytes_of_one_process(here: Path, cluster: Cluster) -> None:
    ready(cluster)
    assert audit("--executor", f"dask:{cluster.address}", out="cluster.json") == audit()


def test_a_worker_that_is_killed_in_the_middle_changes_nothing(here: Path, cluster: Cluster) -> None:
    ready(cluster)
    expected = audit()

    # Asleep, so that the tasks it has been given are still to be done when its colleague dies: the speed
    # of the machine does not decide whether that is in the middle.
    asleep = cluster.workers[1]
    asleep.send_signal(signal.SIGSTOP)

    killed = threading.Event()

    def kill() -> None:
        try:
            wait_until(lambda: any(here.glob("work/*/*")))
            cluster.workers[0].send_signal(signal.SIGKILL)
            killed.set()
        finally:
            asleep.send_signal(signal.SIGCONT)

    (here / "work").mkdir()
    killer = threading.Thread(target=kill)
    killer.start()
    try:
        found = audit("--executor", f"dask:{cluster.address}", "--work-dir", "work", out="cluster.json")
        in_the_middle = killed.is_set()
    finally:
        killer.join()
    assert in_the_middle
    assert cluster.workers[0].wait(PATIENCE) == -signal.SIGKILL
    assert found == expected
    assert list((here / "work").iterdir()) == []


def test_a_cluster_without_workers_is_named(
    here: Path, cluster: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    ready(cluster)
    for worker in cluster.workers:
        worker.kill()
        worker.wait(PATIENCE)
    from distributed import Client

    with Client(cluster.address, timeout=PATIENCE, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        wait_until(lambda: not client.scheduler_info()["workers"])
    assert run(["audit", "claims.json", "--executor", f"dask:{cluster.address}"]) == 3
    assert "has no workers" in capsys.readouterr().err
    assert not Path("report.json").exists()


def test_any_executor_will_do(here: Path) -> None:
    assert audit("--executor", f"{__name__}:threads", out="other.json") == audit()


def threads() -> Executor:
    """A factory: threads of one process, as a worker of a cluster has them."""
    return ThreadPoolExecutor(8)


def test_workers_that_stay_do_not_mistake_one_project_for_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other has the same names and sizes, and another word in every text."""
    found = []
    for name in ("one", "other"):
        root = tmp_path / name
        root.mkdir()
        monkeypatch.chdir(root)
        project(root)
        for text in root.glob("sources/*.txt") if name == "other" else ():
            text.write_text(text.read_text().replace("more than", "less than"))
        found.append(audit("--executor", f"{__name__}:threads", out="elsewhere.json"))
        assert found[-1] == audit()
    assert found[0] != found[1]


def test_threads_do_not_read_each_other_s_files_of_a_commit(here: Path) -> None:
    for command in (["init", "-q"], ["add", "cache", "sources"], ["commit", "-q", "-m", "evidence"]):
        subprocess.run(["git", *command], check=True, capture_output=True)
    expected = audit("--evidence-from", "HEAD")
    for _ in range(5):
        found = audit("--evidence-from", "HEAD", "--executor", f"{__name__}:threads", out="other.json")
        assert found == expected


def no_executor() -> object:
    """A factory of something else."""
    return object()


@pytest.mark.parametrize(
    ("spec", "code", "said"),
    [
        ("", 2, "names no executor"),
        ("dask:", 2, "names no executor"),
        ("nowhere", 2, "names no executor"),
        ("no_such_module_of_ours:make", 2, "is not there"),
        (f"{__name__}:none", 2, "is not there"),
        (f"{__name__}:no_executor", 2, "makes no concurrent.futures.Executor but object"),
        ("dask:tcp://127.0.0.1:9", 3, "no Dask scheduler answers"),
        ("dask:not an address", 3, "no Dask scheduler answers"),
    ],
)
def test_what_names_no_executor_is_told(
    here: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    spec: str,
    code: int,
    said: str,
) -> None:
    monkeypatch.setattr("citelock.snapshotter.clusters._PATIENCE", 2)
    assert run(["audit", "claims.json", "--executor", spec]) == code
    assert said in capsys.readouterr().err
    assert not Path("report.json").exists()


def test_without_the_extra_the_reason_is_said(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert run(["audit", "claims.json", "--executor", "dask:tcp://127.0.0.1:9"]) == 2
    assert "citelock[dask]" in capsys.readouterr().err
