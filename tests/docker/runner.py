"""The container as the runner of a docker action starts it: its flags, its folders, its owner of the files.

What is left out is the Docker socket, which no test needs, and the network, which no audit needs. Source: the
command line that the runner prints, and its translation of the folders.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.docker.daemon import Daemon

OWNER = 1001  # of the files on a hosted runner; the container's root is another, which git finds dubious
WORKSPACE = "/github/workspace"
# The runner's folders, by their names in the container.
FOLDERS = ("runner_temp", "home", "workflow", "file_commands", "workspace")
PYTHON = "/opt/citelock/bin/python"
ENTRYPOINT = (PYTHON, "-I", "-m", "citelock")


class Runner:
    """One job's folders below `folder`; `run` starts a container of `image` with them."""

    def __init__(self, daemon: Daemon, image: str, folder: Path) -> None:
        self._daemon = daemon
        self._image = image
        self.folders = {name: folder / name for name in FOLDERS}
        for path in self.folders.values():
            path.mkdir(parents=True)
        self.workspace = self.folders["workspace"]

    def run(
        self,
        *arguments: str,
        entrypoint: str = "",
        environment: Mapping[str, str] | None = None,
        name: str = "",
    ) -> subprocess.CompletedProcess[str]:
        """Runs the image's own entry point, or `entrypoint`; a container with a `name` is kept.

        All that is in the workspace belongs to OWNER then.
        """
        for path in (self.workspace, *self.workspace.rglob("*")):
            os.chown(path, OWNER, OWNER, follow_symlinks=False)
        variables = {
            "HOME": "/github/home",
            "GITHUB_WORKSPACE": WORKSPACE,
            "RUNNER_TEMP": "/github/runner_temp",
            "GITHUB_ACTIONS": "true",
            "CI": "true",
            **(environment or {}),
        }
        return self._daemon.run(
            *("run", "--workdir", WORKSPACE),
            *(("--name", name) if name else ("--rm",)),
            *(part for key, value in variables.items() for part in ("-e", f"{key}={value}")),
            *(("--entrypoint", entrypoint) if entrypoint else ()),
            *("--network", "none"),
            *(part for key, path in self.folders.items() for part in ("-v", f"{path}:/github/{key}")),
            self._image,
            *arguments,
            timeout=180,
        )

    def told(
        self, *arguments: str, entrypoint: str = "", environment: Mapping[str, str] | None = None
    ) -> str:
        """What a run prints on stdout; it must succeed."""
        ran = self.run(*arguments, entrypoint=entrypoint, environment=environment)
        assert ran.returncode == 0, f"{arguments}\n{ran.stdout}{ran.stderr}"
        return ran.stdout

    def shell(self, script: str) -> str:
        """What a shell in the container prints; its script must succeed."""
        return self.told("-euc", script, entrypoint="/bin/sh")

    def changes(self, *arguments: str) -> list[str]:
        """The files outside the mounts that a run has added (`A`), changed (`C`) or deleted (`D`)."""
        name = "changes"
        try:
            self.run(*arguments, name=name)
            return self._daemon.told("diff", name).splitlines()
        finally:
            self._daemon.run("rm", "--force", name)


def git(folder: Path, *arguments: str) -> str:
    """What git prints in `folder`, run by this test's own user."""
    command: Sequence[str] = ["git", "-C", str(folder), "-c", f"safe.directory={folder}", *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
