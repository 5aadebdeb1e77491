"""Odd and hostile input: what is refused, and what takes no more than its length allows."""

from __future__ import annotations

import json

import pytest

from citelock.checks.adapters.assemble import written
from citelock.checks.adapters.markdown.report import read_markdown
from citelock.checks.adapters.reading import read_any
from citelock.checks.errors import InputError
from citelock.checks.limits import Limits
from tests.support.imported import markdown
from tests.support.speed import at_most


@pytest.mark.parametrize(
    ("data", "name", "what"),
    [
        (b"just words", "a.txt", "is of no format that can be told"),
        (b'{"claims": []}', "a.json", "is of no format that can be told"),
        (b"\xff\xfe", "a.md", "is not UTF-8"),
        (b"{", "a.json", "a.json:1:2"),
    ],
)
def test_what_cannot_be_read_is_one_clear_message(data: bytes, name: str, what: str) -> None:
    with pytest.raises(InputError, match=what) as refused:
        read_any(data, name)
    assert "\n" not in str(refused.value)


SMITH_OF_A_LIST = "\n\n# References\n\nSmith, J. (2020). A. https://example.org\n"


HOSTILE = {
    "opening brackets": "[" * 20_000,
    "nested brackets": "[" * 10_000 + "]" * 10_000,
    "links that never end": "[a](" * 5_000,
    "ticks": "".join("`" * (number % 50 + 1) + "a" for number in range(1_000)),
    "tags": "<a href=" * 3_000,
    "emphasis": "*a " * 6_000,
    "quotation marks": "“a " * 6_000 + "[1]",
    "one sentence of markers": "a " + "[1]" * 5_000,
    "ten thousand markers": "A fact [1]. " * 10_000,
    "parentheses": "(" * 9_000 + "[1]" + ")" * 9_000,
    "links in a row": "([a](https://example.org), " * 1_000,
    "notes": '[^a]: x "y"\n' * 3_000,
    "a list": "# Sources\n\n"
    + "".join(f"[{number}] t: https://example.org/{number}\n" for number in range(3_000)),
    "a table": "|a|b|\n|-|-|\n" + "|x [1]|[2]|\n" * 1_500,
    "quotations in quotations": "> " * 9_000 + "a [1]",
    "lists in lists": "- " * 9_000 + "a [1]",
    "addresses": "https://" * 3_000,
    "raised digits": "¹" * 9_000,
    "comments": "<!--" * 5_000,
    "full stops": ". " * 9_000,
    "markers in paragraphs of their own": "".join(f"[{number}]\n\n" for number in range(10_000)),
    "a list for each marker": "Fact [1].\n\n## Sources\n\n[1] t: https://example.org\n\n" * 20_000,
    "words before an address": "# Sources\n\n[1] a " + "in " * 12_000 + "https://example.org",
    "words as behind an address": "# Sources\n\n[1] a " + "online " * 12_000 + "https://example.org",
    "lines without an address": "# Sources\n\n" + "no address\n" * 20_000,
    "signs between sources": "([a](https://example.org)" + "," * 100_000 + "b)",
    "dashes behind a marker": "a [1]" + "–" * 100_000 + "x [1]" + "–" * 100_000 + "x",
    "points in a quotation": 'A "x' + "…" * 100_000 + 'x" [1]',
    "colons in an entry": "# Sources\n\n[1] a" + ":" * 100_000 + "x https://example.org",
    "dashes behind an address": "# Sources\n\n[1] https://example.org " + "- " * 50_000 + "x",
    "years and names": "of the and de la " * 6_000 + "(2020) " * 6_000 + SMITH_OF_A_LIST,
    "names in parentheses": "(Aa Bb, Cc & Dd, 2020; " * 6_000 + ")" * 6_000 + SMITH_OF_A_LIST,
    "authors in an entry": "# Sources\n\n[1] " + "AB AB AB, " * 3_000 + "et al https://example.org",
    "keys": "[@a; @b; " * 8_000 + "\\cite{a" * 8_000 + "@a" * 8_000,
    "quotations in notes": ("[^1]: " + '»" ' * 1_600 + "\n\n") * 100,
    "tildes": "~a " * 30_000 + "~~b " * 20_000 + "<del>" * 10_000,
    "notes in notes": "^[a " * 8_000 + "]" * 8_000,
    "combining marks": "a" + "\u0301" * 9_000,
    "dashes before a marker": "[1]–" * 75_000 + "[1",
    "ellipses in a quotation": 'A "x' + "…" * 300_000 + 'x" [1]',
    "ellipses in brackets": 'A "x' + " [...]" * 50_000 + '" [1]',
    "words between colons": "A [1]\n\n# Sources\n\n[1] a" + ":in" * 300_000 + " https://example.org",
    "a hundred thousand lines": "# Sources\n\n" + "ab\n" * 100_000,
    "quotations with two possible ends": "„a“ " * 75_000 + "” [1]",
    "sentences of links": "Ab [ab](https://example.org/a). " * 20_000,
}


