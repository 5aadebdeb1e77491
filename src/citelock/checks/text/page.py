r"""A code page for texts in Cyrillic letters: each character as one byte, so that they are folded as bytes.

As bytes they take half the room, and one pass of `bytes.translate` does what `piece` says of each character
and the capitals as well. Where a byte lies on the page tells what its character is: from LETTERS on all are
letters or raised digits (`\w`), those below are neither. So patterns can look at neighbours. A text with any
other character cannot be encoded; it is folded as other texts are. (For English texts, in which few
characters are beyond ASCII, replacing these one by one is faster.)
"""

from __future__ import annotations

import codecs
from functools import lru_cache

from citelock.checks.named import NamedTuple
from citelock.checks.text.chars import piece

DASH = "\x05"  # a dash with its spaces; they are set when all else is settled
# Pieces set apart by spaces, as one character until then. Points between spaces come to one soft character.
ONE_FOR_SEVERAL = {piece("—"): DASH, piece("…"): "!"}
LETTERS = 0xA0
_LETTERS = (
    "".join(map(chr, (*range(0x430, 0x450), *range(0x410, 0x430)))) + "ЁёІіЇїЄєҐґЎў" + "²³¹µμαβγδελπρστφω∆é"
)
_SYMBOLS = "\u0301\u00a0\u2002\u2003\u2009\u202f«»“”„‘’–—−‑…•·№§°±×≈≤≥≠→←↑↓©®™€£¢†‡‰′″∼√∑∂∞∈ﬁﬂ"
_SYMBOL_BYTES = (6, 7, 8, *range(0x0E, 0x20), *range(0x7F, LETTERS))  # 9 to 13 are white space
_UNUSED = "\ufffe"
# What neighbours are asked for must stand in the text before that.
_ASKED_FOR = frozenset("'_.,:*)]}0123456789")


class Page(NamedTuple):
    """How a text becomes bytes, and these a folded text.

    `early`: bytes to be replaced before neighbours are asked for, `late`: what becomes of the others, byte by
    byte, `characters`: what the bytes of the folded text stand for.
    """

    encoding: object  # what codecs.charmap_build gives
    early: tuple[tuple[bytes, bytes], ...]
    late: bytes
    characters: str

    def encode(self, text: str) -> bytes:
        """The text as bytes of this page. Raises UnicodeEncodeError."""
        coded = codecs.charmap_encode(text, "strict", self.encoding)[0]  # type: ignore[arg-type]
        for byte, replacement in self.early:
            if byte in coded:
                coded = coded.replace(byte, replacement)
        return coded

    def decode(self, folded: bytes) -> bytes:
        """Folded bytes of this page as UTF-8."""
        return codecs.charmap_decode(folded, "strict", self.characters)[0].encode()


@lru_cache(1)
def cyrillic_page(finish: bytes) -> Page:
    """The page; `finish` is what becomes of the bytes of ASCII."""
    characters = [chr(code) if code >= 0x20 or code in b"\0\t\n\f" else _UNUSED for code in range(0x7F)]
    characters += [_UNUSED] * (0x100 - len(characters))
    codes = dict(zip(_LETTERS, range(LETTERS, 0x100), strict=False))
    codes |= zip(_SYMBOLS, _SYMBOL_BYTES, strict=False)
    late, early = bytearray(finish), []
    for char, code in codes.items():
        characters[code] = char
        folded = piece(char)
        if len(folded) == 1 and folded not in _ASKED_FOR:
            late[code] = codes[folded] if folded in codes else finish[ord(folded)]
        else:
            several = ONE_FOR_SEVERAL.get(folded, folded)
            early.append((bytes((code,)), several.encode("ascii")))
    page = "".join(characters)
    return Page(codecs.charmap_build(page), tuple(early), bytes(late), page)
