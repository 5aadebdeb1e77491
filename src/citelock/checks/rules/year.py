"""The year rule: the cited year is one of the registered years of publication (metadata.md, section 5.2).

A registry knows up to five dates of one work. Which of them agrees, and whether the registry can know the
right one at all, decides between silence, a warning and an error.
"""

from __future__ import annotations

from citelock.checks.findings import Finding
from citelock.checks.records import Record
from citelock.checks.sentences import message
from citelock.checks.text.excerpt import shown

# Never `created` or `updated`: the day of the registry's entry is another year for a third of the older
# works.
PUBLICATION = ("issued", "print", "online", "other", "posted")

_VERSIONS = ("has-preprint", "is-preprint-of", "is-version-of", "has-version", "is-identical-to")
_PREPRINT_TYPES = frozenset({"posted-content", "preprint"})
_BACK_FILE = 2  # years from the issue to its going online, beyond which the online year is no year of it
_VERSION_GAP = 2  # years between a preprint and the article
_LATE_ENTRY = 2  # calendar years from the registered issue to the registry's entry

_BUDDHIST = 543  # years between the two eras

_SHOWN = 40  # characters of a cited year in a message


def cited_year(value: float | str) -> int | None:
    """The year a citation means: 2019, "2019", "2019a", "2019-05-01", "May 2019", 2020.0; else None.

    >>> cited_year("2019a"), cited_year(2020.0), cited_year("in press"), cited_year("2019-2020")
    (2019, 2020, None, None)
    """
    if not isinstance(value, str):
        # Within bounds first: infinity has no integer, and a year has four digits.
        return int(value) if 0 < value < 10_000 and value == int(value) else None
    from citelock.checks.text.written_years import written_year  # most years are numbers

    return written_year(value)


def registered_years(record: Record) -> dict[str, int]:
    """The year of every registered date of publication, by its kind."""
    years = {}
    for kind in PUBLICATION:
        date = record.dates.get(kind)
        if date and _is_year(date[:4]):
            years[kind] = _common_era(int(date[:4]))
    return years


def admissible_years(record: Record) -> frozenset[int]:
    """The years that a text may name as the record's: of its issue, of print and of online publication."""
    years = registered_years(record)
    return frozenset(years[kind] for kind in ("issued", "online", "print") if kind in years)


def plain_years(record: Record) -> frozenset[int]:
    """The numbers that are registered years as they stand: `check_year` has nothing to say of them."""
    years = registered_years(record)
    return frozenset(years.values()) - _late_online(years)


def is_known(record: Record) -> bool:
    """Whether there is a year to compare with."""
    return bool(registered_years(record))


def check_year(
    cited: float | str, record: Record, path: str | None, *, container: str | None = None
) -> Finding | None:
    """None if the cited year is registered. `path` is the record's file, `container` the cited journal.

    A journal cited for a preprint, or for a copy of a famous paper, explains the year.
    """
    years = registered_years(record)
    if not years:
        said = message("the record has no year: it was not compared")
        return Finding("N_YEAR_UNAVAILABLE", said, field="year", cited=shown(str(cited), _SHOWN))
    year = cited_year(cited)
    if year is not None:
        year = _common_era(year)
    if year in years.values() and year not in _late_online(years):
        return None
    code, why, repair = _level(year, years, record)
    ours = shown(str(cited), _SHOWN)
    what = f"cited {ours}" if year is not None else f"cited {ours}, which is no year"
    theirs = ", ".join(map(str, sorted(set(years.values()))))
    where = _dates(record) if record.source != "hand" else ""
    place = ", ".join(filter(None, (path, where)))
    return Finding(
        code,
        message(
            f"{what}, the record says {theirs}{f' ({place})' if place else ''}",
            why,
            _journal_note(record, container),
            repair,
        ),
        field="year",
        cited=ours,
        found=theirs,
    )


def _level(year: int | None, years: dict[str, int], record: Record) -> tuple[str, str, str]:
    """The code for a year that does not simply agree, what explains it, and what to do."""
    compare = "compare with the title page"
    if year is not None:
        if year in _late_online(years):
            why = f"the work is of {years['issued']}, in {year} it was put online"
            return "W_YEAR_ONLINE_ONLY", why, f"cite {years['issued']}"
        if _knows_late_date_only(year, years, record):
            why = "the registry may know only when the work was put online"
            return "W_YEAR_ONLINE_ONLY", why, compare
        distance = min(abs(year - known) for known in years.values())
        if distance <= _VERSION_GAP and _has_versions(record):
            return "W_YEAR_NEAR", "the work has a preprint or another version", "cite the year of this one"
        if distance == 1 and _may_be_printed_later(years):
            return "W_YEAR_NEAR", "the record has no date of print, which may be in another year", compare
    return "E_YEAR_MISMATCH", "", "write the year of the issue, of print or of online publication"


def _common_era(year: int) -> int:
    """The year as the West counts: Thai publishers deposit years of the Buddhist era, 543 more."""
    return year - _BUDDHIST if 2400 <= year < 2800 else year


def _is_year(text: str) -> bool:
    return len(text) == 4 and text.isascii() and text.isdigit() and text[0] != "0"


def _late_online(years: dict[str, int]) -> frozenset[int]:
    """The online year of an old volume that was digitised, unless another date has the same year."""
    online, issued = years.get("online"), years.get("issued")
    if online is None or issued is None or online - issued <= _BACK_FILE:
        return frozenset()
    others = {year for kind, year in years.items() if kind != "online"}
    return frozenset({online} - others)


def _knows_late_date_only(year: int, years: dict[str, int], record: Record) -> bool:
    """Whether the work may be older than any registered date (CrossRef/rest-api-doc#300)."""
    issued = years.get("issued", min(years.values()))
    created = record.dates.get("created", "")[:4]
    return (
        year < issued and "print" not in years and _is_year(created) and int(created) - issued >= _LATE_ENTRY
    )


def _has_versions(record: Record) -> bool:
    return (
        _is_preprint(record)
        or bool(record.same_as)
        or any(record.relations.get(relation) for relation in _VERSIONS)
    )


def _is_preprint(record: Record) -> bool:
    kinds = {record.type.casefold(), record.subtype.casefold()}
    return (
        record.source == "arxiv" or record.doi.startswith("10.48550/arxiv.") or bool(kinds & _PREPRINT_TYPES)
    )


def _may_be_printed_later(years: dict[str, int]) -> bool:
    """Whether the only date is that of posting or of going online; `issued` repeats the earliest one."""
    kinds = set(years) - {"issued"}
    return kinds in ({"posted"}, {"online"}) and len(set(years.values())) == 1


def _journal_note(record: Record, container: str | None) -> str:
    if not container or not _is_preprint(record):
        return ""
    kind = shown(record.type or "preprint", _SHOWN)
    return (
        f"the record is of type {kind}, the citation names “{shown(container)}”: "
        "it may be a copy, or an earlier version, of the article cited"
    )


def _dates(record: Record) -> str:
    return ", ".join(f"dates.{kind} {record.dates[kind]}" for kind in PUBLICATION if kind in record.dates)
