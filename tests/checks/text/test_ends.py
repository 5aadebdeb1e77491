"""What a reader is shown of a miss whose words all stand in the source."""

from __future__ import annotations

import pytest

from citelock.checks.text.ends import edge_difference
from tests.checks.text.matching import ask

TEXT = """These compounds are biodegradable and non-toxic, thus they do not accumulate in the environment.
The temperature rose by -5 °C in the experiment of three weeks, with p<0.05 in all groups seen.
A dose of 5 mM was given twice daily to every one of the 1,250 patients (US$ 300 each) in environmental law.
Это показывает неэффективность препарата во всех группах больных за три года наблюдений.
"""


@pytest.mark.parametrize(
    ("quote", "theirs", "mine", "after"),
    [
        ("toxic, thus they do not accumulate in the environment", "non-toxic", "toxic", ""),
        ("5 °C in the experiment of three weeks, with p<0.05 in all groups", "-5", "5", ""),
        ("250 patients (US$ 300 each) in environmental law", "1,250", "250", ""),
        ("A dose of 5 mm was given twice daily to every one", "mM", "mm", "a dose of 5"),
        (
            "every one of the 1,250 patients (US$ 300 each) in environment",
            "environmental",
            "environment",
            "every one of the 1,250 patients us $ 300 each in",
        ),
        ("эффективность препарата во всех группах больных", "неэффективность", "эффективность", ""),
    ],
)
def test_the_word_that_differs_is_shown(quote: str, theirs: str, mine: str, after: str) -> None:
    result = ask(TEXT, quote)
    assert result.status == "not_found"
    assert result.nearest is not None
    assert (" ".join(result.nearest.missing), " ".join(result.nearest.added)) == (theirs, mine)
    assert result.nearest.diverges_after == after
    assert theirs in result.nearest.text
    assert f"the source has “{theirs}”, the quote has “{mine}”" in result.findings[0].message


@pytest.mark.parametrize(
    ("text", "passage", "raw"),
    [
        ("“Words are here”, they say.", "Words are here", "Words are here"),
        ("(Words are here)[12] and go on.", "Words are here", "Words are here"),
        ("Words “are” here", "Words “are” here", 'Words "are" here'),
        ("方法可以显著降低错误率", "可以显著", "可以显著"),
        ("Words are here", "Words", ""),
    ],
)
def test_what_stands_around_words_is_no_difference(text: str, passage: str, raw: str) -> None:
    start = text.index(passage)
    assert edge_difference(text, start, start + len(passage), raw) is None


def test_a_sign_in_front_of_a_number_is_part_of_it() -> None:
    start = TEXT.index("300 each")
    found = edge_difference(TEXT, start, start + len("300 each"), "300 each")
    assert found is not None
    assert (found.theirs, found.mine, found.passage) == ("US$ 300", "300", "(US$ 300 each")


def test_a_sign_behind_a_number_is_part_of_it() -> None:
    text = "It rose to 90 % of the sum"
    found = edge_difference(text, 0, text.index(" %"), "It rose to 90")
    assert found is not None
    assert (found.theirs, found.mine, found.passage, found.before) == (
        "90 %",
        "90",
        "It rose to 90 %",
        "It rose to",
    )


def test_a_run_without_spaces_is_not_walked_to_its_end() -> None:
    text = "a" * 1_000_000
    found = edge_difference(text, 500_000, 500_010, "aaaaaaaaaa")
    assert found is not None
    assert len(found.passage) < 200
