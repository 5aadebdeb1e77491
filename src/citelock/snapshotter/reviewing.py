"""`citelock review`: the citations of an audit, and a model's opinion of each (verify.md, section 9).

The audit is recomputed and stays as it is. Answers are recorded as they come; a replay has them from there
and opens no connection.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from citelock.checks.claims import Citation, Claim
from citelock.checks.errors import EvidenceDiffers
from citelock.checks.identifiers import Identifier, identify
from citelock.checks.review.choosing import Row, cited_of, left_out, skipped_by_audit
from citelock.checks.review.opinions import judge, read_opinion
from citelock.checks.review.prompting import PROMPT, messages_of, opinion_schema, question_digest
from citelock.checks.review.surroundings import passages_of
from citelock.checks.review.values import Question, Reviewed, Skipped
from citelock.checks.snapshots import Provenance
from citelock.checks.text.excerpt import shown
from citelock.checks.text.source import normal_text
from citelock.checks.verification.prompting import Message
from citelock.checks.verification.values import Model
from citelock.snapshotter.evidence import Evidence
from citelock.snapshotter.looking_up import snapshot_of
from citelock.snapshotter.review_answers import AnswerFolder
from citelock.snapshotter.shard import Settings
from citelock.snapshotter.snapshot_files import SnapshotFile
from citelock.snapshotter.verification.model import ModelBadAnswer, ModelServer
from citelock.snapshotter.whole_audit import WholeAudit, claims_of

_KEPT_APART = ("private", "sealed")

Spread = Callable[[Callable[["Asked"], bool], Sequence["Asked"]], Iterator[bool]]


class Chosen(NamedTuple):
    """The citations of an audit: whom to ask about, and what is left out; both in the report's order.

    `private` counts questions that show a text which may not be published.
    """

    questions: tuple[Question, ...]
    skipped: tuple[Skipped, ...]
    private: int


class Asked(NamedTuple):
    """A question as it is put to one model."""

    digest: str
    messages: tuple[Message, ...]


class NoUsableAnswer(ModelBadAnswer):
    """Some questions got no answer that can be used; the others are recorded (exit 3)."""


def choose(settings: Settings, audit: WholeAudit, *, include_private: bool) -> Chosen:
    """Sorts the citations. Raises EvidenceDiffers when a text or a claims file changed since the audit."""
    rows = {_place(row): row for rows in audit.rows().values() for row in rows}
    skipped = {place: left for place, row in rows.items() if (left := skipped_by_audit(row)) is not None}
    wanted = [
        (claim, citation, rows[claim.file, claim.id, citation.index])
        for claim in claims_of(settings, audit)
        for citation in claim.citations
        if (claim.file, claim.id, citation.index) not in skipped
    ]
    questions: dict[tuple[str, str, int], Question] = {}
    private = 0
    texts = _Texts(settings.evidence)
    for claim, citation, row in sorted(wanted, key=lambda each: str(each[2]["id"])):
        found = texts.question(claim, citation, row, include_private=include_private)
        if isinstance(found, Skipped):
            skipped[_place(row)] = found
        else:
            questions[_place(row)] = found
            private += texts.is_private
    return Chosen(
        tuple(questions[place] for place in sorted(questions)),
        tuple(skipped[place] for place in sorted(skipped)),
        private,
    )


def ask(
    questions: Sequence[Question],
    server: ModelServer,
    answers: AnswerFolder,
    spread: Spread,
    progress: Callable[[int, int], None],
) -> int:
    """Asks what has no recorded answer yet; how many that were.

    `spread` calls a function of each question, one after another or several at a time. Raises
    ModelUnavailable and its kinds: NoUsableAnswer after all others were asked.
    """
    answers.prepare()
    open_ones = {
        asked.digest: asked
        for asked in (_asked(question, server.model) for question in questions)
        if isinstance(answers.get(asked.digest, server.model), str)
    }

    def one(asked: Asked) -> bool:
        try:
            reply = server.ask(asked.messages, opinion_schema(), _problem_of)
        except ModelBadAnswer:
            return False
        answers.put(
            asked.digest,
            Model(
                "openai",
                server.model,
                PROMPT,
                asked.digest,
                reply.parameters,
                reply.answers,
                reply.input_tokens,
                reply.output_tokens,
            ),
        )
        return True

    unusable = 0
    for done, usable in enumerate(spread(one, tuple(open_ones.values())), 1):
        unusable += not usable
        progress(done, len(open_ones))
    if unusable:
        raise NoUsableAnswer(
            f"the model {shown(server.model, 80)} answered twice in a form that cannot be used, to "
            f"{unusable} of {len(open_ones)} {'question' if len(open_ones) == 1 else 'questions'}; what it "
            "answered else is recorded. Name another model, or try again."
        )
    return len(open_ones)


def judge_all(questions: Iterable[Question], model: str, answers: AnswerFolder) -> tuple[Reviewed, ...]:
    """The opinions of a model from its recorded answers. Raises NotRecorded where there is none."""
    reviewed = []
    for question in questions:
        digest = _asked(question, model).digest
        given = answers.need(digest, model)
        judged = judge(given.opinion, question.passages)
        reviewed.append(Reviewed(question.cited, judged, digest, given.sha256))
    return tuple(reviewed)


class _Texts:
    """The texts of sources, one at a time: whoever asks goes from source to source."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._id: object = None
        self._snapshot = SnapshotFile()
        self._text = ""
        self.is_private = False

    def question(
        self, claim: Claim, citation: Citation, row: Row, *, include_private: bool
    ) -> Question | Skipped:
        """What is asked about a citation whose quotation the audit found, or why it is not."""
        if row["id"] != self._id:  # which is the identifier that was settled on
            self._open(citation)
            self._id = row["id"]
        if self._snapshot.data is None and self._snapshot.seal is not None:
            return left_out(row, "sealed")
        if self.is_private and not include_private:
            return left_out(row, "private")
        if self._snapshot.data is None or self._snapshot.sha256 != _snapshot_digest(row):
            raise EvidenceDiffers(
                "a text changed since it was audited. Leave the evidence alone, and run again."
            )
        quote = row["quote"]
        assert isinstance(quote, dict)
        passages = passages_of(self._text, quote)
        if passages is None:
            return left_out(row, "too_long")
        quotes = (citation.quote,) if citation.quote is not None else citation.quotes or ()
        return Question(cited_of(row), claim.text, quotes, passages)

    def _open(self, citation: Citation) -> None:
        identifier = identify(citation)
        assert isinstance(identifier, Identifier)  # else no text was looked at
        self._snapshot = snapshot_of(self._evidence, identifier)
        self._text = "" if self._snapshot.data is None else normal_text(self._snapshot.data)
        known = self._snapshot.provenance
        self.is_private = self._snapshot.private or (
            isinstance(known, Provenance) and known.storage in _KEPT_APART
        )


def _asked(question: Question, model: str) -> Asked:
    messages = messages_of(question)
    return Asked(question_digest(model, messages), messages)


def _problem_of(raw: str) -> str | None:
    read = read_opinion(raw)
    return read if isinstance(read, str) else None


def _place(row: Row) -> tuple[str, str, int]:
    citation = row["citation"]
    return str(row["file"]), str(row["claim"]), citation if isinstance(citation, int) else -1


def _snapshot_digest(row: Row) -> object:
    snapshot = row["snapshot"]
    return snapshot["sha256"] if isinstance(snapshot, Mapping) else None
