"""What the Dockerfile may not say, read as text; no daemon is needed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docker.base import PYTHON, SUITE, TOP
from tests.docker.runner import ENTRYPOINT

DOCKERFILE = (TOP / "Dockerfile").read_text("utf-8")
INSTRUCTIONS = [
    line
    for line in re.sub(r"\\\n", " ", re.sub(r"^#.*\n", "", DOCKERFILE, flags=re.MULTILINE)).splitlines()
    if line
]


def arguments_of(name: str) -> list[str]:
    """The rest of every instruction of that name, blanks folded."""
    found = (line.partition(" ") for line in INSTRUCTIONS)
    return [" ".join(rest.split()) for word, _, rest in found if word == name]


@pytest.fixture
def hadolint() -> str:
    """Comes with the development lock; there are no wheels of it for some machines."""
    found = shutil.which("hadolint", path=str(Path(sys.executable).parent))
    if found is None:
        pytest.skip("there is no hadolint for this machine")
    return found


def test_hadolint_finds_nothing_but_the_one_thing_that_is_meant(hadolint: str) -> None:
    command = [hadolint, "--no-color", "--format", "json"]
    assert (
        json.loads(subprocess.run([*command, "Dockerfile"], cwd=TOP, capture_output=True, check=True).stdout)
        == []
    )
    (ignored,) = re.findall(r"^# hadolint ignore=(.*)$", DOCKERFILE, re.MULTILINE)
    bare = subprocess.run(
        [*command, "-"],
        input=DOCKERFILE.replace("# hadolint ignore", "#").encode(),
        capture_output=True,
        check=False,
    )
    assert [finding["code"] for finding in json.loads(bare.stdout)] == [ignored] == ["DL3008"]


def test_both_stages_are_of_one_base_that_an_argument_can_replace() -> None:
    assert arguments_of("FROM") == ["${PYTHON_IMAGE} AS build", "${PYTHON_IMAGE}"]
    (argument,) = arguments_of("ARG")
    assert re.fullmatch(rf"PYTHON_IMAGE=python:{PYTHON}-slim-{SUITE}(@sha256:[0-9a-f]{{64}})?", argument)


def test_the_entry_point_is_the_isolated_interpreter() -> None:
    assert [json.loads(value) for value in arguments_of("ENTRYPOINT")] == [list(ENTRYPOINT)]
    assert INSTRUCTIONS[-1].startswith("ENTRYPOINT ")


def test_nobody_is_asked_for_a_syntax_and_no_user_folder_or_variable_of_the_interpreter_is_set() -> None:
    assert not re.search(r"^#\s*(syntax|escape|check)\s*=", DOCKERFILE, re.MULTILINE | re.IGNORECASE)
    words = {line.partition(" ")[0] for line in INSTRUCTIONS}
    assert words == {"ARG", "FROM", "ENV", "COPY", "RUN", "ENTRYPOINT"}
    assert "PYTHON" not in "".join(arguments_of("ENV"))


def test_what_is_installed_is_pinned_by_hash_and_comes_before_the_sources() -> None:
    runs = "\n".join(arguments_of("RUN"))
    installs = re.findall(r"-m pip (.*?)(?:&&|$)", runs, re.MULTILINE)
    assert len(installs) == 4
    for command in installs:
        from_lock = {"--require-hashes", "--no-deps", "--only-binary"} <= set(command.split())
        from_here = {"--no-index", "--no-deps"} <= set(command.split())
        assert from_lock or from_here, command
    order = [line for line in INSTRUCTIONS if line.startswith("COPY")]
    assert ["requirements.lock" in order[0], order[2].split()] == [True, ["COPY", "src", "/src/src"]]
    assert DOCKERFILE.index("--require-hashes") < DOCKERFILE.index("COPY src")


def test_every_run_of_the_interpreter_is_isolated() -> None:
    runs = " ".join(arguments_of("RUN"))
    assert (
        len(re.findall(r"\bpython\b(?! install| -I)", runs.replace("--python /opt/citelock/bin/python", "")))
        == 0
    )
    assert "bin/python -I -m citelock" in runs


def test_apt_leaves_neither_lists_nor_caches() -> None:
    (run,) = [value for value in arguments_of("RUN") if "apt-get" in value]
    assert "--no-install-recommends" in run
    assert "rm -rf /var/lib/apt/lists/* /var/cache/apt/*" in run
