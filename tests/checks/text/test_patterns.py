"""Patterns that are compiled when they are first used."""

from __future__ import annotations

import re

import pytest

from citelock.checks.text.patterns import late


def test_a_late_pattern_answers_as_a_compiled_one_at_the_first_use_and_after_it() -> None:
    words, numbers = late("[A-Z]+", re.IGNORECASE), late("[0-9]")
    for _ in range(2):
        assert words.findall("ab 1 CD") == ["ab", "CD"]
        assert words.sub("x", "ab 1 CD") == "x 1 x"
        assert words.fullmatch("ab 1") is None
        match = numbers.search("ab 1 2", 4)
        assert match is not None
        assert match.span() == (5, 6)
    assert words.pattern == "[A-Z]+"


def test_it_is_compiled_at_its_first_use_and_only_then(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    compile_now = re.compile

    def compile_and_note(pattern: str, flags: int = 0) -> re.Pattern[str]:
        compiled.append(pattern)
        return compile_now(pattern, flags)

    monkeypatch.setattr(re, "compile", compile_and_note)
    vowels = late("[aeiou]")
    assert compiled == []
    assert [bool(vowels.search(word)) for word in ("a", "b")] == [True, False]
    assert vowels.match("e")
    assert compiled == ["[aeiou]"]
