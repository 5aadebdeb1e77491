"""Month names and year words of the six languages (numbers.md, section 3, row 1).

It knows words only; where a date begins and ends is the parser's business. Chinese months are numerals
before 月; those written in Chinese characters stand here as whole words.
"""

from __future__ import annotations

# Per language the twelve months, each with its forms and abbreviations, without the full stop.
_NAMES = {
    "en": """january jan/february feb/march mar/april apr/may/june jun/july jul/august aug/september sep sept/
        october oct/november nov/december dec""",
    "de": """januar jänner jan januars jän/februar feber feb februars/märz maerz mär mrz märzes/april apr
        aprils/
        mai/juni jun juno/juli jul julei/august aug augusts/september sep sept septembers/oktober okt
        oktobers/
        november nov novembers/dezember dez dezembers""",
    "fr": """janvier janv jan/février fevrier févr fév fev/mars/avril avr/mai/juin/juillet juil juill/août
        aout/
        septembre sept sep/octobre oct/novembre nov/décembre decembre déc dec""",
    "es": """enero ene/febrero feb/marzo mar/abril abr/mayo may/junio jun/julio jul/agosto ago/septiembre
        setiembre sept sep set/octubre oct/noviembre nov/diciembre dic""",
    "ru": """январь января январе январю январем январём янв/февраль февраля феврале февралю февралем февралём
        фев февр/март марта марте марту мартом мар/апрель апреля апреле апрелю апрелем апр/май мая мае маю
        маем/
        июнь июня июне июню июнем июн/июль июля июле июлю июлем июл/август августа августе августу августом
        авг/
        сентябрь сентября сентябре сентябрю сентябрем сентябрём сен сент/октябрь октября октябре октябрю
        октябрем октябрём окт/ноябрь ноября ноябре ноябрю ноябрем ноябрём ноя нояб/декабрь декабря декабре
        декабрю декабрем декабрём дек""",
    "zh": """一月 元月 正月/二月/三月/四月/五月/六月/七月/八月/九月/十月/十一月/十二月""",
}
MONTHS = {
    language: {word: month for month, words in enumerate(names.split("/"), 1) for word in words.split()}
    for language, names in _NAMES.items()
}
# Words of everyday English, or shorter than four letters: months in their own language only.
_ELSEWHERE = {
    word: month
    for language in ("en", "fr", "es", "de", "ru", "zh")
    for word, month in MONTHS[language].items()
    if (len(word) > 3 or not word.isascii()) and word != "mars"
}
# English words that are months only with a capital.
_CAPITAL = frozenset(("may", "march", "mar"))

YEAR_WORDS = {
    "en": frozenset(("year", "years")),
    "de": frozenset(("jahr", "jahre", "jahres", "jahren", "jahrs")),
    "fr": frozenset(("an", "ans", "année", "années", "l'an", "l'année")),
    "es": frozenset(("año", "años")),
    "ru": frozenset("год года году годом годы годов годам годами годах гг г".split()),
    "zh": frozenset(("年", "年度", "年间")),
}


def month_of(word: str, language: str) -> int | None:
    """The month, 1 to 12, that a word as written names in a text of that language, or None.

    A full name of another language counts too (`14 März 2023` in an English sentence), an abbreviation of
    another does not. One full stop behind the word is overlooked.

    >>> month_of("Sept.", "en"), month_of("марте", "ru"), month_of("März", "en"), month_of("may", "en")
    (9, 3, 3, None)
    """
    key = word.removesuffix(".").lower()
    month = MONTHS.get(language, {}).get(key)
    if month is None:
        return _ELSEWHERE.get(key)
    return None if language == "en" and key in _CAPITAL and not word[0].isupper() else month


def is_year_word(word: str, language: str) -> bool:
    """Whether a word as written says "year" in that language: `год`, `г.`, `Jahr`, `année`, `año`, `年`."""
    return word.removesuffix(".").lower() in YEAR_WORDS.get(language, ())
