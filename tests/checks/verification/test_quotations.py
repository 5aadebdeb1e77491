"""Quotations of a model: which stand, and that forged ones never help (verify.md, sections 2, 10.3, 10.4)."""

from __future__ import annotations

import random
from decimal import Decimal

import pytest

from citelock.checks.verification.candidates import candidates
from citelock.checks.verification.figures import missing_figures
from citelock.checks.verification.mirrors import clusters
from citelock.checks.verification.quotations import Checked, check_quotations, is_long_enough
from citelock.checks.verification.values import READ, STANCES, WORDS, Page, Quote, Source, Stance
from citelock.checks.verification.verdict import Weighed, judge
from citelock.checks.verification.windows import window_of

TEXT = (
    "The vaccine was ineffective in 15% of the patients, as Bergen hospital wrote.\n"
    "Its price rose by 5% to 120 kroner in March 2023, and the hospital of Bergen kept its stock.\n"
    "Another line of the page follows here for good measure.\n"
)


def source(
    text: str = TEXT, number: int = 1, main: tuple[tuple[int, int], ...] = (), title: str = ""
) -> Source:
    host = f"s{number}.example"
    page = Page(f"https://{host}/", f"https://{host}/", (), host, host, 1, number, READ, title=title)
    return Source(f"S{number}", page, "media", number, text, window_of(len(text), main))


def check(
    *quotes: str, sources: tuple[Source, ...] = (), name: str = "S1", terms: tuple[str, ...] = ()
) -> Checked:
    return check_quotations(
        [Quote(name, quote, "supports", "") for quote in quotes], sources or (source(),), terms
    )


@pytest.mark.parametrize(
    "quote",
    [
        "Its price rose by 5% to 120 kroner",
        "its price rose by 5% to 120 kroner in march 2023",
        "as Bergen hospital wrote. Its price rose",
        "in March 2023",
        "“The vaccine was ineffective in 15% of the patients”",
    ],
)
def test_what_stands_on_the_page_is_kept_with_its_place(quote: str) -> None:
    (kept,) = check(quote).kept
    assert TEXT[kept.start : kept.end] == kept.quote
    assert len(kept.quote) > 10


@pytest.mark.parametrize(
    "quote",
    [
        "effective in 15% of the patients",
        "in 5% of the patients",
        "Its price rose by 5% to 12",
        "Its price rose by 6% to 120 kroner",
        "Its price fell by 5% to 120 kroner",
        "The price [dose] rose by 5% to 120 kroner",
        "The vaccine was … by 5% to 120 kroner",
        "of the page",
        "the patients",
        "",
        "\u202eThe vaccine was ineffective",
    ],
)
def test_what_does_not_stand_there_is_dropped(quote: str) -> None:
    assert check(quote)[:3] == (1, (), 1)


@pytest.mark.parametrize("name", ["S2", "S0", "s1", "S01", "[S1]", "https://s1.example/", "", "S1 S2"])
def test_an_id_that_was_not_given_names_nothing(name: str) -> None:
    assert check("Its price rose by 5% to 120 kroner", name=name).rejected == 1


def test_a_quote_of_another_page_is_not_moved_there() -> None:
    sources = (source("The hospital of Bergen.\n"), source(TEXT, 2))
    assert check("Its price rose by 5% to 120 kroner", sources=sources).rejected == 1


def test_the_title_is_no_text() -> None:
    titled = source("The hospital of Bergen.\n", title="Its price rose by 5% to 120 kroner")
    assert check("Its price rose by 5% to 120 kroner", sources=(titled,)).rejected == 1


def test_a_quote_beyond_the_window_or_over_what_was_not_shown_is_dropped() -> None:
    first, second = TEXT.index("Its"), TEXT.index("Another")
    gap = source(main=((0, first - 1), (second, len(TEXT))))
    assert check("Its price rose by 5% to 120 kroner", sources=(gap,)).rejected == 1
    assert check("as Bergen hospital wrote. Another line of the page", sources=(gap,)).rejected == 1
    (kept,) = check("Another line of the page follows", sources=(gap,)).kept
    assert kept.start == second


