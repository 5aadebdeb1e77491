"""Files written whole or not at all.

Whatever happens, the old file or the new one is there, never half of one.
A temporary file in the same folder is written, synced and put in the place of the target. Nothing is written
through a link: the link itself is replaced (performance.md, section 7; action.md, section 13, row 5).
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Sequence

from citelock.checks.errors import UsageError
from citelock.checks.text.excerpt import shown
from citelock.checks.text.patterns import late

# What is left when a run is killed: `.NAME.<pid>.tmp`.
_LEFTOVER = late(r"\..{1,220}\.([0-9]{1,10})(?:-[0-9]{1,3})?\.tmp")
_ATTEMPTS = 100  # names tried for the temporary file: leftovers of killed runs with this process's number


def write_atomically(path: str, data: bytes | Iterable[bytes]) -> None:
    """Writes `data`, whole or in pieces as they come, to `path`; an existing file keeps its mode.

    On any error or interrupt, also one raised by the iterable, the target is as it was and no temporary file
    is left. Raises UsageError if the file cannot be written.
    """
    write_together([(path, data)])


def write_together(files: Sequence[tuple[str, bytes | Iterable[bytes]]]) -> None:
    """Writes several files as `write_atomically` does, none before all of them are whole on the disk.

    A disk that is full leaves everything as it was. They are put in place in the order given, so that what a
    kill between two of them leaves is known. Raises UsageError if one cannot be written.
    """
    waiting: list[tuple[str, str]] = []
    try:
        for path, data in files:
            waiting.append((_whole_beside(path, data), path))
        for temporary, path in waiting:
            try:
                os.replace(temporary, path)
            except OSError as error:
                raise _cannot(path, error) from error
    except BaseException:
        for temporary, _ in waiting:
            _remove(temporary)
        raise
    for folder in dict.fromkeys(os.path.dirname(path) for path, _ in files):
        _sync_folder(folder)


def need_folder(path: str) -> None:
    """Makes a folder where there is none, clears it of leftovers, and sees whether it takes files.

    For who pays for what is to be written there: better now than afterwards. Raises OSError.
    """
    os.makedirs(path, exist_ok=True)
    clear_leftovers(path)
    descriptor, temporary = _temporary(path, "writable")
    os.close(descriptor)
    os.unlink(temporary)


def _whole_beside(path: str, data: bytes | Iterable[bytes]) -> str:
    """The temporary file that holds all of `data`, in the folder of `path`."""
    folder, name = os.path.split(path)
    if not name or name in (".", ".."):
        raise UsageError(f"cannot write {shown(path)}: this is a folder. Name a file.")
    try:
        mode = _mode_of(path)
        descriptor, temporary = _temporary(folder, name)
    except OSError as error:
        raise _cannot(path, error) from error
    try:
        _fill(descriptor, data, mode)
    except OSError as error:
        _remove(temporary)
        raise _cannot(path, error) from error
    except BaseException:
        _remove(temporary)
        raise
    return temporary


def _mode_of(path: str) -> int | None:
    """The permission bits of the regular file at `path`, None without one; a folder or device is refused."""
    try:
        status = os.lstat(path)
    except FileNotFoundError:
        return None
    if stat.S_ISREG(status.st_mode):
        return stat.S_IMODE(status.st_mode)
    if stat.S_ISLNK(status.st_mode):
        return None
    what = "is a folder" if stat.S_ISDIR(status.st_mode) else "is no ordinary file"
    raise UsageError(f"cannot write {shown(path)}: it {what}. Name another file.")


def _temporary(folder: str, name: str) -> tuple[int, str]:
    """A new file beside the target: `.NAME.<pid>.tmp`, where a killed run's leftovers are recognised."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    stem = f".{name.encode('utf-8', 'surrogateescape')[:200].decode('utf-8', 'ignore')}.{os.getpid()}"
    for attempt in range(_ATTEMPTS):
        temporary = os.path.join(folder, f"{stem}.tmp" if attempt == 0 else f"{stem}-{attempt}.tmp")
        try:
            return os.open(temporary, flags, 0o666), temporary
        except FileExistsError:
            continue
    raise UsageError(f"cannot write {shown(name)}: {stem}*.tmp are in the way. Delete them.")


def _fill(descriptor: int, data: bytes | Iterable[bytes], mode: int | None) -> None:
    """Writes all of `data` and makes sure that it is on the disk."""
    with os.fdopen(descriptor, "wb") as stream:
        for piece in (data,) if isinstance(data, bytes) else data:
            stream.write(piece)
        stream.flush()
        if mode is not None and hasattr(os, "fchmod"):
            os.fchmod(descriptor, mode)
        os.fsync(descriptor)


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        return  # it never came to be, or the folder is gone: there is nothing to clean


def _sync_folder(folder: str) -> None:
    """Makes the new name survive a crash of the machine, where the system can (not on Windows)."""
    try:
        descriptor = os.open(folder or ".", os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        return
    finally:
        os.close(descriptor)


def _cannot(path: str, error: OSError) -> UsageError:
    return UsageError(f"cannot write {shown(path)}: {error.strerror or error}")


def clear_leftovers(folder: str) -> None:
    """Removes what killed runs have left in the folder; files of a run that lives stay."""
    for name in os.listdir(folder):
        match = _LEFTOVER.fullmatch(name)
        if match is not None and not is_running(int(match[1])):
            _remove(os.path.join(folder, name))


def is_running(process: int) -> bool:
    """Whether a process of this number lives; where that cannot be asked safely, yes."""
    if sys.platform == "win32" or process == os.getpid():
        return True  # there, the question would end the process
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
