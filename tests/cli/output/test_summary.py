"""Summary and comment: what a reviewer is told, and that outside text is never more than text."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from citelock.checks.catalogue import CODES
from citelock.checks.explanations import explanation
from citelock.checks.pull_request.values import NOTHING, SUCCESS, AuditedFile, EvidenceChange, Judged
from citelock.cli.output.check_run import length
from citelock.cli.output.markdown_page import Limit, Table, render
from citelock.cli.output.summary import BOUNDARY, check_run_summary, comment, marker, summary
from tests.support.judged_cases import REVISIONS, SAME, Row, failing, finding, judged, row

CASES = {
    case["id"]: case
    for case in json.loads((Path(__file__).parents[2] / "data" / "output_cases.json").read_text("utf-8"))[
        "cases"
    ]
}
TOP = Path(__file__).parents[3]
ADDRESS = "https://github.example/owner/name"
NOT_CACHED = finding("E_NOT_CACHED", "No record of doi:10.0000/demo.2.", line=14)
NOT_FOUND = finding("E_DOI_NOT_FOUND", "doi.org denies it.", line=9)
YEAR = finding("E_YEAR_MISMATCH", "Cited 2023, the record says 2024.", line=4, cited="2023", found="2024")
HOSTILE = st.lists(
    st.sampled_from(
        [
            *(
                "</details>",
                "</code>",
                "</table>",
                "</td>",
                "<!--",
                "-->",
                "<script>",
                "<img src=x onerror=1>",
            ),
            *("```", "`", "~~~", "\n", "\n\n", "\r", "# PASSED", "| a | b |", "|", "---", "> ", "- ", "    "),
            *(
                "@team",
                "#1",
                "GH-2",
                "www.evil.example",
                "https://evil.example",
                "[x](y)",
                "![i](u)",
                "$x$",
                "**b**",
            ),
            *("&lt;", "&#42;", "\\", "\u202e", "\u2028", "\ud800", "\U0001f600", "{}", "{0}", "%s", "<br>"),
        ]
    )
    | st.text(max_size=4),
    min_size=1,
    max_size=8,
).map(lambda parts: "x" + "".join(parts))  # nothing at all is shown otherwise than something
PARSER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


class Tree(HTMLParser):
    """The elements of a page in order, their attributes, and the text that stands outside of code."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.links: list[str] = []
        self.prose: list[str] = []
        self.code: list[str] = []
        self._depth = 0
        self.feed(PARSER.render(page))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(f"<{tag} {' '.join(sorted(name for name, _ in attrs))}>")
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        if tag == "code":
            self._depth += 1
            self.code.append("")

    def handle_endtag(self, tag: str) -> None:
        self.elements.append(f"</{tag}>")
        self._depth -= tag == "code"

    def handle_data(self, data: str) -> None:
        if self._depth:
            self.code[-1] += data
        else:
            self.prose.append(data)

    def handle_comment(self, data: str) -> None:
        self.elements.append("<!---->")

    @property
    def words(self) -> str:
        return " ".join("".join(self.prose).split())


def rows_of(page: str) -> list[str]:
    """The rows of all tables that say what is wrong with a citation."""
    return [line for line in page.splitlines() if line.startswith("| **") and " ❌ " in line]


def everywhere(text: str) -> Judged:
    """A judged pull request with this text wherever text from outside can stand."""
    quote: Row = {
        "status": "not_found",
        "nearest": {"text": text, "line": 3, "page": 2, "missing": [text], "added": [text]},
    }
    entry: Row = {
        "file": text, "claim": text, "citation": 0, "id": text, "pointer": text, "line": 3, "column": 1,
        "code": "E_UNCITED", "name": f"E_UNCITED:{text}", "severity": "error", "message": text,
        "evidence": {"record": {"base": text, "head": text}}, "codes": [text], "codes_before": [text],
    }  # fmt: skip
    return judged(
        row(
            text,
            finding("E_YEAR_MISMATCH", text, cited=text, found=text, line=4),
            finding("E_QUOTE_NOT_FOUND", text, cited=text, line=9),
            finding("E_NUMBER_UNSUPPORTED", text, argument=text, line=2),
            file=text,
            id=text,
            quote=quote,
        ),
        row("w", finding("W_YEAR_NEAR", text, cited=text, found=text), file=text, doi=text, id=None),
        row("u", finding("W_NOT_MACHINE_CHECKED", text, argument=text), file=text),
        findings=[
            finding("E_CLAIM_VANISHED", text, file=text, cited=text, line=None),
            finding("W_CONFIG_CHANGED", text, file=text, found=text),
        ],
        said=[text],
        files=[AuditedFile(text, changed=True)],
        evidence=[EvidenceChange(text, text, consulted=True), EvidenceChange("x", "added", consulted=False)],
        difference=SAME._replace(
            fixed=(entry,), removed=(entry,), changed=(entry,), warnings=(text,), new=(entry,)
        ),
    )


