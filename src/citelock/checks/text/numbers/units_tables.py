"""The tables behind `units.py`: dimensions, scales, symbols and names of units and currencies.

Rows are written once in a compact form and spread when the module is loaded: prefixes of the SI, endings of
Russian and plurals. Symbols keep their case, names are in lower case, words of a name joined by one space.
"""

from __future__ import annotations

from decimal import Decimal

# What a name or symbol stands for: dimension, scale in the dimension's own unit, name.
Row = tuple[str, Decimal, str]

SYMBOLS: dict[str, Row] = {}
WORDS: dict[str, Row] = {}
# Names that are everyday words of another language: in their own only.
WORDS_OF: dict[str, dict[str, Row]] = {language: {} for language in ("en", "de", "fr", "es", "ru", "zh")}

_RU_HARD = ("", "а", "у", "ом", "е", "ы", "ов", "ам", "ами", "ах")
_RU_SOFT = ("ь", "я", "ю", "ем", "ем", "е", "и", "ей", "ям", "ями", "ях")
_RU_A = ("а", "ы", "и", "у", "е", "ой", "", "ам", "ами", "ах")
_RU_YA = ("я", "и", "ю", "е", "ей", "ь", "й", "ям", "ями", "ях")
_RU_ADJECTIVE = ("ый", "ого", "ому", "ым", "ом", "ая", "ой", "ую", "ое", "ые", "ых", "ыми")

_PREFIXES: dict[str, tuple[str, str]] = {
    # symbol Latin, Cyrillic: power of ten, and the prefix in words
    "k": ("3", "kilo кило"), "M": ("6", "mega méga мега"), "G": ("9", "giga гига"), "T": ("12", "tera tera тера"),
    "m": ("-3", "milli mili милли"), "µ": ("-6", "micro mikro микро"), "n": ("-9", "nano нано"),
    "c": ("-2", "centi zenti centí сантимет"), "d": ("-1", "deci dezi déci деци"), "h": ("2", "hecto hekto гекто"),
    "p": ("-12", "pico piko пико"), "P": ("15", "peta пета"), "f": ("-15", "femto фемто"),
}  # fmt: skip
_CYRILLIC = {
    "k": "к", "M": "М", "G": "Г", "T": "Т", "m": "м", "µ": "мк", "n": "н", "c": "с", "d": "д", "h": "г", "p": "п",
    "P": "П", "f": "ф",
}  # fmt: skip


def _put(row: Row, symbols: str = "", words: str = "", stems: str = "") -> None:
    """Enters symbols, names (`,` between them), and Russian stems with their endings (`метр:m`)."""
    SYMBOLS.update(dict.fromkeys(symbols.split(), row))
    if words:
        WORDS.update(dict.fromkeys((word.strip() for word in words.split(",")), row))
    for stem in stems.split():
        stem, _, kind = stem.partition(":")
        endings = {"m": _RU_HARD, "j": _RU_SOFT, "a": _RU_A, "y": _RU_YA}[kind]
        WORDS.update(dict.fromkeys((stem + ending for ending in endings), row))


def _si(
    dimension: str,
    own: str,
    name: str,
    symbols: str,
    words: str,
    stems: str,
    prefixes: str,
    latin: str,
    cyrillic: str,
) -> None:
    """Enters a unit and its multiples; `own` is its scale, `prefixes` the symbols of those in use."""
    _put((dimension, Decimal(own), name), symbols, words, stems)
    for prefix in prefixes:
        power, spelled = _PREFIXES[prefix]
        english, *_ = spelled.split()
        row = (dimension, Decimal(own).scaleb(int(power)), english + name)
        marks = [prefix + symbol for symbol in latin.split()]
        if prefix == "µ":
            marks += ["μ" + symbol for symbol in latin.split()] + ["u" + symbol for symbol in latin.split()]
        marks += [_CYRILLIC[prefix] + symbol for symbol in cyrillic.split()]
        SYMBOLS.update(dict.fromkeys(marks, row))
        for start in spelled.split():
            cyrillic_start = start[0] >= "а"
            start = "санти" if start == "сантимет" else start
            if cyrillic_start:
                _put(row, stems=" ".join(start + stem for stem in stems.split()))
            elif words:
                WORDS.update(dict.fromkeys((start + word.strip() for word in words.split(",")), row))


