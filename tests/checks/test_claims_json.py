"""The JSON of one claim: what is read, what is refused, and the fingerprint."""

from __future__ import annotations

import hashlib
import json
import pickle
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.checks.claims import Citation, Claim
from citelock.checks.claims_json import ClaimError, claim_from_json, fingerprint, usual_claim
from citelock.checks.errors import InputError
from citelock.checks.json_scan import Unstrict, decode_value

FULL = {
    "doi": "10.0000/demo.1",
    "pmid": "1",
    "pmcid": "PMC1",
    "arxiv": "2104.12255",
    "url": "https://example.org/",
    "title": "T",
    "year": 2024,
    "first_author": "Family",
    "authors": ["Family", "Second"],
    "container_title": "Journal",
    "quote": "words",
    "status": " Not_machine  CHECKED ",
    "marker": "1",
    "other": {"unknown": [1.5]},
}


def citation_of(**members: object) -> Citation:
    return claim_from_json({"id": "c", "text": "t", "citations": [members]}, file="x.json").citations[0]


def test_every_field_of_a_claim_is_read() -> None:
    value = {"id": "c1", "text": "A claim", "citations": [FULL], "status": "Verified", "note": 1}
    claim = claim_from_json(value, file="x.json", index=3, offset=12, length=99, line=2, column=5)
    assert claim == Claim(
        id="c1",
        text="A claim",
        citations=(
            Citation(
                index=0,
                doi="10.0000/demo.1",
                pmid="1",
                pmcid="PMC1",
                arxiv="2104.12255",
                url="https://example.org/",
                title="T",
                year=2024,
                first_author="Family",
                authors=("Family", "Second"),
                container_title="Journal",
                quote="words",
                quotes=None,
                status="not-machine-checked",
                marker="1",
                fingerprint=fingerprint("A claim", FULL),
            ),
        ),
        file="x.json",
        status="verified",
        offset=12,
        length=99,
        line=2,
        column=5,
        index=3,
        fingerprint="",
    )


@pytest.mark.parametrize("citations", [{}, {"citations": None}, {"citations": []}])
def test_no_citations_make_an_uncited_claim(citations: dict[str, object]) -> None:
    claim = claim_from_json({"id": "c", "text": "t", **citations}, file="x.json")
    assert claim.citations == ()
    assert claim.fingerprint == fingerprint("t", None)


def test_null_is_the_same_as_absent() -> None:
    assert citation_of(**dict.fromkeys(FULL), quotes=None) == citation_of()


@pytest.mark.parametrize("year", [2024, 2024.0, "2024", "2019a", ""], ids=repr)
def test_a_year_may_be_a_number_or_a_string(year: object) -> None:
    assert citation_of(year=year).year == year


def test_an_integer_id_is_its_decimal_text() -> None:
    assert [claim_from_json({"id": number, "text": "t"}, file="x").id for number in (0, 12, -3)] == [
        "0",
        "12",
        "-3",
    ]


def test_missing_and_unfit_fields_of_a_citation_are_left_to_the_rules() -> None:
    assert citation_of(doi="", title=" ", quote="", url="x" * 3000).url == "x" * 3000


def test_fifty_quotes_are_read() -> None:
    assert citation_of(quotes=["a b c d"] * 50).quotes == ("a b c d",) * 50


