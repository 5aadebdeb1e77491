"""Units and currencies: what stands behind or before a number, and how two of them compare."""

from __future__ import annotations

from decimal import Decimal

import pytest

from citelock.checks.text.numbers.units import (
    Unit,
    conversion,
    currency_after,
    currency_before,
    percent_before,
    unit_at,
)  # fmt: skip


def unit(text: str, language: str = "en") -> Unit:
    """The unit that a text is, from its first to its last character."""
    found = unit_at(text, 0, language)
    assert found is not None, text
    assert found[1] == len(text), text
    return found[0]


SAME = [
    # names, inflected and abbreviated, and symbols of one unit
    "en: m metre metres meter meters | de: Metern | fr: mètres | es: metros | ru: м метр метров метрах"
    " | zh: 米 公尺",
    "en: km kilometre kilometers | de: Kilometern | fr: kilomètres | es: kilómetros"
    " | ru: км километров километра | zh: 公里 千米",
    "en: kg kilogram kilograms kilo kilos | de: Kilogramm | fr: kilogrammes | es: kilogramos"
    " | ru: кг килограммов килограмма | zh: 千克 公斤",
    "en: mg milligrams | de: Milligramm | ru: мг миллиграммов | zh: 毫克",
    "en: µg μg ug micrograms | de: Mikrogramm | ru: мкг микрограммов | zh: 微克",
    "en: t tonnes | de: Tonnen | fr: tonnes | es: toneladas | ru: т тонн тонны | zh: 吨",
    "en: L l litres liter | de: Litern | fr: litres | es: litros | ru: л литров | zh: 升",
    "en: s sec seconds | de: Sekunden | fr: secondes | es: segundos | ru: сек секунд секунды | zh: 秒 秒钟",
    "en: min minutes | de: Minuten Min | fr: minutes | es: minutos | ru: мин минут минуты | zh: 分钟",
    "en: h hrs hours | de: Stunden Std | fr: heures h | es: horas | ru: ч час часов часа | zh: 小时 个小时",
    "en: d days | de: Tage Tagen | fr: jours j | es: días | ru: дней дня суток | zh: 天",
    "en: weeks wk | de: Wochen | fr: semaines | es: semanas | ru: недель недели | zh: 周 星期",
    "en: months | de: Monaten | fr: mois | es: meses | ru: месяцев месяца | zh: 个月",
    "en: years yrs | de: Jahre Jahren | fr: ans an années | es: años | ru: лет года летний | zh: 年 岁",
    "en: decades | de: Jahrzehnte | fr: décennies | es: décadas | ru: десятилетий",
    "en: centuries | de: Jahrhunderte | fr: siècles | es: siglos | ru: веков столетий | zh: 个世纪",
    "en: ha hectares | de: Hektar | fr: hectares | es: hectáreas | ru: га гектаров | zh: 公顷",
    "en: m² m2 m^2 | de: Quadratmeter qm | fr: mètres-carrés | ru: кв.м | zh: 平方米",
    "en: km² km2 | de: Quadratkilometern | ru: кв.км | zh: 平方公里 平方千米",
    "en: m³ m3 | de: Kubikmeter | zh: 立方米",
    "en: kW kilowatts | de: Kilowatt | ru: кВт киловатт | zh: 千瓦",
    "en: MW megawatts | de: Megawatt | fr: mégawatts | ru: МВт мегаватт мегаватта | zh: 兆瓦",
    "en: kWh kilowatt-hours kW·h | de: Kilowattstunden | ru: кВт·ч киловатт-часов | zh: 千瓦时",
    "en: GHz gigahertz | ru: ГГц гигагерц | zh: 吉赫",
    "en: MPa megapascals | ru: МПа мегапаскалей | zh: 兆帕",
    "en: GB gigabytes | fr: Go gigaoctets | ru: ГБ гигабайт гигабайта",
    "en: °C | ru: °С | zh: 摄氏度",
    "en: % percent per-cent | de: Prozent Prozents | fr: pour-cent | es: por-ciento"
    " | ru: процент процентов процента",
    "en: ‰ per-mille | de: Promille | fr: pour-mille | ru: промилле",
    "en: pp percentage-points | de: Prozentpunkte Prozentpunkten | fr: points-de-pourcentage"
    " | es: puntos-porcentuales | ru: п.п процентных-пунктов процентного-пункта | zh: 个百分点",
    "en: bps basis-points | de: Basispunkte | fr: points-de-base | es: puntos-básicos | ru: базисных-пунктов"
    " | zh: 个基点",
    "en: € EUR euros | de: Euro | fr: euros | es: euros | ru: евро | zh: 欧元",
    "en: $ dollars | de: Dollar | fr: dollars | es: dólares | ru: долларов доллара | zh: 美元",
    "en: US$ USD US-dollars | es: dólares-estadounidenses | ru: долларов-США",
    "en: £ GBP pounds-sterling | de: Pfund-Sterling | fr: livres-sterling | ru: фунтов-стерлингов | zh: 英镑",
    "en: ₽ RUB roubles rubles | de: Rubel | ru: рублей рубля руб | zh: 卢布",
    "en: inches | de: Zoll | fr: pouces | es: pulgadas | ru: дюймов | zh: 英寸",
    "en: mi miles | de: Meilen | es: millas | ru: миль мили | zh: 英里",
    "en: lb lbs | zh: 磅",
    "en: acres | ru: акров | zh: 英亩",
    "en: km/h kph kilometres-per-hour | de: Stundenkilometer km/h | fr: kilomètres-par-heure"
    " | ru: км/ч километров-в-час",
    "en: m/s m-per-s | ru: м/с метров-в-секунду",
]  # fmt: skip


