"""Words that make a number rough or one-sided: about, more than, up to, 左右 (numbers.md, section 4).

Told from the text right before and right behind a number; `about` is an approximation, `lower` says that the
true number is at least or more than the one written, `upper` that it is at most or less.
"""

from __future__ import annotations

from functools import cache

# Phrases that stand right before a number, by language and kind. `|` between phrases, one blank in them.
_BEFORE: dict[str, dict[str, str]] = {
    "en": {
        "about": """about|around|approximately|approx|approx.|roughly|circa|ca.|ca|c.|some|an estimated
            |estimated|estimated at|close to|in the region of|in the order of|on the order of|of the order of
            |something like|more or less|in the neighbourhood of|in the neighborhood of|in the vicinity of
            |near|somewhere around""",
        "lower": """more than|over|at least|above|exceeding|exceeds|exceed|exceeded|in excess of|upwards of
            |upward of|no fewer than|not fewer than|no less than|not less than|greater than|higher than
            |larger than|a minimum of|minimum of|beyond|surpassing|surpassed|topping|topped|well over
            |well above|just over|slightly over|slightly more than|a little over|little more than
            |a little more than|just above|slightly above|older than|longer than|not under|not below""",
        "upper": """nearly|almost|up to|less than|fewer than|under|below|at most|no more than|not more than
            |a maximum of|maximum of|as many as|as much as|just under|well under|just below|slightly under
            |slightly below|slightly less than|slightly fewer than|a little under|a little less than|close on
            |not quite|lower than|smaller than|younger than|shorter than|not exceeding|not above|not over
            |very nearly|not greater than|no greater than|no higher than|no larger than|approaching""",
    },
    "de": {
        "about": """etwa|rund|ca.|ca|circa|zirka|ungefähr|um die|an die|in etwa|gegen|schätzungsweise
            |geschätzt|geschätzte|geschätzten|annähernd|größenordnungsmäßig|so um die|plus minus|grob""",
        "lower": """mehr als|über|mindestens|wenigstens|zumindest|gut|nicht weniger als|nicht unter
            |oberhalb von|oberhalb|größer als|höher als|ab|etwas mehr als|etwas über|knapp über|deutlich über
            |weit über|deutlich mehr als|älter als|länger als|übersteigt|überstieg|minimal|min.""",
        "upper": """fast|knapp|beinahe|nahezu|bis zu|höchstens|maximal|max.|weniger als|unter|unterhalb von
            |unterhalb|kleiner als|niedriger als|nicht mehr als|nicht über|etwas weniger als|etwas unter
            |knapp unter|deutlich unter|jünger als|kürzer als|geringer als|kaum mehr als|längstens""",
    },
    "fr": {
        "about": """environ|à peu près|près de|autour de|aux alentours de|aux environs de|de l'ordre de
            |quelque|approximativement|grosso modo|plus ou moins|estimé à|estimés à|estimée à|estimées à|vers
            |env.
            |dans les""",
        "lower": """plus de|plus d'|plus que|au moins|au minimum|un minimum de|supérieur à|supérieure à
            |supérieurs à|supérieures à|au-dessus de|au delà de|au-delà de|pas moins de|pas moins d'|dépassant
            |dépasse|dépassé|un peu plus de|un peu plus d'|bien plus de|à partir de|excédant|minimum
            |au bas mot""",
        "upper": """presque|moins de|moins d'|moins que|au plus|tout au plus|au maximum|un maximum de|jusqu'à
            |inférieur à|inférieure à|inférieurs à|inférieures à|au-dessous de|en dessous de|en-dessous de
            |pas plus de|pas plus d'|un peu moins de|un peu moins d'|à peine|quasiment|maximum""",
    },
    "es": {
        "about": """unos|unas|alrededor de|aproximadamente|cerca de|en torno a|más o menos|aprox.|aprox
            |del orden de|cosa de|aproximado de|estimado en|estimada en|a eso de|hacia|rondando|ronda los
            |ronda las""",
        "lower": """más de|más que|al menos|por lo menos|como mínimo|un mínimo de|mínimo|superior a
            |superiores a|por encima de|por encima del|mayor de|mayor que|mayores de|mayor a|no menos de
            |supera|superó|superan|superaron|arriba de|a partir de|poco más de|algo más de|cuando menos""",
        "upper": """casi|hasta|menos de|menos que|como máximo|a lo sumo|un máximo de|máximo|inferior a
            |inferiores a|por debajo de|por debajo del|menor de|menor que|menores de|menor a|no más de
            |poco menos de|algo menos de|apenas|rozando|cuando más""",
    },
    "ru": {
        "about": """около|примерно|приблизительно|порядка|где-то|в районе|ориентировочно|плюс-минус|оценочно
            |по оценкам|ок.|прибл.|прим.|где-то около""",
        "lower": """более|более чем|больше|больше чем|свыше|не менее|не менее чем|не менее, чем|не меньше
            |не меньше чем|как минимум|минимум|по меньшей мере|по крайней мере|выше|старше|дольше|превышает
            |превысил|превысила|превысило|превысили|превышающий|превышающая|превышающее|превышающие|чуть более
            |чуть больше|немного более|немного больше|от|не ниже|сверх""",
        "upper": """почти|до|менее|менее чем|меньше|меньше чем|не более|не более чем|не более, чем|не больше
            |не больше чем|не свыше|максимум|без малого|чуть менее|чуть меньше|немного менее|немного меньше
            |ниже|не выше|младше|моложе|вплоть до|самое большее|едва не""",
    },
    "zh": {
        "about": "约|約|大约|大約|大概|约为|约有|大致|差不多|大约有|估计|估计有|约占|约合",
        "lower": """超过|超過|至少|多于|多於|大于|大於|高于|高於|不少于|不少於|不低于|不低於|超出|逾|不小于
            |突破|最少|起码|以上|超""",
        "upper": """近|不到|接近|将近|將近|少于|少於|小于|小於|低于|低於|不足|至多|最多|不超过|不超過|不高于
            |不多于|不大于|高达|多达|几乎|未满|未滿|未达""",
    },
}
# Phrases that stand right behind a number (and its unit).
_AFTER: dict[str, dict[str, str]] = {
    "en": {
        "about": "or so|or thereabouts|approximately|give or take|more or less|roughly",
        "lower": """or more|and more|or above|and above|or over|and over|or higher|or greater|or older
            |or longer|plus|at least|and up|or better|and older""",
        "upper": """or less|or fewer|or under|and under|or below|and below|at most|or lower|or younger
            |or shorter|at the most|and younger""",
    },
    "de": {
        "about": "oder so|ungefähr|circa|etwa",
        "lower": """oder mehr|und mehr|oder darüber|und darüber|mindestens|plus|oder höher|oder älter
            |und älter|oder länger""",
        "upper": "oder weniger|und weniger|oder darunter|und darunter|höchstens|oder jünger|maximal",
    },
    "fr": {
        "about": "environ|à peu près",
        "lower": "ou plus|et plus|au moins|au minimum|et au-delà|ou davantage",
        "upper": "ou moins|et moins|au plus|au maximum",
    },
    "es": {
        "about": "aproximadamente|más o menos|o así",
        "lower": "o más|y más|como mínimo|al menos|por lo menos|en adelante",
        "upper": "o menos|y menos|como máximo|a lo sumo",
    },
    "ru": {
        "about": "примерно|приблизительно|плюс-минус|или около того",
        "lower": """и более|или более|и больше|или больше|с лишним|с небольшим|и выше|и старше|и свыше
            |минимум""",
        "upper": "и менее|или менее|и меньше|или меньше|и ниже|и младше|максимум",
    },
    "zh": {
        "about": "左右|上下|前后|前後",
        "lower": "以上|多|余|餘|有余|及以上|开外",
        "upper": "以下|以内|以內|不到|及以下",
    },
}
_SIGNS = {
    "~": "about", "≈": "about", "≃": "about", "∼": "about", "～": "about", ">": "lower", "≥": "lower",
    "⩾": "lower", ">=": "lower", "<": "upper", "≤": "upper", "⩽": "upper", "<=": "upper",
}  # fmt: skip

