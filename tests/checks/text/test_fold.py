"""The fold: classes of quotes.md, section 3, and the fast fold against its plain reference."""

from __future__ import annotations

import random
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.checks.text.chars import piece
from citelock.checks.text.fold import _evened, _fold_on_page, fold_quote, fold_text, fold_words
from citelock.checks.text.fold_plain import fold_line
from citelock.checks.text.folded import LONG_LINE, Folded, _has_long_line, _mixes_scripts
from citelock.checks.text.page import _LETTERS, _SYMBOLS, cyrillic_page
from citelock.checks.text.source import is_normal, normal_text


def plainly(text: str) -> str:
    return "\n".join(fold_line(line).text for line in text.split("\n"))


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("AT&amp;T &#x41;&#66; &rsquo;s & &unknown;", "at&t ab s & &unknown"),
        ("caf\u0065\u0301", "café"),
        ("infor\u00admation", "infor\u00admation"),
        ("10\u00ad20 and 3\u00ad", "10-20 and 3"),
        ("zero\u200bwidth \ufeffbom \u0643\u0640\u0640\u0628", "zerowidth bom كب"),
        ("a\u00a0b\u2009c\u3000d\te", "a b c d e"),
        ("ﬁrst ſtaﬀ ｆｕｌｌ 𝑝 ℃ H₂O", "first staff full p °c h2o"),
        ("10³ and 10⁻³", "10³ and 10⁻³"),
        ("½ cup, 1½ cups, 1⁄2", "1/2 cup 1 1/2 cups 1/2"),
        ("١٥٣ ५", "153 5"),
        ("«a» „b“ `c` *d* _e_", "a b c d e"),
        ("We’re 'quoted' rock'n'roll", "we're quoted rock'n'roll"),
        ("6′ and 6″", "6′ and 6″"),
        ("10–20, −3, a—b, c -- d", "10-20 -3 a - b c - d"),
        ("µm Ω ∆ ˚C ∼5", "μm ω δ °c ~5"),
        ("Encyclopædia œuvre", "encyclopaedia oeuvre"),
        ("ΟΔΟΣ İstanbul ёж Straße", "οδοσ istanbul еж straße"),
        ("(a) [b], c; d: e! f... 。，", "a b c d e f"),
        ("p < .05, 1,284.5, 12:30, 3*4, word.12", "p < .05 1,284.5 12:30 3*4 word 12"),
        ("is it? 15% ≠ 3 ± 2", "is it? 15% ≠ 3 ± 2"),
        ("\ue000 \ufffd", "\ufffd \ufffd"),
        ("мой ano año が", "мой ano año が"),
    ],
)
def test_each_class_folds_as_documented(text: str, folded: str) -> None:
    assert fold_text(text).decode() == folded
    assert plainly(text) == folded


def test_a_line_of_the_fold_is_a_line_of_the_text() -> None:
    assert fold_text("A b.\n\n  (C)\nd-\ne\n") == b"a b\n\nc\nd-\ne\n"


def test_a_quote_has_no_optional_hyphens_and_no_entities() -> None:
    assert fold_quote("infor\u00ad\nmation &amp; more") == b"information &amp more"


def test_folding_words_twice_changes_nothing() -> None:
    text = "“Plain” 10³–½ Ünïcode ﬁne, isn’t it?"
    assert fold_words(fold_words(text)) == fold_words(text)


ODD = (
    "aAbzZ09125 .,:;*'_-—–\u00ad\n\n"
    '&"“”‘’()[]…½²³ªµßẞİıiI\u0307\u0301е́йЁё中文かﾞｶ한\u1100\u1161\u11a8ﬁ\u200b\u00a0\u2009′″'
    "ςΣΟ…\x05\ufffd\ue000٣--......\t\r\x0c\x01\x04\u2028%<>≠\u0338°"
)

LARGE_BLOCKS = (
    (0x3400, 0x4DB0),
    (0x4E10, 0x9FF0),
    (0xAC10, 0xD7A0),
    (0x12000, 0x18D00),
    (0x20010, 0x32300),
    (0xE010, 0xF8F0),
)


def every_character() -> list[str]:
    """Every assigned character, and a sample of the unassigned ones and of the large blocks of one kind."""
    chars = []
    for code in range(0x110000):
        thin = any(low <= code < high for low, high in LARGE_BLOCKS)
        if 0xD800 <= code < 0xE000 or (thin and code % 97):
            continue
        if unicodedata.category(chr(code)) in ("Cn", "Co") and code % 997:
            continue
        chars.append(chr(code))
    return chars


@pytest.mark.parametrize("context", ["ab%scd", " %s5\u0301 x", "1%s2"])
def test_fast_and_plain_fold_agree_on_every_character(context: str) -> None:
    lines = [context % char for char in every_character() if char != "\n"]
    for at in range(0, len(lines), 64):
        batch = "\n".join(lines[at : at + 64])
        assert fold_text(batch).decode() == plainly(batch)


def test_fast_and_plain_fold_agree_on_random_strings() -> None:
    draw = random.Random(20261130)
    for _ in range(15_000):
        text = "".join(draw.choice(ODD) for _ in range(draw.randint(1, 14)))
        assert fold_text(text).decode() == plainly(text), ascii(text)


