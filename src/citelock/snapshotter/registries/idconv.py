"""NCBI's converter of identifiers: the DOI of a PMID or PMCID (metadata.md, section 3).

It knows works in PubMed Central only; of any other PMID it says "not found", which proves nothing alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import quote

from citelock.checks.text.excerpt import shown
from citelock.snapshotter.registries.asking import Asking, Unusable, json_of
from citelock.snapshotter.registries.interface import Json
from citelock.snapshotter.session import Answer

SERVICE = "idconv"
MOST = 100
NOT_FOUND = "not found"


class Answered(NamedTuple):
    """What it says of one number: its DOI, or only that it knows the work, or that it does not.

    `problem` is why it said nothing of that kind.
    """

    doi: str = ""
    is_known: bool = False
    problem: str = ""


def ask_many(asking: Asking, numbers: Sequence[str]) -> dict[str, Answered]:
    """What it says of each of the numbers, by the number in upper case. Raises Fault."""
    path = f"/articles/?ids={quote(','.join(numbers), safe=',')}&format=json&tool=citelock"
    return asking.ask(SERVICE, path, lambda answer: _read(answer, numbers), route="list")


def _read(answer: Answer, numbers: Sequence[str]) -> dict[str, Answered]:
    # A single unknown number is 400 or 404, with a list that says so.
    if answer.status not in (200, 400, 404):
        raise Unusable(f"it answered {answer.status}")
    value = json_of(answer)
    records = value.get("records") if isinstance(value, dict) else None
    if not isinstance(records, list):
        raise Unusable("it answered without records")
    found = {number.upper(): Answered(problem="it did not answer for this number") for number in numbers}
    for record in records:
        if not isinstance(record, dict):
            raise Unusable("it answered in a form that is not documented")
        number = next((name for name in _names(record) if name in found), None)
        if number is not None:
            found[number] = _answered(record, number)
    return found


def _names(record: Json) -> list[str]:
    return [str(record.get(key) or "").upper() for key in ("requested-id", "pmid", "pmcid")]


def _answered(record: Json, number: str) -> Answered:
    error = record.get("errmsg")
    if error or record.get("status") == "error":
        if isinstance(error, str) and NOT_FOUND in error.lower():
            return Answered()
        return Answered(problem=f"it answered with an error: {shown(str(error or 'none is named'), 100)}")
    if number not in _names(record)[1:]:
        return Answered(problem="it answered for another number than the one that was asked for")
    doi = record.get("doi")
    return Answered(doi.strip() if isinstance(doi, str) else "", is_known=True)
