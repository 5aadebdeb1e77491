"""DOIs as people and programs write them: wrappers, dirt, and refusal with a named reason.

Rules: metadata.md, sections 1.1 (forms), 1.2 (cleaning; certain dirt gives one candidate, doubtful dirt two)
and 1.3 (refusals). Whatever the text, the answer is a reading or a refusal, never an exception.
"""

from __future__ import annotations

import re
import unicodedata

from citelock.checks.dois import EXAMPLE, DoiReading, Refusal

_PREFIX = r"10\.[0-9]{4,9}(?:\.[0-9]+)*"

_SHAPE = re.compile(rf"{_PREFIX}/\S+")
_START = re.compile(rf"(?<![0-9.]){_PREFIX}/")
_ENCODED_SLASH = re.compile(rf"{_PREFIX}%2f", re.IGNORECASE)
_SECOND = re.compile(rf"{_PREFIX}/")
_WRAPPER = re.compile(
    r"(?P<resolver>(?:https?://)?(?:dx\.|www\.)?doi\.org/+)|info:doi/|urn:doi:|doi(?::\s*|\s+)", re.IGNORECASE
)
_RESOLVER_END = re.compile(r"(?:^|[^0-9a-z-])doi\.org/+$", re.IGNORECASE)
_WEB = re.compile(r"https?://[^\s/?#]+([^\s?#]*)", re.IGNORECASE)
_MARKDOWN_TAIL = re.compile(r"\]\((?:https?:|doi)", re.IGNORECASE)
_LANDING_TAIL = re.compile(r"(?:/(?:e?pdf|full|abstract|html|meta)|\.pdf)$", re.IGNORECASE)
_ESCAPES = re.compile(r"(?:%[0-9A-Fa-f]{2})+")

# Zero-width and bidi controls, soft hyphen, tags: they have no place in any DOI.
_INVISIBLE = re.compile(
    "[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]"
)
_DASHES = re.compile("[\u2010-\u2015\u2212]")
_ENTITY = re.compile(r"&(lt|gt|amp);", re.IGNORECASE)
_ENTITIES = {"lt": "<", "gt": ">", "amp": "&"}
_LATEX = re.compile(r"\\([_%#&])")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_LATIN = re.compile("[A-Za-z]")
_LOOKALIKES = re.compile(
    "(?P<Cyrillic>[\u0400-\u052f\u1c80-\u1c8f\u2de0-\u2dff\ua640-\ua69f])"
    "|(?P<Greek>[\u0370-\u03ff\u1f00-\u1fff])|(?P<fullwidth>[\uff01-\uff5e])"
)
# Letters that are drawn like Latin ones: a suffix whose only letters are these was not meant to be Cyrillic
# or Greek.
_DRAWN_LATIN = frozenset(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u04bb\u04cf\u0501\u051b\u051d"
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0405\u0406\u0408"
    "\u03b1\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7"
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"
)
_TRAILING = frozenset("\\.,;:/!?\"'*|\u201c\u201d\u2018\u2019\u00ab\u00bb")
_OPENERS = {")": "(", "]": "[", ">": "<", "}": "{"}

