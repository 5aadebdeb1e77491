"""Other ways to ask "does this quotation stand in that text", put to the same cases as the matcher.

Plain ones need the standard library alone; the others are libraries that agents and evaluation tools use,
with the thresholds usual for each. They are no dependency of citelock: one that is not installed is named as
left out. The quotations are those of `bench.hardset` that have one answer and are neither too short nor
disguised, and a part, drawn by a seed, of the changed and the retyped ones of `bench.scores`. The latter are
looked for in the window around their sentence, which favours the others: in a whole text more stands by
chance.

    pip install rapidfuzz edlib regex fuzzysearch rouge-score
    python -m bench.rivals
"""

from __future__ import annotations

import argparse
import difflib
import importlib
import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

if __package__ in {None, ""}:  # run as a file: the root, not bench/, is where `bench` is found
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

from bench import hardset, scores
from bench.sentences import read_texts

Accepts = Callable[[str, str], bool]  # quotation, text
AROUND = 1000  # characters on each side of the sentence that a quotation was made from
_UNFAIR = {"E_QUOTE_TOO_SHORT", "E_QUOTE_UNSAFE"}  # refused by rules of ours, not by comparing


@dataclass(frozen=True, slots=True)
class Asked:
    """One quotation, its text, and whether it is faithful to it."""

    quote: str
    text: str
    faithful: bool


@dataclass(frozen=True, slots=True)
class Rival:
    """A way to compare: `make` gives the function, or raises ImportError where its library is missing."""

    name: str
    make: Callable[[], Accepts]


# --- the plain ones -------------------------------------------------------------------------------


def exact() -> Accepts:
    """The very characters."""
    return lambda quote, text: quote in text


def folded_space_and_case() -> Accepts:
    """What most programs do before they compare."""

    def fold(text: str) -> str:
        return " ".join(text.casefold().split())

    return lambda quote, text: fold(quote) in fold(text)


def compatibility() -> Accepts:
    """The same after Unicode's compatibility normalisation, for ligatures and full-width forms."""

    def fold(text: str) -> str:
        return " ".join(unicodedata.normalize("NFKC", text).casefold().split())

    return lambda quote, text: fold(quote) in fold(text)


def letters_and_digits() -> Accepts:
    """Everything but letters and digits thrown away on both sides."""

    def fold(text: str) -> str:
        return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text).casefold())

    return lambda quote, text: fold(quote) in fold(text)


def words_in_the_text(share: float) -> Accepts:
    """So many of the quotation's different words are somewhere in the text."""

    def accepts(quote: str, text: str) -> bool:
        words = set(re.findall(r"\w+", quote.casefold()))
        held = set(re.findall(r"\w+", text.casefold()))
        return bool(words) and len(words & held) >= share * len(words)

    return accepts


def standard_library(ratio: float) -> Accepts:
    """`difflib`: the characters in matching blocks, over the length of the quotation."""

    def accepts(quote: str, text: str) -> bool:
        matcher = difflib.SequenceMatcher(None, text.casefold(), quote.casefold(), autojunk=False)
        blocks = matcher.get_matching_blocks()
        return sum(block.size for block in blocks if block.size > 1) >= ratio * len(quote)

    return accepts


def longest_run(share: float) -> Accepts:
    """`difflib`: the longest stretch in common, as a share of the quotation."""

    def accepts(quote: str, text: str) -> bool:
        matcher = difflib.SequenceMatcher(None, text.casefold(), quote.casefold(), autojunk=False)
        return matcher.find_longest_match().size >= share * len(quote)

    return accepts


# --- libraries ------------------------------------------------------------------------------------


def _library(name: str) -> Any:  # noqa: ANN401 - a module that need not be there has no type
    return importlib.import_module(name)


def partial_ratio(threshold: float, scorer: str = "partial_ratio") -> Accepts:
    """A scorer of rapidfuzz (thefuzz calls the same), in per cent, with its usual processing."""
    fuzz, utils = _library("rapidfuzz.fuzz"), _library("rapidfuzz.utils")
    score = getattr(fuzz, scorer)
    return lambda quote, text: score(quote, text, processor=utils.default_process) >= threshold


def edit_distance(share: float) -> Accepts:
    """Edits to the best place in the text, as a share of the quotation's length."""
    edlib = _library("edlib")

    def accepts(quote: str, text: str) -> bool:
        wanted = quote.casefold()
        # edlib takes 256 different characters at most: those that the quotation has not are all alike to it.
        held = re.sub(f"[^{re.escape(''.join(sorted(set(wanted))))}]", "\0", text.casefold())
        found = edlib.align(wanted, held, mode="HW", task="distance")
        return bool(found["editDistance"] <= share * len(quote))

    return accepts


def fuzzy_expression(errors: int) -> Accepts:
    """The fuzzy matching of `regex`: so many insertions, deletions and substitutions."""
    regex = _library("regex")

    def accepts(quote: str, text: str) -> bool:
        pattern = f"(?i)(?:{regex.escape(quote)}){{e<={errors}}}"
        return regex.search(pattern, text) is not None

    return accepts


def near_matches(share: float) -> Accepts:
    """The same as a share of the length, by fuzzysearch."""
    fuzzysearch = _library("fuzzysearch")

    def accepts(quote: str, text: str) -> bool:
        limit = int(share * len(quote))
        return bool(fuzzysearch.find_near_matches(quote.casefold(), text.casefold(), max_l_dist=limit))

    return accepts


class _Words:
    """ROUGE's own tokens know Latin letters only; this takes the words of any script."""

    @staticmethod
    def tokenize(text: str) -> list[str]:
        return (
            re.findall(r"\w", text)
            if re.search(r"[\u4e00-\u9fff]", text)
            else re.findall(r"\w+", text.lower())
        )


