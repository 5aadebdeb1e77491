"""Which identifier counts, its key, and the file names of design README, section 3."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.checks.claims import Citation
from citelock.checks.identifiers import (
    BadIdentifier,
    Identifier,
    bucket_key,
    file_stem,
    from_stem,
    identify,
    identifying_field,
    legacy_stem,
    names,
    parse_identifier,
)


def one(**fields: str) -> Identifier:
    identifier = identify(Citation(0, **fields))  # type: ignore[arg-type]  # only text fields are given
    assert isinstance(identifier, Identifier)
    return identifier


def bad(**fields: str) -> BadIdentifier:
    identifier = identify(Citation(0, **fields))  # type: ignore[arg-type]  # only text fields are given
    assert isinstance(identifier, BadIdentifier)
    return identifier


def test_the_first_of_doi_pmid_pmcid_arxiv_url_is_checked() -> None:
    fields = {
        "doi": "10.1000/x",
        "pmid": "1",
        "pmcid": "PMC2",
        "arxiv": "2104.12255",
        "url": "https://example.org/",
    }
    keys = []
    while fields:
        keys.append(one(**fields).key)
        del fields[next(iter(fields))]
    assert keys == ["doi:10.1000/x", "pmid:1", "pmcid:PMC2", "arxiv:2104.12255", "url:https://example.org/"]


def test_a_citation_without_identifier_has_none() -> None:
    assert identify(Citation(0)) is None
    assert identifying_field(Citation(0)) is None


def test_a_blank_field_gives_way_to_one_that_is_not() -> None:
    citation = Citation(0, doi=" ", pmid="", url="https://example.org/")
    assert identifying_field(citation) == "url"
    assert one(doi=" ", pmid="", url="https://example.org/").key == "url:https://example.org/"


def test_blank_fields_alone_are_a_bad_identifier() -> None:
    assert (bad(doi="").code, bad(doi="").reason) == ("E_DOI_SYNTAX", "is empty")
    assert (bad(pmid=" ").code, bad(pmid=" ").field) == ("E_ID_SYNTAX", "pmid")


def test_a_bad_doi_does_not_give_way_to_another_identifier() -> None:
    assert bad(doi="11.5555/x", pmid="1").code == "E_DOI_SYNTAX"


@pytest.mark.parametrize(
    ("field", "given", "key"),
    [
        ("pmid", "31452104", "pmid:31452104"),
        ("pmid", "PMID: 31452104", "pmid:31452104"),
        ("pmid", "31452104.", "pmid:31452104"),
        ("pmid", "https://pubmed.ncbi.nlm.nih.gov/31452104/", "pmid:31452104"),
        ("pmcid", "pmc6726435", "pmcid:PMC6726435"),
        ("pmcid", "PMC6726435.1", "pmcid:PMC6726435"),
        ("pmcid", "https://pmc.ncbi.nlm.nih.gov/articles/PMC6726435/", "pmcid:PMC6726435"),
        ("arxiv", "arXiv:2104.12255v1 [cs.CL]", "arxiv:2104.12255"),
        ("arxiv", "quant-ph/0201082", "arxiv:quant-ph/0201082"),
        ("arxiv", "cond-mat.str-el/0102536", "arxiv:cond-mat/0102536"),
        ("arxiv", "10.48550/arXiv.2104.12255v2", "arxiv:2104.12255"),
        ("arxiv", "https://doi.org/10.48550/arXiv.hep-th/9901001", "arxiv:hep-th/9901001"),
        ("arxiv", "math.GT/0309136v2", "arxiv:math/0309136"),
        ("arxiv", "https://arxiv.org/pdf/2104.12255v3.pdf", "arxiv:2104.12255"),
        ("url", "https://doi.org/10.1000/X", "doi:10.1000/x"),
        ("url", "https://arxiv.org/abs/2104.12255", "arxiv:2104.12255"),
    ],
)
def test_other_identifiers_have_one_normal_form(field: str, given: str, key: str) -> None:
    assert one(**{field: given}).key == key


@pytest.mark.parametrize(
    ("field", "given", "reason"),
    [
        ("pmid", "0123", "has leading zeros"),
        ("pmid", "12a", "is not a PMID"),
        ("pmid", "PMC123", "is a PMCID, which belongs into the field pmcid"),
        ("pmid", "٣", "is not a PMID"),
        ("pmcid", "123", "is not a PMCID"),
        ("pmcid", "PMC0123", "has leading zeros"),
        ("arxiv", "2113.12255", "is not an arXiv identifier"),
        ("arxiv", "10.1000/x", "is a DOI, which belongs into the field doi"),
        ("arxiv", "a" * 3000, "is longer than 2,048 characters"),
        ("url", "https://arxiv.org/abs/nonsense", "is not an arXiv identifier"),
    ],
)
def test_what_fits_no_form_is_an_id_syntax_error(field: str, given: str, reason: str) -> None:
    identifier = bad(**{field: given})
    assert (identifier.code, identifier.field, identifier.reason) == ("E_ID_SYNTAX", field, reason)
    assert identifier.hint


def test_a_resolver_url_with_a_bad_doi_is_a_doi_syntax_error_of_the_field_url() -> None:
    identifier = bad(url="https://doi.org/gfvj8t")
    assert (identifier.code, identifier.field, identifier.reason) == ("E_DOI_SYNTAX", "url", "is a shortDOI")


def test_an_arxiv_identifier_has_its_datacite_doi_and_keeps_the_version_beside_it() -> None:
    identifier = one(arxiv="2104.12255v2")
    assert (identifier.doi, identifier.version) == ("10.48550/arxiv.2104.12255", "v2")
    assert file_stem(identifier) == "10.48550_arxiv.2104.12255"


def test_doubtful_cleaning_keeps_the_given_form_as_an_identifier() -> None:
    identifier = one(doi="10.1000/x.")
    assert (identifier.value, identifier.cleaned_from) == ("10.1000/x", "10.1000/x.")
    assert identifier.given is not None
    assert identifier.given.key == "doi:10.1000/x."


@pytest.mark.parametrize(
    ("doi", "stem"),
    [
        ("10.0000/demo.1", "10.0000_demo.1"),
        ("10.1172/JCI152297", "10.1172_jci152297"),
        ("10.5555/a/b", "10.5555_a_b-7621c719"),
        ("10.5555/a_b", "10.5555_a_b-3f26dc7f"),
        ("10.5555/../../etc/passwd", "10.5555_.._.._etc_passwd-95ba16b1"),
        (
            "10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O",
            "10.1002__sici_1097-4571_199806_49_8_693__aid-asi4_3.0.co_2-o-e7155db7",
        ),
    ],
)
def test_the_file_name_of_a_doi(doi: str, stem: str) -> None:
    assert file_stem(one(doi=doi)) == stem


def test_a_plain_doi_of_100_characters_is_not_cut_and_one_of_101_is() -> None:
    short, long = "10.5555/" + "a" * 92, "10.5555/" + "a" * 93
    assert file_stem(one(doi=short)) == short.replace("/", "_")
    assert file_stem(one(doi=long)) == f"10.5555_{'a' * 92}-{sha256(long.encode()).hexdigest()[:8]}"


def test_other_file_names() -> None:
    assert file_stem(one(pmid="12")) == "pmid_12"
    assert file_stem(one(pmcid="PMC12")) == "pmcid_pmc12"
    address = "https://example.org/Reports/2024?id=1"
    digest = sha256(address.encode()).hexdigest()[:8]
    assert file_stem(one(url=address)) == f"url_example.org_reports_2024-{digest}"
    long = file_stem(one(url="https://example.org/" + "a/" * 200))
    assert (len(long), long[:100]) == (109, ("url_example.org_" + "a_" * 60)[:100])


def test_identifiers_that_share_a_hand_made_file_share_a_bucket() -> None:
    assert bucket_key(one(doi="10.5555/a/b")) == bucket_key(one(doi="10.5555/a_b")) == b"10.5555_a_b"
    assert bucket_key(one(arxiv="2104.12255")) == bucket_key(one(doi="10.48550/arXiv.2104.12255"))


DOIS = st.text(
    st.characters(codec="utf-8", categories=("L", "N", "P", "S", "M", "Zs")), min_size=1, max_size=150
)


@given(DOIS)
def test_every_file_name_is_safe_on_every_disk(suffix: str) -> None:
    identifier = identify(Citation(0, doi=f"10.5555/{suffix}"))
    if isinstance(identifier, Identifier):
        for stem in (file_stem(identifier), legacy_stem(identifier)):
            assert stem.isascii()
            assert stem.startswith("10.5555_")
            assert not set(stem) & set('/\\:*?"<>| ')
        assert len(file_stem(identifier)) <= 109


@given(DOIS, DOIS)
def test_different_dois_have_different_file_names_on_a_case_insensitive_disk(one: str, other: str) -> None:
    left, right = (identify(Citation(0, doi=f"10.5555/{suffix}")) for suffix in (one, other))
    if isinstance(left, Identifier) and isinstance(right, Identifier) and left.value != right.value:
        assert file_stem(left).lower() != file_stem(right).lower()


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("10.1000/X", "doi:10.1000/x"),
        ("doi:10.1000/x", "doi:10.1000/x"),
        ("https://doi.org/10.1000/x", "doi:10.1000/x"),
        ("pmid:12", "pmid:12"),
        ("PMC12", "pmcid:PMC12"),
        ("pmcid:PMC12", "pmcid:PMC12"),
        ("arXiv:2104.12255", "arxiv:2104.12255"),
        ("2104.12255", "arxiv:2104.12255"),
        ("quant-ph/0201082", "arxiv:quant-ph/0201082"),
        ("https://example.org/a", "url:https://example.org/a"),
        ("url:https://example.org/a", "url:https://example.org/a"),
    ],
)
def test_an_identifier_typed_on_the_command_line(typed: str, key: str) -> None:
    identifier = parse_identifier(typed)
    assert isinstance(identifier, Identifier)
    assert identifier.key == key
    assert parse_identifier(key) == Identifier(identifier.scheme, identifier.value, identifier.doi)


def test_a_bare_number_is_no_identifier() -> None:
    read = parse_identifier("31452104")
    assert isinstance(read, BadIdentifier)
    assert (read.reason, read.hint) == (
        "is a bare number",
        "Write pmid: in front of a PubMed number, PMC in front of one of PubMed Central.",
    )
    assert parse_identifier("PMID 31452104") == parse_identifier("pmid:31452104")


@pytest.mark.parametrize("key", ["doi:10.0000/demo.1", "pmid:123", "pmcid:PMC123", "arxiv:2104.12255"])
def test_a_plain_file_name_can_be_turned_back(key: str) -> None:
    read = parse_identifier(key)
    assert isinstance(read, Identifier)
    found = from_stem(file_stem(read))
    assert found is not None
    assert (found.doi or found.key) == (read.doi or read.key)


@pytest.mark.parametrize("doi", ["10.5555/a/b", "10.5555/a_b", "10.5555/ü", "10.5555/" + "a" * 100])
def test_a_file_name_with_a_hash_or_a_bare_slug_cannot_be_turned_back(doi: str) -> None:
    read = parse_identifier(doi)
    assert isinstance(read, Identifier)
    assert from_stem(file_stem(read)) is None
    assert from_stem(legacy_stem(read)) is None
    assert from_stem("url_example.org_x") is None
    assert from_stem("notes") is None


def test_names_knows_an_identifier_in_any_spelling() -> None:
    identifier = one(arxiv="2104.12255v1")
    assert names("arxiv:2104.12255", identifier)
    assert names("doi:10.48550/arXiv.2104.12255", identifier)
    assert names("https://doi.org/10.48550/arxiv.2104.12255", identifier)
    assert not names("10.48550/arxiv.2104.12256", identifier)
    assert not names("nonsense", identifier)


def test_certain_dirt_is_remembered_when_the_doi_is_used_as_given() -> None:
    identifier = parse_identifier("10.1234/\u200babc.")
    assert isinstance(identifier, Identifier)
    assert identifier.given == Identifier(
        "doi", "10.1234/abc.", "10.1234/abc.", cleaned_from="10.1234/\u200babc."
    )
    doubtful = parse_identifier("10.1234/abc.")
    assert isinstance(doubtful, Identifier)
    assert doubtful.given == Identifier("doi", "10.1234/abc.", "10.1234/abc.")
