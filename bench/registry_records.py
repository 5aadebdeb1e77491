"""The records that `bench/registry.py` scores the rules with, and the references printed beside some of them.

They come from a folder of registry answers, projected as a resolver would, or from a file of projected
records such as the sample in `tests/data`. Which record an audit reads from the bytes is decided by
`parse_record`, as in an audit (metadata.md, section 2). As a program it writes such a file.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if __package__ in {None, ""}:  # run as a file: the root, not bench/, is where `bench` is found
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

if TYPE_CHECKING:
    from citelock.checks.records import Record

SAMPLE = Path(__file__).resolve().parent.parent / "tests" / "data" / "registry_sample.json"
Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Entry:
    """One record, and how printed bibliographies cite it (`title`, `year`, `first_author`), if any does."""

    doi: str
    record: Record
    printed: Json | None = None


def read_records(path: Path = SAMPLE) -> list[Entry]:
    """The entries of a file of projected records, by DOI."""
    rows: list[Json] = json.loads(path.read_text(encoding="utf-8"))["records"]
    return _entries(rows)


def read_material(folder: Path) -> list[Entry]:
    """The entries of a folder of registry answers (`crossref/works`, `crossref/bulk.jsonl`, …), by DOI."""
    return _entries(_projected(folder))


def _entries(rows: Iterable[Json]) -> list[Entry]:
    from citelock.checks.identifiers import BadIdentifier, parse_identifier
    from citelock.checks.records import CorruptRecord, parse_record

    entries = []
    for row in rows:
        projected = {key: value for key, value in row.items() if key != "printed"}
        identifier = parse_identifier(projected["doi"])
        assert not isinstance(identifier, BadIdentifier), identifier
        data = json.dumps(projected, ensure_ascii=False).encode("utf-8")
        record = parse_record(data, identifier, projected["doi"])
        assert not isinstance(record, CorruptRecord), record
        entries.append(Entry(projected["doi"], record, row.get("printed")))
    return sorted(entries, key=lambda entry: entry.doi)


def _projected(folder: Path) -> Iterator[Json]:
    """All answers as records; copies of others' records, which a resolver refuses, are left out."""
    from citelock.checks.projections.crossref import project_crossref
    from citelock.checks.projections.datacite import project_datacite
    from citelock.checks.projections.errors import ForeignRecordError

    for path in sorted((folder / "crossref" / "works").glob("*.json")):
        yield project_crossref(_json(path)["message"])
    for line in _lines(folder / "crossref" / "bulk.jsonl"):
        yield project_crossref(line)
    for line in _lines(folder / "pairs" / "human_citations.jsonl"):
        yield {**project_crossref(line["message"]), "printed": line["cited"]}
    for path in sorted((folder / "datacite" / "dois").glob("*.json")):
        try:
            yield project_datacite(_json(path)["data"])
        except ForeignRecordError:
            continue


def _json(path: Path) -> Json:
    answer: Json = json.loads(path.read_text(encoding="utf-8"))
    return answer


def _lines(path: Path) -> Iterator[Json]:
    if path.is_file():
        yield from (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line)


_ABOUT = (
    "Records of Crossref and DataCite (metadata free of rights, CC0), projected to citelock-record/1 without "
    "publisher, pages and licences; `printed` is how a bibliography on openreview.net cites the work. Odd "
    "records of a larger collection, and ordinary ones drawn by a seed."
)
ORDINARY = 60  # records drawn beside the odd ones and the printed references
AUTHORS = 12  # kept of a record of the sample, with their number


def sample(rows: Iterable[Json], seed: int = 1) -> list[Json]:
    """The odd records, those cited in print, and some ordinary ones, small enough for the repository."""
    chosen, ordinary = [], []
    seen: dict[str, int] = {}
    for row in rows:
        kinds = list(_odd(row))
        fresh = [kind for kind in kinds if seen.setdefault(kind, 0) < _MOST_OF_A_KIND or kind == "datacite"]
        for kind in fresh:
            seen[kind] += 1
        if fresh or "printed" in row:
            chosen.append(row)
        elif not kinds:
            ordinary.append(row)
    drawn = random.Random(f"{seed}/sample").sample(ordinary, min(ORDINARY, len(ordinary)))
    return sorted(map(_shortened, chosen + drawn), key=lambda row: str(row["doi"]))


