"""Whose record a file in the cache folder is: by its own word, by its name, by who reads it.

Beside `known.py`, which asks registries again, this is for whoever only reads: nothing here can connect.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from citelock.checks.errors import InputError
from citelock.checks.identifiers import Identifier, file_stem, from_stem, legacy_stem, parse_identifier
from citelock.checks.jsontext import parse
from citelock.checks.records import CorruptRecord, parse_record
from citelock.checks.text.excerpt import shown as excerpt
from citelock.snapshotter.listing import Unreadable
from citelock.snapshotter.registries.interface import Json

_AGAIN = "Restore it (git restore), or delete it and run citelock resolve"


class Known(NamedTuple):
    """A record that is asked for again: its file's name below the cache folder, and its content.

    `by_hand`: a person wrote it; it has no schema and is never replaced.
    """

    name: str
    identifier: Identifier
    record: Json
    by_hand: bool = False


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
