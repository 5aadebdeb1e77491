"""The workflows that `citelock init` writes: which ones, where to, and what is said of them.

The files are package data, `citelock/workflows/`; docs/workflows.md says what each does.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import NamedTuple

import citelock
from citelock.checks import starter
from citelock.checks.errors import UsageError
from citelock.snapshotter.roots import Project

FOLDER = ".github/workflows"
_NOT_AT_THE_TOP = """
No workflow is written: the Action audits a project at the top of its repository, and this one is below.
"""
_PIN = """
The workflows name no commit of citelock yet, so they do not run. Find that of a release and write it there:

    git ls-remote --tags https://github.com/citelock/citelock 'v*'
    citelock init --pin COMMIT
"""


class Planned(NamedTuple):
    """A workflow's path, what it is to hold (None: it stays as it is), and what is said of it."""

    path: str
    content: bytes | None
    said: str
    pinned: bool


def plan(
    project: Project, names: Sequence[str], pin: str, existing: Callable[[str], bytes | None]
) -> list[Planned]:
    """What to write for each of these workflows; `existing` reads a file of the project, None without one.

    A file that is there is kept, but for the zeros in the place of a pin. Others of ours that have them still
    belong to the plan: an unpinned workflow does not run, whoever asked for which one today.
    """
    if not names or not is_at_top(project):
        return []
    others = [name for name in starter.WORKFLOWS if name not in names and _waits(name, existing)]
    return [_planned(project, name, pin, existing) for name in (*names, *others)]


def _waits(name: str, existing: Callable[[str], bytes | None]) -> bool:
    """Whether this workflow is there and waits for a pin."""
    try:
        there = existing(f"{FOLDER}/{starter.WORKFLOWS[name]}")
    except UsageError:  # no file, and nobody asked for it
        return False
    return there is not None and not starter.is_pinned(there)


def is_at_top(project: Project) -> bool:
    """Whether the root is the top level, which is where the Action looks."""
    return project.top is None or os.path.realpath(project.root) == os.path.realpath(project.top)


def advice(project: Project, planned: Sequence[Planned], *, wanted: bool) -> str:
    """What is to be done about the workflows; "" if nothing is."""
    if wanted and not is_at_top(project):
        return _NOT_AT_THE_TOP
    return _PIN if any(not each.pinned for each in planned) else ""


def _planned(project: Project, name: str, pin: str, existing: Callable[[str], bytes | None]) -> Planned:
    file = starter.WORKFLOWS[name]
    path = f"{FOLDER}/{file}"
    with open(os.path.join(os.path.dirname(citelock.__file__), "workflows", file), "rb") as stream:
        template = stream.read()
    wanted = starter.workflow(template, pin, project.config.sources)
    there = existing(path)
    if there is None:
        return Planned(path, wanted, "written", starter.is_pinned(wanted))
    if pin and not starter.is_pinned(there):
        return Planned(path, starter.pinned(there, pin), f"pinned to {pin[:12]}", pinned=True)
    return Planned(path, None, "there already, kept", starter.is_pinned(there))
