"""The step `snapshot-verify`: what does not come from its origin fails, what cannot be reached is told."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from citelock.checks.config import Config
from citelock.cli.action import snapshot_verify
from citelock.cli.errors import tell
from citelock.cli.main import run
from examples.replay.messages import Answer, page
from examples.replay.web import WebServer
from tests.support import papers
from tests.support.clocks import PatientClock
from tests.support.web import web

HTML = (("Content-Type", "text/html; charset=utf-8"),)
CONFIG = Config(mailto="you@example.org")
STEM = "10.5555_demo.paper"


@pytest.fixture
def pages() -> Iterator[WebServer]:
    with web() as server:
        yield server


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a kept original and a page."""
    folder = tmp_path / "project"
    (folder / "cache").mkdir(parents=True)
    (folder / "sources").mkdir()
    monkeypatch.chdir(folder)
    record = {"status": "found", "title": papers.TITLE, "year": 2024, "authors": [papers.AUTHOR]}
    (folder / "cache" / f"{STEM}.json").write_text(json.dumps(record), "utf-8")
    (folder / "paper.xml").write_bytes(papers.jats())
    assert run(["snapshot", "add", papers.DOI, "--file", "paper.xml", "--keep-original"]) == 0
    return folder


class Step:
    def __init__(self, project: Path, pages: WebServer) -> None:
        self.project, self.pages = project, pages
        self.lines: list[str] = []
        self.notices: list[str] = []

    def run(self, *stems: str, clock: PatientClock | None = None) -> int:
        self.lines, self.notices = [], []
        inputs = snapshot_verify.Inputs(str(self.project), stems, CONFIG, (self.pages.endpoint,))
        return snapshot_verify.run(inputs, self.lines.append, self.notices.append, clock)


@pytest.fixture
def step(project: Path, pages: WebServer) -> Step:
    return Step(project, pages)


def add_page(step: Step) -> str:
    """Takes a page and gives the stem of its snapshot."""
    step.pages.pages["/report"] = Answer(200, HTML, papers.html(licence=papers.BY))
    assert run(["snapshot", "add", f"{step.pages.base}/report", "--allow-host", step.pages.endpoint]) == 0
    (found,) = (step.project / "sources").glob("url_*.json")
    return found.stem


def forge(project: Path, stem: str = STEM) -> None:
    text = project / "sources" / f"{stem}.txt"
    text.write_bytes(text.read_bytes().replace(b"from 18 to 7", b"from 81 to 7"))
    path = project / "sources" / f"{stem}.json"
    value = json.loads(path.read_text("utf-8"))
    value["text"]["sha256"] = hashlib.sha256(text.read_bytes()).hexdigest()
    path.write_text(json.dumps(value), "utf-8")


def test_texts_that_come_from_their_origins_pass_and_a_kept_file_is_told_to_prove_nothing(step: Step) -> None:
    stem = add_page(step)
    assert step.run(STEM, stem) == 0
    assert step.lines == [
        f"url:{step.pages.base}/report: reproduced: from {step.pages.endpoint} (url)",
        "snapshots=2 findings=0 reproduced=1 reproduced_from_kept_file=1",
    ]
    assert [line.split(": ")[1] for line in step.notices] == ["reproduced_from_kept_file"]


def test_a_forged_text_with_a_matching_hash_fails(step: Step) -> None:
    forge(step.project)
    assert step.run(STEM) == 1
    said = f"doi:{papers.DOI}: E_SNAPSHOT_ALTERED: this text does not come from these bytes"
    assert any(line.startswith(said) for line in step.lines)
    assert any("from 81 to 7" in line for line in step.lines)


def test_only_the_changed_ones_are_looked_at(step: Step) -> None:
    forge(step.project)
    assert step.run(add_page(step)) == 0


def test_an_origin_that_is_not_reached_is_a_notice_and_code_3(step: Step) -> None:
    stem = add_page(step)
    step.pages.pages["/report"] = page("gone", 404)
    assert step.run(stem) == 3
    assert [line.split(": ")[1] for line in step.notices] == ["unreachable"]


def test_an_origin_that_is_not_reached_excuses_no_forged_text(step: Step) -> None:
    stem = add_page(step)
    step.pages.pages["/report"] = page("gone", 404)
    forge(step.project)
    assert step.run(STEM, stem) == 1


def test_a_text_of_which_nothing_says_where_it_comes_from_is_told(step: Step) -> None:
    (step.project / "sources" / "10.5555_bare.txt").write_text("a text that nobody can trace", "utf-8")
    assert step.run("10.5555_bare") == 0
    assert step.notices[0].startswith("10.5555_bare: not_reproducible: it has no provenance")


def test_a_snapshot_that_is_gone_is_told(step: Step) -> None:
    assert step.run("10.5555_gone") == 0
    assert step.lines[0] == "10.5555_gone: it is gone"


def test_settings_of_the_audited_commit_are_not_read(step: Step) -> None:
    (step.project / "citelock.yml").write_text(
        "registries:\n  crossref: http://10.0.0.1\nnonsense: 1\n", "utf-8"
    )
    assert step.run(STEM) == 0


def test_a_private_address_is_not_asked(step: Step) -> None:
    stem = add_page(step)
    inputs = snapshot_verify.Inputs(str(step.project), (stem,), CONFIG)
    log = len(step.pages.log)
    assert snapshot_verify.run(inputs, step.lines.append, step.notices.append) == 3
    assert len(step.pages.log) == log
    assert "blocked" in step.notices[0]


@pytest.mark.parametrize("place", ["sources/originals", "sources/.private", "cache"])
def test_a_linked_folder_is_refused_and_nothing_is_read_through_it(
    step: Step, tmp_path: Path, place: str
) -> None:
    path = step.project / place
    elsewhere = tmp_path / "elsewhere"
    if path.exists():
        path.rename(elsewhere)
    else:
        elsewhere.mkdir()
    path.symlink_to(elsewhere)
    assert step.run(STEM) == 2
    assert "is a link" in step.lines[-1]


class Late(PatientClock):
    """A clock on which every look is an hour later."""

    def now(self) -> float:
        self.time += 3600
        return self.time


def test_what_has_no_time_or_room_left_is_told_and_not_passed(
    step: Step, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert step.run(STEM, clock=Late()) == 3
    assert "the 900 s of one run are over" in step.notices[0]
    monkeypatch.setattr(snapshot_verify, "MOST", 0)
    assert step.run(STEM) == 3
    assert "only 0 snapshots are repeated in one run" in step.notices[0]
    monkeypatch.setattr(snapshot_verify, "MOST", 100)
    monkeypatch.setattr(snapshot_verify, "BYTES", -1)
    assert step.run(add_page(step)) == 3
    assert "bytes of one run are used up" in step.notices[0]


def test_what_others_print_comes_line_by_line_to_the_log_that_may_print(
    step: Step, capsys: pytest.CaptureFixture[str]
) -> None:
    inputs = snapshot_verify.Inputs(str(step.project), (STEM,), CONFIG)
    (step.project / "sources").rename(step.project / "kept")
    (step.project / "sources").write_text("no folder", "utf-8")
    assert snapshot_verify.run(inputs, lambda line: tell(f"| {line}")) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("| ")
    assert all(line.startswith("| ") for line in said.err.splitlines())
