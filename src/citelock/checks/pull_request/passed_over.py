"""Files that look like claims files and are not audited: told, so that nobody takes them for checked.

They fail nothing: which files are claims files the settings say, and the evidence is no place for them
(action.md, section 5). But a report that nobody audited must not look like one that passed.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from citelock.checks.pull_request.globs import Globs
from citelock.checks.text.chars import LOOKALIKES
from citelock.checks.text.excerpt import shown

_USUAL = "claims.json"
_REPORT = ".md"
_KEPT = "originals"  # files as they were taken, below the folder of sources
_NAMED = 5  # files that a sentence names


class PassedOver(NamedTuple):
    """Paths, sorted: those that no pattern takes as it is written, and those among the evidence."""

    unmatched: tuple[str, ...] = ()
    among_evidence: tuple[str, ...] = ()

    def sentences(self) -> list[str]:
        """What a person is told."""
        said = (
            ("no pattern of `claims` takes them (case and every sign count)", self.unmatched),
            ("claims files are not looked for among the evidence", self.among_evidence),
        )
        return [f"not audited, since {why}: {_listed(paths)}" for why, paths in said if paths]


def passed_over(
    paths: Iterable[str],
    audited: Collection[str],
    patterns: Sequence[str],
    *,
    cache: str,
    sources: str,
) -> PassedOver:
    """Files that read as the usual name or as a pattern does, of all `paths`, that are not `audited`.

    Case, letters of another script that are drawn alike, invisible signs, and the dots and blanks that
    Windows takes off the end of a name make no difference.

    `cache` and `sources` are the folders of evidence; in them only a report in Markdown is told of for a
    pattern's sake, and what stands below the originals is a source.

    >>> passed_over(["Rep/Claims.json", "reports/b.MD"], (), ["reports/*.md"], cache="c", sources="s")[0]
    ('Rep/Claims.json', 'reports/b.MD')
    """
    known = frozenset(audited)
    globs = Globs([seen for each in patterns if _usable(seen := _as_seen(each), each)], "claims")
    evidence = tuple(f"{folder}/" for folder in (cache, sources))
    originals = f"{sources}/{_KEPT}/"
    unmatched, among = [], []
    for path in paths:
        folded = _as_seen(path).rstrip(" .")
        usual = folded.rpartition("/")[2] == _USUAL
        if path.startswith(evidence):
            named = usual or (folded.endswith(_REPORT) and globs.match(folded))
            if named and not path.startswith(originals):
                among.append(path)
        elif path not in known and (usual or globs.match(folded)):
            unmatched.append(path)
    return PassedOver(tuple(sorted(unmatched)), tuple(sorted(among)))


def _as_seen(text: str) -> str:
    """The text as a reader sees it, who looks at neither case nor script."""
    folded = text.casefold()
    return folded if folded.isascii() else "".join(map(_drawn, folded))


def _drawn(sign: str) -> str:
    if sign.isascii():
        return sign
    if unicodedata.category(sign) in ("Cf", "Mn"):
        return ""
    plain = unicodedata.normalize("NFKC", sign)
    return plain if plain.isascii() and plain.isalnum() else LOOKALIKES.get(sign, sign)


def _usable(seen: str, pattern: str) -> bool:
    """Whether what is seen of a pattern is one: not longer (some signs grow), and without an empty part."""
    return len(seen) <= len(pattern) and not {"", ".", ".."} & set(seen.split("/"))


def _listed(paths: Sequence[str]) -> str:
    more = len(paths) - _NAMED
    return ", ".join(shown(path, 120) for path in paths[:_NAMED]) + (f" and {more} more" if more > 0 else "")
