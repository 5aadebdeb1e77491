"""`citelock diff`: reads two reports and prints what `checks/diff.py` says of them (action.md, section 6)."""

from __future__ import annotations

import click

from citelock.checks import diff as report_diff
from citelock.checks import jsontext
from citelock.checks.errors import InputError
from citelock.cli import options
from citelock.cli.errors import EXIT_FINDINGS, EXIT_OK, say
from citelock.cli.output.printed_json import json_text

_MOST_BYTES = 1 << 30  # a report of some 500,000 citations; larger ones would not fit in memory twice
_DEPTH = 64


@click.command(
    "diff",
    epilog="Example: citelock diff old/report.json report.json",
    short_help="Compare two reports.",
)
@click.argument("base")
@click.argument("head")
@options.output_format("text", "json")
def command(base: str, head: str, format_name: str) -> int:
    """Compare two reports: what is new, fixed, unchanged.

    BASE and HEAD are report files of `citelock audit`. The exit code is 1 when HEAD has errors that BASE has
    not.
    """
    result = report_diff.diff(_read(base), _read(head), base_path=base, head_path=head)
    if format_name == "json":
        say(json_text(report_diff.as_json(result)))
    else:
        text = report_diff.as_text(result)
        say(text if text.endswith("\n") else text + "\n")
    return EXIT_FINDINGS if result.new_errors else EXIT_OK


def _read(path: str) -> object:
    try:
        with open(path, "rb") as stream:
            content = stream.read(_MOST_BYTES + 1)
    except OSError as error:
        raise InputError(
            path, f"cannot be read: {error.strerror}. Give a report of `citelock audit`."
        ) from error
    if len(content) > _MOST_BYTES:
        raise InputError(
            path, f"is larger than {_MOST_BYTES >> 20} MiB, which is no report to compare in one piece."
        )
    return jsontext.parse(content, path, max_depth=_DEPTH)
