"""NCBI's converter of identifiers: the DOI of a PMID or PMCID (metadata.md, section 3).

It knows works in PubMed Central only; of any other PMID it says "not found", which proves nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from citelock.snapshotter.registries.asking import Asking, Unusable, json_of
from citelock.snapshotter.session import Answer

SERVICE = "idconv"
MOST = 100


def ask_many(asking: Asking, numbers: Sequence[str]) -> dict[str, str]:
    """The DOIs of those that it has one for, by the number asked for. Raises Fault."""
    path = f"/articles/?ids={quote(','.join(numbers), safe=',')}&format=json&tool=citelock"
    return asking.ask(SERVICE, path, lambda answer: _read(answer, numbers), route="list")


def _read(answer: Answer, numbers: Sequence[str]) -> dict[str, str]:
    if answer.status not in (
        200,
        400,
        404,
    ):  # a single unknown number is 400 or 404, with a list that says so
        raise Unusable(f"it answered {answer.status}")
    value = json_of(answer)
    records = value.get("records") if isinstance(value, dict) else None
    if not isinstance(records, list):
        raise Unusable("it answered without records")
    wanted = {number.upper() for number in numbers}
    found: dict[str, str] = {}
    for record in records:
        if not isinstance(record, dict):
            raise Unusable("it answered in a form that is not documented")
        doi = record.get("doi")
        for key in ("requested-id", "pmid", "pmcid"):
            number = str(record.get(key) or "").upper()
            if number in wanted and isinstance(doi, str) and doi:
                found[number] = doi
                break
    return found
