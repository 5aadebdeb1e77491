"""Identifiers in running text: which words of it are one, and the field of a citation that it belongs to."""

from __future__ import annotations

import re
from typing import NamedTuple

from citelock.checks.identifiers import Identifier, parse_identifier

_BRACKETS = {")": "(", "]": "[", "}": "{"}
# Stops, commas and marks of many scripts: with one at its end an address would be that of another page.
_CUT = ".,;:!?'\"*_~…。，、；：！？．｡､·،؛؟۔।»”’›"
# What ends an address in running text, whatever language it stands in.
_URL = re.compile(
    r"https?://[^\s<>\"“”«»‹›「」『』【】（）《》。，、；！？|\\^`\x00-\x1f]{1,2048}", re.IGNORECASE
)
# The DOIs of many papers before 2003 hold a SICI: `10.1002/(SICI)…43:4<338::AID-X>3.0.CO;2-B`. What stands
# before its bracket is another DOI or none, so from there on all is of it; no HTML tag begins with a figure.
_LESS, _MORE = r"[\\$]?<\$?", r"[\\$]?>\$?"
_SICI = (
    rf"(?:{_LESS}[^\s<>]{{1,120}}{_MORE}[0-9]\.[0-9]\.[A-Z]{{2}};2(?:-[0-9A-Z#*])?"
    rf"|{_LESS}(?=[0-9])[^\s\"“”«»，。；、]{{1,300}})"
)
_DOI = re.compile(
    r"(?:\bdoi(?::|\s)\s{0,4})?(?<![\w./-])"
    rf"(10\.[0-9]{{4,9}}(?:\.[0-9]{{1,9}})*/[^\s<>\"“”«»，。；、]{{1,500}}{_SICI}?)",
    re.IGNORECASE,
)
_DOI_PAGE = re.compile(rf"(https?://(?:dx\.|www\.)?doi\.org/[^\s<>|\\^`]{{1,500}})({_SICI})", re.IGNORECASE)
_BRACKET = re.compile(r"\$([<>])\$|\\([<>])|&(lt|gt);", re.IGNORECASE)
_BRACKETS_OF = {"lt": "<", "gt": ">"}
_PMID = re.compile(r"\b(?:PMID|PubMed\s{1,2}ID)\s{0,4}[:：]?\s{0,4}([1-9][0-9]{0,9})\b", re.IGNORECASE)
_PMCID = re.compile(r"\b(?:PMCID\s{0,4}[:：]\s{0,4})?(PMC[1-9][0-9]{0,9})\b")
_ARXIV = re.compile(
    r"\barXiv\s{0,2}[:：]\s{0,4}((?:[0-9]{4}\.[0-9]{4,5}|[a-z-]{2,20}(?:\.[A-Z]{2})?/[0-9]{7})(?:v[0-9]{1,4})?)(?![0-9.])",
    re.IGNORECASE,
)
FIELDS = ("doi", "pmid", "pmcid", "arxiv", "url")


class Found(NamedTuple):
    """An identifier in a text: from `start` to `end`, the field it belongs into and its value there."""

    start: int
    end: int
    field: str
    value: str


def of_url(url: str) -> tuple[str, str]:
    """The field and value of an address: the identifier behind a scholarly one, else the address as it is.

    >>> of_url("https://doi.org/10.5555/S98"), of_url("https://example.org/a?utm_source=openai&b=1")
    (('doi', '10.5555/s98'), ('url', 'https://example.org/a?b=1'))
    """
    reading = parse_identifier(f"url:{url}")
    if isinstance(reading, Identifier) and reading.scheme != "url":
        return reading.scheme, f"{reading.value}{reading.version or ''}"
    return "url", without_tracking(url)


def doi_of(text: str) -> str:
    """The DOI that a text is, a field of a bibliography for example; "" if it is none or holds another.

    >>> doi_of("10.5555/(SICI)1<2>3"), doi_of("10.5555/“x”a"), doi_of("10.5555/a, 10.5555/b")
    ('10.5555/(sici)1<2>3', '10.5555/“x”a', '')
    """
    reading = parse_identifier(f"doi:{text}")
    return reading.value if isinstance(reading, Identifier) and reading.scheme == "doi" else ""


_TRACKED = re.compile(r"(?<=[?&])utm_[A-Za-z]{1,20}=[^&#]*(?:&|(?=#|$))")


