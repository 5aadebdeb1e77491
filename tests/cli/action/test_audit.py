"""The Action on real histories, as a runner runs it: what a person sees of each kind of pull request."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import pytest

from tests.support import events
from tests.support import pull_requests as pr
from tests.support.histories import File, History, git
from tests.support.rule_cases import QUOTE, RECORD, TEXT
from tests.support.mine import act, processor_time, pull_request

FORGED = {"quote": "tying each statement to a passage removed every unsupported statement from the answers"}
OTHER = "The effect does not depend on the size of the model."
OTHER_QUOTE = {"quote": "the effect does not depend on the size of the model"}


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "origin")


def base_of(history: History, *listed: pr.Json, **files: File) -> str:
    return history.commit(
        {**pr.SOUND, "claims.json": pr.claims(*(listed or [pr.claim()])), **files}, clear=True
    )


def line_of(written: str, part: str) -> int:
    (number,) = (n for n, line in enumerate(written.split("\n"), 1) if part in line)
    return number


def test_a_clean_pull_request_passes(history: History, tmp_path: Path) -> None:
    base = base_of(history)
    added = pr.claims(pr.claim(), pr.claim("c2", OTHER, **OTHER_QUOTE))
    step = pull_request(history, tmp_path, base, {"claims.json": added})
    assert step.code == 0, step.out
    assert step.outputs["conclusion"] == "success"
    assert step.outputs["base-sha"] == base
    assert step.annotations == []
    assert step.last_line == "checked=2 failed=0 report=citelock/report.json"
    assert step.outputs["report-sha256"] == sha256(step.file("report")).hexdigest()
    assert step.err == ""


def test_a_forged_quote_fails_at_its_line(history: History, tmp_path: Path) -> None:
    base = base_of(history)
    written = pr.claims(pr.claim(), pr.claim("c2", OTHER, **FORGED))
    step = pull_request(history, tmp_path, base, {"claims.json": written})
    assert step.code == 1
    (shown,) = (seen for seen in step.annotations if seen.name == "error")
    assert shown.properties["file"] == "claims.json"
    assert int(shown.properties["line"]) == line_of(written, "removed every unsupported")
    assert shown.properties["title"] == "c2: E_QUOTE_NOT_FOUND"
    assert step.errors() == {"c1": [], "c2": ["E_QUOTE_NOT_FOUND"]}
    assert (step.outputs["new-errors"], step.outputs["fixed-errors"]) == ("1", "0")
    assert "FAIL new c2 claims.json:" in step.out


def test_a_forged_quote_with_a_doctored_snapshot_fails_as_self_supplied(
    history: History, tmp_path: Path
) -> None:
    base = base_of(history)
    written = pr.claims(pr.claim(), pr.claim("c2", OTHER, **FORGED))
    changes: dict[str, File] = {
        "claims.json": written,
        pr.TEXT_PATH: TEXT.replace(QUOTE, FORGED["quote"] + ", and " + QUOTE),
    }
    step = pull_request(history, tmp_path, base, changes)
    assert step.code == 1
    assert step.errors()["c2"] == ["E_QUOTE_NOT_FOUND", "E_EVIDENCE_SELF_SUPPLIED"]
    (shown,) = (seen for seen in step.annotations if seen.name == "error")
    assert "E_EVIDENCE_SELF_SUPPLIED" in shown.properties["title"]
    assert "After merge: no finding." in shown.data
    assert [(each["path"], each["kind"]) for each in step.json("diff")["evidence"]] == [
        (pr.TEXT_PATH, "changed")
    ]


def test_what_was_repaired_is_listed_as_fixed(history: History, tmp_path: Path) -> None:
    base = base_of(history, pr.claim(), pr.claim("c2", OTHER, **FORGED))
    repaired = pr.claims(pr.claim(), pr.claim("c2", OTHER, **OTHER_QUOTE))
    step = pull_request(history, tmp_path, base, {"claims.json": repaired})
    assert step.code == 0, step.out
    assert [(entry["claim"], entry["name"]) for entry in step.json("diff")["fixed"]] == [
        ("c2", "E_QUOTE_NOT_FOUND")
    ]
    assert step.outputs["fixed-errors"] == "1"
    assert "1 fixed" in step.summary + step.out


def test_a_retraction_that_arrived_in_the_base_is_changed_by_the_evidence(
    history: History, tmp_path: Path
) -> None:
    cut = base_of(history)
    retracted = RECORD | {"updates": {"by": [{"type": "retraction", "doi": "10.0000/notice.1"}]}}
    base = history.commit({pr.RECORD_PATH: json.dumps(retracted)}, cut)
    added = pr.claims(pr.claim(), pr.claim("c2", OTHER, **OTHER_QUOTE))
    head = history.commit({"claims.json": added}, cut, branch="agent")
    merge = history.merge(base, head, {"claims.json": added})
    workspace = history.checkout(tmp_path / "w", merge)
    step = act(workspace, "pull_request", merge, events.pull_request(head, cut))
    assert step.code == 1
    assert step.errors()["c1"] == ["E_RETRACTED"]
    changed = step.json("diff")["changed"]
    assert ("c1", True) in [(entry["claim"], "E_RETRACTED" in entry["codes"]) for entry in changed]
    assert int(step.outputs["evidence-changed"]) >= 1


def test_first_use_the_article(history: History, tmp_path: Path) -> None:
    """Cache and source of the article in the base, its four claims in a pull request, no input at all."""
    demo = files("citelock.demo")
    base = history.commit(
        {
            "cache/10.0000_demo.1.json": demo.joinpath("cache/10.0000_demo.1.json").read_bytes(),
            "sources/10.0000_demo.1.txt": demo.joinpath("sources/10.0000_demo.1.txt").read_bytes(),
        }
    )
    written = demo.joinpath("claims.json").read_text("utf-8")
    step = pull_request(history, tmp_path, base, {"claims.json": written})
    assert step.code == 1
    shown = {
        seen.properties["title"].partition(":")[0]: seen for seen in step.annotations if seen.name == "error"
    }
    assert sorted(shown) == ["c2", "c3", "c4"]
    assert int(shown["c2"].properties["line"]) in range(line_of(written, '"c2"'), line_of(written, '"c3"'))
    assert int(shown["c3"].properties["line"]) in range(line_of(written, '"c3"'), line_of(written, '"c4"'))
    assert int(shown["c4"].properties["line"]) == line_of(written, '"c4"')
    assert step.last_line == "checked=4 failed=3 report=citelock/report.json"
    assert step.codes_of_files() == []


def test_the_report_is_that_of_the_command_line_to_the_byte(history: History, tmp_path: Path) -> None:
    base = base_of(history)
    written = pr.claims(
        pr.claim(), pr.claim("c2", "Ärger with 30 %.", **FORGED), pr.claim("c3", OTHER, doi=None)
    )
    head = history.commit({"claims.json": written}, base, branch="agent")
    merge = history.merge(base, head, {"claims.json": written})
    workspace = history.checkout(tmp_path / "w", merge, "--depth=2")
    step = act(workspace, "pull_request", merge, events.pull_request(head, base))
    subprocess.run(
        [sys.executable, "-m", "citelock", "audit", "claims.json", "--evidence-from", base],
        cwd=workspace,
        capture_output=True,
        check=False,
    )
    assert step.file("report") == (workspace / "report.json").read_bytes()


def test_the_same_bytes_come_out_in_every_folder_locale_and_process(history: History, tmp_path: Path) -> None:
    base = base_of(history, pr.claim(), pr.claim("c2", OTHER, **FORGED))
    written = pr.claims(*(pr.claim(f"k{n}", OTHER, **FORGED, year=1990 + n) for n in range(12)))
    head = history.commit({"claims.json": written, "cache/x.json": "{"}, base, branch="agent")
    merge = history.merge(base, head, {"claims.json": written, "cache/x.json": "{"})
    payload = events.pull_request(head, base)
    seen = set()
    # `-I` ignores the seed of hashes, so this goes without it.
    for place, (seed, locale) in enumerate([("0", "C"), ("1", "C.UTF-8"), ("2", "tr_TR.UTF-8")]):
        workspace = history.checkout(tmp_path / str(place) / ("w" * (place + 1)), merge, "--depth=2")
        step = act(
            workspace,
            "pull_request",
            merge,
            payload,
            inputs={"sarif": "true", "annotations": "commands"},
            environment={"PYTHONHASHSEED": seed, "LC_ALL": locale, "TZ": f"UTC+{place}"},
            options=(),
        )
        outputs = tuple(sorted(step.outputs.items()))
        produced = tuple(step.file(name) for name in ("report", "diff", "sarif"))
        seen.add((step.out, step.err, step.summary, outputs, produced))
    assert len(seen) == 1


@pytest.mark.parametrize("count", [16, 500])
def test_nothing_is_dropped_in_silence_however_much_is_found(
    history: History, tmp_path: Path, count: int
) -> None:
    base = base_of(history)
    listed = [pr.claim(f"k{n}", OTHER, **FORGED) for n in range(count)]
    step = pull_request(history, tmp_path, base, {"claims.json": pr.claims(pr.claim(), *listed)})
    assert step.code == 1
    errors = [seen for seen in step.annotations if seen.name == "error"]
    assert len(errors) == 10
    assert f"{count - 9} more" in errors[-1].data
    assert step.out.count("| FAIL new") == count
    assert len(step.summary.encode()) <= 900_000


@pytest.mark.parametrize("conclusion", ["success", "failure", "nothing"])
def test_the_conclusion_is_an_output(history: History, tmp_path: Path, conclusion: str) -> None:
    listed = {"success": [pr.claim()], "failure": [pr.claim("c2", OTHER, **FORGED)], "nothing": []}
    base = history.commit({**pr.SOUND, "claims.json": pr.claims()}, clear=True)
    step = pull_request(history, tmp_path, base, {"claims.json": pr.claims(*listed[conclusion]), "x": "y"})
    assert step.outputs["conclusion"] == conclusion
    assert step.code == (conclusion == "failure")


def test_an_event_that_cannot_be_audited_is_said_and_concluded(history: History, tmp_path: Path) -> None:
    base = base_of(history)
    workspace = history.checkout(tmp_path / "w", base)
    step = act(workspace, "workflow_run", base, events.payload("workflow_run.completed"))
    assert step.code == 2
    assert step.outputs == {"conclusion": "error"}
    assert "pull_request" in step.out


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("command", "audit --offline"),
        ("new-evidence", "maybe"),
        ("fail-on", "Error"),
        ("only-changed", "yes"),
        ("comment-author", "a b"),
        ("check-name", "a\nb"),
        ("claims", "../claims.json"),
        ("base", "main"),
    ],
)
def test_an_input_with_an_unknown_value_is_refused(
    history: History, tmp_path: Path, name: str, value: str
) -> None:
    base = base_of(history)
    workspace = history.checkout(tmp_path / "w", base)
    step = act(workspace, "workflow_dispatch", base, events.plain(), inputs={name: value})
    assert step.code == 2
    assert name in step.out


@pytest.mark.parametrize("event", ["schedule", "workflow_dispatch", "push", "merge_group"])
def test_other_events_are_audited_without_a_network(history: History, tmp_path: Path, event: str) -> None:
    before = base_of(history)
    after = history.commit({"claims.json": pr.claims(pr.claim("c2", OTHER, **FORGED), pr.claim())}, before)
    workspace = history.checkout(tmp_path / "w", after, "--depth=2")
    payload = {
        "push": events.push(after, before),
        "merge_group": events.merge_group(after, before),
    }.get(event, events.plain())
    step = act(workspace, event, after, payload)
    assert step.code == 1
    assert step.errors() == {"c1": [], "c2": ["E_QUOTE_NOT_FOUND"]}
    assert step.outputs["head-sha"] == after


def test_every_output_is_declared_in_action_yml(history: History, tmp_path: Path) -> None:
    import yaml

    from tests.support.mine import ACTION

    step = pull_request(history, tmp_path, base_of(history), {"x": "y"}, inputs={"sarif": "true"})
    assert set(step.outputs) == set(yaml.safe_load(ACTION.read_text("utf-8"))["outputs"])


def test_20_claims_take_less_processor_time_than_a_few_empty_interpreters(
    history: History, tmp_path: Path
) -> None:
    """The work is measured against an interpreter that does nothing, so a slow machine is no failure."""
    listed = [pr.claim(f"c{n}", OTHER, **OTHER_QUOTE) for n in range(20)]
    base = base_of(history)
    used = min(
        pull_request(history, tmp_path, base, {"claims.json": pr.claims(pr.claim(), *listed)}).seconds
        for _ in range(3)
    )
    empty = min(_empty() for _ in range(5))
    assert used / empty < 40, f"{used:.2f} s, an empty interpreter {empty:.3f} s"


def test_a_thousand_claims_on_a_large_base_take_work_that_is_bounded(
    history: History, tmp_path: Path
) -> None:
    """11,000 files of evidence, of which 2,000 are consulted; measured as above."""
    evidence: dict[str, File] = {}
    for number in range(5_500):
        evidence[f"cache/10.0000_w{number}.json"] = json.dumps(RECORD)
        evidence[f"sources/10.0000_w{number}.txt"] = TEXT
    first = pr.claim(doi="10.0000/w0")
    base = history.commit({**evidence, "claims.json": pr.claims(first)})
    more = [
        pr.claim(f"k{number}", OTHER, **OTHER_QUOTE, doi=f"10.0000/w{number * 5}")
        for number in range(1, 1000)
    ]
    step = pull_request(history, tmp_path, base, {"claims.json": pr.claims(first, *more)})
    assert step.last_line.startswith("checked=1000 failed=0 ")
    empty = min(_empty() for _ in range(5))
    assert step.seconds / empty < 200, f"{step.seconds:.2f} s, an empty interpreter {empty:.3f} s"


def _empty() -> float:
    before = processor_time()
    subprocess.run([sys.executable, "-I", "-c", "pass"], check=True)
    return processor_time() - before


def test_a_workspace_of_another_owner_is_audited_all_the_same(history: History, tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give files away")
    base = base_of(history)
    workspace = history.checkout(tmp_path / "w", base)
    for path in (workspace, *workspace.rglob("*")):
        os.chown(path, 1001, 1001, follow_symlinks=False)
    step = act(workspace, "workflow_dispatch", base, events.plain())
    assert step.code == 0, step.out + step.err


def test_without_git_the_repair_is_named(history: History, tmp_path: Path) -> None:
    base = base_of(history)
    workspace = history.checkout(tmp_path / "w", base)
    (tmp_path / "bin").mkdir()
    step = act(
        workspace, "workflow_dispatch", base, events.plain(), environment={"PATH": str(tmp_path / "bin")}
    )
    assert step.code == 3
    assert "git is not installed" in step.out
    assert shutil.which("git") is not None
    assert git(workspace, "status", "--porcelain") == ""  # nothing of the workspace was touched
