"""Struck words, `~~not~~` or `<del>not</del>`: a reader does not take them for said."""

from __future__ import annotations

import re

from citelock.checks.adapters.markdown.quotation_marks import SHORTEST, SIGNS

_MOST_CLOSINGS = 8  # tildes that are looked at for the end of struck words
_TILDES = re.compile(r"~{1,2}(?=[^\s~])")
_WORD_END = re.compile(r"[^\s~]~(?!\w)")
_STRUCK = re.compile(r"<(del|s|strike)(?:\s[^<>]{0,200})?>", re.IGNORECASE)


class Struck:
    """Finds where struck words of a block end; linear in its length."""

    def __init__(self, content: str) -> None:
        self._text = content
        folded = content.lower()
        self._folded = folded if len(folded) == len(content) else content
        self._nowhere: dict[str, int] = {}

    def end_of_tildes(self, start: int) -> int:
        """Where `~~words~~` or `~words~` end, 0 if nothing is struck: for a reader they are not said."""
        text = self._text
        run = _TILDES.match(text, start)
        if run is None or text[start - 1 : start] == "~":
            return 0
        sign, at = run[0], run.end()
        for _ in range(_MOST_CLOSINGS):
            close = self._closing_of(sign, at)
            end = close + len(sign)
            if close < 0:
                return 0
            if not text[close - 1].isspace() and text[end : end + 1] != "~":
                struck = len(sign) == 2 or _WORD_END.match(text, close - 1)
                return end if struck and not self._quotes(run.end(), close) else 0
            at = end + 1
        return 0

    def element(self, start: int) -> tuple[int, bool] | None:
        """Where a struck element ends; with a quotation in it (True) only its opening tag is taken."""
        opening = _STRUCK.match(self._text, start)
        if opening is None:
            return None
        closing = f"</{opening[1].lower()}>"
        close = self._closing_of(closing, opening.end())
        if close < 0:
            return None
        if self._quotes(opening.end(), close):
            return opening.end(), True
        return close + len(closing), False

    def _quotes(self, start: int, end: int) -> bool:
        """Whether struck words hold a quotation: platforms differ in what they strike, so it is looked up."""
        return end - start >= SHORTEST and bool(SIGNS.search(self._text, start, end))

    def _closing_of(self, sign: str, at: int) -> int:
        """Where `sign` stands next, -1 if nowhere; looked for once where it is nowhere."""
        if at >= self._nowhere.get(sign, len(self._text) + 1):
            return -1
        found = self._folded.find(sign, at)
        if found < 0:
            self._nowhere[sign] = min(at, self._nowhere.get(sign, at))
        return found
