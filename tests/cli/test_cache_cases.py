"""Faults that users of citation tools met with their files: names on other systems, conflicts, line ends.

Each case goes the way of a user: `resolve` writes, `audit` reads.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from citelock.checks.starter import attributes
from citelock.cli.main import run
from tests.support.replay import Replay, replay

CASES = {
    case["id"]: case
    for case in json.loads((Path(__file__).parents[1] / "data" / "cache_cases.json").read_text("utf-8"))[
        "cases"
    ]
}
FILES = [name for name in CASES if name.startswith("R-cache_file")]
CITATION = {"title": "Demo", "year": 2024, "first_author": "Example", "quote": "line one line two"}
DOI = "10.5555/demo"


@pytest.fixture(scope="module")
def server() -> Iterator[Replay]:
    with replay(rate=10_000) as running:
        yield running


@pytest.fixture
def project(server: Replay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    lines = "".join(f"  {name}: {url}\n" for name, url in server.urls.items())
    (tmp_path / "citelock.yml").write_text(f"registries:\n{lines}", "utf-8")
    monkeypatch.chdir(tmp_path)
    server.forget()
    return tmp_path


def claims(project: Path, *dois: str) -> None:
    listed = [
        {"id": f"c{n}", "text": "A claim.", "citations": [{**CITATION, "doi": doi}]}
        for n, doi in enumerate(dois)
    ]
    (project / "claims.json").write_text(json.dumps({"claims": listed}), "utf-8")


def audited(project: Path) -> list[dict[str, Any]]:
    """What the audit says of the description; the cases hold no texts to look a quote up in."""
    assert run(["audit", "claims.json", "-q", "--scope", "metadata"]) in (0, 1)
    results = json.loads((project / "report.json").read_text("utf-8"))["results"]
    assert isinstance(results, list)
    return results


@pytest.mark.parametrize("name", FILES)
def test_the_records_of_a_case_have_safe_names_and_are_read_again(
    project: Path, server: Replay, name: str
) -> None:
    dois: list[str] = CASES[name]["inputs"]["dois"]
    wanted = CASES[name]["expected"]["value"]
    for doi in dois:
        server.add_work(unicodedata.normalize("NFC", doi), title=["Demo"])
    claims(project, *dois)
    before = set(project.parent.rglob("*"))
    assert run(["resolve", "claims.json", "-q"]) == 0
    written = {path for path in project.parent.rglob("*") if path.is_file()} - before
    assert {path.parent for path in written} == {project / "cache"}  # inside, whatever the DOI says
    names = sorted(path.name for path in written)
    assert len(names) == wanted.get("files", 1)
    assert len({each.casefold() for each in names}) == len(names)
    assert all(len(each.encode()) <= wanted.get("max_name", 120) for each in names)
    assert [each for each in names if not each.isascii() or set(each) & set('<>:"/\\|?* ')] == []
    for row in audited(project):
        assert row["errors"] == CASES[name]["expected"]["codes"]
        assert row["record"]["path"] in {f"cache/{each}" for each in names}
    server.forget()
    assert run(["resolve", "claims.json", "-q"]) == 0
    assert server.log == []


def test_the_names_of_two_dois_that_look_alike_are_those_of_the_specification(
    project: Path, server: Replay
) -> None:
    for doi in CASES["R-cache_file-02"]["inputs"]["dois"]:
        server.add_work(doi)
        assert run(["resolve", "--id", doi, "-q"]) == 0
    assert sorted(path.name for path in (project / "cache").iterdir()) == [
        "10.5555_a_b-3f26dc7f.json",
        "10.5555_a_b-7621c719.json",
    ]


def test_r_cache_content_01(project: Path, server: Replay) -> None:
    (project / "cache").mkdir()
    path = project / "cache" / "10.5555_demo.json"
    path.write_text(CASES["R-cache_content-01"]["inputs"]["cache_bytes"], "utf-8")
    claims(project, DOI)
    (row,) = audited(project)
    assert row["errors"] == CASES["R-cache_content-01"]["expected"]["codes"]
    assert "conflict" in row["findings"][0]["message"]
    server.add_work(DOI, title=["Demo"])
    assert run(["resolve", "claims.json", "-q"]) == 0  # a broken record is none: it is fetched again
    assert audited(project)[0]["errors"] == []


def test_r_cache_content_02(project: Path, server: Replay) -> None:
    given = CASES["R-cache_content-02"]["inputs"]["cache_bytes"].encode()
    assert given.endswith(b"\r\n")
    claims(project, DOI)
    (project / "cache").mkdir()
    reports = []
    for content in (given, given.replace(b"\r\n", b"\n")):
        (project / "cache" / "10.5555_demo.json").write_bytes(content)
        assert audited(project)[0]["errors"] == []
        reports.append((project / "report.json").read_bytes())
    assert reports[0] == reports[1]
    assert run(["resolve", "claims.json", "-q"]) == 0
    assert server.log == []  # a checkout with other line ends is no reason to ask again


def test_r_cache_content_03(project: Path) -> None:
    inputs = CASES["R-cache_content-03"]["inputs"]
    claims(project, DOI)
    (project / "cache").mkdir()
    (project / "sources").mkdir()
    record = {"status": "found", "title": "Demo", "year": 2024, "authors": ["Example"]}
    (project / "cache" / "10.5555_demo.json").write_text(json.dumps(record), "utf-8")
    digest = hashlib.sha256(inputs["snapshot_bytes_lf"].encode()).hexdigest()
    provenance = {
        "schema": "citelock-provenance/1",
        "id": f"doi:{DOI}",
        "status": "ok",
        "text": {"storage": "committed", "sha256": digest},
    }
    (project / "sources" / "10.5555_demo.json").write_text(json.dumps(provenance), "utf-8")
    reports = []
    for form in ("lf", "crlf"):
        (project / "sources" / "10.5555_demo.txt").write_bytes(inputs[f"snapshot_bytes_{form}"].encode())
        assert run(["audit", "claims.json", "-q", "--min-quote", "10"]) == 0
        (row,) = json.loads((project / "report.json").read_text("utf-8"))["results"]
        assert row["snapshot"]["sha256"] == digest
        reports.append((project / "report.json").read_bytes())
    assert reports[0] == reports[1]
    assert any("eol=lf" in line for line in attributes("cache", "sources").lines)
