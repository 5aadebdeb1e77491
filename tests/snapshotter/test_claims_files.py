"""Which claims files of a work tree the settings take: patterns as in the Action, no links, no evidence."""

from __future__ import annotations

from pathlib import Path

import pytest

from citelock.checks.errors import InputError, UsageError
from citelock.snapshotter.claims_files import claims_below

FILES = (
    "claims.json", "report/claims.json", "report/deep/claims.json", "report/a.md", "sources/claims.json",
    ".git/claims.json", "sub/.git/claims.json", "other.json",
)  # fmt: skip


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in FILES:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}")
    (tmp_path / "link").symlink_to("report")
    (tmp_path / "report" / "linked.md").symlink_to("/proc/self/environ")
    return tmp_path


def taken(root: Path, *patterns: str) -> list[str]:
    found = claims_below(str(root), patterns, ("cache", "sources"))
    return [str(Path(path).relative_to(root)) for path in found]


@pytest.mark.parametrize(
    ("patterns", "files"),
    [
        (("**/claims.json",), ["claims.json", "report/claims.json", "report/deep/claims.json"]),
        (("report/*.md",), ["report/a.md"]),
        (("report/claims.json",), ["report/claims.json"]),
        (("report/claims.json", "**/a.md"), ["report/a.md", "report/claims.json"]),
        (("none/*.json",), []),
        ((), []),
        (("gone.json",), ["gone.json"]),
    ],
)
def test_patterns_take_regular_files_outside_of_the_evidence(
    root: Path, patterns: tuple[str, ...], files: list[str]
) -> None:
    assert taken(root, *patterns) == files


@pytest.mark.parametrize("path", ["report/linked.md", "link/claims.json"])
def test_a_link_that_is_named_is_refused(root: Path, path: str) -> None:
    with pytest.raises(InputError, match="symbolic link"):
        taken(root, path)


@pytest.mark.parametrize("pattern", ["../x", "/etc/passwd", "", "a\\b", "./a"])
def test_what_leads_out_of_the_tree_is_no_pattern(root: Path, pattern: str) -> None:
    with pytest.raises(UsageError):
        taken(root, pattern)
