"""Words of a PDF that no reader sees are marked, however they are hidden; those that are seen are not."""

from __future__ import annotations

import pytest

from citelock.snapshotter.extract.interface import Backend
from citelock.snapshotter.extract.pdf import read
from citelock.snapshotter.extract.pdf_child import read as pdfminer
from tests.support.pdfs import assembled, lines, pdf

WORDS = "planted words that nobody sees"
FILL = lines(
    [f"Filling sentence number {word} says nothing at all." for word in "one two three four".split()], 72, 700
)


def text(before: str = "", *, y: float = 300, size: float = 10) -> str:
    return f"q {before} BT /F1 {size} Tf 72 {y} Td ({WORDS}) Tj ET Q"


IMAGE = "BI /W 1 /H 1 /CS /G /BPC 8 ID \xff EI"
MASK = "BI /W 1 /H 1 /IM true /BPC 1 ID \xff EI"
HIDDEN = {
    "render mode 3": text("3 Tr"),
    "white": text("1 g"),
    "nearly white": text("0.96 g"),
    "white in CMYK": text("0 0 0 0 k"),
    "outlined in white": text("1 Tr 1 G"),
    "filled and outlined in white": text("2 Tr 1 g 1 G"),
    "without ink": text("/Sep cs 0 sc"),
    "black on black": "0 g 60 290 500 30 re f " + text("0 g"),
    "grey on grey": "0.5 g 60 290 500 30 re f " + text("0.52 g"),
    "white on white on black": "0 g 60 290 500 30 re f 1 g 60 290 500 30 re f " + text("1 g"),
    "covered by a box": text() + " 1 g 60 290 500 30 re f",
    "covered in black": text() + " 0 g 60 290 500 30 re f",
    "covered by a line": text() + " 1 G 20 w 60 303 m 560 303 l S",
    "covered by an image": text() + f" q 500 0 0 30 60 290 cm {IMAGE} Q",
    "covered by a page": text() + " 1 g 0 0 612 792 re f " + FILL,
    "size 0.01": text(size=0.01),
    "size 1": text(size=1),
    "scaled to nothing": text("0.1 0 0 0.1 60 270 cm"),
    "squeezed to nothing": text("0.1 Tz"),
    "clipped": text("0 0 1 1 re W n"),
    "clipped twice": text("60 290 500 30 re W n 60 400 500 30 re W n"),
    "clipped by the even-odd rule": text("0 0 1 1 re W* n"),
    "without opacity": text("/Clear gs"),
    "in a layer that is off": "/OC /Off BDC " + text() + " EMC",
    "deep in a layer that is off": "/OC /Off BDC /P BMC " + text() + " EMC EMC",
    "in layers that are off": "/OC /AllOff BDC " + text() + " EMC",
    "beside the page": text(y=-50),
}
SEEN = {
    "black": text(),
    "grey": text("0.6 g"),
    "white on black": "0 g 60 290 500 30 re f " + text("1 g"),
    "white on an image": f"q 500 0 0 30 60 290 cm {IMAGE} Q " + text("1 g"),
    "white on a pattern": "/Pattern cs /P1 scn 60 290 500 30 re f " + text("1 g"),
    "white on a shading": "q 60 290 500 30 re W n /Sh1 sh Q " + text("1 g"),
    "a filled outline": text("2 Tr 1 g 0 G"),
    "black within a frame": "60 280 m 560 280 l 560 330 l 60 330 l h "
    "65 285 m 555 285 l 555 325 l 65 325 l h f* " + text(),
    "underlined and struck out": text() + " 0 g 72 297 300 1 re f 72 303 300 1 re f",
    "beneath a line": text() + " 0 G 1 w 60 303 m 560 303 l S",
    "highlighted afterwards": text() + " /Multiply gs 1 1 0 rg 60 290 500 30 re f",
    "veiled": text() + " /Half gs 1 g 60 290 500 30 re f",
    "under a mask": text() + f" q 500 0 0 30 60 290 cm {MASK} Q",
    "under a clipped box": text() + " q 0 0 20 20 re W n 1 g 0 0 612 792 re f Q",
    "under a shape that is no box": text() + " 1 g 60 290 m 560 290 l 60 800 l h f",
    "under a box in a shape": text() + " q 60 290 m 560 290 l 60 800 l h W n 1 g 0 0 612 792 re f Q",
    "beside a box": text() + " 1 g 60 200 500 90 re f",
    "clipped around": text("60 290 500 30 re W n"),
    "after a clip": "q 0 0 1 1 re W n Q " + text(),
    "in a layer that is on": "/OC /On BDC " + text() + " EMC",
    "after a layer": "/OC /Off BDC EMC " + text(),
    "half opaque": text("/Half gs"),
    "small": text(size=5),
}


