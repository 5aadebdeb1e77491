"""Small closed lists of words: negations and limiters, number words, units, function words.

They serve quotes.md, sections 4 to 6. A list says what a word may be; whether it is that in a text, by
language and spelling, is decided in `signals.py`.
"""

from __future__ import annotations

# Signals by language: negations first, limiters second. Russian, Arabic, Turkish words meet no other's.
_SIGNALS = {
    "en": (
        "not cannot no none nobody nothing nowhere never neither nor without unable hardly scarcely barely",
        "only merely except unless if until provided may might could possibly allegedly rarely seldom",
    ),
    "ru": (
        """не ни нет без нельзя никогда никто ничто вряд едва ничего никого никому никем ничему ничем нигде
        никуда никак никакой никакая никакое никакие никакого никаких нисколько ничуть""",
        "только лишь кроме если пока может возможно якобы редко",
    ),
    "de": (
        """nicht nie niemals niemand niemandem niemanden nichts ohne weder kaum kein keine keinen keinem
        keiner keines keineswegs keinerlei nirgends nirgendwo""",
        "nur außer wenn falls sofern bis könnte vielleicht angeblich selten",
    ),
    "fr": (
        "ne pas non ni aucun aucune aucunement jamais rien sans nul nulle",
        "seulement sauf si moins pourrait peut-être peut rarement",
    ),
    "es": (
        "no ni nunca jamás nadie nada ningún ninguno ninguna ningunos ningunas sin tampoco",
        "solo sólo solamente excepto salvo si podría quizá quizás raramente",
    ),
    "ar": ("لا لم لن ليس غير بدون ولا ولم ولن وليس فلا فلم فلن فليس ليست وليست ليسوا دون", ""),
    "tr": ("değil yok hiç hiçbir", ""),
}
WORDS_OF = {language: frozenset(" ".join(lists).split()) for language, lists in _SIGNALS.items()}
NEGATIONS = frozenset(word for negations, _ in _SIGNALS.values() for word in negations.split())
LIMITERS = frozenset(word for _, limiters in _SIGNALS.values() for word in limiters.split())
# Enough of a language to tell it by: two of these near a word, and the text is taken to be in it.
FUNCTION_WORDS = {
    "de": frozenset("der die das und ist mit von zu den dem ein eine wird werden auch auf im sich".split()),
    "fr": frozenset(
        "le la les des est une dans que pour du et en au aux par sur qui il elle ce cette".split()
    ),
    "es": frozenset("el la los las que de en una por del y con se para al es un lo como su".split()),
}
# Scripts without spaces, and languages that negate inside a word: found as a run of characters.
NEGATION_RUNS = (
    "并非", "绝非", "没", "不", "未", "无", "無", "勿", "莫",
    "なかった", "なけれ", "なく", "ない", "ません", "ず",
    "않", "못", "없", "아니",
    "ไม่", "มิได้", "มิใช่", "ບໍ່", "មិន", "ពុំ", "គ្មាន", "មဟုတ်", "မရှိ",
)  # fmt: skip
LIMITER_RUNS = (
    "除非",
    "除了",
    "如果",
    "可能",
    "或许",
    "据称",
    "仅",
    "只",
    "若",
    "ยกเว้น",
    "เว้นแต่",
    "ຍົກເວັ້ນ",
    "លើកលែង",
)
# Words that hold such a character and negate nothing.
NEUTRAL_RUNS = (
    "未来", "不同", "无线", "无机", "不断", "不久", "无论", "不论", "不管", "不仅", "不但", "无数",
    "必ず", "まず", "ずつ", "はず", "わずか", "いずれ", "ずっと", "みずか", "むずか", "めずら", "おのず",
    "しずか", "くず", "きず",
)  # fmt: skip

