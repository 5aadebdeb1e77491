"""The table of the seals: what it counts, what it calls missed."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.seals import REAL, Document, main, of_example, row_of, table, total
from citelock.snapshotter.extract.interface import Extracted
from tests.bench.test_extraction import material

TEXT = (
    "Readers who were given passages as well as statements [3] found fewer state-of-the-art mistakes.\n"
    "They did not find all of them in the time that they were given for it.\n"
)
TRUE = "Readers who were given passages as well as statements found fewer state-of-the-art mistakes"


def test_what_seal_and_text_answer_is_counted() -> None:
    altered = (
        TRUE.replace("found", "find"),
        TRUE.replace("state-of-the-art", "stateoftheart"),
        TRUE.replace("statements", "statements [4]"),
    )
    row = row_of(
        Document("one", Extracted("ok", text=TEXT), (TRUE, "They did not find all of them"), altered)
    )
    assert (row.true, row.asked, row.found, row.found_open, row.same) == (2, 1, 1, 1, 1)
    assert (row.altered, row.accepted, row.opened, row.alike) == (3, 2, 0, 2)
    assert (row.text, row.clear) == (len(TEXT.encode()), 1)
    assert row.seal > 16 * (row.tokens - 7)


def test_a_seal_that_accepts_another_word_is_a_goal_missed(capsys: pytest.CaptureFixture[str]) -> None:
    row = row_of(Document("one", Extracted("ok", text=TEXT), (TRUE,), ()))
    assert table("x", [row]) == []
    assert table("x", [row._replace(accepted=1)]) == ["x: 1 altered sentences accepted"]
    assert table("x", [row._replace(same=0)]) == ["x: 0.00 % the same answer, goal 98.0"]
    assert "  long enough to be asked for: 1 of 1 sentences, 100.0 %\n" in capsys.readouterr().out
    assert total([row, row]).asked == 2 * row.asked


def test_a_folder_of_documents_is_sealed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sentence = "The first sentence runs over the end of its line."
    folder = material(tmp_path, [sentence], [sentence.replace("end", "start")])
    assert main(["--material", str(folder)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("pdf: ")
    assert "    1     1     1    100.00 %         1     0     0\n" in said


def test_the_texts_of_the_example_have_true_and_altered_sentences() -> None:
    documents = list(of_example())
    assert [document.name for document in documents] == sorted(path.stem for path in REAL.glob("*.txt"))
    assert all(len(document.altered) == len(document.true) > 50 for document in documents)
    row = row_of(min(documents, key=lambda document: len(document.extracted.text)))
    assert row.agreement > 98
    assert row.accepted == row.alike
