"""`citelock snapshot add`: takes the text of a source, with a record of its origin and of its licence.

Parsing and printing only: copies are found in `snapshotter/copies/`, judged and written by
`snapshotter/adding.py`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack

import click

from citelock.checks.catalogue import BY_CODE
from citelock.checks.config import ALL
from citelock.checks.errors import UsageError
from citelock.checks.id_readings import Refusal
from citelock.checks.identifiers import Identifier, file_stem
from citelock.checks.licence_statements import read_statement
from citelock.checks.licences import NAMES, Statement
from citelock.checks.sentences import message
from citelock.checks.text.excerpt import shown
from citelock.checks.urls import read_url, requested_url
from citelock.cli import options
from citelock.cli.errors import say, tell
from citelock.cli.exit_codes import EXIT_COLLECTION, EXIT_OK, EXIT_USAGE
from citelock.cli.output.plain import plain
from citelock.cli.output.snapshot import added_lines, counts, refused_lines
from citelock.cli.passed_over import tell_passed_over
from citelock.cli.progress import Ticker
from citelock.cli.snapshots.common import (
    claims_files,
    commit_snapshots,
    identifier_of,
    page_of,
    refuse_what_cannot_be_committed,
    store_of,
)
from citelock.cli.snapshots.together import in_order
from citelock.snapshotter.adding import FAILED, REFUSED, Outcome, Wishes, add, file_copy, work_of
from citelock.snapshotter.clock import Clock
from citelock.snapshotter.copies.interface import Found, Work
from citelock.snapshotter.listing import Unreadable, read_regular
from citelock.snapshotter.roots import Project, open_project
from citelock.snapshotter.snapshot_store import COMMITTED, refuse_unless_private
from citelock.snapshotter.taking import ALLOW, Terms

_MOST_BYTES = 50 * 1024 * 1024


@click.command(
    "add",
    epilog="Example: citelock snapshot add 10.1186/1472-6882-14-419 --file paper.pdf --commit",
    short_help="Take the text of a source: find a legal copy, or use a file.",
)
@click.argument("names", nargs=-1, metavar="[ID]...")
@click.option(
    "--missing", multiple=True, metavar="CLAIMS", help="Also all works cited there that have no text."
)
@click.option("--file", "path", metavar="FILE", help="Your own copy: PDF, HTML, JATS or text. One ID only.")
@click.option(
    "--licence",
    type=click.Choice(NAMES),
    metavar="CLASS",
    help=f"What you know of its licence: {', '.join(NAMES)}.",
)
@click.option("--licence-from", metavar="TEXT", help="Where that stands, or who gave it; recorded.")
@click.option("--private", is_flag=True, help="Keep the text apart, whatever its licence.")
@click.option(
    "--private-dir", metavar="DIR", help="Where such texts are kept. [default: .private in sources/]"
)
@click.option(
    "--seal",
    is_flag=True,
    help="Commit a seal in place of the text: quotations of eight words and more can be checked, and the text"
    " cannot be read. It is no encryption.",
)
@click.option("--discard-text", is_flag=True, help="With --seal: keep the text nowhere.")
@click.option("--keep-original", is_flag=True, help="Keep the file that the text was made of.")
@click.option("--allow", multiple=True, type=click.Choice(ALLOW), help="Take that too; repeatable.")
@click.option(
    "--scope", type=click.Choice(("full", "abstract")), help="Your word on how much of the work it is."
)
@click.option("--force", metavar="REASON", help="Take it although it does not look like the work; recorded.")
@click.option("--record-failure", is_flag=True, help="Record also what may be otherwise in a minute.")
@click.option("--replace", is_flag=True, help="Replace another text that is there.")
@click.option(
    "--backend", type=click.Choice(("pdfminer", "pdfium")), default="pdfminer", help="Reader of PDFs."
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=1,
    metavar="N",
    help="Read N documents at once. [default: 1]",
)
@click.option("--commit", is_flag=True, help="Commit the new snapshots, and nothing else.")
@options.cache
@options.sources
@options.mailto
@options.registry
@options.allow_host
@options.quiet
def command(
    *,
    names: tuple[str, ...],
    missing: tuple[str, ...],
    path: str | None,
    licence: str | None,
    licence_from: str | None,
    private: bool,
    private_dir: str | None,
    seal: bool,
    discard_text: bool,
    keep_original: bool,
    allow: tuple[str, ...],
    scope: str | None,
    force: str | None,
    replace: bool,
    record_failure: bool,
    backend: str,
    jobs: int,
    commit: bool,
    cache: str | None,
    sources: str | None,
    mailto: str | None,
    registries: tuple[str, ...],
    allow_hosts: tuple[str, ...],
    quiet: bool,
) -> int:
    """Take the text of a source.

    ID is a DOI, PMID, PMCID, arXiv identifier or web address. The text is read in a process of its own,
    checked to be the work and the whole of it, and written to sources/ with its provenance. It stands in the
    tree only under a licence that allows that; any other text is kept apart, in a folder that git ignores.

    Exit code 0: all recorded. 2: another text is there, see --replace. 3: some could not be had, with the
    reason of each step.
    """
    given = _statement(licence, licence_from)
    if path is not None and (len(names) != 1 or missing):
        raise UsageError("--file is the text of one work. Name one ID with it.")
    if discard_text and not seal:
        raise UsageError("--discard-text belongs to --seal: without a seal nothing would be left.")
    if seal and private:
        raise UsageError("--private and --seal are two ways to keep a text apart. Choose one.")
    if not names and not missing:
        raise UsageError("nothing to take. Name identifiers, or claims files with --missing.")
    wishes = Wishes(
        Terms(
            frozenset(allow),
            scope or "",  # type: ignore[arg-type] # a choice of click
            (force or "").strip(),
            given,
            backend,  # type: ignore[arg-type] # a choice of click
        ),
        private=private,
        seal=seal,
        discard=discard_text,
        keep_original=keep_original,
        replace=replace,
        record_failure=record_failure,
    )
    project = open_project(missing[0] if missing else None, codes=BY_CODE, cache=cache, sources=sources)
    store = store_of(project, private_dir)
    sealable = project.config.seal_licences
    wishes = wishes._replace(sealable=NAMES if sealable == (ALL,) else sealable)
    ticker = Ticker(quiet=quiet)
    try:
        refuse_unless_private(project.root, project.top, store)
        works, outcomes = _works(project, names, missing, wishes.terms.allow, allow_hosts)
        for outcome in outcomes:
            _report(project, outcome, missing, quiet=quiet)
        for work, _ in works:
            if work.problem:
                said = message(
                    plain(work.problem, 500), "it was not looked at; restore it or collect it again"
                )
                tell(f"citelock: E_CACHE_CORRUPT: {said}")
        if commit:
            refuse_what_cannot_be_committed(project, [file_stem(holder) for _, holder in works])
        with ExitStack() as stack:
            copies = _copies(project, works, path, mailto, registries, allow_hosts, ticker, stack)

            def one(each: tuple[Work, Identifier]) -> Outcome:
                return add(copies(each[0]), *each, project.evidence, store, wishes)

            for outcome in in_order(one, works, jobs):
                outcomes.append(outcome)
                ticker.clear()
                _report(project, outcome, missing, quiet=quiet)
                ticker(f"{len(outcomes)}/{len(works)} works")
    finally:
        ticker.clear()
        project.evidence.close()
    if commit:
        say(commit_snapshots(project, outcomes))
    say(counts(outcomes))
    if any(each.status == FAILED for each in outcomes):
        return EXIT_COLLECTION
    return EXIT_USAGE if any(each.status == REFUSED for each in outcomes) else EXIT_OK


def _statement(licence: str | None, licence_from: str | None) -> Statement | None:
    """The user's word on the licence; a class without a source is no record of anything.

    Of an address in it that stands for the class the provenance keeps a link, which attribution asks for.
    """
    if licence is None and licence_from is None:
        return None
    if licence is None or not (licence_from or "").strip():
        raise UsageError("--licence CLASS and --licence-from TEXT belong together: what, and who says so.")
    words = shown(str(licence_from), 1000)
    said = read_statement("user", words=words)
    if said and licence.startswith("cc") and licence not in [each.name for each in said]:
        raise UsageError(f"--licence says {licence}, --licence-from {said[0].name}. Which of them is it?")
    urls = [each.url for each in said if each.name == licence and each.url]
    return Statement(licence, "user", urls[0] if urls else "", words)


def _works(
    project: Project,
    names: tuple[str, ...],
    missing: tuple[str, ...],
    allow: frozenset[str],
    allowed: tuple[str, ...],
) -> tuple[list[tuple[Work, Identifier]], list[Outcome]]:
    """The works named and those cited without a text, each once; and the addresses that are never asked."""
    blocked: list[Outcome] = []
    wanted: list[tuple[Identifier, str]] = []
    for name in names:
        page = page_of(name, allowed)
        if isinstance(page, Outcome):
            blocked.append(page)
        else:
            if page is not None:
                _say_that_none_may_cite_it(page)
            wanted.append((page or identifier_of(name), name))
    if missing:
        from citelock.snapshotter.checking import without_text

        passed_over: list[str] = []
        files = claims_files(project, missing)
        wanted += without_text(files, project.config, project.evidence, passed_over)
        tell_passed_over(passed_over)
    works: dict[str, tuple[Work, Identifier]] = {}
    for identifier, name in wanted:
        work, holder = work_of(project.evidence, identifier, allow)
        if identifier.scheme == "url":
            work = work._replace(address=requested_url(name))
        works.setdefault(file_stem(holder), (work, holder))
    return list(works.values()), blocked


def _say_that_none_may_cite_it(page: Identifier) -> None:
    """An address that was allowed for this run is none that a claims file may name."""
    reading = read_url(page.value)
    if isinstance(reading, Refusal):
        said = f"a citation of it will be E_ID_SYNTAX in every audit: it {reading.reason}"
        what = "give the server a name and allow that, or take the page from its public address"
        tell(f"citelock: {message(said, what, place=plain(page.value, 500))}")


def _copies(
    project: Project,
    works: Sequence[tuple[Work, Identifier]],
    path: str | None,
    mailto: str | None,
    registries: tuple[str, ...],
    allow_hosts: tuple[str, ...],
    ticker: Ticker,
    stack: ExitStack,
) -> Callable[[Work], Iterator[Found]]:
    """Where copies come from: the user's file, or the ladder."""
    if path is not None:
        content = _content(path)
        return lambda _work: file_copy(content, path, Clock().today())
    if not works:
        return lambda _work: iter(())  # nobody is set up to ask for nothing
    from citelock.cli.snapshots.asking import services_for
    from citelock.snapshotter.copies import ladder

    registered = any(work.identifier.scheme != "url" for work, _ in works)
    services = stack.enter_context(
        services_for(project.config, mailto, registries, allow_hosts, ticker, registered=registered)
    )
    return lambda work: ladder.copies(work, services)


