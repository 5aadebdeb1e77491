"""Requests: nothing is clamped, nothing guessed; the key does not depend on how it was written."""

from __future__ import annotations

import pytest

from citelock.checks.verification.request import Fault, read_request, request_key, request_object
from citelock.checks.verification.values import Request


def fault(**fields: object) -> Fault:
    read = read_request({"claim": "The sky is blue", **fields})
    assert isinstance(read, Fault)
    return read


def test_a_claim_is_enough() -> None:
    assert read_request({"claim": "  The sky is blue \n"}) == Request("The sky is blue")


@pytest.mark.parametrize("sources", [0, 6, -1, "4", True, 4.5, 1.5, [], 10**30, None, 1e300])
def test_a_number_of_sources_is_never_clamped(sources: object) -> None:
    assert fault(maxSources=sources).field == "maxSources"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("claim", "ab"), ("claim", "  ab  "), ("claim", "x" * 1001), ("claim", 3), ("claim", None),
        ("claim", "a\0bc"), ("claim", "a\x85bc"), ("claim", "a\x9b31mbc"), ("query", "a\x7f"),
        ("claim", "a\ud800bc"), ("query", ""), ("query", " "), ("query", "x" * 401),
        ("query", []), ("query", None), ("timeRange", "decade"), ("timeRange", None), ("timeRange", 7),
        ("language", "EN"),
        ("language", "eng"), ("language", ""), ("language", None), ("language", "é1"), ("model", "gpt"),
        ("search", "x"), ("__proto__", {}),
    ],
)  # fmt: skip
def test_a_fault_names_its_field(field: str, value: object) -> None:
    assert fault(**{field: value}).field == field


def test_all_unknown_fields_are_named() -> None:
    assert str(fault(model="x", search="y")).startswith("model, search: there are no such fields (2).")


@pytest.mark.parametrize("value", [None, [], "claim", 3, True])
def test_what_is_no_object_is_said_to_be_none(value: object) -> None:
    assert isinstance(read_request(value), Fault)


def test_the_key_is_that_of_the_canonical_request() -> None:
    whole = read_request({"language": "auto", "timeRange": "", "maxSources": 4, "claim": "The sky is blue"})
    assert isinstance(whole, Request)
    assert request_key(whole) == request_key(Request("The sky is blue"))
    assert request_key(whole) != request_key(Request("The sky is blue", max_sources=5))
    assert len(request_key(whole)) == 16
    assert request_object(whole)["query"] == ""
