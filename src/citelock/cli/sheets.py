"""Making review sheets, for `report html` and for `audit --format html`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from citelock.checks.catalogue import BY_CODE
from citelock.checks.errors import InputError
from citelock.snapshotter.roots import Project, open_project

Files = Sequence[tuple[str, str]]


def sheet_bytes(report: bytes, shown: str, project: Project, files: Files) -> Iterator[bytes]:
    """The page, piece by piece. `files` are the claims files as (path, name in the report).

    Raises InputError before the first piece.
    """
    from citelock.cli.output.sheet.page import page
    from citelock.snapshotter.sheet_judgements import judged_in
    from citelock.snapshotter.sheet_material import sheet_of

    judged = judged_in(project.root)
    sheet = sheet_of(report, shown, project.evidence, project.config, files, judged)
    return (piece.encode("utf-8", "replace") for piece in page(sheet))


def open_for(
    report: bytes, shown: str, cache: str | None, sources: str | None, revision: str | None
) -> Project:
    """The project that a report belongs to: the one of the working directory."""
    _inputs(report, shown)
    return open_project(None, codes=BY_CODE, cache=cache, sources=sources, revision=revision)


def inputs_of(report: bytes, shown: str, root: str) -> Files:
    """The claims files of a report: each path below the root, and as the report names it.

    Raises InputError for a path that leads out of it; which files are opened is nothing a report may say.
    """
    files = []
    for name in _inputs(report, shown):
        parts = name.split("/")
        if not name or os.path.isabs(name) or ".." in parts or "\\" in name or "\0" in name:
            raise InputError(shown, f"inputs: {name[:80]!r} leads out of the project. Audit from its root.")
        files.append((os.path.join(root, *parts), name))
    return files


def _inputs(report: bytes, shown: str) -> list[str]:
    from citelock.checks.sheet.report_shape import read_report

    inputs = read_report(report, shown)["inputs"]
    assert isinstance(inputs, list)
    return [str(each["path"]) for each in inputs]
