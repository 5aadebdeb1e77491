"""Titles compared by key: every word counts; markup, case, punctuation and spacing do not (metadata.md, 5.1).

This is the narrow first form of that section: keys are equal or they are not. It knows strings only, no
record.
"""

from __future__ import annotations

import re
import unicodedata

_TAG = re.compile(r"</?[A-Za-z][^<>]{0,2000}>")  # "p < 0.05" is no tag; registries leave <i>, <sub>, MathML
_NOT_WORD = re.compile(r"[^0-9a-z]+")
_ENTITY_ROUNDS = 3  # `&amp;lt;scp&amp;gt;` occurs in registries


def title_key(title: str) -> str:
    """What is compared of a title: letters, marks and digits, casefolded; a separator only between digits.

    Empty for a title without a letter or digit. 1.5 and 15 stay apart.

    >>> title_key("Effects of CO<sub>2</sub> on <i>E. coli</i>") == title_key("effects of CO2 on E coli")
    True
    >>> title_key("Version 1.5"), title_key("“ … ”")
    ('version1 5', '')
    """
    text = unicodedata.normalize("NFKC", _TAG.sub("", _unescape(title))).casefold()
    # Casefolding may leave what NFKC would compose otherwise, so the order of registries' forms must not
    # matter.
    return _NOT_WORD.sub(_gap, text) if text.isascii() else _wide_key(unicodedata.normalize("NFKC", text))


def title_keys(titles: tuple[str, ...], subtitles: tuple[str, ...]) -> frozenset[str]:
    """The keys of every registered form: each title, each with its subtitles, and all titles together."""
    forms = list(titles)
    forms += [f"{title} {subtitle}" for title in titles for subtitle in subtitles]
    if titles and len(subtitles) > 1:
        forms.append(" ".join((titles[0], *subtitles)))
    if len(titles) > 1:
        forms.append(" ".join(titles))
    return frozenset(filter(None, map(title_key, forms)))


def _unescape(title: str) -> str:
    if "&" not in title:
        return title
    from html import unescape  # rare in claims: not worth its import at every start

    for _ in range(_ENTITY_ROUNDS):
        plain = unescape(title)
        if plain == title:
            break
        title = plain
    return title


def _gap(match: re.Match[str]) -> str:
    text, start, end = match.string, match.start(), match.end()
    between_digits = start > 0 and end < len(text) and text[start - 1].isdigit() and text[end].isdigit()
    return " " if between_digits else ""


def _wide_key(text: str) -> str:
    kept: list[str] = []
    gap = False
    for character in text:
        # Marks carry meaning where they are no accents: vowel signs of Devanagari, dakuten.
        if not (character.isalnum() or unicodedata.category(character)[0] == "M"):
            gap = bool(kept)
            continue
        if gap and character.isdigit() and kept[-1].isdigit():
            kept.append(" ")
        kept.append(character)
        gap = False
    return "".join(kept)
