"""Text from outside is printed on one line and cannot steer a terminal."""

from __future__ import annotations

import pytest

from citelock.cli.output.plain import plain


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain words", "plain words"),
        ("Ёлка «да» 汉字 é", "Ёлка «да» 汉字 é"),
        ("red \x1b[31mtext", "red \\u{1b}[31mtext"),
        ("two\nlines\r\n", "two\\u{a}lines\\u{d}\\u{a}"),
        ("a\u202eb\u2066c", "a\\u{202e}b\\u{2066}c"),
        ("zero\u200bwidth\ufeff", "zero\\u{200b}width\\u{feff}"),
        ("soft\xadhyphen", "soft\\u{ad}hyphen"),
        ("line\u2028sep\x85", "line\\u{2028}sep\\u{85}"),
        ("lone \ud800", "lone \\u{d800}"),
        ("\udcd0\udc81lka \udcff", "Ёlka \\xff"),
        ("tag \U000e0041", "tag \\u{e0041}"),
    ],
)
def test_what_hides_or_moves_text_is_shown_as_its_number(text: str, shown: str) -> None:
    assert plain(text) == shown


def test_long_text_is_cut_with_an_ellipsis() -> None:
    assert plain("x" * 20, 10) == "x" * 10 + "…"
    assert plain("x" * 10, 10) == "x" * 10
