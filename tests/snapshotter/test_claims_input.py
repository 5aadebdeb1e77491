"""Reading claims files: streaming, places, limits, ids, and one message for whatever is wrong."""

from __future__ import annotations

import hashlib
import io
import json
import os
import random
import threading
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.checks.claims import Claim
from citelock.checks.errors import InputError
from citelock.checks.jsontext import line_column, locate, position_of
from citelock.checks.limits import Limits
from citelock.snapshotter import claims_input, claims_window
from citelock.snapshotter.claims_input import ClaimsInput, InputFile, read_claims
from tests.support.patience import PATIENCE
from tests.support.speed import at_most

CASES = json.loads((Path(__file__).parents[1] / "data" / "json_input.json").read_text(encoding="utf-8"))[
    "cases"
]
LARGE = Limits(claims_bytes=1 << 30)


def read(data: bytes, limits: Limits | None = None) -> list[Claim]:
    return list(read_claims(io.BytesIO(data), "x.json", limits or Limits()))


def refusal(data: bytes, limits: Limits | None = None) -> str:
    with pytest.raises(InputError) as refused:
        read(data, limits)
    return str(refused.value)


def claims_file(
    count: int, seed: int = 0, *, indent: int | str | None = None, ensure_ascii: bool = True
) -> bytes:
    """A claims file of `count` claims, of mixed scripts and sizes."""
    chance = random.Random(seed)
    words = ["word", "слово", "数据", "😀", "a\\b", 'q"q', "line\nend"]
    claims = [
        {
            "id": f"c{number}",
            "text": " ".join(chance.choices(words, k=chance.randint(1, 30))),
            "citations": [{"doi": f"10.5555/{number}", "year": 2000 + number, "quote": chance.choice(words)}]
            * chance.randint(0, 2),
        }
        for number in range(count)
    ]
    return json.dumps(
        {"made_by": {"tool": [1.5]}, "claims": claims, "end": 1}, indent=indent, ensure_ascii=ensure_ascii
    ).encode()


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_files_that_users_sent_are_read_or_refused_as_decided(case: dict[str, object]) -> None:
    data = str(case["claims_json"]).encode()
    if case["refused"]:
        assert refusal(data).startswith("x.json:1:")
    else:
        assert [[claim.id, len(claim.citations)] for claim in read(data)] == case["read"]


CUT = "is missing: it is cut off. Write the file again."
UNCLOSED = "the string that begins here has no end: the text is cut off. Write it again."
MARKER = "this is a conflict marker of git. Resolve the conflict and remove its marker lines."
SECOND = "a second JSON value begins here (JSON Lines?). A file holds one value: join them."
NO_ID = 'the claim has no "id". Give it one that no other claim of the file has.'
OWN_ID = "Give each claim an id of its own."
REMOVE = "Remove one of the two."

