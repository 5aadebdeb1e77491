"""The licences of what runs in our process: stated in docs/licences.md, and none with a duty to publish.

`make docs` (`--update-documents`) writes the table from what is installed.
"""

from __future__ import annotations

import re
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

TOP = Path(__file__).parent.parent
PAGE = TOP / "docs" / "licences.md"
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]
BEGIN, END = "<!-- packages:begin -->\n", "<!-- packages:end -->\n"
ALLOWED = re.compile(r"\b(MIT|BSD|Apache|PSF|MPL|Mozilla Public License|ISC|Zlib)\b")
REFUSED = re.compile(
    r"GPL|General Public|Affero|SSPL|Server Side|Commons Clause|Business Source|BUSL", re.IGNORECASE
)


def spelled(name: str) -> str:
    """The name as a lock spells it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def licence_of(name: str) -> str:
    """What a package says of itself, by the newest of the three ways there have been."""
    said = metadata.metadata(name)
    classified = [
        each.rpartition(" :: ")[2]
        for each in said.get_all("Classifier", [])
        if each.startswith("License :: OSI Approved :: ")
    ]
    return said["License-Expression"] or ", ".join(classified) or (said["License"] or "").partition("\n")[0]


def needed(asked: list[str], extra: str = "") -> set[str]:
    """These packages and all that they need on this machine, but for what is not installed."""
    found: set[str] = set()
    waiting = [(Requirement(each), extra) for each in asked]
    while waiting:
        requirement, of = waiting.pop()
        name = spelled(requirement.name)
        if name in found or (requirement.marker and not requirement.marker.evaluate({"extra": of})):
            continue
        found.add(name)
        for each in metadata.requires(name) or []:
            waiting += [(Requirement(each), wanted) for wanted in ("", *requirement.extras)]
    return found


def packages() -> dict[str, str]:
    """Each package and who brings it along: citelock itself, or one of its extras."""
    found = dict.fromkeys(needed(PROJECT["dependencies"]), "citelock")
    for extra, asked in PROJECT["optional-dependencies"].items():
        for name in needed(asked):
            found.setdefault(name, f"citelock[{extra}]")
    return found


def table() -> list[str]:
    return [f"| {name} | {licence_of(name)} | {who} |\n" for name, who in sorted(packages().items())]


def is_allowed(licence: str) -> bool:
    return ALLOWED.search(licence) is not None and REFUSED.search(licence) is None


@pytest.mark.parametrize(
    ("licence", "allowed"),
    [
        ("MIT", True),
        ("Apache-2.0 OR BSD-3-Clause", True),
        ("Mozilla Public License 2.0 (MPL 2.0)", True),
        ("PSF-2.0", True),
        ("AGPL-3.0-only", False),
        ("GNU General Public License v3 (GPLv3)", False),
        ("MIT OR GPL-2.0-or-later", False),
        ("LGPL-2.1", False),
        ("Other/Proprietary License", False),
        ("", False),
    ],
)
def test_what_may_run_in_our_process(licence: str, allowed: bool) -> None:
    assert is_allowed(licence) is allowed


def test_nothing_in_our_process_has_a_licence_that_is_not_allowed() -> None:
    refused = {name: licence_of(name) for name in packages() if not is_allowed(licence_of(name))}
    assert refused == {}


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere some packages bring others along")
def test_the_page_has_every_package_with_the_licence_it_names(pytestconfig: pytest.Config) -> None:
    text = PAGE.read_text("utf-8")
    before, after = text.partition(BEGIN)[0], text.partition(END)[2]
    written = text.removeprefix(before + BEGIN).removesuffix(END + after).splitlines(keepends=True)
    if pytestconfig.getoption("--update-documents"):
        head = ["| package | licence, in its own words | brought along by |\n", "|---|---|---|\n"]
        PAGE.write_text(before + BEGIN + "".join([*head, *table()]) + END + after, "utf-8")
        return
    assert [line for line in table() if line not in written] == []
    names = {line.split(" | ")[0].removeprefix("| ") for line in written[2:]}
    locked = set(
        re.findall(r"^([a-z0-9-]+)==", (TOP / "requirements-dev.lock").read_text("utf-8"), re.MULTILINE)
    )
    assert names <= locked


def test_the_run_time_lock_holds_nothing_else() -> None:
    """What is locked for running is what is listed; a package that a lock alone brings is seen by nobody."""
    locked = set(re.findall(r"^([a-z0-9-]+)==", (TOP / "requirements.lock").read_text("utf-8"), re.MULTILINE))
    listed = set(re.findall(r"^\| ([a-z0-9-]+) \|.*\| citelock \|$", PAGE.read_text("utf-8"), re.MULTILINE))
    assert locked == listed
