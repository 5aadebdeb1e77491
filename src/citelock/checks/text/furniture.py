"""Whole lines that a page adds to a text: page numbers, running heads, line numbers (quotes.md, section 5).

They count as furniture only inside a sentence, and never a line with a negation or limiter.
"""

from __future__ import annotations

import re

from citelock.checks.text.marker import Marker
from citelock.checks.text.patterns import late
from citelock.checks.text.signals import signal

_PAGE_NUMBER = late(r"[\s\f]*[-–—]?\s*(?:page\s+)?[0-9]{1,5}\s*[-–—]?\s*", re.IGNORECASE)
_FURNITURE = late(
    r"\bpage\s+[0-9]{1,5}\s+of\s+[0-9]{1,5}\b|^[^\S\n]*[0-9]{1,5}[^\S\n]*$"
    r"|\barxiv:[0-9]{4}\.[0-9]{4,5}|\b10\.[0-9]{4,9}/\S|©",
    re.IGNORECASE | re.MULTILINE,
)
_HEAD_WORD = late(r"[^\W\d_]+")
_NO_STOP = late(r"\bno\.", re.IGNORECASE)
_NUMBERED = late(r"^[^\S\n]*([0-9]{1,6})(?=\s)", re.MULTILINE)
FURNITURE_LINE = 80  # characters: longer lines are running text (quotes.md, section 5)


def _cut_at_breaks(lines: list[str], starts: list[int]) -> tuple[list[str], list[int]]:
    """The lines with a form feed only at their beginning: it breaks a line wherever the extractor put it."""
    pieces: list[str] = []
    places: list[int] = []
    for line, start in zip(lines, starts, strict=False):
        at = 0
        while (cut := line.find("\f", at + 1)) >= 0:
            pieces.append(line[at:cut])
            places.append(start + at)
            at = cut
        pieces.append(line[at:])
        places.append(start + at)
    return pieces, places


def furniture(lines: list[str], starts: list[int], *, broken: bool) -> list[Marker]:
    """Page numbers and running heads inside a sentence (the last row of the table, (i) and (ii)).

    `starts` are the offsets of `lines`; `broken` is False where the text has no form feed.
    """
    if broken:
        lines, starts = _cut_at_breaks(lines, starts)
    found: list[Marker] = []
    after = 0
    recurring = _recurring(lines)
    # It begins with a blank line or a page break behind a line that breaks off.
    for begin, line in enumerate(lines):
        follows = lines[begin + 1] if begin + 1 < len(lines) else ""
        breaks = "\f" in line or ("\f" in follows and _PAGE_NUMBER.fullmatch(line))
        if line and not line.isspace() and not breaks:
            continue
        if begin <= after or not _breaks_off(lines[begin - 1]):
            continue
        end = _furniture_end(lines, begin, recurring)
        if end is not None:
            found.append(Marker(starts[begin], starts[end] + len(lines[end]), "furniture", ""))
            after = end
    return found


def _furniture_end(lines: list[str], begin: int, recurring: frozenset[str]) -> int | None:
    """The last line of the furniture that begins at `begin`, or None if it is none."""
    for end in range(begin, min(begin + 9, len(lines) - 1)):
        if len(lines[end].strip()) > FURNITURE_LINE:
            return None
        if _goes_on(lines[end + 1]) and _is_furniture(lines[begin : end + 1], recurring, lines[end + 1]):
            return end
    return None


def _breaks_off(line: str) -> bool:
    text = line.rstrip(" \t\f\u00a0\"'”’»)]")
    return bool(text.strip()) and text[-1] not in ".!?:;。！？；："


def _goes_on(line: str) -> bool:
    text = line.lstrip(" \t\f\u00a0\"'“‘«([")
    return bool(text) and (text[0].islower() or "\u3400" <= text[0] <= "\u9fff")


def _masked(line: str) -> str:
    return re.sub(r"[0-9ivxlIVXL]+", "#", line.strip(" \t\f\u00a0"))


def _recurring(lines: list[str]) -> frozenset[str]:
    """The lines next to a page break that come again at another one, figures masked: running heads."""
    seen: dict[str, int] = {}
    for number, line in enumerate(lines):
        if "\f" in line:
            for near in {_masked(other) for other in lines[max(0, number - 2) : number + 2]} - {""}:
                seen[near] = seen.get(near, 0) + 1
    return frozenset(line for line, times in seen.items() if times > 1)


def _is_furniture(lines: list[str], recurring: frozenset[str], following: str) -> bool:
    content = [line.strip(" \t\f\u00a0") for line in lines]
    content = [line for line in content if line]
    if not content or any(len(line) > FURNITURE_LINE for line in content):
        return False
    if any("\f" in line for line in content):  # in the middle of a line
        return False
    if any(signal(_NO_STOP.sub(" ", line)) for line in content):
        return False
    if any("\f" in line for line in lines) or following.lstrip(" \t").startswith("\f"):
        heads = [line for line in content if not _PAGE_NUMBER.fullmatch(line)]
        apart = any(not line.strip() and "\f" not in line for line in lines)
        if len(heads) > 1 or len(content) - len(heads) > 1:
            return False
        return not heads or _masked(heads[0]) in recurring or (apart and _reads_as_head(heads[0]))
    framed = not lines[0].strip() and not lines[-1].strip()
    return framed and len(content) <= 3 and any(_FURNITURE.search(line) for line in content)


def _reads_as_head(line: str) -> bool:
    """True if at least half of the long words have capitals: `Journal of Care`, not a line of a sentence."""
    long = [word for word in _HEAD_WORD.findall(line) if len(word) >= 4] or _HEAD_WORD.findall(line)
    return not line[0].islower() and 2 * sum(not word[0].islower() for word in long) >= len(long)


def margin_numbers(lines: list[str], starts: list[int]) -> list[Marker]:
    """Integers that count up by one at the starts of at least three successive lines, years apart.

    A run that begins or ends beside a line of running text without a number is a list, not a margin.
    """
    found: list[Marker] = []
    run: list[Marker] = []
    first = previous = -1
    for number, line in enumerate([*lines, ""]):
        match = _NUMBERED.match(line) if line[:1] <= "9" else None
        value = int(match[1]) if match else -1
        if run and value != previous + 1:
            alone = not (first and lines[first - 1].strip()) and not line.strip()
            found += run if len(run) >= 3 and alone and not 1900 <= previous <= 2100 else []
            run = []
        if match:
            first = first if run else number
            start = starts[number]
            run.append(Marker(start + match.start(1), start + match.end(1), "line number", ""))
        previous = value
    return found
