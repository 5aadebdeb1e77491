"""What the matcher answers to "is this verbatim in the snapshot?": values only; `text/find.py` works."""

from __future__ import annotations

from citelock.checks.findings import Finding
from citelock.checks.named import NamedTuple

# From best to worst; of several fragments the report shows the weakest (quotes.md, section 10).
STATUSES = (
    "verbatim",
    "markers_ignored",
    "editorial",
    "elided",
    "not_found",
    "too_short",
    "unsafe",
    "not_checked",
)


class QuotePolicy(NamedTuple):
    """The limits a caller may set. `min_quote` counts folded characters (quotes.md, section 8)."""

    min_quote: int = 30


class Fragment(NamedTuple):
    """One run of quoted words and where it stands: code points of the text, half-open; line and page from 1.

    `folds` names the classes of the fold that the accept needed (none: byte-identical), `skipped` what of the
    text the quote leaves out (markers), `inserted` the editorial words of the quote, `hidden_after` the words
    that an ellipsis between this fragment and the next one hides. A fragment that was not found has `start`
    None.
    """

    n: int
    status: str
    start: int | None = None
    end: int | None = None
    line: int | None = None
    page: int | None = None
    folds: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    inserted: tuple[str, ...] = ()
    hidden_after: str | None = None


class Nearest(NamedTuple):
    """The passage a missed quote comes closest to: a hint for people, never part of the verdict.

    `diverges_after` is the longest prefix of the quote that stands there; `missing` are words that the source
    has and the quote lacks, `added` words of the quote that the source lacks.
    """

    text: str
    line: int
    page: int | None
    diverges_after: str
    missing: tuple[str, ...]
    added: tuple[str, ...]


class QuoteResult(NamedTuple):
    """The answer for one citation: status, fragments, the hint on a miss, the findings on the quote."""

    status: str
    fragments: tuple[Fragment, ...] = ()
    nearest: Nearest | None = None
    findings: tuple[Finding, ...] = ()
