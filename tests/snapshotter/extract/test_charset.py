"""Which encoding a page is in, and who is believed."""

from __future__ import annotations

import pytest

from citelock.snapshotter.extract.charset import decode

META = b'<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1251"></head>'
RUSSIAN = "Привет, мир"
PROSE = "Мы измерили температуру воды в десяти озёрах и записали её каждый день в течение лета. " + RUSSIAN


@pytest.mark.parametrize(
    ("data", "header", "encoding", "said_by"),
    [
        (b"\xef\xbb\xbf" + RUSSIAN.encode(), "windows-1251", "utf-8", "bom"),
        (b"\xff\xfe" + RUSSIAN.encode("utf-16-le"), "", "utf-16-le", "bom"),
        (RUSSIAN.encode("koi8-r"), "KOI8-R", "koi8-r", "header"),
        (META + RUSSIAN.encode("cp1251"), "", "cp1251", "document"),
        (
            b"<?xml version='1.0' encoding='windows-1251'?>" + RUSSIAN.encode("cp1251"),
            "",
            "cp1251",
            "document",
        ),
        (b"<meta charset=utf-16>" + RUSSIAN.encode(), "", "utf-8", "document"),
        ("“naïve” cafés".encode("cp1252"), "iso-8859-1", "cp1252", "header"),
        ("日本語".encode("cp932"), "Shift_JIS", "cp932", "header"),
        ("汉字，鎔".encode("gb18030"), "gb2312", "gb18030", "header"),
        (RUSSIAN.encode(), "", "utf-8", "utf-8"),
        (RUSSIAN.encode(), "iso-8859-1", "utf-8", "utf-8"),
        (META + RUSSIAN.encode(), "", "utf-8", "utf-8"),
        (PROSE.encode("cp1251"), "utf-8", "cp1251", "guess"),
        (PROSE.encode("koi8-r"), "", "koi8-r", "guess"),
        (RUSSIAN.encode(), "no-such-encoding", "utf-8", "utf-8"),
        (b"plain", "rot13", "utf-8", "utf-8"),
    ],
)
def test_the_first_name_that_the_bytes_do_not_contradict_is_taken(
    data: bytes, header: str, encoding: str, said_by: str
) -> None:
    decoded = decode(data, header, markup=True)
    assert (decoded.encoding, decoded.from_) == (encoding, said_by)
    if encoding != "utf-16-le" and RUSSIAN.encode(encoding, "ignore") in data:
        assert decoded.text.endswith(RUSSIAN)


def test_a_plain_text_does_not_name_its_own_encoding() -> None:
    assert decode(b"<meta charset=koi8-r> caf\xe9", "windows-1252").text == "<meta charset=koi8-r> café"


def test_a_few_damaged_bytes_leave_a_text_utf8() -> None:
    assert decode(("é" * 60).encode() + b"\xe9!").text == "é" * 60 + "\ufffd!"


def test_a_guess_names_the_library_that_made_it() -> None:
    decoded = decode("Der Bär fuhr über die Brücke nach Köln, sagte er.".encode("latin-1"))
    assert decoded.text == "Der Bär fuhr über die Brücke nach Köln, sagte er."
    assert decoded.guesser.startswith("charset-normalizer ")
