"""The first-author rule: the registered first author and no other (metadata.md, section 5.3, first form)."""

from __future__ import annotations

from collections.abc import Sequence

from citelock.checks.findings import Finding
from citelock.checks.records import Author, Record
from citelock.checks.text.excerpt import shown
from citelock.checks.text.names import is_organisation, is_person, name_key


def check_first_author(cited: str, record: Record, path: str | None) -> Finding | None:
    """None if the first author may be cited so. A co-author is a mismatch, and the message says which one.

    An edited work without authors is cited by its editors. `path` is the record's file, for the message.
    """
    people = record.authors if _first(record.authors) is not None else record.editors
    first = _first(people)
    ours = shown(cited, 200)
    if first is None:
        return Finding(
            "N_AUTHOR_UNAVAILABLE",
            "the record has no author: the first author was not compared",
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
    people = record.authors if _first(record.authors) is not None else record.editors
    first = _first(people)
    family = None if first is None else people[first].family
    return family if family and any(map(str.isalnum, family)) else None


def _first(people: Sequence[Author]) -> int | None:
    """The place of the first author: the one marked so, else the first entry with a name; None without."""
    named = None
    for place, author in enumerate(people):
        if author.sequence == "first":
            if _display(author):
                return place
        elif named is None and _display(author):
            named = place
    return named


def _matches(cited: str, author: Author) -> bool:
    if cited == author.family:
        return True
    if author.name and is_organisation(cited, author.name):
        return True
    if not author.family and author.name and len(author.name.split()) in (2, 3):
        # Some registries hold a person in one piece, "Given Family".
        given, _, family = author.name.rpartition(" ")
        return is_person(cited, family, given)
    family, given = (author.family, author.given) if name_key(author.family) else (author.given, "")
    return is_person(cited, family, given) or (
        bool(author.prefix) and is_person(cited, f"{author.prefix} {family}", given)
    )


def _display(author: Author) -> str:
    """The name for a message; "" for an entry without a letter."""
    full = author.name or " ".join(part for part in (author.given, author.prefix, author.family) if part)
    return full if name_key(full) else ""
