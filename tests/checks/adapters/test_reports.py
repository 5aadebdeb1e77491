"""Reports as agents write them: those of real agents, and others in further manners, each judged by hand.

`tests/data/reports/agents` holds real output with its sources and licences in INDEX.json; the files beside it
are made up, one manner each. `expected.json` says what a reader finds in them.
"""

from __future__ import annotations

import json
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import pytest

from citelock.checks.adapters.assemble import Written, is_missing, written
from citelock.checks.adapters.interface import CitationDraft, Imported
from citelock.checks.adapters.reading import read_any
from citelock.checks.claims import Citation
from citelock.checks.errors import InputError
from citelock.checks.identifiers import Identifier, identify
from citelock.checks.limits import Limits
from tests.support.purity import purely

REPORTS = Path(__file__).parents[2] / "data" / "reports"
AGENTS = REPORTS / "agents"
MANNERS = sorted(path.name for path in REPORTS.glob("*.md"))
SAMPLES = sorted(path.name for path in AGENTS.iterdir() if path.name != "INDEX.json")
EXPECTED = json.loads((REPORTS / "expected.json").read_text("utf-8"))


def imported(path: Path) -> tuple[Imported, Written]:
    data = path.read_bytes()
    read = read_any(data, path.name)
    return read, written(read, path.name, sha256=sha256(data).hexdigest(), limits=Limits())


def citations(read: Imported) -> list[CitationDraft]:
    return [citation for claim in read.claims for citation in claim.citations]


def told(path: Path) -> dict[str, object]:
    """What is compared with what a reader found."""
    read, file = imported(path)
    return {
        "references": read.counts.references,
        "markers": read.counts.markers,
        "links": read.counts.links,
        "claims": file.claims,
        "citations": file.citations,
        "missing": list(file.missing),
        "unused": [each.marker for each in read.unused],
        "quotes": file.quotes,
    }


@pytest.mark.parametrize("name", MANNERS)
def test_a_report_in_this_manner_is_read_as_a_reader_reads_it(name: str) -> None:
    assert told(REPORTS / name) == EXPECTED[name]


@pytest.mark.parametrize("name", SAMPLES)
def test_the_output_of_a_real_agent_is_read_as_a_reader_reads_it(name: str) -> None:
    assert told(AGENTS / name) == EXPECTED[name]


@pytest.mark.parametrize(
    "path", [*(REPORTS / name for name in MANNERS), *(AGENTS / name for name in SAMPLES)]
)
def test_every_place_is_in_the_original_and_twice_gives_the_same_bytes(path: Path) -> None:
    read, file = imported(path)
    assert imported(path)[1].data == file.data
    lines = path.read_text("utf-8").split("\n")
    places = [claim.at for claim in read.claims] + [citation.at for citation in citations(read)]
    for line, column in places:
        assert 1 <= line <= len(lines)
        assert 1 <= column <= len(lines[line - 1])


@pytest.mark.parametrize("name", MANNERS)
def test_a_claim_stands_where_its_first_word_stands(name: str) -> None:
    read, _ = imported(REPORTS / name)
    lines = (REPORTS / name).read_text("utf-8").split("\n")
    for claim in read.claims if read.counts.markers + read.counts.links else ():
        line, column = claim.at
        assert claim.text.split()[0][:3].strip("[]*") in lines[line - 1][column - 1 : column + 5]


@pytest.mark.parametrize(
    "name", ["odr_gpt41_100.md", "odr_sonnet4_77.md", "odr_gpt5_34_zh.md", "drb_claude37_13_zh.md"]
)
def test_a_citation_stands_where_its_marker_stands(name: str) -> None:
    read, _ = imported(AGENTS / name)
    lines = (AGENTS / name).read_text("utf-8").split("\n")
    for citation in citations(read):
        line, column = citation.at
        assert lines[line - 1][column - 1 :].lstrip("[").startswith(citation.marker)


def kinds(read: Imported) -> dict[str, int]:
    found: dict[str, int] = {}
    for name in ("doi", "pmid", "pmcid", "arxiv", "url"):
        values = {citation.fields[name] for citation in citations(read) if name in citation.fields}
        if values:
            found[name] = len(values)
    return found


def test_the_first_sample_has_one_page_under_two_titles_three_of_pmc_and_seven_publisher_dois() -> None:
    read, _ = imported(AGENTS / "odr_gpt41_100.md")
    assert [what for what, _ in read.said] == [
        "entry 15 and entry 20 are the same source under different titles: PMC11518774"
    ]
    by_marker = {citation.marker: citation.fields for citation in citations(read)}
    assert sum("pmcid" in fields for fields in by_marker.values()) == 3
    assert by_marker["14"]["arxiv"] == "2503.17473v1"
    urls = [str(fields["url"]) for fields in by_marker.values() if "url" in fields]
    assert sum("/10." in url for url in urls) == 7
    for citation in citations(read):
        known = {name: str(value) for name, value in citation.fields.items() if name in Citation._fields}
        assert isinstance(identify(Citation(0, **known)), Identifier)  # type: ignore[arg-type] # strings all


