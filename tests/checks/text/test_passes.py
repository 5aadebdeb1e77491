"""The passes of the matcher, rule by rule (quotes.md, sections 2 to 9).

The hard cases are in test_hard_quotes.py.
"""

from __future__ import annotations

import inspect
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.checks.text.matching import accepted, ask, ask_list, codes

TRIAL = "The new protocol, which was approved in March, reduced the mean waiting time by nine days."


# -- boundaries -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Patients in the arm were unable to walk without support.", "able to walk without support"),
        ("It is a non-significant result of the second trial.", "significant result of the second trial"),
        ("We compare with the state-of-the-art model of last year.", "We compare with the state-of-the"),
        ("The mean difference was −0.42 points in the group.", "0.42 points in the group of all"[:24]),
        ("Of all the patients that we saw 12/28 were deaf.", "Of all the patients that we saw 12"),
        ("The dose of the drug in trial one was 1½ tablets.", "The dose of the drug in trial one was 1"),
        (
            "The rate that we measured last year was 10³ per day.",
            "The rate that we measured last year was 10",
        ),
        ("The isotope ¹⁴C decays slowly in all the samples.", "C decays slowly in all the samples"),
        ("The ratio of the two groups was 3:15 in that year.", "The ratio of the two groups was 3"),
        ("They were aged 10-20 years and lived in the town.", "20 years and lived in the town at"[:30]),
        ("The committee asked to re-\nsign the new agreement.", "sign the new agreement of the year"[:22]),
        ("A total of 183 patients were treated in this year.", "83 patients were treated in this year"),
        ("The exponent of the series is 2.5×10 in the limit.", "The exponent of the series is 2.5"),
    ],
)
def test_a_quote_that_cuts_a_word_or_number_is_not_found(text: str, quote: str) -> None:
    assert ask(text, quote, minimum=10).status == "not_found"


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("The treatment—effective in mice—failed in the clinic.", "effective in mice"),
        ("The treatment -- effective in mice -- was tried again.", "effective in mice"),
        (
            "Men and/or women were included in the first analysis.",
            "women were included in the first analysis",
        ),
        ("He called it “a grave error” in the final report of May.", "a grave error"),
        ("The results¹² show a decline in all of the regions.", "The results"),
    ],
)
def test_an_em_dash_slash_mark_or_note_is_a_boundary(text: str, quote: str) -> None:
    assert ask(text, quote, minimum=5).status == "verbatim"


def test_a_cut_at_one_place_does_not_hide_a_whole_one_at_another() -> None:
    text = "A pre-registered trial was run in the city. The registered trial was run in the city."
    result = ask(text, "registered trial was run in the city", minimum=20)
    assert result.status == "verbatim"
    assert result.fragments[0].start == text.index("registered trial was run", 20)


# -- hyphens, numbers, case -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "quote", "found"),
    [
        ("in both the re-\nsults were consistent again", "in both the results were consistent again", True),
        (
            "in both the re\u00ad\nsults were consistent again",
            "in both the re-sults were consistent again",
            True,
        ),
        (
            "in both the re\u00adsults were consistent again",
            "in both the results were consistent again",
            True,
        ),
        (
            "for the in\u00adfor\u00admation of all the members",
            "for the information of all the members",
            True,
        ),
        ("children of 10-\n20 years were all included", "children of 1020 years were all included", False),
        ("children of 10-\n20 years were all included", "children of 10-20 years were all included", True),
        ("told to re-cover the wound with a dressing", "told to recover the wound with a dressing", False),
        ("the method – simple - works for all of us", "the method - simple — works for all of us", True),
        ("a total of 1,284,000 people were screened", "a total of 1 284 000 people were screened", True),
        ("a total of 1,284,000 people were screened", "a total of 1284000 people were screened", True),
        ("a total of 16\u00a0181 people were screened", "a total of 16181 people were screened", True),
        ("a total of 1,284 people were screened now", "a total of 1.284 people were screened now", False),
        ("a total of 1,284 people were screened now", "a total of 1284 people were screened now", False),
        ("the power is 5 mW in all of the modes here", "the power is 5 MW in all of the modes here", False),
        ("THE POWER IS 5 MW IN ALL OF THE MODES HERE", "the power is 5 mw in all of the modes here", True),
        ("it gave us the time to rebuild the bridges", "it gave US the time to rebuild the bridges", False),
        ("it gave us the time to rebuild the bridges", "It gave us the time to rebuild the bridges", True),
        ("an area of 12 m² is covered with the gold", "an area of 12 m2 is covered with the gold", True),
        ("a rate of 5 L⁻¹ was seen in all the cases", "a rate of 5 L-1 was seen in all the cases", True),
        ("a rate of 10³ was seen in all of the cases", "a rate of 10^3 was seen in all of the cases", True),
        ("a rate of 10³ was seen in all of the cases", "a rate of 103 was seen in all of the cases", False),
        ("the p-value was .05 in all of the analyses", "the p-value was 05 in all of the analyses", False),
        ("at the 5′ end of the strand in all samples", "at the 5' end of the strand in all samples", True),
        ("at a height of 6' above the ground in town", 'at a height of 6" above the ground in town', False),
        ("we’re certain that the models are the same", "were certain that the models are the same", False),
        ("is it really effective? we do not know yet", "is it really effective we do not know yet", False),
        ("the result holds for x ≥ 5 in all the runs", "the result holds for x > 5 in all the runs", False),
    ],
)
def test_tokens_agree_or_differ_as_documented(text: str, quote: str, found: bool) -> None:
    assert accepted(ask(text, quote)) is found


