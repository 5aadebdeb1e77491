"""The records that are asked for again, and those of which that is not possible, with the reason.

Nothing in the cache folder is passed over in silence: a file whose work cannot be known is listed, or a
retraction of it would never be noticed. What is compared with is the last commit (metadata.md, section 7).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from citelock.checks.errors import InputError
from citelock.checks.identifiers import Identifier, file_stem, from_stem, legacy_stem, parse_identifier
from citelock.checks.jsontext import parse
from citelock.checks.records import CorruptRecord, NotCached, parse_record
from citelock.checks.text.excerpt import shown as excerpt
from citelock.snapshotter.evidence import Evidence
from citelock.snapshotter.listing import Unreadable
from citelock.snapshotter.registries.interface import Json, Unchecked

_AGAIN = "Restore it (git restore), or delete it and run citelock resolve"


class Known(NamedTuple):
    """A record that is asked for again: its file's name below the cache folder, and its content.

    `by_hand`: a person wrote it; it has no schema and is never replaced.
    """

    name: str
    identifier: Identifier
    record: Json
    by_hand: bool = False


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


def record_names(identifier: Identifier, evidence: Evidence) -> set[str]:
    """The names of the record files that this identifier rests on: its own and the one that it points to."""
    found = evidence.record(identifier)
    files = (found, found.via) if found.via is not None else (found,)
    named = {file.path.rpartition("/")[2] for file in files if file.path is not None}
    return named | {f"{file_stem(each)}.json" for each in (identifier, found.holder)}


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


def readers_of(cited: Iterable[Identifier]) -> dict[str, dict[str, Identifier]]:
    """The works by the name of every file that they may be read from."""
    readers: dict[str, dict[str, Identifier]] = {}
    for identifier in cited:
        for stem in {file_stem(identifier), legacy_stem(identifier)}:
            work = identifier.doi or identifier.key
            readers.setdefault(f"{stem}.json", {}).setdefault(work, identifier)
    return readers


def record_in(
    name: str, content: bytes | Unreadable | None, readers: Mapping[str, Mapping[str, Identifier]]
) -> Known | str:
    """The record in a file, or why nobody can be asked about it and what to do."""
    if content is None:
        return "it is in the last commit and not here. Restore it (git restore), or commit that it is gone"
    if isinstance(content, Unreadable):
        return f"it {content.reason}. Put the record itself there, or delete it and run citelock resolve"
    try:
        value = parse(content, name)
    except InputError as error:
        return f"it is no record ({error.what.rstrip('.')}). {_AGAIN}"
    if not isinstance(value, dict):
        return f"it is no record. {_AGAIN}"
    identifier = _whose(name, value, readers)
    if isinstance(identifier, str):
        return identifier
    record = parse_record(content, identifier, "")
    if isinstance(record, CorruptRecord):
        return f"it is no record ({record.reason.removeprefix(': ')}). {_AGAIN}"
    return Known(name, identifier, value, by_hand=value.get("schema") is None)


def _whose(
    name: str, record: Mapping[str, object], readers: Mapping[str, Mapping[str, Identifier]]
) -> Identifier | str:
    """The work that a record is about: by its own word, by its file's name, by who reads it; or why none."""
    stem = name.removesuffix(".json")
    own = record.get("id") or record.get("doi")
    if own:
        read = parse_identifier(own) if isinstance(own, str) else None
        if not isinstance(read, Identifier) or read.scheme == "url":
            return f"it says that it is about “{excerpt(str(own), 80)}”, which no registry knows. {_AGAIN}"
        for each in filter(None, (read.given, read)):
            if stem in (file_stem(each), legacy_stem(each)):
                return each._replace(given=None)
        return f"it says that it is about {excerpt(read.key, 200)}. Rename it to {file_stem(read)}.json"
    named = from_stem(stem)
    if named is not None:
        return named
    works = readers.get(name, {})
    if len(works) == 1:
        (work,) = works.values()
        return work._replace(given=None)
    if works:
        return f"{len(works)} cited works read it. Write the one that it is about into it, as id"
    return 'whose record it is cannot be known. Write that into it, such as "id": "doi:10.5555/a"'
