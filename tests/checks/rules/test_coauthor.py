"""The rule on all authors: each one is registered, and none is left out in silence."""

from __future__ import annotations

from citelock.checks.findings import Finding
from citelock.checks.records import Author, Record
from citelock.checks.rules.coauthor import check_authors

PATH = "cache/10.0000_demo.1.json"
THREE = (Author("Ivanova", "Anna"), Author("Petrov", "Boris"), Author("Sidorov", "Carl"))


def record(*authors: Author, total: int | None = None) -> Record:
    return Record("found", "crossref", authors=authors, authors_total=total)


def codes(found: Record, *cited: str) -> list[str]:
    return [finding.code for finding in check_authors(cited, found, PATH)]


def test_all_authors_in_any_order_and_writing_pass() -> None:
    found = record(*THREE)
    assert codes(found, "Ivanova", "Petrov", "Sidorov") == []
    assert codes(found, "Carl Sidorov", "Petrov, B.", "A. Ivanova") == []
    assert codes(found, "Ivanova A, Petrov B, Sidorov C") == []
    assert codes(found, "Ivanova, A.; Petrov, B.; Sidorov, C.") == []
    assert codes(found, "Ivanova, A., Petrov, B., and Sidorov, C.") == []


def test_a_stranger_is_an_error_that_names_both_sides() -> None:
    assert check_authors(("Ivanova", "Zimmer", "Sidorov"), record(*THREE), PATH) == [
        Finding(
            "E_COAUTHOR_MISMATCH",
            f"{PATH}: cited “Zimmer”, who is not among the registered ones, Anna Ivanova; Boris Petrov;"
            " Carl Sidorov (authors). Write the authors as the record does.",
            field="authors",
            cited="Zimmer",
            found="Anna Ivanova; Boris Petrov; Carl Sidorov",
        )
    ]


def test_another_given_name_is_another_person() -> None:
    assert codes(record(*THREE), "Ivanova", "Karl Petrov", "Sidorov") == ["E_COAUTHOR_MISMATCH"]


def test_each_cited_author_is_another_registered_one() -> None:
    assert codes(record(*THREE), "Ivanova", "Ivanova", "Sidorov") == ["E_COAUTHOR_MISMATCH"]
    twins = record(Author("Smith", "John"), Author("Smith", "Jane"))
    assert codes(twins, "J. Smith", "John Smith") == []
    assert codes(twins, "John Smith", "John Smith") == ["E_COAUTHOR_MISMATCH"]


def test_authors_left_out_are_counted_and_named() -> None:
    [finding] = check_authors(("Ivanova", "Petrov"), record(*THREE), PATH)
    assert finding.code == "W_AUTHOR_PART"
    assert finding.message == (
        f"{PATH}: cited 2 of 3 registered authors, without “Carl Sidorov” (authors)."
        " Write all of them, or “et al.” behind the last."
    )


def test_et_al_says_that_there_are_more() -> None:
    for last in ("et al.", "and others", "Petrov et al.", "…", "и др."):
        assert codes(record(*THREE), "Ivanova", last) == []
    assert codes(record(*THREE), "Zimmer", "et al.") == ["E_COAUTHOR_MISMATCH"]


def test_a_doubt_about_a_co_author_is_a_warning() -> None:
    [finding] = check_authors(("Anna Ivanova", "Borya Petrov", "Sidorov"), record(*THREE), PATH)
    assert finding.code == "W_AUTHOR_GIVEN"
    assert "cited “Borya Petrov”, the record has “Boris Petrov”" in finding.message
    assert codes(record(*THREE), "Ivanova", "Petrov", "Carl") == ["W_AUTHOR_SWAPPED"]
    assert codes(record(*THREE[:2], Author("Сидоров", "К.")), "Ivanova", "Petrov", "Sidorov") == [
        "W_AUTHOR_SCRIPT"
    ]


def test_a_list_that_the_record_cut_convicts_nobody() -> None:
    cut = record(*THREE, total=250)
    [finding] = check_authors(("Ivanova", "Zimmer"), cut, PATH)
    assert finding.code == "N_AUTHOR_UNAVAILABLE"
    assert "“Zimmer” is not among the first 3 authors of 250" in finding.message
    [finding] = check_authors(("Ivanova", "Petrov"), cut, PATH)
    assert finding.code == "W_AUTHOR_PART"
    assert "cited 2 of 250 registered authors" in finding.message


def test_a_group_may_stand_for_its_members() -> None:
    group = record(Author(name="Example Consortium"))
    assert codes(group, "Example Consortium") == []
    assert codes(group, "Aguet, F.", "Brown, A.") == ["W_AUTHOR_GROUP"]
    assert codes(record(*THREE, Author(name="Example Consortium")), "Ivanova", "Petrov", "Sidorov") == []
    assert codes(
        record(*THREE, Author(name="Example Consortium")), "Ivanova", "Petrov", "Sidorov", "Aguet"
    ) == ["E_COAUTHOR_MISMATCH"]


def test_without_registered_authors_nothing_is_compared() -> None:
    assert codes(record(), "Ivanova") == ["N_AUTHOR_UNAVAILABLE"]
    assert codes(record(Author("—")), "Ivanova") == ["N_AUTHOR_UNAVAILABLE"]


def test_an_empty_list_says_nothing() -> None:
    assert codes(record(*THREE)) == []
    assert codes(record(*THREE), "", "—") == []


def test_editors_stand_in_for_authors() -> None:
    edited = Record("found", "crossref", editors=THREE)
    assert codes(edited, "Ivanova", "Petrov", "Sidorov") == []
    [finding] = check_authors(("Zimmer",), edited, PATH)
    assert "(editors)" in finding.message


def test_thousands_of_namesakes_are_compared_in_part_and_it_is_said() -> None:
    many = Record("found", "hand", authors=tuple(Author("Smith", f"G{place}") for place in range(1000)))
    findings = check_authors(tuple(f"Smith, H{place}" for place in range(1000)), many, PATH)
    assert findings[-1].code == "N_AUTHOR_UNAVAILABLE"
    assert "only the first" in findings[-1].message


def test_the_word_that_joins_the_last_name_is_no_part_of_it() -> None:
    found = record(*THREE)
    for joint in ("and", "&", "und", "et", "y", "и"):
        assert codes(found, "Ivanova", "Petrov", f"{joint} Carl Sidorov") == []
        assert codes(found, "Ivanova", "Petrov", f"{joint} Carl Zimmer") == ["E_COAUTHOR_MISMATCH"]
    initials = record(Author("Anderson", "E"), Author("Etxeberria", "Y"))
    assert codes(initials, "E Anderson", "Y Etxeberria") == []
