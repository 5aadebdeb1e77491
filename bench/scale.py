"""How cost grows with claims, sources and the size of a text, as a table and as a picture for the docs.

    python -m bench.scale [--quick] [--picture docs/scale.svg]

Each point is one audit of a corpus of `bench/corpus.py` in a process of its own, without the store: processor
time and peak memory of that process. The largest has 100,000 citations of 10,000 sources. What counts is the
shape: time in proportion, memory nearly flat. Exit code 1 if peak memory there is more than 1.5 times that at
1,000 citations, or if a verdict is not the expected one.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

if __package__ in {None, ""}:  # run as a file: the root, not bench/, is where `bench` is found
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

from bench.corpus import write_corpus

FLAT = 1.5  # peak memory of 100,000 citations over that of 1,000
SMALL, USUAL = 3_000, 30_000  # bytes of one text


class Size(NamedTuple):
    """A corpus: claims, sources, bytes of one text."""

    claims: int
    sources: int
    text: int


class Point(NamedTuple):
    """What one audit cost: seconds of processor time, MiB at the peak."""

    size: Size
    seconds: float
    memory: float


class Series(NamedTuple):
    """Points that differ in one thing; `axis` says which, `at` gives its value."""

    title: str
    field: str
    points: tuple[Point, ...]

    def at(self, point: Point) -> int:
        """The value that grows."""
        value = getattr(point.size, self.field)
        assert isinstance(value, int)
        return value


_STEPS = (1, 3, 10, 30, 100)
PLAN: tuple[tuple[str, str, tuple[Size, ...]], ...] = (
    ("claims (ten a source)", "claims", tuple(Size(1_000 * n, 100 * n, SMALL) for n in _STEPS)),
    ("sources (10,000 claims)", "sources", tuple(Size(10_000, 100 * n, SMALL) for n in _STEPS)),
    (
        "bytes of a text (1,000 claims, 100 sources)",
        "text",
        tuple(Size(1_000, 100, 3_000 * n) for n in _STEPS),
    ),
)


def measure(size: Size) -> Point:
    """Makes the corpus, audits it once, compares the verdicts: all in children, so this process stays small.

    A child's peak begins with the memory of the process that started it.
    """
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        _child("make", root, *map(str, size))
        command = [sys.executable, "-m", "citelock", "audit", "claims.json", "--no-store", "--quiet"]
        process = subprocess.Popen(command, cwd=root, stdout=subprocess.DEVNULL)
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
        _child("judge", root)
    return Point(size, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def _child(task: str, root: Path, *arguments: str) -> None:
    command = [sys.executable, "-m", "bench.scale", task, str(root), *arguments]
    if subprocess.run(command, cwd=Path(__file__).parent.parent, check=False).returncode:
        raise SystemExit(f"{task} {' '.join(arguments)}: see above")


def _judge(root: Path) -> int:
    """How many verdicts are not as expected."""
    results = json.loads((root / "report.json").read_text("utf-8"))["results"]
    found = {row["claim"]: row["errors"] for row in results}
    with (root / "expected.jsonl").open(encoding="utf-8") as lines:
        expected = [json.loads(line) for line in lines]
    wrong = [row["claim"] for row in expected if found.get(row["claim"]) != row["errors"]]
    if wrong:
        print(f"{len(wrong)} verdicts are not as expected: {wrong[:5]}", file=sys.stderr)
    return len(wrong)


def table(series: Sequence[Series]) -> str:
    """The points as Markdown."""
    lines = [
        "| claims | sources | bytes of a text | CPU s | µs a claim | peak MiB |",
        "|---|---|---|---|---|---|",
    ]
    for one in series:
        for point in one.points:
            each = point.seconds / point.size.claims * 1e6
            lines.append(
                f"| {point.size.claims:,} | {point.size.sources:,} | {point.size.text:,} "
                f"| {point.seconds:.2f} | {each:.0f} | {point.memory:.0f} |"
            )
    return "\n".join(lines)


# -- the picture -------------------------------------------------------------------------------------------

WIDTH, HEIGHT, LEFT, TOP, GAP = 260, 170, 46, 40, 64
_STYLE = (
    "text{font:11px system-ui,sans-serif;fill:#333}.t{font-weight:600}.g{stroke:#ddd}"
    ".c{fill:none;stroke:#1764ab;stroke-width:2}"
    ".m{fill:none;stroke:#b3541e;stroke-width:2;stroke-dasharray:5 3}"
    ".cd{fill:#1764ab}.md{fill:#b3541e}@media(prefers-color-scheme:dark){svg{background:#161b22}"
    "text{fill:#ddd}.g{stroke:#333}.c{stroke:#6cb6ff}.cd{fill:#6cb6ff}.m{stroke:#f0a35e}.md{fill:#f0a35e}}"
)


def picture(series: Sequence[Series]) -> str:
    """The series side by side as SVG, both axes logarithmic: time in seconds, memory in MiB."""
    parts = [_panel(one, place) for place, one in enumerate(series)]
    width = LEFT + len(series) * (WIDTH + GAP)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {TOP + HEIGHT + 62}" role="img" '
        'aria-label="Processor time grows in proportion to claims, sources and size; memory hardly grows.">'
        f"<style>{_STYLE}</style>{''.join(parts)}"
        f'<text x="{LEFT}" y="{TOP + HEIGHT + 52}"><tspan class="cd">— processor time, s</tspan>'
        '<tspan dx="24" class="md">- - peak memory, MiB</tspan></text></svg>\n'
    )


def _panel(series: Series, place: int) -> str:
    xs = [series.at(point) for point in series.points]
    left = LEFT + place * (WIDTH + GAP)
    low, high = math.log10(xs[0]), math.log10(xs[-1])
    floor, ceiling = -1.0, 3.0  # 0.1 to 1,000

    def x_of(value: float) -> float:
        return left + (math.log10(value) - low) / (high - low) * WIDTH

    def y_of(value: float) -> float:
        return TOP + HEIGHT - (math.log10(max(value, 0.1)) - floor) / (ceiling - floor) * HEIGHT

    out = [f'<text class="t" x="{left}" y="{TOP - 16}">{series.title}</text>']
    for power in range(-1, 4):
        y = y_of(10.0**power)
        out.append(f'<line class="g" x1="{left}" x2="{left + WIDTH}" y1="{y:.1f}" y2="{y:.1f}"/>')
        out.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{10.0**power:g}</text>')
    for value in xs:
        label = f"{value // 1000}k" if value >= 1000 else str(value)
        spot = f'x="{x_of(value):.1f}" y="{TOP + HEIGHT + 18}"'
        out.append(f'<text {spot} text-anchor="middle">{label}</text>')
    for style, name in (("c", "seconds"), ("m", "memory")):
        spots = [(x_of(series.at(point)), y_of(getattr(point, name))) for point in series.points]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        out.append(f'<polyline class="{style}" points="{line}"/>')
        out += [f'<circle class="{style}d" cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in spots]
    return "".join(out)


def main() -> int:
    """Measures, prints the table, writes the picture."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="Leave out what takes minutes.")
    parser.add_argument("--picture", metavar="FILE")
    parser.add_argument("task", nargs="*", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.task:
        task, root, *size = options.task
        if task == "judge":
            return int(_judge(Path(root)) > 0)
        claims, sources, text = map(int, size)
        write_corpus(Path(root), claims, sources, size=text)
        return 0
    series = []
    for title, field, sizes in PLAN:
        kept = [size for size in sizes if not options.quick or size.claims * size.text <= 3e7]
        series.append(Series(title, field, tuple(map(measure, kept))))
    print(table(series))
    first, last = series[0].points[0], series[0].points[-1]
    print(f"peak memory, {last.size.claims:,} claims over 1,000: {last.memory / first.memory:.2f} x")
    each = last.seconds / last.size.claims / (first.seconds / first.size.claims)
    print(f"processor time a claim, the same: {each:.2f} x")
    if options.picture:
        Path(options.picture).write_text(picture(series), encoding="utf-8")
    return int(last.memory > FLAT * first.memory)


if __name__ == "__main__":
    sys.exit(main())