_si("length", "1", "metre", "m м", "metre, metres, meter, meters, metern, mètre, mètres, metro, metros", "метр:m",
    "kMmµncdhp", "m", "м")  # fmt: skip
_si("mass", "1", "gram", "g г", "gram, grams, gramme, grammes, gramm, gramo, gramos, gramos", "грамм:m",
    "kMmµncdhpf", "g", "г")  # fmt: skip
_si("time", "1", "second", "s sec secs сек sek",
    "seconds, second, sec, secs, sekunde, sekunden, sek, seconde, secondes, segundo, segundos, seg", "секунд:a",
    "mµnpf", "s", "с")  # fmt: skip
_si("volume", "1", "litre", "l L л ℓ", "litre, litres, liter, liters, litern, litro, litros", "литр:m",
    "mµcdhknM", "l L", "л")  # fmt: skip
_si("power", "1", "watt", "W Вт", "watt, watts, vatio, vatios", "ватт:m", "kMGTmµn", "W", "Вт")
_si("energy", "1", "joule", "J Дж", "joule, joules, julio, julios", "джоул:j", "kMGTPmµ", "J", "Дж")
_si("energy", "3600", "watt-hour", "Wh",
    "watt hour, watt hours, wattstunde, wattstunden, wattheure, wattheures, watt heure, watt heures, vatio hora, "
    "vatios hora", "", "kMGTP", "Wh", "Втч Вт-ч")  # fmt: skip
_put(("energy", Decimal(3_600_000), "kilowatt-hour"), "kWh кВтч",
     "kilowatt hour, kilowatt hours, kilowattstunde, kilowattstunden, kilowattheure, kilowattheures, киловатт час, "
     "киловатт часа, киловатт часов, киловатт часы, kilowatts heure")  # fmt: skip
_si("energy", "4.184", "calorie", "cal кал", "calorie, calories, kalorie, kalorien, caloría, calorías", "калори:y",
    "k", "cal", "кал")  # fmt: skip
_si("energy", "1.602176634e-19", "electronvolt", "eV эВ", "electronvolt, electronvolts, elektronenvolt", "",
    "kMGTm", "eV", "эВ")  # fmt: skip
_si("pressure", "1", "pascal", "Pa Па", "pascal, pascals, pascales", "паскал:j", "khMGmµ", "Pa", "Па")
_si("frequency", "1", "hertz", "Hz Гц", "hertz, hercio, hercios", "герц:m", "kMGTmP", "Hz", "Гц")
_si("voltage", "1", "volt", "V", "volt, volts, voltio, voltios", "вольт:m", "kMmµn", "V", "В")
_si("current", "1", "ampere", "", "ampere, amperes, amp, amps, ampère, ampères, amperio, amperios", "ампер:m",
    "kmµnp", "A", "А")  # fmt: skip
_si("resistance", "1", "ohm", "Ω Ohm Ом", "ohm, ohms, ohmio, ohmios", "", "kMGm", "Ω", "Ом")
_si("force", "1", "newton", "", "newton, newtons", "ньютон:m", "kMmµ", "N", "Н")
_si("amount", "1", "mole", "mol моль", "mole, moles, mol, моль, моля, молей", "", "kmµnp", "mol", "моль")
_si("concentration", "1", "molar", "", "molar", "", "mµnp", "M", "")
_si("data", "8", "byte", "байт", "byte, bytes, octet, octets", "байт:m", "kMGTP", "B o", "Б байт")
_si("data", "1", "bit", "bit бит", "bit, bits", "бит:m", "kMGTP", "bit b", "бит")
_si("data rate", "1", "bit per second", "bps", "", "", "kMGT", "bps", "")
_si("mass", "1000000", "tonne", "t т",
    "tonne, tonnes, metric ton, metric tons, metric tonne, metric tonnes, tonelada, toneladas, tonnen", "тонн:a",
    "kMGT", "t", "т")  # fmt: skip
