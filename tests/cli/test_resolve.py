"""`citelock resolve` as a person runs it, against a real server on loopback."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from citelock.checks.catalogue import BY_CODE
from citelock.cli.collecting import unchecked_lines
from citelock.cli.main import run
from citelock.snapshotter.claims_input import ClaimsInput
from citelock.snapshotter.registries import crossref
from citelock.snapshotter.registries.interface import Fault, Unchecked
from citelock.snapshotter.resolve import Resolved, asking, cited, without_record, write_record
from citelock.snapshotter.roots import open_project
from tests.support import replay as faults
from tests.support.clocks import PatientClock
from tests.support.moments import dies_at, stands_at
from tests.support.patience import PATIENCE, wait_until
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


def claims(project: Path, *citations: Mapping[str, object], name: str = "claims.json") -> Path:
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


def test_what_a_report_in_markdown_cannot_be_asked_for_is_named(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A marker that leads nowhere, a reference without identifier; pages have no record: that is no fault."""
    (project / "report.md").write_text(
        "It rose (Smith, 2020). It fell (Doe, 2019; Roe et al., 2018). See [a page](https://example.org/p).\n\n"
        "## References\n\nSmith, J. (2020). A work. https://doi.org/10.5555/REPLAY.prime\n\n"
        "Doe, A. (2019). Another work. Demo Press.\n",
        "utf-8",
    )
    before = (project / "report.md").read_bytes()
    assert resolve("report.md") == 0
    said = capsys.readouterr()
    assert (
        "citelock: 2 citations without a usable identifier were passed over: c2[0], c2[1]. An audit says why."
        in said.err.splitlines()
    )
    assert said.out.splitlines()[-1] == "asked=1 found=1 not_found=0 no_metadata=0 unchecked=0"
    assert list(records(project)) == ["10.5555_replay.prime.json"]
    assert (project / "report.md").read_bytes() == before
    assert resolve("report.md") == 0
    assert capsys.readouterr().out.startswith("asked=0 ")


