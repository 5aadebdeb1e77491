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
