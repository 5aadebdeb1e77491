"""Plain text: cleaned, not reflowed; what is no text is refused by name."""

from __future__ import annotations

import pytest

from citelock.snapshotter.extract.plain import read


def test_lines_blank_lines_and_pages_stay() -> None:
    extracted = read("\ufeffOne line,\r\nanother co-\r\noperates.\r\r\x0cPage two\u202e.".encode(), "")
    assert extracted == extracted._replace(
        verdict="ok",
        text="One line,\nanother co-\noperates.\n\n\x0cPage two.\n",
        letters=31,
        removed=1,
        extractor="text/1",
        backend="",
    )


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"{\\rtf1 words}", "the file is an RTF document, not text"),
        (b"PK\x03\x04rest", "the file is a ZIP archive, or an office document or an e-book, not text"),
        (b"\x89PNG\r\n\x1a\n", "the file is an image, not text"),
        (b"abc\x00\x01\x02def", "the file holds control characters or bytes of no encoding: no text"),
    ],
)
def test_what_is_no_text_says_what_it_is(data: bytes, message: str) -> None:
    extracted = read(data, "")
    assert (extracted.verdict, extracted.message, extracted.text) == ("not_text", message, "")


@pytest.mark.parametrize("data", [b"", b"\n \r\n"])
def test_an_empty_file_is_broken(data: bytes) -> None:
    assert read(data, "")[:2] == ("broken", "the file is empty")


def test_pages_without_a_word_are_a_scan() -> None:
    assert read(b"\n\x0c \r\n\x0c", "")[0] == "no_text_layer"
