"""`citelock verify`: one claim against the web, recorded; or the same verdict again from a record."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from citelock.checks.errors import UsageError
from citelock.checks.verification.request import Fault, read_request
from citelock.checks.verification.values import TIME_RANGES, WORDS
from citelock.cli import options
from citelock.cli.errors import say, tell
from citelock.cli.exit_codes import EXIT_FINDINGS, EXIT_OK
from citelock.cli.output.printed_json import json_text
from citelock.cli.output.verification import verification_text
from citelock.cli.verification import setting_up
from citelock.cli.verification.setting_up import Asking, project_here, records_in, settings_of, setup_for

if TYPE_CHECKING:
    from citelock.checks.verification.decide import Json

_OPTIONS = {
    "claim": "CLAIM",
    "query": "--query",
    "maxSources": "--max-sources",
    "timeRange": "--time-range",
    "language": "--language",
}


@click.command(
    "verify",
    epilog='Example: citelock verify "GPT-4 was released in March 2023" --search searxng:http://127.0.0.1:8888',
    short_help="Check one claim against the web, recorded.",
)
@click.argument("claim", required=False)
@click.option("--query", metavar="WORDS", help="Search for these words. [default: the claim]")
@click.option("--max-sources", type=int, metavar="N", help="Pages to read, 1 to 5. [default: 4]")
@click.option(
    "--time-range",
    type=click.Choice(TIME_RANGES[1:]),
    help="Only pages of the last day, week, month or year.",
)
@click.option("--language", metavar="LANG", help="Two letters such as en. [default: auto]")
@setting_up.search
@setting_up.model
@setting_up.model_name
@click.option(
    "--records", metavar="DIR", help="Where the check is recorded. [default: verify/ of the project]"
)
@click.option("--replay", metavar="KEY", help="Derive the result of a record again; nothing is fetched.")
@click.option("--expect", type=click.Choice(WORDS), help="Exit code 1 for any other verdict.")
@setting_up.allow_host
@options.output_format("text", "json")
@options.verbose
def command(
    *,
    claim: str | None,
    query: str | None,
    max_sources: int | None,
    time_range: str | None,
    language: str | None,
    search: str | None,
    model: str | None,
    model_name: str | None,
    records: str | None,
    replay: str | None,
    expect: str | None,
    allow_hosts: tuple[str, ...],
    format_name: str,
    verbose: bool,
) -> int:
    """Check one claim against the web, recorded.

    CLAIM is a closed question: so, or not so. Pages are searched and read, a model may say what they say, and
    every quotation of its answer is looked for in the page it names. Search, pages and answers are recorded;
    --replay KEY gives the same bytes without network. The exit code is 0 for any verdict, 3 when the search
    or the model did not answer.
    """
    asked = {
        "query": query, "maxSources": max_sources, "timeRange": time_range, "language": language,
    }  # fmt: skip
    if replay is not None:
        given = [_OPTIONS[name] for name, value in {"claim": claim, **asked}.items() if value is not None]
        whom = {"--search": search, "--model": model, "--model-name": model_name}
        given += [name for name, value in whom.items() if value is not None]
        given += ["--allow-host"] if allow_hosts else []
        if given:
            raise UsageError(f"--replay repeats what was recorded: leave {', '.join(given)} out.")
        result = _replayed(replay, records)
    else:
        if claim is None:
            raise UsageError('name the claim, in quotes: citelock verify "…".')
        value = {"claim": claim, **{name: each for name, each in asked.items() if each is not None}}
        request = read_request(value)
        if isinstance(request, Fault):
            raise UsageError(f"{_OPTIONS[request.field]}: {request.what}")
        from citelock.snapshotter.verification.checking import verify

        project = project_here()
        setup = setup_for(
            project, Asking(search, model, model_name, allow_hosts), records_in(project, records)
        )
        result = verify(request, setup).result
    say(json_text(result) if format_name == "json" else verification_text(result))
    return EXIT_FINDINGS if expect is not None and result["verdict"] != expect else EXIT_OK


def _replayed(key: str, records: str | None) -> Json:
    from citelock.snapshotter.verification.checking import replay
    from citelock.snapshotter.verification.tables import load_tables

    project = project_here()
    replayed = replay(records_in(project, records), key, load_tables(settings_of(project.config).tiers))
    if not replayed.as_recorded:
        tell(
            "citelock: the result recorded beside it is another one: the tables or rules have changed since, "
            "or somebody edited it"
        )
    return replayed.result
