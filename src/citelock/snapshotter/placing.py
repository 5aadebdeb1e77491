"""Findings added to rows that were judged before, with their places in the claims file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from citelock.checks.claims import Claim
from citelock.checks.config import Config
from citelock.checks.findings import Finding
from citelock.checks.identifiers import identifying_field
from citelock.checks.report import add_finding
from citelock.checks.rows import Row
from citelock.snapshotter.claims_input import ClaimsInput
from citelock.snapshotter.positions import ClaimsFile, Positions

Place = tuple[str, str, int]  # file, claim, citation index


def place_findings(
    rows: Sequence[Row], found: Mapping[Place, Sequence[Finding]], files: Sequence[ClaimsFile], config: Config
) -> None:
    """Adds to each row its findings, at the identifier of its citation."""
    wanted = {place[:2] for place in found}
    if not wanted:
        return
    by_place = {(row["file"], row["claim"], row["citation"]): row for row in rows}
    with Positions(files, config.limits) as positions:
        for claim in ClaimsInput([(file.path, file.shown) for file in files], config.limits):
            if (claim.file, claim.id) not in wanted:
                continue
            for citation in claim.citations:
                place = (claim.file, claim.id, citation.index)
                for finding in found.get(place, ()):
                    pointer = f"/claims/{claim.index}/citations/{citation.index}"
                    field = identifying_field(citation)
                    _add(by_place[place], finding, f"{pointer}/{field}", claim, positions, config)


def _add(
    row: Row, finding: Finding, pointer: str, claim: Claim, positions: Positions, config: Config
) -> None:
    entry: dict[str, object] = {"pointer": pointer}
    positions.place(claim, {"findings": [entry], "citation": row["citation"]})
    line, column = entry["line"], entry["column"]
    assert isinstance(line, int)
    assert isinstance(column, int)
    add_finding(row, finding, config.severities, str(entry["pointer"]), (line, column))
