"""The scores of the number ledger on real sentences: unaltered, restyled, and with one figure made false.

    python -m bench.numbers [--material DIR] [--share S] [--show N]

The claim is the sentence itself, then altered; the quotation is the sentence (numbers.md, section 8.3).
Without
material the texts of `tests/data/real_text` serve; a folder of material adds the sentences of its
`corpus/pdf/*.json`. Counts by kind are printed, with the first misses. Exit 1 if a threshold is missed.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

if __package__ in {None, ""}:  # run as a file: the root, not bench/, is where `bench` is found
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

from bench.sentences import read_texts
from citelock.checks.text.numbers import ledger
from citelock.checks.text.numbers.account import numbers
from citelock.checks.text.numbers.number import Hedge, Kind, Number

# Per cent of the trials that must be flagged: as an error, or as an error or warning (issue and numbers.md
# 8.3).
ERRORS_ASK, FLAGS_ASK = 99.0, 99.0
_ERROR_KINDS = ("digit changed", "decimal point dropped")
_CLEAN_KINDS = ("unaltered",)
_NO_ERROR_KINDS = ("restyled",)

Change = Callable[[str, random.Random], "tuple[str, str] | None"]


@dataclass(frozen=True, slots=True)
class Trial:
    """One claim against one quotation; `kind` says what was done to the claim."""

    kind: str
    claim: str
    quote: str


@dataclass(slots=True)
class Score:
    """How many trials of each kind were tried, raised an error, or only a warning or note; and the misses."""

    counts: dict[str, list[int]] = field(default_factory=dict)
    missed: list[tuple[Trial, str]] = field(default_factory=list)

    def add(self, trial: Trial, level: str) -> None:
        """Count a trial by the worst level of its ledger: error, warning, note or clean."""
        row = self.counts.setdefault(trial.kind, [0, 0, 0, 0])
        row[0] += 1
        at = {"error": 1, "warning": 2, "note": 3}.get(level)
        if at is not None:
            row[at] += 1
        if not _is_right(trial.kind, level):
            self.missed.append((trial, level))

    def table(self) -> str:
        """A Markdown table: a row a kind."""
        lines = ["| claim | tried | error | warning | note | clean |", "|---|---|---|---|---|---|"]
        for kind, (tried, error, warning, note) in self.counts.items():
            clean = tried - error - warning - note
            lines.append(f"| {kind} | {tried} | {error} | {warning} | {note} | {clean} |")
        return "\n".join(lines)

    def faults(self) -> list[str]:
        """The thresholds that are missed, as sentences."""
        faults = []
        for kind, (tried, error, warning, note) in self.counts.items():
            if kind in _CLEAN_KINDS and error + warning + note:
                faults.append(f"{kind}: {error + warning + note} of {tried} raise a finding")
            elif kind in _NO_ERROR_KINDS and error:
                faults.append(f"{kind}: {error} of {tried} raise an error")
            elif kind in _ERROR_KINDS and 100 * error < ERRORS_ASK * tried:
                faults.append(f"{kind}: {error} of {tried} raise an error, asked {ERRORS_ASK} %")
            elif (
                kind not in (*_CLEAN_KINDS, *_NO_ERROR_KINDS) and 100 * (error + warning) < FLAGS_ASK * tried
            ):
                faults.append(f"{kind}: {error + warning} of {tried} are flagged, asked {FLAGS_ASK} %")
        return faults


def _is_right(kind: str, level: str) -> bool:
    if kind in _CLEAN_KINDS:
        return level == "clean"
    if kind in _NO_ERROR_KINDS:
        return level != "error"
    return level == "error" if kind in _ERROR_KINDS else level in ("error", "warning")


def level_of(trial: Trial) -> str:
    """The worst level that the ledger of a trial raises."""
    codes = {
        line.code[:1] or ("N" if line.readings else "") for line in ledger(trial.claim, [trial.quote], [])
    }
    for letter, level in (("E", "error"), ("W", "warning"), ("N", "note")):
        if letter in codes:
            return level
    return "clean"


def sentences(material: Path | None) -> list[str]:
    """The sentences of the repository's texts and of the material, each once, in their order."""
    found = [passage.text for text in read_texts() for passage in text.passages]
    if material is not None:
        for path in sorted((material / "corpus" / "pdf").glob("*.json")):
            found += [
                sentence["text"] for sentence in json.loads(path.read_text(encoding="utf-8"))["sentences"]
            ]
    return list(dict.fromkeys(found))


