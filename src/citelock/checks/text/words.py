"""Small closed lists of words: negations and limiters, number words, units, function words (quotes.md,
sections 4 to 6).

All languages are asked at once: a quote does not say which it is in, and a false alarm shows its word.
"""

from __future__ import annotations

import re

NEGATIONS = frozenset(
    """
    not cannot no none nobody nothing never neither nor without unable hardly scarcely barely
    не ни нет без нельзя никогда никто ничто вряд едва
    nicht nie niemals niemand nichts ohne weder kaum kein keine keinen keinem keiner keines
    ne pas non ni aucun aucune jamais rien sans
    nunca jamás nadie nada ningún ninguno ninguna sin tampoco
    لا لم لن ليس غير بدون
    """.split()
)
LIMITERS = frozenset(
    """
    only merely except unless if until provided may might could possibly allegedly rarely seldom
    только лишь кроме если пока может возможно якобы редко
    nur außer wenn falls sofern bis könnte vielleicht angeblich selten
    seulement sauf si moins pourrait peut-être rarement
    solo sólo solamente excepto salvo podría quizá quizás raramente
    """.split()
)
# Scripts without spaces, and languages that negate inside a word: found as a run of characters.
NEGATION_RUNS = ("没", "不", "未", "无", "無", "勿", "莫", "ない", "ません", "ず", "않", "못", "없", "아니")
LIMITER_RUNS = ("除非", "除了", "如果", "可能", "或许", "据称", "仅", "只", "若")

NUMBER_WORDS = frozenset(
    """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion
    half third quarter dozen once twice thrice first second double triple percent per cent
    ноль один одна одно два две три четыре пять шесть семь восемь девять десять двадцать тридцать сорок пятьдесят сто
    двести триста тысяча тысяч тысячи миллион миллиона миллионов миллиард миллиарда миллиардов половина треть четверть
    null eins ein eine zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig vierzig fünfzig hundert
    tausend million millionen milliarde milliarden hälfte drittel viertel
    un une deux trois quatre cinq sept huit neuf dix onze douze vingt trente quarante cinquante cent mille moitié tiers
    uno una dos cuatro cinco seis siete ocho nueve diez veinte treinta cuarenta cincuenta cien ciento mil millón millones
    mitad tercio cuarto
    一 二 三 四 五 六 七 八 九 十 百 千 万 亿 半 两 零
    """.split()
)

# Unit symbols whose case carries the meaning, as they are written (shared with numbers.md).
UNITS = frozenset(
    """
    m km cm mm μm nm pm fm dm Mm Gm g kg mg μg ng pg Mg Gg t s ms μs ns ps Ms h min d a A mA μA nA kA V mV kV μV MV GV
    W mW kW MW GW TW μW nW J kJ MJ GJ mJ TJ eV keV MeV GeV TeV meV cal kcal Cal N kN mN MN Pa kPa MPa GPa hPa mPa Hz kHz
    MHz GHz THz mHz K mK M mM μM nM pM mol mmol μmol nmol kmol L l mL ml dL dl μL μl nL ml B kB KB MB GB TB PB b kb Kb Mb
    Gb Tb bit Mbit Gbit kbit bp kbp Mbp Gbp Da kDa MDa C mC F mF μF nF pF T mT μT nT G Ω kΩ MΩ mΩ S mS μS Gy mGy Sv mSv
    μSv Bq kBq MBq GBq Ci mCi ha ppm ppb M dB rpm lx lm cd U IU Wb H mH bar mbar
    """.split()
)
UNIT_FOLDS = frozenset(unit.casefold() for unit in UNITS)

# Words directly before a bracketed group of numbers that make it content, not a citation (section 5); between them and
# the group at most one of the joining words.
INTERVAL_WORDS = frozenset(
    """
    interval intervals range ranges between ci domain set vector
    интервал интервале диапазон диапазоне между ди множество вектор
    intervall bereich zwischen menge vektor intervalle plage entre ensemble vecteur intervalo rango conjunto
    区间 范围 在区间
    """.split()
)
JOINING_WORDS = frozenset("of is was are the a in = от до из von ist war de est du es fue 为 是".split())

# Capitalised words before a year that make a date or a reference inside the work, not an author (section 5).
NO_AUTHORS = frozenset(
    """
    january february march april may june july august september october november december jan feb mar apr jun jul aug
    sep sept oct nov dec spring summer autumn fall winter since from until before after between during in by about
    table tables figure figures fig figs section chapter version update updated copyright
    январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь января февраля марта апреля мая июня
    июля августа сентября октября ноября декабря таблица рисунок рис табл
    januar februar märz mai juni juli oktober dezember tabelle abbildung abb tab kapitel seit
    janvier février mars avril juin juillet août septembre octobre novembre décembre tableau depuis
    enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre tabla figura desde
    """.split()
)

# Enough of English to say that a quote is English (section 6: dropped accents).
ENGLISH_WORDS = frozenset(
    """
    the of and to in a an is are was were be been by for with that this these those as at on from or it its which who
    had has have not but their they we our can all more than into after before between during each under
    """.split()
)


# The month, not the verb: a capital inside a sentence. "Approved in May" hides no limiter.
_MONTH = re.compile(r"(?<![.!?;:]\s)(?<!^)\bMay\b")


def without_month(text: str) -> str:
    """The text without the month of May, for the search of limiters."""
    return _MONTH.sub(" ", text) if "May" in text else text


def negation_in(words: list[str]) -> str | None:
    """The first negation among folded words, or None."""
    return _first(words, negation=True, limiter=False)


def signal_in(words: list[str]) -> str | None:
    """The first negation or limiter among folded words, or None."""
    return _first(words, negation=True, limiter=True)


def _first(words: list[str], *, negation: bool, limiter: bool) -> str | None:
    for at, word in enumerate(words):
        if negation and is_negation(word, words[at + 1] if at + 1 < len(words) else ""):
            return word
        if limiter and word in LIMITERS:
            return word
    joined = "".join(words)
    if joined.isascii():
        return None
    runs = (NEGATION_RUNS if negation else ()) + (LIMITER_RUNS if limiter else ())
    places = sorted((joined.find(run), -len(run), run) for run in runs if run in joined)
    return places[0][2] if places else None


def is_negation(word: str, following: str = "") -> bool:
    """True for a word that negates on its own, English -n't, French n', and "fail(s/ed) to"."""
    return (
        word in NEGATIONS
        or word.endswith("n't")
        or (word.startswith("n'") and len(word) > 2)
        or (word in ("fail", "fails", "failed") and following == "to")
    )
