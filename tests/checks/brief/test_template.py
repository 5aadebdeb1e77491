"""Templates: pieces, places, and what is refused."""

from __future__ import annotations

import pytest

from citelock.checks.brief.template import Placeholder, read_template
from citelock.checks.errors import InputError


def placeholders(text: str) -> list[Placeholder]:
    return [piece.placeholder for piece in read_template(text, "t.md") if piece.placeholder is not None]


def test_text_and_placeholders_come_in_their_order() -> None:
    pieces = read_template("a {{claim:c1}} b\n{{ labels }}\n", "t.md")
    assert [(piece.text, piece.placeholder and piece.placeholder.kind) for piece in pieces] == [
        ("a ", None),
        ("", "claim"),
        (" b\n", None),
        ("", "labels"),
        ("\n", None),
    ]


def test_a_placeholder_knows_where_it_stands() -> None:
    (one, two) = placeholders("{{claim:c1}}\n\nsee {{quote: c 2 }}")
    assert (one.line, one.column, one.claim) == (1, 1, "c1")
    assert (two.line, two.column, two.claim) == (3, 5, "c 2")


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("{{claim:c1}}", True),
        ("a\n\n{{claim:c1}}\n\nb", True),
        ("a\n{{claim:c1}}\n\nb", False),
        ("- {{claim:c1}}\n- b", True),
        ("  12. {{claim:c1}} \nb", True),
        ("- see {{claim:c1}}", False),
        ("{{claim:c1}}.", False),
        ("{{claim:c1}} {{claim:c2}}", False),
    ],
)
def test_it_is_alone_in_a_paragraph_or_a_list_item(text: str, alone: bool) -> None:
    assert placeholders(text)[0].alone is alone


def test_an_escaped_opening_is_text() -> None:
    (piece,) = read_template(r"\{{claim:c1}} and }}", "t.md")
    assert piece.text == "{{claim:c1}} and }}"


@pytest.mark.parametrize(
    "text", ["x {{claim}}", "x {{labels:c1}}", "x {{Claim:c1}}", "x {{}}", "x {{claim: }}"]
)
def test_an_unknown_placeholder_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(InputError, match=r"^t\.md:1:3: \{\{.*is no placeholder\. Known are \{\{claim:ID\}\}"):
        read_template(text, "t.md")


@pytest.mark.parametrize("text", ["\n{{claim:c1", "\n{{claim:\nc1}}", "\n{{"])
def test_one_without_an_end_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"^t\.md:2:1: a placeholder begins with"):
        read_template(text, "t.md")


def test_line_ends_of_any_kind_are_one() -> None:
    assert read_template("a\r\nb\rc\n", "t.md") == read_template("a\nb\nc\n", "t.md")
