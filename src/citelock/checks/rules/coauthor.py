"""The rule on all authors of a citation, when they are given (metadata.md, section 5.4).

Each cited author must be another registered one, in whatever order; who is left out is said. Who stands first
is the business of the first-author rule. It is imported only for a citation that lists its authors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from citelock.checks.authorship import agreement, are_groups, index, is_collective
from citelock.checks.findings import Finding
from citelock.checks.people import NAME, People, display, is_plainly, names_somebody, people
from citelock.checks.records import Record
from citelock.checks.sentences import cited as quoted
from citelock.checks.sentences import message
from citelock.checks.text.excerpt import shown
from citelock.checks.text.names.comparison import Agreement
from citelock.checks.text.names.keys import has_letter
from citelock.checks.text.names.lists import partings
from citelock.checks.text.names.matching import assign
from citelock.checks.text.names.organisations import is_group
from citelock.checks.text.names.readings import read_name
from citelock.checks.text.names.words import says_et_al, without_conjunction

_FIELD: Final = "authors"
_MOST_SHOWN = 5  # names in a message
_MOST_COMPARED = 10_000  # pairs of names, about a second; a longer list is compared in part, and it is said
_MOST_CANDIDATES = 50  # registered names that one cited name is compared with: namesakes

_ET_AL: Final = frozenset({"et al", "others", "and others", "и др", "等", "…"})

_DOUBTS: Final = {
    Agreement.GIVEN: (
        "W_AUTHOR_GIVEN",
        "the family names agree and the given names differ",
        "see whether these are the same persons",
    ),
    Agreement.PART: ("W_AUTHOR_PART", "these are parts of family names", "write the whole family names"),
    Agreement.SWAPPED: (
        "W_AUTHOR_SWAPPED",
        "given and family names have changed places",
        "write them as “Family, Given”",
    ),
    Agreement.SCRIPT: (
        "W_AUTHOR_SCRIPT",
        "these are written in different scripts or transliterations and were not compared",
        "see whether these are the same persons",
    ),
}


class Comparison(NamedTuple):
    """The cited names and, for each one that was compared, the registered places it may stand for and how."""

    names: Sequence[str]
    rows: Sequence[Mapping[int, int]]

    def places(self) -> dict[int, int]:
        """The registered place of each cited name that has one; each is another's."""
        return assign(self.rows)


def check_authors(cited: tuple[str, ...], record: Record, path: str | None) -> list[Finding]:
    """Nothing if every cited author is a registered one and all are there, or "et al." says they are not.

    `path` is the record's file, for the message.
    """
    listed = people(record)
    named = tuple(author for author in listed.entries if names_somebody(author))
    names = [without_conjunction(name) for name in cited if has_letter(name) and not _is_et_al(name)]
    if not names or (len(names) == len(named) and all(map(is_plainly, names, named))):
        return []
    if not named:
        return [_unavailable(names, "the record has no author: the authors were not compared", path)]
    listed = listed._replace(entries=named)
    compared = _compare(names, listed)
    if len(names) == 1 and not compared.rows[0]:
        compared = _parted(compared, listed)
    return _findings(compared, record, listed, path, is_abridged=any(map(says_et_al, cited)))


def _findings(
    compared: Comparison, record: Record, listed: People, path: str | None, *, is_abridged: bool
) -> list[Finding]:
    places, names = compared.places(), compared.names
    strangers = [name for place, name in enumerate(names[: len(compared.rows)]) if place not in places]
    found = [_strangers(strangers, record, listed, path)] if strangers else []
    for level in _DOUBTS:
        found += _doubtful(level, compared, places, listed, path)
    if len(compared.rows) < len(names):
        what = f"only the first {len(compared.rows)} of {len(names)} names were compared"
        found.append(_unavailable(names, what, path))
    elif not strangers and not is_abridged:
        found += _left_out(compared, set(places.values()), record, listed, path)
    return found


def _is_et_al(name: str) -> bool:
    """Whether an entry of the list is no name but the sign that there are more."""
    return name.strip(" .,;&").casefold() in _ET_AL


def _parted(whole: Comparison, listed: People) -> Comparison:
    """The comparison of a list whose one entry holds several names; as it was if that helps nothing."""
    best, most = whole, 0
    for names in partings(whole.names[0]):
        compared = _compare(names, listed)
        if len(compared.places()) > most:
            best, most = compared, len(compared.places())
    return best


