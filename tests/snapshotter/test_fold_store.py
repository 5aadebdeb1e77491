"""The fold store: used only where nobody else can write, and believed only when it is whole."""

from __future__ import annotations

import multiprocessing
import os
import stat
from hashlib import sha256
from pathlib import Path

import pytest

import citelock
from citelock.snapshotter import fold_store
from citelock.snapshotter.fold_store import FoldStore, open_store

KEY = sha256(b"a text").hexdigest()
BODY = b"folded\nlines\n" * 100


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "caches" / "folds"
    monkeypatch.setenv("CITELOCK_CACHE_DIR", str(place))
    return place


def entries(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name not in (".gitignore", "CACHEDIR.TAG"))


def test_the_code_that_an_entry_belongs_to_is_all_that_judges_and_reads() -> None:
    package = Path(citelock.__file__).parent
    assert [Path(folder) for folder in fold_store.CODE] == [package / "checks", package / "snapshotter"]


def test_what_is_put_is_got(folder: Path) -> None:
    store = open_store(True)
    assert store.get(KEY) is None
    store.put(KEY, BODY)
    assert store.get(KEY) == BODY
    assert open_store(True).get(KEY) == BODY
    assert store.note == ""


def test_the_folder_is_private_and_kept_out_of_git_and_backups(folder: Path) -> None:
    open_store(True).put(KEY, BODY)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert (folder / ".gitignore").read_bytes() == b"*\n"
    assert (folder / "CACHEDIR.TAG").read_bytes().startswith(b"Signature: 8a477f597d28d172789f06886806bc55\n")


def test_a_full_disk_is_no_error(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(fold_store, "_write_all", full)
    store = open_store(True)
    store.put(KEY, BODY)
    store.close()
    assert list(folder.iterdir()) == []


def test_the_place_is_the_users_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CITELOCK_CACHE_DIR")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    assert open_store(True).folder == str(tmp_path / "home/.cache/citelock")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert open_store(True).folder == str(tmp_path / "xdg/citelock")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert open_store(True).folder == str(tmp_path / "home/.cache/citelock")


def only_entry(folder: Path) -> Path:
    [name] = entries(folder)
    return folder / name


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content[:-1],
        lambda content: content + b"x",
        lambda content: content[:40] + b"X" + content[41:],
        lambda content: content[:5],
        lambda content: b"",
        lambda content: b"citelock-fold/0\n" + content[16:],
    ],
    ids=["short", "long", "changed", "header only", "empty", "foreign"],
)
def test_a_damaged_entry_is_a_miss_and_is_rewritten(folder: Path, damage: object) -> None:
    store = open_store(True)
    store.put(KEY, BODY)
    path = only_entry(folder)
    assert callable(damage)
    path.write_bytes(damage(path.read_bytes()))
    assert store.get(KEY) is None
    store.put(KEY, BODY)
    assert store.get(KEY) == BODY


