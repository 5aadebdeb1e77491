"""The file of one shard, `citelock-shard/1`: the rows of a part of an audit, for `citelock merge`.

JSON Lines: a header, one row a line in the report's order, and an end line with the number of rows and the
sha256 of all lines before it. So a file is written and read with flat memory, and a cut or altered one is
noticed. Whether shards belong together is judged by their headers (performance.md, section 7).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from citelock.checks.catalogue import BY_CODE, bare
from citelock.checks.config import Config
from citelock.checks.errors import InputError
from citelock.checks.findings import Severity
from citelock.checks.jsontext import parse
from citelock.checks.kept_rows import TEXT, expand
from citelock.checks.labels import RANKS
from citelock.checks.report import SCHEMA as REPORT_SCHEMA
from citelock.checks.report import sort_key
from citelock.snapshotter.shard import Versions

if TYPE_CHECKING:
    from citelock.checks.rows import Row

SCHEMA = "citelock-shard/1"
_MOST_LINE = 64 * 1024 * 1024  # bytes; a row repeats words of its claim (at most 1 MiB) a few times
_KEYS = ("file", "claim", "errors", "warnings", "notes", "findings", "label")
_LISTS = ("errors", "warnings", "notes")
_TEXTS = ("code", "severity", "pointer", "message")  # of a finding
_SEVERITIES = frozenset(severity.value for severity in Severity)
_FILES = ("record", "snapshot", "provenance")


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
    findings: tuple[dict[str, object], ...] = ()  # that belong to no citation

    @classmethod
    def of(
        cls,
        shard: tuple[int, int],
        inputs: Sequence[tuple[str, str]],
        config: Config,
        scope: str,
        evidence: str,
        findings: Sequence[dict[str, object]] = (),
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
            tuple(findings),
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
            "findings": [dict(finding) for finding in self.findings],
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
    for row in rows:
        expand(row)
        yield row


def _line(value: Mapping[str, object]) -> bytes:
    return (
        json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode("utf-8") + b"\n"
    )


def read_header(path: str) -> Header:
    """The header of a shard file. Raises InputError naming the file when it is none."""
    try:
        first = next(_lines(path), None)
    except InputError as error:
        if error.line is None:
            raise
        raise _no_shard(path) from error  # a report is JSON over many lines
    if first is None:
        raise InputError(path, f"is empty, so it is no shard. {_WRITE_IT}")
    value = first[1]
    if not isinstance(value, dict) or value.get("schema") != SCHEMA:
        raise _no_shard(path)
    return _header(value, path)


def check_seal(path: str) -> None:
    """Raises InputError for a shard whose lines are not those that its last line was written for.

    To be asked of all shards before the first row is used: what a report relies on holds of the rows that an
    audit wrote, not of any others.
    """
    digest = sha256()
    last = b""
    for line in _raw_lines(path):
        digest.update(last)
        last = line
    value = parse(last, path) if last else None
    if not isinstance(value, dict) or "end" not in value:
        raise _corrupt(path, "it ends too early")
    if value.get("sha256") != digest.hexdigest():
        raise _corrupt(path, "its content is not what was written")


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
    "config": "the settings (citelock.yml, --min-quote)",
    "severities": "the settings (citelock.yml)",
    "fail_on": "the settings (citelock.yml)",
    "require_label": "the settings (citelock.yml)",
    "scope": "--scope",
    "evidence": "the evidence",
    "findings": "what was found in the claims files themselves",
    "versions": "the version of citelock, its rules or Unicode",
}


_WRITE_IT = "Write it with `citelock audit --shard i/n --out FILE`."


def _lines(path: str) -> Iterator[tuple[bytes, object]]:
    """Each line with its value."""
    for line in _raw_lines(path):
        yield line, parse(line, path)


def _raw_lines(path: str) -> Iterator[bytes]:
    try:
        with open(path, "rb") as stream:
            while line := stream.readline(_MOST_LINE):
                if not line.endswith(b"\n"):
                    raise _corrupt(path, "it ends too early")
                yield line
    except OSError as error:
        raise InputError(path, f"cannot be read: {error.strerror}. Give a shard file.") from error


def _corrupt(path: str, why: str) -> InputError:
    return InputError(path, f"is a damaged shard: {why}. Run that shard again.")


def _no_shard(path: str) -> InputError:
    """The refusal of a file of another kind, which is named where it is one of ours."""
    with open(path, "rb") as stream:
        content = stream.read(_MOST_LINE)
    try:
        value = parse(content, path)
    except InputError:
        value = None
    what = ""
    if isinstance(value, dict):
        if value.get("schema") == REPORT_SCHEMA:
            what = "is a report, "
        elif "claims" in value:
            what = "is a claims file, "
    return InputError(path, f"{what or 'is '}no shard ({SCHEMA}). {_WRITE_IT}")


def _header(value: Mapping[str, Any], path: str) -> Header:
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
            tuple(value["findings"]),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise _corrupt(path, "its header is incomplete") from error
    plain = all(type(item) is int for item in (number, count)) and 1 <= number <= count
    texts = [item for pair in header.inputs for item in pair]
    texts += [header.config, header.fail_on, header.require_label, header.scope, header.evidence]
    sound = all(_is_finding(finding) and isinstance(finding.get("file"), str) for finding in header.findings)
    if not plain or not sound or not all(isinstance(text, str) for text in texts):
        raise _corrupt(path, "its header is incomplete")
    return header


def _row(value: object, path: str) -> Row:
    """A row, with the shape that the report's writer relies on."""
    if not isinstance(value, dict) or any(key not in value for key in _KEYS):
        raise _corrupt(path, "a row is incomplete")
    value.pop(TEXT, None)  # no shard has rows in short; their text would go into the report unseen
    lists = all(isinstance(value[key], list) for key in (*_LISTS, "findings"))
    texts = all(isinstance(value[key], str) for key in ("file", "claim"))
    if not lists or not texts:
        raise _corrupt(path, "a row is incomplete")
    known = value["label"] in RANKS and all(
        isinstance(name, str) and bare(name) in BY_CODE for key in _LISTS for name in value[key]
    )
    if not known or not all(map(_is_finding, value["findings"])):
        raise _corrupt(path, "a row has a code or label that is not known, or a finding without its place")
    files = (value.get(key) for key in _FILES)
    if not all(
        file is None or (isinstance(file, dict) and {"path", "sha256"} <= file.keys()) for file in files
    ):
        raise _corrupt(path, "a row is incomplete")
    quote = value.get("quote")
    if quote is not None and not (isinstance(quote, dict) and "status" in quote):
        raise _corrupt(path, "a row is incomplete")
    return value


def _is_finding(value: object) -> bool:
    return (
        isinstance(value, dict)
        and all(isinstance(value.get(key), str) for key in _TEXTS)
        and value["code"] in BY_CODE
        and value["severity"] in _SEVERITIES
        and all(type(value.get(key)) is int for key in ("line", "column"))
    )
