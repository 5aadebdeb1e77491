"""BibTeX as claims, one for each entry, for `audit --scope metadata` (web.md, section 5).

The splitting is bibtexparser's, which goes on behind a broken entry; what the fields mean is decided here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from citelock.checks.adapters.identifying import FIELDS, Found, doi_of, fields_of, find_all
from citelock.checks.adapters.interface import CitationDraft, ClaimDraft, Counts, Imported
from citelock.checks.adapters.json_places import Places
from citelock.checks.adapters.people import family_name, listed
from citelock.checks.text.latex import unlatex

if TYPE_CHECKING:
    from bibtexparser.model import Entry

_ENCLOSED = {"{": "}", '"': '"'}
_ARXIV = re.compile(
    r"(?:arxiv:)?([0-9]{4}\.[0-9]{4,5}(?:v[0-9]+)?|[a-z-]+(?:\.[A-Z]{2})?/[0-9]{7}(?:v[0-9]+)?)",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\d{4}")
_URL_COMMAND = re.compile(r"\\(?:url|href|path)\s*\{([^{}]*)\}")
_BEGIN = re.compile(r"@\s*\w+\s*[{(]")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_CONTAINERS = ("journal", "journaltitle", "booktitle", "maintitle")
_ONE_NAME = re.compile(r"\{([^{}\\]*)\}")
_MOST_PIECES = 100  # of one concatenated value, and levels of strings in strings


def read_bibtex(text: str) -> Imported:
    """The entries of a BibTeX file; those that cannot be read are told of with their place."""
    from bibtexparser.entrypoint import (
        parse_string,
    )  # with 40 ms of its own, which an audit of JSON does not pay
    from bibtexparser.model import DuplicateBlockKeyBlock, DuplicateFieldKeyBlock, ParsingFailedBlock

    _quiet()
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    library = parse_string(text, parse_stack=[])
    strings = {name: name for name in _MONTHS}
    strings.update({string.key.lower(): str(string.value) for string in library.strings})
    lines = Places(text)
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    claims: list[ClaimDraft] = []
    unread = []
    plain_lists = 0
    at_line: dict[int, int] = {}
    for block in library.blocks:
        known: object = block
        if isinstance(block, DuplicateBlockKeyBlock):
            known = block.ignore_error_block
        line = max(block.start_line or 0, 0)
        begin = _BEGIN.search(text, at_line.get(line, starts[min(line, len(starts) - 1)]))
        index = begin.start() if begin else starts[min(line, len(starts) - 1)]
        if begin:
            at_line[line] = begin.end()
        at = lines.at(index)
        if isinstance(block, DuplicateFieldKeyBlock):
            known = block.ignore_error_block
        if _is_entry(known):
            claim, is_plain = _claim(known, strings, at)  # type: ignore[arg-type] # an Entry
            claims.append(claim)
            plain_lists += is_plain
        elif isinstance(block, ParsingFailedBlock):
            reason = str(getattr(block.error, "abort_reason", "") or "it is not complete")
            unread.append((f"an entry that cannot be read: {' '.join(reason.split())[:200]}", at))
    said = []
    if plain_lists:
        said.append(
            (f"{plain_lists} author fields are plain lists with commas, read as `A, B, and C`", (1, 1))
        )
    return Imported(
        "bibtex", tuple(claims), counts=Counts(references=len(claims)), said=tuple(said), unread=tuple(unread)
    )


def _is_entry(block: object) -> bool:
    from bibtexparser.model import Entry

    return isinstance(block, Entry)


def _quiet() -> None:
    """The parser logs what it also returns; without a handler that would go to stderr."""
    import logging

    logger = logging.getLogger("bibtexparser")
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())


def _claim(entry: Entry, strings: Mapping[str, str], at: tuple[int, int]) -> tuple[ClaimDraft, bool]:
    values: dict[str, str] = {}
    for each in entry.fields:
        values.setdefault(each.key.lower(), _value(str(each.value), strings))
    fields = dict(_identified(values))
    title = _plain(values.get("title", ""))
    if title:
        fields["title"] = title
    year = _year(values)
    if year:
        fields["year"] = year
    author = values.get("author", "")
    one = _ONE_NAME.fullmatch(author.strip())
    if one:  # an organisation, `{{Demo Group and Others}}`
        names, complete, is_plain, family = [_plain(one[1])], True, False, _plain(one[1])
    else:
        names, complete, is_plain = listed(unlatex(author))
        family = family_name(names[0]) if names else ""
    if family:
        fields["first_author"] = family
        if complete and len(names) > 1:
            fields["authors"] = names
    container = next((found for name in _CONTAINERS if (found := _plain(values.get(name, "")))), "")
    if container:
        fields["container_title"] = container
    text = (
        title or next((str(fields[name]) for name in FIELDS if name in fields), "") or entry.key or "an entry"
    )
    return ClaimDraft(text, at, (CitationDraft(at, fields),), entry.key), is_plain


def _value(raw: str, strings: Mapping[str, str], depth: int = 0) -> str:
    """The text of a value: `{…}`, `"…"`, a number, the name of a string, or several joined with `#`."""
    raw = raw.strip()
    if "#" in raw and depth < _MOST_PIECES:
        parts = _joined(raw)
        if len(parts) > 1:
            return "".join(_value(part, strings, depth + 1) for part in parts[:_MOST_PIECES])[:100_000]
    if raw[:1] in _ENCLOSED and raw[-1:] == _ENCLOSED[raw[0]] and len(raw) > 1:
        return raw[1:-1]
    named = strings.get(raw.lower())
    if named is not None and depth < 10:
        return _value(named, {}, depth + 1)
    return raw


def _joined(raw: str) -> list[str]:
    """The parts of a concatenation; a `#` in braces or quotation marks joins nothing."""
    parts, depth, quoted, start = [], 0, False, 0
    for index, sign in enumerate(raw):
        if sign == "{":
            depth += 1
        elif sign == "}":
            depth -= 1
        elif sign == '"' and not depth:
            quoted = not quoted
        elif sign == "#" and not depth and not quoted:
            parts.append(raw[start:index])
            start = index + 1
    return [*parts, raw[start:]]


def _plain(value: str) -> str:
    return " ".join(unlatex(value).split())


def _identified(values: Mapping[str, str]) -> dict[str, object]:
    """The identifier: DOI from doi, url, howpublished, note; arXiv from eprint, note, journal (web.md, 5)."""
    found: list[Found] = []
    own = _address(values.get("doi", ""))
    if own:
        whole = doi_of(own)  # the field is the DOI, whatever signs it holds
        dois = [one for one in find_all(own) if one.field == "doi"]
        found += [Found(0, 0, "doi", whole)] if whole else dois or [Found(0, 0, "doi", own)]
    for name, field in (("pmid", "pmid"), ("pmcid", "pmcid")):
        if values.get(name, "").strip():
            found.append(Found(0, 0, field, _plain(values[name])))
    for name in ("url", "howpublished", "note", "addendum", "annote"):
        found += find_all(_address(values.get(name, "")))
    archive = (values.get("archiveprefix") or values.get("eprinttype") or "").strip("{}").lower()
    eprint = _ARXIV.fullmatch(_plain(values.get("eprint", "")))
    if eprint and archive in ("", "arxiv"):
        found.append(Found(0, 0, "arxiv", eprint[1]))
    found += find_all(_plain(values.get("journal", "")) or _plain(values.get("journaltitle", "")))
    return fields_of(found)


def _address(value: str) -> str:
    r"""A value in which addresses are looked for: `\url{…}` opened, escapes taken off."""
    value = _URL_COMMAND.sub(r" \1 ", value)
    value = re.sub(r"\\([_%&#~{}])", r"\1", value).replace("{", "").replace("}", "")
    return " ".join(value.split())


def _year(values: Mapping[str, str]) -> int | str:
    raw = _plain(values.get("year", "")) or _plain(values.get("date", ""))
    if raw.isascii() and raw.isdigit() and len(raw) <= 4:
        return int(raw)
    found = _YEAR.match(raw)
    return int(found[0]) if found and not values.get("year") else raw[:40]
