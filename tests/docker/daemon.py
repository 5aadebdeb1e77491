"""A Docker daemon of this test run's own: nothing of the machine's is seen, changed or left behind.

It needs root and Debian's packages `docker.io` and `mmdebstrap`; no bridge, no packet filter, no registry. So
containers have the networks `none` and `host` only, and images come from `docker import` (see `base`).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType

NEEDED = "apt-get install -y --no-install-recommends docker.io mmdebstrap"
PREFIX = "citelock-docker-"
READY = 120  # seconds; a daemon of its own is there after 1 to 2
STOPPED = 30  # seconds for the containers that a broken test has left
ROOM = 4 * 1024**3  # bytes; the base, the layers of the build and the image need a fifth of it
# overlay2 refuses some file systems, that of a container among them. vfs copies whole images, but everywhere.
STORAGE = ("overlay2", "vfs")


class UnavailableError(Exception):
    """No daemon, or no base image, can be had here; the text is the reason, for people, on one line."""


class Daemon:
    """A running dockerd; use it with `with`. Raises UnavailableError when it cannot be started."""

    def __init__(self) -> None:
        if sys.platform != "linux":
            raise UnavailableError(f"a daemon of one's own needs Linux, this is {sys.platform}")
        if os.geteuid() != 0:
            raise UnavailableError("not root")
        self._dockerd = program("dockerd")
        # Debian's client, where there are two: a newer one without buildx cannot talk BuildKit.
        self._client = program("docker", "/usr/bin")
        place = roomy_memory() or tempfile.gettempdir()
        for left in left_behind(Path(place)):
            remove(left)
        # The paths of sockets are short by law: 108 bytes with all that containerd appends.
        self.folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir=place))
        self.storage = ""
        self._child: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Daemon:
        try:
            for storage in STORAGE:
                if self._start(storage):
                    self.storage = storage
                    return self
            raise UnavailableError(f"dockerd exited: {self._last_lines()}")
        except BaseException:
            self._clean_up()
            raise

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._clean_up()

    def command(self, *arguments: str) -> list[str]:
        """A `docker` command line that asks this daemon."""
        return [self._client, "--host", f"unix://{self.folder}/docker.sock", *arguments]

    def run(
        self, *arguments: str, environment: Mapping[str, str] | None = None, timeout: float = 120
    ) -> subprocess.CompletedProcess[str]:
        """Runs `docker` with these arguments; the exit code is the caller's to judge."""
        surroundings = {"PATH": os.environ["PATH"], "HOME": str(self.folder), **(environment or {})}
        return subprocess.run(
            self.command(*arguments),
            env=surroundings,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="surrogateescape",
            check=False,
            timeout=timeout,
        )

    def told(
        self, *arguments: str, environment: Mapping[str, str] | None = None, timeout: float = 120
    ) -> str:
        """What `docker` prints with these arguments; it must succeed."""
        ran = self.run(*arguments, environment=environment, timeout=timeout)
        assert ran.returncode == 0, f"docker {' '.join(arguments)}\n{ran.stdout}{ran.stderr}"
        return ran.stdout.strip()

    def _start(self, storage: str) -> bool:
        places = {
            name: str(self.folder / name) for name in ("data", "exec", "docker.pid", "docker.sock", "none")
        }
        Path(places["none"]).write_text("{}", "utf-8")  # not the machine's daemon.json
        command = [
            *(self._dockerd, "--data-root", places["data"], "--exec-root", places["exec"]),
            *("--host", f"unix://{places['docker.sock']}", "--pidfile", places["docker.pid"]),
            *("--storage-driver", storage, "--iptables=false", "--ip6tables=false", "--bridge=none"),
            *("--config-file", places["none"]),
        ]
        if setpriv := shutil.which("setpriv"):
            command = [setpriv, "--pdeathsig", "TERM", *command]  # also when this run is killed
        with (self.folder / "log").open("wb") as log:
            self._child = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl-C is for the tests; they end the daemon
            )
        give_up = time.monotonic() + READY
        while time.monotonic() < give_up and self._child.poll() is None:
            if (self.folder / "docker.sock").exists() and self.run("version").returncode == 0:
                return True
            time.sleep(0.1)
        self._stop()
        return False

    def _last_lines(self) -> str:
        log = (self.folder / "log").read_text("utf-8", "replace").splitlines()
        return " | ".join(log[-5:]) or "it said nothing"

    def _stop(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        child.terminate()
        try:
            child.wait(STOPPED)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()

    def _clean_up(self) -> None:
        self._stop()
        remove(self.folder)


def program(name: str, first: str = "") -> str:
    """The path of a program, from `first` if it is there. Raises UnavailableError, naming the packages."""
    found = (first and shutil.which(name, path=first)) or shutil.which(name)
    if not found:
        raise UnavailableError(f"there is no {name} here: {NEEDED}")
    return found


def roomy_memory() -> str | None:
    """/dev/shm where it has room for images: on a disk, to delete 30,000 files takes up to half a minute."""
    place = "/dev/shm"
    return place if Path(place).is_dir() and shutil.disk_usage(place).free >= ROOM else None


def left_behind(place: Path) -> list[Path]:
    """Folders there of runs that were killed before they could clean up."""
    folders = (folder for folder in place.glob(f"{PREFIX}*") if not folder.is_symlink())
    pids = ((folder, folder.name.removeprefix(PREFIX).partition("-")[0]) for folder in folders)
    return [folder for folder, pid in pids if pid.isdecimal() and not Path("/proc", pid).exists()]


def remove(folder: Path) -> None:
    """Deletes a daemon's folder, after whatever is mounted in it."""
    for place in reversed(mounts_below(folder)):
        subprocess.run(["umount", "--lazy", place], check=False)
    # What is still mounted there is not of this folder.
    subprocess.run(["rm", "-rf", "--one-file-system", str(folder)], check=False)


def mounts_below(folder: Path) -> list[str]:
    """What is mounted there, outermost first: the daemon leaves its network namespace behind."""
    lines = Path("/proc/self/mountinfo").read_text("utf-8", "surrogateescape").splitlines()
    places = [line.split()[4].replace("\\040", " ") for line in lines]  # field 5: where, with blanks as octal
    return [place for place in places if place.startswith(f"{folder}/")]


def checked(command: Sequence[str], timeout: float) -> str:
    """What a program of the machine prints. Raises UnavailableError with its last line when it fails."""
    try:
        ran = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
            timeout=timeout,
        )
    except subprocess.TimeoutExpired:
        raise UnavailableError(f"{command[0]} took more than {timeout:.0f} s") from None
    if ran.returncode:
        said = (ran.stderr.strip() or ran.stdout.strip() or "it said nothing").splitlines()
        raise UnavailableError(f"{command[0]} ended with {ran.returncode}: {said[-1]}")
    return ran.stdout
