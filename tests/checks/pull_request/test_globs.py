"""Path patterns of claims files: matched part by part by us, never by a shell or a disk."""

from __future__ import annotations

import pytest

from citelock.checks.errors import UsageError
from citelock.checks.pull_request.globs import Globs


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("**/claims.json", "claims.json", True),
        ("**/claims.json", "a/b/claims.json", True),
        ("**/claims.json", "a/Claims.json", False),
        ("**/claims.json", "claims.json/x", False),
        ("**/claims.json", "xclaims.json", False),
        ("claims.json", "a/claims.json", False),
        ("*.json", "a.json", True),
        ("*.json", "a/b.json", False),
        ("*.json", ".json", True),
        ("facts/*/?.json", "facts/x/1.json", True),
        ("facts/*/?.json", "facts/x/12.json", False),
        ("a/**", "a/b/c", True),
        ("a/**", "a", True),
        ("a/**/b", "a/b", True),
        ("a/**/b", "a/x/y/b", True),
        ("**/a/**/b", "x/a/b", True),
        ("**/a/**/b", "a/x/a/y/b", True),
        ("a**b", "axxb", True),
        ("a**b", "ax/xb", False),
        ("[ab].json", "a.json", False),
        ("[ab].json", "[ab].json", True),
        ("[!a].json", "[!a].json", True),
        ("é.json", "e\u0301.json", False),
        ("*.json", "a\nb.json", True),
        ("*.json", "\udcff.json", True),
    ],
)
def test_a_pattern_matches_part_by_part(pattern: str, path: str, matches: bool) -> None:
    assert Globs([pattern], "claims").match(path) is matches


def test_paths_are_selected_sorted_and_once() -> None:
    globs = Globs(["b.json", "*.json", "**/a.json"], "claims")
    assert globs.select(["c/a.json", "b.json", "a.json", "x"]) == ["a.json", "b.json", "c/a.json"]


@pytest.mark.parametrize(
    "pattern",
    ["", "/claims.json", "a//b", "a/../b", "..", "./a", "a/.", "a\\b", "a\nb", "a/", "x" * 1001, "a\u202eb"],
)
def test_a_pattern_that_leads_elsewhere_or_nowhere_is_refused(pattern: str) -> None:
    with pytest.raises(UsageError, match="claims: ") as refusal:
        Globs([pattern], "claims")
    assert "\n" not in str(refusal.value)


def test_too_many_patterns_are_refused() -> None:
    with pytest.raises(UsageError, match="101 patterns"):
        Globs(["a"] * 101, "claims")


def test_the_work_grows_with_the_length_of_path_and_pattern_only() -> None:
    """Patterns of many `**` and `*`: places in the path are a set, so nothing is tried twice."""
    globs = Globs(["/".join(["**", "a*a*a"] * 20), "/".join(["*a" * 20] * 20)], "claims")
    assert not globs.match("/".join(["a" * 200] * 40 + ["b"]))
