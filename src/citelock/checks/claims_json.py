"""From the JSON of one claim to the values the checks read: every type is tested here, and only here.

A refusal is a ClaimError with the way to the value; where in the file that is, the caller knows. What is
merely missing or unfit in a citation is left to the rules. Governed by the design README, section 2, and
web.md, sections 1.2 and 2.
"""

from __future__ import annotations

import re
from hashlib import sha256
from json import JSONEncoder
from json.encoder import encode_basestring as _escaped  # what the encoder below writes strings with
from typing import TYPE_CHECKING, NoReturn, cast

from citelock.checks.claims import Citation, Claim
from citelock.checks.errors import InputError
from citelock.checks.json_scan import Unstrict, scan_any_depth
from citelock.checks.json_words import described, quoted, readable

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypedDict

    class _CitationJson(TypedDict, total=False):
        """The JSON of a citation after `_check_citation` has tested its types."""

        doi: str | None
        pmid: str | None
        pmcid: str | None
        arxiv: str | None
        url: str | None
        title: str | None
        year: int | float | str | None
        first_author: str | None
        authors: list[str] | None
        container_title: str | None
        quote: str | None
        quotes: list[str] | None
        status: str | None
        marker: str | None


MAX_ID = 200  # characters: an id is a name in messages and reports, not a text
MAX_QUOTES = 50  # fragments of one citation (web.md, section 1.2)
STATUSES = ("unverified", "not-machine-checked", "partial", "verified")  # web.md, section 2

_MEMBERS, _MEMBERS_OF_CITATION = 3, 5  # of a claim and a citation of the usual shape

# Line and paragraph separators break a line in a message as a control character does.
_CONTROL = r"[\x00-\x1f\x7f-\x9f\u2028\u2029]"
_STRINGS = frozenset(
    (
        "doi",
        "pmid",
        "pmcid",
        "arxiv",
        "url",
        "title",
        "first_author",
        "container_title",
        "quote",
        "status",
        "marker",
    )
)

_canonical = JSONEncoder(
    ensure_ascii=False, check_circular=False, allow_nan=False, sort_keys=True, separators=(",", ":")
).encode


class ClaimError(InputError):
    """A claim of the wrong shape; `steps` lead from the claim to the value (`citations`, 0, `year`)."""

    def __init__(
        self,
        path: str,
        what: str,
        *,
        line: int | None = None,
        column: int | None = None,
        pointer: str = "",
        steps: tuple[str | int, ...] = (),
    ) -> None:
        super().__init__(path, what, line=line, column=column, pointer=pointer)
        self.steps = steps


class _Refused(Exception):
    """Inside this module: what is wrong, and the way to it."""

    def __init__(self, what: str, *steps: str | int) -> None:
        super().__init__(what)
        self.what = what
        self.steps = steps


def claim_from_json(
    value: object,
    *,
    file: str,
    index: int = 0,
    offset: int = 0,
    length: int = 0,
    line: int = 1,
    column: int = 1,
    plain: bool = False,
    digest: str = "",
) -> Claim:
    """One element of `claims` as a value; raises ClaimError, without line and column, for a wrong type.

    `value` comes from `json_scan`. `index` is its place in the list, the numbers say where its object stands
    in the file, `digest` is that of its text (see Claim). `plain` promises that its text held no backslash,
    which makes the fingerprint cheaper.
    """
    try:
        claim = _object(value, "a claim")
        name = claim.get("id")
        if type(name) is not str or not 0 < len(name) <= MAX_ID or not name.isprintable() or name.isspace():
            name = _identifier(claim)
        text = claim.get("text")
        if type(text) is not str or not text or text.isspace():
            _refuse_text(claim, text)
        citations = _citations(claim.get("citations"), text, plain)
        return Claim(
            name,
            text,
            citations,
            file,
            _status(claim["status"]) if "status" in claim else None,
            offset,
            length,
            line,
            column,
            index,
            "" if citations else fingerprint(text, None),
            digest,
        )
    except _Refused as refused:
        steps = refused.steps
        pointer = readable(("claims", index, *steps))
        raise ClaimError(file, refused.what, pointer=pointer, steps=steps) from refused


