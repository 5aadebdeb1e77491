"""Writing provenance: every key of snapshots.md, section 9, always there, sorted, the same bytes every time.

It puts together what others found out: where the bytes came from, under which licence, what the extraction
gave, whether it is the work. Nothing is judged here, and reading is `checks/snapshots.py`.
"""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

from citelock import __version__
from citelock.checks.canonical import dumps
from citelock.checks.identifiers import Identifier
from citelock.checks.licences import Decision
from citelock.checks.records import Author, Record
from citelock.checks.snapshots import SCHEMA
from citelock.checks.text.excerpt import shown
from citelock.snapshotter.extract.interface import Extracted

Json = dict[str, object]

TOOL = f"citelock {__version__}"
_STATEMENT = 2_000  # characters kept of the words of a licence
_DATES = ("issued", "print", "online")
_AUTHORS = 20  # named in an attribution; beyond, "et al."


class Robots(NamedTuple):
    """What robots.txt said of an address: where it is, whether it allows, the rule in a few words."""

    url: str
    allowed: bool
    rule: str


class Origin(NamedTuple):
    """Where the bytes came from, or who was asked last: the `source` of a provenance.

    `channel` is a step of the ladder, `file` or `url`. Addresses carry no key and no mail address. `chain`
    are the addresses of the redirects, `retrieved` is the day, `charset` the one that the header named.
    """

    channel: str
    url: str | None = None
    final_url: str | None = None
    retrieved: str | None = None
    status: int | None = None
    media_type: str | None = None
    charset: str | None = None
    etag: str | None = None
    last_modified: str | None = None
    robots: Robots | None = None
    chain: tuple[str, ...] = ()
    allowed_hosts: tuple[str, ...] = ()


class Vetted(NamedTuple):
    """What was found out about the text as evidence for this work, as the provenance has it."""

    identity: str
    doi: bool
    title_words: tuple[int, int]
    author: bool
    scope: str
    scope_from: str
    flags: tuple[str, ...] = ()
    message: str = ""


class SealFacts(NamedTuple):
    """Salt, number of windows and sha256 of a seal file."""

    salt: str
    windows: int
    sha256: str


class Taken(NamedTuple):
    """A snapshot that passed: the original bytes, the text, and all that is known about them.

    `version` is published, accepted, submitted, preprint, v*N* or None; `forced` says why the identity check
    was overridden. `attempts` is how often the last address was asked.
    """

    identifier: Identifier
    data: bytes
    text: str
    origin: Origin
    version: str | None
    decision: Decision
    attribution: str
    extracted: Extracted
    vetted: Vetted
    forced: str | None = None
    attempts: int = 1


class Failure(NamedTuple):
    """Why no text could be had: a reason of web.md, section 1.1, a sentence about it, who was asked last."""

    identifier: Identifier
    reason: str
    message: str
    origin: Origin
    attempts: int = 1


def text_bytes(text: str) -> bytes:
    """The text as it is stored and hashed."""
    return text.encode("utf-8")


def provenance_bytes(
    taken: Taken, storage: str, *, seal: SealFacts | None = None, original: str | None = None
) -> bytes:
    """The provenance file of a snapshot; `storage` is committed, private or sealed."""
    facts, vetted, text = taken.extracted, taken.vetted, text_bytes(taken.text)
    derived = derived_facts(facts, vetted.flags)
    return _file(
        {
            **_head(taken.identifier, "ok", None, taken.attempts),
            "version": taken.version,
            "forced": taken.forced,
            "source": _source(taken.origin, taken.data, original),
            "licence": licence_facts(taken),
            "extraction": {**derived["extraction"], "limits": facts.limits},
            "text": {
                **derived["text"],
                "storage": storage,
                "sha256": sha256(text).hexdigest(),
                "scope": vetted.scope,
                "scope_from": vetted.scope_from,
            },
            "quality": derived["quality"],
            "document": derived["document"],
            "identity": {
                "status": vetted.identity,
                "doi": vetted.doi,
                "title_words": list(vetted.title_words),
                "author": vetted.author,
            },
            "seal": None if seal is None else dict(seal._asdict()),
        }
    )


def licence_facts(taken: Taken) -> Json:
    """What a provenance says of the licence."""
    return _licence(taken.decision, taken.attribution)


