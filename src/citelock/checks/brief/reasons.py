"""Why a claim is not verified, in a few words: what stands in the badge behind it (web.md, section 4)."""

from __future__ import annotations

from collections.abc import Sequence

from citelock.checks.catalogue import bare

_MOST = 3
_WORDS = {
    "E_NUMBER_UNSUPPORTED": "number {} not in the quote",
    "E_QUOTE_FRAGMENT_NOT_FOUND": "fragment {} of the quote not found",
    "W_NOT_MACHINE_CHECKED": "{}",
    "W_URL_GONE": "the address answers {}",
    "W_SNAPSHOT_QUALITY": "{} in the text",
    "W_SNAPSHOT_ABSTRACT_ONLY": "only the abstract was read",
    "W_SNAPSHOT_IDENTITY": "the text may be another work",
    "W_QUOTE_CONTEXT_CUT": "the quote is cut from its context",
    "W_QUOTE_EDITED": "the quote is edited in brackets",
    "W_QUOTE_SPLICED": "the quote joins distant passages",
    "W_CONCERN": "the publisher has voiced concern",
    "W_IS_NOTICE": "the source is a notice",
    "N_RECORD_WITHOUT_METADATA": "the registry describes the source with nothing",
}


def reason(because: Sequence[str]) -> str:
    """The first few of the codes that decided, in words; a code without words of its own by its name.

    >>> reason(["W_NOT_MACHINE_CHECKED:robots"])
    'robots'
    """
    told = dict.fromkeys(_words(name) for name in because)
    more = len(told) - _MOST
    return "; ".join(list(told)[:_MOST]) + (f"; and {more} more" if more > 0 else "")


def _words(name: str) -> str:
    code, argument = bare(name), name.partition(":")[2]
    words = _WORDS.get(code)
    if words is not None and (argument or "{}" not in words):
        return words.format(argument.replace("_", " "))
    return code.partition("_")[2].replace("_", " ").lower() + (f" {argument}" if argument else "")
