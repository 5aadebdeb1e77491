"""Forms of entries, lists and addresses that further agents write."""

from __future__ import annotations

import pytest

from citelock.checks.adapters.interface import Imported
from citelock.checks.adapters.reading import read_any


def markdown(text: str) -> Imported:
    return read_any(text.encode(), "report.md")


def cited(read: Imported) -> list[dict[str, object]]:
    return [dict(citation.fields) for claim in read.claims for citation in claim.citations]


@pytest.mark.parametrize("stop", list("．｡。､،؛؟۔।…"))
def test_the_stop_of_a_sentence_is_not_of_its_address(stop: str) -> None:
    entries = f"[1] https://example.org/a_36.html{stop}\n[2] doi:10.5555/abc{stop}\n"
    read = markdown(f"Costs rose [1][2].\n\n## References\n{entries}")
    assert cited(read) == [{"url": "https://example.org/a_36.html"}, {"doi": "10.5555/abc"}]


@pytest.mark.parametrize("address", ["https://example.org/d", "<https://example.org/d>"])
def test_a_few_words_behind_the_address_of_a_note_are_its_title(address: str) -> None:
    # [label]: destination "title", as CommonMark has it
    read = markdown(f'Density rose.[^1]\n\n[^1]: {address} "Density of towns"\n')
    assert cited(read) == [{"url": "https://example.org/d", "title": "Density of towns"}]


def test_more_words_behind_the_address_of_a_note_are_quoted() -> None:
    words = "the density of towns rose in every year"
    read = markdown(f'Density rose.[^1]\n\n[^1]: https://example.org/d "{words}"\n')
    assert cited(read) == [{"url": "https://example.org/d", "quote": words}]


TABLE = """| Model | Share |
|---|---:|
| Alpha | 86 % [1] |
| Beta | [2] |

| {number} | Title | {address} |
|---|---|---|
| {first} | Alpha report | https://example.org/a |
| 2 | Beta | <https://example.org/b> |
"""


@pytest.mark.parametrize("names", [("#", "URL"), ("No.", "Link"), ("编号", "链接"), ("ID", "Source")])
@pytest.mark.parametrize("first", ["1", "[1]", "**1**"])
def test_a_numbered_table_of_addresses_is_a_list_without_a_heading(
    names: tuple[str, str], first: str
) -> None:
    read = markdown(TABLE.format(number=names[0], address=names[1], first=first))
    assert cited(read) == [
        {"url": "https://example.org/a", "title": "Alpha report"},
        {"url": "https://example.org/b", "title": "Beta"},
    ]
    assert [citation.marker for claim in read.claims for citation in claim.citations] == ["1", "2"]
    assert not read.unused


@pytest.mark.parametrize(
    "table",
    [
        TABLE.format(number="Rank", address="Model", first="1"),  # a ranking
        TABLE.format(number="#", address="URL", first="1").replace("[1]", "").replace("[2]", ""),
        TABLE.format(number="#", address="URL", first="3"),
        TABLE.format(number="#", address="URL", first="1") + "\n## Sources\n[1] One: https://example.org/1\n",
    ],
)
def test_another_table_with_links_is_of_the_report(table: str) -> None:
    assert "https://example.org/a" in [each.get("url") for each in cited(markdown(table))]
    titles = [each.get("title") for each in cited(markdown(table))]
    assert "Alpha report" not in titles


@pytest.mark.parametrize(
    ("entry", "title"),
    [
        ("甲协会．2023年汽车情况[EB/OL]．(2024-01-11)[2024-05-01]．{}", "2023年汽车情况"),
        ("张三, 李四, 等. 补贴政策研究[J]. 经济研究, 2023, 58(3): 12-25. {}", "补贴政策研究"),
        ("GPT 4.0 研究[EB/OL]. {}", "GPT 4.0 研究"),
        (
            "SMITH J A, DOE B. Carbon in soils: a review[J/OL]. Soil, 2020, 4(2): 1-9. {}",
            "Carbon in soils: a review",
        ),
        (
            '"Carbon in Soils", Demo Site, 5 May 2023. Available at: {} (Accessed: 6 May 2024).',
            "Carbon in Soils",
        ),
        ("“Carbon in Soils.” Demo Site. {}", "Carbon in Soils"),
        ("Иванов И. И. Углерод в почвах [Электронный ресурс] // Почвы. 2023. URL: {}", "Углерод в почвах"),
        ("Arrays [C] and lists: {}", "Arrays [C] and lists"),
    ],
)
def test_the_title_of_a_whole_reference_is_its_title_alone(entry: str, title: str) -> None:
    address = "https://example.org/a"
    read = markdown(f"Costs rose [1].\n\n## References\n[1] {entry.format(address)}\n")
    assert cited(read) == [{"url": address, "title": title}]


