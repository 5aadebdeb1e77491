"""Kinds of sites, the choice of hits, windows, passages: small pure parts of a check."""

from __future__ import annotations

from importlib.resources import files

import pytest

from citelock.checks.verification.candidates import candidates
from citelock.checks.verification.choosing import choose, in_time
from citelock.checks.verification.lexical import lexical_answer
from citelock.checks.verification.passages import passages_of
from citelock.checks.verification.tiers import is_pattern, read_table, tier_of
from citelock.checks.verification.values import READ, TIERS, Hit, Page, Source, Tier
from citelock.checks.verification.windows import window_of, window_text
from citelock.snapshotter.domains import host_of, registrable_domain
from citelock.snapshotter.verification.tables import load_tables

TABLE = read_table(files("citelock.checks.verification").joinpath("tiers.tsv").read_text(encoding="utf-8"))
CLAIM = "The harbour of Bergen was dredged to nine metres in 1998"


def hit(rank: int, url: str, published: str = "") -> Hit:
    return Hit(rank, url, "", "", published, host_of(url), registrable_domain(url))


def kind(each: Hit) -> Tier:
    return tier_of(TABLE, each.host)


def chosen(*hits: Hit, most: int = 4, earliest: str = "") -> tuple[list[str], list[str]]:
    found = choose(hits, most, kind, lambda date: in_time(date, earliest))
    return [each.url for each in found.picks], [each.url for each in found.spares]


def test_one_hit_a_site_known_kinds_first_reprints_last() -> None:
    picks, spares = chosen(
        hit(1, "https://news.yahoo.com/a"), hit(2, "https://unknown.example/a"),
        hit(3, "https://ru.wikipedia.org/a"), hit(4, "https://en.wikipedia.org/a"),
        hit(5, "https://www.reuters.com/a"), hit(6, "https://other.example/a"),
        hit(7, "https://m.unknown.example/b"), hit(8, "https://docs.product.example/a"),
    )  # fmt: skip
    assert picks == [
        "https://ru.wikipedia.org/a", "https://www.reuters.com/a", "https://docs.product.example/a",
        "https://unknown.example/a",
    ]  # fmt: skip
    assert spares == ["https://other.example/a", "https://news.yahoo.com/a"]


def test_one_page_under_two_addresses_and_hosts_in_other_scripts_are_one_site() -> None:
    picks, _ = chosen(
        hit(1, "https://www.a.example/x"), hit(2, "http://A.example/x?utm=1"), hit(3, "https://bücher.example/"),
        hit(4, "https://xn--bcher-kva.example/y"),
    )  # fmt: skip
    assert picks == ["https://www.a.example/x", "https://bücher.example/"]


def test_no_more_than_three_spares() -> None:
    hits = [hit(n, f"https://s{n}.example/") for n in range(1, 21)]
    assert [len(part) for part in chosen(*hits, most=2)] == [2, 3]


def test_a_hit_that_is_too_old_is_no_pick() -> None:
    picks, _ = chosen(
        hit(1, "https://a.example/", "2020-01-01"), hit(2, "https://b.example/"),
        hit(3, "https://c.example/", "2026"), earliest="2026-03-08",
    )  # fmt: skip
    assert picks == ["https://b.example/", "https://c.example/"]


@pytest.mark.parametrize(
    ("published", "inside"),
    [
        ("2026-03-08", True),
        ("2026-03-07", False),
        ("2026-03", True),
        ("2026-02", False),
        ("2026", True),
        ("", True),
    ],
)
def test_a_date_counts_as_far_as_it_is_known(published: str, inside: bool) -> None:
    assert in_time(published, "2026-03-08") is inside
    assert in_time(published, "")


def test_the_table_has_every_kind_and_only_sites() -> None:
    assert {tier for rows in TABLE.sites.values() for _, tier in rows} == set(TIERS)
    assert len(TABLE.sites) > 400


@pytest.mark.parametrize(
    "host",
    [
        "docs.google.com", "docs.pages.dev", "docs.someone.pages.dev", "forum.github.io", "docs.co.uk",
        "docs.substack.com", "developer.tumblr.com", "docs.someone.gitbook.io", "docs.zoho.com",
    ],
)  # fmt: skip
def test_a_name_that_anybody_may_take_says_nothing_of_the_kind_of_site(host: str) -> None:
    """Red without: whoever published a text of their own on one of these had a primary source."""
    assert tier_of(load_tables().tiers, host) == "unknown"


