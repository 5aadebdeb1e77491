"""Rules about the text: nobody looked, could not read, may not be trusted."""

from __future__ import annotations

import pytest

from citelock.checks.findings import Finding
from citelock.checks.rules.snapshot import (
    abstract_only,
    no_snapshot,
    unreadable,
    untrusted,
    without_provenance,
)
from citelock.checks.snapshots import CorruptProvenance, Provenance


def name_of(finding: Finding | None) -> str | None:
    return None if finding is None else finding.name


@pytest.mark.parametrize(
    ("reason", "name"),
    [
        ("http_404", "W_URL_GONE:404"),
        ("http_410", "W_URL_GONE:410"),
        ("http_403", "W_NOT_MACHINE_CHECKED:http_403"),
        ("robots", "W_NOT_MACHINE_CHECKED:robots"),
        ("challenge", "W_NOT_MACHINE_CHECKED:challenge"),
        ("timeout", "W_NOT_MACHINE_CHECKED:timeout"),
        ("no_text_layer", "W_NOT_MACHINE_CHECKED:no_text_layer"),
        ("ssrf_blocked", None),
    ],
)
def test_a_recorded_failure_of_a_cited_address(reason: str, name: str | None) -> None:
    assert name_of(unreadable(Provenance("unavailable", reason), has_text=False, is_url=True)) == name


def test_a_dead_link_says_nothing_about_a_doi() -> None:
    finding = unreadable(Provenance("unavailable", "http_404"), has_text=False, is_url=False)
    assert name_of(finding) == "W_NOT_MACHINE_CHECKED:http_404"


def test_the_message_says_when_it_was_tried() -> None:
    finding = unreadable(
        Provenance("unavailable", "login", retrieved="2026-11-30"), has_text=False, is_url=True
    )
    assert finding is not None
    assert (
        finding.message
        == "The text could not be read (login) on 2026-11-30. The quotation was not looked up."
    )


@pytest.mark.parametrize("storage", ["private", "sealed"])
def test_a_text_kept_elsewhere_is_not_accused(storage: str) -> None:
    finding = unreadable(Provenance("ok", storage=storage), has_text=False, is_url=False)
    assert name_of(finding) == f"W_NOT_MACHINE_CHECKED:{storage}"


def test_with_a_text_there_is_nothing_unreadable() -> None:
    assert unreadable(Provenance("ok", storage="private"), has_text=True, is_url=False) is None
    assert unreadable(None, has_text=False, is_url=True) is None


def test_an_altered_text_names_the_fault() -> None:
    assert untrusted("the sha256 differs", None) == Finding(
        "E_SNAPSHOT_ALTERED",
        "The sha256 differs. The quotation was not judged. Restore the file or take it again.",
    )
    assert name_of(untrusted(None, CorruptProvenance("is not JSON"))) == "E_SNAPSHOT_ALTERED"
    assert untrusted(None, Provenance("ok")) is None
    assert untrusted(None, None) is None


def test_an_abstract_keeps_the_place_of_the_miss() -> None:
    finding = abstract_only(Finding("E_QUOTE_NOT_FOUND", "…", field="quote", cited="the words"))
    assert (finding.name, finding.field, finding.cited) == ("W_SNAPSHOT_ABSTRACT_ONLY", "quote", "the words")


def test_a_text_of_unknown_origin_is_named() -> None:
    assert without_provenance("sources/a.txt").message == (
        "sources/a.txt has no provenance file. Its origin is not recorded."
    )


@pytest.mark.parametrize(
    ("asked", "near", "what_to_do"),
    [
        (
            "sources/url_a.example_b-01234567.txt",
            None,
            "Take it with `citelock snapshot add`; it belongs in sources/url_a.example_b-01234567.txt.",
        ),
        (
            "sources/10.5555_a.txt",
            "sources/10.5555_A.txt",
            "Rename sources/10.5555_A.txt to sources/10.5555_a.txt.",
        ),
        (None, None, "Take it with `citelock snapshot add`; it belongs in the folder of sources."),
    ],
)
def test_a_missing_text_names_its_file(asked: str | None, near: str | None, what_to_do: str) -> None:
    finding = no_snapshot(asked, near)
    assert finding.name == "E_NO_SNAPSHOT"
    assert finding.message == f"No text of the source, so nobody has looked. {what_to_do}"
