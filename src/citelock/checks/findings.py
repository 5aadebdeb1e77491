"""Findings: what a rule says of a citation. Codes are permanent public names, listed in `catalogue.py`."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from citelock.checks.named import NamedTuple


class Severity(StrEnum):
    """How much a finding weighs. The order of the members is the order of weight."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Finding(NamedTuple):
    """One statement about one citation.

    `code` is the bare code (`E_NUMBER_UNSUPPORTED`); `argument` what follows the colon in the report (`3,5`),
    or "". `field` says which field of the citation it is about (a step of the JSON pointer such as `year` or
    `quotes/1`; "" for the citation as a whole, `..text` for the text of its claim). `cited` and `found` are
    the two values as a person reads them, None where there is nothing to show.
    """

    code: str
    message: str
    field: str = ""
    argument: str = ""
    cited: str | None = None
    found: str | None = None

    @property
    def name(self) -> str:
        """The code as it stands in the report's lists: `E_NUMBER_UNSUPPORTED:3,5`."""
        return f"{self.code}:{self.argument}" if self.argument else self.code


def finding_entry(finding: Finding, severity: str, pointer: str) -> dict[str, object]:
    """One finding as in the report, without its place in the file; `argument` only where there is one."""
    code, message, _, argument, cited, found = finding
    entry: dict[str, object] = {
        "code": code,
        "severity": severity,
        "pointer": pointer,
        "cited": cited,
        "found": found,
        "message": message,
    }
    if argument:
        entry["argument"] = argument
    return entry


def entry_name(entry: Mapping[str, object]) -> str:
    """The name of such an entry, as it stands in the report's lists: `E_NUMBER_UNSUPPORTED:3,5`."""
    argument = entry.get("argument")
    return f"{entry['code']}:{argument}" if argument else str(entry["code"])
