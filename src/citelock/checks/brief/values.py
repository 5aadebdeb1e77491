"""What a brief is built from: claims as they were audited, and how it is to be built (web.md, section 4)."""

from __future__ import annotations

from typing import NamedTuple

from citelock.checks.identifiers import Identifier
from citelock.checks.review.values import Opinions

OFF, WARN, STRICT = PROSE = ("off", "warn", "strict")


class Source(NamedTuple):
    """One citation of a claim: what is cited, the quoted fragments, and the evidence they were found in.

    `retrieved` is the day that the text was taken on, `sha256` that of the text; "" where there is none.
    """

    title: str
    identifier: Identifier | None
    quotes: tuple[str, ...]
    retrieved: str
    sha256: str
    label: str


class AuditedClaim(NamedTuple):
    """A claim with its computed label and the codes that decided it.

    `errors` are the names of all its findings that are errors by code, whatever weight the settings give
    them. `line` is where it begins in `file`.
    """

    id: str
    text: str
    file: str
    line: int
    label: str
    because: tuple[str, ...]
    errors: tuple[str, ...]
    sources: tuple[Source, ...]


class Plan(NamedTuple):
    """How to build: `required` ids must be used, failed claims refuse or are dropped; `prose` is of PROSE.

    `opinions` get a column of their own in the table; they decide nothing.
    """

    required: tuple[str, ...] = ()
    drop_failed: bool = False
    prose: str = WARN
    opinions: Opinions | None = None


class Brief(NamedTuple):
    """What came of it: the `text`, or why there is none (`refusals`); `warnings` are told in either case."""

    text: str
    refusals: tuple[str, ...]
    warnings: tuple[str, ...]
