"""HTML to text: the whole page, block by block (snapshots.md, section 3).

Main-content extraction loses sentences, and boilerplate does no harm to a verbatim comparison; so everything
a browser would show is kept, in the order of the document. What the page says of itself is read in
`html_head.py`. The walk keeps its own stack: no depth of nesting in the page becomes depth of calls.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from citelock.snapshotter.extract.charset import decode
from citelock.snapshotter.extract.cleanup import clean, letters, merged
from citelock.snapshotter.extract.html_head import read_head
from citelock.snapshotter.extract.interface import EXTRACTORS, Extracted
from citelock.snapshotter.extract.mathml import ARRANGED, CONTAINERS, SKIPPED, Mark, arranged, without_blanks
from citelock.snapshotter.extract.paragraphs import Paragraphs
from citelock.snapshotter.extract.tree import (
    BACKEND,
    Element,
    Malformed,
    TooDeep,
    content,
    elements,
    html_root,
)

# A table cell, a list item, a term and its definition are a line each: no quotation is stitched from cells.
BLOCKS = frozenset(
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption"
    " figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html iframe legend li listing main menu"
    " nav noframes ol optgroup option p plaintext pre search section select summary table tbody td textarea"
    " tfoot th thead tr ul xmp".split()
)
# Never shown; of a ruby the base is the word, its reading is not.
_SKIPPED = SKIPPED | frozenset(
    "script style template noscript svg title iframe noembed noframes rt rp rtc datalist".split()
)
_PREFORMATTED = frozenset("pre textarea listing xmp plaintext".split())
_DISPLAY = re.compile(r"(?:^|;)\s*(?:display|visibility)\s*:\s*([a-z-]{1,30})", re.IGNORECASE)
_INLINE = ("inline", "contents", "ruby", "visible", "inherit", "initial", "unset", "revert", "math")
_NOT_SHOWN = ("none", "hidden", "collapse")
_ITS_OWN = ("html", "body")  # hidden until a script has run: what the reader saw was not

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
    _Walk(text).over(root)
    raw = text.text()
    spans = text.hidden
    cleaned = clean(raw, [at for span in spans for at in span])
    return read_head(root, empty)._replace(
        verdict="ok",
        text=cleaned.text,
        hidden=merged(zip(cleaned.offsets[::2], cleaned.offsets[1::2], strict=True)),
        letters=letters(cleaned.text),
        unmapped=cleaned.text.count("\ufffd"),
        removed=cleaned.removed,
    )


class _Walk:
    """One pass over a page, writing its text."""

    def __init__(self, text: Paragraphs) -> None:
        self._text = text
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
        if tag in _SKIPPED and not (tag == "template" and element.get("shadowrootmode")):
            return
        if "katex-html" in (element.get("class") or "").split():
            return  # KaTeX writes each formula twice, here in pieces and before it in MathML
        stack = self._stack
        block, hidden = tag in BLOCKS, False
        if tag not in _ITS_OWN:
            block, hidden = _styled(element, block)
        if block:
            self._text.end()
            stack.append(self._text.end)
        if hidden:
            self._text.begin_hidden()
            stack.append(self._text.end_hidden)
        if tag == "sup":
            self._text.begin_raised()
            stack.append(self._text.end_raised)
        elif tag in _PREFORMATTED:
            self._preformatted += 1
            stack.append(self._leave_preformatted)
        if tag in ARRANGED:
            stack += reversed(arranged(element))
        elif tag in CONTAINERS:
            stack += reversed(without_blanks(content(element)))
        else:
            stack += reversed(content(element))

    def _leave_preformatted(self) -> None:
        self._preformatted -= 1


def _styled(element: Element, block: bool) -> tuple[bool, bool]:
    """Whether an element is a block, and whether it is hidden, by its own attributes.

    Style sheets are not read.
    """
    hidden = element.get("hidden") not in (None, "until-found")
    if element.tag == "dialog" and element.get("open") is None:
        hidden = True
    for found in _DISPLAY.finditer(element.get("style") or ""):
        value = found[1].lower()
        if value in _NOT_SHOWN:
            hidden = True
        elif not value.startswith(_INLINE):
            block = True
    return block, hidden and not _stands_for_image(element)


def _stands_for_image(element: Element) -> bool:
    """Whether this is the MathML of a formula that is shown as the image beside it."""
    parts = elements(element)
    following = element.getnext()
    while following is not None and following.tag in ("meta", "link"):
        following = following.getnext()
    return len(parts) == 1 and parts[0].tag == "math" and following is not None and following.tag == "img"