@pytest.mark.parametrize(
    "content", [b"It rose \xff [1].\n", b"x" * (2 * 1024 * 1024 + 1)], ids=("utf-8", "size")
)
def test_a_report_in_markdown_that_cannot_be_read_is_refused_with_its_name(
    project: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    (project / "report.md").write_bytes(content)
    assert resolve("report.md") == 2
    assert capsys.readouterr().err.splitlines()[-1].startswith("citelock: report.md:")
    assert not list(records(project))


def test_what_a_report_in_markdown_cites_is_fetched(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "report.md").write_text(
        "It rose [1], and fell (doi:10.9999/fake).\n\n## Sources\n\n"
        "[1] A work: https://doi.org/10.5555/REPLAY.prime\n",
        "utf-8",
    )
    assert resolve("report.md") == 0
    assert (
        capsys.readouterr().out.splitlines()[-1] + "\n"
        == "asked=2 found=1 not_found=1 no_metadata=0 unchecked=0\n"
    )
    assert list(records(project)) == ["10.5555_replay.prime.json", "10.9999_fake.json"]


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
    told = ", ".join(f"{name} at {url}" for name, url in sorted(server.urls.items()))
    assert f"citelock: asked elsewhere than usual: {told}\n" in err
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


def test_a_pointer_whose_target_is_missing_is_followed_again(project: Path, server: Replay) -> None:
    article = next(one for one in server.world.articles if one.get("doi") and one.get("pmcid"))
    assert resolve("--id", f"pmid:{article['pmid']}", "-q") == 0
    pointer, target = sorted(records(project), key=lambda name: not name.startswith("pmid"))
    (project / "cache" / target).unlink()
    assert resolve("--id", f"pmid:{article['pmid']}", "-q") == 0
    assert sorted(records(project)) == sorted([pointer, target])


def test_an_option_goes_over_the_configuration_and_no_proxy_is_asked(
    project: Path, server: Replay, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (project / "citelock.yml").read_text("utf-8")
    dead = "http://127.0.0.1:1/nobody/is/here"
    (project / "citelock.yml").write_text(text.replace(server.urls["crossref"], dead), "utf-8")
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    option = f"crossref={server.urls['crossref']}/"
    assert resolve("--id", "10.5555/replay.prime", "--registry", option, "-q") == 0
    assert [request.path for request in server.log] == ["/works"]


def test_a_doi_of_the_greatest_length_is_found_and_a_longer_one_refused(
    project: Path, server: Replay
) -> None:
    longest = "10.5555/" + "x" * (2048 - 8)
    server.add_work(longest)
    assert resolve("--id", longest, "-q") == 0
    (name,) = records(project)
    assert len(name) <= 120
    assert resolve("--id", longest + "x", "-q") == 2


def test_one_doi_in_any_case_and_any_number_is_one_record(project: Path, server: Replay) -> None:
    spellings = ["10.5555/replay.prime", "10.5555/REPLAY.PRIME", "doi:10.5555/Replay.Prime"] * 5
    claims(project, *({"doi": doi} for doi in spellings))
    assert resolve("claims.json", "--id", "10.5555/RePlay.prime", "-q") == 0
    assert list(records(project)) == ["10.5555_replay.prime.json"]
    assert len(server.log) == 1


def test_what_a_server_says_is_safe_for_a_terminal(server: Replay) -> None:
    evil = faults.Answer(200, (("Content-Encoding", "\x1b[31m\x9b2J"),), b"{}")
    server.script("crossref", "/works", [evil], forever=True)
    asker, session = asking(server.urls, None, clock=PatientClock())
    with pytest.raises(Fault, match="packed in a way that was not asked for") as fault:
        crossref.ask_many(asker, ["10.5555/replay.prime"])
    session.close()
    assert fault.value.reason.isprintable()
    (line,) = unchecked_lines(Resolved({"doi:10.5555/\x1b": Unchecked("host", "because \x1b[2J")}, (), 0))
    assert line == "doi:10.5555/\\u{1b}: host: not checked. Because \\u{1b}[2J.\n"


def test_a_place_that_cannot_be_written_is_exit_2_and_named(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = project / "cache"
    path.write_text("in the way", "utf-8")
    assert resolve("--id", "10.5555/replay.prime") == 2
    err = capsys.readouterr().err
    assert "cache is not a folder" in err
    assert "Traceback" not in err
    assert "internal error" not in err
    assert path.read_text("utf-8") == "in the way"


def test_what_is_in_the_way_of_one_record_leaves_that_one_unchecked_and_the_rest_is_done(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "cache" / "10.5555_replay.prime.json").mkdir(parents=True)
    os.mkfifo(project / "cache" / "10.5555_replay.page.json")
    ids = ("10.5281/zenodo.1239", "10.5555/replay.page", "10.5555/replay.prime", "10.9999/fake")
    assert resolve(*(part for each in ids for part in ("--id", each))) == 3
    assert capsys.readouterr().out.splitlines() == [
        "doi:10.9999/fake: does not exist, says the registry",
        "doi:10.5555/replay.page: not checked. 10.5555_replay.page.json is no ordinary file, and its record"
        " belongs there. Move it away.",
        "doi:10.5555/replay.prime: not checked. 10.5555_replay.prime.json is a folder, and its record"
        " belongs there. Move it away.",
        "asked=4 found=1 not_found=1 no_metadata=0 unchecked=2",
    ]


def test_no_folder_on_the_way_to_the_records_may_be_a_link(
    project: Path,
    server: Replay,
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "c").mkdir()
    (project / "sub").mkdir()
    (project / "sub" / "link").symlink_to(elsewhere)
    with (project / "citelock.yml").open("a", encoding="utf-8") as settings:
        settings.write("paths: {cache: sub/link/c}\n")
    prime = ("--id", "10.5555/replay.prime")
    assert resolve(*prime) == 2
    assert "sub/link is a link. Records are written into a folder of the project only." in (
        capsys.readouterr().err
    )
    assert run(["refresh"]) == 2
    for given in ("sub/link", "sub/link/", "sub/link/c"):
        assert resolve(*prime, "--cache", given) == 2
    assert list((elsewhere / "c").iterdir()) == []
    assert server.log == []
    assert resolve(*prime, "--cache", str(elsewhere / "c"), "-q") == 0  # named, and no link
    assert [path.name for path in (elsewhere / "c").iterdir()] == ["10.5555_replay.prime.json"]


@pytest.mark.parametrize(
    "option",
    [("--mailto", "a@b\r\nX: y"), ("--registry", "crossref=file:///etc/passwd"), ("--registry", "x")],
)
@pytest.mark.parametrize("command", ["resolve", "refresh", "audit"])
def test_a_wrong_option_is_exit_2_also_when_nobody_would_be_asked(
    project: Path, command: str, option: tuple[str, str]
) -> None:
    claims(project)
    arguments = [command, "claims.json", *(["--online"] if command == "audit" else [])]
    assert run([*arguments, "-q"]) == 0
    assert run([*arguments, "-q", *option]) == 2


def test_citations_that_nobody_can_be_asked_about_are_named(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    claims(project, {"doi": "10.5555/replay.prime"}, {"doi": "10.5555/a b"}, {"title": "No identifier"})
    assert resolve("claims.json") == 0
    assert (
        "citelock: 2 citations without a usable identifier were passed over: c1[0], c2[0]."
        " An audit says why.\n" in capsys.readouterr().err
    )


SHORT: dict[str, object] = {
    "responseCode": 1,
    "handle": "10/gfvj8t",
    "values": [{"type": "HS_ALIAS", "data": {"format": "string", "value": "10.5555/replay.prime"}}],
}


def test_what_a_short_doi_stands_for_is_asked_and_said(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    server.script("doi_org", "/api/handles/10/gfvj8t", [faults.json_answer(SHORT)], forever=True)
    claims(project, {"doi": "10/GFVJ8T"}, {"doi": "https://doi.org/10/gfvj8t"}, {"doi": "10/nobody"})
    assert resolve("claims.json", "--id", "10/gfvj8t") == 3
    captured = capsys.readouterr()
    assert captured.out.splitlines() == [
        "--id: 10/gfvj8t is a shortDOI. Write 10.5555/replay.prime",
        "c0[0]: 10/gfvj8t is a shortDOI. Write 10.5555/replay.prime",
        "c1[0]: 10/gfvj8t is a shortDOI. Write 10.5555/replay.prime",
        "c2[0]: 10/nobody: not checked. No shortDOI 10/nobody is known to doi.org.",
        "asked=0 found=0 not_found=0 no_metadata=0 unchecked=1",
    ]
    assert "3 citations without a usable identifier were passed over: c0[0], c1[0], c2[0]" in captured.err
    assert len(server.log) == 2


@pytest.mark.parametrize(
    "answer", [{**SHORT, "handle": "10/other"}, {**SHORT, "values": []}, {"responseCode": 2}]
)
def test_a_short_doi_that_doi_org_does_not_explain_is_not_checked(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str], answer: dict[str, object]
) -> None:
    server.script("doi_org", "/api/handles/10/gfvj8t", [faults.json_answer(answer)], forever=True)
    assert resolve("--id", "10/gfvj8t") == 3
    assert "--id: 10/gfvj8t: " in capsys.readouterr().out


def test_a_record_that_would_not_be_read_again_is_not_written(
    project: Path, server: Replay, capsys: pytest.CaptureFixture[str]
) -> None:
    with (project / "citelock.yml").open("a", encoding="utf-8") as settings:
        settings.write("limits: {record_bytes: 3000}\n")
    long = [{"family": f"Example{number:03d}", "given": "A" * 50} for number in range(60)]
    server.add_work("10.5555/long", author=long)
    server.add_work("10.5555/endless", title=["T" * 2_000_000])
    server.add_work("10.5555/short")
    ids = ("10.5555/long", "10.5555/endless", "10.5555/short")
    assert resolve(*(part for each in ids for part in ("--id", each))) == 3
    assert list(records(project)) == ["10.5555_short.json"]
    out = capsys.readouterr().out
    assert "at most 3,000 are read (limits in citelock.yml)" in out
    assert "doi:10.5555/endless" in out
    assert "longer than 10,000 characters" in out


def test_leftovers_of_killed_runs_are_removed_and_those_of_living_ones_kept(project: Path) -> None:
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    (project / "cache").mkdir()
    names = [f".a.json.{dead.pid}.tmp", f".a.json.{os.getppid()}.tmp", ".mine.tmp", "a.json.tmp"]
    for name in names:
        (project / "cache" / name).write_text("half", "utf-8")
    assert resolve("--id", "10.5555/replay.prime", "-q") == 0
    assert sorted(records(project)) == sorted([*names[1:], "10.5555_replay.prime.json"])


def test_a_record_of_the_same_bytes_is_not_written_again(project: Path) -> None:
    record = {"schema": "citelock-record/1", "status": "found"}
    path = project / "x.json"
    assert write_record(str(project), "x.json", record)
    before = path.stat()
    assert not write_record(str(project), "x.json", record)
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert write_record(str(project), "x.json", {**record, "status": "see"})


def test_a_large_claims_file_is_not_held_in_memory(project: Path) -> None:
    claims(project, *({"doi": f"10.5555/demo.{n % 50}", "quote": "x" * 2000} for n in range(2500)))
    assert (project / "claims.json").stat().st_size > 5_000_000
    opened = open_project("claims.json", codes=BY_CODE)
    tracemalloc.start()
    files = [("claims.json", "claims.json")]
    missing = without_record(cited(ClaimsInput(files, opened.config.limits)), opened.evidence)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(missing) == 50
    assert peak < 2_500_000


# --- commits ------------------------------------------------------------------------------------------


def git(project: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=project, capture_output=True, text=True, check=True).stdout


def test_a_commit_holds_the_records_of_the_call_and_nobody_else_s(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    git(project, "init", "-q")
    assert resolve("--id", "10.5555/replay.alias", "-q") == 0
    git(project, "add", "cache")
    git(project, "commit", "-qm", "one")
    assert resolve("--id", "10.5555/replay.prime", "-q") == 0  # as if a killed run had left it
    edited = project / "cache" / "10.5555_replay.alias.json"
    edited.write_text(edited.read_text("utf-8").replace("two names", "three names"), "utf-8")
    (project / "cache" / "10.5555_mine.json").write_text('{"status": "found"}', "utf-8")
    claims(project, {"doi": "10.5555/replay.prime"}, {"doi": "10.5281/zenodo.48440"})
    capsys.readouterr()
    assert resolve("claims.json", "--commit") == 0
    assert re.fullmatch(
        r"commit: [0-9a-f]{12} citations: 2 records added\n"
        r"asked=1 found=1 not_found=0 no_metadata=0 unchecked=0\n",
        capsys.readouterr().out,
    )
    assert git(project, "show", "--name-only", "--format=", "HEAD").split() == [
        "cache/10.5281_zenodo.48440.json",
        "cache/10.5555_replay.prime.json",
    ]
    assert git(project, "status", "--porcelain", "cache") == (
        " M cache/10.5555_replay.alias.json\n?? cache/10.5555_mine.json\n"
    )
    assert resolve("claims.json", "--commit") == 0
    assert "nothing differs from the last one" in capsys.readouterr().out


def test_a_pointer_and_its_target_are_committed_together(project: Path, server: Replay) -> None:
    git(project, "init", "-q")
    article = next(one for one in server.world.articles if one.get("doi") and one.get("pmcid"))
    assert resolve("--id", f"pmid:{article['pmid']}", "-q") == 0
    assert resolve("--id", f"pmid:{article['pmid']}", "-q", "--commit") == 0
    assert git(project, "status", "--porcelain", "cache") == ""
    assert len(git(project, "ls-files", "cache").split()) == 2


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
    wait_until(lambda: len(list((project / "cache").glob("*.json"))) >= count)


def said_until(process: subprocess.Popen[str], words: str) -> str:
    """Its lines on stderr as far as the first that holds the words; all of them if none does."""
    assert process.stderr is not None
    lines = []
    for line in process.stderr:
        lines.append(line)
        if words in line:
            break
    return "".join(lines)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 3)])
def test_a_signal_ends_it_cleanly_and_says_what_is_left(
    project: Path, server: Replay, number: signal.Signals, code: int
) -> None:
    dois = slow_world(server)
    claims(project, *({"doi": doi} for doi in dois))
    last = dois[-1]  # never answered, so that it is under way however late the signal is
    server.script("doi_org", lambda request: last in request.path, [faults.silent()], forever=True)
    process = started(project, "resolve", "claims.json")
    wait_for(project, 1)
    process.send_signal(number)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == code
    written = len(records(project))
    assert f"{written} written, {len(dois) - written} left, run again" in err
    assert not any(name.endswith(".tmp") for name in records(project))


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 3)])
def test_a_signal_ends_a_long_waiting(
    project: Path, server: Replay, number: signal.Signals, code: int
) -> None:
    server.script("crossref", "/works", [faults.too_many("100")], forever=True)
    process = started(project, "resolve", "--id", "10.5555/replay.prime")
    assert "waiting 100 s, " in said_until(process, "waiting")
    process.send_signal(number)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == code
    assert "0 written, 1 left, run again" in err


