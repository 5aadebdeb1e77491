"""`citelock snapshot add`, ended at any moment: nothing half-written, and the next run completes it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path

import pytest

from tests.support import papers
from tests.support.patience import PATIENCE, wait_until
from tests.support.processes import children_of, lives

STEM = "10.5555_demo.paper"
ADD = [sys.executable, "-m", "citelock", "snapshot", "add", papers.DOI, "--file", "paper.pdf"]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in ("cache", "sources"):
        (tmp_path / name).mkdir()
    record = {
        "schema": "citelock-record/1", "id": f"doi:{papers.DOI}", "status": "found", "source": "crossref",
        "titles": [papers.TITLE], "licenses": [{"url": papers.BY, "version": "vor"}],
    }  # fmt: skip
    (tmp_path / "cache" / f"{STEM}.json").write_text(json.dumps(record), "utf-8")
    (tmp_path / "paper.pdf").write_bytes(papers.pdf())
    return tmp_path


@pytest.mark.parametrize("after", [0.05, 0.2, 0.35, 0.5, 0.65, 0.8])
def test_killed_at_any_moment_it_leaves_nothing_half_written(after: float, project: Path) -> None:
    program = subprocess.Popen(ADD, cwd=project, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(after)
    program.kill()
    program.wait()
    text, provenance = (project / "sources" / f"{STEM}{end}" for end in (".txt", ".json"))
    assert provenance.exists() or not text.exists()
    if text.exists():
        value = json.loads(provenance.read_text("utf-8"))
        assert value["text"]["sha256"] == sha256(text.read_bytes()).hexdigest()
    subprocess.run(ADD, cwd=project, check=True, stdout=subprocess.DEVNULL)
    value = json.loads(provenance.read_text("utf-8"))
    assert value["text"]["sha256"] == sha256(text.read_bytes()).hexdigest()
    assert sorted(path.name for path in (project / "sources").iterdir()) == [f"{STEM}.json", f"{STEM}.txt"]


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="finds the child in /proc")
def test_an_interrupt_is_said_and_leaves_no_child(project: Path) -> None:
    program = subprocess.Popen(
        ADD, cwd=project, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    )
    wait_until(lambda: children_of(program.pid) != [])  # the one that reads the PDF
    children = children_of(program.pid)
    program.send_signal(signal.SIGINT)
    _, said = program.communicate(timeout=PATIENCE)
    assert program.returncode in (0, 130)  # it may have been quicker
    if program.returncode == 130:
        assert "Traceback" not in said
        assert not (project / "sources" / f"{STEM}.json").exists()
    wait_until(lambda: not any(map(lives, children)))


def test_the_same_bytes_in_another_place_zone_locale_and_hash_seed(project: Path, tmp_path: Path) -> None:
    found = []
    for number, settings in enumerate(
        ({"TZ": "UTC", "LC_ALL": "C", "PYTHONHASHSEED": "1"}, {"TZ": "Asia/Tokyo", "PYTHONHASHSEED": "2"})
    ):
        environment = {**os.environ, **settings}
        subprocess.run(ADD, cwd=project, check=True, env=environment, stdout=subprocess.DEVNULL)
        found.append({path.name: path.read_bytes() for path in (project / "sources").iterdir()})
        for path in (project / "sources").iterdir():
            path.unlink()
        assert len(found[number]) == 2
    assert found[0] == found[1]
