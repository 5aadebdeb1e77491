"""`citelock import`: what it writes, what it says, how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from citelock.cli.main import run

REPORT = (
    "# Costs\n\nCosts rose 12 % [1][3]. Own view in 2024.\n\n### Sources\n"
    "[1] Demo report: https://example.org/a\n[2] Unused: https://example.org/b\n"
)
SOUND = "Costs rose 12 % [1].\n\n### Sources\n[1] Demo report: https://example.org/a\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "report.md").write_text(REPORT, "utf-8")
    (tmp_path / "sound.md").write_text(SOUND, "utf-8")
    return tmp_path


def test_the_claims_go_to_stdout_and_what_is_said_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["import", "report.md"]) == 1  # a marker leads nowhere

    printed = capsys.readouterr()
    value = json.loads(printed.out)
    assert value["import"] == {
        "counts": {
            "citations": 2,
            "claims": 1,
            "figures_without_source": 1,
            "links": 0,
            "markers": 2,
            "references": 2,
            "sentences_without_source": 1,
        },
        "format": "markdown",
        "missing": ["3"],
        "quotations": [],
        "sha256": value["import"]["sha256"],
        "source": "report.md",
        "unused": ["2"],
    }
    assert value["claims"] == [
        {
            "id": "c1",
            "text": "Costs rose 12 %.",
            "at": [3, 1],
            "citations": [
                {"marker": "1", "url": "https://example.org/a", "title": "Demo report", "at": [3, 17]},
                {"marker": "3", "at": [3, 20]},
            ],
        }
    ]
    assert printed.err.splitlines() == [
        "report.md: 1 claims, 2 citations (markdown)",
        "report.md: 2 references, 2 markers, 1 missing, 1 unused, 0 quotes, 0 DOIs",
        "report.md: 1 sentences without a source, 1 with figures",
        "report.md: Markdown carries no year and no author, and a quote only between quotation marks beside "
        "its marker or in a note",
        "report.md: E_REF_MISSING: no entry for 3",
        "report.md:7: W_REF_UNUSED:2 Unused",
    ]


def test_quiet_leaves_the_line_of_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["import", "sound.md", "--quiet"]) == 0
    assert capsys.readouterr().err == (
        "sound.md: 1 references, 1 markers, 0 missing, 0 unused, 0 quotes, 0 DOIs\n"
    )


def test_a_file_at_out_is_replaced_with_force_only(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["import", "sound.md", "--out", "claims.json"]) == 0
    first = (folder / "claims.json").read_bytes()
    assert run(["import", "report.md", "--out", "claims.json"]) == 2
    assert (folder / "claims.json").read_bytes() == first
    assert "Replace it with --force." in capsys.readouterr().err
    assert run(["import", "sound.md", "--out", "claims.json", "--force"]) == 0
    assert (folder / "claims.json").read_bytes() == first


def test_the_report_itself_is_never_replaced(folder: Path) -> None:
    assert run(["import", "sound.md", "--out", "sound.md", "--force"]) == 2
    assert (folder / "sound.md").read_text("utf-8") == SOUND


def test_uncited_sentences_are_taken_in_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["import", "report.md", "--uncited"]) == 1
    claims = json.loads(capsys.readouterr().out)["claims"]
    assert [(claim["text"], claim["at"], len(claim["citations"])) for claim in claims] == [
        ("Costs rose 12 %.", [3, 1], 2),
        ("Own view in 2024.", [3, 25], 0),
    ]


def test_documents_are_named_by_a_map(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    citation = {"type": "char_location", "cited_text": "A fell by half", "document_index": 0}
    blocks = [{"type": "text", "text": "A fell.", "citations": [citation]}]
    (folder / "answer.json").write_text(json.dumps({"content": blocks}), "utf-8")
    (folder / "map.json").write_text('{"0": "doi:10.5555/a"}', "utf-8")

    assert run(["import", "answer.json"]) == 1
    assert json.loads(capsys.readouterr().out)["import"]["missing"] == ["document:0"]
    assert run(["import", "answer.json", "--documents", "map.json"]) == 0
    assert json.loads(capsys.readouterr().out)["claims"][0]["citations"][0]["doi"] == "10.5555/a"
    (folder / "map.json").write_text('{"0": "42"}', "utf-8")
    assert run(["import", "answer.json", "--documents", "map.json"]) == 2
    assert capsys.readouterr().err.startswith("citelock: map.json: the document '0' has no identifier.")


def test_a_format_that_cannot_be_told_is_asked_for(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "notes.txt").write_text(SOUND, "utf-8")
    assert run(["import", "notes.txt"]) == 2
    assert capsys.readouterr().err == (
        "citelock: notes.txt: is of no format that can be told. "
        "Name it with --format: markdown, bibtex, csl-json, anthropic or openai.\n"
    )
    assert run(["import", "notes.txt", "--format", "markdown"]) == 0


@pytest.mark.parametrize("name", ["gone.md", "."])
def test_what_cannot_be_opened_is_one_message(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["import", name]) == 2
    printed = capsys.readouterr()
    assert (printed.out, len(printed.err.splitlines())) == ("", 1)


def test_an_entry_that_cannot_be_read_is_told_of(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "refs.bib").write_text("@misc{a, title={A}, doi={10.5555/a}}\n@misc{b, title={", "utf-8")
    assert run(["import", "refs.bib"]) == 1
    printed = capsys.readouterr()
    assert [claim["id"] for claim in json.loads(printed.out)["claims"]] == ["a"]
    assert "refs.bib:2: an entry that cannot be read:" in printed.err


def test_what_import_writes_is_a_claims_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["import", "report.md", "--out", "claims.json"]) == 1
    assert run(["audit", "claims.json"]) == 1
    assert "E_REF_MISSING:3" in capsys.readouterr().out
