"""Reads a JATS article as lines of text: one for each paragraph, heading, caption, cell and reference.

It knows the elements that the papers of this example have, and nothing of records or licences. Each walk is a
loop over a list, so that the depth of a file costs no depth of the program.
"""

from __future__ import annotations

import re
import unicodedata
import xml.etree.ElementTree as ET
from collections.abc import Iterator

MAX_BYTES = 8 * 1024 * 1024  # ten times the longest paper; a larger file is not one article

MATHML = "{http://www.w3.org/1998/Math/MathML}"
SUPERSCRIPT = str.maketrans("0123456789+", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺")

# These elements give no text …
SKIPPED = frozenset(
    {"tex-math", "graphic", "inline-graphic", "alt-text", "object-id", "email", "phone", "fax"}
)
# … these are lines after the paragraph they are anchored in …
FLOATS = frozenset({"fig", "fig-group", "table-wrap", "boxed-text", "supplementary-material", "fn"})
# … these end the line they stand in, and the paragraph goes on behind them …
BREAKS = frozenset({"list", "def-list", "disp-quote", "preformat"})
# … and these are one line each. All others are part of the running text, or hold such elements.
LINES = frozenset(
    {"title", "p", "td", "th", "ref", "def-item", "preformat", "attrib", "article-title", "subtitle"}
)
# Elements made of fields: the file may have nothing between two of them, a reader has a space.
FIELDS = frozenset(
    {
        "ref",
        "element-citation",
        "mixed-citation",
        "person-group",
        "name",
        "date-in-citation",
        "def-item",
        "def",
    }
)
FONTS = frozenset({"italic", "bold", "sup", "sub"})


class MaterialError(Exception):
    """A JATS file cannot be used; the message names it and says why."""


def parse(data: bytes, name: str) -> ET.Element:
    """The root of a JATS file. Entity declarations are refused, so nothing is expanded; no DTD is fetched."""
    if len(data) > MAX_BYTES:
        raise MaterialError(f"{name}: {len(data):,} bytes, more than {MAX_BYTES:,}.")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise MaterialError(f"{name}: not UTF-8 at byte {problem.start}.") from problem
    if "<!ENTITY" in text:
        raise MaterialError(f"{name}: declares entities. Save the file without a document type declaration.")
    try:
        return ET.fromstring(text)  # no entity can be declared in it, see above
    except ET.ParseError as problem:
        raise MaterialError(f"{name}: not well-formed XML ({problem}).") from problem


def snapshot_lines(article: ET.Element) -> tuple[list[str], int]:
    """The lines of the snapshot, and how many deceptive characters were removed from them."""
    roots = [
        *article.findall("front/article-meta/title-group/article-title"),
        *article.findall("front/article-meta/title-group/subtitle"),
        *article.findall("front/article-meta/abstract"),
        *(part for tag in ("body", "back", "floats-group") for part in article.findall(tag)),
    ]
    cleaned = [clean(line) for root in roots for line in block_lines(root)]
    return [line for line, _ in cleaned if line], sum(removed for _, removed in cleaned)


def block_lines(root: ET.Element) -> Iterator[str]:
    """The lines below one element in document order; floats follow the paragraph that anchors them.

    The stack holds what is still to come: elements, finished lines, and None for the end of an element with a
    label. A label ("Figure 1", "3.2.") stands on the first line of what it numbers.
    """
    label = ""
    stack: list[ET.Element | str | None] = [root]
    while stack:
        item = stack.pop()
        if item is None:
            if label:
                yield label
            label = ""
        elif isinstance(item, str):
            if item.strip():
                yield f"{label} {item}" if label else item
                label = ""
        elif item.tag in LINES:
            texts, floats = line_parts(item)
            stack.extend(reversed([*texts, *floats]))
        elif item.tag not in SKIPPED:
            number = item.find("label")
            if number is not None:
                label = inline_text(number)
                stack.append(None)
            stack.extend(child for child in reversed(item) if child is not number)


def line_parts(element: ET.Element) -> tuple[list[ET.Element | str], list[ET.Element]]:
    """The running text of an element, cut where a list stands in it, and the floats anchored in it."""
    parts: list[ET.Element | str] = []
    floats: list[ET.Element] = []
    text: list[str] = []
    stack: list[ET.Element | str] = [element]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            text.append(item)
        elif item.tag == "sup":
            text.append(superscript("".join(item.itertext())))
        elif item is not element and item.tag in FLOATS:
            floats.append(item)
        elif item is not element and item.tag in BREAKS:
            parts += ["".join(text), item]
            text.clear()
        elif item.tag not in SKIPPED:
            stack.extend(reversed(contents(item)))
    return [*parts, "".join(text)], floats


def superscript(text: str) -> str:
    """Raised text: digits and signs as superscript characters, so 10<sup>4</sup> is 10⁴, never 104.

    A dash between two digits is a range of citations (¹⁵–¹⁷), not a sign; letters stay as they are.
    """
    if re.fullmatch(r"[\d+\-\u2212\u2013,;\s]*", text):
        text = re.sub(r"(?<!\d)[-\u2212\u2013]|[-\u2212](?!\d)", "⁻", text)
    return text.translate(SUPERSCRIPT)


def contents(element: ET.Element) -> list[ET.Element | str]:
    """Text and children of an element in order, with the spaces that the markup stands for."""
    around = " " if element.tag in ("break", "p", "label", "disp-formula", "etal") else ""
    bare_etal = element.tag == "etal" and not element.text
    between = "/" if element.tag == MATHML + "mfrac" else ""
    if element.tag in FIELDS:
        between = " "
    found: list[ET.Element | str] = [around, "et al." if bare_etal else element.text or ""]
    for child in element:
        found += [child, child.tail or ("" if child.tag in FONTS else between)]
    return [*found[: -1 if between == "/" else None], around]


def inline_text(element: ET.Element) -> str:
    """The running text of an element on one line."""
    return " ".join("".join(text for text in line_parts(element)[0] if isinstance(text, str)).split())


def clean(line: str) -> tuple[str, int]:
    """One line of a snapshot in NFC with single spaces, and how many deceptive characters it has lost.

    Controls become spaces; bidirectional controls and tag characters go, because they deceive a reviewer.
    No-break and thin spaces stay: they group digits.
    """
    line = re.sub("[\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]", "\0", line)
    removed = line.count("\0")
    line = re.sub("[\x01-\x20\x7f-\x9f\u2028\u2029]+", " ", line.replace("\0", ""))
    return unicodedata.normalize("NFC", line.strip()), removed


def plain(parent: ET.Element, path: str) -> str:
    """The running text of the element at a path, cleaned; "" if there is none."""
    element = parent.find(path)
    return "" if element is None else clean(inline_text(element))[0]


def find(parent: ET.Element, path: str) -> ET.Element:
    """The element at a path that every article has."""
    found = parent.find(path)
    if found is None:
        raise MaterialError(f"no {path} in it.")
    return found