# arXiv and bioRxiv/medRxiv register the work, not its versions; figshare (.v1) and Zenodo do register them.
_ARXIV_VERSION = re.compile(
    r"(10\.48550/arxiv\.(?:[0-9]{4}\.[0-9]{4,5}|[a-z-]+(?:\.[a-z]{2})?/[0-9]{7}))(v[0-9]{1,4})", re.IGNORECASE
)
_BIORXIV_FILE = re.compile(
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
            return _no_doi(body)
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
    return _trim(found) if _SHAPE.fullmatch(_trim(found)) else None


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
        if "\\" in clean:
            clean = _LATEX.sub(r"\1", clean).rstrip("\\")
        if clean == composed:
            return composed, dirty
        text, dirty = clean, True


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
    page = _WEB.search(text)
    path = percent_decoded(page[1]) if page else None
    start = _START.search(path) if path else None
    if path is None or start is None:
        return Refusal(
            "is a web address without a DOI in it", "Put the address into the field url, or write the DOI."
        )
    given = path[start.start() :]
    body = given
    while True:
        shorter = _LANDING_TAIL.sub("", _trim(body))
        if shorter == body or not _SHAPE.fullmatch(shorter):
            break
        body = shorter
    return _finish(body, resolver=False, dirty=dirty, given=given)


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
        if _refusal(_lower(_trim(cut))) is not None:
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
    dirty = dirty or more
    tail = _MARKDOWN_TAIL.search(body)
    if tail:
        body, given, dirty = body[: tail.start()], None, True
    trimmed = _trim(body)
    if trimmed != body:
        given = given or body
        body, doubtful = trimmed, True
    body, version = _without_version(body)
    if version is not None:
        given = None  # the registries are known not to have it, so there is nothing to try first
    dirty = dirty or doubtful or version is not None
    value = _lower(body)
    refusal = _refusal(value)
    if refusal is not None:
        return refusal
    alternative = None
    if given is not None and not sure:
        before = _lower(unicodedata.normalize("NFC", given))
        if before != value and _refusal(before) is None:
            alternative = before
    return DoiReading(value, dirty, alternative, version or None)


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


def _refusal(doi: str) -> Refusal | None:
    """Why this is not a DOI (metadata.md, section 1.3); None if it is one."""
    if not _SHAPE.fullmatch(doi):
        joined = "".join(doi.split())
        if joined != doi and _SHAPE.fullmatch(joined):
            return Refusal("has white space inside", f"If the line was broken there, write {joined}")
        return _no_doi(doi)
    control = _CONTROL.search(doi)
    if control:
        return Refusal(f"has the control character U+{ord(control[0]):04X}", EXAMPLE)
    second = _SECOND.search(doi, 7)
    if second:
        return Refusal(
            f"has a second DOI inside ({second[0]}…)",
            "Write one DOI; a second work is a citation of its own.",
        )
    for opener, closer in ("()", "[]", "<>"):
        depth = 0
        for character in doi if opener in doi else "":
            if character == opener:
                depth += 1
            elif character == closer and depth:
                depth -= 1
        if depth:
            return Refusal(
                f"has a {opener} that is never closed", "It seems to be cut short: copy the DOI again."
            )
    if not doi.isascii():
        return _lookalike(doi)
    return None


def _lookalike(doi: str) -> Refusal | None:
    """The refusal of letters that only look like the registered ones.

    A suffix in Cyrillic or Greek throughout is fine.
    """
    suffix = doi.partition("/")[2]
    strange = [(match[0], match.lastgroup) for match in _LOOKALIKES.finditer(suffix)]
    if not strange:
        return None
    drawn = all(character in _DRAWN_LATIN for character, _ in strange)
    for character, kind in strange:
        if kind == "fullwidth" or drawn or _LATIN.search(suffix):
            what = f"has the {kind} character U+{ord(character):04X} among others"
            return Refusal(what, "Type the DOI with Latin letters and ASCII signs.")
    return None


def _no_doi(text: str) -> Refusal:
    """The refusal of a text in which no DOI begins, as exact as its shape allows."""
    if re.match(r"0\.[0-9]{4,9}/\S", text):
        return Refusal("has lost its first digit", f"Write 1{text[:200]}")
    if re.match(r"10/\S", text):
        return Refusal(
            "is a shortDOI", "Open https://doi.org/" + text[3:50] + " and write the DOI that it stands for."
        )
    if re.match(r"arxiv:|[0-9]{4}\.[0-9]{4,5}(?:v[0-9]+)?$", text, re.IGNORECASE):
        return Refusal("is an arXiv identifier", "Put it into the field arxiv.")
    if re.match(r"PMC[0-9]+$", text, re.IGNORECASE):
        return Refusal("is a PMCID", "Put it into the field pmcid.")
    if re.fullmatch(rf"{_PREFIX}/?", text):
        return Refusal("has nothing after the prefix", "It seems to be cut short: copy the DOI again.")
    if _LOOKALIKES.search(text[:12]):
        return Refusal(
            "does not begin with ASCII digits", "Type the DOI with ASCII digits and Latin letters."
        )
    return Refusal("is not a DOI: it does not begin with 10. and a registrant number", EXAMPLE)
