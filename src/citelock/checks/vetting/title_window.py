"""How much of a title stands in one place of a text (snapshots.md, section 4, *title*).

Not anywhere in it: of two papers on one subject, one may hold every word of the other's title in its first
pages; in a window little longer than the title no more than 60 per cent were seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from citelock.checks.text.chars import is_cjk
from citelock.checks.text.titles.keys import title_words

_LETTERS = 4  # of a word that tells titles apart
_HANGUL = ("\uac00", "\ud7af")  # two syllables are a word


def key_words(title: str) -> frozenset[str]:
    """The distinct words of a title that tell it from others: four letters, or pairs of Han characters.

    >>> sorted(key_words("On the Origin of Species, 自然选择"))
    ['origin', 'species', '然选', '自然', '选择']
    """
    return frozenset(key for key in keys_of(title_words(title)) if key)


def best_window(words: Sequence[str], title: str) -> int:
    """How many key words of `title` stand in the stretch of `words` that holds most of them.

    The stretch is one and a half times as long as the title, and two words.
    """
    wanted = key_words(title)
    size = len(title_words(title)) * 3 // 2 + 2
    inside: Counter[str] = Counter()
    best = 0
    keys = [key if key in wanted else "" for key in keys_of(words)]
    for place, key in enumerate(keys):
        if key:
            inside[key] += 1
        leaving = keys[place - size] if place >= size else ""
        if leaving:
            inside[leaving] -= 1
            if not inside[leaving]:
                del inside[leaving]
        best = max(best, len(inside))
    return best


def holds_phrase(words: Sequence[str], title: str) -> bool:
    """Whether all words of a title stand in `words` one after another."""
    phrase = title_words(title)
    return bool(phrase) and f" {' '.join(phrase)} " in f" {' '.join(words)} "


def keys_of(words: Sequence[str]) -> list[str]:
    """For each word what it counts as: itself, itself and the next one where each character is one, or ""."""
    return [
        _key(word, words[place + 1] if place + 1 < len(words) else "") for place, word in enumerate(words)
    ]


def _key(word: str, following: str) -> str:
    if not word or word.isascii():
        return word if len(word) >= _LETTERS and sum(map(str.isalpha, word)) >= _LETTERS else ""
    if is_cjk(word[0]):
        return word + following if following and is_cjk(following[0]) else ""
    if all(_HANGUL[0] <= letter <= _HANGUL[1] for letter in word):
        return word if len(word) > 1 else ""
    return word if sum(map(str.isalpha, word)) >= _LETTERS else ""
