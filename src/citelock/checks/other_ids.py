"""Identifiers that are no DOI: PMID, PMCID, arXiv and the address of a page (metadata.md, section 1.4).

Kept apart from `identifiers.py`, which imports it when the first of them is met: most claims files cite by
DOI only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from citelock.checks.id_readings import MAX_CHARACTERS, Refusal
from citelock.checks.identifier_values import BadIdentifier, Identifier, from_doi
from citelock.checks.urls import ScholarlyUrl, UrlReading, read_url


def read_page(raw: str) -> Identifier | BadIdentifier:
    """The identifier in a `url` field: the page, or the work behind a scholarly address."""
    reading = read_url(raw)
    if isinstance(reading, Refusal):
        return BadIdentifier("E_ID_SYNTAX", raw, reading.reason, reading.hint, "url")
    if isinstance(reading, UrlReading):
        return Identifier("url", reading.value)
    if reading.scheme == "doi":
        return from_doi(reading.text, "url")
    return read_number(reading.scheme, reading.text, "url")


def read_number(scheme: str, raw: str, field: str) -> Identifier | BadIdentifier:
    """A PMID, PMCID or arXiv identifier, also as the address of its page; `field` is where it was written."""
    text = _INVISIBLE_ENDS.sub("", raw.strip()).rstrip(".,;")
    if field != "url" and text[:8].lower().startswith(("http:", "https:")):
        reading = read_url(text)
        if isinstance(reading, ScholarlyUrl) and reading.scheme == scheme:
            text = reading.text
    if len(text) > MAX_CHARACTERS:
        return BadIdentifier(
            "E_ID_SYNTAX", raw, f"is longer than {MAX_CHARACTERS:,} characters", _HINTS[scheme], field
        )
    identifier = _READERS[scheme](text)
    if identifier is None:
        return BadIdentifier("E_ID_SYNTAX", raw, _why_not(scheme, text), _HINTS[scheme], field)
    return identifier


_PMID = re.compile(r"(?:(?:pmid|pubmed):?\s*)?([1-9][0-9]{0,9})", re.IGNORECASE)
_PMCID = re.compile(r"(?:pmcid:?\s*)?PMC\s?([1-9][0-9]{0,9})(?:\.[0-9]{1,2})?", re.IGNORECASE)
# Also the DOI of an arXiv work, whose end is the identifier: no other work can be meant.
_ARXIV_FRONT = r"(?:(?:(?:https?://)?(?:dx\.)?doi\.org/)?10\.48550/arxiv\.|arxiv(?::\s*|\s+))?"
_ARXIV_NEW = re.compile(
    rf"{_ARXIV_FRONT}([0-9]{{2}}(?:0[1-9]|1[0-2])\.[0-9]{{4,5}})(v[0-9]{{1,4}})?(?:\.pdf)?(?:\s+\[[a-z.-]+\])?/?",
    re.IGNORECASE,
)
_ARXIV_OLD = re.compile(
    rf"{_ARXIV_FRONT}([a-z-]{{2,20}})(?:\.[a-z-]{{2,8}})?/([0-9]{{7}})(v[0-9]{{1,4}})?(?:\.pdf)?/?",
    re.IGNORECASE,
)
_INVISIBLE_ENDS = re.compile("^[\u200b-\u200f\u2060\ufeff]+|[\u200b-\u200f\u2060\ufeff]+$")


def _pmid(text: str) -> Identifier | None:
    match = _PMID.fullmatch(text)
    return Identifier("pmid", match[1]) if match else None


def _pmcid(text: str) -> Identifier | None:
    match = _PMCID.fullmatch(text)
    return Identifier("pmcid", f"PMC{match[1]}") if match else None


def _arxiv(text: str) -> Identifier | None:
    """The identifier without its version.

    The subject class of an old one (`math.GT/…`) is no part of it either.
    """
    new = _ARXIV_NEW.fullmatch(text)
    if new:
        value, version = new[1], new[2]
    else:
        old = _ARXIV_OLD.fullmatch(text)
        if not old:
            return None
        value, version = f"{old[1].lower()}/{old[2]}", old[3]
    return Identifier("arxiv", value, f"10.48550/arxiv.{value}", version=version.lower() if version else None)


_READERS: Mapping[str, Callable[[str], Identifier | None]] = {"pmid": _pmid, "pmcid": _pmcid, "arxiv": _arxiv}
_HINTS: Mapping[str, str] = {
    "pmid": "Write the number alone, such as 31452104.",
    "pmcid": "Write PMC and the number, such as PMC6726435.",
    "arxiv": "Write the identifier alone, such as 2104.12255 or quant-ph/0201082.",
}
_NAMES: Mapping[str, str] = {"pmid": "PMID", "pmcid": "PMCID", "arxiv": "arXiv identifier"}


def _why_not(scheme: str, text: str) -> str:
    if not text:
        return "is empty"
    if re.fullmatch(r"(?:PMC)?0[0-9]*", text, re.IGNORECASE):
        return "has leading zeros"
    for other, reader in _READERS.items():
        if other != scheme and reader(text) is not None and not (other == "pmid" and text.isdecimal()):
            return f"is a {_NAMES[other]}, which belongs into the field {other}"
    if re.match(r"10\.[0-9]{4,9}/", text):
        return "is a DOI, which belongs into the field doi"
    return f"is not a {_NAMES[scheme]}" if scheme != "arxiv" else "is not an arXiv identifier"
