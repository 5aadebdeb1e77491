"""What the commands that ask registries share: who asks, whom, how a person sees it, how it ends.

`--mailto`, `--registry` and the environment go over `citelock.yml`. A second signal is never needed: the
first one ends the waiting, and what was written stays (metadata.md, sections 4 and 8).
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy

from citelock.checks.catalogue import BY_CODE
from citelock.checks.config import REGISTRIES, Config, is_base_address, is_mail_address
from citelock.checks.errors import UsageError
from citelock.checks.identifiers import BadIdentifier, Identifier, parse_identifier
from citelock.checks.rules.identity import refusal
from citelock.checks.sentences import message
from citelock.checks.text.excerpt import shown
from citelock.cli.errors import tell
from citelock.cli.output.plain import plain
from citelock.cli.passed_over import tell_passed_over
from citelock.cli.progress import Ticker
from citelock.snapshotter.claims_input import ClaimsInput
from citelock.snapshotter.pace import AGAIN, ASKED, USUAL
from citelock.snapshotter.registries.asking import Asking
from citelock.snapshotter.registries.interface import Unchecked
from citelock.snapshotter.resolve import (
    PassedOver,
    Resolved,
    asking,
    cited,
    expand,
    refuse_links,
    resolve,
    without_record,
)
from citelock.snapshotter.roots import Project, open_project


@contextmanager
def asking_for(
    config: Config, address: str | None, named: tuple[str, ...], ticker: Ticker, *, hint: bool = True
) -> Iterator[Asking]:
    """What asks, set up as the options and the configuration say; closed at the end.

    `hint`: that a contact address is missing is said.
    """
    bases, contact = addresses(config, address, named)
    if bases:
        told = ", ".join(f"{name} at {base}" for name, base in sorted(bases.items()))
        tell(f"citelock: asked elsewhere than usual: {told}")
    if contact is None and hint:
        tell("citelock: no contact address: registries answer faster with --mailto you@example.org")
    asker, session = asking(
        bases,
        contact,
        ports=config.ports,
        on_wait=lambda service, seconds, why: _wait(ticker, asker.host(service), seconds, why),
    )
    try:
        yield asker
    finally:
        session.close()


def addresses(
    config: Config, address: str | None, named: tuple[str, ...]
) -> tuple[Mapping[str, str], str | None]:
    """The base addresses that are not the usual ones, and the contact address. Raises UsageError."""
    return {**config.registries, **_bases(named)}, contact_of(config, address)


_WHY_WAIT = {
    ASKED: "{host} asked for it",
    USUAL: "the usual distance between two requests to {host}",
    AGAIN: "before {host} is asked again after a fault",
}


def _wait(ticker: Ticker, host: str, seconds: float, why: str) -> None:
    """Says so when a person may wonder: at once for a long waiting, else when it is time for a line."""
    if seconds >= 2:
        say_it = ticker.note if seconds >= 5 else ticker
        say_it(f"waiting {seconds:.0f} s, {_WHY_WAIT[why].format(host=host)}")


def contact_of(config: Config, address: str | None) -> str | None:
    """The contact address: of the option, the environment or the configuration. Raises UsageError."""
    for where, given in (("--mailto", address), ("CITELOCK_MAILTO", os.environ.get("CITELOCK_MAILTO"))):
        if given:
            if not is_mail_address(given):
                raise UsageError(f"{where}: “{shown(given, 80)}” is no mail address.")
            return given
    return config.mailto or None


def _bases(named: tuple[str, ...]) -> Mapping[str, str]:
    bases = {}
    for each in named:
        name, sign, base = each.partition("=")
        if not sign or name not in REGISTRIES or not is_base_address(base):
            raise UsageError(
                f"--registry: “{shown(each, 120)}” is not NAME=URL with a NAME of {', '.join(REGISTRIES)}."
            )
        bases[name] = base.rstrip("/")
    return bases


def registered_work(name: str) -> Identifier:
    """What an `--id` names, of a kind that registries have records of. Raises UsageError."""
    identifier = parse_identifier(name)
    if isinstance(identifier, BadIdentifier):
        raise UsageError(f"--id: {refusal(identifier)}")
    if identifier.scheme == "url":
        raise UsageError(f"--id: {plain(name)} is a web address, and no registry has a record of it.")
    return identifier


def refuse_linked_folder(project: Project, cache: str | None) -> None:
    """Refuses a cache folder that a link leads to, before anybody is asked. Raises UsageError."""
    refuse_links(project.evidence.cache.path if cache is None else cache, project.root)


def resolved(
    project: Project,
    missing: list[Identifier],
    ticker: Ticker,
    mailto: str | None,
    registries: tuple[str, ...],
    passed_over: Sequence[PassedOver] = (),
) -> Resolved:
    """Resolves what is missing into the project's cache folder; whatever ends it says what is left.

    Of those passed over, what shortDOIs stand for is asked.
    """
    if not missing and not any(each.short for each in passed_over):
        return Resolved({}, (), 0)

    def tick(outcomes: Mapping[str, str | Unchecked]) -> None:
        now = Resolved(outcomes, (), asker.requests)
        done, total = len(outcomes), max(len(missing), len(outcomes))
        ticker.count(done, total, f"{done}/{total} identifiers, {asker.requests} requests: {_tally(now)}")

    try:
        with asking_for(project.config, mailto, registries, ticker) as asker:
            limit = project.config.limits.record_bytes
            expanded = expand(passed_over, asker)
            if not missing:
                return Resolved({}, (), asker.requests, expanded)
            found = resolve(missing, project.evidence.cache.path, asker, on_outcome=tick, limit=limit)
            return found._replace(expanded=expanded)
    except (Exception, KeyboardInterrupt) as error:
        left = len(without_record(missing, copy(project.evidence)))  # a copy lists the folder anew
        error.add_note(f"{len(missing) - left} written, {left} left, run again")
        raise


def fetch_missing(
    claims: Sequence[str], cache: str | None, mailto: str | None, registries: tuple[str, ...], *, quiet: bool
) -> bool:
    """Fetches the records that an audit of these files would miss; whether any stayed without an answer."""
    project = open_project(claims[0], codes=BY_CODE, cache=cache)
    addresses(project.config, mailto, registries)
    refuse_linked_folder(project, cache)
    ticker = Ticker(quiet=quiet)
    passed_over: list[PassedOver] = []
    try:
        files = [(path, project.shown(path)) for path in claims]
        works = cited(ClaimsInput(files, project.config.limits), passed_over)
        missing = without_record(works, project.evidence)
        tell_passed_over([each.place for each in passed_over])
        fetched = resolved(project, missing, ticker, mailto, registries)
    finally:
        ticker.clear()
        project.evidence.close()
    for line in unchecked_lines(fetched):
        tell(f"citelock: {line.rstrip()}")
    if missing and not quiet:
        tell(f"citelock: {counts(fetched)}")
    return bool(fetched.unchecked)


def unchecked_lines(resolved: Resolved) -> Iterator[str]:
    """A line for each identifier that nobody answered for."""
    for key, outcome in resolved.unchecked.items():
        place = f"{plain(key)}: {outcome.service}" if outcome.service else plain(key)
        yield message("not checked", plain(outcome.reason), place=place) + "\n"


def _tally(resolved: Resolved) -> str:
    return counts(resolved).partition(" ")[2]


def counts(resolved: Resolved) -> str:
    """The counts of a run: `asked=120 found=111 not_found=2 no_metadata=1 unchecked=6`."""
    found = resolved.count("found") + resolved.count("see")
    return (
        f"asked={len(resolved.outcomes)} found={found} not_found={resolved.count('not_found')} "
        f"no_metadata={resolved.count('no_metadata')} unchecked={len(resolved.unchecked)}"
    )
