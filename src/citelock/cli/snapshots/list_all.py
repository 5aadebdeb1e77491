"""`citelock snapshot list`: the snapshots that there are, one line each, or their attributions."""

from __future__ import annotations

from collections.abc import Iterator

import click

from citelock.checks.catalogue import BY_CODE
from citelock.checks.fields import object_field
from citelock.checks.snapshots import Provenance
from citelock.cli import options
from citelock.cli.errors import say
from citelock.cli.exit_codes import EXIT_OK
from citelock.cli.output.plain import plain
from citelock.cli.output.printed_json import json_text
from citelock.cli.snapshots.common import store_of
from citelock.snapshotter.roots import open_project
from citelock.snapshotter.snapshot_table import Kept, all_snapshots


@click.command(
    "list",
    epilog="Example: citelock snapshot list --attribution",
    short_help="List the snapshots that there are.",
)
@click.option("--attribution", is_flag=True, help="Print who is to be named for each text, as licences ask.")
@click.option("--private-dir", metavar="DIR", help="Where texts are that may not be published.")
@options.cache
@options.sources
@options.evidence_from
@options.output_format("text", "json")
def command(
    *,
    attribution: bool,
    private_dir: str | None,
    cache: str | None,
    sources: str | None,
    evidence_from: str | None,
    format_name: str,
) -> int:
    """List the snapshots that there are.

    One line each: identifier, where the text is (committed, private, sealed, absent), licence class, scope,
    characters, flags, and what speaks against it: taken by force, another page, missing pages, hidden text;
    for a work whose text could not be had, the reason.
    """
    project = open_project(None, codes=BY_CODE, cache=cache, sources=sources, revision=evidence_from)
    store_of(project, private_dir)
    try:
        snapshots = list(all_snapshots(project.evidence))
    finally:
        project.evidence.close()
    if format_name == "json":
        say(json_text({"snapshots": [_entry(each) for each in snapshots]}))
        return EXIT_OK
    for line in _attributions(snapshots) if attribution else _lines(snapshots):
        say(line)
    return EXIT_OK


def _entry(each: Kept) -> dict[str, object]:
    provenance = each.provenance
    return {
        "id": each.identifier.key if each.identifier is not None else None,
        "name": each.stem,
        "status": provenance.status if provenance is not None else None,
        "reason": (provenance.reason or None) if provenance is not None else None,
        "storage": _storage(each),
        "licence": (provenance.licence or None) if provenance is not None else None,
        "scope": (provenance.scope or None) if provenance is not None else None,
        "flags": list(provenance.flags) if provenance is not None else [],
        "identity": (provenance.identity or None) if provenance is not None else None,
        "forced": (provenance.forced or None) if provenance is not None else None,
        "hidden": len(provenance.hidden) if provenance is not None else 0,
        "verdict": (provenance.verdict or None) if provenance is not None else None,
        "path": each.file.path,
        "sha256": each.file.sha256,
        "problem": each.file.problem,
    }


def _storage(each: Kept) -> str:
    """Where the text is; absent for one that is kept apart and not on this machine."""
    provenance = each.provenance
    if provenance is None or provenance.status != "ok":
        return "no provenance" if each.file.path is not None else "none"
    at_hand = each.file.data is not None or each.file.seal is not None
    storage = provenance.storage or "committed"
    return storage if at_hand else f"{storage}, not here"


def _lines(snapshots: list[Kept]) -> Iterator[str]:
    for each in snapshots:
        provenance, name = each.provenance, plain(each.name, 2048)
        if each.file.problem is not None:
            yield f"{name}: {plain(each.file.problem)}\n"
        elif provenance is None:
            yield f"{name}: no provenance; {len(each.file.data or b''):,} bytes\n"
        elif provenance.status != "ok":
            when = f" on {plain(provenance.retrieved, 20)}" if provenance.retrieved else ""
            yield f"{name}: unavailable: {plain(provenance.reason, 40)}{when}\n"
        else:
            characters = object_field(each.raw, "text").get("characters")
            parts = [_storage(each), provenance.licence or "no licence", provenance.scope or "scope unknown"]
            parts.append(f"{characters:,} characters" if type(characters) is int else "")
            parts += provenance.flags
            parts += _doubts(provenance)
            yield f"{name}: {plain('; '.join(filter(None, parts)))}\n"
    if not snapshots:
        yield "there are no snapshots\n"


def _doubts(provenance: Provenance) -> list[str]:
    """What a person should know before the text is relied on."""
    found = []
    if provenance.forced:
        found.append("taken by force, it does not look like the work")
    elif provenance.identity == "wrong":
        found.append("not the page that was cited")
    elif provenance.identity == "not_checkable" and not provenance.id.startswith("url:"):
        found.append("nobody could tell whether it is the work")
    if provenance.verdict == "partial":
        found.append("pages are missing")
    if provenance.hidden:
        count = len(provenance.hidden)
        found.append(f"hidden text in {count} place{'s' if count != 1 else ''}")
    return found


def _attributions(snapshots: list[Kept]) -> Iterator[str]:
    """The attribution of every text, for a page of acknowledgements; those without one are named too."""
    for each in snapshots:
        said = object_field(each.raw, "licence").get("attribution") if each.raw.get("licence") else None
        if isinstance(said, str) and said:
            yield f"{plain(said, 3000)}\n"
        elif each.provenance is None or each.provenance.status == "ok":
            yield f"{plain(each.name, 2048)}: no attribution is recorded\n"
