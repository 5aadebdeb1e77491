"""arXiv: the Atom feed of its export service, for dates and the publisher's DOI (metadata.md, section 3).

Names and titles come from DataCite, which arXiv registers its works with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from lxml import etree

from citelock.snapshotter.registries.asking import Asking, Unusable
from citelock.snapshotter.session import Answer

Entries = dict[str, Mapping[str, object]]

SERVICE = "arxiv"
ATOM = "application/atom+xml"

_NAMES = {"a": "http://www.w3.org/2005/Atom", "x": "http://arxiv.org/schemas/atom"}
_TOTAL = "{http://a9.com/-/spec/opensearch/1.1/}totalResults"


def ask_many(asking: Asking, identifiers: Sequence[str]) -> Entries:
    """The entries of those that arXiv has, by identifier without version: title, dates, authors, doi.

    One that it calls malformed spoils the whole list, which is then halved down to it. Raises Fault.
    """
    path = (
        f"/api/query?id_list={quote(','.join(identifiers), safe=',')}&start=0&max_results={len(identifiers)}"
    )
    found = asking.ask(SERVICE, path, lambda answer: _read(answer, identifiers), route="list", accept=ATOM)
    if found is not None:
        return found
    if len(identifiers) == 1:
        return {}
    half = len(identifiers) // 2
    return {**ask_many(asking, identifiers[:half]), **ask_many(asking, identifiers[half:])}


def _read(answer: Answer, identifiers: Sequence[str]) -> Entries | None:
    """The entries; None for a list that was refused."""
    if answer.status not in (200, 400):  # a malformed identifier makes it 400, with an entry that says so
        raise Unusable(f"it answered {answer.status}")
    # No entities, no network: a feed is data.
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.fromstring(answer.body, parser)
    except etree.XMLSyntaxError as error:
        raise Unusable("it answered with something that is not Atom, or is cut off") from error
    if root.tag != f"{{{_NAMES['a']}}}feed":
        raise Unusable("it answered with something that is not Atom")
    if answer.status == 400:
        return None
    return _entries(root, identifiers)


def _entries(root: etree._Element, identifiers: Sequence[str]) -> Entries:
    wanted = {identifier.lower(): identifier for identifier in identifiers}
    found: Entries = {}
    strangers = False
    entries = root.findall("a:entry", _NAMES)
    total = root.findtext(_TOTAL, "").strip()
    if total.isascii() and total.isdecimal() and int(total[:9]) > len(entries):
        raise Unusable("it answered with fewer works than it says")  # it does so at times, under load
    for entry in entries:
        name = (entry.findtext("a:id", "", _NAMES) or "").partition("/abs/")[2].strip()
        bare = _without_version(name).lower()
        if bare in wanted:
            found[wanted[bare]] = {
                "title": entry.findtext("a:title", "", _NAMES),
                "published": entry.findtext("a:published", "", _NAMES),
                "updated": entry.findtext("a:updated", "", _NAMES),
                "doi": entry.findtext("x:doi", "", _NAMES),
                "authors": [
                    author.findtext("a:name", "", _NAMES) for author in entry.findall("a:author", _NAMES)
                ],
            }
        elif bare:
            strangers = True
    if strangers and len(found) < len(wanted):
        raise Unusable("it answered with a work that was not asked for")
    return found


def _without_version(name: str) -> str:
    stem, mark, version = name.rpartition("v")
    return stem if mark and version.isdecimal() else name
