"""Words and signs that make a number rough or one-sided, on either side of it."""

from __future__ import annotations

import pytest

from citelock.checks.text.numbers.words_hedges import hedge_after, hedge_before

# Texts with a number 5, `|` between them.
BEFORE = {
    "en": {
        "about": "about 5|around 5|roughly 5|approx. 5|(circa 5|some 5|~5|≈ 5|about a 5",
        "lower": (
            "more than 5|over 5|at least 5|no fewer than 5|not less than 5|> 5|≥5|in excess of 5"
            "|just over 5|exceeding 5|more than the 5"
        ),
        "upper": (
            "nearly 5|almost 5|up to 5|less than 5|fewer than 5|no more than 5|at most 5|under 5|< 5"
            "|as many as 5|just under 5"
        ),
        "": "the 5|recover 5|moreover 5|It is over. 5|5|± 5|with 5|underlying 5",
    },
    "de": {
        "about": "etwa 5|rund 5|ca. 5|ungefähr 5|um die 5",
        "lower": "mehr als 5|über 5|mindestens 5|nicht weniger als 5|gut 5|über die 5",
        "upper": "fast 5|knapp 5|bis zu 5|weniger als 5|höchstens 5|nicht mehr als 5|beinahe 5",
        "": "die 5|darüber 5|mit 5",
    },
    "fr": {
        "about": "environ 5|près de 5|autour de 5|quelque 5",
        "lower": "plus de 5|plus d'5|au moins 5|supérieur à 5|pas moins de 5|un peu plus de 5",
        "upper": "presque 5|moins de 5|jusqu'à 5|au plus 5|pas plus de 5|à peine 5",
        "": "les 5|de 5|depuis 5",
    },
    "es": {
        "about": "unos 5|alrededor de 5|aproximadamente 5|cerca de 5|en torno a 5",
        "lower": "más de 5|al menos 5|por lo menos 5|no menos de 5|superior a 5|por encima de los 5",
        "upper": "casi 5|hasta 5|menos de 5|no más de 5|a lo sumo 5",
        "": "los 5|de 5|con 5",
    },
    "ru": {
        "about": "около 5|примерно 5|приблизительно на 5|порядка 5",
        "lower": "более 5|свыше 5|не менее 5|больше чем 5|как минимум 5|более чем на 5|превышает 5",
        "upper": "почти 5|до 5|менее 5|не более 5|почти на 5|без малого 5",
        "": "с 5|на 5|в 5|из 5",
    },
    "zh": {
        "about": "约5|大约5|大概有5",
        "lower": "超过5|至少5|超过了5|不少于5|逾5",
        "upper": "近5|不到5|将近5|不超过5|高达5",
        "": "有5|共5",
    },
}
AFTER = {
    "en": {
        "lower": "5 or more|5+|5 and above.",
        "upper": "5 or less|5 at most,",
        "about": "5 or so",
        "": "5 or 6|5+3|5 people|5",
    },
    "de": {
        "lower": "5 oder mehr",
        "upper": "5 oder weniger",
        "": "5 oder 6",
    },
    "fr": {
        "lower": "5 ou plus",
        "upper": "5 au maximum",
        "about": "5 environ",
        "": "5 ou 6",
    },
    "es": {
        "lower": "5 o más",
        "upper": "5 como máximo",
        "": "5 o 6",
    },
    "ru": {
        "lower": "5 с лишним|5 и более|5 с небольшим",
        "upper": "5 и менее",
        "": "5 и 6",
    },
    "zh": {
        "lower": "5以上|5多人|5余人",
        "upper": "5以下|5以内",
        "about": "5左右",
        "": "5人",
    },
}


def rows(table: dict[str, dict[str, str]]) -> list[tuple[str, str, str]]:
    return [
        (language, text, kind)
        for language, kinds in table.items()
        for kind, texts in kinds.items()
        for text in texts.split("|")
    ]


@pytest.mark.parametrize(("language", "text", "kind"), rows(BEFORE))
def test_what_stands_before_a_number(language: str, text: str, kind: str) -> None:
    assert hedge_before(text, text.index("5"), language) == kind


@pytest.mark.parametrize(("language", "text", "kind"), rows(AFTER))
def test_what_stands_behind_a_number(language: str, text: str, kind: str) -> None:
    assert hedge_after(text, 1, language) == kind


@pytest.mark.parametrize("language", sorted(BEFORE))
def test_no_hedge_is_found_far_away_or_in_another_language(language: str) -> None:
    words = " and ".join(["word"] * 20)
    assert hedge_before(f"more than {words} 5", len(words) + 11, language) == ""
    assert hedge_before("plus de 5", 8, "en") == ""
