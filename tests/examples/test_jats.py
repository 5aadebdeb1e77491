"""How the script of `examples/real` reads JATS: what becomes a line or a superscript, and what is refused."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

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
    <p>Cells<sup>1,2</sup> grow in H<sub>2</sub>O at 10<sup>4</sup> cells L<sup>−1</sup>, as Ca<sup>2+</sup>
      shows.<xref><sup>15–17</sup></xref> Now the model<fig><label>Figure 1</label><caption><p>What
      is seen.</p></caption><graphic/></fig> is used
      <list><list-item><label>a)</label><p>first</p></list-item><list-item><p>second</p></list-item></list>
      in every laboratory.</p>
    <p>With <inline-formula><tex-math>alpha_1</tex-math><mml:math><mml:mi>α</mml:mi><mml:mn>1</mml:mn>
      </mml:math></inline-formula> as above.<table-wrap><label>Table 1</label>
      <caption><p>Yields.</p></caption><table><tr><td>mean</td><td></td><td><bold>5</bold><break/>g</td></tr></table>
      <table-wrap-foot><fn><label>*</label><p>n = 3</p></fn></table-wrap-foot></table-wrap></p>
    <fig><label>Figure 2</label></fig>
    <p>After a\u202ebidirectional\u0085trick and a no-break\u00a0space.</p>
  </sec>
</body>
<back><ref-list><title>References</title>
  <ref><label>1</label><element-citation>
    <person-group><name><surname>Doe</surname><given-names>J</given-names></name><etal/></person-group>
    <article-title>On <italic>basil</italic> leaves</article-title><year>1999</year><volume>7</volume>
    </element-citation></ref>
  <ref><mixed-citation><name><surname>Roe</surname> <given-names>R.</given-names></name> (<year>2001</year>).
    <article-title>Water</article-title>. <source>J. Demo</source></mixed-citation></ref>
</ref-list></back>
</article>
"""

LINES = [
    "Of Ocimum and water",
    "A demonstration",
    "Short and good.",
    "1. Introduction",
    "Cells¹,² grow in H2O at 10⁴ cells L⁻¹, as Ca²⁺ shows.¹⁵–¹⁷ Now the model is used",
    "a) first",
    "second",
    "in every laboratory.",
    "Figure 1 What is seen.",
    "With α1 as above.",
    "Table 1 Yields.",
    "mean",
    "5 g",
    "* n = 3",
    "Figure 2",
    "After abidirectional trick and a no-break\u00a0space.",
    "References",
    "1 Doe J et al. On basil leaves 1999 7",
    "Roe R. (2001). Water. J. Demo",
]


@pytest.fixture(scope="module")
def jats() -> ModuleType:
    spec = importlib.util.spec_from_file_location("citelock_example_jats", REAL / "jats.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def prepare(material: Path, out: Path) -> subprocess.CompletedProcess[str]:
    """Runs the script as a person does."""
    script = [sys.executable, "-B", str(REAL / "prepare.py"), "--material", str(material), "--out", str(out)]
    return subprocess.run(script, capture_output=True, text=True, encoding="utf-8", check=False)


def test_every_paragraph_heading_caption_cell_and_reference_is_one_line(jats: ModuleType) -> None:
    assert jats.snapshot_lines(jats.parse(ARTICLE.encode(), "demo.xml")) == (LINES, 1)


def test_a_file_of_any_depth_is_read_without_recursion(jats: ModuleType) -> None:
    deep = f"<article><body>{'<sec>' * 50_000}<p>deep</p>{'</sec>' * 50_000}</body></article>"
    assert jats.snapshot_lines(jats.parse(deep.encode(), "deep.xml")) == (["deep"], 0)


PAPER = "PMC4219006.jats.xml"  # the first that the script asks for
BILLION_LAUGHS = '<!DOCTYPE article [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><article>&b;</article>'


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "no such file. Give the folder with the JATS files as --material."),
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
    done = prepare(material, out)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("prepare.py: ")
    assert PAPER in done.stderr
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert not out.exists()
