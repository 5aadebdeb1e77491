"""Titles as keys and words: words count; markup, case, punctuation and spacing do not (metadata.md, 5.1).

The key decides whether two titles are one. The words are for the second look at titles whose keys differ
(`text/titles/words.py`). It knows strings only, no record.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from citelock.checks.text.patterns import late

LONGEST = 2_000  # characters of a printed title; NFKC of a longer run of combining marks is quadratic

_TAG = late(r"</?[A-Za-z][^<>]{0,2000}>")  # "p < 0.05" is no tag; registries leave <i>, <sub>, MathML
_ENTITY_ROUNDS = 3  # `&amp;lt;scp&amp;gt;` occurs in registries
_AMPERSAND = late(r"(?<=\s)&(?=\s)")
_THOUSANDS = late(r"(?<![0-9.,])[0-9]{1,3}(?:[,\u00a0\u2009\u202f'’][0-9]{3})+(?![0-9])")
_THOUSANDS_MARKS = late(r"[^0-9]")
# NFKC would make letters of ™ and ℠, and marks of spacing accents, which stand for apostrophes. A power
# is as often typed 10^5 as printed 10⁵. Soft hyphens and joiners are invisible.
_DROPPED = (
    "™℠®©^\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2061\u2062\u2063\u2064\ufeff"
)
_SPACING_ACCENTS = "´¨¯¸˘˙˚˛˜˝‾"
# Often all that keeps a title from being ASCII.
_PUNCTUATION = "".join(map(chr, range(0x2010, 0x2020))) + "\u2022\u2026\u2212«»·¡¿"
_SIGNS: dict[int, str | None] = {
    **dict.fromkeys(map(ord, _DROPPED)),
    **dict.fromkeys(map(ord, _SPACING_ACCENTS), "'"),
    **dict.fromkeys(map(ord, _PUNCTUATION), " "),
}
_BETA = late(r"(?<![^\W\d_])ß")  # no German word begins with it: TGF-ß
_SAME_LETTER = str.maketrans({"ё": "е", "ı": "i"})  # Russian prints е for ё; a capital ı is I
_WORD = late("[0-9a-z]+")
_RUNS = late(r"[^\W_]+")
_NO_WORDS = late(r"[^\w\s]")
# Scripts that put no spaces between words: one character is compared as one word.
_UNSPACED = late("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff]")
# Bytes with which no character of them begins in UTF-8. To compile the class takes long, and few titles
# need it.
_OTHER_LEADS = bytes([*range(0xE0), 0xE2, *range(0xEA, 0xEF), *range(0xF0, 0x100)])


def title_key(title: str) -> str:
    """What is compared of a title: letters, marks and digits, casefolded; a separator only between digits.

    Empty for a title without a letter or digit. 1.5 and 15 stay apart, 1,500 and 1500 do not.

    >>> title_key("Effects of CO<sub>2</sub> on <i>E. coli</i>") == title_key("effects of CO2 on E coli")
    True
    >>> title_key("Version 1.5"), title_key("“ … ”")
    ('version1 5', '')
    """
    return _key(title)


@lru_cache(maxsize=64)  # the comparisons of two titles ask for the same few again and again
def _key(title: str) -> str:
    return joined(_words(title))


def title_words(title: str) -> list[str]:
    """The words of a title as they are compared; each character where a script has no spaces.

    >>> title_words("<b>Self-similar</b> R&amp;D, 深度")
    ['self', 'similar', 'r', 'd', '深', '度']
    """
    return list(_words(title))


@lru_cache(maxsize=64)
def _words(title: str) -> tuple[str, ...]:
    return tuple(_words_of(title))


def _words_of(title: str) -> list[str]:
    text = printed(title)
    if "&" in text:
        text = _AMPERSAND.sub("and", text)
    text = _THOUSANDS.sub(_without_marks, text)
    if text.isascii():
        return _WORD.findall(text.replace("^", "").lower())
    if "ß" in text:
        text = _BETA.sub("β", text)
    text = text.translate(_SIGNS)
    # Casefolding may leave what NFKC would compose otherwise; the order of registries' forms must not matter.
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    text = text.replace("i\u0307", "i").translate(_SAME_LETTER)
    return _WORD.findall(text) if text.isascii() else _wide_words(text)


def joined(words: Iterable[str]) -> str:
    """The key of these words."""
    key = ""
    parts = []
    for word in words:
        parts.append(f" {word}" if key and key[-1].isdigit() and word[0].isdigit() else word)
        key = word
    return "".join(parts)


def printed(title: str) -> str:
    """The title as a reader sees it: entities and LaTeX read, tags gone, cut where no title is so long."""
    text = title
    if "&" in text:
        from html import unescape  # rare in claims: not worth its import at every start

        for _ in range(_ENTITY_ROUNDS):
            plain = unescape(text)
            if plain == text:
                break
            text = plain
    if "<" in text:
        text = _TAG.sub("", text)
    if len(text) > LONGEST:
        text = f"{text[:LONGEST]} {len(text)}"  # never the same as a title that ends there
    if "\\" in text or "{" in text or "$" in text:
        from citelock.checks.text.latex import unlatex  # its expressions are compiled for those who need them

        text = unlatex(text)
    return text


def _without_marks(match: re.Match[str]) -> str:
    return _THOUSANDS_MARKS.sub("", match[0])


def _wide_words(text: str) -> list[str]:
    spaced = (
        not text.encode("utf-8", "surrogatepass").translate(None, _OTHER_LEADS)
        or _UNSPACED.search(text) is None
    )
    if spaced and not any(unicodedata.category(sign)[0] == "M" for sign in set(_NO_WORDS.findall(text))):
        return _RUNS.findall(text)
    words: list[str] = []
    gap = True
    for character in text:
        # Marks carry meaning where they are no accents: vowel signs of Devanagari, dakuten.
        mark = not character.isalnum()
        if mark and (gap or unicodedata.category(character)[0] != "M"):
            gap = True
        elif mark or not (gap or (not spaced and (_UNSPACED.match(character) or _UNSPACED.match(words[-1])))):
            words[-1] += character
        else:
            words.append(character)
            gap = False
    return words
