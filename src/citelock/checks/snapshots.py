"""The provenance of a text snapshot.

What `sources/<name>.json` says of the text beside it (snapshots.md, section 9).
It also holds the failure record of web.md, section 1.1: status `unavailable` with a reason and no text. It
knows nothing of files; whether the text is the one described is decided in `snapshotter/evidence.py` by
comparing `text_sha256`.
"""

from __future__ import annotations

import re

from citelock.checks.errors import InputError
from citelock.checks.fields import (
    Fields,
    WrongField,
    count_field,
    described,
    kind,
    list_field,
    object_field,
    text_field,
    texts_field,
)
from citelock.checks.identifiers import Identifier, names
from citelock.checks.jsontext import parse
from citelock.checks.named import NamedTuple


class CorruptProvenance(NamedTuple):
    """There is a provenance file, but it is malformed or names another work.

    E_SNAPSHOT_ALTERED, for this reason.
    """

    reason: str


class Provenance(NamedTuple):
    """What is known of a snapshot.

    `status` is ok or unavailable; then `reason` is a word of web.md, section 1.1.
    `http_status` is that of the last answer. `scope` is full or abstract. `storage` is committed, private or
    sealed. `pages` are runs (offset in code points, page number), each valid to the next one;
    `furniture_line` is the line (from 1) where running headers and the like begin. `published` is the page's
    own date, `title` its own title. `verdict` is that of the extraction (ok or partial), `forced` the reason
    why the identity was overridden, `hidden` are spans of text that a reader does not see (code points,
    half-open), `identity` is ok, wrong or not_checkable. `original` names the kept file that the text was
    made of: `originals/…` in the tree, `private/originals/…` in the private store. `extractor` is what made
    the text.
    """

    status: str
    reason: str = ""
    id: str = ""
    version: str = ""
    http_status: int | None = None
    url: str = ""
    final_url: str = ""
    retrieved: str = ""
    media_type: str = ""
    channel: str = ""
    licence: str = ""
    text_sha256: str = ""
    storage: str = ""
    scope: str = ""
    furniture_line: int | None = None
    pages: tuple[tuple[int, int], ...] = ()
    flags: tuple[str, ...] = ()
    title: str = ""
    published: str = ""
    published_from: str = ""
    identity: str = ""
    declared_doi: str = ""
    verdict: str = ""
    forced: str = ""
    hidden: tuple[tuple[int, int], ...] = ()
    scope_from: str = ""
    pages_total: int | None = None
    seal: Seal | None = None
    original: str = ""
    extractor: str = ""

    @property
    def is_of_a_run(self) -> bool:
        """Whether it says anything that only taking a snapshot finds out, so that the text was vetted then.

        Texts that people wrote down by hand are excerpts at times, and are not vetted. Whoever removes one of
        these facts leaves the others.
        """
        return bool(
            self.identity
            or self.forced
            or self.extractor
            or self.verdict
            or self.scope_from
            or self.original
            or self.seal is not None
            or self.pages_total is not None
        )


class Seal(NamedTuple):
    """What a provenance says of its seal: the salt (22 base64url characters), windows, sha256 of the file."""

    salt: str
    windows: int
    sha256: str


SCHEMA = "citelock-provenance/1"
STATUSES = ("ok", "unavailable")
STORAGES = ("committed", "private", "sealed")
SCOPES = ("full", "abstract")

_SHA256 = r"[0-9a-f]{64}"
_SALT = r"[A-Za-z0-9_-]{22}"
_REASON = r"[a-z0-9_]{1,40}"  # it becomes part of a finding's name


def parse_provenance(
    data: bytes, identifier: Identifier, path: str, holder: Identifier | None = None
) -> Provenance | CorruptProvenance:
    """The provenance in `data`, or why these bytes are not one of `identifier`.

    `path` names the file in reasons.
    `holder` is the identifier under which the registry keeps the work, when it is another one (a PMID's DOI).
    """
    try:
        value = parse(data, path)
    except InputError as error:
        return CorruptProvenance(str(error))
    if not isinstance(value, dict):
        return CorruptProvenance(f"{path}: a provenance is a JSON object, this is {kind(value)}")
    try:
        return _provenance(value, identifier, holder)
    except WrongField as error:
        return CorruptProvenance(f"{path}: {error}")


