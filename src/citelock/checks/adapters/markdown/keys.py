r"""Citations by key: Pandoc's `[@smith2020, p. 3; @doe19]` and `@smith2020`, LaTeX's `\cite{smith2020}`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from citelock.checks.adapters.markdown.markers import Reading

# Pandoc's manual, Citations: letters, digits, _ and single signs inside, or anything between braces.
KEY = r"[^\W_][\w]{0,60}(?:[:.#$%&+?<>~/-][\w]{1,60}){0,10}|_\w{1,60}"
_AT = re.compile(rf"-?@(?:\{{([^{{}}\s]{{1,200}})\}}|({KEY}))")
_BARE = re.compile(rf"@(?:\{{([^{{}}\s]{{1,200}})\}}|({KEY}))")
_CITE = re.compile(
    r"\\[A-Za-z]{0,10}[Cc]ite[a-z]{0,10}\*?(?:\s{0,2}\[[^\[\]]{0,200}\]){0,2}\s{0,2}\{([^{}\\]{1,1000})\}"
)
_MOST = 100  # keys of one citation


def in_brackets(inside: str) -> Reading | None:
    """What stands between brackets as Pandoc's citations; None if a part of it has no key or several.

    >>> in_brackets("see @doe99, pp. 33-35; -@smith04").labels
    ('doe99', 'smith04')
    """
    if "@" not in inside or len(inside) > 2000:
        return None
    keys: list[str] = []
    for part in inside.split(";"):
        found = _AT.findall(part)
        at = part.find("@")
        if len(found) != 1 or part[at - 1 : at].isalnum():
            return None
        keys.append(found[0][0] or found[0][1])
    return Reading(tuple(dict.fromkeys(keys)), is_key=True) if len(keys) <= _MOST else None


def bare_at(text: str, start: int) -> tuple[Reading, int] | None:
    """The key that begins exactly at `start` without brackets, and where it ends."""
    match = _BARE.match(text, start)
    if match is None:
        return None
    return Reading((match[1] or match[2],), is_key=True, is_word=True), match.end()


def cite_at(text: str, start: int) -> tuple[Reading, int] | None:
    r"""The `\cite{…}` or one of its kin that begins exactly at `start`, and where it ends."""
    match = _CITE.match(text, start)
    keys = [key.strip() for key in match[1].split(",") if key.strip()] if match else []
    if match is None or not keys or len(keys) > _MOST:
        return None
    return Reading(tuple(dict.fromkeys(keys)), is_key=True), match.end()


def keys_in(contents: Iterable[str]) -> frozenset[str]:
    """All keys that stand somewhere in some Markdown."""
    found: set[str] = set()
    for content in contents:
        if "@" in content:
            found.update(key or braced for braced, key in _AT.findall(content))
        if "ite" in content and "\\" in content:
            found.update(key.strip() for match in _CITE.finditer(content) for key in match[1].split(","))
    return frozenset(found - {""})
