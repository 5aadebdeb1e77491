"""Pages of Markdown under a limit: tables and lists that say how much of them they left out.

It knows tables and sizes, nothing of citations. Cells come escaped (`markdown_text.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

_RESERVE = 400  # of a limit, for the closing lines of a table: what was left out, the end of the fold
_TRIES = 50  # rows in a row that do not fit, after which no other is tried


class Limit(NamedTuple):
    """How much a page may hold, and how a piece of it is measured."""

    most: int
    size: Callable[[str], int]

    def share(self, part: float) -> Limit:
        """A part of it, from 0 to 1."""
        return self._replace(most=int(self.most * part))


class Table(NamedTuple):
    """A table of any length: `row` gives the cells of the entry at a place, of `rows` entries.

    The first `unfolded` rows stand open, the others behind a fold named `folded`, with `{}` for their number,
    which `left_out` has for the rows that are not there.
    """

    header: tuple[str, ...]
    rows: int
    row: Callable[[int], Sequence[str]]
    unfolded: int
    folded: str
    left_out: str


def render(table: Table, limit: Limit) -> str:
    """The table as Markdown, or as much of it as the limit takes, with the number of rows left out.

    A row that is too large is left out by itself: it must not hide those behind it.
    """
    rows: list[str] = []
    room = limit.most - _RESERVE - 2 * limit.size(_heading(table.header))
    misfits = 0
    for place in range(table.rows):
        row = _line(table.row(place))
        size = limit.size(row)
        if size <= room:
            rows.append(row)
            room -= size
            misfits = 0
        elif (misfits := misfits + 1) == _TRIES:
            break
    parts = []
    shown, rest = rows[: table.unfolded], rows[table.unfolded :]
    if shown:
        parts.append(_heading(table.header) + "".join(shown))
    if rest:
        parts.append(fold(table.folded.format(len(rest)), _heading(table.header) + "".join(rest)))
    if len(rows) < table.rows:
        parts.append(f"*{table.left_out.format(table.rows - len(rows))}*\n")
    return "\n".join(parts)


def fold(title: str, content: str, *, unfolded: bool = False) -> str:
    """Content that opens at a click. The blank lines make a renderer read Markdown in it again."""
    return f"<details{' open' if unfolded else ''}><summary>{title}</summary>\n\n{content}\n</details>\n"


def first_of(pieces: Iterable[str], separator: str, limit: Limit, more: str) -> str:
    """The first pieces that the limit takes, then `more` with `{}` for the number of the others."""
    waiting, room = list(pieces), limit.most
    kept = []
    for piece in waiting:
        room -= limit.size(piece) + limit.size(separator)
        if room < 0:
            break
        kept.append(piece)
    if len(kept) < len(waiting):
        kept.append(more.format(len(waiting) - len(kept)))
    return separator.join(kept)


def _heading(header: Sequence[str]) -> str:
    return _line(header) + _line(["---"] * len(header))


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |\n"
