"""Makes `cache/` and `sources/` of this example from a folder of JATS files: a record and a snapshot a paper.

The record is what the front matter says of the paper, the snapshot its text, one paragraph a line. Nothing is
fetched and nothing depends on the clock, so the same files give the same bytes. It needs the standard library
only; `README.md` beside it says which papers these are.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from jats import MaterialError, clean, find, inline_text, parse, plain, snapshot_lines

# The papers of this example by the stem of their JATS file; the material may hold others.
PAPERS = (
    "PMC4219006",
    "PMC4562040",
    "PMC4930629",
    "PMC5234046",
    "PMC5884149",
    "PMC5914031",
    "PMC5971330",
    "PMC5981179",
    "PMC6215600",
    "PMC6313609",
)
EXTRACTOR = "jats-example/1"

HREF = "{http://www.w3.org/1999/xlink}href"
LICENCE_URL = re.compile(r"https?://creativecommons\.org/(licenses/[a-z-]+|publicdomain/[a-z]+)/(\d\.\d)")
PLAIN_DOI = re.compile(r"[a-z0-9.-]+/[a-z0-9.-]+")


@dataclass(frozen=True, slots=True)
class Paper:
    """What the front matter says: `dates` by kind as YYYY[-MM[-DD]], `licences` as (class, URL)."""

    doi: str
    title: str
    subtitles: list[str]
    journal: str
    short_journal: str
    publisher: str
    pages: str
    dates: dict[str, str]
    authors: list[dict[str, str]]
    licences: list[tuple[str, str]]
    statement: str

    @property
    def attribution(self) -> str:
        """Authors, title, journal, year, DOI and licence on one line, as CC BY asks for them."""
        names = ", ".join(" ".join(filter(None, (a.get("given"), a["family"]))) for a in self.authors)
        work = f"{self.title.rstrip('.')}. {self.journal}, {self.dates['issued'][:4]}. https://doi.org/{self.doi}"
        return f"{names}: {work}. {self.licences[0][1]} Text extracted."


def main(arguments: list[str] | None = None) -> int:
    """Writes the example's evidence; exit code 2 and one line on stderr when a file cannot be used."""
    parser = argparse.ArgumentParser(description="Make cache/ and sources/ of this example from JATS files.")
    parser.add_argument("--material", type=Path, required=True, help="folder that holds PMC….jats.xml files")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent, help="default: the example itself")
    options = parser.parse_args(arguments)
    try:
        # All of it is made before anything is written: a bad file leaves the old evidence whole.
        files = {name: data for stem in PAPERS for name, data in evidence(options.material, stem)}
        for name, data in sorted(files.items()):
            target = options.out / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
    except (MaterialError, OSError) as problem:
        print(f"prepare.py: {problem}", file=sys.stderr)
        return 2
    print(f"{len(files)} files for {len(PAPERS)} papers in {options.out}")
    return 0


def evidence(material: Path, stem: str) -> Iterator[tuple[str, bytes]]:
    """The three files of one paper as (relative name, bytes): record, snapshot, provenance."""
    path = material / f"{stem}.jats.xml"
    if not path.is_file():
        raise MaterialError(f"{path}: no such file. Give the folder with the JATS files as --material.")
    data = path.read_bytes()
    article = parse(data, path.name)
    try:
        paper = front_matter(article)
    except MaterialError as problem:
        raise MaterialError(f"{path.name}: {problem}") from problem
    lines, removed = snapshot_lines(article)
    text = "\n".join(lines) + "\n"
    name = file_stem(paper.doi)
    yield f"cache/{name}.json", json_bytes(record(paper))
    yield f"sources/{name}.txt", text.encode("utf-8")
    yield f"sources/{name}.json", json_bytes(provenance(paper, data, text, removed))


def file_stem(doi: str) -> str:
    """The file name of a DOI without its ending: the slug alone if the DOI is plain, else slug and hash."""
    slug = re.sub(r"[^a-z0-9._-]", "_", doi)
    if len(doi) <= 100 and PLAIN_DOI.fullmatch(doi):
        return slug
    return f"{slug[:100]}-{hashlib.sha256(doi.encode('utf-8')).hexdigest()[:8]}"


def json_bytes(value: object) -> bytes:
    """Canonical JSON: sorted keys, two spaces, final newline, letters as they are."""
    return (json.dumps(value, ensure_ascii=False, sort_keys=True, indent=2) + "\n").encode("utf-8")


def front_matter(article: ET.Element) -> Paper:
    """The paper as it describes itself; refused without DOI, title, author or date, or when not CC BY."""
    meta, journal = find(article, "front/article-meta"), find(article, "front/journal-meta")
    people = (
        {"family": plain(name, "surname"), "given": plain(name, "given-names")}
        for name in meta.findall("contrib-group/contrib[@contrib-type='author']/name")
    )
    paper = Paper(
        doi=plain(meta, "article-id[@pub-id-type='doi']").lower(),
        title=plain(meta, "title-group/article-title"),
        subtitles=[clean(inline_text(title))[0] for title in meta.findall("title-group/subtitle")],
        journal=plain(journal, "journal-title-group/journal-title"),
        short_journal=plain(journal, "journal-id[@journal-id-type='iso-abbrev']"),
        publisher=plain(journal, "publisher/publisher-name"),
        pages="-".join(filter(None, (plain(meta, "fpage"), plain(meta, "lpage"))))
        or plain(meta, "elocation-id"),
        dates=dates(meta),
        authors=[{key: value for key, value in person.items() if value} for person in people],
        licences=licences(meta),
        statement=" ".join(clean(inline_text(p))[0] for p in meta.findall("permissions/license/license-p")),
    )
    for what in ("doi", "title", "journal", "dates", "authors"):
        if not getattr(paper, what):
            raise MaterialError(f"the front matter has no {what}.")
    if paper.licences[:1] != [x for x in paper.licences if x[0] != "cc0"] or not paper.licences:
        raise MaterialError(f"not plainly CC BY, so its text may not be copied here: {paper.licences}.")
    return paper


