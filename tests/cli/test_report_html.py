"""The review sheet as a file: what is on it, what is not, and that hostile text stays text."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from citelock.cli.main import run
from tests.support.sheets import Page, article, audited

TOP = Path(__file__).parents[2]
HOSTILE = (
    '</script><script>alert(1)</script><img src=x onerror=alert(1)> "quoted" \u202eevil\u202c'
    " & 'single' &lt;b&gt;"
)


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
    assert '<p class="around">The paragraph before.</p>' in content
    assert '<p class="around">The paragraph after.</p>' in content
    assert '<mark class="q">The council counted </mark><mark class="fig">12,400</mark>' in content
    assert re.search(
        r'<span class="hid"><span class="vh">\[hidden by the ellipsis: </span> ?a day in May,', content
    )
    assert "In the text, line 2" in content


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
    assert re.search(r'<tr class="error"><th scope="row">year.*?<td>2021</td><td>2024</td>', content)
    assert re.search(r'<tr class="same"><th scope="row">title</th><td>T</td><td>T</td>', content)


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


# -- judgements --------------------------------------------------------------------------------------------


def judged(
    root: Path, *judgements: object, name: str = "first.json", schema: str = "citelock-judgements/1"
) -> None:
    (root / "judgements").mkdir(exist_ok=True)
    value = {"schema": schema, "report_sha256": "0" * 64, "judgements": list(judgements)}
    (root / "judgements" / name).write_text(json.dumps(value))


def test_a_judgement_is_shown_on_the_next_sheet_and_touches_nothing_else(real: Path) -> None:
    before = (real / "report.json").read_bytes()
    row = json.loads(before)["results"][0]
    judged(real, {"fingerprint": row["fingerprint"], "verdict": "does not", "note": f"not {HOSTILE}"})
    assert run(["audit", "claims.json", "--quiet", "--format", "html"]) == 1
    assert (real / "report.json").read_bytes() == before
    content = (real / "report.html").read_text("utf-8")
    assert "judgements/first.json: <b>does not</b>: not &lt;/script&gt;" in content
    assert content.count('value="does not" checked') == 1


@pytest.mark.parametrize(
    "value",
    [
        {"fingerprint": "x", "verdict": "supports"},
        {"fingerprint": "0" * 64, "verdict": "yes"},
        {"fingerprint": "0" * 64, "verdict": "supports", "note": 3},
        7,
    ],
)
def test_a_file_of_judgements_that_is_none_is_told_on_the_sheet(real: Path, value: object) -> None:
    judged(real, value)
    assert run(["report", "html", "report.json"]) == 0
    assert re.search(r'class="problem">judgements/first\.json', (real / "review.html").read_text("utf-8"))


# -- wrong usage -------------------------------------------------------------------------------------------

SPOILS: dict[str, Callable[[Path], object]] = {
    "no report": lambda root: (root / "report.json").write_text("{}"),
    "no JSON": lambda root: (root / "report.json").write_text("{"),
    "gone": lambda root: (root / "report.json").unlink(),
    "other claims": lambda root: (root / "claims.json").write_text('{"claims": []}'),
    "no claims": lambda root: (root / "claims.json").unlink(),
    "a way out": lambda root: (root / "report.json").write_text(
        (root / "report.json").read_text().replace('"path": "claims.json"', '"path": "../../etc/passwd"')
    ),
}


@pytest.mark.parametrize("spoil", SPOILS)
def test_a_report_that_is_not_of_these_claims_makes_no_sheet(
    real: Path, capsys: pytest.CaptureFixture[str], spoil: str
) -> None:
    SPOILS[spoil](real)
    capsys.readouterr()
    assert run(["report", "html", "report.json", "--out", "other.html"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("citelock: ")
    assert "Traceback" not in err
    assert not (real / "other.html").exists()


def test_a_changed_text_is_not_shown(real: Path) -> None:
    for path in (real / "sources").glob("*.txt"):
        path.write_text(path.read_text("utf-8") + "Added.\n", "utf-8")
    assert run(["report", "html", "report.json"]) == 0
    assert '<mark class="q">' not in (real / "review.html").read_text("utf-8")


@pytest.mark.parametrize("options", [["--out", "-"], ["--shard", "1/2"]])
def test_the_sheet_is_written_beside_the_report_only(real: Path, options: list[str]) -> None:
    assert run(["audit", "claims.json", "--format", "html", *options]) == 2
