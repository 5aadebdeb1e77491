"""What holds digits and is no figure of the text: citation marks, addresses, labels (numbers.md, section 2).

Claim and quotation are treated alike: the 12 of `Figure 12` neither asks for support nor gives any. A bracket
that is content (`50 [43–57]`, `(95 % CI 1.2–3.4)`) stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from citelock.checks.text.patterns import late
from citelock.checks.text.words import INTERVAL_WORDS, JOINING_WORDS, NO_AUTHORS

GAP = "\x00"  # stands for each removed character: no blank, no letter, no digit

_MARK = late(r"\[\s?[0-9]{1,3}[a-z]?(?:\s?[,;—-]{1,2}\s?[0-9]{1,3}[a-z]?)*\s?\]")
_DIGITS = late("[0-9][0-9]*")  # a first character of its own is sought many times faster than a run
_LAST_NUMBER = late(r"([0-9]{1,9}(?:[.,][0-9]{1,9})?)\s?%?\s?\Z")
_LAST_WORD = late(r"([^\W\d_]+)\W{0,3}\Z")

# Addresses. Each begins with something rare, so that the search is one pass.
_ADDRESS = late(
    r"(?:https?://|ftp://|www\.)\S+|(?<![\w.])10\.[0-9]{4,9}/\S+|(?<![\w.])doi:\s?\S+"
    r"|(?<=[\w.+-])@[A-Za-z][\w-]*(?:\.[\w-]+)*|(?<=[\w)-])\.(?:pdf|txt|csv|tsv|json|xml|html?|docx?|xlsx?|pptx?"
    r"|png|jpe?g|gif|svg|zip|tar|gz|py|js|ts|md|yml|yaml|tex|ipynb|log|mp[34]|exe)(?![\w])",
    re.IGNORECASE,
)
_ADDRESS_PARTS = frozenset("._-+/~%&=?#:")

_FILE = late(r"\.(?<=\w\.)[A-Za-z]{2,5}(?!\w)")

# An author and a year in round brackets; the years are whole tokens, the names begin with a capital.
_NAME = r"[^\W\d_][^\W\d_'’.-]{0,30}(?:['’.-]+[^\W\d_]{1,30}){0,3}\.?"
_NAMES = rf"{_NAME}(?:(?:,? (?:and|und|et|y|и|&|e)|,)? {_NAME}){{0,6}}"
_SHORT_YEAR = r"(?:1[5-9]|20)[0-9]{2}[a-z]?"
_CITED = (
    rf"(?:(?:see|cf\.|e\.g\.,?|см\.|vgl\.|voir|véase) )?{_NAMES},? {_SHORT_YEAR}(?:, {_SHORT_YEAR}){{0,5}}"
    r"(?:, ?(?:pp?|S|с)\. ?[0-9]+(?:-[0-9]+)?)?"
)
_AUTHOR_YEAR = late(rf"\((?={_CITED}(?:; ?{_CITED}){{0,9}}\))[^()]*\)")
_NARRATIVE = late(
    r"(?:et al\.?,?|и др\.|и соавт\.|u\. ?a\."
    r"|[^\W\d_]{2,30} (?:and|und|et|y|и|&) [A-ZÀ-ÞА-ЯЁ][^\W\d_]{1,30}(?:['’]s)?) ?"
    rf"(\({_SHORT_YEAR}(?:[,;] ?{_SHORT_YEAR}){{0,5}}\)|\[{_SHORT_YEAR}\])"
)
_BRACKETED_YEAR = late(r"[(\[](?:1[5-9]|20)[0-9]{2}")
_FIRST_NAME = late(r"[^\W\d_]+")

# Labels of parts of a work: whole words, words that stand for several parts, abbreviations with their stop.
_WORDS = (
    r"figures?|figs?|tables?|sections?|chapters?|equations?|eqs?|appendix|appendices|pages?|lines?"
    r"|рисун[а-я]{2,4}|таблиц[а-я]{1,3}|раздел[а-я]{0,3}|глав[а-я]{1,3}|страниц[а-я]{1,3}|формул[а-я]{1,2}"
    r"|уравнени[а-я]{1,2}|приложени[а-я]{1,3}|строк[а-я]{1,3}"
    r"|abbildung(?:en)?|tabellen?|kapiteln?|abschnitte?n?|gleichung(?:en)?|seiten?|anhang|zeilen?"
    r"|tableaux?|chapitres?|équations?|annexes?|lignes?"
    r"|figuras?|tablas?|secci[óo]n(?:es)?|cap[íi]tulos?|ecuaci[óo]n(?:es)?|ap[ée]ndices?|p[áa]ginas?|l[íi]neas?"
)
_SHORT = (
    r"figs?|tabs?|tabl|secs?|sects?|chaps?|eqs?|app|pp?|рис|табл|разд|гл|стр|с|прил|abb|tab|kap|abschn|gl|anh"
    r"|cap|ec|p[áa]gs?|(?-i:S)"
)
_SEVERAL = (
    r"figures|figs|tables|sections|chapters|equations|eqs|pages|lines|рисунки|рисунках|таблицы|таблицах|разделах"
    r"|разделы|главах|главы|страницах|страницы|abbildungen|tabellen|kapiteln?|abschnitten?|seiten|zeilen|tableaux"
    r"|chapitres|figuras|tablas|secciones|cap[íi]tulos|p[áa]ginas"
)
_PART = r"[A-Z]?\.?[0-9]{1,4}(?:[.-][0-9]{1,4}){0,4}[a-zA-Z]?(?![\w%])"
_MORE = rf"(?:(?: ?[,&—-] ?|,? (?:and|und|et|y|и|bis|to|à|a) ){_PART}){{0,6}}"
_LABEL = late(
    rf"(?<![\w-])(?:(?:(?:{_SEVERAL})\s|(?:{_SHORT})\.\s?){_PART}{_MORE}"
    rf"|(?:{_WORDS})\s?(?:№ ?|S)?\(?{_PART})",
    re.IGNORECASE,
)
_HAN_LABEL = late(
    r"第?\s?[0-9一二三四五六七八九十百]{1,6}(?:[.-][0-9]{1,4}){0,3}\s?(?:章|节|頁|页)"
    r"|第\s?[0-9一二三四五六七八九十百]{1,6}\s?(?:行|款|条)"
    r"|(?:如|见|下|上)?(?:图|表|公式|式|附录|附图|附表)\s?[0-9]{1,4}(?:[.-][0-9]{1,4}){0,3}[a-zA-Z]?"
)
# What every label begins with, looked for right before a number.
_LABEL_BEGINNING = late(
    r"(?<![^\W\d_])(?:fig|tab|sec|cha|eq|app|pag|line|lín|p\.|pp\.|рис|таб|разд|гл|стр|с\.|прил|форм|урав|abb|kap|absch|gl|sei"
    r"|s\.|anh|zei|équ|ann|lig|cap|ec|ap[ée]|p[áa])"
)
_LABEL_LETTERS = frozenset(
    "fi ta se ch eq ap pa li lí ри та ра гл ст пр фо ур ab ka gl an ze éq ca ec pá".split()
)
_LABEL_ENDS = frozenset((".", "№"))  # what stands between a label and its number beside blanks and a bracket
_NO_LABEL_ENDS, _POINTS = frozenset("-—%=<>+"), frozenset(".,")
_LABEL_REACH, _MANY = 20, 200
LABEL_WORDS = frozenset(
    """figure fig table section chapter equation appendix page line part рисунок рисунке таблица таблице
    раздел разделе
    глава главе главы часть abbildung tabelle kapitel abschnitt seite teil tableau chapitre page partie figura
    tabla capítulo sección página parte""".split()
)

# Numbers given to documents.
_REGISTERED = late(
    r"(?<![\w-])(?:(?:RFC|ISO(?:/IEC)?|IEC|CVE|PMID|PMC|PMCID|arXiv|DOI|EAN|DIN|ГОСТ(?: Р)?|NCT|ISRCTN)"
    r"(?:\s?(?:No\.?|№|:|#))?[\s-]?[0-9][\w./:-]*"
    r"|(?:ISBN(?:-1[03])?|ISSN|ORCID):?\s?[0-9][0-9X]*(?:[ -][0-9X]+){0,5})"
)
_REGISTERS = (
    "RFC", "ISO", "IEC", "CVE", "PM", "arXiv", "DOI", "EAN", "DIN", "ГОСТ", "NCT", "ISRCTN", "ISBN", "ISSN",
    "ORCID",
)  # fmt: skip
_MAY_REGISTER = late("[A-ZГОСТ](?:[A-ZГОСТ]|iv)")  # a piece of each of these names
_PHONE = late(
    r"(?<![\w.,-])(?:\+[0-9]{1,3}(?:[ -]?\(?[0-9]{1,5}\)?){2,6}|[0-9]{1,7}(?:-[0-9]{1,7}){2,7}(?:-X)?)"
    r"(?![\w-])"
    r"|(?<![\w.,-])[0-9]?[ -]?\([0-9]{3,4}\) ?[0-9]{2,4}(?:[ -][0-9]{2,4}){1,3}(?![\w-])"
)
_ENUMERATOR = late(
    r"^[ \t]*(?:\(?([0-9]{1,2})\)|([0-9]{1,2})\.)[ \t]+(?=\D|[0-9][0-9.,]{0,12}[ \t]+[^\W\d_]{2})",
    re.MULTILINE,
)
_ENUMERATING = frozenset("(0123456789")  # what an enumerator begins with
_FEWEST_DIGITS = 9  # of a phone number (numbers.md, section 2)


def without_excluded(text: str, language: str) -> str:
    """The text with a `GAP` for every character of what is no figure; as long as before.

    >>> without_excluded("as shown [12] in 3 cases", "en").replace(GAP, "_")
    'as shown ____ in 3 cases'
    """
    if language == "zh":
        text = _HAN_LABEL.sub(_blank, text)
    if _DIGITS.search(text) is None:
        return text
    lowered = text.lower()
    if "[" in text:
        text = _MARK.sub(_unless_interval, text)
    if "/" in text or "@" in text or "doi" in lowered or "www." in lowered or _FILE.search(text) is not None:
        text = _without_addresses(text)
    if "(" in text or "[" in text:
        text = _AUTHOR_YEAR.sub(_unless_month, text)
        if _BRACKETED_YEAR.search(text) is not None:
            text = _NARRATIVE.sub(_blank_group, text)
    may_phone = text.count("-") > 1 or "+" in text or "(" in text
    if may_phone and sum(map(len, _DIGITS.findall(text))) >= _FEWEST_DIGITS:
        text = _PHONE.sub(_if_long, text)
    if _MAY_REGISTER.search(text) is not None and any(name in text for name in _REGISTERS):
        text = _REGISTERED.sub(_blank, text)
    if _has_label(text, lowered):
        text = _LABEL.sub(_blank, text)
    return _without_enumerators(text, language)


def named_works(text: str) -> Iterator[tuple[int, str]]:
    """Authors with a year, where each begins and as it is written; their years are no figures.

    >>> list(named_works("As (Smith et al., 2020) and Doe et al. (2021) show, (May, 2020) too."))
    [(3, '(Smith et al., 2020)'), (32, 'et al. (2021)')]
    """
    for match in _AUTHOR_YEAR.finditer(text):
        if _unless_month(match) != match[0]:
            yield match.start(), match[0]
    for match in _NARRATIVE.finditer(text):
        yield match.start(), match[0]


def _has_label(text: str, lowered: str) -> bool:
    """Whether one of the numbers may have a label; where there are very many, that is not worth asking."""
    if len(lowered) != len(text):
        return True
    for count, match in enumerate(_DIGITS.finditer(lowered)):
        start = match.start()
        if lowered[start - 1 : start] == "(":
            start -= 1
        before = lowered[start - 1 : start]
        if before == " ":
            last = lowered[start - 2 : start - 1]
            if last.isalpha():
                word = lowered[lowered.rfind(" ", 0, start - 1) + 1 : start - 1]
                if word.isalpha():  # it is this one or none
                    if word[:2] in _LABEL_LETTERS and _LABEL_BEGINNING.match(word) is not None:
                        return True
                    continue
            elif last not in _LABEL_ENDS:
                continue
        elif before in _NO_LABEL_ENDS or (before in _POINTS and lowered[start - 2 : start - 1].isdigit()):
            continue  # the other end of a range, decimals
        if count == _MANY or _LABEL_BEGINNING.search(lowered, max(0, start - _LABEL_REACH), start):
            return True
    return False


def _blank(match: re.Match[str]) -> str:
    return GAP * len(match[0])


def _blank_group(match: re.Match[str]) -> str:
    return match[0][: match.start(1) - match.start()] + GAP * len(match[1])


def _if_long(match: re.Match[str]) -> str:
    return _blank(match) if sum(char.isdigit() for char in match[0]) >= _FEWEST_DIGITS else match[0]


def _unless_month(match: re.Match[str]) -> str:
    """An author and a year; `(May, 2020)` is a date."""
    names = _FIRST_NAME.findall(match[0])
    first = names[0]
    if first.lower() in NO_AUTHORS or not any(name[0].isupper() for name in names[:3]):
        return match[0]
    return _blank(match)


def _unless_interval(match: re.Match[str]) -> str:
    """A citation mark; a group of two that holds the number before it, or is announced, is content."""
    numbers = [int(number) for number in _DIGITS.findall(match[0])]
    before = match.string[max(0, match.start() - 40) : match.start()].rstrip()
    if len(numbers) == 1:
        return match[0] if before[-1:] in ("=", "∈") else _blank(match)
    if 0 in numbers or before[-1:] in ("=", "∈", "≈", "×", "<", ">"):
        return match[0]
    word = _LAST_WORD.search(before)
    if word is not None and word[1].lower() in JOINING_WORDS:
        word = _LAST_WORD.search(before[: word.start()])
    if word is not None and (word[1].lower() in INTERVAL_WORDS or word[1].endswith(("区间", "范围"))):
        return match[0]
    value = _LAST_NUMBER.search(before)
    if len(numbers) == 2 and value is not None:
        whole = int(value[1].replace(",", ".").partition(".")[0])
        if numbers[0] <= whole <= numbers[1]:
            return match[0]
    return _blank(match)


def _without_addresses(text: str) -> str:
    """Without addresses; what belongs to an e-mail address or a file name to the left goes with it."""
    pieces: list[str] = []
    done = 0
    for match in _ADDRESS.finditer(text):
        start = match.start()
        if match[0][0] in "@.":
            floor = max(done, start - 200)
            while start > floor and (text[start - 1].isalnum() or text[start - 1] in _ADDRESS_PARTS):
                start -= 1
        pieces += (text[done:start], GAP * (match.end() - start))
        done = match.end()
    return "".join((*pieces, text[done:])) if pieces else text


def _without_enumerators(text: str, language: str) -> str:
    """Without the numbers that begin the lines of a list; one German line may begin with an ordinal."""
    if "\n" not in text and text.lstrip(" \t")[:1] not in _ENUMERATING:
        return text
    if language == "de" and len(_ENUMERATOR.findall(text)) == 1:
        return text
    return _ENUMERATOR.sub(_blank, text)
