"""`citelock report html`: the review sheet of a report, with the evidence that it was made with."""

from __future__ import annotations

import os

import click

from citelock.checks.errors import InputError
from citelock.checks.sheet.judgements import FOLDER
from citelock.cli import options
from citelock.cli.errors import say
from citelock.cli.exit_codes import EXIT_OK
from citelock.cli.finish import evidence_folders, left_alone, refuse_target, write_out
from citelock.cli.output.plain import plain, readable_path
from citelock.cli.sheets import inputs_of, open_for, sheet_bytes
from citelock.snapshotter.listing import Unreadable, read_regular

_REPORT_BYTES = 512 * 1024 * 1024


@click.command(
    "html",
    epilog="Example: citelock report html report.json --out review.html",
    short_help="Make the review sheet.",
)
@click.argument("report", metavar="REPORT")
@click.option(
    "--out",
    metavar="FILE",
    default="review.html",
    show_default=True,
    help="Where the page goes; - is stdout.",
)
@options.cache
@options.sources
@options.evidence_from
def command(
    *, report: str, out: str, cache: str | None, sources: str | None, evidence_from: str | None
) -> int:
    """Make the review sheet of a report: one page without network, for a person to read.

    REPORT is one of `citelock audit`; its claims files are looked for where they were, from the project's
    root. Each claim is shown with its quotation in the frozen text, the registry beside the description, and
    boxes to tick. Texts whose licence forbids it are not shown. Judgements in judgements/ are shown beside.
    """
    refuse_target(out, (report,))
    content = read_regular(report, _REPORT_BYTES)
    shown = readable_path(report)
    if isinstance(content, Unreadable):
        raise InputError(shown, f"{content.reason}. Give a report of `citelock audit`.")
    with left_alone(out):
        project = open_for(content, shown, cache, sources, evidence_from)
        try:
            files = inputs_of(content, shown, project.root)
            kept = (*evidence_folders(project, cache, sources), os.path.join(project.root, FOLDER))
            inputs = (os.path.join(project.root, "citelock.yml"), *(path for path, _ in files))
            refuse_target(out, inputs, kept)
            write_out(out, sheet_bytes(content, shown, project, files))
        finally:
            project.evidence.close()
    if out != "-":
        say(f"review={plain(readable_path(out), 1000)}\n")
    return EXIT_OK
