"""What a page says of itself: title, DOI, date, licence (snapshots.md, section 3; web.md, section 1).

It reads attributes and JSON-LD, never the text; a page's word is recorded with the place where it stood, and
believed by nobody here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from citelock.checks.dois import normal_doi
from citelock.snapshotter.extract.interface import Extracted, LicenceStatement
from citelock.snapshotter.extract.tree import Element, all_text

_DOI_NAMES = (
    "citation_doi", "bepress_citation_doi", "prism.doi", "dc.identifier", "dc.identifier.doi",
    "dcterms.identifier",
)  # fmt: skip
_TITLE_NAMES = ("citation_title", "og:title", "dc.title")
# Never a date of the file or of the transport: those change when a page is only moved.
_DATE_NAMES = ("article:published_time",)
_CITATION_DATES = ("citation_publication_date", "citation_online_date", "citation_date")
_LICENCE_NAMES = ("dc.rights", "dcterms.license", "dcterms.rights", "dc.rights.uri", "citation_license")
_DATE = re.compile(r"(?<![0-9])([0-9]{4})(?:[-/]([0-9]{1,2})(?:[-/]([0-9]{1,2}))?)?(?![0-9])")
_LONGEST = 1000  # characters of a title or a statement
_MOST = 50  # licence statements, and JSON-LD nodes looked at in one script
_JSON_LD = 1 << 20  # characters
_BLANKS = re.compile(r"\s+")


def read_head(root: Element, extracted: Extracted) -> Extracted:
    """`extracted` with title, declared_doi, published, published_from and licences of the page."""
    metas = _metas(root)
    nodes = list(_json_ld(root))
    published, place = _published(metas, nodes)
    return extracted._replace(
        title=_title(root, metas),
        declared_doi=_doi(metas),
        published=published,
        published_from=place,
        licences=tuple(dict.fromkeys(_licences(root, metas, nodes)))[:_MOST],
    )


def _metas(root: Element) -> dict[str, list[str]]:
    """The contents of the `meta` elements by name or property, in lower case."""
    found: dict[str, list[str]] = {}
    for meta in root.iter("meta"):
        name = (meta.get("name") or meta.get("property") or "").strip().lower()
        value = _short(meta.get("content") or "")
        if name and value:
            found.setdefault(name, []).append(value)
    return found


def _title(root: Element, metas: dict[str, list[str]]) -> str:
    for element in root.iter("title"):
        title = _short(element.text or "")
        parent = element.getparent()
        if title and (parent is None or parent.tag in ("head", "html", "body")):  # a drawing has titles too
            return title
    return next((metas[name][0] for name in _TITLE_NAMES if name in metas), "")


def _doi(metas: dict[str, list[str]]) -> str:
    for name in _DOI_NAMES:
        for value in metas.get(name, ()):
            doi = normal_doi(value)
            if doi is not None:
                return doi
    return ""


def _published(metas: dict[str, list[str]], nodes: list[dict[str, object]]) -> tuple[str, str]:
    """The first date that the page gives, and where; ("", "") if it gives none."""
    for name in _DATE_NAMES:
        date = _date(metas.get(name, ()))
        if date:
            return date, name
    date = _date([str(node["datePublished"]) for node in nodes if isinstance(node.get("datePublished"), str)])
    if date:
        return date, "json-ld:datePublished"
    for name in _CITATION_DATES:
        date = _date(metas.get(name, ()))
        if date:
            return date, name
    return "", ""


def _date(values: tuple[str, ...] | list[str]) -> str:
    """YYYY, YYYY-MM or YYYY-MM-DD of the first value that has a year."""
    for value in values:
        match = _DATE.search(value)
        if match is None:
            continue
        year, month, day = match.groups()
        if month is None or not 1 <= int(month) <= 12:
            return year
        if day is None or not 1 <= int(day) <= 31:
            return f"{year}-{int(month):02}"
        return f"{year}-{int(month):02}-{int(day):02}"
    return ""


def _licences(
    root: Element, metas: dict[str, list[str]], nodes: list[dict[str, object]]
) -> Iterator[LicenceStatement]:
    for element in root.iter("a", "link", "area"):
        if "license" in (element.get("rel") or "").lower().split() and element.get("href"):
            words = _short(all_text(element)) or None
            yield LicenceStatement("html:rel=license", _short(element.get("href") or ""), words)
    for name in _LICENCE_NAMES:
        for value in metas.get(name, ()):
            yield _statement(f"meta:{name}", value)
    for node in nodes:
        licence = node.get("license")
        if isinstance(licence, dict):
            licence = licence.get("url") or licence.get("@id")
        if isinstance(licence, str) and licence.strip():
            yield _statement("json-ld:license", _short(licence))


def _statement(read_from: str, value: str) -> LicenceStatement:
    if value.lower().startswith(("http://", "https://", "//")) and " " not in value:
        return LicenceStatement(read_from, url=value)
    return LicenceStatement(read_from, words=value)


def _json_ld(root: Element) -> Iterator[dict[str, object]]:
    """The objects of the JSON-LD scripts: at the top, in a list, in `@graph`."""
    for script in root.iter("script"):
        kind = (script.get("type") or "").partition(";")[0].strip().lower()
        if kind != "application/ld+json" or len(script.text or "") > _JSON_LD:
            continue
        try:
            value = json.loads(script.text or "")
        except (ValueError, RecursionError):
            continue
        waiting = [value]
        for _ in range(_MOST):
            if not waiting:
                break
            node = waiting.pop(0)
            if isinstance(node, list):
                waiting += node[:_MOST]
            elif isinstance(node, dict):
                yield node
                waiting.append(node.get("@graph"))


def _short(text: str) -> str:
    return _BLANKS.sub(" ", text[: 4 * _LONGEST]).strip()[:_LONGEST]
