"""The title in an entry of a list, and whether a link's label says anything of its page."""

from __future__ import annotations

import re

from citelock.checks.adapters.markdown.inline import pieces_of
from citelock.checks.adapters.markdown.links import plain_label
from citelock.checks.adapters.markdown.pieces import Link, Marker, Named, Text

_EDGE_AFTER = re.compile(r"^[\s^↑:：\-–—―|,，;；.。•·(（<>\[\]）)】]+")
_EDGE_BEFORE = " :：-–—―|,，;；•·(（<[【"  # of a text on one line
_BEFORE_ACCESS = " -–—|,;.(（["
_ACCESSED = re.compile(
    r"\b(?:accessed|retrieved|last accessed|available(?: at| from| online)?"
    r"|abgerufen|zugriff|url|link|doi|online|дата обращения|访问日期|访问时间|访问|检索)\b[^\n]{0,80}$",
    re.IGNORECASE,
)
_LEADING_WORD = re.compile(
    r"\b(?:available(?: online)?(?: at| from)?|url|link|doi|pmid|pmcid|arxiv|online|in|访问链接|链接|网址)"
    r"\s{0,2}[:：]?\s*$",
    re.IGNORECASE,
)
_GENERIC = frozenset(
    """
    link links source url here read more article pdf web website online full text view doi pubmed pmc arxiv
    html quelle hier ссылка источник здесь 链接 原文 来源 网址 lien ici fuente enlace aquí paper abstract
    report 全文 查看
    """.split()
)
_NEAR_END = 120  # characters in which the words at the end of a title are looked for
_LONGEST_TITLE = 1000  # characters; what is longer is no title
_NUMBER_ONLY = re.compile(r"[\[(]?\^?[0-9]{1,4}[\])]?\.?")


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
        return _edges(label)
    title = _without_access(_edges("".join(before)))
    if _is_word(title):
        return _inside_reference(title)
    title = _without_access(_edges("".join(behind)))
    return title if _is_word(title) else ""


_APA = re.compile(
    r"[^\W\d_][^()]{2,300}?[.,&]\s{0,2}\((?:19|20)[0-9]{2}[a-z]?(?:,[^()]{1,30})?\)[.:,]?\s{1,2}(.{8,400}?)(?<=[^\W\d_]{3})[.?!](?:\s|$)"
)
_IN_QUOTES = re.compile(r"[^\W\d_].{2,200}?[.,:]\s{0,2}[\"“«„]([^\"”»“]{8,400})[.,]?[\"”»“](?:[.,\s]|$)")


def _inside_reference(title: str) -> str:
    """The title inside of a whole reference, where its form tells; else all of it.

    >>> _inside_reference("Example, A. (2019). Carbon in soils. Demo Soil Science, 4(2), 11-19")
    'Carbon in soils'
    >>> _inside_reference('Example, A. "The Second Survey." Demo Mining Review 12 (2001)')
    'The Second Survey'
    """
    match = _APA.match(title) or _IN_QUOTES.match(title)
    return match[1].strip(" .,") if match else title


def _is_word(title: str) -> bool:
    return bool(re.search(r"[^\W\d_]", title))


def is_generic(label: str) -> bool:
    """Whether a link's label says nothing of the page: empty, a number, `link`, or the address itself."""
    label = plain_label(label).strip(" .:：()[]").casefold()
    if not label or label in _GENERIC or _NUMBER_ONLY.fullmatch(label):
        return True
    return label.startswith(("http://", "https://", "www.", "doi:", "10.")) or bool(
        re.fullmatch(r"[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,24}(?:/\S*)?", label)
    )


def _without_access(title: str) -> str:
    """The title without what is said of an address behind it: `accessed 3 May 2024`."""
    said = _ACCESSED.search(title, max(len(title) - _NEAR_END, 0))
    return title[: said.start()].rstrip(_BEFORE_ACCESS) if said else title


def _edges(text: str) -> str:
    text = " ".join(text.split())
    while True:
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
