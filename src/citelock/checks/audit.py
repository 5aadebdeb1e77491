"""The audit of all citations of one source: values in, rows of the report out (design README, 4 and 5).

It fixes which checks run and in which order; the rules themselves are in `rules/`. A row sees one source and
the citation's own claim, never another citation's evidence, so any split of the work gives the same rows
(performance.md, section 6).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from citelock.checks.catalogue import ORDER, severity_word
from citelock.checks.depth import SCOPE_METADATA
from citelock.checks.findings import Finding, Severity
from citelock.checks.identifiers import BadIdentifier, Identifier, identifying_field
from citelock.checks.labels import citation_label, overclaims
from citelock.checks.quotes import QuotePolicy
from citelock.checks.records import CorruptRecord, NotCached, Record
from citelock.checks.rules import author, claim, identity, number, quote, record, snapshot, title, year
from citelock.checks.snapshots import CorruptProvenance, Provenance
from citelock.checks.text.answers import Answers, answer
from citelock.checks.text.excerpt import shown
from citelock.checks.text.numbers import ledger

if TYPE_CHECKING:
    from citelock.checks.claims import Citation, Claim
    from citelock.checks.config import Config
    from citelock.checks.quotes import QuoteResult
    from citelock.checks.text.source import SourceText

Row = dict[str, object]

_LISTS = {"error": "errors", "warning": "warnings", "note": "notes"}
_NONE: list[object] = []  # shared by all rows; nothing changes a row's lists in place


@dataclass(frozen=True, slots=True)
class SourceEvidence:
    """What is frozen about one source, as read: record, text and provenance, each with path and sha256.

    Paths are those of the report (relative to the root), None where there is no file. `record` is None for a
    citation by `url`, whose provenance is its record. `source` is the text, None when there is none or it was
    not read (see `depth.py`). `snapshot_problem` says why a text that is there may not be trusted
    (E_SNAPSHOT_ALTERED). `collision` names the other identifier that would read the same hand-made file
    (E_SLUG_COLLISION). `via` is path and sha256 of a `see` record that led to this one. Without a text,
    `snapshot_asked` is the file it is expected in and `snapshot_near` one whose name differs in case only.
    """

    record: Record | NotCached | CorruptRecord | None = None
    record_path: str | None = None
    record_sha256: str | None = None
    record_source: str | None = None
    source: Answers | SourceText | None = None
    snapshot_path: str | None = None
    snapshot_sha256: str | None = None
    provenance: Provenance | CorruptProvenance | None = None
    provenance_path: str | None = None
    provenance_sha256: str | None = None
    snapshot_problem: str | None = None
    collision: str | None = None
    via: tuple[str, str] | None = None
    snapshot_asked: str | None = None
    snapshot_near: str | None = None


NO_EVIDENCE = SourceEvidence()


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
    return _row(uncited, None, None, [claim.uncited()], config.severities, fingerprint=uncited.fingerprint)


class _Judge:
    """The checks of one source: what many citations of it share is computed once."""

    def __init__(self, evidence: SourceEvidence, config: Config, scope: str) -> None:
        self._evidence = evidence
        self._severities = config.severities
        self._policy = QuotePolicy(config.min_quote)
        self._scope = scope
        self._described: dict[tuple[object, ...], tuple[Finding, ...]] = {}
        self._record, self._snapshot, self._provenance = _files(evidence)
        self._barrier: Finding | None = None
        self._barrier_is_known = False
        self._plain = _plain_description(evidence.record)
        self._comparable = record.is_comparable(evidence.record, evidence.collision)
        provenance = evidence.provenance
        self._abstract = isinstance(provenance, Provenance) and provenance.scope == "abstract"
        self._origin: Finding | None = None
        if evidence.source is not None and provenance is None:
            self._origin = snapshot.without_provenance(evidence.snapshot_path)

    def row(self, stated: Claim, citation: Citation, identifier: Identifier | BadIdentifier | None) -> Row:
        if not isinstance(identifier, Identifier):
            finding = claim.missing("identifier") if identifier is None else identity.bad(identifier)
            return _row(stated, citation, identifier, [finding], self._severities)
        findings: list[Finding] = []
        if identifier.cleaned_from is not None:
            _add(findings, identity.cleaned(identifier, identifying_field(citation) or ""))
        if not self._comparable:
            return self._unsound(stated, citation, identifier, findings)
        if identifier.scheme == "url":
            _add(findings, identity.doi_in_address(identifier))
        else:
            findings += self._description(citation)
        quotation, figures = self._quotation(stated, citation, identifier, findings)
        return _row(
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
        return _row(
            stated,
            citation,
            identifier,
            findings,
            self._severities,
            record_files=self._record,
            quotation=quote.NOT_CHECKED if _has_quote(citation) and not self._scope else None,
        )

    def _description(self, citation: Citation) -> tuple[Finding, ...]:
        """Title, year and first author; equal descriptions of one source are compared once."""
        if self._plain is not None:
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
        key = (citation.title, type(citation.year), citation.year, citation.first_author)
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
            _add(findings, year.check_year(citation.year, found, path))
        if citation.first_author is None or claim.is_blank(citation.first_author):
            findings.append(claim.missing("first_author"))
        elif comparable:
            _add(findings, author.check_first_author(citation.first_author, found, path))
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
            result = answer(self._evidence.source, citation.quote, citation.quotes, self._policy)
            quotation, safe = quote.quote_object(result), result.status != "unsafe"
            if result.status == "markers_ignored":
                own = _without_markers(own, result)
            if result.findings:
                findings += self._of_matcher(result.findings)
            _add(findings, self._origin)
        if not safe:
            return quotation, []
        lines = ledger(stated.text, own, _other_quotes(stated, citation))
        if not lines:
            return quotation, []
        findings += number.check_numbers(lines)
        return quotation, number.ledger_entries(lines)

    def _no_text(self, identifier: Identifier) -> Finding | None:
        """What stands between the quotation and a verdict on it; the same for all citations of the source."""
        if not self._barrier_is_known:
            evidence, is_url = self._evidence, identifier.scheme == "url"
            barrier = snapshot.untrusted(evidence.snapshot_problem, evidence.provenance)
            if barrier is None and not isinstance(evidence.provenance, CorruptProvenance):
                barrier = snapshot.unreadable(evidence.provenance, evidence.source is not None, is_url=is_url)
            if barrier is None and is_url and self._scope and evidence.source is None:
                barrier = snapshot.no_snapshot(evidence.snapshot_asked, evidence.snapshot_near)
            self._barrier, self._barrier_is_known = barrier, True
        return self._barrier

    def _of_matcher(self, found: tuple[Finding, ...]) -> Sequence[Finding]:
        """The matcher's findings; on an abstract one W_SNAPSHOT_ABSTRACT_ONLY stands for all misses.

        The matcher knows no files: which one is missing is said here.
        """
        if self._evidence.source is None:
            named = snapshot.no_snapshot(self._evidence.snapshot_asked, self._evidence.snapshot_near)
            return [named if finding.code == named.code else finding for finding in found]
        if not self._abstract:
            return found
        missed = [finding for finding in found if finding.code in quote.MISSES]
        if not missed:
            return found
        kept = [finding for finding in found if finding.code not in quote.MISSES]
        return [*kept, snapshot.abstract_only(missed[0])]


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


def _has_quote(citation: Citation) -> bool:
    if citation.quote is not None:
        return bool(citation.quote) and not citation.quote.isspace()
    return any(fragment.strip() for fragment in citation.quotes or ())


def _fragments(citation: Citation) -> tuple[str, ...]:
    if citation.quote is not None:
        return (citation.quote,)
    return citation.quotes or ()


def _other_quotes(stated: Claim, citation: Citation) -> list[tuple[int, tuple[str, ...]]]:
    if len(stated.citations) == 1:
        return []
    return [(other.index, _fragments(other)) for other in stated.citations if other.index != citation.index]


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


def _row(
    stated: Claim,
    citation: Citation | None,
    identifier: Identifier | BadIdentifier | None,
    findings: list[Finding],
    severities: Mapping[str, Severity],
    *,
    scope: str = "",
    fingerprint: str = "",
    quotation: dict[str, object] | None = None,
    figures: list[dict[str, object]] | None = None,
    record_files: dict[str, object] | None = None,
    snapshot_files: dict[str, object] | None = None,
    provenance_files: dict[str, object] | None = None,
) -> Row:
    """The entry of `results[]`; adds E_LABEL_OVERCLAIM, which follows the label and does not change it."""
    status = None if quotation is None else quotation["status"]
    assert status is None or isinstance(status, str)
    names = [finding.name for finding in findings]
    label = citation_label(names, status, scope=scope)
    if citation is not None and citation.status is not None and overclaims(citation.status, label):
        findings.append(claim.overclaim(citation.status, label))
    doi = key = None
    if isinstance(identifier, Identifier):
        doi, key = identifier.doi, identifier.key
    elif identifier is not None and identifier.code == "E_DOI_SYNTAX":
        doi = shown(identifier.raw, 200)
    row: Row = {
        "claim": stated.id,
        "citation": None if citation is None else citation.index,
        "file": stated.file,
        "fingerprint": fingerprint if citation is None else citation.fingerprint,
        "doi": doi,
        "id": key,
        "errors": _NONE,
        "warnings": _NONE,
        "notes": _NONE,
        "label": label,
        "findings": _NONE,
        "quote": quotation,
        "numbers": figures or _NONE,
        "record": record_files,
        "snapshot": snapshot_files,
        "provenance": provenance_files,
    }
    if findings:
        place = f"/claims/{stated.index}"
        if citation is not None:
            place += f"/citations/{citation.index}"
        if len(findings) == 1:  # most often the note that the origin of the text is not recorded
            finding = findings[0]
            severity = severity_word(finding.code, severities)
            row[_LISTS[severity]] = names or [finding.name]
            row["findings"] = [finding_entry(finding, severity, _pointer(finding, place))]
        else:
            _list_findings(row, findings, severities, place)
    if stated.status is not None:
        row["_status"] = {
            "status": stated.status,
            "pointer": f"/claims/{stated.index}/status",
            "line": stated.line,
            "column": stated.column,
        }
    return row


def _list_findings(row: Row, findings: list[Finding], severities: Mapping[str, Severity], place: str) -> None:
    """Fills the four lists of a row, each in the order of the catalogue."""
    findings.sort(key=lambda finding: ORDER[finding.code])
    names: dict[str, list[str]] = {}
    entries = []
    for finding in findings:
        name, severity = finding.name, severity_word(finding.code, severities)
        listed = names.setdefault(severity, [])
        if name not in listed:
            listed.append(name)
        entries.append(finding_entry(finding, severity, _pointer(finding, place)))
    row["findings"] = entries
    for severity, listed in names.items():
        row[_LISTS[severity]] = listed


def _pointer(finding: Finding, place: str) -> str:
    """Where the value stands that a finding is about; `place` is that of its citation, or of its claim."""
    if not finding.field:
        return place
    if finding.field == "..text":
        return f"{place.partition('/citations/')[0]}/text"
    return f"{place}/{finding.field}"


def finding_entry(finding: Finding, severity: str, pointer: str) -> dict[str, object]:
    """One finding as in the report, without its place in the file; `argument` only where there is one."""
    entry: dict[str, object] = {
        "code": finding.code,
        "severity": severity,
        "pointer": pointer,
        "cited": finding.cited,
        "found": finding.found,
        "message": finding.message,
    }
    if finding.argument:
        entry["argument"] = finding.argument
    return entry
