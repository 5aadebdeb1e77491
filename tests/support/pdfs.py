"""Small PDFs for the tests, written byte by byte: what stands on a page is the test's own content stream."""

from __future__ import annotations

import zlib

PAGE = (0, 0, 612, 792)
COMPACT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"


def line(text: str, x: float, y: float, size: float = 10, font: str = "F1") -> str:
    """One line of text at a place of the page, in points from its lower left corner."""
    shown = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    return f"BT /{font} {size} Tf {x} {y} Td ({shown}) Tj ET"


def lines(texts: list[str], x: float, y: float, size: float = 10) -> str:
    """Lines under one another, as a typesetter leads them."""
    return "\n".join(line(text, x, y - 1.2 * size * number, size) for number, text in enumerate(texts))


def pdf(*pages: str, fonts: dict[str, bytes] | None = None, box: tuple[int, int, int, int] = PAGE) -> bytes:
    """A PDF of these content streams; `fonts` are entries beside F1, which is Helvetica.

    Objects 1 to 3 are catalogue, page tree and resources.
    """
    entries = {"F1": COMPACT, **(fonts or {})}
    named = b" ".join(b"/%s %s" % (name.encode(), entry) for name, entry in entries.items())
    kids = b" ".join(b"%d 0 R" % (4 + 2 * number) for number in range(len(pages)))
    bodies = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(pages)),
        b"<< /Font << %s >> >>" % named,
    ]
    for number, content in enumerate(pages):
        packed = zlib.compress(content.encode("cp1252"))
        bodies.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [%d %d %d %d] /Resources 3 0 R /Contents %d 0 R >>"
            % (*box, 5 + 2 * number)
        )
        bodies.append(b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(packed), packed))
    return assembled(bodies)


def assembled(bodies: list[bytes]) -> bytes:
    """A file of these objects, numbered from 1, the first one the catalogue."""
    out = bytearray(b"%PDF-1.7\n")
    places: list[int] = []
    for number, body in enumerate(bodies, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(bodies) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(bodies) + 1, start)
    return bytes(out)
