"""Style sheets and style attributes, read: which declarations hold for which element. The door of tinycss2.

Only what the page itself carries: nothing is loaded, no script runs. Selectors are those of elements, classes
and identifiers, beside and inside one another; a rule that asks for more, or for a certain screen, may undo
what another rule says, and says nothing itself. What declarations mean is decided in `concealment.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import tinycss2
import tinycss2.color4

from citelock.snapshotter.extract.selectors import (
    Part,
    Token,
    Tokens,
    comma_separated,
    matches,
    read_selector,
)
from citelock.snapshotter.extract.tree import Element, all_text

_MOST_CHARACTERS = 2 << 20  # of all sheets of one page
_MOST_RULES = 20_000
_ALWAYS = ("", "all", "screen", "only screen")
_ALL = "*"

Colour = tuple[float, float, float, float]  # red, green, blue, alpha from 0 to 1


class Value(NamedTuple):
    """The value of one declaration: its tokens without blanks and comments.

    `doubtful`: that the rule holds here cannot be told. `inline`: from the element's own attribute.
    """

    tokens: Tokens
    doubtful: bool = False
    inline: bool = False


class _Rule(NamedTuple):
    rank: tuple[int, int, int, int]  # identifiers, classes, names, place
    parts: tuple[Part, ...]
    doubtful: bool
    declared: list[tuple[str, Tokens, bool]]


class Sheets:
    """The rules of a page's own sheets, so far as their declarations are `wanted`."""

    def __init__(self, root: Element, wanted: Callable[[str, Tokens], bool]) -> None:
        self._wanted = wanted
        self._rules: dict[str, list[_Rule]] = {}
        self._count = 0
        self.linked = any(
            "stylesheet" in (link.get("rel") or "").lower().split() for link in root.iter("link")
        )
        room = _MOST_CHARACTERS
        for element in root.iter("style"):
            sheet = all_text(element)
            if len(sheet) > room or _inside(element, ("noscript", "template", "svg")):
                self.linked = self.linked or len(sheet) > room
                continue
            room -= len(sheet)
            media = (element.get("media") or "").strip().lower()
            if media != "print":
                self._take(tinycss2.parse_stylesheet(sheet, True, True), doubtful=media not in _ALWAYS)

    def declared(self, element: Element) -> dict[str, Value]:
        """What holds for an element, by property: its attribute before the sheets, `!important` first."""
        style = element.get("style")
        if not self._count and not style:
            return {}
        found: dict[str, Value] = {}
        own = self._declarations(tinycss2.parse_blocks_contents(style, True, True)) if style else []
        rules = self._matching(element) if self._count else []
        for important in (False, True):
            for rule in rules:
                for name, tokens, weighty in rule.declared:
                    if weighty is important and not (rule.doubtful and _alike(found.get(name), tokens)):
                        found[name] = Value(tokens, rule.doubtful)
            for name, tokens, weighty in own:
                if weighty is important:
                    found[name] = Value(tokens, inline=True)
        return found

    def _take(self, nodes: Sequence[Token], *, doubtful: bool, depth: int = 0) -> None:
        for node in nodes:
            if self._count >= _MOST_RULES:
                self.linked = True
                return
            kind = getattr(node, "type", "")
            if kind == "qualified-rule":
                self._rule(node, doubtful)
            elif kind == "at-rule":
                self._at_rule(node, doubtful, depth)

    def _at_rule(self, node: Token, doubtful: bool, depth: int) -> None:
        name: str = node.lower_at_keyword
        content = node.content
        if name == "import":
            self.linked = True
        if content is None or depth > 4 or name not in ("media", "supports", "layer", "container", "scope"):
            return
        said = " ".join(_written(node.prelude).lower().split())
        if name == "media" and said == "print":
            return
        certain = name == "layer" or (name == "media" and said in _ALWAYS)
        inner = tinycss2.parse_blocks_contents(content, True, True)
        self._take(inner, doubtful=doubtful or not certain, depth=depth + 1)

    def _rule(self, node: Token, doubtful: bool) -> None:
        content = tinycss2.parse_blocks_contents(node.content, True, True)
        declared = self._declarations(content)
        if not declared:
            return
        for tokens in comma_separated(node.prelude):
            read = read_selector(tokens)
            if read is None:
                continue
            parts, unsure = read
            self._count += 1
            last = parts[-1]
            key = min((f".{name}" for name in last.classes), default=last.tag)
            key = f"#{last.identifier}" if last.identifier else key
            rank = (
                sum(bool(part.identifier) for part in parts),
                sum(len(part.classes) for part in parts),
                sum(part.tag != _ALL for part in parts),
                self._count,
            )
            self._rules.setdefault(key, []).append(_Rule(rank, parts, doubtful or unsure, declared))

    def _declarations(self, nodes: Sequence[Token]) -> list[tuple[str, Tokens, bool]]:
        found: list[tuple[str, Tokens, bool]] = []
        for node in nodes:
            if getattr(node, "type", "") != "declaration":
                continue
            tokens = [token for token in node.value if token.type not in ("whitespace", "comment")]
            if self._wanted(node.lower_name, tokens):
                found.append((node.lower_name, tokens, node.important))
        return found

    def _matching(self, element: Element) -> list[_Rule]:
        classes = (element.get("class") or "").split()
        keys = [_ALL, str(element.tag), *(f".{name}" for name in dict.fromkeys(classes))]
        if element.get("id"):
            keys.append(f"#{element.get('id')}")
        known = self._rules
        rules = [rule for key in keys if key in known for rule in known[key] if matches(rule.parts, element)]
        return sorted(rules, key=lambda rule: rule.rank)


