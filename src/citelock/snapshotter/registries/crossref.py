"""Crossref: works by DOI, one at a time or many (metadata.md, sections 3 and 4).

A 404 of Crossref proves nothing: DOIs of other agencies, grants and aliases give one too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import quote

from citelock.checks.projections.crossref import project_crossref
from citelock.checks.projections.errors import ProjectionError
from citelock.snapshotter.registries.asking import Asking, Unusable, json_of
from citelock.snapshotter.registries.batches import records_in
from citelock.snapshotter.registries.interface import Absent, Fault, Json
from citelock.snapshotter.session import Answer

SERVICE = "crossref"
# What a record is made of and a list may be asked for: one name that is not selectable (published-other,
# content-updated, subtype, version) and the whole list is refused.
SELECT = (
    "DOI,type,publisher,page,article-number,title,subtitle,original-title,short-title,container-title,"
    "short-container-title,issued,published,published-print,published-online,posted,created,"
    "author,editor,updated-by,update-to,relation,license"
)


class Refused(NamedTuple):
    """It was refused as malformed: one of its DOIs is to blame."""


def ask_many(asking: Asking, dois: Sequence[str]) -> dict[str, Json]:
    """The records of those that Crossref has, by the DOI asked for. The others are silently missing.

    A list that is refused is halved down to the culprit, which is then missing as well. Raises Fault.
    """
    if len(dois) == 1 and "," in dois[0]:  # a comma separates the filters, and no escape takes that from it
        single = ask_one(asking, dois[0])
        return {} if isinstance(single, Absent) else {dois[0]: single}
    answered = asking.ask(SERVICE, _list_path(dois), lambda answer: _read_list(answer, dois), route="list")
    if not isinstance(answered, Refused):
        return answered
    if len(dois) == 1:
        raise Fault(SERVICE, "it calls this identifier malformed")
    half = len(dois) // 2
    found: dict[str, Json] = {}
    for part in (dois[:half], dois[half:]):
        try:
            found.update(ask_many(asking, part))
        except Fault:
            if len(part) > 1:
                raise
    return found


def ask_one(asking: Asking, doi: str) -> Json | Absent:
    """The record of one DOI; under `alias_of` where Crossref knows it by another name. Raises Fault."""
    answered = asking.ask(SERVICE, f"/works/{quote(doi, safe='')}", lambda answer: _read_one(answer, doi))
    if isinstance(answered, Refused):
        raise Fault(SERVICE, "it calls this identifier malformed")
    return answered


def selected(asking: Asking, dois: Sequence[str]) -> dict[str, Json]:
    """As `ask_many`, but asks only for what a list can select: to see whether anything changed."""
    path = f"{_list_path(dois)}&select={quote(SELECT, safe=',')}"
    answered = asking.ask(SERVICE, path, lambda answer: _read_list(answer, dois), route="list")
    if isinstance(answered, Refused):
        raise Fault(SERVICE, "it calls the list malformed")
    return answered


def _list_path(dois: Sequence[str]) -> str:
    # Without `rows` a list ends after 20.
    return f"/works?filter={quote(','.join(f'doi:{doi}' for doi in dois), safe='')}&rows={len(dois)}"


def _read_list(answer: Answer, dois: Sequence[str]) -> dict[str, Json] | Refused:
    if _is_refusal(answer):
        return Refused()
    message = _message(answer, "work-list")
    items = message.get("items")
    if not isinstance(items, list):
        raise Unusable("it answered with a list without items")
    return records_in(items, "DOI", dois, project_crossref)


def _read_one(answer: Answer, doi: str) -> Json | Absent | Refused:
    # Never the type: six recorded 404 answers carry a JSON type and this text.
    if answer.status == 404 and answer.body.strip() == b"Resource not found.":
        return Absent(SERVICE)
    if _is_refusal(answer):
        return Refused()
    return _projected(_message(answer, "work"), doi)


def _is_refusal(answer: Answer) -> bool:
    """Whether Crossref itself calls the question malformed; any other 400 is a proxy's."""
    if answer.status != 400:
        return False
    value = json_of(answer)
    return isinstance(value, dict) and value.get("message-type") == "validation-failure"


def _message(answer: Answer, kind: str) -> Json:
    if answer.status != 200:
        raise Unusable(f"it answered {answer.status}")
    value = json_of(answer)
    message = value.get("message") if isinstance(value, dict) else None
    if not isinstance(message, dict):
        raise Unusable("it answered without a message")
    assert isinstance(value, dict)
    if value.get("message-type", kind) != kind:
        raise Unusable("it answered with a message of another kind")
    return message


def _projected(message: object, doi: str) -> Json:
    try:
        return project_crossref(message, doi)
    except ProjectionError as error:
        raise Unusable(f"it answered in a form that is not documented ({error})") from error