@pytest.mark.parametrize("beginning", ["A word. " * 300, "Слово. " * 300])
def test_the_script_that_a_text_begins_with_changes_no_other_line(beginning: str) -> None:
    """By its beginning the fast fold chooses how it looks for special characters and capitals."""
    draw = random.Random(20261201)
    for _ in range(150):
        rest = "".join(draw.choice(ODD) for _ in range(200))
        assert fold_text(f"{beginning}\n{rest}").decode() == plainly(f"{beginning}\n{rest}"), ascii(rest)


ON_PAGE = "".join(char for char in cyrillic_page(bytes(range(256))).characters if char not in "\0\ufffe`")
ASKED_FOR = "'’_.,:*-—…5²яЯ \n)"  # what steps that look at neighbours ask for


def test_the_page_of_cyrillic_texts_folds_as_the_plain_fold() -> None:
    draw = random.Random(20261202)
    for at in range(3_000):
        alphabet = [*ASKED_FOR, "о\u0301", "и\u0306"] if at % 3 else list(ON_PAGE + 30 * ASKED_FOR)
        text = "Слово" + "".join(draw.choice(alphabet) for _ in range(draw.randint(1, 9)))
        assert at % 3 == 0 or _fold_on_page(text) is not None
        assert fold_text(text).decode() == plainly(text), ascii(text)
    for first in ON_PAGE:
        text = "\n".join(f"Слово{first}{second}ж {first}5{second} {second}" for second in ON_PAGE)
        assert fold_text(text).decode() == plainly(text), ascii(first)


@pytest.mark.parametrize(
    "char", ["\x01", "\x05", "\x06", "\x0b", "\x7f", "\u00ad", "ﾞ", "ς", "漢", "\ufffe", "𝑝"]
)
def test_a_character_that_is_not_on_the_page_is_folded_all_the_same(char: str) -> None:
    text = f"Слово{char}5 {char} {char}’я\n" + "Слово " * 5
    assert fold_text(text).decode() == plainly(text)


@given(
    st.text(alphabet=st.one_of(st.sampled_from(ODD), st.characters(exclude_categories=["Cs"])), max_size=40)
)
def test_fast_and_plain_fold_agree_on_drawn_strings(text: str) -> None:
    assert fold_text(text).decode() == plainly(text)


@given(
    st.text(alphabet=st.one_of(st.sampled_from(ODD), st.characters(exclude_categories=["Cs"])), max_size=40)
)
def test_every_folded_character_points_into_the_original(text: str) -> None:
    for line in text.split("\n"):
        folded = fold_line(line, offset=100)
        assert all(100 <= a <= b <= 100 + len(line) for a, b in zip(folded.starts, folded.ends, strict=True))
        assert folded.starts == sorted(folded.starts)


PAIRED = [b" ", b"-", b"\n", b"a", b"\xd8", b"\xdc"]


@given(
    st.text(alphabet="-- \n  aж中", max_size=12).map(str.encode)
    | st.lists(st.sampled_from(PAIRED), max_size=12).map(b"".join)
)
def test_runs_of_spaces_and_hyphens_are_found_wherever_they_begin(folded: bytes) -> None:
    expected = re.sub(b" +", b" ", re.sub(b"--+", b" - ", folded))
    # A run at the very end may be none in place of one.
    assert _evened(folded).rstrip(b" ") == expected.rstrip(b" ")
    assert b"  " not in _evened(folded)


@given(
    st.lists(
        st.integers(LONG_LINE - 2, LONG_LINE + 2) | st.integers(0, 3) | st.just(LONG_LINE // 2), max_size=6
    )
)
def test_a_long_line_is_seen_wherever_it_stands(lengths: list[int]) -> None:
    text = "\n".join("x" * length for length in lengths)
    assert _has_long_line(text) is (max(lengths, default=0) > LONG_LINE)


def test_words_of_mixed_scripts_are_seen_wherever_they_stand() -> None:
    draw = random.Random(20261203)
    for _ in range(5_000):
        text = "".join(draw.choice("ab zопрοαé°μѐ—漢") for _ in range(draw.randint(0, 9)))
        assert _mixes_scripts(text.encode()) is (
            re.search("[a-z][ο\u0400-\u052f]|[ο\u0400-\u052f][a-z]", text) is not None
        )


@given(
    st.text(alphabet=st.one_of(st.sampled_from(ODD + "&lt;\r=!"), st.characters(exclude_categories=["Cs"])))
)
def test_the_bytes_of_a_snapshot_change_nothing_in_its_fold(text: str) -> None:
    for data in (text.encode(), b"\xef\xbb\xbf" + text.encode()):
        normal = normal_text(data)
        assert is_normal(data) is (normal.encode() == data)
        coded = normal.encode()
        assert Folded.of(normal, coded=coded).pack() == Folded.of(normal).pack()


def test_all_characters_meant_for_the_page_are_on_it() -> None:
    assert set(_LETTERS + _SYMBOLS) <= set(ON_PAGE)
    assert len(set(_LETTERS + _SYMBOLS)) == len(_LETTERS + _SYMBOLS)
    letters = ON_PAGE[-len(_LETTERS) :]
    assert letters == _LETTERS
    assert all(len(piece(char)) == 1 and piece(char).isalnum() for char in _LETTERS)
    assert not any(piece(char).isalnum() for char in _SYMBOLS if len(piece(char)) == 1)
