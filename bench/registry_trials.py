"""One citation of one record put to one rule, and what is asked of the answers to all of a kind.

A trial knows no rule; `answer` puts it to the rule that an audit would ask (metadata.md, section 5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from bench.registry_records import Entry

if TYPE_CHECKING:
    from citelock.checks.findings import Finding
    from citelock.checks.records import Record

LEVELS = {"N": "note", "W": "warning", "E": "error"}


class Trial(NamedTuple):
    """One cited value; `rule` and `variant` name the row of the table that it counts for."""

    rule: str
    variant: str
    entry: Entry
    cited: object


class Answer(NamedTuple):
    """The level of the worst finding ("ok" without one), and the codes of all."""

    level: str
    codes: tuple[str, ...]


def answer(trial: Trial) -> Answer:
    """What the rule says of the trial."""
    findings = _findings(trial)
    codes = tuple(finding.code for finding in findings)
    worst = min((code[0] for code in codes), key="EWN".index, default="")
    return Answer(LEVELS.get(worst, "ok"), codes)


def _findings(trial: Trial) -> list[Finding]:
    cited, record = trial.cited, trial.entry.record
    found: Finding | None
    if trial.rule == "authors":
        from citelock.checks.rules.coauthor import check_authors

        assert isinstance(cited, tuple)
        return check_authors(cited, record, None)
    if trial.rule == "year":
        from citelock.checks.rules.year import check_year

        assert isinstance(cited, int | str)
        found = check_year(cited, record, None)
    else:
        assert isinstance(cited, str)
        found = _text_rule(trial.rule)(cited, record, None)
    return [] if found is None else [found]


@lru_cache
def _text_rule(name: str) -> Callable[[str, Record, str | None], Finding | None]:
    """The rule for a field that holds one text; imported when it is first asked."""
    if name == "title":
        from citelock.checks.rules.title import check_title

        return check_title
    if name == "container":
        from citelock.checks.rules.container import check_container

        return check_container
    from citelock.checks.rules.author import check_first_author

    return check_first_author


@dataclass(frozen=True, slots=True)
class Ask:
    """What is asked of a kind of trial: which answers are wrong, and the percentage of them allowed.

    `excused` are works of which the specification says so, the code of the answer beside each.
    """

    wrong: Callable[[Answer], bool]
    what: str
    most: float = 0.0
    excused: frozenset[str] = frozenset()


@dataclass(slots=True)
class Row:
    """The count of one kind of trial."""

    rule: str
    variant: str
    asks: tuple[Ask, ...]
    levels: dict[str, int] = field(default_factory=dict)
    codes: dict[str, int] = field(default_factory=dict)
    wrong: dict[str, list[tuple[Trial, Answer]]] = field(default_factory=dict)
    tried: int = 0

    def add(self, trial: Trial, given: Answer) -> None:
        """Counts one answer."""
        self.tried += 1
        self.levels[given.level] = self.levels.get(given.level, 0) + 1
        for code in given.codes:
            self.codes[code] = self.codes.get(code, 0) + 1
        for ask in self.asks:
            if ask.wrong(given) and trial.entry.doi not in ask.excused:
                self.wrong.setdefault(ask.what, []).append((trial, given))

    def missed(self) -> list[Ask]:
        """The asks that are not met."""
        return [ask for ask in self.asks if 100 * len(self.wrong.get(ask.what, ())) > ask.most * self.tried]

    def cells(self) -> list[str]:
        """The row of the table: counts by level, the asks, the codes of errors and warnings."""
        asks = [
            f"{ask.what} {len(self.wrong.get(ask.what, ()))}"
            f" ({'≤' if ask.most else 'none'}{f' {ask.most:g} %' if ask.most else ''})"
            for ask in self.asks
        ]
        codes = [f"{code} {count}" for code, count in sorted(self.codes.items())]
        counts = [str(self.levels.get(level, 0)) for level in ("ok", "note", "warning", "error")]
        return [self.rule, self.variant, str(self.tried), *counts, "; ".join(asks), ", ".join(codes)]


def count(trials: Iterable[Trial], asks: dict[tuple[str, str], tuple[Ask, ...]]) -> list[Row]:
    """All trials put to their rules, a row for each kind, in the order in which the kinds are met."""
    rows: dict[tuple[str, str], Row] = {}
    for trial in trials:
        key = (trial.rule, trial.variant)
        if key not in rows:
            rows[key] = Row(*key, asks.get(key, ()))
        rows[key].add(trial, answer(trial))
    return list(rows.values())
