"""`citelock refresh`: asks the registries again, says what changed and which claims it touches."""

from __future__ import annotations

import os
from collections.abc import Sequence

import click

from citelock.checks.catalogue import BY_CODE
from citelock.checks.errors import UsageError
from citelock.checks.identifiers import BadIdentifier, parse_identifier
from citelock.checks.projections.parts import record_bytes
from citelock.checks.record_changes import RETRACTION, VANISHED, subject
from citelock.checks.rules.identity import refusal
from citelock.cli import collecting, options
from citelock.cli.errors import EXIT_COLLECTION, EXIT_FINDINGS, EXIT_OK, say, tell
from citelock.cli.output import refresh as output
from citelock.cli.progress import Ticker
from citelock.snapshotter.affected import codes, touched, with_claims
from citelock.snapshotter.claims_input import ClaimsInput
from citelock.snapshotter.refresh import Known, Refreshed, known_records, refresh
from citelock.snapshotter.resolve import cited, prepare, record_names, write_record
from citelock.snapshotter.roots import Project, committed_evidence, open_project


@click.command(
    "refresh",
    epilog="Example: citelock refresh claims.json --commit",
    short_help="Ask the registries again: what changed.",
)
@click.argument("claims", nargs=-1, metavar="[CLAIMS]...")
@click.option("--id", "names", multiple=True, metavar="ID", help="A record to ask for again; repeatable.")
@options.cache
@options.mailto
@options.registry
@click.option("--commit", is_flag=True, help="Commit the changed records, and nothing else.")
@options.fail_on
@options.output_format("text", "json", "markdown")
@options.quiet
def command(
    *,
    claims: tuple[str, ...],
    names: tuple[str, ...],
    cache: str | None,
    mailto: str | None,
    registries: tuple[str, ...],
    commit: bool,
    fail_on: str | None,
    format_name: str,
    quiet: bool,
) -> int:
    """Ask the registries again: what changed.

    The records in cache/ are compared with what the registries say now: retractions come first, each with the
    claims that it touches. CLAIMS are the files whose citations are looked up (claims.json of the project if
    there is one); with CLAIMS or --id only their records are asked for, otherwise all. Exit code 1 for a new
    retraction or a work that is no longer registered, 3 when something could not be asked for.
    """
    project = open_project(claims[0] if claims else None, codes=BY_CODE, cache=cache)
    ticker = Ticker(quiet=quiet)
    folder = project.evidence.cache.path
    try:
        files = _claims_files(project, claims)
        known = _base(project, _names(project, files if claims else (), names))
        if commit:
            from citelock.cli.committing import refuse_what_cannot_be_committed

            refuse_what_cannot_be_committed(project, [entry.name for entry in known])
        with collecting.asking_for(project.config, mailto, registries, ticker) as asker:
            refreshed = refresh(
                known,
                asker,
                lambda name: _shown(project, name),
                project.evidence.record_names(),
                lambda done: ticker.count(done, len(known), f"{done}/{len(known)} records"),
            )
        refreshed = _touching(project, refreshed, known, files)
        if refreshed.records:
            prepare(folder)
            for name in sorted(refreshed.records):
                write_record(folder, name, refreshed.records[name])
    finally:
        ticker.clear()
        project.evidence.close()
    _print(refreshed, format_name, quiet=quiet)
    if commit:
        from citelock.cli.committing import commit_records

        tell_or_say = tell if format_name != "text" else say
        tell_or_say(commit_records(project, refreshed.records, "refresh", subject(refreshed.changes)))
    return _exit_code(refreshed, fail_on or "error")


def _claims_files(project: Project, claims: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Claims files with their shown names: those given, else the project's own if it has one.

    They are read once before anybody is asked: a malformed file must not come to light with the first news.
    """
    own = os.path.join(project.root, "claims.json")
    files = tuple((path, project.shown(path)) for path in claims)
    if not files and os.path.isfile(own):
        files = ((own, "claims.json"),)
    for _ in ClaimsInput(files, project.config.limits):
        pass
    return files


def _names(
    project: Project, files: Sequence[tuple[str, str]], names: Sequence[str]
) -> tuple[str, ...] | None:
    """The file names to ask for again; None for all."""
    if not files and not names:
        return None
    wanted: set[str] = set()
    for name in names:
        identifier = parse_identifier(name)
        if isinstance(identifier, BadIdentifier):
            raise UsageError(f"--id: {refusal(identifier)}")
        wanted |= record_names(identifier, project.evidence)
    if files:
        for identifier in cited(ClaimsInput(files, project.config.limits)):
            wanted |= record_names(project.evidence.settle(identifier), project.evidence)
    return tuple(sorted(wanted))


def _base(project: Project, names: tuple[str, ...] | None) -> list[Known]:
    """The records to compare with: as committed in HEAD, else as they lie in the work tree.

    What was written and not committed is then told again, so a run that was killed loses no news.
    """
    here = known_records(project.evidence, names)
    evidence = committed_evidence(project)
    if evidence is None:
        return here
    try:
        committed = {entry.name: entry for entry in known_records(evidence, names)}
    finally:
        evidence.close()
    return [committed.get(entry.name, entry) for entry in here]


def _shown(project: Project, name: str) -> str:
    label = project.evidence.cache.label
    return name if label == "." else f"{label}/{name}"


def _touching(
    project: Project, refreshed: Refreshed, known: Sequence[Known], files: Sequence[tuple[str, str]]
) -> Refreshed:
    """The same with the citations that each change touches, and what an audit says before and after."""
    paths = {change.path for change in refreshed.changes}
    if not files or not paths:
        return refreshed
    old = project.evidence.with_records({entry.name: record_bytes(entry.record) for entry in known})
    new = project.evidence.with_records(
        {name: record_bytes(record) for name, record in refreshed.records.items()}
    )
    citations = touched(files, project.config, old, paths)
    before, after = (codes(citations, files, project.config, evidence) for evidence in (old, new))
    return refreshed._replace(
        changes=tuple(with_claims(refreshed.changes, citations, files, project.config, before, after))
    )


def _print(refreshed: Refreshed, format_name: str, *, quiet: bool) -> None:
    if format_name == "json":
        say(output.as_json(refreshed))
        return
    if format_name == "markdown":
        for piece in output.as_markdown(refreshed):
            say(piece)
        return
    if not quiet:
        for piece in output.as_text(refreshed):
            say(piece)
    say(output.summary(refreshed) + "\n")


def _exit_code(refreshed: Refreshed, fail_on: str) -> int:
    """3 wins over 1: news that was found is listed all the same."""
    if refreshed.unchecked:
        return EXIT_COLLECTION
    failing = {
        "error": any(change.kind in (RETRACTION, VANISHED) for change in refreshed.changes),
        "warning": bool(refreshed.changes),
        "never": False,
    }
    return EXIT_FINDINGS if failing[fail_on] else EXIT_OK
