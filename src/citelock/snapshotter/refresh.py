"""Asking again: which records have news, and which of them are to be written.

Crossref's works are first asked for in lists of what a list can select; only where that part differs the
whole is fetched. Nothing is written until everything was asked, and a file without news is not touched
(metadata.md, section 7).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from citelock.checks.identifiers import Identifier, file_stem, parse_identifier
from citelock.checks.limits import DEFAULT_LIMITS
from citelock.checks.record_changes import (
    CONCERN,
    METADATA,
    Change,
    arrival,
    change_between,
    change_of_hand_made,
    in_order,
)
from citelock.snapshotter.known import Known
from citelock.snapshotter.ladder import Ladder, Outcome
from citelock.snapshotter.registries import crossref
from citelock.snapshotter.registries.asking import Asking
from citelock.snapshotter.registries.batches import batches
from citelock.snapshotter.registries.interface import Fault, Json, Unchecked

# What no list can select is left out of the comparison that decides whether to ask for the whole.
_NOT_SELECTABLE = ("subtype", "version")
_DATES_NOT_SELECTABLE = ("other", "updated")
_NOBODY = Unchecked("", "nobody was asked")
_NOTHING: Json = {}


class Refreshed(NamedTuple):
    """What asking again came to. `records` are those to write, by file name; `unchecked` is sorted by key."""

    asked: int
    changes: tuple[Change, ...]
    records: Mapping[str, Json]
    unchecked: Mapping[str, Unchecked]


def refresh(
    known: Sequence[Known],
    asking: Asking,
    shown: Callable[[str], str],
    present: Collection[str] = (),
    on_outcome: Callable[[int], None] | None = None,
    limit: int = DEFAULT_LIMITS.record_bytes,
) -> Refreshed:
    """Asks for all of them again.

    `shown` makes the path for people of a file name; `present` are the names of all record files, among them
    those that are not asked for again. `limit` are the bytes of the largest record that would be read.
    """
    unchanged = _unchanged(known, asking)
    rest = [entry for entry in known if entry.name not in unchanged]
    outcomes: dict[str, Outcome] = {}

    def emit(identifier: Identifier, outcome: Outcome) -> None:
        stem = file_stem(identifier)
        if stem not in outcomes or not isinstance(outcome, Unchecked):
            outcomes[stem] = outcome
        if on_outcome is not None:
            on_outcome(min(len(unchanged) + len(outcomes), len(known)))

    Ladder(asking, emit, limit).resolve([entry.identifier for entry in rest])
    news = _News(known, outcomes, shown, present)
    for entry in rest:
        news.add(entry)
    return Refreshed(
        len(known), tuple(in_order(news.changes)), news.records, dict(sorted(news.unchecked.items()))
    )


class _News:
    """Collects what the outcomes mean for the records, one after another."""

    def __init__(
        self,
        known: Sequence[Known],
        outcomes: Mapping[str, Outcome],
        shown: Callable[[str], str],
        present: Collection[str],
    ) -> None:
        self._before = {file_stem(entry.identifier): entry.record for entry in known}
        self._outcomes = outcomes
        self._shown = shown
        self._present = present
        self.changes: list[Change] = []
        self.records: dict[str, Json] = {}
        self.unchecked: dict[str, Unchecked] = {}

    def add(self, entry: Known) -> None:
        """The news of one record."""
        key, old = entry.identifier.key, entry.record
        outcome = self._outcomes.get(file_stem(entry.identifier), _NOBODY)
        if isinstance(outcome, Unchecked):
            self.unchecked[key] = outcome
            return
        was_described = old.get("status") in ("found", "see") and not entry.by_hand
        if outcome.get("status") == "no_metadata" and was_described:
            # It was described by the same way before: more likely an accident than the end of the work.
            self.unchecked[key] = Unchecked("", "it exists, but there was no metadata of it this time")
            return
        target = _target(outcome)
        moved = target is not None and target.key != getattr(_target(old), "key", None)
        found: Json = _NOTHING
        if moved and target is not None:
            reached = self._outcomes.get(file_stem(target), _NOBODY)
            if isinstance(reached, Unchecked) or reached.get("status") != "found":
                self.unchecked[key] = _lost_on_the_way(target, reached)
                return
            found = reached
        change = self._change(entry, outcome, found, moved=moved)
        if change is None:
            return
        name = f"{file_stem(target)}.json" if moved and target is not None else ""
        if name and name not in self._present and not change.kept:
            assert target is not None
            # The work has news of its own, and what it says is not told a second time.
            if name not in self.records:
                self.changes.append(arrival(found, target.key, self._shown(name)))
                self.records[name] = found
            change = change._replace(kind=CONCERN if change.gone else METADATA, notices=())
        self.changes.append(change)
        if not change.kept:  # else a person decides what to make of it
            self.records[entry.name] = outcome

    def _change(self, entry: Known, outcome: Json, found: Json, *, moved: bool) -> Change | None:
        behind = (_NOTHING, _NOTHING)
        if moved:
            before = _target(entry.record)
            behind = (_NOTHING if before is None else self._before.get(file_stem(before), _NOTHING), found)
        compare = change_of_hand_made if entry.by_hand else change_between
        return compare(entry.record, outcome, entry.identifier.key, self._shown(entry.name), behind)


def _lost_on_the_way(target: Identifier, reached: Outcome) -> Unchecked:
    if isinstance(reached, Unchecked):
        return Unchecked(reached.service, f"it leads to {target.key} now, and of that: {reached.reason}")
    what = "does not exist" if reached.get("status") == "not_found" else "has no metadata"
    return Unchecked("", f"it leads to {target.key} now, which {what}")


def _target(record: Json) -> Identifier | None:
    """The work that a pointer leads to; None for a record of another kind."""
    names = record.get("same_as") if record.get("status") == "see" else None
    read = parse_identifier(str(names[0])) if isinstance(names, list) and names else None
    return read if isinstance(read, Identifier) else None


def _unchanged(known: Sequence[Known], asking: Asking) -> set[str]:
    """The file names of Crossref's works of which no selectable part has changed."""
    own = {
        str(entry.record.get("doi")): entry
        for entry in known
        if entry.record.get("source") == crossref.SERVICE
        and not entry.record.get("alias_of")
        and not entry.by_hand
        and entry.identifier.doi == entry.record.get("doi")
    }
    same = set()
    for batch in batches(own):
        try:
            found = crossref.selected(asking, batch)
        except Fault:
            continue  # those are asked for in full, and the fault is met again there
        same |= {
            own[doi].name
            for doi, record in found.items()
            if doi in own and _selectable(record) == _selectable(own[doi].record)
        }
    return same


def _selectable(record: Json) -> Json:
    dates = record.get("dates")
    kept = {key: value for key, value in record.items() if key not in _NOT_SELECTABLE}
    if isinstance(dates, dict):
        kept["dates"] = {kind: day for kind, day in dates.items() if kind not in _DATES_NOT_SELECTABLE}
    return kept