CLAIM = {"id": "c", "text": "t"}
REFUSED: list[tuple[object, str, str]] = [
    ("c", "claims[2]", '"c" is not a claim. Write an object: { … }.'),
    (None, "claims[2]", "null is not a claim. Write an object: { … }."),
    ([], "claims[2]", "a list is not a claim. Write an object: { … }."),
    (
        {"text": "t"},
        "claims[2].id",
        'the claim has no "id". Give it one that no other claim of the file has.',
    ),
    (
        {"id": None, "text": "t"},
        "claims[2].id",
        'the claim has no "id". Give it one that no other claim of the file has.',
    ),
    ({"id": True, "text": "t"}, "claims[2].id", 'true is not an id. Write a short string such as "c1".'),
    (
        {"id": 1.0, "text": "t"},
        "claims[2].id",
        'the number 1.0 is not an id. Write a short string such as "c1".',
    ),
    ({"id": {}, "text": "t"}, "claims[2].id", 'an object is not an id. Write a short string such as "c1".'),
    ({"id": " \t", "text": "t"}, "claims[2].id", 'the id is empty. Write a short string such as "c1".'),
    ({"id": "i" * 201, "text": "t"}, "claims[2].id", "the id has 201 characters. Write one of at most 200."),
    (
        {"id": "a\x1b[2Jb", "text": "t"},
        "claims[2].id",
        'the id "a\\u{001b}[2Jb" holds a control character. Remove it.',
    ),
    (
        {"id": "a\u2028b", "text": "t"},
        "claims[2].id",
        'the id "a\\u{2028}b" holds a control character. Remove it.',
    ),
    ({"id": "c"}, "claims[2].text", 'the claim has no "text". Write the claim as it stands in the report.'),
    (
        {"id": "c", "text": " \n"},
        "claims[2].text",
        "the text is empty. Write the claim as it stands in the report.",
    ),
    ({"id": "c", "text": 5}, "claims[2].text", "the number 5 is not a text. Write the claim as a string."),
    (
        {**CLAIM, "status": "proven"},
        "claims[2].status",
        '"proven" is no status. Write one of unverified, not-machine-checked, partial, verified.',
    ),
    ({**CLAIM, "status": 1}, "claims[2].status", "the number 1 is not a string. Write it in double quotes."),
    ({**CLAIM, "citations": {}}, "claims[2].citations", 'an object is not a list. Write "citations": [ … ].'),
    ({**CLAIM, "citations": "x"}, "claims[2].citations", '"x" is not a list. Write "citations": [ … ].'),
    (
        {**CLAIM, "citations": [{}, None]},
        "claims[2].citations[1]",
        "null is not a citation. Write an object: { … }.",
    ),
]
REFUSED_FIELDS: list[tuple[dict[str, object], str, str]] = [
    ({"doi": 10.1038}, "doi", "the number 10.1038 is not a string. Write it in double quotes."),
    ({"pmid": 123}, "pmid", "the number 123 is not a string. Write it in double quotes."),
    ({"pmcid": ["PMC1"]}, "pmcid", "a list is not a string. Write a string."),
    ({"arxiv": False}, "arxiv", "false is not a string. Write a string."),
    ({"url": {}}, "url", "an object is not a string. Write a string."),
    ({"title": 5}, "title", "the number 5 is not a string. Write it in double quotes."),
    ({"first_author": ["A"]}, "first_author", "a list is not a string. Write a string."),
    ({"container_title": True}, "container_title", "true is not a string. Write a string."),
    ({"quote": 5}, "quote", "the number 5 is not a string. Write it in double quotes."),
    ({"quote": ["a"]}, "quote", "a list is not a string. Write a string."),
    ({"marker": 1}, "marker", "the number 1 is not a string. Write it in double quotes."),
    ({"status": True}, "status", "true is not a string. Write a string."),
    (
        {"status": ""},
        "status",
        "an empty string is no status. Write one of unverified, not-machine-checked, partial, verified.",
    ),
    ({"year": True}, "year", "true is not a year. Write a number such as 2024."),
    ({"year": [2024]}, "year", "a list is not a year. Write a number such as 2024."),
    ({"year": {}}, "year", "an object is not a year. Write a number such as 2024."),
    ({"authors": "A"}, "authors", '"A" is not a list. Write "authors": ["…", "…"].'),
    ({"authors": ["A", None]}, "authors[1]", "null is not a string. Write a string."),
    ({"quotes": "a"}, "quotes", '"a" is not a list. Write "quotes": ["…", "…"].'),
    ({"quotes": []}, "quotes", "the list of quotes is empty. Write the fragments, or leave the key out."),
    ({"quotes": ["a", 1]}, "quotes[1]", "the number 1 is not a string. Write a string."),
    ({"quotes": ["a"] * 51}, "quotes", "the list holds 51 quotes. Keep at most 50."),
    (
        {"quote": "a", "quotes": ["b"]},
        "quotes",
        '"quote" and "quotes" stand in one citation. Keep one of the two.',
    ),
]
REFUSED += [
    ({**CLAIM, "citations": [{}, members]}, f"claims[2].citations[1].{field}", what)
    for members, field, what in REFUSED_FIELDS
]


