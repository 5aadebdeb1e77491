"""Strict JSON: what is refused, where exactly, and that the quick and the exact scanner agree."""

from __future__ import annotations

import json
import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.checks.claims import Claim
from citelock.checks.errors import InputError
from citelock.checks.json_scan import Unstrict, decode_value
from citelock.checks.json_words import quoted, readable
from citelock.checks.jsonfault import Fault, check_value
from citelock.checks.jsontext import line_column, locate, parse, position_of
from tests.support.speed import at_most

EMPTY = "the file is empty. Write a JSON value into it."
CUT = "is missing: it is cut off. Write the file again."
UNCLOSED = "the string that begins here has no end: the text is cut off. Write it again."
STRAIGHT = 'Write strings and keys in straight double quotes: "…".'
MARKER = "this is a conflict marker of git. Resolve the conflict and remove its marker lines."
COMMENT = "this is a comment, and JSON has none. Remove it."

REFUSED = [
    (b"", f"x.json:1:1: {EMPTY}"),
    (b"  \n", f"x.json:2:1: {EMPTY}"),
    (b"\xef\xbb\xbf", f"x.json:1:1: {EMPTY}"),
    (b'{"a": 1,}', "x.json:1:8: a comma stands before the closing }. Remove the comma."),
    (b'{"a": [1,\n 2,\n]}', "x.json:2:3: a: a comma stands before the closing ]. Remove the comma."),
    (b'{"a": NaN}', "x.json:1:7: a: NaN is not a JSON number. Write a number, or null."),
    (b'{"a": -Infinity}', "x.json:1:7: a: -Infinity is not a JSON number. Write a number, or null."),
    (b'{"a": 1e999999}', "x.json:1:7: a: 1e999999 is too large for a number. Write it as a string."),
    (
        b'{"a": ' + b"7" * 5000 + b"}",
        "x.json:1:7: a: a number of more than 640 digits is refused. Write it as a string.",
    ),
    (
        b'{"a": 1, "\\u0061": 2}',
        'x.json:1:10: a: the key "a" stands twice in this object. Remove one of the two.',
    ),
    (
        '{"ключ": "ы", "b": {"c": "\\ud83d"}}'.encode(),
        r"x.json:1:27: b.c: \ud83d is half of a surrogate pair. Write the whole character.",
    ),
    (
        b'["\\ude00\\ud83d"]',
        r"x.json:1:3: [0]: \ude00 is half of a surrogate pair. Write the whole character.",
    ),
    (b'{"a": "x\ny"}', r"x.json:1:9: a: a line break stands in a string. Write \n."),
    (b'{"a": "x\ty"}', r"x.json:1:9: a: a tab stands in a string. Write \t."),
    (
        b'{"a": "\x1b[31m"}',
        r"x.json:1:8: a: a control character stands in a string. Write \u001b, or remove it.",
    ),
    (b'{"a": "\\q"}', r"x.json:1:8: a: '\\q' is no JSON escape. Write \\ for a backslash."),
    (b"{'a': 1}", 'x.json:1:2: this is a single quote. Write strings and keys in double quotes: "…".'),
    ("{“a”: 1}".encode(), f"x.json:1:2: this is a typographic quotation mark. {STRAIGHT}"),
    (b"{a: 1}", 'x.json:1:2: the word a is not JSON. Write strings and keys in double quotes: "…".'),
    (b'{"a": None}', "x.json:1:7: a: None is not JSON. Write null."),
    (b"[1, True]", "x.json:1:5: [1]: True is not JSON. Write true."),
    (
        b'{"a": 01}',
        "x.json:1:7: a: 01 is not a JSON number. Write digits without leading zeros, such as 2024 or 0.5.",
    ),
    (b'{"a": 1 "b": 2}', "x.json:1:9: a comma or } is expected here, not a string."),
    (b"[1, , 2]", "x.json:1:5: [1]: a value is expected here, not a comma."),
    ('{"a":\xa01}'.encode(), "x.json:1:6: a: U+00A0 may not stand here. Write a value."),
    (b'{"a": 1, // one\n "b": 2}', f"x.json:1:10: {COMMENT}"),
    (b'{"a": 1, /* one */ "b": 2}', f"x.json:1:10: {COMMENT}"),
    (b'{"a":\n<<<<<<< HEAD\n1}', f"x.json:2:1: a: {MARKER}"),
    (b'{"a": 1\n=======\n}', f"x.json:2:1: {MARKER}"),
    (
        b"```json\n{}\n```",
        "x.json:1:1: this is a Markdown fence, not JSON. Remove the lines that begin with ```.",
    ),
    (
        b"Here is the file:\n```json\n{}\n```\n",
        "x.json:1:1: text and a Markdown fence stand before the JSON. Keep only what is between the lines "
        "that begin with ```.",
    ),
    (
        b"<!DOCTYPE html><html></html>",
        "x.json:1:1: this is HTML or XML, not JSON. Save the JSON itself, not a page that shows it.",
    ),
    (b"{}\n```\n", "x.json:2:1: this is a Markdown fence, not JSON. Remove the lines that begin with ```."),
    (
        b'{"a": 1}\n{"b": 2}\n',
        "x.json:2:1: a second JSON value begins here (JSON Lines?). A file holds one value: join them.",
    ),
    (b"{} x", "x.json:1:4: text stands after the end of the JSON value. Remove it."),
    (b'{"a": "abc', f"x.json:1:7: a: {UNCLOSED}"),
    (b'{"a": "abc\\u00', f"x.json:1:7: a: {UNCLOSED}"),
    (b'{"a": {"b": [1', f"x.json:1:15: a.b[0]: the text ends here, and a comma or ] {CUT}"),
    (b'{"a"', f"x.json:1:5: a: the text ends here, and a colon {CUT}"),
    (b'{"a": ', f"x.json:1:7: a: the text ends here, and a value {CUT}"),
    (b'{"a": "\xff"}', "x.json:1:8: byte 0xff is not UTF-8. Save the file as UTF-8."),
    (
        '{"a":\n "ы\xe9"}'.encode().replace(b"\xc3\xa9", b"\xe9"),
        "x.json:2:4: byte 0xe9 is not UTF-8. Save the file as UTF-8.",
    ),
    (b"\xed\xa0\xbd", "x.json:1:1: byte 0xed is not UTF-8. Save the file as UTF-8."),
    ('{"a": 1}'.encode("utf-16"), "x.json:1:1: the file is UTF-16 or UTF-32. Save it as UTF-8."),
    ('{"a": 1}'.encode("utf-16-le"), "x.json:1:2: this is a NUL byte, as in UTF-16. Save the file as UTF-8."),
]