# -- what is done to a sentence
# --------------------------------------------------------------------------------

_DIGIT = re.compile("[0-9]")
_POINT = re.compile(r"(?<=[0-9])[.,](?=[0-9])")


def _values(found: list[Number]) -> set[object]:
    """Everything a number of a text may be read as."""
    return {value for number in found for value in number.readings} | {number.normal for number in found}


def _eligible(sentence: str) -> list[Number]:
    """The numbers of two or more digits that the ledger asks for and no word bounds."""
    return [
        number
        for number in numbers(sentence)
        if len(_DIGIT.findall(number.written)) > 1
        and number.hedge is Hedge.NONE
        and not number.relation
        and number.written in sentence
        and number.kind is not Kind.IDENTIFIER
    ]


def _replaced(sentence: str, number: Number, written: str) -> str | None:
    """The sentence with another token in the place of a number; None if the place is not certain."""
    if sentence[number.start : number.end] != number.written:
        return None
    return sentence[: number.start] + written + sentence[number.end :]


def _is_mutant(sentence: str, claim: str) -> bool:
    """Whether the altered claim says a value that stands nowhere in the sentence."""
    held = _values(numbers(sentence))
    asked = numbers(claim)
    return any(not ({*number.readings, number.normal} & held) for number in asked)


def digit_changed(sentence: str, rng: random.Random) -> tuple[str, str] | None:
    """One digit of one number, never to a leading zero."""
    eligible = _eligible(sentence)
    if not eligible:
        return None
    number = rng.choice(eligible)
    places = [match.start() for match in _DIGIT.finditer(number.written)]
    at = rng.choice(places)
    old = number.written[at]
    new = rng.choice([digit for digit in "123456789" if digit != old])
    claim = _replaced(sentence, number, number.written[:at] + new + number.written[at + 1 :])
    return None if claim is None or not _is_mutant(sentence, claim) else (claim, sentence)


def point_dropped(sentence: str, rng: random.Random) -> tuple[str, str] | None:
    """The decimal point of one number; not one that may group three digits."""
    eligible = [
        number
        for number in _eligible(sentence)
        if len(_POINT.findall(number.written)) == 1
        and not number.mark
        and not number.is_grouped
        and number.value
    ]
    if not eligible:
        return None
    number = rng.choice(eligible)
    claim = _replaced(sentence, number, _POINT.sub("", number.written))
    return None if claim is None or not _is_mutant(sentence, claim) else (claim, sentence)


def _is_alone(sentence: str, at: int) -> bool:
    """Whether the number that stands at a place has a value that no other number of the sentence has."""
    found = numbers(sentence)
    here = [number for number in found if number.start <= at <= number.end and number.readings]
    others = [number for number in found if number not in here]
    return bool(here) and not _values(here) & _values(others)


# Not at the first end of a range: `0–51%` says the same as `0%–51%`.
_PERCENT = re.compile(r"(?<=[0-9])\s?(?:%|per cent\b|percent\b)(?!\s?[-–])")
_OTHER_UNITS = {
    "mg": "g", "g": "mg", "kg": "g", "µg": "mg", "μg": "mg", "ml": "l", "mL": "L", "km": "m", "m": "km",
    "cm": "mm", "mm": "cm",
    "nm": "mm", "min": "h", "h": "min", "s": "min", "days": "weeks", "weeks": "days", "hours": "minutes",
    "minutes": "hours",
    "kV": "V", "V": "kV", "kPa": "Pa", "MHz": "GHz", "°C": "°F", "г": "мг", "км": "м", "кг": "г",
    "лет": "дней",
}  # fmt: skip
_UNIT = re.compile(
    r"(?<=[0-9])( ?)("
    + "|".join(map(re.escape, sorted(_OTHER_UNITS, key=len, reverse=True)))
    + r")(?![\w/²³⁻°])"
)
_MAGNITUDES = {
    "million": "billion", "billion": "million", "thousand": "million", "trillion": "billion",
    "Millionen": "Milliarden",
    "Milliarden": "Millionen", "millions": "milliards", "milliards": "millions", "млн": "млрд", "млрд": "млн",
    "тыс.": "млн", "миллионов": "миллиардов", "万": "亿", "亿": "万",
}  # fmt: skip
_MAGNITUDE = re.compile(
    r"(?<=[0-9])( ?)("
    + "|".join(map(re.escape, sorted(_MAGNITUDES, key=len, reverse=True)))
    + r")(?![^\W_\u4e00-\u9fff])"
)
_CURRENCY = re.compile(r"[$€£](?=[0-9])")


