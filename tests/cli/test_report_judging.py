"""Judging in a real browser: what is ticked is kept and saved, and nothing that nobody has ticked."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from citelock.cli.main import run
from tests.support.browser import NEEDS_CHROMIUM, WIDTHS, Browser
from tests.support.patience import wait_until

TOP = Path(__file__).parents[2]
SUPPORTS, DOES_NOT = "section.cite input[value='supports']", "section.cite input[value='does not']"
NOTE = "section.cite .note input"
LEAVING = (
    "const leaving = new Event('beforeunload', {cancelable: true});"
    "window.dispatchEvent(leaving); return leaving.defaultPrevented"
)

pytestmark = NEEDS_CHROMIUM


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("judging") / "real"
    shutil.copytree(TOP / "examples" / "real", root)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        run(["audit", "claims.json", "--quiet", "--format", "html"])
    return root


@pytest.fixture
def browser(tmp_path: Path, project: Path) -> Iterator[Browser]:
    opened = Browser(*WIDTHS["desktop"], dark=False, downloads=tmp_path)
    try:
        opened.open(project / "report.html")
        boxes(opened)
        yield opened
    finally:
        opened.driver.quit()


def boxes(browser: Browser) -> None:
    """Waits for the boxes of the claims in view."""
    wait_until(lambda: browser.run(f'return document.querySelector("{SUPPORTS}") !== null'))


def ticked(browser: Browser) -> list[str]:
    found = browser.run(
        "return [...document.querySelectorAll('section.cite input:checked')].map(one => one.value)"
    )
    assert isinstance(found, list)
    return found


def saved_in(folder: Path, number: int = 1) -> list[Path]:
    wait_until(lambda: len(list(folder.glob("judgements-*.json"))) == number)
    return sorted(folder.glob("judgements-*.json"))


def judgements(path: Path) -> list[dict[str, Any]]:
    value = json.loads(path.read_text("utf-8"))
    assert value["schema"] == "citelock-judgements/1"
    found = value["judgements"]
    assert isinstance(found, list)
    return found


def test_judgements_are_saved_and_shown_on_the_next_sheet(
    browser: Browser, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert browser.run("return document.querySelector('#bar').hidden")
    browser.click("#export")
    assert "nothing is ticked" in browser.text("#saved")
    browser.click(DOES_NOT)
    browser.click(NOTE)
    browser.keys("another compound")
    assert browser.run(LEAVING)
    browser.click("#export")
    (saved,) = saved_in(tmp_path)
    assert saved.name in browser.text("#saved")
    assert not browser.run(LEAVING)
    assert [(each["verdict"], each["note"]) for each in judgements(saved)] == [
        ("does not", "another compound")
    ]
    copy = tmp_path / "project"
    shutil.copytree(project, copy)
    (copy / "judgements").mkdir()
    shutil.copy(saved, copy / "judgements" / "me.json")
    monkeypatch.chdir(copy)
    run(["audit", "claims.json", "--quiet", "--format", "html"])
    assert "judgements/me.json: <b>does not</b>: another compound" in (copy / "report.html").read_text(
        "utf-8"
    )


def test_what_others_have_said_is_neither_ticked_nor_saved_again(
    browser: Browser, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = json.loads((project / "report.json").read_text("utf-8"))
    copy = tmp_path / "project"
    shutil.copytree(project, copy)
    (copy / "judgements").mkdir()
    others = [
        {"fingerprint": row["fingerprint"], "verdict": "unclear", "note": "of another person"}
        for row in report["results"]
    ]
    value = {"schema": "citelock-judgements/1", "judgements": others}
    (copy / "judgements" / "other.json").write_text(json.dumps(value))
    monkeypatch.chdir(copy)
    run(["audit", "claims.json", "--quiet", "--format", "html"])
    browser.open(copy / "report.html")
    boxes(browser)
    assert "of another person" in browser.text("section.cite .judged")
    assert ticked(browser) == []
    browser.click(SUPPORTS)
    browser.click("#export")
    (saved,) = saved_in(tmp_path)
    assert [(each["verdict"], each["note"]) for each in judgements(saved)] == [("supports", "")]


def test_other_judgements_have_another_file_name(browser: Browser, tmp_path: Path) -> None:
    browser.click(SUPPORTS)
    browser.click("#export")
    saved_in(tmp_path)
    browser.click(DOES_NOT)
    browser.click("#export")
    one, other = saved_in(tmp_path, 2)
    assert one.name != other.name
    assert {each["verdict"] for each in judgements(one) + judgements(other)} == {"supports", "does not"}


def test_what_was_ticked_is_there_after_the_page_is_loaded_again(browser: Browser, project: Path) -> None:
    browser.click(DOES_NOT)
    browser.click(NOTE)
    browser.keys("another compound")
    assert "may remember it" in browser.text("#saved")
    browser.open(project / "report.html")
    boxes(browser)
    assert ticked(browser) == ["does not"]
    assert browser.run(f'return document.querySelector("{NOTE}").value') == "another compound"
    assert "1 ticked" in browser.text("#saved")
    browser.click(".clear")
    assert ticked(browser) == []
    browser.open(project / "report.html")
    boxes(browser)
    assert ticked(browser) == []


def test_a_browser_that_remembers_nothing_is_said_to(browser: Browser, project: Path) -> None:
    refusing = "Object.defineProperty(window, 'localStorage', {get() { throw new Error('refused'); }})"
    browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": refusing})
    browser.open(project / "report.html")
    boxes(browser)
    browser.click(SUPPORTS)
    assert "does not remember it" in browser.text("#saved")
    assert browser.run(LEAVING)


def test_what_another_page_put_into_the_memory_is_not_believed(browser: Browser, project: Path) -> None:
    facts = json.loads(browser.text("#facts"))
    row = json.loads((project / "report.json").read_text("utf-8"))["results"][0]
    planted = {
        row["fingerprint"]: {"verdict": "<b>yes</b>", "note": {"a": 1}},
        "__proto__": {"verdict": "supports"},
        "x": {"verdict": "supports", "note": "n"},
    }
    browser.run(
        f"localStorage.setItem('citelock {facts['report_sha256']}', JSON.stringify({json.dumps(planted)}))"
    )
    browser.open(project / "report.html")
    boxes(browser)
    assert ticked(browser) == []
    assert browser.run("return document.querySelector('#bar').hidden")


def test_a_note_without_a_tick_is_not_lost_silently(browser: Browser, tmp_path: Path, project: Path) -> None:
    browser.click(NOTE)
    browser.keys("a thought")
    browser.click("#export")
    assert "1 note without a tick" in browser.text("#saved")
    assert "nothing was saved" in browser.text("#saved")
    assert browser.run("return document.activeElement.type") == "radio"
    assert browser.run(LEAVING)
    browser.keys(" ")
    browser.click("#export")
    (saved,) = saved_in(tmp_path)
    assert [(each["verdict"], each["note"]) for each in judgements(saved)] == [("supports", "a thought")]


def test_keys_go_from_claim_to_claim_after_a_box_is_ticked(browser: Browser) -> None:
    shown = browser.shown()
    browser.keys("j")
    browser.click(f"article {SUPPORTS}")
    browser.keys("j")
    assert browser.run("return document.activeElement.querySelector('.id').textContent") == shown[1]
    browser.click(NOTE)
    browser.keys("jk")
    assert browser.run("return document.activeElement.value") == "jk"


def test_every_claim_that_is_gone_to_has_its_boxes(browser: Browser) -> None:
    for _ in range(len(browser.shown())):
        browser.keys("j")
    missing = (
        "return [...document.querySelectorAll('section[data-fingerprint]')].filter("
        "one => one.closest('article') === document.activeElement && !one.querySelector('.judge')).length"
    )
    wait_until(lambda: browser.run(missing) == 0)
