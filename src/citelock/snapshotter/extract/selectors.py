"""Selectors of style sheets: those of names, classes and identifiers, beside and inside one another.

A selector that asks for more (an attribute, a place among others) is read as far as that, and is unsure; one
that holds only while somebody points at something never holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from citelock.snapshotter.extract.tree import Element

_MOST_PARTS = 8  # of one selector
_UNTIL_TOUCHED = frozenset(("hover", "focus", "focus-within", "focus-visible", "active", "target", "checked"))
_NO_ELEMENTS = frozenset(("before", "after", "first-letter", "first-line"))
_ALL = "*"

Token = Any  # of tinycss2, which has no types
Tokens = Sequence[Token]


class Part(NamedTuple):
    """One compound of a selector; `child`: the next one is directly inside, not anywhere."""

    tag: str
    classes: frozenset[str]
    identifier: str
    child: bool = False


def comma_separated(tokens: Tokens) -> Iterator[Tokens]:
    """The selectors of a list."""
    one: list[Token] = []
    for sign in tokens:
        if getattr(sign, "type", "") == "literal" and sign == ",":
            yield one
            one = []
        else:
            one.append(sign)
    yield one


class _Compound:
    def __init__(self) -> None:
        self.tag, self.classes, self.identifier, self.begun = _ALL, set[str](), "", False

    def part(self, *, child: bool) -> Part:
        return Part(self.tag, frozenset(self.classes), self.identifier, child)


def read_selector(tokens: Tokens) -> tuple[tuple[Part, ...], bool] | None:
    """The parts of one selector from the outside in, and whether it asks for more than can be told.

    None for what cannot hold without the reader's doing, for pseudo-elements, and for what is no selector.
    """
    parts: list[Part] = []
    here, unsure, at = _Compound(), False, 0
    blank = False

    def close(*, child: bool = False) -> None:
        nonlocal here, blank
        if here.begun:
            parts.append(here.part(child=child))
            here = _Compound()
        blank = False

    while at < len(tokens):
        sign = tokens[at]
        kind = getattr(sign, "type", "")
        following: Token = tokens[at + 1] if at + 1 < len(tokens) else None
        at += 1
        if kind == "whitespace":
            blank = here.begun
            continue
        if kind == "comment":
            continue
        if kind == "literal" and sign in (">", "+", "~"):
            unsure = unsure or sign != ">"
            close(child=sign == ">")
            continue
        if blank:
            close()
        here.begun = True
        if kind == "ident":
            here.tag = sign.lower_value
        elif kind == "hash":
            here.identifier = str(sign.value)
        elif kind == "literal" and sign == "." and getattr(following, "type", "") == "ident":
            here.classes.add(str(following.value))
            at += 1
        elif kind == "literal" and sign == ":":
            if getattr(following, "type", "") == "ident":
                if following.lower_value in _UNTIL_TOUCHED | _NO_ELEMENTS:
                    return None
            elif getattr(following, "type", "") != "function":
                return None  # a pseudo-element, or no selector
            unsure = True
            at += 1
        elif kind == "[] block":
            unsure = True
        elif not (kind == "literal" and sign == "*"):
            return None
    close()
    return (tuple(parts), unsure) if 0 < len(parts) <= _MOST_PARTS else None


def _holds(part: Part, element: Element) -> bool:
    if part.tag not in (_ALL, element.tag):
        return False
    if part.identifier and element.get("id") != part.identifier:
        return False
    return not part.classes or part.classes.issubset((element.get("class") or "").split())


def matches(parts: Sequence[Part], element: Element) -> bool:
    """Whether a selector holds; a part that was inside another is looked for in the nearest ancestor."""
    if not _holds(parts[-1], element):
        return False
    at = element.getparent()
    for part in reversed(parts[:-1]):
        while at is not None and not _holds(part, at):
            if part.child:
                return False
            at = at.getparent()
        if at is None:
            return False
        at = at.getparent()
    return True
