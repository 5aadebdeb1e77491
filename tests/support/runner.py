"""A runner of workflows for the container action, without a container.

It does what the runner does around the step: inputs of `action.yml` become `INPUT_…` variables, the event a
payload on disk, the file commands are read afterwards, both streams are judged for commands, and what is too
much is dropped in silence. In between `python -I -m citelock action` runs as a child, as in the image.

Facts: actions/runner (ContainerActionHandler.cs, FileCommandManager.cs, ExecutionContext.cs).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from tests.support import events, log_oracle
from tests.support.histories import History

TOP = Path(__file__).parents[2]
REPOSITORY = "octo/demo"
TOKEN = "ghs_madeUpForTests0123456789"
NOBODY = "http://127.0.0.1:9"  # an address on which nobody answers: most runs ask for nothing
MOST_SUMMARY = 1_048_576  # bytes; a larger step summary is dropped whole
OURS = ("group", "endgroup", *log_oracle.LEVELS)  # the commands that the Action means to give
_SUITE = ("PATH", "COVERAGE_PROCESS_START")
_PATIENCE = 300.0  # seconds

Json = Any  # whatever the payload or the report holds


@cache
def manifest() -> Mapping[str, Json]:
    """action.yml."""
    value = yaml.safe_load((TOP / "action.yml").read_text("utf-8"))
    assert isinstance(value, dict)
    return value


def input_variables(given: Mapping[str, str], token: str = TOKEN) -> dict[str, str]:
    """`with:` as variables: every input in upper case with its hyphens, empty where nothing is given."""
    inputs = manifest()["inputs"]
    unknown = sorted(set(given) - set(inputs))
    assert not unknown, f"action.yml has no input {unknown}"
    variables = {}
    for name, about in inputs.items():
        value = given.get(name, str(about.get("default", "")))
        variables[f"INPUT_{name.upper()}"] = value.replace("${{ github.token }}", token)
    return variables


def read_file_command(content: bytes) -> dict[str, str]:
    """What the runner reads from GITHUB_OUTPUT: `name=value`, or `name<<END`, lines, `END`.

    Raises ValueError for what would fail the step.
    """
    found: dict[str, str] = {}
    text = content.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")
    lines = iter(text.split("\n"))
    for line in lines:
        if not line:
            continue
        equals, heredoc = line.find("="), line.find("<<")
        if equals >= 0 and (heredoc < 0 or equals < heredoc):
            name, value = line[:equals], line[equals + 1 :]
        elif heredoc >= 0:
            name, end = line[:heredoc], line[heredoc + 2 :]
            value = "\n".join(_until(lines, end))
        else:
            raise ValueError(f"invalid format: {line!r}")
        if not name:
            raise ValueError(f"no name: {line!r}")
        found[name] = value
    return found


def _until(lines: Iterator[str], end: str) -> Iterator[str]:
    if not end:
        raise ValueError("a delimiter without characters")
    for line in lines:
        if line == end:
            return
        yield line
    raise ValueError(f"no line is the delimiter {end!r}")


@dataclass(frozen=True)
class Ran:
    """What came of a step. `temporary` is the runner's folder of that name, `files` all files below it."""

    code: int
    stdout: str
    stderr: str
    outputs: Mapping[str, str]
    written_summary: str
    raw_outputs: bytes
    other_commands: bytes  # GITHUB_ENV, GITHUB_PATH and GITHUB_STATE, which the Action has no business with
    temporary: Path
    command_lines: Sequence[bytes] = field(default=(), repr=False)

    @property
    def summary(self) -> str:
        """The step summary as a person sees it: "" where the runner drops it for its size."""
        return self.written_summary if len(self.written_summary.encode()) <= MOST_SUMMARY else ""

    @property
    def conclusion(self) -> str:
        return self.outputs["conclusion"]

    @property
    def last_line(self) -> str:
        return self.stdout.splitlines()[-1]

    def annotations(self, level: str = "error") -> list[log_oracle.Seen]:
        """Those of a level that a person sees, of both streams."""
        return log_oracle.shown(self.stdout + "\n" + self.stderr)[level]

    def lines_of(self, level: str = "error") -> list[tuple[str | None, int | None]]:
        """File and line of each of them."""
        return [
            (seen.properties.get("file"), int(seen.properties["line"]) if "line" in seen.properties else None)
            for seen in self.annotations(level)
        ]

    def dropped(self) -> Counter[str]:
        """Annotations that nobody sees, by level."""
        return log_oracle.dropped(self.stdout + "\n" + self.stderr)

    def unmeant(self) -> list[log_oracle.Seen]:
        """Commands on either stream that are not of our making."""
        return [*log_oracle.unmeant(self.stdout, OURS), *log_oracle.unmeant(self.stderr, OURS)]

    @property
    def files(self) -> dict[str, bytes]:
        """Every file below the temporary folder, links not followed."""
        return {
            path.relative_to(self.temporary).as_posix(): path.read_bytes()
            for path in sorted(self.temporary.rglob("*"))
            if path.is_file() and not path.is_symlink()
        }

    def json(self, output: str) -> Json:
        """The file that an output names."""
        return json.loads((self.temporary / self.outputs[output]).read_text("utf-8"))

    def codes(self) -> dict[str, list[str]]:
        """Errors and warnings of each claim in report.json."""
        found: dict[str, list[str]] = {}
        for row in self.json("report")["results"]:
            found.setdefault(row["claim"], []).extend([*row["errors"], *row["warnings"]])
        return found

    def top_codes(self) -> list[tuple[str, str]]:
        """File and code of each finding that belongs to a file."""
        return [(each["file"], each["code"]) for each in self.json("report")["findings"]]

    def everything(self) -> bytes:
        """All that this step has let out: both streams, the files of commands, the files of results."""
        parts = [
            self.stdout.encode("utf-8", "surrogateescape"),
            self.stderr.encode("utf-8", "surrogateescape"),
        ]
        parts += [self.raw_outputs, self.other_commands, self.written_summary.encode("utf-8")]
        return b"\n".join([*parts, *self.files.values(), *(name.encode() for name in self.files)])


