"""What a seal costs, what it gives away, and how often it answers as the open text does.

The material is that of `bench/extraction.py`: documents with their true sentences and altered ones, each text
made of the JATS and of the PDF. Without material the texts of `examples/real` are sealed; their own sentences
are the true ones and `bench/mutations.py` alters them. snapshots.md, section 13.7, sets the goals; the exit
code is 1 if one is missed.

    python -m bench.seals [--material DIR]
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import time
import zlib
from collections.abc import Iterator, Sequence
from hmac import digest
from pathlib import Path
from typing import NamedTuple

if __package__ in {None, ""}:  # run as a file: the root, not bench/, is where `bench` is found
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

from bench.extraction import ACCEPTING, POLICY, accepts, source_of
from bench.mutations import mutants
from bench.oracle import tokens, without_markers
from bench.sentences import prepare
from citelock.checks.quotes import QuoteResult
from citelock.checks.seal_tokens import quote_tokens
from citelock.checks.sealing import WINDOW, Sealed, check_sealed, make_seal, read_seal, salt_text
from citelock.snapshotter.extract.child import extract
from citelock.snapshotter.extract.interface import Extracted, Kind

REAL = Path(__file__).resolve().parent.parent / "examples" / "real" / "sources"
SALT = bytes(range(16))  # one for all, so that the table is the same every time; a real one is random
AGREE_GOAL = 98.0  # per cent of the sentences of eight tokens and more
WORD_LIST = 50_000  # words that somebody would try who guesses on from seven that are known
_INNER_HYPHEN = re.compile(r"(?<=[^\W\d_])[-\u2010\u2011\u00ad]+\s?(?=[^\W\d_])")


class Document(NamedTuple):
    """A text with sentences of it and altered ones."""

    name: str
    extracted: Extracted
    true: tuple[str, ...]
    altered: tuple[str, ...]


class Row(NamedTuple):
    """The figures of one text, or the sums of several.

    Sizes in bytes, `seconds` of processor time for sealing. `clear` are the words that stand readable in the
    seal. Of the `asked` true sentences (of `true`, those long enough) `same` got the answer of the open text;
    of the `altered` ones the open text accepts `opened`, the seal `accepted`, and of these `alike` differ in
    nothing but what seals leave out.
    """

    name: str
    text: int
    seal: int
    text_packed: int
    seal_packed: int
    tokens: int
    clear: int
    seconds: float
    true: int
    asked: int
    found: int
    found_open: int
    same: int
    altered: int
    opened: int
    accepted: int
    alike: int

    @property
    def agreement(self) -> float:
        """Per cent of the sentences asked for that got the answer of the open text."""
        return 100 * self.same / self.asked if self.asked else 100.0


def row_of(document: Document) -> Row:
    """Seals a text and asks it for every sentence, beside the open text."""
    text, furniture_line = document.extracted.text, document.extracted.furniture_line
    start = time.process_time()
    content, windows = make_seal(text, furniture_line, SALT)
    seconds = time.process_time() - start
    sealed = read_seal(content, salt_text(SALT), windows)
    source = source_of(document.extracted)
    asked = [each for each in document.true if len(quote_tokens(each)) >= WINDOW]
    answers = [(accepts(each, source), verifies(each, sealed)) for each in asked]
    judged = [(each, accepts(each, source), verifies(each, sealed)) for each in document.altered]
    bare = _bare(text)
    return Row(
        document.name,
        len(text.encode()),
        len(content),
        len(zlib.compress(text.encode(), 9)),
        len(zlib.compress(content, 9)),
        windows + (WINDOW - 1) * (1 if furniture_line is None else 2),
        len(sealed.signals),
        seconds,
        len(document.true),
        len(asked),
        sum(by_seal for _, by_seal in answers),
        sum(by_text for by_text, _ in answers),
        sum(by_text == by_seal for by_text, by_seal in answers),
        len(judged),
        sum(by_text for _, by_text, _ in judged),
        sum(by_seal for _, _, by_seal in judged),
        sum(by_seal and _bare(each) in bare for each, _, by_seal in judged),
    )


def verifies(sentence: str, sealed: Sealed) -> bool:
    """Whether the audit would find this quotation by the seal."""
    result: QuoteResult = check_sealed(sentence, None, sealed, POLICY)
    return result.status in ACCEPTING and not any(finding.code[:2] == "E_" for finding in result.findings)


def _bare(text: str) -> str:
    """The words of a text without hyphens inside them and citation marks, by the bench's own reading."""
    return " ".join(tokens(_INNER_HYPHEN.sub("", without_markers(text))))


def of_material(material: Path, kind: Kind) -> Iterator[Document]:
    """The documents of a folder whose text is made of that kind of file, in the order of their names."""
    for told in sorted(material.glob("*.json")):
        truth = json.loads(told.read_text("utf-8"))
        file = material / truth.get(kind, "absent")
        if file.is_file():
            true = tuple(sentence["text"] for sentence in truth["sentences"])
            altered = tuple(each["text"] for each in truth.get("negatives", ()))
            yield Document(told.stem, extract(file.read_bytes(), kind), true, altered)


