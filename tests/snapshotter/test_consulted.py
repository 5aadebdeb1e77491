"""What is consulted of a source has one name, and whatever a row may follow from is part of it."""

from __future__ import annotations

import pytest

from citelock.checks.identifiers import Identifier, parse_identifier
from citelock.checks.records import CorruptRecord, NotCached, Record
from citelock.checks.sealing import Sealed
from citelock.checks.snapshots import Provenance
from citelock.checks.source_evidence import SourceEvidence
from citelock.checks.vetting.answer import Vetting
from citelock.snapshotter.consulted import Consulted, rows_name, source_evidence
from citelock.snapshotter.evidence import RecordFile
from citelock.snapshotter.opened import Opened
from citelock.snapshotter.snapshot_files import SnapshotFile


def named(key: str) -> Identifier:
    identifier = parse_identifier(key)
    assert isinstance(identifier, Identifier)
    return identifier


DOI = named("10.5555/a")
RECORD = RecordFile("cache/a.json", "a" * 64, Record("found", "crossref"), "crossref", DOI)
SNAPSHOT = SnapshotFile(
    "sources/a.txt", "b" * 64, b"text", Provenance("ok"), None, "sources/a.json", "c" * 64
)
FILES = Consulted(DOI, RECORD, SNAPSHOT, None)
OTHER = named("10.5555/b")

CHANGED = {
    "identifier": FILES._replace(identifier=OTHER),
    "record_path": FILES._replace(record=RECORD._replace(path="cache/b.json")),
    "record_sha256": FILES._replace(record=RECORD._replace(sha256="d" * 64)),
    "record_source": FILES._replace(record=RECORD._replace(source="hand")),
    "record, corrupt": FILES._replace(record=RECORD._replace(value=CorruptRecord("is a folder"))),
    "record, absent": FILES._replace(record=RECORD._replace(value=NotCached("cache/a.json"))),
    "holder": FILES._replace(record=RECORD._replace(holder=OTHER)),
    "via": FILES._replace(record=RECORD._replace(via=RECORD)),
    "collision": FILES._replace(collision="doi:10.5555/b"),
    "no snapshot": FILES._replace(snapshot=None),
    "snapshot_path": FILES._replace(snapshot=SNAPSHOT._replace(path="sources/b.txt")),
    "snapshot_sha256": FILES._replace(snapshot=SNAPSHOT._replace(sha256="d" * 64)),
    "snapshot_problem": FILES._replace(snapshot=SNAPSHOT._replace(problem="altered")),
    "snapshot_asked": FILES._replace(snapshot=SNAPSHOT._replace(asked="sources/a.txt")),
    "snapshot_near": FILES._replace(snapshot=SNAPSHOT._replace(near="sources/A.txt")),
    "provenance_path": FILES._replace(snapshot=SNAPSHOT._replace(provenance_path=None)),
    "provenance_sha256": FILES._replace(snapshot=SNAPSHOT._replace(provenance_sha256="d" * 64)),
    "snapshot_private": FILES._replace(snapshot=SNAPSHOT._replace(private=True)),
    "snapshot_original": FILES._replace(snapshot=SNAPSHOT._replace(original="sources/originals/a.pdf")),
    "a seal in place of the text": FILES._replace(snapshot=SNAPSHOT._replace(data=None, seal=b"seal")),
}


@pytest.mark.parametrize("changed", CHANGED.values(), ids=CHANGED)
def test_rows_of_other_evidence_have_another_name(changed: Consulted) -> None:
    assert rows_name(changed, "settings") != rows_name(FILES, "settings")


def test_rows_of_other_settings_have_another_name() -> None:
    assert rows_name(FILES, "others") != rows_name(FILES, "settings")


def test_the_same_evidence_read_again_has_the_same_name() -> None:
    again = Consulted(named("10.5555/a"), RECORD._replace(), SNAPSHOT._replace(), None)
    assert rows_name(again, "settings") == rows_name(FILES, "settings")


def test_a_name_that_is_no_text_is_no_obstacle() -> None:
    assert len(rows_name(FILES._replace(record=RECORD._replace(path="cache/\udcff.json")), "")) == 64


def test_nothing_reaches_the_checks_that_is_not_part_of_the_name() -> None:
    """Whoever adds a field adds to `rows_name` what it follows from, and to the list above."""
    by_the_hash_of_its_file = {"record", "provenance", "source", "sealed", "page_start"}
    by_the_hashes_of_record_provenance_and_text = {"vetting"}
    by_hashes = by_the_hash_of_its_file | by_the_hashes_of_record_provenance_and_text
    assert set(SourceEvidence._fields) == by_hashes | {
        *("record_path", "record_sha256", "record_source", "collision", "via"),
        *("snapshot_path", "snapshot_sha256", "snapshot_problem", "snapshot_asked", "snapshot_near"),
        *("provenance_path", "provenance_sha256", "snapshot_private", "snapshot_original"),
    }
    assert set(CHANGED) >= set(SourceEvidence._fields) - by_hashes


def test_the_checks_get_what_was_consulted() -> None:
    said = Vetting("wrong", "Another Title", "abstract")
    opened = Opened(None, "altered", Sealed(b"salt", (), {}, {}), said, "Page")
    files = FILES._replace(
        record=RECORD._replace(via=RECORD), snapshot=SNAPSHOT._replace(private=True, original="o")
    )
    given = source_evidence(files, opened)
    assert given == SourceEvidence(
        record=RECORD.value,
        record_path="cache/a.json",
        record_sha256="a" * 64,
        record_source="crossref",
        snapshot_path="sources/a.txt",
        snapshot_sha256="b" * 64,
        provenance=Provenance("ok"),
        provenance_path="sources/a.json",
        provenance_sha256="c" * 64,
        snapshot_problem="altered",
        via=("cache/a.json", "a" * 64),
        snapshot_private=True,
        snapshot_original="o",
        vetting=said,
        page_start="Page",
        sealed=opened.sealed,
    )
