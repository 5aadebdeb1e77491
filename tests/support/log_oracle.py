"""What a runner makes of a log: which lines are commands, what is shown of them, what is dropped in silence.

Written from the runner's behaviour, by other means than the serialiser that it judges: characters are walked,
nothing is replaced. Facts (actions/runner: ActionCommand.cs, ActionCommandManager.cs, ExecutionContext.cs):
lines end at LF, CR and CRLF; a command is `::name k=v,k=v::data` after a .NET `Trim`, or the older
`##[name k=v;k=v]data` anywhere in a line; an issue's message is cut after 4,096 UTF-16 units; of each level
ten issues are kept for a step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

MESSAGE_UNITS = 4096
KEPT = 10
LEVELS = ("error", "warning", "notice")

# Char.IsWhiteSpace of .NET.
BLANKS = frozenset(
    [
        *range(0x09, 0x0E),
        0x20,
        0x85,
        0xA0,
        0x1680,
        *range(0x2000, 0x200B),
        0x2028,
        0x2029,
        0x202F,
        0x205F,
        0x3000,
    ]
)


_BLANK_SIGNS = "".join(map(chr, BLANKS))


@dataclass(frozen=True)
class Seen:
    """A command as the runner understands it; `line` is the whole line."""

    name: str
    data: str
    properties: dict[str, str] = field(default_factory=dict)
    line: str = ""
    legacy: bool = False


def lines(text: str) -> list[str]:
    """The lines of a stream as the runner reads them."""
    found: list[str] = []
    current: list[str] = []
    at = 0
    while at < len(text):
        sign = text[at]
        if sign in "\r\n":
            found.append("".join(current))
            current = []
            if sign == "\r" and text[at + 1 : at + 2] == "\n":
                at += 1
        else:
            current.append(sign)
        at += 1
    return [*found, "".join(current)] if current else found


def commands(text: str) -> list[Seen]:
    """Every command of a stream, of either grammar, whether the runner knows its name or not."""
    found = []
    for line in lines(text):
        seen = _modern(line) or _legacy(line)
        if seen is not None:
            found.append(seen)
        if seen is not None and not seen.legacy and "##[" in line:
            # The message of an issue is written into the log again, where the older grammar is looked for.
            found.append(Seen("(legacy inside a command)", "", line=line, legacy=True))
    return found


def shown(text: str) -> dict[str, list[Seen]]:
    """The issues that a person gets to see of one step, by level."""
    kept: dict[str, list[Seen]] = {level: [] for level in LEVELS}
    for seen in commands(text):
        if seen.name in kept and len(kept[seen.name]) < KEPT:
            kept[seen.name].append(seen)
    return kept


def dropped(text: str) -> Counter[str]:
    """How many issues of each level nobody sees."""
    total = Counter(seen.name for seen in commands(text) if seen.name in LEVELS)
    return Counter({level: count - KEPT for level, count in total.items() if count > KEPT})


def is_cut(seen: Seen) -> bool:
    """Whether the runner shortens the message."""
    return sum(2 if ord(sign) > 0xFFFF else 1 for sign in seen.data) > MESSAGE_UNITS


def unmeant(text: str, meant: Iterable[str]) -> list[Seen]:
    """Commands of other names than those meant, and all of the older grammar."""
    names = frozenset(meant)
    return [seen for seen in commands(text) if seen.legacy or seen.name not in names]


def _modern(line: str) -> Seen | None:
    start = 0
    while start < len(line) and ord(line[start]) in BLANKS:
        start += 1
    if line[start : start + 2] != "::":
        return None
    end = line.find("::", start + 2)
    if end < 0:
        return None
    name, _, stated = line[start + 2 : end].partition(" ")
    properties = {}
    for part in stated.strip(_BLANK_SIGNS).split(","):
        key, equals, value = part.partition("=")
        if equals and key:
            properties[key] = _unescaped(value, {"0D": "\r", "0A": "\n", "3A": ":", "2C": ",", "25": "%"})
    return Seen(name, _unescaped(line[end + 2 :], {"0D": "\r", "0A": "\n", "25": "%"}), properties, line)


def _legacy(line: str) -> Seen | None:
    start = line.find("##[")
    if start < 0:
        return None
    inside, _, data = line[start + 3 :].partition("]")
    return Seen(inside.partition(" ")[0], data, line=line, legacy=True)


def _unescaped(text: str, signs: dict[str, str]) -> str:
    """One walk: what an escape gave is not read again."""
    found, at = [], 0
    while at < len(text):
        code = text[at + 1 : at + 3]
        if text[at] == "%" and code in signs:
            found.append(signs[code])
            at += 3
        else:
            found.append(text[at])
            at += 1
    return "".join(found)