@pytest.mark.parametrize(
    ("entry", "title"),
    [
        ("Reefs \\- Wikipedia, 访问时间为 八月 27, 2025， {}", "Reefs - Wikipedia"),
        ("Reefs \\- Site, 檢索日期：1月 16, 2026， {}", "Reefs - Site"),
        ("Reefs \\- Site, fecha de acceso: mayo 3, 2025, {}", "Reefs - Site"),
        ("Reefs \\- Site, acessado em maio 3, 2025, {}", "Reefs - Site"),
        ("Reefs \\- Site, дата последнего обращения: мая 3, 2025, {}", "Reefs - Site"),
        ("Reefs \\- Site, accesso eseguito il giorno maggio 3, 2025, {}", "Reefs - Site"),
        ("Reefs \\- Site, 5월 3, 2025에 액세스, {}", "Reefs - Site"),
        ("Reefs \\- Site, 5月 3, 2025にアクセス、 {}", "Reefs - Site"),
        ("Reefs accessed in 2024: {}", "Reefs accessed in 2024"),
    ],
)
def test_the_day_of_access_is_not_of_the_title(entry: str, title: str) -> None:
    address = "https://example.org/a"
    read = markdown(f"It fell [1].\n\n## References\n1. {entry.format(f'[{address}]({address})')}\n")
    assert cited(read) == [{"url": address, "title": title}]


@pytest.mark.parametrize(
    "heading",
    [
        "Works cited",
        "引用的著作",
        "Ouvrages cités",
        "Obras citadas",
        "參考來源",
        "参考資料",
        "Источники информации",
    ],
)
def test_works_cited_in_further_languages(heading: str) -> None:
    read = markdown(f"It fell [1].\n\n#### **{heading}**\n\nBelow.\n\n1. One: https://example.org/a\n")
    assert cited(read) == [{"url": "https://example.org/a", "title": "One"}]


LIST = "#### **Works cited**\n\n" + "".join(f"{n}. Title {n}, https://example.org/{n}\n" for n in range(1, 7))


def markers(text: str) -> list[tuple[str, list[str]]]:
    read = markdown(f"{text}\n\n{LIST}")
    return [(claim.text, [each.marker for each in claim.citations]) for claim in read.claims]


def test_numbers_behind_sentences_are_markers_where_a_list_proves_it() -> None:
    said = "It is 1.5 high.1 It rose by 4 %.2,6 “They fell.”3 It was so in 2017.4 That is all (so far).5"
    assert markers(said) == [
        ("It is 1.5 high.", ["1"]),
        ("It rose by 4 %.", ["2", "6"]),
        ("“They fell.”", ["3"]),
        ("It was so in 2017.", ["4"]),
        ("That is all (so far).", ["5"]),
    ]


def test_what_is_no_marker_behind_a_sentence_stays_a_figure() -> None:
    text = (
        "It rose.1 It fell.2 It stayed.3 See Fig.4 Then v.2 came. It is 2.4 High. It has.99 No. Seen.5 then."
    )
    assert [marks for _, marks in markers(text)] == [["1"], ["2"], ["3"]]


@pytest.mark.parametrize("text", ["It rose.1 Then it fell [2]. It fell.3", "It rose.1 It fell. It stayed."])
def test_a_few_numbers_or_other_markers_prove_nothing(text: str) -> None:
    assert all("1" not in marks or claim == "Title 1" for claim, marks in markers(text))


def test_chinese_numbers_before_the_stop_are_markers_too() -> None:
    text = "降到最低水平 1。（见表）3。这是事实 2。温度升到 43。"
    assert [marks for _, marks in markers(text)] == [["1"], ["3"], ["2"]]


def test_no_entry_is_said_to_be_unused_where_numbers_inside_of_sentences_may_name_it() -> None:
    read = markdown(f"As known 4, it rose.1 It fell.2 It stayed.3\n\n{LIST}")
    assert not read.unused
    assert [what for what, _ in read.said] == [
        "3 numbers without brackets behind sentences are read as markers of this list; inside of a sentence"
        " they are text, so no entry is said to be unused"
    ]


def test_pictures_by_reference_are_no_markers() -> None:
    # Reports that were exported from a word processor hold each formula as a picture.
    text = (
        "The class ![][image1] rose [1]. So it did![1][2] See ![a curve][2].\n\n## References\n"
        "1. One: https://example.org/a\n2. Two: https://example.org/b\n\n"
        "[image1]: <data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==>\n"
    )
    read = markdown(text)
    assert [citation.marker for claim in read.claims for citation in claim.citations] == ["1", "1", "2"]
    assert (read.counts.references, read.unused) == (2, ())
    assert read.left_out == (("pictures", 1),)


@pytest.mark.parametrize(
    "entry",
    [
        "\\[2412.01806\\] Random trees",
        "[2412.01806] Random trees",
        "10\\. Random trees",
        "[2023] Random trees",
    ],
)
def test_the_number_of_an_item_is_its_label_whatever_its_title_begins_with(entry: str) -> None:
    read = markdown(f"It fell [1].\n\n## References\n1. {entry}, https://example.org/a\n")
    assert cited(read)[0]["url"] == "https://example.org/a"
    assert str(cited(read)[0]["title"]).endswith("Random trees")


