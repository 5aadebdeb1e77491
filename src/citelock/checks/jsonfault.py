"""Where and why a text is not strict JSON: one message with the index of the fault and the way to it.

A scanner in plain Python, slow and exact. It runs only over a text that `json_scan` has refused, and it must
refuse the same texts (a property test compares them). It names the mistakes of people and models: fences,
conflict markers, comments, trailing commas, quotes, Python literals. Governed by the design README, section
2.
"""

from __future__ import annotations

import re
from typing import NoReturn

from citelock.checks.json_scan import MAX_DEPTH, MAX_DIGITS, decode_value, skip_blanks
from citelock.checks.json_words import quoted

# The repetitions are possessive: nothing is ever tried a second time, so each pattern is linear on any text.
_PLAIN = re.compile(r'[^"\\\x00-\x1f]*+')
_ESCAPE = re.compile(r'\\(?:["\\/bfnrt]|u([0-9a-fA-F]{4}))')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)(\.[0-9]++)?([eE][-+]?[0-9]++)?")
_WORD = re.compile(r"[-+.0-9A-Za-z_]++")
_CUT_ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{0,3})?")

_LITERALS = ("true", "false", "null")
_INSTEAD = {
    "None": "null",
    "True": "true",
    "False": "false",
    "undefined": "null",
    "nil": "null",
    "NULL": "null",
    "TRUE": "true",
    "FALSE": "false",
}
_NAMED = {'"': "a string", "{": "an object", "[": "a list", ",": "a comma", ":": "a colon"}
_NOT_FINITE = {"nan", "inf", "infinity"}
_MARKERS = {
    "<<<<<<<": "this is a conflict marker of git. Resolve the conflict and remove its marker lines.",
    "|||||||": "this is a conflict marker of git. Resolve the conflict and remove its marker lines.",
    "=======": "this is a conflict marker of git. Resolve the conflict and remove its marker lines.",
    ">>>>>>>": "this is a conflict marker of git. Resolve the conflict and remove its marker lines.",
    "```": "this is a Markdown fence, not JSON. Remove the lines that begin with ```.",
    "~~~": "this is a Markdown fence, not JSON. Remove the lines that begin with ~~~.",
    "//": "this is a comment, and JSON has none. Remove it.",
    "/*": "this is a comment, and JSON has none. Remove it.",
    "<": "this is HTML or XML, not JSON. Save the JSON itself, not a page that shows it.",
    "#": "this is a comment, and JSON has none. Remove it.",
    "'": 'this is a single quote. Write strings and keys in double quotes: "…".',
    "\u2018": 'this is a typographic quotation mark. Write strings and keys in straight double quotes: "…".',
    "\u201c": 'this is a typographic quotation mark. Write strings and keys in straight double quotes: "…".',
    "\u201d": 'this is a typographic quotation mark. Write strings and keys in straight double quotes: "…".',
    "\u201e": 'this is a typographic quotation mark. Write strings and keys in straight double quotes: "…".',
    "\xab": 'this is a typographic quotation mark. Write strings and keys in straight double quotes: "…".',
    "\x00": "this is a NUL byte, as in UTF-16. Save the file as UTF-8.",
}


class Fault(Exception):
    """One fault: `index` of the character, `what` and the repair, `steps` down to the value it lies in.

    `cut` is true if nothing is wrong but that the text ends too early: more text may mend it.
    """

    def __init__(
        self, index: int, what: str, steps: tuple[str | int, ...] = (), *, cut: bool = False
    ) -> None:
        super().__init__(what)
        self.index = index
        self.what = what
        self.steps = steps
        self.cut = cut


def check_value(text: str, start: int, *, max_depth: int = MAX_DEPTH, outer: int = 0) -> int:
    """The index where the strict JSON value that begins at `start` ends; raises Fault at the first fault.

    `outer` is the number of lists and objects that the value itself lies in.
    """
    return _Scan(text, max_depth, outer).run(start)


