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
import hashlib
import json
import random
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

WORDS = {
    "en": """
    sampled measured estimated cohort patients sensors rainfall sediment proteins receptors catalyst lattice
    spectra survey households income vaccine antibodies genome species habitat carbon emission glacier harvest
    soil temperature pressure velocity threshold gradient network cluster signal response baseline outcome
    treatment control laboratory instrument calibration regional seasonal annual coastal northern southern
    stable rapid gradual marked improved increased decreased remained reached followed preceded described
    compared observed recorded analysed during within across among toward along beneath against before after
    while whose these those their each""",
    "ru": """
    измерения наблюдения выборка пациенты датчики осадки отложения белки рецепторы катализатор решётка спектры
    опрос доходы вакцина антитела геном виды углерод выбросы ледник урожай почва температура давление скорость
    порог градиент сеть кластер сигнал ответ исход лечение контроль лаборатория прибор калибровка региональный
    сезонный годовой прибрежный северный южный устойчивый быстрый постепенный заметный улучшился увеличился
    уменьшился остался достиг последовал описан сравнивался отмечался записан внутри вдоль против после каждый
    этот который""",
}
FOREIGN = {"en": "kazoo", "ru": "наперекосяк"}  # stands in no source
FAMILIES = ("Almar", "Besten", "Corvin", "Dalgas", "Elmqvist", "Farago", "Gandrup", "Halloran", "Ibarra")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as the snapshot has it, as a person reads it, and its numbers (the first one signed)."""

    raw: str
    clean: str
    number: str


@dataclass(frozen=True, slots=True)
class Source:
    """One cited work: its identifier as a field of a citation, its description, sentences by paragraph."""

    field: str
    identifier: str
    stem: str
    title: str
    year: int
    authors: tuple[str, ...]
    lang: str
    paragraphs: tuple[tuple[Sentence, ...], ...]

    @property
    def text(self) -> str:
        """The snapshot: a paragraph a line."""
        return "\n".join(" ".join(one.raw for one in paragraph) for paragraph in self.paragraphs) + "\n"

    def citation(self, **quoted: object) -> dict[str, object]:
        """A faultless citation of the work with these quotations."""
        if self.field == "url":
            return {"url": self.identifier, **quoted}
        described = {"title": self.title, "year": self.year, "first_author": self.authors[0]}
        return {self.field: self.identifier, **described, **quoted}


def stem_of(doi: str) -> str:
    """The file name of a DOI: its slug, with 8 hex digits behind it where the slug alone could be of two."""
    slug = re.sub(r"[^a-z0-9._-]", "_", doi)
    if re.fullmatch(r"[a-z0-9.-]+/[a-z0-9.-]+", doi) and len(doi) <= 100:
        return slug
    return f"{slug[:100]}-{hashlib.sha256(doi.encode()).hexdigest()[:8]}"


def make_sentence(rng: random.Random, lang: str) -> Sentence:
    """Ten to sixteen words round two numbers; now and then a marker, a raised note or a line-end hyphen."""
    words = rng.choices(WORDS[lang].split(), k=rng.randint(10, 16))
    number = f"−{rng.uniform(0.1, 9):.2f}"
    places = sorted(rng.sample(range(3, len(words) - 3), 2))
    words[places[1]] += f" (n = {rng.randint(1000, 99999)})"
    words[places[0]] += f" ({number})"
    words[0] = words[0].capitalize()
    clean = " ".join(words) + "."
    raw = clean
    draw = rng.random()
    at = raw.rindex(" ")
    if draw < 0.15 and raw[at - 1].isalpha():
        raw = raw[:at] + rng.choice([" [12]", " [3, 4]", "⁷"]) + raw[at:]
    elif draw < 0.35:
        long = [match for match in re.finditer(r"[^\W\d_]{8,}", raw) if match.start()]
        if long:
            at = rng.choice(long).start() + 4
            raw = raw[:at] + rng.choice(["\u00ad", "-\n"]) + raw[at:]
    return Sentence(raw, clean, number)


def make_source(seed: int, number: int, size: int) -> Source:
    """The work with this number: every fifth Russian, every eighth a web page, each ninth DOI an odd one."""
    rng = random.Random(f"{seed}/source/{number}")
    lang = "ru" if number % 5 == 4 else "en"
    paragraphs = []
    total = 0
    while total < size:
        paragraph = tuple(make_sentence(rng, lang) for _ in range(rng.randint(3, 6)))
        paragraphs.append(paragraph)
        total += sum(len(one.raw) for one in paragraph)
    title = " ".join(rng.choices(WORDS[lang].split(), k=7)).capitalize()
    if number % 8 == 7:
        field, identifier = "url", f"https://example.org/reports/{seed}-{number}"
        digest = hashlib.sha256(identifier.encode()).hexdigest()[:8]
        stem = f"url_example.org_reports_{seed}-{number}-{digest}"
    else:
        field = "doi"
        identifier = (
            f"10.5555/corpus.{seed}({number})" if number % 9 == 8 else f"10.5555/corpus.{seed}.{number}"
        )
        stem = stem_of(identifier)
    authors = tuple(rng.sample(FAMILIES, rng.randint(1, 5)))
    return Source(field, identifier, stem, title, rng.randint(1995, 2025), authors, lang, tuple(paragraphs))


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
    citation = {"doi": doi, "title": "Kept without text", "year": 2001, "first_author": "Almar"}
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


def record_of(source: Source, number: int) -> dict[str, object]:
    """A registry record: every second one in the minimal form of a person's hand."""
    if number % 2:
        return {
            "status": "found",
            "title": source.title,
            "year": source.year,
            "authors": list(source.authors),
        }
    authors = [{"family": family, "given": "A."} for family in source.authors]
    authors[0]["sequence"] = "first"
    return {
        "schema": "citelock-record/1",
        "id": f"doi:{source.identifier}",
        "doi": source.identifier,
        "status": "found",
        "source": "crossref",
        "titles": [source.title],
        "dates": {"issued": f"{source.year}-03"},
        "authors": authors,
    }


def provenance_of(source: Source) -> dict[str, object]:
    """What is known of the snapshot; nothing was fetched, so the figures are those of the text itself."""
    data = source.text.encode()
    digest = hashlib.sha256(data).hexdigest()
    url = source.identifier if source.field == "url" else f"https://doi.org/{source.identifier}"
    fetched = {"channel": "url", "url": url, "final_url": url, "retrieved": "2024-01-01", "status": 200}
    return {
        "schema": "citelock-provenance/1",
        "status": "ok",
        "reason": None,
        "id": f"{source.field}:{source.identifier}",
        "version": None,
        "tool": "bench/corpus.py",
        "forced": None,
        "attempts": 1,
        "source": fetched | {"media_type": "text/plain", "bytes": len(data), "sha256": digest, "chain": []},
        "licence": {
            "class": "cc-by",
            "url": "https://creativecommons.org/licenses/by/4.0/",
            "read_from": "page",
        },
        "extraction": {"extractor": "text/1", "backend": None, "verdict": "ok", "limits": "full"},
        "text": {
            "storage": "committed",
            "sha256": digest,
            "characters": len(source.text),
            "lines": source.text.count("\n"),
            "furniture_line": None,
            "scope": "full",
            "scope_from": "measured",
            "pages": [],
        },
        "quality": {"flags": []},
        "document": {"title": source.title, "declared_doi": None, "published": None, "published_from": None},
        "identity": {"status": "ok", "doi": True, "title_words": [7, 7], "author": True},
        "seal": None,
    }


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
    kept = {"status": "found", "title": "Kept without text", "year": 2001, "authors": ["Almar"]}
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
