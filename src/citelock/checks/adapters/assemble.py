"""The claims file of an import: ids, the object `import`, and always the same bytes (web.md, section 5)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from citelock.checks.adapters.identifying import FIELDS
from citelock.checks.adapters.interface import At, CitationDraft, ClaimDraft, Imported, TooMuch
from citelock.checks.claims_json import MAX_ID
from citelock.checks.errors import InputError
from citelock.checks.limits import Limits

_DOCUMENT = "document:"  # of markers that name a document without an address


@dataclass(frozen=True, slots=True)
class Written:
    """A claims file: its bytes, and what they hold. `missing` are markers without entry, in their order."""

    data: bytes
    claims: int
    citations: int
    missing: tuple[str, ...]
    quotes: int
    dois: int


def written(imported: Imported, path: str, *, sha256: str, limits: Limits, uncited: bool = False) -> Written:
    """The claims file of an import. `path` is the original as messages show it; its folder is not written.

    Raises InputError for a claim that no claims file may hold.
    """
    try:
        return _written(imported, path.rpartition("/")[2], sha256, limits, uncited=uncited)
    except TooMuch as error:
        line, column = error.at if error.at is not None else (None, None)
        raise InputError(path, error.what, line=line, column=column) from error


def _written(imported: Imported, source: str, sha256: str, limits: Limits, *, uncited: bool) -> Written:
    claims = list(imported.claims)
    if uncited:
        claims = sorted([*claims, *imported.uncited], key=lambda claim: claim.at)
    citations = [citation for claim in claims for citation in claim.citations]
    missing = _in_order({citation.marker for citation in citations if is_missing(citation)})
    unused = list(dict.fromkeys(each.marker for each in imported.unused))
    head = {
        "counts": _counts(imported, claims, citations),
        "format": imported.format,
        "missing": missing,
        "quotations": [list(each.at) for each in imported.quotations],
        "sha256": sha256,
        "source": source,
        "unused": unused,
    }
    text = _text(head, claims, limits)
    quotes = sum("quote" in each.fields or "quotes" in each.fields for each in citations)
    dois = sum("doi" in each.fields for each in citations)
    return Written(text.encode(), len(claims), len(citations), tuple(missing), quotes, dois)


def is_missing(citation: CitationDraft) -> bool:
    """Whether a marker leads nowhere: no entry has its label, or it names a document without an address."""
    if not citation.marker or any(name in citation.fields for name in FIELDS):
        return False
    return "title" not in citation.fields or citation.marker.startswith(_DOCUMENT)


def _counts(
    imported: Imported, claims: Sequence[ClaimDraft], citations: Sequence[CitationDraft]
) -> dict[str, int]:
    counts = imported.counts
    return {
        "citations": len(citations),
        "claims": len(claims),
        "figures_without_source": counts.figures,
        "links": counts.links,
        "markers": counts.markers,
        "references": counts.references,
        "sentences_without_source": counts.sentences,
    }


def _in_order(labels: Iterable[str]) -> list[str]:
    """Numbers by their size, then words."""
    return sorted(
        labels, key=lambda label: (not label.isdecimal(), int(label) if label.isdecimal() else 0, label)
    )


def _text(head: Mapping[str, object], claims: Sequence[ClaimDraft], limits: Limits) -> str:
    opening = f'{{\n  "import": {_line(head)},\n  "claims": ['
    if len(opening) > limits.claim_bytes:
        raise TooMuch("has too many references that lead nowhere to be listed. Split the file.")
    bodies = []
    for claim, key in zip(claims, _ids(claims), strict=True):
        body = "".join(_claim(claim, key))
        if len(body.encode()) > limits.claim_bytes:
            what = f"one sentence with its {len(claim.citations)} citations is larger than"
            raise TooMuch(
                f"{what} {limits.claim_bytes:,} bytes, the limit for one claim. Split it.", claim.at
            )
        bodies.append(body)
    closing = "\n  ]\n}\n" if bodies else "]\n}\n"
    return opening + ",".join(bodies) + closing


def _claim(claim: ClaimDraft, key: str) -> Iterator[str]:
    yield f'\n    {{\n      "id": {_line(key)},\n      "text": {_line(claim.text)},\n'
    yield f'      "at": {_place(claim.at)},\n'
    yield '      "citations": ['
    for number, citation in enumerate(claim.citations):
        yield f"{',' if number else ''}\n        {_line(_citation(citation))}"
    yield "\n      ]\n    }" if claim.citations else "]\n    }"


def _citation(citation: CitationDraft) -> dict[str, object]:
    """The citation as a person reads it: marker, identifier, description, quotation, place."""
    value: dict[str, object] = {"marker": citation.marker} if citation.marker else {}
    value |= {name: citation.fields[name] for name in FIELDS if name in citation.fields}
    value |= citation.fields
    value["at"] = list(citation.at)
    return value


def _place(at: At) -> str:
    return f"[{at[0]}, {at[1]}]"


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


_BAD = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


def _ids(claims: Sequence[ClaimDraft]) -> Iterator[str]:
    """An id for each claim: that of the original where it has one and it is free, else c1, c2 and so on."""
    taken: set[str] = set()
    again: dict[str, int] = {}
    number = 0
    for claim in claims:
        key = _BAD.sub(" ", claim.key).strip()[: MAX_ID - 10]
        if key:
            name = key
            while name in taken:
                again[key] = again.get(key, 1) + 1
                name = f"{key}-{again[key]}"
        else:
            number += 1
            while (name := f"c{number}") in taken:
                number += 1
        taken.add(name)
        yield name
