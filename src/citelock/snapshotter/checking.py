"""Looking through all snapshots: what is wrong with them, and which cited works have none.

Offline: what an audit would say of one snapshot is said here of every one, cited or not (snapshots.md,
section 10, "check"). Repeating the origin is `rederiving.py`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from citelock.checks.config import Config
from citelock.checks.findings import Finding
from citelock.checks.identifiers import Identifier, identify
from citelock.checks.licences import BY_NAME
from citelock.checks.records import Record
from citelock.checks.rules import snapshot as rules
from citelock.checks.sentences import message
from citelock.checks.text.excerpt import shown
from citelock.checks.text.source import normal_text
from citelock.snapshotter.claims_input import ClaimsInput
from citelock.snapshotter.evidence import Evidence
from citelock.snapshotter.fitting import misfits
from citelock.snapshotter.fold_store import FoldStore
from citelock.snapshotter.seal_proof import seal_fault
from citelock.snapshotter.snapshot_files import not_utf8
from citelock.snapshotter.snapshot_table import Kept
from citelock.snapshotter.texts import moved_since, open_seal, vetted


class Checked(NamedTuple):
    """One snapshot and what is to be said of it; `notes` are no findings (no provenance, not here)."""

    kept: Kept
    findings: tuple[Finding, ...]
    notes: tuple[str, ...] = ()


def check_all(
    snapshots: Sequence[Kept],
    config: Config,
    evidence: Evidence,
    *,
    today: str = "",
    hand_made: bool = False,
) -> Iterator[Checked]:
    """What is to be said of each snapshot, in their order.

    `today` is `YYYY-MM-DD`, "" where no clock is to be asked. `hand_made`: a text is compared with the work
    also where its provenance was not written by a run.
    """
    for each in snapshots:
        yield _check(each, config, evidence, today, hand_made=hand_made)


def without_text(
    files: Sequence[tuple[str, str]], config: Config, evidence: Evidence, passed_over: list[str]
) -> list[tuple[Identifier, str]]:
    """The cited works that have neither a text nor a provenance, each once, in the order of the claims.

    With each the web address as it is cited, "" for what is no page. Citations that name no work, an address
    that is not public among them, are put down in `passed_over` by their places (`c3[0]`).
    """
    found: dict[str, tuple[Identifier, str]] = {}
    for identifier, address in _cited(files, config, evidence, passed_over):
        if identifier.key in found:
            continue
        snapshot = evidence.snapshot(identifier, evidence.record(identifier).holder)
        if snapshot.path is None and snapshot.provenance is None:
            found[identifier.key] = (identifier, address)
    return list(found.values())


def _check(each: Kept, config: Config, evidence: Evidence, today: str, *, hand_made: bool) -> Checked:
    _, problem = open_seal(each.file)
    altered = rules.untrusted(problem or _undecodable(each), each.file.provenance)
    if altered is not None:
        return Checked(each, (altered,))
    provenance = each.provenance
    if provenance is None:
        return Checked(each, (), ("it has no provenance: nothing says where it came from",))
    if provenance.status != "ok":
        when = f" on {provenance.retrieved}" if provenance.retrieved else ""
        return Checked(each, (), (f"unavailable: {provenance.reason}{when}",))
    text = None
    if each.file.data is not None:
        try:
            text = normal_text(each.file.data)
        except UnicodeDecodeError as error:
            altered = rules.untrusted(not_utf8(each.file, error), None)
            return Checked(each, () if altered is None else (altered,))
    findings: list[Finding | None] = [
        rules.misfit(each.file.provenance_path, said) for said in misfits(provenance, each.raw, text)
    ]
    notes = []
    if today and provenance.retrieved > today and not findings:  # perhaps the clock of this machine is wrong
        notes.append(f"it says that it was taken on {shown(provenance.retrieved, 20)}, and today is {today}")
    fault = seal_fault(each, evidence, text, provenance.furniture_line)
    if fault is not None and not fault.other_rules:
        findings.append(rules.untrusted(fault.reason, None))
    elif fault is not None:
        notes.append(fault.reason)
    if each.file.data is None and each.file.seal is None:
        notes.append(f"{provenance.storage}: its text is not on this machine, so its hash was not compared")
    if not each.file.private and each.file.data is not None:
        findings.append(rules.unlicensed(provenance, each.file.path, config.commit_licences))
    findings.append(rules.published_original(provenance, each.file.original, config.commit_licences))
    if each.file.original is not None and not provenance.original:
        notes.append(f"{each.file.original} is there, and its provenance names no original")
    left_over = _left_over(each, evidence)
    if left_over:
        notes.append(left_over)
    if provenance.licence not in BY_NAME:
        said = shown(provenance.licence, 60) or "none"
        notes.append(f"its licence class ({said}) is not known")
    findings += _vetting(each, evidence, hand_made=hand_made)
    findings += rules.quality(provenance)
    return Checked(each, tuple(found for found in findings if found is not None), tuple(notes))


def _left_over(each: Kept, evidence: Evidence) -> str:
    """What to say of a text in the private store beside the one that is committed; "" if there is none."""
    private, provenance = evidence.private, each.provenance
    if private is None or provenance is None or provenance.storage in ("private", "sealed"):
        return ""
    name = f"{each.stem}.txt"
    if not os.path.lexists(os.path.join(private.path, name)):
        return ""
    return f"{private.shown(name)} is left over: its text is committed, and nothing reads this one"


def _undecodable(each: Kept) -> str | None:
    """Why the text cannot be read as one; nobody would find out of a text that is not cited."""
    try:
        (each.file.data or b"").decode("utf-8")
    except UnicodeDecodeError as error:
        return not_utf8(each.file, error)
    return None


def _vetting(each: Kept, evidence: Evidence, *, hand_made: bool) -> list[Finding | None]:
    """Whether it is the work and all of it, computed again."""
    provenance, identifier = each.provenance, each.identifier
    assert provenance is not None
    if identifier is None or identifier.scheme == "url":
        moved = rules.moved_page(provenance)
        again = moved_since(each.file)
        return [moved if again is None else rules.another_work(again.found)]
    record = evidence.record(identifier)
    value = record.value
    if not isinstance(value, Record) or value.status != "found":
        return []
    again = vetted(each.file, value, record.sha256, identifier, FoldStore(), hand_made=hand_made)
    if again is None:
        return []
    found: list[Finding | None] = []
    if again.identity == "wrong":
        found.append(rules.another_work(again.found, provenance.forced))
    if again.scope == "abstract" and provenance.scope != "abstract":
        said = message(
            "it says that it holds the whole work, and reads like an abstract", "take the whole text"
        )
        found.append(Finding("W_SNAPSHOT_ABSTRACT_ONLY", said))
    return found


def _cited(
    files: Sequence[tuple[str, str]], config: Config, evidence: Evidence, passed_over: list[str]
) -> Iterator[tuple[Identifier, str]]:
    for claim in ClaimsInput(files, config.limits):
        for citation in claim.citations:
            identifier = identify(citation)
            if isinstance(identifier, Identifier):
                address = citation.url or "" if identifier.scheme == "url" else ""
                yield evidence.settle(identifier), address
            else:
                passed_over.append(f"{claim.id}[{citation.index}]")
