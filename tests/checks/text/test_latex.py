r"""LaTeX taken back to letters."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.checks.text.latex import unlatex


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        (r"Erd{\H o}s", "Erdős"),
        (r"Erd\H{o}s", "Erdős"),
        (r"Erd{\H{o}}s", "Erdős"),
        (r"M\"uller", "Müller"),
        (r"M{\"u}ller", "Müller"),
        (r"M\"{u}ller", "Müller"),
        (r"M{\"{u}}ller", "Müller"),
        (r"M\\\"uller", "Müller"),
        (r"Garc{\'\i}a", "García"),
        (r"Garc\'{\i}a", "García"),
        (r"Garc\'{i}a", "García"),
        (r"Garc{\'{\i}}a", "García"),
        (r"{\O}stergaard", "Østergaard"),
        (r"\O stergaard", "Østergaard"),
        (r"\O{}stergaard", "Østergaard"),
        (r"Wei{\ss}", "Weiß"),
        (r"\L{}ukasz", "Łukasz"),
        (r"{\L}ukasz", "Łukasz"),
        (r"{\AA}ngstr{\"o}m", "Ångström"),
        (r"\r{A}ngstr\"om", "Ångström"),
        (r"\c{C}elik", "Çelik"),
        (r"\c Celik", "Çelik"),
        (r"Dvo\v{r}\'ak", "Dvořák"),
        (r"W\k{a}s", "Wąs"),
        (r"Nguy\~{\^e}n", "Nguyễn"),
        (r"Stra{\ss}e und {\AE}on", "Straße und Æon"),
        (r"\emph{in vivo} imaging", "in vivo imaging"),
        (r"\textit{E. coli}", "E. coli"),
        (r"{\em Escherichia coli}", "Escherichia coli"),
        (r"The {DNA} of {B}ayes", "The DNA of Bayes"),
        (r"$\alpha$-synuclein", "α-synuclein"),
        (r"${\rm CO}_2$", "CO2"),
        (r"CO$_{2}$", "CO2"),
        (r"H$_2$O", "H2O"),
        (r"$10^{5}$ cells", "105 cells"),
        (r"\LaTeX{} for all", "LaTeX for all"),
        (r"Research \& Development", "Research & Development"),
        (r"at 5\% level", "at 5% level"),
        (r"$\mathbb{R}^n$", "R^n"),
        (r"O.~Smith {Jr.}", "O. Smith Jr."),
        (r"Alzheimer\'s disease", "Alzheimer's disease"),
        (r"\"On\" and \"off\" states", '"On" and "off" states'),
        (r"The \"Us\" of it", 'The "Us" of it'),
    ],
)
def test_latex_is_read_as_it_prints(written: str, printed: str) -> None:
    assert unlatex(written) == printed


def test_a_text_without_signs_comes_back_as_it_is() -> None:
    text = "A snake_case name, 2^10 and ~5 km"
    assert unlatex(text) is text


@given(st.text(alphabet="\\{}$'\"^~cvuHi oe5é"))
def test_no_sign_is_left(text: str) -> None:
    assert not set("\\{}$") & set(unlatex(text))


@given(st.text(alphabet="áčőüßøa ", max_size=12))
def test_printed_text_in_braces_is_itself(text: str) -> None:
    assert unlatex("{" + text + "}") == text == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize("piece", ["\\", "{", "\\'", "\\c ", "\\'{", "\\textit{", "^{", '\\"', "\\ "])
def test_a_long_run_of_signs_takes_linear_time(piece: str) -> None:
    unlatex(piece * (1_000_000 // len(piece)))
