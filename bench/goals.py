"""The goals of performance.md, section 10, as rows of a table: what is asked and what was measured.

Also the Markdown of every table that the benchmark prints. Nothing is measured here.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from bench.subjects import Subject


@dataclass(frozen=True, slots=True)
class Goal:
    """One goal. `limit` is the ask, from below where `at_least`; `value` None: not measured.

    `binding` is False for what depends on the machine alone and is only printed.
    """

    name: str
    what: str
    limit: float
    value: float | None
    at_least: bool = False
    unit: str = "×"
    binding: bool = True

    @property
    def met(self) -> bool:
        """Whether the measured value keeps the ask; what was not measured is not missed."""
        if self.value is None:
            return True
        return self.value >= self.limit if self.at_least else self.value <= self.limit

    def row(self) -> str:
        """The goal as a row of the table."""
        ask = f"{'≥' if self.at_least else '≤'} {self.limit:g} {self.unit}"
        if self.value is None:
            return f"| {self.name} | {self.what} | {ask} | not run | |"
        mark = "met" if self.met else ("**missed**" if self.binding else "below (printed only)")
        return f"| {self.name} | {self.what} | {ask} | {self.value:.2f} {self.unit} | {mark} |"


def ratio(first: float | None, second: float | None) -> float | None:
    """One divided by the other; None where one of the two was not measured."""
    return first / second if first is not None and second else None


def goal_table(goals: Sequence[Goal]) -> str:
    """All goals as a Markdown table."""
    head = "| goal | what | ask | measured | |\n|---|---|---|---|---|\n"
    return head + "\n".join(goal.row() for goal in goals)


def subject_table(subjects: Sequence[Subject], yardstick: Subject | None, faulty: Sequence[str]) -> str:
    """Figures of the subjects; the last column: how many times less CPU than the yardstick a subject used.

    A subject whose verdicts are wrong has no ratio.
    """
    head = ["subject", "CPU s", "wall s", "peak MB"] + (
        [f"× less CPU than {yardstick.name}"] if yardstick else []
    )
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    for subject in subjects:
        best = subject.best
        cells = [subject.name, f"{best.cpu:.3f}", f"{best.wall:.3f}", f"{best.rss / 1e6:.0f}"]
        if yardstick:
            times = ratio(yardstick.best.cpu, best.cpu) if yardstick is not subject else None
            cells.append("wrong verdicts" if subject.name in faulty else f"{times:.1f}" if times else "-")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def machine_facts() -> dict[str, str]:
    """What a reader needs to place the figures: processor, cores, system, interpreter, date."""
    model = ""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        lines = cpuinfo.read_text(encoding="utf-8", errors="replace").split("\n")
        model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    return {
        "processor": model or platform.processor() or platform.machine(),
        "cores": str(os.cpu_count()),
        "load": "unknown" if load is None else f"{load:.1f}",
        "system": f"{platform.system()} {platform.release()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "date": datetime.now(tz=UTC).strftime("%Y-%m-%d"),
    }