_BLANKS = " \t\n\u00a0\u2009\u202f"
_REACH = 40  # characters; the longest phrase has fewer
_OPENING, _CLOSING = "([{\"'“„«‹—,;:*_", ")]}\"'”“»›—.,;:!?*_"
# What may stand between a hedge and its number.
_BETWEEN = {
    "en": frozenset(("a", "an", "the")),
    "de": frozenset(("die", "der", "den", "das", "dem")),
    "fr": frozenset(("les", "des")),
    "es": frozenset(("los", "las", "el", "la")),
    "ru": frozenset(("на", "в", "из")),
    "zh": frozenset("为為有了达達"),
}


@cache
def _table(language: str, *, before: bool) -> tuple[dict[str, str], frozenset[str], int]:
    """Phrases and their kinds; the words (zh: characters) next to the number; the longest in words."""
    rows = (_BEFORE if before else _AFTER).get(language, {})
    table = {
        " ".join(phrase.split()): kind for kind, phrases in rows.items() for phrase in phrases.split("|")
    }
    if language == "zh":
        nearest = frozenset(phrase[-1 if before else 0] for phrase in table)
        return table, nearest, max(map(len, table))
    nearest = frozenset(phrase.split()[-1 if before else 0] for phrase in table)
    return table, nearest, max(phrase.count(" ") for phrase in table) + 1


