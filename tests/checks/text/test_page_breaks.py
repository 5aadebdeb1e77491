"""Page breaks as extractors write them: page number and running head may be left out, content may not."""

from __future__ import annotations

import pytest

from tests.checks.text.matching import accepted, ask

BEFORE = "The intervention reduced the number of readmissions in the"
AFTER = "winter months by a third, and the effect lasted for two years."
QUOTE = "reduced the number of readmissions in the winter months by a third"


@pytest.mark.parametrize(
    "between",
    [
        "\n\n14\n\f\n",
        "\n\n14\n\f",
        "\n14\n\f",
        "\n14\f",
        "\n- 14 -\n\f",
        "\f14\n",
        "\f\n14\n\n",
        "\f14\n\n",
        "\n\fJournal of Care\n\n",
        "\n\f",
        "\f",
    ],
)
def test_a_page_number_or_head_beside_a_form_feed_may_be_left_out(between: str) -> None:
    assert accepted(ask(BEFORE + between + AFTER, QUOTE))


@pytest.mark.parametrize(
    "between", ["\n\fthe cold and dark\n", "\nof all\f", "\n\fnot the\n\n", "\n14 of the\n\f"]
)
def test_words_beside_a_form_feed_are_content(between: str) -> None:
    assert ask(BEFORE + between + AFTER, QUOTE).status == "not_found"
