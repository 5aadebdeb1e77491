"""The adapters one rule at a time: cases of users' reports, further formats, odd and hostile input."""

from __future__ import annotations

import json

import pytest

from citelock.checks.adapters.assemble import is_missing, written
from citelock.checks.adapters.interface import Imported
from citelock.checks.adapters.markdown.report import read_markdown
from citelock.checks.adapters.reading import read_any
from citelock.checks.errors import InputError
from citelock.checks.identifier_values import from_doi
from citelock.checks.identifiers import Identifier
from citelock.checks.limits import Limits
from tests.support.speed import at_most


def markdown(text: str) -> Imported:
    return read_any(text.encode(), "report.md")


def fields(read: Imported) -> list[dict[str, object]]:
    """The citations with an identifier, as `import` writes them."""
    return [
        ({"marker": citation.marker} if citation.marker else {}) | dict(citation.fields)
        for claim in read.claims
        for citation in claim.citations
        if not is_missing(citation)
    ]


def test_a_marker_without_entry_is_kept_and_an_entry_without_marker_told() -> None:
    # langchain-ai/open_deep_research tests/expt_results: 8 of 278 reports with a list had such markers.
    text = (
        "Costs rose 12% [1][3].\n\n### Sources\n[1] Demo report: https://example.org/a\n"
        "[2] Unused: https://example.org/b"
    )
    read = markdown(text)
    assert fields(read) == [{"marker": "1", "url": "https://example.org/a", "title": "Demo report"}]
    file = written(read, "report.md", sha256="0" * 64, limits=Limits())
    assert (file.missing, [each.marker for each in read.unused]) == (("3",), ["2"])
    assert json.loads(file.data)["import"]["missing"] == ["3"]
    assert json.loads(file.data)["claims"][0]["citations"][1] == {"marker": "3", "at": [1, 19]}


def test_inline_links_in_parentheses_are_citations_and_no_words_of_the_claim() -> None:
    # assafelovic/gpt-researcher prompts
    read = markdown("Costs rose ([Demo 2024](https://example.org/a), [Other](https://example.org/b)).")
    assert [each["url"] for each in fields(read)] == ["https://example.org/a", "https://example.org/b"]
    assert [claim.text for claim in read.claims] == ["Costs rose."]


def test_a_footnote_carries_the_quotation_without_its_outer_ellipsis() -> None:
    # xoai/sage-wiki#145
    text = (
        "Barium reached 72,000 mg/kg.[^1]\n\n"
        '[^1]: "...72,000 mg/kg in Stockpile 3." - S98, https://doi.org/10.5555/s98'
    )
    assert fields(markdown(text)) == [
        {"marker": "1", "doi": "10.5555/s98", "quote": "72,000 mg/kg in Stockpile 3."}  # `S98` is no title
    ]


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


def test_an_echoed_prompt_is_not_the_report() -> None:
    # monarch-initiative/dismech research/*.md
    text = (
        "---\nprovider: x\n---\n\n## Question\n\nPlease cite 10.5555/example in your answer.\n\n"
        "## Output\n\nFact (PMID:29152729)."
    )
    read = markdown(text)
    assert fields(read) == [{"pmid": "29152729"}]
    assert (read.claims[0].text, read.claims[0].at) == ("Fact.", (11, 1))


@pytest.mark.parametrize(
    "text",
    [
        "[2Fe-2S] clusters",
        "a range of [1.3-1.7]",
        "[sic] it",
        "- [ ] to do",
        "- [x] done",
        "in [2019] it",
        "of [10,000]",
    ],
)
def test_brackets_that_are_no_markers_stay_text(text: str) -> None:
    assert markdown(f"It assembles {text} well.\n\n- item {text}").claims == ()


def test_a_marker_behind_the_full_stop_is_of_the_sentence_before() -> None:
    read = markdown("First. [1] Second.[2]\n\n成本上升。[1][2] 随后下降。")
    assert [(claim.text, [each.marker for each in claim.citations]) for claim in read.claims] == [
        ("First.", ["1"]),
        ("Second.", ["2"]),
        ("成本上升。", ["1", "2"]),
    ]


def test_a_link_that_disagrees_with_the_list_is_kept_and_told_of() -> None:
    read = markdown("Fact [[1]](https://example.org/a).\n\n## Sources\n[1] T: https://example.org/b\n")
    assert fields(read) == [{"marker": "1", "url": "https://example.org/a"}]
    assert read.said == (("marker 1: link and list name different pages; the link is kept", (1, 6)),)


def test_a_range_of_more_than_a_thousand_is_one_missing_marker() -> None:
    read = markdown("Fact [1-5000].\n\nMore [1-1000].\n\n# Sources\n[1] T: https://example.org/a\n")
    assert [len(claim.citations) for claim in read.claims] == [1, 1000]
    assert read.claims[0].citations[0].marker == "1-5000"


