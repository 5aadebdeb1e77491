"""DataCite: works by DOI (metadata.md, section 3).

It also serves copies of other agencies' records, damaged ones; a copy is as good as absent.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from citelock.checks.projections.datacite import project_datacite
from citelock.checks.projections.errors import ForeignRecordError, ProjectionError
from citelock.snapshotter.registries.asking import Asking, Unusable, json_of
from citelock.snapshotter.registries.batches import records_in
from citelock.snapshotter.registries.interface import Absent, Json
from citelock.snapshotter.session import Answer

SERVICE = "datacite"


def ask_many(asking: Asking, dois: Sequence[str]) -> dict[str, Json]:
    """The records of those that DataCite has, by the DOI asked for. Raises Fault."""
    if len(dois) == 1:
        answered = ask_one(asking, dois[0])
        return {} if isinstance(answered, Absent) else {dois[0]: answered}
    path = f"/dois?ids={quote(','.join(dois), safe='')}&page%5Bsize%5D={len(dois)}"
    return asking.ask(SERVICE, path, lambda answer: _read_list(answer, dois), route="list")


def ask_one(asking: Asking, doi: str) -> Json | Absent:
    """The record of one DOI. Raises Fault."""
    return asking.ask(SERVICE, f"/dois/{quote(doi, safe='')}", lambda answer: _read_one(answer, doi))


def _read_list(answer: Answer, dois: Sequence[str]) -> dict[str, Json]:
    if answer.status != 200:
        raise Unusable(f"it answered {answer.status}")
    data = _data(answer)
    if not isinstance(data, list):
        raise Unusable("it answered without a list")
    return records_in(data, "id", dois, project_datacite)


def _read_one(answer: Answer, doi: str) -> Json | Absent:
    if answer.status == 404:
        value = json_of(answer)
        errors = value.get("errors") if isinstance(value, dict) else None
        first = errors[0] if isinstance(errors, list) and errors else None
        if isinstance(first, dict) and first.get("status") == "404":
            return Absent(SERVICE)
        raise Unusable("it answered 404 in a form of somebody else's")
    if answer.status != 200:
        raise Unusable(f"it answered {answer.status}")
    return _projected(_data(answer), doi)


def _data(answer: Answer) -> object:
    value = json_of(answer)
    if not isinstance(value, dict) or "data" not in value:
        raise Unusable("it answered without data")
    return value["data"]


def _projected(data: object, doi: str) -> Json | Absent:
    try:
        return project_datacite(data, doi)
    except ForeignRecordError:
        return Absent(SERVICE)
    except ProjectionError as error:
        raise Unusable(f"it answered in a form that is not documented ({error})") from error
