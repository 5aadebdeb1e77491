"""`citelock snapshot show`: one snapshot in words, and its text or one page of it."""

from __future__ import annotations

from collections.abc import Iterator

import click

from citelock.checks.catalogue import BY_CODE
from citelock.checks.errors import CollectionError, UsageError
from citelock.checks.fields import Fields, WrongField, object_field
from citelock.checks.rules.snapshot import NOT_LOOKED
from citelock.checks.sentences import message
from citelock.checks.text.source import normal_text
from citelock.cli import options
from citelock.cli.errors import say
from citelock.cli.exit_codes import EXIT_FINDINGS, EXIT_OK
from citelock.cli.output.plain import harmless, plain
from citelock.cli.output.printed_json import json_text
from citelock.cli.snapshots.common import identifier_of, store_of
from citelock.snapshotter.adding import work_of
from citelock.snapshotter.roots import open_project
from citelock.snapshotter.snapshot_table import Kept, kept

_WIDTH = 2_000  # characters of one value
_SPANS = 10  # of hidden text that are named


@click.command(
    "show",
    epilog="Example: citelock snapshot show 10.1186/1472-6882-14-419 --page 3",
    short_help="Show one snapshot: where it is from, and its text.",
)
@click.argument("name", metavar="ID")
@click.option("--page", type=click.IntRange(min=1), metavar="N", help="Print the text of this page only.")
@click.option("--text", "with_text", is_flag=True, help="Print the whole text, and nothing else.")
@click.option("--private-dir", metavar="DIR", help="Where texts are that may not be published.")
@options.cache
@options.sources
@options.evidence_from
@options.output_format("text", "json")
def command(
    *,
    name: str,
    page: int | None,
    with_text: bool,
    private_dir: str | None,
    cache: str | None,
    sources: str | None,
    evidence_from: str | None,
    format_name: str,
) -> int:
    """Show one snapshot: where it is from, and its text.

    Without --page or --text the provenance in words. Exit code 1 if the text may not be trusted, 3 if there
    is none.
    """
    identifier = identifier_of(name)
    project = open_project(None, codes=BY_CODE, cache=cache, sources=sources, revision=evidence_from)
    store_of(project, private_dir)
    try:
        _, holder = work_of(project.evidence, identifier, frozenset())
        settled = project.evidence.settle(identifier)
        found = project.evidence.snapshot(settled, holder)
        path = found.provenance_path or found.path
        if path is None:
            raise CollectionError(message(NOT_LOOKED, place=plain(settled.key)))
        snapshot = kept(project.evidence, path.rpartition("/")[2].rpartition(".")[0])
    finally:
        project.evidence.close()
    if page is not None or with_text:
        say(harmless(_text(snapshot, page)))
    elif format_name == "json":
        say(json_text(dict(snapshot.raw)) if snapshot.raw else "null\n")
    else:
        for line in _lines(snapshot):
            say(line)
    return EXIT_FINDINGS if snapshot.file.problem is not None else EXIT_OK


def _text(snapshot: Kept, page: int | None) -> str:
    """The text, or one page of it: its runs one after another, with a line between them."""
    if snapshot.file.data is None:
        why = snapshot.file.problem or "its text is not on this machine"
        raise CollectionError(message(plain(why), place=plain(snapshot.name)))
    text = normal_text(snapshot.file.data)
    if page is None:
        return text
    provenance = snapshot.provenance
    runs = provenance.pages if provenance is not None else ()
    runs = tuple(run for run in runs if run[0] < len(text))  # a page behind the end of the text is none
    ends = [*[offset for offset, _ in runs], len(text)][1:]
    parts = [
        text[start:end].strip("\n") for (start, number), end in zip(runs, ends, strict=True) if number == page
    ]
    if not parts:
        last = max((number for _, number in runs), default=0)
        known = f"it has the pages 1 to {plain(str(last), 20)}" if last else "its pages are not known"
        raise UsageError(f"--page {page}: {known}.")
    return "\n".join(parts) + "\n"


