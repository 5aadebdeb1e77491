"""Walls, logins, shells and cover sheets, and texts without spaces."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from citelock.checks.vetting.pages import text_flags, unreadable

CASES = json.loads((Path(__file__).parents[2] / "data" / "page_cases.json").read_text("utf-8"))["cases"]
LONG = "A paper may speak of cookies, of robots and of access that was denied to somebody. " * 20


@pytest.mark.parametrize(
    ("title", "text", "status", "reason"),
    [
        ("Just a moment...", "Enable JavaScript and cookies to continue", 200, "challenge"),
        ("Just a moment...", "", 403, "challenge"),
        ("", "Verify you are human by completing the action below.", None, "challenge"),
        ("Un instant…", "site.org vérifie la connexion", 200, "challenge"),
        (
            "Один момент…",
            "Подтвердите, что вы человек. Включите JavaScript и файлы cookie. " * 4,
            200,
            "challenge",
        ),
        (
            "しばらくお待ちください...",
            "続行するにはJavaScriptとCookieを有効にしてください。" * 9,
            200,
            "challenge",
        ),
        ("Um momento…", "Verifique se você é humano. " * 9, 200, "challenge"),
        ("잠시만 기다리십시오…", "사람인지 확인하십시오. " * 20, 200, "challenge"),
        ("Einhver bið…", "Virkjaðu JavaScript og cookies til að halda áfram. " * 9, 200, "challenge"),
        ("A tutorial", "How JavaScript sets a cookie in a browser, told in short. " * 9, 200, None),
        ("Waiting for Godot...", "A play in which nobody ever comes, told in short. " * 9, 200, None),
        (
            "Page not found",
            "404 - Page not found\n" + "What you were looking for is not here. " * 8,
            200,
            "empty_text",
        ),
        (
            "Journal",
            "404 - Page not found\n" + "What you were looking for is not here. " * 8,
            200,
            "empty_text",
        ),
        ("404", "What you were looking for is not on this server any more. " * 8, 200, "empty_text"),
        ("Страница не найдена", "Такой страницы на этом сервере больше нет. " * 8, 200, "empty_text"),
        ("404 Media", "A newsroom of four people that writes about technology. " * 8, 200, None),
        ("A paper", "The gene was not found in the 404 samples of the study. " * 8, 200, None),
        ("Page not found", LONG, 200, None),
        ("Just a moment...", f"Chapter one\n{LONG}", 200, None),
        ("A paper", f"{'x ' * 300} attention required {'x ' * 100}", 200, None),
        ("Access Denied", "You don't have permission to access this page." * 5, 403, "login"),
        ("A paper", "Please log in to download the article. " * 10, 200, "login"),
        ("A paper", "We use cookies. " * 20, 200, "login"),
        ("A paper", LONG, 200, None),
        ("A paper", "Loading…", 200, "empty_text"),
        ("Just a moment...", "Enable JavaScript and cookies to continue", 500, "empty_text"),
    ],
)
def test_a_marker_and_shortness_together_make_a_wall(
    title: str, text: str, status: int | None, reason: str | None
) -> None:
    assert unreadable(text, title=title, http_status=status) == reason


@pytest.mark.parametrize(("text", "reason"), [("word", None), (" \n.", "empty_text"), ("", "empty_text")])
def test_what_a_person_saved_needs_one_word(text: str, reason: str | None) -> None:
    assert unreadable(text, fetched=False) == reason


@pytest.mark.parametrize(
    ("text", "pages", "reason"),
    [
        (f"This is the author’s version of a work. Take down policy. {'About it. ' * 40}", 1, "cover_only"),
        (f"This is the author’s version of a work. Take down policy. {'About it. ' * 40}", 3, None),
        (f"This is the author’s version of a work. Take down policy. {'About it. ' * 600}", 2, None),
        (f"A letter from the University of Nowhere. {'About it. ' * 40}", 1, None),
    ],
)
def test_a_cover_sheet_alone_is_not_the_work(text: str, pages: int, reason: str | None) -> None:
    assert unreadable(text, pages=pages) == reason


@pytest.mark.parametrize(
    ("text", "flags"),
    [
        ("Thiswholetextlostitsspacesattheextraction andnobodycanquoteitanymore", ("no_spaces",)),
        (LONG, ()),
        ("河流水温对褐鳟产卵的影响。" * 30, ()),
        ("ภาษาไทยไม่มีช่องว่างระหว่างคำ" * 10, ()),
        ("https://pages.org/a-rather-long-address-of-more-than-sixty-characters-in-all", ()),
        ("", ()),
    ],
)
def test_a_text_without_spaces_is_flagged(text: str, flags: tuple[str, ...]) -> None:
    assert text_flags(text) == flags


def test_the_reported_text_without_spaces_is_flagged() -> None:
    given = next(case for case in CASES if case["id"] == "R-snapshot-05")["inputs"]
    assert text_flags(given["extracted_text"]) == ("no_spaces",)