def test_one_page_under_two_numbers_is_two_citations() -> None:
    read = markdown(
        "A [1][2].\n\n## Sources\n[1] One: https://example.org/a\n[2] Two: https://example.org/a\n"
    )
    assert len(read.claims[0].citations) == 2
    assert "the same source under different titles" in read.said[0][0]


def test_sentences_without_a_source_are_counted_and_taken_in_when_asked_for() -> None:
    read = markdown("Own view. Prices rose 3 %. Fact [1].\n\n## Sources\n[1] T: https://example.org/a\n")
    assert (read.counts.sentences, read.counts.figures) == (2, 1)
    file = written(read, "r.md", sha256="0" * 64, uncited=True, limits=Limits())
    claims = json.loads(file.data)["claims"]
    assert [(claim["id"], claim["text"], len(claim["citations"])) for claim in claims] == [
        ("c1", "Own view.", 0),
        ("c2", "Prices rose 3 %.", 0),
        ("c3", "Fact.", 1),
    ]


def test_crlf_a_byte_order_mark_and_odd_spaces_move_no_place() -> None:
    text = (
        "# T\n\nFact one [1].\n\n- Zweitens [2].\n\n"
        "## Sources\n[1] A: https://example.org/a\n[2] B: https://example.org/b\n"
    )
    plain = markdown(text)
    other = read_any(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode(), "report.md")
    assert plain.claims == other.claims
    assert plain.claims[1].citations[0].at == (5, 12)


def test_what_is_in_code_or_commented_out_is_not_cited() -> None:
    text = "Use `a[1]` and\n\n```\nb[2]\n```\n\n<!-- c[3] https://example.org -->\nFact [4].\n"
    assert [each.marker for claim in markdown(text).claims for each in claim.citations] == ["4"]


def test_an_address_in_a_paragraph_of_its_own_is_that_of_the_entry_before() -> None:
    read = markdown("Fact [1].\n\n## Sources\n\n[1] Demo report\n\nhttps://example.org/a\n")
    assert fields(read) == [{"marker": "1", "url": "https://example.org/a", "title": "Demo report"}]


@pytest.mark.parametrize(
    "paragraph",
    [
        'The council lost 999 people: "Costs rose 12% in 2024. Staff numbers fell to 310" [1].',
        "Der Rat verlor 999 Leute: „Die Kosten stiegen um 12 %. Das Personal sank auf 310“ [1].",
        "Le conseil a perdu 999 personnes : « Les coûts montent de 12 %. Le personnel tombe à 310 » [1].",
        "市议会失去999人：“成本在二〇二四年上升了百分之十二，比上一年快。随后全部工作人员下降到310人”[1]。",
    ],
)
def test_a_stop_inside_a_quotation_ends_no_claim(paragraph: str) -> None:
    # Red without: the figure before the quotation was in no claim, and the claim was verified.
    (claim,) = markdown(f"{paragraph}\n\n## Sources\n[1] T: https://example.org/a\n").claims
    assert "999" in claim.text
    assert len(str(claim.citations[0].fields["quote"])) >= 20


def test_quotation_marks_around_a_marker_hold_no_sentences_together() -> None:
    listed = "\n## Sources\n[1] T: https://example.org/a\n"
    read = markdown('It fell 5" [1]. Then "it rose [1]. It fell [1]. The end" came [1].\n' + listed)
    assert [claim.text for claim in read.claims] == [
        'It fell 5".',
        'Then "it rose.',
        "It fell.",
        'The end" came.',
    ]


@pytest.mark.parametrize(
    "first",
    [
        "[1]标题报告，https://example.org/a",
        "【1】标题报告，https://example.org/a",
        "1、标题报告，https://example.org/a",
        "（1）标题报告，https://example.org/a",
        "１．标题报告，https://example.org/a",
        "1.Alpha report: https://example.org/a",
        "[1]Alpha report: https://example.org/a",
        "¹Alpha report: https://example.org/a",
        "[Source 1] Alpha report: https://example.org/a",
        "- Source 1: Alpha report, https://example.org/a",
        "- **Ref. 1**: Alpha report, https://example.org/a",
    ],
)
def test_a_number_that_touches_its_title_or_has_a_word_is_that_of_its_entry(first: str) -> None:
    heading = "参考文献" if "标题" in first else "References"
    read = markdown(f"Costs rose [1].\n\n## {heading}\n\n{first}\n")
    assert [each["url"] for each in fields(read)] == ["https://example.org/a"]
    assert fields(read)[0]["title"] in ("标题报告", "Alpha report")
    assert read.unused == ()


