"""CSL-JSON (Zotero, Pandoc) as claims, one for each item, for `audit --scope metadata` (web.md, 5)."""

from __future__ import annotations

from collections.abc import Mapping

from citelock.checks.adapters.identifying import FIELDS, Found, doi_of, fields_of, find_all
from citelock.checks.adapters.interface import At, CitationDraft, ClaimDraft, Counts, Imported, Unreadable
from citelock.checks.adapters.json_places import Places, begin, members
from citelock.checks.adapters.people import is_nobody

_IDENTIFIERS = (("DOI", "doi"), ("PMID", "pmid"), ("PMCID", "pmcid"), ("URL", "url"))


def read_csl(text: str, value: object) -> Imported:
    """The items of a CSL-JSON document, whose text and value these are."""
    start = begin(text)
    items = value
    if isinstance(value, dict):
        key = next((key for key in ("items", "references") if isinstance(value.get(key), list)), None)
        if key is None:
            items, starts = [value], [start]
        else:
            items = value[key]
            inner = next(at for name, at in members(text, start) if name == key)
            starts = [at for _, at in members(text, inner)]
    else:
        starts = [at for _, at in members(text, start)]
    if not isinstance(items, list):
        raise Unreadable('is no list of CSL items. Write [{"id": …, "title": …}].')
    places = Places(text)
    claims, unread = [], []
    for item, at in zip(items, starts, strict=False):
        if isinstance(item, dict):
            claims.append(_claim(item, places.at(at)))
        else:
            unread.append(("a value that is no CSL item", places.at(at)))
    return Imported("csl-json", tuple(claims), counts=Counts(references=len(claims)), unread=tuple(unread))


def _claim(item: Mapping[str, object], at: At) -> ClaimDraft:
    found = []
    for key, field in _IDENTIFIERS:
        text = _text(item.get(key))
        if not text:
            continue
        whole = doi_of(text) if field == "doi" else ""
        own = [one for one in find_all(text) if field == "url" or one.field == field]
        found += [Found(0, 0, field, whole)] if whole else own[:1] or [Found(0, 0, field, text)]
    for key in ("note", "number", "archive_location", "archive"):
        found += find_all(_text(item.get(key)))
    fields = fields_of(found)
    title = _text(item.get("title"))
    if title:
        fields["title"] = title
    year = _year(item.get("issued"))
    if year:
        fields["year"] = year
    names = [name for name in map(_name, _list(item.get("author"))) if name[1] and not is_nobody(name[1])]
    if names:
        fields["first_author"] = names[0][0]
        if len(names) > 1:
            fields["authors"] = [whole for _, whole in names]
    container = _text(item.get("container-title"))
    if container:
        fields["container_title"] = container
    key = _text(item.get("id"))
    text = title or next((str(fields[name]) for name in FIELDS if name in fields), "") or key or "an item"
    return ClaimDraft(text, at, (CitationDraft(at, fields),), key)


def _text(value: object) -> str:
    if isinstance(value, list) and value:
        value = value[0]
    if type(value) is int:
        value = str(value)
    return " ".join(value.split()) if isinstance(value, str) else ""


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _name(value: object) -> tuple[str, str]:
    """Family name and whole name of an author; an organisation is both."""
    if not isinstance(value, dict):
        return "", ""
    family, given = _text(value.get("family")), _text(value.get("given"))
    if not family:
        literal = _text(value.get("literal"))
        return literal, literal
    particle = _text(value.get("non-dropping-particle"))
    family = f"{particle} {family}".strip()
    return family, f"{family}, {given}" if given else family


def _year(value: object) -> int | str:
    """The year of `issued`, which is `{"date-parts": [[2018, 5]]}` or, from some programs, raw text."""
    if isinstance(value, dict):
        parts = value.get("date-parts")
        if isinstance(parts, list) and parts and isinstance(parts[0], list) and parts[0]:
            value = parts[0][0]
        else:
            value = value.get("raw") or value.get("literal")
    if type(value) is int:
        return value
    text = _text(value)
    return (
        int(text[:4]) if text[:4].isascii() and text[:4].isdigit() and not text[4:5].isdigit() else text[:40]
    )
