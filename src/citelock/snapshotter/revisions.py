"""Which commits a run compares: the head, the trust root of the evidence, and the baseline.

Governed by action.md, section 4. The trust root is the default branch. Full ids only; a name is resolved
once, by fetching it. What is missing is fetched, and if that fails nothing is judged: the work tree is never
a base.
"""

from __future__ import annotations

from citelock.checks.errors import BaseEvidenceMissing, UsageError
from citelock.checks.pull_request.event import Event, PullRequest, is_branch, is_commit_id
from citelock.checks.pull_request.values import Revisions
from citelock.checks.text.excerpt import shown
from citelock.snapshotter.borrowed import Borrowed

_HEADS = "refs/heads/"
_REPAIR = "Check out with fetch-depth: 0 (actions/checkout), or give the job `contents: read` and the network"
UNKNOWN_FORK = (
    "could not be checked: which claims, settings and evidence of the base the head takes out or changes. The"
    f" head lacks commits of the base, and the history between them is not at hand. {_REPAIR}"
)
UNKNOWN_BRANCH = (
    "not shown: what the evidence of the base changed since the branch was cut. The history between them is"
    f" not at hand. {_REPAIR}"
)
_BEHIND = "the head lacks commits of the base; what it changed and took out is told by where the two parted"


def resolve_revisions(event: Event, base: str, repository: Borrowed) -> Revisions:
    """The commits of this event, all of them at hand; `base` is the input of that name, "" without one.

    Raises UsageError for a `base` that names no commit, BaseEvidenceMissing.
    """
    return _told_apart(_compared(event, base, repository), event, repository)


def _compared(event: Event, base: str, repository: Borrowed) -> Revisions:
    chosen = _chosen(base, repository) if base else None
    if event.pull is not None:
        return _of_pull_request(event, event.pull, chosen, repository)
    if event.name == "merge_group":
        head = repository.obtain(event.after, "the head")
        baseline = repository.obtain(event.base, "the base")
        return _against(head, baseline, event.base_branch, event, chosen, repository)
    if event.name == "push":
        return _of_push(event, chosen, repository)
    head = repository.obtain(event.sha, "the commit")
    if chosen is None and event.branch != event.default_branch:
        # Anybody may have pushed there, and a green run belongs to the commit, whatever started it.
        chosen = repository.tip(f"{_HEADS}{event.default_branch}", "the default branch")
    if chosen is not None:
        return Revisions(head, chosen, chosen, own_evidence=False, annotated=head)
    said = f"{event.name}: evidence and claims are those of one commit, so there is nothing to compare with"
    return Revisions(head, head, None, own_evidence=True, annotated=head, said=(said,))


def _of_pull_request(event: Event, pull: PullRequest, chosen: str | None, repository: Borrowed) -> Revisions:
    merge = _merge(event, pull, repository)
    if merge is None:
        head = repository.obtain(pull.head, "the head of the pull request")
        baseline = repository.obtain(pull.base, "the base of the pull request")
    else:
        head, baseline = merge
        repository.obtain(baseline, "the base of the pull request")
    found = _against(head, baseline, pull.base_branch, event, chosen, repository)
    return found._replace(annotated=pull.head, number=pull.number, fork=pull.fork)


def _merge(event: Event, pull: PullRequest, repository: Borrowed) -> tuple[str, str] | None:
    """The merge that would land and its first parent; None where what is at hand is no merge of this head."""
    commit = event.sha
    if event.name == "pull_request_target":
        try:
            commit = repository.tip(f"refs/pull/{pull.number}/merge", "the merge of the pull request")
        except BaseEvidenceMissing:
            return None  # it conflicts: then its head is audited
    elif not repository.has(commit):
        try:
            repository.obtain(commit, "the merge of the pull request")
        except BaseEvidenceMissing:
            return None
    parents = repository.parents(commit)
    if parents[1:] != (pull.head,):
        return None
    if event.name == "pull_request_target" and not _is_of_the_base(parents[0], pull, repository):
        return None
    return commit, parents[0]


def _is_of_the_base(commit: str, pull: PullRequest, repository: Borrowed) -> bool:
    """Whether a commit is one of the branch that the event names.

    The merge is fetched after the event: whoever retargets the pull request in between to a branch of their
    own would make that branch's evidence the trusted one. Where it cannot be told, it is not.
    """
    if commit == pull.base:
        return True
    tip = repository.tip(f"{_HEADS}{pull.base_branch}", "the base branch")
    return repository.holds(tip, commit)


def _of_push(event: Event, chosen: str | None, repository: Borrowed) -> Revisions:
    head = repository.obtain(event.after, "the pushed commit")
    if event.branch != event.default_branch:
        evidence = chosen or repository.tip(f"{_HEADS}{event.default_branch}", "the default branch")
        return Revisions(head, evidence, evidence, own_evidence=False, annotated=head)
    if chosen is not None:
        return Revisions(head, chosen, chosen, own_evidence=False, annotated=head)
    if event.before is None:
        said = "the push made the branch, so there is nothing to compare with"
        return Revisions(head, head, None, own_evidence=True, annotated=head, said=(said,))
    baseline = repository.obtain(event.before, "the commit before the push")
    return Revisions(head, head, baseline, own_evidence=True, annotated=head)


def _against(
    head: str, baseline: str, branch: str, event: Event, chosen: str | None, repository: Borrowed
) -> Revisions:
    """A head that is to be merged into `branch`: evidence of the default branch, whatever that branch is."""
    if branch == event.default_branch:
        return Revisions(head, chosen or baseline, baseline, own_evidence=False, annotated=head)
    # A check belongs to the head's commit: what another branch lacks or holds already must excuse nothing.
    evidence = chosen or repository.tip(f"{_HEADS}{event.default_branch}", "the default branch")
    said = (
        f"the base branch is not the default branch {event.default_branch}: evidence, settings and what is"
        " compared with are those of the default branch"
    )
    return Revisions(head, evidence, evidence, own_evidence=False, annotated=head, said=(said,))


def _told_apart(found: Revisions, event: Event, repository: Borrowed) -> Revisions:
    """With the commits where head and base parted, so that a head is not blamed for what it merely lacks."""
    if found.own_evidence or found.baseline is None:
        return found
    # A queue makes its commits on top of their base, however many lie between them.
    forks, evidence_forks = (
        () if base == event.base else repository.forks(found.head, base)
        for base in (found.baseline, found.evidence)
    )
    branched = evidence_forks
    if event.pull is not None and found.head != event.pull.head:
        branched = repository.forks(event.pull.head, found.evidence)
    said = [*found.said]
    if forks is None or evidence_forks is None:
        said.append(UNKNOWN_FORK)
    elif forks or evidence_forks:
        said.append(f"{_BEHIND}, {(forks or evidence_forks)[0]}")
    elif branched is None:
        said.append(UNKNOWN_BRANCH)
    return found._replace(
        forks=forks,
        evidence_forks=evidence_forks,
        branched=branched[0] if branched else None,
        said=tuple(said),
    )


def _chosen(base: str, repository: Borrowed) -> str:
    if is_commit_id(base):
        return repository.obtain(base, "the commit of the input base")
    if base.startswith(_HEADS) and is_branch(base.removeprefix(_HEADS)):
        return repository.tip(base, "the branch of the input base")
    raise UsageError(
        f"the input base, {shown(base, 120)}, is neither a full commit id nor a name such as refs/heads/main."
    )