def ident(token: Token) -> str:
    """The word that a token is, in lower case; "" for any other token."""
    return str(token.lower_value) if getattr(token, "type", "") == "ident" else ""


def function(token: Token) -> tuple[str, Tokens] | None:
    """Name and arguments of a function, None for any other token."""
    if getattr(token, "type", "") != "function":
        return None
    kept = [one for one in token.arguments if one.type not in ("whitespace", "comment")]
    return str(token.lower_name), kept


def number(token: Token) -> tuple[float, str] | None:
    """A number and its unit ("" without one, "%"), None for any other token."""
    kind = getattr(token, "type", "")
    if kind not in ("number", "percentage", "dimension"):
        return None
    unit = {"number": "", "percentage": "%"}.get(kind) if kind != "dimension" else token.lower_unit
    return float(token.value), str(unit)


def colour(token: Token) -> Colour | None:
    """A colour in red, green and blue; None for anything else, `currentcolor` among it."""
    try:
        found = tinycss2.color4.parse_color(token)
        if found is None or isinstance(found, str):
            return None
        red, green, blue = (float(part or 0) for part in found.to("srgb").coordinates)
        return red, green, blue, float(found.alpha)
    except (ArithmeticError, NotImplementedError, ValueError):  # a space that it cannot convert
        return None


def colour_of_word(words: str) -> Colour | None:
    """The colour of an attribute of old HTML: `white`, `#fff`, `ffffff`."""
    words = words.strip()
    return colour(tinycss2.parse_one_component_value(words)) or colour(
        tinycss2.parse_one_component_value(f"#{words}")
    )


def _alike(value: Value | None, tokens: Tokens) -> bool:
    """Whether a value says the same already: then no doubt is cast on it."""
    return value is not None and _written(value.tokens) == _written(tokens)


def _written(tokens: Tokens) -> str:
    try:
        return str(tinycss2.serialize(tokens))
    except RecursionError:  # brackets in brackets, thousands deep
        return "("


def _inside(element: Element, names: tuple[str, ...]) -> bool:
    return any(ancestor.tag in names for ancestor in element.iterancestors())
