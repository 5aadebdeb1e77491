"""The folder that a refresh leaves for the job that proposes it, read as data (action.md, section 11).

It comes out of a job in which parsers have met the open web: `refresh.json`, and `cache/` with the changed
records. Whatever else lies there, whatever is no regular file, no record of the work that its name says, or
not told in `refresh.json`, refuses the whole.
"""

from __future__ import annotations

import os
import re
import stat
from typing import NamedTuple, NoReturn

from citelock.checks.errors import InputError
from citelock.checks.identifiers import Identifier, file_stem, legacy_stem, parse_identifier
from citelock.checks.jsontext import parse
from citelock.checks.news import MAX_BYTES, News, read_news
from citelock.checks.records import SCHEMA, CorruptRecord, parse_record
from citelock.checks.text.excerpt import shown
from citelock.snapshotter.listing import Unreadable, read_regular

NEWS = "refresh.json"
FOLDER = "cache"
MAX_FILES = 20_000
MAX_TOTAL = 256 * 1024 * 1024  # bytes of all records
_RECORD = re.compile(r"[a-z0-9._-]+\.json")


class Bundle(NamedTuple):
    """The news, and the bytes of the changed records by path (`cache/10.5555_a.json`), sorted."""

    news: News
    records: dict[str, bytes]


def read_bundle(folder: str, record_bytes: int) -> Bundle:
    """All of the folder; a record has at most `record_bytes`. Raises InputError naming what is refused."""
    names = _names(folder, "")
    for name in names:
        if name not in (NEWS, FOLDER):
            _refuse(name, f"only {NEWS} and {FOLDER}/ belong into it")
    if NEWS not in names:
        _refuse(NEWS, "it is missing")
    news = read_news(_content(folder, NEWS, MAX_BYTES), NEWS)
    records: dict[str, bytes] = {}
    total = 0
    for name in _names(os.path.join(folder, FOLDER), FOLDER) if FOLDER in names else ():
        path = f"{FOLDER}/{name}"
        if _RECORD.fullmatch(name) is None:
            _refuse(path, "it is no name of a record")
        records[path] = _content(folder, path, record_bytes)
        total += len(records[path])
        if total > MAX_TOTAL:
            _refuse(FOLDER, f"it has more than {MAX_TOTAL:,} bytes")
    _compare(news, records)
    return Bundle(news, records)


def _names(folder: str, shown_as: str) -> list[str]:
    """The names in a folder that is none behind a link, sorted."""
    try:
        if not stat.S_ISDIR(os.lstat(folder).st_mode):
            _refuse(shown_as, "it is no folder of its own")
        names = []
        with os.scandir(folder) as entries:
            for entry in entries:
                names.append(entry.name)
                if len(names) > MAX_FILES:
                    _refuse(shown_as, f"it has more than {MAX_FILES:,} files")
    except OSError as error:
        _refuse(shown_as, f"it cannot be read: {error.strerror or error}")
    return sorted(names)


def _content(folder: str, path: str, limit: int) -> bytes:
    content = read_regular(os.path.join(folder, *path.split("/")), limit)
    if isinstance(content, Unreadable):
        _refuse(path, f"it {content.reason}")
    return content


def _compare(news: News, records: dict[str, bytes]) -> None:
    """Refuses records that the news does not tell, news without their record, and records of another work."""
    told = {change.path: change for change in news.changes}
    for path, content in records.items():
        change = told.get(path)
        if change is None or change.kept:
            _refuse(path, f"{NEWS} tells of no change of it")
        problem = _problem(path, content, change.id)
        if problem:
            _refuse(path, problem)
    excused = {each.id for each in news.unchecked}
    for path, change in told.items():
        if not change.kept and path not in records and path not in excused:
            _refuse(path, f"{NEWS} tells of a change of it, and it is missing")


def _problem(path: str, content: bytes, told: str) -> str:
    """Why the bytes are not the record of the work that its name and the news say; "" if they are."""
    try:
        value = parse(content, path)
    except InputError as error:
        return f"it is no record: {error.what}"
    if not isinstance(value, dict) or value.get("schema") != SCHEMA:
        return f"it is no record of the schema {SCHEMA}"
    own = value.get("id")
    read = parse_identifier(own) if isinstance(own, str) else None
    stem = path.removeprefix(f"{FOLDER}/").removesuffix(".json")
    if isinstance(read, Identifier):
        for each in filter(None, (read.given, read)):
            if stem in (file_stem(each), legacy_stem(each)) and each.key == told:
                record = parse_record(content, each._replace(given=None), path)
                return f"it is no record: {record.reason}" if isinstance(record, CorruptRecord) else ""
    return f"it is the record of {shown(str(own), 120)}, not of what its name and {NEWS} say"


def _refuse(path: str, why: str) -> NoReturn:
    place = f"the folder of the refresh: {shown(path, 200)}" if path else "the folder of the refresh"
    raise InputError(place, f"{why}. Nothing of it is proposed")
