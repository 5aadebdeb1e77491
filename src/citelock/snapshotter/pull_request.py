"""The audits of a pull request, all from the objects of commits (action.md, sections 5 and 6).

Three of them: the base's claims with the trust root's evidence, the head's claims with the same, which is the
verdict, and the head's claims with the head's evidence where that differs. No file of the work tree is read;
what is to be judged is taken from git first, and then judged cut off from everything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from citelock.checks.compared_report import Entry
from citelock.checks.config import Config
from citelock.checks.diff import Diff
from citelock.checks.errors import InputError
from citelock.checks.findings import Finding
from citelock.checks.identifiers import Identifier, parse_identifier
from citelock.checks.pull_request import verdict
from citelock.checks.pull_request.evidence import (
    Trust,
    below,
    changed_paths,
    on_evidence,
    row_fingerprint,
    settings_changed,
)
from citelock.checks.pull_request.values import (
    DELETED,
    AuditedFile,
    EvidenceChange,
    Judged,
    Revisions,
)
from citelock.checks.pull_request.vanished import (
    Claim,
    by_claim,
    lost_claims,
    vanished_claims,
    without_lacking,
)
from citelock.checks.pull_request.verdict import NO_AUDIT, REGRESSION, Audit
from citelock.checks.report import ReportWriter, file_finding
from citelock.checks.rows import Row
from citelock.checks.rules.claim import no_claims_anywhere
from citelock.snapshotter.borrowed import Borrowed
from citelock.snapshotter.changed_evidence import check_changed, twin_folders
from citelock.snapshotter.claims_input import ClaimsInput
from citelock.snapshotter.compared import DEFAULT_CLAIMS, Compared, MalformedFiles, Request, take
from citelock.snapshotter.evidence import Evidence
from citelock.snapshotter.isolation import isolated
from citelock.snapshotter.merge import Outcome, assemble
from citelock.snapshotter.placing import place_findings
from citelock.snapshotter.positions import ClaimsFile
from citelock.snapshotter.roots import NAME
from citelock.snapshotter.run import Plan, audited
from citelock.snapshotter.shard import Settings
from citelock.snapshotter.trees import Tree

if TYPE_CHECKING:
    from citelock.checks.sheet.values import Sheet


class Result(NamedTuple):
    """The verdict, and the report that says it in full; the review sheet where it was asked for."""

    judged: Judged
    outcome: Outcome
    sheet: Sheet | None = None


def judge_pull_request(repository: Borrowed, revisions: Revisions, request: Request) -> Result:
    """The verdict on a head. Raises MalformedFiles, ConfigError, BaseEvidenceMissing, EvidenceError."""
    with ExitStack() as stack:
        material = take(repository, revisions, request, stack)
        with isolated():
            return _Verdict(material, revisions, request).result()


class _Audits(NamedTuple):
    """`base` and `head` with the trust root's evidence, `after`, the head's claims with its own; finished.

    `comparable` is the part of `base` that `head` is compared with, `elsewhere` what it says of files that
    are the same in the head and were not audited again. `lost` are the claims that the head took out itself,
    None where every one that it lacks is.
    """

    base: Audit | None
    head: Audit
    after: Audit
    comparable: Audit
    elsewhere: Sequence[Row]
    lost: frozenset[Claim] | None = None


class _Verdict:
    """One run: what its steps share."""

    def __init__(self, material: Compared, revisions: Revisions, request: Request) -> None:
        self._material = material
        self._revisions = revisions
        self._request = request
        self._config = material.config
        self._folders = (material.config.cache, material.config.sources)
        self._changes = self._evidence_changes()
        self._said: list[str] = material.passed_over.sentences()
        if material.repairs:
            self._said.append(
                f"the settings of the base cannot be read ({material.repairs}); this head repairs them and"
                " changes nothing else, so that there is nothing to audit"
            )

    def result(self) -> Result:
        audits = self._audits()
        if self._material.faults:
            raise MalformedFiles(self._material.faults)
        accepted = self._request.accept and bool(self._changes)
        chosen = audits.after if accepted else audits.head
        known = self._known(audits.base)
        trust = Trust(self._changes, known, accepted)
        found, consulted = on_evidence(audits.head.rows, audits.after.rows, trust)
        by_head = verdict.compare(audits.head, audits.after) if self._changes else None
        by_evidence = by_head, self._by_the_base(audits)  # before findings are added that say the same
        place_findings(chosen.rows, found, self._material.files, self._config)
        others = [*self._of_files(audits), *self._nothing(chosen)]
        judged = Audit(chosen.rows, [*chosen.findings, *others], chosen.inputs)
        # W_NO_CLAIMS of a file the writer of the report says by itself.
        others += [finding for finding in chosen.findings if finding["code"] != "W_NO_CLAIMS"]
        difference = verdict.compare(audits.comparable, judged)
        difference = verdict.with_changes(difference, *by_evidence)
        changes = tuple(EvidenceChange(path, kind, path in consulted) for path, kind in self._changes.items())
        news = None if known is None else verdict.new_findings(difference, judged, known)
        result = self._concluded(judged, others, difference, changes, news)
        if self._request.sheet:
            result = result._replace(sheet=self._sheet(result.outcome, accepted=accepted))
        if not changes:
            return result
        failing = None if accepted else sum(bool(row["errors"]) for row in audits.after.rows)
        only = self._claims_are_the_same()
        return result._replace(judged=result.judged._replace(evidence_only=only, failing_after=failing))

    # --- the audits ---------------------------------------------------------------------------

    def _audits(self) -> _Audits:
        material, config = self._material, self._config
        evidence = material.root.evidence(config, trusted=not material.repairs)
        head = self._head(evidence)
        after = self._head(material.landed.evidence(config)) if self._changes else head
        base = self._base(evidence)
        if base is None:
            return _Audits(None, head, after, NO_AUDIT, ())
        same = set(material.paths) - {file.shown for file in material.files}
        rows = [row for row in base.rows if row["file"] not in same]
        findings = [finding for finding in base.findings if finding["file"] not in same]
        elsewhere = [row for row in base.rows if row["file"] in same]
        lost = self._lost(base, [*head.rows, *elsewhere], evidence)
        if lost is not None:
            rows = without_lacking(rows, by_claim(head.rows), lost)
        return _Audits(base, head, after, Audit(rows, findings), elsewhere, lost)

    def _lost(self, base: Audit, head: Iterable[Row], evidence: Evidence) -> frozenset[Claim] | None:
        """The claims that a head took out itself, where it lacks commits of the base; None where not."""
        if self._revisions.forks == ():
            return None
        forked = self._material.forked
        try:
            forks = [by_claim(_audit(files, evidence, self._config).rows) for files in forked or ()]
        except InputError as error:
            self._said.append(f"which claims the head took out could not be checked: {error}")
            return frozenset()
        return lost_claims(by_claim(base.rows), by_claim(head), forks)

    def _head(self, evidence: Evidence) -> Audit:
        try:
            return _audit(self._material.files, evidence, self._config)
        except InputError as error:
            raise MalformedFiles([*self._material.faults, *self._malformed(error)]) from error

    def _malformed(self, first: InputError) -> list[InputError]:
        """The fault of every claims file that has one; `first` is that of the first, known already."""
        faults, files = [first], self._material.files
        place = next((n for n, file in enumerate(files, 1) if file.shown == first.path), len(files))
        for file in files[place:]:
            try:
                for _ in ClaimsInput([(file.path, file.shown)], self._config.limits):
                    pass
            except InputError as error:
                faults.append(error)
        return faults

    def _base(self, evidence: Evidence) -> Audit | None:
        """The baseline's claims; with its own evidence where head is the trust root."""
        material, unreadable = self._material, self._material.unreadable
        if material.base_files is not None:
            if self._revisions.own_evidence and material.baseline is not None:
                evidence = material.baseline.evidence(self._config)
            try:
                return _audit(material.base_files, evidence, self._config)
            except InputError as error:
                unreadable = str(error)
        if unreadable:
            self._said.append(f"no baseline, every finding counts as new: {unreadable}")
        return None

    def _by_the_base(self, audits: _Audits) -> Diff | None:
        """What the evidence of the base changed since the pull request was cut."""
        material, branched = self._material, self._material.branched
        if branched is None or audits.base is None or material.base_files is None:
            return None
        if _objects(branched, self._folders) != _objects(material.root, self._folders):
            then = _audit(material.base_files, branched.evidence(self._config), self._config)
            return verdict.compare(then, audits.comparable)
        return None

    # --- what the pull request does -----------------------------------------------------------

    def _evidence_changes(self) -> Mapping[str, str]:
        if self._revisions.own_evidence:
            return {}
        root, head = self._material.root, self._material.landed
        return changed_paths(_objects(root, self._folders), _objects(head, self._folders))

    def _known(self, base: Audit | None) -> frozenset[str] | None:
        """The fingerprints of the citations that are no news; None where all are."""
        if base is None:
            return None
        return frozenset(map(row_fingerprint, base.rows))

    def _of_files(self, audits: _Audits) -> list[Entry]:
        """The findings that belong to files: settings, claims that are gone, evidence that is not sound."""
        material, config = self._material, self._config
        found: list[tuple[str, Finding, bool]] = []
        if audits.base is not None:
            base = by_claim(audits.base.rows)
            head = by_claim([*audits.head.rows, *audits.elsewhere])
            tree = material.head.entries.keys()
            gone = vanished_claims(base, head, material.paths, tree, audits.lost)
            found += [(path, finding, False) for path, finding in gone]
        if not self._revisions.own_evidence:
            landed = material.landed
            every = changed_paths(material.root.objects, landed.objects)
            settings = settings_changed(every)
            found += [(path, finding, every[path] != DELETED) for path, finding in settings]
            cited = _cited(audits.head.rows)
            unsound = check_changed(self._changes, landed.entries, config, landed.evidence(config), cited)
            unsound += twin_folders(every, config)
            found += [(path, finding, True) for path, finding in unsound]
        return [
            file_finding(finding, path, config.severities, place=(1, 1) if is_there else (None, None))
            for path, finding, is_there in found
        ]

    def _nothing(self, audit: Audit) -> list[Entry]:
        """W_NO_CLAIMS for a tree without any claims file; one without claims is told of by the report."""
        if audit.rows or audit.findings or self._material.repairs:
            return []
        if self._material.paths:
            self._said.append("no claims file and no evidence differs from the base, so nothing was audited")
            return []
        patterns = ", ".join(self._request.claims or self._config.claims or DEFAULT_CLAIMS)
        return [file_finding(no_claims_anywhere(patterns), "", self._config.severities)]

    def _sheet(self, outcome: Outcome, *, accepted: bool) -> Sheet:
        """The page for people, with the texts that the verdict rests on and the judgements of the base."""
        from citelock.snapshotter.sheet_judgements import judged_in_tree
        from citelock.snapshotter.sheet_material import sheet_of

        material = self._material
        tree = material.landed if accepted else material.root
        files = [(file.path, file.shown) for file in material.files]
        report = b"".join(outcome.encoded())
        evidence = tree.evidence(self._config)
        return sheet_of(report, "report.json", evidence, self._config, files, judged_in_tree(material.root))

    # --- the end ------------------------------------------------------------------------------

    def _fail_on(self, *, has_baseline: bool) -> str:
        """The level in force: evidence that repairs a red base must be able to land."""
        asked = self._request.fail_on or self._config.fail_on
        if not has_baseline:
            if asked == REGRESSION:
                self._said.append("there is nothing to compare with: every error counts as new")
                return "error"
            return asked
        if asked != "never" and self._material.repairs:
            return REGRESSION
        if asked != "never" and not self._revisions.own_evidence and self._claims_are_the_same():
            self._said.append(
                "claims and settings are those of the base: only errors that it does not have fail"
            )
            return REGRESSION
        return asked

    def _claims_are_the_same(self) -> bool:
        material = self._material
        base_files = material.base_files
        if (
            material.changed
            or base_files is None
            or {each.shown for each in base_files} - set(material.paths)
        ):
            return False
        return material.landed.objects.get(NAME) == material.root.objects.get(NAME)

    def _concluded(
        self,
        audit: Audit,
        others: Sequence[Entry],
        difference: Diff,
        changes: tuple[EvidenceChange, ...],
        news: frozenset[tuple[str, str | None, int | None, str]] | None,
    ) -> Result:
        material, config = self._material, self._config
        writer = ReportWriter(audit.inputs, config.severities, findings=others)
        outcome = assemble(audit.rows, writer, required=config.require_label or None)
        if outcome.below_count:
            self._said.append(outcome.below_said())
        counts = verdict.count(writer, audit, difference, news)
        fail_on = self._fail_on(has_baseline=news is not None)
        judged = Judged(
            rows=tuple(audit.rows),
            findings=tuple(writer.findings),
            files=tuple(AuditedFile(file.shown, file.shown in material.changed) for file in material.files),
            difference=difference,
            counts=counts,
            evidence=changes,
            fail_on=fail_on,
            conclusion=verdict.conclusion(counts, fail_on, outcome.below_count),
            accepted=self._request.accept and bool(changes),
            new=news,
            said=tuple(self._said),
        )
        return Result(judged, outcome)


def _audit(files: Sequence[ClaimsFile], evidence: Evidence, config: Config) -> Audit:
    """An audit whose rows are as the report has them, each claim's own status compared already."""
    settings = Settings(evidence, config, tuple(files))
    with audited(settings, Plan()) as result:
        writer = ReportWriter(result.inputs, config.severities, findings=result.findings)
        rows = []
        for _, group in groupby(result.rows, itemgetter("file", "claim")):
            of_claim = list(group)
            writer.add_claim(of_claim)
            for row in of_claim:
                row.pop("_status", None)  # compared: a second report of the same rows must not do it again
            rows += of_claim
        return Audit(rows, writer.findings, result.inputs)


def _objects(tree: Tree, folders: Sequence[str]) -> Mapping[str, tuple[str, str]]:
    return below(tree.objects, folders)


def _cited(rows: Iterable[Row]) -> list[Identifier]:
    """The works of these rows, each once."""
    keys = sorted({str(row["id"]) for row in rows if row["id"]})
    return [found for key in keys if isinstance(found := parse_identifier(key), Identifier)]
