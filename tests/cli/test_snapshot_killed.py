"""`citelock snapshot add`, ended at any moment: nothing half-written, and the next run completes it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from tests.support import papers
from tests.support.moments import dies_at
from tests.support.patience import PATIENCE, wait_until
from tests.support.processes import children_of, lives

STEM = "10.5555_demo.paper"
CHANGES = 7  # of its folders: one is made sure of, two files are begun and put in place, two removed
ADD = [sys.executable, "-m", "citelock", "snapshot", "add", papers.DOI, "--file", "paper.pdf"]

ENDLESS_READING = """
import runpy, sys
from citelock.snapshotter.extract import child
child._command = lambda: [sys.executable, "-I", "-c", "import time; time.sleep(6000)"]
sys.argv[0] = "citelock"
runpy.run_module("citelock", run_name="__main__", alter_sys=True)
"""


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


@pytest.mark.parametrize("moment", range(1, CHANGES + 2))
def test_killed_at_any_moment_it_leaves_nothing_half_written(moment: int, project: Path) -> None:
    """Each change of the project's folders is one; at the last it has come to its end."""
    assert dies_at(moment, project, *ADD[3:], cwd=project) is (moment <= CHANGES)
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
    endless = [sys.executable, "-c", ENDLESS_READING, *ADD[3:]]
    program = subprocess.Popen(
        endless, cwd=project, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    )
    wait_until(lambda: children_of(program.pid) != [])  # the one that reads the PDF
    children = children_of(program.pid)
    program.send_signal(signal.SIGINT)
    _, said = program.communicate(timeout=PATIENCE)
    assert program.returncode == 130
    assert "Traceback" not in said
    assert list((project / "sources").iterdir()) == []
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
