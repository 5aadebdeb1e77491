"""The report: counts, labels of claims and canonical bytes, written claim by claim (design README, 4).

It is fed rows in the order (file, claim id, citation index) and holds none of them; only counts, and the
paths and hashes of the evidence that was consulted. Nothing here knows a clock, a host or where the files
lie.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from json.encoder import encode_basestring

from citelock.checks import canonical, canonical_rows
from citelock.checks.catalogue import ORDER, in_order, label_row, severity_of
from citelock.checks.findings import Finding, Severity, finding_entry
from citelock.checks.kept_rows import expand, row_text
from citelock.checks.labels import (
    FOUND,
    NOT_MACHINE_CHECKED,
    PARTIAL,
    RANKS,
    VERIFIED,
    claim_label,
    deciding_codes,
    is_unread,
    overclaims,
)
from citelock.checks.rules.claim import no_claims, overclaim

SCHEMA = "citelock-report/1"
RULES = "1"  # the rules version of quotes.md section 1, as it stands in the report

_LISTS = {Severity.ERROR: "errors", Severity.WARNING: "warnings", Severity.NOTE: "notes"}
_ELSEWHERE = "N_NUMBER_ELSEWHERE"
_CONSULTED = ("record", "snapshot", "provenance")
_NOTHING: Mapping[str, object] = dict.fromkeys(_CONSULTED)
_BODIES = ("claims", "results")
_FIRST, _NEXT = "\n    ", ",\n    "  # in front of an entry of a list


def sort_key(row: Mapping[str, object]) -> tuple[str, str, int]:
    """(file, claim id, citation index), compared by code points; -1 for the row of an uncited claim."""
    file, claim, citation = row["file"], row["claim"], row["citation"]
    return file, claim, citation if isinstance(citation, int) else -1  # type: ignore[return-value] # strings


def input_sha256(hashes: Sequence[str]) -> str:
    """One file: its own sha256. Several: sha256 over their sorted hex digests joined by a newline."""
    if len(hashes) == 1:
        return hashes[0]
    return sha256("\n".join(sorted(hashes)).encode("ascii")).hexdigest()


class EvidenceDigest:
    """`evidence_sha256`: over the distinct [path, sha256] pairs that were consulted.

    sha256 of the canonical one-line JSON of each pair, sorted by path, each ended by a newline; null for the
    digest of a file that was not read (a link).
    """

    def __init__(self) -> None:
        # Each pair as one string, "path LF digest", half the size of a tuple: there may be a million.
        # A link or a special file has a path and no digest: it was not read.
        self._pairs: set[str] = set()

    def add(self, row: Mapping[str, object]) -> None:
        """Takes the record, snapshot and provenance of a row, and the record that led to its record."""
        for key in _CONSULTED:
            consulted = row[key]
            if type(consulted) is dict:
                self._pairs.add(f"{consulted['path']}\n{consulted['sha256'] or ''}")
                if "via" in consulted:
                    self.add({**_NOTHING, "record": consulted["via"]})

    def hexdigest(self) -> str:
        """The digest of all that was added; independent of the order."""
        digest = sha256()
        for pair in sorted(self._pairs):
            path, _, known = pair.rpartition("\n")
            written = encode_basestring(known) if known else "null"
            digest.update(f"[{encode_basestring(path)},{written}]\n".encode())
        return digest.hexdigest()


class ReportWriter:
    """Counts rows and writes the report around them.

    `inputs` are (path as shown, sha256) of each claims file in the order given; `severities` the overrides in
    force; `findings` what else belongs to no citation. Attributes after the last claim: checked, failed,
    warned, unchecked (rows); unread (rows that could not be checked, those with another label
    included); labels {label: claims}; quotes_found, quotes_not_checkable, quotes_total;
    findings (the top-level list).
    """

    def __init__(
        self,
        inputs: Sequence[tuple[str, str]],
        severities: Mapping[str, Severity],
        *,
        scope: str = "",
        findings: Sequence[dict[str, object]] = (),
    ) -> None:
        self._inputs = sorted(inputs)
        self._severities = severities
        self._scope = scope
        self._others = findings
        self._evidence = EvidenceDigest()
        self._files_with_claims: set[str] = set()
        self.checked = self.failed = self.warned = self.unchecked = self.unread = 0
        self.quotes_found = self.quotes_not_checkable = self.quotes_total = 0
        self.labels = dict.fromkeys(reversed(RANKS), 0)

    def add_claim(self, rows: Sequence[dict[str, object]]) -> tuple[str, str]:
        """Takes all rows of one claim and gives two pieces of text: for `claims` and for `results`.

        The pieces of all claims, concatenated in order, are the bodies of the two lists: separators are
        inside, and what no reader sees is written as escapes. A row may come back changed: a claim's
        overclaiming status is known only here and its finding is added to the first. Rows may come in short
        (`kept_rows.py`).
        """
        first = rows[0]
        if len(rows) > 1:
            _lower_what_rests_on_unfound(rows)
        label = claim_label([str(row["label"]) for row in rows])
        name, file = str(first["claim"]), str(first["file"])
        if "_status" in first:
            self._compare_status(first, label)
        claim = canonical.escaped(canonical_rows.claim(name, file, label, _because(rows, label)))
        self._files_with_claims.add(file)
        self.labels[label] += 1
        opening = _NEXT if self.checked else _FIRST
        for row in rows:
            self._count(row)
            self._evidence.add(row)
        self.checked += len(rows)
        if len(rows) == 1:
            return opening + claim, opening + row_text(first)
        return opening + claim, opening + _NEXT.join(map(row_text, rows))

    @property
    def paths(self) -> list[str]:
        """The claims files as shown, sorted."""
        return [path for path, _ in self._inputs]

    @property
    def findings(self) -> list[dict[str, object]]:
        """What belongs to no citation: W_NO_CLAIMS for each file without claims, and those given."""
        without = sorted({path for path, _ in self._inputs} - self._files_with_claims)
        finding = no_claims() if without else None
        own = [
            file_finding(finding, path, self._severities, "/claims", (1, 1)) for path in without if finding
        ]
        return sorted([*own, *self._others], key=_file_order)

    def render(self, claims: Iterable[str], results: Iterable[str]) -> Iterator[str]:
        """The whole report, final newline included, from the pieces of `add_claim`, cut anywhere."""
        before, between, behind = self.frame()
        yield before
        yield from claims
        yield between
        yield from results
        yield behind

    def frame(self) -> tuple[str, str, str]:
        """The report without the pieces of `add_claim`: before those for `claims`, between, behind."""
        head: dict[str, object] = {
            "checked": self.checked,
            "claims": None,
            "evidence_sha256": self._evidence.hexdigest(),
            "failed": self.failed,
            "findings": self.findings,
            "input_sha256": input_sha256([digest for _, digest in self._inputs]),
            "inputs": [{"path": path, "sha256": digest} for path, digest in self._inputs],
            "labels": self.labels,
            "results": None,
            "rules": RULES,
            "schema": SCHEMA,
            "unchecked": self.unchecked,
            "warned": self.warned,
        }
        if self._scope:
            head["scope"] = self._scope
        opening = "{\n  "
        pieces = [""]
        for key in sorted(head):
            pieces[-1] += f'{opening}"{key}": '
            opening = ",\n  "
            if key in _BODIES:
                pieces[-1] += "["
                pieces.append("\n  ]" if self.checked else "]")
            else:
                pieces[-1] += canonical.escaped(canonical.dumps(head[key], 1))
        pieces[-1] += "\n}\n"
        before, between, behind = pieces
        return before, between, behind

    def _compare_status(self, row: dict[str, object], label: str) -> None:
        """Adds E_LABEL_OVERCLAIM to the first row of a claim whose own status stands above its label."""
        stated = row.get("_status")
        if not isinstance(stated, dict) or not overclaims(stated["status"], label):
            return
        finding = overclaim(stated["status"], label)
        add_finding(row, finding, self._severities, stated["pointer"], (stated["line"], stated["column"]))

    def _count(self, row: Mapping[str, object]) -> None:
        if row["errors"]:
            self.failed += 1
        elif row["warnings"]:
            self.warned += 1
        label = str(row["label"])
        unread = False
        if label != VERIFIED:
            if label == NOT_MACHINE_CHECKED:
                self.unchecked += 1
            unread = is_unread(_names(row), label)
            self.unread += unread
        quote = row["quote"]
        if type(quote) is dict:
            self.quotes_total += 1
            if quote["status"] in FOUND:
                self.quotes_found += 1
            elif quote["status"] == "not_checked" or unread:
                self.quotes_not_checkable += 1  # the second: looked for in an abstract only


def add_finding(
    row: dict[str, object],
    finding: Finding,
    severities: Mapping[str, Severity],
    pointer: str,
    place: tuple[int, int],
) -> None:
    """Adds a finding to a row that is otherwise complete, and lowers its label where the code asks for it.

    `place` is line and column in the claims file.
    """
    expand(row)
    severity = severity_of(finding.code, severities)
    entry = {**finding_entry(finding, severity.value, pointer), "line": place[0], "column": place[1]}
    key, findings = _LISTS[severity], row["findings"]
    names = row[key]
    assert isinstance(names, list)
    assert isinstance(findings, list)
    row[key] = in_order(dict.fromkeys([*names, finding.name]))
    row["findings"] = sorted([*findings, entry], key=lambda known: ORDER[known["code"]])
    lowest = label_row(finding.name)
    if lowest and RANKS.index(lowest) < RANKS.index(str(row["label"])):
        row["label"] = lowest


def file_finding(
    finding: Finding,
    path: str,
    severities: Mapping[str, Severity],
    pointer: str = "",
    place: tuple[int | None, int | None] = (None, None),
) -> dict[str, object]:
    """A finding that belongs to no citation; `path` is the file it is about, "" for none."""
    severity = severity_of(finding.code, severities)
    entry = finding_entry(finding, severity.value, pointer)
    return {**entry, "file": path, "line": place[0], "column": place[1]}


def _file_order(entry: Mapping[str, object]) -> tuple[str, int, str]:
    return str(entry["file"]), ORDER[str(entry["code"])], str(entry["message"])


def _lower_what_rests_on_unfound(rows: Sequence[dict[str, object]]) -> None:
    """Lowers a citation whose number only another quotation has, if that one was not found (web.md, 2).

    A row knows its own source only; what became of the others is known here.
    """
    for row in rows:
        if row["label"] != VERIFIED or _ELSEWHERE not in _names(row):
            continue
        expand(row)
        numbers = row["numbers"]
        assert isinstance(numbers, list)
        held_by = {entry["from"] for entry in numbers if "from" in entry}
        found = {other["citation"] for other in rows if _is_found(other["quote"])}
        if not held_by <= found:
            row["label"] = PARTIAL


def _is_found(quote: object) -> bool:
    return isinstance(quote, dict) and quote["status"] in FOUND


def _because(rows: Sequence[Mapping[str, object]], label: str) -> list[str]:
    """The codes that decided: of each citation those of its own row, if the row counts for the claim's label.

    A claim that is `partial` because one of its sources is unverified or unread is so for that source's
    reasons; one that is `unverified` is so for its unverified citations only.
    """
    if label == VERIFIED:
        return []  # nothing lowered it
    names: list[str] = []
    for row in rows:
        own = str(row["label"])
        if own == label or label == "partial":
            names += deciding_codes(_names(row), own)
    return names if len(names) < 2 else in_order(dict.fromkeys(names))


def _names(row: Mapping[str, object]) -> list[str]:
    errors, warnings, notes = row["errors"], row["warnings"], row["notes"]
    assert isinstance(errors, list)
    assert isinstance(warnings, list)
    assert isinstance(notes, list)
    return [*errors, *warnings, *notes]
