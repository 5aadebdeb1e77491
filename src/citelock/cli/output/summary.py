"""The summary of a run and the comment on a pull request: what is wrong, what got better, what to do next.

Both are the same page of Markdown under different limits. All outside text stands escaped in `<code>`, so a
hostile report has the structure of a harmless one (action.md, sections 7 and 9).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from citelock.checks.catalogue import ORDER, bare
from citelock.checks.findings import entry_name
from citelock.checks.pull_request.values import (
    FAILURE,
    NOTHING,
    SUCCESS,
    Judged,
    Revisions,
)
from citelock.cli.output import summary_cells as cells
from citelock.cli.output import summary_changes as changes
from citelock.cli.output.check_run import OUTPUT, length
from citelock.cli.output.markdown_page import Limit, Table, first_of, fold, render
from citelock.cli.output.markdown_text import code
from citelock.cli.output.told import (
    Entry,
    has_new_error,
    is_new,
    is_told,
    line_of,
    told,
    weight,
    why_unchecked,
)
from citelock.cli.output.verdict import (
    FAIL_ON,
    commits,
    coverage,
    headline,
    quotes,
    two_counters,
)

SUMMARY = 900_000  # bytes of UTF-8; above 1,048,576 a runner drops the summary whole
COMMENT = 60_000  # characters; GitHub refuses more than 65,536
HEADING = "Citation audit"
BOUNDARY = (
    "A citation that passes names a source that exists and describes it as the registry does, and its quoted "
    "words and its numbers are there in the frozen text. Whether those words *support* the claim is **not** "
    "proved: a person has to judge that."
)

_OPEN_ROWS = 25  # of the failing ones; the others stand behind a fold
_OPEN_ROWS_OF_COMMENT = 10
_FEW = 10  # things listed one by one in a sentence
_WORDS = re.compile(r"[A-Za-z]+(?: [A-Za-z]+)*")  # a heading that no renderer takes for anything else
_SHARE = 0.07  # of the limit, for each part of the page that is not the table of what fails
_SAID = 1000  # characters of a sentence about the run
_VERDICTS = {SUCCESS: ("✅", "passed"), FAILURE: ("❌", "failed"), NOTHING: ("⚪", "nothing to check")}

_Findings = tuple[Entry, list[Entry]]  # a row, or a finding without one, and what is told of it


def summary(
    judged: Judged,
    revisions: Revisions | None = None,
    *,
    report: str = "report.json",
    heading: str = HEADING,
    repository: str = "",
) -> str:
    """The page for `GITHUB_STEP_SUMMARY`, at most SUMMARY bytes.

    `report` is where the whole report is; `repository` the address of the repository
    (`https://github.com/owner/name`), for links to the lines, or "".
    """
    limit = Limit(SUMMARY, lambda text: len(text.encode("utf-8")))
    return _page(judged, revisions, limit, report, heading, repository)


def comment(
    judged: Judged,
    revisions: Revisions | None = None,
    *,
    report: str = "report.json",
    heading: str = HEADING,
    repository: str = "",
) -> str:
    """The comment on a pull request: at most COMMENT characters, its first line the marker of `heading`."""
    begin = f"{marker(heading)}\n"
    limit = Limit(COMMENT - len(begin), lambda text: len(text.encode("utf-16-le")) // 2)
    return begin + _page(judged, revisions, limit, report, heading, repository, _OPEN_ROWS_OF_COMMENT)


def check_run_summary(
    judged: Judged,
    revisions: Revisions | None = None,
    *,
    report: str = "report.json",
    heading: str = HEADING,
    repository: str = "",
) -> str:
    """The page for the summary of a check run."""
    return _page(judged, revisions, Limit(OUTPUT, length), report, heading, repository)


def marker(heading: str) -> str:
    """The first line of our comment, by which it is found again; the same for every run of one check.

    >>> marker("Citation audit (nightly)")
    '<!-- citelock:citation-audit-nightly -->'
    """
    return f"<!-- citelock:{re.sub(r'[^a-z0-9]+', '-', heading.lower()).strip('-') or 'audit'} -->"


def title(heading: str, icon: str, verdict: str) -> str:
    """The first line of a page; a heading that is more than words stands as code."""
    name = heading if _WORDS.fullmatch(heading) else code(heading)
    return f"## {icon} {name}: {verdict}\n"


def _page(
    judged: Judged,
    revisions: Revisions | None,
    limit: Limit,
    report: str,
    heading: str,
    repository: str,
    unfolded: int = _OPEN_ROWS,
) -> str:
    link = f"{repository}/blob/{revisions.head}" if repository and revisions else ""
    wrong, warned = _by_weight(judged)
    begin = _begin(judged, revisions, heading, limit)
    repairs = _repairs(wrong or warned, limit.share(_SHARE))
    share = limit.share(_SHARE)
    side = [
        changes.fixed(judged, share, link),
        changes.changed(judged, share, link),
        changes.removed(judged, share),
        _warned(judged, warned, share, link) if wrong else "",
        changes.evidence(judged, share),
    ]
    end = _end(report)
    # What fails may take all that the rest leaves.
    left = limit.most - sum(limit.size(part) + 1 for part in (begin, repairs, *side, end))
    main = ("What is wrong", judged, wrong) if wrong else ("What to look at", judged, warned)
    table = _main(*main, limit._replace(most=left), link, unfolded)
    # Of many findings a reader first wants to know of which kinds they are.
    many = len(wrong or warned) > unfolded
    order = (begin, repairs, table) if many else (begin, table, repairs)
    return "\n".join(part for part in (*order, *side, end) if part)


def _by_weight(judged: Judged) -> tuple[list[_Findings], list[_Findings]]:
    """What has an error, new ones first, and what has warnings or notes of consequence only.

    Citations stand in the order of their lines, as in the file: by their names k10 would come before k2.
    """
    found: list[_Findings] = [(finding, [finding]) for finding in judged.findings if is_told(finding)]
    of_rows = [(row, findings) for row in judged.rows if (findings := told(row))]
    of_rows.sort(key=lambda pair: (str(pair[0]["file"]), cells.first_line(pair[1]) or 0))
    found += of_rows
    wrong = [(row, findings) for row, findings in found if weight(findings[0]) == 0]
    wrong.sort(key=lambda pair: not has_new_error(judged, *pair))
    return wrong, [(row, findings) for row, findings in found if weight(findings[0])]


def _begin(judged: Judged, revisions: Revisions | None, heading: str, limit: Limit) -> str:
    icon, verdict = _VERDICTS.get(judged.conclusion, ("❌", "no verdict"))
    first = headline(judged)
    parts = [title(heading, icon, verdict), f"**{first[0].upper()}{first[1:]}**\n"]
    if judged.conclusion == NOTHING:
        parts.append("This is no pass: nothing was looked at.\n")
    if judged.counts.checked:
        parts.append(_numbers(judged))
    parts.append(_origin(judged, revisions, limit))
    said = [*judged.said, *(revisions.said if revisions else ()), *judged.difference.warnings]
    lines = (f"- {code(sentence, _SAID)}" for sentence in said)
    if said:
        parts.append(f"{first_of(lines, chr(10), limit.share(_SHARE), '- and {} more: see the log')}\n")
    return "\n".join(parts)


def _numbers(judged: Judged) -> str:
    absent, unchecked = two_counters(judged)
    reasons = why_unchecked(judged.rows)
    why = "".join(f"{cells.BREAK}{code(name)} {number:,}" for name, number in reasons)
    values = (
        coverage(judged),
        f"**{judged.counts.failed:,}**",
        f"{absent:,}",
        f"{unchecked:,}{why}",
        quotes(judged),
    )
    header = "machine-checked | failing | does not exist | could not be checked | quotations found"
    return f"| {header} |\n|---|---|---|---|---|\n| {' | '.join(values)} |\n"


def _origin(judged: Judged, revisions: Revisions | None, limit: Limit) -> str:
    """What was compared with what, and what the verdict goes by."""
    parts = []
    if revisions is not None:
        parts += [f"{what} {code(sha)}" for what, sha in commits(judged, revisions)]
        if revisions.baseline is None:
            parts.append("no base to compare with")
    files = [
        f"{cells.place(file.path, None, '')}{' (changed)' if file.changed else ''}" for file in judged.files
    ]
    if files:
        shown = first_of(files[:_FEW], ", ", limit.share(_SHARE), "{} more")
        more = f" and {len(files) - _FEW:,} more" if len(files) > _FEW else ""
        parts.append(f"audited {shown}{more}")
    parts.append(FAIL_ON.get(judged.fail_on, "it fails as configured"))
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}.\n"


def _main(
    heading: str, judged: Judged, found: Sequence[_Findings], limit: Limit, link: str, unfolded: int
) -> str:
    """The first table of the page."""
    if not found:
        return ""
    table = _findings_table(judged, found, link, unfolded, "{:,} more")
    return f"### {heading}\n\n{render(table, limit)}"


def _findings_table(
    judged: Judged, found: Sequence[_Findings], link: str, unfolded: int, folded: str
) -> Table:
    compared = judged.new is not None

    def row(at: int) -> list[str]:
        entry, findings = found[at]
        line = line_of(findings[0]) or cells.first_line(findings)
        listed = [cells.where(entry, line, link), cells.what(findings, entry)]
        if compared:
            worst = [finding for finding in findings if weight(finding) == weight(findings[0])]
            new = any(is_new(judged, entry, finding) for finding in worst)
            listed.append("**new**" if new else "as in base")
        return listed

    header = (
        "citation",
        "what is wrong: cited, found, nearest passage",
        *(("since base",) if compared else ()),
    )
    return Table(
        header,
        len(found),
        row,
        unfolded,
        folded,
        "{:,} more rows are left out here: the report has them all.",
    )


def _repairs(found: Sequence[_Findings], limit: Limit) -> str:
    """How to repair what is listed, once for each code, in the order of the catalogue."""
    numbers = Counter(bare(entry_name(finding)) for _, findings in found for finding in findings)
    names = sorted(numbers, key=lambda name: (ORDER.get(name, len(ORDER)), name))
    lines = [f"- {code(name)} ({numbers[name]:,}): {hint}" for name in names if (hint := cells.repair(name))]
    if not lines:
        return ""
    return f"### What to do\n\n{first_of(lines, chr(10), limit, '- and {} more: see citelock rules')}\n"


def _warned(judged: Judged, warned: Sequence[_Findings], limit: Limit, link: str) -> str:
    if not warned:
        return ""
    table = _findings_table(judged, warned, link, len(warned), "")
    return fold(f"⚠️ Warnings only: {len(warned):,}", render(table, limit))


def _end(report: str) -> str:
    return f"---\n\n{BOUNDARY} The whole report is {code(report)}.\n"
