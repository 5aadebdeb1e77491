"""`citelock resolve`: fills cache/ with what the registries say of the cited works."""

from __future__ import annotations

from collections.abc import Iterator

import click

from citelock.checks.catalogue import BY_CODE
from citelock.checks.dois import short_doi
from citelock.checks.errors import UsageError
from citelock.checks.identifiers import Identifier
from citelock.cli import collecting, options
from citelock.cli.errors import say, tell
from citelock.cli.exit_codes import EXIT_COLLECTION, EXIT_OK
from citelock.cli.output.plain import plain
from citelock.cli.passed_over import tell_passed_over
from citelock.cli.progress import Ticker
from citelock.snapshotter.claims_input import ClaimsInput
from citelock.snapshotter.known import record_names
from citelock.snapshotter.resolve import PassedOver, Resolved, cited, without_record
from citelock.snapshotter.roots import Project, open_project


@click.command(
    "resolve",
    epilog="Example: citelock resolve claims.json --mailto you@example.org --commit",
    short_help="Fetch the registry records that are missing.",
)
@options.claims
@options.names("An identifier to ask for: a DOI, arXiv:…, pmid:…, PMC…; repeatable.")
@options.cache
@options.mailto
@options.registry
@click.option("--commit", is_flag=True, help="Commit the new records, and nothing else.")
@options.quiet
@options.verbose
def command(
    *,
    claims: tuple[str, ...],
    names: tuple[str, ...],
    cache: str | None,
    mailto: str | None,
    registries: tuple[str, ...],
    commit: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Fetch the registry records that are missing.

    CLAIMS are claims files, whose cited works are asked for, and so is every --id. Each record is written
    when its answer is complete; run again, and only the rest is asked for. An identifier that nobody could
    answer for is listed and gives exit code 3; it is never taken for one that does not exist.
    """
    if not claims and not names:
        raise UsageError("nothing to resolve. Name claims files, or identifiers with --id.")
    project = open_project(claims[0] if claims else None, codes=BY_CODE, cache=cache)
    collecting.addresses(project.config, mailto, registries)
    collecting.refuse_linked_folder(project, cache)
    folder = project.evidence.cache.path
    ticker = Ticker(quiet=quiet)
    files: set[str] = set()
    passed_over: list[PassedOver] = []
    try:
        wanted = _wanted(project, claims, names, passed_over)
        missing = without_record(_noting(wanted, project, files) if commit else wanted, project.evidence)
        tell_passed_over([each.place for each in passed_over if each.place != "--id"])
        if commit:
            from citelock.cli.committing import refuse_what_cannot_be_committed

            refuse_what_cannot_be_committed(project, files)
        resolved = collecting.resolved(project, missing, ticker, mailto, registries, passed_over)
    finally:
        ticker.clear()
        project.evidence.close()
    if not quiet:
        for line in _lines(resolved):
            say(line)
    if verbose:
        tell(f"citelock: {resolved.requests} requests, {len(resolved.written)} records for {plain(folder)}")
    try:
        if commit:
            from citelock.cli.committing import commit_records

            say(commit_records(project, files.union(resolved.written), "resolve"))
    finally:  # what was written and what was not is said, also when the commit was refused or cut short
        say(collecting.counts(resolved) + "\n")
    return EXIT_COLLECTION if resolved.unchecked else EXIT_OK


def _wanted(
    project: Project, claims: tuple[str, ...], names: tuple[str, ...], passed_over: list[PassedOver]
) -> Iterator[Identifier]:
    for name in names:
        if short := short_doi(name):
            passed_over.append(PassedOver("--id", short))
        else:
            yield collecting.registered_work(name)
    if claims:
        files = [(path, project.shown(path)) for path in claims]
        yield from cited(ClaimsInput(files, project.config.limits), passed_over)


def _noting(identifiers: Iterator[Identifier], project: Project, files: set[str]) -> Iterator[Identifier]:
    """The same identifiers; the names of their record files are put down in `files` on the way."""
    for identifier in identifiers:
        for each in filter(None, (identifier, identifier.given)):
            files |= record_names(each, project.evidence)
        yield identifier


def _lines(resolved: Resolved) -> Iterator[str]:
    """Who does not exist, who has no metadata, who could not be asked for; those found need no line."""
    words = {
        "not_found": "does not exist, says the registry",
        "no_metadata": "exists, and the registry gives no metadata",
    }
    for status, what in words.items():
        for key, outcome in sorted(resolved.outcomes.items()):
            if outcome == status:
                yield f"{plain(key)}: {what}\n"
    for place, doi in resolved.expanded.items():
        if isinstance(doi, str):
            yield f"{plain(place)} is a shortDOI. Write {plain(doi)}\n"
    yield from collecting.unchecked_lines(resolved)