_si("dose", "1", "sievert", "Sv Зв", "sievert, sieverts", "зиверт:m", "mµ", "Sv", "Зв")
_si("absorbed dose", "1", "gray", "Gy Гр", "gray, grays", "", "mµ", "Gy", "Гр")
_si("activity", "1", "becquerel", "Bq Бк", "becquerel, becquerels", "беккерел:j", "kMGTP", "Bq", "Бк")
_si("flux density", "1", "tesla", "T Тл", "tesla, teslas", "", "mµn", "T", "Тл")
_si("loudness", "1", "bel", "", "bel", "", "d", "B", "Б")
_si("molecular mass", "1", "dalton", "Da", "dalton, daltons", "", "kM", "Da", "")
_si("length", "3.0856775814913673e16", "parsec", "pc пк", "parsec, parsecs", "парсек:m", "kMG", "pc", "пк")

for _name, _scale, _symbols, _words in (
    ("kilobyte", 8 * 10**3, "KB КБ Кбайт", ""),
    ("kibibyte", 8 * 2**10, "KiB", "kibibyte, kibibytes"),
    ("mebibyte", 8 * 2**20, "MiB", "mebibyte, mebibytes"),
    ("gibibyte", 8 * 2**30, "GiB", "gibibyte, gibibytes"),
    ("tebibyte", 8 * 2**40, "TiB", "tebibyte, tebibytes"),
):
    _put(("data", Decimal(_scale), _name), _symbols, _words)
_put(("data rate", Decimal(10**6), "megabit per second"), "Mb/s Mbit/s Мбит/с")
_put(("data rate", Decimal(10**9), "gigabit per second"), "Gb/s Gbit/s Гбит/с")

