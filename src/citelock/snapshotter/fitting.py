"""Whether a provenance fits the text that it stands beside: figures that a look at the text refutes.

Only what cannot be otherwise: an offset behind the end of the text, a page that there is not, a count that is
another one. What a provenance leaves out is no fault, since people write some by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from citelock.checks.fields import Fields, object_field
from citelock.checks.snapshots import Provenance
from citelock.checks.text.excerpt import shown

_DAY = re.compile(r"[0-9]{4}(?:-[0-9]{2}){0,2}")


def misfits(provenance: Provenance, raw: Fields, text: str | None) -> list[str]:
    """What of a provenance does not fit; `text` is None where it is not at hand."""
    found = list(_by_itself(provenance))
    if text is not None:
        found += _beside(provenance, raw, text)
    return found


def _by_itself(provenance: Provenance) -> Iterator[str]:
    total = provenance.pages_total
    last = max((page for _, page in provenance.pages), default=0)
    if total is not None and last > total:
        yield f"text.pages names page {shown(str(last), 20)} of {shown(str(total), 20)}"
    if provenance.retrieved and not _is_day(provenance.retrieved):
        yield f"source.retrieved is no day: {shown(provenance.retrieved, 40)}"


def _beside(provenance: Provenance, raw: Fields, text: str) -> Iterator[str]:
    length, lines = len(text), text.count("\n")
    described = object_field(raw, "text")
    for name, count in (("characters", length), ("lines", lines)):
        said = described.get(name)
        if said is not None and said != count:
            yield f"text.{name} is {shown(str(said), 20)}, and the text has {count:,}"
    if provenance.pages and provenance.pages[-1][0] >= max(length, 1):
        at = shown(str(provenance.pages[-1][0]), 20)
        yield f"text.pages has the offset {at}, behind the end of the text ({length:,} characters)"
    if provenance.hidden and provenance.hidden[-1][1] > length:
        at = shown(str(provenance.hidden[-1][1]), 20)
        yield f"quality.hidden reaches to {at}, behind the end of the text ({length:,} characters)"
    line = provenance.furniture_line
    if line is not None and not 1 <= line <= max(lines, 1):
        yield f"text.furniture_line is {shown(str(line), 20)}, and the text has {lines:,} lines"


def _is_day(text: str) -> bool:
    """Whether this is a day, a month or a year that there is: `2026-11-30`."""
    if not _DAY.fullmatch(text):
        return False
    try:
        date.fromisoformat(f"{text}-01-01"[:10] if len(text) < 10 else text)
    except ValueError:
        return False
    return True
