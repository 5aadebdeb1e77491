"""The rows of one source: those that the store kept of the same claims and evidence, the others judged.

Without a store, or with one that holds nothing, `checks/audit.py` is asked of every citation; what is kept
spares work and changes no row (performance.md, section 4).
"""

from __future__ import annotations

from collections.abc import Sequence

from citelock.checks.audit import Row, audit_source
from citelock.checks.claims import Citation, Claim
from citelock.checks.config import Config
from citelock.checks.identifiers import BadIdentifier, Identifier
from citelock.checks.kept_rows import KeptRows
from citelock.snapshotter.consulted import Consulted, rows_name, source_evidence
from citelock.snapshotter.fold_store import ROWS, FoldStore
from citelock.snapshotter.positions import Positions
from citelock.snapshotter.texts import keep_answers, open_text

Item = tuple[Claim, Citation, Identifier | BadIdentifier | None]


class SourceRows:
    """Gives the rows of source after source; `folds` counts the texts that were looked at."""

    def __init__(self, config: Config, scope: str, store: FoldStore, positions: Positions) -> None:
        self._config = config
        self._scope = scope
        self._in_force = f"{config.digest} {scope}"
        self._store = store
        self._positions = positions
        self.folds = 0

    def rows(self, items: Sequence[Item], files: Consulted) -> list[Row]:
        """One row for each citation of the source, in the order given, findings placed."""
        name = rows_name(files, self._in_force) if self._store.folder is not None else None
        if name is None:
            return self._judged(items, files)[0]
        kept = KeptRows(self._store.get(name, ROWS))
        found = [kept.get(claim, citation) for claim, citation, _ in items]
        missing = [item for item, row in zip(items, found, strict=True) if row is None]
        if not missing:
            self.folds += 1
            return [row for row in found if row is not None]
        judged, was_read = self._judged(missing, files)
        if was_read:  # a text that cannot be decoded is said to be so each time
            for (claim, citation, _), row in zip(missing, judged, strict=True):
                kept.add(claim, citation, row)
            packed = kept.pack()
            if packed is not None:
                self._store.put(name, packed, ROWS)
        rest = iter(judged)
        return [next(rest) if row is None else row for row in found]

    def _judged(self, items: Sequence[Item], files: Consulted) -> tuple[list[Row], bool]:
        """The rows as the checks have them, and whether there was a text that could be read."""
        snapshot, store = files.snapshot, self._store
        source, problem = (None, None) if snapshot is None else open_text(snapshot, store)
        evidence = source_evidence(files, source, problem)
        rows = audit_source(items, evidence, self._config, scope=self._scope)
        for (claim, _, _), row in zip(items, rows, strict=True):
            self._positions.place(claim, row)
        if snapshot is None or source is None:
            return rows, False
        self.folds += 1
        keep_answers(source, snapshot, store)
        return rows, True
