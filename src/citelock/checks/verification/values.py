"""What one check of a claim consists of: the request, and what was collected for it (verify.md, section 1).

Values only. `snapshotter/verification/` fills them, `recorded.py` turns them into the files of a record
and back, `decide.py` makes the result of them. Texts of pages are apart, by their sha256.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Literal, NamedTuple

TimeRange = Literal["", "day", "week", "month", "year"]
Stance = Literal["supports", "refutes", "neutral"]
Word = Literal["supported", "refuted", "mixed", "unverified"]
Tier = Literal["docs", "reference", "media", "community", "aggregator", "unknown"]
Span = tuple[int, int]  # code points of a text, half-open

TIME_RANGES: tuple[TimeRange, ...] = ("", "day", "week", "month", "year")
STANCES: tuple[Stance, ...] = ("supports", "refutes", "neutral")
WORDS: tuple[Word, ...] = ("supported", "refuted", "mixed", "unverified")
TIERS: tuple[Tier, ...] = ("docs", "reference", "media", "community", "aggregator", "unknown")
PRIMARY: frozenset[Tier] = frozenset(("docs", "reference", "media", "community"))

READ = "read"  # status of a page whose text is there
UNREAD = "unread"
DROPPED = "dropped"  # it was there and does not count: SAME_DOMAIN or OUTSIDE_RANGE
SAME_DOMAIN = "same_domain"  # of a page that was read before
OUTSIDE_RANGE = "outside_range"  # its own date is not of the time asked for


class Request(NamedTuple):
    """What is asked: 3 to 1,000 characters of claim; `query` "" means the claim itself (section 7)."""

    claim: str
    query: str = ""
    max_sources: int = 4
    time_range: TimeRange = ""
    language: str = "auto"


class Hit(NamedTuple):
    """One hit of a search that has an http(s) address; `rank` counts from 1 over all hits of the provider.

    `published` is an ISO date, "" when none is known. `host` and `domain` (the registrable one) belong to
    `url`. Title and snippet are never evidence.
    """

    rank: int
    url: str
    title: str
    snippet: str
    published: str
    host: str
    domain: str


class Query(NamedTuple):
    """One query as it was sent, and how many hits came back, those without address included."""

    text: str
    time_range: TimeRange
    language: str
    found: int


class Search(NamedTuple):
    """What was searched, and what came.

    `hits` are those of the last query, at most 20; `unresponsive` are engines with the reason they gave,
    sorted. `filters` says whether the provider can filter by time at all. `date` is the day of the search
    (ISO), `earliest` the first day of the time range that was asked for, counted from it ("" for any).
    """

    provider: str
    queries: tuple[Query, ...]
    hits: tuple[Hit, ...]
    unresponsive: tuple[tuple[str, str], ...]
    filters: bool
    date: str
    earliest: str = ""


class Page(NamedTuple):
    """One address that was tried.

    `wave` is 1 for picks, 2 for spares, 3 for the one retry; `slot` (from 1) is the pick it is, or stands
    in for. `status` is READ, UNREAD (`reason`: a word of web.md, section 1.1) or DROPPED (`reason`:
    which). `domain` and `host` are those of `final_url`; `sha256` and `chars` those of the extracted
    text, "" and 0 without one. `main` are the spans of the main text, in order.
    """

    url: str
    final_url: str
    chain: tuple[str, ...]
    host: str
    domain: str
    wave: int
    slot: int
    status: str
    reason: str = ""
    title: str = ""
    content_type: str = ""
    published: str = ""
    sha256: str = ""
    chars: int = 0
    main: tuple[Span, ...] = ()


class Pages(NamedTuple):
    """All addresses that were tried, in order of wave and slot, and the texts of those read by sha256."""

    pages: tuple[Page, ...]
    texts: Mapping[str, str]


class Model(NamedTuple):
    """What a model was asked and answered, verbatim; there is none without a model.

    `provider` is `openai` or `lexical`, `answers` the raw texts: one, or two after a repair. `prompt`
    names the version of the instruction, `prompt_sha256` is the hash of all that was sent. Tokens are 0
    where the server says none.
    """

    provider: str
    model: str
    prompt: str
    prompt_sha256: str
    parameters: Mapping[str, object]
    answers: tuple[str, ...]
    input_tokens: int = 0
    output_tokens: int = 0


class Run(NamedTuple):
    """How long it took, in milliseconds, as a whole and by step; and which version of citelock it was."""

    took_ms: int
    steps: Mapping[str, int]
    version: str


class Quote(NamedTuple):
    """One quotation of the model's answer: `source` is the id it gave ("S2"), whatever that is."""

    source: str
    quote: str
    stance: Stance
    note: str


class Answer(NamedTuple):
    """The model's answer after its schema was checked.

    `cut` counts what was over the limits and left out. `more` are quotations over the limit that are looked
    at all the same: no number of others in front of it may take one of the other side out of the way.
    """

    verdict: Word
    confidence: Decimal
    quotes: tuple[Quote, ...]
    caveats: tuple[str, ...]
    cut: int = 0
    more: tuple[Quote, ...] = ()


class Source(NamedTuple):
    """One page that was read, as the model and the checks see it.

    `id` is S1, S2, …: pages in the order of their slots. `window` are spans of `text`, together the first
    6,000 code points of its main text.
    """

    id: str
    page: Page
    tier: Tier
    rank: int
    text: str
    window: tuple[Span, ...]