for _row, _symbols, _words, _stems in (
    # Length and area outside the SI
    ("length 0.0254 inch", "″", "inch, inches, zoll, pulgada, pulgadas", "дюйм:m"),
    ("length 0.3048 foot", "ft фут", "foot, feet, fuß, fuss", "фут:m"),
    ("length 0.9144 yard", "yd", "yard, yards, yarda, yardas", "ярд:m"),
    ("length 1609.344 mile", "mi", "mile, miles, meile, meilen, milla, millas", "мил:y"),
    ("length 1852 nautical-mile", "nmi NM",
     "nautical mile, nautical miles, seemeile, seemeilen, mille marin, milles marins, milla náutica, millas náuticas, "
     "морская миля, морских миль, морские мили", ""),
    ("length 1e-6 micrometre", "", "micron, microns, mikron", "микрон:m"),
    ("length 1e-10 angstrom", "Å", "angstrom, angstroms, ångström, ångströms", "ангстрем:m"),
    ("length 9460730472580800 light-year", "ly",
     "light year, light years, lichtjahr, lichtjahre, lichtjahren, année lumière, années lumière, año luz, años luz, "
     "световой год, световых лет, световых года, световых годов", ""),
    ("length 149597870700 astronomical-unit", "au AU", "astronomical unit, astronomical units", ""),
    ("area 10000 hectare", "ha га", "hectare, hectares, hektar, hektare, hectárea, hectáreas", "гектар:m"),
    ("area 4046.8564224 acre", "ac", "acre, acres", "акр:m"),
    ("area 2000 mu", "", "", ""),
    # Mass, volume
    ("mass 28.349523125 ounce", "oz", "ounce, ounces, unze, unzen, onza, onzas", "унци:y"),
    ("mass 453.59237 pound", "lb lbs", "", ""),
    ("mass 6350.29318 stone", "", "stone", ""),
    ("mass 100000 quintal", "ц", "quintal, quintals, quintales, zentner", "центнер:m"),
    ("mass 0.2 carat", "ct", "carat, carats, karat, quilates, quilate", "карат:m"),
    ("volume 158.987294928 barrel", "bbl", "barrel, barrels, baril, barils, barril, barriles", "баррел:j"),
    ("volume 3.785411784 gallon", "gal", "gallon, gallons, galón, galones", "галлон:m"),
    ("volume 0.473176473 pint", "pt", "pint, pints", ""),
    ("volume 0.0295735295625 fluid-ounce", "", "fl oz, fluid ounce, fluid ounces", ""),
    ("volume 0.001 millilitre", "cc", "", ""),
    # Time
    ("time 60 minute", "min mins мин Min",
     "minute, minutes, min, mins, minuten, minuto, minutos", "минут:a"),
    ("time 3600 hour", "h hr hrs ч Std",
     "hour, hours, hr, hrs, stunde, stunden, std, heure, heures, hora, horas", "час:m"),
    ("time 86400 day", "d",
     "day, days, tag, tage, tagen, tages, jour, jours, journée, journées, día, días, dia, dias, день, дня, дней, дню, "
     "днем, днём, дни, дням, днями, днях, сутки, суток, суткам, сутками, сутках, сут, дн", ""),
    ("time 604800 week", "wk wks",
     "week, weeks, woche, wochen, semaine, semaines, semana, semanas, нед", "недел:y"),
    ("time 1209600 fortnight", "", "fortnight, fortnights", ""),
    ("month 1 month", "мес",
     "month, months, mo, mos, monat, monate, monaten, monats, mois, mes, meses, месяцев, месяцем, месяцев", "месяц:m"),
    ("year 1 year", "yr yrs",
     "year, years, yr, yrs, year old, years old, jahr, jahre, jahren, jahres, année, années, ans, año, años, год, года, "
     "году, годом, годы, годов, годам, годами, годах, лет, летний, летняя, летнее, летние, летнего, летней, летних, "
     "летнему, летним", ""),
    ("year 10 decade", "",
     "decade, decades, jahrzehnt, jahrzehnte, jahrzehnten, décennie, décennies, década, décadas, decenio, decenios, "
     "десятилетие, десятилетия, десятилетий, десятилетию", ""),
    ("year 1000 millennium", "",
     "millennium, millennia, jahrtausend, jahrtausende, millénaire, millénaires, milenio, milenios, тысячелетие, "
     "тысячелетия, тысячелетий", ""),
    # Speed, pressure, temperature, angle
    ("speed 1609.344/3600 mile-per-hour", "mph", "", ""),
    ("speed 1000/3600 kilometre-per-hour", "kmh kph",
     "stundenkilometer, stundenkilometern", ""),
    ("speed 1852/3600 knot", "kn kt kts", "knot, knots, knoten, nœud, nœuds, nudo, nudos, узлов, узла, узел", ""),
    ("pressure 100000 bar", "bar бар", "bar, bars, бар, бара, баров", ""),
    ("pressure 100 millibar", "mbar мбар", "millibar, millibars", "миллибар:m"),
    ("pressure 101325 atmosphere", "atm атм",
     "atmosphere, atmospheres, atmosphère, atmosphères, atmósfera, atmósferas, atmosphären", "атмосфер:a"),
    ("pressure 133.322387415 millimetre-of-mercury", "mmHg",
     "mm hg, мм рт ст, millimeters of mercury, millimetres of mercury, миллиметров ртутного столба, mm de mercure, "
     "mm de hg", ""),
    ("pressure 6894.757293168 pound-per-square-inch", "psi", "", ""),
    ("celsius 1 degree-Celsius", "°C ºC ℃ °С",
     "degree celsius, degrees celsius, degree centigrade, degrees centigrade, grad celsius, degré celsius, "
     "degrés celsius, grado celsius, grados celsius, grados centígrados, градус цельсия, градуса цельсия, "
     "градусов цельсия, градусах цельсия, градусам цельсия, grad c, degrees c", ""),
    ("fahrenheit 1 degree-Fahrenheit", "°F ºF ℉",
     "degree fahrenheit, degrees fahrenheit, grad fahrenheit, degrés fahrenheit, grados fahrenheit, "
     "градус фаренгейта, градуса фаренгейта, градусов фаренгейта, degrees f", ""),
    ("kelvin 1 kelvin", "K К", "kelvin, kelvins, кельвин, кельвина, кельвинов, кельвинах", ""),
    ("angle 1 radian", "rad рад", "radian, radians, radiant, radianes", "радиан:m"),
    ("rotation 1 revolution-per-minute", "rpm", "revolutions per minute, об мин, оборотов в минуту", ""),
    ("power 745.69987158227022 horsepower", "hp PS", "horsepower, horse power, pferdestärken, л с, лошадиных сил, "
     "chevaux, caballos de fuerza", ""),
    ("explosive 1 ton-of-TNT", "", "", ""),
    ("activity-unit 1 international-unit", "IU UI ME МЕ", "", ""),
    ("base-pairs 1 base-pair", "", "base pair, base pairs, basenpaare, paires de bases, pares de bases", ""),
    ("base-pairs 1000 kilobase", "kbp", "kilobase, kilobases", ""),
    ("base-pairs 1000000 megabase", "Mbp", "megabase, megabases", ""),
    ("pixels 1 pixel", "px", "pixel, pixels, píxeles, píxel", "пиксел:j"),
    ("pixels 1000000 megapixel", "MP Мп", "megapixel, megapixels", ""),
    # Shares
    ("per-cent 1 %", "% ％ ﹪ ٪",
     "percent, per cent, pct, prozent, prozents, v h, vom hundert, pour cent, pourcent, pourcents, por ciento, "
     "por cien, проц", "процент:m"),
    ("per-cent 0.1 ‰", "‰",
     "per mille, per mil, per thousand, promille, pro mille, pour mille, por mil, промилле", ""),
    ("per-cent 0.0001 ppm", "ppm", "parts per million, partes por millón, parties par million, teile pro million", ""),
    ("per-cent 0.0000001 ppb", "ppb", "parts per billion", ""),
    ("points 1 percentage-point", "pp p.p. ppt",
     "percentage point, percentage points, percent points, per cent points, percent point, pct points, prozentpunkt, "
     "prozentpunkte, prozentpunkten, prozentpunktes, point de pourcentage, points de pourcentage, point de pour cent, "
     "punto porcentual, puntos porcentuales, punto de porcentaje, puntos de porcentaje, п п, проц п, "
     "процентный пункт, процентного пункта, процентному пункту, процентным пунктом, процентные пункты, "
     "процентных пункта, процентных пунктов, процентным пунктам, процентными пунктами, процентных пунктах", ""),
    ("points 0.01 basis-point", "bps",
     "basis point, basis points, basispunkt, basispunkte, basispunkten, point de base, points de base, punto básico, "
     "puntos básicos, базисный пункт, базисного пункта, базисных пункта, базисных пунктов, базисным пунктам, б п", ""),
    # Symbols and words of several meanings: see COVERS
    ("several 1 degree", "° º",
     "degree, degrees, grad, degré, degrés, grado, grados", "градус:m"),
    ("several 1 pound", "", "pound, pounds, pfund, libra, libras", "фунт:m"),
    ("several 1 ton", "", "ton, tons, tonne s", ""),
    ("several 1 bp", "bp", "", ""),
):  # fmt: skip
    _dimension, _scale_text, _name = _row.split()
    _above, _, _below = _scale_text.partition("/")
    _value = Decimal(_above) / Decimal(_below) if _below else Decimal(_above)
    _put(
        (_dimension.replace("per-cent", "per cent"), _value, _name.replace("-", " ")),
        _symbols,
        _words,
        _stems,
    )

