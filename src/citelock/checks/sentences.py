"""Messages put together from parts: `path: what. What to do.`, each path once, each sentence with its point.

It knows how a message reads, not what it says; the parts are the callers' own words, with text from outside
already made safe by `text/excerpt.py` (style.md, section 7).
"""

from __future__ import annotations

import re

_ENDS = (".", "!", "?", "…")
_OWN_WORD = re.compile(r"[a-z]+(?=[ ,])")  # a path or an identifier is no word, and keeps its letters


def message(*parts: str, place: str = "") -> str:
    """The parts as sentences, behind `place` unless the first begins with it; empty ones are left out.

    >>> message("is not JSON", "write it again", place="cache/a.json")
    'cache/a.json: is not JSON. Write it again.'
    >>> message("cache/a.json:1:1: is cut off.", "", "restore it", place="cache/a.json")
    'cache/a.json:1:1: is cut off. Restore it.'
    """
    sentences = [_ended(part.strip()) for part in parts if part.strip()]
    if not sentences:
        return place
    first = sentences[0]
    if not place:
        sentences[0] = _begun(first)
    elif not first.startswith(f"{place}:"):
        sentences[0] = f"{place}: {first}"
    sentences[1:] = map(_begun, sentences[1:])
    return " ".join(sentences)


def cited(text: str) -> str:
    """A cited value between quotation marks, so that its own signs are not read as ours."""
    return f"“{text}”"


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith(_ENDS) else f"{sentence}."


def _begun(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:] if _OWN_WORD.match(sentence) else sentence
