"""The parts that the projections of all registries share: texts, dates, people, licences, the whole.

Absent, null, blank and empty are one thing, and the key is then left out, so that the list form and the
single form of an answer give the same record. Nothing here knows the field names of a registry (metadata.md,
section 2).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from typing import Protocol

from citelock.checks.canonical import dumps
from citelock.checks.doi_cleaning import registered_doi
from citelock.checks.fields import Fields, WrongField, described, kind, list_field, text_field
from citelock.checks.id_readings import MAX_CHARACTERS
from citelock.checks.projections.errors import ProjectionError
from citelock.checks.records import SCHEMA

MAX_TEXT = 10_000  # characters of one title, name or other text: none that is meant to be read comes near
MAX_LICENCES = 100
MAX_PEOPLE = 200  # of a list of authors; a longer one is cut and says its length (metadata.md, section 2)
_MOST_MARKS = 30  # on one letter: the bound of Unicode's stream-safe text (UAX 15, section 13)

Json = dict[str, object]

_DATE = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?(?![0-9])")


def record_bytes(record: Mapping[str, object]) -> bytes:
    r"""The file of a record: sorted keys, two spaces, characters as they are, a final newline.

    >>> record_bytes({"status": "found", "doi": "10.5555/é"}).decode()
    '{\n  "doi": "10.5555/é",\n  "status": "found"\n}\n'
    """
    return f"{dumps(dict(record))}\n".encode()


def _refuse_endless_texts(record: Json) -> None:
    """Refuses a record with a text that nobody would have written; raises WrongField."""
    waiting: list[tuple[str, object]] = list(record.items())
    while waiting:
        where, value = waiting.pop()
        if isinstance(value, str) and len(value) > MAX_TEXT:
            raise WrongField(f"{where}: it is longer than {MAX_TEXT:,} characters")
        if isinstance(value, dict):
            waiting += value.items()
        elif isinstance(value, list):
            waiting += [(where, member) for member in value]


class Projection(Protocol):
    """From an answer, as parsed, and the DOI that was asked for, to the JSON object of a record."""

    def __call__(self, answer: object, asked: str = "") -> Json:
        """The record; raises ProjectionError where the answer has another shape."""


def projection(project: Callable[[Fields, str], Json]) -> Projection:
    """Makes a projection out of the reading of one answer: wrong shapes become ProjectionError.

    `asked` is the DOI that was asked for. An answer under another one is kept under the DOI asked for, with
    `alias_of`; "" where the two cannot differ.
    """

    @wraps(project)
    def whole(answer: object, asked: str = "") -> Json:
        if not isinstance(answer, dict):
            raise ProjectionError(f"an answer is a JSON object, this is {kind(answer)}")
        try:
            record = project(answer, asked)
            if len(record_bytes(record)) > MAX_TEXT:
                _refuse_endless_texts(record)
        except WrongField as error:
            raise ProjectionError(str(error)) from error
        except UnicodeEncodeError as error:
            raise ProjectionError("the answer holds half a character (a lone surrogate)") from error
        return record

    return whole


def named(answered: str, asked: str) -> Json:
    """`id`, `doi` and, where the registry answered under another DOI than the one asked for, `alias_of`."""
    own = registered_doi(asked) if asked else answered
    names: Json = {"schema": SCHEMA, "status": "found", "id": f"doi:{own}", "doi": own}
    return names if own == answered else {**names, "alias_of": answered}


def kept(record: Mapping[str, object]) -> Json:
    """The members that say something: neither null nor empty, and neither are those inside an object."""
    return {
        key: value for key, value in record.items() if value is not None and value not in ("", [], {}, ())
    }


def line(text: str) -> str:
    """A text on one line: NFC, runs of white space one blank. Tags and entities stay as they are."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", _with_few_marks(text))
    return " ".join(text.split())


def _with_few_marks(text: str) -> str:
    """The text without the marks beyond 30 on one letter, which no script has: NFC is quadratic in them."""
    kept, run = [], 0
    for character in text:
        run = run + 1 if unicodedata.combining(character) else 0
        if run <= _MOST_MARKS:
            kept.append(character)
    return "".join(kept)


def doi(fields: Fields, key: str, where: str = "") -> str:
    """A DOI in the form of the registries; "" if it is absent."""
    written = text_field(fields, key, where)
    if len(written) > MAX_CHARACTERS:
        raise WrongField(f"{where}{key}: it is longer than {MAX_CHARACTERS:,} characters")
    return registered_doi(written)


def text(fields: Fields, key: str, where: str = "") -> str:
    """A text of an answer on one line; "" if it is absent."""
    return line(text_field(fields, key, where))


