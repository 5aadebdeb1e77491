#!/usr/bin/env python3
"""Measures of the fold and the matcher from inside, and the folded files that grep looks in.

Each subcommand is a child of `bench/run.py` and prints one JSON object: `write` (folded texts and quotes of a
corpus), `speed` (the fold against the seed script's `norm`), `misses` (seconds a failed quote costs, hint
included).
"""

from __future__ import annotations

import argparse
import json
import runpy
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

LONG_RUN = 0.4  # seconds: a measurement is repeated until it lasts that long, and the best of three is taken


def _texts(corpus: Path, most: int | None = None) -> list[bytes]:
    return [path.read_bytes() for path in sorted((corpus / "sources").glob("*.txt"))[:most]]


def _quotes(corpus: Path) -> list[str]:
    claims = json.loads((corpus / "claims.json").read_text(encoding="utf-8"))["claims"]
    found = [cited.get("quote") for claim in claims for cited in claim["citations"]]
    return [quote for quote in found if quote]


def write(corpus: Path, out: Path) -> dict[str, Any]:
    """Folded snapshots in `out/texts/`, line by line, and a folded quote a line in `out/quotes`.

    Without the quotes that an audit refuses as too short: one that is a single letter or "and" stands in each
    first line, and a search that stops there has looked for nothing.
    """
    from citelock.checks.quotes import QuotePolicy
    from citelock.checks.text.fold import fold_text
    from citelock.checks.text.quote_parts import counted_length
    from citelock.checks.text.source import normal_text

    (out / "texts").mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(_texts(corpus)):
        (out / "texts" / f"{number:06d}").write_bytes(fold_text(normal_text(data)) + b"\n")
    searched = [quote for quote in _quotes(corpus) if counted_length(quote) >= QuotePolicy().min_quote]
    lines = {fold_text(" ".join(quote.split())).strip() for quote in searched}
    (out / "quotes").write_bytes(b"".join(line + b"\n" for line in sorted(lines) if line))
    return {"texts": len(list((out / "texts").iterdir())), "quotes": len(lines)}


def _best(work: Callable[[], None]) -> float:
    """CPU seconds of one call, the best of three measurements that each last long enough."""
    results = []
    for _ in range(3):
        calls, begun = 0, time.process_time()
        while (spent := time.process_time() - begun) < LONG_RUN or not calls:
            work()
            calls += 1
        results.append(spent / calls)
    return min(results)


def speed(corpus: Path, seed_script: Path) -> dict[str, Any]:
    """MB/s of the fold and of the seed's `norm` on the same texts, decoding left out on both sides."""
    from citelock.checks.text.fold import fold_text
    from citelock.checks.text.source import normal_text

    data = _texts(corpus, 40)
    size = sum(map(len, data)) / 1e6
    texts = [normal_text(one) for one in data]
    norm = runpy.run_path(str(seed_script))["norm"]

    def ours() -> None:
        for text in texts:
            fold_text(text)

    def theirs() -> None:
        for text in texts:
            norm(text)

    return {
        "megabytes": round(size, 2),
        "fold": round(size / _best(ours), 1),
        "norm": round(size / _best(theirs), 1),
    }


def misses(corpus: Path) -> dict[str, Any]:
    """CPU milliseconds for a quote that is not found, by the matcher's full answer with its hint.

    Every text is asked for quotes made of its own words in another order and for quotes of its neighbour's.
    """
    from citelock.checks.quotes import QuotePolicy
    from citelock.checks.text.find import check_quote
    from citelock.checks.text.fold import fold_text
    from citelock.checks.text.source import SourceText, normal_text

    texts = [normal_text(one) for one in _texts(corpus, 20)]
    policy, spent, asked = QuotePolicy(), 0.0, 0
    for at, text in enumerate(texts):
        source = SourceText(text, fold_text(text))
        other = texts[at - 1]
        quotes = [" ".join(other[start : start + 140].split()[1:-1]) for start in range(200, 4200, 400)]
        for start in range(200, 4200, 400):
            words = text[start : start + 140].split()[1:-1]
            quotes.append(" ".join([*words[:6], "kazoo", *words[6:]]))
        check_quote(quotes[0], None, source, policy)  # what a source pays once is not the price of a miss
        begun = time.process_time()
        results = [check_quote(quote, None, source, policy) for quote in quotes]
        spent += time.process_time() - begun
        asked += sum(result.status == "not_found" for result in results)
    return {"misses": asked, "milliseconds": round(1000 * spent / asked, 3) if asked else None}


def main() -> int:
    """Run one subcommand."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, extra in (("write", "out"), ("speed", "seed_script"), ("misses", None)):
        command = commands.add_parser(name)
        command.add_argument("corpus", type=Path)
        if extra:
            command.add_argument(extra, type=Path)
    options = parser.parse_args()
    if options.command == "write":
        told = write(options.corpus, options.out)
    elif options.command == "speed":
        told = speed(options.corpus, options.seed_script)
    else:
        told = misses(options.corpus)
    print(json.dumps(told))
    return 0


if __name__ == "__main__":
    sys.exit(main())