def _compare(names: Sequence[str], listed: People) -> Comparison:
    entries = listed.entries
    known = index(entries, listed.source)
    rows: list[Mapping[int, int]] = []
    left = _MOST_COMPARED
    for number, name in enumerate(names):
        if number < len(entries) and is_plainly(name, entries[number]):
            rows.append({number: Agreement.SAME})
            continue
        if left <= 0:
            break
        near = known.candidates(name) or known.in_other_scripts(name)
        # Of many namesakes those that stand nearest.
        near = sorted(near, key=lambda place: abs(place - number))[:_MOST_CANDIDATES]
        left -= len(near) + 1
        read = read_name(name) if near else None
        row = {place: agreement(read, entries[place], listed.source) for place in near if read}
        rows.append({place: how for place, how in row.items() if how is not Agreement.OTHER})
    return Comparison(names, rows)


def _strangers(names: Sequence[str], record: Record, listed: People, path: str | None) -> Finding:
    kept, which = len(listed.entries), _quoted(names)
    is_one = len(names) == 1
    if record.authors_total is not None and record.authors_total > kept:
        what = f"{which} {'is' if is_one else 'are'} not among the first {kept} authors"
        what += f" of {record.authors_total}, and the record keeps no more: not compared"
        return _unavailable(names, what, path)
    if are_groups(listed) and not any(map(is_group, names)):
        return _finding(
            "W_AUTHOR_GROUP", names, listed, path,
            f"cited {which}, the record credits a group and no person, {_registered(listed)}",
            "cite the group, or see whether its paper names these authors",
        )  # fmt: skip
    who = "who is" if is_one else "who are"
    return _finding(
        "E_COAUTHOR_MISMATCH", names, listed, path,
        f"cited {which}, {who} not among the registered ones, {_registered(listed)}",
        "write the authors as the record does",
    )  # fmt: skip


def _doubtful(
    level: Agreement, compared: Comparison, places: Mapping[int, int], listed: People, path: str | None
) -> list[Finding]:
    """One finding for all names that agree with a registered one in the same doubtful way."""
    pairs = sorted((cited, place) for cited, place in places.items() if compared.rows[cited][place] is level)
    if not pairs:
        return []
    code, what, repair = _DOUBTS[level]
    names = [compared.names[cited] for cited, _ in pairs]
    theirs = [listed.entries[place] for _, place in pairs]
    said = f"cited {_quoted(names)}, the record has {_quoted([display(author) for author in theirs])}"
    return [_finding(code, names, listed._replace(entries=tuple(theirs)), path, said, what, repair)]


def _left_out(
    compared: Comparison, taken: set[int], record: Record, listed: People, path: str | None
) -> list[Finding]:
    """The finding that not all authors are cited; groups beside persons may be left out."""
    missing = [
        author
        for place, author in enumerate(listed.entries)
        if place not in taken and not is_collective(author, listed.source)
    ]
    unkept = max(0, (record.authors_total or 0) - len(listed.entries))
    if not missing and not unkept:
        return []
    total = len(listed.entries) + unkept
    said = f"cited {len(compared.names)} of {total} registered {listed.field}"
    if missing:
        said += f", without {_quoted([display(author) for author in missing])}"
    repair = "write all of them, or “et al.” behind the last"
    return [_finding("W_AUTHOR_PART", compared.names, listed, path, said, repair)]


def _finding(code: str, names: Sequence[str], listed: People, path: str | None, *sentences: str) -> Finding:
    said, *others = sentences
    return Finding(
        code,
        message(f"{said} ({listed.field})", *others, place=path or ""),
        field=_FIELD,
        cited=_row(names),
        found=_registered(listed),
    )


def _unavailable(names: Sequence[str], what: str, path: str | None) -> Finding:
    return Finding("N_AUTHOR_UNAVAILABLE", message(what, place=path or ""), field=_FIELD, cited=_row(names))


def _registered(listed: People) -> str:
    return _row([display(author) for author in listed.entries[: _MOST_SHOWN + 1]], len(listed.entries))


def _row(names: Sequence[str], count: int = 0) -> str:
    """Some names and how many more there are."""
    more = max(count, len(names)) - _MOST_SHOWN
    some = "; ".join(shown(name, NAME) for name in names[:_MOST_SHOWN])
    return f"{some} and {more} more" if more > 0 else some


def _quoted(names: Sequence[str]) -> str:
    more = len(names) - _MOST_SHOWN
    some = ", ".join(quoted(shown(name, NAME)) for name in names[:_MOST_SHOWN])
    return f"{some} and {more} more" if more > 0 else some
