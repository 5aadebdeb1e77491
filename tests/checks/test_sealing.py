"""Seals: the same answer as from the open text, from which nothing can be read."""

from __future__ import annotations

import pytest

from citelock.checks.quotes import QuotePolicy, QuoteResult
from citelock.checks.seal_tokens import quote_tokens, text_tokens
from citelock.checks.sealing import BadSeal, OtherRules, Sealed, check_sealed, make_seal, read_seal, salt_text
from citelock.checks.text.find import check_quote
from citelock.checks.text.fold import fold_text
from citelock.checks.text.source import SourceText
from tests.support.papers import FILLER

SALT = b"0123456789abcdef"
TEXT = (
    "On state-of-the-art grounding\n"
    "In our experiments [3, 4] tying each statement to a passage lowered the number of them from 18 to 7 per "
    "hundred answers. It was not seen in the second group of readers who had no passages at hand.\n"
    "The dose was 10-20 mg at −0.42 °C in a volume of 5 mW over 10³ cells for each of the four groups.\n"
    "A line that ends in a hyphen-\n"
    "ated word and goes on for some more words until it comes to its end.\n"
)


def sealed(text: str = TEXT, furniture_line: int | None = None) -> Sealed:
    seal, windows = make_seal(text, furniture_line, SALT)
    return read_seal(seal, salt_text(SALT), windows)


def look_up(quote: str, text: str = TEXT) -> QuoteResult:
    return check_sealed(quote, None, sealed(text), QuotePolicy())


@pytest.mark.parametrize(
    "quote",
    [
        "tying each statement to a passage lowered the number of them from 18 to 7",
        "In our experiments tying each statement to a passage lowered the number of them",
        "Tying  each statement to a “passage” lowered the number of them, from 18 to 7",
        "The dose was 10-20 mg at -0.42 °C in a volume of 5 mW",
        "A line that ends in a hyphenated word and goes on for some more",
        "A line that ends in a hyphen-ated word and goes on for some more",
        "hundred answers. It was not seen in the second group of readers",
        "from 18 to 7 per hundred answers … in the second group of readers who had no passages",
    ],
)
def test_what_stands_there_is_found(quote: str) -> None:
    if "…" in quote:
        assert "W_NOT_MACHINE_CHECKED" in {finding.code for finding in look_up(quote).findings}
    else:
        assert look_up(quote).status == "verbatim"


@pytest.mark.parametrize(
    "quote",
    [
        "tying each statement to a passage lowered the number of them from 19 to 7",
        "tying each statement to a passage raised the number of them from 18 to 7",
        "The dose was 1020 mg at −0.42 °C in a volume of 5 mW",
        "The dose was 10-20 mg at 0.42 °C in a volume of 5 mW",
        "The dose was 10-20 mg at −0.42 °C in a volume of 5 MW",
        "in a volume of 5 mW over 103 cells for each of the four groups",
        "20 mg at −0.42 °C in a volume of 5 mW over 10³ cells",
        "It was seen in the second group of readers who had no passages",
    ],
)
def test_what_was_changed_is_not(quote: str) -> None:
    source = SourceText(TEXT, fold_text(TEXT))
    assert check_quote(quote, None, source, QuotePolicy()).status == "not_found"
    result = look_up(quote)
    assert (result.status, [finding.code for finding in result.findings], result.nearest) == (
        "not_found",
        ["E_QUOTE_NOT_FOUND"],
        None,
    )


def test_fewer_than_eight_tokens_cannot_be_looked_up() -> None:
    result = look_up("the second group of readers who had")
    assert result.status == "not_checked"
    (finding,) = result.findings
    assert finding.name == "W_NOT_MACHINE_CHECKED:sealed"


def test_an_elision_keeps_its_order_and_hides_no_negation() -> None:
    first = "tying each statement to a passage lowered the number of them"
    second = "seen in the second group of readers who had no passages"
    result = look_up(f"{first} … {second}")
    assert result.status == "elided"
    assert [finding.code for finding in result.findings] == ["E_QUOTE_NEGATION_ELIDED"]
    assert look_up(f"{second} … {first}").status == "not_found"


def test_a_negation_right_beside_the_words_is_said() -> None:
    result = look_up("seen in the second group of readers who had no passages")
    assert [finding.code for finding in result.findings] == ["W_QUOTE_CONTEXT_CUT"]


