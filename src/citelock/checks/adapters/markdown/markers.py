"""What a citation marker stands for: `[1, 3]`, `[7-59]`, `[^note]`, `【4:2†source】`, `¹²`.

It reads the inside of brackets and knows nothing of the lists that the numbers lead to.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from citelock.checks.adapters.interface import MAX_RANGE

_SUPER = "⁰¹²³⁴⁵⁶⁷⁸⁹"
SUPERSCRIPTS = re.compile(rf"[{_SUPER}]{{1,4}}(?:[⁻˒,，⁾⁽ ]{{1,2}}[{_SUPER}]{{1,4}}){{0,50}}")
_TO_DIGITS = str.maketrans(_SUPER + "⁻˒，", "0123456789-,,")

# Digits in circles, in parentheses and with a full stop, white on black too: ① ⑴ ⒈ ❶ ➀ ㉑.
CIRCLES = "\u2460-\u249b\u24eb-\u24f4\u2776-\u2793\u3251-\u325f\u32b1-\u32bf"
CIRCLED = re.compile(rf"[{CIRCLES}](?:[,，、 ]?[{CIRCLES}]){{0,50}}")
_CIRCLED_LEAD = re.compile(rf"^\s{{0,8}}(?:[-*+•]\s{{1,4}})?[{CIRCLES}]", re.MULTILINE)

NAMES = "refs?|references?|sources?|cit(?:e|ation)s?|doc(?:ument)?s?|quellen?|note|источник|来源|引用|参考"
_WORD = rf"(?:(?:{NAMES})[\s:.#№-]{{0,3}})?"
_ELEMENT = rf"{_WORD}[0-9]{{1,4}}(?:\s{{0,2}}[-–—‑−~〜至]\s{{0,2}}{_WORD}[0-9]{{1,4}})?"
_LIST = re.compile(
    rf"\s{{0,2}}{_ELEMENT}(?:\s{{0,2}}[,;，；、/&]\s{{0,2}}{_ELEMENT}|\s{{1,2}}{_ELEMENT}){{0,400}}\s{{0,2}}",
    re.IGNORECASE,
)
_PART = re.compile(r"([0-9]{1,4})(?:\s*[-–—‑−~〜至]\s*[^0-9]{0,12}([0-9]{1,4}))?")
# `[1, p. 23]`, `[4:2†source]`, `[3†L10-L20]`
_PLACE = re.compile(
    r"(?:[,;:]?\s{0,2}(?:pp?|S|chap|sec|ch|fig|table|стр|с)\.?\s{0,2}[0-9][0-9–-]{0,9}|:[0-9]{1,4}(?=†)|†[^\]】†]{0,200})+$",
    re.IGNORECASE,
)
_LABEL = re.compile(r"[\w][\w.:+/&-]{0,59}")
_LABELS = re.compile(r"[\w.:+/&-]{1,60}(?:\s{0,2}[,;]\s{0,2}[\w.:+/&-]{1,60}){1,50}")
_FOOTNOTE = re.compile(r"\^([^\s\[\]^]{1,60})\^?")
_YEARS = range(1500, 2101)
_ENDS = (".", ",", ";", ":", "!", "?", "。", "，", "；", "：", "！", "？", "")


class Reading(NamedTuple):
    """The references of a marker, in its order; `too_wide` is a range that stands for more than allowed.

    `is_named` is a label that only a list can prove to be one; `is_footnote` one written `[^…]`; `is_key` are
    keys of a bibliography (`keys.py`), `is_word` one that is a word of its sentence; `is_author` are names
    with a year (`author_year.py`), `is_strong` such as can be nothing but a citation. `is_circled` are digits
    in circles, which count things as well.
    """

    labels: tuple[str, ...]
    too_wide: bool = False
    is_named: bool = False
    is_footnote: bool = False
    is_key: bool = False
    is_author: bool = False
    is_word: bool = False
    is_strong: bool = False
    is_circled: bool = False


def read_marker(inside: str) -> Reading | None:
    """What stands between brackets as a marker; None for text.

    >>> read_marker("1, 3-5").labels, read_marker("4:2†source.pdf").labels
    (('1', '3', '4', '5'), ('4',))
    >>> [read_marker(text) for text in ("2Fe-2S]", "1.3-1.7", "10,000", "0, 1", "")]
    [None, None, None, None, None]
    """
    if len(inside) > 2000 or not inside.strip():
        return None
    footnote = _FOOTNOTE.fullmatch(inside.strip())
    if footnote:
        return Reading((footnote[1],), is_footnote=True)
    text = inside.strip()
    if "†" in text or text[-1:].isdigit():
        text = _PLACE.sub("", text) or text
    if _LIST.fullmatch(text):
        return _numbers(text)
    if _LABEL.fullmatch(text) and not text.isdigit() and not _is_range(text):
        return Reading((text,), is_named=True)
    if _LABELS.fullmatch(text):
        several = tuple(dict.fromkeys(re.split(r"\s*[,;]\s*", text)))
        # Words with a digit only: `[S2, S3]`, not `[New York, Berlin]`.
        if all(
            _LABEL.fullmatch(each) and re.search(r"[0-9]", each) and not _is_range(each) for each in several
        ):
            return Reading(several, is_named=True)
    return None


_NAMED = re.compile(r"\[([\w][\w.:+/&-]{0,59}(?:\s?[,;]\s?[\w.:+/&-]{1,60}){0,50})\]")


def named_in(contents: Iterable[str]) -> frozenset[str]:
    """The words with a digit that stand in brackets somewhere: labels, if a list has them.

    >>> sorted(named_in(["Slower [S1]. Later [S2, S3], [sic]."]))
    ['S1', 'S2', 'S3']
    """
    found: set[str] = set()
    for content in contents:
        for match in _NAMED.finditer(content):
            reading = read_marker(match[1])
            if reading is not None and reading.is_named:
                found.update(label for label in reading.labels if any(map(str.isdigit, label)))
    return frozenset(found)


def read_superscript(signs: str) -> Reading | None:
    """The references of superscript digits."""
    return read_marker(signs.translate(_TO_DIGITS).strip(" ⁾⁽,-"))


def circled_number(sign: str) -> str:
    """The number in a circle.

    >>> circled_number("⑫"), circled_number("㉑")
    ('12', '21')
    """
    return str(int(unicodedata.numeric(sign)))


def read_circled(text: str, start: int) -> tuple[Reading, int] | None:
    """The circled digits that begin at `start`, and where they end.

    They are a marker for certain where they touch what stands before them and no word follows, or a
    punctuation mark follows: `rose①。`, `rose ①.`; `① open, ② close` are steps.
    """
    match = CIRCLED.match(text, start)
    if match is None:
        return None
    before, after = text[start - 1 : start], text[match.end() : match.end() + 1]
    touches = bool(before.strip()) and before not in "([{（【:：,，、;；" and not after.isalnum()
    labels = tuple(dict.fromkeys(circled_number(sign) for sign in match[0] if sign.isnumeric()))
    is_strong = touches or (bool(before) and after in _ENDS)
    return Reading(labels, is_circled=True, is_strong=is_strong), match.end()


def are_circled(contents: Iterable[str]) -> bool:
    """Whether entries of a list begin with digits in circles."""
    return any(_CIRCLED_LEAD.search(content) for content in contents)


def is_year(label: str) -> bool:
    """Whether a number by itself is rather a year than a reference: `[2019]`."""
    return label.isdigit() and len(label) == 4 and int(label) in _YEARS


def _is_range(text: str) -> bool:
    return bool(re.fullmatch(r"[0-9.,:+/&-]+", text))


def _numbers(text: str) -> Reading | None:
    labels: list[str] = []
    parts = _PART.findall(text)
    # A number with zeros in front, or of thousands without a blank, is a figure: [0, 1], [10,000], [007].
    if any(each.startswith("0") for pair in parts for each in pair if each):
        return None
    if re.fullmatch(r"\s*[0-9]{1,3}(?:,[0-9]{3})+\s*", text) and "," in text:
        return None
    for first, last in parts:
        if not last:
            labels.append(first)
            continue
        begin, end = int(first), int(last)
        if end < begin:
            return None
        if end - begin >= MAX_RANGE:
            return Reading((text.strip(),), too_wide=True)
        labels += map(str, range(begin, end + 1))
    if len(labels) > MAX_RANGE:
        return Reading((text.strip(),), too_wide=True)
    return Reading(tuple(dict.fromkeys(labels)))
