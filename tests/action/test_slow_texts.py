"""Threats 14 and 15: a hundred kilobytes that are meant to take long, in every field that is read.

Work that grows with the square of a text is a hundred times beyond the guard; see tests/support/speed.py.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from citelock.cli.main import run
from tests.support import pull_requests as pr
from tests.support.rule_cases import CITATION, QUOTE, RECORD
from tests.support.speed import at_most

SIZE = 100_000  # bytes
UNITS = 4_000  # for the whole audit, in which a text stands in some fifteen fields
PIECES = (
    *(
        "a",
        " ",
        "\n",
        "a\n",
        "1",
        "1,",
        "1.",
        "1 ",
        "1e9",
        "word ",
        "Ab ",
        "A. ",
        "I",
        "A et al., ",
        "van ",
        "and ",
    ),
    *(
        "(",
        "[",
        "{",
        "<",
        "<a ",
        "“",
        "«",
        "’",
        "´",
        "$",
        "\\",
        "_",
        "/",
        "%",
        ".",
        "…",
        "-",
        "–",
        "~",
        "&",
        "&#",
    ),
    *("&amp;", "a-", "a-\n", "1-", "1⁄", "10³", "(a) ", "[1]", "; ", ", ", "vol. 1 ", "p. 1-", "°", "III "),
    *(
        "10.1234/",
        "http://",
        "https://doi.org/",
        "doi:10.",
        "PMC",
        "arXiv:",
        "%2e",
        "\t ",
        "\u00a0",
        "\u3000",
    ),
    *(
        "\u00ad",
        "\u200b",
        "\u0301",
        "\u0316\u0301",
        "\u0301\u0316",
        "e\u0301",
        "가",
        "ᄀ",
        "李",
        "ﬁ",
        "½",
        "İ",
        "ß",
    ),
)
TEXTS = {piece: piece * (SIZE // len(piece.encode())) for piece in PIECES} | {
    "blanks between": f"a{' ' * SIZE}b",
    "line ends between": f"a{chr(10) * SIZE}b",
    "an open bracket and blanks": f"a ({' ' * SIZE}",
    "letters and digits": "".join(f"a{n}" for n in range(SIZE // 6)),
    "many numbers": " ".join(str(n) for n in range(SIZE // 6)),
    "a quotation again and again": f"{QUOTE[:-1]} " * (SIZE // len(QUOTE)),
}


def write(folder: Path, text: str) -> None:
    """A project with the text in each field of a claim, of a record and of a source."""
    listed = [
        pr.claim("c1", f"x{text}"),
        pr.claim("c2", "x", title=text, first_author=text, container=text, quote=text, locator=text),
        pr.claim("c3", "x", doi=text, quote=None, quotes=[text, f"{QUOTE} … {text}"]),
        pr.claim("c4", "x", doi=f"10.0000/{text}"),
        {"id": "c5", "text": "x", "citations": [{"url": f"https://example.org/{text}", "quote": text}]},
        {"id": "c6", "text": "x", "citations": [{**CITATION, "doi": "10.0000/demo.2", "title": f"{text}a"}]},
    ]
    record = {"title": f"a{text}", "authors": [f"a{text}", text], "container": f"a{text}", "year": 2024}
    files = {
        "claims.json": pr.claims(*listed),
        "cache/10.0000_demo.1.json": json.dumps(RECORD),
        "cache/10.0000_demo.2.json": json.dumps(RECORD | record),
        "sources/10.0000_demo.1.txt": f"{QUOTE}.\n{text}\n",
        "sources/10.0000_demo.2.txt": f"{text}\n{QUOTE}.\n",
    }
    for path, content in files.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(content, "utf-8", newline="")


@pytest.mark.parametrize("name", TEXTS, ids=ascii)
def test_15_a_hundred_kilobytes_in_every_field_take_work_that_grows_with_them(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Red without: the cap on runs of marks (`MARK_RUN`), linear patterns (`\\s*;` split over blanks).
    write(tmp_path, TEXTS[name])
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CITELOCK_CACHE_DIR", os.devnull)  # nothing is remembered from one try to the next

    assert at_most(UNITS, lambda: run(["audit", "claims.json", "-q", "--out", "r.json"])) == 1
