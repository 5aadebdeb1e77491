"""The ladder of copies against real servers on loopback: right choice, right refusal, right provenance."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from citelock.checks.identifiers import Identifier, parse_identifier
from citelock.snapshotter.adding import Outcome, Wishes, add, work_of
from citelock.snapshotter.copies import ladder
from citelock.snapshotter.evidence import Evidence
from citelock.snapshotter.snapshot_files import EvidenceFolder
from citelock.snapshotter.snapshot_store import Store
from citelock.snapshotter.taking import Terms
from examples.replay.messages import Answer, page, text_answer
from examples.replay.web import WebServer
from tests.support import papers
from tests.support import replay as faults
from tests.support.replay import Replay
from tests.support.web import asking

STEM = "10.5555_demo.paper"
JATS = (("Content-Type", "application/xml"),)
PDF = (("Content-Type", "application/pdf"),)
HTML = (("Content-Type", "text/html; charset=utf-8"),)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "cache").mkdir()
    (tmp_path / "sources").mkdir()
    record = {
        "schema": "citelock-record/1", "id": f"doi:{papers.DOI}", "doi": papers.DOI, "status": "found",
        "source": "crossref", "titles": [papers.TITLE], "dates": {"issued": "2024"},
        "authors": [{"family": papers.AUTHOR, "given": "Erin"}],
        "relations": {"has-preprint": ["10.48550/arxiv.2401.00001", "10.1101/2024.01.01.000001"]},
    }  # fmt: skip
    (tmp_path / "cache" / f"{STEM}.json").write_text(json.dumps(record), "utf-8")
    return tmp_path


def take(
    project: Path,
    registries: Replay,
    pages: WebServer,
    name: str = papers.DOI,
    *,
    mailto: str | None = "you@example.org",
    wishes: Wishes | None = None,
    allow: tuple[str, ...] = (),
) -> Outcome:
    wishes = wishes or Wishes(Terms(frozenset(allow)))
    sources = EvidenceFolder(str(project / "sources"), "sources")
    private = EvidenceFolder(str(project / "sources" / ".private"), "sources/.private")
    evidence = Evidence(EvidenceFolder(str(project / "cache"), "cache"), sources, private=private)
    identifier = parse_identifier(name)
    assert isinstance(identifier, Identifier)
    work, holder = work_of(evidence, identifier, wishes.terms.allow)
    store = Store(sources, private, ("public-domain", "cc0", "cc-by", "cc-by-sa"))
    with asking(registries, pages, mailto=mailto) as services:
        return add(ladder.copies(work, services), work, holder, evidence, store, wishes)


def provenance(project: Path, stem: str = STEM) -> dict[str, Any]:
    value = json.loads((project / "sources" / f"{stem}.json").read_text("utf-8"))
    assert isinstance(value, dict)
    return value


def in_europe_pmc(registries: Replay, **fields: object) -> None:
    registries.add_article(
        id="1", pmid="1", pmcid="PMC900001", doi=papers.DOI, inEPMC="Y", isOpenAccess="Y", **fields
    )


def open_copy(registries: Replay, url: str, licence: str | None = "cc-by", **fields: object) -> None:
    place = {"url": url, "url_for_pdf": None, "license": licence, "version": "publishedVersion", **fields}
    registries.world.open_copies[papers.DOI] = {
        "doi": papers.DOI, "is_oa": True, "best_oa_location": place, "oa_locations": [place]
    }  # fmt: skip


def linked(registries: Replay, url: str, application: str = "text-mining", licence: str = papers.BY) -> None:
    registries.change(
        papers.DOI,
        link=[{"URL": url, "content-type": "application/pdf", "intended-application": application}],
        license=[{"URL": licence, "content-version": "vor", "start": {"date-parts": [[2024, 1, 1]]}}],
    )


# --- one rung after another ---------------------------------------------------------------------------


def test_the_jats_of_europe_pmc_is_taken_first(project: Path, registries: Replay, pages: WebServer) -> None:
    in_europe_pmc(registries, license="cc by")
    registries.world.fulltexts["PMC900001"] = papers.jats()
    outcome = take(project, registries, pages)
    assert (outcome.status, outcome.steps) == ("ok", ())
    written = provenance(project)
    assert written["source"]["channel"] == "europepmc"
    assert str(written["source"]["url"]).endswith("/europepmc/PMC900001/fullTextXML")
    assert written["source"]["retrieved"] == "2026-11-30"
    assert written["licence"]["class"] == "cc-by"
    assert [each["read_from"] for each in written["licence"]["evidence"]] == [
        "jats:license",
        "europepmc:license",
    ]
    assert (written["version"], written["text"]["storage"]) == ("published", "committed")
    assert [request.service for request in registries.log] == ["europepmc", "europepmc"]


def test_its_narrower_licence_counts_whatever_it_calls_open(
    project: Path, registries: Replay, pages: WebServer
) -> None:
    in_europe_pmc(registries, license="cc by-nc-nd")
    registries.world.fulltexts["PMC900001"] = papers.jats()
    outcome = take(project, registries, pages)
    assert outcome.status == "ok"
    assert provenance(project)["licence"]["class"] == "cc-by-nc-nd"
    assert provenance(project)["text"]["storage"] == "private"
    assert not (project / "sources" / f"{STEM}.txt").exists()
    assert "europepmc: a good copy, under cc-by-nc-nd: kept apart" in outcome.steps


def test_pubmed_central_is_asked_where_europe_pmc_has_no_text(
    project: Path, registries: Replay, pages: WebServer
) -> None:
    in_europe_pmc(registries, license="cc by")
    registries.world.archived["PMC900001"] = papers.jats()
    outcome = take(project, registries, pages)
    assert outcome.status == "ok"
    assert outcome.steps == ("europepmc: europepmc has no full text of PMC900001",)
    assert "/pmc/api/oai/" in str(provenance(project)["source"]["url"])


def test_a_work_of_arxiv_is_taken_in_the_version_that_is_cited(
    project: Path, registries: Replay, pages: WebServer
) -> None:
    texts = {
        number: papers.pdf(f"{papers.TITLE} {number}", "10.48550/arxiv.2401.00001") for number in (1, 2, 3)
    }
    registries.world.papers["2401.00001"] = {
        "licence": papers.BY,
        "versions": {str(number): {"pdf": content} for number, content in texts.items()},
    }
    outcome = take(project, registries, pages, "arXiv:2401.00001v2")
    stem = "10.48550_arxiv.2401.00001"
    assert outcome.status == "ok"
    written = provenance(project, stem)
    assert (written["version"], written["source"]["channel"]) == ("v2", "arxiv")
    assert written["licence"]["read_from"] == "arxiv:abs"
    assert f"{papers.TITLE} 2" in (project / "sources" / f"{stem}.txt").read_text("utf-8")
    assert take(project, registries, pages, "2401.00001", wishes=Wishes(replace=True)).status == "ok"
    assert provenance(project, stem)["version"] == "v3"


def test_the_default_licence_of_arxiv_keeps_the_text_apart(
    project: Path, registries: Replay, pages: WebServer
) -> None:
    registries.world.papers["2401.00001"] = {
        "licence": "http://arxiv.org/licenses/nonexclusive-distrib/1.0/",
        "versions": {"1": {"pdf": papers.pdf(doi="10.48550/arxiv.2401.00001")}},
    }
    take(project, registries, pages, "2401.00001")
    written = provenance(project, "10.48550_arxiv.2401.00001")
    assert (written["licence"]["class"], written["text"]["storage"]) == ("arxiv-default", "private")


def test_a_preprint_is_another_work_unless_that_is_allowed(
    project: Path, registries: Replay, pages: WebServer
) -> None:
    registries.world.papers["2401.00001"] = {
        "licence": papers.BY,
        "versions": {"1": {"pdf": papers.pdf(doi="10.48550/arxiv.2401.00001")}},
    }
    outcome = take(project, registries, pages)
    assert outcome.status == "failed"
    assert "arxiv: a preprint is another work; --allow preprint takes it" in outcome.steps
    outcome = take(project, registries, pages, allow=("preprint",))
    assert outcome.status == "ok"
    assert provenance(project)["version"] == "preprint"


def test_the_jats_that_biorxiv_names_is_taken_with_its_licence(
    project: Path, registries: Replay, pages: WebServer
) -> None:
    doi = "10.1101/2024.01.01.000001"
    pages.pages["/source.xml"] = Answer(200, JATS, papers.jats(doi, licence=None))
    version = {"doi": doi, "server": "bioRxiv", "license": "cc_by", "jatsxml": f"{pages.base}/source.xml"}
    registries.world.preprints[doi] = [{**version, "version": "1"}, {**version, "version": "2"}]
    assert take(project, registries, pages, doi).status == "ok"
    written = provenance(project, "10.1101_2024.01.01.000001")
    assert (written["version"], written["source"]["channel"]) == ("v2", "biorxiv")
    assert written["licence"] | {"evidence": None, "attribution": None} == {
        "class": "cc-by", "url": None, "read_from": "biorxiv:license", "statement": "cc_by",
        "evidence": None, "attribution": None,
    }  # fmt: skip
    assert written["source"]["robots"] == {
        "url": f"{pages.base}/robots.txt", "allowed": True, "rule": "no robots.txt (404)"
    }  # fmt: skip
    assert written["source"]["allowed_hosts"][0] == pages.endpoint


def test_a_copy_that_unpaywall_names_with_a_licence_is_taken(
    project: Path, registries: Replay, pages: WebServer
) -> None:
    pages.pages["/paper.pdf"] = Answer(200, PDF, papers.pdf())
    open_copy(registries, f"{pages.base}/paper.pdf", url_for_pdf=f"{pages.base}/paper.pdf")
    assert take(project, registries, pages).status == "ok"
    written = provenance(project)
    assert (written["source"]["channel"], written["version"]) == ("unpaywall", "published")
    assert written["licence"]["read_from"] == "unpaywall:license"
    assert "you@example.org" not in json.dumps(written)
    (asked,) = registries.asked("unpaywall")
    assert asked.query == {"email": "you@example.org"}


def test_without_an_address_unpaywall_is_not_asked_and_that_is_said(
    project: Path, registries: Replay, pages: WebServer
) -> None:
    outcome = take(project, registries, pages, mailto=None)
    assert "unpaywall: not asked: it wants a mail address, give one with --mailto" in outcome.steps
    assert registries.asked("unpaywall") == []


@pytest.mark.parametrize("doi", ["10.1038/nature12373", "10.1073/pnas.1414271111"])
def test_an_open_copy_without_a_licence_is_not_open(
    doi: str, project: Path, registries: Replay, pages: WebServer
) -> None:
    registries.add_work(doi)
    outcome = take(project, registries, pages, doi)
    assert "unpaywall: it names no licence for any of the copies that it calls open" in outcome.steps


def test_a_link_for_text_mining_is_followed_under_an_open_licence(
    project: Path, registries: Replay, pages: WebServer
) -> None:
    pages.pages["/tdm.pdf"] = Answer(200, PDF, papers.pdf())
    linked(registries, f"{pages.base}/tdm.pdf")
    assert take(project, registries, pages).status == "ok"
    written = provenance(project)
    assert (written["source"]["channel"], written["licence"]["read_from"]) == (
        "crossref",
        "crossref:license[vor]",
    )


@pytest.mark.parametrize("application", ["similarity-checking", "syndication"])
def test_links_that_are_for_others_are_never_followed(
    application: str, project: Path, registries: Replay, pages: WebServer
) -> None:
    pages.pages["/tdm.pdf"] = Answer(200, PDF, papers.pdf())
    linked(registries, f"{pages.base}/tdm.pdf", application)
    outcome = take(project, registries, pages)
    assert "crossref: no link for text mining is registered" in outcome.steps
    assert pages.log == []


def test_nor_is_one_under_a_licence_of_the_publisher_s_own(
    project: Path, registries: Replay, pages: WebServer
) -> None:
    linked(registries, f"{pages.base}/tdm.pdf", licence="http://www.springer.com/tdm")
    outcome = take(project, registries, pages)
    said = "no open licence of the published version is registered (found: publisher-tdm)"
    assert f"crossref: {said}" in outcome.steps
    assert pages.log == []


def test_the_page_of_the_publisher_is_the_last_step_and_free_to_read(
    project: Path, registries: Replay, pages: WebServer
) -> None:
    pages.pages["/article"] = Answer(200, HTML, papers.html())
    registries.world.landings[papers.DOI] = f"{pages.base}/article"
    assert take(project, registries, pages).status == "ok"
    written = provenance(project)
    assert (written["source"]["channel"], written["licence"]["class"]) == ("landing", "free-to-read")
    assert (written["source"]["url"], written["source"]["chain"]) == (f"{pages.base}/article", [])
    assert registries.asked("doi_org")[0].path == f"/{papers.DOI}"
    assert written["text"]["storage"] == "private"


def test_a_page_with_a_licence_of_its_own_may_stand_in_the_tree(
    project: Path, registries: Replay, pages: WebServer
) -> None:
    pages.pages["/article"] = Answer(200, HTML, papers.html(licence=papers.BY))
    registries.world.landings[papers.DOI] = f"{pages.base}/article"
    take(project, registries, pages)
    assert provenance(project)["licence"]["class"] == "cc-by"
    assert provenance(project)["text"]["storage"] == "committed"


def test_a_page_that_shows_the_abstract_only_is_not_the_work(
    project: Path, registries: Replay, pages: WebServer
) -> None:
    pages.pages["/article"] = Answer(200, HTML, papers.html(sections=False))
    registries.world.landings[papers.DOI] = f"{pages.base}/article"
    outcome = take(project, registries, pages)
    assert (outcome.status, outcome.reason) == ("failed", "abstract_only")
    assert provenance(project)["reason"] == "abstract_only"


# --- refusals ------------------------------------------------------------------------------------------


def test_a_page_that_robots_txt_forbids_is_not_fetched(
    project: Path, registries: Replay, pages: WebServer
) -> None:
    pages.robots = "User-agent: *\nDisallow: /private/\n\nUser-agent: citelock\nDisallow: /\n"
    pages.pages["/paper.pdf"] = Answer(200, PDF, papers.pdf())
    open_copy(registries, f"{pages.base}/paper.pdf", url_for_pdf=f"{pages.base}/paper.pdf")
    outcome = take(project, registries, pages)
    assert any("does not allow it (disallowed for citelock) (robots)" in step for step in outcome.steps)
    assert [request.raw for request in pages.log] == ["/robots.txt"]


@pytest.mark.parametrize(
    ("answer", "allowed"), [(page("no", 404), True), (page("no", 403), True), (page("down", 503), False)]
)
def test_what_the_absence_of_robots_txt_means_depends_on_the_answer(
    answer: Answer, allowed: bool, project: Path, registries: Replay, pages: WebServer
) -> None:
    pages.robots = answer
    pages.pages["/paper.pdf"] = Answer(200, PDF, papers.pdf())
    open_copy(registries, f"{pages.base}/paper.pdf", url_for_pdf=f"{pages.base}/paper.pdf")
    assert (take(project, registries, pages).status == "ok") is allowed


def test_a_pdf_that_is_a_page_is_no_pdf_and_the_next_step_is_tried(
    project: Path, registries: Replay, pages: WebServer
) -> None:
    pages.pages["/paper.pdf"] = Answer(200, PDF, papers.html())
    pages.pages["/tdm.pdf"] = Answer(200, PDF, papers.pdf())
    open_copy(registries, f"{pages.base}/paper.pdf", url_for_pdf=f"{pages.base}/paper.pdf")
    linked(registries, f"{pages.base}/tdm.pdf")
    outcome = take(project, registries, pages)
    assert outcome.status == "ok"
    assert "unpaywall: this is no PDF but a web page (not_pdf)" in outcome.steps
    assert provenance(project)["source"]["channel"] == "crossref"


def test_another_work_under_the_right_address_is_refused(
    project: Path, registries: Replay, pages: WebServer
) -> None:
    in_europe_pmc(registries, license="cc by")
    registries.world.fulltexts["PMC900001"] = papers.jats(
        "10.5555/other", "Quite different matters", author="Nobody"
    )
    outcome = take(project, registries, pages)
    assert (outcome.status, outcome.reason) == ("failed", "wrong_work")
    assert provenance(project)["reason"] == "wrong_work"


def test_without_any_copy_that_is_recorded(project: Path, registries: Replay, pages: WebServer) -> None:
    registries.world.landings[papers.DOI] = f"{pages.base}/gone"
    outcome = take(project, registries, pages)
    assert (outcome.status, outcome.reason, outcome.recorded) == ("failed", "no_legal_copy", True)
    assert outcome.steps[0] == "europepmc: it does not have this work"
    assert len(outcome.steps) == 6


def test_a_service_that_is_down_makes_no_fact(project: Path, registries: Replay, pages: WebServer) -> None:
    registries.script("europepmc", "/search", [faults.gateway_timeout()], forever=True)
    outcome = take(project, registries, pages)
    assert (outcome.status, outcome.recorded) == ("failed", False)
    assert not (project / "sources" / f"{STEM}.json").exists()


def test_a_redirect_to_a_private_address_is_not_followed(
    project: Path, registries: Replay, pages: WebServer
) -> None:
    for target in ("http://169.254.169.254/latest/", "http://127.0.0.1:9/x", "file:///etc/passwd"):
        pages.pages["/paper.pdf"] = text_answer("", 302, headers=(("Location", target),))
        open_copy(registries, f"{pages.base}/paper.pdf", url_for_pdf=f"{pages.base}/paper.pdf")
        outcome = take(project, registries, pages)
        assert any(step.endswith("(ssrf_blocked)") for step in outcome.steps)


def test_a_text_of_a_killed_run_or_a_failure_gives_way_to_a_good_copy(
    project: Path, registries: Replay, pages: WebServer
) -> None:
    take(project, registries, pages)
    assert provenance(project)["status"] == "unavailable"
    in_europe_pmc(registries, license="cc by")
    registries.world.fulltexts["PMC900001"] = papers.jats()
    assert take(project, registries, pages).status == "ok"
    assert provenance(project)["status"] == "ok"
