"""What a report quotes: which quotation is which citation's, and what is none."""

from __future__ import annotations

import pytest

from tests.support.imported import FALSE, LISTED, TRUE, fields, markdown, markers, quoted


def test_a_footnote_carries_the_quotation_without_its_outer_ellipsis() -> None:
    # xoai/sage-wiki#145
    text = (
        "Barium reached 72,000 mg/kg.[^1]\n\n"
        '[^1]: "...72,000 mg/kg in Stockpile 3." - S98, https://doi.org/10.5555/s98'
    )
    assert fields(markdown(text)) == [
        {"marker": "1", "doi": "10.5555/s98", "quote": "72,000 mg/kg in Stockpile 3."}  # `S98` is no title
    ]


@pytest.mark.parametrize(
    "paragraph",
    [
        'The council lost 999 people: "Costs rose 12% in 2024. Staff numbers fell to 310" [1].',
        "Der Rat verlor 999 Leute: „Die Kosten stiegen um 12 %. Das Personal sank auf 310“ [1].",
        "Le conseil a perdu 999 personnes : « Les coûts montent de 12 %. Le personnel tombe à 310 » [1].",
        "市议会失去999人：“成本在二〇二四年上升了百分之十二，比上一年快。随后全部工作人员下降到310人”[1]。",
    ],
)
def test_a_stop_inside_a_quotation_ends_no_claim(paragraph: str) -> None:
    # Red without: the figure before the quotation was in no claim, and the claim was verified.
    (claim,) = markdown(f"{paragraph}\n\n## Sources\n[1] T: https://example.org/a\n").claims
    assert "999" in claim.text
    assert len(str(claim.citations[0].fields["quote"])) >= 20


def test_quotation_marks_around_a_marker_hold_no_sentences_together() -> None:
    listed = "\n## Sources\n[1] T: https://example.org/a\n"
    read = markdown('It fell 5" [1]. Then "it rose [1]. It fell [1]. The end" came [1].\n' + listed)
    assert [claim.text for claim in read.claims] == [
        'It fell 5".',
        'Then "it rose.',
        "It fell.",
        'The end" came.',
    ]


def test_a_note_in_the_text_is_read_like_a_footnote() -> None:
    read = markdown(
        'It rose.^["It rose by twelve percent." [Page (1)](https://example.org/a)] Why?^[Our own view.]\n'
    )
    assert fields(read) == [
        {"url": "https://example.org/a", "title": "Page (1)", "quote": "It rose by twelve percent."}
    ]
    assert [claim.text for claim in read.claims] == ["It rose."]
    assert [claim.text for claim in read.uncited] == ["Why?"]


@pytest.mark.parametrize(
    "text",
    [
        f'The trial states that "{FALSE}" [^1].\n\n[^1]: "{TRUE}." https://example.org/a\n',
        f'It says "{FALSE}" and adds "{TRUE}" [1].{LISTED}',
        f"It says ‹{FALSE}› and »{TRUE}« [1].{LISTED}",
        f'It says "{FALSE}", then „{TRUE}“ (p. 4) [1].{LISTED}',
    ],
)
def test_every_quotation_of_a_passage_is_looked_up(text: str) -> None:
    (words,) = quoted(text)
    assert sorted(each.rstrip(".") for each in words) == [TRUE, FALSE]


def test_each_marker_has_the_quotations_before_it() -> None:
    text = f'It says "{TRUE}" [1] and "{FALSE}" [1]. A "word" and "{TRUE}" long before it [1].{LISTED}'
    assert quoted(text) == [[TRUE], [FALSE], []]


@pytest.mark.parametrize(
    "struck", ["~~not~~", "~not~", "<del>not</del>", "<s>not</s>", "<STRIKE>not</STRIKE>"]
)
def test_struck_words_are_not_said(struck: str) -> None:
    text = f'"The treatment did {struck} improve survival in the large group" [1].{LISTED}'
    assert quoted(text) == [["The treatment did improve survival in the large group"]]


@pytest.mark.parametrize("text", ["about ~5 and ~6 years", "from ~5 to ~6", "a~b~c", "a ~~ b ~~ c", "~~open"])
def test_a_tilde_by_itself_strikes_nothing(text: str) -> None:
    assert markdown(f"It took {text} [1].{LISTED}").claims[0].text == f"It took {text}."


def test_a_figure_that_goes_on_as_a_link_inside_a_quotation_is_one_figure() -> None:
    text = f'"Mortality fell by 9[5](https://example.org/p) percent in all treated patients" [1].{LISTED}'
    assert quoted(text)[-1] == ["Mortality fell by 95 percent in all treated patients"]


def test_markers_inside_a_quotation_that_no_list_has_are_the_sources_own() -> None:
    text = f'"We enrolled more patients[12] in the northern hospitals" [1]. But it fell [13].{LISTED}'
    assert quoted(text)[0] == ["We enrolled more patients[12] in the northern hospitals"]
    assert markers(text) == ["1", "13"]


