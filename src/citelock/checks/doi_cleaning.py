"""DOIs as people and programs write them: wrappers, dirt, and refusal with a named reason.

Rules: metadata.md, sections 1.1 (forms), 1.2 (cleaning; certain dirt gives one candidate, doubtful dirt two)
and 1.3 (refusals). Whatever the text, the answer is a reading or a refusal, never an exception.
"""

from __future__ import annotations

import re
import unicodedata

from citelock.checks.doi_refusals import PREFIX, SHAPE, no_doi, no_doi_in_page, refusal_of
from citelock.checks.id_readings import EXAMPLE, DoiReading, Refusal
from citelock.checks.text.patterns import late

_START = late(rf"(?<![0-9.]){PREFIX}/")
_ENCODED_SLASH = late(rf"{PREFIX}%2f", re.IGNORECASE)
_WRAPPER = late(
    r"(?P<resolver>(?:https?://)?(?:dx\.|www\.)?doi\.org/+)|info:doi/|urn:doi:|doi(?::\s*|\s+)", re.IGNORECASE
)
_RESOLVER_END = late(r"(?:^|[^0-9a-z-])doi\.org/+$", re.IGNORECASE)
_WEB = late(r"https?://[^\s/?#]+([^\s?#]*)", re.IGNORECASE)
_MARKDOWN_TAIL = late(r"\]\((?:https?:|doi)", re.IGNORECASE)
_PARAMETER = late(r"[?&][A-Za-z_.-]+=([^&#\s]*)")
# What a page's address leaves behind a bare DOI; the `#` of a SICI is a check character.
_LEFT_OVER = late(r"[?&][A-Za-z_][A-Za-z0-9_.-]*=|(?<!;2-)#[A-Za-z]{3}")
_LANDING_TAIL = late(r"(?:/(?:e?pdf|full|abstract|html|meta)|\.pdf)$", re.IGNORECASE)
_ESCAPES = late(r"(?:%[0-9A-Fa-f]{2})+")

# Zero-width and bidi controls, soft hyphen, tags: they have no place in any DOI.
_INVISIBLE = late("[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]")
_DASHES = late("[\u2010-\u2015\u2212]")
_ENTITY = late(r"&(lt|gt|amp|#60|#62|#38|#x3c|#x3e|#x26);", re.IGNORECASE)
_ENTITIES = {
    **dict.fromkeys(("lt", "#60", "#x3c"), "<"),
    **dict.fromkeys(("gt", "#62", "#x3e"), ">"),
    **dict.fromkeys(("amp", "#38", "#x26"), "&"),
}
# As BibTeX files have them: `\_`, `{\_}`, and SICI brackets as `{\textless}` or `$<$`.
_LATEX = late(r"\{\\([_%#&])\}|\\([_%#&])|\{\\text(less|greater)\}|\\text(less|greater)(?:\{\})?|\$([<>])\$")
_LATEX_WORDS = {"less": "<", "greater": ">"}
_TRAILING = frozenset(
    "\\.,;:/!?\"'`*|\u201c\u201d\u2018\u2019\u00ab\u00bb"
    # of Chinese and Japanese, where nobody leaves a blank before it
    "\u3001\u3002\uff01\uff0c\uff0e\uff1a\uff1b\uff1f\uff09\uff3d\uff5d\u3009\u300b\u300d\u300f\u3011"
)
_OPENERS = {")": "(", "]": "[", ">": "<", "}": "{"}

# arXiv and bioRxiv/medRxiv register the work, not its versions; figshare (.v1) and Zenodo do register them.
_ARXIV_VERSION = late(
    r"(10\.48550/arxiv\.(?:[0-9]{4}\.[0-9]{4,5}|[a-z-]+(?:\.[a-z]{2})?/[0-9]{7}))(v[0-9]{1,4})", re.IGNORECASE
)
_BIORXIV_FILE = late(
    r"(10\.(?:1101|64898)/(?:[0-9]{4}\.[0-9]{2}\.[0-9]{2}\.)?[0-9]{6,8})"
    r"(v[0-9]{1,4})?(?:\.(?:full|abstract|short|supplementary-material|pdf)\S*|/?)",
    re.IGNORECASE,
)


