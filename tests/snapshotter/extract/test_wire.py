"""The messages between an extraction and its child: what is not exactly of its shape is no message."""

from __future__ import annotations

import json

import pytest

from citelock.snapshotter.extract.interface import Extracted, LicenceStatement
from citelock.snapshotter.extract.limits import LIMITS
from citelock.snapshotter.extract.wire import (
    Malformed,
    Request,
    pack_answer,
    pack_request,
    unpack_answer,
    unpack_request,
)

FULL = Extracted(
    verdict="partial",
    message="1 of its 2 pages cannot be read: 2",
    text="Body.\n\nHead\n",
    furniture_line=3,
    pages=((0, 1), (7, 2)),
    hidden=((0, 4),),
    main=((0, 5),),
    letters=8,
    hyphen_marks=1,
    unmapped=2,
    removed=3,
    pages_total=2,
    pages_failed=(2,),
    copy_restricted=True,
    flags=("ocr_layer",),
    title="A title",
    declared_doi="10.0000/demo.1",
    published="2024",
    published_from="meta:date",
    licences=(LicenceStatement("jats:license", None, "free"), LicenceStatement("html:rel=license", "u")),
    extractor="pdf/1",
    backend="pdfminer.six 1",
    limits="wall",
)


@pytest.mark.parametrize("extracted", [FULL, Extracted("broken", "it is empty")])
def test_an_answer_comes_back_as_it_was(extracted: Extracted) -> None:
    assert unpack_answer(pack_answer(extracted)) == extracted


def test_a_request_comes_back_as_it_was() -> None:
    request = Request("html", "pdfminer", "windows-1252", LIMITS.lowered(cpu=3, wall=1000))
    assert unpack_request(pack_request(request)) == request
    assert (request.limits.cpu, request.limits.wall) == (3, 90)


@pytest.mark.parametrize(
    "change",
    [
        {"verdict": "good"},
        {"schema": "citelock-extracted/2"},
        {"limits": "none"},
        {"copy_restricted": 1},
        {"text": None},
        {"letters": -1},
        {"letters": True},
        {"pages": [[0]]},
        {"pages": {}},
        {"licences": [["a", 1, None]]},
        {"more": 0},
    ],
)
def test_an_answer_of_another_shape_is_none(change: dict[str, object]) -> None:
    answer = json.dumps({**json.loads(pack_answer(FULL)), **change}).encode()
    with pytest.raises(Malformed):
        unpack_answer(answer)


@pytest.mark.parametrize("data", [b"", b"ready", b"[]", b"[" * 100_000, b"\xff", pack_answer(FULL)[:-20]])
def test_bytes_that_are_no_answer_are_malformed(data: bytes) -> None:
    with pytest.raises(Malformed):
        unpack_answer(data)
