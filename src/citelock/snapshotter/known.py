"""The records that are asked for again, and those of which that is not possible, with the reason.

Nothing in the cache folder is passed over in silence: a file whose work cannot be known is listed, or a
retraction of it would never be noticed. What is compared with is the last commit (metadata.md, section 7).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from citelock.checks.identifiers import Identifier, file_stem, legacy_stem
from citelock.checks.records import NotCached
from citelock.snapshotter.evidence import Evidence
from citelock.snapshotter.record_owner import Known, readers_of, record_in
from citelock.snapshotter.registries.interface import Unchecked
from citelock.snapshotter.resolve import record_names


class Chosen(NamedTuple):
    """What is asked for; what cannot be, by path or key as people know it; paths that differ from HEAD."""

    known: tuple[Known, ...]
    unchecked: Mapping[str, Unchecked]
    differing: tuple[str, ...]


def choose(
    here: Evidence,
    committed: Evidence | None,
    wanted: Sequence[Identifier] | None,
    cited: Sequence[Identifier],
    shown: Callable[[str], str],
) -> Chosen:
    """The records of these identifiers, or all (None), as they were committed, else as they lie here.

    `cited` are the works of the claims: a file that does not say whose it is belongs to the one that reads
    it. `shown` makes the path for people of a file name. What was written and not committed is compared with
    the last commit, so a run that was killed loses no news.
    """
    readers = readers_of(cited)
    unchecked: dict[str, Unchecked] = {}
    names = _names_of_all(here) | (_names_of_all(committed) if committed is not None else set())
    if wanted is not None:
        names &= _names_of(wanted, here)
        _say_what_is_missing(wanted, here, names, unchecked)
    known, differing = [], []
    for name in sorted(names):
        content = here.record_content(name)
        before = committed.record_content(name) if committed is not None else None
        mine = record_in(name, content, readers)
        if isinstance(mine, str):
            unchecked[shown(name)] = Unchecked("", mine)
            continue
        theirs = record_in(name, before, readers)
        # Where the two are about different works, or by different hands, only the one that is here counts.
        same = isinstance(theirs, Known) and theirs.identifier == mine.identifier
        known.append(
            theirs if same and isinstance(theirs, Known) and theirs.by_hand == mine.by_hand else mine
        )
        if before is not None and before != content:
            differing.append(shown(name))
    return Chosen(tuple(known), unchecked, tuple(differing))


def _names_of_all(evidence: Evidence) -> set[str]:
    return set(evidence.record_names())


def _names_of(identifiers: Iterable[Identifier], evidence: Evidence) -> set[str]:
    names: set[str] = set()
    for identifier in identifiers:
        names |= record_names(identifier, evidence)
    return names


def _say_what_is_missing(
    wanted: Iterable[Identifier], here: Evidence, names: set[str], unchecked: dict[str, Unchecked]
) -> None:
    """An identifier without any record would else look like one without news."""
    for identifier in wanted:
        own = {f"{file_stem(identifier)}.json", f"{legacy_stem(identifier)}.json"}
        value = here.record(identifier).value
        if isinstance(value, NotCached) and not own & names:
            reason = value.reason or "it has no record; run citelock resolve"
            unchecked[identifier.key] = Unchecked("", reason)
