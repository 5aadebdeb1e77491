"""Is this text the work that the record describes?"""

from __future__ import annotations

import pytest

from citelock.checks.records import Author, Record, Update
from citelock.checks.vetting.head import head_of
from citelock.checks.vetting.identity import Identity, check_identity, page_is_titled
from citelock.checks.vetting.mentions import mentions_doi
from tests.support.speed import at_most

TITLE = "Influence of river temperature on the spawning of brown trout"
RECORD = Record(
    "found",
    "crossref",
    doi="10.1234/rivers-41",
    titles=(TITLE,),
    authors=(Author(family="Müller-Lüdenscheidt", given="Anna"), Author(family="Doe")),
)
BODY = (
    "Received in spring. Temperature matters to all that lives in water, as has been said in many places by\n"
    "those who measured it for years. Rivers are cold, most of them, at least where we live, and some\n"
    "of the trout in them are brown, which surprised nobody who has ever looked at one; spawning is rare.\n"
)


def identity(text: str, record: Record = RECORD, **said: str) -> Identity:
    return check_identity(head_of(text), record, **said)


@pytest.mark.parametrize(
    "text",
    [
        f"INFLUENCE OF RIVER TEMPERATURE\nON THE SPAWN\u00adING OF BROWN TROUT\n{BODY}",
        f"Influence of river temperature on spawning of brown trout, 2nd ed.\n{BODY}",
        f"doi:10.1234/RIVERS-41.\n{BODY}",
        f"https://doi.org/10.1234/rivers-41v2\n{BODY}",
        f"River temperature and spawning of brown trouts\nAnna Mueller Luedenscheidt¹ and J. Doe\n{BODY}",
    ],
)
def test_a_text_with_the_doi_or_the_title_is_the_work(text: str) -> None:
    assert identity(text).status == "ok"


@pytest.mark.parametrize(
    "text",
    [
        BODY,
        f"doi:10.1234/rivers-419\n{BODY}",
        f"River temperature and the growth of brown trouts\nJ. Doe\n{BODY}",
        f"Anna Müller-Lüdenscheidt\n{BODY}",
    ],
)
def test_words_of_the_title_here_and_there_do_not_make_it_the_work(text: str) -> None:
    answer = identity(text)
    assert answer.status == "wrong"
    assert "stand together in it; it begins “" in answer.found


def test_the_answer_says_what_it_rests_on() -> None:
    text = f"Influence of river temperature on brown trout\nA. Müller-Lüdenscheidt\n{BODY}"
    assert identity(text) == Identity("ok", doi=False, title_words=(5, 6), author=True)


def test_the_running_head_moved_behind_the_body_counts() -> None:
    text = "x " * 5000 + "\n\n10.1234/rivers-41\n"
    assert check_identity(head_of(text, 3), RECORD).status == "ok"
    assert check_identity(head_of(text), RECORD).status == "wrong"


def test_another_doi_that_the_document_declares_speaks_against_it() -> None:
    answer = identity(f"{TITLE}\n{BODY}", declared_doi="https://doi.org/10.1234/OTHER")
    assert (answer.status, answer.found) == ("wrong", "it declares the DOI 10.1234/other")


@pytest.mark.parametrize(
    "record",
    [
        RECORD._replace(alias_of="10.1234/other"),
        RECORD._replace(same_as=("10.1234/other",)),
        RECORD._replace(relations={"has-version": ("10.1234/other",)}),
    ],
)
def test_another_doi_of_the_same_work_does_not(record: Record) -> None:
    assert identity(BODY, record, declared_doi="10.1234/OTHER").status == "ok"


def test_the_doi_of_the_preprint_is_another_work_unless_it_is_allowed() -> None:
    record = RECORD._replace(relations={"has-preprint": ("10.1101/123456",)})
    head = head_of(f"{TITLE}\n{BODY}")
    assert check_identity(head, record, declared_doi="10.1101/123456").status == "wrong"
    allowed = check_identity(head, record, declared_doi="10.1101/123456", also=("10.1101/123456",))
    assert allowed.status == "ok"


@pytest.mark.parametrize(
    "line", [f"Correction to: {TITLE}", "Erratum", f"Retraction: {TITLE}", "Corrigendum"]
)
def test_a_notice_about_the_work_is_not_the_work(line: str) -> None:
    answer = identity(f"Journal of Rivers\n{line}\n{TITLE}\ndoi:10.1234/rivers-41\n")
    assert (answer.status, answer.found) == ("wrong", f"it is a notice: {line}")


