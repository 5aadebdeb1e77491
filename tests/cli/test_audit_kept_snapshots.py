"""Rows kept of vetted, private and sealed texts and of pages: none outlives what it follows from."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from citelock.cli.main import run
from tests.support import papers

STEM = "10.5555_demo.paper"
RECORD = {
    "status": "found",
    "doi": papers.DOI,
    "title": papers.TITLE,
    "year": 2024,
    "authors": [papers.AUTHOR, "Second"],
}
CITED = {"title": papers.TITLE, "year": 2024, "first_author": papers.AUTHOR, "quote": papers.QUOTE}
URL = "https://page.example/report"
PAGE_TITLE = "Annual Report of the Harbour Office"
PAGE = "url_page.example_report-" + sha256(URL.encode()).hexdigest()[:8]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    assert run(["init"]) == 0
    (tmp_path / "cache" / f"{STEM}.json").write_text(json.dumps(RECORD), "utf-8")
    write_claims(tmp_path, {"doi": papers.DOI, **CITED})
    return tmp_path


def write_claims(folder: Path, citation: dict[str, object]) -> None:
    claim = {"id": "c1", "text": "Fewer of them.", "citations": [citation]}
    (folder / "claims.json").write_text(json.dumps({"claims": [claim]}), "utf-8")


def taken(folder: Path, content: bytes, *options: str) -> None:
    """The text of the demo paper as `snapshot add` takes it from a file."""
    paper = folder / "paper.xml"
    paper.write_bytes(content)
    assert run(["snapshot", "add", papers.DOI, "--file", str(paper), *options]) == 0


def open_text(folder: Path) -> None:
    taken(folder, papers.jats())


def private_text(folder: Path) -> None:
    taken(folder, papers.jats(licence=None))


def sealed_text(folder: Path) -> None:
    taken(folder, papers.jats(licence=papers.BY_NC_ND), "--seal", "--discard-text")


def page(folder: Path) -> None:
    text = papers.text().decode()
    provenance = {
        "schema": "citelock-provenance/1",
        "status": "ok",
        "id": f"url:{URL}",
        "source": {"url": URL, "final_url": URL},
        "text": {"sha256": sha256(text.encode()).hexdigest(), "storage": "committed", "scope": "full"},
        "licence": {"class": "cc-by"},
        "document": {"title": PAGE_TITLE},
        "identity": {"status": "ok"},
    }
    (folder / "sources" / f"{PAGE}.txt").write_text(text, "utf-8")
    (folder / "sources" / f"{PAGE}.json").write_text(json.dumps(provenance), "utf-8")
    write_claims(folder, {"url": URL, "title": PAGE_TITLE, "quote": papers.QUOTE})


def rewritten(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        path = folder / name
        content = path.read_text("utf-8")
        assert old in content
        path.write_text(content.replace(old, new), "utf-8")

    return change


def without(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).unlink()


def settings(text: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        (folder / "citelock.yml").write_text(text, "utf-8")

    return change


def made_public(folder: Path) -> None:
    """The private text put beside its provenance: the same bytes at a place where all may read them."""
    (folder / "sources" / ".private" / f"{STEM}.txt").rename(folder / "sources" / f"{STEM}.txt")


def report(folder: Path, option: str) -> bytes:
    run(["audit", "claims.json", option])
    return (folder / "report.json").read_bytes()


def codes(content: bytes) -> set[str]:
    return {finding["code"] for finding in json.loads(content)["results"][0]["findings"]}


CHANGES: dict[str, tuple[Callable[[Path], None], Callable[[Path], None], str]] = {
    "licences of the settings": (
        open_text, settings("licences:\n  commit: [cc0]\n"), "E_SNAPSHOT_LICENCE"
    ),
    "licence of the text": (
        open_text, rewritten(f"sources/{STEM}.json", '"cc-by"', '"closed"'), "E_SNAPSHOT_LICENCE"
    ),
    "record": (open_text, rewritten(f"cache/{STEM}.json", papers.TITLE, "On others"), "E_TITLE_MISMATCH"),
    "private text gone": (private_text, without(f"sources/.private/{STEM}.txt"), "W_NOT_MACHINE_CHECKED"),
    "private text made public": (private_text, made_public, "E_SNAPSHOT_LICENCE"),
    "private text altered": (
        private_text, rewritten(f"sources/.private/{STEM}.txt", "18", "19"), "E_SNAPSHOT_ALTERED"
    ),
    "private folder of the settings": (
        private_text, settings("snapshots:\n  private_dir: elsewhere\n"), "W_NOT_MACHINE_CHECKED"
    ),
    "seal gone": (sealed_text, without(f"sources/{STEM}.seal"), "E_SNAPSHOT_ALTERED"),
    "seal altered": (
        sealed_text, rewritten(f"sources/{STEM}.seal", "window=8", "window=7"), "E_SNAPSHOT_ALTERED"
    ),
    "title of the page": (
        page, rewritten(f"sources/{PAGE}.json", PAGE_TITLE, "Not Found"), "W_SNAPSHOT_IDENTITY"
    ),
    "where the page is": (
        page, rewritten(f"sources/{PAGE}.json", f'"final_url": "{URL}"', '"final_url": "https://www.other.example/"'),
        "W_SNAPSHOT_IDENTITY",
    ),
    "identity of the page": (
        page, rewritten(f"sources/{PAGE}.json", '{"status": "ok"}', '{"status": "wrong"}'),
        "W_SNAPSHOT_IDENTITY",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("kind", "change", "code"), CHANGES.values(), ids=CHANGES)
def test_a_row_of_a_snapshot_does_not_outlive_what_it_follows_from(
    project: Path, kind: Callable[[Path], None], change: Callable[[Path], None], code: str
) -> None:
    kind(project)
    before = report(project, "--quiet")
    assert code not in codes(before)
    assert before == report(project, "--quiet") == report(project, "--no-store")

    change(project)
    after = report(project, "--no-store")
    assert code in codes(after)
    assert report(project, "--quiet") == report(project, "--quiet") == after
