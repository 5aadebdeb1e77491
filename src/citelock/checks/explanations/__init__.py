"""What every code means, in prose: one module for each concern, as in docs/rules/.

A verdict needs none of it (`catalogue.py` has what it needs), so a module is read when one of its codes is
first explained.
"""

from __future__ import annotations

from importlib import import_module

from citelock.checks.catalogue import BY_CODE
from citelock.checks.explanations.entry import Explanation


def explanation(code: str) -> Explanation:
    """The prose of a code. KeyError for one that is not in the catalogue."""
    module = import_module(f"{__name__}.{BY_CODE[code].concern}")
    entries: tuple[Explanation, ...] = module.EXPLANATIONS
    return next(entry for entry in entries if entry.code == code)
