"""The Action's `refresh`: asks the registries again, and leaves what is to be proposed as a folder of data.

It is `citelock refresh` in the work tree; nothing is committed. The job has the network and no right to write
(action.md, section 11).
"""

from __future__ import annotations

import os
import stat
from typing import NamedTuple

from citelock.checks.catalogue import BY_CODE
from citelock.checks.errors import CollectionError, UsageError
from citelock.checks.text.excerpt import shown
from citelock.cli import collecting
from citelock.cli.action.lines import Log, printed_to
from citelock.cli.errors import guarded
from citelock.cli.exit_codes import EXIT_COLLECTION, EXIT_FINDINGS, EXIT_OK
from citelock.cli.output import refresh as output
from citelock.cli.progress import Ticker
from citelock.cli.refresh import exit_code, gather
from citelock.snapshotter.bundle import FOLDER, NEWS
from citelock.snapshotter.claims_files import claims_below
from citelock.snapshotter.files import write_atomically
from citelock.snapshotter.listing import Unreadable, read_regular
from citelock.snapshotter.refresh import Refreshed
from citelock.snapshotter.roots import open_project

PLACE = ("citelock", "refresh")  # of the folder below RUNNER_TEMP; the workflow uploads it


class Inputs(NamedTuple):
    """`workspace` is the repository's top, `temporary` is `RUNNER_TEMP`.

    `claims` are patterns of the claims files that are looked up, as those of the audit; without any, those of
    `citelock.yml`, or `claims.json`.
    """

    workspace: str
    temporary: str
    claims: tuple[str, ...] = ()


def run(inputs: Inputs, log: Log, notice: Log | None = None) -> int:
    """Refreshes, and writes `refresh.json` and the changed records to `citelock/refresh` below `temporary`.

    The exit code of the refresh: 0, 1 and 3 are no failure of the step, and 1 and 3 come with a notice of the
    counts; after 2 and 70 there is nothing to propose. It changes the working directory while it runs.
    """
    attention = notice or log
    before = os.getcwd()
    os.chdir(inputs.workspace)
    told: list[str] = []
    try:
        with printed_to(log):
            code = guarded(lambda: _refreshed(inputs, told))
    finally:
        os.chdir(before)
    for line in told:
        (log if code == EXIT_OK else attention)(line)
    return code


def _refreshed(inputs: Inputs, told: list[str]) -> int:
    folder = _empty_folder(inputs.temporary)
    project = open_project(None, codes=BY_CODE)
    if os.path.realpath(project.root) != os.path.realpath(inputs.workspace) or project.config.cache != FOLDER:
        project.evidence.close()
        raise UsageError(
            f"records are proposed from {FOLDER}/ at the repository's top only; there, cache stands at"
            f" {shown(project.shown(project.evidence.cache.path))}."
        )
    collecting.refuse_linked_folder(project, None)
    config = project.config
    claims = claims_below(inputs.workspace, inputs.claims, (config.cache, config.sources))
    if inputs.claims and not claims:
        named = shown(", ".join(inputs.claims), 200)
        raise UsageError(f"no file fits the input claims: {named}. Correct it, or leave it out.")
    refreshed = gather(project, claims, (), None, (), Ticker(quiet=True), only=False)
    _write(project.root, folder, refreshed, project.config.limits.record_bytes)
    code = exit_code(refreshed)
    ended = "" if code == EXIT_OK else f", exit code {code}"
    told.append(f"{output.summary(refreshed)}{ended}")
    assert code in (EXIT_OK, EXIT_FINDINGS, EXIT_COLLECTION)
    return code


def _empty_folder(temporary: str) -> str:
    """Makes the folder, through no link and with nothing in it. Raises UsageError."""
    path = temporary
    for part in PLACE:
        path = os.path.join(path, part)
        try:
            if not os.path.lexists(path):
                os.mkdir(path)
            is_folder = stat.S_ISDIR(os.lstat(path).st_mode)
        except OSError as error:
            raise UsageError(f"{shown(path)} cannot be made: {error.strerror or error}.") from error
        if not is_folder:
            raise UsageError(f"{shown(path)} is no folder of its own. Remove it.")
    if os.listdir(path):
        raise UsageError(f"{shown(path)} holds files already. Refresh once in a job.")
    return path


def _write(root: str, folder: str, refreshed: Refreshed, record_bytes: int) -> None:
    """The records that were written, and the news of them."""
    if refreshed.records:
        os.mkdir(os.path.join(folder, FOLDER))
    for name in sorted(refreshed.records):
        content = read_regular(os.path.join(root, FOLDER, name), record_bytes)
        if isinstance(content, Unreadable):
            raise CollectionError(f"{FOLDER}/{name} {content.reason}, and was written a moment ago.")
        write_atomically(os.path.join(folder, FOLDER, name), content)
    write_atomically(os.path.join(folder, NEWS), output.as_json(refreshed).encode("utf-8"))
