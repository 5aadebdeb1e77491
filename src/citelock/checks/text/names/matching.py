"""Cited names assigned to registered ones, each to another, so that as many as possible find theirs.

Greedy assignment would call "John Smith" a stranger after "J. Smith" took his place. Strong agreements are
assigned first and weak ones only fill what is left (metadata.md, section 5.4).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def assign(agreements: Sequence[Mapping[int, int]]) -> dict[int, int]:
    """The registered place for each cited place that has one.

    `agreements[cited]` maps registered places to the strength of the agreement, lower being stronger. A cited
    name once assigned stays so, but may give its place away for another one.

    >>> assign([{0: 0, 1: 0}, {0: 0}])
    {1: 0, 0: 1}
    """
    taken: dict[int, int] = {}  # registered -> cited
    strengths = sorted({strength for row in agreements for strength in row.values()})
    for strength in strengths:
        allowed = [
            [place for place, own in sorted(row.items(), key=lambda item: item[1]) if own <= strength]
            for row in agreements
        ]
        placed = set(taken.values())
        for cited in range(len(agreements)):
            if cited not in placed:
                _place(cited, allowed, taken)
    return {cited: place for place, cited in sorted(taken.items())}


def _place(cited: int, allowed: Sequence[Sequence[int]], taken: dict[int, int]) -> None:
    """Finds a place for one more name by moving others along, breadth first, without recursion."""
    came_from: dict[int, int] = {}  # registered place -> cited name that asks for it
    queue = [cited]
    for asking in queue:
        for place in allowed[asking]:
            if place in came_from:
                continue
            came_from[place] = asking
            if place in taken:
                queue.append(taken[place])
                continue
            _move_along(place, cited, came_from, taken)
            return


def _move_along(free: int, cited: int, came_from: Mapping[int, int], taken: dict[int, int]) -> None:
    """Gives `free` to who asked for it, the place that is left to who asked for that, up to `cited`."""
    held = {name: place for place, name in taken.items()}
    place = free
    while True:
        name = came_from[place]
        left = held.get(name)
        taken[place] = name
        if name == cited or left is None:
            return
        place = left