@pytest.mark.parametrize(
    "said",
    [
        'The report "Heat Pumps in the Cold North of the Country" [1] says so.',
        'A work titled "Heat pumps in the cold north of the country" [1] says so.',
        'As "Heat pumps in the cold north of the country" [1] says.',  # the title of the entry
    ],
)
def test_a_title_in_quotation_marks_is_no_quotation(said: str) -> None:
    listed = "\n\n## Sources\n[1] Heat pumps in the cold north of the country: https://example.org/a\n"
    assert quoted(said + listed) == [[]]


Q = "the number of treated patients fell by nine percent in the year"


@pytest.mark.parametrize(
    "note",
    [
        f'"{Q}", [A page](https://example.org/a)',
        f'"{Q}", https://example.org/a',
        f'https://example.org/a "{Q}"',
        f'[A page](https://example.org/a). "{Q.capitalize()}"',
        f'A page, https://example.org/a. "{Q}"',
        f'Quote: "{Q}" https://example.org/a',
        f"„{Q}“, https://example.org/a",
        f'*"{Q}"*, https://example.org/a',
    ],
)
def test_a_note_keeps_its_quotation_wherever_it_stands(note: str) -> None:
    ((words,),) = quoted(f"It fell.[^1]\n\n[^1]: {note}\n")
    assert words.casefold() == Q


def test_the_words_of_a_note_are_those_that_a_reader_sees() -> None:
    note = '"We saw \\[12\\] *many* patients &amp; nurses [at home](https://example.org/b)." https://example.org/a'
    assert quoted(f"It fell.[^1]\n\n[^1]: {note}\n") == [["We saw [12] many patients & nurses at home."]]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f'A.\n\nThey say "{FALSE}".', 3),
        (f'It says "{FALSE}" in a place far from its marker [1].', 1),
        (f'It says "{FALSE}" [see 1].', 1),
        (f'It says "{FALSE}" &#91;1&#93;.', 1),
        (f'It says "{FALSE}" ([Trial](ftp://example.org/p)).', 1),
        (f'It says "{FALSE}" [1][1] twice.', 1),  # two sources, so it is the quotation of neither
        (f'A.\n\n```\nIt says "{FALSE}" [1].\n```', 4),
        (f'A.\n\n<!-- It says "{FALSE}" [1]. -->', 3),
        (f'# Question\n\nIt says {FALSE}.\n\nIt says "{FALSE}" [1].\n\n# Result\n\nA.', 5),
        (f'A.\n\n## Sources\n\n- They say "{FALSE}" [9] https://example.org/x', 5),
        ("> " * 60 + f'It says "{FALSE}" [1].', 1),
    ],
)
def test_a_quotation_that_no_citation_carries_is_told_of(text: str, line: int) -> None:
    read = markdown(text + LISTED)
    assert [(each.words, each.at[0]) for each in read.quotations] == [(FALSE, line)]
    place = read.quotations[0].at
    assert (text + LISTED).split("\n")[place[0] - 1][place[1] - 1 :].startswith(f'"{FALSE}')


@pytest.mark.parametrize(
    "text",
    [
        f'It says "{TRUE}" [1].',
        f'It says "{TRUE} and ~~not~~ more" [1].',
        f'It fell.[^2]\n\n[^2]: "{TRUE}." https://example.org/b',
        'The report "Heat Pumps in the Cold North of the Country" says so [1].',
        'A "short one" and 5" and 6" and so on and so on and on [1].',
        f'```json\n{{"key": "{FALSE}"}}\n```',
        f'[7]: https://example.org/x "{FALSE}"',
    ],
)
def test_quotations_that_are_looked_up_and_words_in_code_are_not_told_of(text: str) -> None:
    assert markdown(text + LISTED).quotations == ()


@pytest.mark.parametrize(
    "quoted",
    [
        "(Costs rose 12% in 2024. Staff numbers fell to 310) [1].",
        "(see Fig. 2. Costs rose 12 % [1]) and staff fell to 310 [1].",
        "‘Costs rose 12% in 2024. Staff numbers fell to 310’ [1].",
        "'Costs rose 12% in 2024. Staff numbers fell to 310' [1].",
        '"Costs rose 12% in 2024. Staff numbers fell to 310 [1]."',
        "（成本在2024年上升12%。员工人数降至310人）[1]。",
    ],
)
def test_no_figure_before_a_quotation_or_a_parenthesis_is_cut_off_its_claim(quoted: str) -> None:
    read = markdown(
        f"Before. The council lost 999 people: {quoted}\n\n## Sources\n[1] A: https://example.org/a\n"
    )
    (claim,) = read.claims
    assert claim.text.startswith("The council lost 999 people: ")
    assert "310" in claim.text


def test_signs_that_only_look_like_quotation_marks_join_no_sentences() -> None:
    text = "In the '90s it fell 5 %. The dogs' home (see below has 7 [1]. It's 8, 'twas said. So 9 [1]."
    read = markdown(f"{text}\n\n## Sources\n[1] A: https://example.org/a\n")
    assert [claim.text for claim in read.claims] == ["The dogs' home (see below has 7.", "So 9."]
