"""Colour and progress are for a person at a terminal, and only there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from citelock.cli import progress
from citelock.cli.progress import Progress
from tests.support.patience import PATIENCE

pty = pytest.importorskip("pty", reason="this platform has no pseudo-terminals")

ARTICLE = Path(__file__).parents[1] / "goldens" / "article"


def on_a_terminal(folder: Path, **environment: str) -> str:
    """What a terminal shows of the article's audit."""
    master, slave = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-m", "citelock", "audit", "claims.json"],
        cwd=folder,
        env={**os.environ, "TERM": "xterm", **environment},
        stdout=slave,
        stderr=slave,
    )
    os.close(slave)
    shown = b""
    while True:
        try:
            piece = os.read(master, 65536)
        except OSError:  # Linux ends a pseudo-terminal with EIO
            break
        if not piece:
            break
        shown += piece
    os.close(master)
    assert child.wait(timeout=PATIENCE) == 1
    return shown.decode("utf-8").replace("\r\n", "\n")


@pytest.fixture
def article(tmp_path: Path) -> Path:
    shutil.copytree(ARTICLE, tmp_path / "article")
    return tmp_path / "article"


def test_a_terminal_shows_failures_in_red_and_else_the_same(article: Path) -> None:
    shown = on_a_terminal(article)

    assert "\x1b[31mFAIL\x1b[0m claims.json:10 c2" in shown
    assert shown.replace("\x1b[31m", "").replace("\x1b[0m", "") == (ARTICLE / "text.txt").read_text("utf-8")


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_who_wants_no_colour_gets_none(article: Path, environment: dict[str, str]) -> None:
    assert on_a_terminal(article, **environment) == (ARTICLE / "text.txt").read_text("utf-8")


def test_progress_is_drawn_on_a_terminal_and_wiped(monkeypatch: pytest.MonkeyPatch) -> None:
    master, slave = pty.openpty()
    monkeypatch.setattr(progress, "_FIRST_AFTER", 0.0)
    monkeypatch.setattr(progress, "_EVERY", 0.0)
    with os.fdopen(slave, "w", encoding="utf-8") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        with Progress("sources") as drawn:
            drawn(1, 2)
            drawn(2, 2)
        with Progress("sources", quiet=True) as silent:
            silent(1, 2)
        expected = b"\r\x1b[2Ksources 1/2\r\x1b[2Ksources 2/2\r\x1b[2K"
        shown = b""
        while len(shown) < len(expected) and expected.startswith(shown):  # it comes in pieces
            shown += os.read(master, 4096)
    os.close(master)

    assert shown == expected


def test_progress_is_silent_in_a_log(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "_FIRST_AFTER", 0.0)
    with Progress("sources") as silent:
        silent(1, 2)

    assert capsys.readouterr() == ("", "")
