"""What has to be said beside a verdict: fixed sentences in a fixed order, then the model's (verify.md, 6).

Each says what was found, not what it means; names of sites stand in them, never words of a page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from citelock.checks.verification.values import Word

_MOST = 10  # names in one sentence


class Grounds(NamedTuple):
    """All that a caveat may speak of; what is empty or False gives none.

    `unread` are sites with the reason. Where a time range was asked for, `undated` are sites without a date,
    `outside` those with another one. `reprints` are groups of sites that carry one text, `supporting` and
    `refuting` sites of either side, `figures` those of the claim that no quotation has, `cut` sites whose
    quotation leaves out a word that may turn it round, `left_out` how much of the model's answer was over the
    limits. `no_subject`: no name of the claim was looked for on the pages, `names_unseen`: it is written in a
    script in which names look like other words. `unquoted`: the model took a side and quoted nothing.
    """

    verdict: Word
    said: Word | None
    engines: tuple[str, ...] = ()
    may_not_filter: bool = False
    undated: tuple[str, ...] = ()
    outside: tuple[str, ...] = ()
    unread: tuple[tuple[str, str], ...] = ()
    caps: tuple[str, ...] = ()
    reprints: tuple[tuple[str, ...], ...] = ()
    supporting: tuple[str, ...] = ()
    refuting: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()
    no_subject: bool = False
    names_unseen: bool = False
    unquoted: bool = False
    lexical: bool = False
    left_out: int = 0
    model: tuple[str, ...] = ()


def caveats(grounds: Grounds) -> list[str]:
    """The sentences, in their order."""
    return [
        *_of_the_search(grounds),
        *_of_the_sources(grounds),
        *_of_the_quotes(grounds),
        *_of_the_model(grounds),
    ]


def _of_the_search(grounds: Grounds) -> Iterable[str]:
    if grounds.engines:
        several = "search engines" if len(grounds.engines) > 1 else "the search engine"
        yield (
            f"{several} {_listed(grounds.engines)} did not answer: a search failure, not evidence of "
            "absence; repeat the check"
        )
    if grounds.may_not_filter:
        yield "the engines in use may not filter by date"
    if grounds.undated:
        yield f"no date is known of {_listed(grounds.undated)}"
    if grounds.outside:
        yield f"dated outside of the time asked for, so not counted: {_listed(grounds.outside)}"
    if grounds.unread:
        yield "not read: " + _listed([f"{site} ({reason})" for site, reason in grounds.unread])


def _of_the_sources(grounds: Grounds) -> Iterable[str]:
    if "one_source" in grounds.caps:
        yield "one source only: no independent check"
    if "no_primary" in grounds.caps:
        yield "no primary source (documentation, reference, media, community) among the pages read"
    for group in grounds.reprints:
        yield f"{_listed(group)} carry the same text"
    if grounds.supporting and grounds.refuting:
        yield f"sources disagree: {_listed(grounds.supporting)} for, {_listed(grounds.refuting)} against"
    elif grounds.said == "mixed" and grounds.verdict == "unverified":
        for side, sites in (("for", grounds.supporting), ("against", grounds.refuting)):
            if sites:
                yield f"the model saw both sides; quotations stand only {side} the claim ({_listed(sites)})"


def _of_the_quotes(grounds: Grounds) -> Iterable[str]:
    if grounds.figures:
        yield f"no quotation holds these figures of the claim: {_listed(grounds.figures)}"
    if grounds.cut:
        yield f"read round the quotation of {_listed(grounds.cut)}: it leaves out a word that may reverse it"
    if grounds.no_subject:
        why = (
            "its script has no capitals to tell names by"
            if grounds.names_unseen
            else "the claim names nothing"
        )
        yield f"{why}: whether the pages are about its subject was not checked"


def _of_the_model(grounds: Grounds) -> Iterable[str]:
    if grounds.lexical:
        yield "compared word by word, not understood"
    if grounds.unquoted:
        yield f"the model said {grounds.said} and quoted nothing: its word alone counts for nothing"
    if grounds.left_out:
        parts = "1 part" if grounds.left_out == 1 else f"{grounds.left_out} parts"
        yield f"over the limits and left out of the model's answer: {parts}"
    for said in grounds.model:
        yield f"model: {said}"


def _listed(names: Sequence[str]) -> str:
    rest = len(names) - _MOST
    return ", ".join(names[:_MOST]) + (f" and {rest} more" if rest > 0 else "")
