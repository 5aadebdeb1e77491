"""What holds for every text and quotation: lines match themselves, form changes nothing, changes are refused.

Draws are derandomised by default; `HYPOTHESIS_PROFILE=deep` draws 20,000 a property.
"""

from __future__ import annotations

import random
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

sys.path.append(str(Path(__file__).resolve().parents[3]))

from bench.mutations import MUTATIONS, really_changed
from bench.oracle import Text
from bench.retypings import RETYPINGS
from bench.sentences import RealText, read_texts
from citelock.checks.quotes import QuotePolicy, QuoteResult
from citelock.checks.text.find import check_quote
from citelock.checks.text.fold import fold_text
from citelock.checks.text.source import SourceText, normal_text

TEXTS = read_texts()
POLICY = QuotePolicy()
ACCEPTING = ("verbatim", "markers_ignored", "editorial", "elided")
# Letters, marks, digits, signs, spaces and line ends that the fold treats in ways of their own.
ALPHABET = (
    "abcdefghijklmnopqrstuvwxyzABCDEéèñüßœæİıσςΣдожйёЁҐ不能显著研究がかき한국어عربيةहिन्दी0123456789٣४"
    "⁰¹²³½⅓.,;:!?…()[]{}<>=≤≥≠±+*/%‰°$€&@#'’“”«»„\"`′″-‐‑–—−\u00ad\u200b\u200c\u2060\ufeff"
    "\u0301\u0308\u0327 \t\u00a0\u2009\u202f\u3000ﬁﬀ\ue000\ufffd_|\\^~µμ"
)
words = st.text(st.sampled_from(ALPHABET.replace(" ", "").replace("\t", "")), min_size=1, max_size=9)
lines = st.lists(words, min_size=8, max_size=16).map(" ".join)


def source_of(text: str) -> SourceText:
    normal = normal_text(text.encode("utf-8"))
    return SourceText(normal, fold_text(normal))


def asked(quote: str, source: SourceText) -> QuoteResult:
    return check_quote(quote, None, source, POLICY)


def accepted(result: QuoteResult) -> bool:
    return result.status in ACCEPTING and not any(one.code.startswith("E_") for one in result.findings)


def verdict(result: QuoteResult) -> tuple[str, list[str]]:
    return result.status, [one.code for one in result.findings]


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.name)
def test_every_line_of_thirty_characters_matches_itself(text: RealText) -> None:
    long = [line for line in text.text.split("\n") if len(line) >= 30]
    assert long
    refused = [line for line in long if asked(line, SOURCES[text.lang]).status != "verbatim"]
    assert refused == []