# Currencies: code, symbols, names, Russian stems. A word or symbol of several countries is a row of its own.
for _code, _symbols, _words, _stems in (
    ("USD", "US$ USD U.S.$", "us dollar, us dollars, u s dollar, u s dollars, american dollars, us dollar, "
     "dólares estadounidenses, dollars américains, долларов сша, доллара сша, доллар сша, доллары сша", ""),
    ("dollar", "$ ＄", "dollar, dollars, dólar, dólares, dollarn, bucks, долл", "доллар:m"),
    ("AUD", "A$ AU$ AUD", "australian dollars, australian dollar", ""),
    ("CAD", "C$ CA$ Can$ CAD", "canadian dollars, canadian dollar", ""),
    ("NZD", "NZ$ NZD", "new zealand dollars", ""),
    ("HKD", "HK$ HKD", "hong kong dollars", ""),
    ("SGD", "S$ SGD", "singapore dollars", ""),
    ("TWD", "NT$ TWD", "", ""),
    ("MXN", "MX$ MXN", "mexican pesos, pesos mexicanos", ""),
    ("peso", "", "peso, pesos", ""),
    ("ARS", "ARS", "pesos argentinos", ""), ("CLP", "CLP", "pesos chilenos", ""),
    ("COP", "COP", "pesos colombianos", ""), ("PHP", "₱ PHP", "", ""),
    ("BRL", "R$ BRL", "reais, reales", ""),
    ("EUR", "€ EUR", "euro, euros, евро, eur", ""),
    ("GBP", "£ ￡ GBP", "pound sterling, pounds sterling, british pounds, livre sterling, livres sterling, "
     "libra esterlina, libras esterlinas, фунт стерлингов, фунта стерлингов, фунтов стерлингов, quid", ""),
    ("JPY", "JP¥ JPY", "yen, yens, yenes, иена, иены, иен, иену, йена, йены, йен, иенах", ""),
    ("CNY", "CN¥ CNY RMB", "yuan, yuans, yuanes, renminbi", "юан:j"),
    ("yen or yuan", "¥ ￥", "", ""),
    ("RUB", "₽ RUB RUR", "rouble, roubles, ruble, rubles, rubel, rubeln, rublo, rublos, руб, р", "рубл:j"),
    ("INR", "₹ INR Rs Rs.", "rupee, rupees, rupie, rupien, roupie, roupies, rupia, rupias, indian rupees", "рупи:y"),
    ("KRW", "₩ KRW", "south korean won", "вон:a"), ("ILS", "₪ ILS", "shekel, shekels", ""),
    ("TRY", "₺ TRY", "turkish lira, turkish liras", ""), ("UAH", "₴ UAH", "hryvnia, hryvnias", "гривн:a"),
    ("KZT", "₸ KZT", "tenge, тенге", ""), ("BYN", "BYN", "белорусских рублей", ""),
    ("CHF", "CHF Fr. SFr", "swiss franc, swiss francs, schweizer franken, francs suisses, francos suizos, franken", ""),
    ("franc", "", "franc, francs, franco, francos", "франк:m"),
    ("krone", "kr kr.", "krone, kroner, krona, kronor, kronen, couronnes, coronas", "крон:a"),
    ("SEK", "SEK", "swedish kronor, swedish krona", ""), ("NOK", "NOK", "norwegian kroner", ""),
    ("DKK", "DKK", "danish kroner", ""), ("PLN", "PLN zł", "zloty, zlotys, złoty", "злот:m"),
    ("CZK", "CZK Kč", "", ""), ("HUF", "HUF", "forint, forints", ""), ("ZAR", "ZAR", "rand", ""),
    ("DEM", "DM DEM", "deutsche mark, d mark", ""), ("BTC", "BTC ₿", "bitcoin, bitcoins", "биткоин:m"),
    ("THB", "฿ THB", "baht", ""), ("VND", "₫ VND", "", ""), ("NGN", "₦ NGN", "naira", ""), ("IDR", "IDR Rp", "", ""),
    ("AED", "AED", "dirham, dirhams", ""), ("SAR", "SAR", "riyal, riyals", ""), ("ETH", "ETH", "", ""),
):  # fmt: skip
    _put(("currency", Decimal(1), _code), _symbols, _words, _stems)