def test_links_and_list_of_the_second_sample_agree_everywhere() -> None:
    read, _ = imported(AGENTS / "odr_sonnet4_77.md")
    assert read.said == ()
    quoted = [citation for citation in citations(read) if "quote" in citation.fields]
    assert [(each.marker, each.fields["quote"]) for each in quoted] == [
        (
            "1",
            "the desire for an answer on a given topic, any answer, "
            "as opposed to uncertainty, confusion, or ambiguity",
        )
    ]


def test_the_chinese_sample_repeats_one_entry() -> None:
    read, _ = imported(AGENTS / "odr_gpt5_34_zh.md")
    assert [what for what, _ in read.said] == [
        "entry 11 and entry 33 are the same source: https://www.nature.com/articles/s41377-024-01691-z"
    ]


def test_six_lists_without_markers_become_one_claim_for_each_entry() -> None:
    read, _ = imported(AGENTS / "odr_pubmed_example.md")
    assert kinds(read) == {"pmid": 15}  # of 16 entries
    assert len(read.said) == 1
    assert "different titles: 36874334" in read.said[0][0]


def test_inline_links_name_fourteen_pages() -> None:
    read, _ = imported(AGENTS / "gptr_deepsea_inline_links.md")
    assert kinds(read) == {"url": 14}
    assert not any(claim.text.startswith("Sources:") for claim in read.claims)


def test_the_bibliography_has_two_dois_and_three_whole_arxiv_notes() -> None:
    read, file = imported(AGENTS / "hallmark_neurips2025_24.bib")
    assert kinds(read) == {"doi": 2, "arxiv": 3}
    assert file.dois == 2
    assert [what for what, _ in read.said] == [
        "14 author fields are plain lists with commas, read as `A, B, and C`"
    ]
    assert read.claims[0].key == "gptzero_neurips2025_003"


def test_api_citations_keep_their_words_and_documents_stay_nameless() -> None:
    read, file = imported(AGENTS / "api_anthropic_citations.json")
    assert [claim.text for claim in read.claims] == [
        "According to the trial report, mortality fell from 18% to 7%.",
        "A later web page repeats the figure.",
    ]
    assert file.missing == ("document:0", "document:1")
    assert [citation.fields["quote"] for citation in citations(read)] == [
        "Thirty-day mortality was 18% in the control arm and 7% in the treatment arm.",
        "deaths dropped from 18 to 7 per cent",
        "mortality fell",
    ]
    assert all(is_missing(citation) == bool(citation.marker) for citation in citations(read))


def test_an_annotation_becomes_the_address_of_its_sentence() -> None:
    read, _ = imported(AGENTS / "api_openai_annotations.json")
    assert [(claim.text, dict(claim.citations[0].fields)) for claim in read.claims] == [
        (
            "Mortality fell from 18% to 7%.",
            {"url": "https://example.org/news/demo-trial", "title": "Demo trial explained"},
        )
    ]


@pytest.mark.parametrize("name", SAMPLES)
def test_no_prefix_of_a_sample_makes_an_importer_fail(name: str) -> None:
    data = (AGENTS / name).read_bytes()
    for end in range(0, len(data), 97):
        # A cut character and a JSON that ends too early are refused; nothing else goes wrong.
        with suppress(InputError):
            read = read_any(data[:end], name, "auto")
            written(read, name, sha256="0" * 64, limits=Limits())


def test_reading_is_pure() -> None:
    texts = [(path, path.read_bytes()) for path in (*(REPORTS / name for name in MANNERS), *AGENTS.iterdir())]
    for path, data in texts:  # what is imported late is imported now
        if path.name != "INDEX.json":
            read_any(data, path.name)
    with purely():
        for path, data in texts:
            if path.name != "INDEX.json":
                read_any(data, path.name)


def test_the_table_in_the_documentation_is_true() -> None:
    page = (Path(__file__).parents[3] / "docs" / "import.md").read_text("utf-8")
    for name in SAMPLES:
        found = told(AGENTS / name)
        cells = [found[key] for key in ("references", "markers", "links", "claims", "citations")]
        lists = [len(found[key]) for key in ("missing", "unused")]  # type: ignore[arg-type] # lists both
        row = f"| `{name}` | " + " | ".join(map(str, [*cells, *lists, found["quotes"]])) + " |"
        assert row in page, row