def _one(
    pattern: re.Pattern[str], sentence: str, rng: random.Random, new: Callable[[re.Match[str]], str]
) -> str | None:
    found = list(pattern.finditer(sentence))
    if not found:
        return None
    match = rng.choice(found)
    if not _is_alone(sentence, match.start()):
        return None
    return sentence[: match.start()] + new(match) + sentence[match.end() :]


def percent_dropped(sentence: str, rng: random.Random) -> tuple[str, str] | None:
    """A per cent sign left out, before something that is counted or nothing."""
    claim = _one(_PERCENT, sentence, rng, lambda match: "")
    return None if claim is None else (claim, sentence)


def unit_changed(sentence: str, rng: random.Random) -> tuple[str, str] | None:
    """A unit replaced by another one."""
    claim = _one(_UNIT, sentence, rng, lambda match: match[1] + _OTHER_UNITS[match[2]])
    return None if claim is None else (claim, sentence)


def magnitude_changed(sentence: str, rng: random.Random) -> tuple[str, str] | None:
    """A magnitude replaced by another one."""
    claim = _one(_MAGNITUDE, sentence, rng, lambda match: match[1] + _MAGNITUDES[match[2]])
    return None if claim is None else (claim, sentence)


def currency_changed(sentence: str, rng: random.Random) -> tuple[str, str] | None:
    """A currency replaced by another one."""
    others = {"$": "€", "€": "£", "£": "$"}
    claim = _one(_CURRENCY, sentence, rng, lambda match: others[match[0]])
    return None if claim is None else (claim, sentence)


# Planted at the end of a sentence, true in the quotation and altered in the claim: what few texts hold.
_PLANTED = {
    "magnitude changed": (
        ("$5.3 million", "$5.3 billion"), ("47 thousand people", "47 million people"), ("3.8 billion years",
        "3.8 million years"),
        ("2,5 Mio. Euro", "2,5 Mrd. Euro"), ("47 млн рублей", "47 млрд рублей"), ("47 тыс. человек",
        "47 млн человек"),
        ("57万人", "57亿人"), ("€47M", "€47B"), ("37k stars", "37M stars"), ("83 millions d'euros",
        "83 milliards d'euros"),
        ("83 millones de euros", "83 mil millones de euros"),
    ),
    "unit changed": (
        ("47 mg", "47 g"), ("5.3 km", "5.3 miles"), ("83 MW", "83 mW"), ("47 hours", "47 days"), ("5.3 GB",
        "5.3 MB"),
        ("47 кг", "47 г"), ("83 Kilometer", "83 Meter"), ("83 公里", "83 米"), ("47 °C", "47 °F"), ("83 m²",
        "83 m³"),
    ),
    "currency changed": (
        ("$5.3 million", "€5.3 million"), ("47 euros", "47 dollars"), ("£83", "$83"), ("47 рублей",
        "47 долларов"),
        ("83 USD", "83 EUR"), ("57万美元", "57万欧元"), ("47 Franken", "47 Euro"),
    ),
    "per cent changed": (
        ("47% of the users", "47 users"), ("83% of them", "83 of them"), ("47 percent",
        "47 percentage points"),
        ("83 процента", "83 человека"), ("47 Prozent", "47 Prozentpunkte"), ("5.3%", "5.3‰"), ("57%的人",
        "57人"),
    ),
}  # fmt: skip


def _script(text: str) -> str:
    """Han or Cyrillic, or "" for Latin letters, which stand in every text."""
    if any("\u4e00" <= char <= "\u9fff" for char in text):
        return "han"
    return "cyrillic" if sum("а" <= char.lower() <= "я" for char in text) * 2 > len(text) / 2 else ""


def _planted(kind: str) -> Change:
    def change(sentence: str, rng: random.Random) -> tuple[str, str] | None:
        true, false = rng.choice(
            [pair for pair in _PLANTED[kind] if _script(pair[0]) in ("", _script(sentence))]
        )
        held = _values(numbers(sentence))
        if {*_values(numbers(true)), *_values(numbers(false))} & held:
            return None
        return f"{sentence} ({false})", f"{sentence} ({true})"

    change.__doc__ = f"{kind.capitalize()}, in a phrase planted behind the sentence."
    return change


# -- restyling: the same numbers in another dress
# ---------------------------------------------------------------

