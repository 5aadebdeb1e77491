"""The file of one shard, `citelock-shard/1`: the rows of a part of an audit, for `citelock merge`.

JSON Lines: a header, one row a line in the report's order, and an end line with the number of rows and the
sha256 of all lines before it. So a file is written and read with flat memory, and a cut or altered one is
noticed. Whether shards belong together is judged by their headers (performance.md, section 7).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

from citelock.checks.audit import Row
from citelock.checks.config import Config
from citelock.checks.errors import InputError
from citelock.checks.findings import Severity
from citelock.checks.jsontext import parse
from citelock.checks.report import sort_key
from citelock.snapshotter.shard import Versions

SCHEMA = "citelock-shard/1"
_MOST_LINE = 64 * 1024 * 1024  # bytes; a row repeats words of its claim (at most 1 MiB) a few times
_KEYS = ("file", "claim", "errors", "warnings", "notes", "findings", "label")


class Header(NamedTuple):
    """What a shard is a part of. All but `number` is the same in all shards of one audit."""

    number: int
    shards: int
    inputs: tuple[tuple[str, str], ...]  # (path shown, sha256), in the order given
    config: str  # digest
    severities: Mapping[str, Severity]
    fail_on: str
    require_label: str
    scope: str
    evidence: str  # identity
    versions: Versions

    @classmethod
    def of(
        cls,
        shard: tuple[int, int],
        inputs: Sequence[tuple[str, str]],
        config: Config,
        scope: str,
        evidence: str,
    ) -> Header:
        """The header of shard (i, n) of this audit."""
        return cls(
            *shard,
            tuple(inputs),
            config.digest,
            config.severities,
            config.fail_on,
            config.require_label,
            scope,
            evidence,
            Versions.here(),
        )

    def as_json(self) -> dict[str, object]:
        """The header line as a JSON value."""
        return {
            "schema": SCHEMA,
            "i": self.number,
            "n": self.shards,
            "inputs": [{"path": path, "sha256": digest} for path, digest in self.inputs],
            "config": self.config,
            "severities": {code: severity.value for code, severity in self.severities.items()},
            "fail_on": self.fail_on,
            "require_label": self.require_label,
            "scope": self.scope,
            "evidence": self.evidence,
            "rules": self.versions.rules,
            "versions": list(self.versions),
        }


def shard_lines(header: Header, rows: Iterable[Row]) -> Iterator[bytes]:
    """The lines of a shard file."""
    digest = sha256()
    count = -1  # the header is no row
    for value in _chain(header.as_json(), rows):
        line = _line(value)
        digest.update(line)
        count += 1
        yield line
    yield _line({"end": count, "sha256": digest.hexdigest()})


def _chain(header: Mapping[str, object], rows: Iterable[Row]) -> Iterator[Mapping[str, object]]:
    yield header
    yield from rows


def _line(value: Mapping[str, object]) -> bytes:
    return (
        json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode("utf-8") + b"\n"
    )


def read_header(path: str) -> Header:
    """The header of a shard file. Raises InputError naming the file when it is none."""
    for _, value in _lines(path):
        return _header(value, path)
    raise InputError(
        path, "is empty, so it is no shard. Write it with `citelock audit --shard i/n --out FILE`."
    )


def read_rows(path: str) -> Iterator[Row]:
    """The rows of a shard file in order. Raises InputError for one that is cut, altered or out of order.

    The end is only seen at the end, so nothing may be done with the rows before all are read.
    """
    digest = sha256()
    count = -1
    last: tuple[str, str, int] | None = None
    for line, value in _lines(path):
        if isinstance(value, dict) and "end" in value:
            if value != {"end": count, "sha256": digest.hexdigest()}:
                raise _corrupt(path, "its content is not what was written")
            return
        digest.update(line)
        count += 1
        if count == 0:
            continue
        row = _row(value, path)
        key = sort_key(row)
        if last is not None and key <= last:
            raise _corrupt(path, "its rows are out of order")
        last = key
        yield row
    raise _corrupt(path, "it ends too early")


def together(shards: Sequence[tuple[str, Header]]) -> Header:
    """The common header of (path, header) of all shards of one audit.

    Raises InputError that names the shard which is doubled, of another audit, or missing.
    """
    first_path, first = shards[0]
    seen: dict[int, str] = {}
    for path, header in shards:
        for field, mine, other in zip(Header._fields, header, first, strict=True):
            if field != "number" and mine != other:
                raise InputError(
                    path,
                    f"is a shard of another audit than {first_path}: they differ in {_WORDS[field]}. "
                    "Merge shards of the same claims, evidence, settings and versions.",
                )
        if header.number in seen:
            raise InputError(
                path,
                f"is shard {header.number}/{header.shards}, as {seen[header.number]} is. Give each once.",
            )
        seen[header.number] = path
    missing = [number for number in range(1, first.shards + 1) if number not in seen]
    if missing:
        listed = ", ".join(f"{number}/{first.shards}" for number in missing[:20])
        raise InputError(
            first_path, f"cannot be merged: missing shard {listed}. Give all {first.shards} shards."
        )
    return first


_WORDS = {
    "shards": "the number of shards",
    "inputs": "the claims files",
    "config": "citelock.yml",
    "severities": "citelock.yml",
    "fail_on": "citelock.yml",
    "require_label": "citelock.yml",
    "scope": "--scope",
    "evidence": "the evidence",
    "versions": "the version of citelock, its rules or Unicode",
}


def _lines(path: str) -> Iterator[tuple[bytes, object]]:
    """Each line with its value."""
    try:
        with open(path, "rb") as stream:
            while line := stream.readline(_MOST_LINE):
                if not line.endswith(b"\n"):
                    raise _corrupt(path, "it ends too early")
                yield line, parse(line, path)
    except OSError as error:
        raise InputError(path, f"cannot be read: {error.strerror}. Give a shard file.") from error


def _corrupt(path: str, why: str) -> InputError:
    return InputError(path, f"is a damaged shard: {why}. Run that shard again.")


def _header(value: object, path: str) -> Header:
    if not isinstance(value, dict) or value.get("schema") != SCHEMA:
        raise InputError(
            path, f"is no shard ({SCHEMA}). Write it with `citelock audit --shard i/n --out FILE`."
        )
    try:
        number, count = value["i"], value["n"]
        citelock, rules, fold, unicode = value["versions"]
        header = Header(
            number,
            count,
            tuple((file["path"], file["sha256"]) for file in value["inputs"]),
            value["config"],
            {code: Severity(severity) for code, severity in value["severities"].items()},
            value["fail_on"],
            value["require_label"],
            value["scope"],
            value["evidence"],
            Versions(citelock, rules, fold, unicode),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _corrupt(path, "its header is incomplete") from error
    plain = all(type(item) is int for item in (number, count)) and 1 <= number <= count
    texts = [item for pair in header.inputs for item in pair]
    texts += [header.config, header.fail_on, header.require_label, header.scope, header.evidence]
    if not plain or not all(isinstance(text, str) for text in texts):
        raise _corrupt(path, "its header is incomplete")
    return header


def _row(value: object, path: str) -> Row:
    """A row, with the shape that the report's writer relies on."""
    if not isinstance(value, dict) or any(key not in value for key in _KEYS):
        raise _corrupt(path, "a row is incomplete")
    lists = all(isinstance(value[key], list) for key in ("errors", "warnings", "notes", "findings"))
    texts = all(isinstance(value[key], str) for key in ("file", "claim", "label"))
    if not lists or not texts:
        raise _corrupt(path, "a row is incomplete")
    return value