def without_tracking(url: str) -> str:
    """The address without what only says where its reader came from."""
    if "utm_" not in url:
        return url
    head, mark, fragment = url.partition("#")
    head = _TRACKED.sub("", head).rstrip("?&")
    return head + mark + fragment


def cut_address(text: str) -> str:
    """An address out of running text, without the punctuation of the sentence around it.

    >>> cut_address("https://example.org/a_(b))."), cut_address("https://example.org/a．")
    ('https://example.org/a_(b)', 'https://example.org/a')
    """
    counts = {sign: text.count(sign) for sign in "()[]{}"}
    end = len(text)
    while end:
        last = text[end - 1]
        if last in _CUT:
            end -= 1
        elif last in _BRACKETS and counts[last] > counts[_BRACKETS[last]]:
            counts[last] -= 1
            end -= 1
        else:
            break
    return text[:end]


def url_at(text: str, start: int) -> Found | None:
    """The address that begins exactly at `start`."""
    match = _URL.match(text, start)
    if not match:
        return None
    page = _DOI_PAGE.match(text, start)
    if page:
        tail = cut_address(page[2])
        end = page.end(1) + len(tail)
        return Found(start, end, *of_url(_with_brackets(page[1] + tail)))
    address = cut_address(match[0])
    if len(address) < len("http://a.b"):
        return None
    return Found(start, start + len(address), *of_url(address))


def number_at(text: str, start: int) -> Found | None:
    """The DOI, PMID, PMCID or arXiv identifier that begins exactly at `start`, its name in front included."""
    sign = text[start].lower()
    if sign in "1d":
        match = _DOI.match(text, start)
        if match:
            value = cut_address(match[1])
            return Found(start, match.start(1) + len(value), "doi", _with_brackets(value).lower())
    if sign == "p":
        match = _PMID.match(text, start)
        if match:
            return Found(start, match.end(), "pmid", match[1])
        match = _PMCID.match(text, start)
        if match:
            return Found(start, match.end(), "pmcid", match[1])
    if sign == "a":
        match = _ARXIV.match(text, start)
        if match:
            return Found(start, match.end(), "arxiv", match[1])
    return None


def _with_brackets(doi: str) -> str:
    """A DOI whose brackets LaTeX, HTML or Markdown had to write otherwise."""
    return _BRACKET.sub(lambda found: found[1] or found[2] or _BRACKETS_OF[found[3].lower()], doi)


def of_doi_field(value: str) -> str:
    """The DOI in a field that is there for nothing else; all of it where it does not end as one does.

    Half of a DOI may be another one, which would be looked up instead; the whole is refused with its reason.

    >>> of_doi_field("https://doi.org/10.5555/A."), of_doi_field("10.5555/a<b")
    ('10.5555/a', '10.5555/a<b')
    """
    whole = doi_of(value)
    if whole:
        return whole
    found = next((one for one in find_all(value) if one.field == "doi"), None)
    cut = found is None or value[found.end : found.end + 1] in tuple('<>"“”«»')
    return value if found is None or cut else found.value


_START = re.compile(
    r"https?://|\bdoi[:\s]|(?<![\w./-])10\.[0-9]|\bPM(?:ID|C)|\bPubMed|\barXiv", re.IGNORECASE
)


_SOURCE = re.compile(
    r"https?://|\bdoi[:\s]|(?<![\w./-])10\.[0-9]{4,9}[./]|\bPM(?:ID|C)|\barXiv[:：]", re.IGNORECASE
)


def has_source(text: str) -> bool:
    """Whether something in a text looks like an address or an identifier."""
    return bool(_SOURCE.search(text))


def find_all(text: str) -> list[Found]:
    """All identifiers of a text in their order."""
    found: list[Found] = []
    at = 0
    while match := _START.search(text, at):
        start = match.start()
        one = url_at(text, start) if match[0][:1] in "hH" else number_at(text, start)
        if one is not None:
            found.append(one)
            at = one.end
        else:
            at = start + 1
    return found


def fields_of(found: list[Found]) -> dict[str, object]:
    """The identifier fields of a citation: of each kind the first, in the order in which they count."""
    first: dict[str, object] = {}
    for name in FIELDS:
        value = next((one.value for one in found if one.field == name), None)
        if value is not None:
            first[name] = value
    return first
