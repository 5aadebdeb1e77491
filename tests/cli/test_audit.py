"""`citelock audit` and `citelock merge` as people and pipelines use them: files, lines, exit codes."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from citelock.cli.main import run
from citelock.snapshotter.run import SERIAL_BELOW
from tests.support.moments import stands_at
from tests.support.patience import PATIENCE, wait_until
from tests.support.processes import lives
from tests.support.rule_cases import CITATION, QUOTE, TEXT, Case

ARTICLE = Path(__file__).parents[1] / "goldens" / "article"
ERRORS = {
    "c1": [],
    "c2": ["E_YEAR_MISMATCH", "E_QUOTE_NOT_FOUND", "E_NUMBER_UNSUPPORTED:3"],
    "c3": ["E_NOT_CACHED"],
    "c4": ["E_UNCITED"],
}


def copy_article(folder: Path) -> Path:
    shutil.copytree(ARTICLE, folder, ignore=shutil.ignore_patterns("report.json", "text.txt"))
    return folder


@pytest.fixture
def article(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The article's step 4 in the working directory."""
    folder = copy_article(tmp_path / "article")
    monkeypatch.chdir(folder)
    return folder


def report_of(folder: Path, name: str = "report.json") -> dict[str, object]:
    report = json.loads((folder / name).read_text(encoding="utf-8"))
    assert isinstance(report, dict)
    return report


def rows(report: dict[str, object]) -> list[dict[str, object]]:
    results = report["results"]
    assert isinstance(results, list)
    return results


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_the_article_gives_its_four_error_lists_and_last_line(
    article: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["audit", "claims.json", "--offline"]) == 1

    printed = capsys.readouterr()
    assert printed.out.splitlines()[-1] == "checked=4 failed=3 report=report.json"
    assert printed.err == ""
    assert {row["claim"]: row["errors"] for row in rows(report_of(article))} == ERRORS


@pytest.mark.parametrize("seed", ["0", "1"])
@pytest.mark.parametrize("locale", ["C", "C.UTF-8", "tr_TR.UTF-8"])
def test_the_bytes_are_the_same_in_every_folder_locale_and_process(
    tmp_path: Path, seed: str, locale: str, update_goldens: bool
) -> None:
    folder = copy_article(tmp_path / f"folder-{seed}" / locale)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    claims = os.path.relpath(folder / "claims.json", elsewhere)

    ran = subprocess.run(
        [sys.executable, "-m", "citelock", "audit", claims],
        cwd=elsewhere,
        env={**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale},
        capture_output=True,
        check=False,
    )

    assert (ran.returncode, ran.stderr) == (1, b"")
    report = (elsewhere / "report.json").read_bytes()
    if update_goldens:
        (ARTICLE / "report.json").write_bytes(report)
        (ARTICLE / "text.txt").write_bytes(ran.stdout)
    assert report == (ARTICLE / "report.json").read_bytes()
    assert ran.stdout.decode("utf-8") == (ARTICLE / "text.txt").read_text(encoding="utf-8")


def test_the_report_is_printed_as_it_is_written_and_people_read_stderr(
    article: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["audit", "claims.json", "--format", "json"]) == 1

    printed = capsys.readouterr()
    assert printed.out == (article / "report.json").read_text(encoding="utf-8")
    assert printed.err == (ARTICLE / "text.txt").read_text(encoding="utf-8")


