"""Messages are put together in one way: a path once, a point behind each sentence, a capital before it."""

from __future__ import annotations

import pytest

from citelock.checks.sentences import cited, message


@pytest.mark.parametrize(
    ("parts", "place", "said"),
    [
        (("is not JSON", "restore it"), "a.json", "a.json: is not JSON. Restore it."),
        (("a.json:1:1: is cut off.", "restore it"), "a.json", "a.json:1:1: is cut off. Restore it."),
        (("no record of x", "put it in cache/x.json"), "", "No record of x. Put it in cache/x.json."),
        (("doi:10.5555/a does not exist", ""), "", "doi:10.5555/a does not exist."),
        (("cache/a.json has no title",), "", "cache/a.json has no title."),
        (("“” is empty", "Write an address, such as …"), "", "“” is empty. Write an address, such as …"),
        (("is it?", "yes!"), "", "Is it? yes!"),
        ((), "a.json", "a.json"),
    ],
)
def test_parts_become_sentences(parts: tuple[str, ...], place: str, said: str) -> None:
    assert message(*parts, place=place) == said


def test_a_cited_value_ends_where_its_quotation_marks_do() -> None:
    assert message(f"cited {cited('10.5555/a,')}, read as 10.5555/a") == (
        "Cited “10.5555/a,”, read as 10.5555/a."
    )
