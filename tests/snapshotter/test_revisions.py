"""Each event, each kind of checkout: which commits are compared, or that nothing is judged (action.md, 4)."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from citelock.checks.errors import BaseEvidenceMissing, UsageError
from citelock.checks.pull_request.event import read_event
from citelock.checks.pull_request.values import Revisions
from citelock.snapshotter.borrowed import borrowed, objects_of_checkout
from citelock.snapshotter.revisions import resolve_revisions
from tests.support import events
from tests.support.histories import History, git

CLAIMS = '{"claims": []}\n'


class Repository(NamedTuple):
    """`old` <- `main` on the default branch; `head` <- `old`; `merge` of main and head; `release` beside."""

    history: History
    old: str
    main: str
    head: str
    merge: str
    release: str
    earlier: str  # what the agent pushed to its branch before

    @property
    def address(self) -> str:
        return self.history.folder.as_uri()


def make(folder: Path, hashes: str = "sha1") -> Repository:
    history = History(folder, hashes=hashes)
    old = history.commit({"claims.json": CLAIMS, "cache/a.json": "old"})
    main = history.commit({"cache/a.json": "new"}, old)
    earlier = history.commit({"cache/b.json": "forged"}, old, branch="agent")
    head = history.commit({"claims.json": CLAIMS + "\n"}, earlier, branch="agent")
    release = history.commit({"cache/a.json": "forged"}, old, branch="release")
    merge = history.merge(main, head, {"claims.json": CLAIMS + "\n", "cache/b.json": "forged"})
    return Repository(history, old, main, head, merge, release, earlier)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    return make(tmp_path_factory.mktemp("histories") / "origin")


def resolve(
    name: str,
    sha: str,
    payload: events.Json,
    workspace: Path,
    *,
    address: str = "",
    base: str = "",
    ref: str = "refs/heads/main",
) -> Revisions:
    event = read_event(name, sha, payload, ref)
    with borrowed(objects_of_checkout(str(workspace)), address=address, length=len(sha)) as repository:
        return resolve_revisions(event, base, repository)


def pull(repository: Repository, **changes: object) -> events.Json:
    given = {"head": repository.head, "base": repository.old} | changes
    return events.pull_request(**given)  # type: ignore[arg-type]  # a test's own words


# --- a pull request -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["pull_request.opened", "pull_request.synchronize"])
def test_the_merge_is_judged_against_its_first_parent_and_not_the_base_of_the_payload(
    repository: Repository, tmp_path: Path, name: str
) -> None:
    workspace = repository.history.checkout(tmp_path / "w", repository.merge, "--depth=2")
    payload = pull(repository, name=name)
    found = resolve("pull_request", repository.merge, payload, workspace)
    assert found.head == repository.merge
    assert found.baseline == found.evidence == repository.main != payload["pull_request"]["base"]["sha"]  # type: ignore[index]
    assert found.annotated == repository.head  # a check run stands at the head, not at the merge
    assert (found.number, found.fork, found.own_evidence) == (1, False, False)


def test_a_payload_of_a_fork_is_one_of_a_fork(repository: Repository, tmp_path: Path) -> None:
    workspace = repository.history.checkout(tmp_path / "w", repository.merge, "--depth=2")
    payload = pull(repository, name="pull_request.opened.fork.derived")
    assert resolve("pull_request", repository.merge, payload, workspace).fork


def test_a_pull_request_whose_head_repository_is_gone_counts_as_one_of_a_fork(
    repository: Repository,
) -> None:
    payload = pull(repository)
    payload["pull_request"]["head"]["repo"] = None  # type: ignore[index]
    event = read_event("pull_request", repository.merge, payload)
    assert event.pull is not None
    assert event.pull.fork


def test_a_plain_head_is_judged_against_the_base_of_the_payload(
    repository: Repository, tmp_path: Path
) -> None:
    workspace = repository.history.checkout(tmp_path / "w", repository.head)
    found = resolve("pull_request", repository.head, pull(repository), workspace)
    assert (found.head, found.baseline, found.evidence) == (
        repository.head,
        repository.old,
        repository.old,
    )


def test_a_merge_of_another_head_is_not_taken_for_what_would_land(
    repository: Repository, tmp_path: Path
) -> None:
    """The branch moved between the event and the checkout: the ids of the event count."""
    workspace = repository.history.checkout(tmp_path / "w", repository.merge)
    payload = pull(repository, head=repository.earlier)
    found = resolve("pull_request", repository.merge, payload, workspace)
    assert (found.head, found.baseline) == (repository.earlier, repository.old)


def test_a_commit_of_the_agent_that_looks_like_a_merge_gives_it_no_base(
    repository: Repository, tmp_path: Path
) -> None:
    """The head itself is a merge of the agent's own; only the first parent of GitHub's merge is a base."""
    own = repository.history.commit({}, repository.earlier, repository.release, branch="agent2")
    workspace = repository.history.checkout(tmp_path / "w", own)
    payload = pull(repository, head=own, base=repository.main)
    found = resolve("pull_request", own, payload, workspace, address=repository.address)
    assert (found.head, found.baseline, found.evidence) == (
        own,
        repository.main,
        repository.main,
    )


def test_depth_1_without_a_network_is_no_verdict_and_names_the_repair(
    repository: Repository, tmp_path: Path
) -> None:
    workspace = repository.history.checkout(tmp_path / "w", repository.merge, "--depth=1")
    with pytest.raises(BaseEvidenceMissing, match="fetch-depth: 2") as refusal:
        resolve("pull_request", repository.merge, pull(repository), workspace)
    assert refusal.value.exit_code == 3
    assert repository.main in str(refusal.value)


def test_depth_1_with_a_network_fetches_the_base_and_nothing_else(
    repository: Repository, tmp_path: Path
) -> None:
    workspace = repository.history.checkout(tmp_path / "w", repository.merge, "--depth=1")
    before = sorted(path.name for path in (workspace / ".git").rglob("*"))
    found = resolve("pull_request", repository.merge, pull(repository), workspace, address=repository.address)
    assert (found.head, found.baseline) == (repository.merge, repository.main)
    assert sorted(path.name for path in (workspace / ".git").rglob("*")) == before


def test_a_base_that_is_gone_everywhere_is_no_verdict(repository: Repository, tmp_path: Path) -> None:
    workspace = repository.history.checkout(tmp_path / "w", repository.head, "--depth=1")
    payload = pull(repository, base="ab" * 20)
    with pytest.raises(BaseEvidenceMissing, match="abab"):
        resolve("pull_request", repository.head, payload, workspace, address=repository.address)


def test_without_any_repository_all_is_fetched(repository: Repository, tmp_path: Path) -> None:
    found = resolve("pull_request", repository.merge, pull(repository), tmp_path, address=repository.address)
    assert (found.head, found.baseline) == (repository.merge, repository.main)


def test_without_any_repository_and_network_nothing_is_judged(repository: Repository, tmp_path: Path) -> None:
    with pytest.raises(BaseEvidenceMissing):
        resolve("pull_request", repository.merge, pull(repository), tmp_path)


@pytest.mark.parametrize("kind", ["file", "link", "objects"])
def test_a_repository_that_is_no_plain_folder_is_refused(
    repository: Repository, tmp_path: Path, kind: str
) -> None:
    inside = tmp_path / ".git"
    if kind == "file":
        inside.write_text(f"gitdir: {repository.history.folder}/.git\n")
    elif kind == "link":
        inside.symlink_to(repository.history.folder / ".git")
    else:
        inside.mkdir()
        (inside / "objects").symlink_to(repository.history.folder / ".git" / "objects")
    with pytest.raises(UsageError, match="actions/checkout"):
        resolve("pull_request", repository.merge, pull(repository), tmp_path)


def test_a_repository_that_hashes_with_sha256_is_read_and_fetched_from(tmp_path: Path) -> None:
    repository = make(tmp_path / "origin", hashes="sha256")
    assert len(repository.merge) == 64
    workspace = repository.history.checkout(tmp_path / "w", repository.merge, "--depth=2")
    found = resolve("pull_request", repository.merge, pull(repository), workspace)
    assert (found.head, found.baseline) == (repository.merge, repository.main)
    (tmp_path / "none").mkdir()
    again = resolve(
        "pull_request", repository.merge, pull(repository), tmp_path / "none", address=repository.address
    )
    assert again[:3] == found[:3]


# --- the trust root is the default branch ----------------------------------------------------------


def test_into_another_branch_evidence_is_that_of_the_default_branch(
    repository: Repository, tmp_path: Path
) -> None:
    """A branch that the agent owns is no base for evidence: a check belongs to the commit."""
    merge = repository.history.merge(repository.release, repository.head)
    workspace = repository.history.checkout(tmp_path / "w", merge, "--depth=2")
    payload = pull(repository, base=repository.release, base_branch="release")
    found = resolve("pull_request", merge, payload, workspace, address=repository.address)
    assert found.evidence == repository.main
    assert found.baseline == repository.main  # what the other branch holds already excuses nothing
    assert "not the default branch main" in " ".join(found.said)


def test_into_another_branch_without_a_network_nothing_is_judged(
    repository: Repository, tmp_path: Path
) -> None:
    merge = repository.history.merge(repository.release, repository.head)
    workspace = repository.history.checkout(tmp_path / "w", merge, "--depth=2")
    payload = pull(repository, base=repository.release, base_branch="release")
    with pytest.raises(BaseEvidenceMissing, match="the default branch, refs/heads/main"):
        resolve("pull_request", merge, payload, workspace)


def test_a_push_elsewhere_is_judged_with_the_default_branch_and_not_with_the_push_before(
    repository: Repository, tmp_path: Path
) -> None:
    workspace = repository.history.checkout(tmp_path / "w", repository.head)
    payload = events.push(repository.head, repository.earlier, branch="agent")
    found = resolve("push", repository.head, payload, workspace, address=repository.address)
    assert (found.head, found.evidence, found.baseline) == (
        repository.head,
        repository.main,
        repository.main,
    )
    assert not found.own_evidence


@pytest.mark.parametrize("ref", ["refs/tags/v1", "refs/tags/main"])
def test_a_pushed_tag_is_no_default_branch(repository: Repository, tmp_path: Path, ref: str) -> None:
    workspace = repository.history.checkout(tmp_path / "w", repository.head)
    payload = events.push(repository.head, repository.earlier) | {"ref": ref}
    found = resolve("push", repository.head, payload, workspace, address=repository.address)
    assert found.evidence == repository.main
    assert not found.own_evidence


@pytest.mark.parametrize("event", ["push", "pull_request"])
def test_the_input_base_replaces_the_default_branch_as_the_root_of_trust(
    repository: Repository, tmp_path: Path, event: str
) -> None:
    workspace = repository.history.checkout(tmp_path / "w", repository.head)
    payload = (
        events.push(repository.head, repository.earlier, branch="agent")
        if event == "push"
        else pull(repository, base=repository.release, base_branch="release")
    )
    found = resolve(
        event,
        repository.head,
        payload,
        workspace,
        address=repository.address,
        base="refs/heads/release",
    )
    assert found.evidence == repository.release
    by_id = resolve(
        event,
        repository.head,
        payload,
        workspace,
        address=repository.address,
        base=repository.old,
    )
    assert by_id.evidence == repository.old


@pytest.mark.parametrize(
    "base",
    ["main", "HEAD", "refs/tags/v1", "refs/heads/a..b", "refs/heads/-x", "abcdef12", "0" * 40, "--all"],
)
def test_a_base_that_is_neither_a_full_id_nor_a_branch_is_refused(
    repository: Repository, tmp_path: Path, base: str
) -> None:
    workspace = repository.history.checkout(tmp_path / "w", repository.head)
    with pytest.raises(UsageError, match="input base"):
        resolve(
            "pull_request",
            repository.head,
            pull(repository),
            workspace,
            address=repository.address,
            base=base,
        )


# --- the other events ------------------------------------------------------------------------------


def test_a_merge_queue_compares_its_own_two_commits(repository: Repository, tmp_path: Path) -> None:
    workspace = repository.history.checkout(tmp_path / "w", repository.merge, "--depth=2")
    payload = events.merge_group(repository.merge, repository.main)
    found = resolve("merge_group", repository.merge, payload, workspace)
    assert (found.head, found.baseline, found.evidence) == (
        repository.merge,
        repository.main,
        repository.main,
    )
    assert found.annotated == repository.merge


def test_a_merge_queue_of_another_branch_has_the_evidence_of_the_default_branch(
    repository: Repository, tmp_path: Path
) -> None:
    workspace = repository.history.checkout(tmp_path / "w", repository.merge, "--depth=2")
    payload = events.merge_group(repository.merge, repository.release, base_branch="release")
    found = resolve("merge_group", repository.merge, payload, workspace, address=repository.address)
    assert (found.baseline, found.evidence) == (repository.main, repository.main)


def test_a_push_to_the_default_branch_is_its_own_root_of_trust(
    repository: Repository, tmp_path: Path
) -> None:
    workspace = repository.history.checkout(tmp_path / "w", repository.main)
    found = resolve("push", repository.main, events.push(repository.main, repository.old), workspace)
    assert (found.head, found.evidence, found.baseline) == (
        repository.main,
        repository.main,
        repository.old,
    )
    assert found.own_evidence


def test_a_push_that_makes_the_default_branch_has_no_baseline(repository: Repository, tmp_path: Path) -> None:
    workspace = repository.history.checkout(tmp_path / "w", repository.main)
    found = resolve("push", repository.main, events.push(repository.main), workspace)
    assert found.baseline is None
    assert "nothing to compare with" in found.said[0]


def test_a_push_whose_commit_before_is_gone_is_no_verdict(repository: Repository, tmp_path: Path) -> None:
    workspace = repository.history.checkout(tmp_path / "w", repository.main)
    with pytest.raises(BaseEvidenceMissing, match="before the push"):
        resolve(
            "push",
            repository.main,
            events.push(repository.main, "cd" * 20),
            workspace,
            address=repository.address,
        )


@pytest.mark.parametrize("name", ["schedule", "workflow_dispatch"])
def test_a_schedule_compares_with_nothing_and_says_so(
    repository: Repository, tmp_path: Path, name: str
) -> None:
    workspace = repository.history.checkout(tmp_path / "w", repository.main, "--depth=1")
    found = resolve(name, repository.main, events.plain(), workspace)
    assert (found.head, found.evidence, found.baseline) == (repository.main, repository.main, None)
    assert found.own_evidence
    assert name in found.said[0]


@pytest.mark.parametrize("ref", ["refs/heads/agent", "refs/tags/v1", ""])
def test_a_run_started_by_hand_elsewhere_has_the_evidence_of_the_default_branch(
    repository: Repository, tmp_path: Path, ref: str
) -> None:
    """A green run belongs to the commit, whoever started it: it could be that of a pull request."""
    workspace = repository.history.checkout(tmp_path / "w", repository.head, "--depth=1")
    address = repository.address
    found = resolve("workflow_dispatch", repository.head, events.plain(), workspace, address=address, ref=ref)
    assert (found.evidence, found.baseline, found.own_evidence) == (repository.main, repository.main, False)


def test_a_hardened_workflow_fetches_the_merge_and_never_needs_a_checkout(
    repository: Repository, tmp_path: Path
) -> None:
    repository.history.merge(repository.main, repository.head)
    merge = git(repository.history.folder, "rev-parse", "refs/pull/1/merge")
    found = resolve(
        "pull_request_target",
        repository.main,
        pull(repository),
        tmp_path,
        address=repository.address,
    )
    assert (found.head, found.baseline, found.evidence) == (merge, repository.main, repository.main)
    assert found.annotated == repository.head


def test_a_hardened_workflow_with_a_merge_of_another_head_takes_the_head_of_the_event(
    repository: Repository, tmp_path: Path
) -> None:
    repository.history.merge(repository.main, repository.earlier)
    found = resolve(
        "pull_request_target",
        repository.main,
        pull(repository),
        tmp_path,
        address=repository.address,
    )
    assert (found.head, found.baseline) == (repository.head, repository.old)


@pytest.mark.parametrize("name", ["workflow_run", "issues", "", "pull_request\n::error::x"])
def test_any_other_event_is_refused_and_the_supported_ones_are_named(name: str) -> None:
    with pytest.raises(UsageError, match="pull_request, pull_request_target, merge_group, push") as refusal:
        read_event(name, "a" * 40, events.payload("workflow_run.completed"))
    assert refusal.value.exit_code == 2


@pytest.mark.parametrize("depth", ["--depth=1", "--depth=2", "--unshallow-not"])
@pytest.mark.parametrize("event", ["merge_group", "push"])
def test_a_base_beyond_the_depth_is_fetched_or_nothing_is_judged(
    repository: Repository, tmp_path: Path, depth: str, event: str
) -> None:
    options = () if depth == "--unshallow-not" else (depth,)
    workspace = repository.history.checkout(tmp_path / "w", repository.merge, *options)
    payload = (
        events.merge_group(repository.merge, repository.main)
        if event == "merge_group"
        else events.push(repository.merge, repository.main)
    )
    if depth == "--depth=1":
        with pytest.raises(BaseEvidenceMissing, match="fetch-depth: 2"):
            resolve(event, repository.merge, payload, workspace)
    else:
        assert resolve(event, repository.merge, payload, workspace).baseline == repository.main
    fetched = resolve(event, repository.merge, payload, workspace, address=repository.address)
    assert fetched.baseline == repository.main


# --- payloads that are not as GitHub sends them ----------------------------------------------------


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("pull_request", "head", "sha"), "main"),
        (("pull_request", "head", "sha"), "--upload-pack=touch canary"),
        (("pull_request", "base", "sha"), "A" * 40),
        (("pull_request", "base", "ref"), "-x"),
        (("pull_request", "base", "ref"), "a\nb"),
        (("pull_request", "number"), True),
        (("pull_request", "number"), -1),
        (("repository", "default_branch"), "main:refs/heads/x"),
        (("repository", "default_branch"), None),
        (("pull_request",), []),
    ],
)
def test_what_is_no_id_name_or_number_is_refused_with_its_place(
    place: tuple[str, ...], value: object
) -> None:
    payload = events.pull_request("a" * 40, "b" * 40)
    inner = payload
    for step in place[:-1]:
        inner = inner[step]  # type: ignore[assignment]  # objects all the way
    inner[place[-1]] = value
    with pytest.raises(UsageError, match=place[-1]):
        read_event("pull_request", "c" * 40, payload)


def test_a_push_that_deletes_its_branch_has_nothing_to_audit() -> None:
    payload = events.push("0" * 40, "a" * 40) | {"deleted": True}
    with pytest.raises(UsageError, match="deleted"):
        read_event("push", "a" * 40, payload)
