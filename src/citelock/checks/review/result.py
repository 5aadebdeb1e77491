"""review.json (`citelock-review/1`): opinions, what was left out, counts; and back (verify.md, section 9).

Canonical values without clock or environment: claims, evidence and recorded answers give the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from citelock.checks.errors import InputError
from citelock.checks.fields import Fields, WrongField, described, kind, list_field, text_field
from citelock.checks.jsontext import parse
from citelock.checks.review.prompting import PROMPT, prompt_digest
from citelock.checks.review.values import VERDICTS, WHY, Basis, Cited, Opinions, Reviewed, Skipped

SCHEMA = "citelock-review/1"
NOT_ASKED = "not asked"

Json = dict[str, object]


def review_object(basis: Basis, reviewed: Sequence[Reviewed], skipped: Sequence[Skipped]) -> Json:
    """The value of review.json; both lists in the report's order."""
    return {
        "schema": SCHEMA,
        "note": said_by(basis.model),
        "model": basis.model,
        "prompt": {"version": PROMPT, "sha256": prompt_digest()},
        "inputs": [{"path": path, "sha256": digest} for path, digest in sorted(basis.inputs)],
        "input_sha256": basis.input_sha256,
        "report_sha256": basis.report_sha256,
        "include_private": basis.include_private,
        "counts": _counts(reviewed, skipped),
        "results": [_result(each) for each in reviewed],
        "skipped": [{**_cited(each.cited), "why": each.why, "codes": list(each.codes)} for each in skipped],
    }


def said_by(model: str) -> str:
    """The sentence that stands wherever opinions do."""
    return f"opinions of {model}, not checks"


def _counts(reviewed: Sequence[Reviewed], skipped: Sequence[Skipped]) -> Json:
    """How many of each; `span_not_found` are those of `unclear` whose words do not stand in the text."""
    verdicts = [each.judged.verdict for each in reviewed]
    why = [each.why for each in skipped]
    return {
        "asked": len(reviewed),
        "skipped": len(skipped),
        "verdicts": {word: verdicts.count(word) for word in VERDICTS},
        "span_not_found": sum(each.judged.is_dropped for each in reviewed),
        "why_skipped": {word: why.count(word) for word in WHY},
    }


def _result(reviewed: Reviewed) -> Json:
    judged = reviewed.judged
    return {
        **_cited(reviewed.cited),
        "verdict": judged.verdict,
        "answered": judged.answered,
        "reason": judged.reason,
        "span": judged.span,
        "cut": judged.cut,
        "prompt_sha256": reviewed.prompt_sha256,
        "answer_sha256": reviewed.answer_sha256,
    }


def _cited(cited: Cited) -> Json:
    return dict(cited._asdict())


def read_review(content: bytes, path: str) -> Opinions:
    """What others need of a review.json. Raises InputError where it is none."""
    value = parse(content, path)
    try:
        return _read(value)
    except WrongField as error:
        raise InputError(path, f"{error}. Give a file that `citelock review` wrote.") from error


def _read(value: object) -> Opinions:
    fields = _object(value, "review")
    if fields.get("schema") != SCHEMA:
        raise WrongField(f"schema: {described(fields.get('schema'))} is not {SCHEMA}")
    model = text_field(fields, "model")
    if not model.strip():
        raise WrongField("model: this is empty")
    words: dict[tuple[str, str], dict[int, str]] = {}
    for name in ("results", "skipped"):
        for place, each in enumerate(list_field(fields, name)):
            where = f"{name}[{place}]."
            entry = _object(each, where.rstrip("."))
            word = _verdict(entry, where) if name == "results" else NOT_ASKED
            key = (text_field(entry, "file", where), text_field(entry, "claim", where))
            words.setdefault(key, {})[_index(entry, where)] = word
    private = fields.get("include_private")
    if not isinstance(private, bool):
        raise WrongField(f"include_private: {described(private)} is neither true nor false")
    return Opinions(
        model=model,
        input_sha256=text_field(fields, "input_sha256"),
        report_sha256=text_field(fields, "report_sha256"),
        include_private=private,
        of={key: tuple(found[index] for index in sorted(found)) for key, found in words.items()},
    )


def _verdict(entry: Fields, where: str) -> str:
    word = entry.get("verdict")
    if not isinstance(word, str) or word not in VERDICTS:
        raise WrongField(f"{where}verdict: {described(word)} is none of {', '.join(VERDICTS)}")
    return word


def _index(entry: Fields, where: str) -> int:
    index = entry.get("citation")
    if index is None:
        return -1
    if isinstance(index, bool) or not isinstance(index, int):
        raise WrongField(f"{where}citation: {described(index)} is not a whole number")
    return index


def _object(value: object, where: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise WrongField(f"{where}: this is {kind(value)}, not an object")
    return value
