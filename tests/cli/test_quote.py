"""`citelock quote`: found, not found, and nobody could look are three different answers."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from citelock.cli.main import run

ARTICLE = Path(__file__).parents[1] / "goldens" / "article"
WORDS = "снизила число неподтверждённых утверждений с 18 до 7 на сотню ответов"


@pytest.fixture(autouse=True)
def article(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(ARTICLE, tmp_path / "article")
    monkeypatch.chdir(tmp_path / "article")
    return tmp_path / "article"


@pytest.mark.parametrize(
    "identifier", ["10.0000/demo.1", "https://doi.org/10.0000/DEMO.1", "doi:10.0000/demo.1"]
)
def test_words_that_stand_there_are_shown_in_their_place(
    identifier: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["quote", identifier, WORDS]) == 0

    assert capsys.readouterr().out == (
        "verbatim: doi:10.0000/demo.1 in sources/10.0000_demo.1.txt\n"
        "    line 2, characters 1 to 69\n"
        f"    [{WORDS}].\n"
    )


def test_the_answer_as_json_is_that_of_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["quote", "10.0000/demo.1", WORDS, "--format", "json"]) == 0

    answer = json.loads(capsys.readouterr().out)
    assert answer["id"] == "doi:10.0000/demo.1"
    assert answer["snapshot"]["path"] == "sources/10.0000_demo.1.txt"
    assert answer["quote"]["status"] == "verbatim"
    assert (answer["quote"]["fragments"][0]["start"], answer["quote"]["fragments"][0]["end"]) == (74, 143)
    assert answer["codes"] == []


def test_a_changed_word_is_a_miss_with_the_nearest_passage(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["quote", "10.0000/demo.1", WORDS.replace("18", "19")]) == 1

    printed = capsys.readouterr().out
    assert printed.startswith("not found: doi:10.0000/demo.1 in sources/10.0000_demo.1.txt\n")
    assert "    E_QUOTE_NOT_FOUND: " in printed
    assert "    nearest: " in printed


def test_too_few_words_are_no_match(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["quote", "10.0000/demo.1", "с 18 до 7"]) == 1
    assert capsys.readouterr().out.startswith("too short: ")
    assert run(["quote", "10.0000/demo.1", "число неподтверждённых утверждений", "--min-quote", "40"]) == 1


def test_without_a_text_nobody_can_tell(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["quote", "10.0000/demo.2", WORDS]) == 3

    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == (
        "citelock: doi:10.0000/demo.2: no text of the source, so nobody has looked. "
        "Take it with `citelock snapshot add`; it belongs in sources/10.0000_demo.2.txt.\n"
    )


def test_a_text_that_is_not_utf8_is_named(article: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (article / "sources" / "10.0000_demo.1.txt").write_bytes(b"caf\xe9")

    assert run(["quote", "10.0000/demo.1", WORDS]) == 2
    assert capsys.readouterr().err == (
        "citelock: sources/10.0000_demo.1.txt: is not UTF-8 (byte 3). The text may not be trusted. "
        "Restore the file.\n"
    )


def test_what_is_no_identifier_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["quote", "11.5555/x", WORDS]) == 2
    assert capsys.readouterr().err == (
        "citelock: “11.5555/x” is not a DOI: it does not begin with 10. and a registrant number. "
        "Write a DOI such as 10.1038/nphys1170.\n"
    )


def test_a_passage_over_two_lines_has_the_column_of_each(
    article: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (article / "sources" / "10.0000_demo.1.txt").write_text(
        "Title\nIn all of the trials the\nmethod was fast.\n", encoding="utf-8"
    )

    assert run(["quote", "10.0000/demo.1", "all of the trials the method was fast"]) == 0
    assert "    line 2, character 4, to line 3, character 15\n" in capsys.readouterr().out


def test_the_missing_file_of_an_address_is_named_with_its_digits(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["quote", "https://example.org/page", WORDS]) == 3
    assert capsys.readouterr().err == (
        "citelock: url:https://example.org/page: no text of the source, so nobody has looked. "
        "Take it with `citelock snapshot add`; it belongs in sources/url_example.org_page-2476c9de.txt.\n"
    )


@pytest.mark.parametrize("arguments", [["10.0000/demo.1", "\udcff words"], ["10.\udcff/x", WORDS]])
def test_an_argument_that_is_not_utf8_is_wrong_usage(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["quote", *arguments]) == 2
    printed = capsys.readouterr().err
    assert "this is not UTF-8: “" in printed
    assert "\\xff" in printed
    assert printed.count("\n") == 1
