"""The words next to a number, and what little of them matters: nouns, years, falling (numbers.md, 3 and 4).

Closed lists of function words tell a counted noun (`50 users`) from what merely follows (`50 of them`); they
do
not parse a sentence.
"""

from __future__ import annotations

import re

from citelock.checks.text.numbers.months import is_year_word
from citelock.checks.text.patterns import late

_AFTER = late(r"(?:[\s\u00a0]{1,3}|-)?([^\W\d_]+)")
_LOOK = 40  # characters: longer than any word that is looked up
_BLANKS = (" ", "\n", "\t")

# After a number these words count nothing.
_FUNCTION = {
    "en": """of in to and or but by per for with at on from than as was were is are be been had has have will
    would
        while when after before during since until that which who the a an it they he she we his her their its
        this
        these those respectively against over under between compared versus vs more less about out up down not
        only
        also so if because through into points point each every both either annually total overall""",
    "de": """von in im und oder aber pro für mit bei auf an am aus zu zum zur als war waren ist sind wurde
    wurden hat
        haben hatte während nach vor seit bis dass die der das den dem des ein eine es sie er wir bzw gegen
        über unter
        zwischen mehr weniger um nicht nur auch so punkte punkt je""",
    "fr": """de d des du en et ou mais par pour avec à au aux sur dans que qui était étaient est sont a ont
    avait
        avaient pendant après avant depuis le la les un une il elle ils elles contre entre plus moins ne pas
        points
        point chaque selon""",
    "es": """de del en y o pero por para con a al sobre que fue fueron era eran es son ha han había durante
    después
        antes desde hasta el la los las un una contra entre más menos no puntos punto cada según se""",
    "ru": """из в во и или но на по для с со от до к ко при за что который которые которая это был была было
    были
        есть как чем против между более менее не только также пункт пункта пунктов а у о об после перед
        через""",
}
FUNCTION_WORDS = {language: frozenset(words.split()) for language, words in _FUNCTION.items()}
_HAN_FUNCTION = frozenset("的和与及或至到在是为了而从比，、")

_YEAR_LEADS = frozenset(
    """in since until till during after before year years early late mid circa ca spring summer autumn fall
    winter
    jahr jahre jahres seit anfang ende mitte ab sommer winter frühjahr herbst
    en depuis dès année années an fin début avant après jusqu'en courant
    desde año años hasta fines finales principios mediados
    год году года с до к по после начале конце""".split()
)
_DETERMINERS = frozenset(
    """the a an this that our their its his her der die das des dem den le la les ce cette el la los las un
    una
    этот эта это""".split()
)

# What says that something became or is less: begins of words, and Chinese words.
_FALLING = late(
    r"(?<![^\W\d_])(?:f[ae]ll|drop|decreas|declin|lower|reduc|los[est]|down|below|minus|negativ|shr[aiu]nk|cut|sank|sink"
    r"|slump|plung|slipp|contract|deficit|less|under"
    r"|упа[лвд]|пада|паден|сни[жз]|уменьш|сокра[тщ]|потер|минус|ниже|убыт|отрицат|дефицит"
    r"|fiel|gefallen|sank|sink|gesunken|rückgang|verringer|reduzier|verlust|unter|abnahm|abgenommen|einbuß|schrumpf"
    r"|baiss|chut|dimin|recul|moins|pert|rédui|négatif"
    r"|ca[yíe]|baj|disminu|descen|descend|pérdida|menos|negativ|perdi)"
    r"|下降|减少|降低|下跌|跌|降|零下|负|亏损|缩",
    re.IGNORECASE,
)
_FALLING_BEFORE, _FALLING_BEHIND = 60, 25  # characters, within the sentence
_SENTENCE_END = late(r"[.!?;。！？；]\s|\n")

MINUS_WORDS = frozenset(("minus", "минус", "moins", "menos", "negative"))
_HAN_MINUS = ("零下", "负")


def word_before(text: str, pos: int) -> str:
    """The word that ends right before a place, as written; "" where something else stands there."""
    end = pos
    while end > pos - 3 and text[end - 1 : end] in _BLANKS and end:
        end -= 1
    if end == pos and text[end - 1 : end] == "-":
        end -= 1
    start = end
    floor = max(0, end - _LOOK)
    while start > floor and (text[start - 1].isalnum() or text[start - 1] in "'._"):
        start -= 1
    while start < end and not text[start].isalpha():
        start += 1
    return text[start:end]


def word_after(text: str, pos: int) -> str:
    """The word that begins right behind a place, as written."""
    match = _AFTER.match(text, pos)
    return "" if match is None else match[1]


def noun_after(text: str, pos: int, language: str) -> str:
    """The word counted by the number that ends at `pos`; "" where a function word or a stop follows."""
    if language == "zh":
        char = text[pos : pos + 1]
        return char if "\u3400" <= char <= "\u9fff" and char not in _HAN_FUNCTION else ""
    word = word_after(text, pos)
    lower = word.lower()
    if not lower or lower in FUNCTION_WORDS.get(language, ()):
        return ""
    return lower


def is_year_behind(text: str, pos: int, language: str) -> bool:
    """Whether a word right behind a number makes it a year: 2023 года, 2023年."""
    if language == "zh":
        return text[pos : pos + 1] == "年"
    if language != "ru":
        return False
    word = word_after(text, pos)
    return bool(word) and is_year_word(word, language) and word.lower() != "годов"


def year_strength(lead: str, noun: str) -> int:
    """2 where the word before a number says that it is a year, else 1: it has the form of one."""
    return 2 if not noun and lead.lower().rstrip(".") in _YEAR_LEADS else 1


def is_determiner(word: str) -> bool:
    """Whether a word makes what follows a thing: `the 2024 report`."""
    lower = word.lower()
    return lower in _DETERMINERS or lower.endswith("'s") or lower in _YEAR_LEADS


def around(text: str, start: int, end: int) -> tuple[str, str]:
    """The text before and behind a number, as far as a word there may speak of it."""
    return text[max(0, start - _FALLING_BEFORE) : start], text[end : end + _FALLING_BEHIND]


def is_falling(surroundings: tuple[str, str]) -> bool:
    """Whether a word of falling stands beside a number, in its sentence; `surroundings` is from `around`."""
    before, behind = surroundings
    ends = [match.end() for match in _SENTENCE_END.finditer(before)]
    if ends:
        before = before[ends[-1] :]
    if _FALLING.search(before) is not None:
        return True
    stop = _SENTENCE_END.search(behind)
    return _FALLING.search(behind if stop is None else behind[: stop.start()]) is not None


def minus_word(text: str, pos: int) -> bool:
    """Whether a word right before a number is its minus."""
    return word_before(text, pos).lower() in MINUS_WORDS or text[max(0, pos - 2) : pos].endswith(_HAN_MINUS)
