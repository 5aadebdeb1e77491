"""Finds the number words of a text with the tables of one language (numbers.md, section 3, rows 4, 6 and 9).

Leftmost and longest: phrases of the language first (half a million, no one, nineties), then what `compose`
reads, then what stands behind it. Chinese has a reader of its own.
"""

from __future__ import annotations

from decimal import Decimal

from citelock.checks.text.numbers.words_grammar import Composed, WordNumber
from citelock.checks.text.numbers.words_language import Grammar, Meaning
from citelock.checks.text.numbers.words_row import Row, distinct_words
from citelock.checks.text.numbers.words_tails import (
    CONTEXT,
    composed_at,
    decimals_at,
    denominator_at,
    mixed_at,
    scale_at,
    scale_of_fraction,
    year_pair,
)  # fmt: skip

_ONE, _TEN = Decimal(1), Decimal(10)


def read(text: str, grammar: Grammar) -> list[WordNumber]:
    """The number words of a text, leftmost and longest, in its order."""
    phrases, may_begin = grammar.phrases, grammar.may_begin
    parts = grammar.denominators[0] if grammar.articles else {}
    if not any(word in phrases or may_begin(word) or word in parts for word in distinct_words(text)):
        return []
    row = Row(text)
    found: list[WordNumber] = []
    index = 0
    while index < len(row.words):
        word = row.words[index]
        taken = _phrase(row, index, grammar, found) if word in phrases else 0
        if not taken and word in parts:
            taken = _article_and_part(row, index, grammar, found)
        if not taken and may_begin(word):
            taken = _number(row, index, grammar, found)
        index += taken or 1
    return found


def _article_and_part(row: Row, index: int, grammar: Grammar, found: list[WordNumber]) -> int:
    """Reads a denominator behind an article (a third of); returns 1, or 0 if it is something else."""
    is_part = _has_article(row, index, grammar) and row.joined(index + 1)
    if not is_part or row.words[index + 1] not in grammar.behind_part:
        return 0
    number, taken = _fraction(row, index, 1, 1, grammar.denominators[0][row.words[index]], grammar)
    found.append(number._replace(start=row.spans[index - 1][0]))
    return taken


def _has_article(row: Row, index: int, grammar: Grammar) -> bool:
    return row.joined(index) and row.words[index - 1] in grammar.articles


def _phrase(row: Row, index: int, grammar: Grammar, found: list[WordNumber]) -> int:
    """Reads a fixed phrase, with a scale behind a fraction; returns how many words it took, 0 for none."""
    for words, meaning in grammar.phrases[row.words[index]]:
        if row.follows(index, words):
            count = len(words) - meaning.behind - meaning.ahead
            return meaning.ahead + _meaning(row, index + meaning.ahead, count, meaning, grammar, found)
    return 0


def _meaning(
    row: Row, index: int, taken: int, meaning: Meaning, grammar: Grammar, found: list[WordNumber]
) -> int:
    if not meaning.kind:
        return taken
    start, end = row.spans[index][0], row.spans[index + taken - 1][1]
    if not meaning.denominator:
        value = Decimal(meaning.value)
        found.append(WordNumber(start, end, value, meaning.kind, weak=meaning.weak))
        return taken
    value = CONTEXT.divide(Decimal(meaning.numerator), Decimal(meaning.denominator))
    scale = scale_of_fraction(row, index + taken, grammar)
    if scale is not None:
        taken += scale[1]
        found.append(_scaled(row, index, taken, value, Decimal(scale[0]), _ONE / _TEN))
    elif meaning.kind == "cardinal":  # anderthalb, полтора
        found.append(WordNumber(start, end, value, "cardinal", step=_ONE / _TEN))
    elif not row.hyphened(index + taken):  # half-life, half-hearted are no fractions
        parts = meaning.numerator, meaning.denominator
        found.append(WordNumber(start, end, value, "fraction", *parts, weak=meaning.weak))
    return taken


