"""One claim of the sheet as HTML; what it holds was decided in `checks/sheet`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from citelock.checks.sheet.values import (
    OPINIONS,
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
_SIGN = {"error": "✕", "warning": "!", "note": "i"}


def card(
    each: Card, number: int, judged: Mapping[str, Sequence[Judgement]], *, folded: bool
) -> Iterator[str]:
    """The article of a claim. `folded`: its citations are behind a summary unless something is wrong."""
    level = each.level or "none"
    place = f"{each.file}:{each.line}" if each.line is not None else each.file
    yield (
        f'<article id="c{number}" data-label="{each.label}" data-level="{level}" aria-labelledby="t{number}">'
        f"<header>{_label(each.label)} "
        f'<code class="id">{text(each.claim, 200)}</code> '
        f'<span class="place">{text(place, 300)}</span></header>'
        f'<h2 id="t{number}">{text(each.text)}</h2>'
    )
    hidden = folded and level in ("none", "note")
    if hidden:
        yield f"<details><summary>{_counted(each.citations)}, nothing to mend</summary>"
    for one in each.citations:
        yield from citation(one, f"{number}-{one.index}", judged.get(one.fingerprint, ()))
    if hidden:
        yield "</details>"
    yield "</article>"


def citation(each: Shown, name: str, judged: Sequence[Judgement]) -> Iterator[str]:
    """The section of one citation."""
    yield f'<section class="cite" data-fingerprint="{attribute(each.fingerprint)}">'
    if each.identifier:
        yield f"<h3>{_source(each)} {_label(each.label, ' small')}</h3>"
    yield from findings(each.told)
    if each.quotes:
        yield '<div class="quotes">'
        yield from (f"<blockquote>{text(quote)}</blockquote>" for quote in each.quotes)
        yield f'<p class="status">The quotation {_STATUS.get(each.status, text(each.status))}.</p></div>'
    for place in each.passages:
        yield from _passage(place, each)
    if each.difference is not None:
        yield '<figure class="diff"><figcaption>The nearest passage, '
        yield f"{_where(each.difference.line, each.difference.page)}: "
        yield '<ins class="miss">only in the source</ins> <del class="add">only in the quotation</del>'
        yield "</figcaption>"
        yield from _difference(each.difference)
        yield "</figure>"
    if each.withheld:
        yield f'<p class="withheld">{text(each.withheld)}.</p>'
    if each.compared:
        yield from _table(each.compared)
    if each.figures:
        yield from _figures(each.figures)
    yield from _licence(each)
    if each.identifier:
        yield from _judging(each, name, judged)
    yield "</section>"


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


def _passage(place: Passage, each: Shown) -> Iterator[str]:
    yield f'<figure class="context"><figcaption>In the text, {_where(place.line, place.page)}</figcaption>'
    if place.before:
        yield f'<p class="around">{text(place.before)}</p>'
    yield f"<p>{''.join(_runs(place.runs))}</p>"
    if place.after:
        yield f'<p class="around">{text(place.after)}</p>'
    yield "</figure>"


def _difference(each: Difference) -> Iterator[str]:
    before, after = (f'<span class="around">{text(part)}</span>' for part in (each.before, each.after))
    yield f"<p>{before}{''.join(_runs(each.runs))}{after}</p>"
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
        '<div class="wide" tabindex="0" role="region" aria-label="As cited and as registered"><table>'
        "<thead><tr>"
        '<th scope="col">Field</th><th scope="col">As cited</th><th scope="col">In the registry</th>'
        "</tr></thead><tbody>"
    )
    for each in compared:
        said = f' <span class="vh">({each.level})</span>' if each.level else ""
        yield (
            f'<tr class="{each.level or "same"}"><th scope="row">{each.field}{said}</th>'
            f"<td>{text(each.cited, 1000)}</td>"
            f"<td>{text(each.registered, 1000) or '<i>nothing</i>'}</td></tr>"
        )
    yield "</tbody></table></div>"


def _figures(figures: Sequence[Figure]) -> Iterator[str]:
    items = "".join(map(_figure, figures))
    yield f'<div class="figures"><span>Figures</span><ul>{items}</ul></div>'


def _figure(each: Figure) -> str:
    claimed, rule = f"<b>{text(each.claim, 60)}</b> ←", text(each.rule.replace("_", " "), 60)
    if not each.quote:
        return f'<li class="none">{claimed} {rule or "nothing in the quotation"}</li>'
    said = "" if rule in ("", "equal") else f" <small>({rule})</small>"
    return f'<li>{claimed} <mark class="fig">{text(each.quote, 60)}</mark>{said}</li>'


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


def _judging(each: Shown, name: str, judged: Sequence[Judgement]) -> Iterator[str]:
    yield '<fieldset class="judge"><legend>Does the passage support the claim?</legend>'
    given = judged[-1].opinion if judged else ""
    for opinion in OPINIONS:
        checked = " checked" if opinion == given else ""
        yield f'<label><input type="radio" name="j{name}" value="{opinion}"{checked}> {opinion}</label> '
    note = judged[-1].note if judged else ""
    field = f'<input type="text" maxlength="500" name="n{name}" value="{attribute(note)}">'
    yield f'<label class="note">note {field}</label>'
    for one in judged:
        said = f": {text(one.note, 500)}" if one.note else ""
        yield f'<p class="judged">{text(one.file, 200)}: <b>{one.opinion}</b>{said}</p>'
    yield "</fieldset>"


def _counted(citations: Sequence[Shown]) -> str:
    return "1 citation" if len(citations) == 1 else f"{len(citations)} citations"


def _label(label: str, more: str = "") -> str:
    return f'<span class="label{more} {label}">{_LABELS.get(label, label)}</span>'
