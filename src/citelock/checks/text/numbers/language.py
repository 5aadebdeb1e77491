"""Which of the six languages a text is in, for the choice of word tables only (numbers.md, section 2).

It counts letters of a script and distinct function words; it does not try to know any other language. Claim
and quotation are asked separately and may differ.
"""

from __future__ import annotations

from itertools import repeat

from citelock.checks.text.patterns import late

LANGUAGES = ("en", "de", "fr", "es", "ru", "zh")

# Characters looked at: a language shows itself early, and a text may be a megabyte.
SAMPLE = 2000

_CYRILLIC = late("[\u0400-\u052f]+")
_CYRILLIC_BLOCK = 0x04
_HAN = late("[\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")
_LETTERS = late(r"[^\W\d_]+")
# What words are freed of, and what parts them.
_MARKS, _ELISION = '“”„«»"().,;:!?…', "'’-"
# The same of ASCII text, in small letters.
_ASCII_MARKS = b'"().,;:!?'
_ASCII_WORDS = bytes(range(128)).lower().translate(bytes.maketrans(b"'-", b"  ")) + bytes(128)

# A Chinese character stands for about as much as three letters of an alphabet: names and abbreviations in
# Latin letters do not make a Chinese sentence English.
_HAN_WEIGHT = 3

# Function words, and number and unit words that are at home in one of the four languages only. A word of two
# languages (`in`, `des`, `la`) counts for both; `six`, `sept`, `mil`, `cent` and their like for none.
_WORDS = {
    "en": frozenset(
        """
        the of and to in is was were are be been by for with on at from that this these those which
        who it its as an or not has had have than but their they we our there after before between
        during about over under into more most less only when where while also all both each other
        some such no will would can could may might should did does said he she his her one two
        three four five seven eight nine ten eleven twelve thirteen fourteen fifteen twenty thirty
        forty fifty sixty seventy eighty ninety hundred thousand half third percent among within
        without because since so any being do if you your us them then thus via whose much many
        several well per using however people patients users
        """.split()
    ),
    "de": frozenset(
        """
        der die das und ist mit von zu den dem ein eine einer eines einem einen wird werden wurde
        wurden auch auf im sich nicht als bei aus nach für über unter zum zur war waren hat haben
        hatte sind es in an des am um bis vor durch oder aber noch nur mehr als wie wenn dass ihre
        seine vom beim etwa rund knapp mindestens höchstens gegen pro laut seit dieser
        diese dieses ihr sie er wir nahm gab kein keine zwei drei vier fünf sechs
        sieben acht neun zehn zwölf dreizehn zwanzig dreißig vierzig fünfzig sechzig siebzig
        achtzig neunzig hundert tausend millionen milliarde
        milliarden mio mrd prozent jahr jahre jahren hälfte drittel jedoch oft während was jenen ihn
        seiner müssen keinen hier dort sehr schon diesen diesem jeden alle alles man kann können
        soll sollen habe ihm uns dazu davon damit dann denn weil obwohl sowie bereits immer wieder
        zwischen je etwas viele vielen wenige andere anderen menschen personen fälle
        """.split()
    ),
    "fr": frozenset(
        """
        le la les des est une un dans que pour du et en au aux par sur qui il elle ce cette de à qu
        ne pas plus se sont été était ont avec ou son sa ses leur leurs ils elles mais moins entre
        depuis environ selon sous sans dont cet ces après avant chez près deux trois quatre cinq
        huit neuf onze douze treize quatorze quinze seize vingt trente quarante cinquante soixante
        mille milliers milliard milliards millions ans pourcentage moitié tiers vous nous on tout
        tous toute toutes votre notre même très bien fait être avoir peut ainsi comme alors où quand
        sera seront faire cela celui celle ceux dès afin lui aussi personnes cas
        """.split()
    ),
    "es": frozenset(
        """
        el la los las que de en una un por del y con se para al es lo como su no más o fue fueron ha
        han son entre desde hasta sobre sin pero este esta estos estas ese esa sus muy también según
        hubo había tras durante ante unos unas menos casi cerca alrededor aproximadamente uno dos
        tres cuatro cinco seis siete ocho nueve diez doce trece catorce quince veinte treinta
        cuarenta cincuenta sesenta ochenta noventa cien ciento miles millón millones años mitad
        tercio ya todo todos toda todas otro otra otros otras donde cuando quien cual puede pueden
        ser estar está están sido tiene tienen hay así aunque porque mientras cada mismo misma ellos
        ellas personas casos ciudad país países doscientos doscientas quinientos
        quinientas veintiún veintiuno veintiuna
        """.split()
    ),
}
_ALL_WORDS = frozenset().union(*_WORDS.values())  # a text is asked once for all of them
_FRENCH = LANGUAGES.index("fr")
# Of an elided article or pronoun: only where an apostrophe stands.
_ELIDED = frozenset("cdjlmnst")
# What decides between languages that are level, or have no word at all: letters only one of them uses.
_GERMAN_TENS = late(r"[a-zäöüß]{2,40}und(?:zwan|vier|fünf|sech|sieb|acht|neun)zig|[a-zäöüß]{2,40}unddreißig")
_LETTERS_OF = {"de": frozenset("äöüß"), "fr": frozenset("àâçèêëîïôùûœ"), "es": frozenset("áíñóú¿¡")}
# Then endings of everyday words.
_ENDINGS = {
    "en": ("ing", "ed", "ly", "ness"),
    "de": ("ung", "ungen", "lich", "keit", "schaft", "ierte", "ierten"),
    "fr": ("eur", "eurs", "eux", "aux", "ont", "ité", "aient", "ées"),
    "es": ("ción", "ciones", "dad", "aron", "ieron", "ados", "adas", "idos", "idas", "mente"),
}


