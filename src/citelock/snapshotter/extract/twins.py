"""Formulas that a page holds twice: once to be seen, once as MathML for machines (snapshots.md, section 3).

One of the two is read. A twin is believed as far as it can be told from prose: hidden words that nobody sees
must not pass for a formula, nor visible ones disappear as the second form of one.
"""

from __future__ import annotations

import re

from citelock.checks.text.words import NEGATIONS
from citelock.snapshotter.extract.tree import Element, all_text, elements

_WORD = re.compile(r"[^\W\d_]{3,}")
_MOST_LETTERS = 24  # in words of a formula: fewer than any quotation has
_OPERATORS = frozenset(("sin", "nul"))  # of formulas, that are negations in another language
_BESIDE = 3  # elements of no size between the two


def is_seen_otherwise(element: Element) -> bool:
    """Whether this hidden element is the MathML of a formula that is shown by what stands beside it."""
    parts = elements(element)
    return (
        len(parts) == 1
        and parts[0].tag == "math"
        and not _is_prose(parts[0])
        and any(_shows_formula(beside) for beside in (_next(element), element.getprevious()))
    )


def is_second_form(element: Element) -> bool:
    """Whether this is a formula in the pieces of KaTeX, with the same one as MathML before it."""
    if "katex-html" not in _classes(element):
        return False
    before = element.getprevious()
    formula = None if before is None else next(before.iter("math"), None)
    if formula is None:
        return False
    said = all_text(formula)
    return all(word in said for word in _WORD.findall(all_text(element)))


def _is_prose(formula: Element) -> bool:
    signs = formula.iter("mtext", "mi", "mo", "mn", "ms")
    words = _WORD.findall(" ".join(map(all_text, signs)))
    spoken = {word.lower() for word in words}
    return sum(map(len, words)) > _MOST_LETTERS or not spoken.isdisjoint(NEGATIONS - _OPERATORS)


def _next(element: Element) -> Element | None:
    following = element.getnext()
    for _ in range(_BESIDE):
        if following is None or following.tag not in ("meta", "link"):
            break
        following = following.getnext()
    return following


def _shows_formula(element: Element | None) -> bool:
    if element is None:
        return False
    tag = str(element.tag)
    return (
        tag in ("img", "svg")
        or tag.startswith("mjx-")
        or bool(_classes(element) & {"katex-html", "mjx-chtml"})
    )


def _classes(element: Element) -> set[str]:
    return set((element.get("class") or "").split())
