"""Made-up papers in the formats that copies come in: JATS, HTML, PDF, plain text.

All say the same three paragraphs, long enough for a whole work; names, titles and identifiers are made up.
"""

from __future__ import annotations

from html import escape

DOI = "10.5555/demo.paper"
TITLE = "Grounding of statements in retrieved passages lowers unsupported claims"
AUTHOR = "Example"
BY = "https://creativecommons.org/licenses/by/4.0/"
BY_NC_ND = "https://creativecommons.org/licenses/by-nc-nd/4.0/"
QUOTE = "tying each statement to a passage lowered the number of unsupported statements from 18 to 7"
PARAGRAPHS = (
    "Earlier studies looked at answers without any source and found that readers trust them all the same.",
    f"In our experiments {QUOTE} per hundred answers, in each of the groups that were looked at.",
    "The effect did not depend on the size of the model, nor on the length of the passages that were shown.",
)
SECTIONS = ("Introduction", "Results", "Discussion")
# Enough of it that nobody takes it for an abstract: a body has 1,500 characters at least.
FILLER = " ".join(
    f"Reader number {number} read every passage twice and noted each statement that had no source."
    for number in range(1, 16)
)


def jats(
    doi: str = DOI,
    title: str = TITLE,
    *,
    author: str = AUTHOR,
    licence: str | None = BY,
    paragraphs: tuple[str, ...] = PARAGRAPHS,
    body: bool = True,
) -> bytes:
    """An article in JATS, with its licence element unless that is None."""
    permissions = (
        ""
        if licence is None
        else (
            f'<permissions><license xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="{licence}">'
            "<license-p>See the address.</license-p></license></permissions>"
        )
    )
    sections = "".join(
        f"<sec><title>{section}</title><p>{escape(paragraph)}</p><p>{FILLER}</p></sec>"
        for section, paragraph in zip(SECTIONS, paragraphs, strict=True)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<article article-type="research-article"><front><article-meta>'
        f'<article-id pub-id-type="doi">{escape(doi)}</article-id>'
        f"<title-group><article-title>{escape(title)}</article-title></title-group>"
        f'<contrib-group><contrib contrib-type="author"><name><surname>{author}</surname>'
        "<given-names>Erin</given-names></name></contrib></contrib-group>"
        f"{permissions}<abstract><p>{escape(paragraphs[1])}</p></abstract></article-meta></front>"
        f"{f'<body>{sections}</body>' if body else ''}</article>\n"
    ).encode()


def html(
    doi: str = DOI,
    title: str = TITLE,
    *,
    licence: str | None = None,
    sections: bool = True,
    author: str = AUTHOR,
) -> bytes:
    """A page about the article, with all of its text unless `sections` is False."""
    link = f'<link rel="license" href="{licence}">' if licence else ""
    parts = "".join(
        f"<h2>{section}</h2><p>{escape(paragraph)}</p><p>{FILLER}</p>"
        for section, paragraph in zip(SECTIONS, PARAGRAPHS, strict=True)
    )
    abstract = f"<h2>Abstract</h2><p>{escape(PARAGRAPHS[1])}</p><p>{escape(PARAGRAPHS[2])}</p>"
    return (
        f'<!DOCTYPE html><html><head><title>{escape(title)}</title><meta name="citation_doi" content="{doi}">'
        f"{link}</head><body><h1>{escape(title)}</h1><p>Erin {author}</p>{abstract}"
        f"{parts if sections else ''}</body></html>\n"
    ).encode()


def text(title: str = TITLE, doi: str = DOI) -> bytes:
    """The article as plain text."""
    parts = [title, f"Erin {AUTHOR}", f"https://doi.org/{doi}"]
    for section, paragraph in zip(SECTIONS, PARAGRAPHS, strict=True):
        parts += [section, paragraph, FILLER]
    return ("\n".join(parts) + "\n").encode()


def pdf(title: str = TITLE, doi: str = DOI, *, author: str = AUTHOR) -> bytes:
    """The article as a PDF of one page for each section, in the standard font, made by hand."""
    pages = [
        [
            title,
            f"Erin {author}",
            f"https://doi.org/{doi}",
            "",
            SECTIONS[0],
            *_lines(PARAGRAPHS[0]),
            *_lines(FILLER),
        ],
        [SECTIONS[1], *_lines(PARAGRAPHS[1]), *_lines(FILLER)],
        [SECTIONS[2], *_lines(PARAGRAPHS[2]), *_lines(FILLER)],
    ]
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>"
        % (b" ".join(b"%d 0 R" % (4 + 2 * number) for number in range(len(pages))), len(pages)),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for number, lines in enumerate(pages):
        drawn = b"BT /F1 10 Tf 12 TL 60 760 Td " + b" ".join(
            b"(%s) Tj T*"
            % line.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)").encode("cp1252")
            for line in lines
        )
        drawn += b" ET"
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R"
            b" /Resources << /Font << /F1 3 0 R >> >> >>" % (5 + 2 * number)
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawn), drawn))
    return _file(objects)


def _file(objects: list[bytes]) -> bytes:
    out, offsets = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return out + b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)


def _lines(paragraph: str, width: int = 88) -> list[str]:
    """The words of a paragraph in lines."""
    lines = [""]
    for word in paragraph.split():
        if len(lines[-1]) + len(word) + 1 > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