def _lines(snapshot: Kept) -> Iterator[str]:
    """The provenance in words, in the order in which a person asks."""
    yield f"{plain(snapshot.name, _WIDTH)}\n"
    file, raw = snapshot.file, snapshot.raw
    if file.problem is not None:
        yield f"    not to be trusted: {plain(file.problem, _WIDTH)}\n"
    if not raw:
        yield f"    text: {plain(str(file.path), _WIDTH)}\n"
        yield "    no provenance: nothing says where it came from\n"
        return
    try:
        facts = list(_facts(snapshot, raw))
    except WrongField as error:
        facts = [("provenance", str(error))]
    for label, value in facts:
        if value:
            yield f"    {label}: {plain(value, _WIDTH)}\n"


def _facts(snapshot: Kept, raw: Fields) -> Iterator[tuple[str, str]]:
    source, licence, text = (object_field(raw, name) for name in ("source", "licence", "text"))
    quality, extraction = object_field(raw, "quality"), object_field(raw, "extraction")
    document, identity = object_field(raw, "document"), object_field(raw, "identity")
    yield "unavailable", _word(raw.get("reason"))
    yield "title", _word(document.get("title"))
    yield "taken from", " ".join(filter(None, (_word(source.get("channel")), _word(source.get("url")))))
    if source.get("final_url") != source.get("url"):
        yield "which led to", _word(source.get("final_url"))
    yield "on", _word(source.get("retrieved"))
    yield "version", _word(raw.get("version"))
    size = source.get("bytes")
    yield "original", f"{size:,} bytes, sha256 {_word(source.get('sha256'))}" if type(size) is int else ""
    read_from = f" (read from {_word(licence.get('read_from'))})" if licence.get("read_from") else ""
    yield "licence", f"{_word(licence.get('class'))}{read_from}" if licence else ""
    yield "licence address", _word(licence.get("url"))
    yield "attribution", _word(licence.get("attribution"))
    yield "text", _where(snapshot, _word(text.get("storage"))) if text else ""
    yield "text sha256", _word(text.get("sha256"))
    counted = [
        f"{number:,} {name}" for name in ("characters", "lines") if type(number := text.get(name)) is int
    ]
    pages = quality.get("pages")
    counted += [f"{pages} pages"] if type(pages) is int else []
    yield "holds", ", ".join(counted)
    yield (
        "scope",
        f"{_word(text.get('scope'))} ({_word(text.get('scope_from'))})" if text.get("scope") else "",
    )
    yield (
        "extracted by",
        ", ".join(filter(None, map(_word, (extraction.get("extractor"), extraction.get("backend"))))),
    )
    yield "identity", _word(identity.get("status"))
    yield "taken by force", _word(raw.get("forced"))
    failed = quality.get("pages_failed")
    yield "pages that failed", ", ".join(map(str, failed)) if isinstance(failed, list) else ""
    flags = quality.get("flags")
    yield "flags", ", ".join(map(str, flags)) if isinstance(flags, list) else ""
    yield "hidden from readers", _spans(quality.get("hidden"))
    line = text.get("furniture_line")
    yield "running heads", f"from line {line} on" if type(line) is int else ""
    seal = object_field(raw, "seal")
    windows = seal.get("windows")
    yield "seal", f"{windows:,} windows, sha256 {_word(seal.get('sha256'))}" if type(windows) is int else ""


def _where(snapshot: Kept, storage: str) -> str:
    """How the text is kept, and where."""
    path = snapshot.file.path
    if path is None or (storage == "sealed" and not snapshot.file.private):
        return f"{storage}, not on this machine"
    return f"{path} ({storage})" if storage in ("private", "sealed") else path


def _spans(hidden: object) -> str:
    """The first of the spans that a reader does not see."""
    found = [span for span in hidden if isinstance(span, list)] if isinstance(hidden, list) else []
    said = [" to ".join(map(str, span)) for span in found[:_SPANS]]
    if len(found) > _SPANS:
        said.append(f"and {len(found) - _SPANS} more")
    return f"characters {', '.join(said)}" if said else ""


def _word(value: object) -> str:
    return value if isinstance(value, str) else ""