def lines(texts: Iterable[str]) -> list[str]:
    """The texts on one line each, in their order, without blank ones and repetitions."""
    return [each for each in dict.fromkeys(map(line, texts)) if each]


def texts(fields: Fields, key: str) -> list[str]:
    """A list of texts, as `lines`; null members are nothing."""
    members = list_field(fields, key)
    for place, member in enumerate(members):
        if member is not None and not isinstance(member, str):
            raise WrongField(f"{key}[{place}]: this is {kind(member)}, not a string")
    return lines(member for member in members if isinstance(member, str))


def objects(fields: Fields, key: str, where: str = "") -> Iterator[tuple[str, Fields]]:
    """The objects of a list, each with its path for messages; null members are nothing."""
    for place, member in enumerate(list_field(fields, key, where)):
        path = f"{where}{key}[{place}]."
        if isinstance(member, dict):
            yield path, member
        elif member is not None:
            raise WrongField(f"{path[:-1]}: this is {kind(member)}, not an object")


def date_parts(value: object, where: str) -> str:
    """`YYYY[-MM[-DD]]` of an object with `date-parts`; "" for `[[null]]` and for what is no date of our era.

    A month or day that does not exist is left out, not guessed.
    """
    if value is None or value == "" or value == []:
        return ""
    if not isinstance(value, dict):
        raise WrongField(f"{where}: this is {kind(value)}, not an object")
    dates = list_field(value, "date-parts", f"{where}.")
    first = dates[0] if dates else None
    if first is None:
        return ""
    if not isinstance(first, list):
        raise WrongField(f"{where}.date-parts[0]: this is {kind(first)}, not a list")
    return joined_date([_number(part, where) for part in first[:3]])


def _number(part: object, where: str) -> int:
    """A year, month or day; 0, which none of them can be, for null. CSL allows numbers as strings."""
    if part is None or part == "":
        return 0
    if isinstance(part, str) and part.isascii() and part.isdecimal() and len(part) < 5:
        return int(part)
    if isinstance(part, int | float) and not isinstance(part, bool) and part == part // 1:
        return int(part) if -10_000 < part < 10_000 else 0
    raise WrongField(f"{where}.date-parts: {described(part)} is no part of a date")


def joined_date(parts: Sequence[int]) -> str:
    """The longest beginning of year, month, day that is a date; "" if there is none.

    >>> joined_date([1998, 2]), joined_date([2012, 13, 1]), joined_date([0])
    ('1998-02', '2012', '')
    """
    year, month, day = [*parts, 0, 0, 0][:3]
    if not 0 < year < 10_000:
        return ""
    if not 0 < month < 13:
        return f"{year:04d}"
    return f"{year:04d}-{month:02d}" + (f"-{day:02d}" if 0 < day < 32 else "")


def iso_date(written: str) -> str:
    """The day of an ISO date or time, the beginning of a range; "" for anything else.

    >>> iso_date("2018-04-03T13:52:58Z"), iso_date("2020-10/2020-11"), iso_date("spring")
    ('2018-04-03', '2020-10', '')
    """
    match = _DATE.match(written.strip())
    return joined_date([int(part) for part in match.groups() if part]) if match else ""


def person(**parts: str) -> Json:
    """One author or editor: the parts that have a text."""
    return kept({part: line(value) for part, value in parts.items()})


def people(key: str, members: Sequence[Json]) -> Json:
    """`authors` or `editors`, at most 200; a longer list of authors also says its length.

    An entry that names nobody keeps its place among others: without it a co-author would read as the first.
    A list that names nobody at all is no list.
    """
    if not any(member.keys() - {"sequence"} for member in members):
        return {}
    cut: Json = {"authors_total": len(members)} if key == "authors" and len(members) > MAX_PEOPLE else {}
    return {key: list(members[:MAX_PEOPLE]), **cut}


def licences(members: Iterable[tuple[str, str, str]]) -> list[Json]:
    """Licences as (url, version, start), each once, sorted; the first 100 of them."""
    return [
        kept({"url": url, "version": version, "start": start})
        for url, version, start in sorted({member for member in members if member[0]})[:MAX_LICENCES]
    ]


def relations(members: Iterable[tuple[str, str]]) -> Json:
    """Relations given as (kind, DOI): each kind with its sorted DOIs."""
    grouped: dict[str, set[str]] = {}
    for relation, other in members:
        if other:
            grouped.setdefault(relation, set()).add(other)
    return {relation: sorted(dois) for relation, dois in sorted(grouped.items())}
