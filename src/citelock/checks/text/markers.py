"""Markers: what of a text a quote may leave out, such as citation marks, bullets, page furniture.

A closed list of exact forms (quotes.md, section 5), found by linear patterns over the original text; never a
free gap. Those that are whole lines are in `furniture`.
"""

from __future__ import annotations

import re
import unicodedata

from citelock.checks.text.chars import piece
from citelock.checks.text.fold import fold_words
from citelock.checks.text.furniture import furniture, margin_numbers
from citelock.checks.text.marker import Marker
from citelock.checks.text.patterns import late
from citelock.checks.text.words import (
    INTERVAL_WORDS,
    JOINING_WORDS,
    LIMITERS,
    NEGATIONS,
    NO_AUTHORS,
    SQUARED_WORDS,
    UNIT_FOLDS,
    UNITS,
)

_NO_DIGITS = late("[^0-9,-]+")
_GROUP = late(r"\[\s{0,3}[0-9]{1,3}(?:\s{0,3}[,;‐-―−-]\s{0,3}[0-9]{1,3}){0,60}\s{0,3}\]")
_SUPERSCRIPT = late(r"[⁰¹²³⁴-⁹](?:[,–-]?[⁰¹²³⁴-⁹]){0,40}")
_RAISED = late(r"[,–-]?[⁰¹²³⁴-⁹]")
_UNIT_BEHIND = late(r"\s?(?:%|([^\W\d_]{2,})(?![^\W\d_]))")
_LAST_NUMBER = late(r"(?<![0-9.,])([0-9]{1,3}(?:\.[0-9]{1,4})?)\s?%?\s?$")
_PARENTHESIS = late(r"\([^()]{5,160}\)")
_BULLET = late(r"^[^\S\n]*([•‣▪◦*-])[^\S\n]+(?=\S)", re.MULTILINE)
_GLYPH = late("[\ue000-\uf8ff\ufffd\U000f0000-\U0010ffff]+")
_YEAR = late(r"(?:1[5-9]|20)[0-9]{2}[a-z]?(?:\s*,\s*(?:(?:1[5-9]|20)[0-9]{2})?[a-z]?)*")
_NAME_WORD = late(r"[\w'’.-]+")
_LEADS = (
    "see also ",
    "see ",
    "cf. ",
    "cf ",
    "e.g., ",
    "e.g. ",
    "e.g.,",
    "reviewed in ",
    "см. ",
    "vgl. ",
    "siehe ",
)
_CONNECTORS = frozenset(
    "and & et al al. и др др. und u. a a. y e van von de der den del di da la le ter ten bin ibn".split()
)


def find_markers(text: str, lines: list[str], starts: list[int], *, glyphs: bool) -> list[Marker]:
    """All markers of a text in order of place, none overlapping another.

    `starts` are the offsets of `lines`; `glyphs` as for `in_line_markers`.
    """
    found = in_line_markers(text, glyphs=glyphs)
    if any(bullet in text for bullet in "•‣▪◦*-"):
        found += _bullets(text)
    found += furniture(lines, starts, broken="\f" in text)
    found += margin_numbers(lines, starts)
    found.sort(key=lambda marker: (marker.start, -marker.end))
    out: list[Marker] = []
    for marker in found:
        if not out or marker.start >= out[-1].end:
            out.append(marker)
    return out


def in_line_markers(text: str, *, glyphs: bool = True) -> list[Marker]:
    """Citation groups, superscript notes, author-year citations, unknown glyphs: what a quote may carry too.

    `glyphs` False: the caller knows that the text holds no unknown glyph.
    """
    found: list[Marker] = []
    if "[" in text:
        found += [
            Marker(match.start(), match.end(), "citation", _digits(match[0]))
            for match in _GROUP.finditer(text)
            if _is_citation(match[0], _before(text, match.start()), text[match.end() : match.end() + 12])
        ]
    if any(char in text for char in "¹²³⁰⁴⁵⁶⁷⁸⁹"):
        found += [
            Marker(match.start(), match.end(), "note", _digits(match[0]))
            for match in _SUPERSCRIPT.finditer(text)
            if may_carry_note(text, match.start()) and not _is_latin(text[match.end() : match.end() + 1])
        ]
    if not text.isascii() and glyphs:
        found += [
            Marker(match.start(), match.end(), "glyph", "")
            for match in _GLYPH.finditer(text)
            if not _is_figure(text[max(0, match.start() - 4) : match.start()].split()[-1:])
            and not _is_figure(text[match.end() : match.end() + 4].split()[:1])
        ]
    if "(" in text:
        found += [
            Marker(match.start(), match.end(), "author-year", " ".join(match[0].split()).casefold())
            for match in _PARENTHESIS.finditer(text)
            if _is_author_year(match[0][1:-1])
        ]
    return found


def _before(text: str, at: int) -> str:
    """Enough of the text before `at` to hold two words."""
    return text[max(0, at - 60) : at]


def _digits(raw: str) -> str:
    """The numbers of a marker and what joins them, spacing and dash kind left out."""
    if raw.isascii():
        return _NO_DIGITS.sub("", raw.replace(";", ","))
    flat = "".join(piece(char) if char.isascii() else str(unicodedata.digit(char, "-")) for char in raw)
    return "".join(char for char in flat.replace(";", ",") if char.isdigit() or char in ",-")


