"""Answers of the matcher to the quotes of one source, in a form that can be kept and asked again.

The matcher is a pure function of the text, its pages and furniture, the quotation and the policy; so an
answer given once holds as long as none of them and no rule changes. What was kept is used only for exactly
the same question, and the text is not even read where every question was asked before.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING

from citelock.checks.findings import Finding
from citelock.checks.quotes import STATUSES, Fragment, Nearest, QuotePolicy, QuoteResult

if TYPE_CHECKING:
    from collections.abc import Callable

    from citelock.checks.text.source import SourceText

MOST_KEPT = 4_000  # answers of one source; beyond, only those of the last run are kept


class Answers:
    """The matcher for one source: answers from what is known, else from the text, which `read` gives.

    `known` comes from `unpack`. `asked` are the answers of this run; `fresh` says that some of them are new.
    """

    def __init__(self, read: Callable[[], SourceText], known: dict[str, QuoteResult] | None = None) -> None:
        self._read = read
        self._source: SourceText | None = None
        self._known = known or {}
        self.asked: dict[str, QuoteResult] = {}
        self.fresh = False

    def check(self, quote: str | None, quotes: tuple[str, ...] | None, policy: QuotePolicy) -> QuoteResult:
        """What `check_quote` says of the quotation in this source."""
        key = _key(quote, quotes, policy)
        answer = self._known.get(key)
        if answer is None:
            answer = self.asked.get(key)
        if answer is None:
            answer = _ask(quote, quotes, self._whole, policy)
            self.fresh = True
        self.asked[key] = answer
        return answer

    @property
    def text(self) -> str:
        """The text itself, which is read for this if it was not yet."""
        return self._whole.text

    @property
    def _whole(self) -> SourceText:
        if self._source is None:
            self._source = self._read()
        return self._source

    def pack(self, pages: tuple[tuple[int, int], ...], furniture_line: int | None = None) -> bytes:
        """The answers of this run, and earlier ones while there is room, as bytes."""
        kept = (
            {**self._known, **self.asked} if len(self._known) + len(self.asked) <= MOST_KEPT else self.asked
        )
        body = {"answers": kept, "furniture_line": furniture_line, "pages": pages}
        return json.dumps(body, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def answer(
    source: Answers | SourceText | None,
    quote: str | None,
    quotes: tuple[str, ...] | None,
    policy: QuotePolicy,
) -> QuoteResult:
    """What the matcher says of a quotation; `source` None: there is no snapshot."""
    if isinstance(source, Answers):
        return source.check(quote, quotes, policy)
    return _ask(quote, quotes, source, policy)


def _ask(
    quote: str | None, quotes: tuple[str, ...] | None, source: SourceText | None, policy: QuotePolicy
) -> QuoteResult:
    return _matcher()(quote, quotes, source, policy)


@cache
def _matcher() -> Callable[[str | None, tuple[str, ...] | None, SourceText | None, QuotePolicy], QuoteResult]:
    from citelock.checks.text.find import check_quote  # the matcher is a fifth of the start-up of an audit

    return check_quote


def _key(quote: str | None, quotes: tuple[str, ...] | None, policy: QuotePolicy) -> str:
    """The question as text: equal for equal questions only."""
    if quotes is None and quote is not None:
        return f"{policy.min_quote} {quote}"
    return f"{policy.min_quote}[{json.dumps([quote, quotes], ensure_ascii=False)}"  # the blank is for a quote


def unpack(
    data: bytes, pages: tuple[tuple[int, int], ...], furniture_line: int | None = None
) -> dict[str, QuoteResult]:
    """The answers that `pack` wrote for a text with these pages and this furniture; none if one differs."""
    try:
        body = json.loads(data)
        if body["pages"] != [list(run) for run in pages] or body["furniture_line"] != furniture_line:
            return {}
        return {key: _result(value) for key, value in body["answers"].items()}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}


def _result(value: list[object]) -> QuoteResult:
    status, fragments, nearest, findings = value
    if status not in STATUSES or not isinstance(fragments, list) or not isinstance(findings, list):
        raise ValueError("no answer of the matcher")
    return QuoteResult(
        str(status),
        tuple([_fragment(*item) for item in fragments]),
        _nearest(*nearest) if isinstance(nearest, list) else None,
        tuple([Finding(*item) for item in findings]),
    )


def _fragment(
    n: int,
    status: str,
    start: int | None,
    end: int | None,
    line: int | None,
    page: int | None,
    folds: list[str],
    skipped: list[str],
    inserted: list[str],
    hidden_after: str | None,
) -> Fragment:
    return Fragment(
        n, status, start, end, line, page, tuple(folds), tuple(skipped), tuple(inserted), hidden_after
    )


def _nearest(
    text: str, line: int, page: int | None, diverges_after: str, missing: list[str], added: list[str]
) -> Nearest:
    return Nearest(text, line, page, diverges_after, tuple(missing), tuple(added))
