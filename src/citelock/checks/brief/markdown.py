"""Text from outside as Markdown: it reads as it was written, and has no markup of its own.

A brief is read as source too, so only signs that mean something are escaped, with back slashes as CommonMark
has them. Line breaks are folded: what is put in is always part of one line.
"""

from __future__ import annotations

import re

_CONTROL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)
_MARKUP = re.compile(r"[\\`*_\[\]{}#|~$^]")
_HTML = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_AUTOLINK = re.compile(r"(?i)(\b(?:https?|ftp))(?=:)|(\bwww)(?=\.)")
_BEGINNING = re.compile(r"([-+=]|[0-9]{1,9}(?=[.)]))")
_SAFE_IN_LINK = re.compile(r"[^A-Za-z0-9._~:/?#@!$&'*+,;=%-]")


def inline(text: str) -> str:
    r"""The text on one line, without any markup.

    >>> inline("1. *a* [b](c) <i>")
    '1\\. \\*a\\* \\[b\\](c) &lt;i&gt;'
    """
    folded = " ".join(_CONTROL.sub("\ufffd", text.replace("\n", " ").replace("\r", " ")).split())
    escaped = "".join(_HTML.get(sign, sign) for sign in _MARKUP.sub(r"\\\g<0>", folded))
    escaped = _AUTOLINK.sub(lambda found: f"{found[0]}\\", escaped)
    begun = _BEGINNING.match(escaped)
    if begun is None:
        return escaped
    sign = begun[0]
    return f"{sign}\\{escaped[len(sign) :]}" if sign[0].isdigit() else f"\\{escaped}"


def link(text: str, address: str) -> str:
    """A link whose target can hold nothing but an address."""
    target = _SAFE_IN_LINK.sub(
        lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode("utf-8", "replace")), address
    )
    return f"[{inline(text)}](<{target}>)"
