"""The audit of one source: which checks run, in which order, and what the rows say."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from itertools import permutations
from typing import TypeVar

import pytest

from citelock.checks import canonical
from citelock.checks.audit import audit_source, uncited_row
from citelock.checks.catalogue import CATALOGUE, CODES, bare
from citelock.checks.claims import Citation, Claim
from citelock.checks.config import Config
from citelock.checks.depth import needs_snapshot
from citelock.checks.findings import Severity
from citelock.checks.identifiers import Identifier, identify
from citelock.checks.records import Author, CorruptRecord, NotCached, Record, Update
from citelock.checks.rows import Row
from citelock.checks.sealing import Sealed, make_seal, read_seal, salt_text
from citelock.checks.snapshots import CorruptProvenance, Provenance
from citelock.checks.source_evidence import NO_EVIDENCE, SourceEvidence
from citelock.checks.text.fold import fold_text
from citelock.checks.text.source import SourceText
from citelock.checks.vetting.answer import Vetting

Value = TypeVar("Value")

# The worked example of the article; "В наших экспериментах …" is its invented source.
TEXT = (
    "В наших экспериментах привязка каждого утверждения к найденному фрагменту\n"
    "снизила число неподтверждённых утверждений с 18 до 7 на сотню ответов.\n"
)
QUOTE = "снизила число неподтверждённых утверждений с 18 до 7 на сотню ответов"
RECORD = Record(
    "found",
    "hand",
    titles=("Demo Paper on Retrieval Grounding",),
    dates={"issued": "2024"},
    authors=(Author("Ivanova"), Author("Petrov")),
)
CITATION = Citation(
    0,
    doi="10.0000/demo.1",
    title="Demo Paper on Retrieval Grounding",
    year=2024,
    first_author="Ivanova",
    quote=QUOTE,
    fingerprint="f0",
)
PAGE = Citation(0, url="https://example.org/page", quote=QUOTE)
OK = Provenance("ok")


def replace(value: Value, **changes: object) -> Value:
    """The value with some fields changed, be it a named tuple or a dataclass."""
    if isinstance(value, tuple):
        return value._replace(**changes)  # type: ignore[attr-defined, no-any-return] # all tuples here are named
    return dataclasses.replace(value, **changes)  # type: ignore[type-var] # and the others are these


def text(content: str) -> SourceText:
    return SourceText(content, fold_text(content))


EVIDENCE = SourceEvidence(
    record=RECORD,
    record_path="cache/10.0000_demo.1.json",
    record_sha256="a" * 64,
    record_source="hand",
    source=text(TEXT),
    snapshot_path="sources/10.0000_demo.1.txt",
    snapshot_sha256="b" * 64,
    provenance=OK,
    provenance_path="sources/10.0000_demo.1.json",
    provenance_sha256="c" * 64,
)
OF_PAGE = replace(EVIDENCE, record=None, record_path=None, record_sha256=None, record_source=None)
UNREAD = replace(EVIDENCE, source=None, snapshot_path=None, snapshot_sha256=None, provenance=None)


def claim_of(*citations: Citation, words: str = "Снизила число с 18 до 7.", **more: object) -> Claim:
    return Claim("c1", words, citations, "claims.json", index=2, **more)  # type: ignore[arg-type] # as Claim has them


def judge(
    citation: Citation = CITATION,
    evidence: SourceEvidence = EVIDENCE,
    *,
    words: str = "Снизила число с 18 до 7.",
    config: Config = Config(),  # noqa: B008 # a frozen value
    scope: str = "",
    status: str | None = None,
    others: Sequence[Citation] = (),
) -> Row:
    """The one row of a claim with this citation."""
    stated = claim_of(citation, *others, words=words, status=status)
    (row,) = audit_source([(stated, citation, identify(citation))], evidence, config, scope=scope)
    return row


def names(row: Row) -> list[object]:
    """All codes of a row with their arguments, errors first."""
    lists = [row[key] for key in ("errors", "warnings", "notes")]
    return [name for names in lists if isinstance(names, list) for name in names]


def sealed(content: str) -> Sealed:
    seal, windows = make_seal(content, None, b"sixteen constant")
    return read_seal(seal, salt_text(b"sixteen constant"), windows)


def registered(**changes: object) -> SourceEvidence:
    """The evidence with a record that differs from the usual one."""
    return replace(EVIDENCE, record=replace(RECORD, **changes))


def noticed(kind: str) -> SourceEvidence:
    return registered(updates_by=(Update(kind, "10.5555/notice.1"),))


def quoting(quote: str, content: str, **more: object) -> tuple[Citation, SourceEvidence]:
    return replace(CITATION, quote=quote, **more), replace(EVIDENCE, source=text(content))


def test_the_four_error_lists_of_the_article() -> None:
    made_up = replace(CITATION, year=2023, quote="привязка каждого утверждения устраняет все ошибки")
    other = replace(CITATION, doi="10.0000/demo.2", title="Other", first_author="Sidorov")
    assert judge(replace(CITATION, doi="https://doi.org/10.0000/DEMO.1"))["errors"] == []
    assert judge(made_up, words="Метод снижает ошибки в 3 раза.")["errors"] == [
        "E_YEAR_MISMATCH",
        "E_QUOTE_NOT_FOUND",
        "E_NUMBER_UNSUPPORTED:3",
    ]
    assert judge(other, SourceEvidence(record=NotCached()))["errors"] == ["E_NOT_CACHED"]
    assert uncited_row(claim_of(), Config())["errors"] == ["E_UNCITED"]


def test_the_row_of_a_true_citation() -> None:
    row = judge()
    assert row.pop("quote") is not None
    assert row == {
        "claim": "c1",
        "citation": 0,
        "file": "claims.json",
        "fingerprint": "f0",
        "doi": "10.0000/demo.1",
        "id": "doi:10.0000/demo.1",
        "errors": [],
        "warnings": [],
        "notes": [],
        "label": "verified",
        "findings": [],
        "numbers": [
            {"claim": "18", "quote": "18", "rule": "equal"},
            {"claim": "7", "quote": "7", "rule": "equal"},
        ],
        "record": {"path": "cache/10.0000_demo.1.json", "sha256": "a" * 64, "source": "hand"},
        "snapshot": {"path": "sources/10.0000_demo.1.txt", "sha256": "b" * 64},
        "provenance": {"path": "sources/10.0000_demo.1.json", "sha256": "c" * 64},
    }


def test_the_row_of_an_uncited_claim() -> None:
    assert uncited_row(replace(claim_of(), fingerprint="f1"), Config()) == {
        "claim": "c1",
        "citation": None,
        "file": "claims.json",
        "fingerprint": "f1",
        "doi": None,
        "id": None,
        "errors": ["E_UNCITED"],
        "warnings": [],
        "notes": [],
        "label": "unverified",
        "findings": [
            {
                "code": "E_UNCITED",
                "severity": "error",
                "pointer": "/claims/2/citations",
                "cited": None,
                "found": None,
                "message": "The claim has no citation. Add one, or take it out of this file.",
            }
        ],
        "quote": None,
        "numbers": [],
        "record": None,
        "snapshot": None,
        "provenance": None,
    }


ENGLISH = (
    "The drug was not effective in patients with mild disease. It was given on every day [12] of the study.\n"
)
LONG = (
    "The first statement of the authors is here. "
    + "Filler words stand between. " * 12
    + "The last statement is here.\n"
)

# One citation and its evidence for each code that an audit of a source can give.
PROVOKED: dict[str, Row] = {
    "E_UNCITED": uncited_row(claim_of(), Config()),
    "E_FIELD_MISSING:identifier": judge(replace(CITATION, doi=None), NO_EVIDENCE),
    "E_REF_MISSING:3": judge(Citation(0, marker="3"), NO_EVIDENCE),
    "E_FIELD_MISSING:title": judge(replace(CITATION, title=None)),
    "E_FIELD_MISSING:year": judge(replace(CITATION, year=" ")),
    "E_FIELD_MISSING:first_author": judge(replace(CITATION, first_author="—")),
    "E_FIELD_MISSING:quote": judge(replace(CITATION, quote=None)),
    "E_LABEL_OVERCLAIM": judge(replace(CITATION, status="verified"), UNREAD),
    "W_NOT_MACHINE_CHECKED:robots": judge(
        PAGE, replace(OF_PAGE, source=None, provenance=Provenance("unavailable", "robots"))
    ),
    "E_DOI_SYNTAX": judge(replace(CITATION, doi="0.5281/zenodo.1"), NO_EVIDENCE),
    "E_ID_SYNTAX": judge(replace(CITATION, doi=None, pmid="PMC12"), NO_EVIDENCE),
    "W_DOI_CLEANED": judge(replace(CITATION, doi="10.0000/demo\u200b.1")),
    "W_DOI_ALIAS": judge(CITATION, registered(alias_of="10.0000/demo.2")),
    "N_URL_HAS_DOI:10.5555/demo.1": judge(
        replace(PAGE, url="https://publisher.example/doi/10.5555/demo.1"), OF_PAGE
    ),
    "W_URL_GONE:404": judge(
        PAGE, replace(OF_PAGE, source=None, provenance=Provenance("unavailable", "http_404"))
    ),
    "E_NOT_CACHED": judge(CITATION, SourceEvidence(record=NotCached())),
    "E_DOI_NOT_FOUND": judge(CITATION, replace(EVIDENCE, record=Record("not_found", "doi.org"))),
    "E_CACHE_CORRUPT": judge(CITATION, replace(EVIDENCE, record=CorruptRecord("is not JSON"))),
    "E_SLUG_COLLISION": judge(CITATION, replace(EVIDENCE, collision="doi:10.0000/demo_1")),
    "N_RECORD_WITHOUT_METADATA": judge(CITATION, replace(EVIDENCE, record=Record("no_metadata", "doi.org"))),
    "E_TITLE_MISMATCH": judge(replace(CITATION, title="Other")),
    "W_TITLE_PARTIAL": judge(CITATION, registered(titles=(f"{CITATION.title}: a study",))),
    "W_TITLE_DIFFERS": judge(replace(CITATION, title="Demo Paper on Retreival Grounding")),
    "W_TITLE_GENERIC": judge(replace(CITATION, title="Editorial"), registered(titles=("Editorial",))),
    "N_TITLE_UNAVAILABLE": judge(CITATION, registered(titles=())),
    "E_YEAR_MISMATCH": judge(replace(CITATION, year=2023)),
    "W_YEAR_NEAR": judge(
        replace(CITATION, year=2025), registered(type="posted-content", dates={"posted": "2024-01"})
    ),
    "W_YEAR_ONLINE_ONLY": judge(
        replace(CITATION, year=1997), registered(dates={"issued": "2013-05-09", "created": "2015-03-19"})
    ),
    "N_YEAR_UNAVAILABLE": judge(CITATION, registered(dates={})),
    "E_AUTHOR_MISMATCH": judge(replace(CITATION, first_author="Petrov")),
    "W_AUTHOR_NOT_FIRST": judge(
        replace(CITATION, first_author="Petrov"),
        registered(authors=tuple(map(Author, ("Ivanova", "Petrov", "Sidorov", "Volkov")))),
    ),
    "W_AUTHOR_PART": judge(replace(CITATION, authors=("Ivanova",))),
    "W_AUTHOR_SWAPPED": judge(
        replace(CITATION, first_author="Anna"), registered(authors=(Author("Ivanova", "Anna"),))
    ),
    "W_AUTHOR_GIVEN": judge(
        replace(CITATION, first_author="Ivanova, B."), registered(authors=(Author("Ivanova", "Anna"),))
    ),
    "W_AUTHOR_GROUP": judge(CITATION, registered(authors=(Author(name="Grounding Consortium"),))),
    "W_AUTHOR_SCRIPT": judge(replace(CITATION, first_author="Иванова")),
    "N_AUTHOR_UNAVAILABLE": judge(CITATION, registered(authors=())),
    "E_COAUTHOR_MISMATCH": judge(replace(CITATION, authors=("Ivanova", "Sidorov"))),
    "W_CONTAINER_MISMATCH": judge(
        replace(CITATION, container_title="Journal of Grounding"),
        registered(containers=("Annals of Retrieval",)),
    ),
    "E_RETRACTED": judge(CITATION, noticed("retraction")),
    "W_CONCERN": judge(CITATION, noticed("expression_of_concern")),
    "W_CORRECTED": judge(CITATION, noticed("erratum")),
    "W_IS_NOTICE": judge(CITATION, registered(updates_to=(Update("erratum", "10.5555/other.1"),))),
    "N_UPDATED": judge(CITATION, noticed("new_version")),
    "E_NO_SNAPSHOT": judge(CITATION, UNREAD),
    "E_SNAPSHOT_ALTERED": judge(
        CITATION, replace(EVIDENCE, source=None, snapshot_problem="the sha256 differs")
    ),
    "W_SNAPSHOT_ABSTRACT_ONLY": judge(
        replace(CITATION, quote="слова которых в этой аннотации вовсе нет"),
        replace(EVIDENCE, provenance=Provenance("ok", scope="abstract")),
        words="x",
    ),
    "E_SNAPSHOT_LICENCE": judge(CITATION, replace(EVIDENCE, provenance=Provenance("ok", licence="cc-by-nd"))),
    "W_SNAPSHOT_IDENTITY": judge(
        CITATION, replace(EVIDENCE, vetting=Vetting("wrong", "it is a notice", "full"))
    ),
    "W_SNAPSHOT_QUALITY:no_spaces": judge(
        CITATION, replace(EVIDENCE, provenance=Provenance("ok", flags=("no_spaces", "ocr_layer")))
    ),
    "N_SNAPSHOT_NO_PROVENANCE": judge(CITATION, replace(EVIDENCE, provenance=None, provenance_path=None)),
    "N_SNAPSHOT_SEALED": judge(CITATION, replace(EVIDENCE, source=None, sealed=sealed(TEXT))),
    "E_QUOTE_NOT_FOUND": judge(
        replace(CITATION, quote="привязка каждого утверждения устраняет все ошибки"), words="x"
    ),
    "E_QUOTE_FRAGMENT_NOT_FOUND:2": judge(
        replace(CITATION, quote=None, quotes=(QUOTE, "устраняет все ошибки во всех ответах")), words="x"
    ),
    "E_QUOTE_TOO_SHORT": judge(replace(CITATION, quote="с 18 до 7")),
    "E_QUOTE_UNSAFE": judge(replace(CITATION, quote=QUOTE + "\u202e"), words="x"),
    "E_QUOTE_NEGATION_ELIDED": judge(
        *quoting("The drug was … effective in patients with mild disease", ENGLISH), words="x"
    ),
    "W_QUOTE_EDITED": judge(
        *quoting("The drug was not effective in [some] patients with mild disease", ENGLISH), words="x"
    ),
    "W_QUOTE_SPLICED": judge(
        *quoting("The first statement of the authors is here … The last statement is here", LONG), words="x"
    ),
    "W_QUOTE_CONTEXT_CUT": judge(*quoting("effective in patients with mild disease", ENGLISH), words="x"),
    "N_QUOTE_MARKERS_IGNORED": judge(*quoting("It was given on every day of the study", ENGLISH), words="x"),
    "E_NUMBER_UNSUPPORTED:3": judge(words="В 3 раза."),
    "W_NUMBER_CONVERTED": judge(
        *quoting("Доля выросла до 15 % от бюджета за второй год", "x"), words="Доля 0,15."
    ),
    "W_NUMBER_DERIVED": judge(words="Снизила число на 11 на сотню ответов."),
    "W_NUMBER_UNIT": judge(
        *quoting("Доля выросла на 15 процентных пунктов за второй год", "x"), words="Доля выросла на 15 %."
    ),
    "W_NUMBER_COARSE": judge(words="Осталось более 5 неподтверждённых утверждений."),
    "W_NUMBER_ORDER": judge(words="Число выросло с 7 до 18."),
    "W_NUMBER_WORD": judge(words="Метод помог половине авторов."),
    "N_NUMBER_ROUNDED": judge(
        *quoting("В городе жили 3 142 857 человек по данным переписи", "x"),
        words="Жили 3,1 миллиона человек.",
    ),
    "N_NUMBER_AMBIGUOUS": judge(
        *quoting("There were 16.181 users of it in the last year", "x"), words="There were 16,181 users."
    ),
    "N_YEAR_FROM_RECORD": judge(words="В 2024 году число снизилось с 18 до 7."),
    "N_NUMBER_ELSEWHERE": judge(
        words="С 18 до 7, в 3 раза.", others=[replace(CITATION, index=1, quote="в 3 раза")]
    ),
}


@pytest.mark.parametrize("name", PROVOKED)
def test_every_code_can_be_provoked(name: str) -> None:
    assert name in names(PROVOKED[name])


def test_no_code_is_without_its_example() -> None:
    of_files = {"W_NO_CLAIMS", "W_REF_UNUSED", "W_QUOTE_UNCITED"}
    of_pull_requests = {entry.code for entry in CATALOGUE if entry.concern == "pull_request"}
    assert {bare(name) for name in PROVOKED} | of_files | of_pull_requests == set(CODES)


@pytest.mark.parametrize("name", PROVOKED)
def test_every_finding_is_listed_once_under_its_severity(name: str) -> None:
    row = PROVOKED[name]
    findings = row["findings"]
    assert isinstance(findings, list)
    for key, severity in (("errors", "error"), ("warnings", "warning"), ("notes", "note")):
        listed = [
            one["code"] + (f":{one['argument']}" if "argument" in one else "")
            for one in findings
            if one["severity"] == severity
        ]
        assert row[key] == list(dict.fromkeys(listed))
    order = [CODES.index(one["code"]) for one in findings]
    assert order == sorted(order)
    for one in findings:
        assert one["pointer"].startswith("/claims/2")
        assert one["message"]
        assert one["message"].isprintable()
    json.loads(canonical.dumps(row))


@pytest.mark.parametrize("severity", Severity)
def test_severities_move_findings_between_the_lists_and_change_no_label(severity: Severity) -> None:
    config = Config(severities=dict.fromkeys(CODES, severity))
    key = {"error": "errors", "warning": "warnings", "note": "notes"}[severity]
    for name, citation, evidence in [
        ("E_YEAR_MISMATCH", replace(CITATION, year=2023), EVIDENCE),
        ("E_NO_SNAPSHOT", CITATION, UNREAD),
        ("E_NOT_CACHED", CITATION, SourceEvidence(record=NotCached())),
        ("N_SNAPSHOT_NO_PROVENANCE", CITATION, replace(EVIDENCE, provenance=None, provenance_path=None)),
    ]:
        row = judge(citation, evidence, config=config)
        assert row[key] == names(judge(citation, evidence)) == names(row)
        assert name in names(row)
        assert row["label"] == judge(citation, evidence)["label"]


@pytest.mark.parametrize(
    "name",
    ["E_NOT_CACHED", "E_DOI_NOT_FOUND", "E_CACHE_CORRUPT", "E_SLUG_COLLISION", "E_DOI_SYNTAX", "E_ID_SYNTAX"],
)
def test_an_identity_or_record_error_ends_the_checks(name: str) -> None:
    assert names(PROVOKED[name]) == [name]
    assert PROVOKED[name]["numbers"] == []


def test_a_quotation_that_was_not_looked_up_is_told_from_one_that_is_not_there() -> None:
    assert judge(CITATION, SourceEvidence(record=NotCached()))["quote"] == {
        "status": "not_checked",
        "fragments": [],
        "nearest": None,
    }
    assert judge(replace(CITATION, quote=None))["quote"] is None


def test_findings_come_in_the_order_of_the_article() -> None:
    citation = replace(
        CITATION,
        title="Other",
        year=None,
        first_author="Petrov",
        quote="слова которых в этом тексте вовсе нет",
    )
    assert judge(citation, words="В 3 раза.")["errors"] == [
        "E_FIELD_MISSING:year",
        "E_TITLE_MISMATCH",
        "E_AUTHOR_MISMATCH",
        "E_QUOTE_NOT_FOUND",
        "E_NUMBER_UNSUPPORTED:3",
    ]


def test_all_missing_fields_are_named() -> None:
    row = judge(Citation(0, doi="10.0000/demo.1"), words="В 3 раза.")
    assert row["errors"] == [
        "E_FIELD_MISSING:title",
        "E_FIELD_MISSING:year",
        "E_FIELD_MISSING:first_author",
        "E_FIELD_MISSING:quote",
    ]
    assert row["label"] == "unverified"


def test_an_address_needs_only_a_quotation() -> None:
    row = judge(PAGE, OF_PAGE)
    assert (row["errors"], row["label"], row["id"], row["doi"], row["record"]) == (
        [],
        "verified",
        "url:https://example.org/page",
        None,
        None,
    )


@pytest.mark.parametrize("reason", ["http_404", "robots", "timeout"])
def test_a_page_that_could_not_be_read_is_no_verdict_on_the_quotation(reason: str) -> None:
    row = judge(PAGE, replace(OF_PAGE, source=None, provenance=Provenance("unavailable", reason)))
    assert row["label"] == "not-machine-checked"
    assert row["errors"] == []
    quote = row["quote"]
    assert isinstance(quote, dict)
    assert quote["status"] == "not_checked"


def test_an_altered_text_is_not_searched() -> None:
    row = judge(CITATION, replace(EVIDENCE, provenance=CorruptProvenance("is not JSON")))
    assert (row["errors"], row["label"]) == (["E_SNAPSHOT_ALTERED"], "not-machine-checked")


def test_an_abstract_that_holds_the_quotation_is_enough() -> None:
    row = judge(CITATION, replace(EVIDENCE, provenance=Provenance("ok", scope="abstract")))
    assert (names(row), row["label"]) == ([], "verified")


def test_fragments_missed_in_an_abstract_are_one_warning() -> None:
    quotes = (QUOTE, "устраняет все ошибки во всех ответах", "и ещё одно которого здесь тоже нет")
    row = judge(
        replace(CITATION, quote=None, quotes=quotes),
        replace(EVIDENCE, provenance=Provenance("ok", scope="abstract")),
    )
    assert (row["errors"], row["warnings"]) == ([], ["W_SNAPSHOT_ABSTRACT_ONLY"])
    assert row["label"] == "not-machine-checked"


def test_numbers_are_compared_whether_or_not_the_quotation_was_found() -> None:
    row = judge(CITATION, UNREAD, words="В 3 раза.")
    assert row["errors"] == ["E_NO_SNAPSHOT", "E_NUMBER_UNSUPPORTED:3"]


def test_an_unsafe_quotation_supports_no_number_and_accuses_none() -> None:
    row = judge(replace(CITATION, quote=QUOTE + "\u202e"), words="В 3 раза.")
    assert (row["errors"], row["numbers"]) == (["E_QUOTE_UNSAFE"], [])


@pytest.mark.parametrize(
    ("mark", "content"),
    [
        ("(Смирнов, 1999)", "Прибор продавали больницам всей области."),
        ("(Смирнов, 1999)", "Прибор (Смирнов, 1999) продавали больницам всей области."),
        ("[19]", "Прибор продавали больницам всей области."),
        ("[19]", "Прибор [19] продавали больницам всей области."),
    ],
)
def test_a_figure_in_a_citation_mark_supports_nothing(mark: str, content: str) -> None:
    figure = mark.strip("[]()").split()[-1]
    found = quoting(f"Прибор {mark} продавали больницам всей области", content)
    row = judge(*found, words=f"Прибор стоил {figure} рублей.")
    assert f"E_NUMBER_UNSUPPORTED:{figure}" in names(row)


def test_a_number_of_another_quotation_is_no_error_and_lowers_nothing() -> None:
    other = replace(CITATION, index=1, doi="10.0000/demo.2", quote="он вырос в 3 раза за год")
    row = judge(words="С 18 до 7, в 3 раза.", others=[other])
    assert (row["errors"], row["notes"], row["label"]) == ([], ["N_NUMBER_ELSEWHERE"], "verified")
    assert row["numbers"] == [
        {"claim": "18", "quote": "18", "rule": "equal"},
        {"claim": "7", "quote": "7", "rule": "equal"},
        {"claim": "3", "quote": "3", "rule": "other_citation", "from": 1},
    ]


NOTHING = Record("found", "hand")


@pytest.mark.parametrize(
    "empty",
    [
        NOTHING,
        NOTHING._replace(titles=(" — ",), dates={"created": "2024"}, authors=(Author(), Author("Ivanova"))),
    ],
)
def test_a_record_with_nothing_to_compare_agrees_with_nothing(empty: Record) -> None:
    row = judge(evidence=replace(EVIDENCE, record=empty))
    assert (names(row), row["label"]) == (["N_RECORD_WITHOUT_METADATA"], "partial")
    incomplete = judge(replace(CITATION, year=None), replace(EVIDENCE, record=empty))
    assert names(incomplete) == ["E_FIELD_MISSING:year", "N_RECORD_WITHOUT_METADATA"]


@pytest.mark.parametrize(
    ("known", "notes"),
    [
        ({"titles": RECORD.titles}, ["N_YEAR_UNAVAILABLE", "N_AUTHOR_UNAVAILABLE"]),
        ({"dates": RECORD.dates}, ["N_TITLE_UNAVAILABLE", "N_AUTHOR_UNAVAILABLE"]),
        ({"authors": RECORD.authors}, ["N_TITLE_UNAVAILABLE", "N_YEAR_UNAVAILABLE"]),
    ],
)
def test_a_record_with_one_thing_to_compare_is_compared(known: dict[str, object], notes: list[str]) -> None:
    row = judge(evidence=replace(EVIDENCE, record=replace(NOTHING, **known)))
    assert (names(row), row["label"]) == (notes, "verified")
    other = replace(CITATION, title="Another Work", year=1999, first_author="Sidorov")
    assert len(judge(other, replace(EVIDENCE, record=replace(NOTHING, **known)))["errors"]) == 1  # type: ignore[arg-type] # a list


def test_a_number_in_no_quotation_is_an_error_of_each_citation() -> None:
    other = replace(CITATION, index=1)
    stated = claim_of(CITATION, other, words="В 5 раз.")
    rows = audit_source([(stated, c, identify(c)) for c in stated.citations], EVIDENCE, Config())
    assert [row["errors"] for row in rows] == [["E_NUMBER_UNSUPPORTED:5"]] * 2


def test_a_finding_points_at_the_field_it_is_about() -> None:
    row = judge(replace(CITATION, index=3, year=2023), words="В 3 раза.")
    findings = row["findings"]
    assert isinstance(findings, list)
    assert [(one["code"], one["pointer"]) for one in findings] == [
        ("E_YEAR_MISMATCH", "/claims/2/citations/3/year"),
        ("E_NUMBER_UNSUPPORTED", "/claims/2/text"),
    ]


def test_a_record_error_points_at_the_field_that_names_the_source() -> None:
    by_url = replace(CITATION, doi=None, url="https://doi.org/10.0000/demo.1")
    for citation, field in ((CITATION, "doi"), (by_url, "url")):
        findings = judge(citation, SourceEvidence(record=NotCached()))["findings"]
        assert isinstance(findings, list)
        assert [one["pointer"] for one in findings] == [f"/claims/2/citations/0/{field}"]


def test_a_status_above_the_label_is_an_error_that_does_not_change_it() -> None:
    row = judge(replace(CITATION, status="partial"), UNREAD)
    assert (row["errors"], row["label"]) == (["E_LABEL_OVERCLAIM", "E_NO_SNAPSHOT"], "not-machine-checked")
    assert names(judge(replace(CITATION, status="not-machine-checked"), UNREAD)) == ["E_NO_SNAPSHOT"]
    assert names(judge(replace(CITATION, status="verified"))) == []


def test_the_status_of_a_claim_travels_to_the_merge() -> None:
    assert judge(status="verified")["_status"] == {
        "status": "verified",
        "pointer": "/claims/2/status",
        "line": 1,
        "column": 1,
    }
    assert "_status" not in judge()


def test_in_the_scope_of_metadata_quotations_and_numbers_are_not_looked_at() -> None:
    unread = replace(EVIDENCE, source=None, snapshot_path=None, snapshot_sha256=None, provenance=None)
    for quote in (QUOTE, None):
        row = judge(replace(CITATION, quote=quote), unread, words="В 3 раза.", scope="metadata")
        assert (names(row), row["label"], row["quote"], row["numbers"]) == ([], "partial", None, [])
    row = judge(replace(CITATION, year=2023), unread, scope="metadata")
    assert (row["errors"], row["label"]) == (["E_YEAR_MISMATCH"], "unverified")


def test_in_the_scope_of_metadata_a_page_that_nobody_looked_at_is_still_unread() -> None:
    row = judge(PAGE, NO_EVIDENCE, scope="metadata")
    assert (row["errors"], row["label"]) == (["E_NO_SNAPSHOT"], "not-machine-checked")
    assert judge(PAGE, OF_PAGE, scope="metadata")["label"] == "partial"


def test_equal_numbers_of_a_year_keep_the_way_they_were_written() -> None:
    whole, point = replace(CITATION, year=2023), replace(CITATION, index=1, year=2023.0)
    stated = claim_of(whole, point)
    items = [(stated, citation, identify(citation)) for citation in stated.citations]
    cited = [[one["cited"] for one in row["findings"]] for row in audit_source(items, EVIDENCE, Config())]  # type: ignore[attr-defined]
    assert cited == [["2023"], ["2023.0"]]


def test_the_order_of_items_changes_no_row() -> None:
    citations = [
        CITATION,
        replace(CITATION, index=1, year=2023),
        replace(CITATION, index=2, year=2023.0, title=None),
    ]
    stated = claim_of(*citations)
    items = [(stated, citation, identify(citation)) for citation in citations]
    expected = {row["citation"]: row for row in audit_source(items, EVIDENCE, Config())}
    for order in permutations(items):
        assert {row["citation"]: row for row in audit_source(order, EVIDENCE, Config())} == expected


def test_a_row_changed_by_a_caller_leaves_the_others_alone() -> None:
    items = [(claim_of(CITATION), CITATION, identify(CITATION))] * 2
    first, second = audit_source(items, EVIDENCE, Config())
    first["errors"] = ["E_UNCITED"]
    assert second["errors"] == []
    assert audit_source(items, EVIDENCE, Config())[0]["errors"] == []


@pytest.mark.parametrize(
    ("citation", "record", "collision", "scope", "needed"),
    [
        (CITATION, RECORD, None, "", True),
        (CITATION, RECORD, None, "metadata", False),
        (CITATION, RECORD, "doi:10.0000/demo_1", "", False),
        (CITATION, NotCached(), None, "", False),
        (CITATION, CorruptRecord("x"), None, "", False),
        (CITATION, Record("not_found", "doi.org"), None, "", False),
        (CITATION, Record("no_metadata", "doi.org"), None, "", True),
        (PAGE, None, None, "", True),
        (PAGE, None, None, "metadata", True),
        (replace(CITATION, doi="10"), None, None, "", False),
        (replace(CITATION, doi=None), None, None, "", False),
    ],
)
def test_a_text_is_read_only_when_the_checks_get_that_far(
    citation: Citation, record: Record | None, collision: str | None, scope: str, needed: bool
) -> None:
    assert needs_snapshot(identify(citation), record, collision, scope=scope) is needed


def test_the_records_that_led_on_are_shown() -> None:
    row = judge(CITATION, replace(EVIDENCE, via=("cache/pmid_1.json", "d" * 64)))
    assert row["record"] == {
        "path": "cache/10.0000_demo.1.json",
        "sha256": "a" * 64,
        "source": "hand",
        "via": {"path": "cache/pmid_1.json", "sha256": "d" * 64},
    }


def test_labels_of_the_provoked_codes_are_those_of_the_catalogue() -> None:
    labels = {entry.code: entry.label for entry in CATALOGUE}
    for name, row in PROVOKED.items():
        if name.startswith("E_FIELD_MISSING") or labels[bare(name)] == "" or len(names(row)) > 1:
            continue
        assert row["label"] == labels[bare(name)], name


def test_an_identifier_is_what_the_row_is_about() -> None:
    assert isinstance(identify(CITATION), Identifier)
    assert (PROVOKED["E_DOI_SYNTAX"]["doi"], PROVOKED["E_DOI_SYNTAX"]["id"]) == ("0.5281/zenodo.1", None)


# --- what is said of the text beside the quotation ---------------------------------------------------


def of_text(**changes: object) -> SourceEvidence:
    return replace(EVIDENCE, provenance=Provenance("ok", **changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("evidence", "said"),
    [
        (of_text(licence="cc-by"), []),
        (of_text(), []),
        (of_text(licence="cc-by", storage="private"), ["E_SNAPSHOT_LICENCE"]),
        (of_text(licence="cc-by", storage="sealed"), ["E_SNAPSHOT_LICENCE"]),
        (of_text(licence="cc-by-nc"), ["E_SNAPSHOT_LICENCE"]),
        (of_text(licence="something else"), ["E_SNAPSHOT_LICENCE"]),
        (replace(of_text(licence="closed", storage="private"), snapshot_private=True), []),
    ],
)
def test_a_text_in_the_tree_needs_a_class_that_is_on_the_list(
    evidence: SourceEvidence, said: list[str]
) -> None:
    assert judge(CITATION, evidence)["errors"] == said


def test_the_list_of_the_configuration_is_what_counts() -> None:
    config = Config(commit_licences=("cc-by-nc",))
    assert judge(CITATION, of_text(licence="cc-by-nc"), config=config)["errors"] == []
    assert judge(CITATION, of_text(licence="cc-by"), config=config)["errors"] == ["E_SNAPSHOT_LICENCE"]


def test_the_companions_stand_beside_a_miss_as_well() -> None:
    evidence = replace(of_text(flags=("no_spaces",)), vetting=Vetting("wrong", "it is a notice", "full"))
    row = judge(replace(CITATION, quote="слова которых в этом тексте вовсе нет"), evidence, words="x")
    assert row["errors"] == ["E_QUOTE_NOT_FOUND"]
    assert row["warnings"] == ["W_SNAPSHOT_IDENTITY", "W_SNAPSHOT_QUALITY:no_spaces"]


def test_a_quotation_found_in_a_wrong_work_verifies_nothing() -> None:
    assert PROVOKED["W_SNAPSHOT_IDENTITY"]["label"] == "partial"


def test_a_text_that_is_measured_to_be_an_abstract_counts_as_one() -> None:
    evidence = replace(of_text(scope="full"), vetting=Vetting("ok", "", "abstract"))
    row = judge(replace(CITATION, quote="слова которых в этой аннотации вовсе нет"), evidence, words="x")
    assert (row["errors"], row["warnings"]) == ([], ["W_SNAPSHOT_ABSTRACT_ONLY"])


def test_a_miss_in_a_text_that_lacks_pages_is_no_accusation() -> None:
    evidence = of_text(verdict="partial")
    row = judge(replace(CITATION, quote="слова которых в этом тексте вовсе нет"), evidence, words="x")
    assert (row["errors"], row["warnings"]) == ([], ["W_NOT_MACHINE_CHECKED:partial"])
    assert row["label"] == "not-machine-checked"
    assert judge(CITATION, evidence)["label"] == "verified"


@pytest.mark.parametrize(
    ("hidden", "said"),
    [
        ((), []),
        (((0, 10_000),), ["W_SNAPSHOT_QUALITY:hidden_text"]),
        (((0, 1), (9_000, 9_001)), []),
    ],
)
def test_words_that_no_reader_sees_are_said_to_be_hidden(
    hidden: tuple[tuple[int, int], ...], said: list[str]
) -> None:
    evidence = replace(of_text(hidden=hidden), source=text(f"Заглавие\n{QUOTE}"))
    assert judge(CITATION, evidence)["warnings"] == said


@pytest.mark.parametrize(
    ("between", "said"),
    [("\n", []), ("\nun", ["W_SNAPSHOT_QUALITY:hidden_text"])],
    ids=["the words", "the end of a word"],
)
def test_words_that_stand_for_all_to_see_as_well_are_not_hidden(between: str, said: list[str]) -> None:
    evidence = of_text(hidden=((0, len(QUOTE)),))
    evidence = replace(evidence, source=text(f"{QUOTE}{between}{QUOTE} Another sentence."))
    assert judge(CITATION, evidence)["warnings"] == said


def test_a_page_that_moved_to_another_domain_is_named_with_both_addresses() -> None:
    provenance = Provenance("ok", identity="wrong", url="https://a.example/x", final_url="https://b.example/")
    row = judge(PAGE, replace(OF_PAGE, provenance=provenance))
    assert row["warnings"] == ["W_SNAPSHOT_IDENTITY"]
    findings = row["findings"]
    assert isinstance(findings, list)
    assert findings[-1]["message"] == (
        "https://a.example/x led to https://b.example/, which is another domain."
        " See whether it is the page that is meant."
    )


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("Grounding of answers in passages", []),
        ("Grounding of everything else", ["W_SNAPSHOT_IDENTITY"]),
        (None, []),
        ("!?", []),
    ],
)
def test_a_page_has_half_of_the_words_of_the_cited_title(title: str | None, said: list[str]) -> None:
    provenance = Provenance("ok", title="News")
    evidence = replace(OF_PAGE, provenance=provenance, page_start="Grounding answers: passages in use")
    assert judge(replace(PAGE, title=title), evidence)["warnings"] == said


@pytest.mark.parametrize(
    ("citation", "name"),
    [
        (Citation(0, marker="3"), "E_REF_MISSING:3"),
        (Citation(0, marker="document:0", title="Demo", quote="words of it"), "E_REF_MISSING:document:0"),
        (Citation(0, marker="3", title="An entry without an address"), "E_FIELD_MISSING:identifier"),
        (Citation(0, marker=" "), "E_FIELD_MISSING:identifier"),
    ],
)
def test_a_marker_and_nothing_else_is_a_missing_reference(citation: Citation, name: str) -> None:
    assert names(judge(citation, NO_EVIDENCE)) == [name]
