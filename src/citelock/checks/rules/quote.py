"""The quotation in the report: what the matcher answered, as JSON values (quotes.md, section 10)."""

from __future__ import annotations

from citelock.checks.quotes import Fragment, Nearest, QuoteResult

# Codes that an abstract cannot prove: the words may stand in the body (web.md, section 2).
MISSES = frozenset({"E_QUOTE_NOT_FOUND", "E_QUOTE_FRAGMENT_NOT_FOUND"})

_NONE: list[object] = []  # shared by all rows; nothing changes a row's lists in place

NOT_CHECKED: dict[str, object] = {"fragments": _NONE, "nearest": None, "status": "not_checked"}


def quote_object(result: QuoteResult) -> dict[str, object]:
    """The `quote` object of a report entry."""
    return {
        "status": result.status,
        "fragments": [_fragment(fragment) for fragment in result.fragments],
        "nearest": None if result.nearest is None else _nearest(result.nearest),
    }


def _fragment(fragment: Fragment) -> dict[str, object]:
    return {
        "n": fragment.n,
        "status": fragment.status,
        "start": fragment.start,
        "end": fragment.end,
        "line": fragment.line,
        "page": fragment.page,
        "folds": list(fragment.folds) if fragment.folds else _NONE,
        "skipped": list(fragment.skipped) if fragment.skipped else _NONE,
        "inserted": list(fragment.inserted) if fragment.inserted else _NONE,
        "hidden_after": fragment.hidden_after,
    }


def _nearest(nearest: Nearest) -> dict[str, object]:
    return {
        "text": nearest.text,
        "line": nearest.line,
        "page": nearest.page,
        "diverges_after": nearest.diverges_after,
        "missing": list(nearest.missing),
        "added": list(nearest.added),
    }
