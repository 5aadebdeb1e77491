"""With which program, options and environment git runs: what it looks at has no say (action.md, 10)."""

from __future__ import annotations

import os
from collections.abc import Mapping

from citelock.checks.errors import GitError, UsageError

# They would point git at another repository, index or configuration, or code into every child: whoever set
# them must know that they do not apply here.
REFUSED = (
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_CONFIG_PARAMETERS",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "LD_PRELOAD",
)


def git_command(top: str, arguments: list[str]) -> list[str]:
    """A command line of git.

    The explicit git folder leaves nothing to discover; it may be the file of a worktree or submodule.
    """
    return [
        git_program(),
        "--no-pager",
        "--literal-pathspecs",
        f"--git-dir={os.path.join(top, '.git')}",
        *arguments,
    ]


def git_program() -> str:
    """Where git is: an absolute folder of PATH only, so that no folder under audit can supply it.

    Raises GitError if there is none.
    """
    name = "git.exe" if os.name == "nt" else "git"
    for folder in os.get_exec_path():
        path = os.path.join(folder, name)
        if os.path.isabs(folder) and os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    raise GitError(
        "git is not installed, or not on PATH. Install it, or leave --evidence-from and --commit out."
    )


def git_environment(top: str, extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The child's environment; `extra` are more settings of git.

    Nothing of ours that begins with GIT_, and every switch that keeps git from acting.
    Raises UsageError if a variable that would redirect git is set.
    """
    refuse_redirection()
    settings = {
        "safe.directory": top,
        "safe.bareRepository": "explicit",
        "core.fsmonitor": "false",
        "core.hooksPath": os.devnull,
        "core.commitGraph": "false",  # a file beside the objects that says who whose parent is, unproved
        **(extra or {}),
    }
    environment = {name: value for name, value in os.environ.items() if not name.upper().startswith("GIT_")}
    environment |= {
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "none",  # git before 2.45 ignores GIT_NO_LAZY_FETCH: its fetch has no way out
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_CONFIG_COUNT": str(len(settings)),
        "LC_ALL": "C",
    }
    for place, (key, value) in enumerate(settings.items()):
        environment[f"GIT_CONFIG_KEY_{place}"] = key
        environment[f"GIT_CONFIG_VALUE_{place}"] = value
    return environment


def refuse_redirection() -> None:
    """Raises UsageError if a variable is set that would point git at another repository or index."""
    present = [name for name in REFUSED if os.environ.get(name)]
    if present:
        raise UsageError(
            f"{present[0]} is set, and evidence must not be redirected by it. Unset it: unset {present[0]}"
        )
