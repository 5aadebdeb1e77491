"""The store of folded texts, of the matcher's answers and of judged rows in the user's cache folder.

Speed only, never a verdict (performance.md, section 4): a fold by the hash of the snapshot, beside it the
answers that the matcher gave for that text, which hold for exactly the same questions and rules, what was
found out about it as evidence, and the rows of a source by the hash of all its evidence; all only for the
very code that made them. Who can write the store can pass any quote, so it is used only where nobody else
can: a folder of the user's own, never on a shared runner, never inside the repository under audit. Damage is
a miss, found by length and CRC-32.
"""

from __future__ import annotations

import os
import stat
import sys
import unicodedata
from functools import lru_cache
from hashlib import sha256
from zlib import crc32

from citelock import __version__, checks
from citelock.checks.report import RULES
from citelock.checks.text.excerpt import shown
from citelock.checks.text.version import FOLD_VERSION
from citelock.snapshotter.files import is_running

FOLD, ANSWERS, VETTING, ROWS = "fold", "answers", "vetting", "rows"  # the kinds of entries
CODE = (checks.__path__[0], os.path.dirname(__file__))  # the folders of the code that decides what is kept
MAX_BYTES = 2 * 1024**3
_KINDS = ("-f", "-a", "-v", "-w")  # how the kinds go on after the sha256

_MAGIC = b"citelock-fold/1\n"
_HEADER = len(_MAGIC) + 12  # then the length (8 bytes) and the CRC-32 (4 bytes) of the body, big endian
_READ = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_READ |= getattr(os, "O_NONBLOCK", 0)  # a pipe put in the place of an entry must not hold the run up
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_TAG = (
    b"Signature: 8a477f597d28d172789f06886806bc55\n"
    b"# Folded texts and answers of citelock. May be deleted at any time.\n"
)


class FoldStore:
    """Entries by a sha256, in four kinds. A store that is off gives None and keeps nothing.

    `note` is one line for stderr on why the store is not used although it was asked for, else "".
    """

    def __init__(self, folder: str | None = None, note: str = "", max_bytes: int = MAX_BYTES) -> None:
        self.note = note
        self._folder = folder
        self._max_bytes = max_bytes
        self._written = 0
        code = ""
        if folder is not None:
            try:
                code = code_digest(*CODE)
            except OSError:  # in an archive: nothing would tell a kept verdict from that of other code
                self.note = "the fold store is off: the files of the installed citelock cannot be listed"
                self._folder = None
        rules = f"{FOLD_VERSION}-u{unicodedata.unidata_version}"
        verdicts = f"{rules}-r{RULES}-v{__version__}-c{code}"
        self._suffixes = {
            FOLD: f"-f{rules}-c{code}",
            ANSWERS: f"-a{verdicts}",
            VETTING: f"-v{verdicts}",
            ROWS: f"-w{verdicts}",
        }

    @property
    def folder(self) -> str | None:
        """Where the entries are; None if the store is off."""
        return self._folder

    def get(self, sha256: str, kind: str = FOLD) -> bytes | None:
        """The entry as `put` was given it; None if it is not there, damaged, or of other rules."""
        if self._folder is None:
            return None
        try:
            descriptor = os.open(f"{self._folder}/{sha256}{self._suffixes[kind]}", _READ)
        except OSError:
            return None
        try:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode) or not _HEADER <= status.st_size <= self._max_bytes:
                return None
            header = os.read(descriptor, _HEADER)
            body = os.read(descriptor, status.st_size)
        except OSError:
            return None
        finally:
            os.close(descriptor)
        return body if header == _header(body) else None

    def put(self, sha256: str, body: bytes, kind: str = FOLD) -> None:
        """Keeps an entry. A failure to write is no error: the store then goes on without it.

        Two processes that write one key write equal bytes, so whichever comes last does no harm.
        """
        if self._folder is None:
            return
        temporary = f"{self._folder}/.{sha256}.{os.getpid()}-{self._written}.tmp"
        try:
            descriptor = os.open(temporary, _WRITE, 0o600)
        except FileExistsError:
            return  # a leftover of a killed run with this number; `close` removes it
        except OSError:
            self._folder = None  # read-only or full: no second try in this run
            return
        try:
            with os.fdopen(descriptor, "wb", buffering=0) as stream:
                _write_all(stream.fileno(), _header(body))
                _write_all(stream.fileno(), body)
            os.replace(temporary, f"{self._folder}/{sha256}{self._suffixes[kind]}")
        except OSError:
            _remove(temporary)
            self._folder = None
        except BaseException:
            _remove(temporary)
            raise
        else:
            self._written += 1

    def close(self) -> None:
        """Prunes, if anything was written.

        Other fold rules and leftovers first, then the oldest entries above the limit.
        """
        if self._folder is None or not self._written:
            return
        self._written = 0
        entries = []
        try:
            with os.scandir(self._folder) as listing:
                for entry in listing:
                    outdated = _is_entry(entry.name) and entry.name[64:] not in self._suffixes.values()
                    if outdated or _is_leftover(entry.name):
                        _remove(entry.path)
                    elif _is_entry(entry.name):
                        status = entry.stat(follow_symlinks=False)
                        entries.append((status.st_mtime_ns, entry.name, status.st_size))
        except OSError:
            return
        total = sum(size for _, _, size in entries)
        for _, name, size in sorted(entries):
            if total <= self._max_bytes:
                break
            _remove(f"{self._folder}/{name}")
            total -= size


