"""The inside of one block: text, links, markers and identifiers, each with its place in the content.

One pass from left to right, linear in the length; what is no complete piece of Markdown is text. Whether a
bracket is a marker, a list of sources has to say (`statements.py`), so each piece keeps what stands there.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from html import unescape

from citelock.checks.adapters.identifying import number_at, url_at
from citelock.checks.adapters.interface import MAX_CITATIONS, TooMuch
from citelock.checks.adapters.markdown import chat_marks
from citelock.checks.adapters.markdown.chat_marks import BEGINS, chat_mark
from citelock.checks.adapters.markdown.formulas import Formulas
from citelock.checks.adapters.markdown.keys import bare_at, cite_at, in_brackets
from citelock.checks.adapters.markdown.links import ESCAPED, TAG, closings, destination, plain_label
from citelock.checks.adapters.markdown.markers import (
    CIRCLES,
    SUPERSCRIPTS,
    Reading,
    read_circled,
    read_marker,
    read_superscript,
)
from citelock.checks.adapters.markdown.pieces import Link, Marker, Named, Note, Piece, Text, shown
from citelock.checks.adapters.markdown.struck import Struck
from citelock.checks.adapters.markdown.typed_marks import typed_marks

_SPECIAL = re.compile(
    r"(?<![\w.@/+-])@(?=[\w{])|'(?=')|,(?=,)|>(?=>)|[\\`!\[【［<*_~&^¹²³⁰⁴-⁹"
    + CIRCLES
    + r"]|https?://|\bdoi[:\s]|(?<![\w./-])10\.[0-9]{4}|\bPM(?:ID|C)|\bPubMed\s|\barXiv\s{0,2}[:：]|"
    + BEGINS,
    re.IGNORECASE,
)
_TICKS = re.compile(r"`+")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_SUP = re.compile(r"<sup\b[^<>]{0,200}>(.{1,200}?)</sup>", re.IGNORECASE)
_ANCHOR = re.compile(
    r"<a\s[^<>]{0,1000}?href\s{0,2}=\s{0,2}[\"']([^\"'<>]{1,2048})[\"'][^<>]{0,500}>(.{0,500}?)</a>",
    re.IGNORECASE,
)
_AUTOLINK = re.compile(r"<(https?://[^\s<>]{1,2048})>", re.IGNORECASE)
_CARET = re.compile(r"\^(?:\[([^\[\]^]{1,60})\]|([0-9][0-9, –-]{0,30}))\^?")
TOO_MANY = f"more than {MAX_CITATIONS:,} citations. Split the file."
_LONGEST_LABEL = 100
_MOST_LABEL = 5000
_INSIDE_NUMBER = re.compile(r"\\?\[?\s?\^?(.{1,40}?)\^?\\?\]?")
_WIDE = {"【": "】", "［": "］"}


def pieces_of(content: str) -> list[Piece]:
    """The pieces of a block's Markdown in their order. Raises TooMuch, without a place."""
    return _Scan(content).run()


def plain(content: str) -> str:
    """The text of some Markdown as a reader sees it, markers and all, on one line."""
    words = "".join(shown(piece) for piece in pieces_of(content))
    return " ".join(words.split())


