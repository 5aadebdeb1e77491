"""The steps that make one branch and one pull request out of changed records (action.md, section 11).

Blobs, a tree, a commit without an author, the branch, the pull request; then an issue a retraction. What it
says comes from the caller. It makes up its mind by what GitHub says is there, so that a second run changes
nothing and a run that was cut off is completed by the next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from citelock.snapshotter import github_calls as calls
from citelock.snapshotter import github_git as git
from citelock.snapshotter.github import GitHub, Listed, Problem, Refused, Unavailable

BRANCH = "citelock/refresh"
LABEL = "citelock-retraction"


class Issue(Protocol):
    """An issue to open, which is known again by the marker that its body begins with."""

    @property
    def marker(self) -> str:
        """The first line."""

    @property
    def title(self) -> str:
        """The title."""

    @property
    def body(self) -> str:
        """The whole body."""


class Text(Protocol):
    """All that is said."""

    @property
    def title(self) -> str:
        """Of the pull request."""

    @property
    def body(self) -> str:
        """Of the pull request; it begins with a marker."""

    @property
    def message(self) -> str:
        """Of the commit."""

    @property
    def issues(self) -> Sequence[Issue]:
        """One for each retraction."""


class Place(NamedTuple):
    """The commit that was refreshed, the branch that it is of, and the App whose pull requests are ours.

    `marker` is the first line of the body of ours.
    """

    commit: str
    branch: str
    login: str
    marker: str


class Done(NamedTuple):
    """What was done, line by line; `notices` are for people's attention, `problems` what failed."""

    lines: tuple[str, ...]
    notices: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


def propose(
    github: GitHub, place: Place, records: Mapping[str, bytes], text: Text, *, complete: bool
) -> Done:
    """Proposes the records; without any difference, closes what was proposed before.

    `complete` is false where something could not be asked: then a proposal that is there is left as it is
    rather than closed, because what it is about may be what could not be asked.
    """
    steps = _Steps(github, place)
    steps.pull_request(records, text, complete=complete)
    steps.issues(text.issues)
    return Done(tuple(steps.lines), tuple(steps.notices), tuple(steps.problems))


