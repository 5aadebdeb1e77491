"""The numbers of a claim and of its quotations: which supports which (numbers.md)."""

from __future__ import annotations

from citelock.checks.text.numbers.ledger import ledger
from citelock.checks.text.numbers.lines import Line, Quotations

__all__ = ["Line", "Quotations", "ledger"]