_MOST_OF_A_KIND = 14
_PARTICLES = {
    "van",
    "von",
    "de",
    "der",
    "den",
    "di",
    "da",
    "del",
    "della",
    "dos",
    "bin",
    "al",
    "el",
    "la",
    "le",
}


def _odd(row: Json) -> Iterator[str]:
    """Why a record is no ordinary one: each reason is a way in which rules went wrong."""
    titles = [*row.get("titles", ()), *row.get("subtitles", ())]
    authors = row.get("authors", [])
    title = " ".join(titles)
    tests = {
        "datacite": row["source"] == "datacite",
        "no title": not titles,
        "mathml": "math" in title and "<" in title,
        "tags": "<" in title and "math" not in title,
        "entity": "&" in title and ";" in title,
        "several titles": len(row.get("titles", ())) > 1,
        "subtitle": "subtitles" in row,
        "original title": "original_titles" in row,
        "generic": bool(titles) and len(title) < 15,
        "not Latin": any(char.isalpha() and char > "\u024f" for char in title),
        "notice": "updates" in row or title.lower().startswith(("retract", "correct", "errat", "withdraw")),
        "relation": "relations" in row,
        "posted": row.get("type") == "posted-content",
        "no year": "issued" not in row.get("dates", {}),
        "late entry": _gap(row) > 2,
        "no author": not authors,
        "editors": "editors" in row,
        "group": any("name" in author for author in authors),
        "no given name": any("family" in author and "given" not in author for author in authors),
        "suffix": any("suffix" in author for author in authors),
        "particle": any(_PARTICLES & set(str(author.get("family")).lower().split()) for author in authors),
        "compound": any(" " in str(author.get("family")) for author in authors),
        "hyphen": any("-" in str(author.get("family")) for author in authors[:1]),
        "accents": any(not str(author.get("family")).isascii() for author in authors[:1]),
        "capitals": any(str(author.get("family")).isupper() for author in authors),
        "several first": sum("sequence" in author for author in authors) > 1,
        "many authors": len(authors) > 20,
        "two containers": len(row.get("containers", ())) > 1,
        "short container": "short_containers" in row,
    }
    return (kind for kind, holds in tests.items() if holds)


def _gap(row: Json) -> int:
    dates = row.get("dates", {})
    years = [int(dates[kind][:4]) for kind in ("issued", "created", "online") if kind in dates]
    return max(years, default=0) - min(years, default=0)


def _shortened(row: Json) -> Json:
    short = {key: value for key, value in row.items() if key not in {"licenses", "publisher", "pages"}}
    authors = row.get("authors", [])
    if len(authors) > AUTHORS and "printed" not in row:
        short |= {"authors": authors[:AUTHORS], "authors_total": row.get("authors_total", len(authors))}
    return short


def main(arguments: list[str] | None = None) -> int:
    """Write a file of projected records: the sample, or with --all everything."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("material", type=Path, help="folder of registry answers")
    parser.add_argument("target", type=Path, nargs="?", default=SAMPLE)
    parser.add_argument("--all", action="store_true", help="all records, whole")
    options = parser.parse_args(arguments)
    rows = list(_projected(options.material))
    chosen = rows if options.all else sample(rows)
    lines = [json.dumps(row, ensure_ascii=False, sort_keys=True) for row in chosen]
    about = json.dumps(_ABOUT, ensure_ascii=False)
    listed = ",\n".join(lines)
    options.target.write_text(f'{{"about": {about},\n"records": [\n{listed}\n]}}\n', encoding="utf-8")
    sys.stdout.write(f"{len(chosen)} of {len(rows)} records, {options.target.stat().st_size} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