def test_a_unit_in_another_case_is_named_where_the_quote_has_one_case() -> None:
    result = ask(
        "the device has a power of 5 mW in all of the modes",
        "THE DEVICE HAS A POWER OF 5 MW IN ALL OF THE MODES",
    )
    assert (result.status, codes(result)) == ("editorial", ["W_QUOTE_EDITED"])


# -- markers --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "quote", "found"),
    [
        (
            "The results [1-3], as said, show a clear decline.",
            "The results, as said, show a clear decline",
            True,
        ),
        (
            "The results¹⁻³ show a clear decline in the rate.",
            "The results show a clear decline in the rate",
            False,
        ),
        (
            "The results¹,² show a clear decline in the rate.",
            "The results show a clear decline in the rate",
            True,
        ),
        (
            "The area is (a + b)² in all of the cases we saw.",
            "The area is (a + b) in all of the cases we saw",
            False,
        ),
        (
            "The results (see Smith & Jones, 2020; Lee, 2019a) show a decline.",
            "The results show a decline in all"[:26],
            True,
        ),
        ("The trial (May 2020) showed a clear decline here.", "The trial showed a clear decline here", False),
        ("The trial (n = 20, 2019) showed a clear decline.", "The trial showed a clear decline", False),
        (
            "The range [12, 14] holds the value in all the runs.",
            "The range holds the value in all the runs",
            False,
        ),
        (
            "The bond [2Fe-2S] assembles in all of the samples.",
            "The bond assembles in all of the samples",
            False,
        ),
        (
            "The results [3] show [4] a clear decline in rate.",
            "The results [3] show a clear decline in rate",
            True,
        ),
        (
            "The results [3] show [4] a clear decline in rate.",
            "The results show [3] a clear decline in rate",
            False,
        ),
        (
            "The results show a clear decline in all regions.",
            "The results [3] show a clear decline in all",
            True,
        ),
    ],
)
def test_only_citation_marks_may_be_left_out(text: str, quote: str, found: bool) -> None:
    assert accepted(ask(text, quote, minimum=20)) is found


def test_what_was_left_out_is_listed() -> None:
    result = ask(
        "The results [12] show³ a clear decline in all regions.",
        "The results show a clear decline in all regions",
    )
    assert result.status == "markers_ignored"
    assert result.fragments[0].skipped == ("[12]", "³")
    assert codes(result) == ["N_QUOTE_MARKERS_IGNORED"]


def test_furniture_with_a_negation_is_never_skipped() -> None:
    text = "The drug was found to\n\n14\nnot at all\n\f\nreduce the number of cases in winter."
    assert ask(text, "The drug was found to reduce the number of cases in winter").status == "not_found"


def test_a_heading_between_sentences_is_content() -> None:
    text = "The drug reduced the number of cases.\n\nResults\n\nthe effect lasted for two years."
    assert (
        ask(text, "The drug reduced the number of cases. the effect lasted for two years").status
        == "not_found"
    )


# -- editorial brackets and accents ---------------------------------------------------------------------

TREATY = "He argued that the treaty was void because nobody had ratified it before the deadline."


@pytest.mark.parametrize(
    ("quote", "edited"),
    [
        ("[h]e argued that the treaty was void because nobody had", False),
        ("argued that the treaty [of peace] was void because nobody had", True),
        ("argued that [it] was void because nobody had ratified it", True),
        ("argued that the treaty was void because nobody had ratified [the pact]", True),
    ],
)
def test_an_editorial_bracket_is_accepted_and_named(quote: str, edited: bool) -> None:
    result = ask(TREATY, quote)
    assert result.status == "editorial"
    assert ("W_QUOTE_EDITED" in codes(result)) is edited


