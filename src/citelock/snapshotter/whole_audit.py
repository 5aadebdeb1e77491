"""A whole audit in memory, for those who go on from its report: briefs and reviews.

They audit by themselves: a report that is handed in may be forged, so it is never believed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

from citelock.checks.claims import Claim
from citelock.checks.errors import EvidenceDiffers
from citelock.checks.report import ReportWriter
from citelock.snapshotter.claims_input import ClaimsInput
from citelock.snapshotter.merge import assemble
from citelock.snapshotter.run import Plan, audited
from citelock.snapshotter.shard import Settings

Row = Mapping[str, object]


class WholeAudit(NamedTuple):
    """The report as it would be written, byte for byte, and as a value.

    `inputs` are path as shown and sha256 of each claims file, in the order given.
    """

    report: str
    value: Mapping[str, object]
    inputs: tuple[tuple[str, str], ...]

    @property
    def sha256(self) -> str:
        """The sha256 (hex) of the report's bytes."""
        return sha256(self.report.encode("utf-8")).hexdigest()

    @property
    def input_sha256(self) -> str:
        """That of the claims files, as the report has it."""
        return str(self.value["input_sha256"])

    def rows(self) -> dict[tuple[str, str], list[Row]]:
        """The entries of `results[]` by file and claim."""
        rows: dict[tuple[str, str], list[Row]] = {}
        for row in _listed(self.value["results"]):
            rows.setdefault((row["file"], row["claim"]), []).append(row)  # type: ignore[arg-type] # strings
        return rows


def audit_whole(settings: Settings) -> WholeAudit:
    """Audits the claims files. Raises InputError for a malformed one, EvidenceError."""
    with audited(settings._replace(short=True), Plan()) as result:
        writer = ReportWriter(
            result.inputs, settings.config.severities, scope=settings.scope, findings=result.findings
        )
        report = "".join(assemble(result.rows, writer, scope=settings.scope).text())
        return WholeAudit(report, json.loads(report), result.inputs)


def claims_of(settings: Settings, audit: WholeAudit) -> tuple[Claim, ...]:
    """The claims that were audited, in the order of their files. Raises EvidenceDiffers if a file changed."""
    reading = ClaimsInput([(file.path, file.shown) for file in settings.files], settings.config.limits)
    claims = tuple(reading)
    if reading.hashes() != audit.inputs:
        raise EvidenceDiffers("a claims file changed while it was read. Leave it alone, and run again.")
    return claims


def _listed(value: object) -> Sequence[Row]:
    assert isinstance(value, list)
    return value
