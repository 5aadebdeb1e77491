"""Files are written whole or not at all."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from citelock.checks.errors import UsageError
from citelock.snapshotter.files import write_atomically


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_new_file_is_written_whole(tmp_path: Path) -> None:
    write_atomically(str(tmp_path / "report.json"), b"new")
    assert (tmp_path / "report.json").read_bytes() == b"new"
    assert names(tmp_path) == ["report.json"]


def test_pieces_are_written_as_they_come(tmp_path: Path) -> None:
    write_atomically(str(tmp_path / "report.json"), (piece for piece in (b"a", b"", b"bc")))
    assert (tmp_path / "report.json").read_bytes() == b"abc"


def test_a_file_in_the_working_directory_needs_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_atomically("report.json", b"new")
    assert names(tmp_path) == ["report.json"]


def test_an_existing_file_keeps_its_mode(tmp_path: Path) -> None:
    target = tmp_path / "report.json"
    target.write_bytes(b"old")
    target.chmod(0o640)
    write_atomically(str(target), b"new")
    assert target.read_bytes() == b"new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_new_file_follows_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_atomically(str(tmp_path / "report.json"), b"new")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "report.json").stat().st_mode) == 0o640


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_an_error_on_the_way_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, error: type[BaseException]
) -> None:
    (tmp_path / "report.json").write_bytes(b"old")

    def pieces() -> Iterator[bytes]:
        yield b"half"
        raise error

    with pytest.raises(error):
        write_atomically(str(tmp_path / "report.json"), pieces())
    assert (tmp_path / "report.json").read_bytes() == b"old"
    assert names(tmp_path) == ["report.json"]


def test_a_link_is_replaced_and_never_written_through(tmp_path: Path) -> None:
    (tmp_path / "canary").write_bytes(b"canary")
    (tmp_path / "report.json").symlink_to("canary")
    write_atomically(str(tmp_path / "report.json"), b"new")
    assert not (tmp_path / "report.json").is_symlink()
    assert (tmp_path / "report.json").read_bytes() == b"new"
    assert (tmp_path / "canary").read_bytes() == b"canary"


def test_a_planted_link_under_the_temporary_name_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "canary").write_bytes(b"canary")
    (tmp_path / f".report.json.{os.getpid()}.tmp").symlink_to("canary")
    write_atomically(str(tmp_path / "report.json"), b"new")
    assert (tmp_path / "report.json").read_bytes() == b"new"
    assert (tmp_path / "canary").read_bytes() == b"canary"


def test_a_very_long_name_still_has_room_for_the_temporary_one(tmp_path: Path) -> None:
    name = "é" * 120 + ".json"
    write_atomically(str(tmp_path / name), b"new")
    assert names(tmp_path) == [name]


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("missing/report.json", r"cannot write .*report\.json: No such file or directory"),
        ("folder", r"cannot write .*folder: it is a folder\. Name another file\."),
        ("folder/", r"cannot write .*folder/: this is a folder\. Name a file\."),
        ("pipe", r"cannot write .*pipe: it is no ordinary file\. Name another file\."),
    ],
)
def test_what_cannot_be_written_is_a_named_error(tmp_path: Path, path: str, message: str) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UsageError, match=message):
        write_atomically(f"{tmp_path}/{path}", b"new")
    assert names(tmp_path) == ["folder", "pipe"]


WRITER = """
import sys
from citelock.snapshotter.files import write_atomically
def pieces():
    for number in range(200):
        print(number, flush=True)
        yield b"%d" % (number % 10) * 100_000
while True:
    write_atomically(sys.argv[1], pieces())
"""


@pytest.mark.parametrize("moment", [0, 1, 57, 199, 200, 333])
def test_kill_9_at_any_moment_leaves_a_whole_file(tmp_path: Path, moment: int) -> None:
    old = b"old" * 1000
    whole = b"".join(b"%d" % (number % 10) * 100_000 for number in range(200))
    target = tmp_path / "report.json"
    target.write_bytes(old)
    child = subprocess.Popen([sys.executable, "-c", WRITER, str(target)], stdout=subprocess.PIPE)
    assert child.stdout is not None
    for _ in range(moment + 1):
        child.stdout.readline()
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdout.close()
    assert target.read_bytes() in (old, whole)
    assert all(name == "report.json" or name.startswith(".report.json.") for name in names(tmp_path))
    write_atomically(str(target), b"next")
    assert target.read_bytes() == b"next"
