"""The sections of the benchmark: scores, small audits, corpora; verdicts come before figures.

`Bench` carries what one run knows: where it works, what it has measured, what went wrong. Figures come from
children (`bench/subjects.py`), verdicts and scores from programs of the bench: this process stays small.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from bench.goals import subject_table
from bench.subjects import Subject, ask_child, audits, measure

ROOT = Path(__file__).resolve().parent.parent
BENCH = ROOT / "bench"
ARTICLE = {  # the errors of the article's four claims, in its own words' order
    "c1": [],
    "c2": ["E_YEAR_MISMATCH", "E_QUOTE_NOT_FOUND", "E_NUMBER_UNSUPPORTED:3"],
    "c3": ["E_NOT_CACHED"],
    "c4": ["E_UNCITED"],
}


@dataclass(slots=True)
class Bench:
    """One run of the benchmark: where it works, what it has measured, what went wrong."""

    work: Path
    environment: dict[str, str]
    rounds: int
    generator: Path | None = None
    seed_script: Path | None = None
    faults: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    data: dict[str, Any] = field(default_factory=dict)
    measured: dict[str, Subject] = field(default_factory=dict)

    @property
    def home(self) -> Path:
        """The home of the children, with citelock's store."""
        return Path(self.environment["HOME"])

    def say(self, text: str) -> None:
        """A paragraph of the result, shown at once: a person watches this for minutes."""
        self.lines.append(text)
        print(text + "\n", flush=True)

    def ask(self, *arguments: str | Path, codes: tuple[int, ...] = (0, 1)) -> dict[str, Any]:
        """The JSON that a program of the bench prints."""
        told: dict[str, Any] = json.loads(
            ask_child([sys.executable, *map(str, arguments)], self.environment, codes)
        )
        return told


def cut_seed(material: Path, target: Path) -> Path | None:
    """The article's script, cut out of its text at run time; None without it."""
    article = material / "seeds" / "citation-audit.ru.txt"
    if not article.is_file():
        return None
    text = article.read_text(encoding="utf-8")
    start, last = text.find("#!/usr/bin/env python3"), "sys.exit(main())"
    end = text.find(last, start)
    if start < 0 or end < 0:
        return None
    target.write_text(text[start : end + len(last)] + "\n", encoding="utf-8")
    return target


def scores(bench: Bench, share: float) -> None:
    """Both scores on real sentences, the hard cases and the hostile inputs."""
    told = bench.ask(BENCH / "scores.py", "--json", "--share", str(share), "--show", "0")
    bench.data["scores"] = told
    bench.say(
        f"## Changed quotations accepted (ask: 0)\n\nsentences: {told['sentences']}\n\n"
        f"{told['changed']['table']}"
    )
    bench.say(f"## Faithful quotations accepted (ask: 98 % of each kind)\n\n{told['faithful']['table']}")
    if told["changed"]["accepted"]:
        bench.faults.append(f"{told['changed']['accepted']} changed quotations passed")
    bench.faults += [f"faithful quotations found too seldom: {kind}" for kind in told["faithful"]["poor"]]

    said = ask_child([sys.executable, str(BENCH / "hardset.py")], bench.environment).strip().split("\n")
    bench.data["hard cases"] = said[-1]
    bench.say("## Hard cases\n\n" + "\n".join(said))
    if len(said) > 1:
        bench.faults.append("hard cases are wrong")

    rows = ask_child([sys.executable, str(BENCH / "hostile.py")], bench.environment).strip().split("\n")
    slow = sorted((json.loads(row) for row in rows), key=lambda row: -row["cpu"])
    bench.data["hostile"] = slow
    shown = "\n".join(f"| {row['case']} | {row['cpu']:.2f} | {row['status']} |" for row in slow[:5])
    bench.say(
        f"## Hostile input, 1 MB: the slowest of {len(slow)}\n\n"
        f"| case | CPU s | status |\n|---|---|---|\n{shown}"
    )


def corpus_section(bench: Bench, name: str, corpus: Path, *, seed: bool, shards: tuple[int, ...]) -> None:
    """Run every subject on one corpus, compare verdicts and bytes, then print the figures."""
    out = bench.work / f"out-{name}"
    out.mkdir()
    ours = audits(corpus, out, bench.home, shards=shards)
    others = [seed_subject(bench.seed_script, corpus, out)] if seed and bench.seed_script else []
    if shutil.which("grep"):
        bench.ask(BENCH / "folds.py", "write", corpus, out / "folded")
        others.append(grep_subject(out / "folded"))
    measure([*others, *ours], bench.rounds, bench.environment, out / "printed")
    faulty = check_verdicts(bench, name, corpus, [*others, *ours])
    first, *rest = [subject for subject in ours if subject.report]
    unequal = [subject.name for subject in rest if digest(subject.report) != digest(first.report)]
    if unequal:
        bench.faults.append(f"{name}: reports differ from that of {first.name}: {', '.join(unequal)}")
    bench.data.setdefault("equal bytes", {})[name] = not unequal
    for subject in [*others, *ours]:
        bench.measured[f"{name}: {subject.name}"] = subject
    yardstick = next((subject for subject in others if subject.name == "article's script"), None)
    bench.data.setdefault("subjects", {})[name] = {one.name: asdict(one.best) for one in [*others, *ours]}
    same = "reports of all citelock subjects are byte-equal" if not unequal else "**reports differ**"
    bench.say(f"## {name}: {same}\n\n" + subject_table([*others, *ours], yardstick, faulty))


