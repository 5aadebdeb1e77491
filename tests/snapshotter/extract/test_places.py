"""A word that is drawn out of turn stands where it is seen: without it a sentence says something else."""

from __future__ import annotations

import pytest

from citelock.snapshotter.extract.interface import Backend
from citelock.snapshotter.extract.pdf import read
from citelock.snapshotter.extract.pdf_child import read as pdfminer
from tests.support.pdfs import line, lines, pdf

FILL = lines(
    [f"Filling sentence number {word} says nothing at all." for word in "one two three four".split()], 72, 700
)
BEFORE, WORD, AFTER = "In our words the new drug was ", "not", " effective in the forty patients."
WIDTHS = {
    " ": 278,
    "t": 278,
    "f": 278,
    "i": 222,
    "r": 333,
    "s": 500,
    "c": 500,
    "v": 500,
    "w": 722,
    "I": 278,
    ".": 278,
}


def width(text: str) -> float:
    """In points, of Helvetica at 10 points."""
    return sum(WIDTHS.get(letter, 556) for letter in text) / 100


START, END = 60 + width(BEFORE), 60 + width(BEFORE + WORD)
FIRST, LAST = line(BEFORE, 60, 300), line(AFTER, END, 300)
LATE = line(WORD, START, 300)


def turned(matrix: str) -> str:
    return f"BT {matrix} Tm /F1 10 Tf ({WORD}) Tj ET"


@pytest.mark.parametrize(
    "content",
    [
        f"{FIRST} {LAST} {LATE}",
        f"{LATE} {FIRST} {LAST}",
        f"{FIRST} {LAST} {FILL} {LATE}",
        f"{LAST} {FIRST} {LATE}",
        f"BT /F1 10 Tf 60 300 Td [({BEFORE}) {-100 * width(WORD)} ({AFTER})] TJ ET {LATE}",
        f"BT /F1 10 Tf 60 300 Td ({BEFORE}) Tj 10 Tz ({' ' * 54}) Tj 100 Tz ({AFTER}) Tj ET {LATE}",
        f"{FIRST} {turned(f'0 1 -1 0 {START + 8} 296')} {LAST}",
        f"{FIRST} {LAST} {turned(f'0 -1 1 0 {START + 4} 310')}",
        f"{FIRST} {turned(f'0.98 0.17 -0.17 0.98 {START} 299')} {LAST}",
        f"{FIRST} {turned(f'-1 0 0 1 {END} 300').replace(WORD, WORD[::-1])} {LAST}",
        f"{FIRST} BT /F1 10 Tf {START} 304 Td ({WORD}) Tj ET {LAST}",
        f"{FIRST} {LAST} {line(WORD, START, 300, 7)}",
        # at the end of a line, and at the beginning of one
        f"{line(BEFORE, 60, 300)} {line(AFTER[1:], 60, 288)} {FILL} {LATE}",
        f"{line(BEFORE, 60, 300)} {line(AFTER, 60 + width(WORD), 288)} {FILL} {line(WORD, 60, 288)}",
        f"{line(WORD, 60, 288)} {FILL} {line(BEFORE, 60, 300)} {line(AFTER, 60 + width(WORD), 288)}",
    ],
)  # fmt: skip
@pytest.mark.parametrize("backend", ["pdfminer", "pdfium"])
def test_a_word_that_is_drawn_out_of_turn_is_read_in_its_place(content: str, backend: str) -> None:
    reader: Backend = pdfminer
    if backend == "pdfium":
        pytest.importorskip("pypdfium2")
        from citelock.snapshotter.extract.pdfium import read as reader
    text = read(pdf(f"{FILL} {content}"), reader, 10).text
    assert "was effective" not in text.replace("\n", " ")
    assert f"{BEFORE}{WORD}{AFTER}" in text.replace("\n", " ")


def test_lines_that_stand_apart_are_not_joined() -> None:
    left = lines(["One column of words", "and its second line"], 60, 300)
    right = lines(
        ["Another column here", "with another line too"], 60 + width("One column of words") + 12, 300
    )
    text = read(pdf(f"{FILL} {left} {right}"), pdfminer, 10).text
    assert "One column of words and its second line" in text
    assert "Another column here with another line too" in text


def test_a_stamp_at_the_margin_stays_out_of_the_lines() -> None:
    stamp = "BT 0 1 -1 0 30 300 Tm /F1 12 Tf (arXiv stamp) Tj ET"
    text = read(pdf(f"{FILL} {line(BEFORE, 60, 300)} {stamp} {line(AFTER, START, 300)}"), pdfminer, 10).text
    assert f"{BEFORE.strip()}{AFTER}" in text


def test_a_page_of_many_scattered_words_costs_no_more_than_their_number() -> None:
    words = " ".join(line("w", 10 + at % 97 * 6, 10 + at * 7 % 780) for at in range(20_000))
    assert read(pdf(f"{FILL} {words}"), pdfminer, 10).verdict == "ok"
