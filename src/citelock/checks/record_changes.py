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
# What a record has of a work that is described at all; hand-made ones have the short forms.
_DESCRIPTION = ("titles", "title", "authors", "editors", "dates", "year")
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
    """What changed in the record of one work: `notices` are the new ones, `path` is the record's file.

    `gone` are a retraction or concern that the registry does not name any more. `kept`: the file stays as it
    is until a person decides. `by_hand`: it was made by a person and is never replaced.
    """

    kind: str
    id: str
    path: str
    notices: tuple[Update, ...] = ()
    fields: tuple[FieldChange, ...] = ()
    claims: tuple[Affected, ...] = ()
    gone: tuple[Update, ...] = ()
    kept: bool = False
    by_hand: bool = False


_NOTHING: Json = {}
_NO_TARGETS = (_NOTHING, _NOTHING)


def change_between(
    old: Json, new: Json, identifier: str, path: str, behind: tuple[Json, Json] = _NO_TARGETS
) -> Change | None:
    """The change from `old` to `new`, by its worst part; None where the two are the same bytes.

    `behind` are the records that a pointer led to and leads to, if these are not the same: their notices
    count as its own. Whatever takes a retraction, a concern or the whole description away may be a fault of
    the registry, so the record is kept then.
    """
    if dumps(dict(old)) == dumps(dict(new)):
        return None
    before, after = old.get("status"), new.get("status")
    fields = tuple(_fields(old, new))
    if after == "not_found":
        return Change(VANISHED, identifier, path, (), fields, kept=True)
    had, has = (_ranked(record) + _ranked(other) for record, other in zip((old, new), behind, strict=True))
    fresh = _without(has, had)
    kinds = [kind for kind, _ in fresh]
    if before not in ("found", "see"):
        kinds.append(NEWLY_FOUND)
    gone = _without(had, has) if _worst(had) in (RETRACTION, CONCERN) and _milder(has, had) else []
    if gone:
        kinds.append(CONCERN)
    if before == after == "found" and _is_described(old) and not _is_described(new):
        kinds.append(VANISHED)
    kind = min([*kinds, METADATA], key=KINDS.index)
    return Change(
        kind,
        identifier,
        path,
        tuple(notice for _, notice in fresh),
        fields,
        gone=tuple(notice for its_kind, notice in gone if its_kind in (RETRACTION, CONCERN)),
        kept=bool(gone) or kind == VANISHED,
    )


def change_of_hand_made(
    old: Json, new: Json, identifier: str, path: str, behind: tuple[Json, Json] = _NO_TARGETS
) -> Change | None:
    """The news about a work whose record a person made: whether it exists, and its notices.

    How it is described is that person's business, and the file is theirs. A notice that they wrote without
    its identifier is known by what it means.
    """
    before, after = old.get("status"), new.get("status")
    had, has = (_ranked(record) + _ranked(other) for record, other in zip((old, new), behind, strict=True))
    by_kind = {kind for kind, notice in had if not notice.doi and not notice.id}
    fresh = [
        (kind, notice) for kind, notice in _without(has, had) if kind != METADATA and kind not in by_kind
    ]
    kinds = [kind for kind, _ in fresh]
    if after == "not_found" and before != after:
        kinds.append(VANISHED)
    if before in ("not_found", "no_metadata") and after in ("found", "see"):
        kinds.append(NEWLY_FOUND)
    if not kinds:
        return None
    fields = (FieldChange("status", _text(before), _text(after)),) if before != after else ()
    notices = tuple(notice for _, notice in fresh)
    kind = min(kinds, key=KINDS.index)
    return Change(kind, identifier, path, notices, fields, kept=True, by_hand=True)


def arrival(new: Json, identifier: str, path: str) -> Change:
    """The news of a record that was not there before, because a pointer did not lead to it."""
    ranked = _ranked(new)
    kind = min([NEWLY_FOUND, *(kind for kind, _ in ranked)], key=KINDS.index)
    return Change(kind, identifier, path, tuple(notice for _, notice in ranked))


def fails(change: Change, level: str) -> bool:
    """Whether the change gives exit code 1 at `level`: error, warning or never (metadata.md, section 7.6)."""
    if level != "error":
        return level == "warning"
    own = change.id.removeprefix("doi:")
    return change.kind in (RETRACTION, VANISHED) or any(
        code_of(notice, own) == "E_RETRACTED" for notice in change.gone
    )


Ranked = list[tuple[str, Update]]  # a notice about a work, with the kind of change that its arrival is


def _ranked(record: Json) -> Ranked:
    own = str(record.get("doi") or "")
    return [(_OF_CODE.get(code_of(notice, own), METADATA), notice) for notice in _notices(record)]


def _without(some: Ranked, others: Ranked) -> Ranked:
    known = {(notice.type, notice.doi, notice.id) for _, notice in others}
    return [(kind, notice) for kind, notice in some if (notice.type, notice.doi, notice.id) not in known]


def _worst(ranked: Ranked) -> str:
    return min([METADATA, *(kind for kind, _ in ranked)], key=KINDS.index)


def _milder(some: Ranked, others: Ranked) -> bool:
    return KINDS.index(_worst(some)) > KINDS.index(_worst(others))


def _is_described(record: Json) -> bool:
    return any(record.get(key) for key in _DESCRIPTION)


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
    """The notices about the work; one that is registered as an update of itself may stand under `to`."""
    updates = record.get("updates")
    if not isinstance(updates, dict):
        return
    own = str(record.get("doi") or "")
    seen = set()
    for key in ("by", "to"):
        listed = updates.get(key)
        for notice in listed if isinstance(listed, list) else ():
            if not isinstance(notice, dict):
                continue
            doi = str(notice.get("doi") or "")
            name = (str(notice.get("type") or ""), doi, str(notice.get("id") or ""))
            if name in seen or (key == "to" and (not own or doi.lower() != own.lower())):
                continue
            seen.add(name)
            sources = notice.get("sources")
            yield Update(
                str(notice.get("type") or ""),
                str(notice.get("doi") or ""),
                str(notice.get("date") or ""),
                tuple(map(str, sources)) if isinstance(sources, list) else (),
                str(notice.get("id") or ""),
            )