@pytest.mark.parametrize(
    "quote",
    [
        "argued that the treaty was [not] void because nobody had",
        "argued that the treaty was void because [two] had ratified it",
        "argued that the treaty was void because [only he] had ratified it",
        "argued that the treaty [a] was [b] void [c] because [d] nobody had",
        "argued that the treaty was void because [had] ratified it before",
        "argued that the treat[ies] was void because nobody had ratified",
    ],
)
def test_a_bracket_that_could_change_the_meaning_is_not_editorial(quote: str) -> None:
    assert ask(TREATY, quote).status == "not_found"


def test_dropped_accents_pass_in_english_only() -> None:
    result = ask(
        "The résumé of the naïve man was read to us all.", "The resume of the naive man was read to us all"
    )
    assert (result.status, codes(result)) == ("editorial", ["W_QUOTE_EDITED"])
    assert (
        ask(
            "Elle a mangé les pâtes de la maison avec lui hier.",
            "Elle a mange les pates de la maison avec lui",
        ).status
        == "not_found"
    )


# -- elisions -------------------------------------------------------------------------------------------


def test_the_hidden_words_of_an_elision_are_reported() -> None:
    result = ask(TRIAL, "The new protocol … reduced the mean waiting time by nine days")
    assert result.status == "elided"
    assert [fragment.hidden_after for fragment in result.fragments] == [
        ", which was approved in March,",
        None,
    ]
    assert codes(result) == []


def test_an_elision_may_not_hide_a_negation() -> None:
    text = "The landlord of the house is not permitted to terminate this lease during the term."
    result = ask(text, "The landlord of the house is ... permitted to terminate this lease")
    assert (result.status, codes(result)) == ("elided", ["E_QUOTE_NEGATION_ELIDED"])


def test_an_elision_over_more_than_two_hundred_characters_is_a_splice() -> None:
    text = (
        "The first clause applies to all tenants"
        + " of the large estate" * 14
        + " and the second clause to owners."
    )
    result = ask(text, "The first clause applies to all tenants ... and the second clause to owners")
    assert (result.status, codes(result)) == ("elided", ["W_QUOTE_SPLICED"])


def test_an_elision_over_more_than_six_hundred_characters_is_refused() -> None:
    text = (
        "The first clause applies to all tenants"
        + " of the large estate" * 40
        + " and the second clause to owners."
    )
    result = ask(text, "The first clause applies to all tenants ... and the second clause to owners")
    assert (result.status, codes(result)) == ("not_found", ["E_QUOTE_NOT_FOUND"])
    assert "hides 801 characters" in result.findings[0].message


def test_fragments_in_another_order_are_refused_with_the_way_out() -> None:
    text = "First the alpha clause applies to all of them. Later the beta clause applies to owners."
    result = ask(text, "the beta clause applies to owners ... the alpha clause applies to all")
    assert codes(result) == ["E_QUOTE_NOT_FOUND"]
    assert "`quotes`" in result.findings[0].message


def test_a_missing_fragment_is_named() -> None:
    result = ask(TRIAL, "The new protocol, which was approved ... doubled the mean waiting time")
    assert codes(result) == ["E_QUOTE_NOT_FOUND"]
    assert result.findings[0].message.startswith("part 2 of the quote, “doubled the mean waiting time”,")


def test_a_chain_within_the_limits_goes_before_an_earlier_one_beyond_them() -> None:
    filler = " This sentence says something else about it." * 20
    text = (
        f"In this study we asked all nurses.{filler} "
        "In this study we found, in May, a clear decline in cases."
    )
    result = ask(text, "In this study we ... a clear decline in cases")
    assert (result.status, codes(result)) == ("elided", [])


def test_a_fragment_of_one_word_is_too_short() -> None:
    assert codes(ask(TRIAL, "The ... reduced the mean waiting time by nine days")) == ["E_QUOTE_TOO_SHORT"]


# -- lists ----------------------------------------------------------------------------------------------


def test_a_list_may_stand_in_any_order() -> None:
    text = "Costs rose 12% in 2024. Staff numbers fell to 310. The board met twice."
    forward = ask_list(text, "Costs rose 12% in 2024", "Staff numbers fell to 310")
    backward = ask_list(text, "Staff numbers fell to 310", "Costs rose 12% in 2024")
    assert (forward.status, codes(forward)) == (backward.status, codes(backward)) == ("verbatim", [])


