"""What is said of a list of fragments names the fragment, and speaks of no ellipsis that is not there."""

from __future__ import annotations

from tests.checks.text.matching import ask, ask_list

LEASE = "The landlord of the house is not permitted to terminate this lease during the fixed term of it."
TWO = ("The landlord of the house is", "permitted to terminate this lease")


def messages(*quotes: str, text: str = LEASE) -> list[str]:
    return [finding.message for finding in ask_list(text, *quotes).findings]


def test_a_negation_between_fragments_is_told_by_their_numbers_in_the_order_of_the_source() -> None:
    for quotes, pair in (
        (TWO, "1 and 2"),
        (TWO[::-1], "2 and 1"),
        ((TWO[1], LEASE[-22:-1], TWO[0]), "3 and 1"),
    ):
        assert (
            f"between fragments {pair} the source has “not”, which may turn the meaning round; they leave "
            "out: “not”."
        ) in messages(*quotes)


def test_a_fragment_that_cuts_its_context_is_named() -> None:
    said = messages("during the fixed term of it", "permitted to terminate this lease")
    assert said[0] == (
        "fragment 2 is verbatim, but leaves out “not” right beside it, which may change its meaning."
    )


def test_a_single_quote_is_still_called_so() -> None:
    said = [finding.message for finding in ask(LEASE, "permitted to terminate this lease during").findings]
    assert said == [
        "the quote is verbatim, but leaves out “not” right beside it, which may change its meaning."
    ]
    [hidden] = ask(LEASE, "The landlord of the house is … permitted to terminate this lease").findings
    assert hidden.message == "the ellipsis hides “not”, which may turn the meaning round; it hides: “not”."


def test_an_ellipsis_inside_a_fragment_is_called_that_of_the_fragment() -> None:
    said = messages(
        "during the fixed term", "The landlord of the house is … permitted to terminate this lease"
    )
    assert said == [
        "the ellipsis in fragment 2 hides “not”, which may turn the meaning round; it hides: “not”."
    ]


def test_an_edited_fragment_is_named() -> None:
    assert "fragment 2 edits the source: “whole” is added." in messages(
        "The landlord of the house is not", "during the [whole] fixed term of it"
    )


def test_a_miss_names_the_fragment_and_leaves_the_words_of_others_alone() -> None:
    text = LEASE + " Nobody reads the quote in the small print of it."
    [message] = messages("The landlord of the house is not", "reads the quote in the large print", text=text)
    assert message.startswith("fragment 2 is not in the snapshot; ")
    [message] = messages("doubled the waiting time of all", "reads the quote in the large print", text=text)
    assert message.startswith(
        "none of the 2 fragments is in the snapshot: fragment 1 is not in the snapshot; "
    )
