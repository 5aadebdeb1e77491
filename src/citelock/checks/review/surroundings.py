"""What a model is shown of a text: quoted words with 500 characters on either side (verify.md, section 9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from citelock.checks.text.chars import is_cjk

BESIDE = 500  # code points on either side of a fragment
LONGEST = 20_000  # code points of all passages of one citation


def passages_of(text: str, quote: Mapping[str, object]) -> tuple[str, ...] | None:
    """The passages around the fragments of a row's `quote`; those that meet are one.

    They begin and end with whole words. None where they are longer than a model is to read at once.
    """
    spans = _joined(
        (_whole_before(text, max(0, start - BESIDE), start), _whole_after(text, end, end + BESIDE))
        for start, end in _fragments(quote)
    )
    if sum(end - start for start, end in spans) > LONGEST:
        return None
    return tuple(text[start:end] for start, end in spans)


def _fragments(quote: Mapping[str, object]) -> list[tuple[int, int]]:
    found = []
    fragments = quote["fragments"]
    assert isinstance(fragments, list)
    for fragment in fragments:
        start, end = fragment["start"], fragment["end"]
        if isinstance(start, int) and isinstance(end, int):
            found.append((start, end))
    return sorted(found)


def _joined(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def _whole_before(text: str, at: int, fragment: int) -> int:
    """Where the first whole word begins: a cut one would say something else."""
    while at < fragment and is_amid_a_word(text, at):
        at += 1
    return at


def _whole_after(text: str, fragment: int, at: int) -> int:
    at = min(at, len(text))
    while at > fragment and is_amid_a_word(text, at):
        at -= 1
    return at


def is_amid_a_word(text: str, at: int) -> bool:
    """Whether a cut here would go through a word or a figure; those of Han and kana are not told apart."""
    if not 0 < at < len(text) or is_cjk(text[at - 1]) or is_cjk(text[at]):
        return False
    return not text[at - 1].isspace() and not text[at].isspace()
