"""Which citations rest on given records, and what an audit says of them with this evidence or that."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from citelock.checks.catalogue import in_order
from citelock.checks.claims import Claim
from citelock.checks.config import Config
from citelock.checks.identifiers import Identifier, identify
from citelock.checks.jsontext import position_of
from citelock.checks.record_changes import Affected, Change
from citelock.snapshotter.claims_input import ClaimsInput, open_claims
from citelock.snapshotter.evidence import Evidence
from citelock.snapshotter.fold_store import open_store
from citelock.snapshotter.imported import is_report, place_in_report
from citelock.snapshotter.positions import ClaimsFile
from citelock.snapshotter.shard import Settings, judge


class Touched(NamedTuple):
    """A citation that rests on a record of interest: its claim, its index, the record's path."""

    claim: Claim
    citation: int
    path: str


Codes = Mapping[tuple[str, str, int], frozenset[str]]


def touched(
    files: Sequence[tuple[str, str]],
    config: Config,
    evidences: Sequence[Evidence],
    paths: Collection[str],
) -> list[Touched]:
    """The citations, in the order of the claims, whose record (or pointer to it) is one of `paths`.

    `files` are claims files as (path, shown name), `paths` of records as the report shows them, `evidences`
    the evidence before and after: a pointer may lead to another record. One citation may touch several.
    """
    found = []
    for claim in ClaimsInput(files, config.limits):
        for citation in claim.citations:
            identifier = identify(citation)
            if not isinstance(identifier, Identifier) or identifier.scheme == "url":
                continue
            own: dict[str, None] = {}
            for evidence in evidences:
                record = evidence.record(evidence.settle(identifier))
                for path in (record.path, record.via.path if record.via is not None else None):
                    if path in paths:
                        own[str(path)] = None
            found += [Touched(claim, citation.index, path) for path in own]
    return found


def codes(
    citations: Sequence[Touched], files: Sequence[tuple[str, str]], config: Config, evidence: Evidence
) -> Codes:
    """What the audit says of these citations with this evidence."""
    settings = Settings(evidence, config, tuple(ClaimsFile.at(path, shown) for path, shown in files))
    store = open_store(False, None)
    try:
        # A citation that touches two records is judged once.
        once = {(each.claim.file, each.claim.id, each.citation): each for each in citations}
        rows, _ = judge([(each.claim, each.citation) for each in once.values()], settings, store)
    finally:
        store.close()
    return {
        (str(row["file"]), str(row["claim"]), _index(row["citation"])): frozenset(_names(row)) for row in rows
    }


def with_claims(
    changes: Sequence[Change],
    citations: Sequence[Touched],
    files: Sequence[tuple[str, str]],
    config: Config,
    before: Codes,
    after: Codes,
) -> list[Change]:
    """The changes, each with the citations that it touches."""
    places = _places(citations, files, config)
    by_path: dict[str, list[Affected]] = {}
    for each in citations:
        key = (each.claim.file, each.claim.id, each.citation)
        old, new = before.get(key, frozenset()), after.get(key, frozenset())
        entry = Affected(
            places[key], each.claim.id, each.citation, tuple(in_order(new - old)), tuple(in_order(old - new))
        )
        by_path.setdefault(each.path, []).append(entry)
    return [change._replace(claims=tuple(by_path.get(change.path, ()))) for change in changes]


def _places(
    citations: Sequence[Touched], files: Sequence[tuple[str, str]], config: Config
) -> dict[tuple[str, str, int], str]:
    """`claims.json:14` for each citation."""
    places = {}
    for path, shown in files:
        own = [each for each in citations if each.claim.file == shown]
        if not own:
            continue
        with open_claims(path, shown, config.limits) as stream:
            for each in own:
                stream.seek(each.claim.offset)
                data = stream.read(each.claim.length)
                steps = ("citations", each.citation)
                line, _ = (
                    place_in_report(data, steps) if is_report(path) else position_of(data, each.claim, steps)
                )
                places[shown, each.claim.id, each.citation] = f"{shown}:{line}"
    return places


def _names(row: Mapping[str, object]) -> Iterator[str]:
    for key in ("errors", "warnings", "notes"):
        listed = row[key]
        assert isinstance(listed, list)
        yield from listed


def _index(value: object) -> int:
    assert isinstance(value, int)
    return value
