"""The cited works of the seeded corpus: sentences, snapshots, records, provenance, arranged by chance.

The lists hold no negation, no limiter and no word before which a bracket of numbers would be content, so that
the verdict on a quotation follows from the way `bench/corpus.py` makes it. Nothing is written here.
"""

from __future__ import annotations

import hashlib
import random
import re
from dataclasses import dataclass

WORDS = {
    "en": """
    sampled measured estimated cohort patients sensors rainfall sediment proteins receptors catalyst lattice
    spectra survey households income vaccine antibodies genome species habitat carbon emission glacier harvest
    soil temperature pressure velocity threshold gradient network cluster signal response baseline outcome
    treatment control laboratory instrument calibration regional seasonal annual coastal northern southern
    stable rapid gradual marked improved increased decreased remained reached followed preceded described
    compared observed recorded analysed during across among toward along beneath against before after
    while whose these those their each""",
    "ru": """
    измерения наблюдения выборка пациенты датчики осадки отложения белки рецепторы катализатор решётка спектры
    опрос доходы вакцина антитела геном виды углерод выбросы ледник урожай почва температура давление скорость
    порог градиент сеть кластер сигнал ответ исход лечение контроль лаборатория прибор калибровка региональный
    сезонный годовой прибрежный северный южный устойчивый быстрый постепенный заметный улучшился увеличился
    уменьшился остался достиг последовал описан сравнивался отмечался записан внутри вдоль против после каждый
    этот который""",
}


FAMILIES = ("Alpha", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot", "Golf", "Hotel", "India")


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
