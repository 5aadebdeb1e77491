"""The first-author rule: the first and no other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from citelock.checks.findings import Finding
from citelock.checks.records import Author, Record
from citelock.checks.rules.author import check_first_author, plain_name

PATH = "cache/10.0000_demo.1.json"
CASES = json.loads((Path(__file__).parents[2] / "data" / "author_cases.json").read_text("utf-8"))["cases"]


def record(*authors: Author, editors: tuple[Author, ...] = (), doi: str = "10.0000/demo.1") -> Record:
    return Record("found", "crossref", doi=doi, authors=authors, editors=editors)


def code(cited: str, found: Record) -> str:
    finding = check_first_author(cited, found, PATH)
    return "" if finding is None else finding.code


IVANOVA, PETROV, SIDOROV = Author("Ivanova", "A."), Author("Petrov", "B."), Author("Sidorov", "C.")
CONSORTIUM = Author(name="Example Consortium", sequence="first")


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_cases_people_reported(case: dict[str, object]) -> None:
    given = case["authors"]
    assert isinstance(given, list)
    fields = ("family", "given", "name", "sequence")
    authors = [Author(*(author.get(key, "") for key in fields)) for author in given]
    found = code(str(case["cited"]), record(*authors))
    assert ([found] if found else []) == case["codes"]


def test_the_first_author_passes() -> None:
    for cited in ("Ivanova", "A. Ivanova", "Ivanova, A.", "Ivanova et al."):
        assert check_first_author(cited, record(IVANOVA, PETROV), PATH) is None


@pytest.mark.parametrize(("cited", "place"), [("Petrov", 2), ("Sidorov, C.", 3)])
def test_a_co_author_in_first_place_is_an_error_that_says_which(cited: str, place: int) -> None:
    assert check_first_author(cited, record(IVANOVA, PETROV, SIDOROV), PATH) == Finding(
        "E_AUTHOR_MISMATCH",
        f"{PATH}: cited “{cited}”, the first author is “A. Ivanova” (authors[0])."
        f" “{cited}” is author {place}. Write the first author as the record does.",
        field="first_author",
        cited=cited,
        found="A. Ivanova",
    )


def test_someone_else_is_an_error() -> None:
    finding = check_first_author("Firstname Lastname", record(Author("Chen", "Dong")), PATH)
    assert finding is not None
    assert finding.message == (
        f"{PATH}: cited “Firstname Lastname”, the first author is “Dong Chen” (authors[0])."
        " Write the first author as the record does."
    )


@pytest.mark.parametrize(
    ("cited", "first", "expected", "said"),
    [
        (
            "Bob Smith",
            Author("Smith", "Robert"),
            "W_AUTHOR_GIVEN",
            "The family names agree and the given names",
        ),
        ("García", Author("García Márquez", "G."), "W_AUTHOR_PART", "This is a part of the family name"),
        ("Anna", Author("Ivanova", "Anna"), "W_AUTHOR_SWAPPED", "Given and family name have changed places"),
        ("Ivanova", Author("Иванова", "А."), "W_AUTHOR_SCRIPT", "different scripts"),
    ],
)
def test_a_doubt_is_a_warning_that_says_why(cited: str, first: Author, expected: str, said: str) -> None:
    finding = check_first_author(cited, record(first, PETROV), PATH)
    assert finding is not None
    assert finding.code == expected
    assert said in finding.message
    assert finding.cited == cited


def test_the_registry_may_mark_a_later_entry_as_first() -> None:
    marked = record(IVANOVA, Author("Petrov", "B.", sequence="first"))
    assert check_first_author("Petrov", marked, PATH) is None
    finding = check_first_author("Ivanova", marked, PATH)
    assert finding is not None
    assert finding.code == "E_AUTHOR_MISMATCH"
    assert "“Ivanova” is author 1" in finding.message
    assert "“B. Petrov” (authors[1])" in finding.message


ALPHABETICAL = (Author("Adams", "A."), Author("Brown", "B."), Author("Clark", "C."), Author("Davis", "D."))


@pytest.mark.parametrize(
    ("found", "why"),
    [
        (record(*ALPHABETICAL), "they are registered in alphabetical order"),
        (record(CONSORTIUM, Author("Davis", "D.")), "an organisation is registered first"),
        (
            record(IVANOVA._replace(sequence="first"), ALPHABETICAL[3]._replace(sequence="first")),
            "several as first",
        ),
        (record(IVANOVA, ALPHABETICAL[3], doi="10.52202/000000-0001"), "sorts the authors"),
    ],
)
def test_a_later_author_is_a_doubt_where_the_registered_order_is_one(found: Record, why: str) -> None:
    finding = check_first_author("D. Davis", found, PATH)
    assert finding is not None
    assert finding.code == "W_AUTHOR_NOT_FIRST"
    assert why in finding.message
    assert code("Zimmer", found) == "E_AUTHOR_MISMATCH"


def test_three_authors_stand_in_alphabetical_order_by_chance() -> None:
    assert code("Clark", record(*ALPHABETICAL[:3])) == "E_AUTHOR_MISMATCH"


def test_a_better_namesake_further_on_is_the_one_meant() -> None:
    smiths = record(Author("Smith", "Alice"), PETROV, Author("Smith", "Bob"))
    assert code("Smith", smiths) == ""
    assert code("Smith, Alice", smiths) == ""
    assert code("Smith, B.", smiths) == "E_AUTHOR_MISMATCH"
    assert code("Bob Smith", smiths) == "E_AUTHOR_MISMATCH"
    assert code("James", record(Author("Smith", "James"), Author("James", "Karen"))) == "E_AUTHOR_MISMATCH"


def test_an_organisation_is_an_author() -> None:
    who = record(Author(name="World Health Organization"))
    for cited in ("World Health Organization", "WHO", "The World Health Organisation"):
        assert code(cited, who) == ""
    assert code("World Bank Group", who) == "E_AUTHOR_MISMATCH"
    assert code("Aguet", who) == "W_AUTHOR_GROUP"


@pytest.mark.parametrize("cited", ["Example Consortium", "The Example consortium", "Example"])
def test_an_organisation_in_a_minimal_record_stands_where_family_names_do(cited: str) -> None:
    by_hand = Record("found", "hand", authors=(Author("Example Consortium"),))
    assert code(cited, by_hand) == ""
    assert code("Aguet", by_hand) == "W_AUTHOR_GROUP"


def test_a_name_of_one_word_in_one_piece_is_an_organisation() -> None:
    found = Record("found", "datacite", authors=(Author(name="DeepMind"),))
    assert code("DeepMind", found) == ""
    assert code("Petrov", found) == "W_AUTHOR_GROUP"


@pytest.mark.parametrize("cited", ["Vaswani", "Ashish Vaswani", "Vaswani, A.", "A. Vaswani"])
def test_a_person_registered_in_one_piece(cited: str) -> None:
    found = Record("found", "arxiv", authors=(Author(name="Ashish Vaswani"),))
    assert code(cited, found) == ""
    assert code("Shazeer", found) == "E_AUTHOR_MISMATCH"


def test_a_registered_prefix_belongs_to_the_name() -> None:
    prefixed = record(Author("Beethoven", "L.", prefix="van"))
    for cited in ("van Beethoven", "Beethoven", "L. van Beethoven", "van Beethoven, Ludwig"):
        assert code(cited, prefixed) == ""


@pytest.mark.parametrize(
    "cited",
    [
        "Ivanova and Petrov",
        "Ivanova & Petrov",
        "Ivanova, A., and Petrov, B.",
        "Ivanova, A.; Petrov, B.",
        "Ivanova A, Petrov B",
        "Ivanova, Petrov, & Sidorov",
        "Ivanova, Petrov et al.",
    ],
)
def test_more_authors_than_the_first_may_be_given(cited: str) -> None:
    assert code(cited, record(IVANOVA, PETROV, SIDOROV)) == ""


def test_each_of_several_authors_is_looked_for() -> None:
    finding = check_first_author("Ivanova and Zimmer", record(IVANOVA, PETROV), PATH)
    assert finding is not None
    assert finding.code == "E_AUTHOR_MISMATCH"
    assert "“Zimmer” is not among the registered authors" in finding.message
    assert code("Petrov and Ivanova", record(IVANOVA, PETROV)) == "E_AUTHOR_MISMATCH"


@pytest.mark.parametrize("family", ["-", "", "—", "."])
def test_a_family_without_letters_leaves_the_given_name(family: str) -> None:
    assert code("Suharto", record(Author(family, "Suharto"))) == ""
    for cited in ("Sri Mulyani", "Mulyani, Sri", "Mulyani"):
        assert code(cited, record(Author(family, "Sri Mulyani"))) == ""
    finding = check_first_author("Ivanova", record(Author(family, "Suharto"), IVANOVA), PATH)
    assert finding is not None
    assert "the first author is “Suharto” (authors[0]). “Ivanova” is author 2." in finding.message


def test_editors_stand_in_for_authors() -> None:
    edited = record(editors=(Author("Stone"),))
    assert code("Stone", edited) == ""
    finding = check_first_author("Zimmer", edited, PATH)
    assert finding is not None
    assert "the first editor is “Stone” (editors[0])" in finding.message


def test_a_record_without_authors_is_no_mismatch() -> None:
    for found in (record(), record(Author(family="—"))):
        assert code("Anyone", found) == "N_AUTHOR_UNAVAILABLE"


@pytest.mark.parametrize(
    "nobody",
    [Author(), Author("—"), Author("1", "*"), Author(name=" "), Author(prefix="van"), Author("Anonymous")],
)
@pytest.mark.parametrize("cited", ["Ivanova", "Petrov", "Anyone"])
def test_behind_an_entry_without_a_name_nobody_is_the_first_author(nobody: Author, cited: str) -> None:
    unknown = Finding(
        "N_AUTHOR_UNAVAILABLE",
        f"{PATH}: the record does not name the first author: it was not compared.",
        field="first_author",
        cited=cited,
    )
    editors = (Author("Petrov"),)
    assert check_first_author(cited, record(nobody, IVANOVA, PETROV, editors=editors), PATH) == unknown
    assert check_first_author(cited, record(nobody, editors=editors), PATH) == unknown
    assert check_first_author(cited, record(editors=(nobody, IVANOVA, PETROV)), PATH) == unknown
    marked = (IVANOVA, nobody._replace(sequence="first"), PETROV._replace(sequence="first"))
    assert check_first_author(cited, record(*marked), PATH) == unknown


def test_an_entry_that_is_marked_first_is_so_behind_one_without_a_name() -> None:
    marked = record(Author(), PETROV, IVANOVA._replace(sequence="first"))
    assert code("Ivanova", marked) == ""
    assert code("Petrov", marked) == "E_AUTHOR_MISMATCH"


@pytest.mark.parametrize(
    ("registered", "name"),
    [
        (record(IVANOVA, PETROV), "Ivanova"),
        (record(IVANOVA, Author("Petrov", sequence="first")), "Petrov"),
        (record(Author("—"), PETROV), None),
        (record(Author(), editors=(SIDOROV,)), None),
        (record(editors=(SIDOROV,)), "Sidorov"),
        (record(Author(name="Example Consortium")), None),
        (record(Author("—", "Ann")), None),
        (record(), None),
    ],
)
def test_the_plain_name_is_the_family_name_of_the_first_author(registered: Record, name: str | None) -> None:
    assert plain_name(registered) == name
    assert name is None or check_first_author(name, registered, PATH) is None


@pytest.mark.parametrize(
    "cited",
    [
        "Ivanova et al., 2020",
        "Ivanova et al. 2020",
        "A. Ivanova et al. (2020)",
        "Ivanova, A., et al. [2020a]",
    ],
)
def test_the_year_of_a_reference_is_no_part_of_the_name(cited: str) -> None:
    assert check_first_author(cited, record(IVANOVA, PETROV, SIDOROV), PATH) is None
    assert check_first_author(cited, record(PETROV, IVANOVA, SIDOROV), PATH) is not None
