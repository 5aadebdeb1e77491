"""Words of a page that no reader sees are marked, whatever hides them; those that are seen are not."""

from __future__ import annotations

import pytest

from citelock.snapshotter.extract.html import read

WORDS = "Planted words that nobody sees."


def hidden(markup: str) -> list[str]:
    extracted = read(f"<!doctype html><p>Before.</p>{markup}<p>After.</p>".encode(), "utf-8")
    assert WORDS in extracted.text  # marked, never dropped
    return [extracted.text[start:end].strip() for start, end in extracted.hidden]


@pytest.mark.parametrize(
    "style",
    [
        "display:none",
        "DISPLAY : NONE !important",
        "display:/**/none",
        "/*x*/display:none",
        r"d\69splay:none",
        r"display:n\6f ne",
        "color:red;display:none;",
        "display:none;display:bl ock",
        "display:none;display:shown",
        "opacity:0;opacity:full",
        "color:white;color:blackish",
        "visibility:hidden",
        "visibility:collapse",
        "content-visibility:hidden",
        "opacity:0",
        "opacity:0.01",
        "opacity:0%",
        "filter:opacity(0)",
        "font-size:0",
        "font-size:1px",
        "font-size:.01em",
        "font:0/0 a",
        "position:absolute;left:-9999px",
        "position:fixed;top:-200vw",
        "position:absolute;inset:-9999px",
        "text-indent:-9999px",
        "margin-left:-10000px",
        "transform:translateX(-9999px)",
        "transform:scale(0)",
        "scale:0",
        "position:absolute;clip:rect(0,0,0,0)",
        "position:absolute;clip:rect(1px 1px 1px 1px)",
        "clip-path:inset(50%)",
        "clip-path:circle(0)",
        "height:0;overflow:hidden",
        "max-height:0;overflow-y:hidden",
        "width:1px;height:1px;overflow:hidden",
        "color:#fff;background:#fff",
        "color:rgb(250, 250, 250);background-color:white",
        "color:white",
        "color:transparent",
        "color:rgba(0,0,0,0)",
        "color:#000;background:black",
    ],
)
def test_words_that_their_own_style_hides_are_marked(style: str) -> None:
    assert hidden(f'<div style="{style}">{WORDS}</div>') == [WORDS]


@pytest.mark.parametrize(
    "style",
    [
        "display:block",
        "x-display:none",
        "content:'display:none'",
        "background:url(display:none)",
        "color:white;background:#222",
        "color:white;background:url(dark.png)",
        "color:white;background-image:linear-gradient(black,black)",
        "color:white;background:var(--dark)",
        "color:#767676",
        "opacity:.5",
        "font-size:9px",
        "font-size:smaller",
        "font-size:calc(1px + 1vw)",
        "height:0;overflow:hidden;padding-bottom:56%",
        "height:0",
        "text-indent:-20px",
        "position:relative;left:-5px",
        "position:static;clip:rect(0,0,0,0)",
        "transform:scale(-1)",
        "color:transparent;background:linear-gradient(red,blue);-webkit-background-clip:text",
    ],
)
def test_words_that_are_seen_are_not_marked(style: str) -> None:
    assert hidden(f'<div style="{style}">{WORDS}</div>') == []


@pytest.mark.parametrize(
    "markup",
    [
        "<font color=white>{}</font>",
        "<table><tr><td bgcolor=#000000><font color=000000>{}</font></table>",
        "<video>{}</video>",
        "<audio src=x>{}</audio>",
        "<canvas>{}</canvas>",
        "<object data=x.png>{}</object>",
        "<div popover>{}</div>",
        "<dialog>{}</dialog>",
        "<div hidden>{}</div>",
        "<svg><text visibility=hidden>{}</text></svg>",
        "<svg><g opacity=0><text>{}</text></g></svg>",
        "<div style='color:white'><p>{}</p></div>",
        "<div style='visibility:hidden'><b>{}</b></div>",
    ],
)
def test_words_that_html_itself_hides_are_marked(markup: str) -> None:
    assert hidden(markup.format(WORDS)) == [WORDS]


@pytest.mark.parametrize(
    "markup",
    [
        "<details><summary>More</summary>{}</details>",
        "<div hidden=until-found>{}</div>",
        "<div hidden style='display:flex'>{}</div>",
        "<object>{}</object>",
        "<dialog open>{}</dialog>",
        "<del>{}</del>",
        "<div aria-hidden=true>{}</div>",
        "<div style='visibility:hidden'><b style='visibility:visible'>{}</b></div>",
        "<div style='font-size:0'><b style='font-size:16px'>{}</b></div>",
        "<div style='color:white'><b style='color:black'>{}</b></div>",
        "<div style='background:#333'><font color=white>{}</font></div>",
        "<table><tr><td background=dark.png><font color=white>{}</font></table>",
        "<link rel=stylesheet href=dark.css><font color=white>{}</font>",
    ],
)
def test_words_that_html_shows_are_not_marked(markup: str) -> None:
    assert hidden(markup.format(WORDS)) == []


