"""The title in an entry of a list, and whether a link's label says anything of its page.

A title is compared with the record's, so what is no title must not be taken for one: a whole reference, the
name that a text calls its source by (`Smith et al. 2024`), a journal in parentheses. When in doubt there is
none, which says `not compared`; a wrong one would say `described wrongly`.
"""

from __future__ import annotations

import re

from citelock.checks.adapters.markdown.authors import YEAR
from citelock.checks.adapters.markdown.inline import pieces_of, plain
from citelock.checks.adapters.markdown.links import plain_label
from citelock.checks.adapters.markdown.pieces import Link, Marker, Named, Text

_EDGE_AFTER = re.compile(r"^[\s^↑:：\-–—―|,，;；.。•·(（<>\[\]）)】]+")
_EDGE_BEFORE = " :：-–—―|,，;；•·(（<[【"  # of a text on one line
_NEAR_END = 120  # characters in which the words at the end of a title are looked for
# What is said of an address, right before or behind it. Words of a title are not cut: they stand behind a
# stop, a comma or a dash, and nothing but a date follows.
_MONTH = (
    "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez"
    "|янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек"
)
_DATE = (
    r"(?:[\s:：.,/年月日一二三四五六七八九十为為-]|[0-9]|\b(?:on|am|at|from|le|el|em|il|op|st|nd|rd|th|г)\b"
    rf"|\b(?:{_MONTH})[^\W\d_]{{0,8}}|\b[^\W\d_]{{3,10}}(?=\s[0-9]{{1,2}},\s{YEAR}))"
)
_ACCESSED = re.compile(
    rf"(?:^|[\s.,;:|(（\[–—，-])(?:last\s)?(?:accessed|retrieved|viewed|visited|abgerufen|zugriff|consulté|consultado"
    r"|fecha de acceso|acessado|acesso|accesso eseguito il giorno|consultato|geopend|geraadpleegd"
    r"|data dostępu|erişim tarihi|diakses(?:\spada)?|дата (?:последнего )?обращения"
    r"|访问日期|访问时间|访问|检索日期|检索|檢索日期|存取日期"
    rf"){_DATE}{{1,60}}[)）\]]?$"
    rf"|[,，、]\s?[0-9]{{1,2}}[月월]\s?[0-9]{{1,2}},\s{YEAR}\s?(?:にアクセス|에 액세스)[、,]?$",
    re.IGNORECASE,
)
_LEADING_WORD = re.compile(
    r"(?:^|[.,;:：，；。|(（\[–—-]\s?)(?:available(?: online)?(?: at| from)?|url|link|doi|pmid|pmcid"
    r"|arxiv|online|retrieved(?: from)?|accessed(?: at)?|in|访问链接|链接|网址)\s?[:：]?$",
    re.IGNORECASE,
)
_GENERIC = frozenset(
    """
    link links source url here read more article pdf web website online full text view doi pubmed pmc arxiv
    html quelle hier ссылка источник здесь 链接 原文 来源 网址 lien ici fuente enlace aquí paper abstract
    report 全文 查看
    """.split()
)
_LONGEST_TITLE = 1000  # characters; what is longer is no title
_MOST_WORDS = 10  # such as `Available online: URL:`, one behind another
_NUMBER_ONLY = re.compile(r"[\[(]?\^?[0-9]{1,4}[\])]?\.?")
# `IEA 2024`, `Smith & Doe (2020)`, `Qian et al., PNAS`: what a text calls its source, no title of it.
_CALLED = re.compile(
    rf"(?:[^\W\d_][\w.'’-]{{0,30}},?\s){{1,2}}[(（]?{YEAR}[)）]?"
    rf"|[^\W\d_][\w .'’,&-]{{0,60}}(?:,|\s(?:&|and|und|y|et)\s[\w.'’-]{{2,30}},?)\s[(（]?{YEAR}[)）]?"
    rf"|[^\W\d_][\w .'’-]{{0,40}}\set\sal\b.{{0,40}}|[^\W\d_][\w .'’-]{{0,40}}\s?等.{{0,20}}",
    re.IGNORECASE,
)
_PUBLISHED = re.compile(
    rf"\s?[(（][^()（）]{{0,80}}\b{YEAR}\b[^()（）]{{0,10}}[)）]$"
    r"|\s?\[(?:online|internet|электронный ресурс|текст)\]$",
    re.IGNORECASE,
)
# `Title. *Journal*, 12`: the title ends at the stop
_JOURNAL = re.compile(r"([^*_\n]{8,400}?[^\W\d_]{2}[.?!])\s(?:\*{1,2}|_)[^*_\n]{2,120}(?:\*{1,2}|_)(?!\w)")
_CODE = re.compile(r"(?=\S*[0-9])[\w.:/-]{1,12}")  # `S98`