@pytest.mark.parametrize(("data", "message"), REFUSED, ids=[repr(data[:24]) for data, _ in REFUSED])
def test_a_fault_is_named_with_its_place_and_repair(data: bytes, message: str) -> None:
    with pytest.raises(InputError) as refused:
        parse(data, "x.json")
    assert str(refused.value) == message


def test_a_byte_order_mark_is_tolerated_and_has_no_column() -> None:
    assert parse(b'\xef\xbb\xbf{"a": 1}\r\n', "x.json") == {"a": 1}
    with pytest.raises(InputError, match=re.escape("x.json:1:7: a: None is not JSON")):
        parse(b'\xef\xbb\xbf{"a": None}', "x.json")


def test_a_surrogate_pair_is_one_character() -> None:
    assert parse(b'["\\ud83d\\ude00", "\\\\ud83d"]', "x.json") == ["\U0001f600", "\\ud83d"]


def test_the_longest_number_is_the_same_in_every_environment() -> None:
    before = sys.get_int_max_str_digits()
    try:
        for limit in (640, 0):
            sys.set_int_max_str_digits(limit)
            assert parse(b"7" * 640, "x.json") == int("7" * 640)
            with pytest.raises(InputError, match="more than 640 digits"):
                parse(b"7" * 641, "x.json")
    finally:
        sys.set_int_max_str_digits(before)


@pytest.mark.parametrize("opening", [b"[", b'{"a":'])
def test_64_levels_are_read_and_65_are_not(opening: bytes) -> None:
    closing = b"]" if opening == b"[" else b"}"
    assert parse(opening * 63 + b"[]" + closing * 63, "x.json")
    with pytest.raises(InputError) as refused:
        parse(opening * 64 + b"[]" + closing * 64, "x.json")
    assert refused.value.what == "nested deeper than 64 levels. Write a flatter value."
    assert (refused.value.line, refused.value.column) == (1, 64 * len(opening) + 1)


def test_many_brackets_side_by_side_are_not_deep() -> None:
    assert parse(b"[" + b"[],{}," * 500 + b"[]]", "x.json") == [[], {}] * 500 + [[]]


@pytest.mark.parametrize(
    "data",
    [
        b"[" * 5_000_000,
        b'{"a":' * 100_000,
        b'"' + b"a" * 5_000_000,
        b'"' + b"\\\\" * 500_000,
        b"{" + b",".join(b'"k%d":1' % number for number in range(100_000)) + b',"k0":1}',
        b"[" + b"1," * 300_000 + b"NaN]",
        b'["' + b"\\ud83d\\ude00" * 80_000 + b'\\ud83d"]',
    ],
    ids=["brackets", "objects", "open string", "backslashes", "keys", "numbers", "surrogates"],
)
def test_hostile_text_is_refused_with_little_work(data: bytes) -> None:
    def refused() -> InputError:
        with pytest.raises(InputError) as raised:
            parse(data, "x.json")
        return raised.value

    # A quadratic or recursive scanner needs minutes or a larger stack.
    assert len(str(at_most(10_000, refused))) < 250


