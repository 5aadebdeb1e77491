"""The Action on reports in Markdown: `claims: reports/*.md`, annotations on the reports' own lines."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from tests.support.runner import Project

URL = "https://news.example/grounding"
STEM = "url_news.example_grounding-" + sha256(URL.encode()).hexdigest()[:8]
QUOTE = "tying each statement to a passage lowered the number of unsupported statements to 7 of 100"
FALSE = QUOTE.replace("lowered", "raised")
EVIDENCE = {f"sources/{STEM}.txt": f"In our trial {QUOTE}.\n"}
SOUND = f"""# Grounding

The trial left 7 of 100 unsupported.[^1]

[^1]: "{QUOTE}." Demo News, {URL}
"""
WRONG = f"""# Grounding

The trial left 7 of 100 unsupported.[^1]

They say “{FALSE}” [^2].
Costs rose [3].
They call it “a number that nobody else has reported for such a trial”.

[^1]: "{QUOTE}." Demo News, {URL}
[^2]: Demo News, {URL}
[^4]: Other, {URL}/other
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_findings_are_annotated_on_the_lines_of_the_reports(project: Project) -> None:
    base = project.history.commit({**EVIDENCE, "reports/a.md": SOUND, "reports/b.md": SOUND})
    head = project.history.commit({"reports/b.md": WRONG}, base, branch="agent")
    ran = project.pull_request(
        base, head, inputs={"claims": "reports/*.md", "annotations": "commands", "check-name": ""}
    )
    assert (ran.code, ran.conclusion) == (1, "failure"), ran.stderr
    assert [
        (line, seen.properties["title"])
        for (_, line), seen in zip(ran.lines_of(), ran.annotations(), strict=True)
    ] == [(5, "c2: E_QUOTE_NOT_FOUND"), (6, "c3: E_REF_MISSING:3")]
    assert {file for file, _ in ran.lines_of() + ran.lines_of("warning")} == {"reports/b.md"}
    assert sorted(
        (line, seen.properties["title"].partition(":")[0])
        for (_, line), seen in zip(ran.lines_of("warning"), ran.annotations("warning"), strict=True)
    ) == [(7, "W_QUOTE_UNCITED"), (11, "W_REF_UNUSED")]
    assert ran.unmeant() == []


def test_a_report_that_is_sound_passes(project: Project) -> None:
    base = project.history.commit({**EVIDENCE, "reports/a.md": SOUND})
    head = project.history.commit({"reports/b.md": SOUND}, base, branch="agent")
    ran = project.pull_request(base, head, inputs={"claims": "reports/*.md", "annotations": "commands"})
    assert (ran.code, ran.conclusion, ran.annotations()) == (0, "success", []), ran.stderr


def test_a_report_that_is_not_utf_8_is_shown_at_its_line(project: Project) -> None:
    base = project.history.commit({**EVIDENCE, "reports/a.md": SOUND})
    head = project.history.commit({"reports/a.md": b"Fine.\n\xff\n"}, base, branch="agent")
    ran = project.pull_request(base, head, inputs={"claims": "reports/*.md"})
    assert (ran.code, ran.outputs) == (2, {"conclusion": "error"})
    assert ran.lines_of() == [("reports/a.md", 2)]
