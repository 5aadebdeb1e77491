"""Evidence: found by name in one listing, the same from a folder and from a commit."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from citelock.checks.errors import EvidenceError
from citelock.checks.identifiers import Identifier, file_stem, parse_identifier
from citelock.checks.limits import Limits
from citelock.checks.records import CorruptRecord, NotCached, Record
from citelock.checks.snapshots import CorruptProvenance, Provenance
from citelock.snapshotter.evidence import Evidence, RecordFile
from citelock.snapshotter.gitread import open_commit
from citelock.snapshotter.snapshot_files import EvidenceFolder, SnapshotFile, lf_bytes

FOUND = b'{"status": "found", "title": "A Demo"}\n'
TEXT = b"one\ntwo\n"


def ident(text: str) -> Identifier:
    identifier = parse_identifier(text)
    assert isinstance(identifier, Identifier)
    return identifier


DEMO = ident("10.0000/demo.1")
SLASH, UNDERSCORE = ident("10.5555/a/b"), ident("10.5555/a_b")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "cache").mkdir(parents=True)
    (folder / "sources").mkdir()
    return folder


def from_folder(project: Path, limits: Limits | None = None) -> Evidence:
    cache = EvidenceFolder(str(project / "cache"), "cache")
    private = EvidenceFolder(str(project / "sources" / ".private"), "sources/.private")
    return Evidence(cache, EvidenceFolder(str(project / "sources"), "sources"), limits, private=private)


def from_commit(project: Path, limits: Limits | None = None) -> Evidence:
    for arguments in (["init", "-q"], ["add", "-A", "-f"], ["commit", "-q", "--allow-empty", "-m", "x"]):
        subprocess.run(["git", *arguments], cwd=project, check=True, capture_output=True)
    reader = open_commit(str(project), "HEAD")
    private = EvidenceFolder(str(project / "sources" / ".private"), "sources/.private")
    return Evidence(
        EvidenceFolder("cache", "cache"), EvidenceFolder("sources", "sources"), limits, reader, private
    )


Opener = Callable[..., Evidence]
BOTH = pytest.mark.parametrize("opened", [from_folder, from_commit])


def digest(content: bytes) -> str:
    return sha256(content).hexdigest()


def provenance_of(content: bytes, identifier: Identifier = DEMO, **changes: object) -> bytes:
    value = {
        "schema": "citelock-provenance/1",
        "status": "ok",
        "id": identifier.key,
        "text": {"sha256": digest(content), "storage": "committed", "scope": "full"},
        **changes,
    }
    return json.dumps(value).encode("utf-8")


@BOTH
def test_a_record_is_found_by_its_name(project: Path, opened: Opener) -> None:
    (project / "cache" / "10.0000_demo.1.json").write_bytes(FOUND)
    evidence = opened(project)
    assert evidence.record(DEMO) == RecordFile(
        "cache/10.0000_demo.1.json",
        digest(FOUND),
        Record(status="found", source="hand", titles=("A Demo",)),
        "hand",
        DEMO,
    )
    evidence.close()


@BOTH
def test_without_a_file_there_is_no_record_and_no_snapshot(project: Path, opened: Opener) -> None:
    evidence = opened(project)
    missing = NotCached("cache/10.0000_demo.1.json")
    assert evidence.record(DEMO) == RecordFile(None, None, missing, "", DEMO)
    assert evidence.snapshot(DEMO) == SnapshotFile(asked="sources/10.0000_demo.1.txt")
    assert (evidence.text_bytes(), evidence.snapshot_size(DEMO)) == (0, 0)


def test_a_missing_folder_is_an_empty_one(tmp_path: Path) -> None:
    assert isinstance(from_folder(tmp_path / "nowhere").record(DEMO).value, NotCached)


def test_a_page_has_no_record(project: Path) -> None:
    page = ident("https://example.org/a")
    (project / "cache" / f"{file_stem(page)}.json").write_bytes(FOUND)
    assert from_folder(project).record(page) == RecordFile(None, None, NotCached(), "", page)


@BOTH
def test_line_ends_change_neither_the_record_nor_its_hash(project: Path, opened: Opener) -> None:
    (project / "cache" / "10.0000_demo.1.json").write_bytes(FOUND.replace(b"\n", b"\r\n"))
    (project / "sources" / "10.0000_demo.1.txt").write_bytes(b"one\r\ntwo\r\n")
    (project / "sources" / "10.0000_demo.1.json").write_bytes(provenance_of(TEXT))
    evidence = opened(project)
    assert evidence.record(DEMO).sha256 == digest(FOUND)
    snapshot = evidence.snapshot(DEMO)
    assert (snapshot.data, snapshot.sha256, snapshot.problem) == (TEXT, digest(TEXT), None)
    evidence.close()


def test_text_without_carriage_returns_is_not_copied() -> None:
    content = b"one\ntwo\n"
    assert lf_bytes(content) is content
    assert lf_bytes(b"a\r\nb\rc") == b"a\nb\nc"


@BOTH
def test_a_byte_order_mark_is_tolerated(project: Path, opened: Opener) -> None:
    (project / "cache" / "10.0000_demo.1.json").write_bytes(b"\xef\xbb\xbf" + FOUND)
    evidence = opened(project)
    assert isinstance(evidence.record(DEMO).value, Record)
    evidence.close()


def test_the_hashed_name_comes_before_the_hand_made_one(project: Path) -> None:
    (project / "cache" / "10.5555_a_b.json").write_bytes(FOUND)
    (project / "sources" / "10.5555_a_b.txt").write_bytes(TEXT)
    evidence = from_folder(project)
    assert evidence.record(SLASH).path == "cache/10.5555_a_b.json"
    assert evidence.snapshot(SLASH).path == "sources/10.5555_a_b.txt"
    (project / "cache" / "10.5555_a_b-7621c719.json").write_bytes(FOUND)
    (project / "sources" / "10.5555_a_b-7621c719.txt").write_bytes(TEXT)
    evidence = from_folder(project)
    assert evidence.record(SLASH).path == "cache/10.5555_a_b-7621c719.json"
    assert evidence.snapshot(SLASH).path == "sources/10.5555_a_b-7621c719.txt"


def test_two_cited_dois_that_share_a_hand_made_file_collide(project: Path) -> None:
    (project / "cache" / "10.5555_a_b.json").write_bytes(FOUND)
    colon = ident("10.5555/a:b")
    evidence = from_folder(project)
    assert evidence.collisions([SLASH, DEMO]) == {}
    assert evidence.collisions([UNDERSCORE, SLASH, colon, DEMO]) == {
        "doi:10.5555/a/b": "doi:10.5555/a:b",
        "doi:10.5555/a:b": "doi:10.5555/a/b",
        "doi:10.5555/a_b": "doi:10.5555/a/b",
    }
    (project / "cache" / "10.5555_a_b-7621c719.json").write_bytes(FOUND)
    assert from_folder(project).collisions([UNDERSCORE, SLASH]) == {}


def test_a_shared_hand_made_snapshot_is_a_collision_too(project: Path) -> None:
    (project / "sources" / "10.5555_a_b.txt").write_bytes(TEXT)
    evidence = from_folder(project)
    assert evidence.handmade(SLASH) == ("sources/10.5555_a_b.txt",)
    assert evidence.collisions([UNDERSCORE, SLASH]) == {
        "doi:10.5555/a/b": "doi:10.5555/a_b",
        "doi:10.5555/a_b": "doi:10.5555/a/b",
    }


def test_one_work_under_two_schemes_is_no_collision(project: Path) -> None:
    arxiv, doi = ident("quant-ph/0201082"), ident("10.48550/arXiv.quant-ph/0201082")
    (project / "cache" / "10.48550_arxiv.quant-ph_0201082.json").write_bytes(FOUND)
    evidence = from_folder(project)
    assert evidence.handmade(arxiv) == ("cache/10.48550_arxiv.quant-ph_0201082.json",)
    assert evidence.collisions([arxiv, doi]) == {}


@BOTH
def test_a_name_in_another_case_is_named_and_not_read(project: Path, opened: Opener) -> None:
    (project / "cache" / "10.1172_JCI152297.json").write_bytes(FOUND)
    (project / "sources" / "10.1172_JCI152297.txt").write_bytes(TEXT)
    evidence = opened(project)
    identifier = ident("10.1172/jci152297")
    assert evidence.record(identifier).value == NotCached(
        "cache/10.1172_jci152297.json",
        "cache/10.1172_JCI152297.json",
        "found cache/10.1172_JCI152297.json; rename it to cache/10.1172_jci152297.json",
    )
    assert evidence.snapshot(identifier) == SnapshotFile(
        near="sources/10.1172_JCI152297.txt", asked="sources/10.1172_jci152297.txt"
    )


def test_beside_a_twin_in_another_case_the_exact_name_wins(project: Path) -> None:
    (project / "cache" / "10.1172_JCI1.json").write_bytes(b"{}")
    (project / "cache" / "10.1172_jci1.json").write_bytes(FOUND)
    assert isinstance(from_folder(project).record(ident("10.1172/JCI1")).value, Record)


@BOTH
def test_a_corrupt_record_is_a_value_with_its_hash(project: Path, opened: Opener) -> None:
    (project / "cache" / "10.0000_demo.1.json").write_bytes(b'{"status": "found", "doi": "10.0000/demo.2"}')
    evidence = opened(project)
    found = evidence.record(DEMO)
    assert found.value == CorruptRecord(
        "cache/10.0000_demo.1.json: it holds the record of 10.0000/demo.2, not of doi:10.0000/demo.1"
    )
    assert found.sha256 == digest(b'{"status": "found", "doi": "10.0000/demo.2"}')
    evidence.close()


@BOTH
def test_a_see_record_leads_to_the_record_and_snapshot_of_another_identifier(
    project: Path, opened: Opener
) -> None:
    see = {"schema": "citelock-record/1", "id": "pmid:12", "status": "see", "source": "idconv"}
    (project / "cache" / "pmid_12.json").write_text(
        json.dumps({**see, "same_as": ["doi:10.0000/demo.1"]}), encoding="utf-8"
    )
    (project / "cache" / "10.0000_demo.1.json").write_bytes(FOUND)
    (project / "sources" / "10.0000_demo.1.txt").write_bytes(TEXT)
    (project / "sources" / "10.0000_demo.1.json").write_bytes(provenance_of(TEXT))
    evidence = opened(project)
    pmid = ident("pmid:12")
    found = evidence.record(pmid)
    assert (found.path, found.holder, found.source) == ("cache/10.0000_demo.1.json", DEMO, "hand")
    assert found.via is not None
    assert found.via.path == "cache/pmid_12.json"
    snapshot = evidence.snapshot(pmid, found.holder)
    assert (snapshot.path, snapshot.problem) == ("sources/10.0000_demo.1.txt", None)
    evidence.close()


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        (
            "doi:10.0000/demo.2",
            "cache/pmid_12.json: same_as: doi:10.0000/demo.2 is itself a record with status see",
        ),
        (
            "nonsense",
            "cache/pmid_12.json: same_as: nonsense is not a DOI: it does not begin with 10."
            " and a registrant number",
        ),
    ],
)
def test_a_see_record_leads_one_step_and_to_an_identifier(project: Path, target: str, reason: str) -> None:
    for name, own, to in (
        ("pmid_12", "pmid:12", target),
        ("10.0000_demo.2", "doi:10.0000/demo.2", "pmid:12"),
    ):
        see = {"schema": "citelock-record/1", "id": own, "status": "see", "source": "idconv", "same_as": [to]}
        (project / "cache" / f"{name}.json").write_text(json.dumps(see), encoding="utf-8")
    assert from_folder(project).record(ident("pmid:12")).value == CorruptRecord(reason)


def test_a_doubtfully_cleaned_doi_is_used_as_given_if_its_record_is_found(project: Path) -> None:
    identifier = ident("10.0000/demo.1;")
    assert identifier.given is not None
    assert from_folder(project).settle(identifier) is identifier
    (project / "cache" / f"{file_stem(identifier.given)}.json").write_bytes(b'{"status": "not_found"}')
    assert from_folder(project).settle(identifier) is identifier
    (project / "cache" / f"{file_stem(identifier.given)}.json").write_bytes(FOUND)
    assert from_folder(project).settle(identifier) is identifier.given
    assert from_folder(project).settle(DEMO) is DEMO


@BOTH
def test_a_snapshot_with_provenance(project: Path, opened: Opener) -> None:
    (project / "sources" / "10.0000_demo.1.txt").write_bytes(TEXT)
    (project / "sources" / "10.0000_demo.1.json").write_bytes(provenance_of(TEXT))
    evidence = opened(project)
    snapshot = evidence.snapshot(DEMO)
    assert isinstance(snapshot.provenance, Provenance)
    assert snapshot == SnapshotFile(
        path="sources/10.0000_demo.1.txt",
        sha256=digest(TEXT),
        data=TEXT,
        provenance=snapshot.provenance,
        provenance_path="sources/10.0000_demo.1.json",
        provenance_sha256=digest(provenance_of(TEXT)),
    )
    assert (evidence.text_bytes(), evidence.snapshot_size(DEMO)) == (8, 8)
    evidence.close()


def test_a_snapshot_without_provenance(project: Path) -> None:
    (project / "sources" / "10.0000_demo.1.txt").write_bytes(TEXT)
    assert from_folder(project).snapshot(DEMO) == SnapshotFile(
        path="sources/10.0000_demo.1.txt", sha256=digest(TEXT), data=TEXT
    )


@BOTH
def test_an_altered_text_is_not_handed_out(project: Path, opened: Opener) -> None:
    (project / "sources" / "10.0000_demo.1.txt").write_bytes(b"forged\n")
    (project / "sources" / "10.0000_demo.1.json").write_bytes(provenance_of(TEXT))
    evidence = opened(project)
    snapshot = evidence.snapshot(DEMO)
    assert (snapshot.path, snapshot.sha256, snapshot.data) == (
        "sources/10.0000_demo.1.txt",
        digest(b"forged\n"),
        None,
    )
    assert snapshot.problem == (
        f"sources/10.0000_demo.1.txt: its sha256 is {digest(b'forged' + bytes([10]))},"
        f" sources/10.0000_demo.1.json says {digest(TEXT)}"
    )
    evidence.close()


def test_a_recorded_failure_has_no_text(project: Path) -> None:
    failure = provenance_of(TEXT, status="unavailable", reason="http_404", text=None)
    (project / "sources" / "10.0000_demo.1.json").write_bytes(failure)
    snapshot = from_folder(project).snapshot(DEMO)
    assert isinstance(snapshot.provenance, Provenance)
    assert (snapshot.provenance.reason, snapshot.path, snapshot.problem) == ("http_404", None, None)


def test_a_recorded_failure_beside_a_text_is_a_contradiction(project: Path) -> None:
    failure = provenance_of(TEXT, status="unavailable", reason="http_404", text=None)
    (project / "sources" / "10.0000_demo.1.json").write_bytes(failure)
    (project / "sources" / "10.0000_demo.1.txt").write_bytes(TEXT)
    snapshot = from_folder(project).snapshot(DEMO)
    assert snapshot.data is None
    assert snapshot.problem == (
        "sources/10.0000_demo.1.json: it says that the text could not be had (http_404), but"
        " sources/10.0000_demo.1.txt is there"
    )


@pytest.mark.parametrize(
    "content", [b"{}", b"\xff", b'{"status": "found"}', provenance_of(TEXT, SLASH)], ids=repr
)
def test_under_a_corrupt_provenance_no_text_is_handed_out(project: Path, content: bytes) -> None:
    (project / "sources" / "10.0000_demo.1.json").write_bytes(content)
    (project / "sources" / "10.0000_demo.1.txt").write_bytes(TEXT)
    snapshot = from_folder(project).snapshot(DEMO)
    assert isinstance(snapshot.provenance, CorruptProvenance)
    assert (snapshot.data, snapshot.problem) == (None, snapshot.provenance.reason)
    assert snapshot.provenance.reason.startswith("sources/10.0000_demo.1.json:")


@BOTH
def test_a_link_is_named_and_never_followed(project: Path, opened: Opener) -> None:
    (project / "cache" / "10.0000_demo.1.json").symlink_to("/proc/self/environ")
    (project / "sources" / "10.0000_demo.1.txt").symlink_to("/proc/self/environ")
    evidence = opened(project)
    assert evidence.record(DEMO).value == CorruptRecord(
        "cache/10.0000_demo.1.json: is a symbolic link, which is not followed"
    )
    snapshot = evidence.snapshot(DEMO)
    assert (snapshot.data, snapshot.problem) == (
        None,
        "sources/10.0000_demo.1.txt: is a symbolic link, which is not followed",
    )
    evidence.close()


def test_a_pipe_or_folder_in_the_place_of_a_file_holds_nothing_up(project: Path) -> None:
    os.mkfifo(project / "sources" / "10.0000_demo.1.txt")
    (project / "cache" / "10.0000_demo.1.json").mkdir()
    evidence = from_folder(project)
    assert evidence.snapshot(DEMO).problem == "sources/10.0000_demo.1.txt: is not a regular file"
    assert evidence.record(DEMO).value == CorruptRecord("cache/10.0000_demo.1.json: is a folder")


def test_a_file_that_becomes_a_pipe_after_the_listing_holds_nothing_up(project: Path) -> None:
    path = project / "sources" / "10.0000_demo.1.txt"
    path.write_bytes(TEXT)
    evidence = from_folder(project)
    evidence.open()
    path.unlink()
    os.mkfifo(path)
    assert evidence.snapshot(DEMO).problem == "sources/10.0000_demo.1.txt: is not a regular file"
    path.unlink()
    assert evidence.snapshot(DEMO).problem == (
        "sources/10.0000_demo.1.txt: cannot be read: No such file or directory"
    )


@BOTH
def test_a_file_above_its_limit_is_not_read(project: Path, opened: Opener) -> None:
    (project / "cache" / "10.0000_demo.1.json").write_bytes(FOUND + b" " * 1000)
    (project / "sources" / "10.0000_demo.1.txt").write_bytes(b"x" * 1001)
    evidence = opened(project, Limits(record_bytes=1000, snapshot_bytes=1000))
    assert evidence.record(DEMO).value == CorruptRecord(
        "cache/10.0000_demo.1.json: has 1,039 bytes; at most 1,000 are read (limits in citelock.yml)"
    )
    assert evidence.snapshot(DEMO).problem == (
        "sources/10.0000_demo.1.txt: has 1,001 bytes; at most 1,000 are read (limits in citelock.yml)"
    )
    evidence.close()


def test_200_megabytes_are_refused_by_their_size_alone(project: Path) -> None:
    path = project / "sources" / "10.0000_demo.1.txt"
    path.touch()
    os.truncate(path, 200 * 1024 * 1024)
    assert from_folder(project).snapshot(DEMO).problem == (
        "sources/10.0000_demo.1.txt: has 209,715,200 bytes;"
        " at most 8,388,608 are read (limits in citelock.yml)"
    )


def test_an_unreadable_file_is_one_finding(project: Path) -> None:
    path = project / "cache" / "10.0000_demo.1.json"
    path.write_bytes(FOUND)
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("root reads every file")
    assert from_folder(project).record(DEMO).value == CorruptRecord(
        "cache/10.0000_demo.1.json: cannot be read: Permission denied"
    )


@pytest.mark.parametrize(("opened", "count"), [(from_folder, 10_000), (from_commit, 1_000)])
def test_thousands_of_odd_names_are_no_hindrance(project: Path, opened: Opener, count: int) -> None:
    (project / "cache" / "10.0000_demo.1.json").write_bytes(FOUND)
    folder = os.fsencode(project / "cache")
    for number in range(count):
        name = (b"\xff%d", b"-%d", b" %d\n", b"con.%d", b"%d\x1b[2J", b"..%d", b"10.1_%d.JSON")[
            number % 7
        ] % number
        os.close(os.open(folder + b"/" + name, os.O_CREAT))
    evidence = opened(project)
    assert isinstance(evidence.record(DEMO).value, Record)
    assert evidence.record(ident("10.5555/none")).value == NotCached("cache/10.5555_none.json")
    assert evidence.identity() == pickle.loads(pickle.dumps(evidence)).identity()
    evidence.close()


@pytest.mark.parametrize(
    "doi", ["10.5555/../../etc/passwd", "10.5555/.git", "10.5555/CON", "10.5555/" + "x/" * 900]
)
def test_no_identifier_leads_out_of_the_folder(project: Path, doi: str) -> None:
    evidence = from_folder(project)
    assert isinstance(evidence.record(ident(doi)).value, NotCached)
    assert evidence.snapshot(ident(doi)) == SnapshotFile(asked=f"sources/{file_stem(ident(doi))}.txt")


def test_evidence_that_is_no_folder_is_an_error(project: Path) -> None:
    (project / "cache").rmdir()
    (project / "cache").write_bytes(b"")
    with pytest.raises(EvidenceError, match="cache is not a folder"):
        from_folder(project).record(DEMO)
    (project / "cache").unlink()
    (project / "cache").symlink_to("nowhere")
    with pytest.raises(EvidenceError, match="cache is a link to a folder that is not there"):
        from_folder(project).record(DEMO)
    with pytest.raises(EvidenceError, match="cache is not a folder in commit"):
        from_commit(project).record(DEMO)


def test_the_work_tree_is_never_used_in_place_of_the_commit(project: Path) -> None:
    evidence = from_commit(project)
    (project / "cache" / "10.0000_demo.1.json").write_bytes(FOUND)
    assert isinstance(evidence.record(DEMO).value, NotCached)


def test_identity_follows_names_and_sizes(project: Path) -> None:
    first = from_folder(project).identity()
    (project / "cache" / "a.json").write_bytes(b"1")
    second = from_folder(project).identity()
    (project / "cache" / "a.json").rename(project / "sources" / "a.json")
    third = from_folder(project).identity()
    (project / "sources" / "a.json").write_bytes(b"12")
    fourth = from_folder(project).identity()
    assert len({first, second, third, fourth}) == 4
    assert all(identity.startswith("folder:") for identity in (first, second, third, fourth))
    evidence = from_commit(project)
    assert evidence.identity() == f"commit:{evidence._reader.commit if evidence._reader else ''}"


@BOTH
def test_a_pickled_copy_sees_the_same(project: Path, opened: Opener) -> None:
    (project / "cache" / "10.0000_demo.1.json").write_bytes(FOUND)
    evidence = opened(project)
    evidence.record(DEMO)
    copy = pickle.loads(pickle.dumps(evidence))
    assert copy.record(DEMO) == evidence.record(DEMO)
    assert copy.identity() == evidence.identity()
    copy.close()
    evidence.close()


# --- texts that may not be published --------------------------------------------------------------

APART = {"storage": "private", "sha256": sha256(TEXT).hexdigest()}


@BOTH
def test_a_private_text_is_read_from_the_disk_and_pinned_by_its_provenance(
    project: Path, opened: Opener
) -> None:
    (project / "sources" / "10.0000_demo.1.json").write_bytes(provenance_of(TEXT, text=APART))
    evidence = opened(project)
    (project / "sources" / ".private").mkdir()
    (project / "sources" / ".private" / "10.0000_demo.1.txt").write_bytes(b"one\r\ntwo\r\n")
    snapshot = evidence.snapshot(DEMO)
    assert (snapshot.path, snapshot.data, snapshot.problem) == (
        "sources/.private/10.0000_demo.1.txt",
        TEXT,
        None,
    )
    evidence.close()


def test_a_private_text_that_is_not_on_this_machine_is_no_fault(project: Path) -> None:
    (project / "sources" / "10.0000_demo.1.json").write_bytes(provenance_of(TEXT, text=APART))
    snapshot = from_folder(project).snapshot(DEMO)
    assert (snapshot.path, snapshot.data, snapshot.problem) == (None, None, None)


@pytest.mark.parametrize("content", [b"one\ntwO\n", None], ids=["another text", "a link"])
def test_another_private_text_than_the_provenance_says_is_not_read(
    project: Path, content: bytes | None
) -> None:
    (project / "sources" / "10.0000_demo.1.json").write_bytes(provenance_of(TEXT, text=APART))
    (project / "sources" / ".private").mkdir()
    path = project / "sources" / ".private" / "10.0000_demo.1.txt"
    if content is None:
        (project / "elsewhere.txt").write_bytes(TEXT)
        path.symlink_to(project / "elsewhere.txt")
    else:
        path.write_bytes(content)
    snapshot = from_folder(project).snapshot(DEMO)
    assert snapshot.data is None
    assert snapshot.problem is not None
    assert snapshot.problem.startswith("sources/.private/10.0000_demo.1.txt: ")


def test_a_private_text_without_a_provenance_is_nobody_s(project: Path) -> None:
    (project / "sources" / ".private").mkdir()
    (project / "sources" / ".private" / "10.0000_demo.1.txt").write_bytes(TEXT)
    assert from_folder(project).snapshot(DEMO).data is None


@BOTH
def test_a_text_that_is_said_to_be_committed_and_is_gone_is_a_fault(project: Path, opened: Opener) -> None:
    (project / "sources" / "10.0000_demo.1.json").write_bytes(
        provenance_of(TEXT, text={**APART, "storage": "committed"})
    )
    evidence = opened(project)
    problem = evidence.snapshot(DEMO).problem
    evidence.close()
    assert problem == (
        "sources/10.0000_demo.1.txt: it is missing, sources/10.0000_demo.1.json says that it is there"
    )


SEALED = {**APART, "storage": "sealed"}


def test_the_seal_of_a_text_that_is_not_at_hand_is_read_if_its_hash_is_right(project: Path) -> None:
    seal = {"salt": "A" * 22, "windows": 3, "sha256": sha256(b"seal\n").hexdigest()}
    (project / "sources" / "10.0000_demo.1.json").write_bytes(provenance_of(TEXT, text=SEALED, seal=seal))
    assert from_folder(project).snapshot(DEMO).problem == (
        "sources/10.0000_demo.1.seal: it is missing, sources/10.0000_demo.1.json says that it is there"
    )
    (project / "sources" / "10.0000_demo.1.seal").write_bytes(b"seal\r\n")
    snapshot = from_folder(project).snapshot(DEMO)
    assert (snapshot.seal, snapshot.problem) == (b"seal\n", None)
    (project / "sources" / "10.0000_demo.1.seal").write_bytes(b"sealt\n")
    snapshot = from_folder(project).snapshot(DEMO)
    assert snapshot.seal is None
    assert str(snapshot.problem).startswith("sources/10.0000_demo.1.seal: its sha256 is ")


def test_a_sealed_text_without_a_usable_seal_is_no_evidence(project: Path) -> None:
    for seal in (None, {"salt": "short", "windows": 3, "sha256": "0" * 64}, {"salt": "A" * 22}):
        (project / "sources" / "10.0000_demo.1.json").write_bytes(provenance_of(TEXT, text=SEALED, seal=seal))
        assert isinstance(from_folder(project).snapshot(DEMO).provenance, CorruptProvenance)
