"""The inputs of the Action: what `with:` says, from `INPUT_…` variables to values (action.md, section 1).

An input that is empty leaves the matter to `citelock.yml` of the base, and that to what is built in.
`action.yml` and the documentation have the same names, words and built-in values; a test holds them equal.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from citelock.checks.config import alternatives
from citelock.checks.errors import UsageError
from citelock.checks.text.excerpt import shown

COMMANDS = ("audit", "refresh", "propose", "snapshot-verify")
NEW_EVIDENCE = ("reject", "accept")
FAIL_ON = ("error", "warning", "regression", "never")
ANNOTATIONS = ("auto", "commands", "check-run", "off")
COMMENT = ("off", "on-failure", "always")
_TRUE = ("true", "True", "TRUE")
_FALSE = ("false", "False", "FALSE")
_LOGIN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,98})(?:\[bot\])?")
_LONGEST = 64 * 1024
_NAME = 100  # characters of a check's name


class Input(NamedTuple):
    """One input: its built-in value as written, the words allowed ("" for any text), what it means."""

    built_in: str
    words: tuple[str, ...]
    meaning: str


TABLE: Mapping[str, Input] = {
    "command": Input("audit", COMMANDS, "What to do."),
    "claims": Input(
        "**/claims.json",
        (),
        "Claims files: path patterns from the repository's top, one a line (* ? **; case counts).",
    ),
    "only-changed": Input(
        "false", ("true", "false"), "Audit only the claims files that differ from the base."
    ),
    "base": Input(
        "",
        (),
        "Commit that evidence and settings are taken from: a full id, or refs/heads/NAME. By default the "
        "event decides.",
    ),
    "new-evidence": Input(
        "reject",
        NEW_EVIDENCE,
        "Evidence that a pull request brings along: reject judges without it, accept judges with it.",
    ),
    "fail-on": Input(
        "error", FAIL_ON, "Lowest level that fails the check; regression: only errors that the base has not."
    ),
    "annotations": Input(
        "auto", ANNOTATIONS, "How findings are shown at their lines; auto takes a check run where it must."
    ),
    "comment": Input("off", COMMENT, "A comment below the pull request, kept up to date."),
    "comment-author": Input(
        "github-actions[bot]", (), "Login whose comment may be overwritten: that of the App behind the token."
    ),
    "summary": Input("true", ("true", "false"), "Write the step summary."),
    "sarif": Input("false", ("true", "false"), "Write report.sarif."),
    "sheet": Input("true", ("true", "false"), "Write review.html, the review sheet for people."),
    "check-name": Input("Citation audit", (), "Name of the check run that annotations may need."),
    "token": Input(
        "", (), "Token for missing commits, the check run and the comment; never printed or written."
    ),
}


class Inputs(NamedTuple):
    """The inputs of one run; `claims`, `base` and `fail_on` are empty where nothing was said."""

    command: str
    claims: tuple[str, ...]
    only_changed: bool
    base: str
    new_evidence: str
    fail_on: str
    annotations: str
    comment: str
    comment_author: str
    summary: bool
    sarif: bool
    sheet: bool
    check_name: str
    token: str

    def __repr__(self) -> str:
        """Without the token, which no traceback may show."""
        return f"Inputs(command={self.command!r})"


def read_inputs(environment: Mapping[str, str]) -> Inputs:
    """The inputs in the environment of the runner. Raises UsageError for a value that is not allowed."""
    reader = _Reader(environment)
    return Inputs(
        command=reader.word("command"),
        claims=tuple(line.strip() for line in reader.text("claims").splitlines() if line.strip()),
        only_changed=reader.switch("only-changed"),
        base=reader.text("base"),
        new_evidence=reader.word("new-evidence"),
        fail_on=reader.word("fail-on", default=""),
        annotations=reader.word("annotations"),
        comment=reader.word("comment"),
        comment_author=reader.login("comment-author"),
        summary=reader.switch("summary"),
        sarif=reader.switch("sarif"),
        sheet=reader.switch("sheet"),
        check_name=reader.name("check-name"),
        token=reader.text("token"),
    )


def variable(name: str) -> str:
    """The variable that an input arrives in: upper case, hyphens kept.

    >>> variable("fail-on")
    'INPUT_FAIL-ON'
    """
    return f"INPUT_{name.upper()}"


class _Reader:
    """Reads one input after the other; every refusal names it."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment

    def text(self, name: str) -> str:
        value = self._environment.get(variable(name), "").strip()
        if len(value) > _LONGEST:
            raise UsageError(
                f"the input {name} has {len(value):,} characters; at most {_LONGEST:,} are read."
            )
        return value

    def word(self, name: str, default: str | None = None) -> str:
        value = self.text(name)
        if not value:
            return TABLE[name].built_in if default is None else default
        if value not in TABLE[name].words:
            self._refuse(name, value)
        return value

    def switch(self, name: str) -> bool:
        value = self.text(name) or TABLE[name].built_in
        if value not in (*_TRUE, *_FALSE):
            self._refuse(name, value)
        return value in _TRUE

    def login(self, name: str) -> str:
        value = self.text(name) or TABLE[name].built_in
        if _LOGIN.fullmatch(value) is None:
            raise UsageError(f"the input {name}: {shown(value, 60)} is no login such as github-actions[bot].")
        return value

    def name(self, name: str) -> str:
        value = self.text(name) or TABLE[name].built_in
        if not value.isprintable() or len(value) > _NAME or not any(map(str.isalnum, value)):
            raise UsageError(
                f"the input {name}: {shown(value, 60)} is no name of at most {_NAME} characters."
            )
        return value

    def _refuse(self, name: str, value: str) -> None:
        allowed = alternatives(TABLE[name].words)
        raise UsageError(f"the input {name}: {shown(value, 60)} is not known. Write {allowed}.")
