"""What Linux tells in /proc of the processes that a test has started."""

from __future__ import annotations

import re
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


def catches(process: int, number: int) -> bool:
    """Whether a running process handles a signal; Python itself does so for SIGINT alone."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    caught = re.search(r"^SigCgt:\s*([0-9a-f]+)", status, re.MULTILINE)
    return caught is not None and bool(int(caught[1], 16) >> (number - 1) & 1)
