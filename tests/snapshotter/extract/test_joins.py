"""Line ends: what is written between two lines of one paragraph."""

from __future__ import annotations

import pytest

from citelock.snapshotter.extract.joins import joint


@pytest.mark.parametrize(
    ("upper", "lower", "joined"),
    [
        ("the re-", "sults", "the re\xadsults"),
        ("the re\u2010", "sults", "the re\xadsults"),
        ("the neu\u2011", "tral", "the neu\xadtral"),
        ("the re\xad", "sults", "the results"),
        ("the re\ufffe", "sults", "the results"),
        ("the re\x02", "sults", "the results"),
        ("from 10-", "20", "from 10-20"),
        ("interleukin-", "6", "interleukin-6"),
        ("https://example.org/a-", "b", "https://example.org/a-b"),
        ("doi:10.0000/some-", "thing", "doi:10.0000/some-thing"),
        ("https://example.org is the re-", "sult", "https://example.org is the re\xadsult"),
        ("pre-", "(and post-)", "pre- (and post-)"),
        ("a range 5–", "7", "a range 5– 7"),
        ("one", "two", "one two"),
        ("软件", "包", "软件包"),
        ("软件", "apt", "软件 apt"),
        ("한국", "어", "한국 어"),
        ("-", "a", "- a"),
    ],
)
def test_the_joint_of_two_lines(upper: str, lower: str, joined: str) -> None:
    cut, mark = joint(upper, lower)
    assert upper[: len(upper) - cut] + mark + lower == joined
