"""Compares a report with the verdicts that a corpus was made with, and explains the meant differences.

Knows `expected.jsonl` (`{"claim", "kind", "errors"}` a line) and the report's `results`. Each accepted
difference names the rule that makes it right (performance.md, section 11); whatever none of them covers is
unexplained. As a program it prints the comparison as JSON: a child of `bench/run.py`, whose own memory stays
small.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Difference:
    """One result that is not as the corpus has it, with its citation and its snapshot's text."""

    claim: str
    kind: str
    expected: list[str]
    found: list[str]
    citation: dict[str, Any]
    text: str
    words: str = ""
    numbers: tuple[dict[str, Any], ...] = ()


# Bounds in the two languages of the corpus, whose words fall at random before its numbers.
_BOUND = re.compile(
    r"(?:below|under|less than|over|above|more than|up to|at least"
    r"|ниже|менее|более|выше|до|от|свыше)(?:\sв)?\s*$"
)


def _contradicting_bounds(difference: Difference) -> bool:
    """By chance the corpus has put a bound before the number of the claim, and another in the quotation."""
    surplus = [code for code in difference.found if code not in difference.expected]
    if len(surplus) != 1 or len(difference.found) != len(difference.expected) + 1:
        return False
    at = difference.words.find(surplus[0].partition(":")[2])
    is_bound = at > 0 and _BOUND.search(difference.words[:at].casefold()) is not None
    return is_bound and any(number["rule"] == "conflict" for number in difference.numbers)


def _flattened_power(difference: Difference) -> bool:
    """The corpus disguises `10²` as `102`; to NFKC they are one, here a power is not a number."""
    if sorted(difference.found) != sorted([*difference.expected, "E_QUOTE_NOT_FOUND"]):
        return False
    quote = str(difference.citation.get("quote", ""))
    return _plain(re.sub(r"\b102\b", "10²", quote)) in _plain(difference.text) and "102" in quote


def _plain(text: str) -> str:
    """Letters, digits and the raised two: enough to see that nothing but the power was changed."""
    kept = unicodedata.normalize("NFKC", text.replace("²", "\ue000")).casefold()
    return "".join(char for char in kept if char.isalnum() or char == "\ue000")


# Name of the rule -> whether it explains the difference.
ACCEPTED: dict[str, Callable[[Difference], bool]] = {
    "a superscript after a digit is an exponent, 10² is not 102 (quotes.md 3, row 8)": _flattened_power,
    "more than 578 is not in “up to 578” (numbers.md 4, bounds)": _contradicting_bounds,
}


def compare(corpus: Path, report: Path) -> dict[str, Any]:
    """Counts of results and of differences by the rule that explains them; the first unexplained in full."""
    wanted: dict[str, dict[str, Any]] = {}
    for line in (corpus / "expected.jsonl").read_text(encoding="utf-8").split("\n"):
        if line:
            row = json.loads(line)
            wanted[row["claim"]] = row
    claims = json.loads((corpus / "claims.json").read_text(encoding="utf-8"))["claims"]
    citations = {claim["id"]: claim["citations"] for claim in claims}
    words = {claim["id"]: claim.get("text", "") for claim in claims}
    explained: dict[str, int] = {}
    unexplained = []
    results = json.loads(report.read_text(encoding="utf-8"))["results"]
    for result in results:
        want = wanted.pop(result["claim"], None)
        if want is None:
            unexplained.append({"claim": result["claim"], "expected": None, "found": result["errors"]})
        elif want["errors"] != result["errors"]:
            cited = citations[result["claim"]]
            difference = Difference(
                result["claim"],
                want["kind"],
                want["errors"],
                result["errors"],
                cited[0] if cited else {},
                _text(corpus, result),
                words.get(result["claim"], ""),
                tuple(result.get("numbers", ())),
            )
            rule = next((name for name, explains in ACCEPTED.items() if explains(difference)), None)
            if rule is None:
                row = {
                    "claim": difference.claim,
                    "kind": difference.kind,
                    "quote": difference.citation.get("quote"),
                }
                unexplained.append(row | {"expected": difference.expected, "found": difference.found})
            else:
                explained[rule] = explained.get(rule, 0) + 1
    unexplained += [
        {"claim": claim, "expected": row["errors"], "found": None} for claim, row in wanted.items()
    ]
    return {
        "results": len(results),
        "explained": explained,
        "unexplained": len(unexplained),
        "first": unexplained[:5],
    }


def _text(corpus: Path, result: dict[str, Any]) -> str:
    """The snapshot that the result consulted; the seed's report names none: its DOI does there."""
    snapshot = result.get("snapshot")
    name = (
        Path(snapshot["path"]).name
        if snapshot
        else re.sub(r"[^a-z0-9._-]", "_", str(result.get("doi"))) + ".txt"
    )
    path = corpus / "sources" / name
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def main() -> int:
    """Print the comparison of one report; exit 1 if a difference is unexplained."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("corpus", type=Path, help="folder with expected.jsonl and claims.json")
    parser.add_argument("report", type=Path)
    options = parser.parse_args()
    compared = compare(options.corpus, options.report)
    sys.stdout.write(json.dumps(compared, ensure_ascii=False) + "\n")
    return int(compared["unexplained"] > 0)


if __name__ == "__main__":
    sys.exit(main())
