"""A review as text: opinions that are no plain "supports", the counts, and whose opinions they are.

What a model said stands on one line, without control characters (verify.md, section 9).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from citelock.cli.output.plain import QUOTE_LIMIT, TITLE_LIMIT, plain

Json = Mapping[str, object]


def review_lines(review: Json, out: str, *, verbose: bool, quiet: bool) -> Iterator[str]:
    """The lines for a terminal, each with its line end; `verbose`: every citation, those not asked about too.

    `quiet`: the last line only.
    """
    counts = _object(review["counts"])
    if not quiet:
        for entry in _objects(review["results"]):
            if verbose or entry["verdict"] != "supports":
                yield from _opinion(entry)
        if verbose:
            for entry in _objects(review["skipped"]):
                yield _skipped(entry)
        yield from _counted(counts)
        yield f"{plain(str(review['note']))}\n"
    yield f"asked={counts['asked']} skipped={counts['skipped']} review={plain(out)}\n"


def _opinion(entry: Json) -> Iterator[str]:
    yield f"{entry['verdict']} {_place(entry)}\n"
    if entry["verdict"] != entry["answered"]:
        yield f"    answered {entry['answered']} without words that stand in the text\n"
    if entry["reason"]:
        yield f"    reason: {plain(str(entry['reason']))}\n"
    if entry["span"]:
        words = " ".join(str(entry["span"]).replace("\xad", "").split())
        cut = " (its context is cut)" if entry["cut"] else ""
        yield f"    span: “{plain(words, 2 * QUOTE_LIMIT)}”{cut}\n"


def _skipped(entry: Json) -> str:
    codes = entry["codes"]
    assert isinstance(codes, list)
    named = f": {', '.join(plain(str(code)) for code in codes)}" if codes else ""
    return f"not asked ({str(entry['why']).replace('_', ' ')}) {_place(entry)}{named}\n"


def _place(entry: Json) -> str:
    citation = "" if entry["citation"] is None else f" citations[{entry['citation']}]"
    identifier = plain(str(entry["id"] or "(no identifier)"), TITLE_LIMIT)
    file, claim = (plain(str(entry[name]), TITLE_LIMIT) for name in ("file", "claim"))
    return f"{file} {claim}{citation} {identifier}"


def _counted(counts: Json) -> Iterator[str]:
    verdicts = ", ".join(f"{word} {number}" for word, number in _object(counts["verdicts"]).items())
    dropped = counts["span_not_found"]
    invented = f" ({dropped} without words that stand in the text)" if dropped else ""
    yield f"opinions: {verdicts}{invented}\n"
    why = _object(counts["why_skipped"])
    named = ", ".join(f"{word.replace('_', ' ')} {number}" for word, number in why.items() if number)
    if named:
        yield f"not asked: {named}\n"


def _object(value: object) -> Json:
    assert isinstance(value, Mapping)
    return value


def _objects(value: object) -> list[Json]:
    assert isinstance(value, list)
    return [_object(each) for each in value]
