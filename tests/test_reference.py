"""What the pages say of commands, settings and variables is what the program knows, spelling for spelling.

Every command line in a block of code or between backticks is read by the parser of the command that it names;
nothing is run. `test_documents.py` compares the help texts and what the commands of a page print.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
import pytest
import yaml

from citelock.checks.config import KEYS, REGISTRIES, SECTIONS, Config
from citelock.checks.limits import Limits
from citelock.checks.verification.settings import KEYS as VERIFY_KEYS
from citelock.checks.verification.settings import VerifySettings
from citelock.cli.main import citelock
from citelock.snapshotter.gitread import REFUSED

TOP = Path(__file__).parent.parent
DOCS = TOP / "docs"
PAGES = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", "examples/**/*.md", "src/**/*.md")
    for path in TOP.glob(pattern)
    if path.name != "CHANGELOG.md"
)
WORKFLOWS = sorted([*TOP.glob("examples/**/*.yml"), *TOP.glob("src/citelock/workflows/*.yml")])
_FENCED = re.compile(r"^(?: *)```([a-z]*)[^\n]*\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
_INDENTED = re.compile(r"(?:^(?: {4}|\t).*\n?)+", re.MULTILINE)
_IN_LINE = re.compile(r"`((?:\$ )?citelock [^`]+)`")
_END = re.compile(r"\s#\s|[|;<>]|&&|…")  # of a command in a line of shell


class Line(NamedTuple):
    """A command line as a page has it: where, and its words after `citelock`."""

    where: str
    words: tuple[str, ...]


def command_lines(path: Path) -> Iterator[Line]:
    """All of a page or a workflow, of blocks and between backticks."""
    text = path.read_text("utf-8")
    spans = []
    if path.suffix == ".md":
        spans += [found[1] for found in _IN_LINE.finditer(_FENCED.sub("", text))]
        spans += [found[2] for found in _FENCED.finditer(text) if found[1] != "text"]
        spans += [found[0] for found in _INDENTED.finditer(_FENCED.sub("", text))]
    else:
        spans.append(text)
    for span in spans:
        joined = re.sub(r" *\\\n\s*", " ", span)
        for line in joined.split("\n"):
            for found in re.finditer(r"(?:^|[$;&(]|run:|uvx?|--)\s*citelock\s+(?=[a-z-])", line):
                ended = _END.split(line[found.end() :], maxsplit=1)[0]
                yield Line(f"{path.relative_to(TOP)}: {line.strip()}", tuple(_split(ended)))


def _split(shell: str) -> list[str]:
    try:
        return shlex.split(shell)
    except ValueError:  # a quotation that goes on in the next line: its words are no option
        return shell.replace('"', " ").replace("'", " ").split()


LINES = sorted({line for path in [*PAGES, *WORKFLOWS] for line in command_lines(path)})


def refusal(words: tuple[str, ...]) -> str:
    """Why the program would not take these words: an unknown command, option or choice; "" if it would."""
    group: click.Command = citelock
    named = "citelock"
    rest = list(words)
    while isinstance(group, click.Group) and rest and not rest[0].startswith("-"):
        inner = group.get_command(click.Context(group), rest[0])
        if inner is None:
            return f"{named} has no command {rest[0]}"
        group, named = inner, f"{named} {rest.pop(0)}"
    try:
        given, _, _ = group.make_parser(click.Context(group)).parse_args(rest)
    except click.NoSuchOption as error:
        return f"{named}: {error.format_message()}"
    except click.UsageError:  # an option named without its value
        return ""
    for option in group.params:
        values = given.get(option.name or "")
        if not isinstance(option.type, click.Choice) or not isinstance(values, str) or values.isupper():
            continue
        if values not in option.type.choices:
            return f"{named}: {values} is none of {', '.join(map(str, option.type.choices))}"
    return ""


def test_the_pages_hold_many_command_lines() -> None:
    assert len(LINES) > 150
    assert {line.words[0] for line in LINES} >= {"audit", "init", "resolve", "snapshot", "report", "serve"}


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.where)
def test_a_command_line_of_a_page_is_one_that_the_program_takes(line: Line) -> None:
    assert refusal(line.words) == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("audit", "--evidence", "x"), "No such option"),
        (("snapshot", "get"), "has no command get"),
        (("audit", "--format", "pdf"), "pdf is none of"),
        (("report", "html", "report.json", "--page", "x"), "No such option"),
    ],
)
def test_a_line_that_the_program_would_not_take_is_noticed(words: tuple[str, ...], said: str) -> None:
    assert said in refusal(words)


# --- citelock.yml -----------------------------------------------------------------------------------------


def shown_configuration() -> dict[str, object]:
    (shown,) = re.findall(r"^```yaml\n(.*?)^```", (DOCS / "evidence.md").read_text("utf-8"), re.M | re.S)
    value = yaml.safe_load(shown)
    assert isinstance(value, dict)
    return value


def test_the_page_shows_every_key_of_the_configuration() -> None:
    shown = shown_configuration()
    assert set(shown) == set(KEYS)
    nested = {name: tuple(value) for name, value in shown.items() if isinstance(value, dict)}
    del nested["severity"], nested["registries"]  # keys of the reader's own: codes, names of registries
    assert nested == {**SECTIONS, "limits": Limits._fields, "verify": VERIFY_KEYS}


def test_every_setting_has_a_key() -> None:
    assert len(Config._fields) == len(KEYS) - len(SECTIONS) - 1 + sum(map(len, SECTIONS.values()))
    assert VerifySettings._fields == VERIFY_KEYS


def test_every_registry_that_may_be_given_another_address_is_named() -> None:
    page = (DOCS / "collecting.md").read_text("utf-8")
    assert set(re.findall(r"^  ([a-z_]+): http://127", page, re.MULTILINE)) == set(REGISTRIES)


# --- variables of the environment -------------------------------------------------------------------------


def read_variables() -> set[str]:
    """The names that the program asks the environment for; those that a runner sets for the Action aside."""
    found = set(REFUSED)
    for path in sorted((TOP / "src" / "citelock").rglob("*.py")):
        if path.is_relative_to(TOP / "src" / "citelock" / "cli" / "action"):
            continue
        found |= set(re.findall(r"\benviron(?:\.get)?[(\[]\s*\"([A-Z_]+)\"", path.read_text("utf-8")))
    return found - {"GIT_PYTHON_GIT_EXECUTABLE"}  # set for a library, never read


def test_the_table_of_variables_has_those_that_are_read() -> None:
    table = (DOCS / "commands.md").read_text("utf-8").partition("\n## Variables of the environment\n")[2]
    rows = re.findall(r"^\| `.+", table.partition("\n## ")[0], re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)} == read_variables()
