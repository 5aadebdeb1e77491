"""`citelock refresh` as a person or a schedule runs it, against a real server and in a real repository."""

from __future__ import annotations

import json
import re
import string
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from citelock.cli.main import run
from tests.support import replay as faults
from tests.support.moments import dies_at
from tests.support.replay import Replay, replay

TOP = Path(__file__).parents[2]
SCHEMA = Draft202012Validator(
    json.loads((TOP / "src" / "citelock" / "checks" / "schemas" / "refresh.schema.json").read_text("utf-8"))
)
WORKS = [f"10.5555/demo.{number:02d}" for number in range(12)]


def git(project: Path, *arguments: str) -> str:
    ran = subprocess.run(["git", *arguments], cwd=project, capture_output=True, text=True, check=True)
    return ran.stdout


@pytest.fixture
def server() -> Iterator[Replay]:
    with replay(rate=10_000) as running:
        for service in running.urls:
            running.set_rate(10_000, service=service, enforced=False)
        for doi in WORKS:
            running.add_work(doi, title=[f"On the made-up work {doi[-2:]}"])
        yield running


@pytest.fixture
def project(server: Replay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with the records of twelve works and a claim about each, all committed."""
    lines = "".join(f"  {name}: {url}\n" for name, url in server.urls.items())
    (tmp_path / "citelock.yml").write_text(f"mailto: you@example.org\nregistries:\n{lines}", "utf-8")
    listed = [
        {
            "id": f"c{number}",
            "text": "A claim.",
            "citations": [
                {
                    "doi": doi,
                    "title": f"On the made-up work {doi[-2:]}",
                    "year": 2024,
                    "first_author": "Example",
                    "quote": "words that nobody has looked for so far",
                }
            ],
        }
        for number, doi in enumerate(WORKS)
    ]
    (tmp_path / "claims.json").write_text(json.dumps({"claims": listed}, indent=1), "utf-8")
    monkeypatch.chdir(tmp_path)
    git(tmp_path, "init", "-q")
    assert run(["resolve", "claims.json", "-q"]) == 0
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "evidence")
    server.forget()
    return tmp_path


def refresh(*arguments: str) -> int:
    return run(["refresh", *arguments])


def test_without_news_nothing_changes(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    for doi in WORKS:
        server.touch(doi)
    head = git(project, "rev-parse", "HEAD")
    capsys.readouterr()
    assert refresh("--commit") == 0
    assert capsys.readouterr().out.splitlines() == [
        "asked=12 retraction=0 vanished=0 concern=0 correction=0 newly_found=0 metadata=0 unchecked=0",
        "commit: nothing differs from the last one",
    ]
    assert git(project, "status", "--porcelain") == ""
    assert git(project, "rev-parse", "HEAD") == head
    assert len(server.log) == 1


@pytest.mark.parametrize("source", ["publisher", "retraction-watch", "both"])
def test_a_retraction_heads_the_news_with_every_claim_and_fails(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str], source: str
) -> None:
    server.change(WORKS[0], title=["Another title"])
    server.retract(WORKS[3], "retraction-watch", kind="erratum", notice="10.5555/e.1")
    server.retract(WORKS[7], source, notice="10.5555/r.1")  # type: ignore[arg-type]
    capsys.readouterr()
    assert refresh() == 1
    out = capsys.readouterr().out.splitlines()
    said = "publisher, retraction-watch" if source == "both" else source
    assert out[:4] == [
        "Retracted",
        "- doi:10.5555/demo.07 (cache/10.5555_demo.07.json)",
        f"  - retraction 10.5555/r.1 (2025-03-14, {said})",
        "  - claims.json:98: c7[0], gets E_RETRACTED",
    ]
    assert out[4:8] == [
        "Corrected",
        "- doi:10.5555/demo.03 (cache/10.5555_demo.03.json)",
        "  - erratum 10.5555/e.1 (2025-03-14, retraction-watch)",
        "  - claims.json:46: c3[0], gets W_CORRECTED",
    ]
    assert out[8] == "Metadata changed"
    assert out[-1].startswith(
        "asked=12 retraction=1 vanished=0 concern=0 correction=1 newly_found=0 metadata=1"
    )
    assert run(["audit", "claims.json", "-q"]) == 1
    report = json.loads((project / "report.json").read_text("utf-8"))
    assert [row["claim"] for row in report["results"] if "E_RETRACTED" in row["errors"]] == ["c7"]


def test_a_retraction_names_the_line_of_a_report_in_markdown(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    server.retract(WORKS[7], "publisher", notice="10.5555/r.1")
    (project / "report.md").write_text(
        f"# Title\n\nIt rose [1]. It fell [2].\n\n## Sources\n\n[1] One: https://doi.org/{WORKS[1]}\n"
        f"[2] Two: https://doi.org/{WORKS[7]}\n",
        "utf-8",
    )
    capsys.readouterr()
    assert refresh("report.md") == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "Retracted"
    assert "  - report.md:3: c2[0], gets E_RETRACTED" in out
    assert out[-1].startswith("asked=2 retraction=1")


def test_reports_in_markdown_are_looked_up_by_the_patterns_of_the_settings(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    server.retract(WORKS[7], "publisher", notice="10.5555/r.1")
    (project / "reports").mkdir()
    (project / "reports" / "may.md").write_text(
        f"It rose [@seven].\n\n## Sources\n\n```bibtex\n@article{{seven,\n  doi = {{{WORKS[7]}}}\n}}\n```\n",
        "utf-8",
    )
    (project / "reports" / "notes.txt").write_text(f"doi:{WORKS[7]}", "utf-8")
    settings = project / "citelock.yml"
    known = settings.read_text("utf-8") if settings.exists() else ""
    settings.write_text(known + 'claims: ["reports/*.md"]\n', "utf-8")
    before = (project / "reports" / "may.md").read_bytes()
    capsys.readouterr()
    assert refresh() == 1
    said = capsys.readouterr()
    assert "citelock: claims are looked up in: reports/may.md" in said.err.splitlines()
    assert "  - reports/may.md:1: c1[0], gets E_RETRACTED" in said.out.splitlines()
    assert (project / "reports" / "may.md").read_bytes() == before


def test_a_report_in_markdown_that_is_too_much_stops_the_refresh_before_anybody_is_asked(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "report.md").write_text("It rose [1-1000].\n" * 200, "utf-8")
    asked = len(server.log)
    assert refresh("report.md") == 2
    assert capsys.readouterr().err.splitlines()[-1].startswith("citelock: report.md:")
    assert len(server.log) == asked


def test_the_notice_itself_is_no_retracted_work(project: Path, server: Replay) -> None:
    notice = server.retract(WORKS[0], notice="10.5555/r.1")
    assert run(["resolve", "--id", notice, "-q"]) == 0
    record = json.loads((project / "cache" / "10.5555_r.1.json").read_text("utf-8"))
    assert [each["doi"] for each in record["updates"]["to"]] == [WORKS[0]]
    assert "by" not in record["updates"]


def test_commit_makes_one_commit_of_the_changed_records_only(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    server.retract(WORKS[7], notice="10.5555/r.1")
    (project / "other.txt").write_text("mine", "utf-8")
    git(project, "add", "other.txt")
    assert refresh("--commit") == 1
    assert git(project, "show", "--name-only", "--format=%s", "HEAD").split("\n") == [
        "citations: 1 retraction",
        "",
        "cache/10.5555_demo.07.json",
        "",
    ]
    body = git(project, "show", "-s", "--format=%b", "HEAD")
    assert "Citelock-Id: doi:10.5555/demo.07\n" in body
    assert git(project, "status", "--porcelain") == "A  other.txt\n"


def test_a_work_that_is_denied_is_listed_and_its_record_is_kept(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    server.withdraw(WORKS[2])
    capsys.readouterr()
    assert refresh() == 1
    out = capsys.readouterr().out.splitlines()
    assert out[:4] == [
        "No longer registered",
        "- doi:10.5555/demo.02 (cache/10.5555_demo.02.json)",
        "  - doi.org denies it now; the record is kept until a person decides",
        "  - claims.json:33: c2[0]",
    ]
    assert git(project, "status", "--porcelain") == ""


def test_what_did_not_exist_may_be_found_later(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["resolve", "--id", "10.5555/new.1", "-q"]) == 0
    git(project, "add", "-A")
    git(project, "commit", "-qm", "not found")
    server.add_work("10.5555/new.1")
    capsys.readouterr()
    assert refresh() == 0
    assert capsys.readouterr().out.splitlines()[:2] == [
        "Newly found",
        "- doi:10.5555/new.1 (cache/10.5555_new.1.json)",
    ]


def test_a_work_that_moved_to_another_agency_says_so(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    for doi in WORKS:
        server.transfer(doi)
    capsys.readouterr()
    assert refresh("--fail-on", "warning") == 1
    assert "  - source: crossref -> datacite" in capsys.readouterr().out.splitlines()


def test_one_service_down_is_exit_3_the_rest_is_done_and_the_record_stays(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["resolve", "--id", "10.5281/zenodo.48440", "-q"]) == 0
    git(project, "add", "-A")
    git(project, "commit", "-qm", "more")
    server.retract(WORKS[7], notice="10.5555/r.1")
    server.script("datacite", lambda _: True, [faults.page("Forbidden", 403)], forever=True)
    capsys.readouterr()
    assert refresh() == 3
    out = capsys.readouterr().out.splitlines()
    host = server.urls["datacite"].split("/")[2]
    assert out[0] == "Retracted"
    assert out[-3:-1] == ["Not checked", f"- doi:10.5281/zenodo.48440: {host}: it answered 403"]
    assert git(project, "status", "--porcelain") == " M cache/10.5555_demo.07.json\n"


def test_only_what_is_named_is_asked_for(project: Path, server: Replay) -> None:
    assert refresh("--id", WORKS[0]) == 0
    assert [request.query["filter"] for request in server.log] == [f"doi:{WORKS[0]}"]


def test_the_json_is_sorted_whole_and_the_same_twice(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    server.retract(WORKS[7], notice="10.5555/r.1")
    server.change(WORKS[0], title=["Another title"])
    capsys.readouterr()
    assert refresh("--format", "json") == 1
    first = capsys.readouterr().out
    assert refresh("--format", "json") == 1  # nothing is committed: the news is told again
    assert capsys.readouterr().out == first
    value = json.loads(first)
    assert list(SCHEMA.iter_errors(value)) == []
    assert list(SCHEMA.iter_errors({**value, "counts": {}})) != []
    assert value["schema"] == "citelock-refresh/1"
    assert value["subject"] == "citations: 1 retraction, 1 metadata change"
    assert [change["kind"] for change in value["changes"]] == ["retraction", "metadata"]
    assert value["changes"][0]["claims"] == [
        {"place": "claims.json:98", "claim": "c7", "citation": 0, "gained": ["E_RETRACTED"], "lost": []}
    ]


def test_markdown_is_inert_whatever_the_registry_says(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    evil = "x](https://evil.example) <img src=x> @somebody #1 `code` **bold**\n## Heading\u202e"
    server.change(WORKS[0], title=[evil])
    capsys.readouterr()
    assert refresh("--format", "markdown") == 0
    out = capsys.readouterr().out
    told = next(line for line in out.splitlines() if "evil" in line)
    whole = re.fullmatch(r"  - <code>(.*)</code>", told)
    assert whole is not None
    bare = re.sub(r"&#[0-9]{2,3};", "", whole[1])
    assert [sign for sign in string.punctuation if sign in bare] == []
    assert "\n## Heading" not in out
    assert "\u202e" not in out


@pytest.mark.parametrize("state", ["no git", "no commit"])
def test_it_works_outside_of_git_and_before_the_first_commit(
    server: Replay,
    project: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    state: str,
) -> None:
    other = tmp_path_factory.mktemp("other")
    for name in ("citelock.yml", "claims.json"):
        (other / name).write_bytes((project / name).read_bytes())
    monkeypatch.chdir(other)
    if state == "no commit":
        git(other, "init", "-q")
    assert run(["resolve", "claims.json", "-q"]) == 0
    assert refresh() == 0
    server.retract(WORKS[7], notice="10.5555/r.1")
    assert refresh() == 1


BY_HAND = {"status": "found", "title": "On the made-up work 99", "year": 2024, "authors": ["Example"]}


def test_nothing_in_the_cache_is_passed_over_in_silence(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    cache = project / "cache"
    (cache / "notes.json").write_text("[1]", "utf-8")
    (cache / "whose.json").write_text(json.dumps(BY_HAND), "utf-8")
    (cache / "renamed.json").write_bytes((cache / "10.5555_demo.00.json").read_bytes())
    (cache / "10.5555_broken.json").write_text("<<<<<<< HEAD", "utf-8")
    (cache / "10.5555_old.json").write_text('{"schema": "citelock-record/0", "status": "found"}', "utf-8")
    (cache / "10.5555_folder.json").mkdir()
    (cache / "10.5555_demo.01.json").unlink()
    (cache / "10.5555_demo.02.json").rename(project / "moved.json")
    (cache / "10.5555_demo.02.json").symlink_to("../moved.json")
    before = git(project, "status", "--porcelain")
    capsys.readouterr()
    assert refresh() == 3
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "Not checked",
        "- cache/10.5555_broken.json: it is no record (this is a conflict marker of git. Resolve the conflict"
        " and remove its marker lines). Restore it (git restore), or delete it and run citelock resolve",
        "- cache/10.5555_demo.01.json: it is in the last commit and not here. Restore it (git restore), or"
        " commit that it is gone",
        "- cache/10.5555_demo.02.json: it is a symbolic link, which is not followed. Put the record itself"
        " there, or delete it and run citelock resolve",
        "- cache/10.5555_folder.json: it is a folder. Put the record itself there, or delete it and run"
        " citelock resolve",
        "- cache/10.5555_old.json: it is no record (schema: citelock-record/0 is not known here; this"
        " version reads citelock-record/1). Restore it (git restore), or delete it and run citelock resolve",
        "- cache/notes.json: it is no record. Restore it (git restore), or delete it and run"
        " citelock resolve",
        "- cache/renamed.json: it says that it is about doi:10.5555/demo.00. Rename it to"
        " 10.5555_demo.00.json",
        '- cache/whose.json: whose record it is cannot be known. Write that into it, such as "id":'
        ' "doi:10.5555/a"',
        "asked=10 retraction=0 vanished=0 concern=0 correction=0 newly_found=0 metadata=0 unchecked=8",
    ]
    assert git(project, "status", "--porcelain") == before


def test_a_record_under_a_bare_name_is_asked_for_and_renewed_in_its_place(
    project: Path, server: Replay
) -> None:
    server.add_work("10.5555/a/b")
    assert run(["resolve", "--id", "10.5555/a/b", "-q"]) == 0
    (full,) = (project / "cache").glob("10.5555_a_b-*.json")
    bare = full.rename(project / "cache" / "10.5555_a_b.json")
    server.retract("10.5555/a/b", notice="10.5555/r.1")
    assert refresh("--id", "10.5555/a/b", "-q") == 1
    assert json.loads(bare.read_text("utf-8"))["updates"]["by"][0]["doi"] == "10.5555/r.1"
    assert not full.exists()


@pytest.mark.parametrize("whose", ["by its name", "by its id", "by who reads it"])
def test_a_hand_made_record_is_compared_and_never_written(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str], whose: str
) -> None:
    doi = "10.5555/by/hand" if whose != "by its name" else "10.5555/by.hand"
    server.add_work(doi, title=["Quite another title"])
    name = doi.replace("/", "_")
    made = json.dumps({**BY_HAND, **({"id": f"doi:{doi}"} if whose == "by its id" else {})}).encode()
    path = project / "cache" / f"{name}.json"
    path.write_bytes(made)
    listed = json.loads((project / "claims.json").read_text("utf-8"))["claims"]
    listed[5]["citations"][0]["doi"] = doi
    (project / "claims.json").write_text(json.dumps({"claims": listed}, indent=1), "utf-8")
    assert refresh("-q") == 0  # how it is described is the business of who made it
    server.retract(doi, notice="10.5555/r.1")
    capsys.readouterr()
    assert refresh() == 1
    out = capsys.readouterr().out.splitlines()
    assert out == [
        "Retracted",
        f"- doi:{doi} (cache/{name}.json)",
        "  - retraction 10.5555/r.1 (2025-03-14, publisher)",
        "  - the record is hand-made: write this into it, or delete it and let citelock resolve fetch it",
        "  - claims.json:72: c5[0]",
        "asked=13 retraction=1 vanished=0 concern=0 correction=0 newly_found=0 metadata=0 unchecked=0",
    ]
    assert path.read_bytes() == made
    noted = {**json.loads(made), "updates": {"by": [{"type": "retraction", "doi": "10.5555/r.1"}]}}
    path.write_text(json.dumps(noted), "utf-8")
    assert refresh("-q") == 0
    server.withdraw(doi)
    assert refresh("-q") == 1


def test_a_hand_made_record_of_a_work_without_metadata_is_no_news(project: Path, server: Replay) -> None:
    (project / "cache" / "10.5555_replay.page.json").write_text(json.dumps(BY_HAND), "utf-8")
    assert refresh("-q") == 0


def test_what_is_named_and_has_no_record_is_not_checked(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "cache" / "10.5555_demo.00.json").unlink()
    git(project, "commit", "-qam", "one less")
    capsys.readouterr()
    assert refresh("--id", "10.5555/typo", "claims.json") == 3
    assert capsys.readouterr().out.splitlines() == [
        "Not checked",
        "- doi:10.5555/demo.00: it has no record; run citelock resolve",
        "- doi:10.5555/typo: it has no record; run citelock resolve",
        "asked=11 retraction=0 vanished=0 concern=0 correction=0 newly_found=0 metadata=0 unchecked=2",
    ]


@pytest.mark.parametrize("shape", ["empty", "missing"])
def test_an_empty_cache_is_said_to_be_no_check(
    project: Path, capsys: pytest.CaptureFixture[str], shape: str
) -> None:
    for path in (project / "cache").iterdir():
        path.unlink()
    git(project, "commit", "-qam", "none left")
    if shape == "empty":
        (project / "cache").mkdir(exist_ok=True)
    capsys.readouterr()
    assert refresh() == 0
    assert capsys.readouterr().out.splitlines()[0] == (
        "nothing was checked: there is no record to ask for again"
    )
    assert refresh("--format", "markdown") == 0
    assert "nothing was checked" in capsys.readouterr().out


@pytest.mark.parametrize("before", ["not_found", "no_metadata"])
def test_a_retraction_of_a_work_that_is_newly_found_is_a_retraction(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str], before: str
) -> None:
    if before == "no_metadata":
        server.handle("10.5555/new.1", "https://publisher.example/page")
    assert run(["resolve", "--id", "10.5555/new.1", "-q"]) == 0
    assert json.loads((project / "cache" / "10.5555_new.1.json").read_text("utf-8"))["status"] == before
    git(project, "add", "-A")
    git(project, "commit", "-qm", before)
    server.add_work("10.5555/new.1")
    server.retract("10.5555/new.1", notice="10.5555/r.1")
    capsys.readouterr()
    assert refresh() == 1
    out = capsys.readouterr().out.splitlines()
    assert out[:3] == [
        "Retracted",
        "- doi:10.5555/new.1 (cache/10.5555_new.1.json)",
        "  - retraction 10.5555/r.1 (2025-03-14, publisher)",
    ]
    assert "retraction=1" in out[-1]


@pytest.mark.parametrize("present", [False, True])
def test_a_pointer_that_leads_to_a_retracted_work_now_is_a_retraction(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str], present: bool
) -> None:
    article = next(one for one in server.world.articles if one.get("doi") and one.get("pmcid"))
    assert run(["resolve", "--id", f"pmid:{article['pmid']}", "-q"]) == 0
    server.add_work("10.5555/new.home")
    server.retract("10.5555/new.home", notice="10.5555/r.1")
    if present:
        assert run(["resolve", "--id", "10.5555/new.home", "-q"]) == 0
    listed = json.loads((project / "claims.json").read_text("utf-8"))["claims"]
    listed[5]["citations"][0] = {"pmid": str(article["pmid"]), "title": "T", "year": 2024, "quote": "q"}
    (project / "claims.json").write_text(json.dumps({"claims": listed}, indent=1), "utf-8")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "pointer")
    server.world.articles = [{**article, "doi": "10.5555/new.home"}]
    capsys.readouterr()
    assert refresh() == 1
    out = capsys.readouterr().out.splitlines()
    whose = f"pmid:{article['pmid']} (cache/pmid_{article['pmid']}.json)"
    own = "doi:10.5555/new.home (cache/10.5555_new.home.json)"
    assert out[:3] == [
        "Retracted",
        f"- {whose if present else own}",
        "  - retraction 10.5555/r.1 (2025-03-14, publisher)",
    ]
    claim = next(line for line in out if "c5[0]" in line)
    assert "gets E_RETRACTED" in claim
    assert "retraction=1 " in out[-1]


def test_a_pointer_to_a_work_that_does_not_exist_is_not_followed(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    article = next(one for one in server.world.articles if one.get("doi") and one.get("pmcid"))
    assert run(["resolve", "--id", f"pmid:{article['pmid']}", "-q"]) == 0
    git(project, "add", "-A")
    git(project, "commit", "-qm", "pointer")
    server.world.articles = [{**article, "doi": "10.9999/nowhere"}]
    capsys.readouterr()
    assert refresh() == 3
    assert capsys.readouterr().out.splitlines()[:2] == [
        "Not checked",
        f"- pmid:{article['pmid']}: it leads to doi:10.9999/nowhere now, which does not exist",
    ]
    assert git(project, "status", "--porcelain") == ""


def retracted(project: Path, server: Replay, doi: str, kind: str = "retraction") -> None:
    """The committed record of a work that is retracted."""
    server.retract(doi, kind=kind, notice="10.5555/r.1")
    assert refresh("-q") in (0, 1)
    git(project, "commit", "-qam", "news")


@pytest.mark.parametrize(("kind", "code"), [("retraction", 1), ("expression_of_concern", 0)])
def test_a_notice_that_is_gone_is_said_and_the_record_is_kept(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str], kind: str, code: int
) -> None:
    retracted(project, server, WORKS[7], kind)
    server.add_work(WORKS[7], title=["On the made-up work 07"])
    capsys.readouterr()
    assert refresh() == code
    assert refresh("--fail-on", "warning", "-q") == 1
    assert capsys.readouterr().out.splitlines()[:3] == [
        "In doubt",
        "- doi:10.5555/demo.07 (cache/10.5555_demo.07.json)",
        f"  - the notice is gone: {kind} 10.5555/r.1 (2025-03-14, publisher); the record is kept until a"
        " person decides",
    ]
    assert git(project, "status", "--porcelain") == ""


def test_an_answer_without_any_description_takes_no_record_away(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    retracted(project, server, WORKS[7])
    bare = {"status": "ok", "message-type": "work-list", "message": {"items": [{"DOI": WORKS[7]}]}}
    server.script("crossref", "/works", [faults.json_answer(bare)], forever=True)
    server.script("crossref", f"/works/{WORKS[7]}", [faults.json_answer({"message": {"DOI": WORKS[7]}})])
    capsys.readouterr()
    assert refresh("--id", WORKS[7]) == 1
    assert capsys.readouterr().out.splitlines()[:4] == [
        "Vanished",
        "- doi:10.5555/demo.07 (cache/10.5555_demo.07.json)",
        "  - the notice is gone: retraction 10.5555/r.1 (2025-03-14, publisher); the record is kept until a"
        " person decides",
        "  - the registry gives no metadata any more; the record is kept until a person decides",
    ]
    assert git(project, "status", "--porcelain") == ""


def test_an_answer_that_no_audit_would_read_replaces_no_record(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    server.change(WORKS[7], title=["T" * 2_000_000])
    server.retract(WORKS[7], notice="10.5555/r.1")
    capsys.readouterr()
    assert refresh() == 3
    assert capsys.readouterr().out.splitlines()[0] == "Not checked"
    assert git(project, "status", "--porcelain") == ""


def test_a_file_that_differs_from_the_last_commit_is_named(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    path = project / "cache" / "10.5555_demo.07.json"
    old = path.read_bytes()
    retracted(project, server, WORKS[7])
    path.write_bytes(old)
    capsys.readouterr()
    assert refresh() == 0
    told = "compared with the last commit, from which these files differ: cache/10.5555_demo.07.json\n"
    assert told in capsys.readouterr().err


def test_without_git_that_works_it_is_said_that_news_is_told_once(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    capsys.readouterr()
    assert refresh("-q") == 0
    assert "so news is told once only: git is not installed" in capsys.readouterr().err


def test_the_claims_that_are_looked_up_may_be_configured_and_are_named(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "reports").mkdir()
    (project / "claims.json").rename(project / "reports" / "one.json")
    server.retract(WORKS[7], notice="10.5555/r.1")
    capsys.readouterr()
    assert refresh() == 1
    captured = capsys.readouterr()
    assert "no claims are looked up: name their files, or list them under `claims:`" in captured.err
    assert "c7[0]" not in captured.out
    with (project / "citelock.yml").open("a", encoding="utf-8") as settings:
        settings.write("claims: [reports/one.json]\n")
    assert refresh() == 1
    captured = capsys.readouterr()
    assert "claims are looked up in: reports/one.json\n" in captured.err
    assert "  - reports/one.json:98: c7[0], gets E_RETRACTED\n" in captured.out


def test_what_stands_in_the_way_of_one_record_hinders_no_other(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    article = next(one for one in server.world.articles if one.get("doi") and one.get("pmcid"))
    assert run(["resolve", "--id", f"pmid:{article['pmid']}", "-q"]) == 0
    git(project, "add", "-A")
    git(project, "commit", "-qm", "pointer")
    server.world.articles = [{**article, "doi": "10.5555/new.home"}]
    server.add_work("10.5555/new.home")
    server.retract(WORKS[7], notice="10.5555/r.1")
    server.tell(lambda _: (project / "cache" / "10.5555_new.home.json").mkdir(exist_ok=True))
    capsys.readouterr()
    assert refresh() == 3
    assert (
        "- cache/10.5555_new.home.json: 10.5555_new.home.json is a folder, and its record belongs there."
        " Move it away\n" in capsys.readouterr().out
    )
    assert "retraction" in (project / "cache" / "10.5555_demo.07.json").read_text("utf-8")


def test_a_work_without_metadata_any_more_keeps_its_record(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    del server.world.works[WORKS[2]]
    server.handle(WORKS[2], "https://publisher.example/page")
    capsys.readouterr()
    assert refresh() == 3  # it was described by the same way before: an accident rather than its end
    assert capsys.readouterr().out.splitlines()[:2] == [
        "Not checked",
        "- doi:10.5555/demo.02: it exists, but there was no metadata of it this time",
    ]
    assert git(project, "status", "--porcelain") == ""


def test_the_json_of_everything_that_can_happen_is_valid(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    server.withdraw(WORKS[0])
    server.retract(WORKS[1], notice="10.5555/r.1")
    server.retract(WORKS[2], kind="expression_of_concern", notice="10.5555/e.1")
    server.script("crossref", f"/works/{WORKS[3]}", [faults.too_many("3600")], forever=True)
    server.alias(WORKS[3], WORKS[4])
    del server.world.works[WORKS[3]]
    capsys.readouterr()
    assert refresh("--format", "json") == 3
    value = json.loads(capsys.readouterr().out)
    assert list(SCHEMA.iter_errors(value)) == []
    assert value["counts"] == {
        "concern": 1,
        "correction": 0,
        "metadata": 0,
        "newly_found": 0,
        "retraction": 1,
        "unchecked": 1,
        "vanished": 1,
    }
    assert [each["id"] for each in value["unchecked"]] == [f"doi:{WORKS[3]}"]


def test_a_pointer_that_leads_elsewhere_now_brings_the_new_record(project: Path, server: Replay) -> None:
    article = next(one for one in server.world.articles if one.get("doi") and one.get("pmcid"))
    assert run(["resolve", "--id", f"pmid:{article['pmid']}", "-q"]) == 0
    git(project, "add", "-A")
    git(project, "commit", "-qm", "pointer")
    server.world.articles = [{**article, "doi": "10.5555/new.home"}]
    server.add_work("10.5555/new.home")
    assert refresh("-q") == 0
    assert git(project, "status", "--porcelain") == (
        f" M cache/pmid_{article['pmid']}.json\n?? cache/10.5555_new.home.json\n"
    )


def test_malformed_claims_are_met_before_anybody_is_asked(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "claims.json").write_text('{"claims": [}', "utf-8")
    assert refresh() == 2
    assert "claims.json:1:13" in capsys.readouterr().err
    assert server.log == []


def test_a_file_of_endless_depth_is_no_record_and_no_crash(project: Path) -> None:
    (project / "cache" / "10.5555_deep.json").write_text("[" * 100_000, "utf-8")
    assert refresh("-q") == 3


def test_a_commit_leaves_what_somebody_else_is_editing(project: Path, server: Replay) -> None:
    server.retract(WORKS[7], notice="10.5555/r.1")
    edited = project / "cache" / "10.5555_demo.01.json"
    edited.write_text(edited.read_text("utf-8").replace("Press", "House"), "utf-8")
    assert refresh("--commit", "-q") == 1
    assert git(project, "status", "--porcelain") == " M cache/10.5555_demo.01.json\n"
    assert git(project, "show", "--name-only", "--format=", "HEAD").split() == ["cache/10.5555_demo.07.json"]


def test_after_any_kill_no_news_is_lost(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    for doi in WORKS[::2]:
        server.retract(doi, notice=f"10.5555/r.{doi[-2:]}")
    assert refresh("--format", "json") == 1
    undisturbed = capsys.readouterr().out.partition("{\n")[2]
    written = {path.name: path.read_bytes() for path in (project / "cache").iterdir()}
    for moment in (1, 2, 3, 6, 9, 12):  # of the folder's changes: each record is begun, then put in place
        git(project, "checkout", "-q", "--", "cache")
        assert dies_at(moment, project / "cache", "refresh", "-q", cwd=project)
        capsys.readouterr()
        assert refresh("--format", "json") == 1
        assert capsys.readouterr().out.partition("{\n")[2] == undisturbed
        assert {path.name: path.read_bytes() for path in (project / "cache").iterdir()} == written