for _code, _symbols, _words, _stems in (
    (
        "cent",
        "¢ ct. ¢",
        "cent, cents, centavo, centavos, céntimo, céntimos, centime, centimes, eurocent",
        "цент:m",
    ),
    ("GBP", "", "pence, penny", ""),
    ("RUB", "коп", "kopeck, kopecks, kopeks", "копе:y"),
):
    _put(("currency", Decimal("0.01"), _code), _symbols, _words, _stems)
WORDS["копеек"] = WORDS["копейка"] = WORDS["копейки"] = ("currency", Decimal("0.01"), "RUB")

# Words that mean something else in the other languages.
_put_of = WORDS_OF
WORDS_OF["fr"] |= {
    "an": WORDS["year"], "siècle": ("year", Decimal(100), "century"), "siècles": ("year", Decimal(100), "century"),
    "pied": WORDS["foot"], "pieds": WORDS["foot"], "pouce": WORDS["inch"], "pouces": WORDS["inch"],
    "once": WORDS["ounce"], "onces": WORDS["ounce"], "livre": WORDS["pound"], "livres": WORDS["pound"],
    "point": WORDS["percentage point"], "points": WORDS["percentage point"], "j": WORDS["day"], "cent": (
        "currency", Decimal("0.01"), "cent"),
}  # fmt: skip
WORDS_OF["es"] |= {
    "pie": WORDS["foot"], "pies": WORDS["foot"], "siglo": ("year", Decimal(100), "century"),
    "siglos": ("year", Decimal(100), "century"), "puntos": WORDS["percentage point"], "mes": WORDS["month"],
}  # fmt: skip
for _word in ("point", "points"):
    del WORDS_OF["fr"][_word]  # a score has points as well
