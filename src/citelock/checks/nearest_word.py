"""Which known word a misspelt one is likely to mean: a hint for messages, never a decision."""

from __future__ import annotations

from collections.abc import Collection


def nearest(word: str, known: Collection[str]) -> str:
    """The known word with the fewest edits between, if they are fewer than half its letters; else ""."""
    asked = word[:60].casefold()
    best = min(((_edits(asked, other.casefold()), other) for other in known), default=(len(asked), ""))
    return best[1] if best[0] * 2 < max(len(best[1]), 2) else ""


def _edits(left: str, right: str) -> int:
    """The number of letters to insert, delete or replace (difflib would cost an import for one hint)."""
    row = list(range(len(right) + 1))
    for place, letter in enumerate(left, 1):
        before, row[0] = row[0], place
        for column, other in enumerate(right, 1):
            before, row[column] = (
                row[column],
                min(row[column] + 1, row[column - 1] + 1, before + (letter != other)),
            )
    return row[len(right)]
