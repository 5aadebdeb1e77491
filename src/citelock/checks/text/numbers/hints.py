"""A quick look whether a text may write numbers in words, before any table of words is loaded.

It says yes too often and never no where there is one: the first five letters of every word that a number
worth
asking for has, in any of the languages, and every Chinese numeral. A test holds it against the tables.
"""

from __future__ import annotations

import re
from operator import itemgetter

from citelock.checks.text.patterns import late

# A word gives its first five letters.
_WORD = late(r"([^\W\d_]{1,5})[^\W\d_]*")
# The same, faster, where only these letters are: among others it says too often that it is one.
_FEW_LETTERS = re.compile("([a-zß-öø-ÿа-я]{1,5})[a-zß-öø-ÿа-я]*")
_FIRST_FIVE = itemgetter(slice(5))
# ASCII text as lower-case words between blanks.
_PLAIN = bytes(byte if 97 <= byte <= 122 else byte + 32 if 65 <= byte <= 90 else 32 for byte in range(256))
_HAN = late("[○〇一七万三两九二五亿仟伍佰億兩八六十千卅半卌叁參叄四壹廿弌拾捌柒玖百肆萬貳贰陆陸零]")
# A Roman numeral of Latin capitals, or of the Cyrillic ones that look like them, with an ordinal ending. What
# may not stand before it is asked behind its first letter: letters of a set are sought many times faster.
ROMAN = re.compile(
    r"([IVXLCDMІХСМ](?<![\w.-].)[IVXLCDMІХСМ]{0,14})(?:-?(?:го|й|е|м|th|st|nd|rd|er|e|ème)(?!\w)|(?!\w))"
)
# Single ones that are no number beside whatever word: letters that name a thing, or Russian с (with).
LETTERS = frozenset("LCDMСМ")  # the last two are Cyrillic
# Whole words of up to five letters, the beginnings of longer ones.
_BEGINNINGS = frozenset(
    """
    acht achte achtf achth achtm achtt achtu achtz ander billi billo billó cator cent centi cents centé cero
    cien cient cinco cincu cinq cinqu crore cuadr cuare cuart cuatr decim demi demie deux dieci diez dix
    dixiè doce docen dos dosci douza douze douzi dozen drei dreie dreif dreih dreim dreis dreit dreiu dreiv
    dreiz dreiß dritt ducen duodé dutze décim eight einei einhu einmi einta einun eleve elf elfei elffa
    elfhu elfma elfmi elfta elfte elfun erst fifte fifth fifti fifty five fivef forti forty four fourf fourt
    fuenf fünf fünfe fünff fünfh fünfm fünft fünfu fünfz halb halbe half halve huit huita huiti hunde hundr
    hälft lakh lakhs media mil milla mille milli millo milló milés mitad moiti neuf neun neune neunf neunh
    neunm neunt neunu neunz neuvi nil nine ninef ninet ninth nonag nonan nonin novec noven nueve null ochen
    ocho ochoc octan octav octin octog once onze onziè quadr quara quart quato quatr quinc quing quini quint
    quinz sechs sechz seis seisc seize seizi sept septa septi septu sesen setec seten seven sexag sexce
    sexta sexto siebe siebt siebz siete six sixfo sixiè sixte sixth sixti sixty soixa sépti sétim tause ten
    tenfo tenth terce terci third thirt thous three thric tiers trece trein treiz trent tres tresc trice
    trigé trill trois twelf twelv twent twice two twofo undéc veint vier viere vierf vierh vierm viert vieru
    vierz viges vigés vingt zehn zehne zehnf zehnm zehnt zehnu zero zwanz zwei zweie zweif zweih zweim zweit
    zweiu zwo zwoe zwoei zwoel zwoen zwoer zwoes zwofa zwohu zwoma zwomi zwota zwoun zwölf zéro ввось вдвое
    вдевя вдеся восем восьм впяте всеме втрое вчетв вшест два двадц дважд две двена двест двое двоим двоих
    двугр двудн двузн двуки двукр двуле двули двум двуме двуми двумс двумя двуне двупр двура двусе двуст
    двуто двух двухг двухд двухз двухк двухл двухм двухн двухп двухр двухс двухт двухч двухэ двуча двуэт
    девян девят десят дюжин квадр милли ноле нолем ноль нолю ноля нуле нулем нуль нулю нуля одинн полдю
    полми полов полсо полто полты полум полус полут пятая пятер пяти пятиг пятид пятиз пятик пятил пятим
    пятин пятип пятир пятис пятит пятич пятиэ пятна пятог пятое пятой пятом пятою пятую пятые пятый пятым
    пятых пять пятьд пятьс пятью седьм семер семи семиг семид семиз семик семил семим семин семип семир
    семис семит семич семиэ семна семь семьд семьс семью сорок сотая сотен сотни сотня сотог сотое сотой
    сотом сотою сотую сотые сотый сотым сотых ста сто стогр стодн стозн стоки стокр столе столи стоме стоми
    стоне стопр стопя стора стосе стосо стост стото стоты сточа стоэт трем тремс тремя трети треть трех
    трехг трехд трехз трехк трехл трехм трехн трехп трехр трехс трехт трехч трехэ три тридц трижд трилл
    трина трист трое троим троих тысяч четве четыр шеста шесте шести шестн шесто шесту шесты шесть
    """.split()
)
_ASCII_BEGINNINGS = frozenset(word.encode() for word in _BEGINNINGS if word.isascii())


def may_spell_numbers(text: str) -> bool:
    """Whether a text may hold a number in words other than `one` and `first`.

    >>> may_spell_numbers("three of them"), may_spell_numbers("one of them"), may_spell_numbers("三十人")
    (True, False, True)
    """
    if text.isascii():
        words = text.encode().translate(_PLAIN).split()
        return not _ASCII_BEGINNINGS.isdisjoint(map(_FIRST_FIVE, words))
    small = text.lower().replace("ё", "е")
    if _HAN.search(small) is not None:
        return True
    if _BEGINNINGS.isdisjoint(_FEW_LETTERS.findall(small)):
        return False
    return not _BEGINNINGS.isdisjoint(_WORD.findall(small))
