"""The bytes decide what kind of document it is."""

from __future__ import annotations

import pytest

from citelock.snapshotter.extract.interface import Kind, sniff
from tests.support.pdfs import pdf


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (pdf(""), "pdf"),
        (b"HTTP junk\r\n\r\n" + pdf(""), "pdf"),
        (b"x" * 1024 + pdf(""), "text"),
        (b"<!DOCTYPE html>\n<html><body>%PDF is a format", "html"),
        (b"\xef\xbb\xbf  <HTML lang=en>", "html"),
        ("<html><p>".encode("utf-16"), "html"),
        (b"<p>A fragment", "html"),
        (b'<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN">', "html"),
        (b'<?xml version="1.0"?>\n<!DOCTYPE article PUBLIC "-//NLM//DTD JATS">\n<article>', "jats"),
        (b'<article xmlns:xlink="http://www.w3.org/1999/xlink"><front/>', "jats"),
        (b"A text that speaks of an <article> and of <html2>.", "text"),
        (b"", "text"),
    ],
)
def test_the_kind_of_a_document(data: bytes, kind: Kind) -> None:
    assert sniff(data) == kind
