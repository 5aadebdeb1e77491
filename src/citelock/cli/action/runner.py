"""The runner: what it says in `GITHUB_…` variables, and the files that it reads afterwards.

Files go to the folder `citelock` of the runner's temporary folder and nowhere else, and nothing is written
through a link: whatever an earlier step put there is replaced, not followed.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import NamedTuple

from citelock.checks.errors import UsageError
from citelock.checks.pull_request.event import Event, read_event
from citelock.checks.text.excerpt import shown
from citelock.snapshotter.listing import Unreadable, read_regular

FOLDER = "citelock"  # below RUNNER_TEMP; outputs name files in it relative to RUNNER_TEMP
_MOST_PAYLOAD = 26 * 1024 * 1024  # bytes; GitHub sends at most 25 MB
_DEPTH = 200
_SAFE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._/-")
_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
_FOLDER_FLAGS = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | _NOFOLLOW | getattr(os, "O_CLOEXEC", 0)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NOFOLLOW | getattr(os, "O_CLOEXEC", 0)
_APPEND = os.O_WRONLY | os.O_APPEND | os.O_CREAT | _NOFOLLOW | getattr(os, "O_CLOEXEC", 0)


class Runner(NamedTuple):
    """Where things are. `repository` is `owner/name`, `api` and `server` base addresses."""

    workspace: str
    temporary: str
    api: str
    server: str
    repository: str
    output: str
    summary: str

    @property
    def address(self) -> str:
        """The repository's own web address, from the environment and never from `.git/config`."""
        return f"{self.server.rstrip('/')}/{self.repository}" if self.server and self.repository else ""


def read_runner(environment: Mapping[str, str]) -> Runner:
    """Raises UsageError where this is not run by a runner, or by one that misses what is needed."""

    def needed(name: str) -> str:
        value = environment.get(name, "")
        if not value:
            raise UsageError(f"{name} is not set: `citelock action` is run by the GitHub Action.")
        return value

    return Runner(
        workspace=needed("GITHUB_WORKSPACE"),
        temporary=needed("RUNNER_TEMP"),
        api=environment.get("GITHUB_API_URL", ""),
        server=environment.get("GITHUB_SERVER_URL", ""),
        repository=environment.get("GITHUB_REPOSITORY", ""),
        output=environment.get("GITHUB_OUTPUT", ""),
        summary=environment.get("GITHUB_STEP_SUMMARY", ""),
    )


def read_event_of(environment: Mapping[str, str]) -> Event:
    """The event that started the run. Raises UsageError, InputError for a payload that is no JSON."""
    from citelock.checks.jsontext import parse

    path = environment.get("GITHUB_EVENT_PATH", "")
    content = read_regular(path, _MOST_PAYLOAD) if path else Unreadable("is not named in GITHUB_EVENT_PATH")
    if isinstance(content, Unreadable):
        raise UsageError(f"the payload of the event {content.reason}.")
    payload = parse(content, "the payload of the event", max_depth=_DEPTH)
    name, sha = environment.get("GITHUB_EVENT_NAME", ""), environment.get("GITHUB_SHA", "")
    return read_event(name, sha, payload, environment.get("GITHUB_REF", ""))


def write_file(runner: Runner, name: str, pieces: Iterable[bytes]) -> str:
    """Writes a file whole into the folder of the outputs; its path relative to the runner's temporary folder.

    Raises UsageError if that cannot be done.
    """
    try:
        folder = _open_folder(runner.temporary)
        try:
            _write_new(folder, name, pieces)
        finally:
            os.close(folder)
    except OSError as error:
        raise UsageError(
            f"RUNNER_TEMP/{FOLDER}/{name} cannot be written: {error.strerror or error}."
        ) from error
    return f"{FOLDER}/{name}"


def _open_folder(temporary: str) -> int:
    """The folder of the outputs, made if it is not there; a link in its place is removed, not followed."""
    parent = os.open(temporary, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0))
    try:
        try:
            os.mkdir(FOLDER, 0o755, dir_fd=parent)
        except FileExistsError:
            if os.path.islink(os.path.join(temporary, FOLDER)):
                os.unlink(FOLDER, dir_fd=parent)
                os.mkdir(FOLDER, 0o755, dir_fd=parent)
        return os.open(FOLDER, _FOLDER_FLAGS, dir_fd=parent)
    finally:
        os.close(parent)


def _write_new(folder: int, name: str, pieces: Iterable[bytes]) -> None:
    temporary = f".{name}.{os.getpid()}.tmp"
    with suppress(FileNotFoundError):
        os.unlink(temporary, dir_fd=folder)  # in a container the next run has the number of the killed one
    descriptor = os.open(temporary, _NEW, 0o644, dir_fd=folder)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            for piece in pieces:
                stream.write(piece)
        os.replace(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        os.unlink(temporary, dir_fd=folder)
        raise


def write_outputs(runner: Runner, outputs: Mapping[str, str]) -> None:
    """Tells the runner the outputs: names and values of ours, in which nothing can end a line."""
    for name, value in outputs.items():
        if not _SAFE.issuperset(value):
            raise AssertionError(f"the output {name} is not of our own making: {shown(value, 60)}")
    append(runner.output, "".join(f"{name}={value}\n" for name, value in outputs.items()))


def append(path: str, text: str) -> None:
    """Appends to a file of the runner's; without one nothing is written. Raises UsageError."""
    if not path or not text:
        return
    try:
        with os.fdopen(os.open(path, _APPEND, 0o644), "wb") as stream:
            stream.write(text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise UsageError(f"{shown(path, 200)} cannot be written: {error.strerror or error}.") from error