def test_a_missing_fragment_of_a_list_has_its_number() -> None:
    result = ask_list(TRIAL, "reduced the mean waiting time", "by ten days in March")
    assert codes(result) == ["E_QUOTE_FRAGMENT_NOT_FOUND:2"]
    assert [fragment.status for fragment in result.fragments] == ["verbatim", "not_found"]


def test_a_list_of_which_nothing_is_there_is_one_miss() -> None:
    result = ask_list(TRIAL, "increased the mean waiting time", "by ten days in March")
    assert codes(result) == ["E_QUOTE_NOT_FOUND"]


def test_a_list_may_not_split_a_sentence_round_its_negation() -> None:
    text = "The landlord of the house is not permitted to terminate this lease during the term."
    for pair in (("The landlord of the house is", "permitted to terminate this lease"),
                 ("permitted to terminate this lease", "The landlord of the house is")):  # fmt: skip
        assert "E_QUOTE_NEGATION_ELIDED" in codes(ask_list(text, *pair))


def test_a_fragment_of_three_words_makes_a_list_too_short() -> None:
    assert codes(ask_list(TRIAL, "reduced the mean waiting time", "by nine days")) == ["E_QUOTE_TOO_SHORT"]


# -- refusals, context, misses --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "quote",
    [
        "The b\u0430nk transfers the money to the account before noon",
        "The bank transfers \u202ethe money to the account before noon",
        "The bank transfers the money\U000e0041 to the account before noon",
        "The bank transfers t\u0336he money to the account before noon",
    ],
)
def test_unsafe_characters_are_refused_and_shown_escaped(quote: str) -> None:
    result = ask("The bank transfers the money to the account before noon.", quote)
    assert (result.status, codes(result)) == ("unsafe", ["E_QUOTE_UNSAFE"])
    assert result.findings[0].message.isascii()


@pytest.mark.parametrize("word", ["β-catenin", "IFNγ", "TNFα", "μm", "hν", "C-реактивный", "a ≠ b"])
def test_ordinary_scientific_words_are_not_unsafe(word: str) -> None:
    text = f"The level of {word} was measured in all of the samples."
    assert ask(text, f"The level of {word} was measured in all of the samples").status == "verbatim"


def test_a_text_without_a_letter_is_no_snapshot() -> None:
    assert codes(ask(" \n…\n", "The bank transfers the money to the account")) == ["E_NO_SNAPSHOT"]


@pytest.mark.parametrize(
    ("quote", "cut"),
    [
        ("permitted to terminate this lease during the term", "not"),
        ("the total cost of the programme increased by 15", "%"),
        ("5 million was paid for the programme in that year", "$"),
        ("Nobody may enter the large hall of the old house", "except on Sundays"),
    ],
)
def test_a_cut_context_is_a_warning_that_shows_the_words(quote: str, cut: str) -> None:
    text = (
        "The landlord is not permitted to terminate this lease during the term. "
        "In May the total cost of the programme increased by 15% there. "
        "Some $5 million was paid for the programme in that year. "
        "Nobody may enter the large hall of the old house, except on Sundays."
    )
    result = ask(text, quote)
    assert (result.status, codes(result)) == ("verbatim", ["W_QUOTE_CONTEXT_CUT"])
    assert result.findings[0].found == cut


@pytest.mark.parametrize(
    "quote",
    [
        "The harbour was dredged to nine metres in 1998.",
        "The council said: “We are glad of it.”",
        "Was the harbour closed to ferries then?",
    ],
)
def test_another_sentence_is_no_context_that_is_cut(quote: str) -> None:
    """Red without: the end of the sentence stood in the quotation, so the next one was taken for its rest."""
    text = (
        "The harbour was dredged to nine metres in 1998. It was not cheap. "
        "The council said: “We are glad of it.” Nobody else was asked. "
        "Was the harbour closed to ferries then? Not at all. "
    )
    result = ask(text, quote)
    assert (result.status, codes(result)) == ("verbatim", [])


def test_a_negation_in_another_sentence_is_no_cut_context() -> None:
    text = "This was not so. The landlord is permitted to terminate this lease. Only few do."
    assert codes(ask(text, "The landlord is permitted to terminate this lease")) == []


def test_a_miss_says_where_the_source_goes_another_way() -> None:
    text = "Filler line of text.\nThe treatment did not reduce the risk of stroke in the older patients."
    result = ask(text, "The treatment did reduce the risk of stroke in the older patients")
    assert result.nearest is not None
    assert (result.nearest.line, result.nearest.diverges_after) == (2, "the treatment did")
    assert (result.nearest.missing, result.nearest.added) == (("not",), ())
    assert result.nearest.text == "The treatment did not reduce the risk of stroke in the older patients"


