"""Rules about the record: is there one, may it be used, does the identifier exist (metadata.md, 2)."""

from __future__ import annotations

from citelock.checks.findings import Finding
from citelock.checks.identifiers import Identifier
from citelock.checks.records import CorruptRecord, NotCached, Record
from citelock.checks.sentences import message
from citelock.checks.text.excerpt import shown


def is_comparable(record: Record | NotCached | CorruptRecord | None, collision: str | None) -> bool:
    """Whether `record_error` has nothing to say, whatever the identifier."""
    if collision is not None or isinstance(record, NotCached | CorruptRecord):
        return False
    return record is None or record.status != "not_found"


def record_error(
    record: Record | NotCached | CorruptRecord | None,
    identifier: Identifier,
    path: str | None,
    collision: str | None,
    field: str = "",
) -> Finding | None:
    """What ends the checks of a citation; None for a record that can be compared, and for a cited address.

    `path` is the record's file, `collision` the other identifier that would read the same hand-made file,
    `field` where the identifier stands: a DOI may stand in `doi` or in `url`, which it does not know itself.
    """
    if is_comparable(record, collision):
        return None
    key = identifier.key
    if collision is not None:
        return Finding(
            "E_SLUG_COLLISION",
            message(
                f"{key} and {shown(collision, 200)} would both read {path or 'one hand-made file'}",
                "name each file with its eight hex digits",
            ),
            field=field,
            cited=key,
            found=collision,
        )
    if isinstance(record, NotCached):
        near = record.reason or (f"found {shown(record.near, 200)}; rename it" if record.near else "")
        return Finding(
            "E_NOT_CACHED",
            message(
                f"no record of {key}{f' ({near})' if near else ''}",
                ""
                if near
                else f"fetch it with `citelock resolve`; it belongs in {record.asked or 'the cache folder'}",
            ),
            field=field,
            cited=key,
        )
    if isinstance(record, CorruptRecord):
        return Finding(
            "E_CACHE_CORRUPT",
            message(shown(record.reason), "restore it or collect it again", place=path or "the record"),
            field=field,
            cited=key,
        )
    if record is not None and record.status == "not_found":
        return Finding(
            "E_DOI_NOT_FOUND",
            message(
                f"{key} does not exist, says the record{f' ({path})' if path else ''}",
                "remove the citation or correct the identifier",
            ),
            field=field,
            cited=key,
        )
    return None


def without_metadata(record: Record | None, *, is_empty: bool = False) -> Finding | None:
    """N_RECORD_WITHOUT_METADATA: the identifier exists and nothing else is known.

    `is_empty` says of a record that was found that it has no title, no year and no first author.
    """
    if record is None or (record.status == "found" and not is_empty):
        return None
    what = "the registry gives no metadata" if record.status != "found" else "the record holds no metadata"
    return Finding("N_RECORD_WITHOUT_METADATA", message(what, "title, year and author were not compared"))
