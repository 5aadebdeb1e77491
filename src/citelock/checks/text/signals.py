"""Negations and limiters in a stretch of a text: what an ellipsis may not hide and what a cut may not lose.

Reads the original as a person does: over line-end hyphens (joined and not), with entities decoded, and by
language: a short word of another language than the text's, a chemical symbol or an abbreviation is no
negation (quotes.md, section 6).
"""

from __future__ import annotations

from citelock.checks.text.chars import INVISIBLE_RE
from citelock.checks.text.fold import decode_entities, fold_words, specials
from citelock.checks.text.patterns import late
from citelock.checks.text.words import (
    FUNCTION_WORDS,
    LIMITER_RUNS,
    LIMITERS,
    NEGATION_RUNS,
    NEGATIONS,
    NEUTRAL_RUNS,
    WORDS_OF,
)

_BROKEN = late(r"(?<=[^\W\d_])[-‐\u00ad]\s*\n\s*(?=[^\W\d_])")
_ODD_APOSTROPHE = late(r"(?<=[^\W\d_])[´`](?=[^\W\d_])")
# `no. 12`, `No 12`, `№ 12`: a number; the month of May: a capital inside a sentence.
_NUMBER_SIGN = late(r"№|\b[Nn][oO]s?\.\s?(?=[0-9])|\bNos?\s(?=[0-9])")
_MONTH = late(r"(?<![.!?;:]\s)(?<!^)\bMay\b|\bMAY\b(?=\s[0-9])")
_WORD = late(r"[^\W\d_⁰¹²³⁴-₟]+(?:'[^\W\d_⁰¹²³⁴-₟]+)*")
# Symbols and abbreviations when written in capitals (`SI units`, `NO release`, `IF stain`) or as an element.
_SYMBOLS = frozenset("si ni no ne pas if bis sin non nur sans solo may or ist was".split())
# Words that are something else in another language (`sin x`, `bis(2-ethylhexyl)`, `falls`, `non-linear`).
_SHORT = frozenset("si ni ne pas non sin bis sans solo nul nulle nur moins peut nie falls kein no".split())
_ELEMENTS = frozenset("Si Ni Ne No".split())
# Single words of all signals: where none stands, nor anything that may be one in another form, there is none.
SIGNAL_WORDS = NEGATIONS | LIMITERS | {"fail", "fails", "failed"}
# Signs beyond ASCII that are no part of a word.
_SIGNS = frozenset("\u00a0\u2009\u202f“”„«»‹›–—―−…•°±×÷≤≥≈→§†‡©®™€£¥")
_LETTERS = late(r"[^\W\d_]+")
_IN_RUNS = late("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def negation(text: str, around: str = "") -> str | None:
    """The first negation of a stretch, folded, or None.

    `around` is more of the text, to tell the language by.
    """
    return _first(text, around, limiters=False)


def signal(text: str, around: str = "") -> str | None:
    """The first negation or limiter of a stretch, folded, or None."""
    return _first(text, around, limiters=True)


def says_nothing(text: str) -> bool:
    """True if there is surely no negation or limiter in a stretch nor in a part of it; False says nothing.

    So where it is read as it stands, without apostrophes, entities, letters that lower() alone does not fold,
    what nobody sees, broken words and scripts that negate inside a run of letters.
    """
    if "'" in text or "&" in text or "`" in text or ("\n" in text and "-" in text):
        return False
    if not text.isascii() and (not specials(text) <= _SIGNS or _IN_RUNS.search(text)):
        return False
    return SIGNAL_WORDS.isdisjoint(_LETTERS.findall(text.lower()))


def _first(text: str, around: str, *, limiters: bool) -> str | None:
    if says_nothing(text):
        return None
    plain = text
    if "&" in text or "´" in text or "`" in text:
        plain = _ODD_APOSTROPHE.sub("'", decode_entities(text))
    plain = INVISIBLE_RE.sub("", plain)
    plain = _NUMBER_SIGN.sub(" ", plain)
    plain = _MONTH.sub(" ", plain)
    whole = not any(char.islower() for char in plain)  # a text in capitals has no symbols to be told by case
    found = _in_words(plain, around or text, limiters=limiters, whole=whole)
    if found is None and ("\n" in plain or "\u00ad" in plain):
        joined = _BROKEN.sub("", plain).replace("\u00ad", "")
        found = _in_words(joined, around or text, limiters=limiters, whole=whole)
    return found if found is not None else _in_runs(plain, limiters=limiters)


def _in_words(text: str, around: str, *, limiters: bool, whole: bool) -> str | None:
    words = _WORD.findall(text.replace("’", "'").replace("ʼ", "'"))
    folded = [fold_words(word) for word in words]
    for at, (word, form) in enumerate(zip(words, folded, strict=True)):
        following = folded[at + 1] if at + 1 < len(folded) else ""
        for part in (form, form.rpartition("'")[2]) if "'" in form else (form,):
            if _is_signal(part, following, limiters=limiters) and not (
                (not whole and _is_symbol(word, part)) or _is_foreign(part, around)
            ):
                return form
    return None


def _is_signal(form: str, following: str, *, limiters: bool) -> bool:
    return (
        form in NEGATIONS
        or form.endswith("n't")
        or (form.startswith("n'") and len(form) > 2)
        or (form in ("fail", "fails", "failed") and following == "to")
        or (limiters and form in LIMITERS)
    )


def _is_symbol(word: str, form: str) -> bool:
    """True for capitals that stand for something else than the small word."""
    if form not in _SYMBOLS:
        return False
    return (len(word) >= 2 and word.isupper()) or (word in _ELEMENTS and word != "No")


def _is_foreign(form: str, around: str) -> bool:
    """True for a word of several meanings in a text without a trace of the language it is a signal in."""
    if form not in _SHORT:
        return False
    languages = [language for language, words in WORDS_OF.items() if form in words]
    if form in WORDS_OF["en"]:
        return False
    present = set(fold_words(around).split(" "))
    told = [FUNCTION_WORDS[language] for language in languages if language in FUNCTION_WORDS]
    return not any(len(present & words) >= 2 for words in told)


def _in_runs(text: str, *, limiters: bool) -> str | None:
    """Scripts without spaces, and languages that negate inside a word: found as a run of characters."""
    if _IN_RUNS.search(text) is None:
        return None
    places = _places("".join(fold_words(text).split(" ")), limiters=limiters)
    return places[0][2] if places else None


def run_beside(text: str, reach: int, *, before: bool) -> tuple[int, int] | None:
    """Where in a stretch without spaces a negation stands that touches its last `reach` characters.

    With `before` False: a negation or limiter that begins within its first `reach` characters. The whole
    stretch is read, so that half of a word (`不` of `不同`) is not taken for one.
    """
    if _IN_RUNS.search(text) is None:
        return None
    if before:
        last = [(at, at - less) for at, less, _ in _places(text, limiters=False, last=True)]
        return max(((at, end) for at, end in last if end > len(text) - reach), default=None)
    first = [(at, at - less) for at, less, _ in _places(text, limiters=True)]
    return first[0] if first and first[0][0] < reach else None


def _places(text: str, *, limiters: bool, last: bool = False) -> list[tuple[int, int, str]]:
    """The first or last place of each run in the text: where, its length below zero, the run; in order."""
    for neutral in NEUTRAL_RUNS:
        text = text.replace(neutral, " " * len(neutral))
    runs = (*NEGATION_RUNS, *LIMITER_RUNS) if limiters else NEGATION_RUNS
    find = text.rfind if last else text.find
    return sorted((find(run), -len(run), run) for run in runs if run in text)
