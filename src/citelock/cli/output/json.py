"""The report itself on stdout: exactly the bytes of the report file."""

from __future__ import annotations

from collections.abc import Iterator

from citelock.snapshotter.merge import Outcome


def render(outcome: Outcome, _report: str, *, colour: bool = False) -> Iterator[str]:
    """The report's text in pieces."""
    return outcome.text()
