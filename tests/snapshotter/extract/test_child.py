"""One child for each document: bounded, alone, and gone afterwards; what ends it is a verdict."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from citelock.snapshotter.extract import child
from citelock.snapshotter.extract.child import ExtractionError, extract
from citelock.snapshotter.extract.interface import Kind
from citelock.snapshotter.extract.limits import LIMITS
from tests.support.pdfs import lines, pdf

DATA = Path(__file__).resolve().parents[2] / "data" / "documents"
TEXT = [
    "A first sentence stands on this page, and it goes",
    "on in a second line that ends here, for the count.",
]
SMALL = pdf(lines(TEXT, 72, 700))


def test_a_pdf_comes_back_as_text_with_what_a_provenance_needs() -> None:
    out = extract(SMALL, "pdf")
    assert out == out._replace(
        verdict="ok",
        text=" ".join(TEXT) + "\n",
        pages=((0, 1),),
        letters=77,
        pages_total=1,
        extractor="pdf/1",
    )
    assert out.backend.startswith("pdfminer.six 20")
    assert out.limits == ("wall" if sys.platform == "win32" else "full")


@pytest.mark.parametrize(
    ("data", "kind", "text"),
    [
        (
            b"<html><p>One paragraph of a page.</p><p>Another one.</p></html>",
            "html",
            "One paragraph of a page.",
        ),
        (b"A plain text.\n", "text", "A plain text."),
        (
            b"<article><body><p>One paragraph of an article.</p></body></article>",
            "jats",
            "One paragraph of an article.",
        ),
    ],
)
def test_the_other_kinds_are_read_in_a_child_as_well(data: bytes, kind: Kind, text: str) -> None:
    out = extract(data, kind)
    assert (out.verdict, text in out.text) == ("ok", True)


def test_a_pdf_that_needs_a_password_says_so() -> None:
    out = extract((DATA / "password.pdf").read_bytes(), "pdf")
    assert (out.verdict, out.text) == ("encrypted", "")
    assert (
        out.message == "it is encrypted and needs a password. Save a copy without one and add it with --file"
    )


def test_neither_the_working_folder_nor_the_environment_reaches_the_child(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('the json.py of the working folder')", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("PYTHONHASHSEED", "7")
    assert extract(SMALL, "pdf").text == " ".join(TEXT) + "\n"


@pytest.mark.skipif(sys.platform == "win32", reason="the wall clock stands alone there")
def test_memory_is_bounded_and_running_out_of_it_is_a_verdict() -> None:
    bomb = pdf("q " * 40_000_000)
    out = extract(bomb, "pdf", limits=LIMITS.lowered(memory=100 * 1024**2))
    assert (out.verdict, out.text) == ("resource_limit", "")


def test_a_reader_that_runs_out_of_memory_and_cannot_say_so_is_understood(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    program = (
        "import os, sys; sys.stdout.write('ready\\n'); sys.stdout.flush();"
        " sys.stderr.write('object type name: MemoryError\\nlost sys.stderr\\n');"
        " sys.stderr.flush(); os._exit(1)"
    )
    monkeypatch.setattr(child, "_command", lambda: [sys.executable, "-c", program])
    out = extract(SMALL, "pdf")
    assert out.verdict == "resource_limit"
    assert out.message == "it needs more than 1024 MiB of memory, or its reader broke down on it"


def test_a_document_that_takes_too_long_is_given_up() -> None:
    out = extract(pdf("0 0 m 1 1 l " * 3_000_000), "pdf", limits=LIMITS.lowered(wall=1))
    assert (out.verdict, out.message) == ("resource_limit", "it was not read within 1 seconds")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit of processor time there")
def test_processor_time_is_bounded() -> None:
    out = extract(pdf("0 0 m 1 1 l " * 3_000_000), "pdf", limits=LIMITS.lowered(cpu=1))
    assert (out.verdict, out.message) == (
        "resource_limit",
        "it was not read within 1 seconds of processor time",
    )


def test_too_many_bytes_in_or_out_are_refused() -> None:
    assert extract(SMALL, "pdf", limits=LIMITS.lowered(data=100)).message == (
        f"it has {len(SMALL):,} bytes; 100 are read at most"
    )
    out = extract(SMALL, "pdf", limits=LIMITS.lowered(text=50))
    assert (out.verdict, out.text) == ("resource_limit", "")


def test_a_child_that_cannot_start_is_no_verdict_on_the_document(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "_MODULE", "citelock.snapshotter.absent")
    with pytest.raises(ExtractionError, match=r"No module named citelock\.snapshotter\.absent"):
        extract(SMALL, "pdf")


def test_the_parent_imports_no_parser() -> None:
    code = "import sys, citelock.snapshotter.extract.child; print(*sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, check=True, text=True
    ).stdout
    assert not {"pdfminer", "lxml", "pypdfium2", "subprocess", "tempfile", "logging"} & set(loaded.split())