REFUSED = [
    (b"", 'x.json:1:1: the file is empty. Write {"claims": [ … ]}.'),
    (b" \r\n\t", 'x.json:2:2: the file is empty. Write {"claims": [ … ]}.'),
    (b"[]", 'x.json:1:1: the file is a list. Write the list into an object: {"claims": [ … ]}.'),
    (b' "text"', 'x.json:1:2: "text" is no claims file. Write {"claims": [ … ]}.'),
    (b"12", 'x.json:1:1: the number 12 is no claims file. Write {"claims": [ … ]}.'),
    (b"{}", 'x.json:1:1: the file has no "claims". Write {"claims": [ … ]}.'),
    (b'\n{"id": "c", "text": "t"}', 'x.json:2:1: the file has no "claims". Write {"claims": [ … ]}.'),
    (b'{"claims": null}', 'x.json:1:12: claims: null is not a list. Write "claims": [ … ].'),
    (b'{"claims": {"c": 1}}', 'x.json:1:12: claims: an object is not a list. Write "claims": [ … ].'),
    (b'{"claims": "all"}', 'x.json:1:12: claims: "all" is not a list. Write "claims": [ … ].'),
    (
        b'{"claims": [], "claims": []}',
        'x.json:1:16: claims: the key "claims" stands twice in the file\'s object. Keep one.',
    ),
    (b'{"claims": [], "a": NaN}', "x.json:1:21: a: NaN is not a JSON number. Write a number, or null."),
    (
        b'{"a": {"b": 1, "b": 2}, "claims": []}',
        'x.json:1:16: a.b: the key "b" stands twice in this object. ' + REMOVE,
    ),
    (
        b'{"a": 12x, "claims": []}',
        "x.json:1:7: a: 12x is not a JSON number. Write digits without leading zeros, such as 2024 or 0.5.",
    ),
    (b'{"claims": [,]}', "x.json:1:13: claims[0]: a value is expected here, not a comma."),
    (b'{"claims": [],}', "x.json:1:14: a comma stands before the closing }. Remove the comma."),
    (
        b'{"claims": [\n{"id":1,"text":"t"},\n]}',
        "x.json:2:20: claims: a comma stands before the closing ]. Remove the comma.",
    ),
    (
        b'{"claims": [{"id":1,"text":"t"}\n{"id":2,"text":"t"}]}',
        "x.json:2:1: claims: a comma or ] is expected here, not an object.",
    ),
    (b'{"claims": [{"id":1,"text":"t"}', "x.json:1:32: claims: the text ends here, and a comma or ] " + CUT),
    (b'{"claims": [{"id":1,"text":"t', "x.json:1:28: claims[0].text: " + UNCLOSED),
    (b'{"claims": []', "x.json:1:14: the text ends here, and a comma or } " + CUT),
    (b'{"claims" []}', "x.json:1:11: claims: a colon is expected here, not a list."),
    (b"{'claims': []}", 'x.json:1:2: this is a single quote. Write strings and keys in double quotes: "…".'),
    (b'{"claims": []}{"claims": []}', "x.json:1:15: " + SECOND),
    (b'// claims\n{"claims": []}', "x.json:1:1: this is a comment, and JSON has none. Remove it."),
    (b'{"claims": [\n<<<<<<< ours\n]}', "x.json:2:1: claims[0]: " + MARKER),
    (b'{"claims": [3]}', "x.json:1:13: claims[0]: the number 3 is not a claim. Write an object: { … }."),
    (b'{"claims": [None]}', "x.json:1:13: claims[0]: None is not JSON. Write null."),
    (
        '{"claims": [\n {"id": "ы", "text": "ж",\n "citations": [{}, {"doi": "", "year": true}]}]}'.encode(),
        "x.json:3:40: claims[0].citations[1].year: true is not a year. Write a number such as 2024.",
    ),
    (b'{"claims": [\r\n {"text": "t"}]}', "x.json:2:2: claims[0].id: " + NO_ID),
    (
        b'{"claims": [\n{"id": 1, "text": "a"},\n{"id": "b", "text": "a"},\n{"text": "c", "id": "1"}]}',
        'x.json:4:21: claims[2].id: the id "1" is taken by claims[0] in line 2. ' + OWN_ID,
    ),
    (
        b'\xef\xbb\xbf{"claims": [{"id": "\xff"}]}',
        "x.json:1:21: byte 0xff is not UTF-8. Save the file as UTF-8.",
    ),
    ('{"claims": []}'.encode("utf-16"), "x.json:1:1: the file is UTF-16 or UTF-32. Save it as UTF-8."),
    (
        '{"claims": []}'.encode("utf-16-be"),
        "x.json:1:1: this is a NUL byte, as in UTF-16. Save the file as UTF-8.",
    ),
    (
        b'{"claims": [{"id": "c", "text": "\xe4\xb8',
        "x.json:1:34: byte 0xe4 is not UTF-8. Save the file as UTF-8.",
    ),
]


@pytest.mark.parametrize(
    ("data", "message"), REFUSED, ids=[f"{place} {data[:20]!r}" for place, (data, _) in enumerate(REFUSED)]
)
@pytest.mark.parametrize("piece", [1, 7, 256 * 1024])
def test_a_fault_is_named_with_its_place_whatever_the_pieces(
    data: bytes, message: str, piece: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claims_window, "PIECE", piece)
    assert refusal(data) == message


def test_an_empty_list_is_a_file_without_claims() -> None:
    assert read(b'{"claims": []}') == []
    assert read(b'\xef\xbb\xbf {"a": "x", "claims" : [ ] , "b": [-1.5e3, null]} \r\n') == []


def test_an_identifier_of_any_length_is_left_to_the_rules() -> None:
    data = json.dumps({"claims": [{"id": "c", "text": "t", "citations": [{"doi": "10." + "x" * 5000}]}]})
    assert read(data.encode())[0].citations[0].doi == "10." + "x" * 5000


@pytest.mark.parametrize(("indent", "ensure_ascii"), [(None, True), (2, True), ("\t", False)])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"], ids=["plain", "bom"])
@pytest.mark.parametrize("piece", [3, 1000, 256 * 1024])
def test_every_claim_knows_its_bytes_line_and_column(
    indent: int | str | None, ensure_ascii: bool, bom: bytes, piece: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claims_window, "PIECE", piece)
    data = bom + claims_file(40, indent=indent, ensure_ascii=ensure_ascii).replace(b"\n", b"\r\n")
    expected = json.loads(data.decode("utf-8-sig"))["claims"]
    claims = read(data)
    assert [claim.index for claim in claims] == list(range(40))
    for claim, value in zip(claims, expected, strict=True):
        own = data[claim.offset : claim.offset + claim.length]
        assert json.loads(own) == value
        assert (claim.line, claim.column) == line_column(data, claim.offset)
        assert (claim.id, claim.text, len(claim.citations)) == (
            value["id"],
            value["text"],
            len(value["citations"]),
        )
        if claim.citations:
            start, _ = locate(data, claim.offset, "/citations/0/year")
            assert position_of(own, claim, ("citations", 0, "year")) == line_column(data, start)


