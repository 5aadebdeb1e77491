"""The fold of a line with the places of its characters: the quick way has the outcome of the plain one."""

from __future__ import annotations

import random

import pytest

from bench.sentences import RealText, read_texts
from citelock.checks.text.fold_places import _is_odd, placed_fold
from citelock.checks.text.fold_plain import fold_line

TEXTS = read_texts()
SIGNS = (
    "abZ  ..,,::**''__--()[]{}\"!;?=<>019&´`ßıİéÉсαΣςο中あアㄱ가²³₂½—–…’“«\u00a0\u00ad\u0301\u0307\u3099"
    "ﾞ\ufffd\ue000\x07\x1c\x7f٣µ％．，（ﬁǰΐŉ℃™\ufe0f\u200b\u2028æĳ⁄"
)


def agree(line: str, *, offset: int = 0, quote: bool = False) -> bool:
    return placed_fold(line, offset=offset, quote=quote) == fold_line(line, offset=offset, quote=quote)


def test_random_lines() -> None:
    draw = random.Random(20261202)
    quick = 0
    for _ in range(30_000):
        line = "".join(draw.choice(SIGNS) for _ in range(draw.randrange(9)))
        quick += not any(map(_is_odd, line))
        assert agree(line, offset=draw.choice((0, 7)), quote=draw.random() < 0.5), ascii(line)
    assert quick > 10_000


@pytest.mark.parametrize("context", ["%s", "a%sb", "1%s2 %si%s.5"])
def test_every_character(context: str) -> None:
    for code in range(1, 0x30000):
        char = chr(code)
        thin = 0x3400 <= code < 0xE000 and code % 31  # thousands of one kind
        if not thin and char != "\n" and not 0xD800 <= code < 0xE000:
            assert agree(context.replace("%s", char)), hex(code)


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.name)
def test_lines_of_real_texts(text: RealText) -> None:
    lines = text.text.split("\n")
    assert all(agree(line) and agree(line, offset=5, quote=True) for line in lines)
