"""What codes of fonts mean: the names in a compact font, the signs of a publisher's mathematical font."""

from __future__ import annotations

from pdfminer.pdffont import CFFFont

from citelock.snapshotter.extract.codes import names_of_compact_font, publishers_signs

STANDARD = CFFFont.STANDARD_STRINGS


def _index(*entries: bytes) -> bytes:
    if not entries:
        return b"\0\0"
    ends, at = [], 1
    for entry in (b"", *entries):
        at += len(entry)
        ends.append(bytes([at]))
    return len(entries).to_bytes(2) + b"\x01" + b"".join(ends) + b"".join(entries)


def compact_font(encoding: bytes) -> bytes:
    """A CFF font of three glyphs: .notdef, A of the standard strings, phi1 of its own."""
    head, name, strings, subroutines = b"\x01\0\x04\x01", _index(b"Small"), _index(b"phi1"), _index()

    def number(value: int) -> bytes:
        return b"\x1d" + value.to_bytes(4)

    def top(charset: int, codes: int, glyphs: int) -> bytes:
        return number(charset) + b"\x0f" + number(codes) + b"\x10" + number(glyphs) + b"\x11"

    start = len(head) + len(name) + len(_index(top(0, 0, 0))) + len(strings) + len(subroutines)
    charset = b"\0" + (34).to_bytes(2) + len(STANDARD).to_bytes(2)
    tables = (start, start + len(charset), start + len(charset) + len(encoding))
    glyphs = _index(b"\x0e", b"\x0e", b"\x0e")
    return head + name + _index(top(*tables)) + strings + subroutines + charset + encoding + glyphs


def test_a_compact_font_names_its_codes_one_by_one_or_in_ranges() -> None:
    expected = {7: "A", 30: "phi1"}
    assert names_of_compact_font(compact_font(bytes([0, 2, 7, 30])), STANDARD) == expected
    assert names_of_compact_font(compact_font(bytes([1, 2, 7, 0, 30, 0])), STANDARD) == expected


def test_a_damaged_compact_font_names_nothing() -> None:
    whole = compact_font(bytes([0, 2, 7, 30]))
    for length in range(len(whole) - 4):
        names = names_of_compact_font(whole[:length], STANDARD)
        assert set(names.items()) <= {(7, "A"), (30, "phi1")}


def test_only_fonts_of_that_system_are_read_so() -> None:
    names = {1: "C0", 2: "C14", 3: "C200", 188: "onequarter", 65: "A"}
    assert publishers_signs("XYZXYZ+AdvMT_SY", names) == {1: "−", 2: "◦", 188: "="}
    assert publishers_signs("XYZXYZ+Helvetica", names) == {}
    assert publishers_signs("AdvTimes", {188: "onequarter"}) == {}
