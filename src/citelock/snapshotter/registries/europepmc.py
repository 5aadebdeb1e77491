"""Europe PMC: the record of a PMID or PMCID that has no DOI (metadata.md, section 3)."""

from __future__ import annotations

from urllib.parse import quote

from citelock.checks.identifiers import Identifier
from citelock.checks.projections.errors import ProjectionError
from citelock.checks.projections.europepmc import project_europepmc
from citelock.checks.text.excerpt import shown
from citelock.snapshotter.registries.asking import Asking, Unusable, json_of
from citelock.snapshotter.registries.interface import Gone, Json
from citelock.snapshotter.session import Answer

SERVICE = "europepmc"


def ask_one(asking: Asking, identifier: Identifier) -> Json | str | Gone:
    """The record, or the DOI that the work has after all, or that it is unknown. Raises Fault."""
    if identifier.scheme == "pmid":
        query = f"EXT_ID:{identifier.value} AND SRC:MED"
    else:
        query = f"PMCID:{identifier.value}"
    path = f"/search?query={quote(query, safe='')}&resultType=core&format=json&pageSize=2"
    return asking.ask(SERVICE, path, lambda answer: _read(answer, identifier))


def _read(answer: Answer, identifier: Identifier) -> Json | str | Gone:
    if answer.status != 200:
        raise Unusable(f"it answered {answer.status}")
    value = json_of(answer)
    results = value.get("resultList") if isinstance(value, dict) else None
    entries = results.get("result") if isinstance(results, dict) else None
    if not isinstance(value, dict) or not isinstance(entries, list):
        raise Unusable("it answered without results")
    if value.get("errCode") is not None or value.get("errMsg"):
        raise Unusable(f"it answered with an error: {shown(str(value.get('errMsg') or ''), 100)}")
    own = [entry for entry in entries if isinstance(entry, dict) and _is(entry, identifier)]
    if not own:
        if value.get("hitCount") == 0 and not entries and type(value["hitCount"]) is int:
            return Gone({"europepmc": "hitCount 0"})
        raise Unusable("it answered with a work that was not asked for")
    doi = own[0].get("doi")
    if isinstance(doi, str) and doi.strip():
        return doi
    try:
        return project_europepmc(own[0], identifier.key)
    except ProjectionError as error:
        raise Unusable(f"it answered in a form that is not documented ({error})") from error


def _is(entry: Json, identifier: Identifier) -> bool:
    name = "pmid" if identifier.scheme == "pmid" else "pmcid"
    return str(entry.get(name) or "").upper() == identifier.value.upper()
