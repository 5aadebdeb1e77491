"""The documentation site as `make docs-site` builds it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).parents[2]


def built_site(folder: Path) -> Path:
    """The folder, with the site in it."""
    code, said = built(folder)
    assert code == 0, said
    assert "WARNING" not in said
    return folder


def built(folder: Path, top: Path = TOP) -> tuple[int, str]:
    """Exit code and messages of a strict build of `top`: a warning of any kind makes it 1.

    Never with `--quiet`: MkDocs counts the warnings that it prints.
    """
    ran = subprocess.run(
        [
            sys.executable,
            "-m",
            "mkdocs",
            "build",
            "--strict",
            "--site-dir",
            str(folder),
            "--config-file",
            str(top / "mkdocs.yml"),
        ],
        cwd=top,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return ran.returncode, ran.stdout + ran.stderr
