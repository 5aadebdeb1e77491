"""Every quotation of a report is a citation's, or told of: no changed one passes beside a true one."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

from citelock.checks.adapters.assemble import written
from citelock.checks.adapters.interface import Imported
from citelock.checks.adapters.markdown.quotation_marks import spans
from citelock.checks.adapters.reading import read_any
from citelock.checks.adapters.telling import counted, lines
from citelock.checks.limits import Limits
from tests.support.speed import at_most

FALSE = "The drug works wonderfully well in all very young children"
TRUE = "Mortality fell by 9 percent in all treated patients"
SOURCES = (
    "\n\n## Sources\n[1] Trial of a drug: https://example.org/p\n[2] Other trial: https://example.org/q\n"
)
GOOD = f'Mortality fell, "{TRUE}" [1].\n\n'


def markdown(text: str) -> Imported:
    return read_any(text.encode(), "report.md")


def told(text: str) -> list[tuple[str, str]]:
    return [(each.words, each.part) for each in markdown(text).quotations]


def quotes(text: str) -> list[list[str]]:
    found: list[list[str]] = []
    for claim in markdown(text).claims:
        for citation in claim.citations:
            several = citation.fields.get("quotes", [citation.fields.get("quote", "")])
            assert isinstance(several, list)
            found.append(list(filter(None, map(str, several))))
    return found


@pytest.mark.parametrize(
    "marks",
    [
        "“”",
        "””",
        "““",
        "„“",
        "„”",
        "«»",
        "»«",
        "»»",
        "‹›",
        "›‹",
        "‘’",
        "‚‘",
        "‚’",
        "''",
        '""',
        "「」",
        "『』",
        "❝❞",
        "＂＂",
        "〝〞",
        "`'",
        "`` ''",
        "'' ''",
        ",, ''",
        "<< >>",
        "<q> </q>",
    ],
)
def test_quotation_marks_of_all_languages_are_known(marks: str) -> None:
    opening, closing = marks.split(" ") if " " in marks else tuple(marks)
    quoted = f"{opening}{FALSE}{closing}"
    assert told(f"It says {quoted} somewhere. {GOOD}{SOURCES}") == [(FALSE, "")]
    assert quotes(f"It says {quoted} [1].{SOURCES}") == [[FALSE]]


def test_two_signs_that_are_code_or_inches_are_no_quotation_marks() -> None:
    for text in (
        f"Call ``f('')`` where it says {FALSE}, and ``g('')`` too.",
        f"A pipe of 5'' says that {FALSE.lower()} in 7'' of rain.",
        f"Set `a = ''` or {FALSE} and `b = ''` there.",
        f"It is << 3 or {FALSE} or >> 4.",
    ):
        assert told(text + SOURCES) == [], text
    both = f"He says ``{TRUE}'' and then ``{FALSE}''"
    assert told(f"{both}. {GOOD}{SOURCES}") == [(TRUE, ""), (FALSE, "")]
    assert quotes(f"{both} [1].{SOURCES}") == [[TRUE, FALSE]]


def test_words_between_angle_brackets_are_text_where_they_are_no_tag() -> None:
    (claim,) = markdown(f"It <fell by 9 percent> and <b>rose</b> <x-y z='1'>there</x-y> [1].{SOURCES}").claims
    assert claim.text == "It <fell by 9 percent> and rose there."


def test_quotations_of_two_typed_signs_in_notes_and_comments_are_seen() -> None:
    note = f"\n\n[^1]: ``{TRUE.lower()}'' https://example.org/p\n"
    assert quotes(f"It fell [^1].{note}") == [[TRUE.lower()]]
    assert told(f"{GOOD}<!-- ``{FALSE}'' -->\n{SOURCES}") == [(FALSE, "a comment")]


def test_an_apostrophe_neither_opens_nor_closes() -> None:
    assert spans("It’s the patients’ outcome, the doctor's and the nurses' too, in the '90s.") == []
    text = "He wrote ‘the patients’ outcome isn’t known’, then left."
    assert [text[start:end] for start, end in spans(text)] == ["‘the patients’ outcome isn’t known’"]


def test_a_quotation_of_the_sentence_is_looked_up_beside_that_of_the_note() -> None:
    note = f'\n\n[^1]: "{TRUE} of the second year." https://example.org/p\n'
    both = [[FALSE, f"{TRUE} of the second year."]]
    assert [sorted(each, reverse=True) for each in quotes(f'It states that "{FALSE}" [^1].{note}')] == both
    assert [
        sorted(each, reverse=True) for each in quotes(f'It states "{FALSE}" for adults too [^1].{note}')
    ] == both


def test_a_quotation_far_from_the_marker_of_a_citation_with_another_is_that_source_s() -> None:
    assert quotes(f'It says "{TRUE}" [1], as "{FALSE}" shows.{SOURCES}') == [[TRUE, FALSE]]


def test_numbers_that_differ_by_a_sign_are_two_quotations() -> None:
    changed = TRUE.replace("9 percent", "95 percent")
    note = f'\n\n[^1]: "{TRUE.replace("9 percent", "9.5 percent")}." https://example.org/p\n'
    assert changed in quotes(f'It fell, "{changed}" [^1].{note}')[0]


def test_a_quotation_between_several_sources_is_told_of() -> None:
    assert told(f'It says "{FALSE}" of some, and it fell [1], or rose [2].{SOURCES}') == [(FALSE, "")]
    assert told(f'It says "{FALSE}" [1, 2].{SOURCES}') == [(FALSE, "")]


@pytest.mark.parametrize(
    "marker",
    ["", "(1)", "[see 1]", "[1, page 3]", "[Source: Trial, 1]", "[01]", "`[1]`", "&#91;1&#93;",
     "[source](#1)", "<sup>1</sup>", "[T](//example.org/p)", "www.example.org/p", "[T](trial.pdf)"],
)  # fmt: skip
def test_a_quotation_before_what_is_no_marker_is_not_passed_over(marker: str) -> None:
    text = f'{GOOD}It says "{FALSE}" {marker}.{SOURCES}'
    assert FALSE in [words for words, _ in told(text)] + [word for each in quotes(text) for word in each]


@pytest.mark.parametrize(
    "struck",
    ['so~~"{}" [1]~~', '~~"{}" [1]~~', '<del>"{}" [1]</del>', '<s hidden>"{}" [1]</s>', "~~said ‘{}’~~ [1]"],
)
def test_a_quotation_that_is_struck_is_looked_up(struck: str) -> None:
    text = f"{GOOD}It was {struck.format(FALSE)}, they say.{SOURCES}"
    assert [FALSE] in quotes(text) or told(text) == [(FALSE, "")]


@pytest.mark.parametrize("struck", ["~~not~~", "<del>not</del>", "<s hidden>not</s>", "<strike>not</strike>"])
def test_struck_words_are_no_words_of_the_source(struck: str) -> None:
    text = f'It says "the treatment did {struck} improve survival in all older women" [1].{SOURCES}'
    assert quotes(text) == [["the treatment did improve survival in all older women"]]


def test_a_digit_as_a_link_stays_beside_its_neighbours_and_a_year_keeps_its_marker() -> None:
    text = f'It says "mortality fell by 9[5](https://example.org/p) percent in all patients" [1].{SOURCES}'
    assert ["mortality fell by 95 percent in all patients"] in quotes(text)
    (claim,) = markdown("It passed 1 TW in 2022[1](https://example.org/p).").claims
    assert claim.text == "It passed 1 TW in 2022."


def test_short_quotations_and_titles_are_told_of_nothing() -> None:
    title = "Effects of an example drug on the mortality of older adults"
    text = f'So-called "miracle drugs" fell. The paper "{title}" says so [1]. See "{title}".'
    assert told(f"{text}\n\n## Sources\n[1] {title}: https://example.org/p\n") == []


def test_a_title_is_one_to_the_letter() -> None:
    title = "Mortality fell by 9.5 percent in all treated patients of the trial"
    text = f'See "{title.replace("9.5", "95")}" there. It fell [1].\n\n## Sources\n[1] {title}: https://example.org/p\n'
    assert [words for words, _ in told(text)] == [title.replace("9.5", "95")]


@pytest.mark.parametrize(
    ("hidden", "part"),
    [
        (f'---\ntitle: "{FALSE}"\n---\n\n', "front matter"),
        (f'<!-- It says "{FALSE}" [1]. -->\n\n', "a comment"),
        (f'So <!-- "{FALSE}" --> it is.\n\n', "a comment"),
        (f'<think>"{FALSE}" [1]</think>\n\n', "hidden HTML"),
        (f'```\nIt says "{FALSE}" [1].\n```\n\n', "code"),
        (f'{">" * 60} It says "{FALSE}".\n\n', "what is nested too deep"),
        (f'## Question\n\nIt says "{FALSE}" [^1].\n\n## Answer\n\n', "the prompt"),
    ],
)
def test_a_quotation_in_what_is_not_read_is_told_of_with_its_place(hidden: str, part: str) -> None:
    text = hidden + GOOD + SOURCES
    (quotation,) = markdown(text).quotations
    assert (quotation.words, quotation.part) == (FALSE, part)
    line, column = quotation.at
    assert text.split("\n")[line - 1][column - 1 :].startswith(f'"{FALSE}')
    assert part in [name for name, _ in markdown(text).left_out]


def test_strings_of_code_and_quotations_of_a_prompt_are_told_of_nothing() -> None:
    assert told(f'```python\nprint("{FALSE}")\n```\n\n{GOOD}{SOURCES}') == []
    assert told(f'## Question\n\nIs "{FALSE}" true?\n\n## Answer\n\n{GOOD}{SOURCES}') == []


def test_a_true_quotation_that_is_looked_up_is_not_told_of_again_where_it_is_hidden() -> None:
    assert told(f'<!-- "{TRUE}" -->\n\n{GOOD}{SOURCES}') == []


def test_a_quotation_in_a_list_of_sources_is_told_of_before_a_marker() -> None:
    assert told(f'{GOOD}{SOURCES}[3] "{FALSE}" [1], https://example.org/r\n') == [(FALSE, "")]
    long = "word " * 1100
    assert told(f'It fell [^1].\n\n[^1]: "{TRUE}." https://example.org/p {long}"{FALSE}."\n') == [
        (f"{FALSE}.", "")
    ]


def test_an_import_says_how_much_was_not_read_and_what_is_quoted_without_a_source() -> None:
    data = f'---\ntitle: a\n---\n\n```\nx\n```\n\n{GOOD}It says "{FALSE}" somewhere.{SOURCES}'.encode()
    read = read_any(data, "report.md")
    file = written(read, "report.md", sha256=sha256(data).hexdigest(), limits=Limits())
    assert counted(read, file).endswith("lines not read: 3 of code, 3 of front matter")
    assert f"report.md:11: W_QUOTE_UNCITED:{FALSE[:40]}" in list(lines(read, file, "report.md"))


@pytest.mark.parametrize(
    "pattern", ['"a b ', "‘a b ", "'a s' b ", "„a“ ", "»a« ", '> "x" [1]\n\n', '<!-- "x" -->\n', "»a «"]
)
def test_many_marks_take_no_more_than_the_text_is_long(pattern: str) -> None:
    at_most(5_000, lambda: markdown(pattern * (100_000 // len(pattern))))


def test_the_text_of_an_api_that_quotes_is_looked_up_beside_what_it_cites() -> None:
    cited = {
        "type": "web_search_result_location",
        "url": "https://example.org/p",
        "title": "T",
        "cited_text": TRUE,
    }
    block = {"type": "text", "text": f'The trial says "{FALSE}".', "citations": [cited]}
    read = read_any(json.dumps({"content": [block]}).encode(), "answer.json", "anthropic")
    ((citation,),) = [claim.citations for claim in read.claims]
    assert citation.fields["quotes"] == [FALSE, TRUE]