@pytest.mark.parametrize(
    ("value", "pointer", "what"),
    REFUSED,
    ids=[f"{place} {where}" for place, (_, where, _) in enumerate(REFUSED)],
)
def test_a_wrong_type_or_form_is_named_with_its_pointer(value: object, pointer: str, what: str) -> None:
    with pytest.raises(ClaimError) as refused:
        claim_from_json(value, file="x.json", index=2)
    assert (refused.value.pointer, refused.value.what, refused.value.line) == (pointer, what, None)
    steps = [int(step) if step.isdigit() else step for step in re.split(r"[.\[\]]+", pointer) if step]
    assert list(refused.value.steps) == steps[2:]


def test_a_refusal_survives_the_way_between_processes() -> None:
    with pytest.raises(ClaimError) as refused:
        claim_from_json(None, file="x.json")
    again = pickle.loads(pickle.dumps(refused.value))
    assert isinstance(again, InputError)
    assert str(again) == str(refused.value)


def test_the_fingerprint_is_the_hash_of_canonical_json() -> None:
    expected = '{"citation":{"doi":"10.0000/demo.1","quote":"ё \\"q\\"","year":2024},"text":"Текст"}'
    citation = {"year": 2024, "quote": 'ё "q"', "title": None, "doi": "10.0000/demo.1"}
    assert fingerprint("Текст", citation) == hashlib.sha256(expected.encode()).hexdigest()
    assert fingerprint("t", None) == hashlib.sha256(b'{"citation":null,"text":"t"}').hexdigest()


def test_the_fingerprint_ignores_ids_key_order_and_nulls_and_nothing_else() -> None:
    same = fingerprint("t", {"doi": "a", "year": 1})
    assert fingerprint("t", {"year": 1, "doi": "a", "title": None}) == same
    others: list[tuple[str, dict[str, object]]] = [
        ("u", {"doi": "a", "year": 1}),
        ("t", {"doi": "a", "year": 2}),
        ("t", {"doi": "a", "year": "1"}),
    ]
    others += [("t", {"doi": "a", "year": 1, "x": 1}), ("t", {"doi": "a", "year": True})]
    assert len({same} | {fingerprint(text, citation) for text, citation in others}) == 6


plain_text = st.text(st.characters(exclude_characters='"\\', exclude_categories=["Cs", "Cc"]))
plain_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | plain_text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(plain_text, inner, max_size=3),
    max_leaves=6,
)


@given(plain_text, st.dictionaries(plain_text, plain_values, max_size=5))
def test_the_cheap_fingerprint_of_plain_text_is_the_same(text: str, citation: dict[str, object]) -> None:
    assert fingerprint(text, citation, plain=True) == fingerprint(text, citation)


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "text", "citations", "status", *FULL, "quotes"]), inner, max_size=6
        )
    ),
    max_leaves=15,
)


@given(anything)
def test_any_json_is_a_claim_or_one_refusal(value: object) -> None:
    try:
        claim = claim_from_json(json.loads(json.dumps(value)), file="x.json")
    except ClaimError as error:
        if not error.pointer.startswith("claims[0]"):
            raise
    else:
        assert claim.id
        assert claim.text.strip()


