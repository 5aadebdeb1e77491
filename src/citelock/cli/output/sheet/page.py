"""The whole page: head, counts, filters, claims. Style and script are named by their hashes in its policy.

The policy forbids everything else, so whatever a claim or a text holds, nothing of it runs or is fetched.
"""

from __future__ import annotations

import json
import os
from base64 import b64encode
from collections.abc import Iterator, Mapping
from hashlib import sha256

from citelock import __version__
from citelock.checks.sheet.judgements import SCHEMA, by_fingerprint
from citelock.checks.sheet.values import Sheet
from citelock.cli.output.sheet.cards import card, findings
from citelock.cli.output.sheet.escaping import text

_MOST_LISTED = 100  # claims in the list of what is wrong
FOLDED_FROM = 60  # claims: from then on those with nothing to mend show a summary first
_LABELS = ("unverified", "partial", "not-machine-checked", "verified")
_SAID = {
    "unverified": "Unverified", "partial": "Partial", "not-machine-checked": "Not machine-checked",
    "verified": "Verified",
}  # fmt: skip


def page(sheet: Sheet) -> Iterator[str]:
    """The page, piece by piece; the same bytes for the same sheet."""
    style, script = _file("page.css"), _file("page.js")
    policy = (
        f"default-src 'none'; style-src 'sha256-{_digest(style)}'; script-src 'sha256-{_digest(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    yield (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">'
        f"<title>Citations to review</title><style>{style}</style></head><body>"
        '<a class="skip" href="#claims">To the claims</a>'
    )
    yield from _top(sheet)
    yield '<main id="claims">'
    judged = by_fingerprint(sheet.judgements)
    folded = len(sheet.cards) >= FOLDED_FROM
    for number, each in enumerate(sheet.cards, 1):
        yield from card(each, number, judged, folded=folded)
    yield '<p id="none" hidden>No claim fits the filters.</p></main>'
    yield from _end(sheet, script)


def _end(sheet: Sheet, script: str) -> Iterator[str]:
    facts = json.dumps({"schema": SCHEMA, "report_sha256": sheet.report_sha256})
    yield (
        f"<footer><p>Made by citelock {__version__} of the report "
        f"<code>{sheet.report_sha256[:12]}</code>."
        " It proves that sources exist and that quoted words and figures stand in them. Whether they support "
        "a claim is for you to judge.</p><noscript><p>To tick and save your judgements, let this page run "
        "its script.</p></noscript></footer>"
        '<section id="bar" aria-label="My judgements" hidden>'
        '<button type="button" id="export">Save my judgements</button>'
        '<span id="saved" role="status"></span></section>'
        f'<script type="application/json" id="facts">{facts}</script>'
        f"<script>{script}</script></body></html>\n"
    )


def _top(sheet: Sheet) -> Iterator[str]:
    labels = dict(sheet.labels)
    counts = dict(sheet.counts)
    failed, checked, unread = (counts.get(name, 0) for name in ("failed", "checked", "unread"))
    verdict = f"{failed} of {checked} citations have errors" if failed else "No citation has an error"
    yield '<header class="top"><h1>Citations to review</h1>'
    colour = " bad" if failed else "" if unread else " good"
    yield f'<p class="verdict{colour}">{verdict}</p>'
    if unread:
        yield f"<p>{unread} of {checked} could not be checked.</p>"
    if not sum(labels.values()):
        yield "<p>There are no claims: nothing was checked.</p>"
    yield _bar(labels)
    yield from _filters(labels)
    yield from findings(sheet.general)
    for problem in sheet.problems:
        yield f'<p class="problem">{text(problem, 500)}</p>'
    yield from _wrong(sheet)
    yield "</header>"


def _bar(labels: Mapping[str, int]) -> str:
    """The labels as one bar; the policy lets no element have a style of its own, so it is a drawing."""
    total, at, parts = sum(labels.values()) or 1, 0.0, []
    for name in _LABELS:
        width = 1000 * labels.get(name, 0) / total
        if width:
            parts.append(f'<rect class="{name}" x="{at:.1f}" width="{max(width - 3, 1):.1f}" height="10"/>')
        at += width
    drawing = "".join(parts)
    attributes = 'class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true"'
    return f"<svg {attributes}>{drawing}</svg>"


def _filters(labels: Mapping[str, int]) -> Iterator[str]:
    yield '<fieldset class="filters"><legend>Show claims</legend>'
    for name in _LABELS:
        yield (
            f'<label class="{name}"><input type="checkbox" id="f-{name}" checked> {_SAID[name]} '
            f"<b>{labels.get(name, 0)}</b></label>"
        )
    yield (
        '<label class="only"><input type="checkbox" id="f-wrong"> only with errors or warnings</label>'
        '<label class="find scripted" hidden>words <input type="search" id="find" autocomplete="off"></label>'
        '<p class="keys scripted" hidden><kbd>j</kbd> and <kbd>k</kbd> go from claim to claim.</p></fieldset>'
    )


def _wrong(sheet: Sheet) -> Iterator[str]:
    """What is wrong and where, as a list of links: the first look of a reader."""
    wrong = [(number, each) for number, each in enumerate(sheet.cards, 1) if each.level == "error"]
    if not wrong:
        return
    yield '<nav class="wrong" aria-labelledby="w"><h2 id="w">To mend</h2><ol>'
    for number, each in wrong[:_MOST_LISTED]:
        names = [told.name for shown in each.citations for told in shown.told if told.level == "error"]
        codes = ", ".join(dict.fromkeys(text(name, 80) for name in names))
        link = f'<a href="#c{number}">{text(each.claim, 80)}</a>'
        yield f"<li>{link} <bdi>{text(each.text, 110)}</bdi> <b>{codes}</b></li>"
    yield "</ol>"
    if len(wrong) > _MOST_LISTED:
        yield f"<p>and {len(wrong) - _MOST_LISTED} more: tick “only with errors or warnings”.</p>"
    yield "</nav>"


def _file(name: str) -> str:
    # Not by importlib.resources, which brings a reader of archives into the Action.
    with open(os.path.join(os.path.dirname(__file__), name), encoding="utf-8") as stream:
        return stream.read().strip()


def _digest(content: str) -> str:
    return b64encode(sha256(content.encode("utf-8")).digest()).decode("ascii")