def test_a_prefix_of_a_file_is_refused_at_every_byte() -> None:
    data = claims_file(3, seed=5, ensure_ascii=False, indent=1)
    assert len(read(data)) == 3
    for length in range(len(data)):
        assert refusal(data[:length]).startswith("x.json:")


def test_what_was_read_is_known_afterwards(tmp_path: Path) -> None:
    first, second = tmp_path / "a.json", tmp_path / "b.json"
    first.write_bytes(claims_file(3))
    second.write_bytes(b'{"claims": []}')
    claims = ClaimsInput([(str(first), "a.json"), (str(second), "b.json")], Limits())
    assert [(claim.file, claim.id) for claim in claims] == [
        ("a.json", "c0"),
        ("a.json", "c1"),
        ("a.json", "c2"),
    ]
    digests = [hashlib.sha256(path.read_bytes()).hexdigest() for path in (first, second)]
    assert claims.files == (
        InputFile(str(first), "a.json", digests[0], first.stat().st_size, 3),
        InputFile(str(second), "b.json", digests[1], 14, 0),
    )
    assert claims.hashes() == (("a.json", digests[0]), ("b.json", digests[1]))
    assert len(list(claims)) == 3  # a second time, anew
    assert len(claims.files) == 2


def test_the_same_id_in_two_files_is_allowed_and_the_same_file_twice_is_not(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(claims_file(1))
    assert len(list(ClaimsInput([(str(path), "a.json"), (str(path), "b.json")], Limits()))) == 2
    with pytest.raises(InputError, match=r"^a\.json: the file is given twice\. Give each file once\.$"):
        ClaimsInput([(str(path), "a.json"), (str(path), "a.json")], Limits())


def opened(path: Path) -> str:
    with pytest.raises(InputError) as refused:
        list(ClaimsInput([(str(path), "x.json")], Limits()))
    return str(refused.value)


def test_a_path_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    assert opened(tmp_path / "none.json") == "x.json: no such file. Give the path of a claims file."
    assert opened(tmp_path / "folder") == "x.json: is a folder. Give the claims file in it."
    assert opened(tmp_path / "loop").startswith("x.json: cannot be read: ")
    assert opened(tmp_path / "a\0b").startswith("x.json: cannot be read: ")
    assert opened(tmp_path / ("n" * 300)).startswith("x.json: cannot be read: ")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read a file of mode 000")
def test_a_file_without_permission_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b'{"claims": []}')
    path.chmod(0)
    assert opened(path) == "x.json: cannot be read: permission denied. Change its mode."


def test_a_link_to_a_file_is_followed_and_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(claims_file(2))
    (tmp_path / "link.json").symlink_to("a.json")
    assert len(list(ClaimsInput([(str(tmp_path / "link.json"), "x.json")], Limits()))) == 2
    os.mkfifo(tmp_path / "pipe")
    messages: list[str] = []
    asking = threading.Thread(target=lambda: messages.append(opened(tmp_path / "pipe")), daemon=True)
    asking.start()
    asking.join(PATIENCE)
    assert messages == ["x.json: is a pipe or a device. Write the claims to a file first."]


def test_a_file_above_the_limit_is_refused_by_its_size_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    with path.open("wb") as stream:
        stream.truncate(128 * 1024 * 1024 + 1)  # sparse: nothing of it is written or read
    repair = "the limit is {}. Split the file, or raise limits.claims_bytes."
    assert opened(path) == f"x.json: 134,217,729 bytes or more; {repair.format('134,217,728')}"
    blob = b" " * 1_000_000  # nobody asked for its size before
    said = refusal(blob, Limits(claims_bytes=300_000))
    assert said == f"x.json: 524,288 bytes or more; {repair.format('300,000')}"
    assert len(read(claims_file(2), Limits(claims_bytes=len(claims_file(2))))) == 2