def pages(verdict: Judged, *, heading: str = "Citation audit", report: str = "report.json") -> list[str]:
    return [
        page(verdict, REVISIONS, repository=ADDRESS, heading=heading, report=report)
        for page in (summary, comment, check_run_summary)
    ]


HARMLESS = [Tree(page) for page in pages(everywhere("harmless"), heading="harmless 1", report="harmless")]


@settings(max_examples=2000)
@given(HOSTILE)
def test_a_hostile_report_differs_from_a_harmless_one_in_text_inside_code_only(text: str) -> None:
    compare(summary(everywhere(text), REVISIONS, repository=ADDRESS, **elsewhere(text)), HARMLESS[0])


@settings(max_examples=200)
@given(HOSTILE)
def test_so_do_the_comment_and_the_check_run(text: str) -> None:
    for page, harmless in zip(pages(everywhere(text), **elsewhere(text)), HARMLESS, strict=True):
        compare(page, harmless)


def elsewhere(text: str) -> dict[str, str]:
    """The text in what is said besides the verdict."""
    return {"heading": f"{text} 1", "report": text}


def compare(page: str, harmless: Tree) -> None:
    """Nothing but text inside of code may differ, and no link leads elsewhere."""
    tree = Tree(page)
    assert tree.elements == harmless.elements
    assert tree.words == harmless.words
    assert all(link.startswith(f"{ADDRESS}/blob/") for link in tree.links)
    assert page.encode("utf-8")


def test_the_comparison_sees_text_that_is_not_escaped() -> None:
    assert Tree("a <code>b</code>").elements != Tree("a <code>b</code></p><b>").elements
    assert Tree("@team").words != Tree("harmless").words


def test_a_cell_of_an_agent_is_neither_a_link_nor_a_mention() -> None:
    cell = CASES["R-annotate-06"]["inputs"]["summary_cell"]

    page = summary(judged(row("c1", finding("E_UNCITED", cell, cited=cell))))

    assert Tree(page).links == []
    assert "@" not in page
    assert cell in "\n".join(Tree(page).code)


def test_every_one_of_sixteen_errors_has_a_row() -> None:
    case = CASES["R-annotate-01"]

    assert (
        len(rows_of(summary(failing(case["inputs"]["findings"]))))
        == case["expected"]["value"]["summary_rows"]
    )


def test_what_was_checked_stands_beside_the_total() -> None:
    case = CASES["R-report-01"]["inputs"]
    checked = [row(f"c{n}") for n in range(case["verified"])]
    others = [row(f"d{n}", NOT_CACHED) for n in range(case["citations"] - case["verified"])]

    value = CASES["R-report-01"]["expected"]["value"]
    assert f"| {value['checked']} of {value['total']} citations |" in summary(judged(*checked, *others))


def test_what_does_not_exist_and_what_could_not_be_checked_are_two_counters() -> None:
    page = summary(judged(row("a", NOT_FOUND), row("b", NOT_CACHED), row("c", NOT_CACHED), row("d")))

    header, _, numbers = [line for line in page.splitlines() if line.startswith("| ")][:3] + [""] * 0 or [
        ""
    ] * 3
    assert "does not exist | could not be checked" in header
    assert "| **3** | 1 | 2<br><code>E&#95;NOT&#95;CACHED</code> 2 |" in page
    assert numbers


def test_a_miss_shows_the_nearest_passage_and_the_difference() -> None:
    case = CASES["R-report-03"]
    nearest = {
        "text": case["inputs"]["snapshot"],
        "line": 4,
        "page": None,
        "missing": ["[2Fe-2S]"],
        "added": [],
    }
    missed = finding("E_QUOTE_NOT_FOUND", "The quote is not in the snapshot.", cited=case["inputs"]["quote"])

    page = summary(judged(row("c1", missed, quote={"status": "not_found", "nearest": nearest})))

    code = Tree(page).code
    assert case["inputs"]["snapshot"] in code
    assert case["expected"]["value"]["must_contain"][0] in code
    assert "nearest, line 4: " in page
    assert "the source has: " in page


