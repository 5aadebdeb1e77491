"""The documentation site in a real browser: nothing overflows, the search answers, what is copied runs."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.support.patience import wait_until
from tests.support.site import built_site

DOCS = Path(__file__).parent.parent / "docs"
CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
PAGES = sorted(path.relative_to(DOCS).with_suffix(".html").as_posix() for path in DOCS.rglob("*.md"))

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        CHROMIUM is None or DRIVER is None,
        reason="no chromium and chromedriver: apt-get install chromium chromium-driver",
    ),
]


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: object) -> None:
        """Nothing: what is printed belongs to the test."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The site on loopback, as a server of files gives it."""
    folder = built_site(tmp_path_factory.mktemp("site"))
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


@contextmanager
def browser(width: int) -> Iterator[Any]:
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.binary_location = CHROMIUM or ""
    driver = webdriver.Chrome(options, webdriver.ChromeService(DRIVER))
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        yield driver
    finally:
        driver.quit()


@pytest.mark.parametrize("width", [1280, 360])
def test_no_page_is_wider_than_the_screen_and_none_asks_another_host(address: str, width: int) -> None:
    wide, asked = [], set()
    with browser(width) as driver:
        for page in PAGES:
            driver.get(f"{address}/{page}")
            if driver.execute_script("return document.scrollingElement.scrollWidth") > width:
                wide.append(page)
            asked |= set(
                driver.execute_script(
                    "return performance.getEntriesByType('resource').map(each => each.name)"
                )
            )
    assert wide == []
    assert len(asked) > 3
    assert [each for each in sorted(asked) if not each.startswith((address, "data:"))] == []


def test_the_search_finds_a_code(address: str) -> None:
    with browser(1280) as driver:
        driver.get(f"{address}/index.html")
        driver.execute_script("document.querySelector('.md-search__input').focus()")
        driver.switch_to.active_element.send_keys("E_YEAR_MISMATCH")
        found = "return [...document.querySelectorAll('.md-search-result__link')].map(each => each.href)"
        wait_until(lambda: any("rules/year.html" in each for each in driver.execute_script(found)))


def test_what_is_copied_from_a_console_is_the_commands_alone(address: str) -> None:
    with browser(1280) as driver:
        driver.get(f"{address}/tutorial.html")
        driver.execute_cdp_cmd(
            "Browser.grantPermissions",
            {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"], "origin": address},
        )
        button = "document.querySelectorAll('.language-console .md-code__button')"
        wait_until(lambda: driver.execute_script(f"return {button}.length") > 2)
        driver.execute_script(f"return {button}[1]").click()  # a person's click: scripts may not copy
        read = "navigator.clipboard.readText().then(arguments[0], error => arguments[0](String(error)))"
        wait_until(lambda: "citelock init" in driver.execute_async_script(read))
        copied = driver.execute_async_script(read)
    lines = [line for line in copied.splitlines() if line.strip()]
    assert [line.split()[0].partition("=")[0] for line in lines] == ["newest", "citelock"]