del WORDS_OF["es"]["puntos"]
for _language, _words in (
    ("en", "century, centuries"), ("de", "jahrhundert, jahrhunderte, jahrhunderten"), ("ru", "век, века, веков, столетие, столетия, столетий"),
):  # fmt: skip
    WORDS_OF[_language] |= dict.fromkeys(
        (word.strip() for word in _words.split(",")), ("year", Decimal(100), "century")
    )
WORDS_OF["ru"] |= {"г": ("several", Decimal(1), "г"), "с": WORDS["second"]}
del SYMBOLS["г"], SYMBOLS["К"]
SYMBOLS["К"] = ("kelvin", Decimal(1), "kelvin")

# Chinese names stand in a row with what follows: the longest that fits is taken.
_ZH = {
    "米": "m", "公尺": "m", "千米": "km", "公里": "km", "厘米": "cm", "公分": "cm", "毫米": "mm", "微米": "µm",
    "纳米": "nm", "克": "g", "千克": "kg", "公斤": "kg", "毫克": "mg", "微克": "µg", "吨": "t", "噸": "t", "公吨": "t",
    "升": "L", "毫升": "mL", "公升": "L", "秒": "s", "秒钟": "s", "毫秒": "ms", "微秒": "µs", "分钟": "min",
    "分鐘": "min", "小时": "h", "小時": "h", "钟头": "h", "瓦": "W", "千瓦": "kW", "兆瓦": "MW", "千瓦时": "kWh",
    "焦耳": "J", "千焦": "kJ", "卡路里": "cal", "卡": "cal", "千卡": "kcal", "大卡": "kcal", "帕": "Pa", "百帕": "hPa",
    "千帕": "kPa", "兆帕": "MPa", "赫兹": "Hz", "赫": "Hz", "千赫": "kHz", "兆赫": "MHz", "吉赫": "GHz", "伏": "V",
    "伏特": "V", "千伏": "kV", "安培": "ampere", "毫安": "mA", "字节": "байт", "比特": "bit", "公顷": "ha",
    "英里": "mi", "英尺": "ft", "英寸": "″", "磅": "lb", "盎司": "oz", "加仑": "gal", "桶": "bbl", "海里": "nmi",
    "光年": "ly", "摄氏度": "°C", "华氏度": "°F", "开尔文": "K", "美元": "$", "美金": "$", "欧元": "€", "歐元": "€",
    "英镑": "£", "英鎊": "£", "日元": "JPY", "日圆": "JPY", "人民币": "CNY", "卢布": "₽", "卢比": "₹", "港元": "HK$",
    "港币": "HK$", "新台币": "NT$", "台币": "NT$", "韩元": "₩", "澳元": "A$", "加元": "C$", "瑞士法郎": "CHF",
    "百分点": "pp", "个百分点": "pp", "個百分點": "pp", "基点": "bps", "个基点": "bps",
}  # fmt: skip
CHINESE: dict[str, Row] = {
    word: SYMBOLS[symbol] if symbol in SYMBOLS else WORDS[symbol] for word, symbol in _ZH.items()
}
CHINESE |= {
    "元": ("currency", Decimal(1), "CNY"), "块": ("currency", Decimal(1), "CNY"), "块钱": ("currency", Decimal(1), "CNY"),
    "元人民币": ("currency", Decimal(1), "CNY"), "円": ("currency", Decimal(1), "JPY"),
    "天": ("time", Decimal(86400), "day"), "周": ("time", Decimal(604800), "week"), "週": ("time", Decimal(604800), "week"),
    "星期": ("time", Decimal(604800), "week"), "个月": ("month", Decimal(1), "month"), "個月": ("month", Decimal(1), "month"),
    "年": ("year", Decimal(1), "year"), "岁": ("year", Decimal(1), "year"), "歲": ("year", Decimal(1), "year"),
    "周岁": ("year", Decimal(1), "year"), "个世纪": ("year", Decimal(100), "century"),
    "个小时": ("time", Decimal(3600), "hour"), "個小時": ("time", Decimal(3600), "hour"),
    "度": ("several", Decimal(1), "degree"), "斤": ("mass", Decimal(500), "jin"), "里": ("length", Decimal(500), "li"),
    "亩": ("area", Decimal("666.6666666666666666666667"), "mu"), "畝": ("area", Decimal("666.6666666666666666666667"), "mu"),
    "平方米": ("area", Decimal(1), "square metre"), "平方公里": ("area", Decimal(10**6), "square kilometre"),
    "平方千米": ("area", Decimal(10**6), "square kilometre"), "平方厘米": ("area", Decimal("1e-4"), "square centimetre"),
    "平方英尺": ("area", Decimal("0.09290304"), "square foot"), "平方英里": ("area", Decimal("2589988.110336"), "square mile"),
    "立方米": ("volume", Decimal(1000), "cubic metre"), "立方厘米": ("volume", Decimal("0.001"), "cubic centimetre"),
    "立方公里": ("volume", Decimal(10**12), "cubic kilometre"),
}  # fmt: skip
CHINESE_LONGEST = max(map(len, CHINESE))

