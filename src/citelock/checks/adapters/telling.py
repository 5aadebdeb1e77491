"""What an import says of itself: what was carried over, what the format cannot carry, what is missing."""

from __future__ import annotations

from collections.abc import Iterator

from citelock.checks.adapters.assemble import Written
from citelock.checks.adapters.interface import ClaimDraft, Imported

# web.md, section 5: said once for each import, so that nobody takes a blank field for a fault of the report.
CANNOT = {
    "markdown": "Markdown carries no year and no author, and a quote only between quotation marks beside its "
    "marker or in a note",
    "bibtex": "BibTeX carries neither claims nor quotes: audit with --scope metadata",
    "csl-json": "CSL-JSON carries neither claims nor quotes: audit with --scope metadata",
    "anthropic": "these content blocks carry no year and no author; documents have no address of their own",
    "openai": "url_citation annotations carry no quote, no year and no author",
}
_MOST = 20  # of a kind that are told one by one


def counted(imported: Imported, written: Written) -> str:
    """`20 references, 49 markers, 0 missing, 0 unused, 0 quotes, 0 DOIs`."""
    counts = imported.counts
    parts = [f"{counts.references} references", f"{counts.markers} markers"]
    if counts.links:
        parts.append(f"{counts.links} links")
    parts += [
        f"{len(written.missing)} missing",
        f"{len(imported.unused)} unused",
        f"{written.quotes} quotes",
        f"{written.dois} DOIs",
    ]
    if imported.left_out:
        amounts = (f"{lines} of {name}" for name, lines in imported.left_out)
        parts.append(f"lines not read: {', '.join(amounts)}")
    return ", ".join(parts)


def lines(imported: Imported, written: Written, shown: str) -> Iterator[str]:
    """Everything that a person should know of an import, each line with its place."""
    yield f"{shown}: {written.claims} claims, {written.citations} citations ({imported.format})"
    yield f"{shown}: {counted(imported, written)}"
    counts = imported.counts
    if counts.sentences:
        yield f"{shown}: {counts.sentences} sentences without a source, {counts.figures} with figures"
    cannot = CANNOT[imported.format]
    if imported.format == "markdown" and any(map(_has_year, imported.claims)):
        cannot = cannot.replace("no author,", "no author outside of BibTeX,")
    yield f"{shown}: {cannot}"
    for what, at in imported.said[:_MOST]:
        yield f"{shown}:{at[0]}: {what}"
    yield from _more(len(imported.said), shown)
    for what, at in imported.unread[:_MOST]:
        yield f"{shown}:{at[0]}: {what}"
    yield from _more(len(imported.unread), shown)
    if written.missing:
        named = ", ".join(marker[:40] for marker in written.missing[:_MOST])
        more = f" and {len(written.missing) - _MOST} more" if len(written.missing) > _MOST else ""
        yield f"{shown}: E_REF_MISSING: no entry for {named}{more}"
    for each in imported.unused[:_MOST]:
        title = str(each.fields.get("title", ""))
        yield f"{shown}:{each.at[0]}: W_REF_UNUSED:{each.marker[:40]}{' ' + title[:80] if title else ''}"
    yield from _more(len(imported.unused), shown)
    for quotation in imported.quotations[:_MOST]:
        part = f" (in {quotation.part}, which is not read)" if quotation.part else ""
        yield f"{shown}:{quotation.at[0]}: W_QUOTE_UNCITED:{quotation.words[:40]}{part}"
    yield from _more(len(imported.quotations), shown)


def _has_year(claim: ClaimDraft) -> bool:
    return any("year" in citation.fields for citation in claim.citations)


def _more(count: int, shown: str) -> Iterator[str]:
    if count > _MOST:
        yield f"{shown}: and {count - _MOST} more of these"