def test_a_dash_sends_the_report_to_stdout_only(article: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", "claims.json", "--out", "-"]) == 1

    printed = capsys.readouterr()
    assert printed.out == (ARTICLE / "report.json").read_text(encoding="utf-8")
    assert printed.err.splitlines()[-1] == "checked=4 failed=3 report=-"
    assert not (article / "report.json").exists()


def test_quiet_prints_the_last_line_only(article: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", "claims.json", "--quiet", "--out", "r.json"]) == 1

    assert capsys.readouterr() == ("checked=4 failed=3 report=r.json\n", "")


@pytest.mark.parametrize(
    "command", [["--jobs", "2"], ["--no-store"], ["--verbose"], ["--evidence-from", "HEAD"]]
)
def test_how_it_is_run_changes_no_byte(article: Path, command: list[str]) -> None:
    for arguments in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "evidence"]):
        subprocess.run(["git", *arguments], check=True)
    assert run(["audit", "claims.json", *command]) == 1

    assert (article / "report.json").read_bytes() == (ARTICLE / "report.json").read_bytes()


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ([], 1),
        (["--fail-on", "error"], 1),
        (["--fail-on", "warning"], 1),
        (["--fail-on", "never"], 0),
        (["--fail-on", "never", "--require-label", "partial"], 1),
        (["--strict"], 1),
    ],
)
def test_the_exit_code_follows_the_level(article: Path, options: list[str], code: int) -> None:
    assert run(["audit", "claims.json", *options]) == code


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ([], 0),
        (["--fail-on", "warning"], 0),
        (["--require-label", "verified"], 0),
        (["--strict"], 0),
        (["--scope", "metadata"], 0),
        (["--scope", "metadata", "--require-label", "verified"], 1),
    ],
)
def test_a_sound_report_passes_at_every_level(article: Path, options: list[str], code: int) -> None:
    sound = json.loads((article / "claims.json").read_text(encoding="utf-8"))["claims"][:1]
    (article / "claims.json").write_text(json.dumps({"claims": sound}), encoding="utf-8")

    assert run(["audit", "claims.json", *options]) == code


def test_claims_below_the_required_label_are_listed(
    article: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["audit", "claims.json", "--require-label", "partial"])

    listed = [line for line in capsys.readouterr().out.splitlines() if line.startswith("BELOW")]
    assert listed == [
        "BELOW partial claims.json: c2 is unverified",
        "BELOW partial claims.json: c3 is not-machine-checked",
        "BELOW partial claims.json: c4 is unverified",
    ]


def test_the_scope_of_metadata_says_that_quotes_were_left_out(
    article: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["audit", "claims.json", "--scope", "metadata"]) == 1

    assert "scope metadata: quotes and numbers were not checked" in capsys.readouterr().out
    report = report_of(article)
    assert report["scope"] == "metadata"
    assert {row["claim"]: row["errors"] for row in rows(report)}["c2"] == ["E_YEAR_MISMATCH"]


