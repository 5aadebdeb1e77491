"""What a run compares, taken from git in one go: trees, settings, claims files (action.md, sections 4 and 5).

After this nothing is asked of git but the bytes of files, from children that are running already.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import NamedTuple

from citelock.checks.config import Config
from citelock.checks.errors import BaseEvidenceMissing, InputError
from citelock.checks.pull_request.evidence import below
from citelock.checks.pull_request.forked import compared_with, landed, touched
from citelock.checks.pull_request.globs import Globs
from citelock.checks.pull_request.passed_over import PassedOver, passed_over
from citelock.checks.pull_request.values import Revisions
from citelock.snapshotter.borrowed import Borrowed
from citelock.snapshotter.compared_settings import settings_in_force
from citelock.snapshotter.gitread import TreeEntry
from citelock.snapshotter.positions import ClaimsFile
from citelock.snapshotter.run import work_folder
from citelock.snapshotter.trees import Tree, claims_paths, read_tree, write_claims

DEFAULT_CLAIMS = ("**/claims.json",)


class Request(NamedTuple):
    """What is asked for beside the commits; "" and () leave it to the settings of the trust root.

    `accept`: the head's evidence decides (`new-evidence: accept`). `sheet`: make the review sheet too.
    """

    claims: tuple[str, ...] = ()
    only_changed: bool = False
    accept: bool = False
    fail_on: str = ""
    sheet: bool = False


class MalformedFiles(InputError):
    """Files of the head, claims or settings, that cannot be read: `errors` has one for each (exit 2)."""

    def __init__(self, errors: Sequence[InputError]) -> None:
        first = errors[0]
        super().__init__(first.path, first.what, line=first.line, column=first.column, pointer=first.pointer)
        self.errors = tuple(errors)


class Compared(NamedTuple):
    """The material of one verdict. `root` is the trust root; equal commits are one tree.

    `paths` are all claims files of the head, `changed` those of them whose bytes are not the baseline's,
    `files` those that are audited, `passed_over` what looks like claims files and is not, `base_files` the
    baseline's: None, and `unreadable` says why, where there is nothing to compare with. `branched` is the
    tree that the pull request was cut from, where it is known. `landed` is the head as it would be once it is
    merged (the head itself where it holds all of `root`): whose evidence and settings it has changed is told
    by that. `forked` are, for each commit where head and baseline parted, the claims files that the head has
    touched since; None where they are unknown or unreadable. `faults` and `repairs` are those of
    `compared_settings.InForce`; with `repairs` no file is audited.
    """

    head: Tree
    landed: Tree
    root: Tree
    baseline: Tree | None
    branched: Tree | None
    config: Config
    paths: tuple[str, ...]
    changed: frozenset[str]
    files: tuple[ClaimsFile, ...]
    base_files: tuple[ClaimsFile, ...] | None
    unreadable: str = ""
    passed_over: PassedOver = PassedOver()
    forked: tuple[tuple[ClaimsFile, ...], ...] | None = ()
    faults: tuple[InputError, ...] = ()
    repairs: str = ""


def take(repository: Borrowed, revisions: Revisions, request: Request, stack: ExitStack) -> Compared:
    """Everything that the verdict rests on; what has to be closed or removed afterwards goes to `stack`.

    Raises ConfigError, BaseEvidenceMissing, EvidenceError, UsageError for a pattern, and MalformedFiles for
    files of the head that are no files or too large.
    """
    trees = _Trees(repository, stack)
    head, root = trees.at(revisions.head), trees.at(revisions.evidence)
    landed = trees.landed(head, root, revisions.evidence_forks)
    baseline = None if revisions.baseline is None else trees.at(revisions.baseline)
    if baseline is not None:
        baseline = trees.compared_with(head, baseline, revisions.forks)
    config, settings_faults, repairs = settings_in_force(root, landed, request.claims)
    if repairs:
        return Compared(head, landed, root, baseline, None, config, (), frozenset(), (), (), repairs=repairs)
    globs = Globs(request.claims or config.claims or DEFAULT_CLAIMS, "claims")
    paths = claims_paths(head, globs, config)
    known = {} if baseline is None else baseline.objects
    changed = frozenset(path for path in paths if known.get(path) != head.objects[path])
    evidence = (config.cache, config.sources)
    before = baseline if revisions.own_evidence and baseline is not None else root
    # Where evidence changes, a file that did not may be judged otherwise.
    partly = request.only_changed and below(before.objects, evidence) == below(landed.objects, evidence)
    folder, limit = stack.enter_context(work_folder(None)), config.limits.claims_bytes
    files, faults = write_claims(
        head, [path for path in paths if path in changed or not partly], f"{folder}/head", limit
    )
    if faults:
        raise MalformedFiles([*settings_faults, *faults])
    base_files: tuple[ClaimsFile, ...] | None = None
    unreadable = ""
    if baseline is not None:
        regular = [path for path in claims_paths(baseline, globs, config) if baseline.entries[path].regular]
        base_files, faults = write_claims(baseline, regular, f"{folder}/base", limit)
        if faults:
            base_files, unreadable = None, str(faults[0])
    branched = trees.at_hand(revisions.branched)
    forked = trees.forked(head, revisions.forks, globs, config, folder)
    return Compared(
        head,
        landed,
        root,
        baseline,
        branched,
        config,
        tuple(paths),
        changed,
        files,
        base_files,
        unreadable,
        passed_over(head.entries, paths, globs.patterns, cache=config.cache, sources=config.sources),
        forked,
        settings_faults,
    )


class _Trees:
    """Trees by commit, each read once."""

    def __init__(self, repository: Borrowed, stack: ExitStack) -> None:
        self._repository = repository
        self._stack = stack
        self._known: dict[str, Tree] = {}

    def at(self, commit: str) -> Tree:
        if commit not in self._known:
            tree = self._known[commit] = read_tree(self._repository, commit)
            self._stack.callback(tree.reader.close)
        return self._known[commit]

    def at_hand(self, commit: str | None) -> Tree | None:
        """A tree that is only told of, never judged with: without it a run is as good."""
        try:
            return None if commit is None else self.at(commit)
        except BaseEvidenceMissing:
            return None

    def landed(self, head: Tree, root: Tree, forks: Sequence[str] | None) -> Tree:
        """The head once it is merged, read from the head's own reader."""
        return Tree(head.reader, landed(head.entries, root.entries, self._entries(forks)))

    def compared_with(self, head: Tree, baseline: Tree, forks: Sequence[str] | None) -> Tree:
        """The baseline, with the head's own files where the head left them as they were."""
        return Tree(baseline.reader, compared_with(head.entries, baseline.entries, self._entries(forks)))

    def forked(
        self, head: Tree, forks: Sequence[str] | None, globs: Globs, config: Config, folder: str
    ) -> tuple[tuple[ClaimsFile, ...], ...] | None:
        """See `Compared`; the files are written below `folder`."""
        if forks is None:
            return None
        written = []
        for number, commit in enumerate(forks):
            fork = self.at(commit)
            paths = touched(claims_paths(fork, globs, config), head.entries, fork.entries)
            regular = [path for path in paths if fork.entries[path].regular]
            files, faults = write_claims(fork, regular, f"{folder}/fork{number}", config.limits.claims_bytes)
            if faults:
                return None
            written.append(files)
        return tuple(written)

    def _entries(self, forks: Sequence[str] | None) -> list[Mapping[str, TreeEntry]] | None:
        return None if forks is None else [self.at(commit).entries for commit in forks]