def test_one_key_for_all_entries_takes_no_more_than_its_length_allows() -> None:
    data = b"@article{a,title={b},year=2000}\n" * 8_000
    at_most(20_000, lambda: written(read_any(data, "a.bib"), "a.bib", sha256="0" * 64, limits=Limits()))


@pytest.mark.parametrize(
    "text", ["[^1]: ", "[^1]:\n\n[^2]: \n\n    x", "[^1]: \t\n\n    > x\n", "A[^1]\n\n[^1]:"]
)
def test_a_note_without_words_is_none(text: str) -> None:
    assert markdown(text).counts.references == 0


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_markdown_takes_no_more_than_its_length_allows(name: str) -> None:
    at_most(12_000, lambda: read_markdown(HOSTILE[name]))


def test_ids_of_keys_that_are_all_the_same_are_given_in_one_pass() -> None:
    read = read_any(b"@article{a,title={b},year=2000}\n" * 20_000, "a.bib")
    made = at_most(5_000, lambda: written(read, "a.bib", sha256="0" * 64, limits=Limits()))
    ids = [claim["id"] for claim in json.loads(made.data)["claims"]]
    assert ids[:3] + ids[-1:] == ["a", "a-2", "a-3", "a-20000"]


def test_ids_stay_free_where_keys_look_like_numbered_ones() -> None:
    keys = ["a", "a-2", "a", "a-2", "a"]
    data = "".join(f"@article{{{key},title={{b}}}}\n" for key in keys).encode()
    made = written(read_any(data, "a.bib"), "a.bib", sha256="0" * 64, limits=Limits())
    ids = [claim["id"] for claim in json.loads(made.data)["claims"]]
    assert ids == ["a", "a-2", "a-3", "a-2-2", "a-4"]


@pytest.mark.parametrize("lines", ["> ---\na\n", "- > ---\n  a\n", "> a\n> > ---\n", "> # a\nb\n"])
def test_lines_that_go_in_and_out_of_quotations_are_refused_at_their_line(lines: str) -> None:
    with pytest.raises(InputError, match=r"report\.md:3:1: lines 3 to .* Put blank lines around"):
        at_most(500, lambda: markdown("A.\n\n" + lines * 20_000))
    assert markdown("A.\n\n" + lines * 100).counts.references == 0
    assert markdown("> a\n" * 20_000 + (lines + "\n") * 2_000).counts.references == 0


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("A [1-999]. " * 200, "more than 100,000 citations"),
        (
            "a " + "".join(f"[{number}x{number}]" for number in range(10)) + "x" * (9 * 1024 * 1024),
            "limit of an import",
        ),
        ("a " * 600_000 + "[1].", "limit for one claim"),
    ],
)
def test_what_would_become_too_much_is_refused_with_one_message(text: str, what: str) -> None:
    with pytest.raises(InputError, match=what):
        written(read_any(text.encode(), "report.md"), "report.md", sha256="0" * 64, limits=Limits())
