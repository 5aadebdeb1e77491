"""What a text that should be an identifier is read as: a DOI in normal form, or why it is none.

Values only; who reads is `dois.py`, `doi_cleaning.py` and `urls.py` (metadata.md, section 1).
"""

from __future__ import annotations

from citelock.checks.named import NamedTuple

MAX_CHARACTERS = 2048  # of any identifier (action.md, section 10)


class Refusal(NamedTuple):
    """Why a text is not an identifier, and what to do about it."""

    reason: str
    hint: str


class DoiReading(NamedTuple):
    """A DOI in normal form.

    Whether it had to be cleaned, and the reading without doubtful cleaning if there is one; `given_cleaned`:
    that one has been cleaned of dirt which is certain.
    """

    value: str
    cleaned: bool = False
    given: str | None = None
    version: str | None = None
    given_cleaned: bool = False


EXAMPLE = "Write a DOI such as 10.1038/nphys1170."