def test_words_are_labels_where_markers_name_them() -> None:
    text = (
        "Slower [S1]. Later [S2, S3] in [New York, Berlin].\n\nSources:\n- **S1**: Alpha, https://example.org/a\n"
        "- S2: Beta, https://example.org/b\n- S9: Gamma, https://example.org/c\n"
    )
    read = markdown(text)
    assert [(each["marker"], each["url"]) for each in fields(read)] == [
        ("S1", "https://example.org/a"),
        ("S2", "https://example.org/b"),
    ]
    assert [each.marker for claim in read.claims for each in claim.citations if is_missing(each)] == ["S3"]
    assert read.unused[0].fields["title"] == "S9: Gamma"  # no marker names it, so it may be a title


_DOI = "https://doi.org/10.5555/a"


@pytest.mark.parametrize(
    ("entry", "title"),
    [
        ("Deep reading of scans (2024): " + _DOI, "Deep reading of scans"),
        ("Deep reading of scans (Journal of Demo, 2024): " + _DOI, "Deep reading of scans"),
        ("Shopping online behaviour of teens: " + _DOI, "Shopping online behaviour of teens"),
        ("Predicting a missing link in graphs: " + _DOI, "Predicting a missing link in graphs"),
        ("Data retrieved from satellites: " + _DOI, "Data retrieved from satellites"),
        ("Offline and online - " + _DOI, "Offline and online"),
        ("Deep reading, accessed 3 May 2024, " + _DOI, "Deep reading"),
        ("Deep reading. Available at: " + _DOI, "Deep reading"),
        (
            "Example A, Other B. Deep reading of scans. J Demo. 2024;12(3):45-60. " + _DOI,
            "Deep reading of scans",
        ),
        ("Пример П., Другой Б. Deep reading of scans // Demo. — 2023. " + _DOI, "Deep reading of scans"),
        (
            'A. Example and B. Other, "Deep reading of scans," J. Demo, vol. 2, ' + _DOI,
            "Deep reading of scans",
        ),
        ("Deep reading of scans. *J. Demo*, 12. " + _DOI, "Deep reading of scans"),
        ("Vitamin D. A review of it. " + _DOI, "Vitamin D. A review of it"),
        ("Example et al. 2024, " + _DOI, None),
        ("Example et al., Demo Letters, " + _DOI, None),
        ("Example, A., Deep reading of scans, vol. 3, " + _DOI, None),
        (f"[Example et al. 2024]({_DOI})", None),
        (f"[Example & Other, 2024]({_DOI})", None),
        (f"[Example et al., PNAS]({_DOI})", None),
        (f"[World Energy Outlook 2024]({_DOI})", "World Energy Outlook 2024"),
    ],
)
def test_only_a_title_is_taken_for_one(entry: str, title: str | None) -> None:
    (found,) = fields(markdown(f"Fact [1].\n\n## References\n\n[1] {entry}\n"))
    assert found == {"marker": "1", "doi": "10.5555/a"} | ({"title": title} if title else {})


def markers(text: str) -> list[str]:
    return [citation.marker for claim in markdown(text).claims for citation in claim.citations]


SMITH = "\n\n## References\n\nSmith, J., & Doe, A. (2020). A title. https://example.org/s\n"


@pytest.mark.parametrize(
    "words",
    [
        "It rose (Smith & Doe, 2020).",
        "It rose (Smith et al., 2020, p. 12).",
        "It rose (*Smith et al.*, 2020).",
        "It rose (see Smith 2020).",
        "It rose [Smith and Doe, 2020].",
        "Smith and Doe (2020) say it rose.",
        "However, Smith et al.'s (2020, p. 3) study says it rose.",
        "In contrast, J. Smith (2020) says it rose.",
    ],
)
def test_names_with_a_year_lead_to_the_one_entry_that_has_both(words: str) -> None:
    read = markdown(words + SMITH)
    (found,) = fields(read)
    assert (found["url"], found["title"]) == ("https://example.org/s", "A title")
    assert "2020" not in read.claims[0].text  # a year of a citation is no figure of the claim
    assert str(found["marker"]).startswith(("Smith", "J. Smith"))
    assert read.unused == ()


@pytest.mark.parametrize(
    ("words", "missing"),
    [
        ("It fell (Miller et al., 2018).", ["Miller et al., 2018"]),
        ("It fell (Miller & Roe, 2018).", ["Miller & Roe, 2018"]),
        ("It fell (Smith, 2021).", ["Smith, 2021"]),  # an author of the list, in a year that it has not
        ("Smith (2021) says it fell.", ["Smith, 2021"]),
        ("The agreement (Paris, 2015) held in May (2020), see (Table 3, 2020).", []),
        ("It fell (January 2020) in Berlin (2019).", []),
        ("It fell (as of 2020).", []),
    ],
)
def test_names_without_an_entry_are_missing_only_where_they_are_a_citation(
    words: str, missing: list[str]
) -> None:
    assert markers(f"It rose (Smith & Doe, 2020). {words}{SMITH}") == ["Smith & Doe, 2020", *missing]


