"""PDFs to text: lines, columns, joints, furniture, what is hidden, and the verdicts on what is no text."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from citelock.snapshotter.extract.interface import Backend, Extracted, Page, PdfReading
from citelock.snapshotter.extract.pdf import read
from citelock.snapshotter.extract.pdf_child import read as pdfminer
from tests.support.pdfs import assembled, line, lines, pdf

FILL = [f"Filling sentence number {word} says nothing at all here." for word in "one two three four".split()]


def extracted(*pages: str, backend: Backend = pdfminer, **more: object) -> Extracted:
    return read(pdf(*pages, **more), backend, 2000)  # type: ignore[arg-type]


def body(*pages: str) -> list[str]:
    """The paragraphs, without the furniture."""
    out = extracted(*pages)
    assert out.verdict == "ok", out.message
    whole = out.text.split("\n")[:-1]
    return whole if out.furniture_line is None else whole[: out.furniture_line - 2]


def test_lines_of_a_paragraph_become_one_and_a_hyphen_between_letters_stays_undecided() -> None:
    content = lines(
        ["We measured the state-of-the-", "art method and its re-", "sults from 10-", "20 runs."], 72, 700
    )
    assert body(content) == [
        "We measured the state-of-the\xadart method and its re\xadsults from 10-20 runs."
    ]


def with_soft_hyphens(data: bytes, max_pages: int, take: Callable[[Page], None]) -> PdfReading:
    """Reads as pdfminer does a font that calls its hyphen U+00AD."""

    def softly(page: Page) -> None:
        take(
            page._replace(glyphs=[each._replace(text=each.text.replace("-", "\xad")) for each in page.glyphs])
        )

    return pdfminer(data, max_pages, softly)


def test_a_hyphen_that_its_font_calls_soft_is_a_hyphen() -> None:
    content = lines(
        ["We had n-hexane and p-", "xylene from 10-", "20 runs of one-way plant-", "growth."], 72, 700
    )
    content += "\n" + line("g L", 72, 500) + "\n" + line("-1", 88, 504, 6) + "\n" + line(FILL[0], 72, 480)
    out = extracted(content, backend=with_soft_hyphens)
    assert out.text.split("\n")[0] == (
        "We had n-hexane and p\xadxylene from 10-20 runs of one-way plant\xadgrowth."
    )
    assert "g L ⁻¹" in out.text
    assert out.text == extracted(content).text


def test_a_soft_hyphen_at_line_ends_only_is_none() -> None:
    content = lines(["We saw a re-", "sult of them all, which", FILL[0]], 72, 700)
    out = extracted(content, backend=with_soft_hyphens)
    assert out.text.startswith("We saw a result of them all, which")


def test_the_second_column_follows_the_first() -> None:
    left = [
        "The left column of this page begins here and it",
        "runs on over several lines until it reaches a",
    ]
    right = [
        "sentence that ends at the top of the right one.",
        "Another sentence stands below it on the page.",
    ]
    content = lines(left, 72, 700) + "\n" + lines(right, 320, 700)
    assert body(content) == [" ".join(left + right)]


def test_a_caption_between_two_pages_follows_the_paragraph_that_it_interrupts() -> None:
    first = [
        "This paragraph has a first line of the usual length,",
        "and it goes on over the end of the page with the",
    ]
    second = ["words that stand here, on the page that follows it.", "It ends in this line."]
    pages = (
        lines(first, 72, 200),
        lines(["Figure 1. What the caption says of the picture."], 72, 700, 8)
        + "\n"
        + lines(second, 72, 400),
    )
    assert body(*pages) == [" ".join(first + second), "Figure 1. What the caption says of the picture."]


def test_running_heads_and_page_numbers_move_behind_the_body_with_their_pages() -> None:
    pages = [
        line(f"Journal of Examples {number}", 72, 760)
        + "\n"
        + lines([FILL[number]], 72, 600)
        + "\n"
        + line(str(number), 300, 30)
        for number in (1, 2)
    ]
    out = extracted(*pages)
    text = f"{FILL[1]}\n{FILL[2]}\n\nJournal of Examples 1\n1\nJournal of Examples 2\n2\n"
    assert (out.text, out.furniture_line) == (text, 4)
    starts = [
        text.index(FILL[1]),
        text.index(FILL[2]),
        text.index("Journal"),
        text.index("Journal of Examples 2"),
    ]
    assert out.pages == tuple(zip(starts, (1, 2, 1, 2), strict=True))


def test_a_line_that_stands_on_one_page_only_is_no_running_head() -> None:
    content = line("A title at the very top of the page", 72, 760) + "\n" + lines(FILL, 72, 700)
    assert extracted(content).furniture_line is None


def test_turned_text_is_furniture() -> None:
    stamp = "BT /F1 12 Tf 0 1 -1 0 30 200 Tm (arXiv:0000.00000v1 of a turned stamp) Tj ET"
    out = extracted(lines(FILL, 72, 700) + "\n" + stamp)
    assert out.text.endswith("\n\narXiv:0000.00000v1 of a turned stamp\n")


def test_raised_digits_become_superscripts_and_lowered_ones_stay_plain() -> None:
    content = (
        "BT /F1 10 Tf 72 700 Td (A dose of 10) Tj 6 Ts /F1 6 Tf 4 Ts (5) Tj 0 Ts /F1 10 Tf ( cells in H) Tj "
        "/F1 6 Tf -2 Ts (2) Tj 0 Ts /F1 10 Tf (O was given for 3 min) Tj /F1 6 Tf 4 Ts (-1) Tj 0 Ts "
        "/F1 10 Tf (.) Tj ET\n"
    )
    assert body(content + lines(FILL, 72, 600))[0] == "A dose of 10⁵ cells in H2O was given for 3 min⁻¹."


def test_the_mark_of_a_footnote_is_no_part_of_its_first_word() -> None:
    note = "BT /F1 6 Tf 72 104 Td (12) Tj /F1 10 Tf 7 -4 Td (Department of Examples, in a Town.) Tj ET"
    assert body(lines(FILL, 72, 700), note)[1] == "¹² Department of Examples, in a Town."


def test_words_are_parted_by_gaps_and_letterspaced_words_are_not() -> None:
    gaps = "BT /F1 10 Tf 72 700 Td [(Words) -250 (set) -250 (apart) -60 (ly.)] TJ ET"
    spaced = "BT /F1 10 Tf 72 600 Td 3 Tc (ABSTRACT OF THE WORK.) Tj ET"
    assert body(gaps, spaced, lines(FILL, 72, 700))[:2] == ["Words set apartly.", "ABSTRACT OF THE WORK."]


def test_a_line_drawn_twice_to_look_bold_is_read_once() -> None:
    shadow = (
        line("A heading that throws a shadow", 72, 740, 14)
        + "\n"
        + line("A heading that throws a shadow", 72.3, 739.8, 14)
    )
    assert body(shadow + "\n" + lines(FILL, 72, 700))[0] == "A heading that throws a shadow"


def test_what_nobody_sees_stays_in_the_text_and_is_listed() -> None:
    planted = "A planted sentence nobody sees."
    content = "\n".join(
        [
            *(
                lines(FILL, 72, 700),
                f"3 Tr {line(planted, 72, 600)} 0 Tr",
                f"1 g {line(planted, 72, 500)} 0 g",
            ),
            f"0 g 50 380 400 40 re f 1 g {line('White on black is seen.', 72, 400)} 0 g",
            line("Beside the page.", 900, 300),
        ]
    )
    out = extracted(content)
    assert [out.text[start:end] for start, end in out.hidden] == [f"{planted}\n{planted}", "Beside the page."]
    assert "White on black is seen." in out.text


def test_a_font_that_names_no_characters_gives_garbage_by_name() -> None:
    unnamed = b" ".join(b"%d /g%d" % (code, code) for code in range(1, 32))
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Odd /Encoding << /Differences [%s] >> >>" % unnamed
    codes = "".join(f"{ord(letter) - 96:02x}" for letter in "wordsofthepagewithoutanymeaning")
    content = f"BT /F2 10 Tf 72 400 Td <{codes}> Tj ET\n" + lines(FILL[:2], 72, 700)
    out = read(pdf(content, fonts={"F2": font}), pdfminer, 2000)
    assert (out.verdict, out.text) == ("garbled", "")
    assert out.message == (
        "25 % of its characters have no meaning outside its fonts. "
        "Find another copy, or run OCR and add the result with --file"
    )


def test_the_signs_of_a_publishers_font_are_read_by_the_names_of_its_glyphs() -> None:
    font = (
        b"<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+AdvP4C4E74 /FirstChar 1 /LastChar 3 "
        b"/Widths [500 500 500] /Encoding << /Differences [1 /C14 /onequarter /C2] >> >>"
    )
    content = (
        "BT /F1 10 Tf 72 700 Td (n ) Tj /F2 10 Tf (\x02) Tj /F1 10 Tf ( 6 at 80 ) Tj /F2 10 Tf (\x01) Tj "
    )
    content += "/F1 10 Tf (C, 5 ) Tj /F2 10 Tf (\x03) Tj /F1 10 Tf ( 3 runs) Tj ET\n" + lines(FILL, 72, 600)
    assert read(pdf(content, fonts={"F2": font}), pdfminer, 2000).text.startswith(
        "n = 6 at 80 ◦C, 5 × 3 runs\n"
    )


@pytest.mark.parametrize(
    ("data", "verdict", "message"),
    [
        (b"", "broken", "it is empty"),
        (b"\0" * 22000, "broken", "it is empty"),
        (b"<!DOCTYPE html><title>Sign in</title>", "not_pdf", "a PDF was asked for, but it is a web page"),
        (b"%PDF-1.7\nnothing", "broken", "it cannot be read as a PDF (PDFSyntaxError)"),
        (pdf(lines(FILL, 72, 700))[:500], "broken", "it cannot be read as a PDF (PSEOF)"),
        (assembled([b"<< /Type /Catalog >>"]), "broken", "it has no pages"),
        (
            pdf("", ""),
            "no_text_layer",
            "it has 0 letters on 2 pages: it is scanned, or pictures. Run OCR and add the result with --file",
        ),
    ],
)
def test_what_is_no_text_is_named(data: bytes, verdict: str, message: str) -> None:
    out = read(data, pdfminer, 2000)
    assert (out.verdict, out.message, out.text) == (verdict, message, "")


def test_bytes_before_the_header_are_cut() -> None:
    data = pdf(lines(FILL, 72, 700))
    assert read(b"\r\njunk that a server sent\r\n" + data, pdfminer, 2000) == read(data, pdfminer, 2000)


def test_more_pages_than_allowed_are_refused_without_the_text_so_far() -> None:
    out = read(pdf(*[lines(FILL, 72, 700)] * 3), pdfminer, 2)
    assert (out.verdict, out.message, out.text) == ("resource_limit", "it has more than 2 pages", "")


def test_both_backends_read_the_same_text() -> None:
    pytest.importorskip("pypdfium2", reason="the extra citelock[pdfium] is not installed")
    from citelock.snapshotter.extract.pdfium import read as pdfium

    pages = (
        line("Journal of Examples 1", 72, 760)
        + "\n"
        + lines([*FILL, "The last word is bro-", "ken."], 72, 600),
        line("Journal of Examples 2", 72, 760) + "\n" + f"3 Tr {line('Planted and unseen.', 72, 500)} 0 Tr",
    )
    one, other = extracted(*pages), extracted(*pages, backend=pdfium)
    assert other._replace(backend="") == one._replace(backend="")
    assert (one.hyphen_marks, len(one.hidden)) == (1, 1)


def test_a_sentence_goes_on_over_a_full_page_after_an_abbreviation() -> None:
    first = [
        "This paragraph has a first line of the usual length,",
        "and it tells of the leaves and of the seeds of O.",
    ]
    rest = ["basilicum that were dried at room temperature and then", "ground in a mill."]
    pages = (
        lines(first, 72, 200),
        lines(["Table 1. A table in smaller letters."], 72, 700, 8),
        lines(rest, 72, 700),
    )
    assert body(*pages) == [" ".join(first + rest), "Table 1. A table in smaller letters."]


def test_an_accent_that_is_a_letter_of_its_own_is_set_on_the_letter_under_it() -> None:
    content = (
        "BT /F1 10 Tf 72 700 Td [(By F) -20 (\xb4) 445 (elix and M) -30 (u) 445 (\xa8) 0 (ller.)] TJ ET\n"
    )
    assert body(content + lines(FILL, 72, 600))[0] == "By Félix and Müller."


def test_a_sign_that_its_font_calls_a_control_character_keeps_its_place() -> None:
    table = b"1 beginbfchar <3c> <0001> endbfchar"
    bodies = pdf(lines([*FILL, "The difference was significant (P<0.05)."], 72, 700)).split(b"endobj\n")
    content = bodies[4].partition(b"obj\n")[2]
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources 3 0 R /Contents 5 0 R >>"
    font = (
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 6 0 R >>"
    )
    data = assembled(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
            b"<< /Font << /F1 %s >> >>" % font,
            page,
            content,
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(table), table),
        ]
    )
    out = read(data, pdfminer, 2000)
    assert (out.text.rpartition("significant ")[2], out.unmapped) == ("(P\ufffd0.05).\n", 1)


def test_a_page_that_is_all_hidden_over_an_image_is_an_ocr_layer() -> None:
    image = "q 612 0 0 792 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q"
    out = extracted(f"{image} 3 Tr {lines(FILL, 72, 700)} 0 Tr")
    assert (out.verdict, out.flags, out.hidden) == ("ok", ("ocr_layer",), ())


def test_a_page_that_cannot_be_read_makes_the_text_partial() -> None:
    bodies = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F1 "
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
        # A font of the third type without a matrix: pdfminer raises.
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F1 "
        b"<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] >> >> >> >>",
    ]
    content = lines(FILL, 72, 700).encode()
    out = read(
        assembled([*bodies, b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content)]),
        pdfminer,
        2000,
    )
    assert (out.verdict, out.message) == ("partial", "1 of its 2 pages cannot be read: 2")
    assert (out.pages_total, out.pages_failed, out.text.startswith(FILL[0])) == (2, (2,), True)