def read_any(raw: str) -> DoiReading | Refusal:
    """The DOI in a text of at most `MAX_CHARACTERS`, whatever it is wrapped in."""
    text, dirty = _scrub(raw.strip())
    text = text.strip()
    if not text:
        return Refusal("is empty", EXAMPLE)
    body, resolver, landing = _unwrap(text)
    if landing:
        return _read_landing_page(text, dirty)
    if not body.startswith("10."):
        start = _START.search(body)
        if start is None:
            return no_doi(body)
        # Prose in front: what follows the DOI is then prose too, and cutting it is no doubt.
        resolver = _RESOLVER_END.search(body[: start.start()]) is not None
        return _finish(body[start.start() :], resolver=resolver, dirty=True, sure=True)
    return _finish(body, resolver=resolver, dirty=dirty)


def registered_doi(raw: str) -> str:
    """The normal form of a DOI as a registry writes it: NFC, ASCII letters in lower case, nothing cleaned.

    >>> registered_doi("10.1002/(SICI)1520-6300(1999)11:2<1::AID-AJHB3>3.0.CO;2-#")
    '10.1002/(sici)1520-6300(1999)11:2<1::aid-ajhb3>3.0.co;2-#'
    """
    return _lower(unicodedata.normalize("NFC", raw.strip()))


def doi_inside(text: str) -> str | None:
    """The first thing that looks like a DOI in a decoded URL path, in lower case.

    Where it ends is a guess.
    """
    start = _START.search(text)
    if start is None:
        return None
    found = text[start.start() :].split()[0].lower()
    return _trim(found) if SHAPE.fullmatch(_trim(found)) else None


def percent_decoded(text: str) -> str | None:
    """The text with its percent escapes decoded once; None if they are not UTF-8.

    >>> percent_decoded("a%3C1%2525")
    'a<1%25'
    """
    try:
        return _ESCAPES.sub(_decode_run, text)
    except UnicodeDecodeError:
        return None


def _decode_run(run: re.Match[str]) -> str:
    return bytes.fromhex(run[0].replace("%", "")).decode("utf-8")


def _scrub(text: str) -> tuple[str, bool]:
    """The text without certain dirt, and whether there was any; composing it (NFC) does not count.

    Repeated until nothing changes, since one layer may hide the next (`&amp;lt;`); each round shortens the
    text.
    """
    dirty = False
    while True:
        clean = text if text.isascii() else unicodedata.normalize("NFC", text)
        composed = clean
        if not clean.isascii():
            clean = _DASHES.sub("-", _INVISIBLE.sub("", clean))
        if "&" in clean:
            clean = _ENTITY.sub(lambda entity: _ENTITIES[entity[1].lower()], clean)
        if "\\" in clean or "$" in clean:
            clean = _LATEX.sub(_plain_sign, clean).rstrip("\\")
        if clean == composed:
            return composed, dirty
        text, dirty = clean, True


def _plain_sign(match: re.Match[str]) -> str:
    sign: str = next(filter(None, match.groups()))
    return _LATEX_WORDS.get(sign, sign)


def _unwrap(text: str) -> tuple[str, bool, bool]:
    """The text behind `doi:`, the resolver's address and the like.

    Whether it came from the resolver, or is another page.
    """
    resolver = False
    for _ in range(3):  # "doi: https://doi.org/doi:10.…" is the worst seen
        wrapper = _WRAPPER.match(text)
        if wrapper is None:
            break
        resolver = resolver or wrapper["resolver"] is not None
        text = text[wrapper.end() :]
    return text, resolver, _WEB.fullmatch(text.partition("?")[0].partition("#")[0]) is not None


