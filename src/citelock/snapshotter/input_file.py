"""A claims file, or a report that becomes one, opened safely: regular, not too large, or refused by name."""

from __future__ import annotations

import os
from stat import S_ISDIR, S_ISREG
from typing import IO, NoReturn

from citelock.checks.errors import InputError
from citelock.snapshotter.claims_window import too_large


def open_file(path: str, shown: str, limit: int) -> IO[bytes]:
    """Opens a file of at most `limit` bytes; a link is followed, but only a regular file is read.

    Raises InputError that names `shown`.
    """
    # Without O_NONBLOCK the opening of a pipe waits for somebody to write.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        descriptor = os.open(path, flags)
    except FileNotFoundError as error:
        raise InputError(shown, "no such file. Give the path of a claims file.") from error
    except (OSError, ValueError) as error:
        _refuse_path(path, shown, error)
    status = os.fstat(descriptor)
    if S_ISREG(status.st_mode) and status.st_size <= limit:
        return open(descriptor, "rb", buffering=0)
    os.close(descriptor)
    if S_ISDIR(status.st_mode):
        raise InputError(shown, "is a folder. Give the claims file in it.")
    if not S_ISREG(status.st_mode):
        raise InputError(shown, "is a pipe or a device. Write the claims to a file first.")
    raise InputError(shown, too_large(status.st_size, limit))


def _refuse_path(path: str, shown: str, error: OSError | ValueError) -> NoReturn:
    if isinstance(error, OSError) and os.path.isdir(path):  # pathlib costs start-up time
        raise InputError(shown, "is a folder. Give the claims file in it.") from error
    if isinstance(error, PermissionError):
        raise InputError(shown, "cannot be read: permission denied. Change its mode.") from error
    reason = error.strerror if isinstance(error, OSError) else str(error)
    raise InputError(shown, f"cannot be read: {reason}. Give the path of a claims file.") from error
