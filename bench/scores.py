"""The two scores of the matcher on real sentences: changed quotes accepted and faithful ones found.

Runs the generators against `check_quote` as an audit calls it and counts by kind and language. As a program
it prints both tables; `--json` prints the same as data, for `bench/run.py`. A miss is shown with sentence,
quote and answer.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

if __package__ in {None, ""}:  # run as a file: the root, not bench/, is where `bench` is found
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

from bench.mutations import Trial, mutants
from bench.retypings import retypings
from bench.sentences import Passage, RealText, read_texts

Answer = Callable[[Trial], str]
FAITHFUL_ASK = 98.0  # percent, each kind apart (quotes.md, section 13.3)


@dataclass(slots=True)
class Score:
    """Counts for one table: `tried` and `accepted` by (kind, language), and the trials that went wrong."""

    tried: dict[tuple[str, str], int] = field(default_factory=dict)
    accepted: dict[tuple[str, str], int] = field(default_factory=dict)
    wrong: list[tuple[Trial, str]] = field(default_factory=list)

    def add(self, trial: Trial, answer: str, *, expected: bool) -> None:
        """Count one answer: a status, with `+CODE` for each error the matcher put beside it."""
        key = (trial.kind, trial.lang)
        held = is_accepted(answer)
        self.tried[key] = self.tried.get(key, 0) + 1
        self.accepted[key] = self.accepted.get(key, 0) + held
        if held is not expected:
            self.wrong.append((trial, answer))

    def total(self, kind: str | None = None) -> tuple[int, int]:
        """Tried and accepted, of one kind or of all."""
        keys = [key for key in self.tried if kind is None or key[0] == kind]
        return sum(self.tried[key] for key in keys), sum(self.accepted[key] for key in keys)

    def table(self) -> str:
        """A Markdown table: a row a kind, a column a language, `accepted of tried`."""
        langs = sorted({lang for _, lang in self.tried})
        lines = [f"| kind | {' | '.join(langs)} | all | % |", f"|---|{'---|' * (len(langs) + 2)}"]
        for kind in [*dict.fromkeys(kind for kind, _ in self.tried), None]:
            cells = [self._cell(kind, lang) for lang in langs]
            tried, accepted = self.total(kind)
            rate = f"{100 * accepted / tried:.2f}" if tried else "-"
            lines.append(f"| {kind or '**all**'} | {' | '.join(cells)} | {accepted} of {tried} | {rate} |")
        return "\n".join(lines)

    def _cell(self, kind: str | None, lang: str) -> str:
        keys = [key for key in self.tried if key[1] == lang and kind in {None, key[0]}]
        tried = sum(self.tried[key] for key in keys)
        return f"{sum(self.accepted[key] for key in keys)} of {tried}" if tried else "-"


def is_accepted(answer: str) -> bool:
    """Whether an answer lets the quote pass: one of the four accepting statuses, and no error beside it."""
    return answer in {"verbatim", "markers_ignored", "editorial", "elided"}


def matcher(texts: Iterable[RealText]) -> Answer:
    """The matcher of citelock as a function of a trial; each whole text is folded once."""
    from citelock.checks.quotes import QuotePolicy
    from citelock.checks.text.find import check_quote
    from citelock.checks.text.fold import fold_text
    from citelock.checks.text.source import SourceText, normal_text

    def prepared(text: str) -> SourceText:
        normal = normal_text(text.encode("utf-8"))
        return SourceText(normal, fold_text(normal))

    whole = {text.lang: prepared(text.text) for text in texts}
    policy = QuotePolicy()

    def answer(trial: Trial) -> str:
        source = whole[trial.lang] if trial.source is None else prepared(trial.source)
        result = check_quote(trial.quote, None, source, policy)
        return "+".join([result.status, *(one.name for one in result.findings if one.code.startswith("E_"))])

    return answer


def draw(text: RealText, share: float, seed: int) -> tuple[Passage, ...]:
    """A part of the text's passages, drawn by the seed, in the order of the text."""
    size = max(1, round(len(text.passages) * share)) if text.passages else 0
    chosen = random.Random(f"{seed}/{text.name}").sample(range(len(text.passages)), size)
    return tuple(text.passages[at] for at in sorted(chosen))


def changed(texts: list[RealText], share: float, seed: int) -> Iterator[Trial]:
    """Mutants of the drawn passages of all texts."""
    for text in texts:
        yield from mutants(text, draw(text, share, seed), seed)


def faithful(texts: list[RealText], share: float, seed: int) -> Iterator[Trial]:
    """Retypings of the drawn passages of all texts."""
    for text in texts:
        yield from retypings(text, draw(text, share, seed), seed)


def score(trials: Iterable[Trial], answer: Answer, *, expected: bool) -> Score:
    """Ask for every trial and count."""
    counted = Score()
    for trial in trials:
        counted.add(trial, answer(trial), expected=expected)
    return counted


def poor_kinds(counted: Score, ask: float = FAITHFUL_ASK) -> list[str]:
    """Kinds of retyping found less often than asked, with their figures."""
    rows = [(kind, *counted.total(kind)) for kind in dict.fromkeys(kind for kind, _ in counted.tried)]
    return [f"{kind}: {found} of {tried}" for kind, tried, found in rows if 100 * found < ask * tried]


def main(arguments: list[str] | None = None) -> int:
    """Print both scores; exit 1 if a changed quote passed or a kind of retyping is found too seldom."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument(
        "--share", type=float, default=1.0, help="part of the sentences, 0 to 1 (default: all)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print data, not tables")
    parser.add_argument("--show", type=int, default=5, help="how many wrong answers to show (default 5)")
    options = parser.parse_args(arguments)

    texts = read_texts()
    answer = matcher(texts)
    refused = score(changed(texts, options.share, options.seed), answer, expected=False)
    found = score(faithful(texts, options.share, options.seed), answer, expected=True)
    sentences = {text.lang: len(draw(text, options.share, options.seed)) for text in texts}
    poor = poor_kinds(found)
    if options.json:
        data = {
            "sentences": sentences,
            "changed": {
                "tried": refused.total()[0],
                "accepted": refused.total()[1],
                "table": refused.table(),
            },
            "faithful": {
                "tried": found.total()[0],
                "accepted": found.total()[1],
                "table": found.table(),
                "poor": poor,
            },
        }
        sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=2, sort_keys=True) + "\n")
    else:
        sys.stdout.write(
            f"sentences: {sentences}\n\nChanged quotations, accepted (ask: 0)\n\n{refused.table()}\n\n"
        )
        sys.stdout.write(
            f"Faithful quotations, accepted (ask: {FAITHFUL_ASK} % of each kind)\n\n{found.table()}\n"
        )
    for name, counted in (("accepted", refused), ("refused", found)):
        for trial, status in counted.wrong[: options.show]:
            sys.stderr.write(f"{name} {trial.kind} {trial.lang} ({status})\n  is:    {trial.sentence!r}\n")
            sys.stderr.write(f"  quote: {trial.quote!r}\n  text:  {trial.source!r}\n")
    return int(bool(refused.total()[1] or poor))


if __name__ == "__main__":
    sys.exit(main())
