"""DOIs: forms, cleaning and refusals of metadata.md, section 1."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.checks.doi_cleaning import doi_inside
from citelock.checks.dois import normal_doi, read_doi
from citelock.checks.id_readings import DoiReading, Refusal

DATA = Path(__file__).parents[1] / "data"
CASES = json.loads((DATA / "doi_cases.json").read_text(encoding="utf-8"))["cases"]
REGISTERED = [
    line for line in (DATA / "registered_dois.txt").read_text(encoding="utf-8").splitlines() if line[0] != "#"
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: ascii(case["given"])[:50])
def test_a_doi_as_somebody_wrote_it_is_read_as_it_was_meant(case: dict[str, object]) -> None:
    reading = read_doi(str(case["given"]))
    if case["value"] is None:
        assert isinstance(reading, Refusal)
    else:
        assert isinstance(reading, DoiReading)
        assert (reading.value, reading.cleaned) == (case["value"], case["cleaned"])


def test_every_registered_doi_is_its_own_normal_form() -> None:
    assert [doi for doi in REGISTERED if read_doi(doi) != DoiReading(doi.lower())] == []
    assert len(REGISTERED) > 400


@pytest.mark.parametrize(
    "wrapper",
    ["{u}", "doi:{l}", "DOI: {u}", "DOI {l}", "info:doi/{l}", "urn:doi:{u}", " {l} ", "URN:DOI:{l}"],
)
def test_a_wrapper_comes_off_without_a_finding(wrapper: str) -> None:
    wrong = [
        doi for doi in REGISTERED if read_doi(wrapper.format(u=doi.upper(), l=doi)) != DoiReading(doi.lower())
    ]
    assert wrong == []


@pytest.mark.parametrize(
    "wrapper",
    [
        "https://doi.org/{}",
        "http://dx.doi.org/{}",
        "doi.org/{}",
        "www.doi.org/{}",
        "doi:https://doi.org/{}",
        "HTTPS://DOI.ORG/{}",
        "https://pub.example.org/doi/full/{}?download=true#abstract",
    ],
)
def test_an_address_gives_the_decoded_doi(wrapper: str) -> None:
    wrong = [
        doi for doi in REGISTERED if read_doi(wrapper.format(quote(doi, safe="/"))) != DoiReading(doi.lower())
    ]
    assert wrong == []


@pytest.mark.parametrize("tail", ["/pdf", "/full", "/epdf", "/abstract", "/html", "/meta"])
def test_the_tail_of_a_landing_page_is_cut_but_the_doi_with_it_is_tried_first(tail: str) -> None:
    reading = read_doi(f"https://pub.example.org/doi/10.1234/abc.5{tail}")
    assert reading == DoiReading("10.1234/abc.5", given=f"10.1234/abc.5{tail}")


@pytest.mark.parametrize(
    "dirt",
    [
        "{0}\u200b{1}",
        "\ufeff{0}{1}",
        "{0}\u202e{1}",
        "{0}{1}\\",
        "{0}{1}](https://doi.org/{0}{1}",
        "[{0}{1}](https://doi.org/{2})",
        '"{0}{1}"',
        "`{0}{1}`",
        "（{0}{1}）",
        "<{0}{1}>",
        "(see {0}{1})",
        "see https://doi.org/{2}.",
    ],
)
def test_certain_dirt_leaves_one_candidate(dirt: str) -> None:
    for doi in REGISTERED:
        reading = read_doi(dirt.format(doi[:9], doi[9:], quote(doi, safe="/")))
        assert reading == DoiReading(doi.lower(), cleaned=True), doi


@pytest.mark.parametrize("tail", list(".,;:/!?\"'`*|)]>}"))
def test_doubtful_punctuation_is_cut_and_the_given_form_is_kept_as_first_candidate(tail: str) -> None:
    for doi in REGISTERED:
        reading = read_doi(doi + tail)
        assert isinstance(reading, DoiReading), doi
        assert (reading.value, reading.cleaned) == (doi.lower(), True), doi
        assert reading.given in (doi.lower() + tail, None), doi
    assert read_doi(f"10.1234/abc{tail}") == DoiReading("10.1234/abc", True, f"10.1234/abc{tail}")


@pytest.mark.parametrize("tail", ["?utm_source=x", "?a=b", "#sec1"])
def test_the_query_of_a_resolver_address_is_cut_doubtfully(tail: str) -> None:
    reading = read_doi(f"https://doi.org/10.1234/abc{tail}")
    assert reading == DoiReading("10.1234/abc", True, f"10.1234/abc{tail}")


@pytest.mark.parametrize("tail", ["?utm_source=chatgpt.com", "?ref=pdf", "&x=1", "#sec2", "#Abstract"])
def test_what_an_address_leaves_behind_a_bare_doi_is_cut_doubtfully(tail: str) -> None:
    assert read_doi(f"10.1234/abc{tail}") == DoiReading("10.1234/abc", True, f"10.1234/abc{tail}".lower())


@pytest.mark.parametrize(
    "doi", ["10.1234/abc?", "10.1234/abc#1", "10.1234/a;2-#", "10.1234/a#b", "10.1234/a=b"]
)
def test_a_sign_of_addresses_alone_is_no_address(doi: str) -> None:
    reading = read_doi(doi)
    assert isinstance(reading, DoiReading)
    assert doi in (reading.value, reading.given)


@pytest.mark.parametrize(
    "written",
    [
        "10.1002/(SICI)1097-4571(199806)49:8{\\textless}693::AID-A{\\_}4{\\textgreater}3.0.CO;2-O",
        "10.1002/(SICI)1097-4571(199806)49:8\\textless{}693::AID-A\\_4\\textgreater{}3.0.CO;2-O",
        "10.1002/(SICI)1097-4571(199806)49:8$<$693::AID-A\\_4$>$3.0.CO;2-O",
        "10.1002/(SICI)1097-4571(199806)49:8&#60;693::AID-A_4&#x3E;3.0.CO;2-O",
    ],
)
def test_the_brackets_of_bibtex_and_html_are_read(written: str) -> None:
    assert read_doi(written) == DoiReading(
        "10.1002/(sici)1097-4571(199806)49:8<693::aid-a_4>3.0.co;2-o", True
    )


@pytest.mark.parametrize("tail", list("。，、；：！？）】》」』］"))
def test_the_punctuation_of_chinese_and_japanese_is_cut(tail: str) -> None:
    assert normal_doi(f"10.1234/abc{tail}") == "10.1234/abc"


def test_certain_dirt_is_remembered_of_the_candidate_that_is_tried_first() -> None:
    assert read_doi("10.1234/\u200babc.") == DoiReading(
        "10.1234/abc", True, "10.1234/abc.", given_cleaned=True
    )


@pytest.mark.parametrize(
    "page",
    [
        "https://journals.plos.org/plosone/article?id=10.1371/journal.pone.0214986",
        "https://journals.plos.org/plosone/article/file?type=printable&id=10.1371/journal.pone.0214986",
        "https://dl.example.org/citation.cfm?doid=https%3A%2F%2Fdoi.org%2F10.1371%2Fjournal.pone.0214986#abstract",
    ],
)
def test_a_page_may_have_the_doi_as_a_parameter(page: str) -> None:
    assert read_doi(page) == DoiReading("10.1371/journal.pone.0214986")


@pytest.mark.parametrize(
    ("given", "reason", "hint"),
    [
        ("", "is empty", "Write a DOI such as 10.1038/nphys1170."),
        ("\u200b", "is empty", "Write a DOI such as 10.1038/nphys1170."),
        (
            "10.1016/j.x.2010.03. 002",
            "has white space inside",
            "If the line was broken there, write 10.1016/j.x.2010.03.002",
        ),
        (
            "10.1016/0092-8674(94",
            "has a ( that is never closed",
            "It seems to be cut short: copy the DOI again.",
        ),
        ("10.1002/a<b", "has a < that is never closed", "It seems to be cut short: copy the DOI again."),
        ("10.1002/a[b", "has a [ that is never closed", "It seems to be cut short: copy the DOI again."),
        (
            "10.1038/nrd84210.1038/nrd842",
            "has a second DOI inside (10.1038/…)",
            "Write one DOI; a second work is a citation of its own.",
        ),
        (
            "10.1038/nrd842; 10.1038/nphys1170",
            "has a second DOI inside (10.1038/…)",
            "Write one DOI; a second work is a citation of its own.",
        ),
        ("0.5281/zenodo.1", "has lost its first digit", "Write 10.5281/zenodo.1"),
        (
            "10/gfvj8t",
            "is a shortDOI",
            "Open https://doi.org/gfvj8t and write the DOI that it stands for.",
        ),
        (
            "10.1038/\u0455415-86",
            "has the Cyrillic character U+0455 among others",
            "Type the DOI with Latin letters and ASCII signs.",
        ),
        (
            "10.1038/a\u03bfb",
            "has the Greek character U+03BF among others",
            "Type the DOI with Latin letters and ASCII signs.",
        ),
        (
            "10.1038/\uff11",
            "has the fullwidth character U+FF11 among others",
            "Type the DOI with Latin letters and ASCII signs.",
        ),
        ("10.1038/a\x00b", "has the control character U+0000", "Write a DOI such as 10.1038/nphys1170."),
        (
            "10.1038/" + "a" * 2048,
            "is longer than 2,048 characters",
            "Write a DOI such as 10.1038/nphys1170.",
        ),
        (
            "11.5555/x",
            "is not a DOI: it does not begin with 10. and a registrant number",
            "Write a DOI such as 10.1038/nphys1170.",
        ),
        ("10.1038/", "has nothing after the prefix", "It seems to be cut short: copy the DOI again."),
        ("arXiv:2104.12255", "is an arXiv identifier", "Put it into the field arxiv."),
        ("PMC6726435", "is a PMCID", "Put it into the field pmcid."),
        ("PMID: 31452104", "is a PMID", "Put the number into the field pmid."),
        (
            "ISBN 978-3-16-148410-0",
            "is an ISBN",
            "Write the DOI, or put the PMID or the arXiv identifier into its field.",
        ),
        (
            "W2741809807",
            "is a number of OpenAlex",
            "Write the DOI, or put the PMID or the arXiv identifier into its field.",
        ),
        (
            "CorpusID:215416146",
            "is a number of Semantic Scholar",
            "Write the DOI, or put the PMID or the arXiv identifier into its field.",
        ),
        (
            "https://arxiv.org/abs/2104.12255",
            "is a page of arXiv, without a DOI in it",
            "Put it into the field arxiv.",
        ),
        ("10.1038/nphys11…", "ends in an ellipsis", "It seems to be cut short: copy the DOI again."),
        (
            "https://example.org/paper",
            "is a web address without a DOI in it",
            "Put the address into the field url, or write the DOI.",
        ),
        (
            "https://doi.org/10.1000/a%FFb",
            "has percent escapes that are not UTF-8",
            "Write a DOI such as 10.1038/nphys1170.",
        ),
    ],
)
def test_a_refusal_names_its_reason_and_what_to_do(given: str, reason: str, hint: str) -> None:
    assert read_doi(given) == Refusal(reason, hint)


@pytest.mark.parametrize("doi", ["10.1121/10.0004819", "10.12345/исследование-2020", "10.5555/caf\u00e9"])
def test_an_unusual_but_sound_doi_is_not_refused(doi: str) -> None:
    assert read_doi(doi) == DoiReading(doi)


def test_composed_and_decomposed_letters_are_one_doi() -> None:
    assert normal_doi("10.5555/cafe\u0301") == normal_doi("10.5555/caf\u00e9") == "10.5555/caf\u00e9"


def test_only_ascii_letters_are_folded() -> None:
    assert normal_doi("10.5555/\u00c4BC") == "10.5555/\u00c4bc"


WORDS = [
    "10.1038/",
    "https://doi.org/",
    "doi:",
    "&lt;",
    "&amp;",
    "%2F",
    "%3C",
    "\\_",
    "](https://",
    "v2",
    "10/",
]
PIECES = st.sampled_from([*WORDS, *"#?abZ019.,;:()[]<>{}/-_ \\\"'\u200b\u2010\u0455\u0301\u212a\ud800\x00"])


@given(st.lists(PIECES, max_size=20).map("".join))
def test_reading_is_idempotent_and_never_raises(text: str) -> None:
    reading = read_doi(text)
    if isinstance(reading, DoiReading):
        assert read_doi(reading.value) == DoiReading(reading.value)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    assert isinstance(read_doi("10.1234/" + text), DoiReading | Refusal)


@pytest.mark.parametrize(
    "unit", [")", "(", "&amp;", "%28", "10.", "10.1000/", "\\_", "\u0301", "\u200b", "doi:", "?"]
)
def test_hostile_repetition_is_read_in_no_time(unit: str) -> None:
    text = "10.1000/" + unit * (2000 // len(unit))
    for _ in range(50):
        read_doi(text)


def test_the_doi_in_a_publishers_path_is_found() -> None:
    assert doi_inside("/ct/article/doi/10.1093/ct/qtaf007/8162416") == "10.1093/ct/qtaf007/8162416"
    assert doi_inside("/news/2024/10/x") is None
