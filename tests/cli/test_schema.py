"""The JSON Schemas: printed by name, valid themselves, and of one mind with the parser."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from citelock.checks.errors import InputError
from citelock.checks.limits import Limits
from citelock.cli.main import run
from citelock.snapshotter.claims_input import read_claims

NAMES = ("claims", "report", "record", "provenance", "refresh", "verify-request", "verify-response", "review")
ROOT = Path(__file__).parents[2]


def schema(name: str) -> Draft202012Validator:
    path = ROOT / "src" / "citelock" / "checks" / "schemas" / f"{name}.schema.json"
    return Draft202012Validator(json.loads(path.read_text(encoding="utf-8")))


def refusing(name: str, value: object) -> list[str]:
    return sorted(error.json_path for error in schema(name).iter_errors(value))


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_printed_and_valid(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["schema", name]) == 0
    printed = json.loads(capsys.readouterr().out)
    Draft202012Validator.check_schema(printed)
    assert printed["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert printed == schema(name).schema


def test_without_a_name_the_names_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["schema"]) == 0
    assert capsys.readouterr().out == "".join(f"{name}\n" for name in NAMES)


def test_a_wrong_name_is_refused_with_the_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["schema", "../claims"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == (f"citelock: there is no schema ../claims. Give one of: {', '.join(NAMES)}.\n")


CLAIM = {"id": "c", "text": "t"}


def claims_with(**members: object) -> dict[str, object]:
    return {"claims": [{**CLAIM, **members}]}


def cited(**members: object) -> dict[str, object]:
    return claims_with(citations=[members])


ACCEPTED: list[object] = [
    {"claims": []},
    {"claims": [{"id": 1, "text": "t"}], "made_by": [1]},
    claims_with(citations=None, status=None),
    claims_with(status="NOT machine_Checked", other={}),
    cited(doi="10.0000/demo.1", title="T", year=2024, first_author="F", quote="words"),
    cited(doi=None, year="2019a", quote=None, quotes=["a", "b"], authors=["F"], x=1),
    cited(quote="a", quotes=None, year=2020.0, status="partial"),
    cited(),
]
REFUSED: list[object] = [
    [],
    {},
    {"claims": None},
    {"claims": {}},
    {"claims": [None]},
    {"claims": [{"text": "t"}]},
    {"claims": [{"id": "c"}]},
    claims_with(id=""),
    claims_with(id=True),
    claims_with(id=1.5),
    claims_with(id="i" * 201),
    claims_with(id="a\x1bb"),
    claims_with(id="c\n"),
    claims_with(text=" \n"),
    claims_with(text=1),
    claims_with(status="proven"),
    claims_with(citations={}),
    claims_with(citations=[None]),
    cited(doi=10.1038),
    cited(pmid=1),
    cited(url=[]),
    cited(title=True),
    cited(year=True),
    cited(year=[2024]),
    cited(first_author={}),
    cited(authors="A"),
    cited(authors=[None]),
    cited(container_title=1),
    cited(quote=1),
    cited(quotes=[]),
    cited(quotes=["a"] * 51),
    cited(quotes=[1]),
    cited(quote="a", quotes=["b"]),
    cited(status=""),
    cited(marker=1),
]


def parser_accepts(value: object) -> bool:
    try:
        list(read_claims(io.BytesIO(json.dumps(value).encode()), "x.json", Limits()))
    except InputError:
        return False
    return True


@pytest.mark.parametrize("value", ACCEPTED, ids=map(str, range(len(ACCEPTED))))
def test_schema_and_parser_accept(value: object) -> None:
    assert refusing("claims", value) == []
    assert parser_accepts(value)


@pytest.mark.parametrize("value", REFUSED, ids=map(str, range(len(REFUSED))))
def test_schema_and_parser_refuse(value: object) -> None:
    assert refusing("claims", value) != []
    assert not parser_accepts(value)


RECORD = {"schema": "citelock-record/1", "id": "doi:10.0000/demo.1", "status": "found", "source": "crossref"}


@pytest.mark.parametrize(
    "value",
    [
        {"status": "found", "title": "T", "year": 2024, "authors": ["First", "Second"]},
        {"status": "found", "title": ["T"], "year": "2024", "authors": []},
        {"status": "not_found"},
        RECORD | {"dates": {"issued": "1998-02"}, "authors": [{"family": "F", "sequence": "first"}]},
        RECORD | {"updates": {"by": [{"type": "retraction", "doi": "10.0000/demo.2", "sources": ["x"]}]}},
        RECORD | {"status": "see", "same_as": ["10.0000/demo.2"]},
        RECORD | {"status": "not_found", "evidence": {"doi.org": "responseCode 100"}},
    ],
    ids=map(str, range(7)),
)
def test_records_are_accepted(value: object) -> None:
    assert refusing("record", value) == []


@pytest.mark.parametrize(
    "value",
    [
        [],
        {},
        {"status": "lost"},
        {"status": "found", "title": 5},
        RECORD | {"schema": "citelock-record/2"},
        {key: value for key, value in RECORD.items() if key != "id"},
        {key: value for key, value in RECORD.items() if key != "source"},
        RECORD | {"dates": {"issued": "02/1998"}},
        RECORD | {"authors": ["F"]},
        RECORD | {"titles": "T"},
        RECORD | {"updates": {"by": [{"doi": "10.0000/demo.2"}]}},
        RECORD | {"status": "see"},
    ],
    ids=map(str, range(12)),
)
def test_what_is_no_record_is_refused(value: object) -> None:
    assert refusing("record", value) != []


PROVENANCE = {
    "schema": "citelock-provenance/1",
    "id": "doi:10.0000/demo.1",
    "status": "ok",
    "reason": None,
    "text": {"storage": "committed", "sha256": "0" * 64, "pages": [[0, 1], [300, 2]]},
}


def test_provenance_and_failure_records_are_accepted() -> None:
    failure = {"schema": "citelock-provenance/1", "id": "url:https://example.org/", "status": "unavailable"}
    assert refusing("provenance", PROVENANCE) == []
    assert (
        refusing("provenance", failure | {"reason": "http_404", "attempts": 2, "source": {"status": 404}})
        == []
    )


@pytest.mark.parametrize(
    "value",
    [
        PROVENANCE | {"schema": "citelock-record/1"},
        PROVENANCE | {"status": "maybe"},
        PROVENANCE | {"status": "unavailable"},
        PROVENANCE | {"id": ""},
        PROVENANCE | {"text": None},
        PROVENANCE | {"text": {"sha256": "abc"}},
        PROVENANCE | {"text": {"sha256": "0" * 64, "pages": [[0]]}},
    ],
    ids=map(str, range(7)),
)
def test_what_is_no_provenance_is_refused(value: object) -> None:
    assert refusing("provenance", value) != []


def files(pattern: str) -> list[Path]:
    return sorted((ROOT / "examples").glob(pattern))


def test_the_examples_are_valid() -> None:
    checked = 0
    for name, pattern in (
        ("claims", "*/claims.json"),
        ("record", "*/cache/*.json"),
        ("provenance", "*/sources/*.json"),
    ):
        for path in files(pattern):
            assert refusing(name, json.loads(path.read_text(encoding="utf-8"))) == [], path
            checked += 1
    assert checked > 0


@pytest.mark.parametrize("example", ["article", "real"])
def test_the_report_of_an_example_is_valid(
    example: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = tmp_path / "report.json"
    claims = ROOT / "examples" / example / "claims.json"
    assert run(["audit", str(claims), "--no-store", "--out", str(report)]) == 1
    value = json.loads(report.read_text(encoding="utf-8"))
    assert value["checked"] > 0
    assert refusing("report", value) == []
    assert refusing("report", value | {"checked": -1}) == ["$.checked"]
    capsys.readouterr()