@lru_cache(1)
def code_digest(*folders: str) -> str:
    """A short name of the code in `folders` as it is now: all files by name, size and time of change.

    With it an entry does not outlive the code that made it, whatever the version numbers say: a rule that was
    changed and not released must not answer from what it said before. The interpreter counts too. To read the
    files would take ten times as long. Raises OSError.
    """
    known = [f"{__version__} {sys.implementation.cache_tag}"]
    waiting = [(folder, f"{number}") for number, folder in enumerate(folders)]
    while waiting:
        folder, shown_as = waiting.pop()
        with os.scandir(folder) as listing:
            for entry in listing:
                name = f"{shown_as}/{entry.name}"
                if entry.is_dir():
                    waiting += [(entry.path, name)] if entry.name != "__pycache__" else []
                else:
                    status = entry.stat()
                    known.append(f"{name} {status.st_size} {status.st_mtime_ns}")
    return sha256("\n".join(sorted(known)).encode("utf-8", "surrogateescape")).hexdigest()[:16]


def open_store(enabled: bool, repository: str | None = None) -> FoldStore:
    """The user's store, or one that is off.

    `repository` is the folder (git top level or root) it must not lie in.
    """
    if not enabled or os.environ.get("GITHUB_ACTIONS"):
        return FoldStore()
    folder = _place()
    if folder is None:
        return FoldStore()
    if repository is not None and _inside(folder, repository):
        return FoldStore(note=f"the fold store is off: {shown(folder)} lies in the repository under audit")
    reason = _prepared(folder)
    return FoldStore(note=f"the fold store is off: {shown(folder)} {reason}") if reason else FoldStore(folder)


def _place() -> str | None:
    """`$CITELOCK_CACHE_DIR`, else `citelock` in the platform's user cache folder.

    None without a home folder.
    """
    chosen = os.environ.get("CITELOCK_CACHE_DIR")
    if chosen:
        return os.path.abspath(chosen)
    base = os.environ.get("XDG_CACHE_HOME", "")
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "")
    elif sys.platform == "darwin" and not base:
        base = os.path.expanduser("~/Library/Caches")
    if not os.path.isabs(base):  # the base directory specification: a relative path is to be ignored
        base = os.path.expanduser("~/.cache")
    return os.path.join(base, "citelock") if os.path.isabs(base) else None


def _prepared(folder: str) -> str:
    """Makes the folder if need be; why it may not be used, or ""."""
    try:
        os.makedirs(os.path.dirname(folder), mode=0o700, exist_ok=True)
        try:
            os.mkdir(folder, 0o700)
        except FileExistsError:
            made = False
        else:
            made = True
        status = os.lstat(folder)
    except OSError as error:
        return f"cannot be used ({error.strerror})"
    if not stat.S_ISDIR(status.st_mode):
        return "is a link, not a folder" if stat.S_ISLNK(status.st_mode) else "is not a folder"
    if hasattr(os, "geteuid") and status.st_uid != os.geteuid():
        return "belongs to another user"
    if os.name == "posix" and status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return "may be written by other users"
    if made:
        _mark(folder)
    return ""


def _mark(folder: str) -> None:
    """Keeps the entries out of git and of backups."""
    for name, content in ((".gitignore", b"*\n"), ("CACHEDIR.TAG", _TAG)):
        path = os.path.join(folder, name)
        try:
            descriptor = os.open(path, _WRITE, 0o600)
        except OSError:
            continue
        try:
            _write_all(descriptor, content)
        except OSError:  # a full disk
            _remove(path)
        finally:
            os.close(descriptor)


def _inside(folder: str, repository: str) -> bool:
    inner, outer = os.path.realpath(folder), os.path.realpath(repository)
    return inner == outer or inner.startswith(outer.rstrip(os.sep) + os.sep)


def _header(body: bytes) -> bytes:
    return _MAGIC + len(body).to_bytes(8, "big") + crc32(body).to_bytes(4, "big")


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _is_entry(name: str) -> bool:
    return len(name) > 64 and name[64:66] in _KINDS and not name[:64].strip("0123456789abcdef")


def _is_leftover(name: str) -> bool:
    """A temporary file of a process that is no more; one that may still be writing is left to it."""
    if not (name.startswith(".") and name.endswith(".tmp")):
        return False
    number = name[:-4].rpartition(".")[2].partition("-")[0]
    return number.isdecimal() and len(number) < 10 and not is_running(int(number))


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        return  # another run was faster, or it is not ours to remove: the store only costs space then