def test_the_worked_page_in_full() -> None:
    said = "the base file did not parse: nothing to compare with"

    page = summary(judged(row("c1"), row("c2", YEAR), said=[said]), REVISIONS, repository=ADDRESS)

    assert page == (
        "## ❌ Citation audit: failed\n"
        "\n"
        "**1 failing citation (1 new, 0 fixed, 0 unchanged)**\n"
        "\n"
        "| machine-checked | failing | does not exist | could not be checked | quotations found |\n"
        "|---|---|---|---|---|\n"
        "| 2 of 2 citations | **1** | 0 | 0 | 1 of 2 |\n"
        "\n"
        "Base, with evidence and configuration <code>380387fbc806</code>; head <code>2ffea6db159f</code>; "
        "audited <code>claims&#46;json</code> (changed); it fails on any error.\n"
        "\n"
        "- <code>the base file did not parse&#58; nothing to compare with</code>\n"
        "\n"
        "### What is wrong\n"
        "\n"
        "| citation | what is wrong: cited, found, nearest passage | since base |\n"
        "| --- | --- | --- |\n"
        "| **<code>c2</code>**<br>"
        f'<a href="{ADDRESS}/blob/{REVISIONS.head}/claims.json#L4"><code>claims&#46;json&#58;4</code></a><br>'
        "<code>doi&#58;10&#46;0000&#47;demo&#46;1</code> | "
        "❌ <code>E&#95;YEAR&#95;MISMATCH</code> The cited year is none of the registered years.<br>"
        "cited: <code>2023</code><br>found: <code>2024</code> | **new** |\n"
        "\n"
        "### What to do\n"
        "\n"
        "- <code>E&#95;YEAR&#95;MISMATCH</code> (1): Write the year of the issue, of print or of online "
        "publication, as the message shows them.\n"
        "\n"
        "---\n"
        "\n"
        f"{BOUNDARY} The whole report is <code>report&#46;json</code>.\n"
    )


def test_the_boundary_is_that_of_the_readme() -> None:
    readme = (TOP / "README.md").read_text("utf-8")

    assert BOUNDARY in " ".join(readme.replace("\n> ", " ").split())


def test_nothing_to_check_is_no_pass() -> None:
    page = summary(judged(conclusion=NOTHING))

    assert page.startswith("## ⚪ Citation audit: nothing to check\n")
    assert "This is no pass" in page
    assert "✅" not in page


def test_old_errors_do_not_hide_that_a_pull_request_of_evidence_passes() -> None:
    changed: Row = {
        "file": "claims.json", "claim": "c1", "citation": 0, "id": "doi:10.0000/demo.1",
        "evidence": {"record": {"base": "a" * 64, "head": None}},
        "codes": ["E_RETRACTED"], "codes_before": ["N_X"], "by": "head",
    }  # fmt: skip
    verdict = judged(
        row("c2", NOT_CACHED),
        known=["c2"],
        fail_on="regression",
        conclusion=SUCCESS,
        difference=SAME._replace(changed=(changed,)),
        evidence=[EvidenceChange("cache/a.json", "changed", consulted=True)],
    )

    page = summary(verdict, REVISIONS)

    assert page.startswith("## ✅ Citation audit: passed\n")
    assert "it fails only on errors that the base does not have" in page
    assert "| as in base |" in page
    assert "unchanged), 1 citation judged otherwise with the changed evidence**" in page
    assert "<details open><summary>🔄 Changed by the evidence: 1 citation</summary>" in page
    assert "record <code>aaaaaaaaaaaa</code> → none | no finding | <code>E&#95;RETRACTED</code> |" in page
    assert "<code>cache&#47;a&#46;json</code> | <code>changed</code> | yes |" in page


def test_the_two_meanings_of_before_and_after_are_told_apart() -> None:
    entry: Row = {
        "file": "claims.json", "claim": "c1", "citation": 0, "id": "doi:10.0000/demo.1",
        "evidence": {"record": {"base": "a" * 64, "head": "b" * 64}},
        "codes": ["E_RETRACTED"], "codes_before": [],
    }  # fmt: skip
    both = (entry | {"by": "base"}, entry | {"by": "head"})
    page = summary(judged(row("c1"), difference=SAME._replace(changed=both))._replace(failing_after=1))

    assert "🔄 Changed by the evidence: 1 citation</summary>" in page
    assert page.count("| the base, since the branch was cut; after is now |") == 1
    assert page.count("| this pull request; before is now, after is once it is merged |") == 1
    assert "1 citation judged otherwise since the evidence of the base changed" in page


def test_a_pull_request_of_evidence_says_what_will_fail_and_shows_its_files() -> None:
    files = [
        EvidenceChange("cache/b.json", "added", consulted=False),
        EvidenceChange("sources/a.txt", "deleted", consulted=True),
    ]
    verdict = judged(row("c1"), evidence=files)._replace(evidence_only=True, failing_after=3)

    page = summary(verdict)

    assert "**0 failing citations (0 new, 0 fixed, 0 unchanged) now, 3 will fail after the merge**" in page
    assert "<details open><summary>📁 Evidence changed: 2 files (1 added, 1 deleted)</summary>" in page
    first, second = [line for line in page.splitlines() if "cache&#47;b" in line or "sources&#47;a" in line]
    assert first == "| <code>sources&#47;a&#46;txt</code> | <code>deleted</code> | yes |"
    assert second == "| <code>cache&#47;b&#46;json</code> | <code>added</code> | no |"
    assert "<details><summary>📁" in summary(verdict._replace(evidence_only=False))


