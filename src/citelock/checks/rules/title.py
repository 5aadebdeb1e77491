"""The title rule: the cited title is a registered one, or it is another work (metadata.md, 5.1)."""

from __future__ import annotations

from citelock.checks.findings import Finding
from citelock.checks.records import Record
from citelock.checks.text.excerpt import shown
from citelock.checks.text.titles import title_key, title_keys


def plain_titles(record: Record) -> frozenset[str]:
    """The registered titles as they stand: `check_title` has nothing to say of them, whatever their case."""
    return frozenset(title for title in record.titles if any(map(str.isalnum, title)))


def is_known(record: Record) -> bool:
    """Whether there is a title to compare with."""
    return bool(title_keys(record.titles, record.subtitles))


def check_title(cited: str, record: Record, path: str | None) -> Finding | None:
    """None if the keys agree; `cited` has a letter or digit. `path` is the record's file, for the message."""
    if cited in record.titles:
        return None  # byte for byte, the common case: no key is needed
    registered = title_keys(record.titles, record.subtitles)
    if not registered:
        return Finding(
            "N_TITLE_UNAVAILABLE",
            "the record has no title: it was not compared",
            field="title",
            cited=shown(cited),
        )
    if title_key(cited) in registered:
        return None
    ours, theirs = shown(cited), shown(record.titles[0])
    return Finding(
        "E_TITLE_MISMATCH",
        f"cited “{ours}”, the record says “{theirs}”{f' ({path})' if path else ''}",
        field="title",
        cited=ours,
        found=theirs,
    )
