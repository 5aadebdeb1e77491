"""What a claim is about, by its names; and whether a page speaks of it at all (verify.md, section 5).

The same sentence on a page about another organisation supports nothing. A page is on subject when any name of
the claim stands in its text, its title or its host. A claim without names is not checked so, which is said.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from citelock.checks.text.chars import OPTIONAL_HYPHEN, is_cjk, visible
from citelock.checks.text.patterns import late

# Han and kana: they have no blanks, and words of other scripts stand amid them.
_HAN = "\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff"
_TOKEN = late(rf"[^\W_{_HAN}]+(?:[-.'’][^\W_{_HAN}]+)*")
_QUOTED = late(
    r"[«“„\"‘]([^«»“”„\"‘’\n]{2,80})[»”“\"’]|『([^』\n]{1,80})』|「([^」\n]{1,80})」|《([^》\n]{1,80})》"
)
_DOMAIN = late(r"(?<![\w@.-])(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.){1,4}[^\W\d_]{2,24}(?![\w-])")
_IDENTIFIER = late(r"(?<![\w-])(?=[\w-]*[^\W\d_])(?=[\w-]*\d)[^\W_][\w-]*(?:\.\d+)*(?![\w-])")
_INNER_CAPITAL = late(r"[a-zа-яё][A-ZА-ЯЁ]")
_SENTENCE_END = late(r"[.!?…:;\n。！？][\"'»”)\]]*\s*$")
_ORDINAL = late(r"\d+(?:st|nd|rd|th|er|e|ème|º|ª|го|й|я|е|х|ми)?", re.I)
_CAPITALS = late(r"(?<![^\W_])[A-ZА-ЯЁ]{2,10}(?![^\W_])")
_DOTTED = late(r"\.[^\W\d_]")
_SIGNS = late(r"(?:[^\w.]|_|\.(?!\d)|(?<!\d)\.)+")
_BEFORE_FIGURE = late(r"(?<=[^\W\d_])(?=\d)")
_ACCENT = late("([a-z])[\u0300-\u036f]+")
_MOST = 40
_SHORTEST_STEM = 4

# Words that begin a sentence and name nothing; months, weekdays, units, magnitudes are no subjects anywhere.
STOP = frozenset(
    """a an the this that these those it its he she they we you i his her their our your my who what when
    where why how which in on at by for from with without of to as and or but if after before during
    since until while there here all any both each every few many more most much no not none only other
    some such than then according about over under between among against into through is are was were be
    been being has have had do does did can could may might must shall should will would one two three
    four five six seven eight nine ten however although because although also yes

    в во на по за из от до с со к ко у о об при про для без над под между через после перед и а но или
    если когда где как что кто это этот эта эти тот та те он она оно они мы вы я его её их все всё весь
    каждый некоторые многие большинство более менее только также однако согласно по в течение около
    свыше первый первая первое второй третий один одна два три не нет ни же бы ли был была было были
    есть будет

    der die das den dem des ein eine einen einem einer und oder aber wenn als wie wo wer was in im an am
    auf aus bei mit nach seit von vom zu zum zur für über unter durch gegen ohne um es er sie wir ihr
    ich nicht kein keine alle viele einige mehr nur auch laut nach

    le la les un une des du de et ou mais si quand où qui que quoi ce cette ces il elle ils elles nous
    vous je en dans sur sous par pour avec sans selon après avant pendant depuis tous toutes plusieurs
    plus moins

    el los las una unos unas y o pero cuando donde quién qué cómo este esta estos estas él ella ellos en
    con sin por para según después antes durante desde todos muchas muchos más menos""".split()
)
_MONTHS_AND_DAYS = """
    january february march april may june july august september october november december jan feb
    mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday
    sunday mon tue wed thu fri sat sun января февраля марта апреля мая июня июля августа сентября
    октября ноября декабря январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь
    декабрь январе феврале марте апреле мае июне июле августе сентябре октябре ноябре декабре
    понедельник вторник среда среду четверг пятница пятницу суббота субботу воскресенье januar
    februar märz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag
    sonntag janvier février mars avril juin juillet août septembre octobre novembre décembre lundi
    mardi mercredi jeudi vendredi samedi dimanche enero febrero marzo abril mayo junio julio agosto
    septiembre octubre noviembre diciembre lunes martes miércoles jueves viernes sábado domingo"""
_UNITS = """
    km m cm mm kg g mg t kw mw gw kwh mwh twh gb mb tb kb hz khz mhz ghz usd eur rub gbp jpy cny ft
    mi lb oz ha kcal pa hpa kpa mpa bar db thousand million billion trillion percent per cent
    kilometres kilometers metres meters miles tonnes tons years year days hours minutes seconds
    dollars euros rubles roubles pounds yen тыс млн млрд трлн тысяч тысячи миллион миллиона
    миллионов миллиард миллиарда миллиардов триллион км м см мм кг г т руб рублей рубля доллар
    доллара долларов евро процент процента процентов лет года год году дней часов минут гб мб квт
    мвт гвт prozent tausend millionen million milliarde milliarden jahre jahr pour cent mille
    millions milliards ans an por ciento mil millones millón años año am pm ad bc bce ce utc gmt""".split()
NO_SUBJECT = frozenset(_MONTHS_AND_DAYS.split()) | frozenset(_UNITS)

_CYRILLIC = late("[\u0400-\u04ff]")
_LETTERS = dict(zip("абвгдеёжзийклмнопрстуфхцчшщъыьэюя", (
    "a", "b", "v", "g", "d", "e", "e", "zh", "z", "i", "i", "k", "l", "m", "n", "o", "p", "r", "s", "t", "u",
    "f", "h", "ts", "ch", "sh", "sch", "", "y", "", "e", "yu", "ya",
), strict=True))  # fmt: skip
# What writers of Latin letters do differently, made one on both sides.
_EQUAL = (
    ("shch", "sch"), ("kh", "h"), ("tz", "ts"), ("c", "k"), ("x", "ks"), ("w", "v"), ("j", "i"), ("yo", "e"),
    ("iu", "yu"), ("ia", "ya"), ("y", "i"), ("ii", "i"),
)  # fmt: skip


class Words(NamedTuple):
    """The words of a page as subjects are looked for in them.

    `tokens` are folded, `latin` all of them in Latin letters, `transliterated` only those that are not
    written so. `text` is the page as it was folded, `spaced` its words with one blank on either side,
    `capitals` what is written in capital letters alone, without its dots.
    """

    tokens: frozenset[str]
    latin: frozenset[str]
    transliterated: frozenset[str]
    text: str
    spaced: str
    capitals: frozenset[str]


def subject_terms(claim: str, is_domain: Callable[[str], bool]) -> tuple[str, ...]:
    """The names of a claim, in its order, each once; none if it has only small words.

    `is_domain` says whether a word has a public suffix. Names are domains; quoted names; identifiers with
    digits or inner capitals; runs of capitalised words; Latin words in a Cyrillic or CJK claim.
    """
    text = _form(claim)
    found: list[tuple[int, str]] = []
    taken: list[tuple[int, int]] = []
    for match in _DOMAIN.finditer(text):
        if is_domain(match[0]):
            found.append((match.start(), match[0]))
            taken.append(match.span())
    for match in _QUOTED.finditer(text):
        words = next(group for group in match.groups() if group)
        if len(words.split()) <= 6:
            found.append((match.start(), words.strip()))
    found += _names(text, taken)
    terms: dict[str, str] = {}
    for _, term in sorted(found, key=lambda each: each[0]):
        if _is_subject(term):
            terms.setdefault(_folded(term), term)
    return tuple(terms.values())[:_MOST]


def has_names_unseen(claim: str) -> bool:
    """Whether a claim holds letters of a script that has no capitals, where a name looks like any word.

    >>> has_names_unseen("北京是中国的首都"), has_names_unseen("the harbour was dredged")
    (True, False)
    """
    return any(unicodedata.category(char) == "Lo" and char not in "ªº" for char in claim)


def _names(text: str, taken: Sequence[tuple[int, int]]) -> Iterable[tuple[int, str]]:
    tokens = [
        match for match in _TOKEN.finditer(text)
        if not any(start <= match.start() < end for start, end in taken)
    ]  # fmt: skip
    small = {match[0] for match in tokens if match[0] == match[0].lower()}
    foreign = bool(_CYRILLIC.search(text)) or any(map(is_cjk, text))
    run: list[str] = []
    run_start = last_end = 0
    for match in tokens:
        word = match[0]
        if run and (not _is_capitalised(word) or text[last_end : match.start()].strip(" \u00a0")):
            yield run_start, " ".join(run)
            run = []
        if _is_identifier(word) or (foreign and _is_latin(word)):
            yield match.start(), word
        if _is_capitalised(word):
            first = _begins_sentence(text, match.start())
            if first and not run and (word.casefold() in STOP or word.lower() in small):
                last_end = match.end()
                continue
            if not run:
                run_start = match.start()
            run.append(word)
        last_end = match.end()
    if run:
        yield run_start, " ".join(run)


def _is_capitalised(word: str) -> bool:
    return word[0].isupper()


def _is_identifier(word: str) -> bool:
    return bool(_IDENTIFIER.fullmatch(word) or _INNER_CAPITAL.search(word))


def _is_latin(word: str) -> bool:
    return word.isascii() and word[0].isalpha() and len(word) > 1


def _begins_sentence(text: str, at: int) -> bool:
    before = text[:at].rstrip(" \t\"'«“„(—–-")
    return not before or bool(_SENTENCE_END.search(before[-8:]))


def _is_subject(term: str) -> bool:
    """Whether a name says something: no month, unit, magnitude, plain number or single letter."""
    if sum(map(is_cjk, term)) > 1:
        return True
    words = [word for word in _TOKEN.findall(term.casefold()) if word not in NO_SUBJECT and word not in STOP]
    return any(len(word) > 1 and not _ORDINAL.fullmatch(word) for word in words)


# -- is a page about it? -----------------------------------------------------------------------------------


def words_of(text: str, title: str, host: str) -> Words:
    """The words of a page, ready for many terms. `host` counts label by label and as a whole."""
    written = f"{title}\n{text}\n{host} {host.replace('.', ' ').replace('-', ' ')}"
    whole = _folded(written)
    tokens = frozenset(_TOKEN.findall(whole))
    if OPTIONAL_HYPHEN in written:  # at a line's end it may be one that belongs to the name
        tokens |= frozenset(_TOKEN.findall(_folded(written.replace(OPTIONAL_HYPHEN, "-"))))
    parts = frozenset(part for token in tokens for part in re.split(r"[-.'’]", token))
    every = tokens | parts
    foreign = frozenset(_latin(token) for token in every if _CYRILLIC.search(token))
    latin = foreign | {_latin(token) for token in every if token.isascii()}
    capitals = frozenset(_CAPITALS.findall(f"{title}\n{text}".replace(".", "")))
    return Words(every, latin, foreign, whole, f" {_spaced(whole)} ", capitals)


def is_on_subject(terms: Sequence[str], page: Words) -> bool:
    """Whether any of the terms stands on the page; without terms nothing is asked and everything is."""
    return not terms or any(_stands(term, page) for term in terms)


def _stands(term: str, page: Words) -> bool:
    folded = _folded(term)
    if any(map(is_cjk, folded)):
        return folded in page.text
    if _CAPITALS.fullmatch(term.replace(".", "")) and term.replace(".", "") in page.capitals:
        return True  # U.S. and US
    words = [word for word in _TOKEN.findall(folded) if word not in STOP and word not in NO_SUBJECT]
    return bool(words) and all(_word_stands(word, page) for word in words)


def _word_stands(word: str, page: Words) -> bool:
    name = word.partition("'")[0]  # of İstanbul'da; O'Brien is no O
    forms = {
        word,
        word.removesuffix("'s"),
        word.replace("'", ""),
        name if len(name) >= _SHORTEST_STEM else word,
    }
    if not page.tokens.isdisjoint(forms):
        return True
    has_digit = any(map(str.isdigit, word))
    if _DOTTED.search(word):  # a domain stands in the name of its host
        return any(token.endswith(f".{word}") for token in page.tokens)
    if has_digit:  # "GPT 4" and "GPT4" are GPT-4; GPT-3 is not
        return f" {_spaced(word)} " in page.spaced
    if "-" in word:
        return all(_word_stands(part, page) for part in word.split("-"))
    if _CYRILLIC.search(word):
        stem = word[: max(_SHORTEST_STEM, len(word) - 3)]
        if len(word) >= _SHORTEST_STEM and any(token.startswith(stem) for token in page.tokens):
            return True
        latin = _latin(stem)
        return len(latin) >= _SHORTEST_STEM and any(token.startswith(latin) for token in page.latin)
    latin = _latin(word)
    if len(latin) < _SHORTEST_STEM:
        return False
    stem = latin[: max(_SHORTEST_STEM, len(latin) - 3)]
    return any(token.startswith(stem) for token in page.transliterated)


def _spaced(folded: str) -> str:
    """The words of a folded text, apart from what some write within a name and others do not.

    A point between digits stays (GPT-4 is not GPT-4.5), a figure is apart from the letters before it.
    """
    return _BEFORE_FIGURE.sub(" ", _SIGNS.sub(" ", folded)).strip()


def _folded(text: str) -> str:
    """A text as names are compared: without case, accents of Latin letters and kinds of hyphens."""
    form = _form(text).casefold().replace("’", "'")
    if form.isascii():
        return form
    return unicodedata.normalize("NFC", _ACCENT.sub(r"\1", unicodedata.normalize("NFD", form)))


def _form(text: str) -> str:
    """NFKC of what is seen, with one hyphen: many write names such as GPT-4 with one that does not break."""
    return unicodedata.normalize("NFKC", visible(text)).replace("\u2010", "-").replace("\u2011", "-")


def _latin(word: str) -> str:
    """A word in Latin letters as far as the habits of writing agree."""
    spelled = "".join(_LETTERS.get(char, char) for char in word)
    for one, other in _EQUAL:
        spelled = spelled.replace(one, other)
    return spelled
