"""Who wrote the evidence: which files of it a pull request changes, and what rests on them.

Governed by action.md, section 5. A citation rests on the files that its row names, with the head's evidence
or with the trust root's, and on a seal of the same name. Whether one of them differs is known from git, by
object, not from what an audit made of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from citelock.checks.findings import Finding
from citelock.checks.pull_request.values import ADDED, CHANGED, DELETED
from citelock.checks.rows import Row
from citelock.checks.rules import pull_request as rules

Place = tuple[str, str, int]  # file, claim, citation index
Objects = Mapping[str, tuple[str, str]]  # path -> mode and object id

_CONSULTED = ("record", "snapshot", "provenance")
_ENDINGS = (".txt", ".json", ".seal")
_SETTINGS = ("citelock.yml", ".gitmodules", "CODEOWNERS", "docs/CODEOWNERS", ".github/CODEOWNERS")
_RUN = (".github/workflows/", ".github/actions/")  # what the steps of a workflow are made of


class Trust(NamedTuple):
    """What decides who may have written what.

    `changes` is the kind of change by path of evidence; `known` are the fingerprints of the baseline's
    citations, None where every citation counts as new: there is no baseline, or anybody may have written it.
    `accepted`: the head's evidence is judged with.
    """

    changes: Mapping[str, str]
    known: frozenset[str] | None
    accepted: bool


def changed_paths(base: Objects, head: Objects) -> dict[str, str]:
    """The kind of change by path, sorted, of all files that differ between two trees."""
    changes = dict.fromkeys(head.keys() - base.keys(), ADDED)
    changes |= dict.fromkeys(base.keys() - head.keys(), DELETED)
    changes |= {path: CHANGED for path in base.keys() & head.keys() if base[path] != head[path]}
    return dict(sorted(changes.items()))


def below(objects: Objects, folders: Sequence[str]) -> Objects:
    """The files below these folders."""
    prefixes = tuple(f"{folder}/" for folder in folders)
    return {path: entry for path, entry in objects.items() if path.startswith(prefixes)}


def settings_changed(changes: Mapping[str, str]) -> Iterator[tuple[str, Finding]]:
    """W_CONFIG_CHANGED for each file that decides how evidence is audited, stored or reviewed."""
    for path, kind in changes.items():
        name = path.rpartition("/")[2]
        if path in _SETTINGS or name == ".gitattributes" or path.startswith(_RUN):
            yield path, rules.config_changed(path, kind)


def on_evidence(
    heads: Iterable[Row], withs: Iterable[Row], trust: Trust
) -> tuple[dict[Place, list[Finding]], frozenset[str]]:
    """The findings of each citation that rests on changed evidence, and the paths that citations rest on.

    `heads` are the rows with the trust root's evidence, `withs` those with the head's; both are of the same
    citations in the same order. Findings have no field yet.
    """
    found: dict[Place, list[Finding]] = {}
    consulted: set[str] = set()
    for before, after in zip(heads, withs, strict=True):
        place = place_of(before)
        if place is None:
            continue
        paths = sorted((_paths(before) | _paths(after)) & trust.changes.keys())
        if not paths:
            continue
        consulted.update(paths)
        found[place] = _findings(before, after, paths, trust)
    return found, frozenset(consulted)


def place_of(row: Row) -> Place | None:
    """Where a row stands; None for the row of an uncited claim, which rests on nothing."""
    citation = row["citation"]
    return (str(row["file"]), str(row["claim"]), citation) if isinstance(citation, int) else None


def _findings(before: Row, after: Row, paths: Sequence[str], trust: Trust) -> list[Finding]:
    touched = trust.known is None or row_fingerprint(before) not in trust.known
    cured = bool(_names(before, "errors") - _names(after, "errors"))
    own: list[tuple[str, str]] = []
    other: list[tuple[str, str]] = []
    for path in paths:
        kind = trust.changes[path]
        supplied = not trust.accepted and touched and (kind == ADDED or cured)
        (own if supplied else other).append((path, kind))
    says = [*sorted(_names(after, "errors")), *sorted(_names(after, "warnings"))]
    findings = []
    if own:
        findings.append(rules.self_supplied(own, says, ""))
    if other:
        findings.append(rules.evidence_changed(other, says, "", accepted=trust.accepted))
    return findings


def row_fingerprint(row: Row) -> str:
    """The identity that a citation keeps when its claim moves."""
    return str(row["fingerprint"])


def _names(row: Row, key: str) -> set[str]:
    listed = row[key]
    assert isinstance(listed, list)
    return set(listed)


def _paths(row: Row) -> set[str]:
    """The files that a row names, and the others that belong to the same text."""
    paths: set[str] = set()
    for key in _CONSULTED:
        file = row[key]
        if not isinstance(file, dict):
            continue
        paths.add(file["path"])
        via = file.get("via")
        if via is not None:
            paths.add(via["path"])
        if key != "record":
            stem = file["path"].rpartition(".")[0]
            paths.update(stem + ending for ending in _ENDINGS)
    return paths