@pytest.mark.parametrize("command", ["resolve", "refresh"])
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 3)])
def test_a_signal_ends_the_whole_command_alike(
    project: Path, server: Replay, command: str, number: signal.Signals, code: int
) -> None:
    """Also before anybody is asked, while the claims file is opened."""
    listed = claims(project, {"doi": "10.5555/demo.1"})
    standing = stands_at(1, listed, command, "claims.json", cwd=project, told=project / "told")
    with standing as (process, _):
        process.send_signal(number)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == code, err
    assert b"internal error" not in err
    assert server.log == []


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 3)])
def test_a_signal_ends_a_refresh_and_says_what_is_left(
    project: Path, server: Replay, number: signal.Signals, code: int
) -> None:
    assert resolve("--id", "10.5555/replay.prime", "-q") == 0
    server.forget()
    server.script("crossref", "/works", [faults.too_many("100")], forever=True)
    process = started(project, "refresh")
    assert "waiting 100 s, " in said_until(process, "waiting")
    process.send_signal(number)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == code
    assert "0 written, 1 left, run again" in err


def test_after_any_kill_the_next_run_completes_to_the_same_bytes(project: Path, server: Replay) -> None:
    dois = [*slow_world(server, 12), *list(server.world.works)[:20]]
    claims(project, *({"doi": doi} for doi in dois))
    assert resolve("claims.json", "-q") == 0
    undisturbed = records(project)
    for moment in (
        1,
        2,
        3,
        18,
        35,
        47,
        64,
    ):  # of the folder's changes: each record is begun, then put in place
        for path in (project / "cache").iterdir():
            path.unlink()
        assert dies_at(moment, project / "cache", "resolve", "claims.json", "-q", cwd=project)
        left = records(project)
        assert {name: left[name] for name in left if not name.endswith(".tmp")}.items() <= undisturbed.items()
        server.forget()
        assert resolve("claims.json", "-q") == 0
        assert records(project) == undisturbed
        asked = " ".join(f"{request.path} {request.query}" for request in server.log)
        kept = {name for name in left if name.endswith(".json") and "demo." in name}
        assert [name for name in kept if name[:-5].replace("_", "/") in asked] == []


def test_on_a_terminal_a_bar_shows_how_far_it_is(project: Path, server: Replay) -> None:
    pty = pytest.importorskip("pty", reason="this platform has no pseudo-terminals")
    claims(project, *({"doi": doi} for doi in slow_world(server)))
    server.set_rate(20, service="doi_org", enforced=False)
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "citelock", "resolve", "claims.json"],
        cwd=project,
        stdout=subprocess.DEVNULL,
        stderr=slave,
    )
    os.close(slave)
    shown = b""
    with contextlib.suppress(OSError):  # how the end of a terminal reads on Linux
        while piece := os.read(master, 4096):
            shown += piece
    os.close(master)
    assert process.wait(timeout=PATIENCE) == 0
    assert re.search(rb"\r\x1b\[2K\[#*\.*\] [0-9]+/40 identifiers, [0-9]+ requests", shown)
    assert shown.endswith(b"\r\x1b[2K")
