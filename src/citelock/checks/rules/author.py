"""The first-author rule: the registered first author and no other (metadata.md, section 5.3)."""

from __future__ import annotations

from typing import Final

from citelock.checks.findings import Finding
from citelock.checks.people import NAME, People, display, first_place, is_plainly, people
from citelock.checks.records import Record
from citelock.checks.sentences import cited as quoted
from citelock.checks.sentences import message
from citelock.checks.text.excerpt import shown
from citelock.checks.text.names.keys import has_letter

_FIELD: Final = "first_author"
_MOST_SHOWN = 3  # names in a message

# By the name of an agreement: the code, what is said of it and what to do.
_DOUBTS: Final = {
    "GIVEN": (
        "W_AUTHOR_GIVEN",
        "the family names agree and the given names differ",
        "see whether this is the same person",
    ),
    "PART": ("W_AUTHOR_PART", "this is a part of the family name", "write the whole family name"),
    "SWAPPED": (
        "W_AUTHOR_SWAPPED",
        "given and family name have changed places",
        "write the family name, or “Family, Given”",
    ),
    "SCRIPT": (
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
    found = _compare(cited, record, listed, first)
    return None if found is None else _finding(found, cited, listed, first, path)


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


def _compare(cited: str, record: Record, listed: People, first: int) -> tuple[str, str, str] | None:
    """The code, what is said and what to do; None if the first author may be cited so."""
    # Names written otherwise than registered are few, and what compares them is much of start-up.
    from citelock.checks.authorship import (
        agreement,
        are_groups,
        order_is_doubtful,
        other_place,
        strangers,
    )
    from citelock.checks.text.names.comparison import Agreement
    from citelock.checks.text.names.lists import is_family_and_given
    from citelock.checks.text.names.organisations import is_group
    from citelock.checks.text.names.readings import read_name

    name = read_name(cited)
    found = agreement(name, listed.entries[first], listed.source)
    if found is Agreement.SAME:
        return None
    unknown = strangers(name, listed, first)
    if unknown == []:
        return None
    # "Smith, B." is a given name that differs before it is a second author whom nobody knows.
    if unknown and not is_family_and_given(cited):
        return _mismatch(_not_among(unknown))
    later, how = other_place(cited, name, listed, first)
    # "Smith, B." beside Alice Smith is the third author, Bob Smith, if there is one.
    if found is not Agreement.OTHER and (how is not Agreement.SAME or found is Agreement.PART):
        return _DOUBTS[found.name]
    ours = quoted(shown(cited, NAME))
    if later is not None:
        why = order_is_doubtful(record, listed)
        what = f"{ours} is author {later + 1}"
        if not why:
            return _mismatch(what)
        return "W_AUTHOR_NOT_FIRST", f"{what}, and {why}", "see who stands first on the paper itself"
    if are_groups(listed) and not is_group(cited):
        what = "the registry credits a group and no person"
        return "W_AUTHOR_GROUP", what, "cite the group, or see whether its paper names this person first"
    return _mismatch("")


def _mismatch(what: str) -> tuple[str, str, str]:
    return "E_AUTHOR_MISMATCH", what, "write the first author as the record does"


def _not_among(names: list[str]) -> str:
    which = ", ".join(quoted(shown(name, NAME)) for name in names[:_MOST_SHOWN])
    return f"{which} {'is' if len(names) == 1 else 'are'} not among the registered authors"


def _finding(
    found: tuple[str, str, str], cited: str, listed: People, first: int, path: str | None
) -> Finding:
    code, what, repair = found
    ours, theirs = shown(cited, NAME), display(listed.entries[first])
    role = "author" if listed.field == "authors" else "editor"
    said = f"cited {quoted(ours)}, the first {role} is {quoted(theirs)} ({listed.field}[{first}])"
    return Finding(
        code, message(said, what, repair, place=path or ""), field=_FIELD, cited=ours, found=theirs
    )


def _unavailable(cited: str, listed: People, path: str | None) -> Finding:
    what = "does not name the first author: it" if listed.entries else "has no author: the first author"
    return Finding(
        "N_AUTHOR_UNAVAILABLE",
        message(f"the record {what} was not compared", place=path or ""),
        field=_FIELD,
        cited=shown(cited, NAME),
    )