def hedge_before(text: str, pos: int, language: str) -> str:
    """What a phrase or sign that ends right before `pos` says: about, lower, upper, or nothing ("").

    Blanks, and one article or preposition between the phrase and the number, are passed over. The longest
    phrase counts: "no more than" is `upper`.

    >>> hedge_before("no more than 5", 13, "en"), hedge_before("не менее чем на 5", 16, "ru")
    ('upper', 'lower')
    """
    window = text[max(0, pos - _REACH) : pos].rstrip(_BLANKS)
    if not window:
        return ""
    sign = _SIGNS.get(window[-2:]) or _SIGNS.get(window[-1])
    if sign is not None:
        return sign
    if language == "zh":
        found = _chinese_before(window)
        return found or _chinese_before(window[:-1] if window[-1] in _BETWEEN["zh"] else "")
    words = window.lower().split()
    if len(words) > 1 and len(window) == _REACH:
        del words[0]  # it may be cut off
    found = _phrase_before(words, language)
    if not found and words and words[-1] in _BETWEEN.get(language, ()):
        found = _phrase_before(words[:-1], language)
    return found


def _phrase_before(words: list[str], language: str) -> str:
    table, nearest, longest = _table(language, before=True)
    if not words or (words[-1] not in nearest and words[-1].lstrip(_OPENING) not in nearest):
        return ""
    for count in range(min(longest, len(words)), 0, -1):
        phrase = " ".join(words[-count:]).lstrip(_OPENING)
        if phrase in table:
            return table[phrase]
    return ""


def _chinese_before(window: str) -> str:
    table, nearest, longest = _table("zh", before=True)
    if window[-1:] not in nearest:
        return ""
    return next((table[window[-count:]] for count in range(longest, 0, -1) if window[-count:] in table), "")


def hedge_after(text: str, pos: int, language: str) -> str:
    """What a phrase that begins at `pos` says, blanks passed over: about, lower, upper, or nothing ("").

    >>> hedge_after("100 с лишним", 3, "ru"), hedge_after("5 or fewer.", 1, "en")
    ('lower', 'upper')
    """
    table, nearest, longest = _table(language, before=False)
    window = text[pos : pos + _REACH]
    if language == "zh":
        window = window.lstrip(_BLANKS)
        if window[:1] not in nearest:
            return ""
        return next((table[window[:count]] for count in range(longest, 0, -1) if window[:count] in table), "")
    if window[:1] == "+" and not window[1:2].isalnum():
        return "lower"
    if window[:1] not in _BLANKS:
        return ""
    words = window.lower().split(None, longest)[:longest]
    if not words or words[0].rstrip(_CLOSING) not in nearest:
        return ""
    for count in range(len(words), 0, -1):
        phrase = " ".join(words[:count]).rstrip(_CLOSING)
        if phrase in table:
            return table[phrase]
    return ""
