"""What the benchmark runs: commands as children, measured by the kernel, in a clean environment of their own.

A subject is one or several commands in a row, with what has to be put away before. Figures are CPU seconds of
the process tree, wall seconds and the peak memory of the largest process; nothing is measured inside the
parent.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Run:
    """One run: CPU and wall seconds, peak memory in bytes, exit code of the last command."""

    cpu: float
    wall: float
    rss: int
    code: int


@dataclass(slots=True)
class Subject:
    """Something to measure. `codes`: exit codes it may end with; `report`: what it writes, if anything."""

    name: str
    commands: Sequence[Sequence[str]]
    codes: tuple[int, ...] = (0, 1)
    report: Path | None = None
    before: Callable[[], None] | None = None
    folder: Path | None = None
    environment: dict[str, str] = field(default_factory=dict)
    runs: list[Run] = field(default_factory=list)

    @property
    def best(self) -> Run:
        """The least of each figure over the runs; the peak memory is the largest."""
        return Run(
            min(run.cpu for run in self.runs),
            min(run.wall for run in self.runs),
            max(run.rss for run in self.runs),
            self.runs[-1].code,
        )


class SubjectFailed(Exception):
    """A subject ended with an exit code that it may not end with; says which and shows its last words."""


def clean_environment(home: Path) -> dict[str, str]:
    """PATH and a home, nothing of the caller's: no GITHUB_ACTIONS, no settings of citelock, UTF-8."""
    home.mkdir(parents=True, exist_ok=True)
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(home),
        "LC_ALL": "C.UTF-8",
        "CITELOCK_CACHE_DIR": str(home / "store"),
    }


def run_once(subject: Subject, environment: dict[str, str], output: Path) -> Run:
    """Run the subject's commands once, their output into a file. Raises SubjectFailed."""
    if subject.before:
        subject.before()
    cpu, peak, code = 0.0, 0, 0
    begun = time.perf_counter()
    for command in subject.commands:
        with output.open("wb") as printed:
            child = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=subprocess.STDOUT,
                env=environment | subject.environment,
                cwd=subject.folder,
            )
            _, status, used = os.wait4(child.pid, 0)
        child.returncode = code = os.waitstatus_to_exitcode(status)
        if code not in subject.codes:
            printed_end = output.read_bytes()[-2000:].decode("utf-8", "replace")
            raise SubjectFailed(f"{subject.name} ended with {code}: {' '.join(command)}\n{printed_end}")
        cpu += used.ru_utime + used.ru_stime
        peak = max(peak, used.ru_maxrss * (1 if sys.platform == "darwin" else 1024))
    return Run(cpu, time.perf_counter() - begun, peak, code)


def measure(subjects: Sequence[Subject], rounds: int, environment: dict[str, str], output: Path) -> None:
    """Run all subjects in turn, `rounds` times, so that a slow minute of the machine meets all of them."""
    for _ in range(rounds):
        for subject in subjects:
            subject.runs.append(run_once(subject, environment, output))


def ask_child(arguments: Sequence[str], environment: dict[str, str], codes: tuple[int, ...] = (0, 1)) -> str:
    """What a program of the bench prints; a child does the work, so that the parent stays small."""
    done = subprocess.run(
        arguments, env=environment, capture_output=True, stdin=subprocess.DEVNULL, check=False
    )
    if done.returncode not in codes:
        said = done.stderr.decode("utf-8", "replace")[-2000:]
        raise SubjectFailed(f"{' '.join(arguments)} ended with {done.returncode}\n{said}")
    return done.stdout.decode("utf-8")


def audits(
    corpus: Path, out: Path, home: Path, *, shards: Sequence[int] = (4,), jobs: int = 2
) -> list[Subject]:
    """The audit of a corpus: without a store, filling it, with it filled, with workers, in shards."""
    store = home / "store"
    program = [sys.executable, "-m", "citelock"]

    def audit(report: str, *options: str) -> list[str]:
        return [
            *program,
            "audit",
            "claims.json",
            "--offline",
            "--quiet",
            "--out",
            str(out / report),
            *options,
        ]

    def subject(
        name: str, report: str, commands: list[list[str]], before: Callable[[], None] | None = None
    ) -> Subject:
        return Subject(name, commands, report=out / report, before=before, folder=corpus)

    def in_shards(count: int) -> Subject:
        parts = [str(out / f"shard-{count}-{i}.json") for i in range(1, count + 1)]
        commands = [audit(Path(part).name, "--shard", f"{i}/{count}") for i, part in enumerate(parts, 1)]
        merge = [*program, "merge", *parts, "--quiet", "--out", str(out / f"merged-{count}.json")]
        return subject(f"{count} shards + merge", f"merged-{count}.json", [*commands, merge])

    return [
        subject("cold (no store)", "cold.json", [audit("cold.json", "--no-store")]),
        subject(
            "filling",
            "filling.json",
            [audit("filling.json")],
            lambda: shutil.rmtree(store, ignore_errors=True),
        ),
        subject("warm", "warm.json", [audit("warm.json")]),
        subject(f"warm, --jobs {jobs}", "jobs.json", [audit("jobs.json", "--jobs", str(jobs))]),
        *(in_shards(count) for count in shards),
    ]
