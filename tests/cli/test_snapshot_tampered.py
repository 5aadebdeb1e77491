"""Files of snapshots that somebody has edited by hand: what the audit and the commands say of them."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from citelock.cli.main import run
from citelock.snapshotter import files
from tests.support import papers

STEM = "10.5555_demo.paper"
RECORD = {
    "status": "found",
    "doi": papers.DOI,
    "title": papers.TITLE,
    "year": 2024,
    "authors": [papers.AUTHOR],
}
Value = dict[str, Any]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)
    git(folder, "init", "-q")
    assert run(["init"]) == 0
    (folder / "cache" / f"{STEM}.json").write_text(json.dumps(RECORD), "utf-8")
    citation = {
        "doi": papers.DOI, "title": papers.TITLE, "year": 2024, "first_author": papers.AUTHOR,
        "quote": papers.QUOTE,
    }  # fmt: skip
    value = {"claims": [{"id": "c1", "text": "Fewer claims without a source.", "citations": [citation]}]}
    (folder / "claims.json").write_text(json.dumps(value), "utf-8")
    return folder


def git(folder: Path, *arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], cwd=folder, check=True, capture_output=True, encoding="utf-8"
    ).stdout


def add(project: Path, name: str, content: bytes, *options: str) -> int:
    path = project.parent / name
    path.write_bytes(content)
    return run(["snapshot", "add", papers.DOI, "--file", str(path), *options])


def change(project: Path, edit: Callable[[Value], object]) -> None:
    path = project / "sources" / f"{STEM}.json"
    value = json.loads(path.read_text("utf-8"))
    edit(value)
    path.write_text(json.dumps(value), "utf-8")


def audited(project: Path) -> dict[str, list[str]]:
    run(["audit", "claims.json", "--no-store"])
    row = json.loads((project / "report.json").read_text("utf-8"))["results"][0]
    return {name: row[name] for name in ("errors", "warnings", "notes") if row[name]}


# --- another work ------------------------------------------------------------------------------------

OTHER = papers.text(title="Quite other matters of marine sediment chemistry observed", doi="10.5555/other")
PDF = ["--licence", "cc-by", "--licence-from", "the journal"]


@pytest.mark.parametrize(
    "edit",
    [
        lambda value: value.update(identity=None),
        lambda value: value.pop("identity"),
        lambda value: value["identity"].update(status="not_checkable"),
        lambda value: value["identity"].update(status=None),
        lambda value: value.update(identity=None, forced=None),
        lambda value: value.update(identity=None, extraction=None, forced=None),
        lambda value: value.update(identity=None, extraction={"extractor": "text/1"}),
        lambda value: (value.update(identity=None, extraction=None), value["text"].pop("scope_from")),
        lambda value: value["document"].update(title=papers.TITLE),
        lambda value: value["document"].update(declared_doi=papers.DOI),
    ],
    ids=map(str, range(10)),
)
def test_the_warning_of_another_work_is_not_switched_off_by_hand(
    edit: Callable[[Value], object], project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert add(project, "other.txt", OTHER, *PDF, "--force", "it is the one") == 0
    change(project, edit)
    assert audited(project) == {"warnings": ["W_SNAPSHOT_IDENTITY"]}
    capsys.readouterr()
    assert run(["snapshot", "check"]) == 1
    assert f"doi:{papers.DOI}: W_SNAPSHOT_IDENTITY: " in capsys.readouterr().out


def test_a_text_and_a_provenance_written_by_hand_stay_readable(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = project / "sources" / f"{STEM}.txt"
    text.write_text(f"An excerpt of the paper: {papers.QUOTE}.\n", "utf-8")
    assert audited(project) == {"notes": ["N_SNAPSHOT_NO_PROVENANCE"]}
    digest = hashlib.sha256(text.read_bytes()).hexdigest()
    value = {
        "schema": "citelock-provenance/1", "status": "ok", "id": f"doi:{papers.DOI}",
        "source": {"url": "https://example.org/paper", "retrieved": "2024"}, "text": {"sha256": digest},
        "licence": {"class": "cc-by"},
    }  # fmt: skip
    (project / "sources" / f"{STEM}.json").write_text(json.dumps(value), "utf-8")
    assert audited(project) == {}
    capsys.readouterr()
    assert run(["snapshot", "check"]) == 0


def test_a_page_that_led_to_another_domain_is_told_whatever_the_provenance_calls_it(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = papers.text()
    (project / "sources" / "url_example.org_report-1.txt").write_bytes(text)
    address = "https://example.org/report"
    from citelock.checks.identifiers import Identifier, file_stem

    stem = file_stem(Identifier("url", address))
    (project / "sources" / "url_example.org_report-1.txt").rename(project / "sources" / f"{stem}.txt")
    value = {
        "schema": "citelock-provenance/1", "status": "ok", "id": f"url:{address}",
        "source": {"channel": "url", "url": address, "final_url": "https://elsewhere.example.com/x"},
        "text": {"sha256": hashlib.sha256(text).hexdigest()}, "identity": {"status": "not_checkable"},
    }  # fmt: skip
    path = project / "sources" / f"{stem}.json"
    claims = json.loads((project / "claims.json").read_text("utf-8"))
    claims["claims"][0]["citations"][0] = {"url": address, "title": papers.TITLE, "quote": papers.QUOTE}
    (project / "claims.json").write_text(json.dumps(claims), "utf-8")
    for status in ("not_checkable", "ok", None):
        value["identity"] = {"status": status}
        path.write_text(json.dumps(value), "utf-8")
        assert audited(project) == {"warnings": ["W_SNAPSHOT_IDENTITY"]}
        capsys.readouterr()
        assert run(["snapshot", "check"]) == 1
        assert "the page is on another domain now: https://elsewhere.example.com/x" in capsys.readouterr().out
    value["source"] = {"channel": "url", "url": address, "final_url": "https://www.example.org/report"}
    path.write_text(json.dumps(value), "utf-8")
    assert audited(project) == {}


# --- a provenance that does not fit its text ---------------------------------------------------------


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (
            lambda value: value["text"].update(pages=[[0, 1], [10**9, 2]]),
            "text.pages has the offset 1000000000,",
        ),
        (
            lambda value: value["text"].update(pages=[[0, 10**30]]),
            "text.pages names page 1000000000000000000… of 3",
        ),
        (lambda value: value["text"].update(pages=[[0, 4]]), "text.pages names page 4 of 3"),
        (lambda value: value["quality"].update(hidden=[[5, 10**9]]), "quality.hidden reaches to 1000000000,"),
        (lambda value: value["text"].update(furniture_line=0), "text.furniture_line is 0, and the text has"),
        (lambda value: value["text"].update(furniture_line=10**12), "text.furniture_line is 1000000000000,"),
        (lambda value: value["text"].update(characters=1), "text.characters is 1, and the text has"),
        (lambda value: value["text"].update(lines=-1), "text.lines is -1, and the text has"),
        (
            lambda value: value["source"].update(retrieved="2999-99-99"),
            "source.retrieved is no day: 2999-99-99",
        ),
        (lambda value: value["source"].update(retrieved="soon"), "source.retrieved is no day: soon"),
    ],
    ids=map(str, range(10)),
)
def test_what_a_look_at_the_text_refutes_is_a_finding_of_the_check(
    edit: Callable[[Value], object], said: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert add(project, "paper.pdf", papers.pdf(), *PDF) == 0
    capsys.readouterr()
    assert run(["snapshot", "check"]) == 0
    change(project, edit)
    capsys.readouterr()
    assert run(["snapshot", "check"]) == 1
    out = capsys.readouterr().out
    assert f"doi:{papers.DOI}: E_SNAPSHOT_ALTERED: sources/{STEM}.json: {said}" in out


def test_a_day_that_is_not_yet_is_noted(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert add(project, "paper.xml", papers.jats()) == 0
    change(project, lambda value: value["source"].update(retrieved="2999-01-01"))
    capsys.readouterr()
    assert run(["snapshot", "check"]) == 0
    assert "it says that it was taken on 2999-01-01, and today is 20" in capsys.readouterr().out


def test_a_page_behind_the_end_of_the_text_is_none(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert add(project, "paper.pdf", papers.pdf(), *PDF) == 0
    change(project, lambda value: value["text"].update(pages=[[0, 1], [10**9, 2]]))
    capsys.readouterr()
    assert run(["snapshot", "show", papers.DOI, "--page", "2"]) == 2
    assert capsys.readouterr().err == "citelock: --page 2: it has the pages 1 to 1.\n"


def test_a_text_without_pages_says_so(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert add(project, "paper.xml", papers.jats()) == 0
    for _ in range(2):
        capsys.readouterr()
        assert run(["snapshot", "show", papers.DOI, "--page", "1"]) == 2
        assert capsys.readouterr().err == "citelock: --page 1: its pages are not known.\n"
        (project / "sources" / f"{STEM}.json").unlink(missing_ok=True)


# --- what is printed ---------------------------------------------------------------------------------

HOSTILE = "\x1b[31mred\x9b\u202eturned\u2028\U000e0041"


def test_no_text_moves_the_cursor_or_turns_words_round(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"One opti\u00adonal hyphen.\n{HOSTILE}\n\fAnother page.\n"
    (project / "sources" / f"{STEM}.txt").write_text(text, "utf-8")
    capsys.readouterr()
    assert run(["snapshot", "show", papers.DOI, "--text"]) == 0
    assert capsys.readouterr().out == (
        "One opti\u00adonal hyphen.\n"
        "\\u{1b}[31mred\\u{9b}\\u{202e}turned\\u{2028}\\u{e0041}\n\fAnother page.\n"
    )


def test_json_that_is_printed_holds_them_as_escapes_that_mean_the_same(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert add(project, "paper.xml", papers.jats()) == 0
    change(project, lambda value: value["quality"].update(flags=[HOSTILE]))
    change(project, lambda value: value["document"].update(title=HOSTILE))
    for command in (["list"], ["show", papers.DOI], ["check"]):
        capsys.readouterr()
        run(["snapshot", *command, "--format", "json"])
        out = capsys.readouterr().out
        assert not set(HOSTILE) & set(out) - set("[31mredturned")
        value = json.loads(out)
        if command == ["list"]:
            assert value["snapshots"][0]["flags"] == [HOSTILE]


# --- git and the disk --------------------------------------------------------------------------------


def test_a_private_text_that_git_has_all_the_same_is_found(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert add(project, "paper.xml", papers.jats(licence=papers.BY_NC_ND)) == 0
    capsys.readouterr()
    assert run(["snapshot", "check"]) == 0
    git(project, "add", "-f", "sources/.private")
    said = (
        f"E_SNAPSHOT_LICENCE: sources/.private/{STEM}.txt is in git, so it is published with the repository"
    )
    for _ in range(2):  # staged, then committed
        capsys.readouterr()
        assert run(["snapshot", "check"]) == 1
        assert said in capsys.readouterr().out
        git(project, "commit", "-q", "--allow-empty", "-m", "all")
    capsys.readouterr()
    assert run(["snapshot", "check", "--format", "json"]) == 1
    (found,) = json.loads(capsys.readouterr().out)["published_from_private_store"]
    assert found["code"] == "E_SNAPSHOT_LICENCE"
    git(project, "rm", "-q", "--cached", "-r", "sources/.private")
    git(project, "commit", "-q", "-m", "out")
    assert run(["snapshot", "check"]) == 0


@pytest.mark.parametrize(
    ("options", "room"),
    [
        ([], 0),
        ([], 1),
        (["--keep-original"], 1),
        (["--keep-original"], 2),
        (["--seal"], 1),
        (["--seal"], 2),
        (["--private"], 1),
    ],
    ids=lambda each: "".join(each) or "committed" if isinstance(each, list) else str(each),
)
def test_a_full_disk_changes_nothing(
    options: list[str],
    room: int,
    project: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = _files(project)
    _full_after(monkeypatch, room)
    assert add(project, "paper.xml", papers.jats(), *options) == 2
    assert "No space left on device" in capsys.readouterr().err
    assert _files(project) == before
    monkeypatch.undo()
    monkeypatch.chdir(project)
    assert add(project, "paper.xml", papers.jats()) == 0
    before = _files(project)
    _full_after(monkeypatch, room)
    other = papers.jats(paragraphs=("Another start.", *papers.PARAGRAPHS[1:]))
    assert add(project, "other.xml", other, "--replace", *options) == 2
    assert _files(project) == before


def _full_after(monkeypatch: pytest.MonkeyPatch, room: int) -> None:
    """The disk has room for this many files."""
    fill, written = files._fill, list[int]()

    def full(descriptor: int, data: bytes, mode: int | None) -> None:
        written.append(len(data))
        if len(written) > room:
            os.close(descriptor)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        fill(descriptor, data, mode)

    monkeypatch.setattr(files, "_fill", full)


def _files(project: Path) -> dict[str, bytes]:
    found = (project / "sources").rglob("*")
    return {str(path.relative_to(project)): path.read_bytes() for path in found if path.is_file()}


def test_ended_between_two_files_there_is_no_text_without_a_provenance(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace, done = os.replace, list[str]()

    def killed(source: str, target: str) -> None:
        if done:
            raise KeyboardInterrupt
        done.append(target)
        replace(source, target)

    monkeypatch.setattr(os, "replace", killed)
    assert add(project, "paper.xml", papers.jats()) == 130
    monkeypatch.setattr(os, "replace", replace)
    assert sorted(_files(project)) == ["sources/.gitkeep", f"sources/{STEM}.json"]
    assert audited(project) == {"errors": ["E_SNAPSHOT_ALTERED"]}
    assert add(project, "paper.xml", papers.jats()) == 0
    assert audited(project) == {}


def test_an_original_that_is_asked_for_is_kept_though_the_text_is_there_already(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert add(project, "paper.xml", papers.jats()) == 0
    assert add(project, "paper.xml", papers.jats(), "--keep-original") == 0
    assert (project / "sources" / "originals" / f"{STEM}.xml").read_bytes() == papers.jats()
    value = json.loads((project / "sources" / f"{STEM}.json").read_text("utf-8"))
    assert value["source"]["original"] == f"originals/{STEM}.xml"
    capsys.readouterr()
    assert add(project, "paper.xml", papers.jats(), "--keep-original") == 0
    assert capsys.readouterr().out.startswith("unchanged ")
