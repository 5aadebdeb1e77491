"""Which of many registered names are worth comparing with a cited one: those that share a word with it.

A comparison takes tens of microseconds and a record may credit thousands. The index only proposes; `names.py`
decides (metadata.md, sections 5.3 and 5.4).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from citelock.checks.text.names.words import Word, cleaned, is_undivided, scripts, words

_LONGEST_JOIN = 3  # words written together on one side: FitzSimmons, Al Hasan, delaCruz


class NameIndex:
    """The words of registered names, and who bears them. Places count from 0."""

    def __init__(self, names: Sequence[str], collective: Sequence[int] = ()) -> None:
        """`names` as text; those at the places `collective` may be cited by an acronym and always propose."""
        self._places: dict[str, set[int]] = {}
        self._always = frozenset(collective)
        self._names = names
        self._scripts: list[frozenset[str]] | None = None
        for place, name in enumerate(names):
            for key in _keys(name):
                self._places.setdefault(key, set()).add(place)

    def candidates(self, cited: str) -> list[int]:
        """The places of the names that a cited name may agree with, in their order."""
        found: set[int] = set(self._always)
        for key in _keys(cited):
            found |= self._places.get(key, set())
        return sorted(found)

    def in_other_scripts(self, cited: str) -> list[int]:
        """The places of the names that have no script in common with a cited one."""
        if self._scripts is None:
            self._scripts = [scripts(name) for name in self._names]
        ours = scripts(cited)
        return [place for place, own in enumerate(self._scripts) if own and ours.isdisjoint(own)]


def _keys(name: str) -> Iterator[str]:
    pieces = [piece for word in words(cleaned(name).replace(",", " ")) for piece in word.pieces]
    for place in range(len(pieces)):
        for end in range(place + 1, min(place + _LONGEST_JOIN, len(pieces)) + 1):
            yield from _joined_keys(pieces[place:end])


def _joined_keys(pieces: list[Word]) -> Iterator[str]:
    if len(pieces) == 1 and pieces[0].is_short:
        return  # an initial proposes everybody
    plain = "".join([piece.key for piece in pieces])
    expanded = "".join([piece.expanded for piece in pieces])
    yield plain
    if expanded != plain:
        yield expanded
    if len(pieces) == 1:
        yield from pieces[0].keys
        if not plain.isascii() and is_undivided(pieces[0].text):
            yield from pieces[0].text
