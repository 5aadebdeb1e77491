"""The registry record of one identifier: what `cache/<name>.json` says after it has been read and checked.

It reads the projection and the minimal record of metadata.md, section 2; it does not compare anything (rules)
and it does not look up files (`snapshotter/evidence.py`). A malformed record is a value, `CorruptRecord`,
never an exception: one bad file is a finding and the audit goes on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Never

from citelock.checks.errors import InputError
from citelock.checks.fields import (
    Fields,
    WrongField,
    count_field,
    described,
    kind,
    list_field,
    object_field,
    text_field,
    texts_field,
)
from citelock.checks.identifiers import Identifier, names
from citelock.checks.jsontext import parse
from citelock.checks.named import NamedTuple


class Author(NamedTuple):
    """One author or editor as registered.

    `family` and `given` of a person, or `name` (organisation or unsplit).
    `sequence` is "first" for an author the registry marks as first, else "". Absent parts are "": all are of
    an entry that names nobody, such as one for a group whose name was not kept.
    """

    family: str = ""
    given: str = ""
    name: str = ""
    sequence: str = ""
    prefix: str = ""
    suffix: str = ""


class Update(NamedTuple):
    """One notice.

    Its type (`retraction`, `correction`, …), its DOI, the day it was registered, and who says so. `id` is its
    name where it has no DOI, such as `pmid:123`.
    """

    type: str
    doi: str
    date: str = ""
    sources: tuple[str, ...] = ()
    id: str = ""


class NotCached(NamedTuple):
    """There is no record.

    `near` is a file whose name differs only in case or Unicode form, `asked` the name wanted.
    """

    asked: str = ""
    near: str = ""
    reason: str = ""


class CorruptRecord(NamedTuple):
    """There is a file, but not a record of this identifier: E_CACHE_CORRUPT, for the reason given."""

    reason: str


_NOTHING: Mapping[str, Never] = {}  # shared by all records; nothing changes it


class Record(NamedTuple):
    """One record. `status` is found, not_found, no_metadata or see; absent texts are "", absent lists empty.

    `dates` maps issued, print, online, other, posted, created, updated to `YYYY[-MM[-DD]]`. `source` is the
    registry that answered, or `hand` for a minimal record. `updates_by` are notices about this work,
    `updates_to` the works that this one is a notice about. `authors_total` is the registered number when the
    list was cut, else None. `pages` is the range or article number as registered.
    """

    status: str
    source: str
    doi: str = ""
    type: str = ""
    subtype: str = ""
    publisher: str = ""
    titles: tuple[str, ...] = ()
    subtitles: tuple[str, ...] = ()
    original_titles: tuple[str, ...] = ()
    short_titles: tuple[str, ...] = ()
    containers: tuple[str, ...] = ()
    short_containers: tuple[str, ...] = ()
    dates: Mapping[str, str] = _NOTHING
    authors: tuple[Author, ...] = ()
    editors: tuple[Author, ...] = ()
    authors_total: int | None = None
    updates_by: tuple[Update, ...] = ()
    updates_to: tuple[Update, ...] = ()
    relations: Mapping[str, tuple[str, ...]] = _NOTHING
    alias_of: str = ""
    same_as: tuple[str, ...] = ()
    evidence: Mapping[str, str] = _NOTHING
    pages: str = ""


SCHEMA = "citelock-record/1"
_BLANK = ("",) * len(Author._fields)
STATUSES = ("found", "not_found", "no_metadata", "see")
DATE_KINDS = ("issued", "print", "online", "other", "posted", "created", "updated")

_DATE = re.compile(r"[0-9]{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12][0-9]|3[01]))?)?")


def parse_record(data: bytes, identifier: Identifier, path: str) -> Record | CorruptRecord:
    """The record in `data`, or why these bytes are not a record of `identifier`.

    `path` names the file in reasons.
    A record without `schema` is a minimal, hand-made one: `title`, `year` and `authors` as strings are then
    read too.
    """
    try:
        value = parse(data, path)
    except InputError as error:
        return CorruptRecord(str(error))
    if not isinstance(value, dict):
        return CorruptRecord(f"{path}: a record is a JSON object, this is {kind(value)}")
    try:
        return _record(value, identifier)
    except WrongField as error:
        return CorruptRecord(f"{path}: {error}")


def _record(value: Fields, identifier: Identifier) -> Record:
    schema = value.get("schema")
    by_hand = schema is None
    if not by_hand and schema != SCHEMA:
        raise WrongField(f"schema: {described(schema)} is not known here; this version reads {SCHEMA}")
    status = text_field(value, "status")
    if not status:
        raise WrongField(f"status: it is missing; write one of {', '.join(STATUSES)}")
    if status not in STATUSES:
        raise WrongField(f"status: {described(value.get('status'))} is none of {', '.join(STATUSES)}")
    source = "hand" if by_hand else text_field(value, "source")
    if not source:
        raise WrongField("source: it is missing; a record names the registry that answered")
    if not by_hand and not value.get("id"):
        raise WrongField("id: it is missing; a record names the identifier that it is about")
    _own(value, identifier)
    parts = {key: read(value, key) for key, read in _READERS.items() if key in value}
    if status == "see" and len(texts_field(value, "same_as")) != 1:
        raise WrongField("same_as: a record with status see names exactly one other identifier")
    if "updates" in value:
        updates = object_field(value, "updates")
        parts |= {"updates_by": _updates(updates, "by"), "updates_to": _updates(updates, "to")}
    for key in ("authors", "editors"):
        if key in value:
            parts[key] = _authors(value, key, by_hand=by_hand)
    if by_hand:
        titles, year = _title(value), _year(value)
        if titles:
            parts["titles"] = titles
        if year:
            parts["dates"] = {"issued": year, **_dates(value, "dates")}
    return Record(status, source, **parts)  # type: ignore[arg-type] # each key has its reader below


def _own(value: Fields, identifier: Identifier) -> None:
    """Refuses the record of another work: `doi` and `id` must be what was asked for, in any spelling."""
    for own in (text_field(value, "id"), text_field(value, "doi") if identifier.doi is not None else ""):
        if own and not names(own, identifier):
            raise WrongField(f"it holds the record of {described(own)}, not of {identifier.key}")


def _title(value: Fields) -> tuple[str, ...]:
    """The `title` of a minimal record: a string or a list of strings."""
    title = value.get("title")
    if isinstance(title, list):
        return texts_field(value, "title")
    text = text_field(value, "title")
    return (text,) if text else ()


def _year(value: Fields) -> str:
    """The `year` of a minimal record as a date: a number or a string, also a longer date."""
    year = value.get("year")
    if year is None or year == "":
        return ""
    if isinstance(year, int | float) and not isinstance(year, bool) and year == int(year):
        year = str(int(year))
    if isinstance(year, str) and _DATE.fullmatch(year.strip()):
        return year.strip()
    raise WrongField(f"year: {described(year)} is not a year such as 2024")


def _dates(value: Fields, key: str) -> Mapping[str, str]:
    given = object_field(value, key)
    dates = {}
    for which in DATE_KINDS:
        date = text_field(given, which, "dates.")
        if date and not _DATE.fullmatch(date):
            raise WrongField(
                f"dates.{which}: {described(date)} is not a date such as 2024, 2024-05 or 2024-05-01"
            )
        if date:
            dates[which] = date
    return dates


def _authors(value: Fields, key: str, *, by_hand: bool) -> tuple[Author, ...]:
    """The list of persons and organisations; `by_hand`: bare strings are family names (minimal record).

    An entry without a name keeps its place: without it the second author would read as the first.
    """
    authors = []
    for place, author in enumerate(list_field(value, key)):
        if isinstance(author, dict):
            parts = list(map(author.get, Author._fields, _BLANK))
            if set(map(type, parts)) != {str}:  # null is as good as absent; anything else is refused
                parts = [text_field(author, part, f"{key}[{place}].") for part in Author._fields]
            authors.append(Author._make(parts))
        elif author is None or (by_hand and author == ""):
            authors.append(Author())
        elif isinstance(author, str) and by_hand:
            authors.append(Author(family=author))
        else:
            raise WrongField(
                f"{key}[{place}]: an author is {'a name or ' if by_hand else ''}an object,"
                f" this is {kind(author)}"
            )
    return tuple(authors)


def _updates(updates: Fields, key: str) -> tuple[Update, ...]:
    found = []
    for place, update in enumerate(list_field(updates, key, "updates.")):
        where = f"updates.{key}[{place}]."
        if not isinstance(update, dict):
            raise WrongField(f"{where[:-1]}: a notice is an object, this is {kind(update)}")
        notice = text_field(update, "type", where)
        if not notice:
            raise WrongField(f"{where}type: it is missing; a notice has a type such as retraction")
        sources = texts_field(update, "sources", where)
        found.append(
            Update(
                notice,
                text_field(update, "doi", where),
                text_field(update, "date", where),
                sources,
                text_field(update, "id", where),
            )
        )
    return tuple(found)


def _doi(value: Fields, key: str) -> str:
    return text_field(value, key).lower()


def _relations(value: Fields, key: str) -> Mapping[str, tuple[str, ...]]:
    given = object_field(value, key)
    return {relation: texts_field(given, relation, "relations.") for relation in sorted(given)}


def _evidence(value: Fields, key: str) -> Mapping[str, str]:
    given = object_field(value, key)
    return {host: text_field(given, host, "evidence.") for host in sorted(given)}


# By key of the file, which is also the name of the field. Only keys that are there cost anything.
_READERS: Mapping[str, Callable[[Fields, str], object]] = {
    **dict.fromkeys(("type", "subtype", "publisher", "alias_of", "pages"), text_field),
    **dict.fromkeys(
        (
            "titles",
            "subtitles",
            "original_titles",
            "short_titles",
            "containers",
            "short_containers",
            "same_as",
        ),
        texts_field,
    ),
    "doi": _doi,
    "dates": _dates,
    "authors_total": count_field,
    "relations": _relations,
    "evidence": _evidence,
}
