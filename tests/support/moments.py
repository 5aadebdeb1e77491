"""Moments in the run of a program that come because it gets there, not because some time has passed.

The program watches itself, through the audit events of Python: before the nth change of a folder (a file
opened to be written, renamed or removed, a folder made or removed), or before the nth opening of a file whose
path is like a pattern, it dies or stands still. What a signal meets there is the same on every machine.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import SIGKILL

from tests.support.patience import PATIENCE, wait_until

_WATCHED = """
import fnmatch, os, runpy, signal, sys, time
moment, place, told = sys.argv[1:4]
sys.argv[:4] = ["citelock"]
left, is_folder = int(moment), os.path.isdir(place)
writing = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
changes = ("os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link")
def counts(event, given):
    if event not in ("open", *changes) or not isinstance(given[0], (str, bytes)):
        return False
    name = os.path.abspath(os.fsdecode(given[0]))
    if not is_folder:
        return event == "open" and fnmatch.fnmatchcase(name, place)
    return name.startswith(place + os.sep) and (event != "open" or given[2] & writing)
def watch(event, given):
    global left
    if not counts(event, given):
        return
    left -= 1
    if left == 0 and not told:
        os.kill(os.getpid(), signal.SIGKILL)
    if left == 0:
        open(os.path.join(told, str(os.getpid())), "x").close()
        for _ in range(6000):
            time.sleep(0.1)
sys.addaudithook(watch)
runpy.run_module("citelock", run_name="__main__", alter_sys=True)
"""


def dies_at(moment: int, place: Path, *arguments: str, cwd: Path) -> bool:
    """Runs citelock until right before the `moment`th (from 1) change of a folder; False: it came to its end.

    Where `place` is no folder it is a pattern, and what counts are the openings of files like it.
    """
    ran = subprocess.run(
        _program(moment, place, "", arguments),
        cwd=cwd,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    return ran.returncode == -SIGKILL


@contextmanager
def stands_at(
    moment: int, place: Path, *arguments: str, cwd: Path, told: Path, processes: int = 1
) -> Iterator[tuple[subprocess.Popen[bytes], list[int]]]:
    """A citelock that stands still there while the block runs, and the numbers of its processes that do.

    Each of its processes counts for itself; so many must have got there. Only a signal moves them. `told`
    is a folder to be made.
    """
    told.mkdir()
    child = subprocess.Popen(
        _program(moment, place, str(told), arguments),
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        wait_until(lambda: child.poll() is not None or len(list(told.iterdir())) >= processes)
        if child.returncode is not None:
            raise AssertionError(f"it ended instead of standing still: {child.communicate(timeout=PATIENCE)}")
        yield child, [int(path.name) for path in sorted(told.iterdir())]
    finally:
        child.kill()
        child.wait(PATIENCE)
        for stream in (child.stdout, child.stderr):
            assert stream is not None
            stream.close()


def _program(moment: int, place: Path, told: str, arguments: tuple[str, ...]) -> list[str]:
    return [sys.executable, "-c", _WATCHED, str(moment), str(place.absolute()), told, *arguments]
