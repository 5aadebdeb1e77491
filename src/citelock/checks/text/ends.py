"""How a missed quote differs from its passage when all words agree: a word that is cut, a sign, capitals.

A quote that begins at “toxic” of “non-toxic” has every word of the passage, so a comparison of words shows no
difference. The reader has to see it all the same (quotes.md, section 10); no verdict rests on this.
"""

from __future__ import annotations

from citelock.checks.named import NamedTuple
from citelock.checks.text.chars import is_cjk

_MOST = 60  # characters of a word and its signs
_OPENING = "([{\"'“”«»„‘’‚‹›¿¡*_`.,;:!?…"
_CLOSING = ")]}\"'“”«»„‘’‚‹›*_`.,;:!?…"
_ASIDE = "([{"  # a marker or an aside that touches a word is no part of it
_BEFORE_NUMBERS = tuple("<>≤≥=≈~±+−-$€£¥₽¢")  # also with a space between
_BEHIND_NUMBERS = tuple("%‰°")


class EdgeDifference(NamedTuple):
    """The passage from `start` with its whole words, and the first word that differs, as both sides write it.

    `before` is what the quote has in front of that word.
    """

    start: int
    passage: str
    theirs: str
    mine: str
    before: str


def edge_difference(text: str, start: int, end: int, raw: str) -> EdgeDifference | None:
    """What tells `raw` from `text[start:end]`, of which it has every word; None where nothing is found.

    In this order: a first word or number that is cut, capitals or signs inside, a last word that is cut.
    """
    mine = raw.split()
    if not mine:
        return None
    begin, stop = _begin(text, start), _stop(text, end)
    whole = text[begin:stop].split()
    if begin < start:
        shown = len(text[begin:start].split()) if text[start - 1].isspace() else 0
        theirs = " ".join(whole[: shown + 1])
        return EdgeDifference(begin, " ".join(whole), _plain(theirs), _plain(mine[0]), "")
    if (at := _as_typed(text[start:end].split(), mine)) is not None:
        return EdgeDifference(
            start, " ".join(text[start:end].split()), _plain(whole[at]), _plain(mine[at]), " ".join(mine[:at])
        )
    if stop > end:
        shown = len(text[end:stop].split()) if text[end].isspace() else 0
        theirs = " ".join(whole[-shown - 1 :])
        return EdgeDifference(start, " ".join(whole), _plain(theirs), _plain(mine[-1]), " ".join(mine[:-1]))
    return None


def _as_typed(theirs: list[str], mine: list[str]) -> int | None:
    """The first word that is written another way; one that differs inside goes before a mere capital."""
    if len(theirs) != len(mine):
        return None
    differing = [at for at, (a, b) in enumerate(zip(theirs, mine, strict=True)) if _plain(a) != _plain(b)]
    return min(differing, key=lambda at: (_plain(theirs[at])[1:] == _plain(mine[at])[1:], at), default=None)


def _plain(word: str) -> str:
    """Without what stands around a word: punctuation is compared by the words beside it."""
    return word.strip(_OPENING + _CLOSING)


def _begin(text: str, start: int) -> int:
    """Where the word begins that `start` lies in, with a sign in front of a number."""
    at = start
    while at > 0 and start - at < _MOST and not text[at - 1].isspace() and not is_cjk(text[at - 1]):
        at -= 1
    while at < start and text[at] in _OPENING:
        at += 1
    if not _counts(text[at:start]):
        at = start
    before = text[max(at - _MOST, 0) : at]
    sign = before.rstrip()
    if before != sign and sign.endswith(_BEFORE_NUMBERS) and text[at : at + 1].isdigit():
        at -= len(before) - len(sign) + len(sign.split()[-1])
    return at


def _stop(text: str, end: int) -> int:
    """Where the word ends that `end` lies in, with a sign behind a number."""
    at = end
    while (
        at < len(text)
        and at - end < _MOST
        and not (text[at].isspace() or text[at] in _ASIDE or is_cjk(text[at]))
    ):
        at += 1
    while at > end and text[at - 1] in _CLOSING:
        at -= 1
    if not _counts(text[end:at]):
        at = end
    behind = text[at : at + _MOST]
    sign = behind.lstrip()
    if behind != sign and sign.startswith(_BEHIND_NUMBERS) and text[at - 1 : at].isdigit():
        at += len(behind) - len(sign) + len(sign.split()[0])
    return at


def _counts(text: str) -> bool:
    return any(char.isalnum() or char in _BEFORE_NUMBERS or char in _BEHIND_NUMBERS for char in text)
