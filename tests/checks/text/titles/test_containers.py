"""Names of containers: in full, abbreviated, as an acronym."""

from __future__ import annotations

import pytest

from citelock.checks.text.titles.containers import is_same_container

ONE = [
    ("J. Am. Chem. Soc.", "Journal of the American Chemical Society"),
    ("J Am Chem Soc", "Journal of the American Chemical Society"),
    ("Proc. Natl. Acad. Sci. U.S.A.", "Proceedings of the National Academy of Sciences"),
    ("Proc Natl Acad Sci USA",
     "Proceedings of the National Academy of Sciences of the United States of America"),
    ("PNAS", "Proceedings of the National Academy of Sciences"),
    ("IEEE Trans. Pattern Anal. Mach. Intell.",
     "IEEE Transactions on Pattern Analysis and Machine Intelligence"),
    ("CVPR", "2016 IEEE Conference on Computer Vision and Pattern Recognition (CVPR)"),
    ("NEJM", "New England Journal of Medicine"),
    ("N Engl J Med", "The New England Journal of Medicine"),
    ("JAMA", "JAMA: The Journal of the American Medical Association"),
    ("The Lancet", "Lancet"),
    ("Science", "Science (New York, N.Y.)"),
    ("PLOS One", "PLoS ONE"),
    ("Research and Development", "Research &amp; Development"),
    ("The Scientific World Journal", "TheScientificWorldJOURNAL"),
    ("Z. Phys.", "Zeitschrift für Physik"),
    ("Ann. Phys. (Leipzig)", "Annalen der Physik"),
    ("Acta Crystallogr D Struct Biol", "Acta Crystallographica Section D Structural Biology"),
    ("IEEE Sensors J.", "IEEE Sensors Journal"),
    ("Phys. Rev. A", "Physical Review A"),
    ("Доклады Академии наук", "ДОКЛАДЫ АКАДЕМИИ НАУК"),
    ("中国科学", "中国科学: 数学"),
]  # fmt: skip

TWO = [
    ("Nature", "Nature Communications"),
    ("Nat. Med.", "Nature Methods"),
    ("Cell", "Cell Reports"),
    ("Chest", "Chemistry – A European Journal"),
    ("Phys. Rev. A", "Physical Review B"),
    ("Physical Review A", "Physical Review Applied"),
    ("Journal of Physics A", "Journal of Physics"),
    ("Biochimica et Biophysica Acta (BBA) - General Subjects",
     "Biochimica et Biophysica Acta (BBA) - Reviews on Cancer"),
    ("Journal of Geophysical Research: Oceans", "Journal of Geophysical Research: Planets"),
    ("Conference on Nothing 2010", "Conference on Nothing 2021"),
    ("Journal of Chemistry", "Journal of Physics"),
    ("", "Nature"),
    ("—", "Nature"),
    ("(Nature)", "Science"),
    ("AI", "Artificial Intelligence"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), ONE)
def test_these_are_one_container(one: str, other: str) -> None:
    assert is_same_container(one, other)
    assert is_same_container(other, one)


@pytest.mark.parametrize(("one", "other"), TWO)
def test_these_are_two(one: str, other: str) -> None:
    assert not is_same_container(one, other)
    assert not is_same_container(other, one)


@pytest.mark.parametrize("piece", ["a. ", "(", "([", "a ", "é ", "a.b"])
def test_a_long_name_takes_linear_time(piece: str) -> None:
    is_same_container(piece * (1_000_000 // len(piece)), "Nature ")
