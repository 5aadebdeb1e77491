"""Sources cited by author and year or by key, and the titles of their entries."""

from __future__ import annotations

import pytest

from citelock.checks.adapters.assemble import is_missing, written
from citelock.checks.limits import Limits
from tests.support.imported import fields, markdown, markers

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
        "It rose (Smith & Doe 2020: 12).",
        "It rose (Smith et al., 2020:12–14).",
        "It rose (see Smith & Doe, 2020, for a review).",
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


@pytest.mark.parametrize(
    ("words", "entry", "title"),
    [
        ("价格上涨（张三和李四，2020）。", "张三, 李四. (2020). 研究标题. https://example.org/z", "研究标题"),
        ("价格上涨（王五，2019）。", "王五. 另一标题[J]. 期刊, 2019. https://example.org/w", "另一标题"),
        ("价格上涨（李和平，2019）。", "李和平. 另一标题[J]. 期刊, 2019. https://example.org/w", "另一标题"),
        ("Цены (Иванов, 2020).", "Иванов И. И. Название работы. М., 2020. https://example.org/i", None),
        (
            "Цены (Петров и др., 2019).",
            "Петров П. П., Сидоров С. Другое. 2019. https://example.org/p",
            None,
        ),
        ("It rose (Smith, 2020).", "Smith, J. (2020). A. https://example.org/a", None),
    ],
    ids=range(6),
)
def test_names_lead_to_references_of_other_schools_and_no_whole_reference_is_a_title(
    words: str, entry: str, title: str | None
) -> None:
    heading = "Литература" if "Цены" in words else "参考文献" if "价格" in words else "References"
    (found,) = fields(markdown(f"{words}\n\n## {heading}\n\n{entry}\n"))
    assert found.get("title") == title


def test_years_behind_a_semicolon_are_of_the_names_before_them() -> None:
    more = "\nSmith, J. (2021). Another title of it. https://example.org/s2\n"
    read = markdown(f"It rose (Smith & Doe, 2020; 2021).{SMITH}{more}")
    assert [each["url"] for each in fields(read)] == ["https://example.org/s", "https://example.org/s2"]
    assert read.claims[0].text == "It rose."


@pytest.mark.parametrize("heading", ["\n\n## References", ""])
def test_references_without_numbers_are_a_list_also_without_a_heading_or_an_address(heading: str) -> None:
    address = "" if heading else " https://example.org/a"
    listed = (
        f"{heading}\n\nSmith, J. (2020). A title of it. Journal of Demo, 3(2), 1-4.{address}\n\n"
        f"Doe, A. (2019). Another title. Demo Press.{address.replace('/a', '/b')}\n"
    )
    read = markdown(f"It rose (Smith, 2020).{listed}")
    assert (read.counts.references, read.counts.markers, len(read.unused)) == (2, 1, 1)
    assert read.claims[0].citations[0].fields["title"] == "A title of it"
    file = written(read, "r.md", sha256="0" * 64, limits=Limits())
    assert file.missing == ()  # it leads somewhere; the audit asks for an identifier


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
