"""A brief is built, or refused with all reasons at once (web.md, section 4).

Everything it says of a source is taken from the audit: label, quotation, day, hash. The same template, claims
and evidence give the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from citelock.checks.brief.markdown import inline, link
from citelock.checks.brief.prose import forged_notes, smuggled
from citelock.checks.brief.reasons import reason
from citelock.checks.brief.template import OF_CLAIMS, OF_THE_WHOLE, Piece, Placeholder
from citelock.checks.brief.values import OFF, STRICT, AuditedClaim, Brief, Plan, Source
from citelock.checks.errors import InputError
from citelock.checks.identifiers import Identifier
from citelock.checks.labels import RANKS, VERIFIED
from citelock.checks.review.result import NOT_ASKED, said_by
from citelock.checks.review.values import Opinions
from citelock.checks.text.excerpt import shown

_HASH = 12  # hex digits of a snapshot's sha256 that a reader is shown
_ADDRESSES = {
    "doi": "https://doi.org/{}",
    "arxiv": "https://arxiv.org/abs/{}",
    "pmid": "https://pubmed.ncbi.nlm.nih.gov/{}/",
    "pmcid": "https://pmc.ncbi.nlm.nih.gov/articles/{}/",
    "url": "{}",
}
_LABEL_SAFE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
_LABEL_LONGEST = 60
_BLANK_LINE = 2  # line ends


def build(pieces: Sequence[Piece], claims: Sequence[AuditedClaim], plan: Plan, path: str) -> Brief:
    """The brief of a template at `path`. Raises InputError for a claim that is none, or is two."""
    by_id = _by_id(claims)
    used = _used(pieces, by_id, path)
    failed = [claim for claim in used if claim.errors]
    kept = [claim for claim in used if not claim.errors] if plan.drop_failed else used
    refusals = [] if plan.drop_failed else [_refused(claim) for claim in failed]
    present = {claim.id for claim in kept}
    refusals += [_not_used(name, by_id) for name in plan.required if name not in present]
    refusals += forged_notes(pieces, [note.label for each in _notes(kept).values() for note in each], path)
    warnings = []
    idle = [claim.id for claim in claims if claim.id not in {each.id for each in used}]
    if idle:
        more = f" and {len(idle) - 10} more" if len(idle) > 10 else ""
        warnings.append(f"not used: {', '.join(shown(name, 60) for name in idle[:10])}{more}")
    if not used:
        warnings.append("the template uses no claim, so nothing in the brief was checked")
    if plan.prose != OFF:
        (refusals if plan.prose == STRICT else warnings).extend(smuggled(pieces, kept, path))
    if refusals:
        return Brief("", tuple(refusals), tuple(warnings))
    dropped = failed if plan.drop_failed else []
    return Brief(_Writer(pieces, by_id, kept, dropped, plan.opinions).text(), (), tuple(warnings))


def _by_id(claims: Sequence[AuditedClaim]) -> dict[str, AuditedClaim]:
    by_id: dict[str, AuditedClaim] = {}
    for claim in claims:
        other = by_id.setdefault(claim.id, claim)
        if other is not claim:
            raise InputError(
                claim.file,
                f"the id {shown(claim.id, 120)} is also that of a claim in {shown(other.file, 120)}, so a"
                " template cannot name either. Give each claim of a brief an id of its own.",
                line=claim.line,
            )
    return by_id


def _used(pieces: Sequence[Piece], by_id: Mapping[str, AuditedClaim], path: str) -> list[AuditedClaim]:
    """The claims that the template names, in the order of their first use."""
    names: dict[str, None] = {}
    for piece in pieces:
        placeholder = piece.placeholder
        if placeholder is None or placeholder.kind not in OF_CLAIMS:
            continue
        if placeholder.claim not in by_id:
            what = f"there is no claim {shown(placeholder.claim, 120)}. Name a claim of the claims file."
            raise InputError(path, what, line=placeholder.line, column=placeholder.column)
        names[placeholder.claim] = None
    return [by_id[name] for name in names]


def _refused(claim: AuditedClaim) -> str:
    return f"{claim.file}:{claim.line}: {shown(claim.id, 120)} fails: {shown(', '.join(claim.errors), 500)}"


def _not_used(name: str, by_id: Mapping[str, AuditedClaim]) -> str:
    why = "is not used" if name in by_id else "is no claim of the claims files"
    return f"{shown(name, 120)} is required and {why}"


class _Note(NamedTuple):
    """A footnote: its label, which no other has, and the source it tells of."""

    label: str
    source: Source


class _Writer:
    """Puts a brief together; nothing that it puts in is looked at again."""

    def __init__(
        self,
        pieces: Sequence[Piece],
        by_id: Mapping[str, AuditedClaim],
        kept: Sequence[AuditedClaim],
        dropped: Sequence[AuditedClaim],
        opinions: Opinions | None,
    ) -> None:
        self._pieces = pieces
        self._by_id = by_id
        self._kept = kept
        self._dropped = dropped
        self._opinions = opinions
        self._gone = {claim.id for claim in dropped}
        self._notes = _notes(kept)

    def text(self) -> str:
        kinds = {piece.placeholder.kind for piece in self._pieces if piece.placeholder is not None}
        body = self._body().strip("\n")
        parts = [] if "labels" in kinds else [self._labels()]
        parts.append(body)
        if self._dropped:
            parts.append(self._removed())
        if "footnotes" not in kinds and self._kept:
            parts.append(self._footnotes())
        return "\n\n".join(part for part in parts if part) + "\n"

    def _body(self) -> str:
        out: list[str] = []
        skip_line = False
        behind_block = False
        for piece in self._pieces:
            placeholder = piece.placeholder
            if placeholder is None:
                text = piece.text
                if behind_block:
                    text = _parted(text)
                behind_block = False
                if skip_line:
                    # The rest of the line goes with the placeholder, and one of two blank lines around it.
                    _, _, text = text.partition("\n")
                    if text.startswith("\n") and (not out or "".join(out).endswith("\n\n")):
                        text = text[1:]
                    skip_line = False
                out.append(text)
            elif placeholder.claim in self._gone and placeholder.alone:
                whole = "".join(out)
                out = [whole[: whole.rfind("\n") + 1]]
                skip_line = True
            elif placeholder.kind in OF_THE_WHOLE:
                out += [_parting(out), self._put(placeholder)]
                behind_block = True
            else:
                out += ["\n\n" if behind_block else "", self._put(placeholder)]
                behind_block = False
        return "".join(out)

    def _put(self, placeholder: Placeholder) -> str:
        if placeholder.kind == "labels":
            return self._labels()
        if placeholder.kind == "footnotes":
            return self._footnotes()
        if placeholder.claim in self._gone:
            return f"[removed: {inline(placeholder.claim)}]"
        claim = self._by_id[placeholder.claim]
        if placeholder.kind == "label":
            return claim.label
        if placeholder.kind == "quote":
            return " ".join(_quoted(each.quotes) for each in claim.sources if each.quotes)
        marks = "".join(f"[^{note.label}]" for note in self._notes[claim.id])
        return inline(claim.text) + marks + _badge(claim)

    def _labels(self) -> str:
        counts = ", ".join(
            f"{label} {sum(claim.label == label for claim in self._kept)}" for label in reversed(RANKS)
        )
        head, line = "| claim | label | reason |", "|---|---|---|"
        rows = [f"| {inline(claim.id)} | {claim.label} | {inline(_why(claim))} |" for claim in self._kept]
        if self._opinions is not None:
            head, line = f"{head} {inline(said_by(self._opinions.model))} |", f"{line}---|"
            rows = [
                f"{row} {_opinion(self._opinions, claim)} |"
                for row, claim in zip(rows, self._kept, strict=True)
            ]
        return "\n".join([f"Claims: {counts}", "", head, line, *rows])

    def _footnotes(self) -> str:
        return "\n".join(
            f"[^{note.label}]: {_described(note.source)}"
            for claim in self._kept
            for note in self._notes[claim.id]
        )

    def _removed(self) -> str:
        lines = [f"- {inline(claim.id)}: {inline(', '.join(claim.errors))}" for claim in self._dropped]
        return "\n".join(
            ["## Removed", "", "These claims did not pass the audit and are left out.", "", *lines]
        )


def _parting(out: Sequence[str]) -> str:
    """The line ends up to a blank line, which parts a table or notes from what stands before them.

    Without it they would go on with a paragraph, or with the title of a link, which nobody sees.
    """
    ends = 0
    for text in reversed(out):
        words = text.rstrip(" \t\n")
        ends += text.count("\n", len(words))
        if words:
            return "\n" * max(_BLANK_LINE - ends, 0)
    return ""


def _parted(text: str) -> str:
    """What stands behind a table or notes, with a blank line in front of it."""
    words = text.lstrip(" \t\n")
    ends = text.count("\n", 0, len(text) - len(words))
    return "\n" * max(_BLANK_LINE - ends, 0) + (text if ends else text.lstrip(" \t"))


def _notes(claims: Sequence[AuditedClaim]) -> dict[str, list[_Note]]:
    """The notes of each claim by its id: `c1`, `c1-2`, …; an id that cannot be a label gets a number.

    No label is one that a placeholder in the template could make: `[^{{label:c1}}]`.
    """
    taken = set(RANKS)
    notes = {}
    for place, claim in enumerate(claims, 1):
        safe = (
            claim.id
            if _LABEL_SAFE.issuperset(claim.id) and len(claim.id) <= _LABEL_LONGEST
            else f"claim-{place}"
        )
        notes[claim.id] = [
            _Note(_free(safe if number == 1 else f"{safe}-{number}", taken), source)
            for number, source in enumerate(claim.sources, 1)
        ]
    return notes


def _free(label: str, taken: set[str]) -> str:
    """The label, longer if it is taken; renderers do not tell small letters from capitals."""
    while label.casefold() in taken:
        label += "x"
    taken.add(label.casefold())
    return label


def _why(claim: AuditedClaim) -> str:
    return "" if claim.label == VERIFIED else reason(claim.because)


def _opinion(opinions: Opinions, claim: AuditedClaim) -> str:
    """A word for each citation, in their order."""
    return ", ".join(opinions.of.get((claim.file, claim.id), (NOT_ASKED,)))


def _badge(claim: AuditedClaim) -> str:
    """` [not machine-checked: robots]`; nothing behind a verified claim."""
    if claim.label == VERIFIED:
        return ""
    why = inline(_why(claim))
    return f" [{claim.label.replace('-', ' ', 1)}{f': {why}' if why else ''}]"


def _quoted(fragments: Sequence[str]) -> str:
    """Fragments of a list as separate quotations: they are never joined by an ellipsis."""
    return " ".join(f"“{inline(fragment)}”" for fragment in fragments)


def _described(source: Source) -> str:
    parts = []
    if source.title:
        parts.append(f"{inline(source.title)}.")
    if source.identifier is not None:
        address = _address(source.identifier)
        shown_as = address if source.identifier.scheme == "url" else source.identifier.key
        parts.append(f"{link(shown_as, address)}.")
    if source.quotes:
        parts.append(f"{_quoted(source.quotes)}.")
    if source.retrieved:
        parts.append(f"Retrieved {inline(source.retrieved)}.")
    parts.append(f"Text sha256 {source.sha256[:_HASH]}." if source.sha256 else "No text.")
    parts.append(f"Label: {source.label}.")
    return " ".join(parts)


def _address(identifier: Identifier) -> str:
    return _ADDRESSES[identifier.scheme].format(identifier.value)
