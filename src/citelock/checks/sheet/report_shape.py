"""A report as the sheet reads it: what it rests on is there and of the right kind, before anything is shown.

Reports are handed about as artifacts, so one is from outside as a claims file is. Only what the sheet uses
is looked at (design README, section 4); more may be there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from citelock.checks.errors import InputError
from citelock.checks.fields import described, kind
from citelock.checks.jsontext import parse

SCHEMA = "citelock-report/1"
LABELS = ("unverified", "partial", "not-machine-checked", "verified")
_REPAIR = "Give a report that `citelock audit` has written."
_HEX = re.compile(r"[0-9a-f]{64}")

# What is wrong with a value at a place, as (place, words); None: nothing.
Fault = tuple[str, str] | None
Check = Callable[[object, str], Fault]


def read_report(data: bytes, path: str) -> Mapping[str, object]:
    """The report in a file. Raises InputError where it is none; `path` is as a person reads it."""
    value = parse(data, path)
    if not isinstance(value, dict) or value.get("schema") != SCHEMA:
        raise InputError(path, f"this is no report. {_REPAIR}")
    fault = _REPORT(value, "")
    if fault is not None:
        raise InputError(path, f"{fault[1]}. {_REPAIR}", pointer=fault[0])
    return value


def _text(value: object, place: str) -> Fault:
    return None if isinstance(value, str) else (place, f"this is {kind(value)}, not a string")


def _count(value: object, place: str) -> Fault:
    whole = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return None if whole else (place, f"{described(value)} is not a whole number")


def _digest(value: object, place: str) -> Fault:
    right = isinstance(value, str) and _HEX.fullmatch(value)
    return None if right else (place, f"{described(value)} is no sha256")


def _one_of(*words: str) -> Check:
    def check(value: object, place: str) -> Fault:
        return None if value in words else (place, f"{described(value)} is none of {', '.join(words)}")

    return check


def _or_null(other: Check) -> Check:
    return lambda value, place: None if value is None else other(value, place)


def _list_of(member: Check) -> Check:
    def check(value: object, place: str) -> Fault:
        if not isinstance(value, list):
            return place, f"this is {kind(value)}, not a list"
        faults = (member(each, f"{place}[{number}]") for number, each in enumerate(value))
        return next((fault for fault in faults if fault is not None), None)

    return check


def _object(members: Mapping[str, Check], **optional: Check) -> Check:
    """`members` must be there, null or not; those of `optional` may be absent or null."""
    others = {name: _or_null(check) for name, check in optional.items()}

    def check(value: object, place: str) -> Fault:
        if not isinstance(value, dict):
            return place, f"this is {kind(value)}, not an object"
        for name, member in (*members.items(), *others.items()):
            where = f"{place}.{name}" if place else name
            if name in members and name not in value:
                return where, "it is missing"
            fault = member(value.get(name), where)
            if fault is not None:
                return fault
        return None

    return check


_NAMES = _list_of(_text)
_LEVEL = _one_of("error", "warning", "note")
_FINDINGS = _list_of(
    _object({"code": _text, "severity": _LEVEL, "message": _text}, line=_count, argument=_text)
)
_FILE = _or_null(_object({"path": _text, "sha256": _or_null(_digest)}))
_QUOTE = _object(
    {"status": _text},
    fragments=_list_of(
        _object({"n": _count}, start=_count, end=_count, line=_count, page=_count, hidden_after=_text)
    ),
    nearest=_object({"text": _text, "line": _count}, page=_count),
)
_ROW = _object(
    {
        "claim": _text, "file": _text, "citation": _or_null(_count), "fingerprint": _digest,
        "id": _or_null(_text), "label": _one_of(*LABELS), "errors": _NAMES, "warnings": _NAMES,
        "notes": _NAMES, "findings": _FINDINGS, "quote": _or_null(_QUOTE), "record": _FILE, "snapshot": _FILE,
        "numbers": _list_of(
            _object({"claim": _text, "quote": _or_null(_text), "rule": _or_null(_text)}, level=_LEVEL)
        ),
    },
    provenance=_FILE,
)  # fmt: skip
_REPORT = _object(
    {
        "inputs": _list_of(_object({"path": _text, "sha256": _digest})),
        **dict.fromkeys(("checked", "failed", "warned", "unchecked"), _count),
        "labels": _object(dict.fromkeys(LABELS, _count)),
        "claims": _list_of(
            _object({"claim": _text, "file": _text, "label": _one_of(*LABELS), "because": _NAMES})
        ),
        "findings": _FINDINGS,
        "results": _list_of(_ROW),
    }
)
