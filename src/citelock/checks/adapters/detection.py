"""Which format a file has, by its name and, where that leaves it open, by what it holds."""

from __future__ import annotations

import re
from collections.abc import Callable

from citelock.checks.adapters.anthropic import is_anthropic
from citelock.checks.adapters.openai import is_openai

_BY_ENDING = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".mkd": "markdown",
    ".bib": "bibtex",
    ".bibtex": "bibtex",
}
_BIBTEX = re.compile(r"^\s{0,8}@(?!comment\b|preamble\b)[A-Za-z]{2,30}\s{0,8}[{(]", re.MULTILINE)
_CSL_KEYS = frozenset({"author", "issued", "container-title", "DOI", "URL", "PMID"})
_HEAD = 100_000  # characters that are looked at


def by_name(name: str) -> str:
    """The format that the ending of a file name stands for, "" if it says nothing."""
    ending = name[name.rfind(".") :].lower() if "." in name else ""
    return _BY_ENDING.get(ending, "")


def by_content(text: str, parse: Callable[[], object]) -> str:
    """The format of a text whose name says nothing, "" if it cannot be told; `parse` reads it as JSON."""
    stripped = text.lstrip("\ufeff \t\r\n")
    if stripped[:1] in ("{", "["):
        return of_json(parse())
    if _BIBTEX.search(text[:_HEAD]):
        return "bibtex"
    return ""


def of_json(value: object) -> str:
    """The format of a JSON value, "" if it is none of those that are read."""
    if is_openai(value):
        return "openai"
    if is_anthropic(value):
        return "anthropic"
    items = value
    if isinstance(value, dict):
        items = next(
            (value[key] for key in ("items", "references") if isinstance(value.get(key), list)), [value]
        )
    if isinstance(items, list) and items and all(_is_csl(each) for each in items[:20]):
        return "csl-json"
    return ""


def _is_csl(item: object) -> bool:
    return isinstance(item, dict) and ("title" in item or "id" in item) and bool(_CSL_KEYS & item.keys())
