"""From what was recorded to the result: pure, so that anybody can derive a verdict again (verify.md, 1 to 7).

No clock, no network, no model: times and tokens come from the files. What the model says is a proposal; what
its quotations prove decides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import NamedTuple
from urllib.parse import urlsplit

from citelock.checks.verification.answers import read_answer
from citelock.checks.verification.candidates import candidates
from citelock.checks.verification.caveats import Grounds, caveats
from citelock.checks.verification.choosing import in_time
from citelock.checks.verification.entries import (
    by_class,
    domains_of,
    evidence_entry,
    number_of,
    source_entry,
    unread_of,
)
from citelock.checks.verification.figures import missing_figures
from citelock.checks.verification.lexical import lexical_answer
from citelock.checks.verification.mirrors import clusters
from citelock.checks.verification.quotations import Checked, Kept, check_quotations
from citelock.checks.verification.subjects import has_names_unseen, subject_terms
from citelock.checks.verification.tables import RULES, Tables, tables_object
from citelock.checks.verification.tiers import tier_of
from citelock.checks.verification.values import (
    OUTSIDE_RANGE,
    PRIMARY,
    STANCES,
    Answer,
    Model,
    Pages,
    Request,
    Run,
    Search,
    Source,
)
from citelock.checks.verification.verdict import Judged, Weighed, judge, word_of
from citelock.checks.verification.windows import sources_of

Json = dict[str, object]
LEXICAL = "lexical"
# What came of a check, beside its verdict; see docs/verify.md.
OUTCOMES = ("answered", "nothing_found", "all_unread", "partly_unread", "read_silent", "no_model")


class Unusable(ValueError):
    """The recorded answer of the model is not of its form: there is no verdict without a model's word."""


class Evidence(NamedTuple):
    """What was collected for one request."""

    search: Search
    pages: Pages
    model: Model | None


def sources_for(evidence: Evidence, tables: Tables) -> tuple[Source, ...]:
    """The pages that were read, as the model and the checks see them."""
    ranks = {hit.url: hit.rank for hit in reversed(evidence.search.hits)}
    return sources_of(
        evidence.pages,
        lambda url: ranks.get(url, 0),
        lambda page: tier_of(tables.tiers, page.host, urlsplit(page.final_url).path),
    )


def decide(
    request: Request,
    evidence: Evidence,
    run: Run,
    tables: Tables,
    is_domain: Callable[[str], bool],
    record: str = "",
) -> Json:
    """The result: the answer of the interface, its fields as verify.md, section 7, has them.

    `is_domain` says whether a word has a public suffix, `record` names the record where there is one. Raises
    Unusable.
    """
    sources = sources_for(evidence, tables)
    terms = subject_terms(request.claim, is_domain)
    answer = _answer(request.claim, evidence.model, sources, terms)
    return _Decision(request, evidence, run, tables, sources, terms, answer, record).result()


def _answer(
    claim: str, model: Model | None, sources: Sequence[Source], terms: Sequence[str]
) -> Answer | None:
    """What the model answered; None where none was asked."""
    if model is None or not sources:
        return None
    if model.provider == LEXICAL:
        return lexical_answer(claim, sources, terms)
    read = read_answer(model.answers[-1]) if model.answers else "there is no answer"
    if isinstance(read, str):
        raise Unusable(read)
    return read


