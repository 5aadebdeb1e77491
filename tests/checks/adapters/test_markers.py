"""Markers and lists of sources, one rule at a time: what leads where, and what is no marker."""

from __future__ import annotations

import json

import pytest

from citelock.checks.adapters.assemble import is_missing, written
from citelock.checks.limits import Limits
from tests.support.imported import FALSE, LISTED, TRUE, fields, markdown, markers, quoted, texts


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


def test_an_address_in_a_paragraph_of_its_own_is_that_of_the_entry_before() -> None:
    read = markdown("Fact [1].\n\n## Sources\n\n[1] Demo report\n\nhttps://example.org/a\n")
    assert fields(read) == [{"marker": "1", "url": "https://example.org/a", "title": "Demo report"}]


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


@pytest.mark.parametrize("mark", ["¹", "<sup>1</sup>", "^1^"])
def test_raised_markers_are_read_beside_brackets_and_powers_are_not(mark: str) -> None:
    text = f"It rose [1]. It fell.{mark} Reefs{mark} too. A fit of R{mark} and 5 cm{mark}.{LISTED}"
    assert [claim.text for claim in markdown(text).claims] == ["It rose.", "It fell.", "Reefs too."]


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


CIRCLED = (
    "\n\n## Sources\n\n① Alpha: https://example.org/a\n② Beta: https://example.org/b\n"
    "⑫ Gamma: https://example.org/c\n"
)
NUMBERED = "\n\n## Sources\n\n1. Alpha: https://example.org/a\n2. Beta: https://example.org/b\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Costs rose①. It fell ②⑫. All ① of it." + CIRCLED, ["1", "2", "12", "1"]),
        ("价格上涨了①随后下降②、⑫。" + CIRCLED.replace("Sources", "参考文献"), ["1", "2", "12"]),
        ("Costs rose⑴. It fell ⒉." + NUMBERED, ["1", "2"]),
        ("Costs rose❶. It fell①③." + CIRCLED, ["1", "1", "3"]),  # ③ leads nowhere, and is not lost
        ("Steps: ① open the door ② close it. Costs rose①." + NUMBERED, ["1"]),
        ("步骤包括①打开门②关上门。" + NUMBERED, []),
        ("- ① open\n- ② close\n\nCosts rose [1]. They are two①." + NUMBERED, ["1"]),
        ("Costs rose①, of three③." + NUMBERED, ["1"]),
        ("① Open [A](https://example.org/a) first.\n\n② Close it.", [""]),
    ],
    ids=range(9),
)
def test_digits_in_circles_are_markers_of_a_list_and_else_only_behind_a_word(
    text: str, expected: list[str]
) -> None:
    cited = [citation.marker for claim in markdown(text).claims for citation in claim.citations]
    is_list = not any(claim.text in ("Alpha", "Beta") for claim in markdown(text).claims)
    assert (cited if is_list else []) == expected


def test_the_entries_of_a_list_with_circles_have_titles_without_them() -> None:
    read = markdown("Costs rose①." + CIRCLED)
    assert fields(read) == [{"marker": "1", "url": "https://example.org/a", "title": "Alpha"}]
    assert [each.marker for each in read.unused] == ["2", "12"]


def test_a_raised_number_that_leads_nowhere_is_missing_where_the_others_lead_somewhere() -> None:
    assert markers("Costs rose¹. They fell³. In m³ or log⁴ or (x)⁴." + NUMBERED) == ["1", "3"]
    assert markers("Costs rose [1]. They fell³." + NUMBERED) == ["1"]