def test_a_notice_is_itself_the_work_where_the_record_is_that_of_a_notice() -> None:
    text = f"Correction to: {TITLE}\ndoi:10.1234/rivers-41\n"
    assert identity(text, RECORD._replace(titles=(f"Correction to: {TITLE}",))).status == "ok"
    assert identity(text, RECORD._replace(updates_to=(Update("correction", "10.1234/x"),))).status == "ok"


def test_a_retracted_work_is_still_the_work() -> None:
    assert identity(f"RETRACTED ARTICLE: {TITLE}\n{BODY}").status == "ok"


@pytest.mark.parametrize(
    ("titles", "text", "status"),
    [
        ((), BODY, "not_checkable"),
        (("Editorial",), "Editorial\nAnna Müller-Lüdenscheidt", "not_checkable"),
        (("Trout",), "Trout\nAnna Müller-Lüdenscheidt", "ok"),
        (("Trout",), "Salmon\nAnna Müller-Lüdenscheidt", "wrong"),
        (("Trout",), "Trout\nA. N. Other", "wrong"),
    ],
)
def test_a_title_too_short_to_tell_needs_the_author(titles: tuple[str, ...], text: str, status: str) -> None:
    assert identity(text, RECORD._replace(titles=titles)).status == status


@pytest.mark.parametrize(
    ("title", "author", "text"),
    [
        ("河流水温对褐鳟产卵的影响", Author(family="王", given="小明"), "河流水温对褐鳟\n产卵的影响\n王小明"),
        (
            "Влияние температуры реки на нерест форели",
            Author(family="Иванов"),
            "ВЛИЯНИЕ ТЕМПЕРАТУРЫ РЕКИ НА НЕРЕСТ",
        ),
        (
            "하천 수온이 송어 산란에 미치는 영향",
            Author(family="김", given="철수"),
            "하천 수온이 송어 산란에 미치는 영향\n김철수",
        ),
    ],
)
def test_titles_of_any_script_are_told(title: str, author: Author, text: str) -> None:
    record = RECORD._replace(titles=(title,), authors=(author,))
    assert identity(text, record).status == "ok"
    assert identity(BODY, record).status == "wrong"


@pytest.mark.parametrize(
    ("text", "there"),
    [
        ("see 10.1234/rivers-41.", True),
        ("10.1234/ rivers-41)", True),
        ("10.1234/rivers‑41", True),
        ("10.1234/riv\u00aders-41", True),
        ("10.1234/rivers\u00ad41", True),
        ("https://pages.org/doi/10.1234/rivers-41/full", True),
        ("10.1234/rivers-41.s001", False),
        ("10.1234/rivers-41/2", False),
        ("110.1234/rivers-41", False),
    ],
)
def test_a_doi_stands_there_whole_or_not_at_all(text: str, there: bool) -> None:
    assert mentions_doi(text, ["10.1234/rivers-41"]) is there


def test_the_stamp_of_arxiv_is_its_doi() -> None:
    assert mentions_doi("arXiv:2104.12255v3 [cs.CL]", ["10.48550/arxiv.2104.12255"])
    assert not mentions_doi("arXiv:2104.122556", ["10.48550/arxiv.2104.12255"])


def test_a_short_family_name_is_a_word_with_a_capital() -> None:
    record = RECORD._replace(authors=(Author(family="He"),))
    assert not identity("what he said", record).author
    assert identity("Kai He², et al.", record).author


@pytest.mark.parametrize(
    ("title", "page", "text", "same"),
    [
        ("The brown trout returns", "Brown trout is back", "", True),
        ("The brown trout returns", "News", "Why the brown trout returns\n", True),
        ("The brown trout returns", "News", "x" * 2000 + " brown trout returns", False),
        ("The brown trout returns", "Cookies", "nothing", False),
        ("Ok", "News", "nothing", None),
    ],
)
def test_a_page_has_half_of_the_words_of_its_title(
    title: str, page: str, text: str, same: bool | None
) -> None:
    assert page_is_titled(title, page, text) is same


@pytest.mark.parametrize(
    "unit", ["a", "-", "<", "&amp;", "10.1234/", "{", "$", "\\", "Correction", "é\u0301", "\n"]
)
def test_no_text_takes_long(unit: str) -> None:
    at_most(1_000, lambda: check_identity(head_of(unit * 300_000, 2), RECORD))