class _Scan:
    def __init__(self, content: str) -> None:
        self._text = content
        self._pieces: list[Piece] = []
        self._closings = closings(content)
        self._struck = Struck(content)
        self._typed = typed_marks(content)
        self._formulas = Formulas(content)
        self._ticks: dict[int, list[int]] = defaultdict(list)
        for run in _TICKS.finditer(content):
            self._ticks[len(run[0])].append(run.start())

    def run(self) -> list[Piece]:
        text, at, named = self._text, 0, 0
        while match := _SPECIAL.search(text, at):
            start = match.start()
            if start > at:
                self._pieces.append(Text(at, text[at:start]))
            at = self._take(start)
            last = self._pieces[-1] if self._pieces else None
            if isinstance(last, Marker) and last.start == start:
                named += len(last.reading.labels)
                if named > MAX_CITATIONS:  # before the ranges of a whole file are in memory
                    raise TooMuch(TOO_MANY)
        if at < len(text):
            self._pieces.append(Text(at, text[at:]))
        return self._pieces

    def _take(self, start: int) -> int:
        """Takes what begins at `start`; gives where it ends, at least one character on."""
        sign = self._text[start]
        if start in self._typed:
            return self._literal(start, start + 2, self._typed[start])
        if sign in "',>":
            return self._as_text(start)
        if sign == "[":
            return self._bracket(start, start + 1)
        if sign == "\\":
            return self._escape(start)
        if sign == "`":
            return self._code(start)
        if sign == "!":
            return self._image(start)
        if sign == "~" and (end := self._struck.end_of_tildes(start)):
            return end
        if sign in "*_~":
            return self._emphasis(start, sign)
        if sign == "<":
            return self._angle(start)
        if sign == "&":
            match = _ENTITY.match(self._text, start)
            return self._literal(start, match.end(), unescape(match[0])) if match else self._as_text(start)
        if sign in _WIDE:
            return self._wide(start, _WIDE[sign])
        if sign == "^":
            return self._caret(start)
        if sign == "@":
            return self._key(start, bare_at(self._text, start))
        if "①" <= sign <= "㊿" and (circled := read_circled(self._text, start)):
            self._pieces.append(Marker(start, circled[1], circled[0], self._text[start : circled[1]]))
            return circled[1]
        if sign in "¹²³" or "⁰" <= sign <= "⁹":
            return self._superscript(start)
        if sign in "\ue200:cCfF":
            return self._key(start, chat_mark(self._text, start))
        return self._identifier(start)

    # --- one kind each ------------------------------------------------------------------------

    def _bracket(self, start: int, inside: int) -> int:
        text = self._text
        close = self._closings.get(start)
        if close is None or close - inside > _MOST_LABEL:
            return self._as_text(start)
        inner = text[inside:close]
        if text[close + 1 : close + 2] == "(":
            target = destination(text, close + 1)
            if target is not None:
                return self._link(start, target[1], inner, target[0])
        end = close + 1
        if inner == "cite_start":  # Gemini has it where the words begin that a marker is for
            return end
        if text[end : end + 1] == "[" and (reference := self._reference(start, inside, close)):
            return reference
        reading = (
            chat_marks.in_brackets(inner)
            or in_brackets(inner)
            or read_marker(inner.strip("[]\\ ") if inner[:1] in "[\\" else inner)
        )
        if reading is None:
            return self._as_text(start)
        self._pieces.append(Marker(start, end, reading, text[start:end].replace("\\", "")))
        return end

    def _reference(self, start: int, inside: int, close: int) -> int:
        """`[words][label]` and `[label][]`: a marker whose words stay, if a list has the label; 0 for none.

        `[1][2]` are two markers.
        """
        last = self._closings.get(close + 1)
        words = self._text[inside:close]
        if last is None or last - close > _LONGEST_LABEL or not words.strip():
            return 0
        label = self._text[close + 2 : last].strip() or words.strip()
        own = read_marker(words)
        if (own is not None and not own.is_named) or "^" in label or "@" in words + label:
            return 0
        literal = self._text[start : last + 1]
        reading = Reading((" ".join(label.split()),), is_named=True, is_word=True)
        self._pieces.append(Marker(start, last + 1, reading, literal, words=plain_label(words)))
        return last + 1

    def _link(self, start: int, end: int, label: str, address: str) -> int:
        number = _INSIDE_NUMBER.fullmatch(label.strip("*_ \n"))
        reading = read_marker(number[1]) if number else None
        if reading is not None and (reading.is_named or reading.too_wide):
            reading = None
        is_page = address[:8].lower().startswith(("http://", "https://"))
        if reading is not None and (is_page or address.startswith("#")):
            literal = label.replace("\\", "")
            self._pieces.append(Marker(start, end, reading, literal, address if is_page else ""))
        elif is_page:
            self._pieces.append(Link(start, end, plain_label(label), address))
        else:
            self._pieces.append(Text(start + 1, plain_label(label)))
        return end

    def _image(self, start: int) -> int:
        close = self._closings.get(start + 1) if self._text[start + 1 : start + 2] == "[" else None
        if close is None:
            return self._as_text(start)
        if self._text[close + 1 : close + 2] == "[":
            return self._referenced_image(start, close)
        if self._text[close + 1 : close + 2] != "(":
            return self._as_text(start)
        target = destination(self._text, close + 1)
        return target[1] if target is not None else self._as_text(start)

    def _referenced_image(self, start: int, close: int) -> int:
        """`![what it shows][label]`; `So it is![1][2]` ends with two markers."""
        last = self._closings.get(close + 1)
        own = read_marker(self._text[start + 2 : close])
        if last is None or (own is not None and not own.is_named):
            return self._as_text(start)
        return last + 1

    def _escape(self, start: int) -> int:
        following = self._text[start + 1 : start + 2]
        if following == "[":  # \[1\]: some interfaces escape every bracket
            close = self._text.find("\\]", start + 2, start + 80)
            reading = read_marker(self._text[start + 2 : close]) if close > 0 else None
            if reading is not None and not reading.is_named:
                end = close + 2
                literal = self._text[start:end].replace("\\", "")
                self._pieces.append(Marker(start, end, reading, literal))
                return end
        if following.isalpha():
            return self._key(start, cite_at(self._text, start))
        if following in ESCAPED and following:
            return self._literal(start, start + 2, following)
        return self._as_text(start)

    def _code(self, start: int) -> int:
        text = self._text
        run = _TICKS.match(text, start)
        assert run is not None
        width = len(run[0])
        same = self._ticks[width]
        place = bisect_right(same, start)
        if place == len(same):
            return self._literal(start, run.end(), run[0])
        close = same[place]
        return self._literal(run.end(), close + width, text[run.end() : close].strip("` "))

    def _emphasis(self, start: int, sign: str) -> int:
        text, end = self._text, start
        while end < len(text) and text[end] == sign:
            end += 1
        before, after = text[start - 1 : start], text[end : end + 1]
        if sign == "~":
            drop = False
        elif sign == "*":
            drop = bool(before.strip()) or bool(after.strip())
        else:  # an underscore inside a word is part of it
            drop = not (before.isalnum() and after.isalnum()) and bool(before.strip() or after.strip())
        return end if drop else self._literal(start, end, text[start:end])

    def _angle(self, start: int) -> int:
        text = self._text
        if element := self._struck.element(start):
            end, is_quoted = element
            if is_quoted:
                self._pieces.append(Text(start, "~~"))  # no text has it: what is around it is no quotation
            return end
        auto = _AUTOLINK.match(text, start)
        if auto:
            self._pieces.append(Link(start, auto.end(), "", auto[1]))
            return auto.end()
        raised = _SUP.match(text, start)
        if raised:
            number = _INSIDE_NUMBER.fullmatch(TAG.sub("", raised[1]).strip())
            linked = [each for each in pieces_of(raised[1]) if isinstance(each, Marker | Link)]
            if len(linked) == 1 and isinstance(linked[0], Marker):
                reading: Reading | None = linked[0].reading
                url = linked[0].url
            else:
                reading, url = (read_marker(number[1]) if number else None), ""
            if reading is not None and not reading.is_named:
                literal = TAG.sub("", raised[1])
                bare = "[" not in literal  # in brackets it is no power of anything
                self._pieces.append(Marker(start, raised.end(), reading, literal, url, raised=bare))
                return raised.end()
        anchor = _ANCHOR.match(text, start)
        if anchor:
            return self._link(start, anchor.end(), TAG.sub("", anchor[2]), unescape(anchor[1]))
        tag = TAG.match(text, start)
        if tag:
            begins = tag[0][:3].lower()
            if begins in ("<br", "<p>", "<li", "<td", "<hr"):
                self._pieces.append(Text(start, " "))
            elif begins in ("<q>", "<q ", "</q"):  # which a browser shows as quotation marks
                self._pieces.append(Text(start, "”" if begins == "</q" else "“"))
            return tag.end()
        return self._as_text(start)

    def _wide(self, start: int, closing: str) -> int:
        text = self._text
        close = text.find(closing, start + 1, start + 300)
        if close < 0:
            return self._as_text(start)
        inner = text[start + 1 : close]
        reading = chat_marks.in_brackets(inner) or read_marker(inner)
        if reading is None:
            return self._as_text(start)
        self._pieces.append(Marker(start, close + 1, reading, text[start : close + 1]))
        return close + 1

    def _caret(self, start: int) -> int:
        match = _CARET.match(self._text, start)
        reading = read_marker(match[1] or match[2].strip()) if match else None
        if match is None or reading is None or reading.is_named:
            return self._note(start)
        if match[2] and self._formulas.has(start):
            return self._as_text(start)
        self._pieces.append(Marker(start, match.end(), reading, match[0], raised=not match[1]))
        return match.end()

    def _note(self, start: int) -> int:
        """`^[…]`, a note where it belongs, brackets in it balanced."""
        close = self._closings.get(start + 1)
        if close is None or close - start > _MOST_LABEL:
            return self._as_text(start)
        literal = self._text[start : close + 1]
        self._pieces.append(Note(start, close + 1, literal[2:-1], literal))
        return close + 1

    def _key(self, start: int, found: tuple[Reading, int] | None) -> int:
        if found is None:
            return self._as_text(start)
        reading, end = found
        self._pieces.append(Marker(start, end, reading, self._text[start:end]))
        return end

    def _superscript(self, start: int) -> int:
        match = SUPERSCRIPTS.match(self._text, start)
        reading = read_superscript(match[0]) if match else None
        if match is None or reading is None or self._formulas.has(start):
            return self._as_text(start)
        self._pieces.append(Marker(start, match.end(), reading, match[0], raised=True))
        return match.end()

    def _identifier(self, start: int) -> int:
        text = self._text
        if text[start] in "hH":
            found = url_at(text, start)
            if found is None:
                return self._as_text(start)
            self._pieces.append(Link(start, found.end, "", text[start : found.end]))
            return found.end
        found = number_at(text, start)
        if found is None:
            return self._as_text(start)
        literal = text[start : found.end]
        self._pieces.append(Named(start, found.end, found.field, found.value, literal))
        return found.end

    # --- text ---------------------------------------------------------------------------------

    def _literal(self, start: int, end: int, shown: str) -> int:
        if shown:
            self._pieces.append(Text(start, shown))
        return end

    def _as_text(self, start: int) -> int:
        return self._literal(start, start + 1, self._text[start])