def of_example(sources: Path = REAL, seed: int = 1) -> Iterator[Document]:
    """The texts of `examples/real` with their own sentences, and one change of each."""
    for path in sorted(sources.glob("*.txt")):
        text = path.read_text("utf-8")
        furniture_line = json.loads(path.with_suffix(".json").read_text("utf-8"))["text"]["furniture_line"]
        real = prepare(f"en-{path.stem}", text.replace("\u00ad", ""))
        choose = random.Random(f"{seed}/{path.stem}")
        trials: dict[str, list[str]] = {}
        for trial in mutants(real, real.passages, seed):
            if trial.source is None:  # others are changes of a phrase that the text does not have
                trials.setdefault(trial.sentence, []).append(trial.quote)
        altered = tuple(choose.choice(quotes) for quotes in trials.values())
        true = tuple(passage.text for passage in real.passages)
        yield Document(path.stem, Extracted("ok", text=text, furniture_line=furniture_line), true, altered)


def total(rows: Sequence[Row]) -> Row:
    """The sums of all figures."""
    return Row("all", *(sum(column) for column in list(zip(*rows, strict=True))[1:]))


def _say(line: str = "") -> None:
    sys.stdout.write(line + "\n")


def table(title: str, rows: Sequence[Row]) -> list[str]:
    """Prints the figures of several texts; answers the goals that were missed."""
    _say(f"{title}: size of text and seal; true sentences of {WINDOW} tokens and more; altered ones accepted")
    sizes = f"{'text':>9} {'seal':>9} {'ratio':>6} {'packed':>6}"
    true = f"{'asked':>5} {'seal':>5} {'open':>5} {'same answer':>11}"
    _say(f"  {'':<34} {sizes}   {true}   {'altered':>7} {'seal':>5} {'open':>5}")
    every = total(rows)
    for row in (*rows, every):
        _say(
            f"  {row.name[:34]:<34} {row.text:>9} {row.seal:>9} {row.seal / row.text:>5.2f}x"
            f" {row.seal_packed / row.text_packed:>5.2f}x   {row.asked:>5} {row.found:>5} {row.found_open:>5}"
            f" {row.agreement:>9.2f} %   {row.altered:>7} {row.accepted:>5} {row.opened:>5}"
        )
    _say(f"  long enough to be asked for: {every.asked} of {every.true} sentences, {share(every):.1f} %")
    _say(
        f"  altered and accepted by the seal: {every.accepted}; {every.alike} of them differ in nothing but"
        " hyphens inside of words and citation marks, which seals leave out"
    )
    each = every.seconds / every.tokens
    _say(
        f"  {every.tokens} tokens, sealed in {1e6 * each:.1f} µs each; readable in the seals: {every.clear}"
        f" negations and limiters, {100 * every.clear / every.tokens:.2f} % of the tokens"
    )
    tried, one = WORD_LIST * every.tokens // len(rows), a_hash()
    _say(
        f"  who knows seven words and tries {WORD_LIST} as the eighth, word by word through one text:"
        f" {tried:.1e} hashes of {1e6 * one:.1f} µs, {tried * one / 60:.0f} minutes of one processor"
    )
    _say()
    missed = []
    if every.agreement < AGREE_GOAL:
        missed.append(f"{title}: {every.agreement:.2f} % the same answer, goal {AGREE_GOAL}")
    wrong = every.accepted - every.alike
    if wrong:
        missed.append(f"{title}: {wrong} altered sentences accepted")
    return missed


def a_hash(times: int = 20_000) -> float:
    """Processor seconds for one guess: the keyed hash of a window, nothing around it."""
    message = " ".join(["citelock-seal/1", *["tokens"] * WINDOW]).encode()
    start = time.process_time()
    for _ in range(times):
        digest(SALT, message, "sha256")
    return (time.process_time() - start) / times


def share(row: Row) -> float:
    """Per cent of the true sentences that are long enough for a seal."""
    return 100 * row.asked / row.true if row.true else 100.0


def main(arguments: list[str] | None = None) -> int:
    """Prints the tables; 1 if a goal was missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.seals", description="what a seal costs and gives")
    parser.add_argument("--material", type=Path, help="folder of documents; default: examples/real")
    chosen = parser.parse_args(arguments)
    missed: list[str] = []
    if chosen.material is None:
        missed += table("examples/real", [row_of(document) for document in of_example()])
    else:
        kinds: tuple[Kind, ...] = ("jats", "pdf")
        for kind in kinds:
            rows = [row_of(document) for document in of_material(chosen.material, kind)]
            if rows:
                missed += table(kind, rows)
    for goal_missed in missed:
        _say(f"MISSED {goal_missed}")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
