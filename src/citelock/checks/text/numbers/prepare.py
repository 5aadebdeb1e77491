"""A text made ready for reading its numbers: the safe folds, then the removal of what is no figure.

The folds are those of quotes.md, section 3, but letters keep their case (mW is not MW) and superscripts
and fractions stay. What is removed leaves `GAP` behind, so that nothing is glued together and
every place still points at the text as it was written (numbers.md, section 2).
"""

from __future__ import annotations

import re
import unicodedata

from citelock.checks.named import NamedTuple
from citelock.checks.text.chars import EM_DASHES, HYPHENS, INVISIBLE_RE, SUPERSCRIPTS
from citelock.checks.text.numbers.exclusions import without_excluded
from citelock.checks.text.numbers.language import language_of
from citelock.checks.text.patterns import late

_DASH, _EM_DASH, _MINUS = "-", "—", "−"

_KEPT = {
    **dict.fromkeys(HYPHENS, _DASH),
    **dict.fromkeys("﹣－˗", _DASH),
    **dict.fromkeys(EM_DASHES, _EM_DASH),
    **dict.fromkeys("’‘ʼ‛′＇´", "'"),
    **dict.fromkeys("⁄∕", "/"),
    **dict.fromkeys("∼˜〜～∽", "~"),
    **dict.fromkeys("˚◦∘", "°"),
    **dict.fromkeys("⋅•·∙", "·"),
    "µ": "μ", "Ω": "Ω", "⩽": "≤", "≦": "≤", "⩾": "≥", "≧": "≥", "٪": "%", "٫": ".", "٬": ",", "″": '"',
    "º": "º", "ª": "ª", "…": "…", "№": "№", "㎡": "m²", "㎥": "m³", "㎠": "cm²", "㎤": "cm³", "㎟": "mm²",
    "㎣": "mm³", "㎢": "km²", "㎦": "km³", "\u00ad": "", "\n": "\n", "\u2028": "\n", "\u2029": "\n",
    **{raised: raised for raised in SUPERSCRIPTS},
    **dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True)),
}  # fmt: skip

# What no fold changes: most texts have nothing else.
_PLAIN = r"\n\x20-\x7eА-Яа-яЁёÀ-ÖØ-öø-žÄÖÜäöüß“”„«»‚°€£¥×±≈≤≥、。《》（）"
_ODD = late(f"[^{_PLAIN}一-鿿]")
_ODD_OR_HAN = late(f"[^{_PLAIN}]")  # asked first: compiled in a tenth of the time

# Of those a few that change where another one does; and two that become what changes again.
_TWICE = late("[ĲĳĿŀŉ（）₋︲]")


class Prepared(NamedTuple):
    """A text with its folded form; `places` is None where both have each character at the same place."""

    original: str
    text: str
    language: str
    places: list[int] | None

    def written(self, start: int, end: int) -> str:
        """What the text as written has between two places of the folded one."""
        if self.places is None:
            return self.original[start:end]
        return self.original[self.places[start] : self.places[end]]


class _Fold(dict[int, str]):
    """What one character becomes, found out at its first appearance.

    `not_one` are those met that become more than one character, or none.
    """

    def __init__(self) -> None:
        super().__init__()
        self.not_one: set[str] = set()

    def __missing__(self, code: int) -> str:
        char = chr(code)
        self[code] = folded = _folded(char)
        if len(folded) != 1:
            self.not_one.add(char)
        return folded


def _folded(char: str) -> str:
    known = _KEPT.get(char)
    if known is not None:
        return known
    if INVISIBLE_RE.match(char):
        return ""
    category = unicodedata.category(char)
    if category == "Nd":
        return str(unicodedata.decimal(char))
    if category == "No" or (category == "Cc" and char != "\n"):
        return char if category == "No" else " "
    if char.isspace():
        return " "
    plain = unicodedata.normalize("NFKC", char)
    return plain if plain != char and " " not in plain else char


_FOLD = _Fold()
# As PDF texts have it: the superscripts lost, a true minus left.
_EXPONENT = late(r"([×xх·*∙⋅]\s?10)−([0-9]{1,2})(?![0-9.,])")
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def prepare(text: str) -> Prepared:
    """The folded text without its exclusions, and the language it is in."""
    if text.isascii():
        places = None
        folded = text
    else:
        text = unicodedata.normalize("NFC", text)
        if _MINUS in text:
            text = _EXPONENT.sub(_raised, text)
        folded, places = _fold(text)
    language = language_of(folded)
    if language == "zh":
        folded, places = _with_dates_in_digits(folded, places)
    return Prepared(text, without_excluded(folded, language), language, places)


def _raised(match: re.Match[str]) -> str:
    return f"{match[1]}⁻{match[2].translate(_RAISED)}"


def _fold(text: str) -> tuple[str, list[int] | None]:
    odd = set(_ODD_OR_HAN.findall(text))
    if odd and max(odd) >= "一":
        odd = set(_ODD.findall("".join(odd)))
    if not odd:
        return text, None
    ones = [(char, _FOLD[ord(char)]) for char in odd]
    if _FOLD.not_one.isdisjoint(odd) and _TWICE.search(text) is None:
        for char, one in ones:  # few characters, each in one pass
            text = text.replace(char, one)
        return text, None
    folded = text.translate(_FOLD)
    if _FOLD.not_one.isdisjoint(text):
        return folded, None
    places: list[int] = []
    for at, char in enumerate(text):
        places += [at] * len(_FOLD[ord(char)])
    places.append(len(text))
    return folded, places


def _with_dates_in_digits(text: str, places: list[int] | None) -> tuple[str, list[int] | None]:
    """Writes the numerals of dates in digits, which the parser knows: 三月十四日 as 3月14日."""
    from citelock.checks.text.numbers.words_zh import dates_in_digits  # loaded with the first Chinese text

    found = dates_in_digits(text)
    if not found:
        return text, places
    places = list(range(len(text) + 1)) if places is None else places
    pieces: list[str] = []
    moved: list[int] = []
    done = 0
    for start, end, digits in found:
        pieces += text[done:start], digits
        moved += places[done:start]
        moved += [places[start]] * len(digits)
        done = end
    return "".join((*pieces, text[done:])), moved + places[done:]
