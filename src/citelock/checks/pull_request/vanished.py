"""Claims of the base that are in no audited file of the head (action.md, section 5).

A claim is (file, id). One that stands elsewhere with the same text and citations has moved, and one that had
an error in the base was repaired by taking it out; what remains has vanished.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from citelock.checks.findings import Finding
from citelock.checks.pull_request.evidence import row_fingerprint
from citelock.checks.rows import Row
from citelock.checks.rules import pull_request as rules

Claim = tuple[str, str]  # file, id


def by_claim(rows: Iterable[Row]) -> dict[Claim, list[Row]]:
    """The rows of each claim, in their order."""
    claims: dict[Claim, list[Row]] = {}
    for row in rows:
        claims.setdefault(claim_of(row), []).append(row)
    return claims


def vanished_claims(
    base: Mapping[Claim, list[Row]],
    head: Mapping[Claim, list[Row]],
    files: Collection[str],
    tree: Collection[str],
    lost: Collection[Claim] | None = None,
) -> list[tuple[str, Finding]]:
    """E_CLAIM_VANISHED with its file, sorted; `files` are the head's claims files, `tree` all its paths.

    `lost` are those that the head took out itself, where it lacks commits of the base (see `lost_claims`).
    """
    kept = {_content(rows) for rows in head.values()}
    gone = [
        claim
        for claim in _without_successor(base, head)
        if _content(base[claim]) not in kept
        and not any(row["errors"] for row in base[claim])
        and (lost is None or claim in lost)
    ]
    return [(file, rules.vanished(name, _place(file, files, tree))) for file, name in sorted(gone)]


def lost_claims(
    base: Mapping[Claim, list[Row]],
    head: Mapping[Claim, list[Row]],
    forks: Iterable[Mapping[Claim, list[Row]]],
) -> frozenset[Claim]:
    """Claims of the base that stood where head and base parted and that the head has taken out since.

    All others that the head lacks came to the base later: merging the head does not delete them. A claim that
    the base changed meanwhile is known by its id, one that it moved by its content.
    """
    present = {_content(rows) for rows in base.values()}
    contents, ids = set(), set()
    for fork in forks:
        for claim in _without_successor(fork, head):
            content = _content(fork[claim])
            contents.add(content)
            if content not in present:
                ids.add(claim)
    return frozenset(claim for claim, rows in base.items() if claim in ids or _content(rows) in contents)


def without_lacking(rows: Sequence[Row], head: Collection[Claim], lost: Collection[Claim]) -> list[Row]:
    """The base's rows less those of claims that the head lacks and has not taken out itself."""
    return [row for row in rows if claim_of(row) in head or claim_of(row) in lost]


def claim_of(row: Row) -> Claim:
    """The claim that a row belongs to."""
    return str(row["file"]), str(row["claim"])


def _without_successor(base: Mapping[Claim, list[Row]], head: Mapping[Claim, list[Row]]) -> list[Claim]:
    """Claims of the base that the head has neither as they were, nor elsewhere, nor under their id, changed.

    A claim of the head follows one of the base only: where all are numbered anew, the one left out must not
    pass for changed because the next one has its id now.
    """
    old = {claim: _content(rows) for claim, rows in base.items()}
    new = {claim: _content(rows) for claim, rows in head.items()}
    same = {claim for claim, content in old.items() if new.get(claim) == content}
    elsewhere = Counter({claim: content for claim, content in new.items() if claim not in same}.values())
    followed = set(same)
    for claim, content in old.items():
        if claim not in followed and elsewhere[content]:
            elsewhere[content] -= 1
            followed.add(claim)
    moved = Counter(old[claim] for claim in followed - same)
    taken = set()
    for claim, content in new.items():
        if claim not in same and moved[content]:
            moved[content] -= 1
            taken.add(claim)
    return [claim for claim in old if claim not in followed and (claim not in new or claim in taken)]


def _content(rows: list[Row]) -> tuple[str, ...]:
    """Text and citations: each fingerprint covers the text of the claim and one citation."""
    return tuple(sorted(map(row_fingerprint, rows)))


def _place(file: str, files: Collection[str], tree: Collection[str]) -> str:
    if file in files:
        return "its file is there"
    return "its file is there and not audited" if file in tree else "its file is gone"
