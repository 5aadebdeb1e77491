"""Asking again: which records have news, and what the citations that rest on them get or lose by it.

Crossref's works are first asked for in lists of what a list can select; only where that part differs the
whole is fetched. Nothing is written until everything was asked, and a file without news is not touched
(metadata.md, section 7).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from citelock.checks.errors import InputError
from citelock.checks.identifiers import BadIdentifier, Identifier, file_stem, parse_identifier
from citelock.checks.jsontext import parse
from citelock.checks.projections.parts import record_bytes
from citelock.checks.record_changes import VANISHED, Change, change_between, in_order
from citelock.snapshotter.evidence import Evidence
from citelock.snapshotter.ladder import Ladder, Outcome
from citelock.snapshotter.registries import crossref
from citelock.snapshotter.registries.asking import Asking
from citelock.snapshotter.registries.batches import batches
from citelock.snapshotter.registries.interface import Fault, Json, Unchecked

# What no list can select is left out of the comparison that decides whether to ask for the whole.
_NOT_SELECTABLE = ("subtype", "version")
_DATES_NOT_SELECTABLE = ("other", "updated")


class Known(NamedTuple):
    """A record that is asked for again: its file's name below the cache folder, and its content."""

    name: str
    identifier: Identifier
    record: Json


class Refreshed(NamedTuple):
    """What asking again came to. `records` are those to write, by file name; `unchecked` is sorted by key."""

    asked: int
    changes: tuple[Change, ...]
    records: Mapping[str, Json]
    unchecked: Mapping[str, Unchecked]


def known_records(evidence: Evidence, names: Sequence[str] | None = None) -> list[Known]:
    """The records of the cache that a registry can be asked for, all or those with these file names.

    Hand-made ones without identifier, and files that are no records, are the audit's business.
    """
    found = []
    for name in evidence.record_names() if names is None else names:
        content = evidence.record_content(name)
        try:
            value = parse(content, name) if content is not None else None
        except InputError:
            continue
        if not isinstance(value, dict):
            continue
        identifier = parse_identifier(str(value.get("id") or value.get("doi") or ""))
        if isinstance(identifier, BadIdentifier) or identifier.scheme == "url" or "schema" not in value:
            continue
        if f"{file_stem(identifier)}.json" == name:
            found.append(Known(name, identifier, value))
    return found


def refresh(
    known: Sequence[Known],
    asking: Asking,
    shown: Callable[[str], str],
    present: Collection[str] = (),
    on_outcome: Callable[[int], None] | None = None,
) -> Refreshed:
    """Asks for all of them again.

    `shown` makes the path for people of a file name; `present` are the names of all record files, among them
    those that are not asked for again.
    """
    unchanged = _unchanged(known, asking)
    rest = [entry for entry in known if entry.name not in unchanged]
    outcomes: dict[str, Outcome] = {}

    def emit(identifier: Identifier, outcome: Outcome) -> None:
        name = f"{file_stem(identifier)}.json"
        if name not in outcomes or not isinstance(outcome, Unchecked):
            outcomes[name] = outcome
        if on_outcome is not None:
            on_outcome(len(unchanged) + len(outcomes))

    Ladder(asking, emit).resolve([entry.identifier for entry in rest])
    changes, records, unchecked = [], {}, {}
    for entry in rest:
        outcome = outcomes.get(entry.name)
        if outcome is None or isinstance(outcome, Unchecked):
            unchecked[entry.identifier.key] = outcome or Unchecked("", "nobody was asked")
            continue
        if record_bytes(outcome) == record_bytes(entry.record):
            continue
        change = change_between(entry.record, outcome, entry.identifier.key, shown(entry.name))
        if change is None:
            continue
        changes.append(change)
        if change.kind != VANISHED:  # a person decides what to make of that; the record stays
            records[entry.name] = outcome
            for target, found in _pointed_to(outcome, outcomes).items():
                if isinstance(found, Unchecked):
                    unchecked[target.key] = found
                elif f"{file_stem(target)}.json" not in present:
                    records[f"{file_stem(target)}.json"] = found
    return Refreshed(len(known), tuple(in_order(changes)), records, dict(sorted(unchecked.items())))


def _pointed_to(record: Json, outcomes: Mapping[str, Outcome]) -> dict[Identifier, Outcome]:
    """The work that a pointer leads to, with its outcome; nothing for a record of another kind."""
    names = record.get("same_as") if record.get("status") == "see" else None
    targets = [parse_identifier(str(name)) for name in names] if isinstance(names, list) else []
    return {
        target: outcomes[f"{file_stem(target)}.json"]
        for target in targets
        if isinstance(target, Identifier) and f"{file_stem(target)}.json" in outcomes
    }


def _unchanged(known: Sequence[Known], asking: Asking) -> set[str]:
    """The file names of Crossref's works of which no selectable part has changed."""
    own = {
        str(entry.record.get("doi")): entry
        for entry in known
        if entry.record.get("source") == crossref.SERVICE and not entry.record.get("alias_of")
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