def document(content: str) -> bytes:
    """A page of this content over some sentences, with states, layers and inks to refer to."""
    body = (FILL + "\n" + content).encode("latin-1")
    return assembled(
        [
            b"<< /Type /Catalog /Pages 2 0 R "
            b"/OCProperties << /OCGs [6 0 R 7 0 R] /D << /OFF [6 0 R] >> >> >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources 4 0 R /Contents 5 0 R >>",
            b"<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> "
            b"/ExtGState << /Clear << /ca 0 >> /Half << /ca 0.5 >> /Multiply << /BM /Multiply >> >> "
            b"/Properties << /Off 6 0 R /On 7 0 R /AllOff << /Type /OCMD /OCGs [6 0 R] >> >> "
            b"/ColorSpace << /Sep [/Separation /Spot /DeviceGray 8 0 R] >> "
            b"/Shading << /Sh1 9 0 R >> /Pattern << /P1 << /PatternType 2 /Shading 9 0 R >> >> >>",
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(body), body),
            b"<< /Type /OCG /Name (off) >>",
            b"<< /Type /OCG /Name (on) >>",
            b"<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [1] /C1 [0] >>",
            b"<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 1 0] /Function 8 0 R >>",
        ]
    )


def hidden(content: str, backend: Backend = pdfminer) -> str:
    out = read(document(content), backend, 10)
    assert (out.verdict, WORDS in out.text) == ("ok", True)  # marked, never dropped
    return " ".join(out.text[start:end] for start, end in out.hidden)


@pytest.mark.parametrize("content", HIDDEN.values(), ids=HIDDEN)
def test_words_that_nobody_sees_are_marked(content: str) -> None:
    assert WORDS in hidden(content)


@pytest.mark.parametrize("content", SEEN.values(), ids=SEEN)
def test_words_that_are_seen_are_not_marked(content: str) -> None:
    assert hidden(content) == ""


_NOT_PDFIUM = ("clipped", "in a layer", "deep in", "in layers", "without ink", "covered by a line")


@pytest.mark.parametrize("name", [name for name in HIDDEN if not name.startswith(_NOT_PDFIUM)])
def test_the_second_reader_marks_most_of_them_too(name: str) -> None:
    pytest.importorskip("pypdfium2")
    from citelock.snapshotter.extract.pdfium import read as pdfium

    assert WORDS in hidden(HIDDEN[name], pdfium)


@pytest.mark.parametrize("name", [name for name in SEEN if name != "white on a pattern"])
def test_the_second_reader_marks_no_words_that_are_seen(name: str) -> None:
    pytest.importorskip("pypdfium2")
    from citelock.snapshotter.extract.pdfium import read as pdfium

    assert hidden(SEEN[name], pdfium) == ""


def test_a_drawing_of_its_own_clips_and_hides_until_its_end() -> None:
    inner = f"0 0 1 1 re W n /Clear gs {text()}".encode()
    bodies = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources 4 0 R /Contents 5 0 R >>",
        b"<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> /XObject << /X 6 0 R >> "
        b"/ExtGState << /Clear << /ca 0 >> >> >>",
    ]
    for content, sort in ((f"/X Do {FILL}".encode(), b""), (inner, b"/Subtype /Form /BBox [0 0 612 792]")):
        bodies.append(
            b"<< %s /Resources 4 0 R /Length %d >>\nstream\n%s\nendstream" % (sort, len(content), content)
        )
    out = read(assembled(bodies), pdfminer, 10)
    assert [out.text[start:end] for start, end in out.hidden] == [WORDS]


def test_a_drawing_shows_nothing_outside_of_its_box() -> None:
    content = f"/X Do {FILL}".encode()
    inner = text().encode()
    out = read(
        assembled(
            [
                b"<< /Type /Catalog /Pages 2 0 R >>",
                b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
                b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources 4 0 R /Contents 5 0 R >>",
                b"<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> "
                b"/XObject << /X 6 0 R >> >>",
                b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
                b"<< /Subtype /Form /BBox [0 0 50 50] /Resources 4 0 R /Length %d >>\nstream\n%s\nendstream"
                % (len(inner), inner),
            ]
        ),
        pdfminer,
        10,
    )
    assert [out.text[start:end] for start, end in out.hidden] == [WORDS]


def test_a_page_of_words_under_its_scan_is_an_ocr_layer() -> None:
    out = read(pdf(f"{FILL}\nq 612 0 0 792 0 0 cm {IMAGE} Q"), pdfminer, 10)
    assert (out.verdict, out.flags, out.hidden) == ("ok", ("ocr_layer",), ())


def test_many_boxes_cost_no_more_than_their_number() -> None:
    boxes = " ".join(f"0.{at % 10} g {at % 600} {at // 10 % 700} 5 5 re f" for at in range(20_000))
    assert read(pdf(f"{FILL}\n{boxes}\n{text('1 g')}"), pdfminer, 10).verdict == "ok"
