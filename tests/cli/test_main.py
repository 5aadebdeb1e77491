"""The program as a whole: its table of commands, its exit codes, its way of failing."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest

from citelock import __version__
from citelock.checks.errors import BaseEvidenceMissing, CollectionError, InputError, UsageError
from citelock.cli.errors import guarded
from citelock.cli.main import COMMANDS, run


@pytest.mark.parametrize("name", COMMANDS)
def test_the_table_says_what_the_command_says(name: str) -> None:
    module, line = COMMANDS[name]
    command = import_module(f"citelock.cli.{module}").command

    assert isinstance(command, click.Command)
    assert command.name == name
    assert command.help is not None
    assert " ".join(command.help.split("\n\n")[0].split()) == line


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([name, "--help"]) == 0
    printed = capsys.readouterr()
    assert f"Example: citelock {name}" in " ".join(printed.out.split())
    assert printed.err == ""


def test_the_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    listed = capsys.readouterr().out
    assert all(
        f"  {name} " in listed and text in " ".join(listed.split()) for name, (_, text) in COMMANDS.items()
    )


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"citelock {__version__}\n"


def test_it_runs_as_a_module() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "citelock", "--version"], capture_output=True, text=True, check=False
    )

    assert (ran.returncode, ran.stdout, ran.stderr) == (0, f"citelock {__version__}\n", "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nonsense"], "citelock: No such command 'nonsense'."),
        (["audit"], "citelock: Missing argument 'CLAIMS...'."),
        (["audit", "--frob", "c.json"], "citelock: No such option"),
        (
            ["audit", "--jobs", "0", "c.json"],
            "citelock: Invalid value for '--jobs': 0 is not in the range x>=1.",
        ),
        (
            ["audit", "--shard", "3/2", "c.json"],
            "citelock: Invalid value for '--shard': '3/2' is not i/n with 1 <= i <= n, such as 2/4.",
        ),
    ],
)
def test_wrong_usage_is_one_line_with_a_way_to_help_and_exit_2(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(message)
    assert " Try 'citelock" in printed.err
    assert printed.err.endswith(" --help'.\n")
    assert printed.err.count("\n") == 1


def test_a_long_value_is_not_echoed_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", "--jobs", "x" * 5000, "c.json"]) == 2
    printed = capsys.readouterr().err
    assert f"'{'x' * 80}…'" in printed
    assert len(printed) < 250


def test_without_a_command_the_help_is_all_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 2
    printed = capsys.readouterr().err
    assert printed.startswith("Usage: citelock ")
    assert "Try 'citelock" not in printed


def test_a_file_name_forges_no_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["audit", "a\n::error::x\x1b[31m.json"]) == 2
    assert capsys.readouterr().err == (
        "citelock: a\\u{a}::error::x\\u{1b}[31m.json: no such file. Give the path of a claims file.\n"
    )


FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")
@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["audit", "--help"],
        ["audit", "claims.json"],
        ["audit", "claims.json", "--out", "-"],
        ["audit", "claims.json", "--format", "json", "--out", "other.json"],
        ["audit", "claims.json", "--shard", "1/2", "--out", "shard.json"],
        ["demo"],
        ["diff", "report.json", "report.json"],
        ["quote", "10.0000/demo.1", "число неподтверждённых утверждений с 18 до 7 на сотню"],
        ["rules"],
        ["rules", "--format", "json"],
        ["schema", "claims"],
    ],
)
def test_a_full_disk_behind_stdout_is_one_line_and_exit_2(tmp_path: Path, arguments: list[str]) -> None:
    folder = tmp_path / "article"
    shutil.copytree(Path(__file__).parents[1] / "goldens" / "article", folder)
    with FULL.open("wb") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "citelock", *arguments],
            cwd=folder,
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            check=False,
        )

    assert ran.returncode == 2
    assert "citelock: stdout: cannot be written: No space left on device. Send it elsewhere.\n" in ran.stderr
    assert "internal error" not in ran.stderr
    assert ran.stderr.count("\n") - ran.stderr.count("was left alone") == 1


@pytest.mark.parametrize(
    "arguments", [["audit", "claims.json"], ["quote", "10.0000/demo.1", "words"], ["demo"]]
)
def test_a_working_directory_that_is_gone_is_one_line_and_exit_2(
    tmp_path: Path, arguments: list[str]
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    script = 'cd "$0" && rmdir "$0" && exec "$@"'
    ran = subprocess.run(
        ["sh", "-c", script, str(gone), sys.executable, "-P", "-m", "citelock", *arguments],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert ran.returncode == 2
    assert ran.stderr == "citelock: the working directory is gone. Change to one that exists.\n"


def test_a_full_disk_elsewhere_is_no_bug(capsys: pytest.CaptureFixture[str]) -> None:
    error = OSError(errno.ENOSPC, "No space left on device", "work/rows-000")
    assert guarded(raising(error)) == 2  # type: ignore[arg-type]
    assert capsys.readouterr().err == (
        "citelock: work/rows-000: No space left on device. Nothing is wrong with the input; run again.\n"
    )


def test_no_line_of_a_traceback_begins_a_line_of_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(raising(ValueError("a\n::error::b")), debug=True) == 70  # type: ignore[arg-type]
    lines = capsys.readouterr().err.splitlines()
    assert all(line.startswith(("| ", "citelock: ")) for line in lines)
    assert "| ::error::b" in lines


def raising(error: BaseException) -> object:
    def act() -> object:
        raise error

    return act


@pytest.mark.parametrize(
    ("error", "code", "printed"),
    [
        (UsageError("--out: no"), 2, "citelock: --out: no\n"),
        (
            InputError("c.json", "true is not a year.", line=12, column=7, pointer="claims[3]"),
            2,
            "citelock: c.json:12:7: claims[3]: true is not a year.\n",
        ),
        (BaseEvidenceMissing("no commit"), 3, "citelock: no commit\n"),
        (CollectionError("gone"), 3, "citelock: gone\n"),
        (KeyboardInterrupt(), 130, "citelock: interrupted; nothing was left half-written\n"),
        (InputError("a\x1b[2Jb", "c\u202ed"), 2, "citelock: a\\u{1b}[2Jb: c\\u{202e}d\n"),
        (
            ValueError("boom"),
            70,
            "citelock: internal error: ValueError: boom\n"
            "citelock: this is a bug, not a finding; run again with CITELOCK_DEBUG=1 and report the "
            "traceback\n",
        ),
    ],
)
def test_each_error_has_its_exit_code_and_text(
    error: BaseException, code: int, printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert guarded(raising(error)) == code  # type: ignore[arg-type]
    assert capsys.readouterr().err == printed


def test_a_traceback_is_for_those_who_ask(capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(raising(ValueError("boom")), debug=True) == 70  # type: ignore[arg-type]
    assert "Traceback (most recent call last)" in capsys.readouterr().err


@pytest.mark.parametrize("locale", ["C", "C.UTF-8", "tr_TR.UTF-8", "POSIX"])
def test_output_is_utf8_whatever_the_locale(locale: str, tmp_path: Path) -> None:
    environment = {**os.environ, "LC_ALL": locale, "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    ran = subprocess.run(
        [sys.executable, "-m", "citelock", "audit", "Ёлка.json"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        check=False,
    )

    assert ran.returncode == 2
    assert "citelock: Ёлка.json" in ran.stderr.decode("utf-8")


def test_a_reader_that_goes_away_is_quiet() -> None:
    ran = subprocess.run(
        f'"{sys.executable}" -m citelock rules --format json | head -c 1',
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (ran.stdout, ran.stderr) == ("[", "")


def test_a_profiler_sees_the_end_of_the_program() -> None:
    """The quick way out, which takes nothing apart, is for runs that nobody watches."""
    ran = subprocess.run(
        [sys.executable, "-m", "cProfile", "-m", "citelock", "--version"],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert ran.stdout.startswith(f"citelock {__version__}\n")
    assert "function calls" in ran.stdout


def test_the_exit_code_and_all_output_arrive_at_a_pipe() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "citelock", "rules", "E_NO_SUCH"],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("citelock: there is no finding E_NO_SUCH.")


def test_an_interrupt_while_it_starts_is_quiet() -> None:
    script = (
        "import signal, sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name == 'click.core':\n"
        "            signal.raise_signal(signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from citelock.cli.main import main\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=False)

    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "")