# What a symbol or word of several meanings may stand for.
_DOLLARS = "USD AUD CAD NZD HKD SGD TWD"
COVERS: dict[str, tuple[Row, ...]] = {
    "dollar": tuple(("currency", Decimal(1), code) for code in _DOLLARS.split()),
    "yen or yuan": (("currency", Decimal(1), "JPY"), ("currency", Decimal(1), "CNY")),
    "krone": tuple(("currency", Decimal(1), code) for code in ("SEK", "NOK", "DKK")),
    "peso": tuple(("currency", Decimal(1), code) for code in ("MXN", "ARS", "CLP", "COP", "PHP")),
    "franc": (("currency", Decimal(1), "CHF"),),
    "cent": tuple(("currency", Decimal("0.01"), code) for code in (*_DOLLARS.split(), "dollar", "EUR")),
    "pound": (("currency", Decimal(1), "GBP"), SYMBOLS["lb"]),
    "degree": (("celsius", Decimal(1), "degree Celsius"), ("fahrenheit", Decimal(1), "degree Fahrenheit"),
               ("angle", Decimal("0.01745329251994329577"), "degree of arc"), ("kelvin", Decimal(1), "kelvin")),
    "ton": (SYMBOLS["t"], ("mass", Decimal("907184.74"), "short ton"), ("mass", Decimal("1016046.9088"), "long ton")),
    "bp": (("points", Decimal("0.01"), "basis point"), ("base-pairs", Decimal(1), "base pair")),
    "г": (SYMBOLS["g"], ("year", Decimal(1), "year")),
}  # fmt: skip

# Words before or behind a length that make it an area or a volume.
SQUARE = frozenset(
    ("square", "sq", "кв", "carré", "carrés", "cuadrado", "cuadrados", "cuadradas", "quadrat")
    + tuple("квадратн" + ending for ending in _RU_ADJECTIVE)
)
CUBIC = frozenset(
    ("cubic", "cu", "куб", "cube", "cubes", "cúbico", "cúbicos", "kubik")
    + tuple("кубическ" + ending for ending in ("ий", "ого", "ом", "их", "ие", "им", "ими"))
)
# What says "per" between two units.
PER = frozenset(("per", "pro", "par", "por", "в", "на", "за", "je", "a", "an", "every", "each"))
