"""The container rule: the cited journal, book or proceedings is the registered one (metadata.md, 5.4)."""

from __future__ import annotations

from citelock.checks.findings import Finding
from citelock.checks.records import Record
from citelock.checks.sentences import message
from citelock.checks.text.excerpt import shown

_MOST = 20  # registered names that are looked at


def check_container(cited: str, record: Record, path: str | None) -> Finding | None:
    """None if the cited name can be a registered one, or none is registered. `path` is the record's file."""
    registered = (*record.containers, *record.short_containers)
    if not any(map(str.isalnum, "".join(registered))) or cited in registered:
        return None
    from citelock.checks.text.titles.containers import is_same_container  # for names that differ only

    if any(is_same_container(cited, name) for name in registered[:_MOST]):
        return None
    ours, theirs = shown(cited), shown(registered[0])
    field = "containers[0]" if record.containers else "short_containers[0]"
    where = f"{path}, {field}" if path else field
    return Finding(
        "W_CONTAINER_MISMATCH",
        message(
            f"cited “{ours}”, the record says “{theirs}” ({where})",
            "name the container as it is registered, or look for the identifier of the version you read",
        ),
        field="container_title",
        cited=ours,
        found=theirs,
    )
