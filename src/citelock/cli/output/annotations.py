"""Annotations on the lines of a pull request: one for each claim with findings, worst first (action.md, 8).

A runner shows ten of each level for a step and drops the rest in silence, so what is not shown is counted in
the last one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from citelock.checks.errors import PlacesLost
from citelock.checks.findings import entry_name
from citelock.checks.pull_request.values import Judged
from citelock.cli.output.commands import ERROR, NOTICE, WARNING, command
from citelock.cli.output.plain import QUOTE_LIMIT, TITLE_LIMIT, plain
from citelock.cli.output.told import (
    Entry,
    claim_of,
    has_new_error,
    identifier,
    is_told,
    line_of,
    said_beside,
    told,
    weight,
)

LEVELS = (ERROR, WARNING, NOTICE)  # by the weight of a finding
MOST = 10  # of a level that a runner shows for one step
TITLE = 255  # characters that GitHub takes
PATH = 4096
MESSAGE = 3900  # characters of a command as written; the runner cuts its message at 4,096
ELSEWHERE = "see the summary and report.json"


class Annotation(NamedTuple):
    """What is said at one place: `path` from the repository's top, None if it has no place in the head.

    `line` and `column` count from 1. `level` is one of LEVELS. `title` and the lines of `message` are safe
    for a log and not yet escaped for what they are written into.
    """

    path: str | None
    line: int | None
    column: int | None
    level: str
    title: str
    message: str


class _Ordered(NamedTuple):
    """An annotation with what it is sorted by: new errors, other errors, warnings, notes; then its place."""

    old: bool
    level: int
    file: str
    line: int
    claim: str
    annotation: Annotation


def annotate(judged: Judged) -> tuple[Annotation, ...]:
    """One for each claim with a finding, and one for each finding without a citation, in the order shown.

    Raises PlacesLost when there are findings about a place in a file and none has a line: a reviewer would
    see nothing, which must not look like a pass.
    """
    ordered = [*_of_claims(judged), *_without_citation(judged)]
    ordered.sort(key=lambda each: (each.level, each.old, *each[2:5]))
    return tuple(each.annotation for each in ordered)


def fault(path: str, message: str, *, line: int | None = None, column: int | None = None) -> Annotation:
    """The annotation of a file that could not be read as it should be (exit code 2)."""
    return Annotation(plain(path, PATH), line or 1, column, ERROR, "malformed", plain(message, MESSAGE))


def fits(shown: Iterable[Annotation]) -> bool:
    """Whether commands show them all."""
    levels = [each.level for each in shown]
    return all(levels.count(level) <= MOST for level in LEVELS)


def as_commands(shown: Sequence[Annotation], notices: Sequence[str] = ()) -> list[str]:
    """Commands, at most ten of a level: what is more is counted in the last of the level.

    `notices` are further sentences to be shown; they come first and take their share of the notices.
    """
    lines = [command(NOTICE, plain(notice, MESSAGE)) for notice in notices]
    for level in LEVELS:
        of_level = [each for each in shown if each.level == level]
        room = max(MOST - len(notices), 1) if level == NOTICE else MOST
        kept = of_level if len(of_level) <= room else of_level[: room - 1]
        lines += map(as_command, kept)
        if len(kept) < len(of_level):
            lines.append(command(level, f"and {len(of_level) - len(kept)} more: {ELSEWHERE}"))
    return lines


def as_command(shown: Annotation) -> str:
    """The command of one annotation; GitHub takes a column only together with a line."""
    placed = shown.path is not None
    return command(
        shown.level,
        fitted(shown.message, MESSAGE, _written),
        file=shown.path,
        line=shown.line if placed else None,
        column=shown.column if placed and shown.line else None,
        title=shown.title,
    )


def fitted(message: str, limit: int, size: Callable[[str], int]) -> str:
    """As many lines of the message as `limit` takes by `size`; a last line counts the others."""
    if size(message) <= limit:
        return message
    lines = message.split("\n")
    kept, too_many = 0, len(lines)
    while too_many - kept > 1:
        middle = (kept + too_many) // 2
        if size("\n".join([*lines[:middle], _more(len(lines))])) <= limit:
            kept = middle
        else:
            too_many = middle
    if not kept:
        rest = f"\n{_more(len(lines) - 1)}" if len(lines) > 1 else ""
        return cut(lines[0], limit - size(rest), size) + rest
    return "\n".join([*lines[:kept], _more(len(lines) - kept)])


def cut(text: str, limit: int, size: Callable[[str], int] = len) -> str:
    """As much of a line as `limit` takes by `size`, with an ellipsis where something is missing."""
    if size(text) <= limit:
        return text
    low, high = 0, min(len(text), limit)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if size(f"{text[:middle]}…") <= limit else (low, middle - 1)
    return f"{text[:low]}…"


def _more(count: int) -> str:
    return f"and {count} more findings: {ELSEWHERE}"


def _written(message: str) -> int:
    """The length of a message in a command, in the units in which the runner counts."""
    return len(command("", message).encode("utf-16-le")) // 2


def _of_claims(judged: Judged) -> Iterator[_Ordered]:
    lost = placed = False
    for (file, claim), group in groupby(judged.rows, key=itemgetter("file", "claim")):
        rows: list[Entry] = list(group)
        findings = [(finding, row) for row in rows for finding in told(row)]
        if not findings:
            continue
        findings.sort(key=lambda pair: weight(pair[0]))  # stable: within a severity, citation by citation
        at = next((finding for finding, _ in findings if line_of(finding)), None)
        lost, placed = lost or at is None, placed or at is not None
        line = None if at is None else line_of(at)
        names = dict.fromkeys(plain(entry_name(finding), TITLE_LIMIT) for finding, _ in findings)
        several = len(rows) > 1
        worst = weight(findings[0][0])
        yield _Ordered(
            not any(has_new_error(judged, row, [finding]) for finding, row in findings),
            worst,
            str(file),
            line or 0,
            str(claim),
            Annotation(
                plain(str(file), PATH),
                line or 1,
                None if at is None else _column(at),
                LEVELS[worst],
                cut(f"{plain(str(claim), TITLE_LIMIT)}: {', '.join(names)}", TITLE),
                "\n".join(_line(finding, row, line, several=several) for finding, row in findings),
            ),
        )
    if lost and not placed:
        raise PlacesLost


def _without_citation(judged: Judged) -> Iterator[_Ordered]:
    files = {file.path for file in judged.files}
    for finding in filter(is_told, judged.findings):
        file, line = str(finding["file"]), line_of(finding)
        in_head = line is not None or file in files
        message = plain(str(finding["message"]), 2 * QUOTE_LIMIT)
        claim = f"{plain(claim_of(finding), TITLE_LIMIT)}: " if claim_of(finding) else ""
        yield _Ordered(
            not has_new_error(judged, finding, [finding]),
            weight(finding),
            file,
            line or 0,
            claim_of(finding),
            Annotation(
                plain(file, PATH) if in_head else None,
                (line or 1) if in_head else None,
                _column(finding) if line else None,
                LEVELS[weight(finding)],
                cut(f"{claim}{plain(entry_name(finding), TITLE_LIMIT)}", TITLE),
                message if in_head or not file else f"{plain(file)}: {message}",
            ),
        )


def _line(finding: Entry, row: Entry, line: int | None, *, several: bool) -> str:
    """A finding on one line: code, place if it is another one, message, the values to compare."""
    where = [f"line {line_of(finding)}"] if line_of(finding) not in (line, None) else []
    if several and identifier(row):
        where.append(plain(identifier(row), TITLE_LIMIT))
    place = f" ({', '.join(where)})" if where else ""
    said = plain(str(finding["message"]), 2 * QUOTE_LIMIT)
    return f"{plain(entry_name(finding), TITLE_LIMIT)}{place}: {said}{said_beside(finding, row)}"


def _column(finding: Entry) -> int | None:
    column = finding.get("column")
    return column if isinstance(column, int) else None
