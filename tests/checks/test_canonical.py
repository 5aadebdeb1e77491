"""Canonical JSON: the bytes of the standard library, faster."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.checks import canonical
from citelock.checks.findings import Severity

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
