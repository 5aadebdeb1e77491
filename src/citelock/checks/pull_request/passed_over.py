"""Files that look like claims files and are not audited: told, so that nobody takes them for checked.

They fail nothing: which files are claims files the settings say, and the evidence is no place for them
(action.md, section 5). But a report that nobody audited must not look like one that passed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from citelock.checks.pull_request.globs import Globs
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
            ("no pattern of `claims` takes them (case counts)", self.unmatched),
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
    """Files of the usual name or of a pattern's in any case, of all `paths`, that are not `audited`.

    `cache` and `sources` are the folders of evidence; in them only a report in Markdown is told of for a
    pattern's sake, and what stands below the originals is a source.

    >>> passed_over(["Rep/Claims.json", "reports/b.MD"], (), ["reports/*.md"], cache="c", sources="s")[0]
    ('Rep/Claims.json', 'reports/b.MD')
    """
    known = frozenset(audited)
    # Some signs grow when they are folded: a pattern must not become one that is too long to be read.
    folded_patterns = [folded for each in patterns if len(folded := each.casefold()) <= len(each)]
    globs = Globs(folded_patterns, "claims")
    evidence = tuple(f"{folder}/" for folder in (cache, sources))
    originals = f"{sources}/{_KEPT}/"
    unmatched, among = [], []
    for path in paths:
        folded = path.casefold()
        usual = folded.rpartition("/")[2] == _USUAL
        if path.startswith(evidence):
            named = usual or (folded.endswith(_REPORT) and globs.match(folded))
            if named and not path.startswith(originals):
                among.append(path)
        elif path not in known and (usual or globs.match(folded)):
            unmatched.append(path)
    return PassedOver(tuple(sorted(unmatched)), tuple(sorted(among)))


def _listed(paths: Sequence[str]) -> str:
    more = len(paths) - _NAMED
    return ", ".join(shown(path, 120) for path in paths[:_NAMED]) + (f" and {more} more" if more > 0 else "")
