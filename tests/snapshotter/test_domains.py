"""Whose site an address belongs to."""

from __future__ import annotations

import re

import pytest

from citelock.snapshotter.domains import host_of, is_registrable, registrable_domain, suffix_list_date


@pytest.mark.parametrize(
    ("url", "domain"),
    [
        ("https://en.wikipedia.org/wiki/X", "wikipedia.org"),
        ("https://ru.m.wikipedia.org/", "wikipedia.org"),
        ("https://a.github.io/x", "a.github.io"),
        ("https://news.bbc.co.uk", "bbc.co.uk"),
        ("https://Пример.РФ/путь", "xn--e1afmkfd.xn--p1ai"),
        ("http://127.0.0.1:8001/a", "127.0.0.1:8001"),
        ("http://127.0.0.1/a", "127.0.0.1"),
        ("http://localhost:9/", "localhost:9"),
        ("http://[::1]:80/", "::1:80"),
        ("https://example.org:8443/", "example.org"),
        ("https://example.org./", "example.org"),
        ("https://www.a.example/", "a.example"),
        ("https://co.uk/", "co.uk"),
        ("http://[", ""),
        ("", ""),
    ],
)
def test_one_site_is_one_domain(url: str, domain: str) -> None:
    assert registrable_domain(url) == domain


@pytest.mark.parametrize(
    ("word", "answer"),
    [("openai.com", True), ("example.co.uk", True), ("node.js", False), ("3.5", False), ("co.uk", False)],
)
def test_a_word_is_a_domain_if_its_suffix_is_public(word: str, answer: bool) -> None:
    assert is_registrable(word) is answer


def test_a_host_is_written_as_it_is_asked_for() -> None:
    assert host_of("https://BÜCHER.example/") == "xn--bcher-kva.example"
    assert host_of("https://" + "ü" * 80 + ".example/") == "ü" * 80 + ".example"


def test_the_list_says_of_which_day_it_is() -> None:
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", suffix_list_date())
