"""Formats beside Markdown: BibTeX, CSL-JSON, the citations of two APIs, and DOIs in all of them."""

from __future__ import annotations

import json

import pytest

from citelock.checks.adapters.assemble import written
from citelock.checks.adapters.reading import read_any
from citelock.checks.identifier_values import from_doi
from citelock.checks.identifiers import Identifier
from citelock.checks.limits import Limits
from tests.support.imported import fields, markdown


def test_a_doi_that_stands_in_howpublished_only_is_found() -> None:
    # rpatrik96/bibtexupdater#53
    entry = (
        r"@misc{a, title={{BERT}: Demo}, author={Devlin, Jacob and Chang, M.}, year=2018, "
        r"howpublished={\url{https://doi.org/10.48550/arXiv.1810.04805}}}"
    )
    (found,) = fields(read_any(entry.encode(), "a.bib"))
    assert (found["doi"], found["year"], found["first_author"]) == (
        "10.48550/arxiv.1810.04805",
        2018,
        "Devlin",
    )
    assert found["title"] == "BERT: Demo"


def test_one_content_block_by_itself_is_enough() -> None:
    # langchain-core unit tests (bedrock translator)
    block = {
        "type": "text",
        "text": "Mortality fell.",
        "citations": [
            {
                "type": "web_search_result_location",
                "url": "https://example.org/a",
                "title": "T",
                "cited_text": " mortality fell from 18 to 7 per cent\n",
            }
        ],
    }
    assert fields(read_any(json.dumps(block).encode(), "block.json")) == [
        {"url": "https://example.org/a", "title": "T", "quote": "mortality fell from 18 to 7 per cent"}
    ]


def test_csl_json_gives_one_claim_an_item_with_its_place() -> None:
    items = [
        {
            "id": "devlin2018",
            "type": "article",
            "DOI": "https://doi.org/10.5555/ABC",
            "title": "A title",
            "author": [{"family": "Devlin", "given": "Jacob"}, {"literal": "Demo Group"}],
            "issued": {"date-parts": [["2018", 5]]},
            "container-title": "Demo Journal",
        },
        {"id": "web", "title": "A page", "URL": "https://example.org/a", "issued": {"raw": "2020-01-02"}},
    ]
    read = read_any(json.dumps(items, indent=1).encode(), "items.json")
    assert read.format == "csl-json"
    assert [claim.key for claim in read.claims] == ["devlin2018", "web"]
    assert fields(read) == [
        {
            "doi": "10.5555/abc",
            "title": "A title",
            "year": 2018,
            "first_author": "Devlin",
            "authors": ["Devlin, Jacob", "Demo Group"],
            "container_title": "Demo Journal",
        },
        {"url": "https://example.org/a", "title": "A page", "year": 2020},
    ]
    assert read.claims[0].at == (2, 2)


def test_bibtex_decodes_accents_strings_and_drops_incomplete_numbers() -> None:
    text = (
        '@string{dm = "Demo Mag"}\n'
        '@article{k1, author = {Erd{\\H o}s, P. and others}, title = "The {\\"U}ber " # {Title},\n'
        " journal = dm, date = {2019-03}, eprint = {2107.13586}, archivePrefix={arXiv}}\n"
        "@article{k1, author={{Demo Group and Others}}, title={B}, note={arXiv:2402.}}\n@misc{cut, title={"
    )
    read = read_any(text.encode(), "a.bib")
    assert fields(read) == [
        {
            "arxiv": "2107.13586",
            "title": "The Über Title",
            "year": 2019,
            "first_author": "Erdős",
            "container_title": "Demo Mag",
        },
        {"title": "B", "first_author": "Demo Group and Others"},
    ]
    assert [at for _, at in read.unread] == [(5, 1)]
    file = written(read, "a.bib", sha256="0" * 64, limits=Limits())
    assert [claim["id"] for claim in json.loads(file.data)["claims"]] == ["k1", "k1-2"]


def test_documents_get_the_identifiers_that_a_person_gives_them() -> None:
    block = {
        "type": "text",
        "text": "A fell. B rose.",
        "citations": [
            {"type": "char_location", "cited_text": "A fell by half", "document_index": 0},
            {"type": "page_location", "cited_text": "B", "document_index": 1, "document_title": "Demo"},
        ],
    }
    data = json.dumps({"content": [block]}).encode()
    read = read_any(data, "m.json", documents={"0": "doi:10.5555/a", "Demo": "https://example.org/demo"})
    assert fields(read) == [
        {"doi": "10.5555/a", "quote": "A fell by half"},
        {"url": "https://example.org/demo", "title": "Demo", "quote": "B"},
    ]
    assert [claim.text for claim in read.claims] == ["A fell. B rose."]  # a cited block is one claim


def test_an_annotation_whose_span_is_off_is_found_by_its_address() -> None:
    text = "Résumé 😀. Costs fell ([demo](https://example.org/a?utm_source=openai)). Prices rose."
    for start, end in ((0, 3), (5000, 6000), (-1, 4)):
        answer = {
            "type": "output_text",
            "text": text,
            "annotations": [
                {
                    "type": "url_citation",
                    "start_index": start,
                    "end_index": end,
                    "url": "https://example.org/a?utm_source=openai",
                    "title": "Demo",
                }
            ],
        }
        read = read_any(json.dumps({"output": [{"content": [answer]}]}).encode(), "a.json")
        assert [(claim.text, dict(claim.citations[0].fields)) for claim in read.claims] == [
            ("Costs fell.", {"url": "https://example.org/a", "title": "Demo"})
        ]


