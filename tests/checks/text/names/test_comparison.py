"""Names: the usual orders and spellings of one person, and people who are not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citelock.checks.text.names.comparison import Agreement, compare_name
from citelock.checks.text.names.keys import name_key
from citelock.checks.text.names.readings import read_name
from citelock.checks.text.names.registered import RegisteredName


def agreement(cited: str, family: str, forename: str = "") -> str:
    return compare_name(read_name(cited), RegisteredName(family, forename, "")).name


SAME = [
    # The usual orders.
    ("Ivanova", "Ivanova", ""),
    ("ivanova", "Ivanova", "Anna"),
    ("IVANOVA", "Ivanova", "Anna"),
    ("Anna Ivanova", "Ivanova", "Anna"),
    ("Ivanova, Anna", "Ivanova", "Anna"),
    ("Ivanova Anna", "Ivanova", "Anna"),
    ("Ivanova A.", "Ivanova", "Anna"),
    ("A. B. Ivanova", "Ivanova", "Anna Borisovna"),
    ("Ivanova AB", "Ivanova", "Anna Borisovna"),
    ("ivanova ab", "Ivanova", "Anna Borisovna"),
    ("HARRIS, M.", "Harris", "M."),
    ("Anna Ivanova", "Ivanova", ""),
    ("Ivanova, A. B. C.", "Ivanova", "A."),
    ("J. Robert Oppenheimer", "Oppenheimer", "Julius Robert"),
    ("Robert Oppenheimer", "Oppenheimer", "J. Robert"),
    # What is no part of a name.
    ("Smith et al.", "Smith", "J."),
    ("Smith, et al", "Smith", "J."),
    ("Smith and colleagues", "Smith", "J."),
    ("Smith & others", "Smith", "J."),
    ("Иванова и др.", "Иванова", "А. Б."),
    ("李明等", "李", "明"),
    ("Prof. Dr. Anna Ivanova", "Ivanova", "Anna"),
    ("Anna Ivanova, PhD", "Ivanova", "Anna"),
    ("Anna Ivanova (ed.)", "Ivanova", "Anna"),
    ("Anna Ivanova¹*", "Ivanova", "Anna"),
    ("Sir Isaac Newton", "Newton", "Isaac"),
    ("Lord Kelvin", "Kelvin", ""),
    ("Smith Jr., John", "Smith", "John"),
    ("Smith, John, III", "Smith", "John"),
    ("Smith JA 3rd", "Smith", "John A."),
    ("Giddings Jr TH", "Giddings Jr", "Thomas H."),
    ("Giddings", "Giddings Jr", "Thomas H."),
    ("Smith MD", "Smith", "Mary Diane"),
    # Accents, ligatures, digraphs, LaTeX, bytes read wrongly.
    ("Eryigit", "Eryiğit", "Gülşen"),
    ("Muller", "Müller", ""),
    ("Mueller", "Müller", ""),
    ("Müller", "Mueller", ""),
    ("Muller", "Mueller", ""),
    ("Ostergaard", "Østergaard", ""),
    ("Oestergaard", "Østergaard", ""),
    ("Aagaard", "Ågaard", ""),
    ("Djokovic", "Đoković", "N."),
    ("Lukasz Zych", "Zych", "Łukasz"),
    ("Strasse", "Straße", ""),
    ("Rufaioglu", "RUFAİOĞLU", "Süreyya Betül"),
    ("Erd{\\H o}s", "Erdős", "P."),
    ('M{\\"u}ller~J', "Müller", "J."),
    ("Veríssimo", "VerÃ\u00adssimo", "AntÃ³nio"),
    ("D'Adamo", "DâAdamo", "Monica"),
    ("Brontë", "Bront&euml;", "E."),
    # Apostrophes and hyphens.
    ("OBrien", "O’Brien", "K."),
    ("O'Donoghue", "O' Donoghue", "Joseph A."),
    ("Garcia Marquez", "García-Márquez", "Gabriel"),
    ("Jean-Paul Sartre", "Sartre", "J.-P."),
    ("Sartre JP", "Sartre", "Jean-Paul"),
    ("Künzi HA", "Künzi", "Hans‐Peter A."),
    ("Xiao Ming Wang", "Wang", "Xiao-Ming"),
    ("Xiaoming Wang", "Wang", "Xiao Ming"),
    ("Wang, X. M.", "Wang", "Xiaoming"),
    # Particles.
    ("Van Der Aa", "Der Aa", "Olivier"),
    ("Beethoven", "van Beethoven", "L."),
    ("van Beethoven, Ludwig", "Beethoven", "Ludwig"),
    ("Beethoven, Ludwig van", "van Beethoven", "Ludwig"),
    ("in 't Veld", "Veld", "Jan"),
    ("Alembert", "d’Alembert", "J."),
    ("Roux", "Le Roux", "Jean"),
    ("Al-Hasan", "Al Hasan", "Naila M."),
    ("Alhasan", "Al-Hasan", "Naila M."),
    ("Hasan", "al-Hasan", "Naila M."),
    ("El-Hasan", "Al-Hasan", "Naila M."),
    ("Ferreira Almeida", "Ferreira de Almeida", "Maria"),
    ("Ortega Gasset", "Ortega y Gasset", "José"),
    ("Souza CRJD", "de Souza", "C. R. J."),
    ("Marinho VHdS", "Marinho", "Victor Hugo de Souza"),
    ("de Moura ET", "de Moura", "Eduardo T."),
    # Compounds.
    ("Gabriel García Márquez", "García Márquez", "Gabriel"),
    ("Kieding Banik V", "Kieding Banik", "Vibeke"),
    # Family name first.
    ("Nguyen Van A", "Nguyen", "Van A"),
    ("Nguyễn Văn A", "Nguyen", "Van A"),
    ("Nagy János", "Nagy", "János"),
    ("WANG Wei", "Wang", "Wei"),
    ("王伟", "王", "伟"),
    ("王 伟", "王", "伟"),
    ("王", "王伟", ""),
    ("山田", "山田太郎", ""),
    ("김철수", "김", "철수"),
    ("Иванов Иван Иванович", "Иванов", "И. И."),
    # What registries do to names.
    ("Calhoun", "D. Calhoun", "Vince"),
    ("Vince D. Calhoun", "D. Calhoun", "Vince"),
    ("Perkins, T. Alex", "Alex Perkins", "T."),
    ("Perkins TA", "Alex Perkins", "T."),
    ("Chang, C.-L.", "Chun-Li Chang", ""),
    ("Chang", "Chun-Li Chang", ""),
    ("FitzSimmons, H. J.", "SIMMONS", "HENRY J. FITZ"),
    ("Suharto", "-", "Suharto"),
    # Short words that are no initials, and initials of more than a letter.
    ("Chr. Huygens", "Huygens", "Christiaan"),
    ("Yu. I. Manin", "Manin", "Yuri Ivanovich"),
    ("A. Y. Faenov", "FAENOV", "A.YA."),
]

OTHER_PERSONS = [
    ("Petrov", "Ivanova", "Anna"),
    ("Mussgnug, Anna Maria", "Mussgnug", "Alexander Martin"),
    ("Anna Maria Mussgnug", "Mussgnug", "Alexander Martin"),
    ("Firstname Lastname", "Chen", "Dong"),
    ("James Smith", "Smith", "Karen"),
    ("Smith James", "Smith", "Karen"),
    ("Jean-Luc Picard", "Picard", "Jean-Pierre"),
    ("Chia-Ling Kao", "Kao", "Chia-Hung"),
    ("Xuefeng Mei", "Mei", "Xueyan"),
    ("Wang, Xi", "Wang", "Xiao"),
    ("Ed Smith", "Smith", "Karl"),
    ("王芳", "王", "伟"),
    ("Ivan", "Ivanova", "Anna"),
    ("Cheng", "Chen", ""),
    ("Xue", "Xu", ""),
    ("Baer", "Bar", ""),
    ("Martin Klimánek", "Martin", "J."),
    ("Smith and Jones", "Smith", "J."),
    ("Smith, J., Jones, K.", "Smith", "J."),
    ("Ivanova", "", ""),
    ("Ivanova", "—", "1"),
    ("", "Ivanova", "Anna"),
    ("—", "Ivanova", "Anna"),
    ("et al.", "Ivanova", "Anna"),
]

DOUBTS = [
    ("Aleksandr Pushkin", "Pushkin", "Alexander", "GIVEN"),
    ("Bob Smith", "Smith", "Robert", "GIVEN"),
    ("Smith Bob", "Smith", "Robert", "GIVEN"),
    ("B. Smith", "Smith", "Robert", "GIVEN"),
    ("Bane Sullivan", "Sullivan", "C.", "GIVEN"),
    ("Alex Smith", "Smith", "Alexandria", "GIVEN"),
    ("Jonatan Smith", "Smith", "Jonathan", "GIVEN"),
    ("Dmitrii Ivanov", "Ivanov", "Dmitry", "GIVEN"),
    ("Md. Rahman", "Rahman", "Mohammad", "GIVEN"),
    ("John B. Smith", "Smith", "J. Albert", "GIVEN"),
    ("Le Wang", "Wang", "Hong", "GIVEN"),
    ("García", "García Márquez", "Gabriel", "PART"),
    ("Márquez, G.", "García Márquez", "Gabriel", "PART"),
    ("García Márquez, G.", "García", "Gabriel", "PART"),
    ("García-Márquez", "García", "Gabriel", "PART"),
    ("Almeida", "Ferreira de Almeida", "Maria Cândida", "PART"),
    ("Lorig", "Lorig‐Roach", "Nicholas", "PART"),
    ("Villavicencio", "González Fernández-Villavicencio", "Nieves", "PART"),
    ("Perkins", "Alex Perkins", "T.", "PART"),
    ("Anna", "Ivanova", "Anna", "SWAPPED"),
    ("Anna", "Ivanova", "Anna Borisovna", "SWAPPED"),
    ("Anna, Ivanova", "Ivanova", "Anna", "SWAPPED"),
    ("Dong, C.", "Chen", "Dong", "SWAPPED"),
    ("Wang Wei", "Wang", "", "SWAPPED"),
    ("Gabriel Márquez García", "García Márquez", "Gabriel", "PART"),
    ("Ivanov", "Иванов", "Иван", "SCRIPT"),
    ("Wang Wei", "王", "伟", "SCRIPT"),
    ("Papadopoulos", "Παπαδόπουλος", "Γ.", "SCRIPT"),
    ("Dostoevsky", "Dostoyevskii", "Fyodor", "SCRIPT"),
    ("Ivanow, A.", "Ivanov", "A.", "SCRIPT"),
]


@pytest.mark.parametrize(("cited", "family", "forename"), SAME)
def test_this_person_may_be_cited_so(cited: str, family: str, forename: str) -> None:
    assert agreement(cited, family, forename) == "SAME"


@pytest.mark.parametrize(("cited", "family", "forename"), OTHER_PERSONS)
def test_another_person(cited: str, family: str, forename: str) -> None:
    assert agreement(cited, family, forename) == "OTHER"


@pytest.mark.parametrize(("cited", "family", "forename", "doubt"), DOUBTS)
def test_a_doubt_is_neither_silence_nor_a_fault(cited: str, family: str, forename: str, doubt: str) -> None:
    assert agreement(cited, family, forename) == doubt


@pytest.mark.parametrize("cited", ["Vaswani", "Ashish Vaswani", "Vaswani, A.", "A. Vaswani", "VASWANI"])
@pytest.mark.parametrize("name", ["Ashish Vaswani", "Vaswani, Ashish"])
def test_a_person_registered_in_one_piece(cited: str, name: str) -> None:
    assert compare_name(read_name(cited), RegisteredName("", "", name)) is Agreement.SAME


@given(st.text(min_size=1, max_size=100), st.text(max_size=50))
def test_any_two_texts_can_be_compared(one: str, other: str) -> None:
    assert agreement(one, other, one) in Agreement.__members__
    assert compare_name(read_name(one), RegisteredName("", other, one, True)).name in Agreement.__members__


@given(
    st.text("abcdefghijklmnopqrstuvwxyzäéøß", min_size=2, max_size=12), st.sampled_from(["Anna", "J.", ""])
)
def test_a_family_name_agrees_with_itself(family: str, forename: str) -> None:
    assert agreement(family.title(), family, forename) == "SAME"
    assert agreement(f"{family}, {forename}", family, forename) == "SAME"


@pytest.mark.parametrize("text", ["word " * 100_000, "a" + " " * 500_000 + "b", "a" + "," * 500_000 + "b"])
def test_a_long_text_is_no_name_and_takes_no_time(text: str) -> None:
    assert agreement(text, "Chen", "Dong") == "OTHER"
    assert agreement("Chen", text, text) == "OTHER"


@given(st.text(st.characters(max_codepoint=127)))
def test_a_name_in_plain_letters_is_read_as_one_with_accents_is(name: str) -> None:
    assert name_key(f"{name}é") == name_key(name) + "e"


def test_vowel_signs_of_indic_scripts_are_letters() -> None:
    assert name_key("कुमार") != name_key("कमर")
