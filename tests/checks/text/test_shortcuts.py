"""What the matcher answers at once for an ordinary quotation is what the whole way answers."""

from __future__ import annotations

import unicodedata
from random import Random

import pytest

from citelock.checks.text import fold, quote_parts
from citelock.checks.text.boundaries import cut_context
from citelock.checks.text.fold import fold_quote
from citelock.checks.text.locate import locate_all
from citelock.checks.text.quick import as_written, original_span, quick, with_edges
from citelock.checks.text.signals import negation, says_nothing, signal
from citelock.checks.text.source import SourceText
from citelock.checks.text.used_folds import used_folds
from tests.checks.text.matching import source_of

WORDS = (
    "the of and not only may might cannot can't without mice was US us MW mW kg No NO SI co-op aa aaa ab",
    "не только без группа данных и в что мВт кг может лечение Лечение ещё ёж для нет",
    "nicht nur Straße über Ärger können bis auf kein groß ohne wenn",
    "不同 中文 研究 没有 结果 的 かな ない カナ 한국 없다 仅 لا ليس كتاب ไม่ ภาษา",
    "ﬁnd signiﬁcant cafe\u0301 café naïve µm 10² x₂ 1₂ ½ İx ı e\u0301\u0301 Å",
    "ﬅ ΟΔΟΣ οδος a\u200bb so\u00adft x\u0302 ﬁrst",
    "3.5 1,000 10 12.5% p n R&D &amp; &nbsp; ±5 .5 1:2 2*3 != <= '' -- ° e.g. don't 5** ..5",
)
MARKS = (
    *", |. |; | – | - |-|—| (|) | “|” |\n|\n\n|  |\u00a0|-\n|\u00ad\n|’|'| [12] |]|? |… ".split("|"),
    *'...|? | = |/| $|¿|*|_|\f|\t|"|，|。|「|》'.split("|"),
)
CHARS = (
    "abcXYZ019 .,:;!?()[]{}'\"-_*`=&#/%<>+~|^\\\n\t\r\x0b\x01\x04\x1c\x7f\x85\u00a0\u00adéßÀςΣсАяёЁІіıİſﬁ“”"
    "‘’–—…²₂½\u0301\u0308がか\u3099ー漢字，。（）한\u1161ภาلم\u064bك™°±\u200b\u202a\u0338\ud800"
)


def _text(random: Random) -> str:
    own = random.choice(WORDS).split()
    parts: list[str] = []
    for _ in range(random.randrange(8, 70)):
        word = random.choice(own if random.random() < 0.8 else random.choice(WORDS).split())
        parts.append(random.choice((word, word, word, word.upper(), word.capitalize())))
        parts.append(" " if random.random() < 0.7 else random.choice(MARKS))
    return "".join(parts)


def _quote(random: Random, text: str) -> str:
    starts = [at for at in range(len(text)) if not text[at].isspace() and not text[at - 1 : at].isalnum()]
    start = random.choice(starts or [0])
    ends = [at for at in range(start + 1, min(len(text), start + 200)) if not text[at].isalnum()]
    quote = text[start : random.choice(ends or [len(text)])]
    changes = (
        quote,
        quote.upper(),
        quote.lower(),
        quote.swapcase(),
        " ".join(quote.split()),
        quote.replace("\n", " "),
        quote.replace("“", '"').replace("”", '"'),
        quote.replace("–", "-"),
        quote + random.choice((".", ",", "…", "”", ") ", "?")),
        random.choice('“"([ ') + quote,
        unicodedata.normalize("NFC", quote),
        unicodedata.normalize("NFD", quote),
    )
    return random.choice(changes)


def _string(random: Random) -> str:
    alphabet = random.choice((CHARS, "abcAZ 01.,:;-!()[]?%\n ", "абвАЯ 12.,Σς é"))
    return "".join(random.choices(alphabet, k=random.randrange(40)))


@pytest.mark.parametrize("seed", range(6))
def test_a_span_that_stands_as_it_is_written_is_the_one_that_counting_words_finds(seed: int) -> None:
    random = Random(seed)
    told = 0
    for _ in range(250):
        text = _text(random)
        source = source_of(text)
        for _ in range(6):
            quote = _quote(random, text)
            folded = fold_quote(quote)
            at = source.search.find(folded)
            end = at + len(folded)
            beside = source.search[max(0, at - 1) : at] + source.search[end : end + 1]
            if not folded or at < 0 or beside.strip(b" ") or not _is_closed(folded):
                continue
            written = as_written(quote, folded, at, source)
            if written is None:
                continue
            told += 1
            assert written[:2] == original_span(folded, at, source), (quote, text)
            start, stop = with_edges(quote, text, *written[:2])
            if written[2]:
                assert set(used_folds(quote, text[start:stop])) <= {"spaces"}, (quote, text)
    assert told > 80


def _is_closed(folded: bytes) -> bool:
    return all(byte >= 0x80 or chr(byte).isalnum() for byte in (folded[0], folded[-1]))


@pytest.mark.parametrize("seed", range(2))
def test_on_hostile_text_too_the_quick_route_has_the_place_and_folds_of_the_plain_one(seed: int) -> None:
    random = Random(100 + seed)
    settled = 0
    for _ in range(60):
        text = _text(random)
        source: SourceText = source_of(text)
        for _ in range(4):
            quote = _quote(random, text)
            hit = quick(quote, fold_quote(quote), source)
            if hit is None:
                continue
            settled += 1
            first = locate_all(quote, source)[0]
            assert (first.start, first.end, first.status) == (hit.start, hit.end, hit.status), (quote, text)
            if hit.calm:
                assert cut_context(text, hit.start, hit.end) is None, (quote, text)
    assert settled > 20


@pytest.mark.parametrize("seed", range(4))
def test_a_plain_quote_is_folded_as_every_quote_is(seed: int) -> None:
    random = Random(200 + seed)
    told = 0
    for _ in range(20_000):
        quote = _string(random)
        plain = fold._plain_quote(quote)
        if plain is not None:
            told += 1
            whole = fold._settle(fold.prepare(fold.on_one_line(quote)))
            assert plain == b" ".join(whole.split()), quote
    assert told > 5_000


def test_what_is_harmless_or_long_enough_at_once_is_so() -> None:
    random = Random(300)
    for _ in range(20_000):
        quote = _string(random)
        if quote_parts.is_harmless(quote):
            assert quote_parts.unsafe(quote, lambda _: False) is None, quote
        bracketed = quote_parts._BRACKETED.sub("", quote)
        for least in (1, 5, 12):
            assert quote_parts.is_long_enough(quote, least) == (sum(map(str.isalnum, bracketed)) >= least), (
                quote
            )


@pytest.mark.parametrize("seed", range(2))
def test_a_stretch_that_says_nothing_has_no_signal_in_any_part(seed: int) -> None:
    random = Random(400 + seed)
    told = 0
    for _ in range(1_500):
        text = _text(random)
        start = random.randrange(len(text))
        stretch = text[start : start + random.randrange(1, 40)]
        if says_nothing(stretch):
            told += 1
            words = stretch.split()
            for count in range(1, len(words) + 1):
                for part in (" ".join(words[-count:]), " ".join(words[:count])):
                    assert negation(part, text) is None, part
                    assert signal(part, text) is None, part
    assert told > 200
