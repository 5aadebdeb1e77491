"""Vetting in the audit: only where a provenance says that it was done, once for each source, and kept."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest

from citelock.checks.identifiers import Identifier
from citelock.checks.records import Author, Record
from citelock.checks.snapshots import Provenance
from citelock.checks.vetting.again import vet_again
from citelock.checks.vetting.ranges import recorded_pages
from citelock.cli.main import run
from citelock.snapshotter.fold_store import VETTING, FoldStore
from citelock.snapshotter.snapshot_files import SnapshotFile
from citelock.snapshotter.texts import vetted
from tests.support import papers

DEMO = Identifier("doi", papers.DOI, papers.DOI)
RECORD = Record(
    "found", "crossref", doi=papers.DOI, titles=(papers.TITLE,), authors=(Author("Example", "Erin"),)
)
OTHER = Record("found", "crossref", doi=papers.DOI, titles=("On quite different matters of another field",))
TEXT = papers.text().decode()
UNNAMED = TEXT.replace(f"https://doi.org/{papers.DOI}\n", "")
DONE = Provenance("ok", identity="ok", scope="full", text_sha256="0" * 64)


@pytest.mark.parametrize(
    ("text", "record", "provenance", "identity"),
    [
        (TEXT, RECORD, DONE, "ok"),
        (TEXT, OTHER, DONE, "ok"),  # it names its DOI
        (UNNAMED, RECORD, DONE, "ok"),
        (UNNAMED, OTHER, DONE, "wrong"),
        (TEXT, RECORD, DONE._replace(declared_doi="10.5555/other"), "wrong"),
        (f"Correction to: {TEXT}", RECORD, DONE, "wrong"),
    ],
)
def test_identity_is_judged_by_the_record_of_today(
    text: str, record: Record, provenance: Provenance, identity: str
) -> None:
    assert vet_again(text, provenance, record, DEMO).identity == identity


def test_a_preprint_that_was_allowed_stands_for_the_work() -> None:
    text = UNNAMED.replace(papers.TITLE, "https://doi.org/10.48550/arxiv.2401.00001")
    record = OTHER._replace(relations={"has-preprint": ("10.48550/arxiv.2401.00001",)})
    assert vet_again(text, DONE, record, DEMO).identity == "wrong"
    assert vet_again(text, DONE._replace(version="preprint"), record, DEMO).identity == "ok"


@pytest.mark.parametrize(
    ("text", "provenance", "scope"),
    [
        (TEXT, DONE, "full"),
        (TEXT, DONE._replace(scope="abstract"), "abstract"),
        (f"{papers.TITLE}\nAbstract\n{papers.PARAGRAPHS[1]}\n", DONE, "abstract"),
        (f"{papers.TITLE}\nAbstract\n{papers.PARAGRAPHS[1]}\n", DONE._replace(scope_from="user"), "full"),
        (TEXT, DONE._replace(flags=("short_body",)), "abstract"),
        (TEXT, DONE._replace(pages_total=1), "abstract"),
        (TEXT, DONE._replace(pages_total=9), "full"),
    ],
)
def test_scope_is_measured_again_unless_a_person_gave_their_word(
    text: str, provenance: Provenance, scope: str
) -> None:
    record = RECORD._replace(pages="101-114")
    assert vet_again(text, provenance, record, DEMO).scope == scope


def snapshot(text: str, provenance: Provenance | None) -> SnapshotFile:
    data = text.encode()
    return SnapshotFile(
        "sources/x.txt", sha256(data).hexdigest(), data, provenance, None, "sources/x.json", "p"
    )


def test_a_text_that_nobody_vetted_is_not_vetted_now() -> None:
    store = FoldStore()
    assert vetted(snapshot(UNNAMED, None), OTHER, "r", DEMO, store) is None
    assert vetted(snapshot(UNNAMED, Provenance("ok")), OTHER, "r", DEMO, store) is None


def test_the_answer_is_kept_for_these_very_files_only(tmp_path: Path) -> None:
    store = FoldStore(str(tmp_path))
    first = vetted(snapshot(UNNAMED, DONE), OTHER, "record 1", DEMO, store)
    assert first is not None
    assert first.identity == "wrong"
    (kept,) = tmp_path.iterdir()
    key = kept.name[:64]
    assert store.get(key, VETTING) == "\0".join(first).encode()
    store.put(key, b"ok\0\0full", VETTING)  # what is kept is what is answered
    again = vetted(snapshot(UNNAMED, DONE), OTHER, "record 1", DEMO, store)
    assert again is not None
    assert again.identity == "ok"
    other = vetted(snapshot(UNNAMED, DONE), OTHER, "record 2", DEMO, store)
    assert other is not None
    assert other.identity == "wrong"
    store.put(key, b"nonsense", VETTING)
    assert vetted(snapshot(UNNAMED, DONE), OTHER, "record 1", DEMO, store) == first


@pytest.mark.parametrize(
    ("pages", "count"),
    [
        ("1348-1354", 7), ("419-32", 14), ("e1-e9", 9), ("S12–S15", 4), ("", None), ("9412167", None),
        ("14-12", None), ("1-2-3", None), ("e1-f9", None),
    ],
)  # fmt: skip
def test_a_range_spans_pages(pages: str, count: int | None) -> None:
    assert recorded_pages(pages) == count


def test_the_same_bytes_with_and_without_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("cache", "sources"):
        (tmp_path / name).mkdir()
    stem = "10.5555_demo.paper"
    record = {"status": "found", "title": "On quite different matters", "year": 2024, "authors": ["Nobody"]}
    (tmp_path / "cache" / f"{stem}.json").write_text(json.dumps(record), "utf-8")
    (tmp_path / "sources" / f"{stem}.txt").write_text(UNNAMED, "utf-8")
    provenance = {
        "schema": "citelock-provenance/1", "status": "ok", "id": f"doi:{papers.DOI}",
        "text": {"sha256": sha256(UNNAMED.encode()).hexdigest(), "storage": "committed", "scope": "full"},
        "licence": {"class": "cc-by"}, "identity": {"status": "ok"},
    }  # fmt: skip
    (tmp_path / "sources" / f"{stem}.json").write_text(json.dumps(provenance), "utf-8")
    citation = {
        "doi": papers.DOI, "title": "On quite different matters", "year": 2024, "first_author": "Nobody",
        "quote": papers.QUOTE,
    }  # fmt: skip
    value = {"claims": [{"id": "c1", "text": "Fewer of them.", "citations": [citation]}]}
    (tmp_path / "claims.json").write_text(json.dumps(value), "utf-8")
    reports = []
    for option in ("--no-store", "--quiet", "--quiet"):
        run(["audit", "claims.json", option])
        reports.append((tmp_path / "report.json").read_bytes())
    assert reports[0] == reports[1] == reports[2]
    assert json.loads(reports[0])["results"][0]["warnings"] == ["W_SNAPSHOT_IDENTITY"]