@pytest.mark.parametrize("row", SAME, ids=[row.split()[1] for row in SAME])
def test_all_ways_to_write_a_unit_are_one(row: str) -> None:
    written = [
        (word.replace("-", " "), language)
        for part in row.split("|")
        for language, _, words in [part.strip().partition(": ")]
        for word in words.split()
    ]
    first = unit(*written[0])
    assert [(word, conversion(first, unit(word, language))) for word, language in written] == [
        (word, Decimal(1)) for word, _ in written
    ]


@pytest.mark.parametrize(
    ("claim", "quote", "factor"),
    [
        ("mg", "g", "1000"), ("µg", "mg", "1000"), ("h", "min", "1/60"), ("min", "h", "60"),
        ("d", "h", "1/24"),
        ("weeks", "days", "1/7"), ("km", "m", "0.001"), ("GB", "MB", "0.001"), ("kWh", "MWh", "1000"),
        ("years", "decades", "10"), ("ha", "km²", "100"), ("L", "m³", "1000"), ("mL", "cm³", "1"),
        ("km/h", "m/s", "3.6"), ("mg/L", "g/L", "1000"), ("mg/kg", "µg/g", "1"), ("%", "‰", "0.1"),
        ("pp", "bps", "0.01"), ("kPa", "hPa", "0.1"), ("cents", "USD", "100"), ("t", "kg", "0.001"),
        ("miles", "km", "1/1.609344"), ("inches", "cm", "1/2.54"), ("kcal", "cal", "0.001"),
    ],
)  # fmt: skip
def test_units_of_one_dimension_convert(claim: str, quote: str, factor: str) -> None:
    above, _, below = factor.partition("/")
    expected = Decimal(above) / Decimal(below or 1)
    found = conversion(unit(claim), unit(quote))
    assert found is not None
    assert abs(found / expected - 1) < Decimal("1e-25")


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("km", "miles/h"), ("km", "km/h"), ("mg", "mL"), ("$", "€"), ("US$", "C$"), ("£", "€"), ("%", "pp"),
        ("months", "years"), ("months", "days"), ("years", "days"), ("°C", "°F"), ("°C", "K"), ("W", "Wh"),
        ("mg/kg", "mg/L"), ("m", "m²"), ("V", "A/m"), ("mol", "g"), ("GB", "GHz"),
    ],
)  # fmt: skip
def test_units_of_two_dimensions_or_currencies_do_not_convert(claim: str, quote: str) -> None:
    ours, theirs = unit_at(claim, 0, "en"), unit_at(quote, 0, "en")
    if ours is None or theirs is None:  # A/m: a lone ampere is no unit
        return
    assert conversion(ours[0], theirs[0]) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [("dollars", "C$"), ("$", "USD"), ("pounds", "£"), ("pounds", "lb"), ("degrees", "°C"), ("tons", "t"),
     ("¥", "yen"), ("¥", "yuan"), ("kr", "SEK"), ("bp", "bps"), ("cents", "EUR")],
)  # fmt: skip
def test_a_word_of_several_meanings_is_any_of_them(one: str, other: str) -> None:
    assert conversion(unit(one), unit(other)) is not None
    assert conversion(unit(other), unit(one)) is not None