def _read_landing_page(text: str, dirty: bool) -> DoiReading | Refusal:
    """The DOI in the path of a publisher's page; its query and fragment never belong to it."""
    given = _doi_of_page(text)
    if given is None:
        return no_doi_in_page(text)
    body = given
    while True:
        shorter = _LANDING_TAIL.sub("", _trim(body))
        if shorter == body or not SHAPE.fullmatch(shorter):
            break
        body = shorter
    return _finish(body, resolver=False, dirty=dirty, given=given)


def _doi_of_page(text: str) -> str | None:
    """From where a DOI begins in the decoded path of a page; some publishers have it as a parameter instead.

    >>> _doi_of_page("https://journals.plos.org/plosone/article?id=10.1371/journal.pone.0214986&x=1")
    '10.1371/journal.pone.0214986'
    """
    page = _WEB.search(text)
    for part in (page[1] if page else "", *_PARAMETER.findall(text)):
        decoded = percent_decoded(part)
        start = _START.search(decoded) if decoded else None
        if decoded and start:
            return decoded[start.start() :]
    return None


def _finish(
    body: str, *, resolver: bool, dirty: bool, sure: bool = False, given: str | None = None
) -> DoiReading | Refusal:
    """The rest of the way for a text that begins with `10.`: decoding, tails, version, refusal.

    `sure`: no cut is doubtful. `given`: the reading before a cut that was already made and is doubtful but no
    dirt.
    """
    doubtful = False
    if resolver:
        uncut, cut = percent_decoded(body), percent_decoded(_without_query(body))
        if uncut is None or cut is None:
            return Refusal("has percent escapes that are not UTF-8", EXAMPLE)
        if refusal_of(_lower(_trim(cut))) is not None:
            cut = uncut  # what looks like a query is all there is
        if uncut != cut:
            doubtful, given = True, uncut
        body = cut
    elif _ENCODED_SLASH.match(body):
        decoded = percent_decoded(body)
        if decoded is None:
            return Refusal("has percent escapes that are not UTF-8", EXAMPLE)
        body, dirty = decoded, True
    body, more = _scrub(body)
    dirty = certain = dirty or more
    tail = _MARKDOWN_TAIL.search(body)
    if tail:
        body, given, dirty, certain = body[: tail.start()], None, True, True
    trimmed = _trim(_LEFT_OVER.split(_trim(body), maxsplit=1)[0])
    if trimmed != body:
        given = given or body
        body, doubtful = trimmed, True
    body, version = _without_version(body)
    if version is not None:
        given = None  # the registries are known not to have it, so there is nothing to try first
    dirty = dirty or doubtful or version is not None
    value = _lower(body)
    refusal = refusal_of(value)
    if refusal is not None:
        return refusal
    alternative = None
    if given is not None and not sure:
        before = _lower(unicodedata.normalize("NFC", given))
        if before != value and refusal_of(before) is None:
            alternative = before
    return DoiReading(value, dirty, alternative, version or None, alternative is not None and certain)


def _without_query(body: str) -> str:
    """The text before `?` or `#`; a `#` behind `;2-` is the check character of a SICI and stays."""
    for place, character in enumerate(body):
        if character == "?" or (character == "#" and body[max(0, place - 3) : place] != ";2-"):
            return body[:place]
    return body


def _trim(text: str) -> str:
    """The text without final punctuation and without final closers that close nothing."""
    end = len(text)
    while end:
        last = text[end - 1]
        opener = _OPENERS.get(last)
        if last in _TRAILING or (opener and text.count(last, 0, end) > text.count(opener, 0, end)):
            end -= 1
        else:
            break
    return text[:end]


def _without_version(body: str) -> tuple[str, str | None]:
    """The DOI that arXiv or bioRxiv registers, and the version cut off (None: nothing, "": a file name)."""
    match = _ARXIV_VERSION.fullmatch(body) or _BIORXIV_FILE.fullmatch(body)
    if match is None or match[1] == body:
        return body, None
    return match[1], (match[2] or "").lower()


def _lower(text: str) -> str:
    """The text with ASCII letters in lower case.

    Others are compared as they are (the DOI handbook folds ASCII only).
    """
    return text.lower() if text.isascii() else re.sub("[A-Z]+", lambda run: run[0].lower(), text)
