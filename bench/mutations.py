"""Changed quotations of real sentences: one small, real change each, that a reader would object to.

A mutation is a function `(passage, rng, text) -> (sentence of the source, quote) | None`. Where real
sentences seldom hold what is to be changed (a unit, an exponent), a phrase is planted into the source
sentence first. Whether the change is real is asked of `bench/oracle.py` only (quotes.md, section 13.2), never
of the matcher.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bench.oracle import Text
from bench.sentences import Passage, RealText

Made = tuple[str, str] | None
Mutation = Callable[[Passage, random.Random, RealText], Made]


@dataclass(frozen=True, slots=True)
class Trial:
    """One question: does `quote` stand in `source` (None: in the whole text it was made from)."""

    kind: str
    lang: str
    quote: str
    source: str | None
    sentence: str


NEGATIONS = {
    "en": ("not", "no", "never", "cannot", "without", "none", "neither", "nor", "nothing"),
    "ru": ("не", "ни", "нет", "без", "никогда", "нельзя"),
    "de": ("nicht", "kein", "keine", "keinen", "nie", "ohne"),
    "fr": ("ne", "pas", "aucun", "aucune", "jamais", "sans", "rien"),
    "es": ("no", "nunca", "sin"),
    "zh": ("不", "没", "未", "无"),
}
_INSERTED = {"en": "not", "ru": "не", "de": "nicht", "fr": "pas", "es": "no", "zh": "不"}
_LATIN_TO_CYRILLIC = dict(zip("aceopxyABCEHKMOPTX", "асеорхуАВСЕНКМОРТХ", strict=True))
_CYRILLIC_TO_LATIN = {cyrillic: latin for latin, cyrillic in _LATIN_TO_CYRILLIC.items()}
_ACCENTS = dict(zip("éèêàâçùûîïôäöüй", "eeeaacuuiioaouи", strict=True))
_CORE = re.compile(r"^(\W*)(.*?)(\W*)$", re.DOTALL)
_ZH_PART = re.compile(r"[A-Za-z0-9.,%/-]+|.", re.DOTALL)
_NUMBER = re.compile(r"(?<![\d.,\w])\d+(?:[.,]\d+)?(?![\d\w])")

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


def parts(text: str, lang: str) -> tuple[list[str], str]:
    """The pieces that a mutation moves and what joins them: words at spaces; in Chinese single characters."""
    if lang == "zh":
        return _ZH_PART.findall(text), ""
    return text.split(" "), " "


def _inner(passage: Passage, rng: random.Random, *, letters: int = 2) -> tuple[list[str], str, int] | None:
    """The pieces, their joint, and one place inside that holds a word of at least so many letters."""
    pieces, joint = parts(passage.text, passage.lang)
    least = 1 if passage.lang == "zh" else letters
    places = [
        at
        for at in range(1, len(pieces) - 1)
        if len(_core(pieces[at])) >= least and _core(pieces[at]).isalpha()
    ]
    return (pieces, joint, rng.choice(places)) if places else None


def _core(piece: str) -> str:
    found = _CORE.match(piece)
    return found.group(2) if found else ""


def _with_core(piece: str, core: str) -> str:
    found = _CORE.match(piece)
    return f"{found.group(1)}{core}{found.group(3)}" if found else core


def _edit(
    passage: Passage, rng: random.Random, change: Callable[[str], str | None], letters: int = 2
) -> Made:
    """One inner word put through `change`; None when it does not apply."""
    place = _inner(passage, rng, letters=letters)
    if place is None:
        return None
    pieces, joint, at = place
    core = change(_core(pieces[at]))
    if core is None:
        return None
    pieces[at] = _with_core(pieces[at], core)
    return passage.text, joint.join(pieces)


def word_replaced(passage: Passage, rng: random.Random, text: RealText) -> Made:
    """A word from another place of the same text."""
    return _edit(passage, rng, lambda _: rng.choice(text.vocabulary))


def ending_changed(passage: Passage, rng: random.Random, text: RealText) -> Made:
    """A plural dropped, or the last letter exchanged: the look-alike of the same word."""
    last = "иыаеуо" if passage.lang == "ru" else "sedtn"

    def change(core: str) -> str:
        if core.endswith("s") and len(core) > 3:
            return core[:-1]
        return core[:-1] + rng.choice([letter for letter in last if letter != core[-1].lower()])

    return None if passage.lang == "zh" else _edit(passage, rng, change, letters=4)


def letter_changed(passage: Passage, rng: random.Random, text: RealText) -> Made:
    """One letter inside a word replaced by another of the same script."""
    letters = "абвгдеиклмнопрст" if passage.lang == "ru" else "abcdegilmnoprstu"

    def change(core: str) -> str:
        at = rng.randrange(len(core))
        return (
            core[:at]
            + rng.choice([letter for letter in letters if letter != core[at].lower()])
            + core[at + 1 :]
        )

    return None if passage.lang == "zh" else _edit(passage, rng, change, letters=4)


def letter_dropped(passage: Passage, rng: random.Random, text: RealText) -> Made:
    """One letter left out of a word."""

    def change(core: str) -> str:
        at = rng.randrange(1, len(core) - 1)
        return core[:at] + core[at + 1 :]

    return None if passage.lang == "zh" else _edit(passage, rng, change, letters=5)


def homoglyph(passage: Passage, rng: random.Random, text: RealText) -> Made:
    """One letter exchanged for its look-alike of another script."""
    table = _CYRILLIC_TO_LATIN if passage.lang == "ru" else _LATIN_TO_CYRILLIC

    def change(core: str) -> str | None:
        places = [at for at, letter in enumerate(core) if letter in table]
        if not places:
            return None
        at = rng.choice(places)
        return core[:at] + table[core[at]] + core[at + 1 :]

    return None if passage.lang == "zh" else _edit(passage, rng, change, letters=4)


def accent_changed(passage: Passage, rng: random.Random, text: RealText) -> Made:
    """A mark left out of a letter in a language where it makes another letter (never English, never ё)."""
    places = [at for at, letter in enumerate(passage.text) if letter in _ACCENTS]
    if passage.lang not in {"fr", "de", "ru", "es"} or not places:
        return None
    at = rng.choice(places)
    return passage.text, passage.text[:at] + _ACCENTS[passage.text[at]] + passage.text[at + 1 :]


def word_dropped(passage: Passage, rng: random.Random, text: RealText) -> Made:
    """A word inside left out."""
    place = _inner(passage, rng, letters=1)
    if place is None:
        return None
    pieces, joint, at = place
    return passage.text, joint.join(pieces[:at] + pieces[at + 1 :])


def word_inserted(passage: Passage, rng: random.Random, text: RealText) -> Made:
    """A word of the text put in where it does not stand."""
    place = _inner(passage, rng)
    if place is None:
        return None
    pieces, joint, at = place
    return passage.text, joint.join([*pieces[:at], rng.choice(text.vocabulary), *pieces[at:]])


def word_doubled(passage: Passage, rng: random.Random, text: RealText) -> Made:
    """A word written twice."""
    return _edit(passage, rng, lambda core: core + ("" if passage.lang == "zh" else " ") + core)


def neighbours_swapped(passage: Passage, rng: random.Random, text: RealText) -> Made:
    """Two neighbouring words change places."""
    place = _inner(passage, rng)
    if place is None:
        return None
    pieces, joint, at = place
    first, second = _core(pieces[at - 1]), _core(pieces[at])
    if not first.isalpha() or first.casefold() == second.casefold():
        return None
    pieces[at - 1], pieces[at] = _with_core(pieces[at - 1], second), _with_core(pieces[at], first)
    return passage.text, joint.join(pieces)


def negation_inserted(passage: Passage, rng: random.Random, text: RealText) -> Made:
    """`not` (не, nicht, pas, 不) put in: after an auxiliary if there is one, else anywhere inside."""
    place = _inner(passage, rng)
    if place is None:
        return None
    pieces, joint, at = place
    auxiliaries = {
        "is",
        "are",
        "was",
        "were",
        "can",
        "will",
        "may",
        "did",
        "ist",
        "sind",
        "est",
        "sont",
        "а",
        "и",
        "可",
        "会",
    }
    spots = [k for k, piece in enumerate(pieces[:-1]) if piece in auxiliaries]
    at = rng.choice(spots) + 1 if spots else at
    return passage.text, joint.join([*pieces[:at], _INSERTED[passage.lang], *pieces[at:]])


def negation_removed(passage: Passage, rng: random.Random, text: RealText) -> Made:
    """One negation of the sentence left out; `ne … pas` loses both halves, `don't` its end."""
    pieces, joint = parts(passage.text, passage.lang)
    spots = [at for at, piece in enumerate(pieces) if _core(piece).casefold() in NEGATIONS[passage.lang]]
    if not spots:
        bare = re.sub(r"n['’]t\b", "", passage.text, count=1)
        return (passage.text, bare) if bare != passage.text else None
    at = rng.choice(spots)
    if passage.lang == "fr" and _core(pieces[at]) == "ne":
        return passage.text, joint.join(
            p for k, p in enumerate(pieces) if k != at and not (k > at and _core(p) == "pas")
        )
    return passage.text, joint.join(pieces[:at] + pieces[at + 1 :])


def _number(passage: Passage, rng: random.Random, change: Callable[[str], str | None]) -> Made:
    found = [match for match in _NUMBER.finditer(passage.text) if match.start() > 0]
    if not found:
        return None
    match = rng.choice(found)
    number = change(match.group())
    return (
        None
        if number is None
        else (passage.text, passage.text[: match.start()] + number + passage.text[match.end() :])
    )


def digit_changed(passage: Passage, rng: random.Random, text: RealText) -> Made:
    """One digit of a number is another one."""

    def change(number: str) -> str:
        at = rng.choice([k for k, char in enumerate(number) if char.isdigit()])
        return number[:at] + rng.choice([d for d in "123456789" if d != number[at]]) + number[at + 1 :]

    return _number(passage, rng, change)


def digit_dropped(passage: Passage, rng: random.Random, text: RealText) -> Made:
    """One digit of a number is missing."""

    def change(number: str) -> str | None:
        places = [k for k, char in enumerate(number) if char.isdigit()]
        if len(places) < 2:
            return None
        at = rng.choice(places)
        return number[:at] + number[at + 1 :]

    return _number(passage, rng, change)


def digits_transposed(passage: Passage, rng: random.Random, text: RealText) -> Made:
    """Two neighbouring digits change places."""

    def change(number: str) -> str | None:
        places = [
            k for k in range(len(number) - 1) if number[k : k + 2].isdigit() and number[k] != number[k + 1]
        ]
        if not places:
            return None
        at = rng.choice(places)
        return number[:at] + number[at + 1] + number[at] + number[at + 2 :]

    return _number(passage, rng, change)


def apostrophe_dropped(passage: Passage, rng: random.Random, text: RealText) -> Made:
    """`we're` becomes `were`."""
    found = list(re.finditer(r"(?<=[^\W\d_])['’](?=[^\W\d_])", passage.text))
    if not found:
        return None
    match = rng.choice(found)
    return passage.text, passage.text[: match.start()] + passage.text[match.end() :]


def hyphen_dropped(passage: Passage, rng: random.Random, text: RealText) -> Made:
    """A hyphen inside a line is left out, or a space stands for it."""
    found = list(re.finditer(r"(?<=[^\W\d_])[-‐–](?=[^\W\d_])", passage.text))
    if not found:
        return None
    match = rng.choice(found)
    return passage.text, passage.text[: match.start()] + rng.choice(["", " "]) + passage.text[match.end() :]


def question_added(passage: Passage, rng: random.Random, text: RealText) -> Made:
    """A statement quoted as a question."""
    if not passage.text.endswith((".", "。")):
        return None
    return passage.text, passage.text[:-1] + ("？" if passage.lang == "zh" else "?")


def question_dropped(passage: Passage, rng: random.Random, text: RealText) -> Made:
    """A question quoted as a statement, with the next sentence after it so that the sign is inside."""
    if not passage.text.endswith((".", "。")) or not passage.after:
        return None
    asked = passage.text[:-1] + ("？" if passage.lang == "zh" else "?")
    return asked, f"{passage.text} {passage.after}"


def halves_reordered(passage: Passage, rng: random.Random, text: RealText) -> Made:
    """The second half, an ellipsis, the first half."""
    pieces, joint = parts(passage.text, passage.lang)
    least = 12 if passage.lang == "zh" else 5
    if len(pieces) < 2 * least:
        return None
    at = rng.randint(least, len(pieces) - least)
    first, second = joint.join(pieces[:at]).strip(" ,;:"), joint.join(pieces[at:]).strip(" .,;:。")
    if text.held.count(first) != 1 or text.held.count(second) != 1:
        return None
    return passage.text, f"{second} … {first}"


def negation_elided(passage: Passage, rng: random.Random, text: RealText) -> Made:
    """An ellipsis in the place of a negation."""
    pieces, joint = parts(passage.text, passage.lang)
    least = 12 if passage.lang == "zh" else 5
    spots = [
        at
        for at in range(least, len(pieces) - least)
        if _core(pieces[at]).casefold() in NEGATIONS[passage.lang] and pieces[at].casefold() != "no."
    ]
    if not spots:
        return None
    at = rng.choice(spots)
    start = at - rng.randint(0, min(2, at - least))
    left, right = joint.join(pieces[:start]), joint.join(pieces[at + 1 :])
    if text.held.count(left) != 1 or text.held.count(right) != 1:
        return None
    return passage.text, f"{left} {rng.choice(['…', '...', '[...]', '[…]'])} {right}"


def far_elision(passage: Passage, rng: random.Random, text: RealText) -> Made:
    """An ellipsis across more than 600 characters: two statements welded."""
    later = [other for other in text.passages if other.start > passage.start + len(passage.text) + 700]
    if not later:
        return None
    other = rng.choice(later)
    pieces, joint = parts(passage.text, passage.lang)
    ending, _ = parts(other.text, other.lang)
    size = 14 if passage.lang == "zh" else 7
    left, right = joint.join(pieces[:size]), joint.join(ending[-size:])
    if text.held.count(left) != 1 or text.held.count(right) != 1:
        return None
    return passage.text, f"{left} … {right}"


def _planted(kind: str) -> Mutation:
    def mutation(passage: Passage, rng: random.Random, text: RealText) -> Made:
        place = _inner(passage, rng)
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
    "word replaced": word_replaced,
    "ending changed": ending_changed,
    "letter changed": letter_changed,
    "letter dropped": letter_dropped,
    "word dropped": word_dropped,
    "word inserted": word_inserted,
    "word doubled": word_doubled,
    "neighbours swapped": neighbours_swapped,
    "negation inserted": negation_inserted,
    "negation removed": negation_removed,
    "digit changed": digit_changed,
    "digit dropped": digit_dropped,
    "digits transposed": digits_transposed,
    "homoglyph": homoglyph,
    "accent changed": accent_changed,
    "apostrophe dropped": apostrophe_dropped,
    "hyphen dropped": hyphen_dropped,
    "question added": question_added,
    "question dropped": question_dropped,
    "halves reordered": halves_reordered,
    "negation elided": negation_elided,
    "far elision": far_elision,
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
    return not source.holds(quote, fold_case=kind not in _CASED_KINDS)


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
