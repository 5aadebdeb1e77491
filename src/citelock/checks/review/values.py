"""What a review consists of: questions about citations, opinions of a model, what is left out (verify.md, 9).

An opinion is a model's word. It never becomes a finding, a label or a part of the report.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

Verdict = Literal["supports", "partly", "contradicts", "unrelated", "unclear"]
Why = Literal["error", "no_quote", "private", "sealed", "too_long"]

VERDICTS: tuple[Verdict, ...] = ("supports", "partly", "contradicts", "unrelated", "unclear")
FAILING: tuple[Verdict, ...] = ("partly", "contradicts", "unrelated", "unclear")
WHY: tuple[Why, ...] = ("error", "no_quote", "private", "sealed", "too_long")


REVIEW_BYTES = 1 << 28  # of a review.json that is read


class Cited(NamedTuple):
    """Which citation, as in the report; `citation` or `id` None where there is none."""

    file: str
    claim: str
    citation: int | None
    fingerprint: str
    id: str | None


class Question(NamedTuple):
    """One citation to be asked about: its claim, the words quoted, and the passages around them.

    `passages` are what the model is shown of the text, in the order of their places.
    """

    cited: Cited
    claim: str
    quotes: tuple[str, ...]
    passages: tuple[str, ...]


class Skipped(NamedTuple):
    """A citation that no model is asked about, and the codes of its row that say why."""

    cited: Cited
    why: Why
    codes: tuple[str, ...]


class Opinion(NamedTuple):
    """A model's answer in the form that was asked for; `span` is what it copied from a passage, or ""."""

    verdict: Verdict
    reason: str
    span: str


class Judged(NamedTuple):
    """An opinion after its span was looked for.

    `verdict` is "unclear" where the span does not stand in what was given; `answered` is what the model said,
    `span` as the passage has it. `cut`: the passage goes on, or began, with a word that may turn it round.
    """

    verdict: Verdict
    answered: Verdict
    reason: str
    span: str
    cut: bool = False

    @property
    def is_dropped(self) -> bool:
        """Whether the answer counts for nothing, its span being invented or missing."""
        return self.verdict != self.answered


class Reviewed(NamedTuple):
    """One citation with its opinion, and the sha256 of the question and of the recorded answer."""

    cited: Cited
    judged: Judged
    prompt_sha256: str
    answer_sha256: str


class Basis(NamedTuple):
    """What a review is of: the claims files and the report of their audit, by sha256; whose opinions it has.

    `inputs` are path as shown and sha256 of each file. `include_private`: private texts were asked about too.
    """

    inputs: Sequence[tuple[str, str]]
    input_sha256: str
    report_sha256: str
    model: str
    include_private: bool


class Opinions(NamedTuple):
    """A finished review as others read it: whose it is, of what, and the words of each claim.

    `of` maps (file, claim id) to a word for each of its citations, in their order: a verdict, or "not asked".
    """

    model: str
    input_sha256: str
    report_sha256: str
    include_private: bool
    of: Mapping[tuple[str, str], tuple[str, ...]]