def test_a_claim_above_the_limit_is_refused_and_one_below_is_read() -> None:
    def file(size: int) -> bytes:
        return b'{"claims": [{"id": "c", "text": "%s"}]}' % (b"x" * (size - len('{"id": "c", "text": ""}')))

    limits = Limits(claim_bytes=600_000)
    assert read(file(600_000), limits)[0].length == 600_000
    limit = "larger than 600,000 bytes, the limit for one claim. Split it, or raise limits.claim_bytes."
    what = f"x.json:1:13: claims[0]: {limit}"
    assert refusal(file(600_001), limits) == what
    assert refusal(file(4_000_000), limits) == what
    assert refusal(b'{"a": "' + b"x" * 4_000_000 + b'", "claims": []}').startswith(
        "x.json:1:7: a: larger than "
    )


def test_the_depth_counts_from_the_top_of_the_file() -> None:
    def file(levels: int) -> bytes:
        inner = levels - 3  # the file's object, the list of claims, the claim
        return b'{"claims": [{"id": "c", "text": "t", "x": ' + b"[" * inner + b"]" * inner + b"}]}"

    assert len(read(file(64))) == 1
    assert refusal(file(65)).endswith(": nested deeper than 64 levels. Write a flatter value.")
    assert refusal(file(9), Limits(json_depth=8)).endswith(
        ": nested deeper than 8 levels. Write a flatter value."
    )


HOSTILE = {
    "brackets": b"[" * 5_000_000,
    "brackets in claims": b'{"claims": ' + b"[" * 5_000_000,
    "brackets in a claim": b'{"claims": [{"id": ' + b"[" * 5_000_000,
    "objects": b'{"a":' * 100_000,
    "open string": b'{"claims": [{"id": "' + b"x" * 5_000_000,
    "string of backslashes": b'{"claims": [{"id": "' + b"\\\\" * 2_500_000,
    "keys of the file": b"{" + b",".join(b'"%d":1' % number for number in range(400_000)) + b"}",
    "keys of a claim": b'{"claims": [{' + b",".join(b'"%d":1' % number for number in range(400_000)) + b"}]}",
    "equal ids": b'{"claims": [' + b",".join([b'{"id":1,"text":"t"}'] * 200_000) + b"]}",
    "blanks": b'{"claims":' + b" \n" * 2_500_000,
    "commas": b'{"claims": [' + b"," * 5_000_000,
    "a number": b'{"claims": [], "a": ' + b"1" * 5_000_000 + b"}",
    "surrogates": b'{"claims": [{"id": "' + b"\\ud83d" * 800_000 + b'"}]}',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_one_short_message_after_little_work(name: str) -> None:
    # About a second at the very most: quadratic work would take minutes.
    message = at_most(15_000, lambda: refusal(HOSTILE[name]))
    assert message.startswith("x.json:")
    assert len(message) < 300
    assert message.isprintable()


def test_hashes_that_meet_by_chance_are_no_duplicate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims_input, "hash", lambda _: 7, raising=False)
    assert len(read(claims_file(20))) == 20
    twice = b'{"claims": [{"id":"a","text":"t"},{"id":"b","text":"t"},{"id":"b","text":"t"}]}'
    assert "claims[2].id" in refusal(twice)


def test_memory_does_not_grow_with_the_file() -> None:
    def peak(count: int) -> int:
        stream = io.BytesIO(claims_file(count))
        tracemalloc.start()
        try:
            assert sum(1 for _ in read_claims(stream, "x.json", LARGE)) == count
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    small, large = peak(2_000), peak(20_000)
    assert large < small + 1_000_000


WHOLE = ['{"claims":[', '{"id":"c","text":"t"}', '{"id":2,"text":"t","citations":[{"quotes":["a"]}]}', "]}"]
file_pieces = st.lists(
    st.sampled_from(
        [
            *'{}[]",: \n\\ж',
            '"claims"',
            '"id"',
            '"text"',
            '"citations"',
            '"year"',
            '"c"',
            "1",
            "true",
            "null",
            *WHOLE,
        ]
    ),
    max_size=20,
).map(lambda pieces: "".join(pieces).encode())


@given(st.binary(max_size=80) | file_pieces)
def test_any_bytes_are_claims_or_one_positioned_message(data: bytes) -> None:
    try:
        claims = read(data)
    except InputError as error:
        if error.line is None or error.column is None:
            raise
    else:
        assert len(json.loads(data.decode("utf-8-sig"))["claims"]) == len(claims)


@given(st.integers(1, 12), st.integers(0, 50), st.data())
def test_a_flipped_byte_gives_claims_or_one_message(count: int, seed: int, data: st.DataObject) -> None:
    file = bytearray(claims_file(count, seed, ensure_ascii=False))
    file[data.draw(st.integers(0, len(file) - 1))] = data.draw(st.integers(0, 255))
    try:
        read(bytes(file))
    except InputError as error:
        if error.line is None:
            raise