def test_names_that_two_entries_have_are_missing_and_a_second_author_tells_them_apart() -> None:
    text = SMITH + "\nSmith, J., & Roe, B. (2020). Other. https://example.org/o\n"
    read = markdown(f"A (Smith et al., 2020). B (Smith & Roe, 2020). {text}")
    assert [(each.marker, is_missing(each)) for claim in read.claims for each in claim.citations] == [
        ("Smith et al., 2020", True),
        ("Smith & Roe, 2020", False),
    ]


def test_in_a_report_with_numbers_names_are_prose_or_the_number_of_their_entry() -> None:
    text = (
        "Smith (2020) says it rose [1]. It fell (Doe, 2019). Others (Miller et al., 2018) agree.\n\n"
        "## References\n\n[1] Smith, J. (2020). A title. https://example.org/s\n"
        "[2] Doe, A. (2019). Other. https://example.org/d\n"
    )
    assert markers(text) == ["1", "2"]


def test_names_are_prose_where_no_entry_has_them() -> None:
    text = "It rose (Smith et al., 2020).\n\n## Sources\n\n- Report of a board: https://example.org/a\n"
    assert [claim.text for claim in markdown(text).claims] == ["Report of a board"]


def test_keys_need_a_list_that_carries_keys() -> None:
    said = markdown("It rose [@smith2020]. It fell \\cite{doe}. Ask @octocat, a@b.com.\n").said
    assert [what for what, _ in said] == [
        "2 citations by key, the first [@smith2020]: read as text, no list has the key"
    ]
    listed = "\n\n## References\n\n- smith2020: A title, https://example.org/s\n"
    assert markers(
        "It rose [@smith2020; @doe, p. 3]. It fell [-@smith2020]. As @smith2020 says. So \\cite{x}" + listed
    ) == [
        "smith2020",
        "doe",
        "smith2020",
        "smith2020",
        "x",
    ]


def test_a_note_in_the_text_is_read_like_a_footnote() -> None:
    read = markdown(
        'It rose.^["It rose by twelve percent." [Page (1)](https://example.org/a)] Why?^[Our own view.]\n'
    )
    assert fields(read) == [
        {"url": "https://example.org/a", "title": "Page (1)", "quote": "It rose by twelve percent."}
    ]
    assert [claim.text for claim in read.claims] == ["It rose."]
    assert [claim.text for claim in read.uncited] == ["Why?"]


TRUE = "Mortality fell by 9 percent in all treated patients"
FALSE = "The drug works wonderfully well in all very young children"
LISTED = "\n\n## Sources\n[1] T: https://example.org/a\n"


def quoted(text: str) -> list[list[str]]:
    """What is quoted, citation by citation."""
    return [
        list(each.fields.get("quotes") or filter(None, [each.fields.get("quote")]))  # type: ignore[call-overload] # both of strings
        for claim in markdown(text).claims
        for each in claim.citations
    ]


@pytest.mark.parametrize(
    "text",
    [
        f'The trial states that "{FALSE}" [^1].\n\n[^1]: "{TRUE}." https://example.org/a\n',
        f'It says "{FALSE}" and adds "{TRUE}" [1].{LISTED}',
        f"It says ‹{FALSE}› and »{TRUE}« [1].{LISTED}",
        f'It says "{FALSE}", then „{TRUE}“ (p. 4) [1].{LISTED}',
    ],
)
def test_every_quotation_of_a_passage_is_looked_up(text: str) -> None:
    (words,) = quoted(text)
    assert sorted(each.rstrip(".") for each in words) == [TRUE, FALSE]


def test_each_marker_has_the_quotations_before_it() -> None:
    text = f'It says "{TRUE}" [1] and "{FALSE}" [1]. A "word" and "{TRUE}" long before it [1].{LISTED}'
    assert quoted(text) == [[TRUE], [FALSE], []]


@pytest.mark.parametrize(
    "struck", ["~~not~~", "~not~", "<del>not</del>", "<s>not</s>", "<STRIKE>not</STRIKE>"]
)
def test_struck_words_are_not_said(struck: str) -> None:
    text = f'"The treatment did {struck} improve survival in the large group" [1].{LISTED}'
    assert quoted(text) == [["The treatment did improve survival in the large group"]]


@pytest.mark.parametrize("text", ["about ~5 and ~6 years", "from ~5 to ~6", "a~b~c", "a ~~ b ~~ c", "~~open"])
def test_a_tilde_by_itself_strikes_nothing(text: str) -> None:
    assert markdown(f"It took {text} [1].{LISTED}").claims[0].text == f"It took {text}."


