"""What a snapshot file may hold: characters, not paragraphs."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.snapshotter.extract.cleanup import Cleaned, clean, merged
from tests.support.speed import at_most


@pytest.mark.parametrize(
    ("raw", "written"),
    [
        ("cafe\u0301", "café\n"),
        ("10⁵ ﬁt", "10⁵ ﬁt\n"),
        ("a\x00b\x1fc\x7fd\x85e", "a b c d e\n"),
        ("one\u2028two\u2029three", "one two three\n"),
        ("a\u202eb\u2066c\u200fd\U000e0041e", "abcde\n"),
        ("a\x0cb", "a b\n"),
        ("می\u200cخواهم", "می\u200cخواهم\n"),
        ("a\ud800b", "a\ufffdb\n"),
        ("one\n\ntwo\n\n\n", "one\n\ntwo\n"),
        (" \n\x0c\n", ""),
        ("", ""),
    ],
)
def test_a_file_holds_composed_printable_text_and_one_last_line_feed(raw: str, written: str) -> None:
    assert clean(raw).text == written


def test_form_feeds_of_a_plain_text_are_its_pages() -> None:
    assert clean("one\x0ctwo\x0c", form_feeds=True).text == "one\x0ctwo\n"


def test_characters_that_deceive_a_reviewer_are_counted_as_they_go() -> None:
    assert clean("a\u202eb\u202c \U000e0020c\x00").removed == 3


def test_noted_places_move_with_the_text() -> None:
    assert clean("e\u0301a\u202eb \x00", [0, 2, 3, 4, 7, 2]) == Cleaned("éab\n", (0, 1, 2, 2, 3, 1), 1)


def test_the_mark_of_a_line_end_stays() -> None:
    assert clean("re\u00adsult").text == "re\u00adsult\n"


@given(st.text(st.characters(exclude_categories=[]), max_size=60))
def test_cleaning_twice_changes_nothing_more(raw: str) -> None:
    once = clean(raw)
    assert clean(once.text) == Cleaned(once.text)
    assert unicodedata.is_normalized("NFC", once.text)
    once.text.encode()


@pytest.mark.parametrize("raw", ["a" + "\u0315\u0316" * 250_000, "\u0301" * 500_000, "«–»" * 300_000])
def test_no_text_takes_long(raw: str) -> None:
    text = at_most(2_000, lambda: clean(raw)).text
    assert clean(text[:4000]).text == text[:4000].rstrip() + "\n"


def test_a_long_run_of_marks_is_parted_as_unicode_parts_it() -> None:
    assert clean("e" + "\u0316" * 31).text == "e" + "\u0316" * 30 + "\u034f\u0316\n"


def test_spans_that_touch_are_one_and_too_many_close_the_narrowest_gaps() -> None:
    assert merged([(5, 6), (0, 2), (2, 3), (9, 9)]) == ((0, 3), (5, 6))
    assert merged([(0, 1), (2, 3), (9, 10), (20, 21)], most=3) == ((0, 3), (9, 10), (20, 21))
