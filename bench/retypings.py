"""Faithful quotations of real sentences, typed or extracted in another way: each must be found.

A retyping is a function `(passage, rng) -> (sentence of the source, quote) | None` that touches only what
quotes.md folds (section 13.3): spaces, case, quotation marks, line ends, markers, elisions, glyphs. What it
needs and the real sentence lacks (a marker, a dash, quotation marks) is put into the sentence of the source.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable, Iterator

from bench import layouts
from bench.changes import Made, parts
from bench.mutations import Trial
from bench.oracle import without_markers
from bench.sentences import Passage, RealText

Retyping = Callable[[Passage, random.Random], Made]

_LIGATURES = (("ffi", "ﬃ"), ("ffl", "ﬄ"), ("fi", "ﬁ"), ("fl", "ﬂ"), ("ff", "ﬀ"))
_FULLWIDTH = str.maketrans("0123456789", "０１２３４５６７８９")
_WORD = re.compile(r"[^\W\d_]+")
# Negations and limiters of quotes.md, section 6, that these texts can hold: none of them is hidden here.
_UNELIDED_WORDS = """
not cannot no none nobody nothing never neither nor without unable fail fails failed hardly scarcely
barely only merely except unless if until provided may might could possibly allegedly rarely seldom
не ни нет без нельзя никогда никто ничто вряд едва только лишь кроме если пока может возможно якобы
редко nicht nie niemals niemand nichts ohne weder kaum nur außer wenn falls sofern bis könnte
vielleicht angeblich selten ne pas non ni aucun aucune jamais rien sans seulement sauf si moins
pourrait rarement nunca jamás nadie nada sin tampoco solo sólo solamente excepto salvo podría
raramente
"""
_UNELIDED = frozenset(_UNELIDED_WORDS.split())
_UNELIDED_PARTS = re.compile(
    r"n['’]t\b|\bn['’]|\bkein|peut-être|ningún|ningun|quizá|[不没未无勿莫非仅只除若]|如果|可能|或许|据称",
    re.IGNORECASE,
)


def identical(passage: Passage, rng: random.Random) -> Made:
    """The sentence as it stands."""
    return passage.text, passage.text


def inner_span(passage: Passage, rng: random.Random) -> Made:
    """Whole words from the middle of the sentence."""
    return passage.text, _span(passage, rng)


def _span(passage: Passage, rng: random.Random) -> str:
    """Some words cut off at both ends, between words."""
    pieces, joint = parts(passage.text, passage.lang)
    room = max(0, (len(pieces) - (20 if passage.lang == "zh" else 8)) // 2)
    start, stop = rng.randint(0, min(4, room)), len(pieces) - rng.randint(0, min(4, room))
    return joint.join(pieces[start:stop]).strip()


def lower_case(passage: Passage, rng: random.Random) -> Made:
    """All letters small."""
    return passage.text, passage.text.lower()


def all_capitals(passage: Passage, rng: random.Random) -> Made:
    """All letters capital."""
    return passage.text, passage.text.upper()


def first_capital(passage: Passage, rng: random.Random) -> Made:
    """A part of the sentence that begins with a capital now."""
    words = passage.text.split(" ")
    spots = [
        at for at in range(1, len(words) - 6) if words[at][:1].islower() and not words[at - 1][-1:].isdigit()
    ]
    if not spots:
        return None
    at = rng.choice(spots)
    part = " ".join(words[at:])
    return (passage.text, part[0].upper() + part[1:]) if len(without_markers(part)) >= 45 else None


def other_spaces(passage: Passage, rng: random.Random) -> Made:
    """No-break, thin and narrow spaces for some spaces, in the source or in the quote."""
    spaced = re.sub(" ", lambda _: rng.choice([" ", "\u00a0", "\u2009", "\u202f", "  "]), passage.text)
    return rng.choice([(spaced, passage.text), (passage.text, spaced)]) if spaced != passage.text else None


def other_quotation_marks(passage: Passage, rng: random.Random) -> Made:
    """Quotation marks and apostrophes of another kind; put around a word of the source if it has none."""
    source = passage.text
    if not re.search("[\"“”„«»‘’']", source):
        pieces, joint = parts(source, passage.lang)
        spots = [at for at, piece in enumerate(pieces) if piece.isalpha()]
        if not spots:
            return None
        at = rng.choice(spots)
        pieces[at] = f"“{pieces[at]}”"
        source = joint.join(pieces)
    straight = re.sub("[“”„«»]", '"', re.sub("[‘’]", "'", source))
    curly = re.sub('["„«»]', "”", source).replace("'", "’")
    angular = re.sub('["“„](?=\\S)', "«", re.sub('["”](?!\\w)', "»", source))
    quote = rng.choice([straight, curly, angular])
    return (source, quote) if quote != source else None


def outer_ellipses(passage: Passage, rng: random.Random) -> Made:
    """An ellipsis before or after the quoted words."""
    mark = rng.choice(["…", "...", "[...]", "[…]", ". . ."])
    before, after = rng.choice([(f"{mark} ", ""), ("", f" {mark}"), (mark, mark), ("", mark)])
    return passage.text, before + _span(passage, rng).rstrip(".。") + after


def middle_elision(passage: Passage, rng: random.Random) -> Made:
    """Some harmless words left out behind an ellipsis (under 200 characters, no negation or limiter)."""
    pieces, joint = parts(passage.text, passage.lang)
    least, longest = (10, 24) if passage.lang == "zh" else (5, 8)
    spots = []
    for start in range(least, len(pieces) - least):
        for stop in range(start + 1, min(start + longest, len(pieces) - least) + 1):
            hidden = joint.join(pieces[start:stop])
            words = {word.casefold() for word in _WORD.findall(hidden)}
            if len(hidden) < 180 and not words & _UNELIDED and not _UNELIDED_PARTS.search(hidden):
                spots.append((start, stop))
    if not spots:
        return None
    start, stop = rng.choice(spots)
    left, right = joint.join(pieces[:start]), joint.join(pieces[stop:])
    if _torn(left, right):
        return None
    mark = rng.choice([" … ", " ... ", " [...] ", " […] ", "… ", " (...) ", " <...> "])
    return passage.text, left + mark + right


def _torn(left: str, right: str) -> bool:
    """Whether an end of a fragment would cut a word at its hyphen."""
    return bool(re.search(r"[-–]$", left) or re.match(r"[-–]", right))


def ligatures(passage: Passage, rng: random.Random) -> Made:
    """fi, fl, ff, ffi, ffl as one glyph, in the source or in the quote."""
    joined = passage.text
    for plain, glyph in _LIGATURES:
        joined = joined.replace(plain, glyph)
    return rng.choice([(joined, passage.text), (passage.text, joined)]) if joined != passage.text else None


def decomposed(passage: Passage, rng: random.Random) -> Made:
    """Letters and marks apart (NFD), in the source or in the quote."""
    apart = unicodedata.normalize("NFD", passage.text)
    return rng.choice([(apart, passage.text), (passage.text, apart)]) if apart != passage.text else None


def dash_styles(passage: Passage, rng: random.Random) -> Made:
    """A spaced dash of another length or none of its spaces; put into the source if it has none."""
    source = passage.text
    if not re.search(" [-–—] ", source):
        spots = [match.start() for match in re.finditer(r"(?<=[^\W\d_]) (?=[^\W\d_])", source)]
        if not spots:
            return None
        at = rng.choice(spots)
        source = source[:at] + " — " + source[at + 1 :]
    quote = re.sub(" [-–—] ", lambda _: rng.choice([" - ", " – ", " — ", " -- ", "—", " ― "]), source)
    return (source, quote) if quote != source else None


def hyphen_styles(passage: Passage, rng: random.Random) -> Made:
    """U+2010, U+2011 or an en dash for the hyphen inside a word or range."""
    other = re.sub(r"(?<=\w)-(?=\w)", lambda _: rng.choice("‐‑–"), passage.text)
    return rng.choice([(other, passage.text), (passage.text, other)]) if other != passage.text else None


def minus_sign(passage: Passage, rng: random.Random) -> Made:
    """U+2212 against the hyphen before a number."""
    pieces, joint = parts(passage.text, passage.lang)
    at = rng.randint(1, len(pieces) - 1)
    source, quote = (
        joint.join([*pieces[:at], f" ({sign}0.42) ".strip(), *pieces[at:]]) for sign in ("−", "-")
    )
    return rng.choice([(source, quote), (quote, source)])


def zero_width(passage: Passage, rng: random.Random) -> Made:
    """Zero-width spaces, joiners and word joiners anywhere, in the source or in the quote."""
    filled = "".join(
        char + (rng.choice("\u200b\u200c\u2060\ufeff") if rng.random() < 0.08 else "")
        for char in passage.text
    )
    return rng.choice([(filled, passage.text), (passage.text, filled)]) if filled != passage.text else None


def full_width_digits(passage: Passage, rng: random.Random) -> Made:
    """Full-width digits, in the source or in the quote."""
    wide = passage.text.translate(_FULLWIDTH)
    return rng.choice([(wide, passage.text), (passage.text, wide)]) if wide != passage.text else None


def final_stop_lost(passage: Passage, rng: random.Random) -> Made:
    """The last full stop left out."""
    return (passage.text, passage.text[:-1]) if passage.text.endswith((".", "。")) else None


def comma_lost(passage: Passage, rng: random.Random) -> Made:
    """A comma left out."""
    spots = [match.start() for match in re.finditer(r",(?= )|[，、]", passage.text)]
    if not spots:
        return None
    at = rng.choice(spots)
    return passage.text, passage.text[:at] + passage.text[at + 1 :]


# Phrases planted into a real sentence, each with another way to type exactly the same.
SAME: dict[str, tuple[tuple[str, str], ...]] = {
    "superscript typed flat": (
        ("Fe²⁺ ions", "Fe2+ ions"),
        ("5 mg L⁻¹", "5 mg L-1"),
        ("12 m² wide", "12 m2 wide"),
        ("σ² known", "σ2 known"),
        ("as before).⁴⁵ So", "as before).45 So"),
    ),
    "other glyph": (
        ("½ cup", "1/2 cup"),
        ("5 µg", "5 μg"),
        ("10³ cells", "10^3 cells"),
        ("5′ end", "5' end"),
        ("œuvre", "oeuvre"),
        ("x ∗ y", "x * y"),
        ("2 ⋅ 3", "2 · 3"),
    ),
    "number grouping": (
        ("1,284,000 people", "1 284 000 people"),
        ("1\u202f284\u202f000 people", "1,284,000 people"),
        ("1’284’000 people", "1,284,000 people"),
    ),
}


def _same(kind: str) -> Retyping:
    def retyping(passage: Passage, rng: random.Random) -> Made:
        pieces, joint = parts(passage.text, passage.lang)
        at = rng.randint(1, len(pieces) - 1)
        source, quote = (
            joint.join([*pieces[:at], f"({phrase})", *pieces[at:]]) for phrase in rng.choice(SAME[kind])
        )
        return source, quote

    retyping.__doc__ = f"{kind.capitalize()}, in a phrase planted into the sentence."
    return retyping


RETYPINGS: dict[str, Retyping] = {
    "identical": identical,
    "inner span": inner_span,
    "lower case": lower_case,
    "all capitals": all_capitals,
    "first capital": first_capital,
    "other spaces": other_spaces,
    "quotation marks": other_quotation_marks,
    "soft hyphens": layouts.soft_hyphens,
    "line breaks in the source": layouts.source_lines,
    "line breaks in the quote": layouts.quote_lines,
    "line-end hyphens": layouts.line_end_hyphens,
    "line-end soft hyphens": layouts.line_end_soft_hyphens,
    "compound at a line end": layouts.compound_at_line_end,
    "dropped [12]": layouts.bracket_marker_dropped,
    "dropped raised marker": layouts.raised_marker_dropped,
    "raised marker typed flat": layouts.raised_marker_flat,
    "outer ellipses": outer_ellipses,
    "middle elision": middle_elision,
    "ligatures": ligatures,
    "NFD": decomposed,
    "dash styles": dash_styles,
    "hyphen styles": hyphen_styles,
    "minus sign": minus_sign,
    "zero-width characters": zero_width,
    "full-width digits": full_width_digits,
    "final stop lost": final_stop_lost,
    "comma lost": comma_lost,
    "entities in the source": layouts.entities,
    "Markdown emphasis": layouts.markdown,
    **{kind: _same(kind) for kind in SAME},
}


def retypings(text: RealText, passages: tuple[Passage, ...], seed: int) -> Iterator[Trial]:
    """Every kind of retyping tried once on every passage, each against a small source of three sentences."""
    for number, passage in enumerate(passages):
        for kind, retyping in RETYPINGS.items():
            rng = random.Random(f"{seed}/{text.name}/{number}/{kind}")
            made = retyping(passage, rng)
            if made is not None:
                sentence, quote = made
                yield Trial(kind, passage.lang, quote, passage.window(sentence), passage.text)