class _Steps:
    def __init__(self, github: GitHub, place: Place) -> None:
        self._github = github
        self._place = place
        self.lines: list[str] = []
        self.notices: list[str] = []
        self.problems: list[Problem] = []

    def pull_request(self, records: Mapping[str, bytes], text: Text, *, complete: bool) -> None:
        """The branch and its pull request as they are to be; stops at the first problem."""
        base = git.read_commit(self._github, self._place.commit)
        if not isinstance(base, git.Commit):
            return self._stop(base)
        tree = self._tree(base.tree, records)
        if not isinstance(tree, str):
            return self._stop(tree)
        head = git.read_branch(self._github, BRANCH)
        if isinstance(head, Refused | Unavailable):
            return self._stop(head)
        if tree == base.tree:
            if head is None:
                self.lines.append("nothing differs: there is no pull request to open")
                return None
            if not complete:
                self.lines.append("nothing differs in what could be asked; the branch is left as it is")
                return None
            return self._withdraw()
        if not self._at(head, tree, text.message):
            return None
        return self._pull(text)

    def issues(self, issues: Sequence[Issue]) -> None:
        """Opens an issue for each, unless ours is there; one that is closed stays closed."""
        if not issues:
            return None
        listed = calls.list_issues(self._github, LABEL)
        if not isinstance(listed, Listed):
            return self._stop(listed)
        for issue in issues:
            known = next(
                (each for each in listed.entries if calls.is_own(each, issue.marker, self._place.login)), None
            )
            if known is None and not listed.complete:
                self.notices.append(f"not opened, there are too many issues labelled {LABEL}: {issue.title}")
            elif known is None:
                made = calls.create_issue(self._github, issue.title, issue.body, LABEL)
                if not isinstance(made, int):
                    return self._stop(made)
                self.lines.append(f"issue #{made} opened: {issue.title}")
            elif known.is_open and known.body != issue.body:
                changed = calls.update_issue(self._github, known.number, issue.title, issue.body)
                if changed is not None:
                    return self._stop(changed)
                self.lines.append(f"issue #{known.number} updated: {issue.title}")
            else:
                self.lines.append(f"issue #{known.number} is there: {issue.title}")
        return None

    def _stop(self, problem: Problem) -> None:
        self.problems.append(problem)

    def _tree(self, base: str, records: Mapping[str, bytes]) -> str | Problem:
        """The id of the base's tree with the records in it."""
        entries = []
        for path in sorted(records):
            blob = git.create_blob(self._github, records[path])
            if not isinstance(blob, str):
                return blob
            entries.append(git.Entry(path, blob))
        return git.create_tree(self._github, base, entries) if entries else base

    def _at(self, head: str | None, tree: str, message: str) -> bool:
        """Brings the branch to a commit of this tree on the base; whether it is there now."""
        if head is not None:
            known = git.read_commit(self._github, head)
            if isinstance(known, git.Commit) and known == git.Commit(tree, (self._place.commit,)):
                self.lines.append(f"{BRANCH} is at {head[:12]} already")
                return True
        commit = git.create_commit(self._github, message, tree, self._place.commit)
        if not isinstance(commit, str):
            self._stop(commit)
            return False
        step = git.create_branch if head is None else git.move_branch
        problem = step(self._github, BRANCH, commit)
        if problem is not None:
            self._stop(problem)
            return False
        self.lines.append(f"{BRANCH} is at {commit[:12]} now")
        return True

    def _pulls(self) -> list[calls.PullRequest] | None:
        """The open pull requests of the branch, ours first; None if that could not be known."""
        listed = calls.list_pulls(self._github, BRANCH, self._place.branch)
        if not isinstance(listed, Listed):
            self._stop(listed)
            return None
        return sorted(listed.entries, key=lambda pull: (not self._is_ours(pull), pull.number))

    def _is_ours(self, pull: calls.PullRequest) -> bool:
        return calls.is_own(pull, self._place.marker, self._place.login)

    def _pull(self, text: Text) -> None:
        pulls = self._pulls()
        if pulls is None:
            return None
        if not pulls:
            made = calls.create_pull(self._github, BRANCH, self._place.branch, text.title, text.body)
            if isinstance(made, int):
                self.lines.append(f"pull request #{made} opened: {text.title}")
                return None
            if isinstance(made, Refused) and made.status == 403:
                self.notices.append(
                    "In the repository's settings, Actions, General, “Allow GitHub Actions to create and"
                    " approve pull requests” must be on"
                )
            return self._stop(made)
        pull = pulls[0]
        if not self._is_ours(pull):
            self.notices.append(
                f"pull request #{pull.number} of {BRANCH} is somebody else's: its text is left"
            )
        elif (pull.title, pull.body) == (text.title, text.body):
            self.lines.append(f"pull request #{pull.number} says so already")
        else:
            problem = calls.update_pull(self._github, pull.number, text.title, text.body)
            if problem is not None:
                return self._stop(problem)
            self.lines.append(f"pull request #{pull.number} updated: {text.title}")
        return None

    def _withdraw(self) -> None:
        """Closes our pull request and deletes the branch, unless somebody else proposes it too."""
        pulls = self._pulls()
        if pulls is None:
            return None
        for pull in pulls:
            if not self._is_ours(pull):
                self.notices.append(f"pull request #{pull.number} of {BRANCH} is somebody else's: it is left")
                continue
            problem = calls.close_pull(self._github, pull.number)
            if problem is not None:
                return self._stop(problem)
            self.lines.append(f"pull request #{pull.number} closed: nothing differs any more")
        if all(map(self._is_ours, pulls)):
            problem = git.delete_branch(self._github, BRANCH)
            if problem is not None:
                return self._stop(problem)
            self.lines.append(f"{BRANCH} deleted")
        return None
