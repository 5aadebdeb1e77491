"""Claims and citations: the values behind `claims.json`, once the file has been read and accepted.

Only the fields a check reads are here. Unknown keys are allowed in the file; those of a citation are dropped
(the fingerprint is taken from the JSON before that).
"""

from __future__ import annotations

from citelock.checks.named import NamedTuple


class Citation(NamedTuple):
    """One citation as the agent wrote it: None means that the field is absent or null.

    `index` is its place in the claim's list. Of the identifiers the first of doi, pmid, pmcid, arxiv, url is
    checked.
    """

    index: int  # type: ignore[assignment] # hides a method of tuples that nobody asks for
    doi: str | None = None
    pmid: str | None = None
    pmcid: str | None = None
    arxiv: str | None = None
    url: str | None = None
    title: str | None = None
    year: int | float | str | None = None
    first_author: str | None = None
    authors: tuple[str, ...] | None = None
    container_title: str | None = None
    quote: str | None = None
    quotes: tuple[str, ...] | None = None
    status: str | None = None
    marker: str | None = None
    fingerprint: str = ""


class Claim(NamedTuple):
    """One claim: `id` is unique in its file; `file` is the path of that file as the report shows it.

    `index` is its place in the file's list. `offset` and `length` delimit the claim's JSON object in the
    file's bytes, `line` and `column` (from 1, in characters) are where it begins; so a finding is placed
    without reading the rest of the file. `digest` is the sha256 (hex) of that object as it is written, ""
    where it is not known.
    """

    id: str
    text: str
    citations: tuple[Citation, ...]
    file: str
    status: str | None = None
    offset: int = 0
    length: int = 0
    line: int = 1
    column: int = 1
    index: int = 0  # type: ignore[assignment] # as above
    fingerprint: str = ""
    digest: str = ""
