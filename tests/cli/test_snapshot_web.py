"""`citelock snapshot add` through the network, as a user runs it: the replay and a web server on loopback."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from citelock.cli.main import run
from examples.replay.messages import Answer, page
from examples.replay.web import WebServer
from tests.support import papers
from tests.support.replay import Replay

HTML = (("Content-Type", "text/html; charset=utf-8"),)
STEM = "10.5555_demo.paper"


@pytest.fixture
def project(tmp_path: Path, registries: Replay, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cache").mkdir()
    (tmp_path / "sources").mkdir()
    lines = [f"  {name}: {url}\n" for name, url in registries.urls.items()]
    (tmp_path / "citelock.yml").write_text("registries:\n" + "".join(lines), "utf-8")
    record = {"status": "found", "title": papers.TITLE, "year": 2024, "authors": [papers.AUTHOR]}
    (tmp_path / "cache" / f"{STEM}.json").write_text(json.dumps(record), "utf-8")
    return tmp_path


def written(project: Path) -> dict[str, Any]:
    """The one provenance of a web page."""
    (path,) = (project / "sources").glob("url_*.json")
    value = json.loads(path.read_text("utf-8"))
    assert isinstance(value, dict)
    return value


def test_the_ladder_is_climbed_and_every_step_printed(
    project: Path, registries: Replay, pages: WebServer, capsys: pytest.CaptureFixture[str]
) -> None:
    registries.add_article(id="1", pmid="1", pmcid="PMC900001", doi=papers.DOI, inEPMC="Y", license="cc by")
    registries.world.archived["PMC900001"] = papers.jats()
    assert run(["snapshot", "add", papers.DOI]) == 0
    characters = len((project / "sources" / f"{STEM}.txt").read_text("utf-8"))
    assert capsys.readouterr().out == (
        f"ok doi:{papers.DOI} cc-by europepmc {characters:,} characters sources/{STEM}.txt\n"
        "    europepmc: europepmc has no full text of PMC900001\n"
        "asked=1 added=1 unchanged=0 refused=0 failed=0\n"
    )


def test_a_failure_of_one_does_not_stop_the_others(
    project: Path, registries: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    registries.add_article(id="1", pmid="1", pmcid="PMC900001", doi=papers.DOI, inEPMC="Y", license="cc by")
    registries.world.fulltexts["PMC900001"] = papers.jats()
    assert run(["snapshot", "add", "file:///etc/passwd", "http://169.254.169.254/x", papers.DOI]) == 3
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith(
        "failed url:file:///etc/passwd E_URL_BLOCKED ssrf_blocked: the address does not begin"
    )
    assert out[1].startswith(
        "failed url:http://169.254.169.254/x E_URL_BLOCKED ssrf_blocked: the address names"
    )
    assert out[2].startswith(f"ok doi:{papers.DOI} cc-by europepmc ")
    assert out[3] == "asked=3 added=1 unchanged=0 refused=0 failed=2"
    assert sorted(path.name for path in (project / "sources").iterdir()) == [f"{STEM}.json", f"{STEM}.txt"]


def test_who_asks_no_registry_is_not_told_to_give_an_address(
    project: Path, pages: WebServer, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["snapshot", "add", "file:///etc/passwd"]) == 3
    assert capsys.readouterr().err == ""
    pages.pages["/report"] = Answer(200, HTML, papers.html())
    assert run(["snapshot", "add", f"{pages.base}/report", "--allow-host", pages.endpoint]) == 0
    assert "contact address" not in capsys.readouterr().err


def test_a_page_of_an_allowed_host_is_taken_with_all_that_is_known_of_it(
    project: Path, pages: WebServer, capsys: pytest.CaptureFixture[str]
) -> None:
    pages.pages["/report"] = Answer(200, HTML, papers.html(licence=papers.BY))
    pages.pages["/old"] = page("moved", 301, headers=(("Location", "/report"),))
    url = f"{pages.base}/old?utm_source=x#results"
    assert run(["snapshot", "add", url, "--allow-host", pages.endpoint]) == 0
    value = written(project)
    assert value["id"] == f"url:{pages.base}/old"
    assert value["source"]["channel"] == "url"
    assert (value["source"]["url"], value["source"]["final_url"]) == (
        f"{pages.base}/old",
        f"{pages.base}/report",
    )
    assert value["source"]["chain"] == [f"{pages.base}/report"]
    assert value["source"]["allowed_hosts"] == [pages.endpoint]
    assert value["source"]["media_type"] == "text/html"
    assert value["identity"]["status"] == "not_checkable"
    assert value["text"]["storage"] == "committed"
    assert value["document"]["title"] == papers.TITLE
    capsys.readouterr()
    assert run(["snapshot", "check"]) == 0
    assert run(["snapshot", "list"]) == 0
    assert (
        capsys.readouterr().out.splitlines()[1].startswith(f"url:{pages.base}/old: committed; cc-by; full; ")
    )


def test_an_address_that_no_citation_may_name_is_told_of_before_it_is_asked(
    project: Path, pages: WebServer, capsys: pytest.CaptureFixture[str]
) -> None:
    pages.pages["/report"] = Answer(200, HTML, papers.html(licence=papers.BY))
    url = f"{pages.base}/report"
    assert run(["snapshot", "add", url, "--allow-host", pages.endpoint, "--quiet"]) == 0
    assert capsys.readouterr().err.splitlines()[0] == (
        f"citelock: {url}: a citation of it will be E_ID_SYNTAX in every audit: it names 127.0.0.1, which is "
        "not a public address. Give the server a name and allow that, or take the page from its public "
        "address."
    )
    cited = {"id": "c1", "text": "A claim", "citations": [{"url": url, "quote": papers.QUOTE}]}
    (project / "claims.json").write_text(json.dumps({"claims": [cited]}), "utf-8")
    assert run(["audit", "claims.json"]) == 1
    assert "E_ID_SYNTAX" in capsys.readouterr().out
    for command in (["snapshot", "add", "--missing", "claims.json"], ["snapshot", "check", "claims.json"]):
        assert run(command) == 0
        assert capsys.readouterr().err.startswith(
            "citelock: 1 citation without a usable identifier was passed over: c1[0]. An audit says why.\n"
        )


def test_a_page_without_a_licence_is_kept_apart(project: Path, pages: WebServer) -> None:
    pages.pages["/report"] = Answer(200, HTML, papers.html())
    assert run(["snapshot", "add", f"{pages.base}/report", "--allow-host", pages.endpoint]) == 0
    assert (written(project)["licence"]["class"], written(project)["text"]["storage"]) == (
        "unknown",
        "private",
    )


@pytest.mark.parametrize(
    ("answer", "reason", "status"),
    [
        (page("gone", 404), "http_404", 404),
        (page("Just a moment...", 403), "challenge", 403),
        (page("Just a moment..."), "challenge", 200),
        (page("no", 403), "http_403", 403),
        (page("no", 401), "http_401", 401),
        (page("Please log in"), "login", 200),
        (page("short"), "empty_text", 200),
    ],
)
def test_what_stands_in_the_way_is_recorded_with_its_reason(
    answer: Answer,
    reason: str,
    status: int,
    project: Path,
    pages: WebServer,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pages.pages["/report"] = answer
    assert run(["snapshot", "add", f"{pages.base}/report", "--allow-host", pages.endpoint]) == 3
    value = written(project)
    assert (value["status"], value["reason"], value["source"]["status"]) == ("unavailable", reason, status)
    assert value["attempts"] == (2 if status == 404 else 1)
    assert list((project / "sources").glob("*.txt")) == []
    capsys.readouterr()
    assert run(["snapshot", "add", f"{pages.base}/report", "--allow-host", pages.endpoint]) == 3
    assert written(project) == value


def test_a_bad_minute_is_recorded_only_when_a_person_says_so(project: Path, pages: WebServer) -> None:
    pages.pages["/report"] = page("later", 503)
    arguments = ["snapshot", "add", f"{pages.base}/report", "--allow-host", pages.endpoint]
    assert run(arguments) == 3
    assert list((project / "sources").iterdir()) == []
    assert run([*arguments, "--record-failure"]) == 3
    assert (written(project)["reason"], written(project)["attempts"]) == ("http_5xx", 3)


def test_a_host_that_does_not_answer_when_asked_for_its_robots_txt_is_not_recorded(
    project: Path, pages: WebServer, capsys: pytest.CaptureFixture[str]
) -> None:
    pages.robots = page("down", 503)
    assert run(["snapshot", "add", f"{pages.base}/report", "--allow-host", pages.endpoint]) == 3
    said = capsys.readouterr().out.splitlines()[0]
    assert f" http_5xx: {pages.endpoint}: robots.txt answered 503; nothing was written" in said
    assert list((project / "sources").iterdir()) == []


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "http://127.0.0.1:80", "127.0.0.1:0", "127.0.0.1:99999", ":80"]
)
def test_an_allowed_host_is_named_with_its_port(
    host: str, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["snapshot", "add", papers.DOI, "--allow-host", host]) == 2
    assert "--allow-host: " in capsys.readouterr().err


def test_the_works_of_claims_without_a_text_are_asked_for(
    project: Path, registries: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    registries.add_article(id="1", pmid="1", pmcid="PMC900001", doi=papers.DOI, inEPMC="Y", license="cc by")
    registries.world.fulltexts["PMC900001"] = papers.jats()
    citations = [{"doi": papers.DOI}, {"doi": f"https://doi.org/{papers.DOI}"}]
    value = {"claims": [{"id": "c1", "text": "Fewer of them.", "citations": citations}]}
    (project / "claims.json").write_text(json.dumps(value), "utf-8")
    assert run(["snapshot", "add", "--missing", "claims.json"]) == 0
    assert capsys.readouterr().out.endswith("asked=1 added=1 unchanged=0 refused=0 failed=0\n")
    assert run(["snapshot", "add", "--missing", "claims.json"]) == 0
    assert capsys.readouterr().out == "asked=0 added=0 unchanged=0 refused=0 failed=0\n"


def test_more_jobs_change_nothing_but_the_time(
    project: Path, registries: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [f"10.5555/demo.{number}" for number in range(6)]
    for number, doi in enumerate(names):
        registries.add_work(doi)
        pmcid = f"PMC90000{number}"
        registries.add_article(id=str(number), pmcid=pmcid, doi=doi, inEPMC="Y", license="cc by")
        if number != 3:
            registries.world.fulltexts[pmcid] = papers.jats(doi)
    said, files = [], []
    for jobs in ("1", "4"):
        assert run(["snapshot", "add", *names, "--jobs", jobs]) == 3
        said.append(capsys.readouterr().out)
        paths = sorted((project / "sources").rglob("*.*"))
        files.append([(path.name, path.read_bytes()) for path in paths if path.is_file()])
        for path in paths:
            if path.is_file():
                path.unlink()
    assert said[0] == said[1]
    assert files[0] == files[1]
    assert registries.highest() == 1
