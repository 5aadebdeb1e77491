"""The quick route of the matcher accepts nothing that the plain one, its reference, does not."""

from __future__ import annotations

import pytest

from bench.scores import changed, faithful
from bench.sentences import RealText, read_texts
from citelock.checks.text.fold import fold_quote
from citelock.checks.text.locate import locate_all
from citelock.checks.text.quick import quick
from tests.checks.text.matching import source_of

TEXTS = read_texts()


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.name)
def test_what_the_quick_route_accepts_the_plain_one_accepts_at_the_same_place(text: RealText) -> None:
    whole = source_of(text.text)
    settled = 0
    for trial in [*changed([text], 0.05, 11), *faithful([text], 0.05, 11)]:
        source = whole if trial.source is None else source_of(trial.source)
        hit = quick(trial.quote, fold_quote(trial.quote), source)
        if hit is None:
            continue
        settled += 1
        plain = locate_all(trial.quote, source)
        places = [(other.start, other.end, other.status) for other in plain[:1]]
        assert places == [(hit.start, hit.end, hit.status)], trial.quote
    assert settled > 20
