"""Reports in Markdown in a pull request: a glob such as `reports/*.md` among the claims files."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from citelock.snapshotter.compared import MalformedFiles
from tests.support import pull_requests as pr
from tests.support.histories import History

URL = "https://news.example/grounding"
STEM = "url_news.example_grounding-" + sha256(URL.encode()).hexdigest()[:8]
QUOTE = "tying each statement to a passage lowered the number of unsupported statements to 7 of 100"
TEXT = f"In our trial {QUOTE}.\n"
SOUND = f'# Title\n\nSeven of 100 were left.[^1]\n\n[^1]: "{QUOTE}." — Demo News, {URL}\n'
ALTERED = SOUND.replace("lowered", "raised").replace("# Title", "# Title\n\nA line more.")
UNUSED = SOUND + f"[^2]: Nobody's. {URL}/2\n"
EVIDENCE = {f"sources/{STEM}.txt": TEXT}
PATTERNS = ("reports/*.md",)


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "repository")


def test_an_altered_quote_in_a_report_fails_on_its_own_line(history: History) -> None:
    base = history.commit({**EVIDENCE, "reports/a.md": SOUND}, clear=True)
    head = history.commit({"reports/a.md": ALTERED}, base, branch="agent")
    judged = pr.judge(history, base, head, patterns=PATTERNS).judged
    assert judged.conclusion == "failure"
    (row,) = judged.rows
    findings = row["findings"]
    assert isinstance(findings, list)
    errors = [finding for finding in findings if finding["severity"] == "error"]
    assert [(each["code"], each["line"], each["column"]) for each in errors] == [("E_QUOTE_NOT_FOUND", 5, 24)]
    assert (row["file"], judged.difference.new_errors) == ("reports/a.md", True)


def test_a_line_put_in_above_makes_no_citation_new(history: History) -> None:
    base = history.commit({**EVIDENCE, "reports/a.md": ALTERED}, clear=True)
    moved = ALTERED.replace("# Title", "# Title\n\nTwo lines more.")
    head = history.commit({"reports/a.md": moved}, base, branch="agent")
    judged = pr.judge(history, base, head, patterns=PATTERNS, fail_on="regression").judged
    assert (judged.difference.new, judged.difference.fixed) == ((), ())
    assert judged.conclusion == "success"


def test_an_unused_entry_is_told_of_its_file(history: History) -> None:
    base = history.commit({**EVIDENCE, "reports/a.md": SOUND}, clear=True)
    head = history.commit({"reports/a.md": UNUSED}, base, branch="agent")
    result = pr.judge(history, base, head, patterns=PATTERNS)
    assert pr.top_codes(result.judged) == [("reports/a.md", "W_REF_UNUSED")]
    assert result.judged.conclusion == "success"
    assert '"W_REF_UNUSED"' in "".join(result.outcome.text())


def test_a_sentence_that_is_gone_has_vanished(history: History) -> None:
    base = history.commit({**EVIDENCE, "reports/a.md": SOUND}, clear=True)
    head = history.commit({"reports/a.md": "# Title\n\nNothing is left.\n"}, base, branch="agent")
    judged = pr.judge(history, base, head, patterns=PATTERNS).judged
    assert ("reports/a.md", "E_CLAIM_VANISHED") in pr.top_codes(judged)


def test_a_report_that_cannot_be_read_is_refused_by_its_own_name(history: History) -> None:
    base = history.commit({**EVIDENCE, "reports/a.md": SOUND}, clear=True)
    head = history.commit({"reports/a.md": b"Fine.\n\xff\n"}, base, branch="agent")
    with pytest.raises(MalformedFiles, match=r"reports/a\.md:2:1: is not UTF-8 here"):
        pr.judge(history, base, head, patterns=PATTERNS)
