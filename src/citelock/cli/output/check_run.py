"""The requests that make a check run with any number of annotations (action.md, section 8).

The API takes fifty at a time: the first body is for POST, each further one for PATCH of the run that it made.
None of them leaves the run in progress: where one is refused, a required check would wait for ever.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from citelock.checks.pull_request.values import FAILURE, NOTHING, SUCCESS
from citelock.cli.output.annotations import TITLE, Annotation, cut, fitted
from citelock.cli.output.commands import ERROR, NOTICE, WARNING
from citelock.cli.output.markdown_text import code

MOST = 50  # annotations that one request may hold
OUTPUT = 60_000  # characters of summary and text; the API refuses more than 65,535
_MESSAGE = 60_000  # bytes; the API takes 64 KB

_LEVELS = {ERROR: "failure", WARNING: "warning", NOTICE: "notice"}
_CONCLUSIONS = {SUCCESS: "success", FAILURE: "failure", NOTHING: "neutral"}
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")

Body = dict[str, object]


def bodies(
    shown: Sequence[Annotation], *, name: str, head_sha: str, conclusion: str, title: str, summary: str
) -> tuple[Body, ...]:
    """The bodies in their order: each has the conclusion, so that a run is complete whichever is refused.

    `conclusion` is one of SUCCESS, FAILURE and NOTHING; any other is a failure. `summary` is Markdown of at
    most OUTPUT characters by `length`. What has no place in the head goes into the text of the run.
    """
    placed = [_annotation(each) for each in shown if each.path is not None]
    parts = [placed[at : at + MOST] for at in range(0, len(placed), MOST)] or [[]]
    output = {"title": cut(bmp(title), TITLE), "summary": bmp(summary)}
    elsewhere = [each for each in shown if each.path is None]
    if elsewhere:
        output["text"] = _text(elsewhere)
    ended = {"status": "completed", "conclusion": _CONCLUSIONS.get(conclusion, "failure")}
    requests: list[Body] = [{**ended, "output": {**output, "annotations": part}} for part in parts]
    requests[0] |= {"name": bmp(name), "head_sha": head_sha}
    return tuple(requests)


def bmp(text: str) -> str:
    r"""The text without characters above U+FFFF, which the API refuses.

    >>> bmp("a\U0001f600")
    'a\\U0001f600'
    """
    return _ASTRAL.sub(lambda match: f"\\U{ord(match[0]):08x}", text)


def length(text: str) -> int:
    """The characters of a text in a check run."""
    return len(bmp(text))


def _annotation(shown: Annotation) -> Body:
    line = shown.line or 1
    body: Body = {
        "path": bmp(shown.path or ""),
        "start_line": line,
        "end_line": line,
        "annotation_level": _LEVELS[shown.level],
        "message": bmp(fitted(shown.message, _MESSAGE, _bytes)),
        "title": cut(bmp(shown.title), TITLE),
    }
    if shown.line and shown.column:
        body |= {"start_column": shown.column, "end_column": shown.column}
    return body


def _bytes(message: str) -> int:
    return len(bmp(message).encode("utf-8"))


def _text(elsewhere: Sequence[Annotation]) -> str:
    """What belongs to no line of the head, as a list; those that do not fit are counted."""
    lines = ["Findings without a place in the head:\n"]
    room = OUTPUT - 100 - len(lines[0])
    for number, each in enumerate(elsewhere):
        line = f"\n- {code(bmp(each.title))}: {code(bmp(each.message), 4000)}"
        room -= len(line)
        if room < 0:
            lines.append(f"\n\nand {len(elsewhere) - number} more: see report.json")
            break
        lines.append(line)
    return "".join(lines)
