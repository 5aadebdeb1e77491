"""Provenance: the schema of snapshots.md, section 9, and the failure record of web.md, section 1.1."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.checks.identifiers import Identifier, parse_identifier
from citelock.checks.snapshots import CorruptProvenance, Provenance, parse_provenance

DEMO = Identifier("doi", "10.0000/demo.1", "10.0000/demo.1")

# Figures invented.
FULL: dict[str, object] = {
    "schema": "citelock-provenance/1",
    "status": "ok",
    "reason": None,
    "id": "doi:10.0000/demo.1",
    "version": "published",
    "tool": "citelock 0.1.0",
    "forced": None,
    "attempts": 1,
    "source": {
        "channel": "europepmc",
        "url": "https://example.org/a",
        "final_url": "https://example.org/b",
        "retrieved": "2026-11-30",
        "status": 200,
        "media_type": "application/xml",
        "bytes": 181044,
        "sha256": "0" * 64,
        "chain": [],
    },
    "licence": {"class": "cc-by", "read_from": "jats:license", "statement": "CC BY"},
    "extraction": {"extractor": "jats/1"},
    "text": {
        "storage": "committed",
        "sha256": "ab" * 32,
        "characters": 28102,
        "lines": 143,
        "furniture_line": 140,
        "scope": "full",
        "pages": [[0, 1], [900, 2], [1800, 1]],
    },
    "quality": {"flags": ["hyphens"], "hidden": []},
    "document": {"title": "A Demo", "published": "2024-05-01", "published_from": "citation_date"},
    "identity": {"status": "ok", "doi": True},
    "seal": None,
}


def read(value: object, identifier: Identifier = DEMO) -> Provenance | CorruptProvenance:
    data = value if isinstance(value, bytes) else json.dumps(value).encode("utf-8")
    return parse_provenance(data, identifier, "sources/x.json")


def test_a_full_provenance_is_read() -> None:
    assert read(FULL) == Provenance(
        status="ok",
        extractor="jats/1",
        id="doi:10.0000/demo.1",
        version="published",
        http_status=200,
        url="https://example.org/a",
        final_url="https://example.org/b",
        retrieved="2026-11-30",
        media_type="application/xml",
        channel="europepmc",
        licence="cc-by",
        text_sha256="ab" * 32,
        storage="committed",
        scope="full",
        furniture_line=140,
        pages=((0, 1), (900, 2), (1800, 1)),
        flags=("hyphens",),
        title="A Demo",
        published="2024-05-01",
        published_from="citation_date",
        identity="ok",
    )


def test_a_failure_is_read_with_its_reason() -> None:
    failure = {
        **FULL,
        "status": "unavailable",
        "reason": "http_404",
        "source": {"status": 404, "final_url": "https://example.org/gone", "retrieved": "2026-11-30"},
        **dict.fromkeys(("licence", "extraction", "text", "quality", "document", "identity")),
    }
    assert read(failure) == Provenance(
        status="unavailable",
        reason="http_404",
        id="doi:10.0000/demo.1",
        version="published",
        http_status=404,
        final_url="https://example.org/gone",
        retrieved="2026-11-30",
    )


def test_a_provenance_under_the_registrys_identifier_is_that_of_the_pmid() -> None:
    pmid = parse_identifier("pmid:12")
    assert isinstance(pmid, Identifier)
    data = json.dumps(FULL).encode("utf-8")
    assert isinstance(parse_provenance(data, pmid, "x", DEMO), Provenance)
    assert isinstance(parse_provenance(data, pmid, "x"), CorruptProvenance)


def changed(path: str, value: object) -> dict[str, object]:
    copy: dict[str, object] = json.loads(json.dumps(FULL))
    *outer, last = path.split(".")
    inner = copy
    for step in outer:
        inner = inner[step]  # type: ignore[assignment]  # the paths below lead through objects
    inner[last] = value
    return copy


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        (
            "schema",
            None,
            "sources/x.json: schema: null is not known here; this version reads citelock-provenance/1",
        ),
        ("status", "fine", "sources/x.json: status: fine is none of ok, unavailable"),
        ("id", None, "sources/x.json: id: it is missing; a provenance names the identifier that it is about"),
        ("id", "doi:10.0000/x", "sources/x.json: it is about doi:10.0000/x, not about doi:10.0000/demo.1"),
        (
            "text.sha256",
            "AB" * 32,
            f"sources/x.json: text.sha256: {'AB' * 32} is not a sha256 of 64 hexadecimal digits",
        ),
        (
            "text",
            None,
            "sources/x.json: text.sha256: an empty string is not a sha256 of 64 hexadecimal digits",
        ),
        ("text.scope", "half", "sources/x.json: text.scope: half is none of full, abstract"),
        ("text.storage", "lost", "sources/x.json: text.storage: lost is none of committed, private, sealed"),
        (
            "text.pages",
            [[5, 1], [5, 2]],
            "sources/x.json: text.pages[1]: the offset 5 does not follow 5",
        ),
        ("text.pages", [[0]], "sources/x.json: text.pages[0]: a run is a list of an offset and a page"),
        (
            "text.pages",
            [[True, 1]],
            "sources/x.json: text.pages[0]: an offset is 0 or more, a page 1 or more",
        ),
        ("source.status", "200", "sources/x.json: source.status: 200 is not a whole number"),
        ("source.url", 1, "sources/x.json: source.url: this is a number, not a string"),
        ("licence", [], "sources/x.json: licence: this is a list, not an object"),
    ],
)
def test_a_malformed_provenance_says_what_is_wrong(path: str, value: object, reason: str) -> None:
    assert read(changed(path, value)) == CorruptProvenance(reason)


@pytest.mark.parametrize("reason", [None, "", "HTTP 404", "a:b", "x" * 41], ids=repr)
def test_a_failure_without_a_reason_that_can_be_named_is_malformed(reason: object) -> None:
    provenance = read({**FULL, "status": "unavailable", "reason": reason})
    assert isinstance(provenance, CorruptProvenance)
    assert provenance.reason.startswith("sources/x.json: reason: ")


@given(st.binary(max_size=100))
def test_any_bytes_are_a_provenance_or_corrupt(data: bytes) -> None:
    assert isinstance(read(data), Provenance | CorruptProvenance)