def test_entries_of_other_fold_rules_are_misses_and_are_pruned(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_store(True).put(KEY, BODY)
    old = only_entry(folder).name
    monkeypatch.setattr(fold_store, "FOLD_VERSION", 99_999)
    store = open_store(True)
    assert store.get(KEY) is None
    store.put(KEY, BODY)
    store.close()
    assert old not in entries(folder)
    assert len(entries(folder)) == 1


def test_the_oldest_entries_go_first_when_the_store_is_full(folder: Path) -> None:
    folder.mkdir(parents=True, mode=0o700)
    store = FoldStore(str(folder), max_bytes=3000)
    keys = [sha256(b"%d" % number).hexdigest() for number in range(4)]
    for age, key in enumerate(keys):
        store.put(key, b"x" * 1000)
        path = next(folder.glob(f"{key}*"))
        os.utime(path, ns=(age * 10**9, age * 10**9))
    store.close()
    assert [store.get(key) is None for key in keys] == [True, True, False, False]


def test_closing_without_writing_prunes_nothing(folder: Path) -> None:
    folder.mkdir(parents=True, mode=0o700)
    foreign = folder / f"{KEY}-f0-u0"
    foreign.write_bytes(b"old")
    open_store(True).close()
    assert foreign.exists()


def test_leftovers_of_killed_runs_are_removed_and_files_of_others_are_not(folder: Path) -> None:
    store = open_store(True)
    process = multiprocessing.get_context("spawn").Process(target=int)
    process.start()
    process.join()
    (folder / f".{KEY}.{process.pid}-0.tmp").write_bytes(b"half")
    (folder / f".{KEY}.{os.getppid()}-0.tmp").write_bytes(b"half of a living process")
    (folder / "notes.txt").write_bytes(b"mine")
    store.put(KEY, BODY)
    store.close()
    assert [name for name in entries(folder) if not name.startswith(KEY)] == [
        f".{KEY}.{os.getppid()}-0.tmp",
        "notes.txt",
    ]


def test_a_pipe_or_link_in_the_place_of_an_entry_is_a_miss(folder: Path) -> None:
    store = open_store(True)
    store.put(KEY, BODY)
    path = only_entry(folder)
    path.unlink()
    os.mkfifo(path)
    assert store.get(KEY) is None
    path.unlink()
    path.symlink_to("/etc/hostname")
    assert store.get(KEY) is None


def test_switched_off_it_keeps_nothing(folder: Path) -> None:
    store = open_store(False)
    store.put(KEY, BODY)
    assert store.get(KEY) is None
    store.close()
    assert not folder.exists()


def test_it_is_off_on_a_shared_runner(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert open_store(True).folder is None
    assert not folder.exists()


def test_it_is_refused_inside_the_repository(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "caches")
    for repository in (tmp_path, tmp_path / "caches", tmp_path / "link", folder):
        store = open_store(True, str(repository))
        assert store.folder is None
        assert store.note == f"the fold store is off: {folder} lies in the repository under audit"
    assert open_store(True, str(tmp_path / "cac")).folder == str(folder)


def test_a_folder_that_is_a_link_is_refused(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "real").mkdir(mode=0o700)
    folder.parent.mkdir()
    folder.symlink_to(tmp_path / "real")
    store = open_store(True)
    assert (store.folder, store.note) == (None, f"the fold store is off: {folder} is a link, not a folder")


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_a_folder_that_others_may_write_is_refused(folder: Path, mode: int) -> None:
    folder.mkdir(parents=True)
    folder.chmod(mode)
    store = open_store(True)
    assert (store.folder, store.note) == (
        None,
        f"the fold store is off: {folder} may be written by other users",
    )


def test_a_folder_of_another_user_is_refused(folder: Path) -> None:
    folder.mkdir(parents=True, mode=0o700)
    try:
        os.chown(folder, os.geteuid() + 1, -1)
    except PermissionError:
        pytest.skip("only root can give a folder to another user")
    store = open_store(True)
    assert (store.folder, store.note) == (None, f"the fold store is off: {folder} belongs to another user")


def test_a_place_that_cannot_be_made_gives_one_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("CITELOCK_CACHE_DIR", str(tmp_path / "file" / "folds"))
    store = open_store(True)
    assert store.folder is None
    assert store.note == f"the fold store is off: {tmp_path}/file/folds cannot be used (File exists)"


def test_a_store_that_vanishes_in_the_run_is_no_error(folder: Path) -> None:
    store = open_store(True)
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    store.put(KEY, BODY)
    assert store.get(KEY) is None
    store.close()


def write_many(place: str) -> None:
    os.environ["CITELOCK_CACHE_DIR"] = place
    store = open_store(True)
    for _ in range(50):
        store.put(KEY, BODY)
        assert store.get(KEY) == BODY
    store.close()


def test_two_writers_of_one_key_do_each_other_no_harm(folder: Path) -> None:
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=write_many, args=(str(folder),)) for _ in range(3)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0, 0, 0]
    assert len(entries(folder)) == 1
    assert open_store(True).get(KEY) == BODY


def test_an_entry_does_not_outlive_the_code_that_made_it(tmp_path: Path) -> None:
    (tmp_path / "__pycache__").mkdir()
    file = tmp_path / "find.py"

    def digest() -> str:
        fold_store.code_digest.cache_clear()
        return fold_store.code_digest(str(tmp_path))

    seen = []
    for content, time in ((b"a", 1), (b"ab", 1), (b"ab", 2)):
        file.write_bytes(content)
        os.utime(file, ns=(time, time))
        assert digest() == digest()
        seen.append(digest())
    file.rename(tmp_path / "found.py")
    seen.append(digest())
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "year.py").write_bytes(b"a")
    seen.append(digest())
    assert len(set(seen)) == 5
    (tmp_path / "__pycache__" / "found.pyc").write_bytes(b"compiled")
    assert digest() == seen[-1]
    fold_store.code_digest.cache_clear()


@pytest.mark.parametrize("kind", [fold_store.FOLD, fold_store.ANSWERS, fold_store.ROWS])
def test_changed_code_finds_no_entry_of_the_old_one(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    (tmp_path / "find.py").write_bytes(b"old")
    monkeypatch.setattr(fold_store, "CODE", (str(tmp_path),))
    fold_store.code_digest.cache_clear()
    store = open_store(True)
    store.put(KEY, BODY, kind)
    assert open_store(True).get(KEY, kind) == BODY
    (tmp_path / "find.py").write_bytes(b"changed")
    assert open_store(True).get(KEY, kind) == BODY  # one process asks once
    fold_store.code_digest.cache_clear()
    assert open_store(True).get(KEY, kind) is None
    fold_store.code_digest.cache_clear()


def test_without_files_to_compare_nothing_is_kept(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fold_store, "CODE", (str(tmp_path / "citelock.pyz" / "checks"),))
    fold_store.code_digest.cache_clear()
    store = open_store(True)
    assert (store.folder, store.note) == (
        None,
        "the fold store is off: the files of the installed citelock cannot be listed",
    )
    fold_store.code_digest.cache_clear()
