"""The parts of a summary that tell what is not as in the base: fixed, changed, removed, files of evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby
from operator import itemgetter

from citelock.checks.pull_request.values import ADDED, CHANGED, DELETED, Judged
from citelock.checks.pull_request.verdict import BY_BASE
from citelock.cli.output import summary_cells as cells
from citelock.cli.output.markdown_page import Limit, Table, fold, render
from citelock.cli.output.markdown_text import code
from citelock.cli.output.told import Entry
from citelock.cli.output.verdict import counted

_OPEN_SIDE_ROWS = 10  # a longer table of what got better stands behind a fold
_MOST_FILES = 100  # of evidence named, beside those that a citation rests on
_LEFT_OUT = "{:,} more rows are left out here: diff.json has them all."


def fixed(judged: Judged, limit: Limit, link: str) -> str:
    """What was found in the base and is not any more."""

    def row(group: Sequence[Entry]) -> list[str]:
        return [cells.where(group[0], None, link), cells.codes(entry["name"] for entry in group)]

    return _side(judged.difference.fixed, "✅ Fixed: {}", ("citation", "no longer found"), row, limit)


def changed(judged: Judged, limit: Limit, link: str) -> str:
    """Citations that stayed the same while their evidence changed."""

    def row(group: Sequence[Entry]) -> list[str]:
        entry = group[0]
        return [
            cells.where(entry, None, link),
            _changed_by(judged, entry),
            cells.evidence(entry["evidence"]),
            cells.codes(_names(entry["codes_before"])),
            cells.codes(_names(entry["codes"])),
        ]

    header = ("citation", "changed by", "evidence", "before", "after")
    # That of the base first: a citation may be changed by both, one after the other.
    entries = sorted(judged.difference.changed, key=lambda entry: str(entry.get("by")))
    return _side(entries, "🔄 Changed by the evidence: {}", header, row, limit)


def _changed_by(judged: Judged, entry: Entry) -> str:
    """Whose evidence it was, and so which of before and after is the verdict of this run."""
    if entry.get("by") == BY_BASE:
        return "the base, since the branch was cut; after is now"
    if judged.accepted or judged.failing_after is None:
        return "this head; after is now"
    return "this pull request; before is now, after is once it is merged"


def removed(judged: Judged, limit: Limit) -> str:
    """What went together with its citation."""

    def row(group: Sequence[Entry]) -> list[str]:
        names = [entry["name"] for entry in group if "name" in entry]
        return [cells.where(group[0], None, ""), cells.codes(names)]

    title = "🗑️ Removed, not counted as fixed: {}"
    return _side(judged.difference.removed, title, ("citation", "findings that it had"), row, limit)


def _side(
    entries: Sequence[Entry],
    title: str,
    header: tuple[str, ...],
    row: Callable[[Sequence[Entry]], list[str]],
    limit: Limit,
) -> str:
    """A folded table with a row for each citation; `{}` in the title stands for their number."""
    shown = [entry for entry in entries if entry.get("severity") != "note"]
    citation = itemgetter("file", "claim", "citation")
    groups = [list(group) for _, group in groupby(shown, key=lambda each: (*citation(each), each.get("by")))]
    number = len({citation(group[0]) for group in groups})
    if not groups:
        return ""
    table = Table(header, len(groups), lambda at: row(groups[at]), len(groups), "", _LEFT_OUT)
    unfolded = len(groups) <= _OPEN_SIDE_ROWS
    return fold(title.format(counted(number, "citation")), render(table, limit), unfolded=unfolded)


def evidence(judged: Judged, limit: Limit) -> str:
    """The changed files of evidence, first those that a citation rests on; beyond some, their number.

    Where a pull request brings nothing else they are what is to be reviewed, and stand open.
    """
    if not judged.evidence:
        return ""
    files = sorted(judged.evidence, key=lambda each: not each.consulted)  # stable: by path
    shown = files[: max(_MOST_FILES, sum(each.consulted for each in files))]
    table = Table(
        ("changed file of evidence", "how", "a citation rests on it"),
        len(shown),
        lambda at: (
            code(shown[at].path),
            code(shown[at].kind),
            "yes" if shown[at].consulted else "no",
        ),
        len(shown),
        "",
        _LEFT_OUT,
    )
    content = render(table, limit)
    more = len(files) - len(shown)
    if more:
        content += f"\n{counted(more, 'other file')} of evidence changed, on which no citation rests.\n"
    kinds = Counter(each.kind for each in files)
    told = ", ".join(f"{kinds[kind]:,} {kind}" for kind in (ADDED, CHANGED, DELETED) if kinds[kind])
    title = f"📁 Evidence changed: {counted(len(files), 'file')}{f' ({told})' if told else ''}"
    return fold(title, content, unfolded=judged.evidence_only)


def _names(value: object) -> Sequence[object]:
    assert isinstance(value, list | tuple)
    return value
