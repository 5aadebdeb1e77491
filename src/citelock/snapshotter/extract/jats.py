"""JATS to text: title, authors, abstract, body, back matter, a line for each paragraph, cell and reference.

The order and the traps are those of snapshots.md, section 3. Preferred to the PDF of the same work: it has no
line ends and no running heads. Entities are not expanded and nothing outside the file is read. The walk keeps
its own stack; what an element means is said in `jats_tags.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice

from citelock.checks.dois import normal_doi
from citelock.checks.vetting.scope import SHORT_BODY
from citelock.snapshotter.extract import jats_tags as tags
from citelock.snapshotter.extract.cleanup import clean, letters
from citelock.snapshotter.extract.interface import EXTRACTORS, Extracted, LicenceStatement
from citelock.snapshotter.extract.mathml import ARRANGED, CONTAINERS, Mark, arranged, without_blanks
from citelock.snapshotter.extract.paragraphs import Paragraphs
from citelock.snapshotter.extract.tree import (
    BACKEND,
    Element,
    Malformed,
    TooDeep,
    all_text,
    content,
    local_name,
    xml_root,
)

_LEAST_BODY = 1500  # characters (section 4, scope)
_EMPTY = Extracted("broken", extractor=EXTRACTORS["jats"], backend=BACKEND)
_LONGEST = 1000  # characters of a title or a statement
_MOST_STATEMENTS = 50
_HREF = "{http://www.w3.org/1999/xlink}href"
_TEX_BEGINS, _TEX_ENDS = "\\begin{document}", "\\end{document}"
_MOST_FORMS = 10  # of one formula
# A citation mark right behind a word stands raised in print: "results12" would be another word.
_AFTER_WORD = re.compile(r"(?:[^\W\d_]|[.)”’»\"'⁰¹²³⁴-⁹])[,;–-]?$")
_NOTE = re.compile(r"[0-9]{1,3}(?:[,–-][0-9]{1,3}){0,20}")

_Step = str | Mark | Element | Callable[[], None]


def read(data: bytes, charset: str) -> Extracted:
    """The text of an article and what it says of itself; see `interface.Reader`.

    `charset` is not asked: XML says it itself.
    """
    del charset
    try:
        root = xml_root(data)
    except TooDeep as error:
        return _EMPTY._replace(verdict="resource_limit", message=str(error))
    except Malformed as error:
        return _EMPTY._replace(message=str(error))
    article = next((element for element in root.iter() if local_name(element) == "article"), None)
    if article is None:
        return _EMPTY._replace(message="there is no article in this XML")
    text = Paragraphs()
    walk = _Walk(text)
    for element in _in_order(article):
        walk.over(element)
    cleaned = clean(text.text())
    if not cleaned.text:
        return _EMPTY._replace(message="there are no words in this article")
    return _described(article)._replace(
        verdict="ok",
        text=cleaned.text,
        letters=letters(cleaned.text),
        unmapped=cleaned.text.count("\ufffd"),
        removed=cleaned.removed,
        flags=(SHORT_BODY,) if _body_length(article) < _LEAST_BODY else (),
    )


def _children(element: Element, *names: str) -> Iterator[Element]:
    """The children of these names, in the order of the names."""
    for name in names:
        for child in element:
            if local_name(child) == name:
                yield child


def _in_order(article: Element) -> Iterator[Element]:
    """The parts of an article as they are read: title first, what floats behind the body, notices last."""
    for front in _children(article, "front", "front-stub"):
        meta = next(_children(front, "article-meta"), front)
        yield from _children(meta, *tags.META)
        yield from _children(front, "notes")
    yield from _children(article, "body", "floats-group", "floats-wrap", "back")
    for front in _children(article, "front", "front-stub"):
        meta = next(_children(front, "article-meta"), front)
        yield from _children(meta, *tags.META_LAST)
    for other in _children(article, "sub-article", "response"):  # a translation, a review, a reply
        yield from _in_order_of_other(other)


def _in_order_of_other(article: Element) -> Iterator[Element]:
    for front in _children(article, "front", "front-stub"):
        yield from _children(next(_children(front, "article-meta"), front), *tags.META)
    yield from _children(article, "body", "floats-group", "back")


def _body_length(article: Element) -> int:
    """How many characters the body has, white space folded."""
    body = next(_children(article, "body"), None)
    if body is None:
        return 0
    text = Paragraphs()
    _Walk(text).over(body)
    return len(text.text())


# -- what the file says of itself --------------------------------------------------------------------------


def _described(article: Element) -> Extracted:
    front = next(_children(article, "front"), article)
    meta = next(_children(front, "article-meta"), front)
    group = next(_children(meta, "title-group"), meta)
    title = next(_children(group, "article-title"), None)
    return _EMPTY._replace(
        title=_words(title)[:_LONGEST] if title is not None else "",
        declared_doi=_declared_doi(meta),
        licences=tuple(dict.fromkeys(_licences(meta)))[:_MOST_STATEMENTS],
    )


def _words(element: Element) -> str:
    text = Paragraphs()
    _Walk(text).over(element)
    return " ".join(clean(text.text()).text.split())


def _declared_doi(meta: Element) -> str:
    for element in _children(meta, "article-id"):
        if element.get("pub-id-type") == "doi":
            return normal_doi(all_text(element)) or ""
    return ""


def _licences(meta: Element) -> Iterator[LicenceStatement]:
    """Every licence named in the permissions: CC0 for the data may stand beside CC BY for the words."""
    for permissions in _children(meta, "permissions"):
        for element in permissions.iter():
            name = local_name(element)
            if name == "license":
                words = _words(element)[:_LONGEST] or None
                yield LicenceStatement("jats:license", element.get(_HREF) or None, words)
            elif name == "license_ref":
                yield LicenceStatement("jats:license_ref", _words(element)[:_LONGEST] or None)
            elif name in ("ext-link", "uri") and element.get(_HREF):
                yield LicenceStatement("jats:license-p", element.get(_HREF))


# -- the walk ----------------------------------------------------------------------------------------------


class _Walk:
    """Writes the text of elements, one after another."""

    def __init__(self, text: Paragraphs) -> None:
        self._text = text
        self._preformatted = 0
        self._paragraphs = 0  # how many of those now open stand around this place
        self._waiting: list[Element] = []  # figures, tables and notes of the paragraph being written
        self._stack: list[_Step] = []

    def over(self, element: Element) -> None:
        text, stack = self._text, self._stack
        stack.append(element)
        while stack:
            step = stack.pop()
            if isinstance(step, str):
                (text.write_lines if self._preformatted else text.write)(step)
            elif isinstance(step, Mark):
                (text.begin_raised if step is Mark.RAISE else text.end_raised)()
            elif callable(step):
                step()
            else:
                self._enter(step)
        text.end()

    def _enter(self, element: Element) -> None:
        """Puts what the element consists of on the stack: what comes last goes there first."""
        name, text, stack = local_name(element), self._text, self._stack
        if name in tags.SKIPPED:
            return
        if name == "break":
            text.write(" ")
        elif name == "tex-math":
            if not _has_other_form(element):
                text.write(_tex(element))
        elif self._paragraphs and name in tags.FLOATING:
            self._waiting.append(element)
        elif name in ARRANGED:
            stack += reversed(arranged(element))
        else:
            self._begin(name, element)
            stack += reversed(self._parts(name, element))

    def _begin(self, name: str, element: Element) -> None:
        text, stack = self._text, self._stack
        if name in tags.BLOCKS:
            text.end()
            stack.append(text.end)
        if name in tags.PARAGRAPHS:
            self._paragraphs += 1
            stack.append(self._end_paragraph)
        elif name in tags.PREFORMATTED:
            self._preformatted += 1
            stack.append(self._end_preformatted)
        elif name == "sup" or (name == "xref" and self._is_glued_note(element)):
            text.begin_raised()
            stack.append(text.end_raised)
        elif name in tags.APART:
            text.write(" ")
            stack.append(" ")

    def _parts(self, name: str, element: Element) -> list[Element | str]:
        parts = content(element)
        if name == "name" and _is_author(element):
            parts = [*_children(element, *tags.NAME_ORDER)]
        if name in CONTAINERS or name in tags.ALTERNATIVES:
            return without_blanks(parts)
        if name in tags.RECORDS:  # its parts follow one another without a blank
            return [one for part in parts for one in (part, " ")]
        return parts

    def _end_paragraph(self) -> None:
        """The outermost paragraph is over: what stood in its midst follows it."""
        self._paragraphs -= 1
        if not self._paragraphs and self._waiting:
            self._text.end()
            self._stack += reversed(self._waiting)
            self._waiting = []

    def _end_preformatted(self) -> None:
        self._preformatted -= 1

    def _is_glued_note(self, element: Element) -> bool:
        """Whether a reference to a note or an entry of the bibliography has no blank before its number."""
        return (
            element.get("ref-type") in tags.NOTES
            and _AFTER_WORD.search(self._text.last(2)) is not None
            and _NOTE.fullmatch(all_text(element).strip()) is not None
        )


def _is_author(element: Element) -> bool:
    """Whether this is the name of an author of the article, written with the given names first in print."""
    parent = element.getparent()
    return (
        parent is not None
        and local_name(parent) in ("contrib", "name-alternatives")
        and element.get("name-style") != "eastern"
    )


def _has_other_form(tex: Element) -> bool:
    """Whether the same formula stands beside its TeX as MathML."""
    beside = [
        *islice(tex.itersiblings(), _MOST_FORMS),
        *islice(tex.itersiblings(preceding=True), _MOST_FORMS),
    ]
    return any(local_name(element) == "math" for element in beside)


def _tex(element: Element) -> str:
    """The formula as it was typed, without the document that converters put around it."""
    text = all_text(element)
    _, begun, inner = text.partition(_TEX_BEGINS)
    formula = inner.partition(_TEX_ENDS)[0] if begun else text
    return formula.strip().strip("$")
