"""Whom a check may ask, from options and citelock.yml: a search, a model, hosts of the operator's own."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import click

from citelock.checks.catalogue import BY_CODE
from citelock.checks.config import Config, is_base_address
from citelock.checks.errors import UsageError
from citelock.checks.text.excerpt import shown
from citelock.checks.verification.settings import MODELS, VerifySettings
from citelock.cli.snapshots.asking import endpoint
from citelock.snapshotter.roots import Project, open_project

if TYPE_CHECKING:
    from citelock.cli.server.service import Service
    from citelock.snapshotter.clock import Clock
    from citelock.snapshotter.verification.checking import Setup
    from citelock.snapshotter.verification.model import ModelServer
    from citelock.snapshotter.verification.search.interface import Provider

search = click.option(
    "--search",
    metavar="SEARCH",
    help="folder:DIR, file:HITS.json, searxng:URL, brave, tavily, serper, openalex or crossref. "
    "[default: the texts in sources/]",
)
model = click.option(
    "--model",
    metavar="MODEL",
    help="none, lexical, or openai:URL of a server with that interface. [default: none]",
)
allow_host = click.option(
    "--allow-host",
    "allow_hosts",
    multiple=True,
    metavar="HOST:PORT",
    help="Read pages of this one although it is not public, for a server of your own. Repeatable.",
)
model_name = click.option("--model-name", metavar="NAME", help="The model that the server is asked for.")


class Asking(NamedTuple):
    """Whom the operator lets a check ask, as options say it; None where citelock.yml or the default holds."""

    search: str | None
    model: str | None
    model_name: str | None
    allow_hosts: Sequence[str] = ()


def settings_of(config: Config) -> VerifySettings:
    """The section of citelock.yml, or the defaults."""
    return config.verify or VerifySettings()


def project_here() -> Project:
    """The project of the working directory."""
    return open_project(None, codes=BY_CODE)


def folder_of_records(given: str) -> str:
    """A folder as --records names it, relative to the working directory. Raises UsageError for no name."""
    if not given.strip():
        raise UsageError("--records: it is empty. Name a folder, or leave --records out.")
    return os.path.abspath(given)


def records_in(project: Project, given: str | None) -> str:
    """The folder of records: as given, relative to the working directory, else that of citelock.yml."""
    if given is not None:
        return folder_of_records(given)
    return os.path.join(project.root, settings_of(project.config).records)


def setup_for(project: Project, asking: Asking, records: str | None) -> Setup:
    """All that a check needs. Raises UsageError."""
    from citelock.snapshotter.clock import Clock
    from citelock.snapshotter.verification.checking import Setup
    from citelock.snapshotter.verification.fetching import WebPages
    from citelock.snapshotter.verification.searching import provider_of
    from citelock.snapshotter.verification.tables import load_tables

    settings = settings_of(project.config)
    clock = Clock()
    spec = asking.search if asking.search is not None else settings.search or "folder:"

    def folder(path: str) -> Provider:
        from citelock.snapshotter.verification.search.folder import Folder

        evidence = open_project(None, codes=BY_CODE, sources=path).evidence if path else project.evidence
        return Folder(evidence)

    return Setup(
        provider=provider_of(spec, settings.search_key_env, folder),
        pages=WebPages(project.config.ports, tuple(endpoint(each) for each in asking.allow_hosts), clock),
        model=model_for(settings, asking, clock),
        tables=load_tables(settings.tiers),
        records=records,
        clock=clock,
    )


def model_for(settings: VerifySettings, asking: Asking, clock: Clock) -> ModelServer | str:
    """The model that is asked: a server, or the word of one that is none. Raises UsageError."""
    from citelock.checks.verification.decide import LEXICAL
    from citelock.snapshotter.verification.checking import NONE
    from citelock.snapshotter.verification.model import ModelServer

    spec = asking.model if asking.model is not None else settings.model or NONE
    if spec in (NONE, LEXICAL):
        return spec
    kind, _, base = spec.partition(":")
    if kind != "openai" or not is_base_address(base):
        raise UsageError(f"“{shown(spec, 80)}” is no model. Write {', '.join(MODELS)}.")
    name = asking.model_name if asking.model_name is not None else settings.model_name
    return ModelServer(base, name, settings.api_key_env, clock)


def service_for(asking: Asking, records: str | None, log: Callable[[str], None]) -> Service:
    """What answers requests: one setup for all of them, the project opened anew for each.

    Raises UsageError, also where `records` cannot be written to.
    """
    from citelock.cli.server.service import Service
    from citelock.snapshotter.verification.recording import prepare_records

    if records is not None:
        prepare_records(records)
    return Service(setup_for(project_here(), asking, records), project_here, log)


def need_server() -> None:
    """Raises UsageError where the extra that serves is not installed."""
    from importlib.util import find_spec

    if find_spec("mcp") is None or find_spec("uvicorn") is None:
        raise UsageError("serving needs the extra packages: pip install 'citelock[serve]'.")
