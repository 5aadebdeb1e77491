"""One claim of the sheet as HTML; what it holds was decided in `checks/sheet`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from citelock.checks.sheet.values import (
    Card,
    Compared,
    Difference,
    Figure,
    Judgement,
    Passage,
    Run,
    Shown,
    Told,
)
from citelock.cli.output.sheet.escaping import attribute, text

_MARKS = {
    "quote": ("mark", "q"), "hidden": ("span", "hid"), "skipped": ("span", "skip"), "figure": ("mark", "fig"),
    "missing": ("ins", "miss"), "added": ("del", "add"),
}  # fmt: skip
_SAYS = {"missing": "source only: ", "added": "quotation only: ", "hidden": "hidden by the ellipsis: "}
_LABELS = {
    "verified": "Verified", "partial": "Partial", "unverified": "Unverified",
    "not-machine-checked": "Not machine-checked",
}  # fmt: skip
_STATUS = {
    "verbatim": "stands in the text word for word",
    "markers_ignored": "stands in the text, citation marks left out",
    "editorial": "stands in the text, with words in brackets",
    "elided": "stands in the text, with words left out",
    "not_found": "was not found in the text",
    "too_short": "is too short to prove anything",
    "unsafe": "holds signs that deceive a reader",
    "not_checked": "was not checked",
}
_MOST_JUDGED = 20  # judgements shown of one citation
_SIGN = {"error": "✕", "warning": "!", "note": "i"}


def card(
    each: Card, number: int, judged: Mapping[str, Sequence[Judgement]], *, folded: bool
) -> Iterator[str]:
    """The article of a claim. `folded`: its citations are behind a summary unless something is wrong."""
    level = each.level or "none"
    place = f"{each.file}:{each.line}" if each.line is not None else each.file
    yield (
        f'<article id="c{number}" data-label="{attribute(each.label)}" data-level="{level}" '
        f'aria-labelledby="t{number}">'
        f"<header>{_label(each.label)} "
        f'<code class="id">{text(each.claim, 200)}</code> '
        f'<span class="place">{text(place, 300)}</span></header>'
        f'<h2 id="t{number}" dir="auto">{text(each.text)}</h2>'
    )
    hidden = folded and level in ("none", "note")
    if hidden:
        yield f"<details><summary>{_counted(each.citations)}, nothing to mend</summary>"
    for one in each.citations:
        yield from citation(one, judged.get(one.fingerprint, ()))
    if hidden:
        yield "</details>"
    yield "</article>"


def citation(each: Shown, judged: Sequence[Judgement]) -> Iterator[str]:
    """The section of one citation. One with a fingerprint can be judged: the script puts the boxes there."""
    known = f' data-fingerprint="{attribute(each.fingerprint)}"' if each.identifier else ""
    yield f'<section class="cite"{known}>'
    if each.identifier:
        yield f"<h3>{_source(each)} {_label(each.label, ' small')}</h3>"
    yield from findings(each.told)
    if each.quotes:
        yield from _quotes(each)
    for place in each.passages:
        yield from _passage(place)
    if each.difference is not None:
        yield '<figure class="diff"><figcaption>The nearest passage, '
        yield f"{_where(each.difference.line, each.difference.page)}: "
        yield '<ins class="miss">only in the source</ins>, <del class="add">only in the quotation</del>'
        yield "</figcaption>"
        yield from _difference(each.difference)
        yield "</figure>"
    if each.withheld:
        yield f'<p class="withheld">{text(each.withheld)}.</p>'
    if each.compared:
        yield from _table(each.compared)
    if each.figures:
        yield from _figures(each.figures, found=each.found)
    yield from _licence(each)
    yield from map(_judgement, judged[:_MOST_JUDGED])
    if len(judged) > _MOST_JUDGED:
        yield f'<p class="judged">and {len(judged) - _MOST_JUDGED} more judgements</p>'
    yield "</section>"


def _quotes(each: Shown) -> Iterator[str]:
    """The quotations with what became of them; of several, those that were not found are marked."""
    several = len(each.quotes) > 1
    yield '<div class="quotes">'
    for number, quote in enumerate(each.quotes):
        lost = number in each.missing
        said = '<b class="lost">not found</b> ' if lost and several else ""
        yield f'<blockquote{" class=lost" if lost else ""} dir="auto">{said}{text(quote)}</blockquote>'
    if several and each.missing:
        status = f"Of {len(each.quotes)} fragments {len(each.missing)} did not stand in the text."
    else:
        status = f"The quotation {_STATUS.get(each.status, text(each.status))}."
    yield f'<p class="status{"" if each.found else " open"}">{status}</p></div>'


def findings(told: Iterable[Told]) -> Iterator[str]:
    """The findings, worst first."""
    items = [
        f'<li class="{each.level}"><span class="sign" aria-hidden="true">{_SIGN[each.level]}</span> '
        f'<b>{text(each.name, 200)}</b> <span class="vh">({each.level})</span> '
        f"{text(each.message, 2000)}</li>"
        for each in told
    ]
    if items:
        yield f'<ul class="findings">{"".join(items)}</ul>'


def _source(each: Shown) -> str:
    name = text(each.identifier, 300)
    if not each.address:
        return name
    return f'<a href="{attribute(each.address)}" rel="noreferrer noopener nofollow">{name}</a>'


def _passage(place: Passage) -> Iterator[str]:
    yield f'<figure class="context"><figcaption>In the text, {_where(place.line, place.page)}</figcaption>'
    if place.before:
        yield f'<p class="around" dir="auto">{text(place.before)}</p>'
    yield f'<p dir="auto">{"".join(_runs(place.runs))}</p>'
    if place.after:
        yield f'<p class="around" dir="auto">{text(place.after)}</p>'
    yield "</figure>"


def _difference(each: Difference) -> Iterator[str]:
    before, after = (f'<span class="around">{text(part)}</span>' for part in (each.before, each.after))
    yield f'<p dir="auto">{before}{"".join(_runs(each.runs))}{after}</p>'
    if not any(run.mark for run in each.runs):
        yield (
            '<p class="status">No word and no sign differs: the quotation begins or ends inside a word, a '
            "number or a sentence of the source, or a citation mark differs.</p>"
        )


def _runs(runs: Iterable[Run]) -> Iterator[str]:
    for run in runs:
        if not run.mark:
            yield text(run.text)
            continue
        tag, style = _MARKS[run.mark]
        says = _SAYS.get(run.mark)
        said = f'<span class="vh">[{says}</span>' if says else ""
        end = '<span class="vh">]</span>' if says else ""
        yield f'<{tag} class="{style}">{said}{text(run.text)}{end}</{tag}>'


def _where(line: int, page: int | None) -> str:
    return f"line {line}" + (f", page {page}" if page is not None else "")


def _table(compared: Sequence[Compared]) -> Iterator[str]:
    yield (
        '<table aria-label="As cited and as registered"><thead><tr><th scope="col">Field</th>'
        '<th scope="col">As cited</th><th scope="col">In the registry</th></tr></thead><tbody>'
    )
    for each in compared:
        said = f' <span class="vh">({each.level})</span>' if each.level else ""
        yield (
            f'<tr class="{each.level or "same"}"><th scope="row">{each.field}{said}</th>'
            f'<td dir="auto">{text(each.cited, 1000)}</td>'
            f'<td dir="auto">{text(each.registered, 1000) or "<i>nothing</i>"}</td></tr>'
        )
    yield "</tbody></table>"


def _figures(figures: Sequence[Figure], *, found: bool) -> Iterator[str]:
    """The numbers of the claim with those of the quotation; a quotation that is not there proves none."""
    items = "".join(_figure(each, found=found) for each in figures)
    yield f'<div class="figures"><span>Figures</span><ul>{items}</ul>'
    if not found and any(each.quote for each in figures):
        yield '<p class="status open">The quotation does not stand, so none of its figures is proved.</p>'
    yield "</div>"


def _figure(each: Figure, *, found: bool) -> str:
    rule = text(each.rule.replace("_", " "), 60)
    if not each.quote:
        level = ' class="error"' if each.level == "error" else ""
        return f"<li{level}><b>{text(each.claim, 60)}</b> ← {rule or 'nothing in the quotation'}</li>"
    said = "" if rule in ("", "equal") else f" <small>({rule})</small>"
    name = each.level if each.level in ("error", "warning") else "fig" if found else "unproved"
    return (
        f'<li><b>{text(each.claim, 60)}</b> ← <mark class="{name}">{text(each.quote, 60)}</mark>{said}</li>'
    )


def _licence(each: Shown) -> Iterator[str]:
    if not (each.licence or each.hashes):
        return
    yield '<details class="origin"><summary>Licence and hashes</summary><dl>'
    if each.licence:
        yield f"<dt>licence</dt><dd>{text(each.licence, 100)}</dd>"
    if each.attribution:
        yield f"<dt>attribution</dt><dd>{text(each.attribution, 1000)}</dd>"
    for path, digest in each.hashes:
        yield f"<dt>{text(path, 300)}</dt><dd><code>sha256 {text(digest, 64)}</code></dd>"
    yield "</dl></details>"


def _judgement(one: Judgement) -> str:
    said = f": {text(one.note, 500)}" if one.note else ""
    return f'<p class="judged" dir="auto">{text(one.file, 200)}: <b>{one.opinion}</b>{said}</p>'


def _counted(citations: Sequence[Shown]) -> str:
    return "1 citation" if len(citations) == 1 else f"{len(citations)} citations"


def _label(label: str, more: str = "") -> str:
    return f'<span class="label{more} {attribute(label)}">{_LABELS.get(label) or text(label, 40)}</span>'