def _is_figure(beside: list[str]) -> bool:
    """True for a digit or a one-letter symbol beside an unknown glyph, which may be a sign of a formula."""
    return bool(beside) and (
        any(char.isdigit() for char in beside[0]) or (len(beside[0]) == 1 and beside[0].isalpha())
    )


def _is_latin(char: str) -> bool:
    return char.isascii() and char.isalpha()


def _is_citation(group: str, before: str, after: str) -> bool:
    """False for a group of numbers that is content.

    It holds a 0, indexes a symbol, marks an isotope, has a unit behind it, or is an interval.
    """
    if _is_latin(after[:1]):
        return False
    following = _UNIT_BEHIND.match(after)
    if (
        following is not None
        and (following[1] is None or following[1] in UNITS)
        and not group.strip("[ ]").isdigit()
    ):
        return False
    numbers = [int(number) for number in re.findall("[0-9]+", group)]
    if 0 in numbers or (_is_latin(before[-1:]) and not before[-2:-1].isalnum()):
        return False
    return len(numbers) == 1 or not (_is_interval(before) or _holds(numbers, before))


def _holds(numbers: list[int], before: str) -> bool:
    """True for `50 [43–57]`, `2 [1, 3]`: the number before a group of two lies between them."""
    value = _LAST_NUMBER.search(before)
    return len(numbers) == 2 and value is not None and numbers[0] <= float(value[1]) <= numbers[1]


def _is_interval(before: str) -> bool:
    """True if what stands right before a group of two or more numbers says that they are content."""
    if before.rstrip()[-1:] in ("=", "∈", "≈", "×", "+", "/", "<", ">"):
        return True
    words = fold_words(before).split(" ")
    if words[-1] in JOINING_WORDS:
        words.pop()
    return bool(words) and (words[-1] in INTERVAL_WORDS or words[-1].endswith(("区间", "范围")))


def may_carry_note(text: str, at: int) -> bool:
    """True if a superscript at `at` follows a word of three letters or more that is no unit.

    Closing punctuation may stand between them, and then the word may also be a unit.
    """
    before = text[max(0, at - 80) : at]
    if not before:
        return False
    closing = before[-1] in '.,;:!?”’»"。，)]'
    word = before.rstrip('.,;:!?”’»"。，)]') if closing else before
    first = len(word)
    while first and word[first - 1].isalpha():
        first -= 1
    letters = word[first:]
    if not letters or word[first - 1 : first].isdigit():
        return False
    lone = text[at] in "²³" and not _RAISED.match(text, at + 1)
    if lone and _may_be_squared(letters, word[:first], before):
        return False
    if "\u3400" <= letters[-1] <= "\u9fff":
        return True
    return len(letters) >= 3 and (closing or letters.casefold() not in UNIT_FOLDS)


def _may_be_squared(letters: str, head: str, before: str) -> bool:
    """True for a raised 2 or 3 behind a bracket, a unit, a symbol, or a word behind a number or slash."""
    if before[-1] in ")]" or head[-1:] in ("/", "·", "×"):
        return True
    form = letters.casefold()
    return form in SQUARED_WORDS or any(form.endswith(word) for word in SQUARED_WORDS if word > "\u3400")


def _is_author_year(inside: str) -> bool:
    """True for `see Smith & Jones, 2020a; Miller et al., 2019`: names, connectors, years, nothing else."""
    body = " ".join(inside.split())
    for lead in _LEADS:
        if body.casefold().startswith(lead):
            body = body[len(lead) :]
            break
    parts = body.split(";")
    return all(_is_name_and_year(part.strip()) for part in parts)


def _is_name_and_year(part: str) -> bool:
    year = re.search(r"[,\s]((?:1[5-9]|20)[0-9]{2}.*)$", part)
    if year is None or not _YEAR.fullmatch(year[1].strip()):
        return False
    names = _NAME_WORD.findall(part[: year.start()].replace("&", " and "))
    others = re.sub(r"[\w'’.,&\s-]", "", part[: year.start()])
    proper = [name for name in names if name[0].isupper()]
    bare = part[year.start()] != "," and not (
        set(names) & _CONNECTORS
    )  # `(Smith 2020)`, but not `(USD 2000)`
    if bare and (not year[1].startswith(("19", "20")) or any(name.isupper() for name in names)):
        return False
    if any(name.casefold() in NEGATIONS or name.casefold() in LIMITERS for name in names):
        return False
    if any(name.strip(".,").casefold() in NO_AUTHORS for name in proper):
        return False
    return bool(proper) and not others and all(name[0].isupper() or name in _CONNECTORS for name in names)


def _bullets(text: str) -> list[Marker]:
    found: list[Marker] = []
    for match in _BULLET.finditer(text):
        sign = match[1]
        if sign in "*-" and (
            text[match.end() : match.end() + 1].isdigit() or not _starts_item(text, match.start())
        ):
            continue
        found.append(Marker(match.start(1), match.end(1), "bullet", ""))
    return found


def _starts_item(text: str, at: int) -> bool:
    """True if the line before ends a sentence, is blank or is an item: then `*` and `-` are bullets."""
    before = text[max(0, at - 2_000) : max(at - 1, 0)]
    line = before.rsplit("\n", 1)[-1].strip()
    return not line or line[-1] in ".:;!?" or line[0] in "•‣▪◦*-"