def test_of_many_files_of_evidence_some_are_named_and_the_others_counted() -> None:
    files = [EvidenceChange(f"cache/{n:04}.json", "added", consulted=n == 900) for n in range(1000)]

    page = summary(judged(row("c1"), evidence=files))

    assert page.count("| <code>added</code> |") == 100
    assert "<code>cache&#47;0900&#46;json</code> | <code>added</code> | yes |" in page
    assert "\n900 other files of evidence changed, on which no citation rests.\n" in page


def test_a_finding_about_the_whole_tree_stands_in_no_empty_cell() -> None:
    page = summary(judged(findings=[finding("W_NO_CLAIMS", "No claim.", line=None, file="")]))

    assert "| the whole repository |" in page
    assert "<code></code>" not in page


def test_paths_that_the_message_has_are_not_repeated_below_it() -> None:
    said = "cache/a.json is added, sources/a.txt is changed by this pull request."
    found = finding("W_EVIDENCE_CHANGED", said, found="cache/a.json, sources/a.txt")

    assert "found:" not in summary(judged(row("c1", found)))


def test_what_is_wrong_stands_in_the_order_of_the_lines() -> None:
    rows = [row(f"k{n}", finding("E_NOT_CACHED", line=line)) for n, line in ((1, 3), (10, 30), (2, 6))]

    page = summary(judged(*rows))

    assert page.index("<code>k2</code>") < page.index("<code>k10</code>")


def test_warnings_alone_are_what_to_look_at() -> None:
    page = summary(judged(row("c1", finding("W_YEAR_NEAR"))))

    assert "### What to look at" in page
    assert "⚠️ <code>W&#95;YEAR&#95;NEAR</code>" in page
    assert "| **new** |" in page
    assert "<details>" not in page


@pytest.mark.parametrize("count", [500, 20_000])
def test_no_row_is_left_out_in_silence(count: int) -> None:
    verdict = failing(count)

    sizes: tuple[Callable[[str], int], ...] = (lambda text: len(text.encode("utf-8")), len, length)
    for page, size, limit in zip(pages(verdict), sizes, (900_000, 60_000, 60_000), strict=True):
        assert size(page) <= limit
        left_out = re.search(r"\*([0-9,]+) more rows are left out here: the report has them all\.\*", page)
        number = int(left_out[1].replace(",", "")) if left_out else 0
        assert len(rows_of(page)) + number == count
        assert len(rows_of(page)) > 50
        assert f"{count:,} failing citations" in page
    assert len(rows_of(summary(failing(500)))) == 500


def test_one_huge_row_does_not_hide_the_others() -> None:
    huge = row("c0", *(finding("E_QUOTE_NOT_FOUND", "*" * 600, cited="*" * 300, line=1) for _ in range(12)))
    others = failing(30).rows

    page = comment(judged(huge, huge, *others))

    assert len(page) <= 60_000
    assert all(f"<code>c{number:05}</code>" in page for number in range(1, 31))


def test_hostile_lengths_stay_under_every_limit() -> None:
    text = "*" * 5000 + "\U0001f600" * 400

    for page, limit in zip(
        pages(everywhere(text), **elsewhere(text)), (900_000, 60_000, 60_000), strict=True
    ):
        assert len(page) <= limit


def test_a_comment_begins_with_its_marker() -> None:
    page = comment(judged(row("c1")), heading="Nightly audit (2)")

    assert page.split("\n")[0] == marker("Nightly audit (2)") == "<!-- citelock:nightly-audit-2 -->"


@pytest.mark.parametrize("heading", ["-->", "*", "<b>"])
def test_no_heading_ends_the_marker(heading: str) -> None:
    assert marker(heading) in ("<!-- citelock:audit -->", "<!-- citelock:b -->")


@pytest.mark.parametrize("code", CODES)
def test_the_prose_of_a_code_can_stand_in_a_cell(code: str) -> None:
    prose = explanation(code)

    assert "|" not in prose.sentence + prose.repair
    assert "\n" not in prose.sentence + prose.repair


def test_a_table_that_has_no_room_says_how_much_it_lacks() -> None:
    table = Table(("a",), 7, lambda at: (str(at),), 3, "{} more", "{} left out")

    assert render(table, Limit(10, len)) == "*7 left out*\n"
