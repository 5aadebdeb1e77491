"""A marker as a value."""

from __future__ import annotations

from citelock.checks.named import NamedTuple


class Marker(NamedTuple):
    """A stretch of the original (code points, half-open) that may be left out.

    `name` says which row of the table it is; two markers at the same place must agree in `value`.
    """

    start: int
    end: int
    name: str
    value: str
