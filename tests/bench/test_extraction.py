"""The table of the extraction: what it counts, what it calls missed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.extraction import Score, main, restored
from tests.support.pdfs import lines, pdf

TRUE = ["The first sentence runs over the end of its line.", "The second one stands below it on the page."]
SHOWN = ["The first sentence runs over the end of its", "line. The second one stands below it on the page."]


def material(folder: Path, sentences: list[str], altered: list[str]) -> Path:
    (folder / "paper.pdf").write_bytes(pdf(lines(SHOWN, 72, 700)))
    truth = {
        "pdf": "paper.pdf",
        "sentences": [{"text": text, "kind": ["multi_line"]} for text in sentences],
        "negatives": [{"text": text, "mutation": "by hand"} for text in altered],
    }
    (folder / "paper.json").write_text(json.dumps(truth), "utf-8")
    return folder


def test_what_is_found_and_what_is_refused_is_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = material(tmp_path, TRUE, ["The first sentence runs over the start of its line."])
    (folder / "special").mkdir()
    (folder / "special" / "empty.pdf").write_bytes(b"")
    (folder / "special" / "special.json").write_text('[{"pdf": "empty.pdf", "expect": "broken"}]', "utf-8")
    main(["--material", str(folder)])
    said = capsys.readouterr().out
    assert "  paper                                  2 of 2     100.00 %   0 of 1\n" in said
    assert "  of kind multi_line                     2 of 2     100.00 %\n" in said
    assert "  empty.pdf                          broken, 0." in said
    assert "WRONG" not in said


def test_a_missed_sentence_and_an_accepted_one_are_goals_missed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = material(tmp_path, [TRUE[0], "This sentence stands nowhere in the document."], TRUE[1:])
    assert main(["--material", str(folder), "--misses"]) == 1
    said = capsys.readouterr().out
    assert "      - This sentence stands nowhere in the document.\n" in said
    assert "MISSED pdf paper: 50.00 %, goal 92.0\n" in said
    assert "MISSED pdf: 1 altered sentences accepted\n" in said


def test_superscripts_are_restored_from_the_text_that_keeps_them() -> None:
    raised = "It grew to 10⁸ CFU mL⁻¹ in the broth."
    assert restored("to 108 CFU mL−1 in", raised) == "to 10⁸ CFU mL⁻¹ in"
    assert restored("not there", raised) == "not there"


def test_a_score_without_sentences_is_whole() -> None:
    assert Score("none").share == 100.0
