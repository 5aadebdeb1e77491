"""Identifiers of cited works.

Which field counts, its normal form, and the file name that evidence about it has.
It decides and names; spelling of DOIs is `dois.py`, of web addresses `urls.py`. Governed by metadata.md,
section 1, and for file names by the design README, section 3. A bad identifier is a value with a reason,
never an exception.
"""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING

from citelock.checks.dois import normal_doi
from citelock.checks.identifier_values import BadIdentifier, Identifier, from_doi

if TYPE_CHECKING:
    from citelock.checks.claims import Citation


__all__ = [
    "BadIdentifier",
    "Identifier",
    "bucket_key",
    "file_stem",
    "from_stem",
    "identify",
    "identifying_field",
    "legacy_stem",
    "names",
    "normal_doi",
    "parse_identifier",
]


_WHICH_NUMBER = "Write pmid: in front of a PubMed number, PMC in front of one of PubMed Central."
_FIELDS = ("doi", "pmid", "pmcid", "arxiv", "url")
_REMEMBERED = 3072  # readings: citations of one source stand together, and memory stays flat


def identify(citation: Citation) -> Identifier | BadIdentifier | None:
    """The identifier that is checked: the first present of doi, pmid, pmcid, arxiv, url.

    None if there is none.
    A blank field is skipped when a later one is not blank; if all present ones are blank, the first is the
    bad one.
    """
    doi = citation.doi
    if doi:  # the common case, and the loop below would read the same
        reading = _read("doi", doi)
        if type(reading) is Identifier or not doi.isspace():
            return reading
    field = identifying_field(citation)
    if field is None:
        return None
    return _read(field, getattr(citation, field))


def identifying_field(citation: Citation) -> str | None:
    """The name of the field that `identify` reads: doi, pmid, pmcid, arxiv or url; None if there is none."""
    doi = citation.doi
    if doi and not doi.isspace():  # the common case; it is the first of them
        return "doi"
    present = [field for field in _FIELDS if getattr(citation, field) is not None]
    for field in present:
        if getattr(citation, field).strip():
            return field
    return present[0] if present else None


def parse_identifier(text: str) -> Identifier | BadIdentifier:
    """An identifier as typed on a command line.

    `doi:…`, `10.…`, `pmid:…`, `PMC…`, `arXiv:…`, a bare arXiv id or a URL.
    A bare number is refused: it could be a PMID or half of something else.
    """
    stripped = text.strip()
    lowered = stripped[:8].lower()
    if lowered.startswith(("http:", "https:", "url:")):
        return _read("url", stripped[4:] if lowered.startswith("url:") else stripped)
    if lowered.startswith(("pmid:", "pmid ")):
        return _read("pmid", stripped)
    if stripped.isascii() and stripped.isdecimal():
        return BadIdentifier("E_ID_SYNTAX", text, "is a bare number", _WHICH_NUMBER)
    if lowered.startswith(("pmcid:", "pmc")):
        return _read("pmcid", stripped)
    if lowered.startswith("arxiv:"):
        return _read("arxiv", stripped)
    reading = _read("doi", text)
    if isinstance(reading, BadIdentifier):
        arxiv = _read("arxiv", stripped)
        return arxiv if isinstance(arxiv, Identifier) else reading
    return reading


def names(text: str, identifier: Identifier) -> bool:
    """Whether an `id` or `doi` that a record or provenance carries is this identifier, in any spelling."""
    if text == identifier.key or text == identifier.doi:
        return True
    own = parse_identifier(text)
    if isinstance(own, BadIdentifier):
        return False
    return own.key == identifier.key or (own.doi is not None and own.doi == identifier.doi)


@lru_cache(maxsize=_REMEMBERED)
def _read(field: str, raw: str) -> Identifier | BadIdentifier:
    """The reading of one field; kept for the citations of the same source that follow."""
    if field == "doi":
        return from_doi(raw, field)
    from citelock.checks import other_ids  # with the patterns of all that is no DOI

    return other_ids.read_page(raw) if field == "url" else other_ids.read_number(field, raw, field)


_PLAIN = re.compile(r"10\.[0-9]{4,9}(?:\.[0-9]+)*/[a-z0-9.-]+")
_OUTSIDE = re.compile(r"[^a-z0-9._-]")
_NAME_LENGTH = 100  # characters: 109 with the hash, so a path stays short enough for every disk


def file_stem(identifier: Identifier) -> str:
    """The name of its files without extension (design README, section 3), safe on every disk.

    >>> file_stem(Identifier("doi", "10.0000/demo.1", "10.0000/demo.1"))
    '10.0000_demo.1'
    >>> file_stem(Identifier("doi", "10.5555/a/b", "10.5555/a/b"))
    '10.5555_a_b-7621c719'
    """
    doi = identifier.doi
    if doi is not None:
        if len(doi) <= _NAME_LENGTH and _PLAIN.fullmatch(doi):
            return doi.replace("/", "_")
        return f"{_slug(doi)[:_NAME_LENGTH]}-{_hash(doi)}"
    if identifier.scheme == "url":
        return f"{legacy_stem(identifier)}-{_hash(identifier.value)}"
    return f"{identifier.scheme}_{identifier.value.lower()}"


def legacy_stem(identifier: Identifier) -> str:
    """The bare slug, the name a hand-made file may have; equal to `file_stem` where no hash is added."""
    doi = identifier.doi
    if doi is not None:
        return _slug(doi)
    if identifier.scheme == "url":
        host, _, path = identifier.value.partition("://")[2].partition("/")
        return f"url_{_slug(host)}_{_slug(path.partition('?')[0].lower())}"[:_NAME_LENGTH]
    return file_stem(identifier)


def from_stem(stem: str) -> Identifier | None:
    """The identifier whose plain file name this is; None for a name with a hash, which cannot be turned back.

    >>> from_stem("10.0000_demo.1").key, from_stem("pmcid_pmc123").key, from_stem("10.5555_a_b-7621c719")
    ('doi:10.0000/demo.1', 'pmcid:PMC123', None)
    """
    for sign in "/:":
        read = parse_identifier(stem.replace("_", sign, 1))
        if isinstance(read, Identifier) and read.scheme != "url":
            for each in filter(None, (read.given, read)):
                if file_stem(each) == stem:
                    return each._replace(given=None)
    return None


def bucket_key(identifier: Identifier) -> bytes:
    """What partition hashes: the bare slug, so that two identifiers that share a hand-made file meet."""
    return legacy_stem(identifier).encode("ascii")


def _slug(text: str) -> str:
    return _OUTSIDE.sub("_", text)


def _hash(text: str) -> str:
    return sha256(text.encode("utf-8")).hexdigest()[:8]
