"""What a quote is made of: elision marks, editorial brackets, its length, and what makes it unsafe.

Only the quote is read here (quotes.md, sections 5 to 8); nothing is cut from it until a pass needs it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from citelock.checks.named import NamedTuple
from citelock.checks.text.chars import (
    LOOKALIKE_CAPITALS,
    LOOKALIKES,
    is_cjk,
    script,
    visible,
)
from citelock.checks.text.fold import fold_quote, fold_words, specials
from citelock.checks.text.markers import in_line_markers
from citelock.checks.text.patterns import late
from citelock.checks.text.signals import signal
from citelock.checks.text.words import LIMITERS, NEGATIONS, NUMBER_WORDS, UNIT_FOLDS

_DOTS = r"(?:[…⋯]+|\.{3,}|\.(?:[^\S\n]\.){2,}|。{3,})"
ELISION = late(rf"[\[(<⟨〈]\s{{0,3}}{_DOTS}\s{{0,3}}[\])>⟩〉]|{_DOTS}")
BRACKET = late(r"\[([^\[\]]{0,200})\]")
_LETTER_BRACKET = late(r"(?<!\w)\[([^\W\d_])\](?=[^\W\d_])")
_SIC = late(r"\s?\[\s?(?:sic|!)\s?[.!]?\]|\s?\(sic[.!]?\)", re.IGNORECASE)

# Of a fragment; a run of three words stands on an unrelated page in 0.31 % of cases (section 8).
MIN_WORDS = 4
MIN_WORDS_NEAR = 2  # of a fragment beside a longer one in an ordered elision
MAX_BRACKETS = 3
MAX_BRACKET_WORDS = 5
MAX_REPLACED = 3

_UNSAFE = late("[\u202a-\u202e\u2066-\u2069]|[\U000e0000-\U000e007f]|[\ufff9-\ufffb]|[^\\W_][\u0334-\u0338]")
_RISKS = "\u0334-\u0338\u202a-\u202e\u2066-\u2069\ufff9-\ufffb\U000e0000-\U000e007f"
_RISK = late(f"[{_RISKS}]")
_RISKY = frozenset(
    map(chr, (*range(0x334, 0x339), *range(0x202A, 0x202F), *range(0x2066, 0x206A), *range(0xFFF9, 0xFFFC),
              *range(0xE0000, 0xE0080)))
)  # fmt: skip
_LATIN, _OTHER = "a-zA-ZÀ-ÖØ-öø-ɏ", "\u0370-\u052f"
_OTHER_LETTER, _LATIN_LETTER = late(f"[{_OTHER}]"), late(f"[{_LATIN}]")
_MIXABLE = late(f"[{_LATIN}][{_OTHER}]|[{_OTHER}][{_LATIN}]")
# L for each byte of UTF-8 that begins a Latin letter, O for each that begins one of the others (and more of
# both); what is neither is dropped.
_BEGINS_LATIN = bytes(code for code in range(0x80) if chr(code).isalpha()) + bytes(range(0xC3, 0xCA))
_BEGINS_OTHER = bytes(range(0xCD, 0xD5))
_SCRIPTS = bytes.maketrans(
    _BEGINS_LATIN + _BEGINS_OTHER, b"L" * len(_BEGINS_LATIN) + b"O" * len(_BEGINS_OTHER)
)
_NO_SCRIPT = bytes(code for code in range(256) if code not in _BEGINS_LATIN + _BEGINS_OTHER)
# What may count for nothing in the length of a quote although it has letters or digits.
_RAISED = frozenset("⁰¹²³⁴⁵⁶⁷⁸⁹")
_MAY_BE_INSERTED = late(r"[^\W\d_](?:[^\W\d_]|[ ,'’-])*[.!]?|!")
_BRACKETED = late(r"\[[^\]]*\]?|\([^)]*\)?|[⁰¹²³⁴-⁹]")
_WORDS = late(r"[^\W\d_]+")
_SOFT_MARKS = late(r"[.,;:!()\[\]{}。，、；：！（）]")
# Bytes of UTF-8 that stand for one letter or digit each: ASCII, and the first byte of each letter from U+0400
# to U+047F and of each character from U+5000 to U+8FFF. All other bytes are dropped, and the rest is counted.
_COUNTED = frozenset(b"0123456789\xd0\xd1\xe5\xe6\xe7\xe8") | frozenset(
    code for code in range(0x80) if chr(code).isalpha()
)
_UNCOUNTED = bytes(code for code in range(256) if code not in _COUNTED)


def split_elisions(raw: str) -> list[str]:
    """The fragments of a quote between its elision marks, without those that hold no letter or digit."""
    parts = [part.strip() for part in ELISION.split(raw)]
    return [part for part in parts if any(char.isalnum() for char in part)]


def has_elision(raw: str) -> bool:
    """True if the quote holds an elision mark."""
    # What every mark holds is sought first: most quotes have none, and `in` costs a tenth of the pattern.
    may_elide = "…" in raw or "⋯" in raw or "。。。" in raw or raw.count(".") > 2
    return may_elide and ELISION.search(raw) is not None


def is_long_enough(raw: str, minimum: int) -> bool:
    """True if the quote reaches the minimum for certain: by its letters and digits outside brackets alone."""
    closer = "[" in raw or "(" in raw or not (raw.isascii() or _RAISED.isdisjoint(specials(raw)))
    rest = _BRACKETED.sub("", raw) if closer else raw
    head = rest[: 3 * minimum].encode(errors="replace")
    if len(head.translate(None, _UNCOUNTED)) >= minimum:  # as of nearly all quotes
        return True
    return sum(map(str.isalnum, rest)) >= minimum


def counted_length(raw: str) -> int:
    """The length that the minimum of section 8 is about: 0 for a quote without a letter or digit.

    White-space runs count one, marks of quotation, elision and citation, invisibles and bracketed
    insertions nothing; a Han or Kana character counts 3, a Hangul one 2.
    """
    text = visible(raw)
    text = ELISION.sub(" ", text)
    if "[" in text or "(" in text or not text.isascii():
        for marker in reversed(in_line_markers(text)):
            text = text[: marker.start] + " " + text[marker.end :]
    text = BRACKET.sub(lambda match: " " if _MAY_BE_INSERTED.fullmatch(match[1]) else match[1], text)
    folded = fold_quote(text).decode()
    if not any(char.isalnum() for char in folded):
        return 0
    # Soft punctuation counts once for each word at most: a row of brackets round one word is no quotation.
    marks = min(len(_SOFT_MARKS.findall(text)), folded.count(" ") + 1)
    if folded.isascii():
        return len(folded) + marks
    return marks + sum(3 if _is_kana_or_han(char) else 2 if "가" <= char <= "힣" else 1 for char in folded)


def counts_more(raw: str) -> bool:
    """Whether some of its characters, Han or Kana, count for more than one letter."""
    return not raw.isascii() and any(map(_is_kana_or_han, raw))


def least_of_fragment(raw: str) -> str:
    """How long a fragment has to be, in the units that its script is counted by."""
    if counts_more(raw):
        return f"{2 * MIN_WORDS} characters"
    return f"{4 * MIN_WORDS} letters" if any(map(is_cjk, raw)) else f"{MIN_WORDS} words"


def _is_kana_or_han(char: str) -> bool:
    return is_cjk(char) and ("\u3000" <= char < "\ua000" or char >= "\uf900")


def weight(raw: str) -> int:
    """The words of a fragment, in half words: a word or number counts 2, a Han or Kana character 1.

    Thai and its like are written in letters, of which a word has about four: two of them count 1.
    """
    total = 0
    for word in fold_words(raw).replace("-", " ").split():
        if word.isascii():
            total += 2 if any(char.isalnum() for char in word) else 0
        else:
            own = [char for char in word if is_cjk(char)]
            if own:
                han = sum(map(_is_kana_or_han, own))
                total += han + sum(char.isalpha() for char in own if not _is_kana_or_han(char)) // 2
            else:
                total += 2 if any(char.isalnum() for char in word) else 0
    return total


def is_harmless(raw: str) -> bool:
    """True if `unsafe` has nothing to say of the quote, whatever the text is; False says nothing."""
    if raw.isascii():
        return True
    if not _RISKY.isdisjoint(specials(raw)):
        return False
    scripts = raw.encode(errors="replace").translate(_SCRIPTS, _NO_SCRIPT)
    return b"L" not in scripts or b"O" not in scripts


def unsafe(raw: str, stands_in_text: Callable[[str], bool]) -> str | None:
    """What in the quote could deceive a reader, in escaped form with its place, or None (section 7).

    A word of two scripts passes if `stands_in_text` says that the source writes it so.
    """
    if raw.isascii():
        return None
    if _RISK.search(raw):
        # Composed where an overlay may be part of a sign of its own: ≠ may be typed as = and U+0338.
        composed = unicodedata.normalize("NFC", raw) if "\u0338" in raw or "\u0337" in raw else raw
        match = _UNSAFE.search(composed)
        if match:
            return f"{_named(match[0][-1])} at character {match.start() + 1}"
    if not (_OTHER_LETTER.search(raw) and _LATIN_LETTER.search(raw) and _MIXABLE.search(raw)):
        return None
    for word in _WORDS.finditer(raw):
        odd = _odd_letter(word[0])
        if odd is not None and not stands_in_text(word[0]):
            at, letter = odd
            others = "other" if script(letter) == "latin" else "Latin"
            return f"{_named(letter)} at character {word.start() + at + 1}, among {others} letters"
    return None


def _named(char: str) -> str:
    return f"U+{ord(char):04X} ({unicodedata.name(char, 'unnamed').lower()})"


def _odd_letter(word: str) -> tuple[int, str] | None:
    """The first letter of the minority script of a word that mixes scripts by look-alikes only, else None."""
    scripts = [script(char) for char in word]
    latin = scripts.count("latin")
    for other in ("cyrillic", "greek"):
        count = scripts.count(other)
        if not latin or not count:
            continue
        minority = other if count <= latin else "latin"
        letters = [
            (at, char) for at, (char, name) in enumerate(zip(word, scripts, strict=True)) if name == minority
        ]
        if all(_is_lookalike(char, other) for _, char in letters):
            return letters[0]
    return None


_LATIN_OF = {
    "cyrillic": frozenset(v for k, v in LOOKALIKES.items() if script(k) == "cyrillic")
    | frozenset(v for k, v in LOOKALIKE_CAPITALS.items() if script(k) == "cyrillic"),
    "greek": frozenset("o") | frozenset(v for k, v in LOOKALIKE_CAPITALS.items() if script(k) == "greek"),
}


def _is_lookalike(char: str, other: str) -> bool:
    if script(char) == "latin":
        return char in _LATIN_OF[other]
    return char in LOOKALIKES or char in LOOKALIKE_CAPITALS


class Piece(NamedTuple):
    """A stretch of a quote with editorial brackets: running words, or the words in a bracket."""

    raw: str
    bracket: bool


def without_small_brackets(raw: str) -> str:
    """The quote with `[T]he` joined to one word and `[sic]`, `[!]` dropped."""
    return _LETTER_BRACKET.sub(r"\1", _SIC.sub("", raw))


def editorial_pieces(raw: str) -> list[Piece] | None:
    """The quote cut at its editorial brackets.

    None if it has none, too many, or one that may not be editorial (section 6).
    """
    matches = list(BRACKET.finditer(raw))
    if not matches or len(matches) > MAX_BRACKETS:
        return None
    pieces: list[Piece] = []
    at = 0
    for match in matches:
        if not _is_editorial(match[1]) or _touches_word(raw, match.start(), match.end()):
            return None
        pieces.append(Piece(raw[at : match.start()], bracket=False))
        pieces.append(Piece(match[1], bracket=True))
        at = match.end()
    pieces.append(Piece(raw[at:], bracket=False))
    return [piece for piece in pieces if piece.bracket or any(char.isalnum() for char in piece.raw)]


def _is_editorial(inside: str) -> bool:
    words = fold_words(inside).replace("-", " ").split()
    plain = all(char.isalpha() or char.isspace() or char in "'’-.,!" for char in inside)
    return plain and 0 < len(words) <= MAX_BRACKET_WORDS and may_be_replaced(words)


def may_be_replaced(words: list[str]) -> bool:
    """True if none of the folded words is a figure, a number word, a negation or a limiter."""
    if any(char.isnumeric() for word in words for char in word):
        return False
    if any(word in NUMBER_WORDS or word in NEGATIONS or word in LIMITERS for word in words):
        return False
    if any(len(word) > 1 and word in UNIT_FOLDS for word in words):
        return False
    return signal(" ".join(words)) is None


def _touches_word(raw: str, start: int, end: int) -> bool:
    return raw[start - 1 : start].isalnum() or raw[end : end + 1].isalnum()