def unexpected(text: str, index: int, expected: str) -> str:
    """The message for a character that may not stand at `index`, where `expected` names what may."""
    for marker, message in _MARKERS.items():
        if text.startswith(marker, index):
            return message
    match = _WORD.match(text, index)
    if match:
        return _prose_fault(text, index) or _word_fault(match[0])
    if index >= len(text):
        return f"the text ends here, and {expected} is missing: it is cut off. Write the file again."
    char = text[index]
    if not char.isascii():
        return f"U+{ord(char):04X} may not stand here. Write {expected}."
    return f"{expected} is expected here, not {_NAMED.get(char) or quoted(char)}."


def tail_fault(text: str, index: int) -> str:
    """The message for text after the end of the one JSON value of a file."""
    for marker, message in _MARKERS.items():
        if text.startswith(marker, index):
            return message
    if text[index] in "{[":
        return "a second JSON value begins here (JSON Lines?). A file holds one value: join them."
    return "text stands after the end of the JSON value. Remove it."


def encoding_fault(head: bytes, byte: int) -> str:
    """The message for a file that begins with `head` and has a `byte` somewhere that is not UTF-8."""
    if head[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\x00" in head[:4]:
        return "the file is UTF-16 or UTF-32. Save it as UTF-8."
    return f"byte 0x{byte:02x} is not UTF-8. Save the file as UTF-8."


class _Scan:
    """One run over one text, without recursion.

    `open` holds the keys seen of each open object, and None for each open list; `steps` the key or index of
    the member that each of them is at, None between two members. `outer` levels lie round the text.
    """

    def __init__(self, text: str, max_depth: int, outer: int) -> None:
        self.text = text
        self.max_depth = max_depth
        self.outer = outer
        self.open: list[set[str] | None] = []
        self.steps: list[str | int | None] = []

    def run(self, start: int) -> int:
        at = self.value(skip_blanks(self.text, start))
        while self.open:
            at = skip_blanks(self.text, at)
            closing = "]" if self.open[-1] is None else "}"
            char = self.text[at : at + 1]
            if char == ",":
                at = self.next_member(at)
            elif char == closing:
                self.open.pop()
                self.steps.pop()
                at += 1
            else:
                self.refuse(at, f"a comma or {closing}")
        return at

    def value(self, at: int) -> int:
        """Passes one scalar or empty container; of a filled one, enters it and passes its first scalar."""
        while True:
            char = self.text[at : at + 1]
            if char == '"':
                return self.string(at)
            if char not in ("{", "["):
                return self.scalar(at)
            if len(self.open) + self.outer >= self.max_depth:
                raise self.fault(at, f"nested deeper than {self.max_depth} levels. Write a flatter value.")
            inside = skip_blanks(self.text, at + 1)
            if self.text[inside : inside + 1] == ("}" if char == "{" else "]"):
                return inside + 1
            self.open.append(set() if char == "{" else None)
            self.steps.append(None if char == "{" else 0)
            at = self.key(inside) if char == "{" else inside

    def next_member(self, comma: int) -> int:
        at = skip_blanks(self.text, comma + 1)
        closing = self.text[at : at + 1]
        step = self.steps[-1]
        self.steps[-1] = None
        if closing and closing in "]}":
            raise self.fault(comma, f"a comma stands before the closing {closing}. Remove the comma.")
        if isinstance(step, int):
            self.steps[-1] = step + 1
            return self.value(at)
        return self.value(self.key(at))

    def key(self, at: int) -> int:
        """Passes a key and its colon; gives the index of the value."""
        if self.text[at : at + 1] != '"':
            self.refuse(at, 'a key in double quotes, "…",')
        end = self.string(at)
        name = self.text[at + 1 : end - 1]
        if "\\" in name:  # "a" and "\\u0061" are the same key
            name = str(decode_value(self.text, at)[0])
        self.steps[-1] = name
        keys = self.open[-1]
        assert keys is not None
        if name in keys:
            raise self.fault(
                at, f"the key {quoted(name)} stands twice in this object. Remove one of the two."
            )
        keys.add(name)
        colon = skip_blanks(self.text, end)
        if self.text[colon : colon + 1] != ":":
            self.refuse(colon, "a colon")
        return skip_blanks(self.text, colon + 1)

    def string(self, start: int) -> int:
        at = start + 1
        high = -1  # where the escape of a high surrogate begins that waits for its low half
        while True:
            plain = _PLAIN.match(self.text, at)
            end = plain.end() if plain else at
            if high >= 0 and end > at:
                raise self.half(high)
            at = end
            escape = _ESCAPE.match(self.text, at)
            if not escape:
                break
            code = int(escape[1], 16) if escape[1] else 0
            low = 0xDC00 <= code < 0xE000
            if low != (high >= 0):
                raise self.half(high if high >= 0 else at)
            high = at if 0xD800 <= code < 0xDC00 else -1
            at = escape.end()
        return self.string_end(start, at, high)

    def string_end(self, start: int, at: int, high: int) -> int:
        char = self.text[at : at + 1]
        cut_escape = _CUT_ESCAPE.match(self.text, at)
        if not char or (cut_escape and cut_escape.end() == len(self.text)):
            what = "the string that begins here has no end: the text is cut off. Write it again."
            raise self.fault(start, what, cut=True)
        if high >= 0:
            raise self.half(high)
        if char == '"':
            return at + 1
        if char == "\\":
            raise self.fault(at, f"{self.text[at : at + 2]!a} is no JSON escape. Write \\\\ for a backslash.")
        named = {
            "\n": "a line break stands in a string. Write \\n.",
            "\t": "a tab stands in a string. Write \\t.",
        }
        what = f"a control character stands in a string. Write \\u{ord(char):04x}, or remove it."
        raise self.fault(at, named.get(char, what))

    def scalar(self, at: int) -> int:
        match = _WORD.match(self.text, at)
        word = match[0] if match else ""
        end = at + len(word)
        if word in _LITERALS:
            return end
        number = _NUMBER.fullmatch(word)
        if not number:
            # At the very end a word may be the beginning of a longer one (`tru`, `-`, `1e`).
            self.refuse(at, "a value", cut=end == len(self.text))
        cut = end == len(self.text)
        if number[1] or number[2]:
            if float(word) in (float("inf"), float("-inf")):
                raise self.fault(at, f"{word[:40]} is too large for a number. Write it as a string.", cut=cut)
        elif len(word) > MAX_DIGITS:
            what = f"a number of more than {MAX_DIGITS} digits is refused. Write it as a string."
            raise self.fault(at, what, cut=cut)
        return end

    def refuse(self, at: int, expected: str, *, cut: bool = False) -> NoReturn:
        if self.steps and isinstance(self.steps[-1], str) and expected.startswith("a comma"):
            self.steps[-1] = None
        raise self.fault(at, unexpected(self.text, at, expected), cut=cut or at >= len(self.text))

    def half(self, at: int) -> Fault:
        return self.fault(
            at, f"{self.text[at : at + 6]} is half of a surrogate pair. Write the whole character."
        )

    def fault(self, at: int, what: str, *, cut: bool = False) -> Fault:
        return Fault(at, what, tuple(step for step in self.steps if step is not None), cut=cut)


def _prose_fault(text: str, index: int) -> str:
    """The message for words in front of a Markdown fence, as models write them; "" if it is anything else."""
    if index > skip_blanks(text, 0):
        return ""
    for fence in ("```", "~~~"):
        if f"\n{fence}" in text[index:]:
            return (
                f"text and a Markdown fence stand before the JSON. Keep only what is between the lines that "
                f"begin with {fence}."
            )
    return ""


def _word_fault(word: str) -> str:
    shown = quoted(word)[1:-1]
    if word in _INSTEAD:
        return f"{shown} is not JSON. Write {_INSTEAD[word]}."
    if word.lstrip("+-").lower() in _NOT_FINITE:
        return f"{shown} is not a JSON number. Write a number, or null."
    if word[0] in "+-.0123456789":
        return f"{shown} is not a JSON number. Write digits without leading zeros, such as 2024 or 0.5."
    return f'the word {shown} is not JSON. Write strings and keys in double quotes: "…".'
