"""Records of checks: one folder each, written whole or not at all, read only if every byte is as recorded.

`verify/<request key>-<evidence key>/` (verify.md, section 1). The name binds request, search, pages and
model; texts are named by their sha256. What is missing or differs is E_NOT_RECORDED, never fetched anew.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple

from citelock.checks.canonical import dumps
from citelock.checks.errors import CitelockError, InputError, UsageError
from citelock.checks.fields import WrongField
from citelock.checks.jsontext import parse
from citelock.checks.text.excerpt import shown
from citelock.checks.verification.decide import Evidence
from citelock.checks.verification.recorded import (
    evidence_key,
    model_object,
    pages_object,
    read_model,
    read_pages,
    read_run,
    read_search,
    run_object,
    search_object,
)
from citelock.checks.verification.request import Fault, read_request, request_key, request_object
from citelock.checks.verification.values import Page, Pages, Request, Run
from citelock.snapshotter.files import is_running, need_folder
from citelock.snapshotter.listing import Unreadable, read_regular

KEY = re.compile(r"[0-9a-f]{16}-[0-9a-f]{8}")
_LIMIT = 64 * 1024 * 1024  # bytes of one file of a record
_LEFTOVER = re.compile(r"\.[0-9a-f]{16}-[0-9a-f]{8}\.([0-9a-f]{8})-([0-9]{1,10})-[0-9]{1,10}\.tmp")
_LONG_AGO = 86400.0  # seconds after which nobody on another machine can still be writing
_REQUEST, _SEARCH, _PAGES, _MODEL, _RUN = (
    "request.json",
    "search.json",
    "pages.json",
    "model.json",
    "run.json",
)
RESULT = "result.json"


class NotRecorded(CitelockError):
    """A record is incomplete or not as it was recorded: E_NOT_RECORDED (exit 2)."""

    def __init__(self, key: str, what: str) -> None:
        super().__init__(
            f"E_NOT_RECORDED: the record {key}: {what}. Nothing was fetched: remove what is there, if "
            "anything, and run the check again."
        )


class Record(NamedTuple):
    """One check as it was recorded; `result` are the bytes of its result."""

    request: Request
    evidence: Evidence
    run: Run
    result: bytes


def key_of(request: Request, evidence: Evidence) -> str:
    """The name of the record: request and evidence key."""
    found = evidence_key(evidence.search, evidence.pages.pages, evidence.model)
    return f"{request_key(request)}-{found}"


def has_record(folder: str, key: str) -> bool:
    """Whether there is a record of that name."""
    return os.path.isdir(os.path.join(folder, key))


def prepare_records(folder: str) -> None:
    """Makes the folder of records, and sees whether it can be written, before anything is asked or paid for.

    What killed runs have left is removed. Raises UsageError.
    """
    try:
        need_folder(folder)
        _clear_leftovers(folder, os.stat(folder).st_mtime)  # it has just been written to: now
    except OSError as error:
        raise _cannot_write(folder, error) from error


def write_record(
    folder: str, key: str, request: Request, evidence: Evidence, run: Run, result: object
) -> bool:
    """Writes a record below `folder`, in whole: a temporary folder first, then renamed.

    False: one of that name is there, perhaps since a moment, and stays. Raises UsageError where it cannot be
    written.
    """
    files = {**_files(request, evidence, run), RESULT: _bytes(result)}
    for digest, text in evidence.pages.texts.items():
        files[f"pages/{digest}.txt"] = text.encode("utf-8")
    try:
        os.makedirs(folder, exist_ok=True)  # a service runs long: somebody may have tidied up
        temporary = _fresh(folder, key)
        try:
            _clear_leftovers(folder, os.stat(temporary).st_mtime)
            _fill(temporary, files)
            return _put(temporary, os.path.join(folder, key))
        finally:
            shutil.rmtree(temporary, ignore_errors=True)
    except OSError as error:
        raise _cannot_write(folder, error) from error


def _cannot_write(folder: str, error: OSError) -> UsageError:
    return UsageError(
        f"cannot write records to {shown(folder)}: {error.strerror or error}. Name a folder with --records."
    )


def _files(request: Request, evidence: Evidence, run: Run) -> dict[str, bytes]:
    """The files that a result is derived from, but for the texts."""
    files = {
        _REQUEST: _bytes(request_object(request)),
        _SEARCH: _bytes(search_object(evidence.search)),
        _PAGES: _bytes(pages_object(evidence.pages.pages)),
        _RUN: _bytes(run_object(run)),
    }
    if evidence.model is not None:
        files[_MODEL] = _bytes(model_object(evidence.model))
    return files


def read_record(folder: str, key: str) -> Record:
    """The record of that name. Raises NotRecorded, and UsageError for what is no name of one."""
    if not KEY.fullmatch(key):
        raise UsageError(f"“{shown(key, 60)}” is no record. Name one of the folders in {shown(folder)}.")
    place = os.path.join(folder, key)
    if not os.path.isdir(place):
        raise NotRecorded(key, f"there is none in {shown(folder)}")
    return _Reader(place, key).record()


class _Reader:
    def __init__(self, place: str, key: str) -> None:
        self._place = place
        self._key = key

    def record(self) -> Record:
        request = self._request()
        try:
            search = read_search(self._json(_SEARCH))
            pages = read_pages(self._json(_PAGES))
            model = read_model(self._json(_MODEL)) if self._has(_MODEL) else None
            run = read_run(self._json(_RUN))
            evidence = Evidence(search, Pages(pages, self._texts(pages)), model)
            files = _files(request, evidence, run)
        except (WrongField, TypeError) as error:  # TypeError: a number that canonical JSON has not
            raise NotRecorded(self._key, f"a file is not as it was written: {error}") from error
        if key_of(request, evidence) != self._key:
            raise NotRecorded(self._key, "its files are not those that were recorded under this name")
        for name, content in files.items():
            if self._bytes(name) != content:  # a field more, or other blanks: nobody has written it so
                raise NotRecorded(self._key, f"{name} is not as it was written")
        return Record(request, evidence, run, self._bytes(RESULT))

    def _request(self) -> Request:
        request = read_request(self._json(_REQUEST, empty_query=True))
        if isinstance(request, Fault):
            raise NotRecorded(self._key, f"{_REQUEST} is not as it was written: {request}")
        return request

    def _texts(self, pages: tuple[Page, ...]) -> Mapping[str, str]:
        texts: dict[str, str] = {}
        for page in pages:
            if page.sha256 and page.sha256 not in texts:
                texts[page.sha256] = self._text(page)
        return texts

    def _text(self, page: Page) -> str:
        name = f"pages/{shown(page.sha256, 64)}.txt"
        if not re.fullmatch(r"[0-9a-f]{64}", page.sha256):
            raise NotRecorded(self._key, f"{_PAGES} names a text that cannot be")
        content = self._bytes(name)
        if sha256(content).hexdigest() != page.sha256:
            raise NotRecorded(self._key, f"{name} is not the text that was recorded")
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError as error:
            raise NotRecorded(self._key, f"{name} is no text") from error
        if len(text) != page.chars:
            raise NotRecorded(self._key, f"{name} has not the characters that were recorded")
        return text

    def _json(self, name: str, *, empty_query: bool = False) -> object:
        try:
            value = parse(self._bytes(name), name)
        except InputError as error:
            raise NotRecorded(self._key, f"{error}") from error
        if empty_query and isinstance(value, dict) and value.get("query") == "":
            return {name: each for name, each in value.items() if name != "query"}
        return value

    def _has(self, name: str) -> bool:
        return os.path.lexists(os.path.join(self._place, name))

    def _bytes(self, name: str) -> bytes:
        content = read_regular(os.path.join(self._place, name), _LIMIT)
        if isinstance(content, Unreadable):
            what = "is missing" if not self._has(name) else content.reason
            raise NotRecorded(self._key, f"{name} {what}")
        return content


def _bytes(value: object) -> bytes:
    return (dumps(value) + "\n").encode("utf-8")


def result_bytes(result: object) -> bytes:
    """The bytes of a result as a record holds them."""
    return _bytes(result)


def _fresh(folder: str, key: str) -> str:
    for attempt in range(10_000):
        temporary = os.path.join(folder, f".{key}.{_machine()}-{os.getpid()}-{attempt}.tmp")
        try:
            os.mkdir(temporary)
        except FileExistsError:
            continue
        return temporary
    raise OSError("too many temporary folders are in the way")


def _fill(temporary: str, files: Mapping[str, bytes]) -> None:
    os.mkdir(os.path.join(temporary, "pages"))
    for name in sorted(files):
        with open(os.path.join(temporary, name), "xb") as stream:
            stream.write(files[name])
            stream.flush()
            os.fsync(stream.fileno())


def _put(temporary: str, place: str) -> bool:
    """Puts a whole folder in its place; False where another run with the same evidence was faster."""
    try:
        os.rename(temporary, place)
    except OSError:
        if not os.path.isdir(place):
            raise
        return False
    return True


def _clear_leftovers(folder: str, now: float) -> None:
    """Removes what killed runs have left; that of a run that lives stays.

    Of another machine, or container, that has the folder too nobody here knows what runs: its leftovers go
    when they are a day old by the clock of the file system, which says `now`.
    """
    for name in os.listdir(folder):
        match = _LEFTOVER.fullmatch(name)
        if match is None:
            continue
        place = os.path.join(folder, name)
        if match[1] == _machine():
            dead = not is_running(int(match[2]))
        else:
            dead = now - _changed(place, now) > _LONG_AGO
        if dead:
            shutil.rmtree(place, ignore_errors=True)


def _changed(place: str, now: float) -> float:
    """When a folder was changed; `now` if it has just gone."""
    try:
        return os.stat(place).st_mtime
    except OSError:
        return now


def _machine() -> str:
    """A short name of this machine or container."""
    return sha256(platform.node().encode("utf-8", "surrogateescape")).hexdigest()[:8]
