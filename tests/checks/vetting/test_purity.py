"""Vetting asks nothing but its arguments."""

from __future__ import annotations

from citelock.checks.records import Author, Record
from citelock.checks.vetting.head import head_of
from citelock.checks.vetting.identity import check_identity
from citelock.checks.vetting.pages import text_flags, unreadable
from citelock.checks.vetting.scope import measured_scope
from tests.support.purity import purely

RECORD = Record(
    "found", "crossref", doi="10.1234/x", titles=("Words that tell a title",), authors=(Author(family="Doe"),)
)
TEXT = "Correction: words\nAbstract\nJ. Doe told the words of a title.\nIntroduction\n"


def test_no_file_clock_or_network_is_asked() -> None:
    def all_of_it() -> tuple[object, ...]:
        return (
            check_identity(head_of(TEXT), RECORD, declared_doi="10.1234/y"),
            measured_scope(TEXT, landing=True),
            unreadable(TEXT, pages=1),
            text_flags(TEXT),
        )

    all_of_it()  # modules that are imported at first use are files
    with purely():
        again = all_of_it()
    assert again == all_of_it()
