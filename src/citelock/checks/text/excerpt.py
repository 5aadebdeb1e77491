"""Text from outside as it may stand in a message: one line, cut, nothing invisible (style.md, section 7)."""

from __future__ import annotations

VALUE = 300  # characters of a cited or found value: longer than any title a person reads to the end


def shown(text: str, limit: int = VALUE) -> str:
    r"""The text on one line, blanks folded, unprintable characters escaped, cut after `limit` characters.

    >>> shown("a\n b\u202ec")
    'a b\\u202ec'
    """
    if len(text) > 4 * limit:
        text = text[: 4 * limit]  # folding may shorten, never lengthen, what is kept
    if not text.isprintable() or "  " in text:
        text = " ".join(text.split())
        if not text.isprintable():
            text = "".join(c if c.isprintable() or c == " " else _escaped(c) for c in text)
    text = text.strip()
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def _escaped(character: str) -> str:
    if character.isspace():
        return " "
    number = ord(character)
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