@pytest.mark.parametrize(
    ("quote", "missing", "added"),
    [
        ("They were free of cultivable germs and of dimethyl sulfoxide", ("bacteria",), ("germs",)),
        ("They were free of cultivable bacteria and not of dimethyl sul-foxide", (), ("not",)),
        ("of cultivable bacteria and of dimethyl hydroxide", ("sul\xadfoxide",), ("hydroxide",)),
    ],
)
def test_a_word_that_a_line_end_broke_is_no_difference(
    quote: str, missing: tuple[str, ...], added: tuple[str, ...]
) -> None:
    text = "It was so. They were free of cul\xadtivable bacteria and of dimethyl sul\xadfoxide by then.\n"
    nearest = ask(text, quote).nearest
    assert nearest is not None
    assert (nearest.missing, nearest.added) == (missing, added)
    assert nearest.text.startswith(("They were free", "of cul\xadtivable"))


def test_the_brackets_of_the_source_are_visible_in_the_nearest_passage() -> None:
    text = "These proteins assemble [2Fe-2S] clusters in vitro and in all living cells."
    result = ask(text, "These proteins assemble clusters in vitro and in all living cells")
    assert result.nearest is not None
    assert "[2Fe-2S]" in result.nearest.text


def test_a_quote_of_another_source_has_no_nearest_passage() -> None:
    assert ask(TRIAL, "Entirely different words about whales and ships at sea").nearest is None


def test_a_hit_names_line_page_and_folds() -> None:
    text = "First page of it.\n\fThe “second” page\nsays what we quote here."
    result = ask(text, 'the "second" page says what we quote')
    fragment = result.fragments[0]
    assert (fragment.line, fragment.page) == (2, 2)
    assert fragment.folds == ("case", "quotes", "spaces")
    assert text[fragment.start : fragment.end] == "The “second” page\nsays what we quote"


def test_a_byte_identical_quote_needs_no_fold() -> None:
    assert ask(TRIAL, TRIAL).fragments[0].folds == ()


def test_a_quote_that_has_the_words_of_many_markers_is_no_deep_call() -> None:
    text = "alpha beta gamma" + " [1] 1" * 400 + " omega delta and more"
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 150)  # in place of a thousand markers, which take long
    try:
        # In a thread, whose stack begins anew: deep in another CPython 3.11 may take ten times as long.
        with ThreadPoolExecutor(1) as thread:
            asked = thread.submit(ask, text, "alpha beta gamma" + " 1" * 400 + " omega delta and more")
            result = asked.result()
    finally:
        sys.setrecursionlimit(before)
    assert result.status in ("markers_ignored", "not_found")
    few = "alpha beta gamma" + " [1] 1" * 20 + " omega delta and more"
    assert ask(few, "alpha beta gamma" + " 1" * 20 + " omega delta and more").status == "markers_ignored"


def test_repeated_parts_make_no_thousands_of_chains() -> None:
    text = "The quick brown fox jumps over the lazy dog again.\n" * 400 + "Unique words stand right here.\n"
    parts = ["quick brown fox jumps over"] * 10 + ["Unique words stand right here"]
    assert ask(text, " … ".join(parts)).status == "elided"
    assert codes(ask(text, " … ".join([*parts, "the lazy dog again"]))) == ["E_QUOTE_NOT_FOUND"]


@pytest.mark.parametrize(
    ("text", "quote", "found"),
    [
        ("It ends here.\n¹ This metric is called another name.", "1This metric is called another name", True),
        ("It is so. ² This metric is called another name.", "2This metric is called another name", True),
        ("We used ¹³C-labelled glucose in the ¹H spectra.", "13C-labelled glucose in the 1H spectra", True),
        ("We used ¹³C-labelled glucose in the ¹H spectra.", "14C-labelled glucose in the 1H spectra", False),
        ("We used ¹³C-labelled glucose in the ¹H spectra.", "3C-labelled glucose in the 1H spectra", False),
        ("¹ This metric is called another name.", "2This metric is called another name", False),
        ("¹ This metric is called another name.", "11This metric is called another name", False),
        ("It has 10 ¹ This metric is called another.", "1This metric is called another", False),
        ("Of him¹ This metric is called another.", "1This metric is called another", False),
        ("It ends here ¹\nThis metric is called another.", "1This metric is called another", False),
    ],
)
def test_a_raised_figure_before_a_word_may_be_typed_flat(text: str, quote: str, found: bool) -> None:
    result = ask(text, quote)
    assert (result.status == "verbatim") is found
    if found:
        assert "superscript_flat" in result.fragments[0].folds
