"""Canonical JSON: the bytes of the standard library, faster."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.checks import canonical, canonical_rows
from citelock.checks.findings import Severity
from citelock.cli.main import run
from tests.support.rule_cases import CASES

GOLDENS = Path(__file__).parent.parent / "goldens"

# Every string JSON can carry; a lone surrogate is refused where files are read.
texts = st.text(st.characters(exclude_categories=["Cs"]))
values = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner) | st.dictionaries(texts, inner) | st.lists(inner).map(tuple),
    max_leaves=30,
)


@given(values)
def test_indented_text_is_that_of_the_standard_library(value: object) -> None:
    assert canonical.dumps(value) == json.dumps(value, ensure_ascii=False, sort_keys=True, indent=2)


@given(values)
def test_a_line_is_that_of_the_standard_library(value: object) -> None:
    expected = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert canonical.line(value) == expected


@given(values)
def test_canonical_text_read_and_written_again_is_the_same(value: object) -> None:
    text = canonical.dumps(value)
    assert canonical.dumps(json.loads(text)) == text


@given(values)
def test_a_value_inside_a_document_is_indented_as_there(value: object) -> None:
    whole = json.dumps({"list": [value]}, ensure_ascii=False, sort_keys=True, indent=2)
    assert '{\n  "list": [\n    ' + canonical.dumps(value, 2) + "\n  ]\n}" == whole


@pytest.mark.parametrize(
    "text", ["\x00\x1f\x7f", "\u2028\u2029", "\ufeff", "“«»”", 'a"b\\c/d', "\U0001f600", "e\u0301", "\x85"]
)
def test_odd_strings_are_escaped_as_the_standard_library_does(text: str) -> None:
    assert canonical.dumps({text: text}) == json.dumps({text: text}, ensure_ascii=False, indent=2)


UNSEEN = [
    *("\x80", "\x85", "\x9f", "\u00ad", "\u034f", "\u061c", "\u180e", "\u200b", "\u200d", "\u200e", "\u200f"),
    *(
        "\u2028",
        "\u2029",
        "\u202a",
        "\u202e",
        "\u2060",
        "\u2064",
        "\u2066",
        "\u2069",
        "\u206f",
        "\ufe0f",
        "\ufeff",
    ),
    *("\ufff9", "\U000e0001", "\U000e0041", "\U000e007f", "\U000e0100"),
]


@pytest.mark.parametrize("sign", UNSEEN)
def test_what_no_reader_sees_is_an_escape_and_means_the_same(sign: str) -> None:
    value = {f"a{sign}": f"{sign}b"}
    text = canonical.escaped(canonical.dumps(value))
    assert sign not in text
    assert json.loads(text) == value
    assert json.dumps(sign)[1:-1] in text


def test_every_character_is_an_escape_or_stays_as_the_plain_set_says() -> None:
    """The quick look at runs of characters finds all of those that no reader sees, and no others."""
    plain = canonical._unseen()
    signs = [chr(number) for number in range(0x110000) if not 0xD800 <= number < 0xE000]
    for at in range(0, len(signs), 500):
        run = "".join(signs[at : at + 500])
        assert canonical.escaped(run) == plain.sub(canonical._as_escape, run)
    for sign in filter(plain.match, signs[:0x3000]):
        for before, behind in (("a", "b"), ("“", "я"), ("中", "中"), ("😀", "é"), (sign, "")):
            assert canonical.escaped(f"{before}{sign}{behind}").count("\\u") == (2 if before == sign else 1)


@given(values)
def test_an_escape_changes_no_letter_and_no_meaning(value: object) -> None:
    text = canonical.dumps(value)
    written = canonical.escaped(text)
    assert json.loads(written) == json.loads(text)
    assert canonical.escaped(written) == written


@pytest.mark.parametrize(
    "text", ["plain", "ёЖ", "日本語", "שלום", "مرحبا", "e\u0301", "नमस्ते", "\U0001f600", "½ ≤ µ"]
)
def test_letters_of_every_script_stay_as_they_are(text: str) -> None:
    assert canonical.escaped(text) == text


@pytest.mark.parametrize(
    "value", [1.5, float("nan"), float("inf"), [2.0], {"a": 0.0}, b"bytes", {1, 2}, object()]
)
def test_what_has_no_canonical_form_is_refused(value: object) -> None:
    with pytest.raises(TypeError, match="canonical JSON has no"):
        canonical.dumps(value)
    with pytest.raises(TypeError, match="canonical JSON has no"):
        canonical.line(value)


@pytest.mark.parametrize("key", [1, None, True, 1.5])
def test_a_key_that_is_no_string_is_refused(key: object) -> None:
    with pytest.raises(TypeError, match="a key of canonical JSON is a string"):
        canonical.dumps({key: 1})


def test_a_severity_is_written_as_its_word() -> None:
    assert canonical.dumps([Severity.ERROR]) == '[\n  "error"\n]'
    assert canonical.line({"severity": Severity.NOTE}) == '{"severity":"note"}'


def _entries(report: bytes) -> list[dict[str, object]]:
    entries = json.loads(report)["results"]
    assert isinstance(entries, list)
    return entries


@pytest.mark.parametrize("code", sorted(CASES))
def test_a_row_of_every_rule_is_written_as_any_other_value(code: str, tmp_path: Path) -> None:
    CASES[code].write(tmp_path)
    out = tmp_path / "report.json"
    run(["audit", str(tmp_path / "claims.json"), "--out", str(out), "--no-store", "-q"])

    for entry in _entries(out.read_bytes()):
        assert canonical_rows.row(entry) == canonical.dumps(entry, 2)


def test_the_rows_of_the_article_are_written_as_any_other_value() -> None:
    entries = _entries((GOLDENS / "article" / "report.json").read_bytes())

    assert [canonical_rows.row(entry) for entry in entries] == [
        canonical.dumps(entry, 2) for entry in entries
    ]


_maybe = st.none() | texts
_count = st.none() | st.integers()
_lists = st.lists(texts, max_size=2)
_odd: st.SearchStrategy[object] = st.sampled_from([None, True, 0, "", "x", [], {}, (), [1], {"a": "b"}, [[]]])


def _object(optional: dict[str, st.SearchStrategy[object]], **members: object) -> st.SearchStrategy[object]:
    """Mostly an object of these members; sometimes with others, or with a value that belongs elsewhere."""
    strategies = {key: value for key, value in members.items() if isinstance(value, st.SearchStrategy)}
    usual = st.fixed_dictionaries(strategies)
    unusual = st.fixed_dictionaries(
        {key: value | _odd for key, value in strategies.items()}, optional={"more": _odd, **optional}
    )
    return usual | usual | unusual


_finding = _object(
    {"argument": texts},
    **{"cited": _maybe, "code": texts, "column": st.integers(), "found": _maybe, "line": st.integers()},
    **{"message": texts, "pointer": texts, "severity": texts},
)
_finding |= st.builds(lambda entry, words: {**entry, "argument": words} if entry else entry, _finding, texts)
_file = (
    st.none() | _object({}, path=texts, sha256=_maybe) | _object({}, path=texts, sha256=texts, source=_maybe)
)
_fragment = _object(
    {},
    **{"end": _count, "folds": _lists, "hidden_after": _maybe, "inserted": _lists, "line": _count},
    **{"n": _count, "page": _count, "skipped": _lists, "start": _count, "status": texts},
)
_nearest = _object(
    {},
    **{"added": _lists, "diverges_after": texts, "line": st.integers(), "missing": _lists},
    **{"page": _count, "text": texts},
)
_quote = _object({}, fragments=st.lists(_fragment, max_size=2), nearest=st.none() | _nearest, status=texts)
_number = _object({"value": texts, "from": st.integers()}, claim=texts, quote=_maybe, rule=_maybe)
_row = _object(
    {"_status": texts},
    **{"citation": _count, "claim": texts, "doi": _maybe, "errors": _lists, "file": texts},
    **{"findings": st.lists(_finding, max_size=2), "fingerprint": texts, "id": _maybe, "label": texts},
    **{"notes": _lists, "numbers": st.lists(_number, max_size=2), "provenance": _file},
    **{"quote": st.none() | _quote, "record": _file, "snapshot": _file, "warnings": _lists},
)


@given(_row)
def test_a_row_is_written_as_any_other_value_or_not_at_all(entry: dict[str, object]) -> None:
    public = {key: value for key, value in entry.items() if key != "_status"}

    assert canonical_rows.row(entry) in (canonical.dumps(public, 2), None)


ROW: dict[str, object] = {
    **{"citation": 0, "claim": "c1", "doi": None, "errors": [], "file": "claims.json", "findings": []},
    **{"fingerprint": "f", "id": None, "label": "verified", "notes": [], "numbers": [], "provenance": None},
    **{"quote": None, "record": None, "snapshot": None, "warnings": []},
}


def test_the_status_of_a_claim_is_no_part_of_its_row() -> None:
    assert canonical_rows.row({**ROW, "_status": {"status": "verified"}}) == canonical.dumps(ROW, 2)


@pytest.mark.parametrize(
    "change",
    [
        {"more": 1},
        {"citation": True},
        {"citation": "0"},
        {"claim": None},
        {"findings": {"code": "x"}},
        {"findings": [1]},
        {"numbers": "12"},
        {"quote": []},
        {"record": {"path": "a", "sha256": None}},
        {"snapshot": ["path", "sha256"]},
    ],
)
def test_a_row_of_another_shape_is_left_to_the_writer_of_any_value(change: dict[str, object]) -> None:
    assert canonical_rows.row({**ROW, **change}) is None


def test_a_row_without_one_of_its_members_is_left_to_the_writer_of_any_value() -> None:
    for key in ROW:
        assert canonical_rows.row({name: value for name, value in ROW.items() if name != key}) is None


@given(texts, texts, texts, _lists)
def test_a_claim_is_written_as_any_other_value(name: str, file: str, label: str, because: list[str]) -> None:
    entry = {"because": because, "claim": name, "file": file, "label": label}

    assert canonical_rows.claim(name, file, label, because) == canonical.dumps(entry, 2)
