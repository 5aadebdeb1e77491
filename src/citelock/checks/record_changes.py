"""What changed between two records of one work, and how much it matters (metadata.md, section 7).

A change is a difference of the projections' bytes; whatever a registry counts or stamps is not in them. It
compares values and knows no files; which claims a change touches is found by auditing twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from citelock.checks.canonical import dumps, line
from citelock.checks.records import Update
from citelock.checks.rules.notices import code_of
from citelock.checks.text.excerpt import shown

# From what a person must see first to what can wait.
RETRACTION = "retraction"
VANISHED = "vanished"
CONCERN = "concern"
CORRECTION = "correction"
NEWLY_FOUND = "newly_found"
METADATA = "metadata"
KINDS = (RETRACTION, VANISHED, CONCERN, CORRECTION, NEWLY_FOUND, METADATA)

_OF_CODE = {"E_RETRACTED": RETRACTION, "W_CONCERN": CONCERN, "W_CORRECTED": CORRECTION}
_PLURALS = {
    RETRACTION: ("retraction", "retractions"),
    VANISHED: ("vanished", "vanished"),
    CONCERN: ("concern", "concerns"),
    CORRECTION: ("correction", "corrections"),
    NEWLY_FOUND: ("newly found", "newly found"),
    METADATA: ("metadata change", "metadata changes"),
}
_LONGEST = 300  # characters of a value in a list of changes

Json = Mapping[str, object]


class FieldChange(NamedTuple):
    """One member of the record: its name, and both values as text; None where it is absent."""

    field: str
    old: str | None
    new: str | None


class Affected(NamedTuple):
    """A citation that a change touches: where it is, and the codes that it gets or loses by it."""

    place: str
    claim: str
    citation: int
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


class Change(NamedTuple):
    """What changed in the record of one work: `notices` are the new ones, `path` is the record's file."""

    kind: str
    id: str
    path: str
    notices: tuple[Update, ...] = ()
    fields: tuple[FieldChange, ...] = ()
    claims: tuple[Affected, ...] = ()


def change_between(old: Json, new: Json, identifier: str, path: str) -> Change | None:
    """The change from `old` to `new`, by its worst part; None where the two are the same bytes."""
    if dumps(dict(old)) == dumps(dict(new)):
        return None
    before, after = old.get("status"), new.get("status")
    fields = tuple(_fields(old, new))
    if before in ("found", "see") and after in ("not_found", "no_metadata"):
        return Change(VANISHED, identifier, path, (), fields)
    if before in ("not_found", "no_metadata") and after in ("found", "see"):
        return Change(NEWLY_FOUND, identifier, path, tuple(_notices(new)), fields)
    known = {(notice.type, notice.doi, notice.id) for notice in _notices(old)}
    fresh = tuple(notice for notice in _notices(new) if (notice.type, notice.doi, notice.id) not in known)
    own = str(new.get("doi") or "")
    kinds = [_OF_CODE.get(code_of(notice, own), METADATA) for notice in fresh]
    return Change(min([*kinds, METADATA], key=KINDS.index), identifier, path, fresh, fields)


def in_order(changes: Iterable[Change]) -> list[Change]:
    """Changes as they are reported: the worst kind first, then by identifier."""
    return sorted(changes, key=lambda change: (KINDS.index(change.kind), change.id))


def counted(changes: Sequence[Change]) -> dict[str, int]:
    """How many there are of each kind, every kind named."""
    return {kind: sum(change.kind == kind for change in changes) for kind in KINDS}


def subject(changes: Sequence[Change]) -> str:
    """The one line about all of them, of a commit or a pull request.

    >>> subject([Change("retraction", "doi:10.5555/a", ""), Change("metadata", "doi:10.5555/b", "")])
    'citations: 1 retraction, 1 metadata change'
    """
    parts = [f"{count} {_PLURALS[kind][count > 1]}" for kind, count in counted(changes).items() if count]
    return f"citations: {', '.join(parts) if parts else 'no news'}"


def _fields(old: Json, new: Json) -> Iterable[FieldChange]:
    for field in sorted({*old, *new} - {"schema"}):
        before, after = old.get(field), new.get(field)
        if before != after:
            yield FieldChange(field, _text(before), _text(after))


def _text(value: object) -> str | None:
    if value is None:
        return None
    return shown(value if isinstance(value, str) else line(value), _LONGEST)


def _notices(record: Json) -> Iterable[Update]:
    updates = record.get("updates")
    listed = updates.get("by") if isinstance(updates, dict) else None
    for notice in listed if isinstance(listed, list) else ():
        if isinstance(notice, dict):
            sources = notice.get("sources")
            yield Update(
                str(notice.get("type") or ""),
                str(notice.get("doi") or ""),
                str(notice.get("date") or ""),
                tuple(map(str, sources)) if isinstance(sources, list) else (),
                str(notice.get("id") or ""),
            )
