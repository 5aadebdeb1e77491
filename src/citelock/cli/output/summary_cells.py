"""The cells of the summary's tables: where a citation stands, what is wrong with it, how it was before.

All that comes from outside stands in `<code>`; prose is ours, from the explanations of the codes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import quote

from citelock.checks.catalogue import BY_CODE, bare
from citelock.checks.findings import entry_name
from citelock.cli.output.markdown_text import code
from citelock.cli.output.plain import QUOTE_LIMIT, TITLE_LIMIT
from citelock.cli.output.told import Entry, claim_of, identifier, is_said, line_of, values

BREAK = "<br>"

_PATH = 300
_MESSAGE = 2 * QUOTE_LIMIT
_FINDINGS = 12  # of one citation; the largest row then fits into a comment
_ICONS = {"error": "❌", "warning": "⚠️", "note": "ℹ️"}
_TELLS_MORE = frozenset({"pull_request"})  # concerns whose messages say more than the two values


def where(row: Entry, line: int | None, link: str) -> str:
    """Claim, place and identifier, one below the other; `link` is the address of the head's files, or ""."""
    parts = []
    if claim_of(row):
        parts.append(f"**{code(claim_of(row), TITLE_LIMIT)}**")
    parts.append(place(str(row["file"]), line, link) if row["file"] else "the whole repository")
    cited = identifier(row) if "id" in row and "doi" in row else str(row.get("id") or "")
    if cited:
        parts.append(code(cited, TITLE_LIMIT))
    return BREAK.join(parts)


def place(file: str, line: int | None, link: str) -> str:
    """`claims.json:14`, as a link where the address is known and the place is in the head."""
    shown = code(f"{file}:{line}" if line else file, _PATH)
    if not link or line is None or len(file) > _PATH:
        return shown
    return f'<a href="{link}/{quote(file, safe="/", errors="replace")}#L{line}">{shown}</a>'


def what(findings: Sequence[Entry], row: Entry) -> str:
    """Every finding: what it means, then the two values, or what the message says."""
    shown = [_finding(finding, row) for finding in findings[:_FINDINGS]]
    if len(findings) > _FINDINGS:
        shown.append(f"and {len(findings) - _FINDINGS} more findings")
    return (2 * BREAK).join(shown)


def codes(names: Iterable[object]) -> str:
    """Names of findings without the notes."""
    listed = [code(str(name), TITLE_LIMIT) for name in names if not str(name).startswith("N_")]
    return BREAK.join(listed) or "no finding"


def evidence(changed: object) -> str:
    """Which of record, snapshot and provenance changed, with the beginnings of their hashes."""
    if not isinstance(changed, Mapping):
        return ""
    return BREAK.join(
        f"{kind} {_hash(hashes, 'base')} → {_hash(hashes, 'head')}"
        for kind, hashes in sorted(changed.items())
    )


def repair(name: str) -> str:
    """How to repair findings of this code, "" for one that the catalogue does not have."""
    if bare(name) not in BY_CODE:
        return ""
    from citelock.checks.explanations import explanation  # an audit without findings needs no prose

    return explanation(bare(name)).repair


def _finding(finding: Entry, row: Entry) -> str:
    name = str(finding["code"])
    sentence = ""
    if name in BY_CODE:
        from citelock.checks.explanations import explanation  # as above

        sentence = f" {explanation(name).sentence}"
    lines = [f"{_ICONS[str(finding['severity'])]} {code(entry_name(finding), TITLE_LIMIT)}{sentence}"]
    shown = values(finding, row)
    both = finding.get("cited") is not None and finding.get("found") is not None
    if sentence and str(finding["message"]).startswith(sentence.strip()):
        pass  # it says the same and how to repair it, which stands below
    elif not both or name not in BY_CODE or BY_CODE[name].concern in _TELLS_MORE:
        lines.append(code(str(finding["message"]), _MESSAGE))
        shown = [value for value in shown if not is_said(value, finding)]
    lines += [f"{value.what}: {code(value.text)}" for value in shown]
    return BREAK.join(lines)


def _hash(hashes: object, side: str) -> str:
    value = hashes.get(side) if isinstance(hashes, Mapping) else None
    return code(str(value)[:12]) if value else "none"


def first_line(findings: Iterable[Entry]) -> int | None:
    """The line of the first finding that has one."""
    return next((line_of(finding) for finding in findings if line_of(finding)), None)
