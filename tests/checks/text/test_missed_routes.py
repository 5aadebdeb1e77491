"""What a missed quotation asks of its text by a quick way has the answer of the plain one."""

from __future__ import annotations

import random
import re
from itertools import islice

import pytest

from bench.scores import changed, faithful
from bench.sentences import RealText, read_texts
from citelock.checks.text import anchored, folded, locate, units
from citelock.checks.text.fold import fold_quote
from citelock.checks.text.nearest import closest
from citelock.checks.text.quick import Hit
from citelock.checks.text.skeleton import bones
from citelock.checks.text.source import SourceText
from tests.checks.text.matching import source_of

TEXTS = read_texts()
PLAIN = [
    *("alpha", "beta", "gamma", "delta", "naïve", "naive", "energy", "ENERGY", "alphaⁿ", "final", "internal"),
    *("слово", "энергии", "ёлка", "елка", "中文字符", "scale", "μm", "λόγος", "co-author", "author", "café"),
    *(
        "10",
        "102",
        "10²",
        "1,000",
        "(α",
        "=",
        "0.05)",
        "±",
        "%",
        "[12]",
        "(Smith 2020)",
        "Smith",
        "§",
        "don't",
    ),
    *("n", "i", "o", "--", "—", "ⅷ", "ﬁnal", "cafe\u0301", "coauthor", "cafe"),
]
WORDS = [*PLAIN, "Straße", "Strasse", "sсаle", "inter\u00adnal", "\ufffd", "ıs"]
OTHERS = ["zebra", "naif", "энергия", "cafe", "ENERGIE", "102", "coauthor", "еnergy", "lambda", "naiv"]
GAPS = [" ", " ", " ", "\n", ", ", "-\n", "- \n", "\n\n", "\u00a0", " \x0c\n", "\u2010\n", "-", ". "]


def text_of(draw: random.Random, words: list[str], gaps: list[str]) -> str:
    few = draw.sample(words, draw.randint(4, len(words)))
    return "".join(draw.choice(few) + draw.choice(gaps) for _ in range(draw.randint(5, 60)))


def quote_of(draw: random.Random, text: str) -> str:
    """A stretch of the text, changed a little as often as not."""
    start = draw.randrange(len(text))
    quote = text[start : start + draw.randint(4, 90)]
    way = draw.randrange(8)
    if way == 0:
        quote = quote.upper()
    elif way == 1:
        quote = quote.replace("\n", " ").replace("-", "")
    elif way == 2:
        quote = quote.replace(draw.choice(WORDS), draw.choice(WORDS))
    elif way == 3:
        words = quote.split(" ")
        words[draw.randrange(len(words))] = draw.choice(OTHERS)
        quote = " ".join(words)
    elif way == 4:
        quote = re.sub(r" \[12\]| \(Smith 2020\)", "", quote)
    return quote


def drawn(count: int, seed: int) -> list[tuple[str, list[str]]]:
    draw = random.Random(seed)
    trials = []
    for number in range(count):
        text = text_of(draw, WORDS, GAPS) if number % 4 == 0 else text_of(draw, PLAIN, GAPS[:5])
        trials.append((text, [quote_of(draw, text) for _ in range(6)]))
    return trials


def hits(quote: str, source: SourceText) -> list[Hit]:
    """All places, each once: stretches of the skeleton may overlap."""
    return list(dict.fromkeys(locate.locate_all(quote, source)))


