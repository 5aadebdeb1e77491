"""The ways in which a quotation changes a sentence: words, letters, digits, signs, order.

Each is a function `(passage, rng, text) -> (sentence of the source, quote) | None`; None where the sentence
has nothing of the kind. Whether the result is really changed is not decided here (`bench/mutations.py` asks
the oracle).
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from bench.oracle import without_markers
from bench.sentences import Passage, RealText

Made = tuple[str, str] | None


Mutation = Callable[[Passage, random.Random, RealText], Made]


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


def parts(text: str, lang: str) -> tuple[list[str], str]:
    """The pieces that a mutation moves and what joins them: words at spaces; in Chinese single characters."""
    if lang == "zh":
        return _ZH_PART.findall(text), ""
    return text.split(" "), " "


def inner(passage: Passage, rng: random.Random, *, letters: int = 2) -> tuple[list[str], str, int] | None:
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
    place = inner(passage, rng, letters=letters)
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
    place = inner(passage, rng, letters=1)
    if place is None:
        return None
    pieces, joint, at = place
    return passage.text, joint.join(pieces[:at] + pieces[at + 1 :])


def word_inserted(passage: Passage, rng: random.Random, text: RealText) -> Made:
    """A word of the text put in where it does not stand."""
    place = inner(passage, rng)
    if place is None:
        return None
    pieces, joint, at = place
    return passage.text, joint.join([*pieces[:at], rng.choice(text.vocabulary), *pieces[at:]])


def word_doubled(passage: Passage, rng: random.Random, text: RealText) -> Made:
    """A word written twice."""
    return _edit(passage, rng, lambda core: core + ("" if passage.lang == "zh" else " ") + core)


def neighbours_swapped(passage: Passage, rng: random.Random, text: RealText) -> Made:
    """Two neighbouring words change places."""
    place = inner(passage, rng)
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
    place = inner(passage, rng)
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
    if min(len(parts(without_markers(half).strip(), passage.lang)[0]) for half in (first, second)) < least:
        return None  # a half that is little more than a citation marker is no half
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