def test_a_value_is_found_by_its_pointer_in_bytes() -> None:
    data = 'до {"я": 1, "citations": [{"a/b": "ы", "year" : 2023 }]} после'.encode()
    offset = data.index(b"{")

    def found(pointer: str) -> bytes:
        start, end = locate(data, offset, pointer)
        return data[start:end]

    assert found("/citations/0/year") == b"2023"
    assert found("/citations/0/a~1b") == '"ы"'.encode()
    assert found("/citations/0/title") == '{"a/b": "ы", "year" : 2023 }'.encode()
    assert found("/citations/7/title") == '[{"a/b": "ы", "year" : 2023 }]'.encode()
    assert found("") == data[offset : data.rindex(b"}") + 1]


def test_lines_and_columns_count_characters_from_one() -> None:
    data = "\ufeffж\r\nжab\n".encode()
    assert line_column(data, 3) == (1, 1)
    assert line_column(data, data.index(b"\r")) == (1, 2)
    assert line_column(data, data.index(b"a")) == (2, 2)
    assert line_column(data, len(data)) == (3, 1)


@pytest.mark.parametrize(
    ("steps", "place"),
    [
        (("id",), (7, 15)),
        (("citations", 0, "year"), (9, 11)),
        (("citations", "0", "year"), (9, 11)),
        (("citations", 0, "quotes", 1), (8, 10)),
        ((), (7, 9)),
    ],
)
def test_a_finding_stands_where_its_value_does(steps: tuple[str | int, ...], place: tuple[int, int]) -> None:
    data = '{"id":"c", "citations": [\n         {"жж": "й",\n  "year": 1}]}'.encode()
    claim = Claim("c", "t", (), "x.json", line=7, column=9)
    assert position_of(data, claim, steps) == place


def test_of_bytes_that_are_no_longer_the_claim_the_beginning_is_given() -> None:
    claim = Claim("c", "t", (), "x.json", line=7, column=9)
    assert position_of(b'{"id": "c', claim, ("id",)) == (7, 9)
    assert position_of(b"\xff", claim, ("id",)) == (7, 9)


def test_text_from_outside_is_cut_and_escaped() -> None:
    assert quoted('a"\\\x1b\u202e' + "z" * 100) == '"a\\"\\\\\\u{001b}\\u{202e}' + "z" * 34 + '…"'
    assert readable(("claims", 3, "b c")) == 'claims[3]["b c"]'


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@given(json_values, st.booleans(), st.sampled_from([None, 1]))
def test_what_json_writes_is_read_back(value: object, ascii_only: bool, indent: int | None) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    # hypothesis draws no surrogates unless asked to
    assert parse(text.encode(), "x.json") == value
    assert check_value(text, 0) == len(text)


FRAGMENTS = [*'{}[]",:\\ 0159-+.eEtrufalsn\n\tж', '"a"', '"a":', "\\ud83d", "\\ude00", "\\u00e9", "1e999"]
FRAGMENTS += ["NaN", "null", "true", "-0", "[]", "{}"]


@given(st.lists(st.sampled_from(FRAGMENTS), max_size=14).map("".join).map(str.lstrip))
def test_the_quick_and_the_exact_scanner_accept_the_same_texts(text: str) -> None:
    try:
        quick = decode_value(text, 0)[1]
    except Unstrict:
        quick = None
    try:
        exact = check_value(text, 0)
    except Fault as fault:
        exact = None
        if not 0 <= fault.index <= len(text):
            raise
    # `1-` is 1 and a rest to the one, no number to the other; whoever reads the rest refuses it.
    if exact is None and quick is not None:
        assert text[quick : quick + 1] not in ("", ",", "]", "}", " ", "\n", "\t")
    else:
        assert quick == exact


@given(json_values.map(lambda value: json.dumps([value], ensure_ascii=False)), st.data())
def test_every_beginning_of_a_text_is_cut(text: str, data: st.DataObject) -> None:
    cut = text[: data.draw(st.integers(0, len(text) - 1))]
    with pytest.raises(Fault) as refused:
        check_value(cut, 0)
    assert refused.value.cut


@given(st.binary(max_size=60))
def test_any_bytes_are_a_value_or_one_positioned_message(data: bytes) -> None:
    try:
        parse(data, "x.json")
    except InputError as error:
        message = str(error)
    else:
        return
    assert re.match(r"x\.json:[1-9][0-9]*:[1-9][0-9]*: ", message)
