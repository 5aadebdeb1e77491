"""The fold: both sides of a comparison in one form, line by line.

The rules are those of quotes.md, sections 3 and 4, the way of performance.md, section 3. The folded line is
the line's tokens: letters casefolded, soft punctuation turned into spaces, hyphens and symbols kept, runs of
spaces single. `fold_text` is the fast way over a whole text, `fold_line` the plain one that also tells where
every folded character came from; a fuzz test holds them equal. White space around symbols is kept as it
stands: tokens, not spaces, are compared where the quick search misses (`align.py`).
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from citelock.checks.text.chars import OPTIONAL_HYPHEN, piece
from citelock.checks.text.page import DASH, ONE_FOR_SEVERAL, cyrillic_page
from citelock.checks.text.patterns import late

# The longest run of combining marks normalised in one piece: NFC is quadratic in it (80 kB took 4.8 s).
MARK_RUN = 30

# Letters that lower() alone folds. Everything else outside ASCII is looked up once a distinct character.
_SAFE = "\x00-\x7fа-яА-ЯÀ-ÅÇ-ÖØ-ßà-åç-öø-ÿĀ-įıĴ-ķĹ-ňŊ-őŔ-žά-ώΑ-ΡΣ-Ωء-غف-يא-ת"
# `re` enters a range of a set letter by letter: with those of East Asia, tens of thousands, it takes
# milliseconds, which a text without them need not pay.
_FIRST_EAST_ASIAN = "ぁ"
_SPECIAL = late(f"[^{_SAFE}一-鿿ぁ-ゖァ-ヺ가-힣]")
_SPECIAL_OR_EAST_ASIAN = late(f"[^{_SAFE}]")
_CYRILLIC_MARKS = "\u0301\u0306\u0308"  # of stress, of й and of ё; with any other there is no page
# Safe letters that may be capitals.
_CAPITAL = late("[А-ЯÀ-ÖØ-ÞĀ-žΑ-Ω]")
_MOST_CAPITALS = 40
_SAMPLE = 2_000  # characters that tell whether a text is in a script outside ASCII

_ENTITIES = {
    "amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "nbsp": "\u00a0", "lsquo": "‘", "rsquo": "’",
    "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„", "laquo": "«", "raquo": "»", "lsaquo": "‹",
    "rsaquo": "›", "ndash": "–", "mdash": "—", "minus": "−", "hellip": "…", "shy": "\u00ad",
    "thinsp": "\u2009", "ensp": "\u2002", "emsp": "\u2003",
}  # fmt: skip
ENTITY = late(r"&(?:#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6})|(" + "|".join(_ENTITIES) + r"));")

# Composition seconds of combining class 0: Hangul vowels and finals, two-part vowels of Indic scripts.
SECONDS = frozenset(
    "".join(map(chr, (*range(0x1161, 0x1176), *range(0x11A8, 0x11C3))))
    + "\u09be\u09d7\u0b3e\u0b56\u0b57\u0bbe\u0bd7\u0cc2\u0cd5\u0cd6\u0d3e\u0d57\u0dcf\u0ddf\u102e\u1b35"
)

SUBSCRIPTS = frozenset("₀₁₂₃₄₅₆₇₈₉")
BASE_SUBSCRIPT = late(r"(?<=[0-9])(?=[₀-₉])")  # 101₂ is not 1012
_DOT_ABOVE = late("[iI]\u0307+")
# Relations typed as two characters are one: `a != b` is not `a = b`.
OPERATORS = (("!=", "≠"), ("<=", "≤"), (">=", "≥"))
_RELATIONS = {typed[0]: sign for typed, sign in OPERATORS}
RELATION = late("=(?<=[!<>]=)")  # a single first character is sought many times faster than two
ODD_APOSTROPHE = late(r"(?<=[^\W\d_])[´`](?=[^\W\d_])")
KANA_MARK = late("[^\n][\u3099\u309a]")

# The patterns that look at neighbours are there twice: for text, and for bytes of a page (`page.py`).
# An apostrophe stays between a letter or digit and a letter; elsewhere it is a quotation mark.
LOOSE_APOSTROPHE = late(r"'(?:(?![^\W\d_])|(?<![^\W_]'))")
_LOOSE_APOSTROPHE_BYTE = late(rb"'(?:(?![A-Za-z\xa0-\xff])|(?<![A-Za-z0-9\xa0-\xff]'))")
# An underscore stays inside a word.
LOOSE_UNDERSCORE = late(r"_(?:(?!\w)|(?<!\w_))")
_LOOSE_UNDERSCORE_BYTE = late(rb"_(?:(?![A-Za-z0-9_\xa0-\xff])|(?<![A-Za-z0-9_\xa0-\xff]_))")
# `. , : *` stay between digits; a point also stays before a digit where no letter or closing mark precedes it
# (`p < .05`). What stays is hidden behind a control character, which no text has here, while the rest is
# dropped.
_FIRM = (
    (".", "\x01", re.compile(r"\.(?=[0-9])(?<![^\W0-9]\.)(?<![.)\]}]\.)")),
    (",", "\x02", re.compile(r",(?=[0-9])(?<=[0-9],)")),
    (":", "\x03", re.compile(r":(?=[0-9])(?<=[0-9]:)")),
    ("*", "\x04", re.compile(r"\*(?=[0-9])(?<=[0-9]\*)")),
)
_FIRM_BYTES = (
    (b".", b"\x01", late(rb"\.(?=[0-9])(?<![A-Za-z_\xa0-\xff.)\]}]\.)")),
    (b",", b"\x02", late(rb",(?=[0-9])(?<=[0-9],)")),
    (b":", b"\x03", late(rb":(?=[0-9])(?<=[0-9]:)")),
    (b"*", b"\x04", late(rb"\*(?=[0-9])(?<=[0-9]\*)")),
)
_SOFT_HYPHENS = late(OPTIONAL_HYPHEN + "+")
_DOUBLE_HYPHEN = re.compile(rb"-(?=-)")  # a single first byte is sought many times faster than two
_DASH_RUN = late(rb"-{2,}")

_SOFT = b'"`()[]{}!;.,:*'
# Soft punctuation becomes this byte first: between two words it must be a space, elsewhere it is dropped.
# So few runs of spaces are left to be made single.
_SOFT_MARK = b"\x00"
_SOFT_BETWEEN = re.compile(rb"\x00(?![ \n])(?<=[^ \n\x00]\x00)\x00*(?=[^ \n\x00])")
_DASH_BYTE = DASH.encode()
_NO_SPACES = "\n" + DASH
_CONTROLS = bytes(code for code in (*range(0x20), 0x7F) if code != 0x0A)
_NO_CONTROLS = str.maketrans(_CONTROLS.decode(), " " * len(_CONTROLS))
_OTHER_CONTROLS = bytes(code for code in _CONTROLS if code > 5)
_STAND_INS = "\x01\x02\x03\x04\x05"  # what the fold uses itself
_CAPITALS = bytes(range(0x41, 0x5B))
_FINISH = bytes.maketrans(
    _SOFT + _OTHER_CONTROLS + _CAPITALS + b"\x01\x02\x03\x04",
    _SOFT_MARK * len(_SOFT) + b" " * len(_OTHER_CONTROLS) + _CAPITALS.lower() + b".,:*",
)
_ASCII = bytes(range(0x80))
# Of a quote: soft bytes become spaces; and those that become what they are whatever stands beside them.
_SPACED = bytes.maketrans(_SOFT + b"\n\t\x01\x02\x03", b" " * (len(_SOFT) + 2) + b".,:")
_DIGITS_HYPHEN = b"0123456789-"
_SETTLED = bytes(
    code for code in range(256) if code in b"\n\t" or (code >= 0x20 and code not in b"_*`\x7f0123456789-")
)
# Characters outside the safe set that are what `piece` makes of them wherever they stand.
_ALONE = frozenset(
    "“”„‟«»‹›’‘‚–—―‒‐‑−…·•°±×÷≤≥≠≈→←§¶†‡©®™€£¥₽²³¹⁰⁴⁵⁶⁷⁸⁹⁺⁻\u00a0\u2007\u2008\u2009\u200a\u202f\u3000"
    "ёЁæÆœŒµ，。、：；！？（）「」『』《》【】"
)


def decode_entities(text: str) -> str:
    """The text with the entities of class 1 decoded once; a bare `&` and unknown names stay."""
    return ENTITY.sub(_entity, text) if "&" in text else text


def _entity(match: re.Match[str]) -> str:
    if match[3]:
        return _ENTITIES[match[3]]
    code = int(match[1]) if match[1] else int(match[2], 16)
    if code in (0x0A, 0x0D):  # a line of the fold is a line of the text
        return " "
    if code == 0 or code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        return match[0]
    return chr(code)


def compose(text: str, present: set[str]) -> tuple[str, set[str]]:
    """The text in NFC as far as its combining marks go, and the characters outside the safe set in it then.

    Single characters that NFC changes are `piece`'s. Done only around marks, in runs of at most MARK_RUN of
    them. `present` are the characters outside the safe set before.
    """
    marks = sorted(char for char in present if unicodedata.combining(char) or char in SECONDS)
    if not marks:
        return text, present
    made: set[str] = set()
    composed = _compose_one(text, marks[0], made) if len(marks) == 1 else None
    if composed is not None:
        return composed, present | made

    def normalise(match: re.Match[str]) -> str:
        composed = unicodedata.normalize("NFC", match[0])
        made.update(composed)
        return composed

    clusters = re.compile(f"[^\n]?[{re.escape(''.join(marks))}]{{1,{MARK_RUN}}}")
    return clusters.sub(normalise, text), present | made


def _compose_one(text: str, mark: str, made: set[str]) -> str | None:
    """The text with each `mark` composed; None if two stand together. Adds to `made` what came of it.

    The common case: one accent typed apart throughout.
    """
    parts: list[str] = []
    begun, at = 0, text.find(mark)
    while at >= 0:
        if text.startswith(mark, at + 1):
            return None
        if at and text[at - 1] != "\n":
            composed = unicodedata.normalize("NFC", text[at - 1 : at + 1])
            made.update(composed)
            parts += text[begun : at - 1], composed
            begun = at + 1
        at = text.find(mark, at + 1)
    parts.append(text[begun:])
    return "".join(parts)


def _join_relations(text: str) -> str:
    """The text with OPERATORS replaced."""
    if not RELATION.search(text):
        return text
    pieces = text.split("=")
    for at, part in enumerate(pieces[:-1]):
        sign = _RELATIONS.get(part[-1:])
        pieces[at] = part[:-1] + sign if sign else part + "="
    return "".join(pieces)


def _beyond_ascii(coded: bytes) -> str:
    """The characters of a text in UTF-8 outside ASCII, in order."""
    return coded.translate(None, _ASCII).decode()


def _is_cyrillic(text: str) -> bool:
    """True if half of the characters or more, by the beginning of the text, are Russian letters."""
    sample = text[:_SAMPLE]
    coded = sample.encode()
    return 2 * (len(coded) - len(coded.translate(None, b"\xd0\xd1"))) >= len(sample)


def _is_dense(text: str) -> bool:
    """True if a fifth of the characters or more, by the beginning of the text, are outside ASCII."""
    sample = text[:_SAMPLE]
    return 5 * len(_beyond_ascii(sample.encode())) >= len(sample)


def _typed(text: str) -> str:
    """The text without control characters that the fold uses itself, and with what is typed as two signs."""
    return _joined(text.translate(_NO_CONTROLS) if any(map(text.__contains__, _STAND_INS)) else text)


def _joined(text: str) -> str:
    """The text with what is typed as two signs, or as an odd apostrophe, in one form."""
    if "=" in text:
        text = _join_relations(text)
    if "´" in text or "`" in text:
        text = ODD_APOSTROPHE.sub("'", text)
    return text


def _fold(given: str, coded: bytes | None) -> bytes:
    """The folded text in UTF-8 with its line breaks; `coded` is the text in UTF-8 where that is at hand."""
    text = decode_entities(given)
    if _is_cyrillic(text):
        folded = _fold_on_page(_joined(text))
        if folded is not None:
            return folded
    text = _typed(text)
    if text.isascii():
        return _evened(_settle_bytes(text.encode(), _FINISH))
    return _evened(_settle(prepare(text, coded if text is given else None)))


def _fold_on_page(text: str) -> bytes | None:
    """What `prepare` and `_settle` make of a Cyrillic text, by a page; None if it does not fit on one.

    No control character that the fold uses itself is on the page.
    """
    marks = {mark for mark in _CYRILLIC_MARKS if mark in text}
    if marks:
        text = compose(text, marks)[0]
    page = cyrillic_page(_FINISH)
    try:
        coded = page.encode(text)
    except UnicodeEncodeError:
        return None
    return page.decode(_evened(_settle_bytes(coded, page.late)))


def prepare(text: str, coded: bytes | None = None) -> str:
    """Classes 2, 4 to 10 and 13 to 17: what can be said of characters without looking at their neighbours.

    Capitals of ASCII are left to `_settle`. `coded` is the text in UTF-8 where that is at hand.
    """
    if text.isascii():
        return text
    # Of a text in another script half of the characters are beyond ASCII: to set them apart first, and to
    # look for its capitals one by one, costs more than one pass over all of it. The outcome is the same.
    dense = _is_dense(text)
    beyond = text if dense else "".join(set(_beyond_ascii(text.encode() if coded is None else coded)))
    text, present = compose(text, set(_SPECIAL.findall(beyond)) if dense else _specials_of(beyond))
    if not SUBSCRIPTS.isdisjoint(present):
        text = BASE_SUBSCRIPT.sub(" ", text)
    for char in sorted(present, reverse=True):  # once the highest are gone, Python may store the text in half
        replacement = piece(char)
        if replacement != char:
            replacement = ONE_FOR_SEVERAL.get(replacement, replacement)
            if len(replacement) == 1:  # many times faster than several for one
                text = text.replace(char, replacement)
            else:
                text = replacement.join(text.split(char))
    capitals = set() if dense else set(_CAPITAL.findall(beyond))
    if dense or len(capitals) > _MOST_CAPITALS:
        text = text.lower()
    else:  # twice as fast; those that were composed are among the characters replaced above
        for char in capitals:
            text = text.replace(char, char.lower())
    if "ς" in text:
        text = text.replace("ς", "σ")
    if "\u0307" in text:
        text = _DOT_ABOVE.sub("i", text)
    if "\u3099" in text or "\u309a" in text:  # half-width kana carry their marks apart
        text = KANA_MARK.sub(lambda match: unicodedata.normalize("NFC", match[0]), text)
    return text


def fold_text(text: str) -> bytes:
    """The folded text as UTF-8; line k of it is the fold of line k of `text` (LF line ends, no BOM)."""
    return b"\n".join(fold_lines(text))


def fold_lines(text: str, coded: bytes | None = None) -> list[bytes]:
    """The folded lines of a text; `coded` is the text in UTF-8 where that is at hand."""
    return list(map(bytes.strip, _fold(text, coded).split(b"\n")))


def _evened(folded: bytes) -> bytes:
    """The folded text with runs of hyphens as dashes and one space for each run of spaces."""
    return _single_spaces(_set_dashes(folded))


def _set_dashes(folded: bytes) -> bytes:
    """The folded text with each run of hyphens as a dash with its spaces."""
    return _DASH_RUN.sub(b" - ", folded) if _DOUBLE_HYPHEN.search(folded) else folded


def _single_spaces(folded: bytes) -> bytes:
    """The folded text with one space for each run of them; at its end there may be none. Few are longer."""
    first, *rest = folded.split(b"  ")
    if not rest:
        return folded
    pieces = [piece.lstrip(b" ") for piece in rest]  # the third space of a run
    return b" ".join([first, *filter(None, pieces)])  # and of four there is nothing between the two pairs


@lru_cache(4)  # a quote that is missed is folded by every pass
def fold_quote(quote: str) -> bytes:
    """The folded quote as UTF-8 on one line: as a text, but no entities and no optional hyphens (class 3)."""
    plain = _plain_quote(quote)
    return (
        plain
        if plain is not None
        else b" ".join(_set_dashes(_settle(prepare(_typed(on_one_line(quote))))).split())
    )


@lru_cache(8)
def specials(quote: str) -> frozenset[str]:
    """The distinct characters of a quote outside ASCII that are no letters which lower() alone folds."""
    return frozenset(_specials_of(quote))


def _specials_of(text: str) -> set[str]:
    """What `_SPECIAL` finds in a text that is short, or not in a script of East Asia."""
    found = set(_SPECIAL_OR_EAST_ASIAN.findall(text))
    return set(_SPECIAL.findall("".join(found))) if found and max(found) >= _FIRST_EAST_ASIAN else found


def _plain_quote(quote: str) -> bytes | None:
    """The folded quote, if nothing in it asks for its neighbours; None says nothing.

    Its letters are folded by lower() alone. Soft punctuation, a space between two words and dropped beside
    one, may become spaces everywhere, because runs of them are made single here.
    """
    text = quote
    if not text.isascii():
        present = specials(text)
        if not present <= _ALONE:
            return None
        for char in present:
            text = text.replace(char, piece(char))
    text = text.lower()
    if "ς" in text:
        text = text.replace("ς", "σ")
    if "'" in text:
        text = LOOSE_APOSTROPHE.sub(" ", text)
    if "=" in text and RELATION.search(text):
        return None
    folded = text.encode()
    closer = folded.translate(None, _SETTLED)
    if closer:
        if closer.translate(None, _DIGITS_HYPHEN) or b"--" in folded:
            return None
        for mark, stand_in, firm in _FIRM:
            if mark in text:
                text = firm.sub(stand_in, text)
        folded = text.encode()
    return b" ".join(folded.translate(_SPACED).split())


def on_one_line(quote: str) -> str:
    """The quote without soft hyphens (and the line break that follows one), other line breaks as spaces."""
    if OPTIONAL_HYPHEN in quote:
        quote = _QUOTE_SOFT_HYPHEN.sub("", quote)
    return quote.replace("\n", " ")


_QUOTE_SOFT_HYPHEN = late(OPTIONAL_HYPHEN + r"(?:[^\S\n]*\n[^\S\n]*)?")


def fold_words(text: str) -> str:
    """The folded words of a short text joined by single spaces, for titles and names."""
    return fold_quote(text).decode()


def _settle(text: str) -> bytes:
    """Classes 11, 12, 14, 19: decides by neighbours what is soft and makes it spaces; runs of them stay.

    Runs of hyphens stay as well.
    """
    if OPTIONAL_HYPHEN in text:
        text = _SOFT_HYPHENS.sub(lambda match: _optional_hyphen(match.string, *match.span()), text)
    if "'" in text:
        text = LOOSE_APOSTROPHE.sub(" ", text)
    if "_" in text:
        text = LOOSE_UNDERSCORE.sub(" ", text)
    for mark, stand_in, firm in _FIRM:
        if mark in text and firm.search(text):
            text = firm.sub(stand_in, text)
    return _soften(text.encode().translate(_FINISH))


def _settle_bytes(coded: bytes, finish: bytes) -> bytes:
    """What `_settle` does, for bytes of a page."""
    if b"'" in coded:
        coded = _LOOSE_APOSTROPHE_BYTE.sub(b" ", coded)
    if b"_" in coded:
        coded = _LOOSE_UNDERSCORE_BYTE.sub(b" ", coded)
    for mark, stand_in, firm in _FIRM_BYTES:
        if mark in coded and firm.search(coded):
            coded = firm.sub(stand_in, coded)
    return _soften(coded.translate(finish))


def _soften(folded: bytes) -> bytes:
    """The text with soft marks turned into spaces between words and dropped elsewhere, and dashes set.

    Runs of hyphens stay.
    """
    folded = _SOFT_BETWEEN.sub(b" ", folded).replace(_SOFT_MARK, b"")
    if _DASH_BYTE in folded:
        folded = b" - ".join([part.strip(b" ") for part in folded.split(_DASH_BYTE)])
    return folded


def _optional_hyphen(text: str, start: int, end: int) -> str:
    """What U+00AD becomes: optional between letters and at a line's end, a hyphen between digits."""
    before = text[start - 1 : start]
    if before.isalpha():
        rest = end
        while rest < len(text) and text[rest] <= " " and text[rest] not in _NO_SPACES:
            rest += 1
        if text[end : end + 1].isalpha() or rest == len(text) or text[rest] == "\n":
            return OPTIONAL_HYPHEN
        return ""
    return "-" if before.isdigit() and text[end : end + 1].isdigit() else ""