@pytest.mark.parametrize(
    "sheet",
    [
        ".zz{display:none}",
        "b,.zz , i{display:none}",
        "#one{opacity:0}",
        "div.zz{font-size:0}",
        "main .zz{display:none}",
        "main>.zz{display:none}",
        "body main > div{display:none}",
        ".zz{display:block}.zz{display:none}",
        ".zz{display:none!important}div{display:block}",
        "div.zz{display:none}.zz{display:block}",
        "@media screen{.zz{display:none}}",
        "@layer x{.zz{display:none}}",
        ".zz:hover{display:block}.zz{display:none}",
        "/* .zz{ */.zz{dis/**/play:block;display:none}",
        r".z\7a {display:none}",
        ".zz{display:none}@media(max-width:600px){.zz{display:none}}",
    ],
)
def test_words_that_a_sheet_of_the_page_hides_are_marked(sheet: str) -> None:
    assert hidden(f"<style>{sheet}</style><main><div class='a zz' id=one>{WORDS}</div></main>") == [WORDS]


@pytest.mark.parametrize(
    "sheet",
    [
        ".zz.a{display:block}.zz{display:none}",
        ".zz{display:none}.zz{display:block}",
        "#one{display:block}.zz{display:none}",
        "@media print{.zz{display:none}}",
        "@media(max-width:600px){.zz{display:none}}",
        ".zz{display:none}@media(min-width:600px){.zz{display:block}}",
        ".zz{display:none}.zz:not(.shut){display:block}",
        ".zz::before{display:none}",
        ".zz:hover{display:none}",
        ".zzz{display:none}",
        "nav .zz{display:none}",
        "body>.zz{display:none}",
        "html{font-size:62.5%}",
        "body{visibility:hidden;opacity:0}",
        "html{display:none}",
    ],
)
def test_words_that_a_sheet_shows_in_the_end_are_not_marked(sheet: str) -> None:
    assert hidden(f"<style>{sheet}</style><main><div class='a zz' id=one>{WORDS}</div></main>") == []


def test_a_sheet_for_print_or_within_noscript_says_nothing() -> None:
    inside = "<noscript><style>p.n{display:none}</style></noscript>"
    assert hidden(f"<style media=print>p.n{{display:none}}</style>{inside}<p class=n>{WORDS}</p>") == []


def test_inline_style_goes_before_a_sheet_and_after_its_important() -> None:
    shown = f"<style>.n{{display:none}}</style><p class=n style='display:block'>{WORDS}</p>"
    assert hidden(shown) == []
    assert hidden(shown.replace("none}", "none!important}")) == [WORDS]


# -- formulas that stand there twice -----------------------------------------------------------------------


def spans(markup: str) -> tuple[str, list[str]]:
    extracted = read(f"<p>{markup}</p>".encode(), "utf-8")
    return extracted.text, [extracted.text[start:end] for start, end in extracted.hidden]


def test_the_mathml_of_a_formula_shown_as_an_image_is_read_and_not_marked() -> None:
    formula = "<span style='display:none'><math><mi>sin</mi><mi>x</mi></math></span><img src=x.png>"
    assert spans(f"so {formula} falls") == ("so sinx falls\n", [])


@pytest.mark.parametrize("words", [WORDS, "not", "never in any way"])
def test_prose_in_place_of_a_formula_is_marked(words: str) -> None:
    formula = f"<span style='display:none'><math><mtext>{words}</mtext></math></span><img src=x.png>"
    assert spans(f"so {formula} falls") == (f"so {words} falls\n", [words])


def test_a_formula_of_katex_without_its_mathml_is_no_second_form() -> None:
    assert spans("was <span class=katex-html>not</span> so")[0] == "was not so\n"
    other = "<span class=katex-mathml><math><mi>x</mi></math></span><span class=katex-html>not</span>"
    assert spans(f"was {other} so")[0] == "was xnot so\n"


# -- words that are seen are not lost ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "markup",
    [
        "<svg><text>not</text></svg>",
        "<svg><text>n<tspan>ot</tspan></text></svg>",
        "<rt>not</rt>",
        "<rp>not</rp>",
        "<input value=not>",
        "<input type=submit value=not>",
    ],
)
def test_a_word_that_is_seen_stands_in_the_text(markup: str) -> None:
    text = read(f"<p>The drug was {markup} effective.</p>".encode(), "utf-8").text
    assert " ".join(text.split()) == "The drug was not effective."


@pytest.mark.parametrize(
    "markup",
    [
        "<ruby>so<rp>(</rp><rt>no</rt><rp>)</rp></ruby>",
        "<svg><title>no</title><desc>no</desc><defs><text>no</text></defs></svg>so",
        "<input type=hidden value=no>so",
        "<input type=checkbox value=no>so",
    ],
)
def test_what_is_beside_the_words_stays_out(markup: str) -> None:
    assert read(f"<p>Was {markup}.</p>".encode(), "utf-8").text == "Was so.\n"


def test_hostile_sheets_cost_no_more_than_their_length() -> None:
    sheets = [
        "a{" * 50_000,
        "@media screen{" * 50_000,
        "," * 100_000 + "{display:none}",
        "a " * 100_000 + "{display:none}",
        "(" * 100_000,
        "@media" + "(" * 100_000,
        "p{display:none}@media x{p{color:" + "(" * 50_000,
        "*{display:none}" * 200,
    ]
    for sheet in sheets:
        extracted = read(f"<style>{sheet}</style><p>Words.</p>".encode() + b"<b>x</b>" * 500, "utf-8")
        assert extracted.verdict == "ok"
