"""The words next to a number, and what little of them matters: counted things, years, falling (numbers.md, 3, 4).

Closed lists of function words tell a counted noun (`50 users`) from what merely follows (`50 of them`); they do
not parse a sentence.
"""

from __future__ import annotations

import re

from citelock.checks.text.numbers.months import is_year_word
from citelock.checks.text.patterns import late

_BEFORE = late(r"([^\W\d_][\w'.]*)[\s\u00a0]{1,3}\Z|([^\W\d_]+\.?)-?\Z")
_AFTER = late(r"(?:[\s\u00a0]{1,3}|-)?([^\W\d_]+)")
_LOOK = 40  # characters: longer than any word that is looked up

# After a number these words count nothing.
_FUNCTION = {
    "en": """of in to and or but by per for with at on from than as was were is are be been had has have will would
        while when after before during since until that which who the a an it they he she we his her their its this
        these those respectively against over under between compared versus vs more less about out up down not only
        also so if because through into points point each every both either annually total overall""",
    "de": """von in im und oder aber pro für mit bei auf an am aus zu zum zur als war waren ist sind wurde wurden hat
        haben hatte während nach vor seit bis dass die der das den dem des ein eine es sie er wir bzw gegen über unter
        zwischen mehr weniger um nicht nur auch so punkte punkt je""",
    "fr": """de d des du en et ou mais par pour avec à au aux sur dans que qui était étaient est sont a ont avait
        avaient pendant après avant depuis le la les un une il elle ils elles contre entre plus moins ne pas points
        point chaque selon""",
    "es": """de del en y o pero por para con a al sobre que fue fueron era eran es son ha han había durante después
        antes desde hasta el la los las un una contra entre más menos no puntos punto cada según se""",
    "ru": """из в во и или но на по для с со от до к ко при за что который которые которая это был была было были
        есть как чем против между более менее не только также пункт пункта пунктов а у о об после перед через""",
}
FUNCTION_WORDS = {language: frozenset(words.split()) for language, words in _FUNCTION.items()}
_HAN_FUNCTION = frozenset("的和与及或至到在是为了而从比，、")

_YEAR_LEADS = frozenset(
    """in since until till during after before year years early late mid circa ca spring summer autumn fall winter
    jahr jahre jahres seit anfang ende mitte ab sommer winter frühjahr herbst
    en depuis dès année années an fin début avant après jusqu'en courant
    desde año años hasta fines finales principios mediados
    год году года с до к по после начале конце""".split()
)
_DETERMINERS = frozenset(
    """the a an this that our their its his her der die das des dem den le la les ce cette el la los las un una
    этот эта это""".split()
)
_HAN = re.compile("[\u3400-\u9fff]")

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
    match = _BEFORE.search(text, max(0, pos - _LOOK), pos)
    if match is None:
        return ""
    return match[1] or match[2]


def word_after(text: str, pos: int) -> str:
    """The word that begins right behind a place, as written."""
    match = _AFTER.match(text, pos)
    return "" if match is None else match[1]


def noun_after(text: str, pos: int, language: str) -> str:
    """The word counted by the number that ends at `pos`; "" where a function word or a stop follows."""
    if language == "zh":
        char = text[pos : pos + 1]
        return char if _HAN.match(char) and char not in _HAN_FUNCTION else ""
    word = word_after(text, pos)
    lower = word.lower()
    if not lower or lower in FUNCTION_WORDS.get(language, ()):
        return ""
    return lower


def year_strength(lead: str, noun: str, behind: str, language: str) -> int:
    """2 where the words beside a number say that it is a year, else 1: it has the form of one."""
    if language in ("ru", "zh") and behind and is_year_word(behind, language) and behind.lower() != "годов":
        return 2
    return 2 if lead.lower().rstrip(".") in _YEAR_LEADS and not noun else 1


def is_determiner(word: str) -> bool:
    """Whether a word makes what follows a thing: `the 2024 report`."""
    lower = word.lower()
    return lower in _DETERMINERS or lower.endswith("'s") or lower in _YEAR_LEADS


def is_falling(text: str, start: int, end: int) -> bool:
    """Whether a word of falling stands beside a number, in its sentence."""
    before = text[max(0, start - _FALLING_BEFORE) : start]
    cut = None
    for cut in _SENTENCE_END.finditer(before):
        pass
    if cut is not None:
        before = before[cut.end() :]
    if _FALLING.search(before) is not None:
        return True
    behind = text[end : end + _FALLING_BEHIND]
    stop = _SENTENCE_END.search(behind)
    if stop is not None:
        behind = behind[: stop.start()]
    return _FALLING.search(behind) is not None


def minus_word(text: str, pos: int) -> bool:
    """Whether a word right before a number is its minus."""
    return word_before(text, pos).lower() in MINUS_WORDS or text[max(0, pos - 2) : pos].endswith(_HAN_MINUS)