def test_a_figure_that_goes_on_as_a_link_inside_a_quotation_is_one_figure() -> None:
    text = f'"Mortality fell by 9[5](https://example.org/p) percent in all treated patients" [1].{LISTED}'
    assert quoted(text)[-1] == ["Mortality fell by 95 percent in all treated patients"]


def test_markers_inside_a_quotation_that_no_list_has_are_the_sources_own() -> None:
    text = f'"We enrolled more patients[12] in the northern hospitals" [1]. But it fell [13].{LISTED}'
    assert quoted(text)[0] == ["We enrolled more patients[12] in the northern hospitals"]
    assert markers(text) == ["1", "13"]


@pytest.mark.parametrize(
    "said",
    [
        'The report "Heat Pumps in the Cold North of the Country" [1] says so.',
        'A work titled "Heat pumps in the cold north of the country" [1] says so.',
        'As "Heat pumps in the cold north of the country" [1] says.',  # the title of the entry
    ],
)
def test_a_title_in_quotation_marks_is_no_quotation(said: str) -> None:
    listed = "\n\n## Sources\n[1] Heat pumps in the cold north of the country: https://example.org/a\n"
    assert quoted(said + listed) == [[]]


Q = "the number of treated patients fell by nine percent in the year"


@pytest.mark.parametrize(
    "note",
    [
        f'"{Q}", [A page](https://example.org/a)',
        f'"{Q}", https://example.org/a',
        f'https://example.org/a "{Q}"',
        f'[A page](https://example.org/a). "{Q.capitalize()}"',
        f'A page, https://example.org/a. "{Q}"',
        f'Quote: "{Q}" https://example.org/a',
        f"„{Q}“, https://example.org/a",
        f'*"{Q}"*, https://example.org/a',
    ],
)
def test_a_note_keeps_its_quotation_wherever_it_stands(note: str) -> None:
    ((words,),) = quoted(f"It fell.[^1]\n\n[^1]: {note}\n")
    assert words.casefold() == Q


def test_the_words_of_a_note_are_those_that_a_reader_sees() -> None:
    note = '"We saw \\[12\\] *many* patients &amp; nurses [at home](https://example.org/b)." https://example.org/a'
    assert quoted(f"It fell.[^1]\n\n[^1]: {note}\n") == [["We saw [12] many patients & nurses at home."]]


@pytest.mark.parametrize("mark", ["¹", "<sup>1</sup>", "^1^"])
def test_raised_markers_are_read_beside_brackets_and_powers_are_not(mark: str) -> None:
    text = f"It rose [1]. It fell.{mark} Reefs{mark} too. A fit of R{mark} and 5 cm{mark}.{LISTED}"
    assert [claim.text for claim in markdown(text).claims] == ["It rose.", "It fell.", "Reefs too."]


@pytest.mark.parametrize(
    "text",
    [
        "Signs `<!--` show. {0} And `-->` too.",
        "<!--> {0} -->",
        "<styled> {0} </styled>",
        "```\n<!--\n```\n\n{0}\n\n```\n-->\n```\n",
        "---\n\n{0}\n\nNote: x\n\n---\n\nMore.",
        "---\n# Heading: one\n{0}\n---\n\nMore.",
        'A "first" chapter.\n\n## Question\n\n{0}\n\n## Result\n\nMore.',
        "~~~\r~~~\r\n{0}\r\n\r\n~~~",
        "# T\r\r{0}\r",
    ],
)
def test_nothing_hides_from_the_import_what_a_reader_sees(text: str) -> None:
    said = f'It says "{FALSE}" [1].'
    read = markdown(text.format(said) + LISTED)
    assert [FALSE] in [[each.fields.get("quote")] for claim in read.claims for each in claim.citations]


@pytest.mark.parametrize(
    "text",
    [
        "<!-- {0} -->\n\nB.",
        "<style>{0}</style>\n\nB.",
        "<script type='x'>{0}</script>\n\nB.",
        "---\ntitle: X\ntags:\n  - a\n- b\nnote: '{0}'\n---\n\nB.",
        "# Title\n\n## Question\n\n{0}\n\n## Output\n\nB.",
        "```\n{0}\n```\n\nB.",
    ],
)
def test_what_a_reader_does_not_see_is_not_cited(text: str) -> None:
    assert [claim.text for claim in markdown(text.format("It fell [1]")).claims] == []