def test_no_claims_never_looks_like_all_is_well(article: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (article / "claims.json").write_text('{"claims": []}', encoding="utf-8")

    assert run(["audit", "claims.json"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("WARN claims.json W_NO_CLAIMS")
    assert lines[1:] == ["nothing was checked", "checked=0 failed=0 report=report.json"]
    assert run(["audit", "claims.json", "--fail-on", "warning"]) == 1


def test_severities_of_the_project_are_in_force(article: Path) -> None:
    (article / "citelock.yml").write_text("severity:\n  E_YEAR_MISMATCH: note\n", encoding="utf-8")

    assert run(["audit", "claims.json"]) == 1
    second = rows(report_of(article))[1]
    assert second["errors"] == ["E_QUOTE_NOT_FOUND", "E_NUMBER_UNSUPPORTED:3"]
    assert second["notes"] == ["E_YEAR_MISMATCH", "N_SNAPSHOT_NO_PROVENANCE"]


# --- where the report goes
# -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("out", "message"),
    [
        (
            "claims.json",
            "--out claims.json: this is the input claims.json, which the report must not replace.",
        ),
        (
            "./link.json",
            "--out ./link.json: this is the input claims.json, which the report must not replace.",
        ),
        (
            "citelock.yml",
            "--out citelock.yml: this is the input {root}/citelock.yml, which the report must not replace.",
        ),
        ("cache", "--out cache: this is a folder. Give the name of a file in it."),
        ("none/r.json", "--out none/r.json: there is no folder none. Make it first."),
    ],
)
def test_a_report_that_must_not_be_written_is_refused_first(
    article: Path, out: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (article / "link.json").symlink_to("claims.json")
    (article / "citelock.yml").write_text("min_quote: 30\n", encoding="utf-8")
    before = (article / "claims.json").read_bytes()

    assert run(["audit", "claims.json", "--out", out]) == 2
    assert capsys.readouterr() == ("", f"citelock: {message.format(root=article)}\n")
    assert (article / "claims.json").read_bytes() == before


@pytest.mark.parametrize("out", ["cache/r.json", "sources/10.0000_demo.1.txt"])
def test_a_report_is_never_written_among_the_evidence(
    article: Path, out: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["audit", "claims.json", "--out", out]) == 2
    assert "holds evidence. Put the report elsewhere." in capsys.readouterr().err


def test_a_refused_input_leaves_an_older_report_and_calls_it_stale(
    article: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (article / "report.json").write_text("older", encoding="utf-8")
    change(article / "claims.json", "2023", "true")

    assert run(["audit", "claims.json"]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("citelock: claims.json:10:60: claims[1].citations[0].year: ")
    assert second == "citelock: report.json was left alone: it is stale, from an earlier run."
    assert (article / "report.json").read_text(encoding="utf-8") == "older"


def test_a_missing_claims_file_is_one_line(article: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", "none.json"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == "citelock: none.json: no such file. Give the path of a claims file.\n"


def test_a_file_given_twice_is_refused(article: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", "claims.json", "./claims.json"]) == 2
    assert "claims.json: the file is given twice. Give each file once." in capsys.readouterr().err


def test_an_unknown_revision_fails_closed(article: Path, capsys: pytest.CaptureFixture[str]) -> None:
    subprocess.run(["git", "init", "-q"], check=True)

    assert run(["audit", "claims.json", "--evidence-from", "no-such-branch"]) == 3
    assert not (article / "report.json").exists()
    assert capsys.readouterr().err.startswith("citelock: ")


def test_outside_text_cannot_steer_the_terminal(article: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(article / "claims.json", '"id": "c2"', '"id": "c2 \\u202e::error"')
    change(
        article / "claims.json", "устраняет все ошибки", "устраняет \\u001b[2Jвсе ошибки\\n::stop-commands::x"
    )

    run(["audit", "claims.json"])
    printed = capsys.readouterr().out
    assert "\x1b" not in printed
    assert "\u202e" not in printed
    assert not any(line.startswith("::") for line in printed.splitlines())


def test_several_files_give_the_same_report_in_any_order(article: Path) -> None:
    claims = json.loads((article / "claims.json").read_text(encoding="utf-8"))["claims"]
    (article / "a.json").write_text(json.dumps({"claims": claims[:2]}), encoding="utf-8")
    (article / "b.json").write_text(json.dumps({"claims": claims[2:]}), encoding="utf-8")

    assert run(["audit", "a.json", "b.json", "--out", "ab.json"]) == 1
    assert run(["audit", "b.json", "a.json", "--out", "ba.json"]) == 1
    assert (article / "ab.json").read_bytes() == (article / "ba.json").read_bytes()


# --- shards
# ----------------------------------------------------------------------------------------------------------


def write_shards(count: int) -> list[str]:
    names = [f"shard-{number}.json" for number in range(1, count + 1)]
    for number, name in enumerate(names, 1):
        assert (
            run(["audit", "claims.json", "--shard", f"{number}/{count}", "--out", name, "--fail-on", "never"])
            == 0
        )
    return names


@pytest.mark.parametrize("count", [1, 4, 7])
def test_merged_shards_are_the_bytes_of_the_whole(
    article: Path, count: int, capsys: pytest.CaptureFixture[str]
) -> None:
    names = write_shards(count)
    capsys.readouterr()

    assert run(["merge", *reversed(names)]) == 1
    assert (article / "report.json").read_bytes() == (ARTICLE / "report.json").read_bytes()
    assert capsys.readouterr().out == (ARTICLE / "text.txt").read_text(encoding="utf-8")


def test_merge_decides_the_exit_code(article: Path) -> None:
    names = write_shards(2)

    assert run(["merge", *names, "--fail-on", "never"]) == 0
    assert run(["merge", *names, "--strict"]) == 1


def test_a_claim_of_two_shards_has_its_status_compared_at_the_merge(article: Path) -> None:
    claims = json.loads((article / "claims.json").read_text(encoding="utf-8"))["claims"]
    claims[0] |= {"citations": claims[0]["citations"] + claims[2]["citations"], "status": "verified"}
    (article / "claims.json").write_text(json.dumps({"claims": claims[:1]}), encoding="utf-8")
    assert run(["audit", "claims.json", "--out", "whole.json"]) == 1

    assert run(["merge", *write_shards(7)]) == 1
    assert (article / "report.json").read_bytes() == (article / "whole.json").read_bytes()
    assert "E_LABEL_OVERCLAIM" in rows(report_of(article))[0]["errors"]  # type: ignore[operator] # a list


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([1], "missing shard 2/3, 3/3"),
        ([1, 2, 3, 2], "is shard 2/3, as shard-2.json is"),
    ],
)
def test_a_set_that_is_not_whole_is_refused(
    article: Path, given: list[int], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write_shards(3)
    (article / "report.json").write_text("older", encoding="utf-8")
    capsys.readouterr()

    assert run(["merge", *[f"shard-{number}.json" for number in given]]) == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert "report.json was left alone: it is stale" in printed.err
    assert (article / "report.json").read_text(encoding="utf-8") == "older"


def test_a_shard_of_other_claims_or_evidence_is_refused(
    article: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_shards(2)
    change(article / "claims.json", "2023", "2022")
    assert run(["audit", "claims.json", "--shard", "2/2", "--out", "other.json"]) in {0, 1}
    capsys.readouterr()

    assert run(["merge", "shard-1.json", "other.json"]) == 2
    assert "other.json: is a shard of another audit than shard-1.json: they differ in the claims files" in (
        capsys.readouterr().err
    )


def test_notes_are_counted_and_shown_on_request(article: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", "claims.json"]) == 1
    brief = capsys.readouterr().out
    assert "N_SNAPSHOT_NO_PROVENANCE" not in brief
    assert "\nnotes: 2, shown with --verbose\n" in brief

    assert run(["audit", "claims.json", "--verbose"]) == 1
    long = capsys.readouterr().out
    assert "\nnotes: 2\n" in long
    assert "\nNOTE claims.json:4 c1 doi:10.0000/demo.1 N_SNAPSHOT_NO_PROVENANCE\n" in long
    assert long.count("N_SNAPSHOT_NO_PROVENANCE: sources/10.0000_demo.1.txt has no provenance file.") == 2


def test_the_line_of_an_entry_is_that_of_its_first_printed_finding(
    article: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    citation = {"url": "https://publisher.example/doi/10.5555/demo.1", "title": "T", "year": 2024}
    claim = {"id": "c1", "text": "Words.", "citations": [citation]}
    (article / "claims.json").write_text(json.dumps({"claims": [claim]}, indent=1), encoding="utf-8")

    assert run(["audit", "claims.json"]) == 1
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert "E_FIELD_MISSING:quote" in first
    assert first.split()[1] == f"claims.json:{second.split(':')[0].strip()}"


def test_an_altered_shard_is_refused_and_no_bug(article: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = write_shards(2)
    for name in names:
        text = (article / name).read_text(encoding="utf-8")
        (article / name).write_text(text.replace("E_QUOTE_NOT_FOUND", "E_QUOTE_FOO"), encoding="utf-8")
    capsys.readouterr()

    assert run(["merge", *names]) == 2
    assert "is a damaged shard: its content is not what was written. Run that shard again.\n" in (
        capsys.readouterr().err
    )


# --- interrupts
# ------------------------------------------------------------------------------------------------------


LONG = ["audit", "claims.json", "--work-dir", "../work"]


def make_long(tmp_path: Path) -> Path:
    """The article with so many claims and bytes of sources that it has a work folder and may have workers."""
    folder = copy_article(tmp_path / "article")
    (tmp_path / "work").mkdir()
    claim = json.loads((folder / "claims.json").read_text(encoding="utf-8"))["claims"][1]
    record = (folder / "cache" / "10.0000_demo.1.json").read_bytes()
    for number in range(40):
        (folder / "cache" / f"10.0000_many.{number}.json").write_bytes(record)
        (folder / "sources" / f"10.0000_many.{number}.txt").write_text("Words. " * 1000, encoding="utf-8")
    with (folder / "sources" / "10.0000_large.txt").open("wb") as uncited:
        uncited.truncate(SERIAL_BELOW)
    listed = [
        {
            **claim,
            "id": f"c{place}",
            "citations": [{**claim["citations"][0], "doi": f"10.0000/many.{place % 40}"}],
        }
        for place in range(16_000)  # 9 MB: less is audited in memory, without a work folder
    ]
    (folder / "claims.json").write_text(json.dumps({"claims": listed}), encoding="utf-8")
    return folder


@contextmanager
def in_the_middle(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[bytes], list[int]]]:
    """That audit, standing where its first part is judged and about to be written, in each worker if any."""
    beside, count = folder.parent, 2 if options else 1
    rows = beside / "work" / "*" / "rows-*"
    with stands_at(1, rows, *LONG, *options, cwd=folder, told=beside / "told", processes=count) as standing:
        yield standing


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("options", [[], ["--jobs", "2"]])
def test_an_interrupt_leaves_nothing_half_written(
    tmp_path: Path, number: signal.Signals, options: list[str]
) -> None:
    folder = make_long(tmp_path)
    before = sorted(path.name for path in folder.iterdir())
    with in_the_middle(folder, *options) as (child, _):
        child.send_signal(number)
        out, err = child.communicate(timeout=PATIENCE)

    assert child.returncode == 130, err
    assert out == b""
    assert err == b"citelock: interrupted; nothing was left half-written\n"
    assert sorted(path.name for path in folder.iterdir()) == before
    assert list((tmp_path / "work").iterdir()) == []


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="finds the workers in /proc")
def test_a_killed_worker_ends_the_audit_without_a_report(tmp_path: Path) -> None:
    folder = make_long(tmp_path)
    with in_the_middle(folder, "--jobs", "2") as (child, workers):
        os.kill(workers[0], signal.SIGKILL)
        out, err = child.communicate(timeout=PATIENCE)

    assert (child.returncode, out) == (3, b"")
    assert err.startswith(b"citelock: a worker process ended unexpectedly")
    assert not (folder / "report.json").exists()
    assert list((tmp_path / "work").iterdir()) == []
    assert not any(map(lives, workers))


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="finds the workers in /proc")
def test_a_killed_audit_leaves_the_older_report_whole_and_no_worker(tmp_path: Path) -> None:
    folder = make_long(tmp_path)
    (folder / "report.json").write_text("older", encoding="utf-8")
    with in_the_middle(folder, "--jobs", "2") as (child, workers):
        child.kill()
        child.communicate(timeout=PATIENCE)

    assert (folder / "report.json").read_text(encoding="utf-8") == "older"
    wait_until(lambda: not any(map(lives, workers)))


_HELD = "the second part of the budget rose to a share of 45 % in the last year"


@pytest.mark.parametrize(
    ("other", "label"), [(_HELD, "verified"), (_HELD.replace("second", "third"), "partial")]
)
def test_a_number_from_a_quotation_that_was_not_found_verifies_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: str, label: str
) -> None:
    citations = [{**CITATION, "quote": QUOTE}, {**CITATION, "quote": other}]
    claim = {"id": "c1", "text": "From 18 to 7, at 45 %.", "citations": citations}
    Case(claims=[claim], snapshot=TEXT + _HELD + ".\n").write(tmp_path)
    monkeypatch.chdir(tmp_path)
    for options in ([], [], ["--no-store"]):  # judged, from the store, without it
        run(["audit", "claims.json", "-q", *options])
        report = json.loads((tmp_path / "report.json").read_text("utf-8"))
        assert report["results"][0]["label"] == label
        assert report["results"][0]["notes"] == ["N_SNAPSHOT_NO_PROVENANCE", "N_NUMBER_ELSEWHERE"]
