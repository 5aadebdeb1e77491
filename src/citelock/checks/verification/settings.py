"""The section `verify` of citelock.yml: whom to ask, and what is recorded where (verify.md, section 8).

Everything else of a check is a constant of its rules: a confidence means the same everywhere. Keys are never
written here, only the names of the environment variables that hold them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, NoReturn

from citelock.checks.fields import described, kind, one_of
from citelock.checks.verification.tiers import is_pattern
from citelock.checks.verification.values import TIERS, Tier

KEYS = ("search", "search_key_env", "model", "model_name", "api_key_env", "tiers", "records")
RECORDS = "verify"  # the usual folder of records, which `citelock init` has git ignore
MODELS = ("none", "lexical", "openai:URL")

_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,99}")
_LONGEST = 500
_MOST_TIERS = 1000

Refuse = Callable[[tuple[str, ...], str], NoReturn]


class VerifySettings(NamedTuple):
    """The settings; "" where there is none.

    `search` and `model` are specifications as on the command line, `search_key_env` and `api_key_env` names
    of environment variables, `tiers` further kinds of sites, `records` the folder of records.
    """

    search: str = ""
    search_key_env: str = ""
    model: str = ""
    model_name: str = ""
    api_key_env: str = ""
    tiers: tuple[tuple[str, Tier], ...] = ()
    records: str = RECORDS


def verify_settings(given: Mapping[str, object], refuse: Refuse) -> VerifySettings:
    """The settings in the values of the section. `refuse` is told the path of a key and what is wrong."""

    def text(name: str) -> str:
        value = given.get(name)
        if value is None:
            return ""
        if (
            not isinstance(value, str)
            or not value.strip()
            or not value.isprintable()
            or len(value) > _LONGEST
        ):
            refuse(("verify", name), f"{described(value)} does not fit. Write a short text on one line.")
        return value.strip()

    def variable(name: str) -> str:
        value = text(name)
        if value and not _VARIABLE.fullmatch(value):
            # Whoever wrote a key here by mistake must not read it again in a log.
            refuse(
                ("verify", name),
                "this is no name of an environment variable. Write the name, never the key itself.",
            )
        return value

    return VerifySettings(
        search=text("search"),
        search_key_env=variable("search_key_env"),
        model=text("model"),
        model_name=text("model_name"),
        api_key_env=variable("api_key_env"),
        tiers=_tiers(given.get("tiers"), refuse),
        records=text("records") or RECORDS,
    )


def _tiers(value: object, refuse: Refuse) -> tuple[tuple[str, Tier], ...]:
    if value is None:
        return ()
    steps = ("verify", "tiers")
    if not isinstance(value, dict) or len(value) > _MOST_TIERS:
        refuse(steps, f"this is {kind(value)}. Write lines such as intranet.example.org: docs below it.")
    rows: list[tuple[str, Tier]] = []
    for pattern, name in value.items():
        tier = one_of(TIERS, name)
        if tier is None:
            refuse(
                (*steps, str(pattern)),
                f"{described(name)} is no kind of site. Write one of {', '.join(TIERS)}.",
            )
        if not is_pattern(str(pattern)):
            refuse(
                (*steps, str(pattern)),
                "this is no site. Write a domain, a domain/path, or a name such as docs.*",
            )
        rows.append((str(pattern), tier))
    return tuple(sorted(rows))