def test_the_signs_of_our_own_texts_are_nothing_special_in_a_report() -> None:
    text = f'One. It says "{FALSE}" [^citelock-opens]. Then [^citelock-0].'
    assert markers(text) == ["citelock-opens", "citelock-0"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f'A.\n\nThey say "{FALSE}".', 3),
        (f'It says "{FALSE}" in a place far from its marker [1].', 1),
        (f'It says "{FALSE}" [see 1].', 1),
        (f'It says "{FALSE}" &#91;1&#93;.', 1),
        (f'It says "{FALSE}" ([Trial](ftp://example.org/p)).', 1),
        (f'It says "{FALSE}" [1][1] twice.', 1),  # two sources, so it is the quotation of neither
        (f'A.\n\n```\nIt says "{FALSE}" [1].\n```', 4),
        (f'A.\n\n<!-- It says "{FALSE}" [1]. -->', 3),
        (f'# Question\n\nIt says {FALSE}.\n\nIt says "{FALSE}" [1].\n\n# Result\n\nA.', 5),
        (f'A.\n\n## Sources\n\n- They say "{FALSE}" [9] https://example.org/x', 5),
        ("> " * 60 + f'It says "{FALSE}" [1].', 1),
    ],
)
def test_a_quotation_that_no_citation_carries_is_told_of(text: str, line: int) -> None:
    read = markdown(text + LISTED)
    assert [(each.words, each.at[0]) for each in read.quotations] == [(FALSE, line)]
    place = read.quotations[0].at
    assert (text + LISTED).split("\n")[place[0] - 1][place[1] - 1 :].startswith(f'"{FALSE}')


@pytest.mark.parametrize(
    "text",
    [
        f'It says "{TRUE}" [1].',
        f'It says "{TRUE} and ~~not~~ more" [1].',
        f'It fell.[^2]\n\n[^2]: "{TRUE}." https://example.org/b',
        'The report "Heat Pumps in the Cold North of the Country" says so [1].',
        'A "short one" and 5" and 6" and so on and so on and on [1].',
        f'```json\n{{"key": "{FALSE}"}}\n```',
        f'[7]: https://example.org/x "{FALSE}"',
    ],
)
def test_quotations_that_are_looked_up_and_words_in_code_are_not_told_of(text: str) -> None:
    assert markdown(text + LISTED).quotations == ()


def texts(text: str) -> list[tuple[str, list[str]]]:
    return [(claim.text, [each.marker for each in claim.citations]) for claim in markdown(text).claims]


def test_a_marker_in_front_of_the_first_word_begins_its_sentence() -> None:
    text = f"Costs rose. [1] reports that staff fell. It rose [1]. Then [1] Others.{LISTED}"
    assert texts(text) == [("reports that staff fell.", ["1"]), ("It rose.", ["1"]), ("Then Others.", ["1"])]


def test_a_list_under_any_heading_that_names_sources_is_one() -> None:
    # Red without: the first fact got the source of the second list.
    text = (
        "Fact one [1].\n\n## References for Q1\n[1] A https://example.org/a\n\nFact two [1].\n\n"
        "## References for Q2\n[1] B https://example.org/b\n\n## Energy sources\n\nMore text.\n"
    )
    read = markdown(text)
    assert [each["url"] for each in fields(read)] == ["https://example.org/a", "https://example.org/b"]
    assert [claim.text for claim in read.uncited] == ["More text."]


def test_a_note_goes_on_in_indented_paragraphs_and_ends_at_the_next() -> None:
    text = (
        "It fell.[^1] It rose.[^2]\n\n[^1]: Page. https://example.org/a\n\n"
        f'    > "{TRUE}."\n\n    And "{FALSE}".\n[^2]: Other. https://example.org/b\n'
    )
    assert quoted(text) == [[f"{TRUE}.", FALSE], []]
    assert [each["url"] for each in fields(markdown(text))] == [
        "https://example.org/a",
        "https://example.org/b",
    ]


def test_reference_links_lead_to_their_definitions() -> None:
    text = (
        "As [Google confirms][2], the [Android team][] saw it fall. See [1][2] and [none][nowhere].\n\n"
        "[1]: https://example.org/a\n[2]: <https://example.org/g> 'Security blog'\n"
        "[Android team]: https://example.org/android\n"
    )
    assert texts(text) == [
        ("As Google confirms, the Android team saw it fall.", ["2", "Android team"]),
        ("See and [none][nowhere].", ["1", "2"]),
    ]
    assert fields(markdown(text))[0] == {
        "marker": "2",
        "url": "https://example.org/g",
        "title": "Security blog",
    }


def test_the_label_of_a_link_behind_the_full_stop_is_no_word_of_the_next_sentence() -> None:
    text = "Reefs hold.[Board](https://example.org/a) Others do not.[Other](https://example.org/b)"
    assert [claim for claim, _ in texts(text)] == ["Reefs hold.", "Others do not."]
    assert texts("Node.[js](https://example.org/js)s rules.") == [("Node.jss rules.", [""])]


# --- other formats ---------------------------------------------------------------------------


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


