"""What Linux tells in /proc of the processes that a test has started."""

from __future__ import annotations

from pathlib import Path


def lives(process: int) -> bool:
    """Whether it runs: one that has ended and was not yet waited for by its parent does not."""
    try:
        status = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def children_of(process: int) -> list[int]:
    """The processes that the main thread of a running process has started and not yet waited for."""
    listed = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    return [int(child) for child in listed.split()]
