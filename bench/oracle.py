"""The naive comparison: whether these words, in this order, stand in that text.

It decides what counts as a mutant, so it shares no code and no table with the matcher under test: one regular
expression cuts both sides into tokens, and a run of tokens is looked for in the other. It knows the readings
that quotes.md calls faithful (markers left out) and nothing finer; where it says "stands there", a change is
not scored.
"""

from __future__ import annotations

import re
import unicodedata

_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\u061c"))
_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ"
_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
# A number, a run of superscripts, one CJK character, a word with inner apostrophes, or one hard sign.
_TOKEN = re.compile(
    rf"\d+(?:[.,]\d+)*|[{_SUPERSCRIPTS}]+|[{_CJK}]|[^\W\d_{_CJK}][^\W_{_CJK}]*(?:['’ʼ][^\W_{_CJK}]+)*"
    r"|[-‐‑‒–—―−]|(?<=\d):(?=\d)|[?？<>=≤≥≠±+×/%‰°$€£¥~^&@#½¼¾⅓⅔√∑∞′″]"
)
_DASHES = dict.fromkeys("‐‑‒–—―−", "-")
_BRACKET_MARKER = re.compile(r"\s?\[\s?\d{1,3}(?:\s?[,;–-]\s?\d{1,3})*\s?\]")
_RAISED_MARKER = re.compile(
    rf"(?<=[^\W\d_{_CJK}]{{3}})[⁰¹²³⁴⁵⁶⁷⁸⁹]+(?:[,–][⁰¹²³⁴⁵⁶⁷⁸⁹]+)*|(?<=[.,;:)])[⁰¹²³⁴⁵⁶⁷⁸⁹]+"
)
_AUTHOR_YEAR = re.compile(r"\s?\([^()\d]{2,80}\d{4}[a-z]?(?:; ?[^()\d]{2,80}\d{4}[a-z]?)*\)")


def tokens(text: str, *, fold_case: bool = True) -> list[str]:
    """The tokens of a text, punctuation left out; case kept on request (`5 mW` is not `5 MW`).

    >>> tokens("It wasn’t 0.42–0.5 %, but 10³.")
    ['it', "wasn't", '0.42', '-', '0.5', '%', 'but', '10', '³']
    """
    text = unicodedata.normalize("NFC", text).translate(_INVISIBLE)
    if fold_case:
        text = text.casefold().replace("ё", "е")
    found = _TOKEN.findall(text)
    return [_DASHES.get(token, token.replace("’", "'").replace("ʼ", "'")) for token in found]


def without_markers(text: str) -> str:
    """The text without citation markers: numbers in brackets, raised ones after a word, author and year."""
    return _AUTHOR_YEAR.sub("", _RAISED_MARKER.sub("", _BRACKET_MARKER.sub("", text)))


class Text:
    """A text prepared for many look-ups: its token runs, with and without markers, case folded and kept."""

    def __init__(self, text: str) -> None:
        bare = without_markers(text)
        self._folded = [_run(tokens(text)), _run(tokens(bare))]
        self._cased = [_run(tokens(text, fold_case=False)), _run(tokens(bare, fold_case=False))]

    def holds(self, quote: str, *, fold_case: bool = True) -> bool:
        """Whether the quote's tokens stand side by side in the text, in one of its readings."""
        runs = self._folded if fold_case else self._cased
        for words in {quote, without_markers(quote)}:
            needle = _run(tokens(words, fold_case=fold_case))
            if needle == "\n" or any(needle in run for run in runs):
                return True
        return False

    def count(self, quote: str) -> int:
        """How often the quote's tokens stand in the text as it is, case folded."""
        return self._folded[0].count(_run(tokens(quote)))


def _run(found: list[str]) -> str:
    return "\n" + "".join(token + "\n" for token in found)