def rouge_recall(threshold: float) -> Accepts:
    """The share of the quotation's words that stand in the text in that order, gaps allowed."""
    scorer = _library("rouge_score.rouge_scorer").RougeScorer(["rougeL"], tokenizer=_Words())
    return lambda quote, text: scorer.score(quote, text)["rougeL"].recall >= threshold


RIVALS = (
    Rival("`in`, exact", exact),
    Rival("`in`, spaces and case folded", folded_space_and_case),
    Rival("`in`, NFKC, spaces and case folded", compatibility),
    Rival("`in`, letters and digits only", letters_and_digits),
    Rival("words of the quotation in the text, 90 %", lambda: words_in_the_text(0.9)),
    Rival("words of the quotation in the text, all", lambda: words_in_the_text(1.0)),
    Rival("difflib, longest run ≥ 90 %", lambda: longest_run(0.9)),
    Rival("difflib, matching blocks ≥ 90 %", lambda: standard_library(0.9)),
    Rival("difflib, matching blocks ≥ 97 %", lambda: standard_library(0.97)),
    Rival("rapidfuzz `partial_ratio` ≥ 80", lambda: partial_ratio(80)),
    Rival("rapidfuzz `partial_ratio` ≥ 90", lambda: partial_ratio(90)),
    Rival("rapidfuzz `partial_ratio` ≥ 97", lambda: partial_ratio(97)),
    Rival("rapidfuzz `partial_ratio` = 100", lambda: partial_ratio(100)),
    Rival("rapidfuzz `partial_token_set_ratio` ≥ 90", lambda: partial_ratio(90, "partial_token_set_ratio")),
    Rival("edlib, edits ≤ 10 %", lambda: edit_distance(0.1)),
    Rival("edlib, edits ≤ 3 %", lambda: edit_distance(0.03)),
    Rival("fuzzysearch, edits ≤ 5 %", lambda: near_matches(0.05)),
    Rival("regex, at most 2 errors", lambda: fuzzy_expression(2)),
    Rival("ROUGE-L recall ≥ 0.9", lambda: rouge_recall(0.9)),
    Rival("ROUGE-L recall = 1", lambda: rouge_recall(1.0)),
)


def ours() -> Accepts:
    """The matcher of citelock, as the audit calls it."""
    from citelock.checks.quotes import QuotePolicy
    from citelock.checks.text.find import check_quote
    from citelock.checks.text.fold import fold_text
    from citelock.checks.text.source import SourceText, normal_text

    @cache
    def prepared(text: str) -> SourceText:
        normal = normal_text(text.encode("utf-8"))
        return SourceText(normal, fold_text(normal))

    def accepts(quote: str, text: str) -> bool:
        result = check_quote(quote, None, prepared(text), QuotePolicy())
        errors = any(finding.code.startswith("E_") for finding in result.findings)
        return scores.is_accepted(result.status) and not errors

    return accepts


# --- the quotations -------------------------------------------------------------------------------


def hard_cases() -> Iterator[Asked]:
    """Those that are decided by comparing, and about which careful readers agree."""
    for case in hardset.read_cases():
        if case.quote is not None and not case.arguable and not _UNFAIR & set(case.codes):
            yield Asked(case.quote, case.text, case.found)


def real_sentences(share: float, seed: int) -> Iterator[Asked]:
    """Changed and retyped quotations of real sentences, each with the window around its sentence."""
    texts = read_texts()
    whole = {text.lang: text.text for text in texts}
    for trials, faithful in ((scores.changed, False), (scores.faithful, True)):
        for trial in trials(texts, share, seed):
            source = trial.source
            if source is None:
                at = whole[trial.lang].index(trial.sentence)
                source = whole[trial.lang][max(0, at - AROUND) : at + len(trial.sentence) + AROUND]
            yield Asked(trial.quote, source, faithful)


def wrong(accepts: Accepts, asked: Iterable[Asked]) -> tuple[int, int]:
    """Changed quotations accepted, faithful ones refused."""
    passed = refused = 0
    for one in asked:
        accepted = accepts(one.quote, one.text)
        passed += accepted and not one.faithful
        refused += one.faithful and not accepted
    return passed, refused


def table(share: float, seed: int) -> str:
    """A Markdown table, a row a way to compare, and below it what was left out."""
    cases, real = list(hard_cases()), list(real_sentences(share, seed))
    counts = [
        f"{sum(one.faithful is faithful for one in asked):,}"
        for asked in (cases, real)
        for faithful in (False, True)
    ]
    heads = [f"{what} (of {count})" for what, count in zip(_HEADS, counts, strict=True)]
    lines = [f"| compared by | {' | '.join(heads)} |", "|---|---:|---:|---:|---:|"]
    missing = []
    for rival in (*RIVALS, Rival("**citelock**", ours)):
        try:
            accepts = rival.make()
        except ImportError as error:
            missing.append(f"{rival.name}: {error.name} is not installed")
            continue
        cells = [f"{count:,}" for asked in (cases, real) for count in wrong(accepts, asked)]
        lines.append(f"| {rival.name} | {' | '.join(cells)} |")
    return "\n".join([*lines, *(f"left out: {each}" for each in missing)]) + "\n"


_HEADS = (
    "hard cases: altered, accepted",
    "hard cases: faithful, refused",
    "real sentences: altered, accepted",
    "real sentences: faithful, refused",
)


def main(arguments: list[str] | None = None) -> int:
    """Print the table. Nothing is judged by it."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument(
        "--share", type=float, default=0.1, help="part of the real sentences, 0 to 1 (default: 0.1)"
    )
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    sys.stdout.write(table(options.share, options.seed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
