"""One check of a claim, from the request to the result: the one way for command line, HTTP and MCP.

Search, choice, reading, model; then the pure decision, and the record (verify.md, section 2). A replay makes
the same decision from the record alone.
"""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit

from citelock import __version__
from citelock.checks.verification.answers import read_answer
from citelock.checks.verification.choosing import choose, in_time
from citelock.checks.verification.decide import LEXICAL, Evidence, Json, Unusable, decide, sources_for
from citelock.checks.verification.lexical import NAME
from citelock.checks.verification.prompting import PROMPT, answer_schema, messages_of, prompt_digest
from citelock.checks.verification.tables import Tables
from citelock.checks.verification.tiers import tier_of
from citelock.checks.verification.values import Hit, Model, Pages, Request, Run, Search, Source, Tier
from citelock.snapshotter.clock import Clock
from citelock.snapshotter.domains import is_registrable
from citelock.snapshotter.verification.dates import known_date
from citelock.snapshotter.verification.fetching import Fetch
from citelock.snapshotter.verification.model import ModelServer
from citelock.snapshotter.verification.reading import read_pages
from citelock.snapshotter.verification.recording import (
    NotRecorded,
    has_record,
    key_of,
    prepare_records,
    read_record,
    result_bytes,
    write_record,
)
from citelock.snapshotter.verification.search.interface import Provider
from citelock.snapshotter.verification.searching import search

NONE = "none"


class Setup(NamedTuple):
    """Whom the operator lets a check ask, the same for every check: nothing of it comes from a request.

    `pages` reads pages of the web. `model` is a server, LEXICAL, or NONE. `records` is the folder of records,
    None: nothing is recorded.
    """

    provider: Provider
    pages: Fetch
    model: ModelServer | str
    tables: Tables
    records: str | None
    clock: Clock


class Checked(NamedTuple):
    """The result of one check, and the name of its record ("" without one)."""

    result: Json
    key: str


class Replayed(NamedTuple):
    """The result derived from a record, and whether it is the one that was recorded with it."""

    result: Json
    as_recorded: bool


def verify(request: Request, setup: Setup) -> Checked:
    """Checks one claim. Many threads may do so at once.

    Raises SearchUnavailable, ModelUnavailable and its kinds, UsageError where nothing can be recorded.
    """
    if setup.records is not None:
        prepare_records(setup.records)
    watch = _Watch(setup.clock)
    found = search(setup.provider, request, setup.clock.today())
    watch.lap("search")
    pages = _read(request, found, setup)
    watch.lap("read")
    model = _asked(request, Evidence(found, pages, None), setup)
    watch.lap("model")
    evidence = Evidence(found, pages, model)
    run = Run(watch.total, watch.laps, __version__)
    if setup.records is None:
        return Checked(decide(request, evidence, run, setup.tables, is_registrable), "")
    key = key_of(request, evidence)
    if not has_record(setup.records, key):
        result = decide(request, evidence, run, setup.tables, is_registrable, key)
        if write_record(setup.records, key, request, evidence, run, result):
            return Checked(result, key)
    # The same evidence to the byte is recorded: that is the record, with its times, and its bytes are given.
    record = read_record(setup.records, key)
    if (record.request, record.evidence) != (
        request,
        evidence,
    ):  # names are short: pages might be made to fit
        raise NotRecorded(key, "it is that of other pages, which happen to have the same short name")
    return Checked(decide(request, evidence, record.run, setup.tables, is_registrable, key), key)


def replay(folder: str, key: str, tables: Tables) -> Replayed:
    """The result that follows from a record: no socket, no model. Raises NotRecorded, UsageError."""
    record = read_record(folder, key)
    try:
        result = decide(record.request, record.evidence, record.run, tables, is_registrable, key)
    except Unusable as error:
        raise NotRecorded(key, f"the answer of the model cannot be used: {error}") from error
    return Replayed(result, result_bytes(result) == record.result)


def _read(request: Request, found: Search, setup: Setup) -> Pages:
    def tier(hit: Hit) -> Tier:
        return tier_of(setup.tables.tiers, hit.host, urlsplit(hit.url).path)

    def in_range(published: str) -> bool:
        return in_time(published, found.earliest)

    def date_of(said: str) -> str:
        return known_date(said, found.date)

    chosen = choose(found.hits, request.max_sources, tier, in_range)
    fetch = setup.provider.fetch or setup.pages
    return read_pages(chosen.picks, chosen.spares, fetch, in_range, date_of)


def _asked(request: Request, evidence: Evidence, setup: Setup) -> Model | None:
    """What the model answered; None where there is none, or nothing to show it."""
    sources = sources_for(evidence, setup.tables)
    if setup.model == NONE or not sources:
        return None
    if isinstance(setup.model, str):
        return Model(LEXICAL, NAME, "", "", {}, ())
    return _served(request, sources, setup.model)


def _served(request: Request, sources: tuple[Source, ...], server: ModelServer) -> Model:
    def problem_of(raw: str) -> str | None:
        read = read_answer(raw)
        return read if isinstance(read, str) else None

    messages = messages_of(request.claim, sources)
    reply = server.ask(messages, answer_schema(), problem_of)
    return Model(
        "openai",
        server.model,
        PROMPT,
        prompt_digest(messages),
        reply.parameters,
        reply.answers,
        reply.input_tokens,
        reply.output_tokens,
    )


class _Watch:
    """How long the steps of a check took, in milliseconds."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._start = self._last = clock.now()
        self.laps: dict[str, int] = {}

    def lap(self, name: str) -> None:
        now = self._clock.now()
        self.laps[name] = round(1000 * (now - self._last))
        self._last = now

    @property
    def total(self) -> int:
        return round(1000 * (self._last - self._start))
