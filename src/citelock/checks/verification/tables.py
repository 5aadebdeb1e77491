"""The tables a verdict rests on, each known by its hash: a changed one changes the result visibly."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple

from citelock.checks.canonical import line
from citelock.checks.verification import names, subjects
from citelock.checks.verification.banners import BANNERS, SHORT_BANNERS
from citelock.checks.verification.tiers import Table

RULES = "verify-rules/1"


class Tables(NamedTuple):
    """The kinds of sites with the sha256 of their list, the date (ISO) of the list of public suffixes."""

    tiers: Table
    tiers_sha256: str
    suffixes: str


def stop_words_sha256() -> str:
    """The sha256 of the words that are no subject of a claim, or no needed part of a name."""
    return _digest(
        [
            sorted(subjects.STOP),
            sorted(subjects.NO_SUBJECT),
            sorted(names.TITLES),
            list(names.TITLE_STEMS),
            sorted(names.LEGAL_FORMS),
        ]
    )


def banners_sha256() -> str:
    """The sha256 of the notices that are left out of a comparison of pages."""
    return _digest([list(BANNERS), list(SHORT_BANNERS)])


def tables_object(tables: Tables) -> Mapping[str, object]:
    """The tables as a result names them."""
    return {
        "tiers": tables.tiers_sha256,
        "stopWords": stop_words_sha256(),
        "banners": banners_sha256(),
        "publicSuffixes": tables.suffixes,
    }


def _digest(value: object) -> str:
    return sha256(line(value).encode("utf-8")).hexdigest()
