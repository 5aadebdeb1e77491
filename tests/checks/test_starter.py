"""What `citelock init` writes: valid, harmless, and meant for exactly the folders of the project."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from citelock.checks.catalogue import BY_CODE
from citelock.checks.config import Config
from citelock.checks.findings import Severity
from citelock.checks.limits import Limits
from citelock.checks.starter import (
    Block,
    attributes,
    ignored,
    is_owner,
    owned,
    starting_config,
    with_block,
)
from citelock.snapshotter.configuration import read_config


def test_the_settings_written_are_the_defaults() -> None:
    assert read_config(starting_config().encode(), BY_CODE) == Config()


def test_the_settings_written_are_valid_when_every_line_is_in_force() -> None:
    _, _, settings = starting_config().partition("\n\n")
    lines = [line.removeprefix("# ") for line in settings.splitlines()]
    config = read_config("\n".join(lines).encode(), BY_CODE)
    assert config == Config(
        severities={"E_TITLE_MISMATCH": Severity.WARNING},
        require_label="partial",
        claims=("claims.json",),
        mailto="you@example.org",
    )
    assert [name for name in Limits._fields if not any(line.startswith(f"  {name}:") for line in lines)] == []


BLOCK = Block("# ours", ("one", "two"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"", b"# ours\none\ntwo\n"),
        (b"x\n", b"x\n\n# ours\none\ntwo\n"),
        (b"x", b"x\n\n# ours\none\ntwo\n"),
        (b"x\r\n", b"x\r\n\r\n# ours\r\none\r\ntwo\r\n"),
        (b"\xff\n", b"\xff\n\n# ours\none\ntwo\n"),
        (b"two\n", b"two\n\n# ours\none\ntwo\n"),  # in their order, because the later line wins
        (b"# one\ntwo\n", b"# one\ntwo\n\n# ours\none\ntwo\n"),
    ],
)
def test_a_block_is_added_once_in_the_line_ends_of_the_file(before: bytes, after: bytes) -> None:
    assert with_block(before, BLOCK) == after
    assert with_block(after, BLOCK) is None


def test_a_block_whose_lines_stand_elsewhere_is_not_added() -> None:
    assert with_block(b"two \r\nx\none", BLOCK) is None


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, encoding="utf-8", check=True)
    return done.stdout


FOLDERS = [
    "sources",
    "evidence/texts",
    "my texts",
    "#texts",
    "!texts",
    "te*ts",
    "te[x]ts",
    'te"xts',
    "tексты",
]


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_attributes_hold_for_the_folder_whatever_its_name(folder: str, tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / ".gitattributes").write_text("\n".join(attributes("cache", folder).lines), "utf-8")
    paths = [f"{folder}/a.txt", f"{folder}/originals/a.pdf", "texts/a.txt", "tests/a.txt"]
    asked = git(tmp_path, "check-attr", "-z", "text", "eol", "ident", "--", *paths).split("\0")[2::3]
    unset = ["unspecified"] * 3
    assert asked == ["set", "lf", "unset", "unset", "lf", "unset", *unset, *unset]


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_private_store_is_ignored_and_the_texts_are_not(folder: str, tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    (tmp_path / ".gitignore").write_text("\n".join(ignored(folder).lines), "utf-8")
    for name in ("a.txt", ".private/a.txt", ".a.txt.17.tmp"):
        (tmp_path / folder / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / folder / name).write_text("x")
    found = git(tmp_path, "ls-files", "-z", "--others", "--exclude-standard").split("\0")[:-1]
    assert found == sorted([".gitignore", f"{folder}/a.txt"])


def test_owners_are_those_of_the_evidence_the_settings_and_what_could_take_them_away() -> None:
    assert owned("papers/", "my cache", "sources", ["@a", "b@example.org"]).lines == (
        r"/papers/my\ cache/ @a b@example.org",
        "/papers/sources/ @a b@example.org",
        "/papers/citelock.yml @a b@example.org",
        ".gitattributes @a b@example.org",
        "/.github/ @a b@example.org",
    )


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("@name", True),
        ("@my-org/the.team", True),
        ("a.b@example.org", True),
        ("name", False),
        ("@", False),
        ("@a b", False),
        ("@a\n* @b", False),
        ("@-a", False),
        ("", False),
    ],
)
def test_an_owner_is_a_name_a_team_or_an_address(text: str, right: bool) -> None:
    assert is_owner(text) is right
