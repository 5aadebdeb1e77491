"""Reprints are one source, strangers under one banner are two (verify.md, sections 5 and 10.6)."""

from __future__ import annotations

import random

import pytest

from citelock.checks.verification.banners import BANNERS, SHORT_BANNERS, is_banner
from citelock.checks.verification.mirrors import are_mirrors, clusters, shingles
from citelock.checks.verification.values import READ, Page, Source


def source(number: int, text: str) -> Source:
    page = Page(f"https://s{number}.example/", "", (), "", f"s{number}.example", 1, number, READ)
    return Source(f"S{number}", page, "unknown", number, text, ((0, len(text)),))


def words(seed: int, count: int) -> list[str]:
    made = random.Random(seed)
    return [f"w{made.randrange(10**6)}" for _ in range(count)]


def groups(*texts: str) -> list[int]:
    return list(clusters([source(number, text) for number, text in enumerate(texts, 1)]).values())


def test_three_sites_with_one_press_release_and_three_banners_are_one() -> None:
    release = " ".join(words(1, 200))
    banners = (
        "We use cookies to make this site better.",
        "Subscribe now for full access!",
        "Privacy policy | Terms",
    )
    assert groups(*[f"{banner}\n{release}" for banner in banners]) == [0, 0, 0]


@pytest.mark.parametrize("unseen", ["\u00ad", "\u200b", "\u2060", "\ufeff"])
def test_what_nobody_sees_makes_no_text_of_ones_own(unseen: str) -> None:
    """Red without: a reprint whose words may be divided at a line's end was a second source."""
    release = words(1, 200)
    divided = [f"{word[:3]}{unseen}{word[3:]}" for word in release]
    assert groups(" ".join(release), " ".join(divided)) == [0, 0]


def test_two_strangers_under_one_banner_are_two() -> None:
    banner = (
        "We use cookies, give you the best experience on our website, to measure how it is used, and to show"
        " you content that fits; you can change your choice at any time in the settings at the foot of it."
    )
    assert groups(f"{banner}\n{' '.join(words(1, 30))}", f"{banner}\n{' '.join(words(2, 30))}") == [0, 1]


def test_a_press_release_on_most_pages_is_no_banner() -> None:
    release = " ".join(words(1, 120))
    own = [" ".join(words(seed, 100)) for seed in range(2, 7)]
    texts = [f"{release}\n{text}" if place < 3 else text for place, text in enumerate(own)]
    assert groups(*texts) == [0, 0, 0, 1, 2]


@pytest.mark.parametrize(("shared", "joined"), [(300, False), (301, True)])
def test_strictly_more_than_thirty_per_cent_is_a_reprint(shared: int, joined: bool) -> None:
    common = [(f"c{n}",) * 8 for n in range(shared)]
    one = frozenset(common + [(f"a{n}",) * 8 for n in range(1000 - shared)])
    other = frozenset(common + [(f"b{n}",) * 8 for n in range(5000)])
    assert are_mirrors(one, other) is joined
    assert are_mirrors(other, one) is joined


def test_texts_of_seven_words_never_join() -> None:
    assert groups("one two three four five six seven", "one two three four five six seven") == [0, 1]
    assert groups(*["one two three four five six seven eight"] * 2) == [0, 0]


def test_a_chinese_reprint_is_joined() -> None:
    text = "市议会在五月份每天统计到一万二千四百次骑行，比上一年同期增加了百分之八，市长表示满意。"
    assert groups(
        f"本报讯：{text}", f"{text}（来源：通讯社）", "港口在春天被疏浚到九米深，议会早已作出决定。"
    ) == [0, 0, 1]


def test_case_form_and_line_ends_make_no_difference() -> None:
    text = "The ﬁrst harbour of Bergen was dredged again to nine metres in the spring"
    assert groups(text, text.upper().replace(" ", "\n").replace("ﬁ", "FI")) == [0, 0]


@pytest.mark.parametrize(("changed", "containment"), [(10, 0.44), (13, 0.33), (15, 0.29)])
def test_how_many_changed_words_a_reprint_may_have(changed: int, containment: float) -> None:
    """The mean over many texts, with every word changed by chance: the figures of the contract."""
    found = []
    for seed in range(60):
        original = words(seed, 600)
        dice = random.Random(1000 + seed)
        copy = [f"x{n}" if dice.randrange(100) < changed else word for n, word in enumerate(original)]
        one, other = shingles(" ".join(original)), shingles(" ".join(copy))
        found.append(len(one & other) / min(len(one), len(other)))
    assert sum(found) / len(found) == pytest.approx(containment, abs=0.03)


def test_chains_join_all_of_their_pages() -> None:
    first, second = words(1, 100), words(2, 100)
    assert groups(" ".join(first), " ".join(second), " ".join(first + second)) == [0, 0, 0]


def test_a_press_release_about_what_notices_speak_of_is_no_notice() -> None:
    """Red without: every line of it was left out of the comparison, so three reprints were three sources."""
    release = (
        "The privacy policy of the Bergen tramway, new since May, forbids the sale of journeys to anybody.\n"
        "Its terms of service were changed on the same day, as the council of the town had asked in May."
    )
    assert groups(release, f"Share this article\n{release}", f"{release}\nPrivacy policy") == [0, 0, 0]


def test_every_banner_is_written_as_it_is_compared() -> None:
    every = (*BANNERS, *SHORT_BANNERS)
    assert [phrase for phrase in every if not is_banner(phrase)] == []
    assert len(set(every)) == len(every)
    assert not is_banner("We use cookies. " * 60)
