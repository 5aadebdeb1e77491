"""Text from outside in Markdown: nothing is left that a renderer could take for markup."""

from __future__ import annotations

import html
import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.cli.output.markdown_text import code, escaped
from citelock.cli.output.plain import plain

HOSTILE = [
    "```\nfence",
    "</details>",
    "</code>@team",
    "| a | b |",
    "@octo/team #1 GH-1",
    "![](https://example.org/x.png)",
    "www.example.org",
    "https://example.org",
    "$x$ :tada:",
    "\n# PASSED\n",
    "&#42;&amp;",
    "a\u202eb\u200b",
    "[x](javascript:alert(1))",
]


@given(st.text() | st.sampled_from(HOSTILE))
def test_no_sign_that_could_be_markup_is_left_and_the_text_reads_as_it_was(text: str) -> None:
    shown = escaped(text)
    assert not re.search("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]", shown)
    assert not set(re.sub(r"&#[0-9]{2,3};", "", shown)) & set(string.punctuation)
    assert html.unescape(shown) == plain(text)


def test_what_is_escaped_is_not_escaped_twice() -> None:
    assert escaped("&<") == "&#38;&#60;"


def test_a_cut_is_made_before_escaping_and_never_inside_a_reference() -> None:
    assert escaped("****", 2) == "&#42;&#42;…"


@pytest.mark.parametrize("text", HOSTILE)
def test_code_is_one_line_in_one_element(text: str) -> None:
    assert re.fullmatch(r"<code>[^<>\n@]*</code>", code(text))