def test_the_end_of_the_window_makes_no_words() -> None:
    cut = TEXT.index("effective") + 6  # "ineffec|tive"
    assert check("The vaccine was ineffec", sources=(source(main=((0, cut),)),)).rejected == 1
    start = TEXT.index("effective")
    assert check("effective in 15% of the patients", sources=(source(main=((start, 200),)),)).rejected == 1


@pytest.mark.parametrize(
    ("text", "quote", "shown"),
    [
        ("The profit of Bergen rose by 3.14 percent in March.", "of Bergen rose by 3", "3"),
        ("The profit of Bergen rose by 3.14 percent in March.", "of Bergen rose by 3", "3."),
        ("The profit of Bergen rose by 1,000,000 kroner.", "of Bergen rose by 1", "1"),
        ("The profit of Bergen rose by 1 000 000 kroner.", "of Bergen rose by 1 000", "1 000"),
        ("The profit of Bergen rose by 10-fold.", "of Bergen rose by 1", "by 1"),
        ("All of the cafe\u0301s of the town are open", "All of the cafe", "cafe"),
        ("All of the effect-less drugs", "All of the effect", "effect"),
    ],
)
def test_the_end_of_the_window_makes_no_numbers(text: str, quote: str, shown: str) -> None:
    end = text.index(shown) + len(shown)
    assert check(quote, sources=(source(text, main=((0, end),)),)).rejected == 1


def test_the_beginning_of_a_span_makes_no_numbers() -> None:
    for text, start in (
        ("Growth of -5 percent in Bergen", "5"),
        ("Growth of 1,500 percent in Bergen", "500"),
    ):
        shown = source(text, main=((text.index(start), len(text)),))
        assert check(f"{start} percent in Bergen", sources=(shown,)).rejected == 1


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("The drug is safe for all, not! It was never tested.", 0, 24),
        ("Not the drug is safe for all of the patients.", 4, 40),
        ("The drug is safe for all unless they are ill.", 0, 24),
    ],
)
def test_a_word_beyond_the_window_that_may_turn_a_quote_round_is_seen(
    text: str, start: int, end: int
) -> None:
    (kept,) = check("the drug is safe for all", sources=(source(text, main=((start, end),)),)).kept
    assert kept.cut


def test_a_quote_that_stands_a_second_time_is_found_there() -> None:
    text = "One two three four five six. XX One two three four five six."
    (kept,) = check("one two three four five six", sources=(source(text, main=((0, 13), (14, 60))),)).kept
    assert kept.start == 32


def test_no_candidate_ends_amid_a_number() -> None:
    text = "The town of Bergen is old. The profit of Bergen rose by 3.14 percent in March."
    cut = source(text, main=((0, text.index(".14")),))
    assert [each.text for each in candidates("The profit of Bergen rose by 3", (cut,))] == [text[:26]]
    assert len(candidates("The profit of Bergen rose by 3", (source(text),))) == 2


def test_equal_quotes_of_one_page_count_once() -> None:
    quote = "Its price rose by 5% to 120 kroner"
    assert check(quote, quote.lower(), "made up words are here", "Made up words  are here").given == 2


@pytest.mark.parametrize("stances", [("supports", "refutes"), ("refutes", "supports", "supports")])
def test_a_quote_that_is_to_prove_both_sides_is_on_both_and_counts_once(stances: tuple[Stance, ...]) -> None:
    """Else naming a refuting quotation once more, as a supporting one, would take it out of the way."""
    words = "Its price rose by 5% to 120 kroner"
    checked = check_quotations([Quote("S1", words, stance, "") for stance in stances], (source(),), ())
    assert {kept.stance for kept in checked.kept} == {"supports", "refutes"}
    assert (checked.given, checked.stand, checked.rejected, checked.off_subject) == (1, 1, 0, 0)
    other = check_quotations([Quote("S1", words, each, "") for each in stances], (source(),), ("Malmö",))
    assert other == Checked(1, (), 0, 1)


