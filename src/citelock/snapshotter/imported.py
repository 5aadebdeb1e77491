"""Reports in Markdown where claims files are asked for: read once, imported, and audited as that claims file.

Nothing is written: the claims object that `citelock import` would write stays in memory. The hash is that of
the report, and so is every place (web.md, section 5).
"""

from __future__ import annotations

import json
import os
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING

from citelock.checks.named import NamedTuple
from citelock.snapshotter.input_file import open_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from citelock.checks.adapters.interface import At
    from citelock.checks.findings import Finding
    from citelock.checks.limits import Limits

_ENDINGS = (".md", ".markdown")
_KEPT = 4  # reports in memory: an audit opens each for its claims and again for the places of its findings


class FileFinding(NamedTuple):
    """A finding that belongs to no citation, with its pointer into the claims object and its place."""

    finding: Finding
    pointer: str
    at: At


class ImportedReport(NamedTuple):
    """A report as claims: the claims file's bytes, the report's hash, what is to be found and said of it."""

    claims: bytes
    sha256: str
    findings: tuple[FileFinding, ...]
    note: str

    def stream(self) -> BytesIO:
        """The claims file, to be read from its beginning."""
        return BytesIO(self.claims)


def is_report(path: str) -> bool:
    """Whether a file is imported wherever claims files are read: its name ends in `.md`."""
    return path.lower().endswith(_ENDINGS)


def imported_report(path: str, shown: str, limits: Limits) -> ImportedReport:
    """The report at `path` as claims. Raises InputError that names `shown`."""
    try:
        status = os.stat(path)
        state = (status.st_size, status.st_mtime_ns)
    except (OSError, ValueError):
        state = (0, 0)  # whoever opens it says why
    return _imported(path, shown, limits, state)


@lru_cache(_KEPT)
def _imported(path: str, shown: str, limits: Limits, _state: tuple[int, int]) -> ImportedReport:
    with open_file(path, shown, limits.claims_bytes) as stream:
        data = stream.read(limits.claims_bytes + 1)
    return report_of(data, shown, limits)


def report_of(data: bytes, shown: str, limits: Limits) -> ImportedReport:
    """The bytes of a report as claims."""
    from citelock.checks.adapters.assemble import written
    from citelock.checks.adapters.reading import read_any
    from citelock.checks.adapters.telling import counted
    from citelock.checks.rules.references import uncited, unused

    imported = read_any(data, shown, "markdown")
    digest = sha256(data).hexdigest()
    claims = written(imported, shown, sha256=digest, limits=limits)
    findings = tuple(
        FileFinding(unused(each.marker, each.fields), f"/import/unused/{number}", each.at)
        for number, each in enumerate(imported.unused)
    )
    findings += tuple(
        FileFinding(uncited(each.words, each.part), f"/import/quotations/{number}", each.at)
        for number, each in enumerate(imported.quotations)
    )
    return ImportedReport(claims.data, digest, findings, f"{shown}: {counted(imported, claims)}")


def place_in_report(claim: bytes, steps: Sequence[str | int]) -> At:
    """Line and column, in the report, of what a finding is about: its citation, else its claim.

    `claim` is the claim's JSON as `import` writes it, `steps` lead from there to the value.
    """
    value = json.loads(claim)
    place = value["at"]
    if len(steps) > 1 and steps[0] == "citations":
        place = value["citations"][int(steps[1])]["at"]
    return int(place[0]), int(place[1])
