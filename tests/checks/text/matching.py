"""What the tests of the matcher share: one call with plain strings."""

from __future__ import annotations

from citelock.checks.quotes import QuotePolicy, QuoteResult
from citelock.checks.text.find import check_quote
from citelock.checks.text.fold import fold_text
from citelock.checks.text.source import SourceText, normal_text


def source_of(text: str, page_map: tuple[tuple[int, int], ...] = ()) -> SourceText:
    plain = normal_text(text.encode())
    return SourceText(plain, fold_text(plain), page_map)


def ask(text: str, quote: str, minimum: int = 30) -> QuoteResult:
    return check_quote(quote, None, source_of(text), QuotePolicy(minimum))


def ask_list(text: str, *quotes: str, minimum: int = 30) -> QuoteResult:
    return check_quote(None, quotes, source_of(text), QuotePolicy(minimum))


def codes(result: QuoteResult) -> list[str]:
    return [finding.name for finding in result.findings]


def accepted(result: QuoteResult) -> bool:
    return result.status in ("verbatim", "markers_ignored", "editorial", "elided") and not any(
        name.startswith("E_") for name in codes(result)
    )
