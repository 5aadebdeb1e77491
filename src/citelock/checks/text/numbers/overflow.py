"""What is longer than any claim or quotation: read as far as people write, compared as it stands beyond.

Comparing every number with every other one costs the product of their counts; a megabyte of `1,` must cost
less
than two seconds (numbers.md, section 8.5).
"""

from __future__ import annotations

from collections.abc import Iterable

from citelock.checks.text.patterns import late

MOST = 500  # numbers of one text that are read and compared by rule
LONGEST = 50_000  # characters of one text that are read
_SHORT = 1000  # characters that never hold more than MOST numbers
_RUN = late(r"\d+|[½¼¾⅐-⅞]")  # digits of any script, and fractions, one sign each
_TOKEN = late(r"[0-9]+(?:[.,][0-9]+)*")


def split(text: str) -> tuple[str, str]:
    """The part of a text that is read, and the rest, which is empty but for texts nobody writes."""
    if len(text) <= _SHORT:
        return text, ""
    for count, run in enumerate(_RUN.finditer(text, 0, LONGEST)):
        if count == MOST:
            return text[: run.start()], text[run.start() :]
    return text[:LONGEST], text[LONGEST:]


def tokens(rests: Iterable[str]) -> dict[str, None]:
    """The digits with their separators in the rests of texts, in their order."""
    return dict.fromkeys(token for rest in rests for token in _TOKEN.findall(rest))
