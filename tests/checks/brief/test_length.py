"""A template is read in one pass, whatever it holds: it may be large, and anybody may have written it."""

from __future__ import annotations

import pytest

from citelock.checks.brief.prose import smuggled
from citelock.checks.brief.template import read_template
from tests.support.speed import at_most

_CHARACTERS = 300_000


@pytest.mark.parametrize(
    "unit",
    [
        "{{claim:c1}} ",
        "{{claim:c1}}\n",
        "<a ",
        "> a\n",
        "'a ",
        "‘a ",
        "«a",
        "[a\n",
        "a.b@",
        "- - ",
        "九",
        "xc ",
    ],
)
def test_a_template_takes_no_more_than_its_length_allows(unit: str) -> None:
    text = unit * (_CHARACTERS // len(unit))
    pieces = at_most(3_000, lambda: list(read_template(text, "t.md")))
    at_most(6_000, lambda: smuggled(pieces, [], "t.md"))
