"""Two reports compared: new, fixed, unchanged, removed, changed by the evidence (action.md, section 6).

Findings are compared as multisets of codes without argument; a citation is followed by its fingerprint, else
by (file, claim id, citation id, ordinal).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from citelock.checks.catalogue import ORDER
from citelock.checks.compared_report import EVIDENCE, ComparedReport, Entry, read_report
from citelock.checks.findings import entry_name
from citelock.checks.text.excerpt import shown

SCHEMA = "citelock-diff/1"

_FOUND_KEYS = ("severity", "message", "pointer", "line", "column")
HEADINGS = {
    "new": "new",
    "fixed": "fixed",
    "unchanged": "unchanged",
    "removed": "removed with its citation",
    "touched": "citation changed",
    "changed": "changed by the evidence",
}


class Diff(NamedTuple):
    """The lists as JSON-ready entries, sorted by (file, claim, citation, code), and warnings for a person.

    `touched` are citations whose text or fields changed, with or without findings; `changed` those that
    stayed the same while a record or snapshot behind them changed. A removed citation is listed even if it
    had no finding.
    """

    new: tuple[Entry, ...]
    fixed: tuple[Entry, ...]
    unchanged: tuple[Entry, ...]
    removed: tuple[Entry, ...]
    touched: tuple[Entry, ...]
    changed: tuple[Entry, ...]
    warnings: tuple[str, ...]

    @property
    def new_errors(self) -> int:
        """How many findings of the error level are new: the caller exits with 1 if any."""
        return sum(entry["severity"] == "error" for entry in self.new)


def diff(base: object, head: object, *, base_path: str = "base", head_path: str = "head") -> Diff:
    """What changed from one parsed report to another. Raises InputError naming the path of what is none."""
    old, new = read_report(base, base_path), read_report(head, head_path)
    pairs, gone, come = _match(old.results, new.results)
    lists: dict[str, list[Entry]] = {name: [] for name in HEADINGS}
    weights: dict[str, tuple[str, str]] = {}
    for before, after in pairs:
        _compare(before, after, lists, weights)
    for result in come:
        lists["new"] += [_entry(result, finding) for finding in _findings(result)]
    for result in gone:
        lists["removed"] += [_entry(result, finding) for finding in _findings(result)] or [
            citation_of(result)
        ]
    ordered = {name: tuple(sorted(entries, key=in_order)) for name, entries in lists.items()}
    return Diff(**ordered, warnings=(*_warnings(old, new), *_weighed_otherwise(weights)))


def as_json(result: Diff) -> dict[str, object]:
    """The value of a `citelock-diff/1` file; write it with `canonical.dumps`."""
    lists = {name: list(getattr(result, name)) for name in HEADINGS}
    return {"schema": SCHEMA, "new_errors": result.new_errors, "warnings": list(result.warnings), **lists}


def _match(
    old: Sequence[Entry], new: Sequence[Entry]
) -> tuple[list[tuple[Entry, Entry]], list[Entry], list[Entry]]:
    """Pairs of the same citation, what is only in the old report, what is only in the new one.

    A citation that says the same comes first, at its place or where it moved to: claims that are numbered
    anew would otherwise be taken for one another. What is left is the same citation, changed, where the place
    is the same. Equal ones pair up in the order of the report.
    """
    pairs: list[tuple[Entry, Entry]] = []
    for key in (_saying_at_its_place, _saying, _place):
        waiting: dict[object, deque[Entry]] = {}
        for result in old:
            waiting.setdefault(key(result), deque()).append(result)
        paired, come = set(), []
        for result in new:
            candidates = waiting.get(key(result)) if key(result) is not None else None
            if candidates:
                pairs.append((candidates.popleft(), result))
                paired.add(id(pairs[-1][0]))
            else:
                come.append(result)
        old, new = [result for result in old if id(result) not in paired], come
    return pairs, list(old), list(new)


def _saying_at_its_place(result: Entry) -> object:
    return (*_place(result), result["fingerprint"])


def _saying(result: Entry) -> object:
    """None, which matches nothing, for the findings of a file: they belong to that file."""
    return result["fingerprint"] or None


def _place(result: Entry) -> tuple[object, ...]:
    return result["file"], result["claim"], result["id"]


def _compare(
    before: Entry, after: Entry, lists: dict[str, list[Entry]], weights: dict[str, tuple[str, str]]
) -> None:
    """Adds what became of one citation to `lists`, and to `weights` the codes that weigh otherwise now."""
    old, new = _by_code(before), _by_code(after)
    for code in {**old, **new}:
        same, gone, come = _pair(old.get(code, []), new.get(code, []))
        for was, now in same:
            entry = _entry(after, now)
            if entry_name(was) != entry_name(now):
                entry["was"] = entry_name(was)
            if was["severity"] != now["severity"]:
                weights.setdefault(str(now["code"]), (str(was["severity"]), str(now["severity"])))
            lists["unchanged"].append(entry)
        lists["fixed"] += [_entry(after, finding) for finding in gone]
        lists["new"] += [_entry(after, finding) for finding in come]
    if before["fingerprint"] != after["fingerprint"]:
        lists["touched"].append(citation_of(after) | {"codes": _codes(after), "codes_before": _codes(before)})
        return
    changed = {
        kind: {"base": _hash(before, kind), "head": _hash(after, kind)}
        for kind in EVIDENCE
        if _hash(before, kind) != _hash(after, kind)
    }
    if changed:
        lists["changed"].append(
            citation_of(after) | {"evidence": changed, "codes": _codes(after), "codes_before": _codes(before)}
        )


def _pair(old: list[Entry], new: list[Entry]) -> tuple[list[tuple[Entry, Entry]], list[Entry], list[Entry]]:
    """Findings of one code paired, those that say the same first; then what is left on either side."""
    by_saying: dict[tuple[object, ...], list[Entry]] = {}
    for finding in reversed(old):
        by_saying.setdefault((entry_name(finding), finding["cited"]), []).append(finding)
    pairs, rest, taken = [], [], set()
    for finding in new:
        twins = by_saying.get((entry_name(finding), finding["cited"]))
        if twins:
            pairs.append((twins[-1], finding))
            taken.add(id(twins.pop()))
        else:
            rest.append(finding)
    old = [finding for finding in old if id(finding) not in taken]
    both = min(len(old), len(rest))
    return pairs + list(zip(old[:both], rest[:both], strict=True)), old[both:], rest[both:]


def _by_code(result: Entry) -> dict[str, list[Entry]]:
    grouped: dict[str, list[Entry]] = {}
    for finding in _findings(result):
        code = str(finding["code"])
        # The argument of this one names another fault; of the others it is detail.
        grouped.setdefault(entry_name(finding) if code == "E_FIELD_MISSING" else code, []).append(finding)
    return grouped


def _entry(result: Entry, finding: Entry) -> Entry:
    return (
        citation_of(result)
        | {"code": finding["code"], "name": entry_name(finding)}
        | {key: finding[key] for key in _FOUND_KEYS}
    )


def citation_of(result: Entry) -> Entry:
    """Which citation it is."""
    return {key: result[key] for key in ("file", "claim", "citation", "id")}


def _codes(result: Entry) -> list[str]:
    return [entry_name(finding) for finding in _findings(result)]


def _findings(result: Entry) -> list[Entry]:
    findings = result["findings"]
    assert isinstance(findings, list)  # proved by _read
    return findings


def _hash(result: Entry, kind: str) -> object:
    consulted = result[kind]
    return consulted["sha256"] if isinstance(consulted, dict) else None


def in_order(entry: Entry) -> tuple[str, str, int, int, str]:
    """Where an entry stands among the others: by file, claim, citation, code."""
    code, citation = str(entry.get("code", "")), entry["citation"]
    return (
        str(entry["file"]),
        str(entry["claim"] or ""),
        citation if isinstance(citation, int) else -1,
        ORDER.get(code, len(ORDER)),
        str(entry.get("name", code)),
    )


def _warnings(old: ComparedReport, new: ComparedReport) -> list[str]:
    warnings = []
    if old.rules != new.rules:
        rules = f"{shown(old.rules, 20)}, {shown(new.rules, 20)}"
        warnings.append(
            f"the reports follow different rules ({rules}): a finding may be new or fixed because of that; "
            "audit the base again"
        )
    if old.scope != new.scope:
        scopes = f"{shown(old.scope, 20) or 'all'}, {shown(new.scope, 20) or 'all'}"
        warnings.append(
            f"the reports have different scopes ({scopes}): a finding may be new or fixed because of that"
        )
    return warnings


def _weighed_otherwise(weights: Mapping[str, tuple[str, str]]) -> list[str]:
    """A warning for the codes with another severity than before: such a finding is not new, but can fail."""
    if not weights:
        return []
    codes = sorted(weights, key=lambda code: (ORDER.get(code, len(ORDER)), code))
    changes = "; ".join(
        f"{shown(code, 60)} was {weights[code][0]}, is {weights[code][1]}" for code in codes[:5]
    )
    more = f"; and {len(codes) - 5} more" if len(codes) > 5 else ""
    return [
        f"the reports weigh findings differently ({changes}{more}): these count as unchanged; audit the base "
        "again with the settings of today"
    ]
