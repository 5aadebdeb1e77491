"""The documentation site: built strictly, complete, reading as on a forge, loading nothing from elsewhere."""

from __future__ import annotations

import json
import re
import shutil
import textwrap
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from markdown_it import MarkdownIt

from tests.support.site import built, built_site

TOP = Path(__file__).parent.parent
DOCS = TOP / "docs"
PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
REPOSITORY = "https://github.com/citelock/citelock"
COUNTED = ("h1", "h2", "h3", "h4", "table", "tr", "td", "th", "pre", "li", "blockquote")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_site(tmp_path_factory.mktemp("site"))


class Page(HTMLParser):
    """What a page of HTML holds: how many of which elements, anchors, links, and what it loads by itself."""

    def __init__(self, html: str, *, within: str = "") -> None:
        super().__init__(convert_charrefs=True)
        self.within = within  # count inside this element only
        self.depth = 0 if within else 1
        self.counts = dict.fromkeys(COUNTED, 0)
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.anchors.add(given["id"])
        if tag == self.within:
            self.depth += 1
        if self.depth and tag in self.counts:
            self.counts[tag] += 1
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag == "link" and given.get("rel") not in {"canonical", "prev", "next"}:
            self.loaded.append(given.get("href", ""))
        self.loaded += [given[name] for name in ("src", "srcset", "poster", "data") if given.get(name)]

    def handle_endtag(self, tag: str) -> None:
        if tag == self.within:
            self.depth -= 1


def html_of(site: Path, page: str) -> str:
    return (site / page).with_suffix(".html").read_text("utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_the_headings_tables_lists_and_code_of_the_forge(site: Path, page: str) -> None:
    parser = MarkdownIt("commonmark").enable("table")
    forge = Page(parser.render((DOCS / page).read_text("utf-8")))
    ours = Page(html_of(site, page), within="article")
    assert ours.counts == forge.counts


@pytest.mark.parametrize("page", PAGES)
def test_a_page_keeps_the_anchors_of_the_forge(site: Path, page: str) -> None:
    text = re.sub(r"^```.*?^```", "", (DOCS / page).read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    wanted = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    assert wanted <= Page(html_of(site, page)).anchors


def every_page(site: Path) -> Iterator[tuple[Path, Page]]:
    for path in sorted(site.rglob("*.html")):
        if path.name != "404.html":  # its addresses are those of a server's top
            yield path, Page(path.read_text("utf-8"))


def test_all_links_lead_to_a_page_and_an_anchor_that_exist(site: Path) -> None:
    pages = {path.resolve(): page for path, page in every_page(site)}
    wrong = []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            held = pages[target].anchors if target in pages else set()
            if not target.is_file() or (parts.fragment and unquote(parts.fragment) not in held):
                wrong.append(f"{path.name}: {link}")
    assert wrong == []


def test_links_into_the_repository_lead_to_files_that_it_has(site: Path) -> None:
    links = {link for _, page in every_page(site) for link in page.links if link.startswith(REPOSITORY + "/")}
    paths = {match[1] for link in links if (match := re.search(r"/(?:blob|tree)/main/([^#]+)", link))}
    assert len(paths) > 8
    assert [path for path in sorted(paths) if not (TOP / path).exists()] == []


def test_a_reader_s_browser_loads_nothing_from_another_host(site: Path) -> None:
    loaded = [each for _, page in every_page(site) for each in page.loaded]
    assert len(loaded) > 100
    assert [
        each for each in loaded if urlsplit(each).scheme not in {"", "data"} or each.startswith("//")
    ] == []
    styles = "".join(path.read_text("utf-8") for path in site.rglob("*.css"))
    assert [each for each in re.findall(r"url\(([^)]*)\)|@import", styles) if "//" in each[:9]] == []


WORDS = """
hallucinated, fabricated, fake, false positive, suppress, ignore, disable, license, licence, offline, privacy,
cost, paywall, docx, book, isbn, gitlab, jenkins, pre-commit, exit code, timeout, proxy, rate limit,
troubleshooting, parallel, cluster, dask, install, upgrade, uninstall, windows, macos, environment variables
"""


def test_the_words_that_a_newcomer_searches_for_lead_somewhere(site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text("utf-8"))["docs"]
    text = "\n".join(f"{entry['title']}\n{entry['text']}" for entry in index).casefold()
    words = [word.strip() for word in WORDS.split(",")]
    assert [word for word in words if word not in text] == []


def test_a_link_to_a_file_that_does_not_exist_ends_the_build(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    settings = f"""
        site_name: x
        theme: {{name: material, font: false}}
        extra: {{repository: 'https://forge.example/x'}}
        hooks: ['{DOCS / "outside_links.py"}']
    """
    (tmp_path / "mkdocs.yml").write_text(textwrap.dedent(settings), "utf-8")
    (tmp_path / "docs" / "index.md").write_text("# X\n\n[one](../LICENSE) [two](../NOWHERE.md)\n", "utf-8")
    code, said = built(tmp_path / "site", tmp_path)
    assert code == 1
    assert "NOWHERE.md" in said
    assert "../LICENSE" not in said


@pytest.mark.parametrize(
    ("page", "old", "new"),
    [
        ("proof.md", "(quotes.md#limits)", "(quotes.md#limitations)"),
        ("howto/security.md", "(../threats.md)", "(../threat.md)"),
        ("tutorial.md", "# Tutorial", "# Tutorial"),
    ],
    ids=["an anchor", "a page", "a page that the navigation lacks"],
)
def test_what_leads_nowhere_ends_the_build(tmp_path: Path, page: str, old: str, new: str) -> None:
    top = tmp_path / "copy"
    shutil.copytree(DOCS, top / "docs")
    settings = (TOP / "mkdocs.yml").read_text("utf-8")
    for path in (
        "examples",
        "tests",
        "README.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "CHANGELOG.md",
        "LICENSE",
        "Dockerfile",
    ):
        (top / path).symlink_to(TOP / path)
    (top / "bench").symlink_to(TOP / "bench")
    text = (top / "docs" / page).read_text("utf-8")
    assert old in text
    (top / "docs" / page).write_text(text.replace(old, new), "utf-8")
    if old == new:
        settings = settings.replace(f"      - Tutorial: {page}\n", "")
    (top / "mkdocs.yml").write_text(settings, "utf-8")
    code, said = built(tmp_path / "site", top)
    assert code == 1
    assert said.count("WARNING") == 1
