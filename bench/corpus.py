#!/usr/bin/env python3
"""Makes a seeded audit corpus with known verdicts: claims, records, snapshots, provenance, expected errors.

    python bench/corpus.py OUT --claims 1000 --sources 100 [--seed 1]

The same arguments give the same bytes. The words are arranged by chance from short lists that hold no
negation and no limiter, so that a verdict follows from the way a quotation was made: elisions, lists of
fragments, web pages, line-end hyphens, citation markers, changed words and digits. `OUT/expected.jsonl` holds
`{"claim", "kind", "errors"}` a line.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable
from pathlib import Path

if __package__ in {None, ""}:  # run as a file: the root, not bench/, is where `bench` is found
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

from bench.works import Sentence, Source, make_source, provenance_of, record_of

FOREIGN = {"en": "kazoo", "ru": "наперекосяк"}  # stands in no source


Made = tuple[dict[str, object], list[str]]
Kind = Callable[[random.Random, Source], Made]
NOT_FOUND = ["E_QUOTE_NOT_FOUND"]


def _sentence(rng: random.Random, source: Source) -> Sentence:
    return rng.choice(rng.choice(source.paragraphs))


def _quoted(rng: random.Random, source: Source, change: Callable[[Sentence], str], errors: list[str]) -> Made:
    return source.citation(quote=change(_sentence(rng, source))), errors


def _word_changed(one: Sentence, lang: str) -> str:
    words = one.clean.split(" ")
    words[len(words) // 2] = FOREIGN[lang]
    return " ".join(words)


def _digit_changed(one: Sentence) -> str:
    digit = one.number[-1]
    return one.clean.replace(one.number, one.number[:-1] + ("7" if digit != "7" else "3"))


def _in_two(rng: random.Random, source: Source) -> tuple[str, str]:
    """Two sentences of one paragraph, in order; an ellipsis between them hides at most 200 characters."""
    paragraph = rng.choice(source.paragraphs)
    at = rng.randrange(len(paragraph) - 1)
    first, second = paragraph[at].clean, paragraph[at + 1].clean
    keep = [" ".join(first.split(" ")[:-2]), " ".join(second.split(" ")[2:])]
    return keep[0].rstrip(","), keep[1]


def _elided(rng: random.Random, source: Source) -> Made:
    first, second = _in_two(rng, source)
    return source.citation(quote=f"{first} {rng.choice(['…', '[...]', '...'])} {second}"), []


def _reordered(rng: random.Random, source: Source) -> Made:
    first, second = _in_two(rng, source)
    return source.citation(quote=f"{second} … {first}"), NOT_FOUND


def _far(rng: random.Random, source: Source) -> Made:
    first, last = source.paragraphs[0][0].clean, source.paragraphs[-1][-1].clean
    return source.citation(quote=f"{first} … {last}"), NOT_FOUND


def _listed(rng: random.Random, source: Source) -> Made:
    first, second = _sentence(rng, source).clean, _sentence(rng, source).clean
    return source.citation(quotes=[second, first]), []


def _one_of_list_changed(rng: random.Random, source: Source) -> Made:
    first, second = _sentence(rng, source), _sentence(rng, source)
    return source.citation(quotes=[first.clean, _word_changed(second, source.lang)]), [
        "E_QUOTE_FRAGMENT_NOT_FOUND:2"
    ]


def _described(rng: random.Random, source: Source, errors: list[str], **fault: object) -> Made:
    citation = source.citation(quote=_sentence(rng, source).clean)
    return (citation | fault, errors) if source.field == "doi" else (citation, [])


def _elsewhere(rng: random.Random, source: Source, doi: str, errors: list[str]) -> Made:
    citation = {"doi": doi, "title": "Kept without text", "year": 2001, "first_author": "Alpha"}
    return citation | {"quote": _sentence(rng, source).clean}, errors


def _negation(rng: random.Random, source: Source) -> Made:
    word = {"en": "not", "ru": "не"}[source.lang]

    def change(one: Sentence) -> str:
        words = one.clean.split(" ")
        return " ".join([*words[:5], word, *words[5:]])

    return _quoted(rng, source, change, NOT_FOUND)


KINDS: dict[str, tuple[int, Kind]] = {  # weight in the draw, maker
    "ok": (30, lambda rng, source: _quoted(rng, source, lambda one: one.clean, [])),
    "capitals": (5, lambda rng, source: _quoted(rng, source, lambda one: one.clean.upper(), [])),
    "spaces": (5, lambda rng, source: _quoted(rng, source, lambda one: one.clean.replace(" ", "\u00a0"), [])),
    "hyphen-minus": (
        5,
        lambda rng, source: _quoted(rng, source, lambda one: one.clean.replace("−", "-"), []),
    ),
    "elided": (10, _elided),
    "list": (8, _listed),
    "word": (
        5,
        lambda rng, source: _quoted(rng, source, lambda one: _word_changed(one, source.lang), NOT_FOUND),
    ),
    "digit": (5, lambda rng, source: _quoted(rng, source, _digit_changed, NOT_FOUND)),
    "sign": (3, lambda rng, source: _quoted(rng, source, lambda one: one.clean.replace("−", ""), NOT_FOUND)),
    "cut": (3, lambda rng, source: _quoted(rng, source, lambda one: one.clean[2:], NOT_FOUND)),
    "negation": (3, _negation),
    "reordered": (3, _reordered),
    "far": (2, _far),
    "list-word": (3, _one_of_list_changed),
    "year": (2, lambda rng, source: _described(rng, source, ["E_YEAR_MISMATCH"], year=source.year - 9)),
    "title": (
        2,
        lambda rng, source: _described(rng, source, ["E_TITLE_MISMATCH"], title="Kept without text"),
    ),
    "author": (2, lambda rng, source: _described(rng, source, ["E_AUTHOR_MISMATCH"], first_author="Nobody")),
    "short": (1, lambda rng, source: _quoted(rng, source, lambda one: one.clean[:20], ["E_QUOTE_TOO_SHORT"])),
    "not-cached": (1, lambda rng, source: _elsewhere(rng, source, "10.5555/never.asked", ["E_NOT_CACHED"])),
    "not-found": (1, lambda rng, source: _elsewhere(rng, source, "10.5555/not.there", ["E_DOI_NOT_FOUND"])),
    "no-snapshot": (1, lambda rng, source: _elsewhere(rng, source, "10.5555/no.text", ["E_NO_SNAPSHOT"])),
}


def make_claim(seed: int, number: int, sources: list[Source]) -> tuple[dict[str, object], str, list[str]]:
    """The claim with this number, the kind of its citation, and the errors it must give."""
    rng = random.Random(f"{seed}/claim/{number}")
    kind = rng.choices(list(KINDS), [weight for weight, _ in KINDS.values()])[0]
    citation, errors = KINDS[kind][1](rng, rng.choice(sources))
    text = "The cited work says so in its own words."
    if number % 50 == 49:
        return {"id": f"c{number:06d}", "text": text, "citations": []}, "uncited", ["E_UNCITED"]
    if kind == "ok" and number % 3 == 0:  # a number that the quotation lacks
        text, kind, errors = (
            "The cited work counted 777777 of them.",
            "number",
            ["E_NUMBER_UNSUPPORTED:777777"],
        )
    if "doi" in citation and number % 4 == 0:
        citation["doi"] = "https://doi.org/" + str(citation["doi"]).upper()
    return {"id": f"c{number:06d}", "text": text, "citations": [citation]}, kind, errors


def write_corpus(out: Path, claims: int, sources: int, seed: int = 1, size: int = 30_000) -> dict[str, int]:
    """Write the whole corpus and return what it holds: claims, sources, bytes of text, and claims by kind."""
    for folder in ("cache", "sources"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    works = [make_source(seed, number, size) for number in range(sources)]
    for number, source in enumerate(works):
        _write(out / "sources" / f"{source.stem}.txt", source.text)
        if number % 3 or source.field == "url":
            _write(out / "sources" / f"{source.stem}.json", _json(provenance_of(source)))
        if source.field == "doi":
            _write(out / "cache" / f"{source.stem}.json", _json(record_of(source, number)))
    kept = {"status": "found", "title": "Kept without text", "year": 2001, "authors": ["Alpha"]}
    _write(out / "cache" / "10.5555_no.text.json", _json(kept))
    _write(out / "cache" / "10.5555_not.there.json", _json({"status": "not_found"}))
    made = [make_claim(seed, number, works) for number in range(claims)]
    _write(out / "claims.json", _json({"claims": [claim for claim, _, _ in made]}))
    rows = [{"claim": claim["id"], "kind": kind, "errors": errors} for claim, kind, errors in made]
    _write(out / "expected.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    held = {"claims": claims, "sources": sources, "bytes": sum(len(source.text.encode()) for source in works)}
    for _, kind, _ in made:
        held[kind] = held.get(kind, 0) + 1
    return held


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


def main() -> int:
    """Write a corpus and print what it holds."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", type=Path)
    parser.add_argument("--claims", type=int, default=1000)
    parser.add_argument("--sources", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=30_000, help="characters a snapshot (default 30000)")
    options = parser.parse_args()
    if options.claims < 1 or options.sources < 1:
        parser.error("--claims and --sources are at least 1")
    held = write_corpus(options.out, options.claims, options.sources, options.seed, options.size)
    sys.stdout.write(json.dumps(held) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
