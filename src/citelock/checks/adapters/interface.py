"""What every adapter gives: claims with their citations, each with its place in the original.

An adapter is a pure function from text to `Imported`. It fills no field that the text does not hold: what a
format cannot carry is left out and said, never guessed (web.md, section 5).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

At = tuple[int, int]  # line and column of the original, both from 1, the column in characters

MAX_BYTES = 2 * 1024 * 1024  # of a file: the largest real reports have a tenth of it
MAX_CITATIONS = 100_000  # of a file: `[1-1000]` written a thousand times is 10 kB
MAX_RANGE = 1000  # references that one marker may stand for

FORMATS = ("markdown", "bibtex", "csl-json", "anthropic", "openai")


class TooMuch(ValueError):
    """A file that would become more than an import holds; the message says what and where."""

    def __init__(self, what: str, at: At | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.at = at


class Unreadable(ValueError):
    """A text that is not of the format it was taken for; the message says why and what to do."""

    def __init__(self, what: str, at: At | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.at = at


@dataclass(frozen=True, slots=True)
class CitationDraft:
    """One citation as the original has it.

    `fields` are those of a citation of a claims file, identifiers first; `marker` what the text calls it by,
    "" without one.
    """

    at: At
    fields: Mapping[str, object]
    marker: str = ""


@dataclass(frozen=True, slots=True)
class ClaimDraft:
    """One claim: `key` is an id that the original gives it, "" where it has none."""

    text: str
    at: At
    citations: tuple[CitationDraft, ...]
    key: str = ""


@dataclass(frozen=True, slots=True)
class Unused:
    """An entry of a source list that no marker names."""

    marker: str
    at: At
    fields: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Quotation:
    """Words between quotation marks. `part` is the part of the file that was left out, "" for its text."""

    words: str
    at: At
    part: str = ""


@dataclass(frozen=True, slots=True)
class Counts:
    """What was met. `references` are entries of lists, `markers` what names them, `links` those in the text.

    `sentences` have no source, `figures` of them a digit.
    """

    references: int = 0
    markers: int = 0
    links: int = 0
    sentences: int = 0
    figures: int = 0


@dataclass(frozen=True, slots=True)
class Imported:
    """A file as claims. `uncited` are the sentences without a source; `said` what a person should know.

    `unread` says with its place what looked like an entry and could not be read. `quotations` are those that
    no citation carries; `left_out` has the parts of the file that were not read, each with its lines.
    """

    format: str
    claims: tuple[ClaimDraft, ...]
    unused: tuple[Unused, ...] = ()
    uncited: tuple[ClaimDraft, ...] = ()
    counts: Counts = field(default_factory=Counts)
    said: tuple[tuple[str, At], ...] = ()
    unread: tuple[tuple[str, At], ...] = ()
    quotations: tuple[Quotation, ...] = ()
    left_out: tuple[tuple[str, int], ...] = ()
