"""What a model answered, as values: its form is checked here, whatever a server promised (verify.md, 4).

An answer that is not of the schema is a fault with a sentence, which is what the model is told when it may
try once more. What is over the limits is cut and counted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal

from citelock.checks.errors import InputError
from citelock.checks.fields import described, kind
from citelock.checks.jsontext import parse
from citelock.checks.text.patterns import late
from citelock.checks.verification.values import STANCES, WORDS, Answer, Quote

QUOTES, QUOTE, NOTE = 12, 600, 200  # quotations, characters of one, characters of a note
MORE = 48  # quotations that are looked at for the sides of their pages
CAVEATS, CAVEAT = 3, 300
_LONGEST = 200_000  # characters of an answer that are read

_FENCE = late(r"\A\s*```(?:json)?[ \t]*\n(.*?)\n?```\s*\Z", re.DOTALL)
# A scheme may follow any sign: `_http://…_` is a link in Markdown.
_LINK = late(
    r"(?:(?:[a-z][a-z0-9+.-]{0,40})?:[/\\]{2}|(?<![:\w])//(?=\w)|(?<![^\W_])www\.|(?<![^\W_])mailto:)"
    r"[^\s)\]>\"'»]*",
    re.IGNORECASE,
)
_MARKUP = late(r"!?\[([^\]\n]{0,200})\]\([^)\n]{0,2000}\)")


def read_answer(raw: str) -> Answer | str:
    """The answer in a model's raw text, or what is wrong with it."""
    value = object_in(raw)
    if isinstance(value, str):
        return value
    verdict = next((word for word in WORDS if word == value.get("verdict")), None)
    if verdict is None:
        return f"verdict: {described(value.get('verdict'))} is none of {', '.join(WORDS)}"
    confidence = _confidence(value.get("confidence"))
    if confidence is None:
        return f"confidence: {described(value.get('confidence'))} is no number from 0 to 1"
    given, said = value.get("quotes"), value.get("caveats")
    if not isinstance(given, list):
        return f"quotes: this is {kind(given)}, not a list"
    if not isinstance(said, list) or not all(isinstance(each, str) for each in said):
        return "caveats: this is no list of strings"
    quotes: list[Quote] = []
    cut = 0
    for place, each in enumerate(given):
        quote = _quote(each)
        if isinstance(quote, str):
            return f"quotes[{place}]{quote}"
        quotes.append(quote[0])
        cut += quote[1]
    cut += max(0, len(quotes) - QUOTES) + max(0, len(said) - CAVEATS)
    caveats = [plain(each) for each in said[:CAVEATS]]
    cut += sum(len(each) > CAVEAT for each in caveats)
    kept = tuple(shorter for each in caveats if (shorter := each[:CAVEAT].rstrip()))
    return Answer(verdict, confidence, tuple(quotes[:QUOTES]), kept, cut, tuple(quotes[QUOTES:MORE]))


def object_in(raw: str) -> dict[str, object] | str:
    """The JSON object that a raw answer is, fenced or not; or what is wrong with it."""
    if len(raw) > _LONGEST:
        return f"the answer has {len(raw)} characters; answer in fewer than {_LONGEST}"
    fenced = _FENCE.match(raw)
    text = fenced[1] if fenced else raw
    if not text.strip():
        return "the answer is empty"
    try:
        value = parse(text.encode("utf-8", "surrogatepass"), "answer")
    except InputError as error:
        return f"the answer is not JSON: {error.what}"
    return value if isinstance(value, dict) else f"the answer is {kind(value)}, not an object"


def _confidence(value: object) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if not 0 <= value <= 1:
        return None
    return Decimal(repr(value))


def _quote(value: object) -> tuple[Quote, int] | str:
    """One quotation with the number of its cuts, or what is wrong with it."""
    if not isinstance(value, dict):
        return f": this is {kind(value)}, not an object"
    for name in ("source", "quote"):
        if not isinstance(value.get(name), str):
            return f".{name}: {described(value.get(name))} is no string"
    stance = next((word for word in STANCES if word == value.get("stance")), None)
    if stance is None:
        return f".stance: {described(value.get('stance'))} is none of {', '.join(STANCES)}"
    note = value.get("note", "")
    if note is not None and not isinstance(note, str):
        return f".note: {described(note)} is no string"
    words, said = _text(value, "quote"), plain(note or "")
    kept = shortened(words)
    cut = (kept != words) + (len(said) > NOTE)
    return Quote(_text(value, "source").strip()[:20], kept, stance, said[:NOTE].rstrip()), cut


def _text(fields: Mapping[str, object], name: str) -> str:
    value = fields[name]
    assert isinstance(value, str)
    return value


def shortened(quote: str) -> str:
    """A quotation of at most 600 characters: cut behind a whole word."""
    if len(quote) <= QUOTE:
        return quote
    head = quote[: QUOTE + 1]
    return (head[: head.rfind(" ")] if " " in head else quote[:QUOTE]).rstrip()


def plain(text: str) -> str:
    r"""What a model says for people: one line, without links, markup of links and control characters.

    >>> plain("see [the page](https://a.example/x),\nor www.b.example now")
    'see the page, or now'
    """
    without = _LINK.sub("", _MARKUP.sub(r"\1", text))
    line = "".join(char if char.isprintable() else " " for char in without)
    return re.sub(r" +([,.;:)])", r"\1", " ".join(line.split()))
