"""The rows of one source: those that the store kept of the same claims and evidence, the others judged.

Without a store, or with one that holds nothing, `checks/audit.py` is asked of every citation; what is kept
spares work and changes no row (performance.md, section 4).
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from citelock.checks.kept_rows import TEXT, KeptRows, in_short, row_text
from citelock.snapshotter.consulted import rows_name, source_evidence
from citelock.snapshotter.fold_store import ROWS
from citelock.snapshotter.texts import keep_answers, open_consulted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from citelock.checks.claims import Citation, Claim
    from citelock.checks.config import Config
    from citelock.checks.identifiers import BadIdentifier, Identifier
    from citelock.checks.rows import Row
    from citelock.snapshotter.consulted import Consulted
    from citelock.snapshotter.fold_store import FoldStore
    from citelock.snapshotter.positions import Positions

    # What a row is about; an uncited claim has neither citation nor identifier.
    Item = tuple[Claim, Citation | None, Identifier | BadIdentifier | None]


class SourceRows:
    """Gives the rows of source after source; `folds` counts the texts that were looked at.

    With `short` all rows come in short (`kept_rows.py`), else those that the store has.
    """

    def __init__(
        self, config: Config, scope: str, store: FoldStore, positions: Positions, *, short: bool = False
    ) -> None:
        self._config = config
        self._scope = scope
        self._in_force = f"{config.digest} {scope}"
        self._store = store
        self._positions = positions
        self._short = short
        self.folds = 0

    def of_source(self, items: Sequence[Item], files: Consulted) -> list[Row]:
        """One row for each citation of a source, in the order given, findings placed."""

        def judge(missing: Sequence[Item]) -> tuple[list[Row], bool]:
            return self._judged(missing, files)

        rows, known = self._rows(items, lambda: rows_name(files, self._in_force), judge)
        if known and files.snapshot is not None and files.snapshot.data is not None:
            self.folds += 1
        return rows

    def of_none(self, items: Sequence[Item], project: str) -> list[Row]:
        """The rows of what reads no evidence: uncited claims, citations without a usable identifier.

        They are kept by `project`, any name of it, so that those of others need not be read; "": not kept.
        """
        if not project or not items:
            return self._settled(self._judged_without_evidence(items)[0]) if items else []

        def name() -> str:
            return sha256(f"{self._in_force} {project}".encode("utf-8", "surrogateescape")).hexdigest()

        return self._rows(items, name, self._judged_without_evidence)[0]

    def _rows(
        self,
        items: Sequence[Item],
        name: Callable[[], str],
        judge: Callable[[Sequence[Item]], tuple[list[Row], bool]],
    ) -> tuple[list[Row], bool]:
        """The rows, and whether all were known; `judge` also says whether its rows may be kept."""
        if self._store.folder is None:
            return self._settled(judge(items)[0]), False
        entry = name()
        kept = KeptRows(self._store.get(entry, ROWS))
        found = [kept.get(claim, citation) for claim, citation, _ in items]
        missing = [item for item, row in zip(items, found, strict=True) if row is None]
        if not missing:
            return [row for row in found if row is not None], True
        judged, may_be_kept = judge(missing)
        if may_be_kept:
            if self._short:
                judged = [{**row, TEXT: row_text(row)} for row in judged]  # once for the store and the report
            for (claim, citation, _), row in zip(missing, judged, strict=True):
                kept.add(claim, citation, row)
            packed = kept.pack() if kept.fresh else None
            if packed is not None:
                self._store.put(entry, packed, ROWS)
        rest = iter(self._settled(judged))
        return [next(rest) if row is None else row for row in found], False

    def _settled(self, rows: list[Row]) -> list[Row]:
        """Judged rows, of which nothing more is asked here."""
        return list(map(in_short, rows)) if self._short else rows

    def _judged(self, items: Sequence[Item], files: Consulted) -> tuple[list[Row], bool]:
        from citelock.checks.audit import audit_source  # with all rules: not where the rows are known

        snapshot, store = files.snapshot, self._store
        opened = open_consulted(files, store)
        evidence = source_evidence(files, opened)
        cited = [
            (claim, citation, identifier) for claim, citation, identifier in items if citation is not None
        ]
        rows = audit_source(cited, evidence, self._config, scope=self._scope)
        self._place(items, rows)
        if snapshot is not None and opened.source is not None:
            self.folds += 1
            keep_answers(opened.source, snapshot, store)
            return rows, True
        return rows, snapshot is None or snapshot.data is None  # each run says that a text is not UTF-8

    def _judged_without_evidence(self, items: Sequence[Item]) -> tuple[list[Row], bool]:
        from citelock.checks.audit import audit_source, uncited_row  # as above
        from citelock.checks.source_evidence import NO_EVIDENCE

        rows = []
        for claim, citation, identifier in items:
            if citation is None:
                rows.append(uncited_row(claim, self._config))
            else:
                item = claim, citation, identifier
                rows += audit_source([item], NO_EVIDENCE, self._config, scope=self._scope)
        self._place(items, rows)
        return rows, True

    def _place(self, items: Sequence[Item], rows: Sequence[Row]) -> None:
        for (claim, _, _), row in zip(items, rows, strict=True):
            self._positions.place(claim, row)
