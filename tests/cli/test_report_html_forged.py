"""A report comes from outside: one that was tampered with makes no sheet, or one in which text is text."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from citelock.checks.catalogue import BY_CODE
from citelock.checks.errors import InputError
from citelock.cli.main import run
from citelock.cli.output.sheet.page import page
from citelock.snapshotter.roots import open_project
from citelock.snapshotter.sheet_judgements import Judged
from citelock.snapshotter.sheet_material import sheet_of
from tests.support.sheets import Page, article, audited

WRONG: tuple[object, ...] = (
    None,
    True,
    -1,
    10**12,
    "x",
    '"><img src=x>',
    [],
    [[]],
    {},
    {"a": 1},
    [{"n": 1, "start": 5}],
)


def steps(value: object, at: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The places of a JSON value, its members before it."""
    members = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for key, member in members:
        yield from steps(member, (*at, key))
        yield (*at, key)


def holder(value: Any, at: tuple[str | int, ...]) -> Any:  # noqa: ANN401 # a part of a JSON value
    for step in at[:-1]:
        value = value[step]
    return value


def test_whatever_is_forged_gives_a_message_or_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = article(tmp_path)
    claim["text"] = "There were 12 trips."
    claim["citations"][0] |= {
        "year": 2023,
        "quotes": [
            "The council counted 12 cycling trips … than ever before",
            "and it was warm in June of that year",
        ],
    }
    text = (
        "The council counted 12 cycling trips, more than ever before, and it was warm in May of that year.\n"
    )
    audited(tmp_path, claim, text, monkeypatch)
    report = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert report["results"][0]["quote"]["nearest"]
    project = open_project(None, codes=BY_CODE, cache=None, sources=None, revision=None)
    files = [("claims.json", "claims.json")]
    refused = shown = 0
    for at in steps(report):
        for wrong in (*WRONG, "gone"):
            forged = copy.deepcopy(report)
            if wrong == "gone" and isinstance(at[-1], str):
                del holder(forged, at)[at[-1]]
            else:
                holder(forged, at)[at[-1]] = wrong
            content = json.dumps(forged).encode()
            try:
                sheet = sheet_of(content, "report.json", project.evidence, project.config, files, Judged())
            except InputError:
                refused += 1
                continue
            shown += 1
            assert Page("".join(page(sheet))).count("img") == 0, at
    assert refused > 100
    assert shown > 100


@pytest.mark.parametrize(
    ("forge", "said"),
    [
        (lambda report: report["claims"][0].update(label="x"), "claims[0].label: "),
        (lambda report: report["results"][0].update(fingerprint="x"), "results[0].fingerprint: "),
        (
            lambda report: report["results"][0]["findings"][0].pop("severity"),
            "findings[0].severity: it is missing",
        ),
        (lambda report: report.pop("results"), "results: it is missing"),
    ],
)
def test_what_is_wrong_with_a_report_is_said(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    forge: Callable[[Any], object],
    said: str,
) -> None:
    claim = article(tmp_path)
    claim["citations"][0] |= {"year": 2023, "quote": "The council counted twelve thousand cycling trips"}
    audited(tmp_path, claim, "The council counted twelve thousand cycling trips\n", monkeypatch)
    report = json.loads((tmp_path / "report.json").read_text("utf-8"))
    forge(report)
    (tmp_path / "report.json").write_text(json.dumps(report))
    capsys.readouterr()
    assert run(["report", "html", "report.json"]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert "that `citelock audit` has written" in err