@given(
    st.permutations(["doi", "title", "year", "first_author", "quote"]),
    st.lists(st.text(st.characters(codec="utf-8")), min_size=4, max_size=4),
    st.integers(),
    st.text(st.characters(codec="utf-8"), min_size=1).filter(lambda text: not text.isspace()),
    st.sampled_from([None, "note", "pmid"]),
)
def test_a_citation_of_the_usual_shape_is_read_as_any_other(
    keys: list[str], words: list[str], year: int, text: str, more: str | None
) -> None:
    written = iter(words)
    raw: dict[str, object] = {key: year if key == "year" else next(written) for key in keys}
    if more is not None:
        raw[more] = "1"  # with a sixth member, the general way reads it
    plain = "\\" not in json.dumps([text, *raw.values()], ensure_ascii=False)
    claim = claim_from_json({"id": "c", "text": text, "citations": [raw]}, file="x.json", plain=plain)
    assert claim.citations == (
        Citation(
            0,
            doi=str(raw["doi"]),
            title=str(raw["title"]),
            year=year,
            first_author=str(raw["first_author"]),
            quote=str(raw["quote"]),
            pmid="1" if more == "pmid" else None,
            fingerprint=fingerprint(text, raw),
        ),
    )


_strings = st.text(st.characters(codec="utf-8")) | st.sampled_from(
    ["c1", " ", "", "a\\b", 'a"b', "a\nb", "\x00", "😀"]
)
_usual_citation = st.fixed_dictionaries(
    {
        **{"doi": _strings, "title": _strings, "first_author": _strings, "quote": _strings},
        "year": st.integers(0, 3000),
    }
)
_other_citation = st.fixed_dictionaries(
    {"doi": _strings | st.none(), "title": _strings, "first_author": _strings},
    optional={"quote": _strings, "year": st.integers() | st.floats() | _strings, "note": anything},
)
_usual = st.fixed_dictionaries(
    {
        "id": st.just("c1") | _strings,
        "text": st.just("words") | _strings,
        "citations": st.lists(_usual_citation, min_size=1, max_size=3)
        | st.lists(_other_citation, max_size=2),
    },
    optional={"status": st.sampled_from(["verified", "partial"])},
)
_mutations = st.lists(
    st.sampled_from(
        [
            ("", ""),
            ('"id":', '"id": "x", "id":'),
            ('"doi":', '"doi": "x", "doi":'),
            ('"doi":', '"d\\u006fi":'),
            ('"year": ', '"year": -'),
            ('"title": "', '"title": "\\ud800'),
            ('"title": "', '"title": "\\ud83d\\ude00'),
            ('"quote": "', '"quote": "\\\\ud800'),
            ('"quote": "', '"quote": "\t'),
            ('"first_author": "', '"first_author": "\\"\\/'),
            ("}", "},"),
            ('"text": "', '"text": ["'),
            ('"year": ', f'"year": {"9" * 641}'),
            ('"year": ', '"year": NaN'),
        ]
    ),
    max_size=2,
)


@given(_usual, _mutations, st.booleans(), st.sampled_from([None, 1]))
def test_a_claim_of_the_usual_shape_is_read_as_any_other_or_not_at_all(
    value: dict[str, object], mutations: list[tuple[str, str]], ascii_only: bool, indent: int | None
) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    for old, new in mutations:
        text = text.replace(old, new, 1)
    text += ", more"
    usual = usual_claim(text, 0)
    if usual is None:
        return
    read, end = decode_value(text, 0)  # so it is strict JSON
    claim = claim_from_json(read, file="x.json")
    assert usual == (claim.id, claim.text, claim.citations, end)
    assert claim.status is None


def test_a_claim_of_the_usual_shape_is_one() -> None:
    cited = {"doi": "10.5555/a", "title": "T", "year": 2024, "first_author": "F", "quote": 'he said "ё"'}
    value = {"id": "c1", "text": "t", "citations": [cited, cited]}
    for ascii_only in (False, True):
        assert usual_claim(json.dumps(value, ensure_ascii=ascii_only), 0) is not None
    twice = json.dumps(value).replace('"doi"', '"doi": "x", "doi"', 1)
    assert usual_claim(twice, 0) is None
    with pytest.raises(Unstrict):
        decode_value(twice, 0)
