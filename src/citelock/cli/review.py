"""`citelock review`: what a model thinks of the citations that passed the audit; opinions, kept apart."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import click

from citelock.checks.canonical import dumps
from citelock.checks.catalogue import BY_CODE
from citelock.checks.errors import InputError, UsageError
from citelock.checks.review.result import read_review, review_object
from citelock.checks.review.values import FAILING, REVIEW_BYTES, Basis
from citelock.cli import options
from citelock.cli.errors import say, tell
from citelock.cli.exit_codes import EXIT_FINDINGS, EXIT_OK
from citelock.cli.finish import STDOUT, left_alone, refuse_target, tell_line, write_out
from citelock.cli.output.commands import no_command
from citelock.cli.output.plain import readable_path
from citelock.cli.output.review import review_lines
from citelock.cli.progress import Progress
from citelock.cli.verification import setting_up
from citelock.cli.verification.setting_up import Asking, folder_of_records, model_for, settings_of
from citelock.snapshotter.listing import Unreadable, read_regular
from citelock.snapshotter.positions import ClaimsFile
from citelock.snapshotter.roots import Project, open_project
from citelock.snapshotter.shard import Settings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from citelock.checks.review.values import Opinions
    from citelock.snapshotter.review_answers import AnswerFolder
    from citelock.snapshotter.reviewing import Chosen
    from citelock.snapshotter.verification.model import ModelServer

RECORDS = "review"  # the usual folder of recorded answers


def _verdicts(_ctx: click.Context, _parameter: click.Parameter, value: str | None) -> tuple[str, ...]:
    names = tuple(name.strip() for name in value.split(",")) if value is not None else ()
    for name in names:
        if name not in FAILING:
            raise click.BadParameter(f"{name[:80]!r} is none of {', '.join(FAILING)}.")
    return names


@click.command(
    "review",
    epilog="Example: citelock review claims.json --model openai:http://127.0.0.1:11434 --model-name NAME",
    short_help="Ask a model whether the quotations support the claims.",
)
@click.argument("claims", nargs=-1, required=True, metavar="CLAIMS...")
@click.option(
    "--model",
    metavar="MODEL",
    help="openai:URL of a server with that interface. [default: that of citelock.yml]",
)
@setting_up.model_name
@click.option(
    "--out",
    metavar="FILE",
    default="review.json",
    show_default=True,
    help="Where the review goes; - is stdout.",
)
@click.option(
    "--records", metavar="DIR", help="Where answers are recorded. [default: review/ of the project]"
)
@click.option("--replay", is_flag=True, help="Make the review of recorded answers alone; nobody is asked.")
@click.option(
    "--fail-on",
    callback=_verdicts,
    metavar="VERDICTS",
    help=f"Exit code 1 for any of these, such as contradicts,unrelated. Of: {', '.join(FAILING)}.",
)
@click.option(
    "--include-private", is_flag=True, help="Send passages of texts that may not be published, too."
)
@click.option(
    "--jobs", type=click.IntRange(1, 64), default=1, metavar="N", help="Questions at a time. [default: 1]"
)
@options.cache
@options.sources
@options.evidence_from
@options.min_quote
@options.no_store
@options.output_format("text", "json")
@options.quiet
@options.verbose
def command(
    *,
    claims: tuple[str, ...],
    model: str | None,
    model_name: str | None,
    out: str,
    records: str | None,
    replay: bool,
    fail_on: tuple[str, ...],
    include_private: bool,
    jobs: int,
    cache: str | None,
    sources: str | None,
    evidence_from: str | None,
    min_quote: int | None,
    no_store: bool,
    format_name: str,
    quiet: bool,
    verbose: bool,
) -> int:
    """Ask a model whether the quotations support the claims.

    CLAIMS are audited anew. Of each citation without an error whose quotation was found, the model is shown
    claim, quotation and 500 characters of the text on either side. Answers are recorded in review/ and used
    again while the question is the same. What comes out are opinions: they are in review.json and nowhere
    else, and the exit code is 0 whatever they are, unless --fail-on says otherwise; 3 when the model did
    not answer.
    """
    if replay and model is not None:
        raise UsageError("--replay asks nobody: leave --model out, and say whose answers with --model-name.")
    refuse_target(out, claims)
    with left_alone(out):
        project = open_project(claims[0], codes=BY_CODE, cache=cache, sources=sources, revision=evidence_from)
        try:
            earlier = _earlier(out) if replay and model_name is None else None
            server = None if replay else _server(project, Asking(None, model, model_name))
            name = server.model if server is not None else _name(project, model_name, earlier)
            config = project.config if min_quote is None else project.config._replace(min_quote=min_quote)
            files = tuple(ClaimsFile.at(path, readable_path(project.shown(path))) for path in claims)
            repository = project.top or project.root
            settings = Settings(project.evidence, config, files, "", not no_store, repository)
            folder = (
                folder_of_records(records) if records is not None else os.path.join(project.root, RECORDS)
            )
            private = include_private or (earlier is not None and earlier.include_private)
            how = _How(server, name, folder, private, jobs, quiet)
            review = _review(settings, how)
        finally:
            project.evidence.close()
        text = dumps(review) + "\n"
        if replay:
            _tell_difference(out, text)
        write_out(out, iter([text.encode("utf-8")]))
    if format_name == "json" and out != STDOUT:
        say(text)
    people = tell_line if out == STDOUT or format_name == "json" else say
    for line in review_lines(review, out, verbose=verbose, quiet=quiet):
        people(no_command(line))
    return EXIT_FINDINGS if _fails(review, fail_on) else EXIT_OK


class _How(NamedTuple):
    """How a review is made: `server` None: of recorded answers of the model `name` alone."""

    server: ModelServer | None
    name: str
    records: str
    include_private: bool
    jobs: int
    quiet: bool


def _review(settings: Settings, how: _How) -> dict[str, object]:
    from citelock.snapshotter.review_answers import AnswerFolder
    from citelock.snapshotter.reviewing import choose, judge_all
    from citelock.snapshotter.whole_audit import audit_whole

    audit = audit_whole(settings)
    chosen = choose(settings, audit, include_private=how.include_private)
    answers = AnswerFolder(how.records)
    if how.server is not None:
        _ask(chosen, how.server, answers, how)
    reviewed = judge_all(chosen.questions, how.name, answers)
    basis = Basis(audit.inputs, audit.input_sha256, audit.sha256, how.name, how.include_private)
    return review_object(basis, reviewed, chosen.skipped)


def _ask(chosen: Chosen, server: ModelServer, answers: AnswerFolder, how: _How) -> None:
    from citelock.cli.snapshots.together import in_order
    from citelock.snapshotter.reviewing import ask

    if chosen.private:
        tell(
            f"citelock: private texts are shown to the model with {chosen.private} questions; its answers "
            "may hold words of them, so publish neither the review nor its records"
        )
    with Progress("answers", quiet=how.quiet) as progress:
        asked = ask(chosen.questions, server, answers, partial(in_order, jobs=how.jobs), progress)
    if not how.quiet:
        tell(f"citelock: questions asked: {asked}; answers from the records: {len(chosen.questions) - asked}")


def _server(project: Project, asking: Asking) -> ModelServer:
    from citelock.snapshotter.clock import Clock
    from citelock.snapshotter.verification.model import ModelServer

    server = model_for(settings_of(project.config), asking, Clock())
    if not isinstance(server, ModelServer):
        raise UsageError(
            f"the model {server} has no opinions. Name a server with --model openai:URL and its model with "
            "--model-name, or in citelock.yml under verify."
        )
    return server


def _name(project: Project, given: str | None, earlier: Opinions | None) -> str:
    """Whose recorded answers are used: the model that is named, that of the review that is there."""
    name = given or (earlier.model if earlier is not None else settings_of(project.config).model_name)
    if not name:
        raise UsageError("say whose answers are to be used: --model-name NAME.")
    return name


def _earlier(out: str) -> Opinions | None:
    """The review that is there, None without one. Raises InputError where the file is something else."""
    content = _content(out)
    return None if content is None else read_review(content, readable_path(out))


def _tell_difference(out: str, text: str) -> None:
    before = _content(out)
    if before is not None and before != text.encode("utf-8"):
        tell(
            f"citelock: {readable_path(out)} was another one: claims, evidence or settings have changed "
            "since, or somebody edited it"
        )


def _content(out: str) -> bytes | None:
    if out == STDOUT or not os.path.lexists(out):
        return None
    content = read_regular(out, REVIEW_BYTES)
    if isinstance(content, Unreadable):
        raise InputError(readable_path(out), f"{content.reason}. Name a file with --out.")
    return content


def _fails(review: Mapping[str, object], fail_on: Sequence[str]) -> bool:
    counts = review["counts"]
    assert isinstance(counts, dict)
    return any(counts["verdicts"][verdict] for verdict in fail_on)
