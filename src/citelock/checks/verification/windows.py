"""What the model is shown of each page: the first 6,000 characters of its main text (verify.md, section 2).

Quotations are looked for in these windows only, so the spans are recorded with the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from citelock.checks.verification.values import READ, Page, Pages, Source, Span, Tier

LENGTH = 6000  # code points


def window_of(length: int, main: Iterable[Span]) -> tuple[Span, ...]:
    """The spans that make up the window of a text of so many code points; all of it without main spans.

    >>> window_of(9000, [(10, 20), (1000, 8000)])
    ((10, 20), (1000, 6990))
    """
    left, spans, at = LENGTH, [], 0
    for start, end in main or ((0, length),):
        start, end = max(start, at), min(end, length)
        if start >= end:
            continue
        end = min(end, start + left)
        spans.append((start, end))
        left -= end - start
        at = end
        if not left:
            break
    return tuple(spans)


def sources_of(
    pages: Pages, ranks: Callable[[str], int], tier_of: Callable[[Page], Tier]
) -> tuple[Source, ...]:
    """The pages that were read, as S1, S2, … in the order of their slots.

    `ranks` gives the rank of the hit with an address, `tier_of` the kind of site of a page.
    """
    read = sorted((page for page in pages.pages if page.status == READ), key=lambda page: page.slot)
    return tuple(
        Source(
            id=f"S{number}",
            page=page,
            tier=tier_of(page),
            rank=ranks(page.url),
            text=pages.texts[page.sha256],
            window=window_of(len(pages.texts[page.sha256]), page.main),
        )
        for number, page in enumerate(read, 1)
    )


def window_text(source: Source) -> str:
    """What the model was shown of a page, span by span on lines of their own."""
    return "\n".join(source.text[start:end] for start, end in source.window)
