"""A headless Chromium on one page, for the tests of the review sheet."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
WIDTHS = {"desktop": (1280, 900), "phone": (360, 740)}
NEEDS_CHROMIUM = [
    pytest.mark.slow,
    pytest.mark.skipif(
        CHROMIUM is None or DRIVER is None,
        reason="no chromium and chromedriver: apt-get install chromium chromium-driver",
    ),
]


class Browser:
    """A headless Chromium on one page."""

    def __init__(self, width: int, height: int, *, dark: bool, downloads: Path) -> None:
        from selenium import webdriver

        options = webdriver.ChromeOptions()
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
            options.add_argument(argument)
        options.binary_location = CHROMIUM or ""
        saving = {
            "download.default_directory": str(downloads),
            "profile.default_content_setting_values.automatic_downloads": 1,  # without a question
        }
        options.add_experimental_option("prefs", saving)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options, webdriver.ChromeService(DRIVER))
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": scheme})

    def open(self, path: Path) -> None:
        self.driver.get(path.as_uri())

    def run(self, script: str) -> Any:  # noqa: ANN401 # whatever the script gives
        return self.driver.execute_script(script)

    def shown(self) -> list[str]:
        """The ids of the claims that can be seen."""
        seen = self.run(
            "return [...document.querySelectorAll('article')].filter(a => a.getClientRects().length).map("
            "a => a.querySelector('.id').textContent)"
        )
        assert isinstance(seen, list)
        return seen

    def click(self, selector: str) -> None:
        from selenium.webdriver.common.by import By

        element = self.driver.find_element(By.CSS_SELECTOR, selector)
        # Not by its place: what comes into view is laid out then, and pushes the element on.
        self.driver.execute_script("arguments[0].focus(); arguments[0].click()", element)

    def text(self, selector: str) -> str:
        """The words of the first such element."""
        return str(self.run(f"return document.querySelector({selector!r}).textContent"))

    def keys(self, *keys: str) -> None:
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.driver).send_keys(*keys).perform()