class _Decision:
    """One decision; it only saves every function the same arguments."""

    def __init__(
        self,
        request: Request,
        evidence: Evidence,
        run: Run,
        tables: Tables,
        sources: tuple[Source, ...],
        terms: tuple[str, ...],
        answer: Answer | None,
        record: str,
    ) -> None:
        self._request, self._evidence, self._run, self._tables = request, evidence, run, tables
        self._sources, self._terms, self._answer, self._record = sources, terms, answer, record
        self._checked = check_quotations(answer.quotes, sources, terms) if answer else Checked(0, (), 0, 0)
        self._kept = (*self._checked.kept, *self._beyond())
        self._clusters = clusters(sources)
        self._unread = unread_of(evidence.pages.pages)

    def result(self) -> Json:
        """The whole result."""
        winning = self._winning()
        domains = tuple(dict.fromkeys(each.source.page.domain for each in winning))
        independent = len({self._clusters[each.source.id] for each in winning})
        judged = self._judged(independent)
        result: Json = {
            "claim": self._request.claim,
            "verdict": judged.word,
            "confidence": judged.confidence,
            "agreeing": len(self._sites("supports")),
            "disagreeing": len(self._sites("refutes")),
            "evidence": [evidence_entry(each) for each in self._in_order()],
            "caveats": caveats(self._grounds(judged, winning)),
            "meta": self._meta(domains, independent),
        }
        if self._answer is None and self._sources:
            result["candidates"] = [
                {**source_entry(each.source), "quote": each.text, "start": each.start, "end": each.end}
                for each in candidates(self._request.claim, self._sources)
            ]
        return result

    def _beyond(self) -> tuple[Kept, ...]:
        """Quotations over the limit that put a page on a side on which no other has it."""
        if self._answer is None or not self._checked.kept:
            return ()
        known = {(each.source.id, each.stance) for each in self._checked.kept}
        found: dict[tuple[str, str], Kept] = {}
        for each in check_quotations(self._answer.more, self._sources, self._terms).kept:
            if each.stance != "neutral" and (each.source.id, each.stance) not in known:
                found.setdefault((each.source.id, each.stance), each)
        return tuple(found.values())

    def _weighed(self) -> Weighed:
        return Weighed(
            given=self._checked.given,
            kept=self._checked.stand,
            supporting=len(self._sites("supports")),
            refuting=len(self._sites("refutes")),
            primary=any(source.tier in PRIMARY for source in self._sources),
        )

    def _judged(self, independent: int) -> Judged:
        if self._answer is None:
            return Judged("unverified", Decimal(0), ())
        return judge(self._answer.verdict, self._answer.confidence, self._weighed(), independent)

    def _winning(self) -> tuple[Kept, ...]:
        """The quotations of the side that won; all of them where none did."""
        word = word_of(self._answer.verdict, self._weighed()) if self._answer else "unverified"
        side = {"supported": "supports", "refuted": "refutes"}.get(word)
        return tuple(each for each in self._kept if side is None or each.stance == side)

    def _sites(self, stance: str) -> tuple[str, ...]:
        """The sites of the pages with a standing quotation of that stance, one for each page."""
        pages = {each.source.id: each.source.page.domain for each in self._kept if each.stance == stance}
        return tuple(pages[name] for name in sorted(pages, key=number_of))

    def _in_order(self) -> list[Kept]:
        return sorted(
            self._kept,
            key=lambda each: (STANCES.index(each.stance), number_of(each.source.id), each.start, each.end),
        )

    def _outcome(self) -> str:
        if not self._evidence.search.hits:
            return "nothing_found"
        if not self._sources:
            return "all_unread" if self._unread else "nothing_found"  # of the time that was asked for
        if self._answer is None:
            return "no_model"
        if not self._answer.quotes and self._answer.verdict == "unverified" and not self._unread:
            return "read_silent"
        return "partly_unread" if self._unread else "answered"

    def _meta(self, domains: Sequence[str], independent: int) -> Json:
        pages, model = self._evidence.pages.pages, self._evidence.model
        meta: Json = {
            "tookMs": self._run.took_ms,
            "sourcesFound": len(self._evidence.search.hits),
            "sourcesPicked": len({page.slot for page in pages}),
            "sourcesRead": len(self._sources),
            "sourcesUnread": len(self._unread),
            "unreadSources": [
                {"url": page.url, "source": page.host, "reason": page.reason} for page in self._unread
            ],
            "quotesRejected": self._checked.rejected,
            "quotesOffSubject": self._checked.off_subject,
            "independentDomains": len(domains),
            "independentSources": independent,
            "mirrors": len(domains) - independent,
            "outcome": self._outcome(),
            "rules": RULES,
            "tables": dict(tables_object(self._tables)),
            "subjectTerms": list(self._terms),
            "searchDate": self._evidence.search.date,
        }
        if model is not None:
            meta |= {
                "model": model.model,
                "inputTokens": model.input_tokens,
                "outputTokens": model.output_tokens,
            }
        if self._record:
            meta["record"] = self._record
        return meta

    def _grounds(self, judged: Judged, winning: Sequence[Kept]) -> Grounds:
        search, answer = self._evidence.search, self._answer
        asked = bool(self._request.time_range)
        quotes = [each.quote for each in winning]
        return Grounds(
            verdict=judged.word,
            said=answer.verdict if answer else None,
            engines=tuple(name for name, _ in search.unresponsive),
            may_not_filter=asked and not search.queries[-1].time_range,
            undated=domains_of(source.page for source in self._sources if not source.page.published)
            if asked
            else (),
            outside=self._outside() if asked else (),
            unread=tuple((page.host or page.domain, page.reason) for page in self._unread),
            caps=judged.caps,
            reprints=self._reprints(),
            supporting=self._sites("supports"),
            refuting=self._sites("refutes"),
            figures=missing_figures(self._request.claim, quotes) if quotes else (),
            cut=domains_of(each.source.page for each in winning if each.cut),
            unquoted=answer is not None and answer.verdict != "unverified" and not answer.quotes,
            names_unseen=has_names_unseen(self._request.claim),
            no_subject=bool(self._sources) and answer is not None and not self._terms,
            lexical=self._evidence.model is not None and self._evidence.model.provider == LEXICAL,
            left_out=answer.cut if answer else 0,
            model=answer.caveats if answer else (),
        )

    def _outside(self) -> tuple[str, ...]:
        """The sites of pages of another time; where nothing was read, also those of hits that had a date."""
        search = self._evidence.search
        pages = [page.domain for page in self._evidence.pages.pages if page.reason == OUTSIDE_RANGE]
        if not self._sources:
            pages += [hit.domain for hit in search.hits if not in_time(hit.published, search.earliest)]
        return tuple(dict.fromkeys(pages))

    def _reprints(self) -> tuple[tuple[str, ...], ...]:
        """The sites of each cluster with more than one page, the one that is counted first in front."""
        groups: dict[int, list[Source]] = {}
        for source in self._sources:
            groups.setdefault(self._clusters[source.id], []).append(source)
        return tuple(
            tuple(source.page.domain for source in sorted(group, key=by_class))
            for group in groups.values()
            if len(group) > 1
        )