def usual_claim(text: str, start: int) -> tuple[str, str, tuple[Citation, ...], int] | None:
    """Id, text, citations and end of the claim that begins at `start`; None if it is not of the usual shape.

    That is the shape that nearly all have: three members, and in each citation the five of a quotation. It is
    read in half the time, and what the general way would say of it (a property test holds the two together).
    """
    try:
        value, end, plain = scan_any_depth(text, start)
    except Unstrict:
        return None
    if type(value) is not dict or len(value) != _MEMBERS:
        return None
    name, said, cited = value.get("id"), value.get("text"), value.get("citations")
    if not (
        type(name) is str
        and type(said) is str
        and type(cited) is list
        and cited
        and 0 < len(name) <= MAX_ID
        and name.isprintable()
        and not name.isspace()
        and said
        and not said.isspace()
    ):
        return None
    citations = []
    for index, item in enumerate(cited):
        if type(item) is not dict or len(item) != _MEMBERS_OF_CITATION:
            return None
        citation = _ordinary(item, index, said, plain)
        if citation is None:
            return None
        citations.append(citation)
    return name, said, tuple(citations), end


def fingerprint(text: str, citation: Mapping[str, object] | None, *, plain: bool = False) -> str:
    """The identity that a diff follows when ids move: sha256 in hex over the JSON of claim text and citation.

    Canonical: `{"citation":…,"text":…}`, sorted keys, no blanks, UTF-8, non-ASCII characters as they are. A
    key of the citation that is null counts as absent; an uncited claim has the citation null. `plain`
    promises that no string needs an escape. (Design README, section 4.)
    """
    if plain and citation is not None:
        # Several times as fast as the encoder, and equal to it: nothing here needs an escape.
        members = [
            f'"{key}":"{value}"'
            if type(value) is str
            else f'"{key}":{value if type(value) is int else _canonical(value)}'
            for key, value in sorted(citation.items())
            if value is not None
        ]
        encoded = f'{{"citation":{{{",".join(members)}}},"text":"{text}"}}'
    else:
        if citation is not None:
            citation = {key: value for key, value in citation.items() if value is not None}
        encoded = _canonical({"citation": citation, "text": text})
    return sha256(encoded.encode()).hexdigest()


def _identifier(claim: dict[str, object]) -> str:
    name = claim.get("id")
    if type(name) is int:
        name = str(name)  # "1" and 1 are the same id (design README, section 2)
    if type(name) is not str:
        if name is None:
            raise _Refused('the claim has no "id". Give it one that no other claim of the file has.', "id")
        raise _Refused(f'{described(name)} is not an id. Write a short string such as "c1".', "id")
    if not name.strip():
        raise _Refused('the id is empty. Write a short string such as "c1".', "id")
    if len(name) > MAX_ID:
        raise _Refused(f"the id has {len(name)} characters. Write one of at most {MAX_ID}.", "id")
    if not name.isprintable() and re.search(_CONTROL, name):
        raise _Refused(f"the id {quoted(name)} holds a control character. Remove it.", "id")
    return name


def _refuse_text(claim: dict[str, object], text: object) -> NoReturn:
    if text is None:
        raise _Refused('the claim has no "text". Write the claim as it stands in the report.', "text")
    if isinstance(text, str):
        raise _Refused("the text is empty. Write the claim as it stands in the report.", "text")
    raise _Refused(f"{described(text)} is not a text. Write the claim as a string.", "text")


