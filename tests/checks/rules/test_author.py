"""The first-author rule: the first and no other."""

from __future__ import annotations

import pytest

from citelock.checks.findings import Finding
from citelock.checks.records import Author, Record
from citelock.checks.rules.author import check_first_author, plain_name

PATH = "cache/10.0000_demo.1.json"


def record(*authors: Author, editors: tuple[Author, ...] = ()) -> Record:
    return Record("found", "crossref", authors=authors, editors=editors)


IVANOVA, PETROV, SIDOROV = Author("Ivanova", "A."), Author("Petrov", "B."), Author("Sidorov", "C.")


def test_the_first_author_passes() -> None:
    assert check_first_author("Ivanova", record(IVANOVA, PETROV), PATH) is None


@pytest.mark.parametrize(("cited", "place"), [("Petrov", 2), ("Sidorov, C.", 3)])
def test_a_co_author_in_first_place_is_an_error_that_says_which(cited: str, place: int) -> None:
    assert check_first_author(cited, record(IVANOVA, PETROV, SIDOROV), PATH) == Finding(
        "E_AUTHOR_MISMATCH",
        f"cited {cited}, the first author is A. Ivanova; {cited} is author {place} ({PATH})",
        field="first_author",
        cited=cited,
        found="A. Ivanova",
    )


def test_someone_else_is_an_error() -> None:
    finding = check_first_author("Firstname Lastname", record(Author("Chen", "Dong")), PATH)
    assert finding is not None
    assert (
        finding.message
        == "cited Firstname Lastname, the first author is Dong Chen (cache/10.0000_demo.1.json)"
    )


def test_the_registry_may_mark_a_later_entry_as_first() -> None:
    marked = record(IVANOVA, Author("Petrov", "B.", sequence="first"))
    assert check_first_author("Petrov", marked, PATH) is None
    finding = check_first_author("Ivanova", marked, PATH)
    assert finding is not None
    assert "Ivanova is author 1" in finding.message


def test_an_organisation_is_an_author() -> None:
    assert check_first_author("GTEx Consortium", record(Author(name="GTEx Consortium")), PATH) is None
    finding = check_first_author("Aguet", record(Author(name="GTEx Consortium")), PATH)
    assert finding is not None
    assert finding.code == "E_AUTHOR_MISMATCH"


@pytest.mark.parametrize("cited", ["Vaswani", "Ashish Vaswani", "Vaswani, A.", "A. Vaswani"])
def test_a_person_registered_in_one_piece(cited: str) -> None:
    assert check_first_author(cited, record(Author(name="Ashish Vaswani")), PATH) is None


def test_a_registered_prefix_belongs_to_the_name() -> None:
    assert check_first_author("van Beethoven", record(Author("Beethoven", "L.", prefix="van")), PATH) is None


@pytest.mark.parametrize("family", ["-", "", "—", "."])
def test_a_family_without_letters_leaves_the_given_name(family: str) -> None:
    assert check_first_author("Suharto", record(Author(family, "Suharto")), PATH) is None
    for cited in ("Sri Mulyani", "Mulyani, Sri", "Mulyani"):
        assert check_first_author(cited, record(Author(family, "Sri Mulyani")), PATH) is None
    finding = check_first_author("Ivanova", record(Author(family, "Suharto"), IVANOVA), PATH)
    assert finding is not None
    assert finding.message == f"cited Ivanova, the first author is Suharto; Ivanova is author 2 ({PATH})"


def test_editors_stand_in_for_authors() -> None:
    assert check_first_author("Stone", record(editors=(Author("Stone"),)), PATH) is None


def test_a_record_without_authors_is_no_mismatch() -> None:
    for found in (record(), record(Author(family="—"))):
        finding = check_first_author("Anyone", found, PATH)
        assert finding is not None
        assert finding.code == "N_AUTHOR_UNAVAILABLE"


@pytest.mark.parametrize(
    "nobody", [Author(), Author("—"), Author("1", "*"), Author(name=" "), Author(prefix="van")]
)
@pytest.mark.parametrize("cited", ["Ivanova", "Petrov", "Anyone"])
def test_behind_an_entry_without_a_name_nobody_is_the_first_author(nobody: Author, cited: str) -> None:
    unknown = Finding(
        "N_AUTHOR_UNAVAILABLE",
        "the record does not name the first author: it was not compared",
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
    assert check_first_author("Ivanova", marked, PATH) is None
    finding = check_first_author("Petrov", marked, PATH)
    assert finding is not None
    assert finding.code == "E_AUTHOR_MISMATCH"


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