@pytest.mark.parametrize(
    ("data", "name", "what"),
    [
        (b"just words", "a.txt", "is of no format that can be told"),
        (b'{"claims": []}', "a.json", "is of no format that can be told"),
        (b"\xff\xfe", "a.md", "is not UTF-8"),
        (b"{", "a.json", "a.json:1:2"),
    ],
)
def test_what_cannot_be_read_is_one_clear_message(data: bytes, name: str, what: str) -> None:
    with pytest.raises(InputError, match=what) as refused:
        read_any(data, name)
    assert "\n" not in str(refused.value)


# --- hostile input ---------------------------------------------------------------------------

SMITH_OF_A_LIST = "\n\n# References\n\nSmith, J. (2020). A. https://example.org\n"
HOSTILE = {
    "opening brackets": "[" * 20_000,
    "nested brackets": "[" * 10_000 + "]" * 10_000,
    "links that never end": "[a](" * 5_000,
    "ticks": "".join("`" * (number % 50 + 1) + "a" for number in range(1_000)),
    "tags": "<a href=" * 3_000,
    "emphasis": "*a " * 6_000,
    "quotation marks": "“a " * 6_000 + "[1]",
    "one sentence of markers": "a " + "[1]" * 5_000,
    "ten thousand markers": "A fact [1]. " * 10_000,
    "parentheses": "(" * 9_000 + "[1]" + ")" * 9_000,
    "links in a row": "([a](https://example.org), " * 1_000,
    "notes": '[^a]: x "y"\n' * 3_000,
    "a list": "# Sources\n\n"
    + "".join(f"[{number}] t: https://example.org/{number}\n" for number in range(3_000)),
    "a table": "|a|b|\n|-|-|\n" + "|x [1]|[2]|\n" * 1_500,
    "quotations in quotations": "> " * 9_000 + "a [1]",
    "lists in lists": "- " * 9_000 + "a [1]",
    "addresses": "https://" * 3_000,
    "raised digits": "¹" * 9_000,
    "comments": "<!--" * 5_000,
    "full stops": ". " * 9_000,
    "markers in paragraphs of their own": "".join(f"[{number}]\n\n" for number in range(10_000)),
    "a list for each marker": "Fact [1].\n\n## Sources\n\n[1] t: https://example.org\n\n" * 20_000,
    "words before an address": "# Sources\n\n[1] a " + "in " * 12_000 + "https://example.org",
    "words as behind an address": "# Sources\n\n[1] a " + "online " * 12_000 + "https://example.org",
    "lines without an address": "# Sources\n\n" + "no address\n" * 20_000,
    "signs between sources": "([a](https://example.org)" + "," * 100_000 + "b)",
    "dashes behind a marker": "a [1]" + "–" * 100_000 + "x [1]" + "–" * 100_000 + "x",
    "points in a quotation": 'A "x' + "…" * 100_000 + 'x" [1]',
    "colons in an entry": "# Sources\n\n[1] a" + ":" * 100_000 + "x https://example.org",
    "dashes behind an address": "# Sources\n\n[1] https://example.org " + "- " * 50_000 + "x",
    "years and names": "of the and de la " * 6_000 + "(2020) " * 6_000 + SMITH_OF_A_LIST,
    "names in parentheses": "(Aa Bb, Cc & Dd, 2020; " * 6_000 + ")" * 6_000 + SMITH_OF_A_LIST,
    "authors in an entry": "# Sources\n\n[1] " + "AB AB AB, " * 3_000 + "et al https://example.org",
    "keys": "[@a; @b; " * 8_000 + "\\cite{a" * 8_000 + "@a" * 8_000,
    "quotations in notes": ("[^1]: " + '»" ' * 1_600 + "\n\n") * 100,
    "tildes": "~a " * 30_000 + "~~b " * 20_000 + "<del>" * 10_000,
    "notes in notes": "^[a " * 8_000 + "]" * 8_000,
    "combining marks": "a" + "\u0301" * 9_000,
    "dashes before a marker": "[1]–" * 75_000 + "[1",
    "ellipses in a quotation": 'A "x' + "…" * 300_000 + 'x" [1]',
    "ellipses in brackets": 'A "x' + " [...]" * 50_000 + '" [1]',
    "words between colons": "A [1]\n\n# Sources\n\n[1] a" + ":in" * 300_000 + " https://example.org",
    "a hundred thousand lines": "# Sources\n\n" + "ab\n" * 100_000,
    "quotations with two possible ends": "„a“ " * 75_000 + "” [1]",
    "sentences of links": "Ab [ab](https://example.org/a). " * 20_000,
}


def test_one_key_for_all_entries_takes_no_more_than_its_length_allows() -> None:
    data = b"@article{a,title={b},year=2000}\n" * 8_000
    at_most(20_000, lambda: written(read_any(data, "a.bib"), "a.bib", sha256="0" * 64, limits=Limits()))


