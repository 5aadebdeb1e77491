"""`citelock brief build`: template and claims in, Markdown or the reasons against it out."""

from __future__ import annotations

import os

import click

from citelock.checks.brief.build import build
from citelock.checks.brief.template import read_template
from citelock.checks.brief.values import PROSE, WARN, Plan
from citelock.checks.catalogue import BY_CODE
from citelock.checks.errors import InputError
from citelock.checks.review.result import read_review
from citelock.checks.review.values import REVIEW_BYTES, Opinions
from citelock.cli import options
from citelock.cli.errors import tell
from citelock.cli.exit_codes import EXIT_FINDINGS, EXIT_OK
from citelock.cli.finish import STDOUT, evidence_folders, left_alone, refuse_target, write_out
from citelock.cli.output.plain import plain, readable_path
from citelock.snapshotter.briefing import Briefed, audit_for_brief
from citelock.snapshotter.listing import Unreadable, read_regular
from citelock.snapshotter.positions import ClaimsFile
from citelock.snapshotter.roots import open_project
from citelock.snapshotter.shard import Settings

_TEMPLATE_BYTES = 8 * 1024 * 1024
_REPORT_BYTES = 1 << 30
_REASON = 2000  # characters of one reason


@click.command(
    "build",
    epilog="Example: citelock brief build brief.md --claims claims.json --report report.json --out out.md",
    short_help="Build a brief from a template and audited claims.",
)
@click.argument("template")
@click.option(
    "--claims", multiple=True, required=True, metavar="FILE", help="Claims file; may be given several times."
)
@click.option(
    "--report",
    metavar="FILE",
    help="A report of these claims; refused unless it is the audit's own, byte for byte.",
)
@click.option(
    "--review",
    metavar="FILE",
    help="A review of these claims: a column of its own in the table; refused if it is of others.",
)
@click.option(
    "--out", metavar="FILE", default=STDOUT, show_default=True, help="Where the brief goes; - is stdout."
)
@click.option("--require", metavar="IDS", default="", help="Claims that the template must use: c1,c2.")
@click.option("--drop-failed", is_flag=True, help="Build without the claims that fail, and list them.")
@click.option(
    "--prose",
    type=click.Choice(PROSE),
    default=WARN,
    show_default=True,
    help="What numbers, links, quotations and notes of the template do that no used claim carries: off, warn,"
    " strict refuses.",
)
@options.cache
@options.sources
@options.evidence_from
@options.min_quote
@options.no_store
def command(
    *,
    template: str,
    claims: tuple[str, ...],
    report: str | None,
    review: str | None,
    out: str,
    require: str,
    drop_failed: bool,
    prose: str,
    cache: str | None,
    sources: str | None,
    evidence_from: str | None,
    min_quote: int | None,
    no_store: bool,
) -> int:
    """Build a brief from a template and audited claims.

    TEMPLATE is Markdown with {{claim:ID}}, {{quote:ID}}, {{label:ID}}, {{labels}} and {{footnotes}}. The
    claims are audited anew. If a used claim fails, nothing is written, the reasons are told, and the exit
    code is 1.
    """
    refuse_target(out, (template, *claims, *(each for each in (report, review) if each)))
    with left_alone(out):
        pieces = read_template(_text(template, _TEMPLATE_BYTES), readable_path(template))
        project = open_project(claims[0], codes=BY_CODE, cache=cache, sources=sources, revision=evidence_from)
        try:
            refuse_target(out, (), evidence_folders(project, cache, sources))
            config = project.config if min_quote is None else project.config._replace(min_quote=min_quote)
            files = tuple(ClaimsFile.at(path, readable_path(project.shown(path))) for path in claims)
            repository = project.top or project.root
            briefed = audit_for_brief(Settings(project.evidence, config, files, "", not no_store, repository))
        finally:
            project.evidence.close()
        required = tuple(name.strip() for name in require.split(",") if name.strip())
        opinions = _opinions(review) if review is not None else None
        plan = Plan(required, drop_failed, prose, opinions)
        brief = build(pieces, briefed.claims, plan, readable_path(template))
        refusals = [*_forged(report, briefed), *_of_others(review, opinions, briefed), *brief.refusals]
        for warning in brief.warnings:
            tell(f"citelock: warning: {plain(warning, _REASON)}")
        for refusal in refusals:
            tell(f"citelock: refused: {plain(refusal, _REASON)}")
        if not refusals:
            write_out(out, iter([brief.text.encode("utf-8", "replace")]))
            return EXIT_OK
    if out != STDOUT and os.path.lexists(out):
        tell(f"citelock: {plain(readable_path(out), 1000)} was left alone: it is stale, from an earlier run.")
    return EXIT_FINDINGS


def _forged(report: str | None, briefed: Briefed) -> list[str]:
    """Why the report that was handed in is not the one of these claims."""
    if report is None:
        return []
    content = read_regular(report, _REPORT_BYTES)
    if isinstance(content, Unreadable):
        raise InputError(readable_path(report), f"{content.reason}. Give a report of `citelock audit`.")
    if content == briefed.audit.report.encode("utf-8"):
        return []
    return [f"{readable_path(report)} is not the report of these claims and this evidence. Audit them again."]


def _opinions(review: str) -> Opinions:
    content = read_regular(review, REVIEW_BYTES)
    if isinstance(content, Unreadable):
        raise InputError(
            readable_path(review), f"{content.reason}. Give a file that `citelock review` wrote."
        )
    return read_review(content, readable_path(review))


def _of_others(review: str | None, opinions: Opinions | None, briefed: Briefed) -> list[str]:
    """Why the opinions are not about these claims and this evidence."""
    if review is None or opinions is None:
        return []
    audit = briefed.audit
    if (opinions.input_sha256, opinions.report_sha256) == (audit.input_sha256, audit.sha256):
        return []
    return [f"{readable_path(review)} is a review of other claims or other evidence. Review these."]


def _text(path: str, limit: int) -> str:
    content = read_regular(path, limit)
    if isinstance(content, Unreadable):
        raise InputError(readable_path(path), f"{content.reason}. Give a template in Markdown.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        what = f"is not UTF-8 (byte {error.start}). Save it as UTF-8."
        raise InputError(readable_path(path), what) from error
