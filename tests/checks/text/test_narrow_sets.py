"""Character classes that are asked after a cheaper question give the answer that they give alone."""

from __future__ import annotations

import random
import re
import sys

import pytest

from citelock.checks.text import fold, quick, quote_parts
from citelock.checks.text.numbers import prepare

# Pieces of every block, with what stands at the edges of the classes beside one another.
EVERY_CHARACTER = "".join(map(chr, range(sys.maxunicode + 1)))
CHUNKS = [EVERY_CHARACTER[at : at + 61] for at in range(0, 0x3500, 61)] + [
    EVERY_CHARACTER[at : at + 997] for at in range(0x3000, sys.maxunicode, 997)
]
SIGNS = "aZя ё“—…ﬁ一鿿ꀀ㐀ぁゖ゗가힣שع𝐀é́&ßΩ₂№\n.。⋯[](⟨⟩)\u00a0\u202e\u0338"


def mixtures(count: int, seed: int) -> list[str]:
    chance = random.Random(seed)
    return ["".join(chance.choices(SIGNS, k=chance.randrange(1, 9))) for _ in range(count)]


def test_special_characters_are_those_of_the_whole_class() -> None:
    for text in [*CHUNKS, *EVERY_CHARACTER[:0x3500], *mixtures(5_000, 1)]:
        assert fold._specials_of(text) == set(fold._SPECIAL.findall(text)) == fold.specials(text)


def test_a_line_has_an_odd_letter_where_the_whole_class_finds_one() -> None:
    for text in [*CHUNKS, *EVERY_CHARACTER[:0x3500], *EVERY_CHARACTER[0x9F00:0xAD00], *mixtures(5_000, 2)]:
        assert quick._has_odd_letter(text) == (quick._ODD.search(text) is not None), text


def test_what_a_fold_of_numbers_may_change_is_found_in_two_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [*CHUNKS, *mixtures(2_000, 3)]
    in_two_steps = [prepare._fold(text) for text in texts]
    monkeypatch.setattr(prepare, "_ODD_OR_HAN", prepare._ODD)
    assert [prepare._fold(text) for text in texts] == in_two_steps


def test_the_risky_characters_are_those_of_the_pattern() -> None:
    assert frozenset(quote_parts._RISK.findall(EVERY_CHARACTER)) == quote_parts._RISKY
    assert all(map(re.compile(f"[^{fold._SAFE}]").match, quote_parts._RISKY))  # so `specials` has them


def test_an_elision_is_seen_where_the_pattern_finds_one() -> None:
    chance = random.Random(4)
    for _ in range(20_000):
        text = "".join(chance.choices(".. \u00a0\n。…⋯[(⟨)]a", k=chance.randrange(9)))
        assert quote_parts.has_elision(text) == (quote_parts.ELISION.search(text) is not None), text
