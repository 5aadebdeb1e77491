"""The card of a claim: what the report says of it, beside the texts that it is about.

Nothing is judged here: every verdict is the report's. Where a text may not be shown, that is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from citelock.checks.catalogue import BY_CODE
from citelock.checks.claims import Citation, Claim
from citelock.checks.explanations import explanation
from citelock.checks.findings import entry_name
from citelock.checks.identifiers import Identifier, identify
from citelock.checks.records import Author, Record
from citelock.checks.sheet.nearest import difference_of
from citelock.checks.sheet.passages import passages_of
from citelock.checks.sheet.values import Card, Compared, Figure, Passage, Shown, Told
from citelock.checks.text.numbers.verdict import CODE_OF, UNSUPPORTED
from citelock.checks.text.quote_parts import split_elisions

Entry = Mapping[str, object]
_DATES = ("issued", "published", "published_print", "published_online")
_MOST_AUTHORS = 12
_OF_LETTER = {"E": "error", "W": "warning", "N": "note"}
_LEVELS = {"errors": "error", "warnings": "warning", "notes": "note"}
# Of these the messages say nothing that a text says: their words are those of the claim and of the quotation.
_WITHOUT_WORDS = frozenset({"E_QUOTE_TOO_SHORT", "E_QUOTE_UNSAFE"})
_WITH_WORDS = frozenset({"W_SNAPSHOT_IDENTITY"})  # beside all of the concern "quote"
_NOT_REPEATED = "What the source says is not repeated here."


class Material(NamedTuple):
    """What is known of the source of one citation; `text` None: there is none, or it may not be shown.

    `withheld` says why a text that there is is not shown.
    """

    text: str | None = None
    withheld: str = ""
    record: Record | None = None
    licence: str = ""
    attribution: str = ""


def card_of(
    claim: Claim, stated: Entry, rows: Sequence[Entry], material: Callable[[Citation, Entry], Material]
) -> Card:
    """The card of a claim, from its entry and rows in the report."""
    by_index = {row["citation"]: row for row in rows}
    return Card(
        claim=claim.id,
        file=claim.file,
        line=claim.line,
        text=claim.text,
        label=str(stated["label"]),
        because=tuple(map(str, _list(stated["because"]))),
        citations=tuple(
            _shown(each, by_index[each.index], material(each, by_index[each.index]))
            for each in claim.citations
            if each.index in by_index
        )
        or tuple(_uncited(row) for row in rows),
    )


def told_of(findings: Iterable[Entry], *, withheld: bool = False) -> tuple[Told, ...]:
    """Findings in words, worst first; of a `withheld` text no message repeats what it says."""
    order = ("error", "warning", "note")
    told = [
        Told(
            entry_name(each),
            str(each["severity"]),
            _without_words(each) if withheld else str(each["message"]),
            _number(each.get("line")),
        )
        for each in findings
    ]
    return tuple(sorted(told, key=lambda each: order.index(each.level)))


def _without_words(entry: Entry) -> str:
    """The message of a finding, or what its code means where the message may have words of the text."""
    code = str(entry["code"])
    known = BY_CODE.get(code)
    if known is None:
        return _NOT_REPEATED
    if code in _WITH_WORDS or (known.concern == "quote" and code not in _WITHOUT_WORDS):
        return f"{explanation(code).sentence} {_NOT_REPEATED}"
    return str(entry["message"])


def _uncited(row: Entry) -> Shown:
    told = told_of(_entries(row["findings"]))
    return Shown(0, "", "", str(row["label"]), str(row["fingerprint"]), told)


def _shown(citation: Citation, row: Entry, material: Material) -> Shown:
    quote = row["quote"] if isinstance(row["quote"], Mapping) else {}
    quotes = (citation.quote,) if citation.quote is not None else citation.quotes or ()
    figures = tuple(map(_figure, _entries(row["numbers"])))
    nearest = quote.get("nearest")
    difference = None
    if isinstance(nearest, Mapping) and quotes and material.text is not None:
        difference = difference_of(
            missed_parts(quotes, quote),
            material.text,
            str(nearest["text"]),
            _number(nearest["line"]) or 1,
            _number(nearest.get("page")),
        )
    passages: tuple[Passage, ...] = ()
    if material.text is not None:
        fragments = _entries(quote.get("fragments"))
        passages = passages_of(
            material.text, fragments, [each.quote for each in figures if each.level != "error"]
        )
    identifier = identify(citation)
    return Shown(
        index=citation.index,
        identifier=str(row["id"] or ""),
        address=_address(identifier) if isinstance(identifier, Identifier) else "",
        label=str(row["label"]),
        fingerprint=str(row["fingerprint"]),
        told=told_of(_entries(row["findings"]), withheld=material.text is None),
        quotes=quotes,
        status=str(quote.get("status", "")),
        missing=_missing(quotes, quote),
        passages=passages,
        difference=difference,
        compared=_compared(citation, material.record, row),
        figures=figures,
        withheld=material.withheld,
        licence=material.licence,
        attribution=material.attribution,
        hashes=_hashes(row),
    )


def _figure(entry: Entry) -> Figure:
    rule = str(entry["rule"] or "")
    level = str(entry.get("level") or _OF_LETTER.get(CODE_OF.get(rule, UNSUPPORTED)[:1], ""))
    return Figure(str(entry["claim"]), str(entry["quote"] or ""), rule, level)


def _missing(quotes: Sequence[str], quote: Entry) -> tuple[int, ...]:
    """The numbers of the quotations that were not found, from 0; a part of one that is missing is enough."""
    if quote.get("status") != "not_found":
        return ()
    if len(quotes) == 1:
        return (0,)
    lost = {each["n"] for each in _entries(quote.get("fragments")) if each.get("start") is None}
    return tuple(number for number in range(len(quotes)) if number + 1 in lost)


def missed_parts(quotes: Sequence[str], quote: Entry) -> tuple[str, ...]:
    """What was looked for and not found: fragments of a list, parts of a quotation with ellipses.

    The report says which only by number; a fragment of a list may have parts of its own.
    """
    numbers = [each["n"] for each in _entries(quote.get("fragments")) if each.get("start") is None]
    if len(quotes) == 1:
        parts = split_elisions(quotes[0])
        wanted = [part for number, part in enumerate(parts, 1) if number in numbers and len(parts) > 1]
        return tuple(wanted) or (quotes[0],)
    missing = [each for number, each in enumerate(quotes, 1) if number in numbers]
    return tuple(part for each in missing or quotes for part in split_elisions(each) or [each])


def _address(identifier: Identifier) -> str:
    """Where a person finds the source: only addresses of the web that we have made or checked ourselves."""
    if identifier.doi:
        return f"https://doi.org/{identifier.doi}"
    if identifier.scheme == "url" and identifier.value.startswith(("http://", "https://")):
        return identifier.value
    if identifier.scheme == "pmid":
        return f"https://pubmed.ncbi.nlm.nih.gov/{identifier.value}/"
    if identifier.scheme == "arxiv":
        return f"https://arxiv.org/abs/{identifier.value}"
    return ""


def _compared(citation: Citation, record: Record | None, row: Entry) -> tuple[Compared, ...]:
    """Title, year, authors and container as cited and as registered, where either says something."""
    if record is None:
        return ()
    levels = _levels(row)
    years = sorted({value[:4] for name, value in record.dates.items() if name in _DATES and value})
    pairs = [
        ("title", citation.title or "", _first(record.titles), "TITLE"),
        ("year", "" if citation.year is None else str(citation.year), ", ".join(years), "YEAR"),
        (
            "first author",
            citation.first_author or "",
            _name(record.authors[0]) if record.authors else "",
            "AUTHOR",
        ),
        (
            "authors",
            ", ".join(citation.authors or ()),
            _names(record.authors) if citation.authors else "",
            "COAUTHOR",
        ),
        ("container", citation.container_title or "", _first(record.containers), "CONTAINER"),
    ]
    return tuple(
        Compared(field, cited, registered, levels.get(concern, ""))
        for field, cited, registered, concern in pairs
        if cited
    )


def _levels(row: Entry) -> dict[str, str]:
    """The worst level of the codes of a concern: `E_TITLE_MISMATCH` is of TITLE."""
    levels: dict[str, str] = {}
    for key, level in _LEVELS.items():
        for name in _list(row[key]):
            levels.setdefault("".join(str(name).split("_")[1:2]), level)
    return levels


def _hashes(row: Entry) -> tuple[tuple[str, str], ...]:
    found = []
    for key in ("record", "snapshot", "provenance"):
        value = row.get(key)
        if isinstance(value, Mapping) and value.get("sha256"):
            found.append((str(value["path"]), str(value["sha256"])))
    return tuple(found)


def _first(values: Sequence[str]) -> str:
    return values[0] if values else ""


def _name(author: Author) -> str:
    return author.name or ", ".join(part for part in (author.family, author.given) if part)


def _names(authors: Sequence[Author]) -> str:
    rest = len(authors) - _MOST_AUTHORS
    more = f" and {rest} more" if rest > 0 else ""
    return ", ".join(_name(each) for each in authors[:_MOST_AUTHORS]) + more


def _entries(value: object) -> Sequence[Entry]:
    return [each for each in _list(value) if isinstance(each, Mapping)]


def _list(value: object) -> Sequence[object]:
    return value if isinstance(value, list | tuple) else ()


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
