"""What a refresh proposes, in words: title and body of the pull request, the commit, an issue a retraction.

Everything is rendered from the news itself; texts of registries and agents stand in it as code (action.md,
sections 7 and 11).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from citelock import __version__
from citelock.checks.news import News
from citelock.checks.record_changes import RETRACTION, Affected, Change, subject
from citelock.cli.output.markdown_text import code
from citelock.cli.output.plain import plain
from citelock.cli.output.refresh import markdown_lists, notice_line

BODY_LIMIT = 60_000  # characters; GitHub takes 65,536
MARKER = "<!-- citelock:refresh -->"
_FOOTER = (
    "\nThe branch belongs to the scheduled job: the next run rewrites it, and closes it when nothing differs"
    " any more. A merge lands the records; the claims are yours to correct.\n"
)


class IssueText(NamedTuple):
    """One issue; its body begins with the marker by which it is known again."""

    marker: str
    title: str
    body: str


class ProposalText(NamedTuple):
    """All that is said: of the pull request, of its commit, and in issues."""

    title: str
    body: str
    message: str
    issues: tuple[IssueText, ...]


def proposal_text(news: News, identifiers: Sequence[str]) -> ProposalText:
    """The texts for the news; `identifiers` are those whose records the commit changes."""
    issues = tuple(_issue(change) for change in news.changes if change.kind == RETRACTION)
    return ProposalText(subject(news.changes), _body(news), _message(news, identifiers), issues)


def _message(news: News, identifiers: Sequence[str]) -> str:
    """The commit's message: a trailer for each identifier, on one line whatever it holds."""
    trailers = [f"Citelock-Tool: citelock {__version__} refresh"]
    trailers += [f"Citelock-Id: {plain(identifier, 4096)}" for identifier in sorted(identifiers)]
    return "\n".join([subject(news.changes), "", *trailers]) + "\n"


def _body(news: News) -> str:
    worse, better = _by_claim(news.changes, "gained"), _by_claim(news.changes, "lost")
    head = [
        f"{MARKER}\n",
        f"Records asked for again: {news.asked}; not checked: {len(news.unchecked)}."
        f" Citations with a new error: {len(worse)}; with one less: {len(better)}.\n",
    ]
    pieces = [
        *markdown_lists(news.changes, {each.id: each for each in news.unchecked}),
        *_claims("Citations with a new error", worse, "gets"),
        *_claims("Citations that lose an error", better, "loses"),
    ]
    return "".join([*head, *_fitted(pieces, BODY_LIMIT - len("".join(head)) - len(_FOOTER)), _FOOTER])


def _by_claim(changes: Sequence[Change], which: str) -> dict[tuple[str, str, int], list[str]]:
    """The errors that each citation gets or loses, by place, claim and number."""
    found: dict[tuple[str, str, int], list[str]] = {}
    for change in changes:
        for each in change.claims:
            errors = [name for name in getattr(each, which) if name.startswith("E_")]
            if errors:
                known = found.setdefault((each.place, each.claim, each.citation), [])
                known += [name for name in errors if name not in known]
    return dict(sorted(found.items(), key=lambda entry: _in_file_order(entry[0])))


def _in_file_order(claim: tuple[str, str, int]) -> tuple[str, int, str, int]:
    file, _, line = claim[0].rpartition(":")
    return file, int(line), claim[1], claim[2]


def _claims(heading: str, found: dict[tuple[str, str, int], list[str]], verb: str) -> Iterator[str]:
    if found:
        yield f"\n## {heading}\n\n"
    for (place, claim, citation), names in found.items():
        yield f"- {code(place)} {code(f'{claim}[{citation}]')} {verb} {code(' '.join(names))}\n"


def _fitted(pieces: Sequence[str], room: int) -> Iterator[str]:
    """The first pieces that have room, and how many lines are not shown."""
    more = "\n… and {} more lines; all of it is in refresh.json, in the artifact of the run.\n"
    room -= len(more) + 10
    for place, piece in enumerate(pieces):
        room -= len(piece)
        if room < 0:
            left = sum(each.startswith(("- ", "  - ")) for each in pieces[place:])
            yield more.format(left)
            return
        yield piece


def _issue(change: Change) -> IssueText:
    """The issue about one retracted work: the notices, and which claims cite it."""
    marker = f"<!-- citelock:retraction:{sha256(change.id.encode()).hexdigest()[:16]} -->"
    head = f"{marker}\n{code(change.id)} has been retracted, says the registry.\n\n"
    pieces = [f"- {code(notice_line(notice))}\n" for notice in change.notices]
    pieces.append("\nCited by:\n\n" if change.claims else "\nNo claim that was looked at cites it.\n")
    pieces += [_cited(each) for each in change.claims]
    foot = f"\nIts record is {code(change.path)}.\n"
    if change.by_hand:
        foot += (
            "It is hand-made and stays as it is: write the notice into it, or delete it and resolve again.\n"
        )
    body = [head, *_fitted(pieces, BODY_LIMIT - len(head) - len(foot)), foot]
    # A title is plain text, in which nothing is linked and nobody is told.
    return IssueText(marker, f"Retracted: {plain(change.id, 200)}", "".join(body))


def _cited(each: Affected) -> str:
    gained = f" gets {code(' '.join(each.gained))}" if each.gained else ""
    return f"- {code(each.place)} {code(f'{each.claim}[{each.citation}]')}{gained}\n"
