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

from bench.mutations import Made, Trial, parts
from bench.sentences import Passage, RealText

Retyping = Callable[[Passage, random.Random], Made]

_LIGATURES = (("ffi", "ﬃ"), ("ffl", "ﬄ"), ("fi", "ﬁ"), ("fl", "ﬂ"), ("ff", "ﬀ"))
_FULLWIDTH = str.maketrans("0123456789", "０１２３４５６７８９")
_VOWELS = "aeiouyäöüéèêаеёиоуыэюя"
_WORD = re.compile(r"[^\W\d_]+")
# Words after which a bracket of numbers is content (quotes.md, section 5), in the languages of the texts.
_BEFORE_CONTENT = re.compile(
    r"(interval|range|between|ci|domain|set|vector|интервал|диапазон|между|набор|множеств|вектор|област|доверит"
    r"|bereich|zwischen|menge|vektor|ensemble|entre|intervalle|plage|vecteur|区间|范围|之间|集|向量|间)\w*$",
    re.IGNORECASE,
)
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
    return (passage.text, part[0].upper() + part[1:]) if len(part) >= 45 else None


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


def soft_hyphens(passage: Passage, rng: random.Random) -> Made:
    """Soft hyphens inside words of the source or of the quote."""
    softened = _WORD.sub(
        lambda m: _break(m.group(), rng, "\u00ad") if rng.random() < 0.5 else m.group(), passage.text
    )
    return (
        rng.choice([(softened, passage.text), (passage.text, softened)]) if softened != passage.text else None
    )


def source_lines(passage: Passage, rng: random.Random) -> Made:
    """Line breaks in the source at any space (in Chinese: between any two characters)."""
    if passage.lang == "zh":
        return re.sub(
            r"(?<=[\u4e00-\u9fff])(?=[\u4e00-\u9fff])", lambda _: rng.choice(["", "", "", "\n"]), passage.text
        ), passage.text
    return re.sub(" ", lambda _: rng.choice([" ", " ", "\n"]), passage.text), passage.text


def quote_lines(passage: Passage, rng: random.Random) -> Made:
    """Line breaks, tabs and doubled spaces in the quote."""
    quote = re.sub(" ", lambda _: rng.choice([" ", " ", "\n", "\t", "  ", "\r\n"]), passage.text)
    return (passage.text, quote) if quote != passage.text else None


def _break(word: str, rng: random.Random, mark: str) -> str:
    """The word with `mark` where a printer may divide it: two letters and a vowel on either side."""
    low = word.lower()
    if len(word) < 6:
        return word
    spots = [
        at
        for at in range(2, len(word) - 2)
        if any(char in _VOWELS for char in low[:at]) and any(char in _VOWELS for char in low[at:])
    ]
    if not spots:
        return word
    at = rng.choice(spots)
    return word[:at] + mark + word[at:]


def _divided(passage: Passage, rng: random.Random, mark: str) -> Made:
    found = [m for m in _WORD.finditer(passage.text) if len(m.group()) >= 6 and m.group()[0] < "\u4e00"]
    if not found:
        return None
    source = passage.text
    for match in sorted(rng.sample(found, min(3, len(found))), key=lambda m: -m.start()):
        source = source[: match.start()] + _break(match.group(), rng, mark) + source[match.end() :]
    return (source, passage.text) if source != passage.text else None


def line_end_hyphens(passage: Passage, rng: random.Random) -> Made:
    """Words divided by a hyphen at a line end of the source."""
    return _divided(passage, rng, rng.choice(["-\n", "\u2010\n", "-\r\n"]))


def line_end_soft_hyphens(passage: Passage, rng: random.Random) -> Made:
    """Words divided by a soft hyphen, with and without the line break behind it."""
    return _divided(passage, rng, rng.choice(["\u00ad\n", "\u00ad"]))