def dates(meta: ET.Element) -> dict[str, str]:
    """The dates of publication; `issued` is the earliest, a full date before a bare year of the same year."""
    kinds = {"epub": "online", "ppub": "print", "collection": "other"}  # an archive's release is none
    found: dict[str, str] = {}
    for date in meta.findall("pub-date"):
        kind = kinds.get(date.get("pub-type", ""))
        numbers = [int(number) for tag in ("year", "month", "day") if (number := date.findtext(tag))]
        if kind and numbers:
            found[kind] = "-".join([f"{numbers[0]:04}", *(f"{number:02}" for number in numbers[1:])])
    # "~" sorts after every digit and hyphen, so 2014-10-27 comes before 2014.
    return {"issued": min(found.values(), key=lambda date: date + "~"), **found} if found else {}


def licences(meta: ET.Element) -> list[tuple[str, str]]:
    """What the permissions say, as (class, URL): CC BY first, then CC0 for the data where it says so."""
    found: set[tuple[str, str]] = set()
    for element in find(meta, "permissions").iter():
        for words in (element.get(HREF), element.text, element.tail):
            for kind, version in LICENCE_URL.findall(words or ""):
                name = {"licenses/by": "cc-by", "publicdomain/zero": "cc0"}.get(kind, kind)
                found.add((name, f"https://creativecommons.org/{kind}/{version}/"))
    return sorted(found)


def record(paper: Paper) -> dict[str, object]:
    """The registry record, but from the paper itself: `source` says "jats", no registry was asked."""
    value: dict[str, object] = {
        "schema": "citelock-record/1",
        "id": f"doi:{paper.doi}",
        "doi": paper.doi,
        "status": "found",
        "source": "jats",
        "type": "journal-article",
        "publisher": paper.publisher,
        "pages": paper.pages,
        "titles": [paper.title],
        "subtitles": paper.subtitles,
        "containers": [paper.journal],
        "short_containers": [paper.short_journal] if paper.short_journal else [],
        "dates": paper.dates,
        "authors": paper.authors,
        "licenses": [{"url": paper.licences[0][1]}],
    }
    return {key: content for key, content in value.items() if content}


def provenance(paper: Paper, data: bytes, text: str, removed: int) -> dict[str, object]:
    """Where the snapshot comes from: the hash of the JATS file, its licence, and measures of the text."""
    head = set(re.findall(r"\w+", text[:6000].casefold()))
    title_words = {word for word in re.findall(r"\w+", paper.title.casefold()) if len(word) >= 4}
    family = set(re.findall(r"\w+", paper.authors[0]["family"].casefold()))
    licence, url = paper.licences[0]
    unknown = (
        "url",
        "final_url",
        "retrieved",
        "status",
        "etag",
        "last_modified",
        "robots",
        "agent",
        "original",
    )
    return {
        "schema": "citelock-provenance/1",
        "status": "ok",
        "reason": None,
        "id": f"doi:{paper.doi}",
        "version": "published",
        "tool": "examples/real/prepare.py",
        "forced": None,
        "attempts": 1,
        "source": {
            **dict.fromkeys(unknown),  # a file was given, nothing was downloaded
            "channel": "file",
            "media_type": "application/xml",
            "bytes": len(data),
            "sha256": hashlib.sha256(data).hexdigest(),
            "chain": [],
            "allowed_hosts": [],
        },
        "licence": {
            "class": licence,
            "url": url,
            "read_from": "jats:license",
            "statement": paper.statement,
            "attribution": paper.attribution,
            "evidence": [
                {"class": name, "read_from": "jats:license", "url": url} for name, url in paper.licences
            ],
        },
        "extraction": {"extractor": EXTRACTOR, "backend": "xml.etree", "verdict": "ok", "limits": "full"},
        "text": {
            "storage": "committed",
            "sha256": hashlib.sha256(text.encode("utf-8")).hexdigest(),
            "characters": len(text),
            "lines": text.count("\n"),
            "furniture_line": None,
            "scope": "full",
            "scope_from": "measured",
            "pages": [],
        },
        "quality": {
            "pages": None,
            "pages_failed": [],
            "letters": sum(map(str.isalpha, text)),
            "hyphen_marks": text.count("\u00ad"),
            "unmapped": text.count("\ufffd"),
            "removed": removed,
            "hidden": [],
            "copy_restricted": False,
            "flags": [],
        },
        "document": {
            "title": paper.title,
            "declared_doi": paper.doi,
            "published": paper.dates["issued"],
            "published_from": "jats:pub-date",
        },
        "identity": {
            "status": "ok",
            "doi": True,
            "title_words": [len(title_words & head), len(title_words)],
            "author": family <= head,
        },
        "seal": None,
    }


if __name__ == "__main__":
    sys.exit(main())
