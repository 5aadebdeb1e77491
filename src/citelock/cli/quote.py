"""`citelock quote`: is this verbatim in the snapshot, where, and if not, what comes nearest."""

from __future__ import annotations

from collections.abc import Iterator

import click

from citelock.checks.catalogue import BY_CODE
from citelock.checks.errors import CollectionError, EvidenceError, UsageError
from citelock.checks.identifiers import BadIdentifier, Identifier, parse_identifier
from citelock.checks.quotes import Fragment, QuotePolicy, QuoteResult
from citelock.checks.rules.identity import refusal
from citelock.checks.rules.quote import quote_object
from citelock.checks.sentences import message
from citelock.checks.text.excerpt import shown
from citelock.checks.text.find import check_quote
from citelock.checks.text.source import SourceText
from citelock.cli import options
from citelock.cli.errors import say, tell
from citelock.cli.exit_codes import EXIT_COLLECTION, EXIT_FINDINGS, EXIT_OK
from citelock.cli.output.plain import plain, readable_path
from citelock.cli.output.printed_json import json_text
from citelock.cli.output.text import nearest_lines
from citelock.snapshotter.fold_store import open_store
from citelock.snapshotter.looking_up import snapshot_of, text_of, why_no_text
from citelock.snapshotter.roots import open_project
from citelock.snapshotter.snapshot_files import SnapshotFile
from citelock.snapshotter.texts import open_seal

_CONTEXT = 60  # characters of the text shown on either side of a passage
_FOUND = ("verbatim", "markers_ignored", "editorial", "elided")


@click.command(
    "quote",
    epilog='Example: citelock quote 10.0000/demo.1 "the exact words of the source"',
    short_help="Look for exact words in one source.",
)
@click.argument("identifier", metavar="ID")
@click.argument("words")
@options.cache
@options.sources
@options.evidence_from
@options.min_quote
@options.no_store
@options.output_format("text", "json")
@options.verbose
def command(
    *,
    identifier: str,
    words: str,
    cache: str | None,
    sources: str | None,
    evidence_from: str | None,
    min_quote: int | None,
    no_store: bool,
    format_name: str,
    verbose: bool,
) -> int:
    """Look for the exact words of a quotation in one source.

    ID is a DOI, PMID, PMCID, arXiv identifier or URL whose text is in sources/. The exit code is 0 when the
    words stand there, 1 when they do not, 3 when there is no text to look at, or only a seal that
    cannot tell.
    """
    for name, text in (("ID", identifier), ("WORDS", words)):
        if not _is_unicode(text):
            raise UsageError(f"{name}: this is not UTF-8: “{shown(readable_path(text))}”. Type it as UTF-8.")
    asked = parse_identifier(identifier)
    if isinstance(asked, BadIdentifier):
        raise UsageError(refusal(asked))
    project = open_project(None, codes=BY_CODE, cache=cache, sources=sources, revision=evidence_from)
    store = open_store(not no_store, project.top or project.root)
    try:
        if store.note:
            tell(f"citelock: {store.note}")
        snapshot = snapshot_of(project.evidence, asked)
        source, problem = text_of(snapshot, store)
    finally:
        store.close()
        project.evidence.close()
    if problem is not None:
        raise EvidenceError(message(plain(problem), "the text may not be trusted", "restore the file"))
    if source is None and snapshot.seal is not None:
        return _sealed(asked, snapshot, words, min_quote or project.config.min_quote)
    if source is None:
        raise CollectionError(why_no_text(asked, snapshot))
    result = check_quote(words, None, source, QuotePolicy(min_quote or project.config.min_quote))
    if format_name == "json":
        answer = {
            "id": asked.key,
            "snapshot": {"path": snapshot.path, "sha256": snapshot.sha256},
            "quote": quote_object(result),
            "codes": [finding.name for finding in result.findings],
        }
        say(json_text(answer))
    else:
        for line in _lines(asked, snapshot, source, result):
            say(line)
    return EXIT_OK if result.status in _FOUND and not _refused(result) else EXIT_FINDINGS


def _sealed(asked: Identifier, snapshot: SnapshotFile, words: str, minimum: int) -> int:
    """What the seal of a text that is not at hand says: found or not, and nothing of the text."""
    from citelock.checks.sealing import check_sealed

    sealed, problem = open_seal(snapshot)
    if sealed is None:
        raise EvidenceError(
            message(plain(problem or "the seal is of other rules"), "take the snapshot again")
        )
    result = check_sealed(words, None, sealed, QuotePolicy(minimum))
    say(f"{result.status.replace('_', ' ')}: {plain(asked.key)} in {plain(str(snapshot.path))}\n")
    for finding in result.findings:
        say(f"    {finding.name}: {plain(finding.message)}\n")
    if result.status == "not_checked":
        return EXIT_COLLECTION  # too short for a seal, say: that is no "no"
    return EXIT_OK if result.status in _FOUND and not _refused(result) else EXIT_FINDINGS


def _is_unicode(text: str) -> bool:
    """False for an argument with bytes that are not UTF-8, which arrive as lone surrogates (PEP 383)."""
    return text.isascii() or not any("\ud800" <= character <= "\udfff" for character in text)


def _refused(result: QuoteResult) -> bool:
    return any(finding.code.startswith("E_") for finding in result.findings)


def _lines(
    asked: Identifier, snapshot: SnapshotFile, source: SourceText, result: QuoteResult
) -> Iterator[str]:
    yield f"{result.status.replace('_', ' ')}: {plain(asked.key)} in {plain(str(snapshot.path))}\n"
    for fragment in result.fragments:
        if fragment.start is not None and fragment.end is not None:
            yield from _passage(fragment, source.text, fragment.start, fragment.end)
    for finding in result.findings:
        yield f"    {finding.name}: {plain(finding.message)}\n"
    if result.nearest is not None:
        nearest = result.nearest._asdict()
        yield from nearest_lines(nearest, "    ", said=" ".join(item.message for item in result.findings))


def _place(text: str, start: int, end: int, line: int | None) -> str:
    """Line and columns (from 1, both included) of a passage, which may go over several lines."""
    column, last = start - text.rfind("\n", 0, start), end - 1 - text.rfind("\n", 0, end)
    further = text.count("\n", start, end)
    if line is None or not further:
        return f"line {line}, characters {column} to {last}"
    return f"line {line}, character {column}, to line {line + further}, character {last}"


def _passage(fragment: Fragment, text: str, start: int, end: int) -> Iterator[str]:
    """Where a fragment stands, with the words around it, and what the match needed."""
    page = f", page {fragment.page}" if fragment.page else ""
    yield f"    {_place(text, start, end, fragment.line)}{page}\n"
    before = text[max(0, start - _CONTEXT) : start].rpartition("\n")[2]
    after = text[end : end + _CONTEXT].partition("\n")[0]
    passage = text[start:end].replace("\xad", "").replace("\n", " ")
    yield f"    {plain(before)}[{plain(passage)}]{plain(after)}\n"
    if fragment.folds:
        yield f"    equal after folding: {', '.join(fragment.folds)}\n"
    if fragment.skipped:
        yield f"    left out of the source: {plain(', '.join(fragment.skipped))}\n"
    if fragment.inserted:
        yield f"    inserted by the quote: {plain(', '.join(fragment.inserted))}\n"
    if fragment.hidden_after:
        yield f"    hidden by the ellipsis: {plain(fragment.hidden_after)}\n"
