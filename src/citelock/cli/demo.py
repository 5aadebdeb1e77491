"""`citelock demo`: the worked example in a folder of its own, audited for real, and how to go on."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources

import click

from citelock.checks.errors import UsageError
from citelock.cli.errors import say, tell
from citelock.cli.exit_codes import EXIT_BUG, EXIT_FINDINGS, EXIT_OK
from citelock.cli.output.plain import plain

_FILES = ("claims.json", "cache/10.0000_demo.1.json", "sources/10.0000_demo.1.txt")
_EXPECTED: tuple[tuple[str, list[str]], ...] = (
    ("c1", []),
    ("c2", ["E_YEAR_MISMATCH", "E_QUOTE_NOT_FOUND", "E_NUMBER_UNSUPPORTED:3"]),
    ("c3", ["E_NOT_CACHED"]),
    ("c4", ["E_UNCITED"]),
)
_STORY = """\
Four claims of an imaginary report, in Russian, checked against one record and one text.
  c1 is right: the source exists, is described as it is, and says these words and numbers.
  c2 cites the same source with another year, words that are not in it, and a figure of its own.
  c3 cites a source nobody has a record of: neither real nor invented, until somebody asks.
  c4 cites nothing.

$ citelock audit claims.json
"""
_GO_ON = """\

As expected: 4 checked, 3 failed; c1 is verified. `audit` itself ends with exit code 1 here, so that a
pipeline stops.
Go on:
  citelock demo --into DIR       keep these files: claims, record, text and report.json
  citelock rules E_NOT_CACHED    what a finding means and how to repair it
  citelock schema claims         what an agent has to write
  citelock audit claims.json     the same for your own claims, with cache/ and sources/ beside them
"""


@click.command("demo", epilog="Example: citelock demo", short_help="Run the worked example.")
@click.option("--into", metavar="DIR", help="Write the example to this new folder and keep it.")
def command(into: str | None) -> int:
    """Run the worked example in a temporary folder and show its report."""
    with _folder(into) as folder:
        for name in _FILES:
            target = os.path.join(folder, *name.split("/"))
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, "wb") as stream:
                stream.write(resources.files("citelock").joinpath("demo", *name.split("/")).read_bytes())
        say(_STORY)
        found, code = _audit(folder)
    if found != list(_EXPECTED) or code != EXIT_FINDINGS:
        tell(f"citelock: the example did not end as expected (exit code {code}): {found}")
        return EXIT_BUG
    say(_GO_ON)
    if into is not None:
        say(f"The files are in {plain(into)}\n")
    return EXIT_OK


def _audit(folder: str) -> tuple[list[tuple[str, list[str]]], int]:
    """Runs `citelock audit claims.json` in the folder; the error list of each claim, and the exit code."""
    import json

    from citelock.cli.audit import command as audit

    before = os.getcwd()
    os.chdir(folder)
    try:
        with audit.make_context("citelock audit", ["claims.json", "--no-store"]) as context:
            code = audit.invoke(context)
        with open("report.json", encoding="utf-8") as stream:
            report = json.load(stream)
    finally:
        os.chdir(before)
    return [(row["claim"], row["errors"]) for row in report["results"]], int(code)


@contextmanager
def _folder(into: str | None) -> Iterator[str]:
    """A temporary folder, removed afterwards, or a new one of this name, kept."""
    if into is None:
        import tempfile

        with tempfile.TemporaryDirectory(prefix="citelock-demo-") as folder:
            yield folder
        return
    try:
        os.makedirs(into)
    except FileExistsError as error:
        raise UsageError(
            f"--into {into}: there is such a file or folder already. Give a new name."
        ) from error
    except OSError as error:
        raise UsageError(f"--into {into}: cannot be made: {error.strerror}. Give another name.") from error
    try:
        yield into
    except BaseException:
        shutil.rmtree(into, ignore_errors=True)
        raise
