"""Two reports compared: new, fixed, unchanged, removed, changed by the evidence (action.md, section 6).

Reports come from outside and are hostile until their shape is proved. Findings are compared as multisets of
codes without argument; a citation is followed by its fingerprint, else by (file, claim id, citation id,
ordinal).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import NamedTuple, NoReturn

from citelock.checks.catalogue import ORDER
from citelock.checks.errors import InputError
from citelock.checks.findings import entry_name
from citelock.checks.report import SCHEMA as REPORT_SCHEMA
from citelock.checks.text.excerpt import shown

SCHEMA = "citelock-diff/1"

Entry = dict[str, object]

_SEVERITIES = frozenset({"error", "warning", "note"})
_EVIDENCE = ("record", "snapshot", "provenance")
_FOUND_KEYS = ("severity", "message", "pointer", "line", "column")
# Whose evidence it was, where two commits are compared (`pull_request/verdict.py`).
_BY = {"head": ", once the head is merged", "base": ", since the branch was cut"}
_HEADINGS = {
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


class _Report(NamedTuple):
    """What a diff reads of a report, its shape proved; a result without a claim holds top-level findings."""

    rules: str
    scope: str
    results: list[Entry]


def diff(base: object, head: object, *, base_path: str = "base", head_path: str = "head") -> Diff:
    """What changed from one parsed report to another. Raises InputError naming the path of what is none."""
    old, new = _read(base, base_path), _read(head, head_path)
    pairs, gone, come = _match(old.results, new.results)
    lists: dict[str, list[Entry]] = {name: [] for name in _HEADINGS}
    weights: dict[str, tuple[str, str]] = {}
    for before, after in pairs:
        _compare(before, after, lists, weights)
    for result in come:
        lists["new"] += [_entry(result, finding) for finding in _findings(result)]
    for result in gone:
        lists["removed"] += [_entry(result, finding) for finding in _findings(result)] or [_citation(result)]
    ordered = {name: tuple(sorted(entries, key=_sort_key)) for name, entries in lists.items()}
    return Diff(**ordered, warnings=(*_warnings(old, new), *_weighed_otherwise(weights)))


def as_json(result: Diff) -> dict[str, object]:
    """The value of a `citelock-diff/1` file; write it with `canonical.dumps`."""
    lists = {name: list(getattr(result, name)) for name in _HEADINGS}
    return {"schema": SCHEMA, "new_errors": result.new_errors, "warnings": list(result.warnings), **lists}


def as_text(result: Diff) -> str:
    """The diff for a terminal: a line for each entry under its heading, and a last line of counts.

    Notes are neither listed nor counted, as the text of an audit does not show them; the JSON has them all.
    """
    lines = [f"warning: {warning}" for warning in result.warnings]
    listed = {name: _without_notes(name, getattr(result, name)) for name in _HEADINGS}
    for name, heading in _HEADINGS.items():
        # What is as before needs no line each: its count says so below.
        if listed[name] and name != "unchanged":
            lines.append(f"{heading}:")
            lines += [f"  {_line(entry)}" for entry in listed[name]]
    counts = " ".join(f"{name}={len(entries)}" for name, entries in listed.items())
    lines.append(f"{counts} new_errors={result.new_errors}")
    return "\n".join(lines) + "\n"


def _without_notes(name: str, entries: Sequence[Entry]) -> list[Entry]:
    """The entries a person reads; a removed citation with nothing but notes is one without a finding."""
    kept = [entry for entry in entries if entry.get("severity") != "note"]
    if name != "removed" or len(kept) == len(entries):
        return kept
    places = {(entry["file"], entry["claim"], entry["citation"]) for entry in kept}
    for entry in entries:
        place = (entry["file"], entry["claim"], entry["citation"])
        if place not in places:
            places.add(place)
            kept.append(_citation(entry))
    return sorted(kept, key=_sort_key)


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
        lists["touched"].append(_citation(after) | {"codes": _codes(after), "codes_before": _codes(before)})
        return
    changed = {
        kind: {"base": _hash(before, kind), "head": _hash(after, kind)}
        for kind in _EVIDENCE
        if _hash(before, kind) != _hash(after, kind)
    }
    if changed:
        lists["changed"].append(
            _citation(after) | {"evidence": changed, "codes": _codes(after), "codes_before": _codes(before)}
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
        _citation(result)
        | {"code": finding["code"], "name": entry_name(finding)}
        | {key: finding[key] for key in _FOUND_KEYS}
    )


def _citation(result: Entry) -> Entry:
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


def _sort_key(entry: Entry) -> tuple[str, str, int, int, str]:
    code, citation = str(entry.get("code", "")), entry["citation"]
    return (
        str(entry["file"]),
        str(entry["claim"] or ""),
        citation if isinstance(citation, int) else -1,
        ORDER.get(code, len(ORDER)),
        str(entry.get("name", code)),
    )


def _line(entry: Entry) -> str:
    place = shown(str(entry["file"]))
    if entry.get("line"):
        place += f":{entry['line']}"
    who = "" if entry["claim"] is None else f" {shown(str(entry['claim']))}"
    if entry["citation"] is not None:
        who += f"[{entry['citation']}]"
    if entry["id"]:
        who += f" {shown(str(entry['id']))}"
    if "name" in entry:
        return f"{place}{who} {shown(str(entry['name']))}: {shown(str(entry['message']))}"
    if "codes" not in entry:
        return f"{place}{who} no finding"
    before, after = entry["codes_before"], entry["codes"]
    assert isinstance(before, list)
    assert isinstance(after, list)
    kinds = entry.get("evidence")
    what = f" ({', '.join(kinds)})" if isinstance(kinds, dict) else ""
    what += _BY.get(str(entry.get("by")), "")
    return f"{place}{who}{what}: {_listed(before)} -> {_listed(after)}"


def _listed(codes: list[str]) -> str:
    return shown(", ".join(code for code in codes if not code.startswith("N_"))) or "no finding"


def _warnings(old: _Report, new: _Report) -> list[str]:
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


# Reading: only what a diff needs is kept, and its shape is proved here once.


def _read(value: object, path: str) -> _Report:
    reader = _Reader(path)
    report = reader.mapping(value, "")
    if report.get("schema") != REPORT_SCHEMA:
        raise InputError(
            path,
            f"is no report of citelock: `schema` is not {REPORT_SCHEMA}. Write one with `audit --out`.",
        )
    rules = reader.text(report.get("rules"), "rules")
    scope = reader.text(report.get("scope", ""), "scope")
    results = [
        reader.result(result, f"results[{n}]")
        for n, result in enumerate(reader.members(report, "results", ""))
    ]
    by_file: dict[str, list[Entry]] = {}
    for n, finding in enumerate(reader.members(report, "findings", "")):
        place = f"findings[{n}]"
        file = reader.text(reader.mapping(finding, place).get("file"), f"{place}.file")
        by_file.setdefault(file, []).append(reader.finding(finding, place))
    return _Report(rules, scope, results + [_top_level(file, found) for file, found in by_file.items()])


def _top_level(file: str, findings: list[Entry]) -> Entry:
    nothing: Entry = dict.fromkeys(("claim", "citation", "id", *_EVIDENCE))
    return nothing | {"file": file, "fingerprint": "", "findings": findings}


class _Reader:
    """Proves the shape of a report; every refusal names the path and the place."""

    def __init__(self, path: str) -> None:
        self._path = path

    def result(self, value: object, place: str) -> Entry:
        entry = self.mapping(value, place)
        result: Entry = {
            "file": self.text(entry.get("file"), f"{place}.file"),
            "claim": self.text(entry.get("claim"), f"{place}.claim"),
            "citation": self.number(entry.get("citation"), f"{place}.citation"),
            "id": self.optional_text(entry.get("id"), f"{place}.id"),
            "fingerprint": self.text(entry.get("fingerprint"), f"{place}.fingerprint"),
        }
        for kind in _EVIDENCE:
            consulted = entry.get(kind)
            if consulted is not None:
                digest = self.mapping(consulted, f"{place}.{kind}").get("sha256")
                consulted = {"sha256": self.optional_text(digest, f"{place}.{kind}.sha256")}
            result[kind] = consulted
        result["findings"] = [
            self.finding(finding, f"{place}.findings[{n}]")
            for n, finding in enumerate(self.members(entry, "findings", f"{place}."))
        ]
        return result

    def finding(self, value: object, place: str) -> Entry:
        entry = self.mapping(value, place)
        severity = self.text(entry.get("severity"), f"{place}.severity")
        if severity not in _SEVERITIES:
            self._refuse(f"{place}.severity", "is not one of error, warning, note")
        return {
            "code": self.text(entry.get("code"), f"{place}.code"),
            "argument": self.text(entry.get("argument", ""), f"{place}.argument"),
            "severity": severity,
            "message": self.text(entry.get("message"), f"{place}.message"),
            "pointer": self.text(entry.get("pointer"), f"{place}.pointer"),
            "cited": self.optional_text(entry.get("cited"), f"{place}.cited"),
            "line": self.number(entry.get("line"), f"{place}.line"),
            "column": self.number(entry.get("column"), f"{place}.column"),
        }

    def mapping(self, value: object, place: str) -> Mapping[str, object]:
        if not isinstance(value, dict):
            self._refuse(place, "is not an object")
        return value

    def members(self, entry: Mapping[str, object], key: str, place: str) -> list[object]:
        value = entry.get(key)
        if not isinstance(value, list):
            self._refuse(place + key, "is not a list")
        return value

    def text(self, value: object, place: str) -> str:
        if not isinstance(value, str):
            self._refuse(place, "is not a string")
        return value

    def optional_text(self, value: object, place: str) -> str | None:
        return None if value is None else self.text(value, place)

    def number(self, value: object, place: str) -> int | None:
        if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
            self._refuse(place, "is not a whole number")
        return value

    def _refuse(self, place: str, what: str) -> NoReturn:
        where = f"`{place}` " if place else ""
        raise InputError(
            self._path, f"is no report of citelock: {where}{what}. Write one with `audit --out`."
        )
