"""The texts and records that a review sheet shows, as far as their licences let them be shown.

A text that may not be republished is in no sheet, whoever makes it: the page is meant to be handed on. A text
that is not the one the report was made with is not shown either.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

from citelock.checks.catalogue import BY_CODE
from citelock.checks.claims import Citation, Claim
from citelock.checks.config import Config
from citelock.checks.errors import InputError
from citelock.checks.identifiers import Identifier, identify
from citelock.checks.labels import is_unread
from citelock.checks.licences import may_commit
from citelock.checks.records import Record
from citelock.checks.sheet.cards import Entry, Material, card_of, told_of
from citelock.checks.sheet.report_shape import read_report
from citelock.checks.sheet.values import Card, Sheet
from citelock.checks.snapshots import Provenance
from citelock.checks.text.source import normal_text
from citelock.snapshotter.claims_input import ClaimsInput
from citelock.snapshotter.evidence import Evidence
from citelock.snapshotter.sheet_judgements import Judged
from citelock.snapshotter.snapshot_files import SnapshotFile

Files = Sequence[tuple[str, str]]


_COUNTS = ("checked", "failed", "warned", "unchecked")


def sheet_of(
    report: bytes, path: str, evidence: Evidence, config: Config, files: Files, judged: Judged
) -> Sheet:
    """The sheet of a report. `files` are the claims files as (path, shown name in the report).

    Of `config` the limits are kept and the classes of licences whose texts may stand in the tree.

    Raises InputError for a report or a claims file that is none, or when the claims are not the report's.
    """
    value = read_report(report, path)
    claims = ClaimsInput(files, config.limits)
    every = list(claims)
    _refuse_others(value, claims.hashes(), path)
    labels = value["labels"]
    assert isinstance(labels, Mapping)
    unread = sum(is_unread(_codes(row), str(row["label"])) for row in _entries(value["results"]))
    return Sheet(
        report_sha256=sha256(report).hexdigest(),
        counts=(*((name, int(str(value[name]))) for name in _COUNTS), ("unread", unread)),
        labels=tuple((str(name), int(str(count))) for name, count in labels.items()),
        general=told_of(_entries(value["findings"])),
        cards=tuple(_cards(value, every, _Shelf(evidence, config.commit_licences))),
        judgements=judged.judgements,
        problems=judged.problems,
    )


def _cards(value: Entry, claims: Sequence[Claim], shelf: _Shelf) -> Iterator[Card]:
    stated = {(each["file"], each["claim"]): each for each in _entries(value["claims"])}
    rows: dict[tuple[object, object], list[Entry]] = {}
    for row in _entries(value["results"]):
        rows.setdefault((row["file"], row["claim"]), []).append(row)
    for claim in claims:
        key = (claim.file, claim.id)
        if key in stated:
            yield card_of(claim, stated[key], rows.get(key, ()), shelf.material)


class _Shelf:
    """Texts and records by citation; the last text is kept, since citations of one source often follow."""

    def __init__(self, evidence: Evidence, allowed: Sequence[str]) -> None:
        self._evidence = evidence
        self._allowed = allowed
        self._last: tuple[str, Material] | None = None

    def material(self, citation: Citation, row: Entry) -> Material:
        """What is known of the source of this citation."""
        identifier = identify(citation)
        if not isinstance(identifier, Identifier):
            return Material()
        key = f"{identifier.key} {_sha(row)}"
        if self._last is None or self._last[0] != key:
            self._last = (key, self._read(identifier, row))
        return self._last[1]

    def _read(self, asked: Identifier, row: Entry) -> Material:
        identifier = self._evidence.settle(asked)
        found = self._evidence.record(identifier)
        record = found.value if isinstance(found.value, Record) else None
        snapshot = self._evidence.snapshot(identifier, found.holder)
        known = snapshot.provenance if isinstance(snapshot.provenance, Provenance) else None
        licence = known.licence if known is not None else ""
        material = Material(record=record, licence=licence, attribution=self._attribution(snapshot))
        withheld = _withheld(known, self._allowed, private=snapshot.private)
        if withheld:
            return material._replace(withheld=withheld)
        if snapshot.data is None or snapshot.problem or not _sha(row):
            return material
        if snapshot.sha256 != _sha(row):
            return material._replace(withheld="the text is not the one that the report was made with")
        try:
            return material._replace(text=normal_text(snapshot.data))
        except UnicodeDecodeError:
            return material

    def _attribution(self, snapshot: SnapshotFile) -> str:
        """The line by which the text wants to be named, as its provenance has it."""
        if snapshot.provenance_path is None:
            return ""
        content = self._evidence.snapshot_content(os.path.basename(snapshot.provenance_path))
        try:
            value = json.loads(content or b"null")
        except (ValueError, RecursionError):
            return ""
        return _text(value.get("licence") if isinstance(value, dict) else None, "attribution")


def _text(value: object, key: str) -> str:
    found = value.get(key) if isinstance(value, Mapping) else None
    return found if isinstance(found, str) else ""


def _withheld(known: Provenance | None, allowed: Sequence[str], *, private: bool) -> str:
    if private or (known is not None and known.storage == "private"):
        return "the text is private: its licence does not let it be shown here"
    if known is not None and known.storage == "sealed":
        return "the text is sealed: there is nothing to show"
    if known is not None and known.licence and not may_commit(known.licence, allowed):
        return f"a text under {known.licence} may not be shown here"
    return ""


def _sha(row: Entry) -> str:
    snapshot = row.get("snapshot")
    return str(snapshot.get("sha256") or "") if isinstance(snapshot, Mapping) else ""


def _refuse_others(value: Entry, hashes: Sequence[tuple[str, str]], path: str) -> None:
    expected = {str(each["path"]): each["sha256"] for each in _entries(value["inputs"])}
    for shown, digest in hashes:
        if expected.get(shown) != digest:
            raise InputError(shown, f"this is not the file that {path} was made of. Audit it again.")


def _codes(row: Entry) -> Iterator[str]:
    """The codes of a row; the report may be one that another version wrote."""
    codes = (str(finding.get("code")) for finding in _entries(row["findings"]))
    return (code for code in codes if code in BY_CODE)


def _entries(value: object) -> Sequence[Mapping[str, object]]:
    return [each for each in value if isinstance(each, Mapping)] if isinstance(value, list) else []