def compound_at_line_end(passage: Passage, rng: random.Random) -> Made:
    """A hyphen of the word itself at a line end of the source."""
    source, count = re.subn(
        r"(?<=[^\W\d_])-(?=[^\W\d_])", lambda _: rng.choice(["-\n", "-\n", "-"]), passage.text
    )
    return (source, passage.text) if count and source != passage.text else None


def _marked(passage: Passage, rng: random.Random, markers: tuple[str, ...], *, raised: bool) -> Made:
    """A citation marker after a word of the source that the quote leaves out."""
    pieces, joint = parts(passage.text, passage.lang)
    if raised:
        spots = [
            at
            for at, piece in enumerate(pieces[:-1])
            if re.fullmatch(r"[^\W\d_\u3040-\u9fff]{5,}[,;:]?", piece)
        ]
    else:
        spots = [
            at
            for at, piece in enumerate(pieces[:-1])
            if piece.isalpha() and not _BEFORE_CONTENT.search(joint.join(pieces[: at + 1]))
        ]
    if not spots:
        return None
    at = rng.choice(spots)
    pieces[at] += rng.choice(markers)
    return joint.join(pieces), passage.text


def bracket_marker_dropped(passage: Passage, rng: random.Random) -> Made:
    """`[12]` of the source left out."""
    return _marked(passage, rng, (" [12]", "[3]", " [12, 14]", "[4,7–9]", " [ 2 , 6 ]"), raised=False)


def raised_marker_dropped(passage: Passage, rng: random.Random) -> Made:
    """A raised note number of the source left out."""
    return _marked(passage, rng, ("¹²", "³", "⁴,⁵", "⁷–⁹"), raised=True)


def raised_marker_flat(passage: Passage, rng: random.Random) -> Made:
    """A raised note number of the source copied as plain digits behind the word."""
    made = _marked(passage, rng, ("¹²", "³"), raised=True)
    if made is None:
        return None
    return made[0], made[0].replace("¹²", "12").replace("³", "3")


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


def entities(passage: Passage, rng: random.Random) -> Made:
    """HTML entities left in the source."""
    table = {
        '"': "&quot;",
        "“": "&ldquo;",
        "”": "&rdquo;",
        "’": "&rsquo;",
        "–": "&ndash;",
        "—": "&mdash;",
        "<": "&lt;",
    }
    source = "".join(table.get(char, char) for char in passage.text)
    source = re.sub(r"(?<=[^\W\d_]) (?=[^\W\d_])", "&nbsp;", source, count=1)
    return (source, passage.text) if source != passage.text else None


def markdown(passage: Passage, rng: random.Random) -> Made:
    """Emphasis of Markdown around a word, in the source or in the quote."""
    pieces, joint = parts(passage.text, passage.lang)
    spots = [at for at in range(1, len(pieces) - 1) if pieces[at].isalpha()]
    if passage.lang == "zh" or not spots:
        return None
    at = rng.choice(spots)
    mark = rng.choice(["*", "**", "`", "_"])
    pieces[at] = mark + pieces[at] + mark
    dressed = joint.join(pieces)
    return rng.choice([(dressed, passage.text), (passage.text, dressed)])


RETYPINGS: dict[str, Retyping] = {
    "identical": identical,
    "inner span": inner_span,
    "lower case": lower_case,
    "all capitals": all_capitals,
    "first capital": first_capital,
    "other spaces": other_spaces,
    "quotation marks": other_quotation_marks,
    "soft hyphens": soft_hyphens,
    "line breaks in the source": source_lines,
    "line breaks in the quote": quote_lines,
    "line-end hyphens": line_end_hyphens,
    "line-end soft hyphens": line_end_soft_hyphens,
    "compound at a line end": compound_at_line_end,
    "dropped [12]": bracket_marker_dropped,
    "dropped raised marker": raised_marker_dropped,
    "raised marker typed flat": raised_marker_flat,
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
    "entities in the source": entities,
    "Markdown emphasis": markdown,
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
