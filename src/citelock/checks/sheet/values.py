"""The review sheet as values: what a person is to look at, before it becomes a page."""

from __future__ import annotations

from typing import Literal, NamedTuple

# "" is plain text; `quote` words of the quotation, `hidden` words that its ellipsis hides, `skipped` marks of
# the source that the quotation leaves out, `figure` a number that supports one of the claim; of a difference
# `missing` are words of the source that the quotation lacks, `added` words that the source lacks.
Mark = Literal["", "quote", "hidden", "skipped", "figure", "missing", "added"]
Opinion = Literal["supports", "does not", "unclear"]
FOUND = frozenset({"verbatim", "markers_ignored", "editorial", "elided"})  # statuses of a quotation
OPINIONS: tuple[Opinion, ...] = ("supports", "does not", "unclear")


class Run(NamedTuple):
    """A stretch of text that looks alike."""

    text: str
    mark: Mark = ""


class Passage(NamedTuple):
    """A place of the snapshot, with a paragraph on either side ("" where there is none).

    `line` and `page` are from 1, `page` None without pages.
    """

    before: str
    runs: tuple[Run, ...]
    after: str
    line: int
    page: int | None


class Difference(NamedTuple):
    """A quotation that was not found beside the passage it comes nearest to, word by word.

    `before` and `after` are what stands beside the passage in its paragraph.
    """

    runs: tuple[Run, ...]
    line: int
    page: int | None
    before: str = ""
    after: str = ""


class Compared(NamedTuple):
    """One field as it is cited and as the registry has it; `level` is that of the finding on it, or ""."""

    field: str
    cited: str
    registered: str
    level: str


class Figure(NamedTuple):
    """A number of the claim with the figure that supports it ("" for none) and the rule that says so.

    `level` is that of the rule: error, warning, note, or "" where both figures are the same.
    """

    claim: str
    quote: str
    rule: str
    level: str


class Told(NamedTuple):
    """A finding in words; `level` is error, warning or note, `line` that of the claims file or None."""

    name: str
    level: str
    message: str
    line: int | None


class Shown(NamedTuple):
    """One citation. `withheld` says why the text may not be shown, "" where it may.

    `missing` are the numbers, from 0, of those `quotes` that were looked for and not found.
    """

    index: int  # type: ignore[assignment] # hides a method of tuples that nobody asks for
    identifier: str
    address: str
    label: str
    fingerprint: str
    told: tuple[Told, ...]
    quotes: tuple[str, ...] = ()
    status: str = ""
    missing: tuple[int, ...] = ()
    passages: tuple[Passage, ...] = ()
    difference: Difference | None = None
    compared: tuple[Compared, ...] = ()
    figures: tuple[Figure, ...] = ()
    withheld: str = ""
    licence: str = ""
    attribution: str = ""
    hashes: tuple[tuple[str, str], ...] = ()

    @property
    def found(self) -> bool:
        """Whether the quotation stands in the text, so that its figures prove something."""
        return self.status in FOUND


class Judgement(NamedTuple):
    """What a person said of one citation, by fingerprint, and the file that says so."""

    fingerprint: str
    opinion: Opinion
    note: str
    file: str


class Card(NamedTuple):
    """One claim with its citations."""

    claim: str
    file: str
    line: int | None
    text: str
    label: str
    because: tuple[str, ...]
    citations: tuple[Shown, ...]

    @property
    def level(self) -> str:
        """The worst level of its findings, "" without any."""
        levels = {told.level for shown in self.citations for told in shown.told}
        return next((level for level in ("error", "warning", "note") if level in levels), "")


class Sheet(NamedTuple):
    """The whole sheet; `general` are findings of no citation, `problems` what could not be shown."""

    report_sha256: str
    counts: tuple[tuple[str, int], ...]
    labels: tuple[tuple[str, int], ...]
    general: tuple[Told, ...]
    cards: tuple[Card, ...]
    judgements: tuple[Judgement, ...]
    problems: tuple[str, ...]
