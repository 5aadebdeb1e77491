"""`citelock snapshot check`: every snapshot against its provenance, its licence and its record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from citelock.checks import canonical
from citelock.checks.catalogue import BY_CODE
from citelock.checks.errors import UsageError
from citelock.checks.identifiers import Identifier
from citelock.cli import options
from citelock.cli.errors import EXIT_FINDINGS, EXIT_OK, say, tell
from citelock.cli.output.plain import plain
from citelock.cli.snapshots.common import claims_files, store_of
from citelock.snapshotter.checking import Checked, check_all, without_text
from citelock.snapshotter.roots import Project, open_project
from citelock.snapshotter.snapshot_store import refuse_unless_private
from citelock.snapshotter.snapshot_table import all_snapshots


@click.command(
    "check",
    epilog="Example: citelock snapshot check claims.json",
    short_help="Check that every snapshot is what its provenance says.",
)
@click.argument("claims", nargs=-1, metavar="[CLAIMS]...")
@click.option("--private-dir", metavar="DIR", help="Where texts are that may not be published.")
@options.cache
@options.sources
@options.evidence_from
@options.output_format("text", "json")
@options.quiet
def command(
    *,
    claims: tuple[str, ...],
    private_dir: str | None,
    cache: str | None,
    sources: str | None,
    evidence_from: str | None,
    format_name: str,
    quiet: bool,
) -> int:
    """Check that every snapshot is what its provenance says.

    Hashes, licences, identity, scope, and whether git would leave the private store alone; with CLAIMS also
    which cited works have no text. Offline. Exit code 1 on findings.
    """
    project = open_project(
        claims[0] if claims else None, codes=BY_CODE, cache=cache, sources=sources, revision=evidence_from
    )
    store = store_of(project, private_dir)
    try:
        checked = list(check_all(list(all_snapshots(project.evidence)), project.config, project.evidence))
        missing = without_text(claims_files(project, claims), project.config, project.evidence)
        if evidence_from is None and any(each.kept.file.private for each in checked):
            open_store = _open_store(project, store)
        else:
            open_store = ""
    finally:
        project.evidence.close()
    found = sum(len(each.findings) for each in checked) + len(missing) + bool(open_store)
    if format_name == "json":
        say(canonical.dumps(_value(checked, missing, open_store)) + "\n")
        return EXIT_FINDINGS if found else EXIT_OK
    for line in _lines(checked, missing, quiet=quiet):
        say(line)
    if open_store:
        tell(f"citelock: {open_store}")
    say(f"snapshots={len(checked)} findings={found} without_text={len(missing)}\n")
    return EXIT_FINDINGS if found else EXIT_OK


def _open_store(project: Project, store: object) -> str:
    """Why the private store is not private; "" if it is."""
    from citelock.snapshotter.snapshot_store import Store

    assert isinstance(store, Store)
    try:
        refuse_unless_private(project.root, project.top, store)
    except UsageError as error:
        return str(error)
    return ""


def _lines(checked: Sequence[Checked], missing: Sequence[Identifier], *, quiet: bool) -> Iterator[str]:
    for each in checked:
        name = plain(each.kept.name, 2048)
        for finding in each.findings:
            yield f"{name}: {finding.name}: {plain(finding.message, 1000)}\n"
        if not quiet:
            for note in each.notes:
                yield f"{name}: {plain(note, 1000)}\n"
    for identifier in missing:
        yield f"{plain(identifier.key, 2048)}: cited, and there is no text of it\n"


def _value(checked: Sequence[Checked], missing: Sequence[Identifier], open_store: str) -> object:
    return {
        "snapshots": [
            {
                "id": each.kept.identifier.key if each.kept.identifier is not None else None,
                "name": each.kept.stem,
                "findings": [{"code": one.name, "message": one.message} for one in each.findings],
                "notes": list(each.notes),
            }
            for each in checked
        ],
        "without_text": [identifier.key for identifier in missing],
        "private_store": open_store or None,
    }
