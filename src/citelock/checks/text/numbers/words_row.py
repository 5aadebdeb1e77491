"""The words of a text in their order, and which of them stand next to one another.

What the readers of number words look at; it knows no number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from citelock.checks.text.patterns import late

_WORD = re.compile(r"[^\W\d_]+")
_HYPHENS = "-‐‑"
# Between two words of one number: white space on one line or over a break, or one hyphen.
_GAP = late(rf"[ \t\u00a0\u2009\u202f]{{1,4}}\n?|\n|[{_HYPHENS}]")
_LONGEST_WORD = 200  # characters; the longest German compound below a million has 66
# ASCII text as lower-case words between blanks.
_PLAIN = bytes(
    byte + 32 if 65 <= byte <= 90 else byte if 97 <= byte <= 122 else 32 for byte in range(256)
)  # fmt: skip


def distinct_words(text: str) -> set[str]:
    """The different words of a text in lower case, ё as е; the quick look before a text is read."""
    if text.isascii():
        return set(text.encode().translate(_PLAIN).decode().split())
    return set(_WORD.findall(text.lower().replace("ё", "е")))


class Row:
    """The words of a text in lower case, ё as е, with their places."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.spans = [match.span() for match in _WORD.finditer(text)]
        lower = text.lower().replace("ё", "е")
        if len(lower) != len(text):  # İ becomes two characters
            lower = "".join(char.lower() if len(char.lower()) == 1 else char for char in text)
        self.words = [lower[start:end] if end - start <= _LONGEST_WORD else "" for start, end in self.spans]

    def joined(self, index: int) -> bool:
        """Whether the word of that index stands directly behind the one before it."""
        if not 0 < index < len(self.spans):
            return False
        end, start = self.spans[index - 1][1], self.spans[index][0]
        if start - end == 1:
            return self.text[end] in " -\n\u00a0\t‐‑\u2009\u202f"
        return _GAP.fullmatch(self.text, end, start) is not None

    def hyphened(self, index: int) -> bool:
        """Whether the word of that index hangs on the one before it by a hyphen."""
        return self.joined(index) and self.text[self.spans[index][0] - 1] in _HYPHENS

    def follows(self, index: int, words: Sequence[str]) -> bool:
        """Whether these words stand in a row, beginning with the one of that index."""
        count = len(words)
        return (count == 1 or tuple(self.words[index : index + count]) == words) and all(
            self.joined(i) for i in range(index + 1, index + count)
        )

    def stands_aside(self, index: int) -> bool:
        """Whether a word begins a sentence and a comma follows: "Third, it is slow" counts nothing."""
        start, end = self.spans[index]
        before = self.text[max(0, start - 3) : start].rstrip()[-1:]
        return self.text[end : end + 1] == "," and (start < 3 or before in ".!?:;…")

    def behind_digit(self, index: int) -> bool:
        """Whether digits stand directly before the word of that index: `3 thousand`."""
        start = self.spans[index][0]
        before = self.text[max(0, start - 2) : start]
        return before.rstrip(" \u00a0\u202f-")[-1:].isdigit()
