"""The seeded corpus: the same bytes every time, all kinds of citation, verdicts that follow from it."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2]))

from bench.corpus import KINDS, write_corpus
from bench.verdicts import compare
from bench.works import stem_of


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus")
    write_corpus(folder, claims=600, sources=18, seed=5, size=4000)
    return folder


def test_the_same_arguments_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_corpus(tmp_path / name, claims=40, sources=9, seed=2, size=2000)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_another_seed_gives_other_claims(tmp_path: Path) -> None:
    for seed in (1, 2):
        write_corpus(tmp_path / str(seed), claims=20, sources=3, seed=seed, size=2000)
    assert (tmp_path / "1" / "claims.json").read_bytes() != (tmp_path / "2" / "claims.json").read_bytes()


def test_every_kind_of_citation_occurs_and_every_claim_has_a_verdict(corpus: Path) -> None:
    rows = [json.loads(line) for line in (corpus / "expected.jsonl").read_text("utf-8").splitlines()]
    claims = json.loads((corpus / "claims.json").read_text("utf-8"))["claims"]
    assert [row["claim"] for row in rows] == [claim["id"] for claim in claims]
    assert {row["kind"] for row in rows} == set(KINDS) | {"uncited", "number"}


def test_a_changed_word_or_digit_stands_in_no_source(corpus: Path) -> None:
    rows = [json.loads(line) for line in (corpus / "expected.jsonl").read_text("utf-8").splitlines()]
    kinds = {row["claim"]: row["kind"] for row in rows}
    claims = json.loads((corpus / "claims.json").read_text("utf-8"))["claims"]
    texts = [path.read_text("utf-8") for path in (corpus / "sources").glob("*.txt")]
    changed = [claim for claim in claims if kinds[claim["id"]] in {"word", "digit", "sign", "negation"}]
    assert len(changed) > 30
    for claim in changed:
        assert not any(claim["citations"][0]["quote"] in text for text in texts)


def test_an_audit_of_the_corpus_gives_the_verdicts_it_was_made_with(corpus: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    command = [sys.executable, "-m", "citelock", "audit", str(corpus / "claims.json"), "--out", str(report)]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode == 1, done.stderr.decode("utf-8", "replace")
    assert compare(corpus, report) == {"results": 600, "explained": {}, "unexplained": 0, "first": []}


def test_provenance_names_the_hash_of_its_text(corpus: Path) -> None:
    files = sorted((corpus / "sources").glob("*.json"))
    assert files
    for path in files:
        digest = hashlib.sha256(path.with_suffix(".txt").read_bytes()).hexdigest()
        assert json.loads(path.read_text("utf-8"))["text"]["sha256"] == digest


def test_the_corpus_has_web_pages_odd_dois_line_end_hyphens_and_markers(corpus: Path) -> None:
    names = [path.name for path in (corpus / "sources").glob("*.txt")]
    texts = "".join(path.read_text("utf-8") for path in (corpus / "sources").glob("*.txt"))
    assert any(name.startswith("url_example.org_") for name in names)
    assert any(name.startswith("10.5555_corpus.5_8_-") for name in names)
    assert all(mark in texts for mark in ("\u00ad", "-\n", " [12]", "⁷"))


@pytest.mark.parametrize(
    ("doi", "stem"),
    [
        ("10.5555/corpus.1.7", "10.5555_corpus.1.7"),
        ("10.5555/a_b", "10.5555_a_b-" + hashlib.sha256(b"10.5555/a_b").hexdigest()[:8]),
        (
            "10.5555/corpus.1(8)",
            "10.5555_corpus.1_8_-" + hashlib.sha256(b"10.5555/corpus.1(8)").hexdigest()[:8],
        ),
    ],
)
def test_a_plain_doi_is_named_by_its_slug_and_any_other_with_a_hash(doi: str, stem: str) -> None:
    assert stem_of(doi) == stem
