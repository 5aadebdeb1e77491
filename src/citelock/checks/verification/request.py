"""The request of a check: what may be asked, strictly, and the key it is known by (verify.md, section 7).

Nothing is clamped and nothing guessed: a value out of bounds is a fault that names its field. Provider, model
and allow-lists are the operator's; no request can set them.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple

from citelock.checks.canonical import line
from citelock.checks.fields import described, kind, one_of
from citelock.checks.text.excerpt import shown
from citelock.checks.verification.values import TIME_RANGES, Request

CLAIM = (3, 1000)  # characters, after blanks at its ends are taken off
QUERY = (1, 400)
SOURCES = (1, 5)
AUTO = "auto"
_MOST_NAMED = 10  # unknown fields
FIELDS = ("claim", "query", "maxSources", "timeRange", "language")


class Fault(NamedTuple):
    """What is wrong with a request: the field ("" for the whole) and a sentence."""

    field: str
    what: str

    def __str__(self) -> str:
        return f"{self.field}: {self.what}" if self.field else self.what


def read_request(value: object) -> Request | Fault:
    """The request in a JSON value, or the first fault of it, by the order of FIELDS."""
    if not isinstance(value, dict):
        return Fault("", f"this is {kind(value)}. Send an object with a claim.")
    unknown = sorted(str(key) for key in value if key not in FIELDS)
    if unknown:
        names = ", ".join(shown(name, 60) for name in unknown[:_MOST_NAMED])
        there = (
            "there is no such field" if len(unknown) == 1 else f"there are no such fields ({len(unknown)})"
        )
        return Fault(names, f"{there}. Write only {', '.join(FIELDS)}.")
    claim = _text(value, "claim", CLAIM)
    query = _text(value, "query", QUERY) if "query" in value else ""
    sources = _number(value.get("maxSources", Request._field_defaults["max_sources"]))
    time_range = value.get("timeRange", "")
    language = _language(value.get("language", AUTO))
    for read in (claim, query, sources):
        if isinstance(read, Fault):
            return read
    known = one_of(TIME_RANGES, time_range)
    if known is None:
        said = ", ".join(each or "an empty string" for each in TIME_RANGES)
        return Fault("timeRange", f"{described(time_range)} is no time range. Write one of: {said}.")
    if isinstance(language, Fault):
        return language
    assert isinstance(claim, str)
    assert isinstance(query, str)
    assert isinstance(sources, int)
    return Request(claim, query, sources, known, language)


def request_object(request: Request) -> dict[str, object]:
    """The request as JSON, all of its fields present."""
    return {
        "claim": request.claim,
        "query": request.query,
        "maxSources": request.max_sources,
        "timeRange": request.time_range,
        "language": request.language,
    }


def request_key(request: Request) -> str:
    """The first 16 hex digits of the sha256 of the canonical request."""
    return sha256(line(request_object(request)).encode("utf-8")).hexdigest()[:16]


def _text(fields: Mapping[str, object], name: str, bounds: tuple[int, int]) -> str | Fault:
    value = fields.get(name)
    if value is None:
        return Fault(name, "it is missing.")
    if not isinstance(value, str):
        return Fault(name, f"this is {kind(value)}. Write a string.")
    text = value.strip()
    least, most = bounds
    if not least <= len(text) <= most:
        return Fault(name, f"it has {len(text)} characters. Write {least} to {most}.")
    if not _is_writable(text):
        return Fault(name, "it holds half of a character or a control character. Write plain text.")
    return text


def _is_writable(text: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" or _is_control(char) for char in text)


def _is_control(char: str) -> bool:
    return (char < " " and char not in "\t\n") or "\x7f" <= char <= "\x9f"


def _number(value: object) -> int | Fault:
    least, most = SOURCES
    if isinstance(value, float) and value.is_integer():  # JSON has one kind of number
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        return Fault(
            "maxSources", f"{described(value)} does not fit. Write a whole number, {least} to {most}."
        )
    return value


def _language(value: object) -> str | Fault:
    if isinstance(value, str) and (
        value == AUTO or (len(value) == 2 and value.isascii() and value.isalpha() and value.islower())
    ):
        return value
    return Fault("language", f"{described(value)} is no language. Write auto or two letters such as en.")
