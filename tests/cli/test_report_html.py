"""The review sheet as a file: what is on it, what is not, and that hostile text stays text."""

from __future__ import annotations

import json
import re
import shutil
from hashlib import sha256
from pathlib import Path

import pytest

from citelock.cli.main import run
from tests.support.sheets import HOSTILE, Page, article, audited

TOP = Path(__file__).parents[2]


@pytest.fixture
def real(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(TOP / "examples" / "real", tmp_path / "real")
    monkeypatch.chdir(tmp_path / "real")
    assert run(["audit", "claims.json", "--quiet", "--format", "html"]) == 1
    return tmp_path / "real"


def test_the_sheet_shows_every_claim_and_loads_nothing(real: Path) -> None:
    content = (real / "report.html").read_text("utf-8")
    page = Page(content)
    report = json.loads((real / "report.json").read_text("utf-8"))
    assert page.count("article") == len(report["claims"])
    for tag, attributes in page.elements:
        assert "src" not in attributes
        assert "style" not in attributes
        assert not [name for name in attributes if name.startswith("on")]
        if "href" in attributes:
            assert re.match(r"#|https://doi\.org/", attributes["href"] or ""), attributes
        assert tag not in ("iframe", "object", "embed", "base", "form", "link", "img")
    assert "url(" not in content
    assert "@import" not in content
    for row in report["results"]:
        for name in row["errors"]:
            assert name in page.text


def test_style_and_script_are_those_that_the_policy_names(real: Path) -> None:
    from base64 import b64encode

    content = (real / "report.html").read_text("utf-8")
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', content)
    assert policy.startswith("default-src &#x27;none&#x27;") or policy.startswith("default-src 'none'")
    (style,) = re.findall(r"<style>(.*?)</style>", content, re.DOTALL)
    (script,) = re.findall(r"<script>(.*?)</script>", content, re.DOTALL)
    for each in (style, script):
        assert b64encode(sha256(each.encode()).digest()).decode() in policy


def test_the_same_report_gives_the_same_bytes(real: Path) -> None:
    first = (real / "report.html").read_bytes()
    assert run(["report", "html", "report.json", "--out", "again.html"]) == 0
    assert (real / "again.html").read_bytes() == first


def test_a_quotation_is_shown_in_its_context(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    claim = article(tmp_path)
    claim["text"] = "There were 12,400 trips."
    claim["citations"][0]["quote"] = "The council counted 12,400 trips … more than ever before"
    text = (
        "The paragraph before.\nIn May it was warm. The council counted 12,400 trips a day in May, more "
        "than ever before in that town.\nThe paragraph after.\n"
    )
    content = audited(tmp_path, claim, text, monkeypatch)
    assert '<p class="around" dir="auto">The paragraph before.</p>' in content
    assert '<p class="around" dir="auto">The paragraph after.</p>' in content
    assert '<mark class="q">The council counted </mark><mark class="fig">12,400</mark>' in content
    assert re.search(
        r'<span class="hid"><span class="vh">\[hidden by the ellipsis: </span> ?a day in May,', content
    )
    assert "In the text, line 2" in content


def test_between_fragments_of_a_list_nothing_is_hidden_by_an_ellipsis(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = article(tmp_path)
    claim["citations"][0]["quotes"] = ["The council counted twelve thousand", "trips in June of that year"]
    text = "The council counted twelve thousand cyclists and then trips in June of that year.\n"
    content = audited(tmp_path, claim, text, monkeypatch)
    assert "hidden by the ellipsis" not in content.partition("<main")[2].partition("</main")[0]
    assert (
        '<mark class="q">The council counted twelve thousand</mark> cyclists and then <mark class="q">trips'
        in content
    )


def test_of_several_fragments_the_one_that_was_not_found_is_marked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = article(tmp_path)
    claim["citations"][0]["quotes"] = ["The council counted twelve thousand", "there were no trips in June"]
    text = "The council counted twelve thousand cyclists and then trips in June of that year.\n"
    content = audited(tmp_path, claim, text, monkeypatch)
    assert '<blockquote class=lost dir="auto"><b class="lost">not found</b> there were no trips' in content
    assert '<blockquote dir="auto">The council' in content
    assert "Of 2 fragments 1 did not stand in the text." in content


TRIPS = "The council counted 12,400 trips a day in May in the whole of the town"


@pytest.mark.parametrize(
    ("said", "quote", "mark"),
    [
        ("There were 12,400 trips.", TRIPS, '<mark class="fig">12,400</mark>'),
        ("There were 12,400 trips.", TRIPS.replace("May", "June"), '<mark class="unproved">12,400</mark>'),
        ("There were 12,400 trips.", TRIPS.replace("12,400 ", ""), "nothing in the quotation"),
        ("There were more than 20,000 trips.", TRIPS.replace("12,400", "at most 12,400"), "nothing in the"),
    ],
)
def test_a_figure_is_green_only_where_its_quotation_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, quote: str, mark: str
) -> None:
    claim = article(tmp_path)
    claim["text"] = said
    claim["citations"][0]["quote"] = quote
    content = audited(tmp_path, claim, f"{TRIPS}.\n", monkeypatch)
    shown = content.partition('<div class="figures">')[2].partition("</div>")[0]
    assert mark in shown
    assert ('class="fig"' in shown) == ("fig" in mark)
    assert ("none of its figures is proved" in shown) == ("unproved" in mark)


def test_a_figure_that_contradicts_is_no_support(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    claim = article(tmp_path)
    claim["text"] = "More than 12,400 trips were counted."
    quote = TRIPS.replace("counted", "counted fewer than")
    claim["citations"][0]["quote"] = quote
    content = audited(tmp_path, claim, f"{quote}.\n", monkeypatch)
    (row,) = json.loads((tmp_path / "report.json").read_text("utf-8"))["results"]
    assert row["numbers"][0]["rule"] == "conflict"
    assert '<mark class="error">' in content
    assert '<mark class="fig">' not in content


def test_a_figure_is_not_marked_inside_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    claim = article(tmp_path)
    claim["text"] = "There were 18 trips."
    claim["citations"][0]["quote"] = quote = (
        "Of 183 people and 2.18 of others there were 18 who went on trips"
    )
    content = audited(tmp_path, claim, f"{quote}.\n", monkeypatch)
    assert 'Of 183 people and 2.18 of others there were </mark><mark class="fig">18</mark>' in content


def test_a_miss_is_shown_word_by_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    claim = article(tmp_path)
    claim["citations"][0]["quote"] = "The council counted twelve thousand cycling trips a day in June"
    text = "The council counted twelve thousand cycling trips a day in May, more than ever.\n"
    content = audited(tmp_path, claim, text, monkeypatch)
    assert re.search(r'<ins class="miss">.*?May,?', content)
    assert re.search(r'<del class="add">.*?June', content)


def test_values_of_the_registry_stand_beside_those_that_are_cited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = article(tmp_path)
    claim["citations"][0] |= {"year": 2021, "quote": "The council counted twelve thousand trips"}
    content = audited(tmp_path, claim, "The council counted twelve thousand trips.\n", monkeypatch)
    assert re.search(
        r'<tr class="error"><th scope="row">year.*?<td dir="auto">2021</td><td dir="auto">2024</td>', content
    )
    assert re.search(
        r'<tr class="same"><th scope="row">title</th><td dir="auto">T</td><td dir="auto">T</td>', content
    )


def test_hostile_text_stays_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    claim = article(tmp_path)
    claim |= {"id": HOSTILE, "text": HOSTILE}
    claim["citations"][0] |= {
        "title": HOSTILE,
        "first_author": HOSTILE,
        "quote": f"words of the source {HOSTILE}",
    }
    content = audited(tmp_path, claim, f"words of the source {HOSTILE} and more\n{HOSTILE}\n", monkeypatch)
    page = Page(content)
    scripts = [attributes for tag, attributes in page.elements if tag == "script"]
    assert scripts == [{"type": "application/json", "id": "facts"}, {}]
    assert page.count("img") == 0
    assert "\u202e" not in content
    assert "\\u{202e}" in page.text
    assert "<script>alert(1)</script>" in page.text


@pytest.mark.parametrize(
    ("provenance", "said"),
    [
        ({"text": {"storage": "private"}}, "the text is private"),
        ({"licence": {"class": "cc-by-nd"}}, "a text under cc-by-nd may not be shown here"),
    ],
)
def test_a_text_that_may_not_be_republished_is_not_on_the_sheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, provenance: dict[str, dict[str, object]], said: str
) -> None:
    claim = article(tmp_path)
    secret = "The council counted twelve thousand cycling trips"
    claim["citations"][0]["quote"] = "words that are not the secret of this source"
    value: dict[str, object] = {
        "schema": "citelock-provenance/1",
        "status": "ok",
        "id": "doi:10.5555/x",
        **provenance,
    }
    text = value.get("text")
    digest = sha256(f"{secret}\n".encode()).hexdigest()
    value["text"] = {**(text if isinstance(text, dict) else {}), "sha256": digest}
    (tmp_path / "sources" / "10.5555_x.json").write_text(json.dumps(value))
    content = audited(tmp_path, claim, f"{secret}\n", monkeypatch)
    assert said in content
    assert "council" not in content
