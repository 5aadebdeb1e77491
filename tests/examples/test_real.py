"""The evidence of `examples/real` is what it says it is, and the audit finds exactly the planted faults."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import citelock.checks

EXAMPLES = Path(__file__).parents[2] / "examples"
REAL = EXAMPLES / "real"
SCHEMAS = Path(citelock.checks.__path__[0]) / "schemas"
STEMS = sorted(path.stem for path in (REAL / "cache").iterdir())

# Read here because a test sees none of the caller's CITELOCK_* settings.
MATERIAL = os.environ.get("CITELOCK_JATS_MATERIAL", "")


def load(path: Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return value


def audit(claims: Path, out: Path, where: Path) -> subprocess.CompletedProcess[str]:
    """Runs `citelock audit` from a folder that has nothing to do with the claims."""
    command = [sys.executable, "-m", "citelock", "audit", str(claims), "--out", str(out)]
    return subprocess.run(command, cwd=where, capture_output=True, text=True, encoding="utf-8", check=False)


def errors_by_claim(report: Path) -> dict[str, list[str]]:
    errors: dict[str, list[str]] = {}
    for entry in load(report)["results"]:
        errors.setdefault(entry["claim"], []).extend(entry["errors"])
    return errors


def test_there_are_three_files_for_each_of_ten_papers() -> None:
    assert len(STEMS) == 10
    assert sorted(path.name for path in (REAL / "sources").iterdir()) == sorted(
        f"{stem}.{kind}" for stem in STEMS for kind in ("json", "txt")
    )


@pytest.mark.parametrize("stem", STEMS)
def test_a_snapshot_is_the_text_its_provenance_describes(stem: str) -> None:
    data = (REAL / "sources" / f"{stem}.txt").read_bytes()
    text = data.decode("utf-8")
    provenance = load(REAL / "sources" / f"{stem}.json")
    described = provenance["text"]
    assert described["sha256"] == hashlib.sha256(data).hexdigest()
    assert (described["characters"], described["lines"]) == (len(text), text.count("\n"))
    assert provenance["quality"]["letters"] == sum(map(str.isalpha, text))


@pytest.mark.parametrize("stem", STEMS)
def test_a_snapshot_is_clean_text_with_one_paragraph_a_line(stem: str) -> None:
    text = (REAL / "sources" / f"{stem}.txt").read_bytes().decode("utf-8")
    lines = text.split("\n")
    assert lines.pop() == ""
    assert all(line == line.strip() and line for line in lines)
    assert unicodedata.is_normalized("NFC", text)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]", text)
    assert not re.search(r"[\w.]@[\w.]", text), "a mail address"
    assert len(text) > 1500, "no more than an abstract"


@pytest.mark.parametrize("stem", STEMS)
def test_the_record_and_the_provenance_are_of_the_paper_that_their_name_says(stem: str) -> None:
    record, provenance = load(REAL / "cache" / f"{stem}.json"), load(REAL / "sources" / f"{stem}.json")
    doi = record["doi"]
    slug = re.sub(r"[^a-z0-9._-]", "_", doi)
    plain = re.fullmatch(r"[a-z0-9.-]+/[a-z0-9.-]+", doi)
    assert stem == (slug if plain else f"{slug}-{hashlib.sha256(doi.encode()).hexdigest()[:8]}")
    assert record["id"] == provenance["id"] == f"doi:{doi}"
    assert provenance["document"]["declared_doi"] == doi
    assert record["titles"] == [provenance["document"]["title"]]
    assert (record["source"], record["status"], provenance["status"]) == ("jats", "found", "ok")


@pytest.mark.parametrize("stem", STEMS)
def test_each_paper_is_cc_by_and_credited_in_the_readme(stem: str) -> None:
    record, licence = (
        load(REAL / "cache" / f"{stem}.json"),
        load(REAL / "sources" / f"{stem}.json")["licence"],
    )
    assert licence["class"] == "cc-by"
    assert re.fullmatch(r"https://creativecommons\.org/licenses/by/\d\.\d/", licence["url"])
    assert "Creative Commons Attribution" in licence["statement"]
    assert f"- {licence['attribution']}\n" in (REAL / "README.md").read_text(encoding="utf-8")
    for credit in (record["titles"][0].rstrip("."), record["doi"], licence["url"], record["containers"][0]):
        assert credit in licence["attribution"]
    assert all(author["family"] in licence["attribution"] for author in record["authors"])


@pytest.mark.parametrize(
    ("schema", "pattern"),
    [
        ("claims", "*/claims.json"),
        ("record", "real/cache/*.json"),
        ("provenance", "real/sources/*.json"),
    ],
)
def test_every_file_of_the_examples_is_valid_by_its_schema(schema: str, pattern: str) -> None:
    validator = Draft202012Validator(load(SCHEMAS / f"{schema}.schema.json"))
    files = sorted(EXAMPLES.glob(pattern))
    assert files
    assert {path.name: [str(e) for e in validator.iter_errors(load(path))] for path in files} == {
        path.name: [] for path in files
    }


def test_the_script_gives_the_committed_evidence_byte_for_byte(tmp_path: Path) -> None:
    if not MATERIAL:
        pytest.skip("CITELOCK_JATS_MATERIAL names no folder with the JATS files; hashes were compared above")
    script = [sys.executable, "-B", str(REAL / "prepare.py"), "--material", MATERIAL, "--out", str(tmp_path)]
    assert subprocess.run(script, check=False, capture_output=True).returncode == 0
    made = {str(path.relative_to(tmp_path)): path.read_bytes() for path in tmp_path.rglob("*.*")}
    committed = {
        str(path.relative_to(REAL)): path.read_bytes()
        for folder in ("cache", "sources")
        for path in (REAL / folder).iterdir()
    }
    assert made == committed


def test_every_planted_fault_is_explained_in_the_readme() -> None:
    readme = (REAL / "README.md").read_text(encoding="utf-8")
    explained = dict(re.findall(r"^\| `([\w-]+)` \|.*\| (`E_.*`) \|$", readme, re.MULTILINE))
    expected = load(REAL / "expected.json")
    assert explained == {
        claim: ", ".join(f"`{error}`" for error in errors) for claim, errors in expected.items() if errors
    }
    assert all(f"`{claim}`" in readme or not expected[claim] for claim in expected)


def test_the_audit_of_real_papers_finds_exactly_the_planted_faults(tmp_path: Path) -> None:
    expected = load(REAL / "expected.json")
    failed = sum(bool(errors) for errors in expected.values())
    report = tmp_path / "report.json"
    done = audit(REAL / "claims.json", report, tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert errors_by_claim(report) == expected
    warnings = {entry["claim"]: entry["warnings"] for entry in load(report)["results"] if entry["warnings"]}
    assert warnings == {
        "endophytes-harmless": ["W_QUOTE_CONTEXT_CUT"],
        "endophytes-diesel": ["W_NUMBER_UNIT"],  # the quotation, altered, has lost its per cent sign
    }
    citations = sum(max(1, len(claim["citations"])) for claim in load(REAL / "claims.json")["claims"])
    assert done.stdout.split("\n")[-2] == f"checked={citations} failed={failed} report={report}"


def test_two_audits_of_real_papers_give_the_same_bytes(tmp_path: Path) -> None:
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    audit(REAL / "claims.json", first, tmp_path)
    audit(REAL / "claims.json", second, REAL)
    assert first.read_bytes() == second.read_bytes()


def test_each_genuine_quote_needs_the_pass_that_the_readme_names(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    audit(REAL / "claims.json", report, tmp_path)
    status = {(entry["claim"], entry["citation"]): entry["quote"] for entry in load(report)["results"]}
    passes = {
        claim: status[claim, 0]["status"]
        for claim, errors in load(REAL / "expected.json").items()
        if not errors
    }
    assert passes == {
        "basil-clusters": "verbatim",
        "biosurfactant-ecology": "verbatim",
        "caries-best-dose": "verbatim",
        "caries-mouth-rinses": "markers_ignored",
        "choline-activity": "verbatim",
        "endophytes-harmless": "markers_ignored",
        "ethylene-anaerobiosis": "verbatim",
        "ethylene-cleavage": "markers_ignored",
        "feed-rats": "verbatim",
        "fruit-fungicides": "elided",
        "lung-cancer-seeding": "verbatim",
        "lung-cancer-toxicity": "verbatim",
        "oral-bacteria": "verbatim",
        "plants-iron": "verbatim",
        "root-canal-culture": "editorial",
    }
    assert status["ethylene-anaerobiosis", 0]["fragments"][0]["folds"] == ["quotes"]
    assert status["biosurfactant-ecology", 0]["fragments"][0]["folds"] == ["dashes"]
    assert status["lung-cancer-seeding", 0]["fragments"][0]["folds"] == ["superscript_flat"]
    assert status["caries-best-dose", 0]["fragments"][0]["folds"] == []


def test_the_articles_example_gives_its_four_error_lists_and_its_last_line(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    done = audit(EXAMPLES / "article" / "claims.json", report, tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert errors_by_claim(report) == {
        "c1": [],
        "c2": ["E_YEAR_MISMATCH", "E_QUOTE_NOT_FOUND", "E_NUMBER_UNSUPPORTED:3"],
        "c3": ["E_NOT_CACHED"],
        "c4": ["E_UNCITED"],
    }
    assert done.stdout.split("\n")[-2] == f"checked=4 failed=3 report={report}"
