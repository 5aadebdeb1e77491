"""Pages to text: what a browser shows, a paragraph a line, no word parted or glued."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from citelock.checks.quotes import QuotePolicy
from citelock.checks.text.find import check_quote
from citelock.checks.text.fold import fold_text
from citelock.checks.text.source import SourceText
from citelock.checks.vetting.pages import unreadable
from citelock.snapshotter.extract.html import read
from tests.support.speed import at_most

CASES = json.loads((Path(__file__).parents[2] / "data" / "page_cases.json").read_text("utf-8"))["cases"]
FOUND = ("verbatim", "markers_ignored", "editorial", "elided")


def text_of(markup: str) -> str:
    return read(markup.encode(), "utf-8").text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<p>One <b>bo</b>ld<i>er</i> word.</p><p>Two.</p>", "One bolder word.\nTwo.\n"),
        ("<div>a\n  b\t<span> c</span></div>d", "a b c\nd\n"),
        ("a<br>b<br> <br/>c<br>", "a b\nc\n"),
        ("<ul><li>one<li>two</ul><dl><dt>term<dd>sense</dl>", "one\ntwo\nterm\nsense\n"),
        ("<table><tr><th>h<td>1<td></tr><tr><td>2</table>", "h\n1\n2\n"),
        (
            "<script>no</script><style>no</style><noscript>no</noscript><svg><title>no</title></svg>yes",
            "yes\n",
        ),
        ("<template>no</template><iframe>no</iframe><!-- no -->yes", "yes\n"),
        ("<my-page><template shadowrootmode=open><p>shown</p></template></my-page>", "shown\n"),
        ("re&shy;sult sep<wbr>arate zero&#8203;width", "result separate zerowidth\n"),
        ("می&zwnj;خواهم", "می\u200cخواهم\n"),
        ("10&nbsp;000", "10\u00a0000\n"),
        ("x<p>&nbsp;</p>y", "x\ny\n"),
        ("<pre>a  b\n  c</pre>d<textarea>e\nf</textarea>", "a b\nc\nd\ne\nf\n"),
        ('<span style="color:red; DISPLAY: Block">a</span>b', "a\nb\n"),
        ('<span style="display:inline-block">a</span>b', "ab\n"),
        ("<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>を", "漢字を\n"),
        ("&lt;p&gt; A &amp; B &hellip; &#150; &unknown;", "<p> A & B … – &unknown;\n"),
        ("just words", "just words\n"),
        ("<b>" * 300 + "deep" + "</b>" * 300, "deep\n"),
    ],
)
def test_a_page_becomes_lines(markup: str, text: str) -> None:
    assert text_of(markup) == text


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("10<sup>4</sup> and 10<sup>−3</sup> and 10<sup>-3</sup>", "10⁴ and 10⁻³ and 10⁻³\n"),
        ("results<sup><a href='#r'>12</a>,<a href='#s'>14–16</a></sup>", "results¹²,¹⁴–¹⁶\n"),
        ("results<sup>[12]</sup>", "results[12]\n"),
        ("Ca<sup>2+</sup>, 4<sup>th</sup>, H<sub>2</sub>O", "Ca²⁺, 4th, H2O\n"),
    ],
)
def test_raised_digits_and_signs_stay_raised(markup: str, text: str) -> None:
    assert text_of(markup) == text


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        ("<mfrac><mn>1</mn><mn>2</mn></mfrac>", "1/2\n"),
        ("<mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mi>b</mi></mfrac>", "(a+1)/b\n"),
        ("<msup><mn>10</mn><mn>4</mn></msup>", "10⁴\n"),
        ("<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "xi²\n"),
        ("<msqrt>\n <mi>x</mi>\n</msqrt> <mrow>\n </mrow><mroot><mn>8</mn><mn>3</mn></mroot>", "√x³√8\n"),
        ("<mfenced open='['><mi>a</mi><mi>b</mi></mfenced>", "[a,b)\n"),
        ("<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr></mtable>", "1 2\n"),
        ("<semantics><mi>x</mi><annotation>\\TeX</annotation></semantics>", "x\n"),
    ],
)
def test_a_formula_keeps_the_signs_between_its_parts(formula: str, text: str) -> None:
    assert text_of(f"<p><math>{formula}</math></p>") == text


def test_a_formula_that_is_written_twice_is_read_once() -> None:
    markup = (
        "rate <span class='katex'><span class='katex-mathml'><math><mi>r</mi></math></span>"
        "<span class='katex-html' aria-hidden='true'>r</span></span> falls"
    )
    assert text_of(markup) == "rate r falls\n"


@pytest.mark.parametrize(
    "opening",
    ["<span hidden>", "<div style='x:y;display:none'>", "<i style='visibility: hidden'>", "<dialog>"],
)
def test_words_that_nobody_sees_are_kept_and_listed(opening: str) -> None:
    extracted = read(f"<p>Seen.</p> {opening}Planted <b>words</b>.".encode(), "")
    assert [extracted.text[start:end] for start, end in extracted.hidden] == ["Planted words."]


def test_the_words_behind_a_picture_of_a_formula_are_seen() -> None:
    markup = "<span style='display: none'><math><mi>x</mi></math></span><img src='x.svg'> is small"
    extracted = read(markup.encode(), "")
    assert (extracted.text, extracted.hidden) == ("x is small\n", ())


def test_a_page_that_hides_itself_until_a_script_has_run_is_seen() -> None:
    assert read(b"<body style='display:none'><p>words</p></body>", "").hidden == ()


def test_hidden_spans_are_places_in_the_written_text() -> None:
    extracted = read("<p>e\u0301\u202e</p><p hidden>o\u0308 b</p>".encode(), "")
    assert extracted.text == "é\nö b\n"
    assert [extracted.text[start:end] for start, end in extracted.hidden] == ["ö b"]
    assert extracted.removed == 1


def test_a_page_says_what_it_is_called_and_when_and_under_which_licence() -> None:
    extracted = read(
        b"""<html><head><title> A  page </title><meta name="citation_doi" content="doi:10.1234/ABC">
        <meta property="article:published_time" content="2021-03-04T10:00:00Z">
        <meta name="DC.rights" content="All rights reserved">
        <link rel="license" href="https://creativecommons.org/licenses/by/4.0/">
        <script type="application/ld+json">{"@graph": [{"license": "https://example.org/terms",
        "datePublished": "2020"}]}</script></head><body><svg><title>no</title></svg>text</body>""",
        "",
    )
    assert extracted.title == "A page"
    assert extracted.declared_doi == "10.1234/abc"
    assert (extracted.published, extracted.published_from) == ("2021-03-04", "article:published_time")
    assert [tuple(licence) for licence in extracted.licences] == [
        ("html:rel=license", "https://creativecommons.org/licenses/by/4.0/", None),
        ("meta:dc.rights", None, "All rights reserved"),
        ("json-ld:license", "https://example.org/terms", None),
    ]
    assert (extracted.extractor, extracted.backend[:5]) == ("html/1", "lxml ")


@pytest.mark.parametrize(
    ("head", "published", "place"),
    [
        (
            '<script type="application/ld+json">[{"datePublished": "2019-01-02T00:00"}]</script>',
            "2019-01-02",
            "json-ld:datePublished",
        ),
        ('<meta name="citation_date" content="2018/5/6">', "2018-05-06", "citation_date"),
        ('<meta name="citation_publication_date" content="2017/13">', "2017", "citation_publication_date"),
        ('<meta name="last-modified" content="2016-01-01">', "", ""),
        ('<script type="application/ld+json">{"datePublished": </script>', "", ""),
        ('<script type="application/ld+json">' + "[" * 5000 + "</script>", "", ""),
    ],
)
def test_the_date_of_a_page_is_the_one_it_was_published(head: str, published: str, place: str) -> None:
    extracted = read(f"<html><head>{head}</head><body>x</body></html>".encode(), "")
    assert (extracted.published, extracted.published_from) == (published, place)


@pytest.mark.parametrize(
    ("data", "verdict"),
    [(b"", "broken"), (b" \n", "broken"), (b"<!-- x -->", "broken"), (b"<b>x" * 3000, "resource_limit")],
)
def test_a_page_that_cannot_be_read_gives_no_text(data: bytes, verdict: str) -> None:
    extracted = read(data, "")
    assert (extracted.verdict, extracted.text) == (verdict, "")
    assert extracted.message


@pytest.mark.parametrize(
    "data",
    [
        b"<p>x" * 150_000,
        b"<br>" * 250_000,
        b"<" * 1_000_000,
        b"<sup>1</sup>" * 80_000,
        b"<i hidden>x</i>y" * 60_000,
        b"<p style='" + b"display:" * 120_000 + b"'>x",
        b"<meta charset " * 70_000,
    ],
    ids=lambda data: data[:12].decode(),
)
def test_a_megabyte_of_anything_is_read_in_time(data: bytes) -> None:
    assert at_most(4_000, lambda: read(data, "")).verdict == "ok"


@pytest.mark.parametrize(
    "case", [case for case in CASES if case["kind"] == "web_quote"], ids=lambda case: case["id"]
)
def test_the_reported_faults_of_other_readers_of_pages(case: dict[str, Any]) -> None:
    given = case["inputs"]
    extracted = read((given.get("page_html") or f"<p>{given['page']}</p>").encode(), "")
    reason = unreadable(extracted.text, title=extracted.title, http_status=given.get("status"), fetched=False)
    if case["expected"]["verdict"] == "warn":
        assert reason == "challenge"
        return
    assert reason is None
    source = SourceText(extracted.text, fold_text(extracted.text))
    quotes = tuple(given["fragments"])
    assert check_quote(None, quotes, source, QuotePolicy()).status in FOUND