def test_what_is_not_said_on_one_side_is_not_compared() -> None:
    assert conversion(unit("mg"), unit("mg/day")) == 1
    assert conversion(unit("mg per day"), unit("mg/day")) == 1
    assert conversion(unit("mg per week"), unit("mg/day")) == 7
    assert conversion(unit("euros par mois", "fr"), unit("€")) == 1


@pytest.mark.parametrize(
    ("one", "other"), [("mW", "MW"), ("mg", "Mg"), ("kB", "kb"), ("pm", "PM"), ("ms", "Ms")]
)
def test_case_counts_in_symbols(one: str, other: str) -> None:
    ours, theirs = unit_at(one, 0, "en"), unit_at(other, 0, "en")
    assert ours is not None
    assert theirs is None or conversion(ours[0], theirs[0]) != 1


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("users", "en"), ("in 2010", "en"), ("an hour", "en"), ("once", "en"), ("pies", "en"),
        ("a day", "en"),
        ("с половиной", "ru"), ("часть", "ru"), ("в час", "ru"), ("hold", "en"), ("min5", "en"), ("", "en"),
        ("gramophone", "en"), ("kilos5", "en"), ("Go home", "en"),
    ],
)  # fmt: skip
def test_other_words_are_no_units(text: str, language: str) -> None:
    assert unit_at(text, 0, language) is None


@pytest.mark.parametrize(
    ("text", "language", "length"),
    [
        ("per cent of users", "en", 8), ("percentage points.", "en", 17), ("кв. км леса", "ru", 6),
        ("US dollars", "en", 10), ("mg/kg/day for", "en", 9), ("m s⁻¹ or", "en", 5), ("mm Hg,", "en", 5),
        ("个百分点。", "zh", 4), ("м/с в этом", "ru", 3),
    ],
)  # fmt: skip
def test_the_longest_name_counts_and_ends_at_its_last_letter(text: str, language: str, length: int) -> None:
    found = unit_at(text, 0, language)
    assert found is not None
    assert found[1] == length


@pytest.mark.parametrize(
    ("text", "code", "start"),
    [
        ("$5", "dollar", 0), ("it cost US$5", "USD", 8), ("€ 5", "EUR", 0), ("EUR 5", "EUR", 0),
        ("Rs. 5", "INR", 0), ("about £5", "GBP", 6), ("C$5", "CAD", 0), ("¥5", "yen or yuan", 0),
    ],
)  # fmt: skip
def test_a_currency_before_a_number(text: str, code: str, start: int) -> None:
    found = currency_before(text, text.index("5"))
    assert found is not None
    assert (found[0].name, found[1]) == (code, start)


@pytest.mark.parametrize("text", ["the 5", "ABC 5", "kg 5", "cost 5", "5", "xEUR 5"])
def test_no_currency_before_a_number(text: str) -> None:
    assert currency_before(text, text.index("5")) is None


def test_only_money_is_a_currency() -> None:
    assert currency_after("euros", 0, "en") is not None
    assert currency_after("kg", 0, "en") is None


def test_a_share_before_a_chinese_number() -> None:
    assert percent_before("百分之5", 3) == (Unit("per cent", Decimal(1), "%"), 0)
    assert percent_before("千分之5", 3) == (Unit("per cent", Decimal("0.1"), "‰"), 0)
    assert percent_before("分之5", 2) is None
