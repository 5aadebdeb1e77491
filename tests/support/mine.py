"""A runner of workflows as a step of ours sees it: inputs, event, files, and what it makes of the output.

`action.yml` becomes `INPUT_…` variables, the folders that a container is given lie in a temporary one, and
`python -I -m citelock action` runs as a child. Whatever it printed is read as the runner reads it, on both
streams; a step that says something by accident, drops an annotation or leaks the token fails here, whatever
the test was about.
"""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tests.support import events, log_oracle
from tests.support.histories import File, History
from tests.support.log_oracle import Seen

ACTION = Path(__file__).parents[2] / "action.yml"
TOKEN = "ghs_thisTokenMustNeverBeSeen0123456789"
NOWHERE = "http://127.0.0.1:9"  # an address that refuses at once
MEANT = ("group", "endgroup", *log_oracle.LEVELS)
SUMMARY_BYTES = 1024 * 1024  # of a larger one the runner drops the whole
_OUTPUT = re.compile(r"([A-Za-z_][A-Za-z0-9_-]*)=([^\r\n]*)")


@dataclass(frozen=True)
class Step:
    """One step that ran: its exit code, streams, outputs, and what is on the disk afterwards."""

    code: int
    out: str
    err: str
    outputs: Mapping[str, str]
    summary: str
    temporary: Path
    seconds: float  # of processor time, that of its own children included

    @property
    def commands(self) -> list[Seen]:
        """All that the runner acts on."""
        return log_oracle.commands(self.out)

    @property
    def annotations(self) -> list[Seen]:
        """What is shown of them at lines."""
        return [seen for level in log_oracle.shown(self.out).values() for seen in level]

    @property
    def last_line(self) -> str:
        """The line that scripts read."""
        return self.out.rstrip("\n").rpartition("\n")[2]

    def file(self, output: str) -> bytes:
        """The file that an output names."""
        return (self.temporary / self.outputs[output]).read_bytes()

    def json(self, output: str) -> dict[str, Any]:
        """The same, parsed."""
        value = json.loads(self.file(output))
        assert isinstance(value, dict)
        return value

    def errors(self) -> dict[str, list[str]]:
        """The errors of each claim in the report."""
        return {row["claim"]: row["errors"] for row in self.json("report")["results"]}

    def codes_of_files(self) -> list[tuple[str, str]]:
        """File and code of the findings that belong to no citation."""
        return [(finding["file"], finding["code"]) for finding in self.json("report")["findings"]]

    def everything(self) -> bytes:
        """Every byte that anybody gets to see: streams, outputs, summary, files."""
        files = [path.read_bytes() for path in sorted(self.temporary.rglob("*")) if path.is_file()]
        texts = [self.out, self.err, self.summary, repr(self.outputs)]
        return b"\0".join([*files, *(text.encode("utf-8", "surrogateescape") for text in texts)])


def act(
    workspace: Path,
    event: str,
    sha: str,
    payload: Mapping[str, object] | str,
    *,
    server: str = NOWHERE,
    repository: str = "owner/name",
    api: str = NOWHERE,
    inputs: Mapping[str, str] | None = None,
    environment: Mapping[str, str] | None = None,
    temporary: Path | None = None,
    options: Sequence[str] = ("-I",),
    token: str = TOKEN,
) -> Step:
    """Runs the Action on a workspace. `options` are those of the interpreter, as the Dockerfile has them."""
    mounts = temporary or workspace.parent / f"{workspace.name}.mounts"
    folders = {name: mounts / name for name in ("runner_temp", "home", "workflow", "file_commands")}
    for folder in folders.values():
        folder.mkdir(parents=True, exist_ok=True)
    text = payload if isinstance(payload, str) else json.dumps(payload)
    (folders["workflow"] / "event.json").write_text(text, "utf-8")
    files = {name: folders["file_commands"] / name for name in ("output", "summary")}
    for path in files.values():
        path.write_bytes(b"")
    action = yaml.safe_load(ACTION.read_text("utf-8"))
    variables = {
        **_surroundings(),
        **_inputs(action, inputs or {}, token),
        "HOME": str(folders["home"]),
        "GITHUB_ACTIONS": "true",
        "CI": "true",
        "ACTIONS_RUNTIME_TOKEN": f"runtime-{TOKEN}",
        "GITHUB_WORKSPACE": str(workspace),
        "RUNNER_TEMP": str(folders["runner_temp"]),
        "GITHUB_EVENT_NAME": event,
        "GITHUB_EVENT_PATH": str(folders["workflow"] / "event.json"),
        "GITHUB_SHA": sha,
        "GITHUB_REPOSITORY": repository,
        "GITHUB_SERVER_URL": server,
        "GITHUB_API_URL": api,
        "GITHUB_OUTPUT": str(files["output"]),
        "GITHUB_STEP_SUMMARY": str(files["summary"]),
        **(environment or {}),
    }
    before = processor_time()
    done = subprocess.run(
        [sys.executable, *options, "-m", "citelock", *action["runs"]["args"]],
        cwd=workspace,
        env=variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=300,
        check=False,
    )
    used = processor_time() - before
    step = Step(
        done.returncode,
        done.stdout.decode("utf-8"),
        done.stderr.decode("utf-8"),
        read_outputs(files["output"].read_bytes()),
        files["summary"].read_bytes().decode("utf-8"),
        folders["runner_temp"],
        used,
    )
    judge(step, token)
    return step