def test_fragments_stand_in_any_order() -> None:
    first = "tying each statement to a passage lowered the number of them"
    second = "The dose was 10-20 mg at -0.42 °C in a volume"
    result = check_sealed(None, (second, first), sealed(), QuotePolicy())
    assert result.status == "verbatim"
    result = check_sealed(None, (second, first.replace("lowered", "raised")), sealed(), QuotePolicy())
    assert [finding.name for finding in result.findings] == ["E_QUOTE_FRAGMENT_NOT_FOUND:2"]


EXPONENTS = "It took 20 mg L⁻¹ of Fe²⁺ on 3 m² at 10³ cells, H2O and CO2 for σ² as before.\n"


@pytest.mark.parametrize(
    ("quote", "status"),
    [
        ("took 20 mg L-1 of Fe2+ on 3 m2 at 10³ cells, H2O and CO2 for σ2 as before", "verbatim"),
        ("took 20 mg L⁻¹ of Fe²⁺ on 3 m² at 10³ cells, H2O and CO2 for σ² as before", "verbatim"),
        ("took 20 mg L-1 of Fe²⁺ on 3 m2 at 10^3 cells, H2O and CO2", "verbatim"),
        ("took 20 mg L-1 of Fe²⁺ on 3 m2 at 103 cells, H2O and CO2", "not_found"),
        ("took 20 mg L-1 of Fe3+ on 3 m2 at 10³ cells, H2O and CO2", "not_found"),
        ("took 20 mg L-2 of Fe2+ on 3 m2 at 10³ cells, H2O and CO2", "not_found"),
        ("took 20 mg L1 of Fe2+ on 3 m2 at 10³ cells, H2O and CO2", "not_found"),
        ("on 3 m² at 10³ cells, H²O and CO2 for σ² as before", "not_found"),
    ],
)
def test_an_exponent_behind_a_letter_may_be_typed_flat_and_none_behind_a_figure(
    quote: str, status: str
) -> None:
    assert check_sealed(quote, None, sealed(EXPONENTS), QuotePolicy()).status == status


def test_no_window_goes_over_the_furniture() -> None:
    text = "One two three four five six seven eight nine ten\n\nRunning head of the journal on every page\n"
    quote = "four five six seven eight nine ten Running head of the journal"
    assert check_sealed(quote, None, sealed(text, 3), QuotePolicy()).status == "not_found"
    assert check_sealed(quote, None, sealed(text), QuotePolicy()).status == "verbatim"


def test_one_salt_gives_the_same_bytes_and_another_other_ones() -> None:
    assert make_seal(TEXT, None, SALT) == make_seal(TEXT, None, SALT)
    assert make_seal(TEXT, None, SALT) != make_seal(TEXT, None, SALT[::-1])


def test_nothing_of_the_text_but_its_negations_stands_in_the_seal() -> None:
    seal, windows = make_seal(TEXT + FILLER, None, SALT)
    lines = seal.decode().splitlines()
    assert lines[0].startswith("citelock-seal/1 window=8 bits=96 fold=")
    assert windows == sum(len(line) - 2 for line in lines if line.startswith("P ")) // 16
    (listed,) = [line for line in lines if line.startswith("N ")]
    assert {each.partition(":")[2] for each in listed[2:].split()} == {"not", "no", "until"}


def test_a_flipped_salt_or_window_is_noticed() -> None:
    seal, windows = make_seal(TEXT, None, SALT)
    with pytest.raises(BadSeal):
        read_seal(seal, salt_text(SALT[::-1]), windows)
    with pytest.raises(BadSeal):
        read_seal(seal, salt_text(SALT), windows + 1)
    with pytest.raises(BadSeal):
        read_seal(b"nothing\n", salt_text(SALT), 0)
    with pytest.raises(OtherRules):
        read_seal(seal.replace(b"fold=", b"fold=9", 1), salt_text(SALT), windows)


def test_both_sides_have_the_same_tokens() -> None:
    line = TEXT.splitlines()[2]
    assert [token.key for token in text_tokens(line)[0]] == quote_tokens(line)
    assert quote_tokens("state-of-the-art")[0] == "stateoftheart"


def test_a_million_characters_are_sealed_in_no_time() -> None:
    seal, windows = make_seal((FILLER + "\n") * 300, None, SALT)
    assert windows > 60_000
    assert len(seal) > 16 * windows
