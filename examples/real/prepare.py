"""Makes `cache/` and `sources/` of this example from a folder of papers: a record and a snapshot of each.

The record is what the front matter of the paper's JATS file says of it, the same bytes each time. The
snapshot is taken from the PDF by the real command, `citelock snapshot add`. `README.md` beside it says which
papers these are.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shlex
import subprocess
import sys
import unicodedata
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

# The papers of this example by the stem of their files; the material may hold others.
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
# Its PDF, the smallest, is in the repository: one snapshot at least can be taken again by anybody.
KEPT = "PMC6313609"
MAX_BYTES = 8 * 1024 * 1024  # ten times the longest paper; a larger file is not one article

HREF = "{http://www.w3.org/1999/xlink}href"
LICENCE_URL = re.compile(r"https?://creativecommons\.org/(licenses/[a-z-]+|publicdomain/[a-z]+)/(\d\.\d)")
PLAIN_DOI = re.compile(r"[a-z0-9.-]+/[a-z0-9.-]+")


class MaterialError(Exception):
    """A file cannot be used; the message names it and says why."""


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


def main(arguments: list[str] | None = None) -> int:
    """Writes the example's evidence; exit code 2 and one line on stderr when a file cannot be used."""
    parser = argparse.ArgumentParser(description="Make cache/ and sources/ of this example.")
    parser.add_argument(
        "--material", type=Path, required=True, help="folder that holds PMC….jats.xml and PMC….pdf"
    )
    parser.add_argument("--out", type=Path, default=Path(__file__).parent, help="default: the example itself")
    options = parser.parse_args(arguments)
    try:
        # All is read before anything is written: a bad file leaves the old evidence whole.
        papers = {stem: read(options.material, stem) for stem in PAPERS}
        for paper in papers.values():
            target = options.out / "cache" / f"{file_stem(paper.doi)}.json"
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(json_bytes(record(paper)))
    except (MaterialError, OSError) as problem:
        print(f"prepare.py: {problem}", file=sys.stderr)
        return 2
    codes = [take(paper, options.material / f"{stem}.pdf", options.out) for stem, paper in papers.items()]
    return max(codes)


def read(material: Path, stem: str) -> Paper:
    """What the JATS file of a paper says of it; refused too if the PDF beside it is missing."""
    path = material / f"{stem}.jats.xml"
    for file in (path, material / f"{stem}.pdf"):
        if not file.is_file():
            raise MaterialError(f"{file}: no such file. Give the folder with the papers as --material.")
    article = parse(path.read_bytes(), path.name)
    try:
        return front_matter(article)
    except MaterialError as problem:
        raise MaterialError(f"{path.name}: {problem}") from problem


def take(paper: Paper, pdf: Path, out: Path) -> int:
    """Takes the snapshot of one paper as a person would; the command's exit code.

    A text that is there already stays as it is, with its date; another one, from a newer reader, replaces it.
    """
    said = ["--licence", "cc-by", "--licence-from", f"{paper.licences[0][1]} {paper.statement}"]
    command = ["citelock", "snapshot", "add", paper.doi, "--file", str(pdf.resolve()), *said, "--replace"]
    command += ["--keep-original"] if pdf.stem == KEPT else []
    print(f"$ {shlex.join(command)}", flush=True)
    return subprocess.run([sys.executable, "-m", *command], cwd=out, check=False).returncode


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
        subtitles=[inline_text(title) for title in meta.findall("title-group/subtitle")],
        journal=plain(journal, "journal-title-group/journal-title"),
        short_journal=plain(journal, "journal-id[@journal-id-type='iso-abbrev']"),
        publisher=plain(journal, "publisher/publisher-name"),
        pages="-".join(filter(None, (plain(meta, "fpage"), plain(meta, "lpage"))))
        or plain(meta, "elocation-id"),
        dates=dates(meta),
        authors=[{key: value for key, value in person.items() if value} for person in people],
        licences=licences(meta),
        statement=" ".join(inline_text(p) for p in meta.findall("permissions/license/license-p")),
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


def parse(data: bytes, name: str) -> ET.Element:
    """The root of a JATS file. Entity declarations are refused, so nothing is expanded; no DTD is fetched."""
    if len(data) > MAX_BYTES:
        raise MaterialError(f"{name}: {len(data):,} bytes, more than {MAX_BYTES:,}.")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise MaterialError(f"{name}: not UTF-8 at byte {problem.start}.") from problem
    if "<!ENTITY" in text:
        raise MaterialError(f"{name}: declares entities. Save the file without a document type declaration.")
    try:
        return ET.fromstring(text)  # no entity can be declared in it, see above
    except ET.ParseError as problem:
        raise MaterialError(f"{name}: not well-formed XML ({problem}).") from problem


def plain(parent: ET.Element, path: str) -> str:
    """The running text of the element at a path; "" if there is none."""
    element = parent.find(path)
    return "" if element is None else inline_text(element)


def inline_text(element: ET.Element) -> str:
    """The text of an element on one line, in NFC."""
    return unicodedata.normalize("NFC", " ".join("".join(element.itertext()).split()))


def find(parent: ET.Element, path: str) -> ET.Element:
    """The element at a path that every article has."""
    found = parent.find(path)
    if found is None:
        raise MaterialError(f"no {path} in it.")
    return found


if __name__ == "__main__":
    sys.exit(main())
