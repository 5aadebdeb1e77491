"""Articles in JATS to text: the order of print, a line for each paragraph, and the traps of the format."""

from __future__ import annotations

import pytest

from citelock.checks.quotes import QuotePolicy
from citelock.checks.text.find import check_quote
from citelock.checks.text.fold import fold_text
from citelock.checks.text.source import SourceText
from citelock.snapshotter.extract.jats import read
from tests.support.speed import at_most

FOUND = ("verbatim", "markers_ignored", "editorial", "elided")

ARTICLE = """<?xml version="1.0"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS v1.2//EN" "JATS.dtd">
<article xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:mml="http://www.w3.org/1998/Math/MathML">
<?properties open_access?><front>
<journal-meta><journal-title>No such journal</journal-title></journal-meta>
<article-meta><article-id pub-id-type="pmid">1</article-id>
<article-id pub-id-type="doi">10.1234/ABC.5</article-id>
<title-group><article-title>A title<xref ref-type="fn"><sup>*</sup></xref></article-title>
<subtitle>and more</subtitle></title-group>
<contrib-group><contrib><name><surname>Lovelace</surname><given-names>Ada</given-names></name>
<xref ref-type="aff">1</xref></contrib></contrib-group>
<aff><label>1</label><institution>College</institution><country>UK</country></aff>
<pub-date><year>2001</year></pub-date>
<permissions><copyright-statement>© 2001</copyright-statement>
<license xlink:href="http://creativecommons.org/licenses/by/4.0/"><license-p>Free, see <ext-link
 xlink:href="http://creativecommons.org/publicdomain/zero/1.0/">CC0</ext-link> for data.</license-p></license>
</permissions>
<abstract><sec><title>Aim</title><p>To see.</p></sec></abstract>
<kwd-group><kwd>one</kwd><kwd>two</kwd></kwd-group></article-meta></front>
<body><sec><label>1</label><title>Results</title>
<p>Results<xref ref-type="bibr"><sup>12</sup></xref> rose<xref ref-type="bibr">3</xref>,<xref
 ref-type="bibr">4</xref> to 10<sup>4</sup>&nbsp;cells <italic>in</italic> vitro [<xref
 ref-type="bibr">5</xref>,<xref ref-type="bibr">6</xref>], as <fig><label>Figure 1</label><caption><p>A
 caption.</p></caption><graphic xlink:href="f.jpg"/></fig>shown<fn><p>A note.</p></fn> here.<!-- no --></p>
<p>It is <inline-formula><alternatives><tex-math>\\documentclass{x}\\begin{document}$$\\frac{1}{2}$$
\\end{document}</tex-math>
<mml:math><mml:mfrac><mml:mn>1</mml:mn><mml:mn>2</mml:mn></mml:mfrac></mml:math></alternatives>
</inline-formula>, or
 <inline-formula><tex-math>\\begin{document}$x$\\end{document}</tex-math></inline-formula>.</p>
<table-wrap><table><tr><td>a<break/>b</td><td>2</td></tr></table></table-wrap>
<list><list-item><p>item</p></list-item></list><preformat>x = 1
y = 2</preformat></sec></body>
<back><ack><p>Thanks.</p></ack><ref-list><title>References</title>
<ref><label>1</label><element-citation>
<person-group><name><surname>Doe</surname><given-names>J</given-names></name>
</person-group><article-title>On it</article-title><source>J It</source>
<year>1999</year></element-citation></ref>
<ref><mixed-citation>Roe R. <italic>On that</italic>. 2000;1:2.</mixed-citation></ref></ref-list></back>
</article>"""

TEXT = """A title*
and more
Ada Lovelace 1
1 College UK
Aim
To see.
one two
1
Results
Results¹² rose³,⁴ to 10⁴\u00a0cells in vitro [5,6], as shown here.
Figure 1
A caption.
A note.
It is 1/2, or x.
a b
2
item
x = 1
y = 2
Thanks.
References
1 Doe J On it J It 1999
Roe R. On that. 2000;1:2.
© 2001
Free, see CC0 for data.
"""


def test_an_article_is_read_in_the_order_of_print() -> None:
    assert read(ARTICLE.encode(), "").text == TEXT


def test_an_article_says_what_it_is() -> None:
    extracted = read(ARTICLE.encode(), "")
    assert (extracted.title, extracted.declared_doi) == ("A title*", "10.1234/abc.5")
    assert [tuple(licence) for licence in extracted.licences] == [
        ("jats:license", "http://creativecommons.org/licenses/by/4.0/", "Free, see CC0 for data."),
        ("jats:license-p", "http://creativecommons.org/publicdomain/zero/1.0/", None),
    ]
    assert (extracted.published, extracted.extractor) == ("", "jats/1")


def test_a_body_that_is_an_abstract_is_flagged() -> None:
    assert read(ARTICLE.encode(), "").flags == ("short_body",)
    long = (
        ARTICLE.replace("<ack>", "")
        .replace("Thanks.", "")
        .replace("</ack>", "")
        .replace("<body>", f"<body><p>{'word ' * 300}</p>")
    )
    assert read(long.encode(), "").flags == ()


