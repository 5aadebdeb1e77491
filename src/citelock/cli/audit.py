"""`citelock audit`: options in, report and exit code out. The work is `snapshotter/run.py`'s."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from citelock.checks.catalogue import BY_CODE
from citelock.checks.config import Config
from citelock.checks.errors import UsageError
from citelock.checks.report import ReportWriter
from citelock.cli import options
from citelock.cli.audit_verdict import Verdict
from citelock.cli.errors import say, tell
from citelock.cli.exit_codes import EXIT_COLLECTION, EXIT_FINDINGS, EXIT_OK
from citelock.cli.finish import (
    FORMATS,
    HTML,
    STDOUT,
    evidence_folders,
    exit_code,
    left_alone,
    page_beside,
    prefix_of,
    present,
    refuse_page_name,
    refuse_target,
    tell_line,
    write_out,
)
from citelock.cli.output.plain import plain, readable_path
from citelock.cli.progress import Progress
from citelock.snapshotter.merge import assemble
from citelock.snapshotter.positions import ClaimsFile
from citelock.snapshotter.roots import Project, open_project
from citelock.snapshotter.run import Audited, Plan, audited
from citelock.snapshotter.shard import Settings

if TYPE_CHECKING:
    from citelock.checks.rows import Row


@click.command(
    "audit",
    epilog="Example: citelock audit claims.json --out report.json; or citelock audit research/report.md",
    short_help="Check every citation.",
)
@click.argument("claims", nargs=-1, required=True, metavar="CLAIMS...")
@click.option("--offline", is_flag=True, help="Accepted and without effect: an audit is offline by itself.")
@click.option("--online", is_flag=True, help="First fetch the records that are missing, then audit.")
@options.cache
@options.sources
@options.evidence_from
@options.out
@options.output_format(*FORMATS, HTML)
@options.fail_on
@options.require_label
@options.strict
@click.option(
    "--scope", type=click.Choice(("metadata",)), help="Leave quotes and numbers out; no label above partial."
)
@options.min_quote
@options.no_store
@click.option(
    "--jobs", type=click.IntRange(min=1), default=1, metavar="N", help="Worker processes. [default: 1]"
)
@click.option(
    "--shard", callback=options.parse_shard, metavar="I/N", help="Do part I of N, to be merged later."
)
@click.option(
    "--executor",
    "executor_spec",
    metavar="SPEC",
    help="Workers elsewhere: dask:ADDRESS, or module:factory of an executor.",
)
@click.option("--work-dir", metavar="DIR", help="Where large input keeps its temporary files.")
@options.mailto
@options.registry
@options.quiet
@options.verbose
def command(
    *,
    claims: tuple[str, ...],
    offline: bool,
    online: bool,
    cache: str | None,
    sources: str | None,
    evidence_from: str | None,
    out: str,
    format_name: str,
    fail_on: str | None,
    require_label: str | None,
    strict: bool,
    scope: str | None,
    min_quote: int | None,
    no_store: bool,
    jobs: int,
    shard: tuple[int, int] | None,
    executor_spec: str | None,
    work_dir: str | None,
    mailto: str | None,
    registries: tuple[str, ...],
    quiet: bool,
    verbose: bool,
) -> int:
    """Check every citation of claims files against the frozen evidence.

    CLAIMS are JSON files (`citelock schema claims`), or reports in Markdown (.md), which are imported and
    audited in one: nothing but the audit's report is written, and lines are those of the Markdown file. The
    evidence is cache/ and sources/ of the project, which is the nearest folder, from that of the first file
    upwards, that holds citelock.yml, cache/ or sources/. With --online what could not be fetched gives exit
    code 3, and the report is written all the same.
    """
    if format_name == HTML and (out == STDOUT or shard is not None):
        raise UsageError(
            "--format html: the sheet is written beside the report: not with --out - or --shard."
        )
    refuse_page_name(out)
    page = page_beside(out) if format_name == HTML else STDOUT
    for target in (out, page):
        refuse_target(target, claims)
    unresolved = False
    if online:
        if evidence_from is not None or shard is not None or offline:
            raise UsageError(
                "--online fetches into the work tree: not with --offline, --evidence-from, --shard."
            )
        from citelock.cli.collecting import fetch_missing  # a plain audit loads nothing that asks the network

        unresolved = fetch_missing(claims, cache, mailto, registries, quiet=quiet)
    with left_alone(out), left_alone(page):
        project = open_project(claims[0], codes=BY_CODE, cache=cache, sources=sources, revision=evidence_from)
        try:
            settings_file = os.path.join(project.root, "citelock.yml")
            for target in (out, page):
                refuse_target(target, (settings_file,), evidence_folders(project, cache, sources))
            config = _overridden(project.config, fail_on, require_label, min_quote, strict=strict)
            files = tuple(ClaimsFile.at(path, readable_path(project.shown(path))) for path in claims)
            repository = project.top or project.root
            settings = Settings(
                project.evidence, config, files, scope or "", not no_store, repository, short=shard is None
            )
            plan = Plan(jobs=jobs, shard=shard or (1, 1), work_dir=work_dir)
            with ExitStack() as stack:
                if executor_spec is not None:
                    from citelock.snapshotter.clusters import executor_at

                    workers = stack.enter_context(executor_at(executor_spec))
                    plan = plan._replace(executor=workers.executor, gone=workers.gone)
                progress = stack.enter_context(Progress("sources", quiet=quiet))
                result = stack.enter_context(audited(settings, plan, progress))
                for note in result.notes:
                    tell(f"citelock: {note}")
                if verbose:
                    tell(f"citelock: root {project.root}, {result.size} entries, {result.folds} texts")
                if shard is not None:
                    return _write_shard(result, settings, shard, out, project.config)
                prefix = prefix_of(project.root, project.top)
                code = _write_report(result, settings, out, format_name, prefix, quiet=quiet, verbose=verbose)
                if format_name == HTML:
                    _write_sheet(out, project, files)
                return EXIT_COLLECTION if unresolved else code
        finally:
            project.evidence.close()


def _write_report(
    result: Audited,
    settings: Settings,
    out: str,
    format_name: str,
    prefix: str,
    *,
    quiet: bool,
    verbose: bool,
) -> int:
    """Writes and prints the report; the exit code."""
    config = settings.config
    writer = ReportWriter(result.inputs, config.severities, scope=settings.scope, findings=result.findings)
    required = config.require_label or None
    outcome = assemble(
        result.rows, writer, result.folder, required=required, scope=settings.scope, notes=verbose
    )
    write_out(out, outcome.encoded())
    code = exit_code(writer, config.fail_on, outcome.below_count)
    if format_name == HTML:
        format_name = "text"
    present(outcome, out, format_name, Verdict(config.fail_on, code != EXIT_OK, prefix), quiet=quiet)
    return code


def _write_sheet(out: str, project: Project, files: Sequence[ClaimsFile]) -> None:
    """Writes the review sheet beside the report."""
    from citelock.cli.sheets import sheet_bytes

    page = page_beside(out)
    with open(out, "rb") as stream:
        report = stream.read()
    named = [(file.path, file.shown) for file in files]
    write_out(page, sheet_bytes(report, out, project, named))
    tell(f"citelock: the review sheet is {page}")


def _overridden(
    config: Config, fail_on: str | None, require_label: str | None, min_quote: int | None, *, strict: bool
) -> Config:
    """The project's settings with those of the command line on top."""
    if strict:
        fail_on, require_label = "warning", "verified"
    if fail_on is None and require_label is None and min_quote is None:
        return config
    return config._replace(
        fail_on=fail_on or config.fail_on,
        require_label=require_label or config.require_label,
        min_quote=min_quote or config.min_quote,
    )


