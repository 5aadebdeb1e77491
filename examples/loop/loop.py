"""An orchestrator's loop around `citelock audit`: `python examples/loop/loop.py careful`, or `cheating`.

Evidence comes from a commit that the agent did not make, so whatever it writes to `sources/` has no say. What
each exit code means for the loop is in docs/agents.md.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))  # run as a program, Python looks in this folder only

from examples.loop.agents import AGENTS, Agent  # noqa: E402

ROUNDS = 2  # of the agent; then a person decides
TRIES = 3  # of the collector, which are no rounds
SENTENCE = "repair or remove the claims with errors, leave the others as they are"
CLEAN, PERSON, STOPPED = 0, 1, 2


def citelock(folder: Path, *arguments: str) -> int:
    """Runs a command of citelock there and shows what it prints; its exit code."""
    print(f"$ citelock {' '.join(arguments)}", flush=True)
    return subprocess.run([sys.executable, "-m", "citelock", *arguments], cwd=folder, check=False).returncode


def git(folder: Path, *arguments: str) -> str:
    """What git prints there."""
    identity = ["-c", "user.name=Collector", "-c", "user.email=collector@example.org"]
    command = ["git", *identity, *arguments]
    ran = subprocess.run(command, cwd=folder, check=True, capture_output=True, encoding="utf-8")
    return ran.stdout.strip()


def collect(folder: Path) -> None:
    """What the Collector does when something could not be looked up; here all of it is there already."""
    print("the collector tries again: citelock resolve, citelock snapshot add")


def run(agent: Agent, folder: Path) -> int:
    """The loop in a fresh project: CLEAN, PERSON or STOPPED."""
    for name in ("cache", "sources"):
        shutil.copytree(HERE / name, folder / name)
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "Evidence, by the collector")
    evidence = git(folder, "rev-parse", "HEAD")
    report: Path | None = None
    for number in range(1, ROUNDS + 1):
        print(f"\n== round {number}: the agent hands in its claims")
        claims = json.dumps(agent(number, folder, report), ensure_ascii=False, indent=2)
        (folder / "claims.json").write_text(f"{claims}\n", "utf-8")
        earlier, report = report, folder / f"report-{number}.json"
        code = _audit(folder, evidence, report)
        if earlier is not None and report.exists():
            # Removed claims and changed ones that had passed are allowed, and never hidden.
            citelock(folder, "diff", earlier.name, report.name)
        if code == 0:
            print("\nClean. Next, a person judges whether the quotations support the claims.")
            return CLEAN
        if code not in (1, 2):
            print(f"\nStopped with exit code {code}: this is not the agent's to repair.")
            return STOPPED
        if number < ROUNDS:
            print(f"\nThe report goes back to the agent: {SENTENCE}")
    print("\nA person gets the claims and the report now: the agent had its rounds.")
    return PERSON


def _audit(folder: Path, evidence: str, report: Path) -> int:
    """Audits; what could not be collected is tried again, which is no round of the agent's."""
    arguments = ("audit", "claims.json", "--evidence-from", evidence, "--out", report.name)
    code = citelock(folder, *arguments)
    for _ in range(1, TRIES):
        if code != 3:
            break
        collect(folder)
        code = citelock(folder, *arguments)
    return code


def main(arguments: list[str]) -> int:
    """Runs the loop with the agent that is named."""
    if len(arguments) != 1 or arguments[0] not in AGENTS:
        print(f"usage: python examples/loop/loop.py {'|'.join(AGENTS)}", file=sys.stderr)
        return STOPPED
    with tempfile.TemporaryDirectory() as folder:
        return run(AGENTS[arguments[0]], Path(folder))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