def title_of(body: str) -> str:
    """The title of an entry: the label of its link, else what stands before the address, else behind it.

    >>> title_of("Demo report: https://example.org/a"), title_of("https://example.org/a - Demo - Site")
    ('Demo report', 'Demo - Site')
    >>> title_of("[Demo](https://example.org/a), accessed 2024"), title_of("Smith: [link](https://example.org/a)")
    ('Demo', 'Smith')
    """
    before: list[str] = []
    behind: list[str] = []
    label = ""
    met = False
    for piece in pieces_of(body.replace("\n", " ")):
        if isinstance(piece, Link | Named) or (isinstance(piece, Marker) and piece.url):
            met = True
            if isinstance(piece, Link) and not label and not is_generic(piece.label):
                label = piece.label
        elif isinstance(piece, Text):
            (behind if met else before).append(piece.text)
        else:
            (behind if met else before).append(piece.literal)
    if label:
        return _judged(_edges(label))
    journal = _JOURNAL.match(body)
    if journal:
        before = [plain(journal[1])]
    return _judged(_without_access(_edges("".join(before)))) or _judged(
        _without_access(_edges("".join(behind)))
    )


def _judged(words: str) -> str:
    """The title in what may be one, "" if there is none for certain.

    >>> _judged("Contacts to semiconductors (Nature 2021)"), _judged("Smith et al. 2024"), _judged("S98")
    ('Contacts to semiconductors', '', '')
    """
    if not re.search(r"[^\W\d_]", words):
        return ""
    if _CALLED.fullmatch(words) or _CODE.fullmatch(words):
        return ""
    title = _PUBLISHED.sub("", _inside_reference(words))
    return "" if _CALLED.fullmatch(title) else title


_NAME = r"[^\W\d_][\w'’-]{1,30}"
_INITIALS = r"(?:[^\W\d_a-zа-яё]{1,3}(?![^\W\d_])\.?[\s-]?){1,3}(?<![\s-])"
_AUTHOR = rf"(?>{_NAME}(?:\s{_NAME})?\s{_INITIALS})"  # read in one way: many names stay linear
# Example, A., & Other, B. (2019). Title. Journal · Demo Board (2019): Title
_APA = re.compile(
    rf"[^\W\d_][^()]{{2,300}}?\s{{0,2}}\({YEAR}(?:,[^()]{{1,30}})?\)[.:,]?\s{{0,2}}[–—-]?\s{{0,2}}"
    r"(.{8,400}?|[^\x00-\x7f]{3,400}?)(?:(?<=[^\W\d_]{2})(?<!\bvs)(?<!\bal)(?<!\b[Ss]t)(?<!\b[DM]r)(?<!\b[Nn]o)[.?!](?:\s|$)|$)"
)
# `Петров П. П., …`, `Smith, J. (2020). …`: a reference, whatever its form
_BY_AUTHOR = re.compile(
    rf"{_NAME},?\s[^\W\d_a-zа-яё]\.\s?[^\W\d_a-zа-яё]\.|[^()（）]{{2,200}}[(（]{YEAR}[)）][.,，。]"
)
# "Title", Site, 5 May 2023
_QUOTED_FIRST = re.compile(r"[\"“«„](?P<title>[^\"”»“]{8,400}?)(?:[.,][\"”»“]|[\"”»“][.,])\s")
# 作者．题名[EB/OL]．(2024-01-11)[2024-05-01]． with the marks of GB/T 7714
_GBT = re.compile(
    r"(?:[^.．\[\]]{1,200}(?:．\s?|\.\s{1,3}|\.(?=[\u3400-\u9fff])))?"
    r"(?P<title>[^\[\]]{2,400}?)\s?\[(?:[JMDCRNPSGZA]|DB|CP|EB)(?:/(?:OL|CD|MT|DK))?\](?=\s{0,2}(?:[.．,，]|//|$))"
)
_IN_QUOTES = re.compile(r"[^\W\d_].{2,200}?[.,:]\s{0,2}[\"“«„]([^\"”»“]{8,400}?)[.,]?[\"”»“](?:[.,\s]|$)")
# Example A, Other B, et al. Title. Journal · Example A., Other B. Title // Journal
_NAMES_FIRST = re.compile(
    rf"{_AUTHOR}(?:,\s(?:and\s|&\s)?{_AUTHOR}){{0,20}}(?:,?\s(?:et\sal|и др))?(?<=\.|[^\W_])\.?\s"
    r"(.{8,400}?)(?:\s//\s|(?<=[^\W\d_]{3})[.?!]\s)"
)
_REFERENCE = re.compile(
    rf"\bet\sal\b|\s//\s|\b{YEAR};\s?[0-9]|\bpp?\.\s?[0-9]|\b[0-9]{{1,4}}\s?\([0-9]{{1,3}}\)[,:]|\bvol\.\s?[0-9]"
    rf"|^{_NAME},\s[^\W\d_a-z]\.|^[^\W\d_a-z]\.\s(?:[^\W\d_a-z]\.\s)?{_NAME}(?:,|\sand\s|\s&\s)",
    re.IGNORECASE,
)


