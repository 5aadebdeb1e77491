"""Forms of entries, lists and addresses that further agents write."""

from __future__ import annotations

import pytest

from citelock.checks.adapters.interface import Imported
from citelock.checks.adapters.reading import read_any


def markdown(text: str) -> Imported:
    return read_any(text.encode(), "report.md")


def cited(read: Imported) -> list[dict[str, object]]:
    return [dict(citation.fields) for claim in read.claims for citation in claim.citations]


@pytest.mark.parametrize("stop", list("．｡。､،؛؟۔।…"))
def test_the_stop_of_a_sentence_is_not_of_its_address(stop: str) -> None:
    entries = f"[1] https://example.org/a_36.html{stop}\n[2] doi:10.5555/abc{stop}\n"
    read = markdown(f"Costs rose [1][2].\n\n## References\n{entries}")
    assert cited(read) == [{"url": "https://example.org/a_36.html"}, {"doi": "10.5555/abc"}]


@pytest.mark.parametrize("address", ["https://example.org/d", "<https://example.org/d>"])
def test_a_few_words_behind_the_address_of_a_note_are_its_title(address: str) -> None:
    # [label]: destination "title", as CommonMark has it
    read = markdown(f'Density rose.[^1]\n\n[^1]: {address} "Density of towns"\n')
    assert cited(read) == [{"url": "https://example.org/d", "title": "Density of towns"}]


def test_more_words_behind_the_address_of_a_note_are_quoted() -> None:
    words = "the density of towns rose in every year"
    read = markdown(f'Density rose.[^1]\n\n[^1]: https://example.org/d "{words}"\n')
    assert cited(read) == [{"url": "https://example.org/d", "quote": words}]
