"""Notices known by their titles: "RETRACTED: …", "[Withdrawn] …", "Correction to “…”" (metadata.md, 5.1, 6).

Registries mark a retracted work, and the notice about it, in the title as often as by a link. "Correction of
a split nail deformity" is no notice: the word must be cut off by a colon, a bracket, an opening quotation
mark or the end of the title.
"""

from __future__ import annotations

import re

from citelock.checks.text.patterns import late
from citelock.checks.text.titles.keys import printed

_KINDS = (
    "expressions? of concern|retracted|retraction|withdrawn|withdrawal|removed|temporary removal|"
    "corrections?|corrected|corrigend(?:um|a)|errat(?:um|a)|addend(?:um|a)|"
    "berichtigung|zurückgezogen|rétractation|rectificatif|retractación|retractado|corrección|fe de erratas?|"
    "retratação|исправлени[ея]|опечатк[аи]|отозван[аоы]?|ретракция|撤稿|撤回|勘误|更正"
)
# White space is single where these are matched.
_BEFORE = "(?:(?:author|publisher|editorial|editor|partial|formal|notice of|statement of)(?:['’]?s)? )"
_AFTER = "(?: ?(?:article|paper|chapter|notice|note|statement|声明))"
_ABOUT = "(?: (?:to|for|on|of|zu|à|a|al))"
_END = (
    r"(?: ?[\])）】][:：.]?"  # [Retracted]
    f"|{_ABOUT}? ?[:：]"  # Retracted:  Correction to:
    f'|(?:{_ABOUT} ?(?=[“"„«‘])|(?=[「『《]))'  # Erratum to “…”
    "|[.]?$)"
)
_PREFIX = late(rf"[\[(（【]? ?{_BEFORE}{{0,2}}(?P<kind>{_KINDS}){_AFTER}?{_END} ?", re.IGNORECASE)
# Some publishers put the word behind the title.
_SUFFIX = late(
    r" ?[\[(（【](?P<kind>retracted|retraction|withdrawn|撤稿|отозван[аоы]?)\b"
    r"[^\[\]()（）【】]{0,60}[\])）】]\.?$",
    re.IGNORECASE,
)
_LONGEST_SUFFIX = 200  # characters


def notice_prefix(title: str) -> str | None:
    """The word that makes a title that of a notice or of a work under one, in lower case; None if none does.

    >>> notice_prefix("RETRACTED ARTICLE: On nothing"), notice_prefix("[Withdrawn] On nothing")
    ('retracted', 'withdrawn')
    >>> notice_prefix("Correction of a split nail deformity") is None
    True
    """
    text = _on_one_line(title)
    match = _PREFIX.match(text) or _suffix(text)
    return match["kind"].lower() if match else None


def without_notice(title: str) -> str:
    """The title without the notice's words; the title as it is where there are none, or nothing else.

    >>> without_notice("Corrigendum to “On nothing” [J. Nothing 3 (2010) 4]")
    '“On nothing” [J. Nothing 3 (2010) 4]'
    >>> without_notice("Erratum")
    'Erratum'
    """
    text = _on_one_line(title)
    match = _PREFIX.match(text)
    rest = text[match.end() :] if match else text
    suffix = _suffix(rest)
    if suffix:
        rest = rest[: suffix.start()]
    if (match or suffix) and any(map(str.isalnum, rest)):
        return rest
    return title


def _on_one_line(title: str) -> str:
    return " ".join(printed(title).split())


def _suffix(text: str) -> re.Match[str] | None:
    return _SUFFIX.search(text, max(0, len(text) - _LONGEST_SUFFIX))
