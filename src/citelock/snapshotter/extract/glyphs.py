"""What single glyphs are: heights, raised characters, marks at line ends (snapshots.md, section 2).

Numbers and small tables that the layout modules share; it knows nothing of lines or pages.
"""

from __future__ import annotations

# The box of a glyph around its base line, in parts of its size: what fonts say of themselves differs too much
# between the fonts of one line.
BELOW = 0.2
ABOVE = 0.8

UNMAPPED = "\ufffd"
SOFT_HYPHENS = "\xad\ufffe\x02"  # at a line end their producer says that the word has no hyphen
HYPHENS = "-\u2010\u2011"  # U+2011 too: some producers break lines with it

RAISED = str.maketrans("0123456789+-\u2212\u2013", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻")
RAISED_MARKS = frozenset("⁰¹²³⁴⁵⁶⁷⁸⁹")
RAISABLE = frozenset("0123456789+-\u2212")  # section 2.2; other raised characters stay as they are
# Old TeX fonts have accents as letters of their own, set over the letter that follows.
ACCENTS = dict(
    zip(
        "´`¨ˆ^˜~¯˘˙˚°ˇ¸˝",
        "\u0301\u0300\u0308\u0302\u0302\u0303\u0303\u0304\u0306\u0307\u030a\u030a\u030c\u0327\u030b",
        strict=True,
    )
)
DOTLESS = {"ı": "i", "ȷ": "j"}

_SMALLER = 0.87  # of the line's size: a note or an exponent is set smaller
_LIFT = 0.2  # of the line's size, from base line to base line


def is_raised(base: float, size: float, line_base: float, line_size: float) -> bool:
    """Whether a glyph of that base line and size is a superscript on a line of that base line and size."""
    return size < _SMALLER * line_size and base - line_base > _LIFT * line_size


def is_han_or_kana(char: str) -> bool:
    """Whether lines that meet at this character have no space between them: Han, Kana, their punctuation."""
    code = ord(char)
    return (
        0x3000 <= code <= 0x30FF
        or 0x3400 <= code <= 0x4DBF
        or 0x4E00 <= code <= 0x9FFF
        or 0xF900 <= code <= 0xFAFF
        or 0xFF00 <= code <= 0xFFEF
        or 0x20000 <= code <= 0x3134F
    )


def readable(text: str) -> str:
    """The text of a glyph as a font gives it, U+FFFD where it gives nothing or a control character.

    Some fonts have a sign where a control character would be ("P" 0x01 "0.05"): to drop it would change what
    the page says. White space and the marks of soft hyphens stay.
    """
    if text.isprintable() and text:
        return text
    if not text or any(char < " " and char not in "\t\n\r\x02" for char in text):
        return UNMAPPED
    return UNMAPPED if any("\x7f" <= char <= "\x9f" for char in text) else text


def is_private(char: str) -> bool:
    """Whether the character has no meaning outside its font."""
    return "\ue000" <= char <= "\uf8ff" or "\U000f0000" <= char <= "\U0010ffff"