_GROUPED = re.compile(r"(?<![\d.,])(\d{1,3}),(\d{3})(?![\d.,]*\d)")
_LONG = re.compile(r"(?<![\d.,\w-])(?!(?:1[5-9]|20)\d\d\b)(\d{2,3})(\d{3})(?![\d.,]*\d|[\w-])")
_DASH = re.compile(r"(?<=\d)[-–](?=\d)")
_DECIMAL = re.compile(r"(?<![\d.,])(\d{1,3})\.(\d\d?)(?![\d.,]*\d)(?=\s?%)")
_RESTYLES: tuple[Callable[[str], str], ...] = (
    lambda text: _GROUPED.sub(r"\1\2", text),
    lambda text: _GROUPED.sub("\\1\u202f\\2", text),
    lambda text: _GROUPED.sub("\\1’\\2", text),
    lambda text: _LONG.sub(r"\1,\2", text),
    lambda text: _LONG.sub("\\1\u00a0\\2", text),
    lambda text: _DASH.sub("–", text),
    lambda text: _DASH.sub("-", text),
    lambda text: _DASH.sub("\u2011", text),
    lambda text: _DECIMAL.sub(r"\1,\2", text),
    lambda text: re.sub(r"(?<=\d)\s?%", "\u00a0%", text),
    lambda text: re.sub(r"(?<=\d)\s?%", "%", text),
    lambda text: re.sub(r"(?<=\d)\s?%", " percent", text),
    lambda text: text.translate(str.maketrans("0123456789", "０１２３４５６７８９")),
    lambda text: text.translate({ord("%"): "％", ord("-"): "\u2010"}),
    lambda text: re.sub(r"(?<=[\s(=])-(?=\d)", "−", text),
    lambda text: text.replace(" ", "\u00a0"),
    lambda text: re.sub(r"(?<=\d) (?=(?:mg|g|kg|mL|ml|cm|mm|km|min|h)\b)", "\u202f", text),
)


def restyled(sentence: str, rng: random.Random) -> tuple[str, str] | None:
    """All numbers of the sentence in another style, on either side."""
    style = rng.choice(_RESTYLES)
    other = style(sentence)
    if other == sentence or "@" in sentence:  # an address is not restyled
        return None
    return (other, sentence) if rng.random() < 0.5 else (sentence, other)


def unaltered(sentence: str, rng: random.Random) -> tuple[str, str] | None:
    """The sentence as its own claim."""
    return (sentence, sentence)


# Kind, what makes it, how often a sentence is tried.
CHANGES: tuple[tuple[str, Change, int], ...] = (
    ("unaltered", unaltered, 1),
    ("restyled", restyled, 4),
    ("digit changed", digit_changed, 4),
    ("decimal point dropped", point_dropped, 1),
    ("per cent changed", percent_dropped, 1),
    ("unit changed", unit_changed, 1),
    ("magnitude changed", magnitude_changed, 1),
    ("currency changed", currency_changed, 1),
    *((kind, _planted(kind), 1) for kind in _PLANTED),
)


def trials(texts: list[str], seed: int) -> Iterator[Trial]:
    """Every change tried on every sentence; those that do not apply are left out, each pair comes once."""
    seen: set[tuple[str, str]] = set()
    for number, sentence in enumerate(texts):
        for row, (kind, change, times) in enumerate(CHANGES):
            for time in range(times):
                rng = random.Random(f"{seed}/{number}/{row}/{time}")
                made = change(sentence, rng)
                if made is not None and made not in seen:
                    seen.add(made)
                    yield Trial(kind, *made)


def score(texts: list[str], seed: int = 1) -> Score:
    """The counts of all trials on these sentences."""
    result = Score()
    for trial in trials(texts, seed):
        result.add(trial, level_of(trial))
    return result


def main() -> int:
    """Parse the options, run, print the table and what missed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--material", type=Path, help="folder with corpus/pdf/*.json (default: own texts only)"
    )
    parser.add_argument("--share", type=float, default=1.0, help="part of the sentences (default 1)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=5, help="misses shown (default 5)")
    options = parser.parse_args()
    texts = sentences(options.material)
    if not 0 < options.share <= 1:
        parser.error("--share is more than 0 and at most 1")
    result = score(texts[:: max(1, round(1 / options.share))], options.seed)
    print(result.table())
    for trial, level in result.missed[: options.show]:
        print(f"\n{trial.kind}: {level}\n  claim: {trial.claim}\n  quote: {trial.quote}")
    for fault in result.faults():
        print(f"**missed**: {fault}")
    return int(bool(result.faults()))


if __name__ == "__main__":
    sys.exit(main())