def pull_request(
    history: History,
    folder: Path,
    base: str,
    changes: Mapping[str, File],
    *,
    cut: str = "",
    commits: int = 1,
    inputs: Mapping[str, str] | None = None,
    api: str = NOWHERE,
    repository: str = "owner/name",
) -> Step:
    """A pull request cut from `cut` (the base) with these changes, checked out as its merge and audited."""
    head = history.commit(changes, cut or base, branch="agent")
    merge = history.merge(base, head, changes)
    workspace = history.checkout(folder / f"w{len(list(folder.iterdir()))}", merge, "--depth=2")
    payload = events.pull_request(head, cut or base, commits=commits)
    return act(workspace, "pull_request", merge, payload, inputs=inputs, api=api, repository=repository)


def processor_time() -> float:
    """Seconds that ended children of this process have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def judge(step: Step, token: str) -> None:
    """What holds of every step, however it ended."""
    assert log_oracle.unmeant(step.out, MEANT) == []
    assert log_oracle.commands(step.err) == []
    assert not log_oracle.dropped(step.out), "annotations that nobody would see"
    assert not any(log_oracle.is_cut(seen) for seen in step.commands)
    assert len(step.summary.encode()) <= SUMMARY_BYTES
    assert step.outputs.get("conclusion") in _CONCLUSIONS[step.code], step.out + step.err
    assert set(step.outputs) <= set(yaml.safe_load(ACTION.read_text("utf-8"))["outputs"])
    if token:
        assert token.encode() not in step.everything()
        assert f"runtime-{TOKEN}".encode() not in step.everything()


_CONCLUSIONS = {
    0: ("success", "nothing", "failure"),
    1: ("failure",),
    2: ("error",),
    3: ("error",),
    70: ("error",),
}


def read_outputs(content: bytes) -> dict[str, str]:
    """The file of outputs by the runner's grammar; the form with a delimiter is one we never need."""
    outputs: dict[str, str] = {}
    for line in content.decode("utf-8").split("\n")[:-1]:
        found = _OUTPUT.fullmatch(line)
        assert found is not None, f"the runner would refuse the line {line!r}"
        assert found[1] not in outputs, f"{found[1]} is said twice"
        outputs[found[1]] = found[2]
    return outputs


def _inputs(action: Mapping[str, Any], given: Mapping[str, str], token: str) -> dict[str, str]:
    """Every input that `action.yml` knows, given or not: blanks become `_`, hyphens are kept."""
    unknown = given.keys() - action["inputs"].keys()
    assert not unknown, f"a runner warns of inputs that there are not: {unknown}"
    variables = {}
    for name, stated in action["inputs"].items():
        value = given.get(name, str(stated.get("default", "")))
        variables["INPUT_" + name.replace(" ", "_").upper()] = value.replace("${{ github.token }}", token)
    return variables


def _surroundings() -> dict[str, str]:
    """What of this process a step may have: a container has next to nothing."""
    return {name: os.environ[name] for name in ("PATH", "TMPDIR", "SYSTEMROOT") if name in os.environ}
