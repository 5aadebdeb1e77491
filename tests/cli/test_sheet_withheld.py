"""Nothing of a text that may not be shown stands on the sheet, in whatever finding it would be told."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from citelock.checks.sheet.cards import told_of
from citelock.cli.main import run
from tests.support.sheets import article, audited, with_provenance

# Words of the text that no claim and no quotation below has.
SECRETS = ("zebras", "walruses", "never", "hardly", "otters", "badgers", "Lynx")
TEXT = (
    "Lynx and badgers\n"
    "The council counted twelve thousand cycling trips a day in May among zebras.\n"
    "The bridge was never closed during the works, say walruses, and the traffic went on. "
    "Nobody saw otters[12] in the river that runs behind the old mill hardly at all.\n"
    "The harbour was opened again in the autumn of that year by the mayor of the town.\n"
)
QUOTES: dict[str, dict[str, Any]] = {
    "E_QUOTE_NOT_FOUND": {"quote": "The council counted twelve thousand cycling trips a day in June"},
    "E_QUOTE_FRAGMENT_NOT_FOUND": {
        "quotes": [
            "The harbour was opened again in the autumn of that year",
            "The council counted twelve thousand cycling trips a day in June",
        ]
    },
    "E_QUOTE_NEGATION_ELIDED": {"quote": "The bridge was … closed during the works"},
    "W_QUOTE_EDITED": {
        "quote": "twelve thousand cycling trips a day in May [by the lake] and the traffic went on"
    },
    "W_QUOTE_CONTEXT_CUT": {"quote": "in the river that runs behind the old mill"},
    "N_QUOTE_MARKERS_IGNORED": {"quotes": ["Nobody saw otters in the river that runs behind the old mill"]},
    "W_QUOTE_SPLICED": {
        "quote": "twelve thousand cycling trips a day in May … opened again in the autumn of that year"
    },
}
WITHHELD: dict[str, dict[str, Any]] = {
    "private": {"text": {"storage": "private"}},
    "forbidden": {"licence": {"class": "cc-by-nd"}},
    "not on the list": {"licence": {"class": "cc-by-nc"}},
    "sealed": {
        "text": {"storage": "sealed"},
        "seal": {"salt": "A" * 22, "windows": 9, "sha256": "0" * 64},
    },
}


@pytest.mark.parametrize("why", WITHHELD)
@pytest.mark.parametrize("code", QUOTES)
def test_no_finding_repeats_words_of_a_text_that_is_withheld(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, why: str
) -> None:
    claim = article(tmp_path)
    claim["citations"][0] |= QUOTES[code]
    with_provenance(tmp_path, TEXT, **WITHHELD[why])
    content = audited(tmp_path, claim, TEXT, monkeypatch)
    quoted = json.dumps(claim)
    assert 'class="withheld"' in content
    assert [word for word in SECRETS if word in content and word not in quoted] == []


@pytest.mark.parametrize("code", QUOTES)
def test_the_same_findings_say_all_where_the_text_may_be_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    claim = article(tmp_path)
    claim["citations"][0] |= QUOTES[code]
    with_provenance(tmp_path, TEXT, licence={"class": "cc-by"})
    content = audited(tmp_path, claim, TEXT, monkeypatch)
    (row,) = json.loads((tmp_path / "report.json").read_text("utf-8"))["results"]
    names = [name.partition(":")[0] for name in (*row["errors"], *row["warnings"], *row["notes"])]
    if code not in ("W_QUOTE_EDITED", "W_QUOTE_SPLICED"):
        assert code in names
    assert "is not repeated here" not in content


def test_a_text_that_is_not_at_hand_is_not_told_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = article(tmp_path)
    claim["citations"][0] |= QUOTES["E_QUOTE_NOT_FOUND"]
    with_provenance(tmp_path, TEXT, licence={"class": "cc-by"})
    audited(tmp_path, claim, TEXT, monkeypatch)
    shutil.rmtree(tmp_path / "sources")
    (tmp_path / "sources").mkdir()
    assert run(["report", "html", "report.json"]) == 0
    content = (tmp_path / "review.html").read_text("utf-8")
    assert "E_QUOTE_NOT_FOUND" in content
    assert [word for word in SECRETS if word in content] == []


def test_what_stands_at_the_head_of_a_text_is_not_told_either() -> None:
    entry = {
        "code": "W_SNAPSHOT_IDENTITY",
        "severity": "warning",
        "message": "the text does not look like the work: it begins with “Lynx and badgers”.",
    }
    assert "badgers" in told_of([entry])[0].message
    assert "badgers" not in told_of([entry], withheld=True)[0].message
    unknown = entry | {"code": "W_OF_A_LATER_VERSION"}
    assert "badgers" not in told_of([unknown], withheld=True)[0].message


def test_no_word_is_said_of_a_text_that_the_report_did_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = article(tmp_path)
    claim["citations"][0]["quote"] = "The council counted twelve thousand cycling trips"
    (tmp_path / "cache" / "10.5555_x.json").unlink()
    content = audited(tmp_path, claim, TEXT, monkeypatch)
    assert "E_NOT_CACHED" in content
    assert "not the one that the report was made with" not in content
