"""What the commands about snapshots print: one line for each work, the reasons of the steps below it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from citelock.checks.licences import UNKNOWN
from citelock.cli.output.plain import plain
from citelock.snapshotter.adding import FAILED, OK, REFUSED, UNCHANGED, Outcome
from citelock.snapshotter.reasons import BLOCKED
from citelock.snapshotter.snapshot_store import COMMITTED

_APART = {"private": "not committed: kept apart", "sealed": "sealed: the text is kept apart"}


def added_lines(outcome: Outcome, *, shown: str) -> Iterator[str]:
    """What came of one identifier; `shown` is the path of its provenance as reports have it."""
    key, taken, stored = plain(outcome.identifier.key, 2048), outcome.taken, outcome.stored
    if taken is not None and stored is not None and outcome.status in (OK, UNCHANGED):
        parts = [outcome.status, key, taken.decision.name, taken.origin.channel]
        parts += [f"{len(taken.text):,} characters", plain(stored.text, 1000) or "no text is kept"]
        apart = f" ({_APART[stored.storage]})" if stored.storage != COMMITTED else ""
        yield f"{' '.join(parts)}{apart}\n"
        yield from _remarks(outcome)
    elif outcome.status == FAILED:
        where = f"; recorded in {plain(shown, 1000)}" if outcome.recorded else "; nothing was written"
        blocked = " E_URL_BLOCKED" if outcome.reason == BLOCKED else ""
        yield f"failed {key}{blocked} {outcome.reason}: {plain(outcome.message, 500).rstrip('.')}{where}\n"
    for step in outcome.steps:
        if len(outcome.steps) > 1 or outcome.status != FAILED:
            yield f"    {plain(step, 500)}\n"


def _remarks(outcome: Outcome) -> Iterator[str]:
    """What a person should know of a text that was taken."""
    taken = outcome.taken
    assert taken is not None
    vetted, extracted = taken.vetted, taken.extracted
    if taken.decision.name == UNKNOWN:
        yield "    nothing says what its licence is: --licence and --licence-from record what you know\n"
    if taken.forced:
        yield f"    taken by force ({plain(taken.forced)}): {plain(vetted.message)}\n"
    elif vetted.identity != "ok" and taken.identifier.scheme != "url":
        yield f"    whether it is the work could not be checked: {plain(vetted.message)}\n"
    elif vetted.identity == "wrong":
        yield f"    {plain(vetted.message, 500)}\n"
    if vetted.scope == "abstract":
        yield "    an abstract: a quotation that it does not hold is not judged\n"
    if extracted.pages_failed:
        yield f"    pages that could not be read: {', '.join(map(str, extracted.pages_failed[:20]))}\n"
    if extracted.hidden:
        count = len(extracted.hidden)
        yield f"    it holds text that a reader does not see, in {count} place{'s' if count != 1 else ''}\n"
    for flag in vetted.flags:
        yield f"    flag: {flag}\n"


def refused_lines(outcome: Outcome, changed: Sequence[str], lost: Sequence[str]) -> Iterator[str]:
    """Why nothing was replaced: what differs, and which quotations would be lost."""
    yield f"refused {plain(outcome.identifier.key, 2048)}: {plain(outcome.message, 500)}\n"
    for line in changed:
        yield f"    {plain(line)}\n"
    if lost:
        yield "    with the new text these would fail:\n"
    for line in lost:
        yield f"        {plain(line, 500)}\n"


def counts(outcomes: Sequence[Outcome]) -> str:
    """The last line: `asked=3 added=2 unchanged=0 refused=0 failed=1`."""
    found = Counter(each.status for each in outcomes)
    return (
        f"asked={len(outcomes)} added={found[OK]} unchanged={found[UNCHANGED]}"
        f" refused={found[REFUSED]} failed={found[FAILED]}\n"
    )