@given(st.lists(lines, min_size=1, max_size=4), st.data())
def test_every_line_of_odd_characters_matches_itself_or_is_refused_before_the_search(
    made: list[str], data: st.DataObject
) -> None:
    line = data.draw(st.sampled_from(made))
    result = asked(line, source_of("\n".join(made) + "\n"))
    assert accepted(result) or result.status in {"unsafe", "too_short"}, (line, verdict(result))


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.name)
def test_line_ends_byte_order_mark_and_decomposition_change_no_verdict(text: RealText) -> None:
    part = text.passages[:: max(1, len(text.passages) // 25)]
    plain = source_of(text.text)
    others = [
        source_of(text.text.replace("\n", "\r\n")),
        source_of(text.text.replace("\n", "\r")),
        source_of("\ufeff" + text.text),
        source_of(unicodedata.normalize("NFD", text.text)),
    ]
    rng = random.Random(3)
    for passage in part:
        kind = rng.choice(sorted(MUTATIONS))
        made = MUTATIONS[kind](passage, rng, text)
        for quote in [passage.text, *([made[1]] if made else [])]:
            expected = verdict(asked(quote, plain))
            assert [verdict(asked(quote, other)) for other in others] == [expected] * len(others), quote


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.name)
def test_start_and_end_cut_from_the_original_match_again(text: RealText) -> None:
    rng = random.Random(5)
    for passage in text.passages[:: max(1, len(text.passages) // 40)]:
        for kind, retyping in RETYPINGS.items():
            made = retyping(passage, rng)
            if made is None or kind == "entities in the source":
                continue  # entities are decoded in a text, never in a quote (quotes.md, section 3, row 1)
            sentence, quote = made
            source = source_of(passage.window(sentence))
            result = asked(quote, source)
            if not accepted(result):
                continue  # how many are accepted is counted in test_mutations.py
            for fragment in result.fragments:
                assert fragment.start is not None
                assert fragment.end is not None
                cut = source.text[fragment.start : fragment.end]
                assert cut == cut.strip(), (kind, cut)
                again = check_quote(cut, None, source, QuotePolicy(min_quote=1))
                assert again.status in {*ACCEPTING, "too_short"}, (kind, quote, cut, verdict(again))
                line = source.text.count("\n", 0, fragment.start) + 1
                assert fragment.line == line, (kind, quote)


@given(st.data())
def test_a_change_drawn_adversarially_is_never_accepted(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(TEXTS), label="text")
    passage = data.draw(st.sampled_from(text.passages), label="passage")
    kind = data.draw(st.sampled_from(sorted(MUTATIONS)), label="kind")
    made = MUTATIONS[kind](passage, data.draw(st.randoms(use_true_random=False)), text)
    assume(made is not None)
    assert made is not None
    sentence, quote = made
    held = Text(passage.window(sentence))
    assume(really_changed(kind, quote, text.held if sentence == passage.text else held))
    source = SOURCES[text.lang] if sentence == passage.text else source_of(passage.window(sentence))
    result = asked(quote, source)
    assert not accepted(result), (kind, verdict(result), quote)


@given(st.data())
def test_a_faithful_quotation_with_several_retypings_at_once_is_found(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(TEXTS), label="text")
    passage = data.draw(st.sampled_from(text.passages), label="passage")
    quote = passage.text
    for form in data.draw(
        st.lists(st.sampled_from(FORMS), min_size=1, max_size=4, unique=True), label="forms"
    ):
        quote = form(quote)
    result = asked(quote, SOURCES[text.lang])
    assert accepted(result), (verdict(result), quote)


@given(st.text(max_size=200), st.text(max_size=300))
def test_any_quote_and_any_text_are_answered(quote: str, text: str) -> None:
    assume(not any("\ud800" <= char <= "\udfff" for char in quote + text))
    result = asked(quote, source_of(text))
    assert result.status in (*ACCEPTING, "not_found", "too_short", "unsafe", "not_checked")
    for fragment in result.fragments:
        if fragment.start is not None and fragment.end is not None:
            assert 0 <= fragment.start < fragment.end <= len(source_of(text).text)


def _narrow(quote: str) -> str:
    return quote.replace(" ", "\u00a0")


def _curly(quote: str) -> str:
    return quote.replace("'", "’").replace('"', "”")


def _dashes(quote: str) -> str:
    return quote.replace("–", "-").replace("—", "–")


def _decomposed(quote: str) -> str:
    return unicodedata.normalize("NFD", quote)


def _ligated(quote: str) -> str:
    return quote.replace("fi", "ﬁ").replace("fl", "ﬂ")


def _softened(quote: str) -> str:
    return "".join(char + "\u00ad" if char in "eoaеоа" else char for char in quote)


def _zero_width(quote: str) -> str:
    return quote.replace("n", "n\u200b").replace("н", "н\u200b")


def _minus(quote: str) -> str:
    return quote.replace("-", "−")


def _capitals(quote: str) -> str:
    return quote.upper()


FORMS = [_narrow, _curly, _dashes, _decomposed, _ligated, _softened, _zero_width, _minus, _capitals]
SOURCES = {text.lang: source_of(text.text) for text in TEXTS}
