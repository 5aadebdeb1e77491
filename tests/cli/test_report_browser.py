"""The review sheet in a real browser: nothing overflows, filters and keys work, axe finds nothing serious."""

from __future__ import annotations

import json
import shutil
from base64 import b64decode
from collections.abc import Callable, Iterator
from importlib.resources import files
from io import BytesIO
from pathlib import Path

import pytest

from citelock.cli.main import run
from tests.support.browser import NEEDS_CHROMIUM, WIDTHS, Browser
from tests.support.patience import PATIENCE, wait_until
from tests.support.sheets import article, audited

TOP = Path(__file__).parents[2]
HOSTILE = '</script><script>window.hacked=1</script><img src=x onerror="window.hacked=1"> \u202eevil\u202c'
LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft" * 3

pytestmark = NEEDS_CHROMIUM


@pytest.fixture(scope="module")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sheet of examples/real and one of hostile claims."""
    root = tmp_path_factory.mktemp("sheets")
    with pytest.MonkeyPatch.context() as patch:
        shutil.copytree(TOP / "examples" / "real", root / "real")
        patch.chdir(root / "real")
        run(["audit", "claims.json", "--quiet", "--format", "html"])
        hostile = root / "hostile"
        hostile.mkdir()
        patch.chdir(hostile)
        citation = {
            "doi": "10.5555/x",
            "title": HOSTILE,
            "year": 2024,
            "first_author": LONG,
            "quote": f"{LONG} {HOSTILE}",
        }
        claims = [
            {"id": f"c{n} {HOSTILE}", "text": f"{LONG} {HOSTILE}", "citations": [citation]} for n in range(3)
        ]
        (hostile / "claims.json").write_text(json.dumps({"claims": claims}))
        run(["audit", "claims.json", "--quiet", "--format", "html"])
    return root


@pytest.fixture(params=[(name, dark) for name in WIDTHS for dark in (False, True)], ids=str)
def browser(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Browser]:
    name, dark = request.param
    opened = Browser(*WIDTHS[name], dark=dark, downloads=tmp_path)
    try:
        yield opened
    finally:
        opened.driver.quit()


@pytest.fixture
def desktop(tmp_path: Path) -> Iterator[Browser]:
    opened = Browser(*WIDTHS["desktop"], dark=False, downloads=tmp_path)
    try:
        yield opened
    finally:
        opened.driver.quit()


def test_nothing_overflows_and_axe_has_nothing_serious_to_say(browser: Browser, sheets: Path) -> None:
    axe = files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    for name in ("real", "hostile"):
        browser.open(sheets / name / "report.html")
        # What is far down the page is laid out when it comes into view; a judge looks at all of it.
        browser.run(
            "document.querySelectorAll('article').forEach(a => a.style.contentVisibility = 'visible')"
        )
        width, inner = browser.run("return [document.documentElement.scrollWidth, window.innerWidth]")
        assert width <= inner, name
        assert browser.run("return window.hacked") is None
        assert browser.run("return document.querySelectorAll('img, iframe, object').length") == 0
        browser.driver.set_script_timeout(10 * PATIENCE)
        browser.run(axe)
        found = browser.driver.execute_async_script(
            "const done = arguments[0]; axe.run(document, {resultTypes: ['violations']}).then(done)"
        )
        serious = [
            (each["id"], [node["html"][:200] for node in each["nodes"][:3]])
            for each in found["violations"]
            if each["impact"] in ("serious", "critical")
        ]
        assert serious == [], name
    log = browser.driver.get_log("browser")  # type: ignore[no-untyped-call]
    severe = [line for line in log if line["level"] == "SEVERE"]
    assert severe == []


def test_filters_work_with_the_keyboard_alone_and_without_script(desktop: Browser, sheets: Path) -> None:
    report = json.loads((sheets / "real" / "report.json").read_text("utf-8"))
    desktop.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    desktop.open(sheets / "real" / "report.html")
    desktop.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert len(desktop.shown()) == len(report["claims"])
    labels = ["unverified", "partial", "not-machine-checked", "verified"]
    desktop.run("document.querySelector('#f-unverified').focus()")
    desktop.keys(" ")
    assert len(desktop.shown()) == len(report["claims"]) - report["labels"]["unverified"]
    for _ in labels[1:3]:
        desktop.keys("\ue004", " ")  # Tab
    assert len(desktop.shown()) == report["labels"]["verified"]
    for label in labels[:3]:
        desktop.click(f"#f-{label}")
    desktop.click("#f-wrong")
    wrong = {row["claim"] for row in report["results"] if row["errors"] or row["warnings"]}
    assert set(desktop.shown()) == wrong


def test_words_are_looked_for_and_claims_are_walked_through(desktop: Browser, sheets: Path) -> None:
    desktop.open(sheets / "real" / "report.html")
    every = desktop.shown()
    desktop.keys("j", "j")
    assert desktop.run("return document.activeElement.querySelector('.id').textContent") == every[1]
    desktop.keys("k")
    assert desktop.run("return document.activeElement.querySelector('.id').textContent") == every[0]
    desktop.click("#find")
    desktop.keys("diesel germination")
    wait_until(lambda: desktop.shown() == ["biosurfactant-germination"])
    desktop.keys(" zeppelin")
    wait_until(lambda: desktop.shown() == [])
    assert desktop.run("return !document.querySelector('#none').hidden")


def test_a_text_runs_in_its_own_direction(
    desktop: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = article(tmp_path)
    claim["text"] = "قاس الباحثون درجة الحرارة في ثلاث مدن."
    claim["citations"][0]["quote"] = quote = "قام الباحثون بقياس درجة الحرارة في ثلاث مدن مختلفة"
    audited(tmp_path, claim, f"في عام 2019 {quote} خلال فصل الصيف.\nBefore and after.\n", monkeypatch)
    desktop.open(tmp_path / "report.html")
    for selector, direction in {
        "article h2": "rtl",
        "blockquote": "rtl",
        "figure.context p:not(.around)": "rtl",
        "figure.context p.around": "ltr",
        "td": "ltr",
    }.items():
        found = desktop.run(f"return getComputedStyle(document.querySelector({selector!r})).direction")
        assert found == direction, selector


def test_no_word_is_broken_in_the_table_of_a_phone(tmp_path: Path, sheets: Path) -> None:
    phone = Browser(*WIDTHS["phone"], dark=False, downloads=tmp_path)
    try:
        phone.open(sheets / "real" / "report.html")
        words, broken = phone.run("""
            const broken = []; let words = 0;
            document.querySelectorAll('article').forEach(a => a.style.contentVisibility = 'visible');
            document.querySelectorAll('details').forEach(d => d.open = true);
            document.querySelectorAll('td, th').forEach(cell => cell.childNodes.forEach(node => {
                for (const word of (node.nodeValue || '').matchAll(/[^\\s-]+/g)) {
                    const range = document.createRange();
                    range.setStart(node, word.index); range.setEnd(node, word.index + word[0].length);
                    words += 1;
                    if (range.getClientRects().length > 1) broken.push(word[0]);
                }
            }));
            return [words, broken]""")
    finally:
        phone.driver.quit()
    assert words > 500
    assert broken == []


def test_what_is_folded_and_marked_is_printed_without_script(desktop: Browser, sheets: Path) -> None:
    from pdfminer.high_level import extract_text

    desktop.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    desktop.open(sheets / "real" / "report.html")
    desktop.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert desktop.run("return document.querySelectorAll('details[open]').length") == 0
    printed = desktop.driver.execute_cdp_cmd("Page.printToPDF", {"pageRanges": "1-4"})
    words = extract_text(BytesIO(b64decode(printed["data"])))
    assert "Licence and hashes" in words
    assert "sha256" in words
    assert "Partial 3" in " ".join(words.split())
    desktop.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    style = desktop.run(
        "const s = getComputedStyle(document.querySelector('mark.q'));"
        "return [s.printColorAdjust, s.borderBottomStyle, s.borderBottomWidth]"
    )
    assert style == ["exact", "solid", "2px"]


def test_printing_opens_what_is_folded_and_folds_it_again(desktop: Browser, sheets: Path) -> None:
    desktop.open(sheets / "real" / "report.html")
    opened = "return document.querySelectorAll('details[open]').length"
    desktop.run("document.querySelector('details').open = true; dispatchEvent(new Event('beforeprint'))")
    assert desktop.run(opened) == desktop.run("return document.querySelectorAll('details').length")
    desktop.run("dispatchEvent(new Event('afterprint'))")
    assert desktop.run(opened) == 1


def test_five_thousand_claims_open_and_are_filtered(
    desktop: Browser,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    record_property: Callable[[str, object], None],
) -> None:
    from bench.corpus import write_corpus

    write_corpus(tmp_path, 5000, 500, size=8000)
    monkeypatch.chdir(tmp_path)
    run(["audit", "claims.json", "--quiet", "--format", "html", "--no-store"])
    page = tmp_path / "report.html"
    assert page.stat().st_size < 25_000_000
    desktop.open(page)
    load = desktop.run(
        "const t = performance.getEntriesByType('navigation')[0];"
        "return Math.round(t.loadEventEnd - t.startTime)"
    )
    desktop.click("#f-verified")
    assert len(desktop.shown()) < 5000
    size = f"{page.stat().st_size / 1e6:.1f} MB"
    record_property("measured", f"the sheet of 5,000 claims: {size}, open after {load} ms")
