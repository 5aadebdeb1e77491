"""What is put into a brief has no markup of its own, judged by a parser of Markdown."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from citelock.checks.brief.markdown import inline, link

GFM = MarkdownIt("gfm-like", {"html": True, "linkify": False})

HOSTILE = [
    "# heading", "- item", "+ item", "1. item", "12) item", "> quote", "```", "~~~", "    code", "---", "===",
    "*a* _b_ **c** `d` ~~e~~", "[a](b)", "![a](b)", "[^c9]: note", "[c]: http://x", "<b>x</b>", "<!-- x -->",
    "a | b | c", "&lt;b&gt;", "{{claim:c9}}", "line\nbreak\r\n\r\n# x", "\\", "a\\",
    "<script>alert(1)</script>", "$x$", "a  \nb", "<https://x.example>",
    "| a |\n|---|", "&#35; x", "***", "* * *", "`", "[", "]",
]  # fmt: skip


def tokens(text: str) -> list[str]:
    found = []
    for token in GFM.parse(text):
        found.append(token.type)
        found += [child.type for child in token.children or ()]
    return found


def text_of(text: str) -> str:
    (inlined,) = [token for token in GFM.parse(text) if token.type == "inline"]
    return "".join(child.content for child in inlined.children or ())


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_one_paragraph_of_plain_text(text: str) -> None:
    escaped = inline(text)
    assert "\n" not in escaped
    assert set(tokens(escaped)) <= {"paragraph_open", "inline", "paragraph_close", "text", "text_special"}
    assert text_of(escaped) == " ".join(text.split())


@settings(max_examples=400)
@given(st.text(alphabet="ab1 .)-+*_`[](){}<>&!#|~$^=:\\\n\"'/@", min_size=1))
def test_any_text_is_plain_text(text: str) -> None:
    escaped = inline(text)
    assert set(tokens(escaped)) <= {"paragraph_open", "inline", "paragraph_close", "text", "text_special"}
    if text.strip():
        assert text_of(escaped) == " ".join(text.split())


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("http://x.example", "http\\://x.example"),
        ("see HTTPS://x.example/a", "see HTTPS\\://x.example/a"),
        ("www.x.example", "www\\.x.example"),
        ("ftp://x", "ftp\\://x"),
    ],
)
def test_an_address_in_a_text_is_no_link(text: str, escaped: str) -> None:
    assert inline(text) == escaped
    assert text_of(escaped) == text


def test_what_nobody_sees_is_seen() -> None:
    assert inline("a\u202eb\u200bc\x07\ud800") == "a\ufffdb\ufffdc\ufffd\ufffd"


def test_a_link_leads_where_it_says_and_nowhere_else() -> None:
    assert link("doi:10.1/a", "https://doi.org/10.1/a") == "[doi:10.1/a](<https://doi.org/10.1/a>)"
    hostile = link("x](y)", "https://x.example/a> <b onclick=1>\n(c)")
    (inlined,) = [token for token in GFM.parse(hostile) if token.type == "inline"]
    assert next(child.type for child in inlined.children or ()) == "link_open"
    assert [child.type for child in inlined.children or ()].count("link_open") == 1
    assert "html_inline" not in [child.type for child in inlined.children or ()]
