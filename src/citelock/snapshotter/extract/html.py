"""HTML to text: the whole page, block by block (snapshots.md, section 3).

Main-content extraction loses sentences, and boilerplate does no harm to a verbatim comparison; so everything
a browser would show is kept, in the order of the document. What the page says of itself is read in
`html_head.py`. The walk keeps its own stack: no depth of nesting in the page becomes depth of calls.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from citelock.snapshotter.extract.charset import decode
from citelock.snapshotter.extract.cleanup import clean, letters, merged
from citelock.snapshotter.extract.concealment import Concealment, Seen
from citelock.snapshotter.extract.html_head import read_head
from citelock.snapshotter.extract.interface import EXTRACTORS, Extracted
from citelock.snapshotter.extract.main_text import main_spans
from citelock.snapshotter.extract.mathml import ARRANGED, CONTAINERS, SKIPPED, Mark, arranged, without_blanks
from citelock.snapshotter.extract.paragraphs import Paragraphs
from citelock.snapshotter.extract.tree import (
    BACKEND,
    Element,
    Malformed,
    TooDeep,
    content,
    html_root,
)
from citelock.snapshotter.extract.twins import is_second_form, is_seen_otherwise

# A table cell, a list item, a term and its definition are a line each: no quotation is stitched from cells.
BLOCKS = frozenset(
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption"
    " figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html iframe legend li listing main menu"
    " nav noframes ol optgroup option p plaintext pre search section select summary table tbody td textarea"
    " tfoot th thead tr ul xmp".split()
)
# Never shown; of a ruby the base is the word, its reading is not.
_SKIPPED = SKIPPED | frozenset(
    "script style template noscript title iframe noembed noframes rtc datalist".split()
)
# Of a drawing: what describes it, and what is drawn only where something refers to it.
_UNDRAWN = frozenset(
    "defs desc metadata symbol clippath mask marker pattern lineargradient radialgradient filter".split()
)
# What a page has around its own text.
_BESIDE = frozenset("nav header footer aside".split())
_BESIDE_ROLES = frozenset("navigation banner contentinfo complementary".split())
_SHOW_VALUE = frozenset("text search submit button reset number email url tel".split())
_READINGS = frozenset(("rt", "rp"))
_PREFORMATTED = frozenset("pre textarea listing xmp plaintext".split())
_ITS_OWN = ("html", "body")

_Step = str | Mark | Element | Callable[[], None]


def read(data: bytes, charset: str) -> Extracted:
    """The text of a page and what it says of itself; see `interface.Reader`."""
    page = decode(data, charset, markup=True)
    backend = f"{BACKEND}, {page.guesser}" if page.guesser else BACKEND
    empty = Extracted("broken", extractor=EXTRACTORS["html"], backend=backend)
    if not page.text.strip():
        return empty._replace(message="the file is empty")
    try:
        root = html_root(page.text)
    except TooDeep as error:
        return empty._replace(verdict="resource_limit", message=str(error))
    except Malformed as error:
        return empty._replace(message=str(error))
    text = Paragraphs()
    _Walk(text, Concealment(root)).over(root)
    raw = text.text()
    spans = [*text.hidden, *text.beside, *text.links]
    cleaned = clean(raw, [at for span in spans for at in span])
    places = iter(zip(cleaned.offsets[::2], cleaned.offsets[1::2], strict=True))
    hidden = list(islice(places, len(text.hidden)))
    beside = list(islice(places, len(text.beside)))
    return read_head(root, empty)._replace(
        verdict="ok",
        text=cleaned.text,
        hidden=merged(hidden),
        main=main_spans(cleaned.text, hidden, beside, list(places)),
        letters=letters(cleaned.text),
        unmapped=cleaned.text.count("\ufffd"),
        removed=cleaned.removed,
    )


class _Walk:
    """One pass over a page, writing its text."""

    def __init__(self, text: Paragraphs, concealment: Concealment) -> None:
        self._text = text
        self._concealment = concealment
        self._seen = concealment.start
        self._preformatted = 0
        self._stack: list[_Step] = []

    def over(self, root: Element) -> None:
        text, stack = self._text, self._stack
        stack.append(root)
        while stack:
            step = stack.pop()
            if isinstance(step, str):
                if self._preformatted:
                    text.write_lines(step)
                else:
                    text.write(step)
            elif isinstance(step, Mark):
                (text.begin_raised if step is Mark.RAISE else text.end_raised)()
            elif callable(step):
                step()
            else:
                self._enter(step)

    def _enter(self, element: Element) -> None:
        """Puts what the element consists of on the stack: what comes last goes there first."""
        tag = element.tag.rpartition(":")[2]
        if tag == "br":
            self._text.end() if self._preformatted else self._text.break_line()
            return
        if _is_skipped(element, tag):
            return
        stack = self._stack
        look = self._concealment.look(element, self._seen)
        if tag in _ITS_OWN:
            look = look.of_root
        block = look.block or tag in BLOCKS
        hidden = look.hidden and not is_seen_otherwise(element)
        if block:
            self._text.end()
            stack.append(self._text.end)
        if look.seen != self._seen:
            self._see(look.seen)
        if hidden:
            self._text.begin_hidden()
            stack.append(self._text.end_hidden)
        if _stands_beside(element, tag):
            self._text.begin_beside()
            stack.append(self._text.end_beside)
        if tag == "a":
            self._text.begin_link()
            stack.append(self._text.end_link)
        if tag == "sup":
            self._text.begin_raised()
            stack.append(self._text.end_raised)
        elif tag in _PREFORMATTED:
            self._preformatted += 1
            stack.append(self._leave_preformatted)
        if tag == "input":
            stack += reversed(_value(element))
        elif tag == "text" or (tag == "tspan" and (element.get("x") or element.get("dy"))):
            stack += [" ", *reversed(content(element)), " "]  # words of a drawing
        elif tag in ARRANGED:
            stack += reversed(arranged(element))
        elif tag in CONTAINERS:
            stack += reversed(without_blanks(content(element)))
        else:
            stack += reversed(content(element))

    def _see(self, seen: Seen) -> None:
        """From here to the end of the element letters look so; where they cannot be seen is noted."""
        before, text = self._seen, self._text

        def leave() -> None:
            self._seen = before
            if seen.concealed and not before.concealed:
                text.end_hidden()
            elif before.concealed and not seen.concealed:
                text.begin_hidden()

        if seen.concealed and not before.concealed:
            text.begin_hidden()
        elif before.concealed and not seen.concealed:
            text.end_hidden()
        self._seen = seen
        self._stack.append(leave)

    def _leave_preformatted(self) -> None:
        self._preformatted -= 1


def _is_skipped(element: Element, tag: str) -> bool:
    """Whether nobody reads what an element holds, or reads it beside it as well."""
    if tag in _READINGS:
        return any(ancestor.tag == "ruby" for ancestor in element.iterancestors())
    if tag == "template":
        return not element.get("shadowrootmode")
    if tag in _UNDRAWN:
        return any(ancestor.tag == "svg" for ancestor in element.iterancestors())
    return tag in _SKIPPED or is_second_form(element)


def _stands_beside(element: Element, tag: str) -> bool:
    """Whether it is around the page's own text; the head of an article, with its title, is part of it."""
    if (element.get("role") or "").strip().lower() in _BESIDE_ROLES:
        return True
    if tag == "header" or tag == "footer":
        return not any(ancestor.tag in ("article", "main") for ancestor in element.iterancestors())
    return tag in _BESIDE


def _value(element: Element) -> list[Element | str]:
    """What stands in a field of a form, as a part of the line."""
    value = element.get("value") or ""
    return [" ", value, " "] if (element.get("type") or "text").lower() in _SHOW_VALUE else []
