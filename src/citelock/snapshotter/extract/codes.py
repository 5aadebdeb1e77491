"""What the codes of a simple font mean where its own table of characters (ToUnicode) does not say.

The names of the glyphs stand in the font's encoding or, for compact fonts, in the font file (Adobe technical
note 5176); a name of the Adobe glyph list is a character. It reads bytes that are already decoded and knows
no pages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise

# A typesetting system of scientific publishers names the glyphs of its mathematical fonts C0, C1 … by their
# place in TeX's symbol font, and keeps a few signs under the names of other characters; its ToUnicode tables
# repeat those names: "n ¼ 6" for n = 6, "80 �C" for 80 °C.
_PUBLISHERS_FONT = re.compile(r"(?:[A-Z]{6}\+)?Adv[A-Z]")
_PUBLISHERS_NAME = re.compile(r"C(\d{1,3})")
_PUBLISHERS_SIGNS = {"onequarter": "=", "thorn": "+", "eth": "(", "Thorn": ")"}
_TEX_SYMBOLS = {
    **dict(zip(range(9), "−·×∗÷⋄±∓⊕", strict=True)),
    **dict(zip(range(14, 28), "◦•≍≡⊆⊇≤≥⪯⪰∼≈⊂⊃", strict=True)),
    **dict(zip(range(32, 40), "←→↑↓↔↗↘≃", strict=True)),
    **dict(zip(range(47, 52), "∝′∞∈∋", strict=True)),
    **dict(zip((56, 57, 58, 59, 91, 92, 94, 95), "∀∃¬∅∪∩∧∨", strict=True)),
}


def publishers_signs(font: str, names: Mapping[int, str]) -> dict[int, str]:
    """The signs of a publisher's mathematical font, by code; empty for any other font.

    >>> publishers_signs("AAAAAA+AdvP4C4E74", {1: "C14", 2: "C255", 188: "onequarter"})
    {1: '◦', 188: '='}
    >>> publishers_signs("AAAAAA+AdvTimes", {188: "onequarter"})
    {}
    """
    if not _PUBLISHERS_FONT.match(font) or not any(
        _PUBLISHERS_NAME.fullmatch(name) for name in names.values()
    ):
        return {}
    signs: dict[int, str] = {}
    for code, name in names.items():
        numbered = _PUBLISHERS_NAME.fullmatch(name)
        sign = _TEX_SYMBOLS.get(int(numbered[1])) if numbered else _PUBLISHERS_SIGNS.get(name)
        if sign is not None:
            signs[code] = sign
    return signs


def names_of_compact_font(data: bytes, standard: tuple[str, ...]) -> dict[int, str]:
    """The names of the glyphs of a compact font (CFF) by the codes of its own encoding.

    `standard` are the strings that every such font has. Empty if the font is damaged, has one of the two
    predefined encodings, or names no glyphs.
    """
    try:
        return _CompactFont(data, standard).names()
    except (IndexError, KeyError, ValueError):
        return {}


_CHARSET, _ENCODING, _GLYPHS, _BY_NUMBER = 15, 16, 17, (12, 30)
_PREDEFINED = 2  # offsets below are names of predefined sets


class _CompactFont:
    """The few tables of a CFF font that say what its codes are called."""

    def __init__(self, data: bytes, standard: tuple[str, ...]) -> None:
        self._data = data
        self._standard = standard
        _, at = self._index(data[2])
        tops, at = self._index(at)
        self._strings, _ = self._index(at)
        self._top = _operators(tops[0])

    def names(self) -> dict[int, str]:
        if _BY_NUMBER in self._top:
            return {}
        encoding, charset = self._top.get((_ENCODING,), 0), self._top.get((_CHARSET,), 0)
        if encoding < _PREDEFINED:
            return {}
        count = int.from_bytes(self._bytes(self._top[(_GLYPHS,)], 2))
        strings = self._charset(charset, count) if charset > _PREDEFINED else range(count)
        names = {code: self._string(strings[glyph]) for code, glyph in self._codes(encoding) if glyph < count}
        return {code: name for code, name in names.items() if name != ".notdef"}

    def _bytes(self, at: int, length: int) -> bytes:
        found = self._data[at : at + length]
        if len(found) < length:
            raise IndexError(at)
        return found

    def _index(self, at: int) -> tuple[list[bytes], int]:
        """The entries of an INDEX, and where it ends."""
        count = int.from_bytes(self._bytes(at, 2))
        if count == 0:
            return [], at + 2
        width = self._data[at + 2]
        table = self._bytes(at + 3, width * (count + 1))
        offsets = [int.from_bytes(table[width * place : width * (place + 1)]) for place in range(count + 1)]
        start = at + 2 + len(table)
        return [self._data[start + a : start + b] for a, b in pairwise(offsets)], (start + offsets[-1])

    def _charset(self, at: int, count: int) -> list[int]:
        """The string number of the name of each glyph."""
        form, at = self._data[at], at + 1
        strings = [0]
        while len(strings) < count:
            first, at = int.from_bytes(self._bytes(at, 2)), at + 2
            left = 0
            if form:
                left, at = int.from_bytes(self._bytes(at, form)), at + form
            strings += range(first, first + left + 1)
        return strings

    def _codes(self, at: int) -> list[tuple[int, int]]:
        """(code, glyph) of the font's own encoding."""
        form, count, at = self._data[at] & 0x7F, self._data[at + 1], at + 2
        pairs: list[tuple[int, int]] = []
        for place in range(count):
            if form == 0:
                pairs.append((self._data[at + place], place + 1))
                continue
            first, left = self._bytes(at + 2 * place, 2)
            pairs += [(first + step, len(pairs) + 1 + step) for step in range(left + 1)]
        return pairs

    def _string(self, number: int) -> str:
        if number < len(self._standard):
            return self._standard[number]
        return self._strings[number - len(self._standard)].decode("latin-1")


def _operators(data: bytes) -> dict[tuple[int, ...], int]:
    """The operators of a Top DICT with their last operand, so far as it is a whole number."""
    found: dict[tuple[int, ...], int] = {}
    at = operand = 0
    while at < len(data):
        byte = data[at]
        at += 1
        if byte <= 21:
            operator: tuple[int, ...] = (byte,)
            if byte == 12:
                operator, at = (12, data[at]), at + 1
            found[operator] = operand
        elif byte == 28:
            operand, at = int.from_bytes(data[at : at + 2], signed=True), at + 2
        elif byte == 29:
            operand, at = int.from_bytes(data[at : at + 4], signed=True), at + 4
        elif byte == 30:
            while data[at] & 0x0F != 0x0F and data[at] >> 4 != 0x0F:
                at += 1
            at += 1
        elif byte < 247:
            operand = byte - 139
        elif byte < 251:
            operand, at = (byte - 247) * 256 + data[at] + 108, at + 1
        else:
            operand, at = -(byte - 251) * 256 - data[at] - 108, at + 1
    return found
