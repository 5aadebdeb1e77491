"""What the script of `examples/real` refuses: papers that it cannot read, or whose text may not be copied."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

REAL = Path(__file__).parents[2] / "examples" / "real"

ARTICLE = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS v1.2//EN" "https://jats.invalid/JATS.dtd">
<article xmlns:mml="http://www.w3.org/1998/Math/MathML" xmlns:xlink="http://www.w3.org/1999/xlink">
<front>
  <journal-meta><journal-title-group>
    <journal-title>Journal of Demonstrations</journal-title></journal-title-group></journal-meta>
  <article-meta>
    <article-id pub-id-type="doi">10.0000/DEMO.9</article-id>
    <title-group><article-title>Of <italic>Ocimum</italic>
      and water</article-title><subtitle>A demonstration</subtitle></title-group>
    <contrib-group>
      <contrib contrib-type="author"><name><surname>Ivanova</surname><given-names>Anna</given-names></name>
        <email>anna@example.org</email></contrib>
      <contrib contrib-type="editor"><name><surname>Editor</surname></name></contrib>
    </contrib-group>
    <pub-date pub-type="collection"><year>2014</year></pub-date>
    <pub-date pub-type="epub"><day>5</day><month>10</month><year>2014</year></pub-date>
    <pub-date pub-type="pmc-release"><year>2013</year></pub-date>
    <elocation-id>e9</elocation-id>
    <permissions><license><license-p>Free under the <ext-link
      xlink:href="http://creativecommons.org/licenses/by/4.0">CC BY</ext-link> licence; CC0
      (http://creativecommons.org/publicdomain/zero/1.0/) for the data.</license-p></license></permissions>
    <abstract><p>Short and good.</p></abstract>
  </article-meta>
</front>
<body>
  <sec><label>1.</label><title>Introduction</title>
    <p>Short.</p>
  </sec>
</body>
</article>
"""


def prepare(material: Path, out: Path) -> subprocess.CompletedProcess[str]:
    """Runs the script as a person does."""
    script = [sys.executable, "-B", str(REAL / "prepare.py"), "--material", str(material), "--out", str(out)]
    return subprocess.run(script, capture_output=True, text=True, encoding="utf-8", check=False)


PAPER = "PMC4219006.jats.xml"  # the first that the script asks for
BILLION_LAUGHS = '<!DOCTYPE article [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><article>&b;</article>'


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "no such file. Give the folder with the papers as --material."),
        (b"\xff\xfe<article/>", "not UTF-8 at byte 0."),
        (b"<article><front></article>", "not well-formed XML (mismatched tag: line 1, column 18)."),
        (BILLION_LAUGHS.encode(), "declares entities. Save the file without a document type declaration."),
        (b"<article/>", "no front/article-meta in it."),
        (ARTICLE.replace("licenses/by/", "licenses/by-nc/").encode(), "not plainly CC BY"),
        (ARTICLE.replace("creativecommons", "example").encode(), "not plainly CC BY"),
        (ARTICLE.replace("10.0000/DEMO.9", "").encode(), "the front matter has no doi."),
        (ARTICLE.replace("pub-date", "history").encode(), "the front matter has no dates."),
    ],
)
def test_a_file_that_cannot_be_used_is_named_and_nothing_is_written(
    content: bytes | None, message: str, tmp_path: Path
) -> None:
    material, out = tmp_path / "material", tmp_path / "out"
    material.mkdir()
    if content is not None:
        (material / PAPER).write_bytes(content)
        (material / PAPER.replace(".jats.xml", ".pdf")).write_bytes(b"%PDF-")
    done = prepare(material, out)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("prepare.py: ")
    assert PAPER in done.stderr
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert not out.exists()


def test_a_paper_without_its_pdf_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / PAPER).write_text(ARTICLE, encoding="utf-8")
    done = prepare(tmp_path, tmp_path / "out")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("prepare.py: ")
    assert "PMC4219006.pdf: no such file." in done.stderr
    assert not (tmp_path / "out").exists()
