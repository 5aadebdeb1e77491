"""Reading licences: the addresses and words of a document, the fields of registries' answers, to statements.

It takes values and fetches nothing; which of several statements counts, and what it allows, is `licences.py`
(snapshots.md, section 5, "normalising"; figures on recorded answers: section 13.6).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from citelock.checks.licences import OPEN, TDM, UNKNOWN, Statement

# An address says a licence only if its host does: the name of one may stand in the path of any other.
_AT = r"\s{0,20}(?:https?:)?/{0,2}(?:[a-z0-9-]{1,63}\.){0,3}"
_CC = re.compile(
    _AT
    + r"creativecommons\.org(?::\d{1,5})?/+(?:licen[sc]es/+(by(?:-(?:nc|nd|sa)){0,2})"
    + r"|(?:publicdomain|licen[sc]es)/+(zero|mark|publicdomain))(?![a-z0-9-])",
    re.IGNORECASE,
)
_CODES = {"by", "by-sa", "by-nc", "by-nd", "by-nc-sa", "by-nc-nd"}
_ARXIV = re.compile(
    _AT + r"arxiv\.org/licenses/(?:nonexclusive-distrib|assumed-1991-2003)(?![a-z0-9])", re.IGNORECASE
)
# Addresses under which publishers keep terms for text mining, and terms for reading what is free of charge.
_MINING = re.compile(
    r"tdm|text[-_]?(?:and|&|n)?[-_]?data[-_]?mining|/policy-(?:004|012|017|029|037|045)(?!\d)", re.IGNORECASE
)
_READING = re.compile(_AT + r"elsevier\.com/open-access/userlicense", re.IGNORECASE)
_MANUSCRIPT = re.compile(r"accepted-manuscript|author-?manuscript", re.IGNORECASE)


def class_of_url(url: str) -> str | None:
    """The class that an address stands for; None for one that is not known.

    >>> class_of_url("http://creativecommons.org/licenses/by-nc-nd/4.0"), class_of_url("https://example.org/")
    ('cc-by-nc-nd', None)
    """
    found = _CC.match(url)
    if found:
        if found[2]:
            return "cc0" if found[2].lower() == "zero" else "public-domain"
        code = found[1].lower()
        code = {"by-nd-nc": "by-nc-nd", "by-sa-nc": "by-nc-sa"}.get(code, code)
        return f"cc-{code}" if code in _CODES else None
    if _ARXIV.match(url):
        return "arxiv-default"
    if _READING.match(url):
        return "free-to-read"
    return "publisher-tdm" if _MINING.search(url) else None


# Short names as services give them, without blanks, dashes and versions; the longest first.
_SHORT = tuple(sorted(("".join(code.split("-")), f"cc-{code}") for code in _CODES))[::-1]
_NAMED = {
    "cc0": "cc0",
    "cczero": "cc0",
    "pd": "public-domain",
    "publicdomain": "public-domain",
    "otheroa": "free-to-read",
    "bronze": "free-to-read",
    "publisherspecificoa": "free-to-read",
    "publisherspecific,authormanuscript": "author-manuscript",
    "elsevierspecific:oauserlicense": "free-to-read",
}


def class_of_code(code: str) -> str | None:
    """The class of a short form such as `cc by-nc-nd`, `CC-BY 4.0`, `cc0`; None for one that is not known.

    >>> class_of_code("cc by-nc-nd"), class_of_code("CC_BY_4_0"), class_of_code("implied-oa")
    ('cc-by-nc-nd', 'cc-by', None)
    """
    plain = re.sub(r"[\s_-]+", "", code[:100].lower())
    if plain in _NAMED or plain.startswith("cc0"):
        return _NAMED.get(plain, "cc0")
    bare = re.sub(r"(?:international|unported|igo)?v?[0-9.]{0,5}(?:international|unported|igo)?$", "", plain)
    if bare in _NAMED:
        return _NAMED[bare]
    bare = bare.removeprefix("cc")
    return next((name for short, name in _SHORT if bare == short), None)


_MOST_WORDS = 20_000
_LINKS = re.compile(
    r"(?<![\w/.:@%-])(?:https?://|www\.|(?://)?creativecommons\.org/|arxiv\.org/licenses/)[^\s<>\"]{4,300}",
    re.IGNORECASE,
)
_SPELT = re.compile(
    r"creative\s{1,3}commons\s{1,3}attribution"
    r"((?:[\s,/‐‑–-]{1,4}(?:and\s)?(?:non[\s‐‑–-]?commercial|no[\s‐‑–-]?deriv(?:ative)?s?|share[\s‐‑–-]?alike)){0,2})",
    re.IGNORECASE,
)
_ABBREVIATED = re.compile(r"\bcc[\s‐‑–-]{0,2}(by(?:[\s‐‑–-]{0,2}(?:nc|nd|sa)){0,2})(?![a-z])", re.IGNORECASE)
_ZERO = re.compile(r"\bcc[\s-]?0\b|creative\s{1,3}commons\s{1,3}zero", re.IGNORECASE)
_GOVERNMENT = re.compile(
    r"(?:works?\s+of\s+the|by)\s+(?:the\s+)?(?:u\.?\s?s\.?|united\s+states)\s+government", re.IGNORECASE
)
_NOT_COMMERCIAL = re.compile(r"(?<!commercial and )(?<!commercial or )non[\s‐‑–-]?commercial", re.IGNORECASE)
_PD = re.compile(r"public\s+domain", re.IGNORECASE)


def read_statement(read_from: str, url: str = "", words: str = "") -> list[Statement]:
    """The statements in one licence element: of its address, of every address and name in its words.

    Words restricting the use to non-commercial ones narrow a wider licence that stands beside them. A
    sentence about the public domain alone says nothing: most are about data.
    """
    words = words[:_MOST_WORDS]
    if url.startswith("//"):  # as pages write it that are served both ways
        url = f"https:{url}"
    found: list[Statement] = []

    def add(name: str | None, address: str = "") -> None:
        if name is not None and all(each.name != name for each in found):
            found.append(Statement(name, read_from, address, words))

    add(class_of_url(url) or class_of_code(url), url)
    for link in _LINKS.finditer(words):
        add(class_of_url(link[0]), link[0].rstrip(".,;)"))
    for spelt in _SPELT.finditer(words):
        add(_spelt(spelt[1]))
    for short in _ABBREVIATED.finditer(words):
        add(class_of_code(re.sub(r"[\s‐‑–-]+", "-", short[1])))
    if _ZERO.search(words):
        add("cc0")
    if _GOVERNMENT.search(words) and _PD.search(words):
        add("public-domain")
    add(class_of_code(words) if len(words) < 60 else None)
    names = {each.name for each in found}
    wide = names & {"cc-by", "cc-by-sa"} and not any("-nc" in name for name in names)
    if wide and _NOT_COMMERCIAL.search(words):
        add("cc-by-nc")
    return found


def _spelt(qualifiers: str) -> str | None:
    plain = re.sub(r"[\s‐‑–-]", "", qualifiers.lower())
    code = "by"
    for word, letters in (("noncommercial", "nc"), ("noderiv", "nd"), ("sharealike", "sa")):
        if word in plain:
            code += f"-{letters}"
    return f"cc-{code}" if code in _CODES else None


# --- answers of services ------------------------------------------------------------------------------

# The published version, or one that does not say which. `tdm`, `am` and `stm-asf` speak of other things.
_OF_THE_TEXT = ("vor", "unspecified")


def of_crossref(licences: object, today: str | None = None) -> list[Statement]:
    """The statements in the `license` list of a Crossref work; those that begin after `today` do not count.

    `today` is `YYYY-MM-DD`; without it every start counts. Text-mining terms count only where no open licence
    stands beside them.
    """
    said: list[Statement] = []
    mining: list[Statement] = []
    for each in licences if isinstance(licences, list) else ():
        if not isinstance(each, dict) or not isinstance(each.get("URL"), str):
            continue
        if today is not None and _start(each) > today:
            continue
        version, url = each.get("content-version"), each["URL"]
        read_from = f"crossref:license[{version}]"
        name = class_of_url(url)
        if version == "tdm" or name == TDM:
            mining.append(Statement(TDM, read_from, url))
        elif version in _OF_THE_TEXT and name is not None:
            said.append(Statement(name, read_from, url))
    if any(each.name in OPEN for each in said):
        return said
    return said + mining


def _start(licence: Mapping[str, object]) -> str:
    """The day on which it begins, as `YYYY-MM-DD`; "" where it does not say."""
    start = licence.get("start")
    parts = start.get("date-parts") if isinstance(start, dict) else None
    first = parts[0] if isinstance(parts, list) and parts else None
    if not isinstance(first, list) or not first:
        return ""
    if not all(type(part) is int and 0 < part < 10_000 for part in first):
        return ""
    year, month, day = (*first, 1, 1)[:3]
    return f"{year:04}-{month:02}-{day:02}"


def of_europepmc(article: Mapping[str, object]) -> list[Statement]:
    """What Europe PMC says of an article: its field `license`, and that it is an author's manuscript.

    Its `isOpenAccess` counts for nothing: of eight recorded articles with Y five are by-nc-nd.
    """
    said: list[Statement] = []
    code = article.get("license")
    if isinstance(code, str) and code.strip():
        said.append(Statement(class_of_code(code) or UNKNOWN, "europepmc:license", "", code))
    elif any(article.get(field) == "Y" for field in ("authMan", "epmcAuthMan", "nihAuthMan")):
        said.append(Statement("author-manuscript", "europepmc:authMan"))
    return said


def of_unpaywall(location: Mapping[str, object]) -> list[Statement]:
    """What Unpaywall says of one location; null is no licence, however open the work is called."""
    code = location.get("license")
    if not isinstance(code, str) or not code.strip():
        return []
    return [Statement(class_of_code(code) or UNKNOWN, "unpaywall:license", "", code)]
