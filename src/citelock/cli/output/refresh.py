"""The news of a refresh: for a terminal, as the body of a pull request, as JSON (metadata.md, section 7).

The worst comes first. What cannot be checked is listed and is no verdict. Every text of a registry is made
safe for where it is printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Protocol

from citelock.checks.news import SCHEMA
from citelock.checks.record_changes import (
    CONCERN,
    CORRECTION,
    KINDS,
    METADATA,
    NEWLY_FOUND,
    RETRACTION,
    VANISHED,
    Affected,
    Change,
    counted,
    subject,
)
from citelock.checks.records import Update
from citelock.cli.output.markdown_text import code
from citelock.cli.output.plain import plain
from citelock.cli.output.printed_json import json_text

if TYPE_CHECKING:
    from citelock.snapshotter.refresh import Refreshed


_HEADINGS = {
    RETRACTION: "Retracted",
    VANISHED: "Vanished",
    CONCERN: "In doubt",
    CORRECTION: "Corrected",
    NEWLY_FOUND: "Newly found",
    METADATA: "Metadata changed",
}
_DENIED = "No longer registered"  # of those that vanished: doi.org itself says so
NOTHING = "nothing was checked: there is no record to ask for again\n"


class Unanswered(Protocol):
    """Whom it was asked of ("" if nobody), and why there was no answer."""

    @property
    def service(self) -> str:
        """The service."""

    @property
    def reason(self) -> str:
        """The reason."""


def as_text(refreshed: Refreshed) -> Iterator[str]:
    """Lines for a person at a terminal; none where there is no news."""
    yield from _told(refreshed.changes, refreshed.unchecked, _text_heading, plain)


def as_markdown(refreshed: Refreshed) -> Iterator[str]:
    """The body of a pull request."""
    yield f"{subject(refreshed.changes)}\n"
    yield from markdown_lists(refreshed.changes, refreshed.unchecked)
    if not refreshed.changes and not refreshed.unchecked:
        yield "\nNothing has changed.\n" if refreshed.asked else f"\n{NOTHING}"


def as_json(refreshed: Refreshed) -> str:
    """The whole as canonical JSON, `citelock-refresh/1`."""
    value = {
        "schema": SCHEMA,
        "asked": refreshed.asked,
        "counts": {**counted(refreshed.changes), "unchecked": len(refreshed.unchecked)},
        "subject": subject(refreshed.changes),
        "changes": [_change(change) for change in refreshed.changes],
        "unchecked": [
            {"id": key, "service": outcome.service, "reason": outcome.reason}
            for key, outcome in refreshed.unchecked.items()
        ],
    }
    return json_text(value)


def markdown_lists(changes: Iterable[Change], unchecked: Mapping[str, Unanswered]) -> Iterator[str]:
    """Headings and list entries in Markdown, the worst first, each piece one line or a heading."""
    yield from _told(changes, unchecked, lambda heading: f"\n## {heading}\n\n", code)


def _text_heading(heading: str) -> str:
    return f"{heading}\n"


def _told(
    all_changes: Iterable[Change],
    unchecked: Mapping[str, Unanswered],
    heading: Callable[[str], str],
    safe: Callable[[str], str],
) -> Iterator[str]:
    all_changes = list(all_changes)
    for title in (_HEADINGS[RETRACTION], _DENIED, *(_HEADINGS[kind] for kind in KINDS[1:])):
        changes = [change for change in all_changes if _title(change) == title]
        if changes:
            yield heading(title)
        for change in changes:
            yield f"- {safe(change.id)} ({safe(change.path)})\n"
            yield from (f"  - {safe(part)}\n" for part in _parts(change))
    if unchecked:
        yield heading("Not checked")
        for key, outcome in unchecked.items():
            place = f"{safe(key)}: {safe(outcome.service)}" if outcome.service else safe(key)
            yield f"- {place}: {safe(outcome.reason)}\n"


def _parts(change: Change) -> Iterator[str]:
    """What happened, then whom it touches; a field that only holds the notices is not told twice."""
    for notice in change.notices:
        yield notice_line(notice)
    for notice in change.gone:
        yield f"the notice is gone: {notice_line(notice)}; the record is kept until a person decides"
    if change.by_hand:
        yield "the record is hand-made: write this into it, or delete it and let citelock resolve fetch it"
    if change.kind == VANISHED:
        yield f"{_gone(change)}; the record is kept until a person decides"
    else:
        for field in change.fields:
            if field.field != "updates" or not change.notices:
                yield f"{field.field}: {_value(field.old)} -> {_value(field.new)}"
    for affected in change.claims:
        yield _affected(affected)


def _gone(change: Change) -> str:
    if not _is_denied(change):
        return "the registry gives no metadata any more"
    return f"{'doi.org' if _has_doi(change) else 'the registry'} denies it now"


def _is_denied(change: Change) -> bool:
    return any(field.field == "status" and field.new == "not_found" for field in change.fields)


def _has_doi(change: Change) -> bool:
    return change.id.startswith(("doi:", "arxiv:"))


def _title(change: Change) -> str:
    """The heading that a change stands under."""
    if change.kind == VANISHED and _is_denied(change) and _has_doi(change):
        return _DENIED
    return _HEADINGS[change.kind]


def notice_line(notice: Update) -> str:
    """`retraction 10.5555/r.1 (2025-03-14, publisher)`."""
    about = ", ".join(part for part in (notice.date, *notice.sources) if part)
    return f"{notice.type} {notice.doi or notice.id}{f' ({about})' if about else ''}"


def _value(value: str | None) -> str:
    return "(absent)" if value is None else value


def _affected(affected: Affected) -> str:
    parts = [f"{affected.place}: {affected.claim}[{affected.citation}]"]
    if affected.gained:
        parts.append(f"gets {' '.join(affected.gained)}")
    if affected.lost:
        parts.append(f"loses {' '.join(affected.lost)}")
    return ", ".join(parts)


def _change(change: Change) -> dict[str, object]:
    return {
        "kind": change.kind,
        "id": change.id,
        "path": change.path,
        "kept": change.kept,
        "by_hand": change.by_hand,
        "notices": [_notice_value(notice) for notice in change.notices],
        "gone": [_notice_value(notice) for notice in change.gone],
        "fields": [field._asdict() for field in change.fields],
        "claims": [
            {
                "place": affected.place,
                "claim": affected.claim,
                "citation": affected.citation,
                "gained": list(affected.gained),
                "lost": list(affected.lost),
            }
            for affected in change.claims
        ],
    }


def _notice_value(notice: Update) -> dict[str, object]:
    return {
        "type": notice.type,
        "doi": notice.doi or None,
        "id": notice.id or None,
        "date": notice.date or None,
        "sources": list(notice.sources),
    }


def summary(refreshed: Refreshed) -> str:
    """The last line: `asked=120 retraction=1 … unchecked=0`."""
    parts = " ".join(f"{kind}={count}" for kind, count in counted(refreshed.changes).items())
    return f"asked={refreshed.asked} {parts} unchecked={len(refreshed.unchecked)}"
