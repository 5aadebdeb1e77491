"""Changed quotations of real sentences: one small, real change each, that a reader would object to.

A mutation is a function `(passage, rng, text) -> (sentence of the source, quote) | None`. Where real
sentences seldom hold what is to be changed (a unit, an exponent), a phrase is planted into the source
sentence first. Whether the change is real is asked of `bench/oracle.py` only (quotes.md, section 13.2), never
of the matcher.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

from bench import changes
from bench.changes import Made, Mutation
from bench.oracle import Text
from bench.sentences import Passage, RealText


@dataclass(frozen=True, slots=True)
class Trial:
    """One question: does `quote` stand in `source` (None: in the whole text it was made from)."""

    kind: str
    lang: str
    quote: str
    source: str | None
    sentence: str


# Phrases planted into a real sentence, each with what a careless or dishonest quotation makes of it.
PLANTED: dict[str, tuple[tuple[str, str], ...]] = {
    "unit case": (("5 mW", "5 MW"), ("3 ms", "3 Ms"), ("12 kB", "12 kb"), ("7 mHz", "7 MHz")),
    "unit changed": (
        ("5 mg", "5 g"),
        ("20 kg", "20 g"),
        ("8 µg", "8 mg"),
        ("3 km", "3 m"),
        ("30 °C", "30 °F"),
    ),
    "unit dropped": (("20 kg each", "20 each"), ("5 mg daily", "5 daily"), ("3 km away", "3 away")),
    "percent dropped": (("15% of all", "15 of all"), ("0.8 % here", "0.8 here")),
    "percent changed": (("15% of all", "15‰ of all"), ("15% of all", "15° of all")),
    "magnitude changed": (
        ("1.2 million", "1.2 billion"),
        ("1,2 млн", "1,2 млрд"),
        ("3 thousand", "3 million"),
    ),
    "magnitude dropped": (("1.2 million here", "1.2 here"), ("1,2 млн в год", "1,2 в год")),
    "sign dropped": (("−0.42", "0.42"), ("-0.42", "0.42"), ("±0.3", "0.3"), ("from −5 to 5", "from 5 to 5")),
    "decimal point dropped": (("0.42", "042"), ("1.5", "15"), ("2,5", "25"), ("0.05", "005")),
    "decimal point moved": (("1.25", "12.5"), ("0.42", "4.2"), ("10.5", "1.05")),
    "relation swapped": (
        ("p < 0.05", "p > 0.05"),
        ("x ≤ 5", "x < 5"),
        ("a ≠ b", "a = b"),
        ("n ≥ 30", "n ≤ 30"),
    ),
    "relation dropped": (("p < 0.05", "p 0.05"), ("n = 30", "n 30"), ("5 ± 2", "5 2")),
    "superscript flattened": (("10³", "103"), ("2⁸", "28"), ("10⁻³", "10-3"), ("10²", "102"), ("5¹²", "512")),
    "exponent dropped": (("10³", "10"), ("10⁻³", "10"), ("3 × 10⁸", "3 × 10"), ("12 m² wide", "12 m wide")),
    "exponent changed": (("10³", "10⁴"), ("10⁻³", "10³"), ("12 m²", "12 m³")),
    "fraction glued": (("1½", "11/2"), ("2¾", "23/4"), ("3¼", "31/4"), ("½", "12")),
    "range joined": (("10–20", "1020"), ("10-20", "1020"), ("10–20", "10 20"), ("1990–95", "199095")),
    "prime changed": (("6′ wide", "6″ wide"), ("5″ wide", "5′ wide")),
    "slash or colon dropped": (
        ("12/28", "12 28"),
        ("12/28", "1228"),
        ("12:30", "1230"),
        ("1:1000", "1 1000"),
    ),
    "grouping mistaken": (("1.284", "1,284"), ("2,183", "2183"), ("12,345", "12.345")),
}


def _planted(kind: str) -> Mutation:
    def mutation(passage: Passage, rng: random.Random, text: RealText) -> Made:
        place = changes.inner(passage, rng)
        if place is None:
            return None
        pieces, joint, at = place
        true, false = rng.choice(PLANTED[kind])
        source = joint.join([*pieces[:at], f"({true})", *pieces[at:]])
        return source, joint.join([*pieces[:at], f"({false})", *pieces[at:]])

    mutation.__doc__ = f"{kind.capitalize()}, in a phrase planted into the sentence."
    return mutation


def _cut(end: bool, pattern: str, fewest: int = 40) -> Mutation:
    """The quote ends (or begins) inside a word or number of the sentence."""
    inside = re.compile(pattern)

    def mutation(passage: Passage, rng: random.Random, text: RealText) -> Made:
        sentence = passage.text
        least = 16 if passage.lang == "zh" else fewest
        spots = [match.start() for match in inside.finditer(sentence)]
        spots = [at for at in spots if (at if end else len(sentence) - at) >= least]
        if not spots:
            return None
        at = rng.choice(spots)
        return sentence, sentence[:at] if end else sentence[at:]

    mutation.__doc__ = f"Cut inside at the {'end' if end else 'start'}."
    return mutation


_IN_WORD = r"(?<=[^\W\d_\u4e00-\u9fff])(?=[^\W\d_\u4e00-\u9fff])"
_IN_NUMBER = r"(?<=\d)(?=[\d])|(?<=\d)(?=[.,]\d)|(?<=\d[.,])(?=\d)"
_AT_HYPHEN = r"(?<=[^\W_][-‐–])(?=[^\W_])"
_BEFORE_HYPHEN = r"(?<=[^\W_])(?=[-‐–][^\W_])"

# The last four leave whole tokens and touch a hyphen: words that stand there, torn out of a longer one.
CUTS: dict[str, Mutation] = {
    "word cut at the end": _cut(end=True, pattern=_IN_WORD),
    "word cut at the start": _cut(end=False, pattern=_IN_WORD),
    "number cut at the end": _cut(end=True, pattern=_IN_NUMBER),
    "number cut at the start": _cut(end=False, pattern=_IN_NUMBER),
    "cut behind a hyphen": _cut(end=False, pattern=_AT_HYPHEN),
    "cut before a hyphen": _cut(end=True, pattern=_BEFORE_HYPHEN),
}
_TORN = {"cut behind a hyphen", "cut before a hyphen"}

MUTATIONS: dict[str, Mutation] = {
    "word replaced": changes.word_replaced,
    "ending changed": changes.ending_changed,
    "letter changed": changes.letter_changed,
    "letter dropped": changes.letter_dropped,
    "word dropped": changes.word_dropped,
    "word inserted": changes.word_inserted,
    "word doubled": changes.word_doubled,
    "neighbours swapped": changes.neighbours_swapped,
    "negation inserted": changes.negation_inserted,
    "negation removed": changes.negation_removed,
    "digit changed": changes.digit_changed,
    "digit dropped": changes.digit_dropped,
    "digits transposed": changes.digits_transposed,
    "homoglyph": changes.homoglyph,
    "accent changed": changes.accent_changed,
    "apostrophe dropped": changes.apostrophe_dropped,
    "hyphen dropped": changes.hyphen_dropped,
    "question added": changes.question_added,
    "question dropped": changes.question_dropped,
    "halves reordered": changes.halves_reordered,
    "negation elided": changes.negation_elided,
    "far elision": changes.far_elision,
    **CUTS,
    **{kind: _planted(kind) for kind in PLANTED},
}
_ELLIPSIS_KINDS = {"halves reordered", "negation elided", "far elision"}
_CASED_KINDS = {"unit case"}


def really_changed(kind: str, quote: str, source: Text) -> bool:
    """Whether the naive comparison agrees that the source does not say this.

    A quote torn out at a hyphen consists of tokens that do stand there: it counts when they stand there only
    once. The three ellipsis kinds have checked their fragments while they were made.
    """
    if kind in _ELLIPSIS_KINDS:
        return True
    if kind in _TORN:
        return source.count(quote) == 1
    if kind == "unit case" and _in_one_case(quote):
        return False
    return not source.holds(quote, fold_case=kind not in _CASED_KINDS)


def _in_one_case(quote: str) -> bool:
    """Whether the words beside the planted unit are all small or all capital, and there are some."""
    others = re.sub(r"\(\d+ \w+\)", "", quote)
    return others.islower() or others.isupper()


def mutants(text: RealText, passages: tuple[Passage, ...], seed: int) -> Iterator[Trial]:
    """Every kind of change tried once on every passage; those that changed nothing are left out."""
    for number, passage in enumerate(passages):
        for kind, mutation in MUTATIONS.items():
            rng = random.Random(f"{seed}/{text.name}/{number}/{kind}")
            made = mutation(passage, rng, text)
            if made is None:
                continue
            sentence, quote = made
            source = None if sentence == passage.text else passage.window(sentence)
            held = text.held if source is None else Text(source)
            if really_changed(kind, quote, held):
                yield Trial(kind, passage.lang, quote, source, passage.text)
