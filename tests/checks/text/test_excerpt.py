"""Text from outside, made fit for one line of a message."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.checks.text.excerpt import shown


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("plain", "plain"),
        ("a\tb\r\nc", "a b c"),
        ("a\x1b[31mred", "a\\u001b[31mred"),
        ("\u202eevil", "\\u202eevil"),
        ("zero\u200bwidth", "zero\\u200bwidth"),
        ("tag\U000e0041", "tag\\U000e0041"),
        ("no\u00a0break", "no break"),
        ("Имя “так”", "Имя “так”"),
        ("", ""),
    ],
)
def test_it_is_printed_so(text: str, printed: str) -> None:
    assert shown(text) == printed


def test_a_long_text_is_cut_with_an_ellipsis() -> None:
    assert shown("word " * 100, 12) == "word word w…"


@given(st.text(), st.integers(10, 50))
def test_it_is_one_printable_line_of_limited_length(text: str, limit: int) -> None:
    printed = shown(text, limit)
    assert printed.isprintable()
    assert len(printed) <= limit


@given(st.text())
def test_it_stays_when_shown_again(text: str) -> None:
    assert shown(shown(text)) == shown(text)
