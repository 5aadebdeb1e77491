"""What of a report is read: sentences, places, and what its reader does not see."""

from __future__ import annotations

import json

import pytest

from citelock.checks.adapters.assemble import written
from citelock.checks.adapters.reading import read_any
from citelock.checks.limits import Limits
from tests.support.imported import FALSE, LISTED, fields, markdown, markers


def test_an_echoed_prompt_is_not_the_report() -> None:
    # monarch-initiative/dismech research/*.md
    text = (
        "---\nprovider: x\n---\n\n## Question\n\nPlease cite 10.5555/example in your answer.\n\n"
        "## Output\n\nFact (PMID:29152729)."
    )
    read = markdown(text)
    assert fields(read) == [{"pmid": "29152729"}]
    assert (read.claims[0].text, read.claims[0].at) == ("Fact.", (11, 1))


def test_sentences_without_a_source_are_counted_and_taken_in_when_asked_for() -> None:
    read = markdown("Own view. Prices rose 3 %. Fact [1].\n\n## Sources\n[1] T: https://example.org/a\n")
    assert (read.counts.sentences, read.counts.figures) == (2, 1)
    file = written(read, "r.md", sha256="0" * 64, uncited=True, limits=Limits())
    claims = json.loads(file.data)["claims"]
    assert [(claim["id"], claim["text"], len(claim["citations"])) for claim in claims] == [
        ("c1", "Own view.", 0),
        ("c2", "Prices rose 3 %.", 0),
        ("c3", "Fact.", 1),
    ]


def test_crlf_a_byte_order_mark_and_odd_spaces_move_no_place() -> None:
    text = (
        "# T\n\nFact one [1].\n\n- Zweitens [2].\n\n"
        "## Sources\n[1] A: https://example.org/a\n[2] B: https://example.org/b\n"
    )
    plain = markdown(text)
    other = read_any(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode(), "report.md")
    assert plain.claims == other.claims
    assert plain.claims[1].citations[0].at == (5, 12)


def test_what_is_in_code_or_commented_out_is_not_cited() -> None:
    text = "Use `a[1]` and\n\n```\nb[2]\n```\n\n<!-- c[3] https://example.org -->\nFact [4].\n"
    assert [each.marker for claim in markdown(text).claims for each in claim.citations] == ["4"]


@pytest.mark.parametrize(
    "text",
    [
        "Signs `<!--` show. {0} And `-->` too.",
        "<!--> {0} -->",
        "<styled> {0} </styled>",
        "```\n<!--\n```\n\n{0}\n\n```\n-->\n```\n",
        "---\n\n{0}\n\nNote: x\n\n---\n\nMore.",
        "---\n# Heading: one\n{0}\n---\n\nMore.",
        'A "first" chapter.\n\n## Question\n\n{0}\n\n## Result\n\nMore.',
        "~~~\r~~~\r\n{0}\r\n\r\n~~~",
        "# T\r\r{0}\r",
    ],
)
def test_nothing_hides_from_the_import_what_a_reader_sees(text: str) -> None:
    said = f'It says "{FALSE}" [1].'
    read = markdown(text.format(said) + LISTED)
    assert [FALSE] in [[each.fields.get("quote")] for claim in read.claims for each in claim.citations]


@pytest.mark.parametrize(
    "text",
    [
        "<!-- {0} -->\n\nB.",
        "<style>{0}</style>\n\nB.",
        "<script type='x'>{0}</script>\n\nB.",
        "---\ntitle: X\ntags:\n  - a\n- b\nnote: '{0}'\n---\n\nB.",
        "# Title\n\n## Question\n\n{0}\n\n## Output\n\nB.",
        "```\n{0}\n```\n\nB.",
    ],
)
def test_what_a_reader_does_not_see_is_not_cited(text: str) -> None:
    assert [claim.text for claim in markdown(text.format("It fell [1]")).claims] == []


def test_the_signs_of_our_own_texts_are_nothing_special_in_a_report() -> None:
    text = f'One. It says "{FALSE}" [^citelock-opens]. Then [^citelock-0].'
    assert markers(text) == ["citelock-opens", "citelock-0"]


def test_a_carriage_return_alone_ends_a_line() -> None:
    text = "Costs rose 12% [1].\r\r## Sources\r\r[1] Demo: https://example.org/a\r"
    read = markdown(text)
    assert [claim.at for claim in read.claims] == [(1, 1)]
    assert fields(read) == [{"marker": "1", "url": "https://example.org/a", "title": "Demo"}]
    # What is code for its reader is code here, and what is none is none.
    shown = markdown("~~~\r~~~\r\nCosts rose 12% [1].\n\n~~~\n[1]: https://example.org/a\n~~~\n")
    assert [claim.text for claim in shown.claims] == ["Costs rose 12%."]