def derived_facts(extracted: Extracted, flags: tuple[str, ...]) -> dict[str, Json]:
    """What a provenance says that follows from the bytes alone, by its section and key.

    `flags` are those of the text. Who makes it again from the same bytes with the same reader gets the same.
    """
    return {
        "extraction": {
            "extractor": extracted.extractor,
            "backend": extracted.backend or None,
            "verdict": extracted.verdict,
        },
        "text": {
            "characters": len(extracted.text),
            "lines": extracted.text.count("\n"),
            "furniture_line": extracted.furniture_line,
            "pages": [list(run) for run in extracted.pages],
        },
        "quality": {
            "pages": extracted.pages_total,
            "pages_failed": list(extracted.pages_failed),
            "letters": extracted.letters,
            "hyphen_marks": extracted.hyphen_marks,
            "unmapped": extracted.unmapped,
            "removed": extracted.removed,
            "hidden": [list(span) for span in extracted.hidden],
            "copy_restricted": extracted.copy_restricted,
            "flags": sorted({*extracted.flags, *flags}),
        },
        "document": {
            "title": extracted.title or None,
            "declared_doi": extracted.declared_doi or None,
            "published": extracted.published or None,
            "published_from": extracted.published_from or None,
        },
    }


def failure_bytes(failure: Failure) -> bytes:
    """The failure record: status unavailable, the reason, and what was asked last; no text belongs to it."""
    nothing = dict.fromkeys(("licence", "extraction", "text", "quality", "document", "identity", "seal"))
    return _file(
        {
            **_head(failure.identifier, "unavailable", failure.reason, failure.attempts),
            "version": None,
            "forced": None,
            "source": _source(failure.origin, None, None),
            **nothing,
        }
    )


def attribution(record: Record | None, title: str, address: str, licence_url: str) -> str:
    """Who made the work, what it is, where it is, under which licence, and that this is an extract.

    >>> print(attribution(Record("found", "hand", titles=("On Demos",)), "", "https://x.example", ""))
    On Demos. https://x.example. Text extracted.
    """
    parts = []
    if record is not None and record.status == "found":
        people = ", ".join(filter(None, map(_name, record.authors[:_AUTHORS])))
        if len(record.authors) > _AUTHORS:
            people += " et al."
        named = record.titles[0] if record.titles else title
        parts.append(f"{people}: {named}" if people and named else people or named)
        year = next((date[:4] for kind in _DATES if (date := record.dates.get(kind))), "")
        parts.append(", ".join(filter(None, (record.containers[0] if record.containers else "", year))))
    else:
        parts.append(title)
    parts += [address, licence_url, "Text extracted"]
    return shown(" ".join(f"{part.rstrip('.')}." for part in parts if part), _STATEMENT)


def _name(author: Author) -> str:
    return author.name or " ".join(filter(None, (author.given, author.prefix, author.family)))


def _head(identifier: Identifier, status: str, reason: str | None, attempts: int) -> Json:
    return {
        "schema": SCHEMA,
        "status": status,
        "reason": reason,
        "id": identifier.key,
        "tool": TOOL,
        "attempts": attempts,
    }


def _source(origin: Origin, data: bytes | None, original: str | None) -> Json:
    robots = origin.robots
    return {
        "channel": origin.channel,
        "url": origin.url,
        "final_url": origin.final_url,
        "retrieved": origin.retrieved,
        "status": origin.status,
        "media_type": origin.media_type,
        "charset": origin.charset,
        "bytes": None if data is None else len(data),
        "sha256": None if data is None else sha256(data).hexdigest(),
        "etag": origin.etag,
        "last_modified": origin.last_modified,
        "robots": None if robots is None else dict(robots._asdict()),
        "agent": f"citelock/{__version__}" if origin.url else None,
        "original": original,
        "chain": list(origin.chain),
        "allowed_hosts": list(origin.allowed_hosts),
    }


def _licence(decision: Decision, attributed: str) -> Json:
    deciding = decision.deciding
    return {
        "class": decision.name,
        "url": (deciding.url or None) if deciding else None,
        "read_from": deciding.read_from if deciding else None,
        "statement": (shown(deciding.words, _STATEMENT) or None) if deciding else None,
        "attribution": attributed or None,
        "evidence": [
            {"class": each.name, "read_from": each.read_from, "url": each.url or None}
            for each in decision.statements
        ],
    }


def _file(value: Json) -> bytes:
    return f"{dumps(value)}\n".encode()
