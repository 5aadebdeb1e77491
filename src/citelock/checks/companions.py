"""What is said of a text beside every quotation that was looked up in it, whether it was found or not.

Licence, identity, quality, missing provenance: of the source, computed once; hidden words and the title of a
web page: of the citation (snapshots.md, section 12; web.md, section 1).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from citelock.checks.findings import Finding
from citelock.checks.labels import FOUND
from citelock.checks.rules import snapshot
from citelock.checks.snapshots import Provenance

if TYPE_CHECKING:
    from citelock.checks.claims import Citation
    from citelock.checks.quotes import QuoteResult
    from citelock.checks.source_evidence import SourceEvidence


class Companions:
    """The companions of one source. `any` is False where there is nothing to say, which is most often."""

    def __init__(self, evidence: SourceEvidence, allowed: Collection[str]) -> None:
        self._evidence = evidence
        self._of_the_text = [] if evidence.source is None else _of_the_text(evidence, allowed)
        provenance = evidence.provenance if evidence.source is not None else None
        self._provenance = provenance if isinstance(provenance, Provenance) else None
        self._hides = self._provenance is not None and bool(self._provenance.hidden)
        self._titles: dict[str, bool] = {}  # of a page -> whether they are its own
        self.original = _of_the_original(evidence, allowed)  # said also where no text was looked at
        self.any = bool(self._of_the_text or self._hides or evidence.page_start or evidence.sealed)

    def of(self, citation: Citation, result: QuoteResult) -> list[Finding]:
        """What is to be said beside this citation's quotation."""
        if self._evidence.sealed is not None:
            return [snapshot.sealed(self._evidence.snapshot_path)] if result.status in FOUND else []
        found = list(self._of_the_text)
        if self._provenance is None:
            return found
        if self._hides:
            source = self._evidence.source
            hidden = _hidden_match(self._provenance, result, lambda: "" if source is None else source.text)
            found += [] if hidden is None else [hidden]
        if citation.title and self._evidence.page_start and not self._is_titled(citation.title):
            found.append(snapshot.other_title(citation.title, self._provenance))
        return found

    def _is_titled(self, title: str) -> bool:
        """Whether a web page is the one cited by this title; equal titles are compared once."""
        assert self._provenance is not None
        known = self._titles.get(title)
        if known is None:
            from citelock.checks.vetting.identity import page_is_titled  # few citations are of pages

            said = page_is_titled(title, self._provenance.title, self._evidence.page_start)
            known = self._titles[title] = said is not False
        return known


def _of_the_text(evidence: SourceEvidence, allowed: Collection[str]) -> list[Finding]:
    provenance, vetting = evidence.provenance, evidence.vetting
    if provenance is None:
        return [snapshot.without_provenance(evidence.snapshot_path)]
    if not isinstance(provenance, Provenance):
        return []
    found: list[Finding | None] = []
    if not evidence.snapshot_private:
        found.append(snapshot.unlicensed(provenance, evidence.snapshot_path, allowed))
    if vetting is not None and vetting.identity == "wrong":
        found.append(snapshot.another_work(vetting.found, provenance.forced))
    elif evidence.record is None:
        found.append(snapshot.moved_page(provenance))
    if provenance.flags:
        found += snapshot.quality(provenance)
    return [each for each in found if each is not None]


def _of_the_original(evidence: SourceEvidence, allowed: Collection[str]) -> Finding | None:
    provenance = evidence.provenance
    if evidence.snapshot_original is None or not isinstance(provenance, Provenance):
        return None
    return snapshot.published_original(provenance, evidence.snapshot_original, allowed)


def _hidden_match(provenance: Provenance, result: QuoteResult, text: Callable[[], str]) -> Finding | None:
    """A passage that was found where no reader sees it."""
    spans = ((each.start, each.end) for each in result.fragments)
    return snapshot.hidden_match(
        provenance, [(start, end) for start, end in spans if start is not None and end is not None], text
    )