@pytest.mark.parametrize(
    "wrapped",
    [
        "<OAI-PMH><record><metadata>{}</metadata></record></OAI-PMH>",
        "<pmc-articleset>{}</pmc-articleset>",
        "\ufeff\n {}",
    ],
)
def test_an_article_is_found_in_what_services_wrap_around_it(wrapped: str) -> None:
    article = (
        '<article xmlns="https://jats.nlm.nih.gov/ns/archiving/1.3/"><body><p>Words.</p></body></article>'
    )
    assert read(wrapped.format(article).encode(), "").text == "Words.\n"


@pytest.mark.parametrize(
    ("declared", "word"),
    [
        ("[<!ENTITY own 'not'>]", "not"),
        ("[<!ENTITY own '&#110;ot'>]", "not"),
        ("[<!ENTITY own 'not'><!ENTITY own 'also'>]", "not"),
        ("SYSTEM 'x.dtd' [<!ENTITY alpha 'x'>]", "&own;"),
        ("[<!ENTITY own '<b>not</b>'>]", "&own;"),
        ("[<!ENTITY other 'not'><!ENTITY own '&other;'>]", "&own;"),
        ("[<!ENTITY own SYSTEM 'file:///etc/passwd'>]", "&own;"),
        ("[<!ENTITY % a \"<!ENTITY own 'not'>\"> %a;]", "not"),
        ("SYSTEM 'x.dtd' []", "&own;"),
    ],
)
def test_an_entity_is_its_words_or_stands_in_the_way_of_every_quotation(declared: str, word: str) -> None:
    article = (
        "<article><body><p>It was &own; effective in <b>&own;</b> all of the patients.</p></body></article>"
    )
    extracted = read(f"<!DOCTYPE article {declared}>{article}".encode(), "")
    assert extracted.text == f"It was {word} effective in {word} all of the patients.\n"
    source = SourceText(extracted.text, fold_text(extracted.text))
    quote = "It was effective in all of the patients."
    assert check_quote(quote, None, source, QuotePolicy()).status not in FOUND


def test_entities_of_html_are_known_and_the_documents_own_go_before_them() -> None:
    article = "<article><body><p>x&alpha;y&mdash;z&_;</p></body></article>"
    assert read(f"<!DOCTYPE article SYSTEM 'x.dtd'>{article}".encode(), "").text == "xαy—z&entity;\n"
    declared = "<!DOCTYPE article SYSTEM 'x.dtd' [<!ENTITY alpha 'not'>]>"
    assert read(f"{declared}{article}".encode(), "").text == "xnoty—z&entity;\n"


def test_entities_stand_for_no_more_than_a_bound() -> None:
    declared = f"<!DOCTYPE article [<!ENTITY a '{'a' * 1000}'>]>"
    text = read(f"{declared}<article><body><p>{'&a;' * 50_000}</p></body></article>".encode(), "").text
    assert len(text) < 300_000


def test_entities_made_of_entities_give_no_text() -> None:
    pairs = zip("abcdefgh", "bcdefghi", strict=True)
    declared = "".join(f'<!ENTITY {new} "{f"&{old};" * 10}">' for old, new in pairs)
    bomb = (
        f'<!DOCTYPE article [<!ENTITY a "aaaaaaaaaa">{declared}]><article><body><p>&i;</p></body></article>'
    )
    assert "a" not in read(bomb.encode(), "").text


@pytest.mark.parametrize(
    ("data", "verdict", "message"),
    [
        (b"", "broken", "the XML ends early or is malformed in line 1"),
        (b"<article><body><p>cut", "broken", "the XML ends early or is malformed in line 1"),
        (b"<article><body/></article>", "broken", "there are no words in this article"),
        (b"<book><p>x</p></book>", "broken", "there is no article in this XML"),
        (b"<article>" + b"<sec>" * 400, "resource_limit", "the XML is beyond the limits of the parser"),
    ],
)
def test_what_cannot_be_read_gives_no_text(data: bytes, verdict: str, message: str) -> None:
    extracted = read(data, "")
    assert (extracted.verdict, extracted.message, extracted.text) == (verdict, message, "")


@pytest.mark.parametrize(
    "unit",
    [
        "<p>x</p>",
        "<p>a<xref ref-type='bibr'>1</xref></p>",
        "<fig><label>a</label></fig>",
        "<tex-math>x</tex-math>",
        "<tex-math>\\begin{document}</tex-math>",
        "\\begin{document}",
        "<mfrac><mn>1</mn><mn>2</mn></mfrac>",
        "<sup>1-</sup>",
    ],
)
def test_a_megabyte_of_anything_is_read_in_time(unit: str) -> None:
    article = f"<article><body><p>x{unit * (800_000 // len(unit))}</p></body></article>"
    formula = f"<article><body><p><tex-math>{unit * 50_000}</tex-math></p></body></article>"
    assert at_most(3_000, lambda: read(article.encode(), "")).verdict == "ok"
    at_most(3_000, lambda: read(formula.encode(), ""))