NUMBER_WORDS = frozenset(
    """
    bn mln mio mrd minus plus
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million
    billion trillion half third quarter dozen once twice thrice first second double triple percent per cent
    тыс млн млрд ноль один одна одно два две три четыре пять шесть семь восемь девять десять двадцать тридцать
    сорок пятьдесят сто двести триста тысяча тысяч тысячи миллион миллиона миллионов миллиард миллиарда
    миллиардов половина треть четверть
    null eins ein eine zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig vierzig
    fünfzig hundert tausend million millionen milliarde milliarden hälfte drittel viertel
    un une deux trois quatre cinq sept huit neuf dix onze douze vingt trente quarante cinquante cent mille
    moitié tiers
    uno una dos cuatro cinco seis siete ocho nueve diez veinte treinta cuarenta cincuenta cien ciento mil
    millón millones mitad tercio cuarto
    一 二 三 四 五 六 七 八 九 十 百 千 万 亿 半 两 零
    """.split()
)

# Unit symbols whose case carries the meaning, as they are written (shared with numbers.md).
UNITS = frozenset(
    """
    m km cm mm μm nm pm fm dm Mm Gm g kg mg μg ng pg Mg Gg t s ms μs ns ps Ms h min d a A mA μA nA kA V mV kV
    μV MV GV W mW kW MW GW TW μW nW J kJ MJ GJ mJ TJ eV keV MeV GeV TeV meV cal kcal Cal N kN mN MN Pa kPa MPa
    GPa hPa mPa Hz kHz MHz GHz THz mHz K mK M mM μM nM pM mol mmol μmol nmol kmol L l mL ml dL dl μL μl nL ml
    B kB KB MB GB TB PB b kb Kb Mb Gb Tb bit Mbit Gbit kbit bp kbp Mbp Gbp Da kDa MDa C mC F mF μF nF pF T mT
    μT nT G Ω kΩ MΩ mΩ S mS μS Gy mGy Sv mSv μSv Bq kBq MBq GBq Ci mCi ha ppm ppb M dB rpm lx lm cd U IU Wb H
    mH bar mbar
    мВт кВт МВт ГВт мВ кВ МВ мА кА мПа кПа МПа ГПа мГц кГц МГц ГГц мкм мкг мг кг мл мс мкс мм см км
    """.split()
)
UNIT_FOLDS = frozenset(unit.casefold() for unit in UNITS)

# Words directly before a bracketed group of numbers that make it content, not a citation (section 5);
# between them and the group stands at most one of the joining words.
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
    january february march april may june july august september october november december jan feb mar apr jun
    jul aug sep sept oct nov dec spring summer autumn fall winter since from until before after between during
    in by about
    table tables figure figures fig figs section chapter version update updated copyright
    январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь января февраля марта
    апреля мая июня июля августа сентября октября ноября декабря таблица рисунок рис табл
    januar februar märz mai juni juli oktober dezember tabelle abbildung abb tab kapitel seit
    janvier février mars avril juin juillet août septembre octobre novembre décembre tableau depuis
    enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre tabla figura
    desde
    """.split()
)

# Words after which a raised 2 or 3 is an exponent, not a note: units as words, and what formulas square
# (section 5).
SQUARED_WORDS = frozenset(
    """
    mile miles foot feet yard yards inch inches pixel pixels day days hour hours year years
    metre metres meter meters kilometre kilometres kilometer kilometers
    centimetre centimetres centimeter centimeters
    мкм сек моль мин кпа мль миль см мм км га мс мкс метр метра метров километр километра километров
    公里 千米 厘米 毫米 平方
    chi tau eta rho sin cos tan log exp sigma omega delta gamma theta lambda phi psi
    height width length radius distance speed velocity mass
    """.split()
)

# Words of English that no other language here has: three of them, and a quote is English (section 6, dropped
# accents).
ENGLISH_WORDS = frozenset(
    """
    the of and to are were been by for with that this these those from it its which who had has have not but
    their they we our can more than into after before between during each under
    """.split()
)
