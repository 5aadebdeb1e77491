"""docs/collecting.md is true: its commands, run one after another against the replay, print what it shows.

`make docs` (`--update-documents`) rewrites what they print.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.replay import Replay, replay

PAGE = Path(__file__).parent.parent / "docs" / "collecting.md"
PORT = "127.0.0.1:8099"
HOME = "/home/you/report"
COMMIT = "0123456789ab"


@pytest.fixture
def server() -> Iterator[Replay]:
    with replay() as running:
        yield running


def block(text: str, kind: str) -> str:
    (found,) = re.findall(rf"^```{kind}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return str(found)


def commands(text: str) -> list[tuple[str, str]]:
    """(command, what it prints) of every `$ ` line, in order."""
    found = []
    for shown in re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", shown, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


def test_the_way_from_an_empty_folder_to_a_retraction_is_as_shown(
    server: Replay, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    text = PAGE.read_text("utf-8")
    here = server.urls["crossref"].removeprefix("http://").removesuffix("/crossref")
    folder = tmp_path / "report"
    folder.mkdir()
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    shown = commands(text)
    assert len(shown) == 10
    for command, output in shown:
        if command.startswith("citelock resolve") and not (folder / "claims.json").exists():
            with (folder / "citelock.yml").open("a", encoding="utf-8") as settings:
                settings.write(block(text, "yaml").replace(PORT, here))
            (folder / "claims.json").write_text(block(text, "json"), "utf-8")
        if command.startswith("citelock refresh"):
            server.retract("10.5555/replay.prime")
        ran = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env={**os.environ, "PATH": path},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert "internal error" not in ran.stderr
        printed = ran.stdout.replace(str(folder), HOME).replace(here, PORT)
        printed = re.sub(r"^commit: [0-9a-f]{12} ", f"commit: {COMMIT} ", printed, flags=re.MULTILINE)
        if pytestconfig.getoption("--update-documents"):
            text = text.replace(f"$ {command}\n{output}", f"$ {command}\n{printed}", 1)
            PAGE.write_text(text, "utf-8", newline="\n")
        else:
            assert printed == output, command