def _write_shard(
    result: Audited, settings: Settings, shard: tuple[int, int], out: str, config: Config
) -> int:
    """Writes the shard's file and prints its last line; the exit code is that of its own rows."""
    from citelock.snapshotter.shard_file import Header, shard_lines

    merged = settings.config._replace(fail_on=config.fail_on, require_label=config.require_label)
    header = Header.of(
        shard, result.inputs, merged, settings.scope, settings.evidence.identity(), result.findings
    )
    counts = {"errors": 0, "warnings": 0}
    for finding in result.findings:
        counts[f"{finding['severity']}s"] = counts.get(f"{finding['severity']}s", 0) + 1
    write_out(out, shard_lines(header, _counted(result.rows, counts)))
    line = (
        f"checked={result.size} failed={counts['errors']} shard={shard[0]}/{shard[1]} report={plain(out)}\n"
    )
    (tell_line if out == "-" else say)(line)
    failing = {"error": ("errors",), "warning": ("errors", "warnings"), "never": ()}[settings.config.fail_on]
    return EXIT_FINDINGS if any(counts[level] for level in failing) else EXIT_OK


def _counted(rows: Iterable[Row], counts: dict[str, int]) -> Iterator[Row]:
    for row in rows:
        if row["errors"]:
            counts["errors"] += 1
        elif row["warnings"]:
            counts["warnings"] += 1
        yield row
