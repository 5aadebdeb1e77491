"""What people said of citations: small files that the sheet exports and a maintainer commits.

`judgements/<name>.json`, citelock-judgements/1. They are shown on the next sheet and touch nothing else: no
finding, no label, no exit code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from citelock.checks.errors import InputError
from citelock.checks.fields import described, kind
from citelock.checks.jsontext import parse
from citelock.checks.sheet.values import OPINIONS, Judgement

SCHEMA = "citelock-judgements/1"
FOLDER = "judgements"
_FINGERPRINT = re.compile(r"[0-9a-f]{64}")
_NOTE = 2000  # characters


def read_judgements(data: bytes, path: str) -> tuple[Judgement, ...]:
    """The judgements in a file, in its order. Raises InputError."""
    value = parse(data, path)
    if not isinstance(value, dict) or value.get("schema") != SCHEMA:
        raise InputError(path, f"this is no file of judgements. One has the schema {SCHEMA}.")
    listed = value.get("judgements")
    if not isinstance(listed, list):
        raise InputError(path, f"judgements: this is {kind(listed)}, not a list")
    return tuple(_judgement(each, place, path) for place, each in enumerate(listed))


def _judgement(value: object, place: int, path: str) -> Judgement:
    where = f"judgements[{place}]"
    if not isinstance(value, dict):
        raise InputError(path, f"this is {kind(value)}, not an object", pointer=where)
    fingerprint, note = value.get("fingerprint"), value.get("note", "")
    if not isinstance(fingerprint, str) or not _FINGERPRINT.fullmatch(fingerprint):
        raise InputError(path, f"{described(fingerprint)} is no fingerprint", pointer=f"{where}.fingerprint")
    opinion = next((each for each in OPINIONS if each == value.get("verdict")), None)
    if opinion is None:
        said = f"{described(value.get('verdict'))} is none of {', '.join(OPINIONS)}"
        raise InputError(path, said, pointer=f"{where}.verdict")
    if not isinstance(note, str) or len(note) > _NOTE:
        raise InputError(path, f"this is no text of at most {_NOTE} characters", pointer=f"{where}.note")
    return Judgement(fingerprint, opinion, note, path)


def by_fingerprint(judgements: Iterable[Judgement]) -> dict[str, tuple[Judgement, ...]]:
    """The judgements of each citation, in the order given."""
    found: dict[str, list[Judgement]] = {}
    for each in judgements:
        found.setdefault(each.fingerprint, []).append(each)
    return {fingerprint: tuple(given) for fingerprint, given in found.items()}
