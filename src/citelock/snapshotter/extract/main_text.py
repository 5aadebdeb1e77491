"""Which part of a web page is its own text (verify.md, section 2, step 4).

The page without what stands around it, without what nobody sees and without lines that are mostly links:
where little remains the marks of the page say nothing, and it is all of it but what nobody sees. It decides
what a model is shown; the whole text is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from citelock.snapshotter.extract.cleanup import merged
from citelock.snapshotter.extract.interface import MAX_MAIN

Span = tuple[int, int]

LEAST = 500  # characters of own text; below, the whole page is taken


def main_spans(
    text: str, hidden: Iterable[Span], beside: Iterable[Span], links: Iterable[Span]
) -> tuple[Span, ...]:
    """The spans of the page's own text: code points, half-open, in order, at most MAX_MAIN.

    `hidden`, `beside` and `links` are spans in any order, which may touch.
    """
    unseen = _united(hidden)
    own = list(without(_lines(text), _united([*unseen, *beside, *_mostly_links(text, _united(links))])))
    if sum(end - start for start, end in own) < LEAST:
        own = list(without(_lines(text), unseen))
    return _joined(own)


def without(spans: Iterable[Span], taken: Iterable[Span]) -> Iterator[Span]:
    """What is left of spans in order when others, in order and apart, are taken out of them.

    >>> list(without([(0, 9), (10, 12)], [(2, 4), (8, 11)]))
    [(0, 2), (4, 8), (11, 12)]
    """
    rest = iter(taken)
    out = next(rest, None)
    for start, end in spans:
        while out is not None and out[1] <= start:
            out = next(rest, None)
        while out is not None and out[0] < end:
            if start < out[0]:
                yield start, out[0]
            start = max(start, out[1])
            if out[1] > end:
                break
            out = next(rest, None)
        if start < end:
            yield start, end


def _united(spans: Iterable[Span]) -> tuple[Span, ...]:
    found = list(spans)
    return merged(found, len(found))


def _lines(text: str) -> Iterator[Span]:
    """Each line without its end."""
    start = 0
    for line in text.split("\n"):
        if line:
            yield start, start + len(line)
        start += len(line) + 1


def _mostly_links(text: str, links: tuple[Span, ...]) -> Iterator[Span]:
    """The lines of which more than half leads elsewhere."""
    at = 0
    for start, end in _lines(text):
        while at < len(links) and links[at][1] <= start:
            at += 1
        linked, look = 0, at
        while look < len(links) and links[look][0] < end:
            linked += min(links[look][1], end) - max(links[look][0], start)
            look += 1
        if 2 * linked > end - start:
            yield start, end


def _joined(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Spans with nothing but a line end between them as one; the first MAX_MAIN."""
    found: list[Span] = []
    for start, end in spans:
        if found and start - found[-1][1] <= 1:
            found[-1] = (found[-1][0], end)
        elif len(found) == MAX_MAIN:
            break
        else:
            found.append((start, end))
    return tuple(found)
