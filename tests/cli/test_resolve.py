"""`citelock resolve` as a person runs it, against a real server on loopback."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from citelock.cli.main import run
from tests.support import replay as faults
from tests.support.replay import Replay, replay

TOP = Path(__file__).parents[2]


@pytest.fixture
def server() -> Iterator[Replay]:
    with replay(rate=10_000) as running:
        for service in running.urls:
            running.set_rate(10_000, service=service, routes=("single", "list"), enforced=False)
        yield running


@pytest.fixture
def project(server: Replay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty project whose registries are the replay's."""
    lines = "".join(f"  {name}: {url}\n" for name, url in server.urls.items())
    (tmp_path / "citelock.yml").write_text(f"mailto: you@example.org\nregistries:\n{lines}", "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def claims(project: Path, *citations: dict[str, object], name: str = "claims.json") -> Path:
    path = project / name
    listed = [{"id": f"c{n}", "text": "A claim.", "citations": [one]} for n, one in enumerate(citations)]
    path.write_text(json.dumps({"claims": listed}), "utf-8")
    return path


def records(project: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((project / "cache").glob("*"))}


def resolve(*arguments: str) -> int:
    return run(["resolve", *arguments])


def test_what_is_missing_is_fetched_once(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    claims(project, {"doi": "10.5555/replay.prime"}, {"doi": "https://doi.org/10.5555/REPLAY.prime"})
    assert resolve("claims.json") == 0
    assert capsys.readouterr().out == "asked=1 found=1 not_found=0 no_metadata=0 unchecked=0\n"
    assert list(records(project)) == ["10.5555_replay.prime.json"]
    server.forget()
    assert resolve("claims.json") == 0
    assert capsys.readouterr().out == "asked=0 found=0 not_found=0 no_metadata=0 unchecked=0\n"
    assert server.log == []


def test_a_record_is_the_projection_and_the_audit_accepts_it(project: Path) -> None:
    citation = {
        "doi": "10.5555/replay.prime",
        "title": "A work registered under two names",
        "year": 2024,
        "first_author": "Example",
        "quote": "nobody has taken a snapshot of this work so far",
    }
    claims(project, citation)
    assert resolve("claims.json") == 0
    assert run(["audit", "claims.json", "-q"]) == 1
    (row,) = json.loads((project / "report.json").read_text("utf-8"))["results"]
    assert row["errors"] == ["E_NO_SNAPSHOT"]
    assert row["record"]["source"] == "crossref"


def test_what_does_not_exist_and_what_has_no_metadata_is_said(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert resolve("--id", "10.9999/fake", "--id", "10.5555/replay.page", "-v") == 0
    printed = capsys.readouterr()
    assert printed.out.splitlines() == [
        "doi:10.9999/fake: does not exist, says the registry",
        "doi:10.5555/replay.page: exists, and the registry gives no metadata",
        "asked=2 found=0 not_found=1 no_metadata=1 unchecked=0",
    ]
    assert "2 records for " in printed.err


def test_what_could_not_be_asked_is_listed_and_is_exit_3(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    server.script("crossref", "/works*", [faults.page("Forbidden", 403)], forever=True)
    assert resolve("--id", "10.5555/replay.prime", "--id", "10.5281/zenodo.48440") == 3
    host = server.urls["crossref"].split("/")[2]
    assert capsys.readouterr().out.splitlines() == [
        f"doi:10.5555/replay.prime: {host}: not checked. It answered 403.",
        "asked=2 found=1 not_found=0 no_metadata=0 unchecked=1",
    ]
    assert list(records(project)) == ["10.5281_zenodo.48440.json"]


def test_other_base_addresses_are_named_and_nothing_but_identifiers_leaves(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    secret = {
        "doi": "10.5555/replay.prime",
        "title": "A secret title",
        "quote": "secret words of a quotation",
    }
    claims(project, secret)
    assert resolve("claims.json") == 0
    err = capsys.readouterr().err
    assert f"citelock: crossref is asked at {server.urls['crossref']}" in err
    for request in server.log:
        assert "ecret" not in str(request)
        assert "you@example.org" in str(request.headers)
        assert "you@example.org" not in request.path + str(request.query)
    for content in records(project).values():
        assert b"you@example.org" not in content
        assert b"127.0.0.1" not in content


def test_without_an_address_it_works_and_one_hint_is_given(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (project / "citelock.yml").read_text("utf-8").replace("mailto: you@example.org\n", "")
    (project / "citelock.yml").write_text(text, "utf-8")
    assert resolve("--id", "10.5555/replay.prime") == 0
    assert capsys.readouterr().err.count("--mailto") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "nothing to resolve"),
        (["--id", "10.5555"], "--id: "),
        (["--id", "https://news.example/page"], "no registry has a record"),
        (["--id", "10.5555/a", "--mailto", "nobody"], "is no mail address"),
        (["--id", "10.5555/a", "--mailto", "a@example.org\r\nX-Evil: 1"], "is no mail address"),
        (["--id", "10.5555/a", "--registry", "crossref"], "is not NAME=URL"),
        (["--id", "10.5555/a", "--registry", "nosuch=https://a.example"], "is not NAME=URL"),
        (["--id", "10.5555/a", "--registry", "crossref=file:///etc/passwd"], "is not NAME=URL"),
        (["missing.json"], "no such file"),
    ],
)
def test_a_wrong_call_is_exit_2_and_asks_nobody(
    project: Path,
    server: Replay,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    assert resolve(*arguments) == 2
    assert message in capsys.readouterr().err
    assert server.log == []


def test_a_folder_that_is_a_link_is_not_written_through(
    project: Path, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (project / "cache").symlink_to(elsewhere)
    assert resolve("--id", "10.5555/replay.prime") == 2
    assert "is a link" in capsys.readouterr().err
    assert list(elsewhere.iterdir()) == []


def test_a_broken_record_is_fetched_again(project: Path) -> None:
    assert resolve("--id", "10.5555/replay.prime") == 0
    (path,) = (project / "cache").iterdir()
    good = path.read_bytes()
    path.write_bytes(b"<<<<<<< HEAD\n")
    assert resolve("--id", "10.5555/replay.prime") == 0
    assert path.read_bytes() == good


def test_asking_again_after_volatile_changes_gives_the_same_bytes(project: Path, server: Replay) -> None:
    dois = list(server.world.works)[:30]
    arguments = [part for doi in dois for part in ("--id", doi)]
    assert resolve(*arguments) == 0
    before = records(project)
    for path in (project / "cache").iterdir():
        path.unlink()
    for doi in dois:
        server.touch(doi)
    assert resolve(*arguments) == 0
    assert records(project) == before


def test_audit_online_fetches_first(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    claims(
        project, {"doi": "10.5555/replay.prime", "title": "x", "year": 1, "first_author": "y", "quote": "z"}
    )
    assert run(["audit", "claims.json", "--online", "-q"]) == 1
    (row,) = json.loads((project / "report.json").read_text("utf-8"))["results"]
    assert "E_TITLE_MISMATCH" in row["errors"]
    server.forget()
    assert run(["audit", "claims.json", "--online", "-q"]) == 1
    assert server.log == []


def test_audit_online_with_something_unresolved_writes_the_report_and_is_exit_3(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    server.script("crossref", "/works*", [faults.page("Forbidden", 403)], forever=True)
    claims(
        project, {"doi": "10.5555/replay.prime", "title": "x", "year": 1, "first_author": "y", "quote": "z"}
    )
    assert run(["audit", "claims.json", "--online"]) == 3
    (row,) = json.loads((project / "report.json").read_text("utf-8"))["results"]
    assert row["errors"] == ["E_NOT_CACHED"]
    assert "not checked" in capsys.readouterr().err


@pytest.mark.parametrize("other", [["--offline"], ["--evidence-from", "HEAD"], ["--shard", "1/2"]])
def test_online_with_what_contradicts_it_is_exit_2(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str], other: list[str]
) -> None:
    claims(project, {"doi": "10.5555/replay.prime"})
    assert run(["audit", "claims.json", "--online", *other]) == 2
    assert server.log == []


# --- interrupted and killed ---------------------------------------------------------------------------


def started(project: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "citelock", *arguments],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(TOP / "src")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def slow_world(server: Replay, count: int = 40) -> list[str]:
    """Works of another agency: each costs several requests, so that there is a middle to be killed in."""
    dois = [f"10.77777/demo.{number:03d}" for number in range(count)]
    for doi in dois:
        server.world.handles[doi] = f"https://publisher.example/{doi}"
    server.world.agencies["10.77777"] = None
    return dois


def wait_for(project: Path, count: int) -> None:
    until = time.monotonic() + 20
    while time.monotonic() < until:
        if (project / "cache").is_dir() and len(list((project / "cache").glob("*.json"))) >= count:
            return
        time.sleep(0.002)
    pytest.fail("nothing was written")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 3)])
def test_a_signal_ends_it_cleanly_and_says_what_is_left(
    project: Path, server: Replay, number: signal.Signals, code: int
) -> None:
    dois = slow_world(server)
    claims(project, *({"doi": doi} for doi in dois))
    process = started(project, "resolve", "claims.json")
    wait_for(project, 1)
    process.send_signal(number)
    _, err = process.communicate(timeout=20)
    assert process.returncode == code
    written = len(records(project))
    assert f"{written} written, {len(dois) - written} left, run again" in err
    assert not any(name.endswith(".tmp") for name in records(project))


def test_after_any_kill_the_next_run_completes_to_the_same_bytes(project: Path, server: Replay) -> None:
    dois = [*slow_world(server, 12), *list(server.world.works)[:20]]
    claims(project, *({"doi": doi} for doi in dois))
    assert resolve("claims.json", "-q") == 0
    undisturbed = records(project)
    chance = random.Random(4)
    for _ in range(10):
        for path in (project / "cache").iterdir():
            path.unlink()
        process = started(project, "resolve", "claims.json", "-q")
        wait_for(project, 1)
        time.sleep(chance.random() * 0.5)
        process.kill()
        process.communicate(timeout=20)
        left = records(project)
        assert {name: left[name] for name in left if not name.endswith(".tmp")}.items() <= undisturbed.items()
        server.forget()
        assert resolve("claims.json", "-q") == 0
        assert records(project) == undisturbed
        asked = " ".join(f"{request.path} {request.query}" for request in server.log)
        kept = {name for name in left if name.endswith(".json") and "demo." in name}
        assert [name for name in kept if name[:-5].replace("_", "/") in asked] == []
