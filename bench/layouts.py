"""Retypings that come from the page: line ends, hyphens there, citation markers, mark-up left in a text.

Each is a function `(passage, rng) -> (sentence of the source, quote) | None`, faithful by quotes.md 3 to 5.
"""

from __future__ import annotations

import random
import re

from bench.changes import Made, parts
from bench.sentences import Passage

_WORD = re.compile(r"[^\W\d_]+")
_VOWELS = "aeiouyäöüéèêаеёиоуыэюя"


# Words after which a bracket of numbers is content (quotes.md, section 5), in the languages of the texts.
_BEFORE_CONTENT = re.compile(
    r"(interval|range|between|ci|domain|set|vector|интервал|диапазон|между|набор|множеств|вектор|област|доверит"
    r"|bereich|zwischen|menge|vektor|ensemble|entre|intervalle|plage|vecteur|区间|范围|之间|集|向量|间)\w*$",
    re.IGNORECASE,
)


def soft_hyphens(passage: Passage, rng: random.Random) -> Made:
    """Soft hyphens inside words of the source or of the quote."""
    softened = _WORD.sub(
        lambda m: _break(m.group(), rng, "\u00ad") if rng.random() < 0.5 else m.group(), passage.text
    )
    return (
        rng.choice([(softened, passage.text), (passage.text, softened)]) if softened != passage.text else None
    )


def source_lines(passage: Passage, rng: random.Random) -> Made:
    """Line breaks in the source at any space (in Chinese: between any two characters)."""
    if passage.lang == "zh":
        return re.sub(
            r"(?<=[\u4e00-\u9fff])(?=[\u4e00-\u9fff])", lambda _: rng.choice(["", "", "", "\n"]), passage.text
        ), passage.text
    return re.sub(" ", lambda _: rng.choice([" ", " ", "\n"]), passage.text), passage.text


def quote_lines(passage: Passage, rng: random.Random) -> Made:
    """Line breaks, tabs and doubled spaces in the quote."""
    quote = re.sub(" ", lambda _: rng.choice([" ", " ", "\n", "\t", "  ", "\r\n"]), passage.text)
    return (passage.text, quote) if quote != passage.text else None


def _break(word: str, rng: random.Random, mark: str) -> str:
    """The word with `mark` where a printer may divide it: two letters and a vowel on either side."""
    low = word.lower()
    if len(word) < 6:
        return word
    spots = [
        at
        for at in range(2, len(word) - 2)
        if any(char in _VOWELS for char in low[:at]) and any(char in _VOWELS for char in low[at:])
    ]
    if not spots:
        return word
    at = rng.choice(spots)
    return word[:at] + mark + word[at:]


def _divided(passage: Passage, rng: random.Random, mark: str) -> Made:
    found = [m for m in _WORD.finditer(passage.text) if len(m.group()) >= 6 and m.group()[0] < "\u4e00"]
    if not found:
        return None
    source = passage.text
    for match in sorted(rng.sample(found, min(3, len(found))), key=lambda m: -m.start()):
        source = source[: match.start()] + _break(match.group(), rng, mark) + source[match.end() :]
    return (source, passage.text) if source != passage.text else None


def line_end_hyphens(passage: Passage, rng: random.Random) -> Made:
    """Words divided by a hyphen at a line end of the source."""
    return _divided(passage, rng, rng.choice(["-\n", "\u2010\n", "-\r\n"]))


def line_end_soft_hyphens(passage: Passage, rng: random.Random) -> Made:
    """Words divided by a soft hyphen, with and without the line break behind it."""
    return _divided(passage, rng, rng.choice(["\u00ad\n", "\u00ad"]))


def compound_at_line_end(passage: Passage, rng: random.Random) -> Made:
    """A hyphen of the word itself at a line end of the source."""
    source, count = re.subn(
        r"(?<=[^\W\d_])-(?=[^\W\d_])", lambda _: rng.choice(["-\n", "-\n", "-"]), passage.text
    )
    return (source, passage.text) if count and source != passage.text else None


def _marked(passage: Passage, rng: random.Random, markers: tuple[str, ...], *, raised: bool) -> Made:
    """A citation marker after a word of the source that the quote leaves out; never beside another one."""
    pieces, joint = parts(passage.text, passage.lang)
    if raised:
        spots = [
            at
            for at, piece in enumerate(pieces[:-1])
            if re.fullmatch(r"[^\W\d_\u3040-\u9fff]{5,}[,;:]?", piece)
        ]
    else:
        spots = [
            at
            for at, piece in enumerate(pieces[:-1])
            if piece.isalpha() and pieces[at + 1][:1] not in "[("
            if not _BEFORE_CONTENT.search(joint.join(pieces[: at + 1]))
        ]
    if not spots:
        return None
    at = rng.choice(spots)
    pieces[at] += rng.choice(markers)
    return joint.join(pieces), passage.text


def bracket_marker_dropped(passage: Passage, rng: random.Random) -> Made:
    """`[12]` of the source left out."""
    return _marked(passage, rng, (" [12]", "[3]", " [12, 14]", "[4,7–9]", " [ 2 , 6 ]"), raised=False)


def raised_marker_dropped(passage: Passage, rng: random.Random) -> Made:
    """A raised note number of the source left out."""
    return _marked(passage, rng, ("¹²", "³", "⁴,⁵", "⁷–⁹"), raised=True)


def raised_marker_flat(passage: Passage, rng: random.Random) -> Made:
    """A raised note number of the source copied as plain digits behind the word."""
    made = _marked(passage, rng, ("¹²", "³"), raised=True)
    if made is None:
        return None
    return made[0], made[0].replace("¹²", "12").replace("³", "3")


def entities(passage: Passage, rng: random.Random) -> Made:
    """HTML entities left in the source."""
    table = {
        '"': "&quot;",
        "“": "&ldquo;",
        "”": "&rdquo;",
        "’": "&rsquo;",
        "–": "&ndash;",
        "—": "&mdash;",
        "<": "&lt;",
    }
    source = "".join(table.get(char, char) for char in passage.text)
    source = re.sub(r"(?<=[^\W\d_]) (?=[^\W\d_])", "&nbsp;", source, count=1)
    return (source, passage.text) if source != passage.text else None


def markdown(passage: Passage, rng: random.Random) -> Made:
    """Emphasis of Markdown around a word, in the source or in the quote."""
    pieces, joint = parts(passage.text, passage.lang)
    spots = [at for at in range(1, len(pieces) - 1) if pieces[at].isalpha()]
    if passage.lang == "zh" or not spots:
        return None
    at = rng.choice(spots)
    mark = rng.choice(["*", "**", "`", "_"])
    pieces[at] = mark + pieces[at] + mark
    dressed = joint.join(pieces)
    return rng.choice([(dressed, passage.text), (passage.text, dressed)])
