"""The first-author rule: the registered first author and no other (metadata.md, section 5.3, first form)."""

from __future__ import annotations

from collections.abc import Sequence

from citelock.checks.findings import Finding
from citelock.checks.records import Author, Record
from citelock.checks.text.excerpt import shown
from citelock.checks.text.names import has_letter, is_organisation, is_person, name_key


def check_first_author(cited: str, record: Record, path: str | None) -> Finding | None:
    """None if the first author may be cited so. A co-author is a mismatch, and the message says which one.

    An edited work without authors is cited by its editors. Where the first entry names nobody the first
    author is unknown, whoever comes after. `path` is the record's file, for the message.
    """
    people = record.authors or record.editors
    first = _first(people)
    ours = shown(cited, 200)
    if first is None:
        what = "does not name the first author: it" if people else "has no author: the first author"
        return Finding(
            "N_AUTHOR_UNAVAILABLE",
            f"the record {what} was not compared",
            field="first_author",
            cited=ours,
        )
    if _matches(cited, people[first]):
        return None
    theirs = shown(_display(people[first]), 200)
    later = next(
        (n for n, author in enumerate(people, 1) if n != first + 1 and _matches(cited, author)), None
    )
    where = f"; {ours} is author {later}" if later is not None else ""
    return Finding(
        "E_AUTHOR_MISMATCH",
        f"cited {ours}, the first author is {theirs}{where}{f' ({path})' if path else ''}",
        field="first_author",
        cited=ours,
        found=theirs,
    )


def plain_name(record: Record) -> str | None:
    """The registered family name of the first author: `check_first_author` has nothing to say of it.

    None where there is none, or no author at all.
    """
    people = record.authors or record.editors
    first = _first(people)
    family = None if first is None else people[first].family
    return family if family and has_letter(family) else None


def is_known(record: Record) -> bool:
    """Whether there is a first author to compare with."""
    return _first(record.authors or record.editors) is not None


def _first(people: Sequence[Author]) -> int | None:
    """The place of the first author: the first one marked so, else the first entry; None if it names nobody.

    It is never the next entry that has a name: a co-author would then pass for the first author.
    """
    marked = (place for place, author in enumerate(people) if author.sequence == "first")
    place = next(marked, 0)
    return place if place < len(people) and _display(people[place]) else None


def _matches(cited: str, author: Author) -> bool:
    family, given = author.family, author.given
    if has_letter(family) and (cited == family or is_person(cited, family, given)):
        return True
    if has_letter(family) and author.prefix and is_person(cited, f"{author.prefix} {family}", given):
        return True
    name = _undivided(author)
    if not name:
        return False
    if is_organisation(cited, name):
        return True
    if has_letter(family) or len(name.split()) not in (2, 3):
        return False
    # Some registries hold a person in one piece, "Given Family".
    given, _, family = name.rpartition(" ")
    return is_person(cited, family, given)


def _undivided(author: Author) -> str:
    """The name that was registered in one piece: `name`, or the given name beside a family name like "-"."""
    if has_letter(author.name):
        return author.name
    return author.given if has_letter(author.given) and not has_letter(author.family) else ""


def _display(author: Author) -> str:
    """The name for a message; "" for an entry that names nobody."""
    if has_letter(author.name):
        return author.name
    if not has_letter(author.family):
        return author.given if has_letter(author.given) else ""
    return " ".join(part for part in (author.given, author.prefix, author.family) if name_key(part))