def test_places_by_a_rare_word_are_those_of_the_skeleton(monkeypatch: pytest.MonkeyPatch) -> None:
    used = 0
    for text, quotes in drawn(400, 1):
        source = source_of(text)
        for quote in quotes:
            quick = hits(quote, source)
            bone = bones(fold_quote(quote))
            used += bool(quick) and anchored.anchored_windows(fold_quote(quote), bone, source) is not None
            with monkeypatch.context() as plainly:
                plainly.setattr(locate, "anchored_windows", lambda *_: None)
                assert hits(quote, source) == quick, (text, quote)
    assert used > 100


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.name)
def test_places_in_real_texts_are_those_of_the_skeleton(
    text: RealText, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = source_of(text.text)
    for trial in [*changed([text], 0.01, 3), *faithful([text], 0.02, 3)]:
        source = whole if trial.source is None else source_of(trial.source)
        for quote in (trial.quote, trial.quote.upper(), trial.quote + " ="):
            quick = hits(quote, source)
            with monkeypatch.context() as plainly:
                plainly.setattr(locate, "anchored_windows", lambda *_: None)
                assert hits(quote, source) == quick, quote


def test_what_is_excluded_stands_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    excluded = 0
    for text, quotes in drawn(400, 2):
        source = source_of(text)
        for quote in quotes:
            unmarked = fold_quote(locate._unmarked(quote))
            if not source.excludes(unmarked):
                continue
            excluded += 1
            with monkeypatch.context() as plainly:
                plainly.setattr(SourceText, "excludes", lambda *_, **__: False)
                assert hits(quote, source) == [], (text, quote)
                if source.excludes(unmarked, bare=True):
                    assert locate.locate_bare(quote, source) is None, (text, quote)
    assert excluded > 100


def test_the_beginning_that_stands_in_the_text_is_the_longest() -> None:
    for text, quotes in drawn(300, 3):
        source = source_of(text)
        padded = b" %s " % source.search
        for quote in map(fold_quote, quotes):
            words = quote.split(b" ")
            stands = [b" %s " % b" ".join(words[:count]) in padded for count in range(1, len(words) + 1)]
            count, place = source.prefix(quote)
            assert count == sum(stands), (text, quote)
            if count:
                assert place == padded.find(b" %s " % b" ".join(words[:count])), (text, quote)


MIXED = re.compile("[a-z][ο\u0400-\u052f]|[ο\u0400-\u052f][a-z]")


def test_mixed_scripts_are_told_by_pairs_as_by_an_expression() -> None:
    draw = random.Random(4)
    for _ in range(20_000):
        text = "с " + "".join(
            draw.choice("abzсаοԯѐ .-1éαп\u0301中\u00adμ\u07ff") for _ in range(draw.randrange(9))
        )
        mixed = MIXED.search(text) is not None
        assert folded._mixes_scripts(text.encode()) == mixed, text
        many = f"{'αβγ ' * 150}{text}".encode()
        assert folded._mixes_scripts(many) == mixed, text


def test_units_of_a_stretch_are_those_found_one_by_one() -> None:
    for text, quotes in drawn(300, 5):
        search = source_of(text).search
        for quote in quotes:
            quoted = units._Words(quote, fold_quote(quote))
            where = quoted.before(search, len(search) // 2)
            stretch = quoted.units_from(search, where)
            if "\u00ad".encode() not in search[where:]:
                most = len(quoted.forms) + 3 * quoted.slack
                plain = list(islice(units._TOKEN.finditer(search, where), most))
                assert stretch.forms == [match[0] for match in plain]
                assert [stretch.span(number) for number in range(len(plain))] == [m.span() for m in plain]


def test_a_beginning_known_to_be_strong_is_so_by_its_clues(monkeypatch: pytest.MonkeyPatch) -> None:
    found = 0
    for text, quotes in drawn(300, 6):
        source = source_of(text)
        for quote in [*quotes, f"{quotes[0]} {quotes[1]}"]:
            quick = closest(quote, source)
            found += quick is not None
            with monkeypatch.context() as plainly:
                plainly.setattr(units._Words, "is_strong", lambda *_: False)
                assert closest(quote, source) == quick, (text, quote)
    assert found > 100


@pytest.mark.parametrize("filler", ["\n" * 50_000, "x\n" * 10_000, "scale energy\n" * 40])
def test_a_place_among_very_many_lines_is_left_to_the_skeleton(filler: str) -> None:
    source = source_of(f"One scale of energy{filler}and another word = 3 stands here. The scale\n")
    quote = f"scale of energy{filler.replace(chr(10), ' ')}and another word ="
    assert locate.locate(quote, source) is not None