@pytest.mark.parametrize(
    ("marker", "entry"), [("3", "1. [3] Title"), ("S2", "1. [S2] Title"), ("^n", "1. [^n]: Title")]
)
def test_an_item_may_have_a_label_of_its_own_beside_its_number(marker: str, entry: str) -> None:
    read = markdown(f"It fell [{marker}].\n\n## References\n{entry}, https://example.org/a\n")
    assert cited(read) == [{"url": "https://example.org/a", "title": "Title"}]


def test_numbers_at_the_last_word_of_a_sentence_are_markers_where_a_list_proves_it() -> None:
    said = "It is so with COVID19 too. Stories work as simulators1. They hold on (in part)2. They last3,4."
    assert [marks for _, marks in markers(said)] == [["1"], ["2"], ["3", "4"]]


@pytest.mark.parametrize(
    ("mark", "labels"),
    [
        ("\ue200cite\ue202turn0search1\ue202turn2view0\ue201", ["turn0search1", "turn2view0"]),
        ("citeturn0search1turn2view0", ["turn0search1", "turn2view0"]),
        ("fileciteturn0file3", ["turn0file3"]),
        (":contentReference[oaicite:3]{index=3}", ["oaicite:3"]),
        ("【turn0search1】", ["turn0search1"]),
        ("[oaicite:3]", ["oaicite:3"]),
    ],
)
def test_markers_that_only_a_chat_can_resolve_lead_nowhere(mark: str, labels: list[str]) -> None:
    read = markdown(f"Costs rose by 5 %. {mark} They fell.\n")
    (claim,) = read.claims
    assert (claim.text, [each.marker for each in claim.citations]) == ("Costs rose by 5 %.", labels)
    assert not any(citation.fields for citation in claim.citations)


def test_what_is_like_the_markers_of_a_chat_is_text() -> None:
    text = (
        "We cite turn by turn, excitedturn0 and :contentReference[x], cite\ue201, \ue200entity\ue202x\ue201."
    )
    assert not markdown(text).claims


def test_where_a_marked_passage_begins_is_no_word_of_it() -> None:
    read = markdown("[cite_start]Costs rose.[cite: 1]\n\n## Sources\n1. One: https://example.org/a\n")
    assert [claim.text for claim in read.claims] == ["Costs rose."]
    assert cited(read) == [{"url": "https://example.org/a", "title": "One"}]


def test_references_without_an_address_are_entries_below_their_heading() -> None:
    text = (
        "It fell (Example & Other, 2019), others say (Third et al., 2020).\n\n"
        "## Annotated bibliography: Key sources\n\n"
        "**Example, A., & Other, B. (2019). Carbon in soils. *Soil*, 4(2), 11-19.**\nA first paper.\n\n"
        "**Third, C., et al. (2020). Water in soils. *Soil*.**\nA second one.\n"
    )
    read = markdown(text)
    assert [each["title"] for each in cited(read)] == ["Carbon in soils", "Water in soils"]
    assert read.counts.references == 2


def test_a_table_of_kinds_of_sources_is_no_list_of_them() -> None:
    table = (
        "| Type | Count | Examples |\n|---|---|---|\n| News | 8 | Two papers |\n| Academic | 1 | A study |\n"
    )
    read = markdown(
        f"It fell [1].\n\n### Sources used\n\n{table}\n## References\n[1] One: https://example.org/a\n"
    )
    assert (read.counts.references, read.unused) == (1, ())


def test_a_year_in_a_title_in_quotation_marks_is_not_that_of_a_reference() -> None:
    entry = '[1] Lab. "Prices Compared (2025)." Lab, December 2025. https://example.org/a'
    assert cited(markdown(f"It fell [1].\n\n## References\n{entry}\n"))[0]["title"] == "Prices Compared"


@pytest.mark.parametrize(
    "formula",
    [
        "$O(N^2)$",
        "$R^2 \\> 0.99$",
        "$$\\frac{1}{N^2} \\sum_{i,j}$$",
        "$||x - y||^2$",
        "$a² + b²$",
        "$e^{-z}$ and $x^1$",
    ],
)
def test_the_powers_of_formulas_are_no_markers(formula: str) -> None:
    read = markdown(f"It needs {formula} pairs. It fell [1].\n\n{LIST}")
    assert [[each.marker for each in claim.citations] for claim in read.claims] == [["1"]]


@pytest.mark.parametrize("mark", ["$^2$", "^2", "²"])
def test_a_raised_number_beside_money_or_alone_in_a_formula_is_a_marker(mark: str) -> None:
    read = markdown(f"Costs rose from $5 to $6 a day{mark}.\n\n{LIST}")
    assert [[each.marker for each in claim.citations] for claim in read.claims] == [["2"]]