@pytest.mark.parametrize(
    ("host", "tier"),
    [
        ("docs.stripe.com", "docs"), ("docs.someone.readthedocs.io", "docs"), ("docs.rs", "docs"),
        ("developer.wordpress.com", "docs"), ("community.openai.com", "community"),
        ("docs.some.go.jp", "docs"),
    ],
)  # fmt: skip
def test_a_site_that_names_its_own_hosts_is_believed(host: str, tier: str) -> None:
    assert tier_of(load_tables().tiers, host) == tier


def test_settings_may_say_what_a_given_name_is() -> None:
    assert tier_of(load_tables((("docs.pages.dev", "docs"),)).tiers, "docs.pages.dev") == "docs"


@pytest.mark.parametrize(
    ("host", "path", "tier"),
    [
        ("en.m.wikipedia.org", "/wiki/X", "reference"), ("docs.unheard.example", "/", "docs"),
        ("www.python.org", "/doc/essays", "docs"), ("www.python.org", "/downloads", "unknown"),
        ("habr.com", "/ru/x", "community"), ("notwikipedia.org", "/", "unknown"), ("", "/", "unknown"),
        ("docs.com", "/", "unknown"), ("finance.yahoo.com", "/", "aggregator"), ("127.0.0.1", "/", "unknown"),
        ("xinhuanet.com", "/", "media"), ("wikipedia.org.evil.example", "/", "unknown"),
    ],
)  # fmt: skip
def test_the_longest_row_decides(host: str, path: str, tier: str) -> None:
    assert tier_of(TABLE, host, path) == tier


@pytest.mark.parametrize(
    "pattern", ["", "example", "*", "*.com", "a.*.b", "Example.org", "a b.example", "ü.example"]
)
def test_what_is_no_site_is_refused(pattern: str) -> None:
    assert not is_pattern(pattern)
    with pytest.raises(ValueError, match="line 1"):
        read_table(f"{pattern}\tdocs")


def source(text: str, number: int = 1) -> Source:
    page = Page("https://a.example/", "", (), "", "a.example", 1, number, READ)
    return Source(f"S{number}", page, "unknown", number, text, ((0, len(text)),))


def test_a_window_is_six_thousand_characters_of_main_text() -> None:
    assert window_of(9000, ()) == ((0, 6000),)
    assert window_of(100, ()) == ((0, 100),)
    assert window_of(9000, [(100, 4000), (5000, 9000)]) == ((100, 4000), (5000, 7100))
    assert window_of(50, [(10, 20), (15, 90), (3, 4)]) == ((10, 20), (20, 50))
    assert window_text(source("abc")._replace(window=((0, 1), (2, 3)))) == "a\nc"


def test_candidates_are_few_near_and_apart() -> None:
    text = "Other words. The harbour of Bergen is old. It was dredged to nine metres in 1998. More follow."
    found = candidates(CLAIM, [source(f"{text} {text} {text}", n) for n in range(1, 8)])
    assert len(found) == 8
    assert all(
        sum(each.source.id == name for each in found) <= 2 for name in {each.source.id for each in found}
    )
    assert found[0].text == "The harbour of Bergen is old. It was dredged to nine metres in 1998."
    assert candidates(CLAIM, [source("Nothing at all about that.")]) == ()


@pytest.mark.parametrize(
    ("text", "supports"),
    [
        ("The harbour of Bergen was dredged to nine metres in 1998.", True),
        ("In 1998 the harbour of Bergen was dredged, to nine metres, by the council.", True),
        ("The harbour of Bergen was not dredged to nine metres in 1998.", False),
        ("The harbour of Bergen was dredged to ten metres in 1998.", False),
        ("The harbour of Bergen was dredged to nine metres in 1989.", False),
        ("The harbour of Malmö was dredged to nine metres in 1998.", False),
        ("A harbour was dredged in 1998 to nine metres.", False),
    ],
)
def test_the_lexical_model_is_quiet_and_literal(text: str, supports: bool) -> None:
    answer = lexical_answer(CLAIM, [source(f"Words before. {text} Words after.")], ())
    assert bool(answer.quotes) is supports


def test_versions_are_different_words() -> None:
    claim = "GPT-4 runs on Python 3.10 since 2023"
    assert not lexical_answer(claim, [source("GPT-3 runs on Python 3.10 since 2023.")], ()).quotes
    assert not lexical_answer(claim, [source("GPT-4 runs on Python 3.1 since 2023.")], ()).quotes
    assert lexical_answer(claim, [source("GPT-4 runs on Python 3.10 since 2023.")], ()).quotes


def test_passages_of_a_long_line_are_found_in_a_moment() -> None:
    assert list(passages_of(source("x" * 6000))) == []
    assert len(list(passages_of(source("A b. " * 1200)))) > 1000
