"""A claims file that cannot be read: each is annotated at its line, once, and there is no verdict."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from citelock.cli.action import log
from citelock.cli.action.run import run_action
from tests.support import events
from tests.support import pull_requests as pr
from tests.support.histories import History


def test_a_malformed_file_is_annotated_once_and_the_conclusion_is_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "take_over", lambda: None)  # of streams that are pytest's here
    history = History(tmp_path / "origin")
    base = history.commit({**pr.SOUND, "claims.json": pr.claims(pr.claim())})
    head = history.commit({"claims.json": "{", "b/claims.json": "["}, base, branch="agent")
    merge = history.merge(base, head)
    environment = {
        "GITHUB_WORKSPACE": str(history.checkout(tmp_path / "workspace", merge)),
        "RUNNER_TEMP": str(tmp_path),
        "GITHUB_EVENT_NAME": "pull_request",
        "GITHUB_EVENT_PATH": str(tmp_path / "event.json"),
        "GITHUB_SHA": merge,
        "GITHUB_OUTPUT": str(tmp_path / "output"),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary"),
        "GITHUB_REPOSITORY": "owner/name",
        "GITHUB_SERVER_URL": "http://127.0.0.1:9",
        "GITHUB_API_URL": "http://127.0.0.1:9",
    }
    (tmp_path / "event.json").write_text(json.dumps(events.pull_request(head, base)), "utf-8")
    for name in ("output", "summary"):
        (tmp_path / name).touch()

    assert run_action(environment) == 2

    told = capsys.readouterr()
    said = told.out + told.err
    lines = [line for line in said.splitlines() if line.startswith("::error")]
    places = [line.partition(",")[0] for line in lines]
    assert places == ["::error file=b/claims.json", "::error file=claims.json"]
    assert "| no verdict: malformed files: 2" in said
    assert "conclusion=error\n" in (tmp_path / "output").read_text("utf-8")
