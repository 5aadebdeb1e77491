"""A quotation in its context: the words in the snapshot with a paragraph before and after.

Spans of a report are code points of the text; what it says of fragments is shown, never judged anew.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from citelock.checks.sheet.values import Mark, Passage, Run

PARAGRAPH = 600  # characters of a paragraph that are shown on either side
AROUND = 700  # characters of the quotation's own paragraph on either side of it
_WHOLE = r"(?<![A-Za-z0-9])(?<![0-9][.,]){0}(?![0-9]|[.,][0-9])"  # a figure that is no part of another


def passages_of(
    text: str, fragments: Sequence[Mapping[str, object]], figures: Sequence[str]
) -> tuple[Passage, ...]:
    """The places of the fragments that were found; fragments of one paragraph are one passage.

    `figures` are numbers of the quotation that support one of the claim.
    """
    places = [place for place in map(_place, fragments) if place is not None and place[1] <= len(text)]
    groups: list[list[tuple[int, int, int, int | None, bool]]] = []
    for place in sorted(places):
        joins = groups and (groups[-1][-1][4] or "\n" not in text[groups[-1][-1][1] : place[0]])
        if joins and place[0] - groups[-1][-1][1] < AROUND:
            groups[-1].append(place)
        else:
            groups.append([place])
    return tuple(_passage(text, group, figures) for group in groups)


def _place(fragment: Mapping[str, object]) -> tuple[int, int, int, int | None, bool] | None:
    """Start, end, line, page, and whether an ellipsis follows."""
    start, end, line, page = (fragment.get(name) for name in ("start", "end", "line", "page"))
    if (
        not isinstance(start, int)
        or not isinstance(end, int)
        or not isinstance(line, int)
        or not 0 <= start < end
    ):
        return None
    return start, end, line, page if isinstance(page, int) else None, bool(fragment.get("hidden_after"))


def _passage(
    text: str, group: Sequence[tuple[int, int, int, int | None, bool]], figures: Sequence[str]
) -> Passage:
    start, end = group[0][0], group[-1][1]
    first = text.rfind("\n", 0, start) + 1
    stop = text.find("\n", end)
    last = len(text) if stop < 0 else stop
    runs = [Run(_head(text[first:start]))]
    at = start
    elided = False
    for begin, finish, _, _, ellipsis in group:
        if begin > at:  # between fragments of a list nothing is hidden: they claim no order
            runs.append(Run(_plain(text[at:begin]), "hidden" if elided else ""))
        elided = ellipsis
        runs += _with_figures(_plain(text[max(begin, at) : finish]), figures)
        at = max(at, finish)
    runs.append(Run(_tail(text[at:last])))
    before = text[:first].rstrip("\n").rpartition("\n")[2]
    after = text[last:].lstrip("\n").partition("\n")[0]
    return Passage(
        _cut_front(before, PARAGRAPH), tuple(run for run in runs if run.text), _cut_back(after, PARAGRAPH),
        group[0][2], group[0][3],
    )  # fmt: skip


def _with_figures(text: str, figures: Sequence[str]) -> list[Run]:
    """The words of the quotation, figures that support the claim marked where they stand."""
    marks: list[tuple[int, int]] = []
    for figure in sorted(filter(None, set(figures)), key=lambda each: (-len(each), each)):
        found = re.search(_WHOLE.format(re.escape(figure)), text)
        if found and all(end <= found.start() or start >= found.end() for start, end in marks):
            marks.append(found.span())
    runs: list[Run] = []
    done = 0
    mark: Mark = "quote"
    for start, end in sorted(marks):
        runs += [Run(text[done:start], mark), Run(text[start:end], "figure")]
        done = end
    runs.append(Run(text[done:], mark))
    return [run for run in runs if run.text]


def _plain(text: str) -> str:
    return text.replace("\xad", "").replace("\f", " ").replace("\n", " ")


def _head(text: str) -> str:
    return _cut_front(_plain(text), AROUND)


def _tail(text: str) -> str:
    return _cut_back(_plain(text), AROUND)


def _cut_front(text: str, most: int) -> str:
    plain = _plain(text)
    return plain if len(plain) <= most else "…" + plain[-most:].partition(" ")[2]


def _cut_back(text: str, most: int) -> str:
    plain = _plain(text)
    return plain if len(plain) <= most else plain[:most].rpartition(" ")[0] + "…"