def _by_script(sample: str) -> str:
    """`ru` or `zh` where most letters say so, else ""."""
    # There are no more letters than characters, and nearly all Cyrillic ones are U+04xx.
    if sample.encode("utf-16-le", "replace")[1::2].count(_CYRILLIC_BLOCK) * 2 > len(sample):
        return "ru"
    cyrillic = sum(map(len, _CYRILLIC.findall(sample)))
    han = sum(map(len, _HAN.findall(sample)))
    if not cyrillic and not han:  # as in most texts of Latin letters
        return ""
    letters = sum(map(len, _LETTERS.findall(sample)))
    if cyrillic * 2 > letters:
        return "ru"
    return "zh" if han and han * _HAN_WEIGHT > letters - han - cyrillic else ""


def language_of(text: str) -> str:
    """The language of a text: `ru` or `zh` by its script, else the one with the most function words.

    A tie that neither letters nor endings decide, or neither word nor letter, is `en`.

    >>> language_of("Es gab einundzwanzig Fälle."), language_of("人口为120万。"), language_of("3 x 4")
    ('de', 'zh', 'en')
    """
    sample = text[:SAMPLE]
    if sample.isascii():
        words = sample.encode().translate(_ASCII_WORDS, _ASCII_MARKS).decode().split()
    else:
        script = _by_script(sample)
        if script:
            return script
        small = sample.lower()
        for mark in _MARKS:
            small = small.replace(mark, "")
        for mark in _ELISION:
            small = small.replace(mark, " ")
        words = small.split()
    known = _ALL_WORDS.intersection(words)
    counts = [len(known & own) for own in _WORDS.values()]
    if "'" in sample or "’" in sample:
        counts[_FRENCH] += len(_ELIDED.intersection(words))
    best = max(counts)
    if best and counts.count(best) == 1:
        return LANGUAGES[counts.index(best)]
    return _decided(
        sample,
        set(words),
        [name for name, count in zip(_WORDS, counts, strict=True) if count == best],
        has_words=best > 0,
    )


def _decided(sample: str, words: set[str], level: list[str], *, has_words: bool) -> str:
    """Which of several languages with as many words, or with none, a text is in."""
    if not has_words and any(_GERMAN_TENS.fullmatch(word) for word in words):
        return "de"
    seen = set(sample.lower())
    marked = [language for language in level if language in _LETTERS_OF and seen & _LETTERS_OF[language]]
    if len(marked) == 1:
        return marked[0]
    if not has_words:
        return "en"
    ended = {language: sum(map(str.endswith, words, repeat(_ENDINGS[language]))) for language in level}
    best = max(ended.values())
    first = [language for language in level if ended[language] == best]
    return first[0] if len(first) == 1 else "en"
