"""The two ends of an accepted span: is a word or number cut there, is the context cut there? (quotes.md,
sections 4, 9)

Reads the original text around the span, so both routes of the matcher share it.
"""

from __future__ import annotations

import unicodedata

from citelock.checks.text.chars import HYPHENS, INVISIBLE_RE, SUPERSCRIPTS, is_cjk, is_wordlike
from citelock.checks.text.fold import fold_words
from citelock.checks.text.markers import may_carry_note
from citelock.checks.text.patterns import late
from citelock.checks.text.words import (
    LIMITER_RUNS,
    LIMITERS,
    NEGATION_RUNS,
    NEGATIONS,
    UNITS,
    is_negation,
    signal_in,
    without_month,
)

# What a number may not be cut from: signs, slashes, ratios, products, powers.
_NUMBER_TIES = frozenset("+±∓/⁄∕:×*^∗")
_SOFT = frozenset("\"'`´“”„‟«»‹›‘’‚‛()[]{}.,;:!…。，、；：！（）【】「」『』《》〈〉")
_FRACTIONS = frozenset("¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞")
_PLAIN_HYPHENS = frozenset(HYPHENS)
_SENTENCE_END = late(r"[.!?](?=[\s\"'”’»)\]]|$)|[;。！？；]|\n[^\S\n]*\n")
# Behind a statement these add to it; they do not take it back as "except" and "unless" do.
_ADDS = frozenset("without без ohne sans sin".split())
_EAST_ASIAN = late("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_RUNS = (*NEGATION_RUNS, *LIMITER_RUNS)
_GLANCE = 72  # characters: three words, unless they are very long
_LETTERS = late(r"[^\W\d_]+")
_WRITTEN = late(r"[\w'’-]+")
_SIGNALS = NEGATIONS | LIMITERS | {"peut", "fail", "fails", "failed"}
_REACH = 200  # characters looked at on either side

_CURRENCY = frozenset("$€£¥₽₹₩₴¢")
_RELATIONS = frozenset("<>=≤≥≠≈~∼")
_AFTER_NUMBER = late(
    r"[^\S\n]?(?:[%‰‱°′″$€£¥₽₹₩]|(per cent|pour cent|por ciento|[^\W\d_]+)(?![^\W\d_]))"
)
_MAGNITUDES = frozenset(
    """
    hundred thousand million billion trillion millions billions bn percent percentage dollars euros pounds usd
    eur тыс тысяч тысячи млн млрд миллион миллиона миллионов миллиард миллиарда миллиардов процент процента процентов
    рублей prozent tausend million millionen mio milliarde milliarden mrd millions milliards
    millón millones 万 亿 千 百 元
    """.split()
)
# One-letter units that are also words or articles say nothing after a number.
_NO_UNITS = frozenset("aAdtTUMBbGCSsIh")


def is_cut(text: str, start: int, end: int) -> bool:
    """True if the span start..end begins or ends inside a word, a compound or a number of the text."""
    return _cut_before(text, start, end) or _cut_after(text, start, end)


def _cut_before(text: str, start: int, end: int) -> bool:
    first = text[start]
    if is_cjk(first):
        return False
    if is_wordlike(first) and _broken_word_before(text, start):
        return True
    at = start - 1
    while at >= 0 and (text[at] in _SOFT or INVISIBLE_RE.match(text[at])):
        at -= 1
    if at < 0 or text[at].isspace():
        return False
    before = text[at]
    touching = at == start - 1
    if first in _PLAIN_HYPHENS:
        return touching and (before.isalnum() or before in SUPERSCRIPTS)
    if before in _PLAIN_HYPHENS and not (at and text[at - 1] in HYPHENS):
        return True
    if before == "\u00ad":
        return at > 0 and text[at - 1].isalpha()
    if first.isdigit() or (first == "." and text[start + 1 : start + 2].isdigit()) or first in _FRACTIONS:
        if text[at + 1 : start].startswith(":") and before.isdigit():
            return True
        return (
            before in _NUMBER_TIES
            or before in SUPERSCRIPTS
            or before in _FRACTIONS
            or (touching and before.isdigit())
        )
    if is_wordlike(first):
        return before in SUPERSCRIPTS or (touching and before.isdigit() and not is_cjk(first))
    return False


def _broken_word_before(text: str, start: int) -> bool:
    """True if the word at `start` is the second half of one that a line-end hyphen breaks."""
    head = text[max(0, start - 12) : start].rstrip()
    gap = text[start - 1 : start].isspace() and "\n" in text[max(0, start - 12) : start][len(head) :]
    if not gap or len(head) < 2:
        return False
    if head[-1] == "\u00ad":
        return True
    return head[-1] in "-‐" and head[-2].isalpha()


def _cut_after(text: str, start: int, end: int) -> bool:
    last = text[end - 1]
    if is_cjk(last):
        return False
    at = end
    while at < len(text) and (text[at] in _SOFT or INVISIBLE_RE.match(text[at])):
        at += 1
    if at >= len(text) or text[at].isspace():
        return False
    after = text[at]
    touching = at == end
    if last in _PLAIN_HYPHENS:
        return touching and after.isalnum()
    if after in _PLAIN_HYPHENS and not (text[at + 1 : at + 2] in HYPHENS and text[at + 1 : at + 2]):
        return True
    if after == "\u00ad":
        return touching and is_wordlike(last)
    if after in SUPERSCRIPTS:
        return not may_carry_note(text, at)
    if last.isdigit() or last in _FRACTIONS:
        if text[end:at].endswith(":") and after.isdigit():
            return True
        if touching and after.isalpha() and not is_cjk(after):
            return _word_at(text, at) not in UNITS
        return after in _NUMBER_TIES or after in _FRACTIONS or (touching and after.isdigit())
    return False


def _word_at(text: str, at: int) -> str:
    end = at
    while end < len(text) and text[end].isalpha() and end - at < 20:
        end += 1
    return text[at:end]


def cut_context(text: str, start: int, end: int, *, before: bool = True, after: bool = True) -> str | None:
    """The words of the same sentence whose loss may change the meaning of the span, or None.

    A negation among the three tokens before, a negation or limiter among the three after, a unit after a
    final number, a currency or relation sign before a first one.
    """
    if before and _may_signal(text[max(0, start - _GLANCE) : start]):
        head = text[max(0, start - _REACH) : start]
        ends = [match.end() for match in _SENTENCE_END.finditer(head)]
        words = _tokens(head[ends[-1] :] if ends else head)[-3:]
        for at, word in enumerate(words):
            if is_negation(word, words[at + 1] if at + 1 < len(words) else "") or _cjk_negation(words[at:]):
                return _as_written(head, len(words) - at, last=True)
    if before and (text[start].isdigit() or text[start] == "."):
        sign = text[max(0, start - 2) : start].strip()[-1:]
        if sign and (sign in _CURRENCY or sign in _RELATIONS):
            return sign
    if after and _may_signal(text[end : end + _GLANCE]):
        tail = text[end : end + _REACH]
        stop = _SENTENCE_END.search(tail)
        words = _tokens(tail[: stop.start()] if stop else tail)[:3]
        if signal_in([word for word in words if word not in _ADDS]):
            return _as_written(tail, len(words), last=False)
    return _unit_after(text, end) if after and text[end - 1].isdigit() else None


def _as_written(text: str, count: int, *, last: bool) -> str:
    """The last or first words of a stretch as the source writes them."""
    words = _WRITTEN.findall(text)
    return " ".join(words[-count:] if last else words[:count])


def _may_signal(beside: str) -> bool:
    """False where no negation or limiter can be among the few words beside a span: most spans are settled
    by this.
    """
    if not _SIGNALS.isdisjoint(_LETTERS.findall(beside.lower())):
        return True
    if "'" in beside or "’" in beside:
        return True
    return not beside.isascii() and bool(_EAST_ASIAN.search(beside)) and any(run in beside for run in _RUNS)


def _unit_after(text: str, end: int) -> str | None:
    match = _AFTER_NUMBER.match(text, end)
    if match is None:
        return None
    word = match[1]
    if word is None:
        return match[0].strip()
    unit = word in UNITS and word not in _NO_UNITS
    return word if unit or " " in word or word.casefold() in _MAGNITUDES or word[0] in "万亿千百元" else None


def _tokens(text: str) -> list[str]:
    """The folded words of a stretch; a run of Han or Kana counts one token a character."""
    words: list[str] = []
    for word in fold_words(without_month(text)).split(" "):
        if word and (word.isascii() or not any(map(is_cjk, word))):
            words.append(word)
        else:
            words.extend(word)
    return words


def _cjk_negation(words: list[str]) -> bool:
    return (
        len(words[0]) == 1
        and not words[0].isascii()
        and unicodedata.category(words[0]) == "Lo"
        and bool(signal_in([words[0]]))
    )
