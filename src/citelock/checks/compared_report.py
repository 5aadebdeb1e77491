"""What a comparison takes from a report: the results and their findings, with a shape that is proved.

Reports come from outside and are hostile until then; only what a diff needs is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, NoReturn

from citelock.checks.errors import InputError
from citelock.checks.report import SCHEMA

Entry = dict[str, object]

EVIDENCE = ("record", "snapshot", "provenance")
_SEVERITIES = frozenset({"error", "warning", "note"})


class ComparedReport(NamedTuple):
    """What a diff reads of a report, its shape proved; a result without a claim holds top-level findings."""

    rules: str
    scope: str
    results: list[Entry]


def read_report(value: object, path: str) -> ComparedReport:
    """What a comparison needs of a parsed report. Raises InputError naming `path` for what is none."""
    reader = _Reader(path)
    report = reader.mapping(value, "")
    if report.get("schema") != SCHEMA:
        raise InputError(
            path,
            f"is no report of citelock: `schema` is not {SCHEMA}. Write one with `audit --out`.",
        )
    rules = reader.text(report.get("rules"), "rules")
    scope = reader.text(report.get("scope", ""), "scope")
    results = [
        reader.result(result, f"results[{n}]")
        for n, result in enumerate(reader.members(report, "results", ""))
    ]
    by_file: dict[str, list[Entry]] = {}
    for n, finding in enumerate(reader.members(report, "findings", "")):
        place = f"findings[{n}]"
        file = reader.text(reader.mapping(finding, place).get("file"), f"{place}.file")
        by_file.setdefault(file, []).append(reader.finding(finding, place))
    return ComparedReport(
        rules, scope, results + [_top_level(file, found) for file, found in by_file.items()]
    )


def _top_level(file: str, findings: list[Entry]) -> Entry:
    nothing: Entry = dict.fromkeys(("claim", "citation", "id", *EVIDENCE))
    return nothing | {"file": file, "fingerprint": "", "findings": findings}


class _Reader:
    """Proves the shape of a report; every refusal names the path and the place."""

    def __init__(self, path: str) -> None:
        self._path = path

    def result(self, value: object, place: str) -> Entry:
        entry = self.mapping(value, place)
        result: Entry = {
            "file": self.text(entry.get("file"), f"{place}.file"),
            "claim": self.text(entry.get("claim"), f"{place}.claim"),
            "citation": self.number(entry.get("citation"), f"{place}.citation"),
            "id": self.optional_text(entry.get("id"), f"{place}.id"),
            "fingerprint": self.text(entry.get("fingerprint"), f"{place}.fingerprint"),
        }
        for kind in EVIDENCE:
            consulted = entry.get(kind)
            if consulted is not None:
                digest = self.mapping(consulted, f"{place}.{kind}").get("sha256")
                consulted = {"sha256": self.optional_text(digest, f"{place}.{kind}.sha256")}
            result[kind] = consulted
        result["findings"] = [
            self.finding(finding, f"{place}.findings[{n}]")
            for n, finding in enumerate(self.members(entry, "findings", f"{place}."))
        ]
        return result

    def finding(self, value: object, place: str) -> Entry:
        entry = self.mapping(value, place)
        severity = self.text(entry.get("severity"), f"{place}.severity")
        if severity not in _SEVERITIES:
            self._refuse(f"{place}.severity", "is not one of error, warning, note")
        return {
            "code": self.text(entry.get("code"), f"{place}.code"),
            "argument": self.text(entry.get("argument", ""), f"{place}.argument"),
            "severity": severity,
            "message": self.text(entry.get("message"), f"{place}.message"),
            "pointer": self.text(entry.get("pointer"), f"{place}.pointer"),
            "cited": self.optional_text(entry.get("cited"), f"{place}.cited"),
            "line": self.number(entry.get("line"), f"{place}.line"),
            "column": self.number(entry.get("column"), f"{place}.column"),
        }

    def mapping(self, value: object, place: str) -> Mapping[str, object]:
        if not isinstance(value, dict):
            self._refuse(place, "is not an object")
        return value

    def members(self, entry: Mapping[str, object], key: str, place: str) -> list[object]:
        value = entry.get(key)
        if not isinstance(value, list):
            self._refuse(place + key, "is not a list")
        return value

    def text(self, value: object, place: str) -> str:
        if not isinstance(value, str):
            self._refuse(place, "is not a string")
        return value

    def optional_text(self, value: object, place: str) -> str | None:
        return None if value is None else self.text(value, place)

    def number(self, value: object, place: str) -> int | None:
        if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
            self._refuse(place, "is not a whole number")
        return value

    def _refuse(self, place: str, what: str) -> NoReturn:
        where = f"`{place}` " if place else ""
        raise InputError(
            self._path, f"is no report of citelock: {where}{what}. Write one with `audit --out`."
        )
