"""`citelock merge`: the files of a sharded audit in, the report out, byte for byte as if unsharded."""

from __future__ import annotations

import os

import click

from citelock.checks.report import ReportWriter
from citelock.cli import options
from citelock.cli.audit_verdict import Verdict
from citelock.cli.exit_codes import EXIT_OK
from citelock.cli.finish import (
    FORMATS,
    exit_code,
    left_alone,
    prefix_of,
    present,
    refuse_page_name,
    refuse_target,
    write_out,
)
from citelock.snapshotter.merge import assemble, merge_runs
from citelock.snapshotter.roots import top_level
from citelock.snapshotter.run import work_folder
from citelock.snapshotter.shard_file import check_seal, read_header, read_rows, together


@click.command(
    "merge",
    epilog="Example: citelock merge shard-1.json shard-2.json --out report.json",
    short_help="Join the files of a sharded audit.",
)
@click.argument("shards", nargs=-1, required=True, metavar="SHARD...")
@options.out
@options.output_format(*FORMATS)
@options.fail_on
@options.require_label
@options.strict
@click.option("--work-dir", metavar="DIR", help="Where large input keeps its temporary files.")
@options.quiet
@options.verbose
def command(
    *,
    shards: tuple[str, ...],
    out: str,
    format_name: str,
    fail_on: str | None,
    require_label: str | None,
    strict: bool,
    work_dir: str | None,
    quiet: bool,
    verbose: bool,
) -> int:
    """Join the files of a sharded audit into the report.

    SHARD are all the files that `citelock audit --shard i/n --out FILE` wrote for one audit, in any order.
    Levels that are not given are those of citelock.yml. For --format github, sarif and markdown the paths
    are taken to be relative to the working directory.
    """
    here = os.path.realpath(os.getcwd())
    refuse_page_name(out)
    refuse_target(out, shards)
    with left_alone(out):
        header = together([(path, read_header(path)) for path in shards])
        for path in shards:
            check_seal(path)
        if strict:
            fail_on, require_label = "warning", "verified"
        required = require_label or header.require_label or None
        with work_folder(work_dir) as folder:
            writer = ReportWriter(
                header.inputs, header.severities, scope=header.scope, findings=header.findings
            )
            rows = merge_runs([read_rows(path) for path in shards])
            outcome = assemble(rows, writer, folder, required=required, scope=header.scope, notes=verbose)
            write_out(out, outcome.encoded())
            level = fail_on or header.fail_on
            code = exit_code(writer, level, outcome.below_count)
            prefix = prefix_of(here, top_level(here))
            present(outcome, out, format_name, Verdict(level, code != EXIT_OK, prefix), quiet=quiet)
    return code