def _content(path: str) -> bytes:
    """The bytes of the user's file. Raises UsageError."""
    content = read_regular(os.path.realpath(path), _MOST_BYTES)
    if isinstance(content, Unreadable):
        if not os.path.lexists(path):
            raise UsageError(f"--file {shown(path)}: there is no such file.")
        raise UsageError(f"--file {shown(path)}: it {content.reason}.")
    return content


def _report(project: Project, outcome: Outcome, missing: tuple[str, ...], *, quiet: bool) -> None:
    if outcome.status == REFUSED:
        changed, lost = _difference(project, outcome, missing)
        for line in refused_lines(outcome, changed, lost):
            say(line)
    elif not quiet or outcome.status == FAILED:
        shown_path = project.evidence.sources.shown(f"{outcome.stem}.json")
        for line in added_lines(outcome, shown=shown_path):
            say(line)


def _difference(project: Project, outcome: Outcome, missing: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The lines that differ, and the citations whose quotation the new text would not hold."""
    from citelock.snapshotter.provenance import provenance_bytes, text_bytes
    from citelock.snapshotter.text_changes import changed_lines, lost_quotes

    before, taken = outcome.before, outcome.taken
    if before is None or before.data is None or taken is None:
        return [], []
    after = project.evidence.with_snapshots(
        {
            f"{outcome.stem}.txt": text_bytes(taken.text),
            f"{outcome.stem}.json": provenance_bytes(taken, COMMITTED),
        }
    )
    own = os.path.join(project.root, "claims.json")
    paths = missing or ((own,) if os.path.isfile(own) else ())
    lost = lost_quotes(
        claims_files(project, paths), project.config, project.evidence, after, outcome.identifier
    )
    return changed_lines(before.data.decode("utf-8", "replace"), taken.text), lost