def _provenance(value: Fields, identifier: Identifier, holder: Identifier | None) -> Provenance:
    if value.get("schema") != SCHEMA:
        raise WrongField(
            f"schema: {described(value.get('schema'))} is not known here; this version reads {SCHEMA}"
        )
    status = _one_of(value, "status", STATUSES)
    own = text_field(value, "id")
    if not own:
        raise WrongField("id: it is missing; a provenance names the identifier that it is about")
    if not names(own, identifier) and not (holder is not None and names(own, holder)):
        raise WrongField(f"it is about {described(own)}, not about {identifier.key}")
    reason = text_field(value, "reason")
    if status == "unavailable" and not re.fullmatch(_REASON, reason):
        raise WrongField(f"reason: {described(reason)} is no reason; write a word such as http_404")
    source, text = object_field(value, "source"), object_field(value, "text")
    document, identity = object_field(value, "document"), object_field(value, "identity")
    quality, extraction = object_field(value, "quality"), object_field(value, "extraction")
    sha256 = text_field(text, "sha256", "text.")
    if (sha256 or status == "ok") and not re.fullmatch(_SHA256, sha256):
        raise WrongField(f"text.sha256: {described(sha256)} is not a sha256 of 64 hexadecimal digits")
    return Provenance(
        status=status,
        reason=reason,
        id=own,
        version=text_field(value, "version"),
        http_status=count_field(source, "status", "source."),
        url=text_field(source, "url", "source."),
        final_url=text_field(source, "final_url", "source."),
        retrieved=text_field(source, "retrieved", "source."),
        media_type=text_field(source, "media_type", "source."),
        channel=text_field(source, "channel", "source."),
        licence=text_field(object_field(value, "licence"), "class", "licence."),
        text_sha256=sha256,
        storage=_one_of(text, "storage", STORAGES, "text."),
        scope=_one_of(text, "scope", SCOPES, "text."),
        furniture_line=count_field(text, "furniture_line", "text."),
        pages=_pages(text),
        flags=texts_field(quality, "flags", "quality."),
        title=text_field(document, "title", "document."),
        published=text_field(document, "published", "document."),
        published_from=text_field(document, "published_from", "document."),
        identity=text_field(identity, "status", "identity."),
        declared_doi=text_field(document, "declared_doi", "document."),
        verdict=text_field(extraction, "verdict", "extraction."),
        forced=text_field(value, "forced"),
        hidden=_spans(quality),
        scope_from=text_field(text, "scope_from", "text."),
        pages_total=count_field(quality, "pages", "quality."),
        seal=_seal(value),
        original=text_field(source, "original", "source."),
        extractor=text_field(extraction, "extractor", "extraction."),
    )


def _one_of(fields: Fields, key: str, words: tuple[str, ...], where: str = "") -> str:
    """One of a few words; absent, only `status` may not be."""
    word = text_field(fields, key, where)
    if word in words or (not word and key != "status"):
        return word
    raise WrongField(f"{where}{key}: {described(word)} is none of {', '.join(words)}")


def _pages(text: Fields) -> tuple[tuple[int, int], ...]:
    """The runs `[offset, page]`: offsets rise, pages count from 1 and may go back (held-back captions)."""
    runs: list[tuple[int, int]] = []
    for place, run in enumerate(list_field(text, "pages", "text.")):
        if not isinstance(run, list) or len(run) != 2:
            raise WrongField(f"text.pages[{place}]: a run is a list of an offset and a page")
        offset, page = run
        if type(offset) is not int or type(page) is not int or offset < 0 or page < 1:
            raise WrongField(f"text.pages[{place}]: an offset is 0 or more, a page 1 or more")
        if runs and offset <= runs[-1][0]:
            raise WrongField(f"text.pages[{place}]: the offset {offset} does not follow {runs[-1][0]}")
        runs.append((offset, page))
    return tuple(runs)


def _spans(quality: Fields) -> tuple[tuple[int, int], ...]:
    """The spans `[start, end]` of hidden text, in order and without overlap."""
    given = list_field(quality, "hidden", "quality.")
    spans: list[tuple[int, int]] = []
    for place, span in enumerate(given):
        if not isinstance(span, list) or len(span) != 2:
            raise WrongField(f"quality.hidden[{place}]: a span is a list of a start and an end")
        start, end = span
        if type(start) is not int or type(end) is not int or not 0 <= start < end:
            raise WrongField(f"quality.hidden[{place}]: a start is 0 or more, an end behind it")
        if spans and start < spans[-1][1]:
            raise WrongField(f"quality.hidden[{place}]: the start {start} does not follow {spans[-1][1]}")
        spans.append((start, end))
    return tuple(spans)


def _seal(value: Fields) -> Seal | None:
    """The seal's own description; a sealed text without a usable one is no evidence."""
    given = object_field(value, "seal")
    if not given:
        if object_field(value, "text").get("storage") == "sealed":
            raise WrongField("seal: it is missing, and the text is said to be sealed")
        return None
    salt, sha256 = text_field(given, "salt", "seal."), text_field(given, "sha256", "seal.")
    windows = count_field(given, "windows", "seal.")
    if not re.fullmatch(_SALT, salt):
        raise WrongField(f"seal.salt: {described(salt)} is no salt of 22 base64url characters")
    if not re.fullmatch(_SHA256, sha256) or windows is None:
        raise WrongField("seal: a seal has its number of windows and the sha256 of its file")
    return Seal(salt, windows, sha256)
