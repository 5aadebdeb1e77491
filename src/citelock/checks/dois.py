"""DOIs in a `doi` field.

The plain spelling that nearly all have is read here, any other in `doi_cleaning.py`.
It knows spelling only; whether a DOI exists is what records are for. Rules: metadata.md, section 1.
"""

from __future__ import annotations

import re

from citelock.checks.id_readings import EXAMPLE, MAX_CHARACTERS, DoiReading, Refusal
from citelock.checks.text.patterns import late

# The spelling of nearly all DOIs, bare or behind the resolver: nothing in it can need cleaning. Prefixes with
# versions (arXiv, bioRxiv) are left to the long way.
_PLAIN = re.compile(
    r"(?:https?://(?:dx\.)?doi\.org/|doi:)?"
    r"(10\.(?!48550/|1101/|64898/)[0-9]{4,9}(?:\.[0-9]+)*/[A-Za-z0-9._-]*[A-Za-z0-9])"
)


def read_doi(raw: str) -> DoiReading | Refusal:
    """The DOI in a `doi` field, in normal form: Unicode NFC, ASCII letters in lower case, no wrapper.

    >>> read_doi("https://doi.org/10.1111/BPH.15016").value
    '10.1111/bph.15016'
    >>> read_doi("10/gfvj8t").reason
    'is a shortDOI'
    """
    if len(raw) > MAX_CHARACTERS:
        return Refusal(f"is longer than {MAX_CHARACTERS:,} characters", EXAMPLE)
    plain = _PLAIN.fullmatch(raw)
    if plain:
        return DoiReading(plain[1].lower())
    from citelock.checks.doi_cleaning import read_any  # a dozen patterns that a clean claims file never needs

    return read_any(raw)


_SHORT = late(r"(?:https?://)?(?:(?:dx\.)?doi\.org/)?(?:doi:\s*)?(10/[A-Za-z0-9]{1,40})", re.IGNORECASE)


def short_doi(raw: str) -> str:
    """The shortDOI that a text is, "" if it is none: what it stands for only doi.org can say.

    >>> short_doi("https://doi.org/10/GFVJ8T"), short_doi("10.5555/a")
    ('10/gfvj8t', '')
    """
    match = _SHORT.fullmatch(raw.strip()[:MAX_CHARACTERS])
    return match[1].lower() if match else ""


def normal_doi(raw: str) -> str | None:
    """The DOI in normal form, cleaned if need be; None if it is not one."""
    reading = read_doi(raw)
    return reading.value if isinstance(reading, DoiReading) else None
