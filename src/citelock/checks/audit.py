"""The audit of all citations of one source: values in, rows of the report out (design README, 4 and 5).

It fixes which checks run and in which order; the rules themselves are in `rules/`. A row sees one source and
the citation's own claim, never another citation's evidence, so any split of the work gives the same rows
(performance.md, section 6).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from citelock.checks.companions import Companions
from citelock.checks.depth import SCOPE_METADATA
from citelock.checks.findings import Finding
from citelock.checks.identifiers import BadIdentifier, Identifier, identifying_field
from citelock.checks.quotes import QuotePolicy
from citelock.checks.records import CorruptRecord, NotCached, Record
from citelock.checks.rows import Row, make_row
from citelock.checks.rules import (
    author,
    claim,
    identity,
    notices,
    number,
    quote,
    record,
    references,
    snapshot,
    title,
    year,
)
from citelock.checks.snapshots import CorruptProvenance, Provenance
from citelock.checks.text.answers import answer
from citelock.checks.text.numbers import Quotations, ledger

if TYPE_CHECKING:
    from citelock.checks.claims import Citation, Claim
    from citelock.checks.config import Config
    from citelock.checks.quotes import QuoteResult
    from citelock.checks.source_evidence import SourceEvidence


_LAST_YEAR = 2099  # that a number of a claim may name (numbers.md, section 4)


def audit_source(
    items: Sequence[tuple[Claim, Citation, Identifier | BadIdentifier | None]],
    evidence: SourceEvidence,
    config: Config,
    *,
    scope: str = "",
) -> list[Row]:
    """One row for each item, in the order given; all items cite the source that `evidence` is about.

    An item without a usable identifier is judged by itself: give it `NO_EVIDENCE`. `scope` is "" or
    "metadata". A row is the entry of `results[]` as JSON values, but its findings have no `line` and `column`
    yet, and private keys begin with an underscore: `_status` (present when the claim states one: {"status",
    "pointer", "line", "column"}, the place being where the claim begins until the status itself is placed).
    """
    judge = _Judge(evidence, config, scope)
    return [judge.row(*item) for item in items]


def uncited_row(uncited: Claim, config: Config) -> Row:
    """The row of a claim without citations."""
    return make_row(
        uncited, None, None, [claim.uncited()], config.severities, fingerprint=uncited.fingerprint
    )


class _Judge:
    """The checks of one source: what many citations of it share is computed once."""

    def __init__(self, evidence: SourceEvidence, config: Config, scope: str) -> None:
        self._evidence = evidence
        self._severities = config.severities
        self._policy = QuotePolicy(config.min_quote)
        self._scope = scope
        self._described: dict[tuple[object, ...], tuple[Finding, ...]] = {}
        self._noticed: dict[str, list[Finding]] = {}  # by the field that names the work
        self._record, self._snapshot, self._provenance = _files(evidence)
        self._barrier: Finding | None = None
        self._barrier_is_known = False
        self._plain = _plain_description(evidence.record)
        self._years = _admissible_years(evidence)
        self._comparable = record.is_comparable(evidence.record, evidence.collision)
        provenance = evidence.provenance
        vetting = evidence.vetting
        self._abstract = isinstance(provenance, Provenance) and provenance.scope == "abstract"
        self._abstract = self._abstract or (vetting is not None and vetting.scope == "abstract")
        self._partial = isinstance(provenance, Provenance) and provenance.verdict == "partial"
        self._companions = Companions(evidence, config.commit_licences)

    def row(self, stated: Claim, citation: Citation, identifier: Identifier | BadIdentifier | None) -> Row:
        if not isinstance(identifier, Identifier):
            if identifier is None:
                finding = references.missing(citation) or claim.missing("identifier")
            else:
                finding = identity.bad(identifier)
            return make_row(stated, citation, identifier, [finding], self._severities)
        findings: list[Finding] = []
        field = identifying_field(citation) or ""
        if identifier.cleaned_from is not None:
            _add(findings, identity.cleaned(identifier, field))
        if not self._comparable:
            return self._unsound(stated, citation, identifier, findings)
        if identifier.scheme == "url":
            _add(findings, identity.doi_in_address(identifier))
        else:
            findings += self._of_record(identifier, field)
            findings += self._description(citation)
        quotation, figures = self._quotation(stated, citation, identifier, findings)
        return make_row(
            stated,
            citation,
            identifier,
            findings,
            self._severities,
            scope=self._scope,
            quotation=quotation,
            figures=figures,
            record_files=self._record,
            snapshot_files=self._snapshot,
            provenance_files=self._provenance,
        )

    def _unsound(
        self, stated: Claim, citation: Citation, identifier: Identifier, findings: list[Finding]
    ) -> Row:
        """The row of a citation whose record ends its checks."""
        evidence, field = self._evidence, identifying_field(citation) or ""
        error = record.record_error(
            evidence.record, identifier, evidence.record_path, evidence.collision, field
        )
        _add(findings, error)
        return make_row(
            stated,
            citation,
            identifier,
            findings,
            self._severities,
            record_files=self._record,
            quotation=quote.NOT_CHECKED if _has_quote(citation) and not self._scope else None,
        )

    def _of_record(self, identifier: Identifier, field: str) -> list[Finding]:
        """What the record says of the work, whatever was cited: another name, notices."""
        found = self._evidence.record
        if not isinstance(found, Record):
            return []
        noticed = self._noticed.get(field)
        if noticed is None:
            noticed = notices.check_notices(found, field, self._evidence.record_path)
            self._noticed[field] = noticed
        if not found.alias_of:
            return noticed
        other = identity.alias(found, identifier, field)
        return noticed if other is None else [*noticed, other]

    def _description(self, citation: Citation) -> tuple[Finding, ...]:
        """Title, year, authors and container; equal descriptions of one source are compared once."""
        authors, container = _further(citation)
        if self._plain is not None and not authors and not container:
            titles, years, name = self._plain
            cited = citation.year
            if (
                citation.first_author == name
                and citation.title in titles
                and type(cited) is int
                and cited in years
            ):
                return ()
        # The type too: 2024 and 2024.0 are equal, and a message shows the one that was written.
        key = (citation.title, type(citation.year), citation.year, citation.first_author, authors, container)
        known = self._described.get(key)
        if known is None:
            known = self._described[key] = tuple(self._compare(citation))
        return known

    def _compare(self, citation: Citation) -> list[Finding]:
        findings: list[Finding] = []
        found, path = self._evidence.record, self._evidence.record_path
        assert isinstance(found, Record)  # anything else is a record error
        _add(findings, record.without_metadata(found, is_empty=_is_empty(found)))
        comparable = not findings
        if citation.title is None or claim.is_blank(citation.title):
            findings.append(claim.missing("title"))
        elif comparable:
            _add(findings, title.check_title(citation.title, found, path))
        if citation.year is None or (isinstance(citation.year, str) and claim.is_blank(citation.year)):
            findings.append(claim.missing("year"))
        elif comparable:
            _add(findings, year.check_year(citation.year, found, path, container=citation.container_title))
        if citation.first_author is None or claim.is_blank(citation.first_author):
            findings.append(claim.missing("first_author"))
        elif comparable:
            _add(findings, author.check_first_author(citation.first_author, found, path))
        authors, cited_container = _further(citation)
        if authors and comparable:
            from citelock.checks.rules import coauthor  # with all that compares lists of names

            findings += coauthor.check_authors(authors, found, path)
        if cited_container and comparable:
            from citelock.checks.rules import container  # few citations name one

            _add(findings, container.check_container(cited_container, found, path))
        return findings

    def _quotation(
        self, stated: Claim, citation: Citation, identifier: Identifier, findings: list[Finding]
    ) -> tuple[dict[str, object] | None, list[dict[str, object]]]:
        """Adds the findings on text, quotation and numbers; gives the `quote` and `numbers` of the row."""
        barrier = self._no_text(identifier)
        if self._scope == SCOPE_METADATA:
            _add(findings, barrier)
            return None, []
        if not _has_quote(citation):
            findings.append(claim.missing("quote"))
            _add(findings, barrier)
            return None, []
        quotation, safe, own = quote.NOT_CHECKED, True, _fragments(citation)
        if barrier is not None:
            findings.append(barrier)
        else:
            result = self._answer(citation)
            quotation, safe = quote.quote_object(result), result.status != "unsafe"
            if result.status == "markers_ignored":
                own = _without_markers(own, result)
            if result.findings:
                findings += self._of_matcher(result.findings)
            if self._companions.any:
                findings += self._companions.of(citation, result)
        _add(findings, self._companions.original)
        if not safe:
            return quotation, []
        if len(stated.citations) == 1:
            lines = ledger(stated.text, own, (), self._years)
        else:
            shared = _shared(_Same(stated))
            years = self._years | shared.years_beside(citation)
            lines = ledger(stated.text, own, shared.quotations, years, index=citation.index)
        if not lines:
            return quotation, []
        findings += number.check_numbers(lines)
        return quotation, number.ledger_entries(lines)

    def _answer(self, citation: Citation) -> QuoteResult:
        """What the text says of the quotation, or the seal that stands for it."""
        if self._evidence.sealed is None:
            return answer(self._evidence.source, citation.quote, citation.quotes, self._policy)
        from citelock.checks.sealing import check_sealed  # few texts are sealed

        return check_sealed(citation.quote, citation.quotes, self._evidence.sealed, self._policy)

    def _no_text(self, identifier: Identifier) -> Finding | None:
        """What stands between the quotation and a verdict on it; the same for all citations of the source."""
        if not self._barrier_is_known:
            evidence, is_url = self._evidence, identifier.scheme == "url"
            barrier = snapshot.untrusted(evidence.snapshot_problem, evidence.provenance)
            if barrier is None and not isinstance(evidence.provenance, CorruptProvenance):
                at_hand = evidence.source is not None or evidence.sealed is not None
                barrier = snapshot.unreadable(evidence.provenance, at_hand, is_url=is_url)
            if barrier is None and is_url and self._scope and evidence.source is None:
                barrier = snapshot.no_snapshot(evidence.snapshot_asked, evidence.snapshot_near)
            self._barrier, self._barrier_is_known = barrier, True
        return self._barrier

    def _of_matcher(self, found: tuple[Finding, ...]) -> Sequence[Finding]:
        """The matcher's findings; on an abstract one W_SNAPSHOT_ABSTRACT_ONLY stands for all misses.

        The matcher knows no files: which one is missing is said here.
        """
        if self._evidence.source is None and self._evidence.sealed is None:
            named = snapshot.no_snapshot(self._evidence.snapshot_asked, self._evidence.snapshot_near)
            return [named if finding.code == named.code else finding for finding in found]
        if not self._abstract and not self._partial:
            return found
        missed = [finding for finding in found if finding.code in quote.MISSES]
        if not missed:
            return found
        kept = [finding for finding in found if finding.code not in quote.MISSES]
        instead = snapshot.abstract_only if self._abstract else snapshot.partial_text
        return [*kept, instead(missed[0])]


def _without_markers(fragments: Iterable[str], result: QuoteResult) -> tuple[str, ...]:
    """The fragments without citation marks that the text lacks: their figures support nothing."""
    markers = [marker for fragment in result.fragments for marker in fragment.skipped]
    kept = [" ".join(fragment.split()) for fragment in fragments]
    for marker in markers:
        kept = [fragment.replace(marker, " ") for fragment in kept]
    return tuple(kept)


def _add(findings: list[Finding], finding: Finding | None) -> None:
    if finding is not None:
        findings.append(finding)


def _is_empty(found: Record) -> bool:
    """Whether a record has nothing that a description could be compared with: it must not agree with all."""
    return not (year.is_known(found) or author.is_known(found) or title.is_known(found))


def _plain_description(
    found: Record | NotCached | CorruptRecord | None,
) -> tuple[frozenset[str], frozenset[int], str] | None:
    """Titles, years and the name that agree with the record as they stand; None if there is not all of it.

    Most citations are copied from the record. One of these three each, and no comparison has anything to say.
    """
    if not isinstance(found, Record) or record.without_metadata(found) is not None:
        return None
    name = author.plain_name(found)
    return None if name is None else (title.plain_titles(found), year.plain_years(found), name)


def _further(citation: Citation) -> tuple[tuple[str, ...], str]:
    """The optional `authors` and `container_title`; what has no letter or digit is as good as absent."""
    if citation.authors is None and citation.container_title is None:
        return (), ""
    authors = tuple(name for name in citation.authors or () if not claim.is_blank(name))
    return authors, "" if claim.is_blank(citation.container_title) else citation.container_title or ""


def _admissible_years(evidence: SourceEvidence) -> frozenset[int]:
    """The years that the claim may name without quoting them: those of the record, or of the page."""
    if isinstance(evidence.record, Record):
        return year.admissible_years(evidence.record)
    page = evidence.provenance
    known = page.published[:4] if isinstance(page, Provenance) else ""
    return frozenset((int(known),)) if known.isdecimal() and len(known) == 4 else frozenset()


class _OfClaim:
    """What every citation of a claim asks of the others: made once, or many would cost their square."""

    def __init__(self, stated: Claim) -> None:
        self.quotations = Quotations((citation.index, _fragments(citation)) for citation in stated.citations)
        self._years = Counter(
            known for cited in stated.citations if (known := _stated_year(cited)) is not None
        )

    def years_beside(self, citation: Citation) -> frozenset[int]:
        """The years stated for the other works of the claim; each is compared with its record in its own row.

        Otherwise "In 2021 one study and in 2024 another …" would accuse each of the year of the other.
        """
        own = _stated_year(citation)
        return frozenset(known for known, count in self._years.items() if count > (known == own))


def _stated_year(citation: Citation) -> int | None:
    if citation.year is None or identifying_field(citation) == "url":
        return None
    known = year.cited_year(citation.year)
    return known if known is not None and 0 < known <= _LAST_YEAR else None


class _Same:
    """A claim that equals itself only: comparing all of it would take longer than what is kept for it."""

    __slots__ = ("stated",)

    def __init__(self, stated: Claim) -> None:
        self.stated = stated

    def __hash__(self) -> int:
        return id(self.stated)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.stated is self.stated


@lru_cache(maxsize=256)  # claims whose citations are met in turn, source by source
def _shared(stated: _Same) -> _OfClaim:
    return _OfClaim(stated.stated)


def _has_quote(citation: Citation) -> bool:
    if citation.quote is not None:
        return bool(citation.quote) and not citation.quote.isspace()
    return any(fragment.strip() for fragment in citation.quotes or ())


def _fragments(citation: Citation) -> tuple[str, ...]:
    if citation.quote is not None:
        return (citation.quote,)
    return citation.quotes or ()


def _files(
    evidence: SourceEvidence,
) -> tuple[dict[str, object] | None, dict[str, object] | None, dict[str, object] | None]:
    """The `record`, `snapshot` and `provenance` of every row of the source: null where there is no file."""
    described: dict[str, object] | None = None
    if evidence.record_path is not None:
        described = {
            "path": evidence.record_path,
            "sha256": evidence.record_sha256,
            "source": evidence.record_source or None,
        }
        if evidence.via is not None:
            described["via"] = {"path": evidence.via[0], "sha256": evidence.via[1]}
    text = _file(evidence.snapshot_path, evidence.snapshot_sha256)
    return described, text, _file(evidence.provenance_path, evidence.provenance_sha256)


def _file(path: str | None, sha256: str | None) -> dict[str, object] | None:
    return None if path is None else {"path": path, "sha256": sha256}
