"""Runs the child that reads one document, and judges how it ended (snapshots.md, section 1).

One child for each file: a parser that runs wild ends alone. It knows processes and verdicts, no formats.
"""

from __future__ import annotations

import os
import sys
from typing import IO, TYPE_CHECKING, Literal

from citelock.checks.errors import CollectionError
from citelock.snapshotter import signals
from citelock.snapshotter.extract.interface import EXTRACTORS, Extracted, Kind
from citelock.snapshotter.extract.limits import LIMITS, Limits
from citelock.snapshotter.extract.wire import Malformed, Request, pack_request, unpack_answer

if TYPE_CHECKING:
    import subprocess

BackendName = Literal["pdfminer", "pdfium"]
BACKENDS: tuple[BackendName, ...] = ("pdfminer", "pdfium")

_MODULE = "citelock.snapshotter.extract"
_READY = b"ready\n"
_SAID = 4096  # bytes of a child's own complaint that are looked at


class ExtractionError(CollectionError):
    """No child could be started: an installation is damaged; no document is to blame (exit 3)."""


def extract(
    data: bytes, kind: Kind, *, backend: BackendName = "pdfminer", charset: str = "", limits: Limits = LIMITS
) -> Extracted:
    """The text of a document of that kind, or the verdict why there is none.

    `charset` is the one the transport named. Raises ExtractionError if the child cannot be started.
    """
    import subprocess
    import tempfile

    if len(data) > limits.data:
        return _refused(kind, f"it has {len(data):,} bytes; {limits.data:,} are read at most")
    request = pack_request(Request(kind, backend, charset, limits))
    # Files instead of pipes: neither side waits for the other, and the size of the answer has a limit.
    with tempfile.TemporaryFile() as down, tempfile.TemporaryFile() as up, tempfile.TemporaryFile() as said:
        down.write(request)
        down.write(data)
        down.seek(0)
        child: subprocess.Popen[bytes] | None = None
        try:
            with signals.held():
                child = subprocess.Popen(_command(), stdin=down, stdout=up, stderr=said, env=_environment())
            child.wait(limits.wall)
        except subprocess.TimeoutExpired:
            return _refused(kind, f"it was not read within {limits.wall} seconds")
        finally:
            if child is not None:
                _end(child)
        return _answer(kind, child.returncode, up, said, limits)


def _command() -> list[str]:
    """The interpreter that runs us, shut off from the working folder and from the user's settings."""
    return [sys.executable, *(["-E", "-P"] if _users_own() else ["-I"]), "-m", _MODULE]


def _users_own() -> bool:
    """Whether we are installed among the user's own packages: -I forgets them, the rest of it must do."""
    import site

    return os.path.abspath(__file__).startswith(os.path.join(site.getusersitepackages(), ""))


def _environment() -> dict[str, str]:
    """Nothing of ours, no key and no address, but for what Python itself cannot do without."""
    needed = ["SYSTEMROOT"] if sys.platform == "win32" else ["HOME"] if _users_own() else []
    return {name: os.environ[name] for name in needed if name in os.environ}


def _end(child: subprocess.Popen[bytes]) -> None:
    """Ends the child whatever it does, also when we are interrupted."""
    if child.poll() is None:
        child.kill()
        child.wait()


def _answer(kind: Kind, ended: int, up: IO[bytes], said: IO[bytes], limits: Limits) -> Extracted:
    up.seek(0)
    if up.read(len(_READY)) != _READY:
        last = _complaint(said).rpartition("\n")[2]
        raise ExtractionError(
            f"the reader of documents does not start ({last or f'exit code {ended}'}). "
            "Install citelock again, in the environment that it runs in."
        )
    if ended != 0:
        return _refused(kind, _why(ended, limits, _complaint(said)))
    try:
        return unpack_answer(up.read())
    except Malformed:
        return _refused(kind, "its reader ended without an answer")


def _complaint(said: IO[bytes]) -> str:
    """The end of what the child wrote for people."""
    said.seek(max(0, said.seek(0, os.SEEK_END) - _SAID))
    return said.read().decode("utf-8", "replace").strip()


def _why(ended: int, limits: Limits, complaint: str) -> str:
    import signal

    if sys.platform != "win32" and ended in (-signal.SIGXCPU, -signal.SIGKILL):
        return f"it was not read within {limits.cpu} seconds of processor time"
    if "MemoryError" in complaint or ended in (-signal.SIGSEGV, -signal.SIGABRT):
        # Where no memory is left, there is none to say so in the usual way either.
        return f"it needs more than {limits.memory // 1024**2} MiB of memory, or its reader broke down on it"
    return f"its reader ended ({f'signal {-ended}' if ended < 0 else f'exit code {ended}'})"


def _refused(kind: Kind, message: str) -> Extracted:
    return Extracted("resource_limit", message, extractor=EXTRACTORS[kind])
