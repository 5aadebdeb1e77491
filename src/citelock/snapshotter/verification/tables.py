"""The tables of a check as they are installed: kinds of sites, the list of public suffixes."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files

from citelock.checks.canonical import line
from citelock.checks.verification.tables import Tables
from citelock.checks.verification.tiers import read_table
from citelock.checks.verification.values import Tier
from citelock.snapshotter.domains import is_given_name, suffix_list_date

_FILE = "tiers.tsv"


@cache
def load_tables(more: tuple[tuple[str, Tier], ...] = ()) -> Tables:
    """The tables, with further kinds of sites; their hash covers both."""
    text = files("citelock.checks.verification").joinpath(_FILE).read_text(encoding="utf-8")
    digest = sha256(text.encode("utf-8"))
    if more:
        digest.update(line([list(row) for row in more]).encode("utf-8"))
    return Tables(read_table(text, more, is_given_name), digest.hexdigest(), suffix_list_date())