def _inside_reference(words: str) -> str:
    """The title inside of a whole reference, "" where its form does not tell; what is none as it is.

    >>> _inside_reference("Example, A. (2019). Carbon in soils. Demo Soil Science, 4(2), 11-19")
    'Carbon in soils'
    >>> _inside_reference('Example, A. "The Second Survey." Demo Mining Review 12 (2001)')
    'The Second Survey'
    >>> _inside_reference("Example A, Other B. Carbon in soils. J Demo Soil. 2024;12(3):45-60")
    'Carbon in soils'
    >>> _inside_reference("Example, A., Carbon in soils, Demo Soil Science, vol. 4")
    ''
    >>> _inside_reference('"Carbon in Soils", Demo Site, 5 May 2023'), _inside_reference("甲. 土壤[J]. 土")
    ('Carbon in Soils', '土壤')
    """
    said = _GBT.match(words) or _QUOTED_FIRST.match(words)
    if said:
        return said["title"].strip(" .,")
    match = _APA.match(words) or _IN_QUOTES.match(words)
    is_reference = bool(_REFERENCE.search(words) or _BY_AUTHOR.match(words))
    if not match and is_reference:  # not in `Vitamin D. A review`
        match = _NAMES_FIRST.match(words)
    if match:
        return match[1].strip(" .,")
    return "" if is_reference else words


def is_generic(label: str) -> bool:
    """Whether a link's label is no title: empty, a number, `link`, the address, `Smith et al. 2024`."""
    shown = plain_label(label).strip(" .:：()[]")
    label = shown.casefold()
    if not label or label in _GENERIC or _NUMBER_ONLY.fullmatch(label) or _CALLED.fullmatch(shown):
        return True
    return label.startswith(("http://", "https://", "www.", "doi:", "10.")) or bool(
        re.fullmatch(r"[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,24}(?:/\S*)?", label)
    )


def _without_access(title: str) -> str:
    """The title without what is said of an address behind it: `accessed 3 May 2024`."""
    said = _ACCESSED.search(title, max(len(title) - _NEAR_END, 0))
    return title[: said.start()].rstrip(_EDGE_BEFORE + ".") if said else title


def _edges(text: str) -> str:
    text = " ".join(text.split())
    for _ in range(_MOST_WORDS):
        text = text.rstrip(_EDGE_BEFORE)
        word = _LEADING_WORD.search(text, max(len(text) - _NEAR_END, 0))
        if word is None:
            break
        text = text[: word.start()]
    text = _EDGE_AFTER.sub("", text)
    if text.count("(") < text.count(")") and text.endswith(")"):
        text = text[:-1]
    text = text.strip(" *_").rstrip(" .,;:")
    if len(text) > 2 and text[0] + text[-1] in ('""', "“”", "«»", "„“", "''") and text[0] not in text[1:-1]:
        text = text[1:-1].strip(" .,;:")
    return text[:_LONGEST_TITLE]
