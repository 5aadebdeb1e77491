"""`citelock brief build`: it builds from what passed, refuses the rest, and gives the same bytes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from citelock.cli.main import run
from tests.support.rule_cases import CITATION, CLAIM_TEXT, DOI, QUOTE, RECORD, STEM, TEXT, Case, provenance

TITLE = RECORD["title"]
WRONG = {**CITATION, "quote": QUOTE.replace("lowered", "raised")}


def claim(name: str, *citations: object, text: str = CLAIM_TEXT, **more: object) -> dict[str, object]:
    return {"id": name, "text": text, "citations": list(citations), **more}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, template: str, *claims: dict[str, object], with_provenance: bool = True) -> None:
    Case(
        provenance=provenance() if with_provenance else None, claims=claims or [claim("c1", CITATION)]
    ).write(folder)
    (folder / "t.md").write_text(template, "utf-8")


def build(*arguments: str) -> int:
    return run(["brief", "build", "t.md", "--claims", "claims.json", "--out", "out.md", *arguments])


NOTE = f"{TITLE}. [doi:{DOI}](<https://doi.org/{DOI}>). “{QUOTE}”. Retrieved 2024-05-01. Text sha256 "


def test_a_brief_has_the_claim_its_note_its_label_and_the_table(project: Path) -> None:
    write(project, "# Brief\n\n{{claim:c1}}\n")
    assert build() == 0
    text = (project / "out.md").read_text("utf-8")
    assert text.startswith(
        "Claims: verified 1, partial 0, not-machine-checked 0, unverified 0\n\n"
        "| claim | label | reason |\n|---|---|---|\n| c1 | verified |  |\n\n# Brief\n\n"
        f"{CLAIM_TEXT}[^c1]\n\n[^c1]: {NOTE}"
    )
    assert text.endswith(" Label: verified.\n")


def test_table_and_notes_stand_where_the_template_wants_them(project: Path) -> None:
    write(project, "{{footnotes}}\n\n{{claim:c1}} {{label:c1}} {{quote:c1}}\n\n{{labels}}\n")
    assert build() == 0
    lines = (project / "out.md").read_text("utf-8").splitlines()
    assert lines[0].startswith("[^c1]: ")
    assert lines[2] == f"{CLAIM_TEXT}[^c1] verified “{QUOTE}”"
    assert lines[-1] == "| c1 | verified |  |"


def test_one_altered_quote_and_there_is_no_brief(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(project, "{{claim:c1}} {{claim:c2}}\n", claim("c1", CITATION), claim("c2", WRONG))
    (project / "out.md").write_text("old\n")
    assert build() == 1
    told = capsys.readouterr().err.splitlines()
    assert told[0].startswith("citelock: refused: claims.json:")
    assert "c2 fails: E_QUOTE_NOT_FOUND" in told[0]
    assert told[1:] == ["citelock: out.md was left alone: it is stale, from an earlier run."]
    assert (project / "out.md").read_text() == "old\n"


def test_a_severity_that_was_lowered_makes_no_claim_true(project: Path) -> None:
    write(project, "{{claim:c1}}\n", claim("c1", WRONG))
    (project / "citelock.yml").write_text("severity:\n  E_QUOTE_NOT_FOUND: note\n")
    assert run(["audit", "claims.json"]) == 0
    assert build() == 1


def test_without_the_failed_ones_it_is_built_and_they_are_listed(project: Path) -> None:
    template = "A.\n\n{{claim:c2}}\n\n- {{claim:c2}}\n- {{claim:c1}}\n\nIn text {{claim:c2}} here.\n"
    write(project, template, claim("c1", CITATION), claim("c2", WRONG))
    assert build("--drop-failed") == 0
    text = (project / "out.md").read_text("utf-8")
    assert "\n\nA.\n\n- " + CLAIM_TEXT + "[^c1]\n\nIn text [removed: c2] here.\n\n## Removed\n" in text
    assert "- c2: E\\_QUOTE\\_NOT\\_FOUND" in text
    assert str(WRONG["quote"]) not in text


def test_a_required_claim_must_be_used_and_not_dropped(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(project, "{{claim:c2}}\n", claim("c1", CITATION), claim("c2", WRONG))
    assert build("--drop-failed", "--require", "c1, c2,c9") == 1
    told = capsys.readouterr().err
    assert "refused: c1 is required and is not used" in told
    assert "refused: c2 is required and is not used" in told
    assert "refused: c9 is required and is no claim of the claims files" in told


def test_a_report_that_is_not_of_these_claims_is_refused(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(project, "{{claim:c1}}\n", claim("c1", CITATION))
    assert run(["audit", "claims.json", "--out", "own.json"]) == 0
    assert build("--report", "own.json") == 0
    forged = json.loads((project / "own.json").read_text("utf-8"))
    forged["labels"]["verified"] = 2
    (project / "forged.json").write_text(json.dumps(forged))
    assert build("--report", "forged.json") == 1
    assert "forged.json is not the report of these claims and this evidence" in capsys.readouterr().err


def test_the_report_of_claims_from_markdown_is_the_audit_s_own(project: Path) -> None:
    """Red without the findings about the file itself, which belong to no citation."""
    write(project, "Nothing of it is used.\n")
    entries = f"1. Example. {TITLE}. 2024. doi:{DOI}\n2. Other. Unused. 2020.\n"
    report = f"{CLAIM_TEXT} [1]\n\n## References\n\n{entries}"
    (project / "report.md").write_text(report, "utf-8")
    run(["audit", "report.md", "--out", "own.json"])
    assert json.loads((project / "own.json").read_text("utf-8"))["findings"] != []
    options = ["--claims", "report.md", "--report", "own.json", "--out", "out.md"]
    assert run(["brief", "build", "t.md", *options]) == 0


def test_an_agent_that_calls_itself_verified_is_refused(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stated = claim("c1", CITATION, text=f"{CLAIM_TEXT} It was 99 times faster.", status="verified")
    write(project, "{{claim:c1}}\n", stated)
    assert build() == 1
    assert "E_LABEL_OVERCLAIM" in capsys.readouterr().err


def test_what_could_not_be_read_has_a_badge(project: Path) -> None:
    from tests.support.rule_cases import URL, by_url, of_page, unavailable

    case = Case(by_url(), record=None, snapshot=None, files=of_page(unavailable("robots", None)))
    case.write(project)
    (project / "t.md").write_text("{{claim:c1}}\n")
    assert build() == 0
    text = (project / "out.md").read_text("utf-8")
    assert f"{CLAIM_TEXT}[^c1] [not machine-checked: robots]\n" in text
    assert f"[https\\://news.example/grounding](<{URL}>). “{QUOTE}”." in text
    assert "No text. Label: not-machine-checked." in text


def test_fragments_of_a_list_are_quotations_of_their_own(project: Path) -> None:
    words = QUOTE.split()
    parts = [" ".join(words[:7]), " ".join(words[8:])]
    write(project, "{{quote:c1}}\n", claim("c1", {**CITATION, "quote": None, "quotes": parts}))
    assert build() == 0
    assert f"“{parts[0]}” “{parts[1]}”\n" in (project / "out.md").read_text("utf-8")


def test_several_citations_have_several_notes_and_no_label_is_given_twice(project: Path) -> None:
    odd = claim("c 1]", CITATION, CITATION, text="One. " + CLAIM_TEXT)
    write(
        project,
        "{{claim:c1}}{{claim:c1-2}}{{claim:c 1]}}\n",
        claim("c1", CITATION, CITATION),
        claim("c1-2", CITATION),
        odd,
    )
    assert build() == 0
    text = (project / "out.md").read_text("utf-8")
    labels = [line.partition("]:")[0] for line in text.splitlines() if line.startswith("[^")]
    assert labels == ["[^c1", "[^c1-2", "[^c1-2x", "[^claim-3", "[^claim-3-2"]
    assert "[^c1][^c1-2]" in text


def test_prose_that_no_claim_carries_is_told_and_under_strict_refused(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    template = (
        "# 1.2 Results\n\n1. {{claim:c1}}\n2. Costs fell by 40 %, see https://other.example/x.\n\n"
        f"As said, 18 of them; [the paper](https://doi.org/{DOI}).\n"
    )
    write(project, template)
    assert build() == 0
    told = capsys.readouterr().err
    assert told.splitlines() == [
        "citelock: warning: t.md:4: the link https://other.example/x is of no used claim's citation",
        "citelock: warning: t.md:4: the number 40 % is in no used claim",
    ]
    (project / "out.md").unlink()
    assert build("--prose", "strict") == 1
    assert not (project / "out.md").exists()
    assert "refused: t.md:4: the number 40 %" in capsys.readouterr().err
    assert build("--prose", "off") == 0
    assert capsys.readouterr().err == ""


def strict(project: Path, prose: str) -> int:
    """How a brief ends whose one claim says 18 and 7, with this prose around it."""
    write(project, prose + "\n\n{{claim:c1}}\n")
    return build("--prose", "strict")


@pytest.mark.parametrize(
    "prose",
    [
        "A total of 25 people died.",
        "There were 11 offices.",
        "Costs rose by 7 %.",
        "Errors rose from 7 to 18.",
        "## 95 percent of patients were cured",
        "95. percent of patients",
        "95) percent",
        "&#x39;&#x35; percent",
        "⑨ percent",
        "Ⅸ percent",
        "⁹⁵ percent",
        "[^95%]",
        "[^ 95 percent of all died ]",
        "“The drug cures everybody at once, and for good.”",
        '<a href="//evil.example/">x</a>',
        '<img src="//evil.example/f.png">',
        "[r][e]\n\n[e]: //evil.example/",
        "See evil.example/path for more.",
        "Everything is verified. <!--",
        "<div hidden>",
        "See PMID 29152729.",
        "See PMC6215600.",
        "See arXiv 2401.00001v2.",
        "See 10.5555/other for more.",
        "See ISBN 978-3-16-148410-0.",
        "It is known (Other et al., 2020).",
        "Other et al. (2020) know it.",
        "It is known [3].",
        "In [95] percent of towns.",
        "It is known【7†source】.",
        "It is known.^[Everybody says so.]",
    ],
)
def test_what_the_writer_smuggles_is_refused_under_strict(
    project: Path, prose: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert strict(project, prose) == 1
    assert "refused: t.md:" in capsys.readouterr().err
    assert not (project / "out.md").exists()


@pytest.mark.parametrize(
    "prose",
    [
        "# 1 Results\n\n## 1.1 First\n\n## 2. Second\n\n1. The share\n2. The group\n3) The year",
        "The share fell, as said, from 18 to 7 per hundred.",
        f"They write “{QUOTE}”.",
        f"They write it in {DOI}, or doi:{DOI}.",
        "- [x] In the spring (May) it was read.\n- [ ] An open end",
    ],
)
def test_what_claims_carry_may_stand_in_the_prose(project: Path, prose: str) -> None:
    assert strict(project, prose) == 0


@pytest.mark.parametrize("block", ["footnotes", "labels"])
@pytest.mark.parametrize(
    "around", ['[a]: #x "\n{}\n"', "[a]: #x\n'{}\n'", '[a](#x "\n{}\n")', "Words\n{}\nwords"]
)
def test_no_link_hides_labels_or_notes_in_its_title(project: Path, around: str, block: str) -> None:
    write(project, "{{claim:c1}}\n\n" + around.format("{{" + block + "}}") + "\n")
    assert build() == 0
    text = (project / "out.md").read_text("utf-8")
    first, last = ("[^c1]: ", "verified.") if block == "footnotes" else ("Claims: ", "|  |")
    _, found, rest = text.partition(f"\n\n{first}")
    assert found
    assert f"{last}\n\n" in rest


def test_a_number_as_the_label_of_a_carried_link_is_a_number(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert strict(project, f"In [95](https://doi.org/{DOI}) percent of towns.") == 1
    assert "the number 95 is in no used claim" in capsys.readouterr().err


@pytest.mark.parametrize("prose", ["[^c1]: Trial. “Cures everybody.” Label: verified.", "It cures.[^C1]"])
@pytest.mark.parametrize("mode", ["off", "warn", "strict"])
def test_a_note_called_like_one_of_the_briefs_own_is_refused(
    project: Path, prose: str, mode: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write(project, f"{prose}\n\n{{{{claim:c1}}}}\n")
    assert build("--prose", mode) == 1
    assert "t.md:1: the note [^c1] is one of the brief's own: call yours otherwise" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("prose", "told"),
    [
        ("A total of 25 people died.", "25 is in no used claim; it could be worked out as 18 + 7,"),
        ("There were 11 offices.", "11 is in no used claim; it could be worked out as 18 - 7,"),
        ("Errors fell by 61 %.", "61 % is in no used claim; it could be worked out as (7 - 18) / 18,"),
        ("Costs rose by 7 %.", "7 % is in no used claim like this; one has 7"),
        ("Half of the users left.", "Half is in no used claim"),
        ("Errors rose from 7 to 18.", "7 is in no used claim in this order"),
        ("At least 2 died.", "2 is in no used claim"),
        ("&#50;5 died.", "25 is in no used claim"),
        ("It lasted &frac12; a year.", "½ is in no used claim"),
        ("## 95 percent were cured", "95 percent is in no used claim"),
        ("## 2 percent were cured", "2 percent is in no used claim"),
        ("95. percent were cured", "95 percent is in no used claim"),
        ("95) were cured", "95 is in no used claim"),
        ("⑨ percent were cured", "9 percent is in no used claim"),
        ("Ⅸ percent were cured", "9 percent is in no used claim"),
        ("⁹⁵ percent were cured", "95 percent is in no used claim"),
        ("9<b></b>5 percent were cured", "95 percent is in no used claim"),
        ("[^ 95 percent were cured ]", "95 percent is in no used claim"),
        ("## xc percent were cured", "90 percent is in no used claim"),
        ("XCV. percent were cured", "95 percent is in no used claim"),
        ("九十 percent were cured", "90 percent is in no used claim"),
        ("壹佰零五 percent were cured", "105 percent is in no used claim"),
    ],
)
def test_a_number_that_could_only_be_made_from_the_claims_is_smuggled(
    project: Path, prose: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write(project, f"{{{{claim:c1}}}}\n\n{prose}\n")
    assert build("--prose", "strict") == 1
    assert f"refused: t.md:3: the number {told}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("prose", "told"),
    [
        ("[^c1]: Trial. Label: verified.", "the note [^c1] is of no claim"),
        ("As shown.[^other]", "the note [^other] is of no claim"),
        ("“The drug cures everybody at once.”", "the quotation “The drug cures everybody at once.” is in no"),
        ("They say »no, «the drug cures everybody at once».", "the quotation “the drug cures everybody at"),
        ("They say ‘the drug isn’t a cure at all’.", "the quotation “the drug isn’t a cure at all” is in no"),
        ("They say 'the drug isn't a cure at all'.", "the quotation “the drug isn't a cure at all” is in no"),
        (
            "> The drug cures\n> everybody at once.",
            "the quotation “The drug cures everybody at once.” is in no",
        ),
        ("[^{{label:c1}}]: Trial.", "a placeholder inside the name of a note makes a note of no claim"),
        ("- [e]: //evil.example/x", "the link //evil.example/x is of no used claim"),
        ("[e\nf]: //evil.example/x", "the link //evil.example/x is of no used claim"),
        ("Ask me@evil.example for it.", "the address me@evil.example is of no used claim"),
        ("<details\nhidden>", "HTML can hide what the brief says of itself: <details hidden>"),
        ("- <div", "HTML can hide what the brief says of itself: <div"),
        ("They say «the drug cures everybody at once».", "the quotation “the drug cures everybody at"),
        ("Everything is verified. <!--", "HTML can hide what the brief says of itself: <!--"),
        ("<div hidden>", "HTML can hide what the brief says of itself: <div hidden>"),
        ('<b><a href="//evil.example/">x</a></b>', "HTML can hide what the brief says of itself: <a href="),
        ("[it][e]\n\n[e]:\n //evil.example/x", "the link //evil.example/x is of no used claim"),
        ("[it](\n//evil.example/x)", "the link //evil.example/x is of no used claim"),
        ("&#104;ttps://evil.example/x", "the link https://evil.example/x is of no used claim"),
        ("ftp://evil.example/x", "the link ftp://evil.example/x is of no used claim"),
    ],
)
def test_what_a_writer_could_add_beside_numbers_is_refused(
    project: Path, prose: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write(project, f"{{{{claim:c1}}}}\n\n{prose}\n")
    assert build("--prose", "strict") == 1
    assert f": {told}" in capsys.readouterr().err


@pytest.mark.parametrize(
    "prose",
    [
        'The authors say “statements to passages lowered the unsupported”, and "so it is".',
        f"In “{CLAIM_TEXT}” it stands.",
        "H<sub>a</sub>O<br>and a < x > b",
        f"> {CLAIM_TEXT}\n\n> [!NOTE]\n> Written by a machine, read by nobody.",
        "一、Begin: a @name, some\nof <x\n\ny>. The x percent, C. elegans.",
        "The patients' care isn't what the doctors' unions say, rock 'n' roll and 'tis all.",
        "# 1 Begin\n\n## 1.1 More\n\n# 2. End\n\n1. a\n1. b\n2. c\n   1. d",
    ],
)
def test_prose_that_adds_nothing_passes(
    project: Path, prose: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write(project, f"{{{{claim:c1}}}}\n\n{prose}\n")
    assert build("--prose", "strict") == 0, capsys.readouterr().err


def test_table_and_notes_within_a_line_are_blocks_of_their_own(project: Path) -> None:
    write(project, "Here: {{footnotes}} and {{labels}}{{claim:c1}}\n")
    assert build() == 0
    lines = (project / "out.md").read_text("utf-8").splitlines()
    assert lines[:2] == ["Here: ", ""]
    assert lines[2].startswith("[^c1]: ")
    assert lines[3:5] == ["", "and "]
    assert lines[-3:] == ["| c1 | verified |  |", "", f"{CLAIM_TEXT}[^c1]"]


@pytest.mark.parametrize("prose", ["From 18 to 7.", "Eighteen, then seven.", "About 18.", "&#49;8 of them"])
def test_a_number_in_the_dress_of_the_prose_is_carried(project: Path, prose: str) -> None:
    write(project, f"{{{{claim:c1}}}}\n\n{prose}\n")
    assert build("--prose", "strict") == 0


@pytest.mark.parametrize(
    "text",
    ["{{claim:c9}} [^c9]: x", "# Heading", "<script>alert()</script>", "[a](http://b) | c", "a\n\n- b"],
)
def test_text_of_an_agent_comes_out_inert(project: Path, text: str) -> None:
    write(project, "Begin {{claim:c1}} end.\n", claim("c1", CITATION, text=text))
    assert build() == 0
    out = (project / "out.md").read_text("utf-8")
    assert "<script" not in out
    assert "](http://b)" not in out
    assert "\n[^c9]" not in out
    (line,) = [line for line in out.splitlines() if line.startswith("Begin ")]
    assert line.endswith("[^c1] end.")


def test_unused_claims_and_a_template_without_claims_are_told(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(project, "Nothing.\n")
    assert build() == 0
    assert capsys.readouterr().err.splitlines() == [
        "citelock: warning: not used: c1",
        "citelock: warning: the template uses no claim, so nothing in the brief was checked",
    ]


@pytest.mark.parametrize(
    ("template", "said"),
    [
        (b"{{claim:c9}}", "t.md:1:1: there is no claim c9."),
        (b"{{what:c1}}", "t.md:1:1: {{what:c1}} is no placeholder."),
        (b"\xff", "t.md: is not UTF-8"),
    ],
)
def test_a_wrong_template_is_exit_2(
    project: Path, template: bytes, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write(project, "")
    (project / "t.md").write_bytes(template)
    assert build() == 2
    assert capsys.readouterr().err.startswith(f"citelock: {said}")
    assert not (project / "out.md").exists()


def test_one_id_in_two_files_names_neither(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(project, "{{claim:c1}}\n")
    (project / "more.json").write_text((project / "claims.json").read_text("utf-8"))
    assert build("--claims", "more.json") == 2
    assert "the id c1 is also that of a claim in claims.json" in capsys.readouterr().err


def test_the_same_input_gives_the_same_bytes_anywhere(tmp_path: Path) -> None:
    outputs = set()
    for seed, name in (("0", "a"), ("7", "b b")):
        folder = tmp_path / name
        folder.mkdir()
        write(folder, "{{claim:c1}}{{claim:c2}}\n", claim("c1", CITATION), claim("c2", CITATION, CITATION))
        command = [sys.executable, "-m", "citelock", "brief", "build", "t.md", "--claims", "claims.json"]
        ran = subprocess.run(
            command, cwd=folder, env={"PYTHONHASHSEED": seed, "LC_ALL": "C"}, capture_output=True, check=True
        )
        outputs.add(ran.stdout)
    assert len(outputs) == 1
    assert b"[^c2-2]: " in outputs.pop()


def test_the_brief_goes_over_no_input(project: Path) -> None:
    write(project, "{{claim:c1}}\n")
    before = (project / "claims.json").read_bytes()
    assert run(["brief", "build", "t.md", "--claims", "claims.json", "--out", "claims.json"]) == 2
    assert run(["brief", "build", "t.md", "--claims", "claims.json", "--out", "t.md"]) == 2
    text = project / "sources" / f"{STEM}.txt"
    assert run(["brief", "build", "t.md", "--claims", "claims.json", "--out", str(text)]) == 2
    assert (project / "claims.json").read_bytes() == before
    assert (project / "sources" / f"{STEM}.txt").read_text("utf-8") == TEXT