def test_both_sides_may_stand_on_one_page() -> None:
    quotes = [
        Quote("S1", "Its price rose by 5% to 120 kroner", "supports", ""),
        Quote("S1", "Another line of the page follows here", "refutes", ""),
    ]
    assert {kept.stance for kept in check_quotations(quotes, (source(),), ()).kept} == {"supports", "refutes"}


def test_a_page_that_speaks_of_somebody_else_loses_its_quotes() -> None:
    checked = check("Its price rose by 5% to 120 kroner", terms=("Malmö",))
    assert (checked.given, checked.kept, checked.rejected, checked.off_subject) == (1, (), 0, 1)
    assert check("Its price rose by 5% to 120 kroner", terms=("Malmö", "Bergen")).off_subject == 0


@pytest.mark.parametrize(
    ("quote", "terms", "enough"),
    [
        ("March 14, 2023", (), True),
        ("in the harbour", (), False),
        ("in Bergen harbour", ("Bergen",), True),
        ("one two three four", (), True),
        ("two words", (), False),
        ("14 2023", (), False),
        ("市议会在", (), True),
        ("市议会", (), False),
    ],
)
def test_how_long_a_quote_has_to_be(quote: str, terms: tuple[str, ...], enough: bool) -> None:
    assert is_long_enough(quote, terms) is enough


@pytest.mark.parametrize(
    ("claim", "quote", "missing"),
    [
        ("GPT-4 was released on 14 March 2023.", "GPT-4 was released on March 14, 2023", ()),
        ("GPT-4 was released.", "GPT-3 was released", ("GPT-4",)),
        ("Python 3.10 was released.", "Python 3.1 was released", ("3.10",)),
        ("It grew by 12 %.", "It grew by 11 %", ("12 %",)),
    ],
)
def test_figures_that_no_quote_holds_are_named(claim: str, quote: str, missing: tuple[str, ...]) -> None:
    assert missing_figures(claim, [quote]) == missing


def test_forged_quotes_never_make_a_verdict_stronger() -> None:
    """Answers with and without forged quotations among them: 400 random ones."""
    dice = random.Random(7)
    lines = [line for line in TEXT.split("\n") if line]
    order = ("unverified", "mixed", "refuted", "supported")
    for _ in range(400):
        sources = tuple(
            source(TEXT + f"Site {n} says more. " * 9 * (n % 2), n) for n in range(1, dice.randint(2, 5))
        )
        real = [
            Quote(dice.choice(sources).id, dice.choice(lines), dice.choice(STANCES), "")
            for _ in range(dice.randint(0, 6))
        ]
        count = max(1, round(len(real) * dice.choice((0.1, 0.25, 0.5, 1))))
        forged = [_forged(dice, sources, lines) for _ in range(count)]
        said, confidence = dice.choice(WORDS), Decimal(dice.randint(0, 100)) / 100
        both = real + forged
        dice.shuffle(both)
        results = []
        for quotes in (real, both):
            checked = check_quotations(quotes, sources, ())
            groups = clusters(sources)
            pages = {stance: {k.source.id for k in checked.kept if k.stance == stance} for stance in STANCES}
            weighed = Weighed(
                checked.given, len(checked.kept), len(pages["supports"]), len(pages["refutes"]), primary=True
            )
            independent = len({groups[k.source.id] for k in checked.kept})
            results.append((checked, judge(said, confidence, weighed, independent)))
        (clean, before), (dirty, after) = results
        assert len(dirty.kept) == len(clean.kept)
        assert after.confidence <= before.confidence
        assert order.index(after.word) <= order.index(before.word) or after.word == before.word


def _forged(dice: random.Random, sources: tuple[Source, ...], lines: list[str]) -> Quote:
    words = dice.choice(lines).split()
    place = dice.randrange(len(words) - 1)
    kind = dice.randrange(3)
    if kind == 0:
        words[place] = "invented"
    elif kind == 1:
        words.insert(place, "never")
    else:
        words[0] = "Reportedly"
    name = dice.choice([*(each.id for each in sources), "S9", "https://s1.example/"])
    return Quote(name, " ".join(words), dice.choice(STANCES), "")
