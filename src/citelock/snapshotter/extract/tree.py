"""Markup parsed into elements: the door of lxml for HTML and JATS.

Nothing outside the document is read and no entity of its own is expanded. It knows what an element consists
of, not what it means.
"""

from __future__ import annotations

import codecs
from html.entities import html5

from lxml import etree

Element = etree._Element
BACKEND = (
    f"lxml {'.'.join(map(str, etree.LXML_VERSION[:3]))} (libxml2 {'.'.join(map(str, etree.LIBXML_VERSION))})"
)


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
        return etree.fromstring(data.removeprefix(codecs.BOM_UTF8).lstrip(), parser)
    except etree.XMLSyntaxError as error:
        if _stopped(parser):
            raise TooDeep("the XML is beyond the limits of the parser") from error
        where = f" in line {error.lineno}" if error.lineno else ""
        raise Malformed(f"the XML ends early or is malformed{where}") from error


def _stopped(parser: etree.HTMLParser | etree.XMLParser) -> bool:
    return any(entry.type_name == "ERR_RESOURCE_LIMIT" for entry in parser.error_log)


def local_name(element: Element) -> str:
    """The name of an element without its namespace; "" for a comment, an instruction or an entity."""
    tag: object = element.tag  # of those it is a function
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def content(element: Element) -> list[Element | str]:
    """The text and the elements that an element consists of, in order; comments and instructions left out.

    An entity is its character, U+FFFD if HTML has none of its name: the document's own are not expanded, for
    a few lines of them can stand for gigabytes.
    """
    parts: list[Element | str] = [element.text] if element.text else []
    for child in element:
        tag: object = child.tag
        if isinstance(tag, str):
            parts.append(child)
        elif tag is etree.Entity:
            parts.append(html5.get((child.text or "")[1:], "\ufffd"))
        if child.tail:
            parts.append(child.tail)
    return parts


def elements(element: Element) -> list[Element]:
    """The child elements, in order."""
    return [child for child in element if local_name(child)]


def all_text(element: Element) -> str:
    """All text inside an element, as it stands in the file."""
    return "".join([str(text) for text in element.itertext()])
