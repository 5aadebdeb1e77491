"""Claims of the base that are in no audited file of the head (action.md, section 5).

A claim is (file, id). One that stands elsewhere with the same text and citations has moved, and one that had
an error in the base was repaired by taking it out. One that was changed is known by its id, in its own file
or in one that others of its file have moved to. What remains has vanished.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from citelock.checks.findings import Finding
from citelock.checks.pull_request.evidence import row_fingerprint
from citelock.checks.rows import Row
from citelock.checks.rules import pull_request as rules
from citelock.checks.text.excerpt import shown

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
    # Another claim that has the id now may be the vanished one, reworded: the first file that has it.
    others = {name: file for file, name in sorted(head.keys() - base.keys(), reverse=True)}
    return [
        (file, rules.vanished(name, _place(file, others.get(name, ""), files, tree)))
        for file, name in sorted(gone)
    ]


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
    moved = _moved(old, new, same)
    taken = set(moved.values())
    left = [
        claim
        for claim in old
        if claim not in same and claim not in moved and (claim not in new or claim in taken)
    ]
    # A claim that is changed while its file moves: known by its id, where others of the file have gone.
    gone_to = {(origin[0], target[0]) for origin, target in moved.items()}
    waiting: dict[str, list[Claim]] = defaultdict(list)
    for claim in sorted(new.keys() - old.keys() - taken):
        waiting[claim[1]].append(claim)
    lost = []
    for claim in left:
        places = waiting.get(claim[1], [])
        target = next((each for each in places if (claim[0], each[0]) in gone_to), None)
        if target is None:
            lost.append(claim)
        else:
            places.remove(target)
    return lost


def _moved(
    old: Mapping[Claim, tuple[str, ...]], new: Mapping[Claim, tuple[str, ...]], same: Collection[Claim]
) -> dict[Claim, Claim]:
    """Where the claims of the base stand that the head has elsewhere, with the same content."""
    places: dict[tuple[str, ...], list[Claim]] = defaultdict(list)
    for claim, content in reversed([*new.items()]):
        if claim not in same:
            places[content].append(claim)
    return {
        claim: places[content].pop()
        for claim, content in old.items()
        if claim not in same and places.get(content)
    }


def _content(rows: list[Row]) -> tuple[str, ...]:
    """Text and citations: each fingerprint covers the text of the claim and one citation."""
    return tuple(sorted(map(row_fingerprint, rows)))


def _place(file: str, other: str, files: Collection[str], tree: Collection[str]) -> str:
    """What became of the file, and which `other` has a new claim of the same id, "" for none."""
    if file in files:
        what = "its file is there"
    else:
        what = "its file is there and not audited" if file in tree else "its file is gone"
    return f"{what}; {shown(other, 200)} has another claim of this id" if other else what
