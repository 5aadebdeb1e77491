"""Texts and quotations made to be slow: each must be answered in time that grows with its size and no faster.

Every case is made at a size, so that ten times the size can be compared with one. As a program it answers one
case and prints its CPU seconds; a caller that fears a hang runs it as a child with a time limit (quotes.md,
section 13.5).
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

if __package__ in {None, ""}:  # run as a file: the root, not bench/, is where `bench` is found
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

ASK = 2.0  # CPU seconds a case at full size, folding included
MEGABYTE = 1_000_000
_PLAIN = "The pooled results show a clear reduction in the rate of infection."
_WORDS = " ".join(f"word{number % 977} is{number % 89}" for number in range(200_000))

# Each case: from a size in characters to (text, quote, quotes).
Made = tuple[str, str | None, tuple[str, ...] | None]
CASES: dict[str, Callable[[int], Made]] = {
    "text of a": lambda size: ("a" * size, _PLAIN, None),
    "text of a, quote of a": lambda size: ("a" * size, "a" * 200, None),
    "text of single a": lambda size: ("a " * (size // 2), "a " * 100 + "b", None),
    "text of [1]": lambda size: ("[1]" * (size // 3), _PLAIN, None),
    "text of word [1]": lambda size: ("word [1] " * (size // 9), "word " * 40 + "other", None),
    "text of dots": lambda size: ("..." * (size // 3), _PLAIN, None),
    "text of hyphen and line end": lambda size: ("-\n" * (size // 2), _PLAIN, None),
    "text of a, hyphen, line end": lambda size: ("a-\n" * (size // 3), "a" * 60, None),
    "text of ab-cd, line ends": lambda size: ("ab-\ncd " * (size // 7), "abcd " * 30 + "abc", None),
    "text of soft hyphens": lambda size: ("a\u00ad" * (size // 2), "a" * 60 + "b", None),
    "text of combining marks": lambda size: ("a" + "\u0301" * (size - 1), _PLAIN, None),
    "text of mixed marks": lambda size: ("a" + "\u0327\u0301" * (size // 2), _PLAIN, None),
    "text of brackets": lambda size: ("[" * size, _PLAIN, None),
    "text of parentheses": lambda size: ("(Abc, 2001; " * (size // 12), _PLAIN, None),
    "text of form feeds": lambda size: ("the end of\n\f\n" * (size // 13), "the end of " * 20 + "it", None),
    "text of line numbers": lambda size: (
        "\n".join(f"{n} word" for n in range(size // 10)),
        "word " * 40,
        None,
    ),
    "text of superscripts": lambda size: ("word¹" * (size // 5), "word " * 40, None),
    "text of zero-width spaces": lambda size: ("\u200b" * size, _PLAIN, None),
    "text of entities": lambda size: ("&amp;" * (size // 5), _PLAIN, None),
    "text of empty lines": lambda size: ("\n" * size, _PLAIN, None),
    "text of 不": lambda size: ("不" * size, "不" * 40 + "是", None),
    "one line of words": lambda size: (_WORDS[:size], _WORDS[3 : size // 20] + " other", None),
    "long quote": lambda size: (_WORDS[:size], _WORDS[: size // 20] + " other", None),
    "long quote of a": lambda size: ("a " * (size // 2), "a " * (size // 40) + "b", None),
    "quote of ellipses": lambda size: (_WORDS[:size], "word1 is1 ... " * (size // 2000), None),
    "quote of found fragments": lambda size: (
        _WORDS[:size],
        " … ".join(_WORDS.split(" ... ")[0][:9000].split(" is")),
        None,
    ),
    "quote of two words and ellipses": lambda size: (
        "ab cd " * (size // 6),
        "ab cd … " * (size // 2000) + "ef gh",
        None,
    ),
    "quote of dots": lambda size: (_WORDS[:size], "." * (size // 20), None),
    "quote of open brackets": lambda size: (_WORDS[:size], "[" * (size // 20) + "word", None),
    "quote of bracketed words": lambda size: (_WORDS[:size], "[word] is " * (size // 200), None),
    "quote of zero-width spaces": lambda size: (_WORDS[:size], "\u200b" * (size // 20), None),
    "quote of combining marks": lambda size: (_WORDS[:size], "a" + "\u0301" * (size // 20), None),
    "quote of [1]": lambda size: (_WORDS[:size], "word1 [1] " * (size // 200), None),
    "fifty fragments": lambda size: (
        _WORDS[:size],
        None,
        tuple(f"word{n} is{n} word{n + 1} is{n + 2}" for n in range(50)),
    ),
}


def answer(name: str, size: int = MEGABYTE) -> tuple[float, str]:
    """CPU seconds for folding and answering the case at this size, and the status the matcher gave."""
    from citelock.checks.quotes import QuotePolicy
    from citelock.checks.text.find import check_quote
    from citelock.checks.text.fold import fold_text
    from citelock.checks.text.source import SourceText, normal_text

    text, quote, quotes = CASES[name](size)
    data = text.encode("utf-8")
    begun = time.process_time()
    normal = normal_text(data)
    result = check_quote(quote, quotes, SourceText(normal, fold_text(normal)), QuotePolicy())
    return time.process_time() - begun, result.status


def main() -> int:
    """Answer one case, or all of them in turn, and print name, CPU seconds and status as JSON lines."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("case", nargs="?", choices=sorted(CASES), help="default: all")
    parser.add_argument("--size", type=int, default=MEGABYTE)
    options = parser.parse_args()
    for name in [options.case] if options.case else CASES:
        seconds, status = answer(name, options.size)
        print(json.dumps({"case": name, "cpu": round(seconds, 3), "status": status}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