def _citations(value: object, text: str, plain: bool) -> tuple[Citation, ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        raise _Refused(f'{described(value)} is not a list. Write "citations": [ … ].', "citations")
    return tuple([_citation(item, index, text, plain) for index, item in enumerate(value)])


def _citation(value: object, index: int, text: str, plain: bool) -> Citation:
    if type(value) is dict and len(value) == _MEMBERS_OF_CITATION:
        usual = _ordinary(value, index, text, plain)
        if usual is not None:
            return usual
    try:
        raw = _object(value, "a citation")
        for key, item in raw.items():
            if type(item) is not str and item is not None and key in _STRINGS:
                _refuse_string(key, item)
        known = cast("_CitationJson", raw)  # true of all but `year` and the lists, and those are tested next
        year = known.get("year")
        if year is not None and type(year) not in (int, str, float):
            raise _Refused(f"{described(year)} is not a year. Write a number such as 2024.", "year")
        quote = known.get("quote")
        quotes = _strings(raw, "quotes") if "quotes" in raw else None
        if "at" in raw:  # where an importer found it: a line put in above must not make it another citation
            raw = {key: item for key, item in raw.items() if key != "at"}
        if quotes is not None:
            _check_quotes(quotes, quote)
        return Citation(
            index,
            known.get("doi"),
            known.get("pmid"),
            known.get("pmcid"),
            known.get("arxiv"),
            known.get("url"),
            known.get("title"),
            year,
            known.get("first_author"),
            _strings(raw, "authors") if "authors" in raw else None,
            known.get("container_title"),
            quote,
            quotes,
            _status(raw["status"]) if "status" in raw else None,
            known.get("marker"),
            fingerprint(text, raw, plain=plain),
        )
    except _Refused as refused:
        raise _Refused(refused.what, "citations", index, *refused.steps) from refused


def _ordinary(value: dict[str, object], index: int, text: str, plain: bool) -> Citation | None:
    """The citation of a quotation in the shape that nearly all have, read in a third of the time; else None.

    What the general way would say of it, fingerprint and all (a property test holds the two together).
    """
    try:
        doi, title, author, quote = value["doi"], value["title"], value["first_author"], value["quote"]
        year = value["year"]
    except KeyError:
        return None
    if not (
        type(doi) is str
        and type(title) is str
        and type(author) is str
        and type(quote) is str
        and type(year) is int
    ):
        return None
    if plain:
        encoded = (
            f'{{"citation":{{"doi":"{doi}","first_author":"{author}","quote":"{quote}","title":"{title}",'
            f'"year":{year}}},"text":"{text}"}}'
        )
    else:
        encoded = (
            f'{{"citation":{{"doi":{_escaped(doi)},"first_author":{_escaped(author)},"quote":{_escaped(quote)},'
            f'"title":{_escaped(title)},"year":{year}}},"text":{_escaped(text)}}}'
        )
    digest = sha256(encoded.encode()).hexdigest()
    return Citation._make(
        (index, doi, None, None, None, None, title, year, author, None, None, quote, None, None, None, digest)
    )


def _object(value: object, what: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise _Refused(f"{described(value)} is not {what}. Write an object: {{ … }}.")
    return value


def _refuse_string(key: str, value: object) -> NoReturn:
    repair = "Write it in double quotes." if type(value) in (int, float) else "Write a string."
    raise _Refused(f"{described(value)} is not a string. {repair}", key)


def _strings(raw: dict[str, object], key: str) -> tuple[str, ...] | None:
    value = raw.get(key)
    if value is None:
        return None
    if not isinstance(value, list):
        raise _Refused(f'{described(value)} is not a list. Write "{key}": ["…", "…"].', key)
    for index, item in enumerate(value):
        if type(item) is not str:
            raise _Refused(f"{described(item)} is not a string. Write a string.", key, index)
    return tuple(value)


def _check_quotes(quotes: tuple[str, ...], quote: str | None) -> None:
    if quote is not None:
        raise _Refused('"quote" and "quotes" stand in one citation. Keep one of the two.', "quotes")
    if not quotes:
        raise _Refused("the list of quotes is empty. Write the fragments, or leave the key out.", "quotes")
    if len(quotes) > MAX_QUOTES:
        raise _Refused(f"the list holds {len(quotes)} quotes. Keep at most {MAX_QUOTES}.", "quotes")


def _status(value: object) -> str | None:
    """The normal form of the agent's own label: lower case, words joined by hyphens (web.md, section 2)."""
    if value is None:
        return None
    if type(value) is not str:
        _refuse_string("status", value)
    word = re.sub(r"[\s_-]++", "-", value.strip().casefold())
    if word not in STATUSES:
        raise _Refused(f"{described(value)} is no status. Write one of {', '.join(STATUSES)}.", "status")
    return word