@pytest.mark.parametrize(
    "text", ["[^1]: ", "[^1]:\n\n[^2]: \n\n    x", "[^1]: \t\n\n    > x\n", "A[^1]\n\n[^1]:"]
)
def test_a_note_without_words_is_none(text: str) -> None:
    assert markdown(text).counts.references == 0


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_markdown_takes_no_more_than_its_length_allows(name: str) -> None:
    at_most(12_000, lambda: read_markdown(HOSTILE[name]))


def test_ids_of_keys_that_are_all_the_same_are_given_in_one_pass() -> None:
    read = read_any(b"@article{a,title={b},year=2000}\n" * 20_000, "a.bib")
    made = at_most(5_000, lambda: written(read, "a.bib", sha256="0" * 64, limits=Limits()))
    ids = [claim["id"] for claim in json.loads(made.data)["claims"]]
    assert ids[:3] + ids[-1:] == ["a", "a-2", "a-3", "a-20000"]


def test_ids_stay_free_where_keys_look_like_numbered_ones() -> None:
    keys = ["a", "a-2", "a", "a-2", "a"]
    data = "".join(f"@article{{{key},title={{b}}}}\n" for key in keys).encode()
    made = written(read_any(data, "a.bib"), "a.bib", sha256="0" * 64, limits=Limits())
    ids = [claim["id"] for claim in json.loads(made.data)["claims"]]
    assert ids == ["a", "a-2", "a-3", "a-2-2", "a-4"]


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


def test_a_carriage_return_alone_ends_a_line() -> None:
    text = "Costs rose 12% [1].\r\r## Sources\r\r[1] Demo: https://example.org/a\r"
    read = markdown(text)
    assert [claim.at for claim in read.claims] == [(1, 1)]
    assert fields(read) == [{"marker": "1", "url": "https://example.org/a", "title": "Demo"}]
    # What is code for its reader is code here, and what is none is none.
    shown = markdown("~~~\r~~~\r\nCosts rose 12% [1].\n\n~~~\n[1]: https://example.org/a\n~~~\n")
    assert [claim.text for claim in shown.claims] == ["Costs rose 12%."]


@pytest.mark.parametrize("lines", ["> ---\na\n", "- > ---\n  a\n", "> a\n> > ---\n", "> # a\nb\n"])
def test_lines_that_go_in_and_out_of_quotations_are_refused_at_their_line(lines: str) -> None:
    with pytest.raises(InputError, match=r"report\.md:3:1: lines 3 to .* Put blank lines around"):
        at_most(500, lambda: markdown("A.\n\n" + lines * 20_000))
    assert markdown("A.\n\n" + lines * 100).counts.references == 0
    assert markdown("> a\n" * 20_000 + (lines + "\n") * 2_000).counts.references == 0


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("A [1-999]. " * 200, "more than 100,000 citations"),
        (
            "a " + "".join(f"[{number}x{number}]" for number in range(10)) + "x" * (9 * 1024 * 1024),
            "limit of an import",
        ),
        ("a " * 600_000 + "[1].", "limit for one claim"),
    ],
)
def test_what_would_become_too_much_is_refused_with_one_message(text: str, what: str) -> None:
    with pytest.raises(InputError, match=what):
        written(read_any(text.encode(), "report.md"), "report.md", sha256="0" * 64, limits=Limits())


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


@pytest.mark.parametrize(
    "quoted",
    [
        "(Costs rose 12% in 2024. Staff numbers fell to 310) [1].",
        "(see Fig. 2. Costs rose 12 % [1]) and staff fell to 310 [1].",
        "‘Costs rose 12% in 2024. Staff numbers fell to 310’ [1].",
        "'Costs rose 12% in 2024. Staff numbers fell to 310' [1].",
        '"Costs rose 12% in 2024. Staff numbers fell to 310 [1]."',
        "（成本在2024年上升12%。员工人数降至310人）[1]。",
    ],
)
def test_no_figure_before_a_quotation_or_a_parenthesis_is_cut_off_its_claim(quoted: str) -> None:
    read = markdown(
        f"Before. The council lost 999 people: {quoted}\n\n## Sources\n[1] A: https://example.org/a\n"
    )
    (claim,) = read.claims
    assert claim.text.startswith("The council lost 999 people: ")
    assert "310" in claim.text


def test_signs_that_only_look_like_quotation_marks_join_no_sentences() -> None:
    text = "In the '90s it fell 5 %. The dogs' home (see below has 7 [1]. It's 8, 'twas said. So 9 [1]."
    read = markdown(f"{text}\n\n## Sources\n[1] A: https://example.org/a\n")
    assert [claim.text for claim in read.claims] == ["The dogs' home (see below has 7.", "So 9."]
