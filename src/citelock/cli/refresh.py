"""`citelock refresh`: asks the registries again, says what changed and which claims it touches."""

from __future__ import annotations

import os
from collections.abc import Sequence

import click

from citelock.checks.catalogue import BY_CODE
from citelock.checks.identifiers import Identifier
from citelock.checks.projections.parts import record_bytes
from citelock.checks.record_changes import fails, subject
from citelock.cli import collecting, options
from citelock.cli.errors import say, tell
from citelock.cli.exit_codes import EXIT_COLLECTION, EXIT_FINDINGS, EXIT_OK
from citelock.cli.output import refresh as output
from citelock.cli.output.plain import plain
from citelock.cli.passed_over import tell_passed_over
from citelock.cli.progress import Ticker
from citelock.snapshotter.affected import codes, touched, with_claims
from citelock.snapshotter.claims_files import claims_below
from citelock.snapshotter.claims_input import ClaimsInput
from citelock.snapshotter.known import Chosen, Known, choose
from citelock.snapshotter.refresh import Refreshed, refresh
from citelock.snapshotter.registries.interface import Json, Unchecked
from citelock.snapshotter.resolve import PassedOver, cited, obstacle, prepare, write_record
from citelock.snapshotter.roots import Project, committed_evidence, open_project


@click.command(
    "refresh",
    epilog="Example: citelock refresh claims.json --commit",
    short_help="Ask the registries again: what changed.",
)
@options.claims
@options.names("A record to ask for again: a DOI, arXiv:…, pmid:…, PMC…; repeatable.")
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
    claims that it touches. CLAIMS are the files whose citations are looked up (those of citelock.yml, or
    claims.json of the project, if none is named); with CLAIMS or --id only their records are asked for,
    otherwise all. Exit code 1 for a new retraction or a work that is no longer registered, 3 when something
    could not be asked for.
    """
    project = open_project(claims[0] if claims else None, codes=BY_CODE, cache=cache)
    collecting.addresses(project.config, mailto, registries)
    collecting.refuse_linked_folder(project, cache)
    only = bool(claims or names)
    refreshed = gather(
        project, claims, names, mailto, registries, Ticker(quiet=quiet), only=only, commit=commit
    )
    _print(refreshed, format_name, quiet=quiet)
    if commit:
        from citelock.cli.committing import commit_records

        tell_or_say = tell if format_name != "text" else say
        tell_or_say(commit_records(project, refreshed.records, "refresh", subject(refreshed.changes)))
    return exit_code(refreshed, fail_on or "error")


def gather(
    project: Project,
    claims: Sequence[str],
    names: Sequence[str],
    mailto: str | None,
    registries: tuple[str, ...],
    ticker: Ticker,
    *,
    only: bool,
    commit: bool = False,
) -> Refreshed:
    """Asks again, writes what has changed, and closes the project's evidence.

    `only`: for the records that the claims and names lead to, otherwise for all; the claims are looked up
    either way. `commit`: what could not be committed is refused before anybody is asked.
    """
    try:
        asked_for = [project.evidence.settle(collecting.registered_work(name)) for name in names]
        files, cited = _claims(project, claims)
        chosen = _choose(project, [*asked_for, *(cited if claims else ())] if only else None, cited)
        if commit:
            from citelock.cli.committing import refuse_what_cannot_be_committed

            refuse_what_cannot_be_committed(project, [entry.name for entry in chosen.known])
        refreshed = _asked(project, chosen, mailto, registries, ticker)
        refreshed = _touching(project, refreshed, chosen.known, files)
        return _written(project, refreshed)
    finally:
        ticker.clear()
        project.evidence.close()


def exit_code(refreshed: Refreshed, fail_on: str = "error") -> int:
    """3 wins over 1: news that was found is listed all the same."""
    if refreshed.unchecked:
        return EXIT_COLLECTION
    failing = any(fails(change, fail_on) for change in refreshed.changes)
    return EXIT_FINDINGS if failing else EXIT_OK


def _claims(project: Project, claims: Sequence[str]) -> tuple[tuple[tuple[str, str], ...], list[Identifier]]:
    """Claims files with their shown names, and the works cited in them.

    They are those given, else the configured ones, else the project's own if it has one. They are read once
    before anybody is asked: a malformed file must not come to light with the first news.
    """
    config = project.config
    paths = list(claims) or claims_below(project.root, config.claims, (config.cache, config.sources))
    if not paths and not config.claims and os.path.isfile(os.path.join(project.root, "claims.json")):
        paths = claims_below(project.root, ("claims.json",), ())
    files = tuple((path, project.shown(path)) for path in paths)
    works: dict[str, Identifier] = {}
    passed_over: list[PassedOver] = []
    for identifier in cited(ClaimsInput(files, project.config.limits), passed_over):
        works.setdefault(identifier.key, identifier)
    named = ", ".join(plain(shown) for _, shown in files)
    tell(f"citelock: claims are looked up in: {named}" if files else f"citelock: {_NO_CLAIMS}")
    if claims:
        tell_passed_over([each.place for each in passed_over])
    return files, [project.evidence.settle(identifier) for identifier in works.values()]


_NO_CLAIMS = "no claims are looked up: name their files, or list them under `claims:` in citelock.yml"


def _choose(project: Project, wanted: list[Identifier] | None, cited: list[Identifier]) -> Chosen:
    """What is asked for again, compared with the last commit if there is one."""
    committed = committed_evidence(project)
    if isinstance(committed, str):
        if committed:
            tell(f"citelock: compared with the files as they are, so news is told once only: {committed}")
        return choose(project.evidence, None, wanted, cited, lambda name: _shown(project, name))
    try:
        chosen = choose(project.evidence, committed, wanted, cited, lambda name: _shown(project, name))
    finally:
        committed.close()
    if chosen.differing:
        some = ", ".join(plain(path) for path in chosen.differing[:5])
        more = ", …" if len(chosen.differing) > 5 else ""
        tell(f"citelock: compared with the last commit, from which these files differ: {some}{more}")
    return chosen


def _asked(
    project: Project, chosen: Chosen, mailto: str | None, registries: tuple[str, ...], ticker: Ticker
) -> Refreshed:
    """What the registries say now, and what nobody could be asked about."""
    known = chosen.known
    if not known:
        return Refreshed(0, (), {}, dict(sorted(chosen.unchecked.items())))
    try:
        with collecting.asking_for(project.config, mailto, registries, ticker) as asker:
            refreshed = refresh(
                known,
                asker,
                lambda name: _shown(project, name),
                project.evidence.record_names(),
                lambda done: ticker.count(done, len(known), f"{done}/{len(known)} records"),
                project.config.limits.record_bytes,
            )
    except (Exception, KeyboardInterrupt) as error:
        error.add_note(f"0 written, {len(known)} left, run again")
        raise
    return refreshed._replace(unchecked=dict(sorted({**chosen.unchecked, **refreshed.unchecked}.items())))


def _written(project: Project, refreshed: Refreshed) -> Refreshed:
    """Writes the changed records; what is in the way of one of them leaves that one unchecked."""
    if not refreshed.records:
        return refreshed
    folder = project.evidence.cache.path
    written: dict[str, Json] = {}
    blocked: dict[str, Unchecked] = {}
    try:
        prepare(folder)
        for name in sorted(refreshed.records):
            hindrance = obstacle(folder, name)
            if hindrance is not None:
                blocked[_shown(project, name)] = hindrance
                continue
            write_record(folder, name, refreshed.records[name])
            written[name] = refreshed.records[name]
    except (Exception, KeyboardInterrupt) as error:
        error.add_note(f"{len(written)} written, {len(refreshed.records) - len(written)} left, run again")
        raise
    unchecked = dict(sorted({**refreshed.unchecked, **blocked}.items()))
    return refreshed._replace(records=written, unchecked=unchecked)


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
    citations = touched(files, project.config, (old, new), paths)
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
    if not refreshed.asked and not refreshed.unchecked:
        say(output.NOTHING)
    if not quiet:
        for piece in output.as_text(refreshed):
            say(piece)
    say(output.summary(refreshed) + "\n")
