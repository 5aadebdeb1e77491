"""Sources that a Writer names in the prose: marks of a list, authors with a year, identifiers.

The number check leaves them out, because what they hold is no figure. In a brief they are smuggled (web.md,
section 4): placeholders bring the sources of claims.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from citelock.checks.adapters.identifying import find_all
from citelock.checks.identifiers import Identifier, parse_identifier
from citelock.checks.text.excerpt import shown
from citelock.checks.text.numbers.exclusions import named_works

_MARK = re.compile(
    r"(?:\[\s?\^?[0-9]{1,4}(?:\s?[,;–—-]{1,2}\s?[0-9]{1,4}){0,50}\s?\]|【\s?[0-9]{1,4}[^】\n]{0,80}】)(?![(:])"
)
_NOTE_INLINE = re.compile(r"\^\[[^\]\n]{0,60}")
_ARXIV = re.compile(r"(?i)\barXiv\s{1,2}([0-9]{4}\.[0-9]{4,5}(?:v[0-9]{1,3})?)\b")
_REGISTERED = re.compile(r"\b(?:ISBN(?:-1[03])?|ISSN|NCT|ISRCTN)[:\s]{0,2}[0-9][0-9X -]{5,20}")


def own_sources(text: str, texts: Sequence[str], carried: frozenset[str]) -> Iterator[tuple[int, str]]:
    """Each source that the prose `text` names and that no used claim has: its place, and what is said of it.

    `texts` are those of the used claims, `carried` the keys of what they cite. Addresses are not looked at.
    """
    for match in _MARK.finditer(text):
        if not any(match[0] in each for each in texts):
            yield (
                match.start(),
                f"the mark {shown(match[0], 60)} is of no claim: placeholders bring the notes",
            )
    for match in _NOTE_INLINE.finditer(text):
        yield match.start(), f"the note {shown(match[0], 60)}… is of no claim: placeholders bring the notes"
    for start, work in named_works(text):
        if not any(work in each for each in texts):
            yield start, f"the work {shown(work, 80)} is named in no used claim"
    for start, written, key in _identifiers(text):
        if key not in carried:
            yield start, f"the identifier {shown(written, 120)} is of no used claim's citation"


def _identifiers(text: str) -> Iterator[tuple[int, str, str]]:
    for found in find_all(text):
        if found.field != "url":
            yield found.start, text[found.start : found.end], _key(found.field, found.value)
    for match in _ARXIV.finditer(text):
        yield match.start(), match[0], _key("arxiv", match[1])
    for match in _REGISTERED.finditer(text):
        yield match.start(), match[0], ""


def _key(field: str, value: str) -> str:
    read = parse_identifier(f"{field}:{value}")
    return read.key if isinstance(read, Identifier) else ""
