"""Markup parsed into elements: the door of lxml for HTML and JATS.

Nothing outside the document is read, and of its own entities only plain words are put in, within a bound. It
knows what an element consists of, not what it means.
"""

from __future__ import annotations

import codecs
from html.entities import html5

from lxml import etree

Element = etree._Element
BACKEND = (
    f"lxml {'.'.join(map(str, etree.LXML_VERSION[:3]))} (libxml2 {'.'.join(map(str, etree.LIBXML_VERSION))})"
)


_LONGEST = 1000  # characters of an entity's text
_MOST_EXPANDED = 100_000  # characters that a document's entities may stand for


class Malformed(Exception):
    """There is no tree of these bytes; says why."""


class TooDeep(Exception):
    """The parser met one of its own limits, such as the depth of nesting, and stopped amid the document."""


def html_root(markup: str) -> Element:
    """The root of a page, whatever is wrong with it. Raises Malformed, TooDeep."""
    # Without huge_tree it stops at 256 open elements, which a few hundred unclosed <b> or <font> reach.
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, no_network=True)
    try:
        root: Element | None = etree.fromstring(markup.replace("\0", "").encode(), parser)
    except etree.XMLSyntaxError:
        root = None
    if _stopped(parser):  # it says so nowhere else: the tree holds what came before
        raise TooDeep("its elements are nested deeper than the parser follows")
    if root is None:
        raise Malformed("there is no element in the file")
    return root


def xml_root(data: bytes) -> Element:
    """The root of an XML document. Raises Malformed, TooDeep."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(data.removeprefix(codecs.BOM_UTF8).lstrip(), parser)
    except etree.XMLSyntaxError as error:
        if _stopped(parser):
            raise TooDeep("the XML is beyond the limits of the parser") from error
        where = f" in line {error.lineno}" if error.lineno else ""
        raise Malformed(f"the XML ends early or is malformed{where}") from error
    _put_in_entities(root)
    return root


def _put_in_entities(root: Element) -> None:
    """Puts the text of each entity in its place.

    It is what the document itself declares, if that is plain text, else the character of that name in HTML.
    One that nobody can resolve may stand for any word: its name stays, as it is written in the file, so that
    no quotation passes over it.
    """
    entities = list(root.iter(etree.Entity))
    if not entities:
        return
    own = _own_entities(root)
    room = _MOST_EXPANDED
    for parent in {
        id(each): each for each in map(etree._Element.getparent, entities) if each is not None
    }.values():
        before: Element | None = None
        pieces = [parent.text or ""]
        for child in list(parent):
            tag: object = child.tag
            if tag is not etree.Entity:
                _set_text(parent, before, pieces)
                before, pieces = child, [child.tail or ""]
                continue
            reference = child.text or ""
            if not any(map(str.isalnum, reference)):
                reference = "&entity;"  # a name of signs alone would be passed over
            text = own.get(reference[1:-1]) or html5.get(reference[1:], reference)
            room -= len(text)
            pieces += [text if room > 0 else reference, child.tail or ""]
            child.tail = None
            parent.remove(child)
        _set_text(parent, before, pieces)


def _set_text(parent: Element, before: Element | None, pieces: list[str]) -> None:
    if len(pieces) > 1:
        text = "".join(pieces)
        if before is None:
            parent.text = text
        else:
            before.tail = text


def _own_entities(root: Element) -> dict[str, str]:
    """The document's own entities that are plain text; those of text with entities or elements are not."""
    declared = root.getroottree().docinfo.internalDTD
    if declared is None:
        return {}
    found: dict[str, str] = {}
    for each in declared.iterentities():  # type: ignore[attr-defined]
        name, text = each.name, each.content
        if name and text and len(text) <= _LONGEST and "<" not in text and "&" not in text:
            found.setdefault(name, text)  # the first declaration holds
    return found


def _stopped(parser: etree.HTMLParser | etree.XMLParser) -> bool:
    return any(entry.type_name == "ERR_RESOURCE_LIMIT" for entry in parser.error_log)


def local_name(element: Element) -> str:
    """The name of an element without its namespace; "" for a comment, an instruction or an entity."""
    tag: object = element.tag  # of those it is a function
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def content(element: Element) -> list[Element | str]:
    """The text and the elements that an element consists of, in order; comments and instructions left out."""
    parts: list[Element | str] = [element.text] if element.text else []
    for child in element:
        tag: object = child.tag
        if isinstance(tag, str):
            parts.append(child)
        if child.tail:
            parts.append(child.tail)
    return parts


def elements(element: Element) -> list[Element]:
    """The child elements, in order."""
    return [child for child in element if local_name(child)]


def all_text(element: Element) -> str:
    """All text inside an element, as it stands in the file."""
    return "".join([str(text) for text in element.itertext()])