def test_chat_completions_hold_their_annotations_one_level_deeper() -> None:
    message = {
        "role": "assistant",
        "content": "Costs fell by half.",
        "annotations": [
            {
                "type": "url_citation",
                "url_citation": {
                    "start_index": 0,
                    "end_index": 19,
                    "url": "https://example.org/a",
                    "title": "Demo",
                },
            }
        ],
    }
    read = read_any(json.dumps({"choices": [{"message": message}]}).encode(), "a.json")
    assert fields(read) == [{"url": "https://example.org/a", "title": "Demo"}]
    assert read.claims[0].text == "Costs fell by half."


SICI = "10.1002/(SICI)1097-4636(199823)43:4<338::AID-JBM16>3.0.CO;2-B"


@pytest.mark.parametrize(
    "written_as",
    [
        f"doi:{SICI}",
        f"{SICI}.",
        f"({SICI})",
        f"https://doi.org/{SICI}",
        f"http://dx.doi.org/{SICI},",
        f"<https://doi.org/{SICI.replace('<', '%3C').replace('>', '%3E')}>",
        f"[T](https://doi.org/{SICI})",
        f"doi:{SICI.replace('<', '&lt;').replace('>', '&gt;')}",
        f"doi:{SICI.replace('<', chr(92) + '<').replace('>', chr(92) + '>')}; T",
    ],
)
def test_a_doi_with_brackets_of_its_own_is_read_whole(written_as: str) -> None:
    read = markdown(f"It fell [1].\n\n## References\n\n[1] Doe 1998. T. {written_as}\n")
    assert [each["doi"] for each in fields(read)] == [SICI.lower()]


@pytest.mark.parametrize("tag", ["<br>", "</td>", "<sup>2</sup>", "<!-- x -->", "<b>"])
def test_a_tag_behind_a_doi_is_none_of_it(tag: str) -> None:
    read = markdown(f"It fell [1].\n\n## References\n\n[1] T. 10.5555/demo{tag} seen\n")
    assert [each["doi"] for each in fields(read)] == ["10.5555/demo"]


@pytest.mark.parametrize(
    ("less", "more"), [("<", ">"), ("$<$", "$>$"), ("&lt;", "&gt;"), ("{\\textless}", "{\\textgreater}")]
)
def test_the_doi_field_of_a_bibliography_is_the_whole_doi(less: str, more: str) -> None:
    doi = SICI.replace("<", less).replace(">", more)
    bib = read_any(f"@article{{a, title={{T}}, doi={{{doi}}}}}".encode(), "a.bib")
    csl = read_any(json.dumps([{"id": "a", "title": "T", "DOI": doi}]).encode(), "a.json")
    for read in (bib,) if "{" in less else (bib, csl):
        [found] = fields(read)
        identifier = from_doi(str(found["doi"]), "doi")
        assert isinstance(identifier, Identifier)
        assert identifier.value == SICI.lower()


@pytest.mark.parametrize("doi", ["10.5555/demo<a", "10.5555/demo<338::AID"])
def test_a_doi_field_that_does_not_end_as_a_doi_does_is_never_cut(doi: str) -> None:
    read = read_any(f"@article{{a, title={{T}}, doi={{{doi}}}}}".encode(), "a.bib")
    assert fields(read)[0]["doi"] == doi.lower() or fields(read)[0]["doi"] == doi


def test_a_citation_of_an_api_in_code_a_comment_or_a_list_of_sources_is_a_claim_by_itself() -> None:
    def cited(words: str) -> dict[str, object]:
        return {
            "type": "text",
            "text": words,
            "citations": [{"url": "https://example.org/p", "cited_text": f"The source says: {words}"}],
        }

    blocks = [
        {"type": "text", "text": "Before. <!-- "},
        cited("In a comment."),
        {"type": "text", "text": " -->\n\n```\n"},
        cited("In code."),
        {"type": "text", "text": "\n```\n\n## Sources\n"},
        cited("Below a heading."),
        {"type": "message", "content": [cited("In a message inside.")]},
    ]
    read = read_any(json.dumps({"content": blocks}).encode(), "a.json")
    assert [(claim.text, claim.citations[0].fields["quote"]) for claim in read.claims] == [
        (words, f"The source says: {words}")
        for words in ("In a comment.", "In code.", "Below a heading.", "In a message inside.")
    ]


def test_an_annotation_without_an_address_is_told_of() -> None:
    answer = {
        "type": "output_text",
        "text": "It fell. ```x``` It rose.",
        "annotations": [
            {"type": "url_citation", "start_index": 11, "end_index": 12, "url": "https://example.org/p"},
            {"type": "file_citation", "file_id": "x", "url": "https://example.org/q"},
        ],
    }
    read = read_any(json.dumps(answer).encode(), "a.json")
    assert [[each.fields["url"] for each in claim.citations] for claim in read.claims] == [
        ["https://example.org/p"]
    ]
    assert [what for what, _ in read.said] == [
        "an annotation (file_citation) names no address: it is left out"
    ]