class Runner:
    """One job's folders below `folder`; `run` is a step. The workspace is for the test to make."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.workspace = folder / "workspace"
        self.temporary = folder / "temp"
        self.home = folder / "home"
        self.commands = folder / "commands"
        for path in (self.temporary, self.home, self.commands):
            path.mkdir(parents=True)

    def run(
        self,
        event: str,
        sha: str,
        payload: Json,
        *,
        inputs: Mapping[str, str] | None = None,
        environment: Mapping[str, str] | None = None,
        api: str = NOBODY,
        server: str = NOBODY,
        token: str = TOKEN,
        repository: str = REPOSITORY,
        isolated: bool = True,
        watched: bool = False,
        prelude: str = "",
        limit: float = _PATIENCE,
    ) -> Ran:
        """Runs the Action for an event; with `watched` every process's command line is looked at meanwhile.

        `isolated` is False for what `-I` would ignore, such as the seed of hashes. `prelude` is a program to
        run before the Action in its process, `limit` the seconds after which it hangs.
        """
        self.workspace.mkdir(parents=True, exist_ok=True)
        path = self.folder / "event.json"
        path.write_text(json.dumps(payload), "utf-8")
        names = {name: self.commands / name.lower() for name in _FILE_COMMANDS}
        for each in names.values():
            each.write_bytes(b"")
        variables = {
            **{name: os.environ[name] for name in _SUITE if name in os.environ},
            "HOME": str(self.home),
            "CI": "true",
            "GITHUB_ACTIONS": "true",
            "GITHUB_API_URL": api,
            "GITHUB_EVENT_NAME": event,
            "GITHUB_EVENT_PATH": str(path),
            "GITHUB_REF": "refs/pull/1/merge" if event == "pull_request" else "refs/heads/main",
            "GITHUB_REPOSITORY": repository,
            "GITHUB_SERVER_URL": server,
            "GITHUB_SHA": sha,
            "GITHUB_WORKSPACE": str(self.workspace),
            "RUNNER_TEMP": str(self.temporary),
            **{name: str(each) for name, each in names.items()},
            **input_variables(inputs or {}, token),
            **(environment or {}),
        }
        program = ["-m", "citelock"] if not prelude else ["-c", f"{prelude}\n{_AS_MODULE}"]
        command = [sys.executable, *(["-I"] if isolated else []), *program, "action"]
        with _watching(watched) as command_lines:
            done = subprocess.run(
                command,
                cwd=self.workspace,
                env=variables,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=limit,
                check=False,
            )
        output = names["GITHUB_OUTPUT"].read_bytes()
        others = [names[name].read_bytes() for name in ("GITHUB_ENV", "GITHUB_PATH", "GITHUB_STATE")]
        return Ran(
            done.returncode,
            done.stdout.decode("utf-8", "surrogateescape"),
            done.stderr.decode("utf-8", "surrogateescape"),
            read_file_command(output),
            names["GITHUB_STEP_SUMMARY"].read_bytes().decode("utf-8"),
            output,
            b"".join(others),
            self.temporary,
            command_lines,
        )


_FILE_COMMANDS = ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITHUB_ENV", "GITHUB_PATH", "GITHUB_STATE")
_AS_MODULE = "import runpy; runpy.run_module('citelock', run_name='__main__', alter_sys=True)"


class Project:
    """A repository on a made-up server, and jobs for its pull requests; all below `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.history = History(folder / "server" / REPOSITORY)
        self.server = (folder / "server").as_uri()
        self._jobs = 0

    def runner(self) -> Runner:
        """A job with folders of its own, its workspace not there yet."""
        self._jobs += 1
        return Runner(self.folder / f"job{self._jobs}")

    def pull_request(
        self,
        base: str,
        head: str,
        *,
        cut: str = "",
        merged: Mapping[str, Json] | None = None,
        payload: Json = None,
        depth: Sequence[str] = ("--depth=2",),
        runner: Runner | None = None,
        **options: Json,
    ) -> Ran:
        """The step of a pull request of `head` into `base`, checked out as `actions/checkout` does.

        `cut` is the commit that its branch was cut from, `merged` the files of the merge where they are not
        simply those of the head; `payload` another one than that of a new pull request.
        """
        merge = self.history.merge(base, head, merged)
        job = runner or self.runner()
        if not job.workspace.exists():
            self.history.checkout(job.workspace, merge, *depth)
        given = payload or events.pull_request(head, cut or base)
        return job.run("pull_request", merge, given, **options)


@contextmanager
def _watching(wanted: bool) -> Iterator[list[bytes]]:
    """The command lines of all processes, looked at again and again while the block runs."""
    found: set[bytes] = set()
    told: list[bytes] = []
    over = threading.Event()
    thread = threading.Thread(target=_watch, args=(found, over), daemon=True)
    if wanted:
        thread.start()
    try:
        yield told
    finally:
        over.set()
        if wanted:
            thread.join()
        told += sorted(found)


def _watch(found: set[bytes], over: threading.Event) -> None:
    while not over.is_set():
        found.update(_command_lines(Path("/proc").glob("[0-9]*")))
        over.wait(0.01)


def _command_lines(processes: Iterable[Path]) -> Iterator[bytes]:
    for each in processes:
        try:
            yield (each / "cmdline").read_bytes()
        except OSError:
            continue  # it ended meanwhile
