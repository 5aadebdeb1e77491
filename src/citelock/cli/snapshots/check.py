"""`citelock snapshot check`: every snapshot against its provenance, its licence and its record."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from hashlib import sha256

import click

from citelock.checks import canonical
from citelock.checks.catalogue import BY_CODE
from citelock.checks.errors import UsageError
from citelock.checks.fields import object_field
from citelock.checks.findings import Finding
from citelock.checks.identifiers import Identifier, file_stem
from citelock.checks.rules.snapshot import published_from_private
from citelock.cli import options
from citelock.cli.errors import say, tell
from citelock.cli.exit_codes import EXIT_COLLECTION, EXIT_FINDINGS, EXIT_OK
from citelock.cli.output.plain import plain
from citelock.cli.output.printed_json import json_text
from citelock.cli.passed_over import tell_passed_over
from citelock.cli.progress import Ticker
from citelock.cli.snapshots.common import claims_files, identifier_of, store_of
from citelock.cli.snapshots.origins import Origins
from citelock.snapshotter.adding import work_of
from citelock.snapshotter.checking import Checked, check_all, without_text
from citelock.snapshotter.clock import Clock
from citelock.snapshotter.provenance import text_bytes
from citelock.snapshotter.rederiving import FINDINGS, PROOFS, UNREACHABLE, Rederived
from citelock.snapshotter.rederiving import rederive as repeat
from citelock.snapshotter.roots import Project, open_project
from citelock.snapshotter.snapshot_store import Store, published_from, refuse_unless_private
from citelock.snapshotter.snapshot_table import Kept, all_snapshots
from citelock.snapshotter.text_changes import lost_quotes


@click.command(
    "check",
    epilog="Example: citelock snapshot check claims.json",
    short_help="Check that every snapshot is what its provenance says.",
)
@options.claims
@click.option("--rederive", is_flag=True, help="Repeat the origin of each: download, extract, compare.")
@click.option(
    "--require-proof",
    is_flag=True,
    help="With --rederive: a text that was not reproduced from its address is a finding.",
)
@options.names("Only this work; repeatable.")
@click.option("--private-dir", metavar="DIR", help="Where texts are that may not be published.")
@options.cache
@options.sources
@options.evidence_from
@options.mailto
@options.registry
@options.allow_host
@options.output_format("text", "json")
@options.quiet
def command(
    *,
    claims: tuple[str, ...],
    rederive: bool,
    require_proof: bool,
    names: tuple[str, ...],
    private_dir: str | None,
    cache: str | None,
    sources: str | None,
    evidence_from: str | None,
    mailto: str | None,
    registries: tuple[str, ...],
    allow_hosts: tuple[str, ...],
    format_name: str,
    quiet: bool,
) -> int:
    """Check that every snapshot is what its provenance says.

    Hashes, licences, identity, scope, and whether git would leave the private store alone; with CLAIMS also
    which cited works have no text. Offline, but for --rederive, which repeats where each text came from.
    Only a text that its address gave again is proved: whoever may edit files may edit the kept originals
    too, and citelock.yml; the host that answered is printed. Exit code 1 on findings, 3 if an origin was not
    reached and there are none.
    """
    if require_proof and not rederive:
        raise UsageError("--require-proof: it is about what --rederive finds. Give both.")
    project = open_project(
        claims[0] if claims else None, codes=BY_CODE, cache=cache, sources=sources, revision=evidence_from
    )
    store = store_of(project, private_dir)
    repeated: list[Rederived] = []
    try:
        snapshots = _chosen(project, names)
        checked = list(check_all(snapshots, project.config, project.evidence, today=Clock().today()))
        passed_over: list[str] = []
        cited = without_text(claims_files(project, claims), project.config, project.evidence, passed_over)
        tell_passed_over(passed_over)
        missing = [identifier for identifier, _ in cited]
        private = evidence_from is None and any(each.kept.file.private for each in checked)
        open_store = _open_store(project, store) if private else ""
        published = _published(project, store) if evidence_from is None else []
        if rederive:
            with ExitStack() as stack:
                ticker = Ticker(quiet=quiet)
                origins = Origins(project.config, mailto, registries, allow_hosts, ticker, stack)
                repeated = [
                    found
                    for each in snapshots
                    if (found := repeat(each, project.evidence, store, origins.fetch)) is not None
                ]
                ticker.clear()
        losses = {
            each.kept.stem: _lost(project, each, claims) for each in repeated if each.result in FINDINGS
        }
    finally:
        project.evidence.close()
    total = sum(len(each.findings) for each in checked) + len(missing) + bool(open_store) + len(published)
    total += sum(each.result in FINDINGS for each in repeated)
    proved = sum(each.result in PROOFS for each in repeated)
    unproved = sum(_has_text(each) for each in snapshots) - proved
    if require_proof:
        total += sum(each.result not in (*PROOFS, *FINDINGS, UNREACHABLE) for each in repeated)
    if format_name == "json":
        say(json_text(_value(checked, missing, open_store, published, repeated, losses)))
    else:
        for line in [*_lines(checked, missing, quiet=quiet), *_repeated_lines(repeated, losses)]:
            say(line)
        for finding in published:
            say(f"{finding.name}: {plain(finding.message, 1000)}\n")
        if open_store:
            tell(f"citelock: {open_store}")
        counted = f" proved={proved} not_proved={unproved}" if rederive else ""
        say(f"snapshots={len(checked)} findings={total} without_text={len(missing)}{counted}\n")
    if total:  # a finding is never hidden behind an address that was not reached
        return EXIT_FINDINGS
    return EXIT_COLLECTION if any(each.result == UNREACHABLE for each in repeated) else EXIT_OK


def _has_text(each: Kept) -> bool:
    """Whether there is a text whose origin could be proved: anything but the record of a failure."""
    return each.provenance is None or each.provenance.status == "ok"


def _chosen(project: Project, names: tuple[str, ...]) -> list[Kept]:
    """All snapshots, or those of the works named."""
    snapshots = list(all_snapshots(project.evidence))
    if not names:
        return snapshots
    stems = {file_stem(work_of(project.evidence, identifier_of(name), frozenset())[1]) for name in names}
    chosen = [each for each in snapshots if each.stem in stems]
    if len(chosen) < len(stems):
        raise UsageError("--id: there is no snapshot of one of these works.")
    return chosen


def _lost(project: Project, each: Rederived, claims: tuple[str, ...]) -> list[str]:
    """The citations whose quotation would be lost with the text that the origin gives now."""
    identifier = each.kept.identifier
    if not claims or identifier is None or not each.text or each.kept.file.data is None:
        return []
    content = text_bytes(each.text)
    raw = {
        **each.kept.raw,
        "text": {**object_field(each.kept.raw, "text"), "sha256": sha256(content).hexdigest()},
    }
    described = f"{canonical.dumps(raw)}\n".encode()
    after = project.evidence.with_snapshots(
        {f"{each.kept.stem}.txt": content, f"{each.kept.stem}.json": described}
    )
    files = claims_files(project, claims)
    return lost_quotes(files, project.config, project.evidence, after, identifier)


def _repeated_lines(repeated: Sequence[Rederived], losses: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for each in repeated:
        said = f": {plain(each.message, 1000)}" if each.message else ""
        yield f"{plain(each.kept.name, 2048)}: {each.result}{said}\n"
        for line in each.lines:
            yield f"    {plain(line)}\n"
        for line in losses.get(each.kept.stem, ()):
            yield f"    would fail: {plain(line, 500)}\n"


def _published(project: Project, store: Store) -> list[Finding]:
    """The texts of the private store that git has; nobody is asked where there is no such store."""
    if not os.path.isdir(store.private.path):
        return []
    return [published_from_private(path) for path in published_from(project.root, project.top, store)]


def _open_store(project: Project, store: Store) -> str:
    """Why the private store is not private; "" if it is."""
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


def _value(
    checked: Sequence[Checked],
    missing: Sequence[Identifier],
    open_store: str,
    published: Sequence[Finding],
    repeated: Sequence[Rederived],
    losses: Mapping[str, Sequence[str]],
) -> object:
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
        "published_from_private_store": [{"code": each.name, "message": each.message} for each in published],
        "rederived": [
            {
                "name": each.kept.stem,
                "result": each.result,
                "proved": each.result in PROOFS,
                "message": each.message,
                "lines": list(each.lines),
                "would_fail": list(losses.get(each.kept.stem, ())),
            }
            for each in repeated
        ],
    }