def seed_subject(script: Path, corpus: Path, out: Path) -> Subject:
    """The article's script on the corpus."""
    report = out / "seed.json"
    command = [sys.executable, str(script), "claims.json", "--offline", "--out", str(report)]
    return Subject("article's script", [command], report=report, folder=corpus)


def grep_subject(folded: Path) -> Subject:
    """`grep -cF` of all quotes on the lines of the folded texts: what a plain search for them costs."""
    texts = [path.name for path in sorted((folded / "texts").iterdir())]
    command = ["grep", "-cF", "-f", "../quotes", *texts]
    return Subject("grep -cF -f", [command], folder=folded / "texts", environment={"LC_ALL": "C"})


def check_verdicts(bench: Bench, name: str, corpus: Path, subjects: list[Subject]) -> list[str]:
    """The names of the subjects whose verdicts are wrong; equal reports are compared once."""
    known: dict[str, dict[str, Any]] = {}
    by_digest: dict[str, list[str]] = {}
    for subject in subjects:
        if subject.report is None:
            continue
        key = digest(subject.report)
        by_digest.setdefault(key, []).append(subject.name)
        if key not in known:
            known[key] = bench.ask(BENCH / "verdicts.py", corpus, subject.report)
    faulty = [one for key, names in by_digest.items() if known[key]["unexplained"] for one in names]
    for key, names in by_digest.items():
        if known[key]["unexplained"]:
            shown = "\n".join(f"- {json.dumps(row, ensure_ascii=False)[:400]}" for row in known[key]["first"])
            bench.faults.append(
                f"{name}: {known[key]['unexplained']} wrong verdicts of {', '.join(names)};"
                f" the first:\n{shown}"
            )
    explained: dict[str, int] = next((told["explained"] for told in known.values() if told["explained"]), {})
    lines = [f"- {count} × {rule}" for rule, count in sorted(explained.items())]
    results = max((told["results"] for told in known.values()), default=0)
    meant = "\nDifferences that are meant:\n" + "\n".join(lines) if lines else ""
    bench.say(f"Verdicts of {name}: {results} results, wrong: {', '.join(faulty) or 'none'}.{meant}")
    bench.data.setdefault("verdicts", {})[name] = {"results": results, "faulty": faulty, "explained": lines}
    return faulty


def digest(path: Path | None) -> str:
    """sha256 of a file's bytes."""
    if path is None or not path.is_file():
        return ""
    with path.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def small_audits(bench: Bench) -> None:
    """What start-up costs: four and twenty claims beside an empty interpreter."""
    out = bench.work / "out-small"
    out.mkdir()
    twenty = bench.work / "twenty"
    make_corpus(bench, twenty, 20, 5)
    four = bench.work / "four"
    shutil.copytree(ROOT / "examples" / "article", four)
    rows = [{"claim": claim, "kind": "article", "errors": errors} for claim, errors in ARTICLE.items()]
    (four / "expected.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")

    def audit(name: str, folder: Path, report: str) -> Subject:
        command = [
            sys.executable,
            "-m",
            "citelock",
            "audit",
            "claims.json",
            "--offline",
            "--out",
            str(out / report),
        ]
        return Subject(name, [command], report=out / report, folder=folder)

    subjects = [Subject("python -c pass", [[sys.executable, "-c", "pass"]])]
    subjects += [audit("4-claim audit", four, "four.json"), audit("20-claim audit", twenty, "twenty.json")]
    if bench.seed_script:
        seed = seed_subject(bench.seed_script, twenty, out)
        seed.name = "article's script, 20 claims"
        subjects.append(seed)
    measure(subjects, max(bench.rounds, 15), bench.environment, out / "printed")
    check_verdicts(bench, "4 claims", four, subjects[1:2])
    check_verdicts(bench, "20 claims", twenty, subjects[2:])
    for subject in subjects:
        bench.measured[subject.name] = subject
    bench.data.setdefault("subjects", {})["small"] = {one.name: asdict(one.best) for one in subjects}
    bench.say("## Small audits\n\n" + subject_table(subjects, None, []))


def make_corpus(bench: Bench, folder: Path, claims: int, sources: int) -> None:
    """A corpus by the generator of the material, else by the project's own."""
    own = [str(BENCH / "corpus.py"), str(folder)]
    made = [str(bench.generator), str(folder), "--jobs", str(os.cpu_count() or 1)] if bench.generator else own
    command = [sys.executable, *made, "--claims", str(claims), "--sources", str(sources)]
    ask_child(command, bench.environment, codes=(0,))
