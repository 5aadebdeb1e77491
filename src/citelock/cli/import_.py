"""`citelock import`: a report, a bibliography or API citations in, a claims file out."""

from __future__ import annotations

import os
from hashlib import sha256

import click

from citelock.checks import jsontext
from citelock.checks.adapters.assemble import Written, written
from citelock.checks.adapters.interface import FORMATS, MAX_BYTES, Imported, Unreadable
from citelock.checks.adapters.named_documents import read_documents
from citelock.checks.adapters.reading import read_any
from citelock.checks.adapters.telling import lines
from citelock.checks.catalogue import BY_CODE
from citelock.checks.errors import InputError, UsageError
from citelock.checks.limits import Limits
from citelock.cli import options
from citelock.cli.errors import tell
from citelock.cli.exit_codes import EXIT_FINDINGS, EXIT_OK
from citelock.cli.finish import STDOUT, evidence_folders, refuse_target, write_out
from citelock.cli.output.plain import readable_path
from citelock.snapshotter.input_file import open_file
from citelock.snapshotter.roots import open_project


@click.command(
    "import",
    epilog="Example: citelock import report.md --out claims.json; then citelock audit claims.json",
    short_help="Turn a report, a bibliography or API citations into a claims file.",
)
@click.argument("file")
@click.option(
    "--format",
    "format_name",
    type=click.Choice(("auto", *FORMATS)),
    default="auto",
    show_default=True,
    help="What FILE is; auto goes by its name, then by what it holds.",
)
@click.option("--out", default=STDOUT, metavar="FILE", help="Where the claims go. [default: stdout]")
@click.option("--force", is_flag=True, help="Replace the file at --out.")
@click.option("--uncited", is_flag=True, help="Take sentences without a source in, as uncited claims.")
@click.option(
    "--documents",
    metavar="MAP.JSON",
    help='Identifiers of documents that an API only numbers: {"0": "doi:10.…", "Title": "https://…"}.',
)
@options.quiet
def command(
    *, file: str, format_name: str, out: str, force: bool, uncited: bool, documents: str | None, quiet: bool
) -> int:
    """Turn a report, a bibliography or API citations into a claims file.

    FILE is Markdown, BibTeX, CSL-JSON, or the citations of the Anthropic or OpenAI API. No field is filled
    that FILE does not hold: what its format cannot carry, most often the quote, is said on stderr. A marker
    without an entry is kept as a citation without identifier, and gives exit code 1. Every claim and citation
    keeps its place in FILE. A report in Markdown can be audited without this: citelock audit report.md.
    """
    refuse_target(out, (file,))
    if out != STDOUT:
        _refuse_evidence(out)
    if out != STDOUT and os.path.lexists(out) and not force:
        raise UsageError(f"--out {out}: there is a file already. Replace it with --force.")
    shown = readable_path(file)
    data = _bytes(file, shown)
    named = _documents(documents) if documents is not None else {}
    imported = read_any(data, shown, format_name, named)
    claims = written(imported, shown, sha256=sha256(data).hexdigest(), limits=Limits(), uncited=uncited)
    write_out(out, iter((claims.data,)))
    _tell(imported, claims, shown, quiet=quiet)
    return EXIT_FINDINGS if claims.missing or imported.unread else EXIT_OK


def _refuse_evidence(out: str) -> None:
    """Raises TargetRefused for a file among the evidence of the project that it lies in, ConfigError."""
    project = open_project(out, codes=BY_CODE)
    try:
        refuse_target(out, (), evidence_folders(project, None, None))
    finally:
        project.evidence.close()


def _bytes(file: str, shown: str) -> bytes:
    with open_file(file, shown, MAX_BYTES) as stream:
        return stream.read(MAX_BYTES + 1)


def _documents(path: str) -> dict[str, str]:
    shown = readable_path(path)
    try:
        return read_documents(jsontext.parse(_bytes(path, shown), shown))
    except Unreadable as error:
        raise InputError(shown, error.what) from error


def _tell(imported: Imported, claims: Written, shown: str, *, quiet: bool) -> None:
    told = list(lines(imported, claims, shown))
    for line in told[1:2] if quiet else told:
        tell(line)