def _number(row: Row, begin: int, grammar: Grammar, found: list[WordNumber]) -> int:
    """Reads the number that begins at a word; returns how many words it took, 0 for none."""
    if row.words[begin] in grammar.minus:
        return _negative(row, begin, grammar, found)
    if row.words[begin - 1] in grammar.adverbs and row.hyphened(begin):
        return 0  # в-третьих
    first = grammar.atoms_of(row.words[begin])
    role = first[0].role if first else ""
    articles = 1 if role in "hS" and _has_article(row, begin, grammar) else 0  # a hundred
    index = begin - articles
    start = composed_at(row, index, grammar)
    if start is None or (role in "cs" and row.behind_digit(begin)):
        return 0
    composed, taken = start
    number, taken = _with_tail(row, index, taken, composed, grammar)
    if taken == 1 and row.words[begin] in grammar.doubtful:
        is_loose = not row.joined(begin + 1) or row.words[begin + 1] in grammar.loose
        number = number._replace(weak=is_loose or not grammar.loose)
    last = index + taken - 1
    part = grammar.number_part(row.words[last])
    if part != len(row.words[last]):
        number = number._replace(end=row.spans[last][0] + part)
    found.append(number)
    return taken - articles


def _negative(row: Row, begin: int, grammar: Grammar, found: list[WordNumber]) -> int:
    """Reads a number behind its minus; between two numbers (ten minus five) it is none."""
    if not row.joined(begin + 1) or row.words[begin + 1] in grammar.minus:
        return 0
    if row.joined(begin) and grammar.may_begin(row.words[begin - 1]):
        return 0
    taken = _number(row, begin + 1, grammar, found)
    if taken:
        found[-1] = found[-1]._replace(start=row.spans[begin][0], value=-found[-1].value)
        return taken + 1
    return 0


def _with_tail(
    row: Row, index: int, taken: int, composed: Composed, grammar: Grammar
) -> tuple[WordNumber, int]:
    """The number with what stands behind it, and how many words that is in all."""
    after = index + taken
    value, step = Decimal(composed.value), Decimal(composed.step)
    if composed.ordinal:
        is_weak = 0 < composed.value <= 2 or (taken == 1 and row.stands_aside(index))
        return _made(row, index, taken, value, "ordinal", weak=is_weak), taken
    if not row.joined(after) or not grammar.may_follow(row.words[after], composed.value):
        return _made(row, index, taken, value, "cardinal", weak=composed.value <= 1, step=step), taken
    denominator = denominator_at(row, after, composed.value, grammar)
    if denominator is not None:
        return _fraction(row, index, taken + 1, composed.value, denominator, grammar)
    # "a million and a half" adds half of the million, "two and a half" half of one
    mixed = mixed_at(row, after, grammar)
    added = decimals_at(row, after, grammar) if mixed is None else (mixed[0] * step, mixed[1])
    if added is not None:
        taken += added[1]
        step = step / _TEN if mixed is not None else _ONE.scaleb(int(added[0].as_tuple().exponent))
        scale = scale_at(row, index + taken, grammar)
        if scale is not None:
            return _scaled(row, index, taken + 1, value + added[0], Decimal(scale[0]), step), taken + 1
        return _made(row, index, taken, value + added[0], "cardinal", step=step), taken
    pair = year_pair(row, after, composed.value, grammar) if taken == 1 else None
    if pair is not None:
        return _made(row, index, taken + pair[1], Decimal(pair[0]), "cardinal"), taken + pair[1]
    if row.joined(after) and row.words[after] in grammar.folds:
        return _made(row, index, taken + 1, value, "fold", step=step), taken + 1
    return _made(row, index, taken, value, "cardinal", weak=composed.value <= 1, step=step), taken


def _fraction(
    row: Row, index: int, taken: int, numerator: int, denominator: int, grammar: Grammar
) -> tuple[WordNumber, int]:
    """Two thirds, or two thirds of a million."""
    value = CONTEXT.divide(Decimal(numerator), Decimal(denominator))
    scale = scale_of_fraction(row, index + taken, grammar)
    if scale is not None:
        taken += scale[1]
        return _scaled(row, index, taken, value, Decimal(scale[0]), _ONE / _TEN), taken
    start, end = row.spans[index][0], row.spans[index + taken - 1][1]
    return WordNumber(start, end, value, "fraction", numerator, denominator), taken


def _made(
    row: Row, index: int, taken: int, value: Decimal, kind: str, *, weak: bool = False, step: Decimal = _ONE
) -> WordNumber:
    start, end = row.spans[index][0], row.spans[index + taken - 1][1]
    return WordNumber(start, end, value, kind, weak=weak, step=step)


def _scaled(row: Row, index: int, taken: int, value: Decimal, scale: Decimal, step: Decimal) -> WordNumber:
    """A fraction or decimal number of a scale: half a million."""
    total = CONTEXT.multiply(value, scale)
    if total == total.to_integral_value():
        total = total.quantize(_ONE, context=CONTEXT)  # 500000, not 500000.0
    return _made(row, index, taken, total, "cardinal", step=CONTEXT.multiply(step, scale))
