"""MathML on one line: in which order the parts of a formula are read, and what stands between them.

Without a sign between them the parts of a fraction would read as another number: ½ as 12. It knows elements
by their local names only, so that it serves HTML and JATS alike (snapshots.md, section 3).
"""

from __future__ import annotations

from enum import Enum

from citelock.snapshotter.extract.tree import Element, elements, local_name


class Mark(Enum):
    """Where a superscript begins and ends among the parts of a formula."""

    RAISE = 1
    LOWER = 2


Part = Element | Mark | str

SKIPPED = frozenset(("annotation", "annotation-xml"))  # TeX or another notation beside the formula
ARRANGED = frozenset(
    ("mfrac", "msup", "msubsup", "msqrt", "mroot", "mfenced", "mtr", "mlabeledtr", "mtd", "mspace")
)

# Blanks between the parts of these are the file's, not the formula's.
CONTAINERS = frozenset(
    "math mrow mstyle semantics msub munder mover munderover mpadded menclose mtable mmultiscripts merror"
    " maction mphantom".split()
)


def without_blanks(parts: list[Element | str]) -> list[Element | str]:
    """The parts of an element in which only elements count."""
    return [part for part in parts if not (isinstance(part, str) and not part.strip())]


def arranged(element: Element) -> list[Part]:
    """What to read of an element of ARRANGED, in order: its children, signs, and marks of superscripts."""
    tag = local_name(element).rpartition(":")[2]
    children: list[Part] = [*elements(element)]
    if tag == "msup" and len(children) == 2:
        return [children[0], Mark.RAISE, children[1], Mark.LOWER]
    if tag == "msubsup" and len(children) == 3:
        return [*children[:2], Mark.RAISE, children[2], Mark.LOWER]
    if tag == "mroot" and len(children) == 2:
        return [Mark.RAISE, children[1], Mark.LOWER, "√", *_grouped(children[0])]
    if tag == "mfrac" and len(children) == 2:
        return [*_grouped(children[0]), "/", *_grouped(children[1])]
    if tag == "msqrt":
        return ["√(", *children, ")"] if len(children) > 1 else ["√", *children]
    if tag == "mfenced":
        return _fenced(element, children)
    return [*children, " "]  # rows and cells of a matrix, and spaces


def _grouped(part: Part) -> list[Part]:
    """A part that has parts itself, in brackets."""
    compound = not isinstance(part, str | Mark) and len(elements(part)) > 1
    return ["(", part, ")"] if compound else [part]


def _fenced(element: Element, children: list[Part]) -> list[Part]:
    parts: list[Part] = [element.get("open", "(")]
    for place, child in enumerate(children):
        parts += [element.get("separators", ","), child] if place else [child]
    return [*parts, element.get("close", ")")]
