"""The first-author rule: the registered first author and no other (metadata.md, section 5.3)."""

from __future__ import annotations

from typing import Final

from citelock.checks.findings import Finding
from citelock.checks.people import (
    People,
    agreement,
    display,
    first_place,
    index,
    is_collective,
    is_plainly,
    names_somebody,
    order_is_doubtful,
    people,
)
from citelock.checks.records import Record
from citelock.checks.sentences import cited as quoted
from citelock.checks.sentences import message
from citelock.checks.text.excerpt import shown
from citelock.checks.text.name_lists import partings
from citelock.checks.text.name_readings import CitedName, read_name
from citelock.checks.text.name_words import has_letter
from citelock.checks.text.names import Agreement
from citelock.checks.text.organisations import is_group

_FIELD: Final = "first_author"
_LONGEST: Final = 200  # characters of a name in a message

# What a doubtful agreement is called, what is said of it and what to do.
_DOUBTS: Final = {
    Agreement.GIVEN: (
        "W_AUTHOR_GIVEN",
        "the family names agree and the given names differ",
        "see whether this is the same person",
    ),
    Agreement.PART: (
        "W_AUTHOR_PART",
        "this is a part of the family name",
        "write the whole family name",
    ),
    Agreement.SWAPPED: (
        "W_AUTHOR_SWAPPED",
        "given and family name have changed places",
        "write the family name, or “Family, Given”",
    ),
    Agreement.SCRIPT: (
        "W_AUTHOR_SCRIPT",
        "the two are written in different scripts or transliterations and were not compared",
        "see whether this is the same person, or write the name as the record does",
    ),
}


def check_first_author(cited: str, record: Record, path: str | None) -> Finding | None:
    """None if the first author may be cited so. A co-author is a mismatch, and the message says which one.

    An edited work without authors is cited by its editors. Where the first entry names nobody the first
    author is unknown, whoever comes after. `path` is the record's file, for the message.
    """
    listed = people(record)
    first = first_place(listed.entries)
    if first is None:
        return _unavailable(cited, listed, path)
    if is_plainly(cited, listed.entries[first]):
        return None
    name = read_name(cited)
    found = agreement(name, listed.entries[first], listed.source)
    if found is Agreement.SAME:
        return None
    strangers = _strangers(name, listed, first)
    if strangers is not None:
        return _mismatch(cited, listed, first, _not_among(strangers), path) if strangers else None
    later, how = _other_place(cited, name, listed, first)
    # "Smith, B." beside Alice Smith is the third author, Bob Smith, if there is one.
    if found in _DOUBTS and not (how is Agreement.SAME and found is not Agreement.PART):
        return _doubt(cited, found, listed, first, path)
    if later is None:
        return _nobody(cited, listed, first, path)
    why = order_is_doubtful(record, listed)
    if why:
        return _not_first(cited, listed, first, later, why, path)
    return _mismatch(cited, listed, first, f"{quoted(shown(cited, _LONGEST))} is author {later + 1}", path)


def plain_name(record: Record) -> str | None:
    """The registered family name of the first author: `check_first_author` has nothing to say of it.

    None where there is none, or no author at all.
    """
    entries = people(record).entries
    first = first_place(entries)
    family = None if first is None else entries[first].family
    return family if family and has_letter(family) else None


def is_known(record: Record) -> bool:
    """Whether there is a first author to compare with."""
    return first_place(people(record).entries) is not None


def _other_place(cited: str, name: CitedName, listed: People, first: int) -> tuple[int | None, Agreement]:
    """The place of the author other than the first whom a cited name fits best, and how."""
    best, how = None, Agreement.SCRIPT
    if len(listed.entries) == 1:
        return best, how
    for place in index(listed.entries, listed.source).candidates(cited):
        if place == first:
            continue
        found = agreement(name, listed.entries[place], listed.source)
        if found < how:
            best, how = place, found
        if found is Agreement.SAME:
            break
    return best, how


def _strangers(cited: CitedName, listed: People, first: int) -> list[str] | None:
    """Of a field with several names, the first author's first, those that no registered author bears.

    None if it is not such a field.
    """
    fewest: list[str] | None = None
    for names in partings(cited.text):
        if agreement(read_name(names[0]), listed.entries[first], listed.source) is not Agreement.SAME:
            continue
        unknown = [
            one
            for one in names[1:]
            if _other_place(one, read_name(one), listed, first)[1] is not Agreement.SAME
        ]
        if fewest is None or len(unknown) < len(fewest):
            fewest = unknown
    return fewest


def _not_among(names: list[str]) -> str:
    which = ", ".join(quoted(shown(name, _LONGEST)) for name in names[:3])
    return f"{which} {'is' if len(names) == 1 else 'are'} not among the registered authors"


def _nobody(cited: str, listed: People, first: int, path: str | None) -> Finding:
    named = [author for author in listed.entries if names_somebody(author)]
    if all(is_collective(author, listed.source) for author in named) and not is_group(cited):
        return _finding(
            "W_AUTHOR_GROUP", cited, listed, first, path,
            "the registry credits a group and no person",
            "cite the group, or see whether its paper names this person first",
        )  # fmt: skip
    return _mismatch(cited, listed, first, "", path)


def _mismatch(cited: str, listed: People, first: int, what: str, path: str | None) -> Finding:
    return _finding(
        "E_AUTHOR_MISMATCH", cited, listed, first, path, what, "write the first author as the record does"
    )


def _not_first(cited: str, listed: People, first: int, later: int, why: str, path: str | None) -> Finding:
    return _finding(
        "W_AUTHOR_NOT_FIRST", cited, listed, first, path,
        f"{quoted(shown(cited, _LONGEST))} is author {later + 1}, and {why}",
        "see who stands first on the paper itself",
    )  # fmt: skip


def _doubt(cited: str, found: Agreement, listed: People, first: int, path: str | None) -> Finding:
    code, what, repair = _DOUBTS[found]
    return _finding(code, cited, listed, first, path, what, repair)


def _finding(
    code: str, cited: str, listed: People, first: int, path: str | None, what: str, repair: str
) -> Finding:
    ours, theirs = shown(cited, _LONGEST), display(listed.entries[first])
    role = "author" if listed.field == "authors" else "editor"
    return Finding(
        code,
        message(
            f"cited {quoted(ours)}, the first {role} is {quoted(theirs)} ({listed.field}[{first}])",
            what,
            repair,
            place=path or "",
        ),
        field=_FIELD,
        cited=ours,
        found=theirs,
    )


def _unavailable(cited: str, listed: People, path: str | None) -> Finding:
    what = "does not name the first author: it" if listed.entries else "has no author: the first author"
    return Finding(
        "N_AUTHOR_UNAVAILABLE",
        message(f"the record {what} was not compared", place=path or ""),
        field=_FIELD,
        cited=shown(cited, _LONGEST),
    )
