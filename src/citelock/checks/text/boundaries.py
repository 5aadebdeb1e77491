"""The two ends of an accepted span: whether a word, a number or the context is cut there.

Reads the original text around the span, so both routes of the matcher share it (quotes.md, sections 4, 9).
What stands beside the span is judged by its folded form: an entity or a full-width sign is the sign it
stands for.
"""

from __future__ import annotations

from citelock.checks.named import NamedTuple
from citelock.checks.text.chars import (
    EM_DASHES,
    GLYPH,
    HYPHENS,
    SUPERSCRIPTS,
    UNSPACED,
    is_cjk,
    is_wordlike,
    piece,
)
from citelock.checks.text.fold import decode_entities
from citelock.checks.text.markers import may_carry_note
from citelock.checks.text.patterns import late
from citelock.checks.text.signals import SIGNAL_WORDS, negation, run_beside, says_nothing, signal
from citelock.checks.text.words import LIMITER_RUNS, NEGATION_RUNS, UNITS

# What a number may not be cut from: signs, slashes, products, powers; the second kind only between digits.
_NUMBER_TIES = frozenset("+±∓/×÷*^")
_DIGIT_TIES = frozenset("·~")
_SOFT = frozenset("\"'()[]{}.,;:!*")
_FRACTIONS = frozenset("¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞")
_PLAIN_HYPHENS = frozenset(HYPHENS)
_ELLIPSES = frozenset("…⋯‥")
_GLUES = frozenset((")", "]", "}", "*", "**"))
_BESIDE = 40  # characters looked at for what touches the span
_SPACES = " \u00a0\u2007\u2008\u2009\u202f'’"
_GROUPS_BEFORE = late(rf"(?<![0-9])[0-9]{{1,3}}(?:[{_SPACES}][0-9]{{3}})*(?=[{_SPACES}]?$)")
_GROUPS_AFTER = late(rf"[{_SPACES}]?[0-9]{{3}}(?:[{_SPACES}][0-9]{{3}})*(?![0-9])")
_PRODUCT = late(r"[0-9]\s?[×⋅·]\s?$")
_NARROW_SIGN = late("(?:^|[\\s(])[−–+±-][\u00a0\u2009\u202f]?[$€£¥₽₹₩₴]?[\u00a0\u2009\u202f]?$")
_CONTINUES = late("\\s?[×⋅·]\\s?10|[ \u00a0\u2009\u202f]?[¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]")
_SENTENCE_END = late(r"[.!?](?=[\s\"'”’»)\]]|$)|[;。！？；]|\n[^\S\n]*\n")
_CLOSING = "\"'”’»)]"
# Behind a statement these add to it; they do not take it back as "except" and "unless" do.
_ADDS = frozenset("without без ohne sans sin".split())
_IN_RUNS = late("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
# What is written without spaces beside a span, and how many characters of it are near: as many as three words
# where negations stand in front of a verb, and behind one that they are a part of.
_STRETCH_BEFORE = late(f"[{UNSPACED}]+(?=\\W*$)")
_STRETCH_AFTER = late(f"\\W*?([{UNSPACED}]+)")
_KANA = late("[\u3041-\u30ff]")
_NEAR, _NEAR_KANA, _NEAR_SYLLABLES = 3, 6, 12
_FIRST_HAN = "\u3000"
_RUNS = (*NEGATION_RUNS, *LIMITER_RUNS)
_GLANCE = 72  # characters: three words, unless they are very long
_LETTERS = late(r"[^\W\d_]+")
_WRITTEN = late(r"[^\W\d_]+(?:['’´`-][^\W\d_]+)*|[0-9]+")
_JOINTS = late("['’´`&\u00ad-]")  # where they are, a signal may be more than its letters
_REACH = 200  # characters looked at on either side

_CURRENCY = frozenset("$€£¥₽₹₩₴¢")
_RELATIONS = frozenset("<>=≤≥≠≈~∼")
_AFTER_NUMBER = late(
    r"\s?(?:[%％‰‱°′″$＄€£￡¥￥₽₹₩]|(per cent|pour cent|por ciento|[^\W\d_]+)"
    r"(?![^\W\d_]))"
)
_MAGNITUDES = frozenset(
    """
    hundred thousand million billion trillion millions billions bn percent percentage dollars euros pounds
    usd eur
    тыс тысяч тысячи млн млрд миллион миллиона миллионов миллиард миллиарда миллиардов процент процента
    процентов рублей
    prozent tausend million millionen mio milliarde milliarden mrd
    millions milliards
    millón millones
    万 亿 千 百 元
    """.split()
)
_ENDING = late(r"\([^\W\d_]{1,12}\)")  # `patient(s)`, `hope(less)`
_QUESTION = late(r"[\s\"'”’»)\]]{0,3}[?？؟]")
# One-letter units that are also words or articles say nothing after a number.
_NO_UNITS = frozenset("aAdtTUMBbGCSsIh")


def is_cut(text: str, start: int, end: int) -> bool:
    """True if the span start..end begins or ends inside a word, a compound or a number of the text."""
    return _cut_before(text, start) or _cut_after(text, end)


def drops_question(raw: str, text: str, end: int) -> bool:
    """True if the quote ends as a statement where the text goes on with a question mark (class 20)."""
    if raw[-1:].isalnum():
        return False
    return raw.rstrip("\"'”’») ")[-1:] in (".", "!", "。", "！") and _QUESTION.match(text, end) is not None


class _Neighbour(NamedTuple):
    """What touches an end of the span.

    `char` is the original character, `form` its folded form, `beyond` what stands behind it, `crossed` the
    soft marks between it and the span.
    """

    char: str
    form: str
    beyond: str
    crossed: str

    @property
    def touches(self) -> bool:
        """True if nothing at all stands between it and the span."""
        return not self.crossed


def _neighbour(beside: str) -> _Neighbour | None:
    """The first character of `beside` that is not soft, read away from the span.

    None if white space comes first.
    """
    crossed = ""
    for at, char in enumerate(beside):
        form = piece(char)
        if form == "":
            continue
        if char.isspace():
            return None
        if char in _ELLIPSES:
            crossed += "…"
        elif form in _SOFT:
            crossed += char if char in "()[]{}" else form
        else:
            return _Neighbour(char, form.strip() or form, beside[at + 1 : at + 4], crossed)
    return None


def _before(text: str, start: int) -> _Neighbour | None:
    beside = text[max(0, start - _BESIDE) : start]
    return _neighbour((decode_entities(beside) if "&" in beside else beside)[::-1])


def _after(text: str, end: int) -> _Neighbour | None:
    beside = text[end : end + _BESIDE]
    return _neighbour(decode_entities(beside) if "&" in beside else beside)


def _cut_before(text: str, start: int) -> bool:
    if not start:
        return False
    first, before = text[start], text[start - 1]
    if before == " " and first.isalpha() and not text[start - 2 : start - 1].isspace():
        return False  # as of nearly all
    leads = first == "." and text[start + 1 : start + 2].isdigit()
    number = first.isdigit() or first in _FRACTIONS or leads
    if first in _CURRENCY:
        return _NARROW_SIGN.search(text[max(0, start - 4) : start]) is not None
    if before == " " and not number and not text[start - 2 : start - 1].isspace():
        return False
    if is_cjk(first):
        return False
    word = not number and is_wordlike(first)
    if (word and _broken_word_before(text, start)) or (
        number and (_cuts_groups(text, start) or _cuts_product(text, start))
    ):
        return True
    side = _before(text, start)
    if side is None:
        return False
    if first in _PLAIN_HYPHENS:
        return side.touches and (side.char.isalnum() or side.char in SUPERSCRIPTS)
    return (number or word) and _is_tied(side, number=number, before=True)


def _cut_after(text: str, end: int) -> bool:
    last, after = text[end - 1], text[end : end + 1]
    if after in " \n" and last.isalpha():  # as of nearly all, or nothing follows
        return False
    number = last.isdigit() or last in _FRACTIONS
    if not after or (after in " \n" and not number):
        return False
    if is_cjk(last):
        return False
    if number and (_cuts_groups(text, end) or _CONTINUES.match(text, end)):
        return True
    side = _after(text, end)
    if side is None:
        return False
    if last in _PLAIN_HYPHENS:
        return side.touches and side.char.isalnum()
    if side.char in SUPERSCRIPTS:
        at = text.find(side.char, end, end + _BESIDE)
        return at < 0 or not may_carry_note(text, at)
    if number and side.touches and side.char.isalpha() and not is_cjk(side.char):
        return _word_at(text, end) not in UNITS
    return (number or is_wordlike(last)) and _is_tied(side, number=number, before=False)


def _is_tied(side: _Neighbour, *, number: bool, before: bool) -> bool:
    """True if the neighbour makes one word or number with the end of the span."""
    digit = side.char.isdigit()
    if side.char in EM_DASHES or (side.form == "-" and side.beyond[:1] in _PLAIN_HYPHENS):
        return number and side.beyond.lstrip("-")[:1].isdigit()  # a range, not a dash between words
    if side.form == "-":  # behind white space it is a dash to a word, a sign to a number
        return number or not before or (bool(side.beyond.strip()[:1]) and not side.beyond[:1].isspace())
    if side.form == "\u00ad":
        return side.touches and side.beyond[:1].isalnum()
    if side.char in SUPERSCRIPTS or side.char in _FRACTIONS:
        return True
    if side.form in _DIGIT_TIES:
        return side.beyond[:1].isdigit() if number else side.form == "·" and side.beyond[:1].isalpha()
    if number:
        between = side.crossed in (":", "…") or side.crossed.startswith("...")
        return (
            (side.form in _NUMBER_TIES and not (side.crossed and side.form == "*"))
            or (digit and (side.touches or between))
            or (side.touches and side.char.isalpha() and not is_cjk(side.char))
        )
    if before and side.crossed in _GLUES:
        return side.char.isalpha()  # `(un)able`, `un*able*`
    if side.form == GLYPH or (side.char < " " and side.touches):
        return side.touches and side.beyond[:1].isalpha()
    return side.touches and digit


def _broken_word_before(text: str, start: int) -> bool:
    """True if the word at `start` is the second half of a word that is broken at a line end.

    Page furniture may stand between the halves.
    """
    head = text[max(0, start - 400) : start]
    if "&" in head:
        head = decode_entities(head)
    kept = head.rstrip()
    if "\n" not in head[len(kept) :]:
        return False
    if _ends_broken(kept):
        return True
    if not text[start].islower():
        return False
    framed = False
    for line in reversed(head.split("\n")[:-1]):
        framed = framed or not line.strip() or "\f" in line
        if framed and _ends_broken(line.rstrip()):
            return True
        if len(line.strip()) > 80:
            return False
    return False


def _ends_broken(line: str) -> bool:
    return len(line) > 1 and ((line[-1] in "-‐" and line[-2].isalpha()) or line[-1] == "\u00ad")


def _cuts_groups(text: str, at: int) -> bool:
    """True if `at` lies inside a number that is written in groups of three (section 4, number format)."""
    left = _GROUPS_BEFORE.search(text[max(0, at - 24) : at])
    right = _GROUPS_AFTER.match(text[at : at + 24])
    if left is None or right is None:
        return False
    whole = text[max(0, at - 24) : at][left.start() :] + right[0]
    gaps = {char for char in whole if not char.isdigit()}
    count = len(whole.split(next(iter(gaps)))) if len(gaps) == 1 else 0
    return count >= 3 or (count == 2 and " " not in gaps)


def _cuts_product(text: str, start: int) -> bool:
    """True for the second half of `3 × 10⁵`, `2 ½`, or a number behind a minus and a narrow space."""
    head = text[max(0, start - 12) : start]
    if text[start] in _FRACTIONS:
        return head[-2:-1].isdigit() and head[-1:] in _SPACES
    return _PRODUCT.search(head) is not None or _NARROW_SIGN.search(head) is not None


def _word_at(text: str, at: int) -> str:
    end = at
    while end < len(text) and text[end].isalpha() and end - at < 20:
        end += 1
    return text[at:end]


def cut_context(text: str, start: int, end: int, *, before: bool = True, after: bool = True) -> str | None:
    """The words of the same sentence whose loss may change the meaning of the span, or None.

    A negation among the three words before, a negation or limiter among the three after, a unit after a final
    number, a currency or relation sign before a first one, the question mark of a question.
    """
    if before:
        if _is_loud_before(text[max(0, start - _GLANCE) : start]):
            around = text[max(0, start - _REACH) : end + _REACH]
            head = _decoded(text[max(0, start - _REACH) : start])
            ends = [match.end() for match in _SENTENCE_END.finditer(head)]
            sentence = head[ends[-1] :] if ends else head
            if (run := _run_before(sentence)) is not None:
                return run
            for count in (1, 2, 3):
                words = _last_words(sentence, count)
                if words and negation(words, around) is not None:
                    return " ".join(words.split())
        sign = text[max(0, start - 2) : start].strip()[-1:]
        if sign == "¿":
            return sign
        number = text[start].isdigit() or text[start] == "."
        if number and sign and (sign in _CURRENCY or sign in _RELATIONS or sign == "−"):
            return sign
    if not after:
        return None
    if _is_loud_after(text[end : end + _GLANCE]) and not _ends_sentence(text, start, end):
        tail = _decoded(text[end : end + _REACH])
        stop = _SENTENCE_END.search(tail)
        sentence = tail[: stop.start()] if stop else tail
        if (run := _run_after(sentence)) is not None:
            return run
        words = _first_words(sentence)
        around = text[max(0, start - _REACH) : end + _REACH]
        if words and signal(words, around) not in (None, *_ADDS):
            return " ".join(words.split()).lstrip(",;: ")
    if _QUESTION.match(text, end):
        return "?"
    if text[end : end + 1] == "(" and text[end - 1].isalpha() and (ending := _ENDING.match(text, end)):
        return ending[0]
    return _unit_after(text, end) if text[end - 1].isdigit() else None


def _ends_sentence(text: str, start: int, end: int) -> bool:
    """Whether a span has the end of its sentence: what follows is another one."""
    last = end
    while last > start and text[last - 1] in _CLOSING:
        last -= 1
    return last > start and _SENTENCE_END.match(text, last - 1) is not None


def _decoded(text: str) -> str:
    return decode_entities(text) if "&" in text else text


def _run_before(sentence: str) -> str | None:
    """The negation near the end of a stretch without spaces, with what follows it."""
    stretch = _STRETCH_BEFORE.search(sentence)
    if stretch is None:
        return None
    near = _NEAR if stretch[0][-1] >= _FIRST_HAN else _NEAR_SYLLABLES
    place = run_beside(stretch[0], near, before=True)
    return None if place is None else stretch[0][min(place[0], len(stretch[0]) - _NEAR) :]


def _run_after(sentence: str) -> str | None:
    """The negation or limiter near the beginning of a stretch without spaces, with what stands before it."""
    stretch = _STRETCH_AFTER.match(sentence)
    if stretch is None:
        return None
    near = _NEAR_KANA if _KANA.search(stretch[1][:_NEAR_KANA]) else _NEAR
    place = run_beside(stretch[1], near, before=False)
    return None if place is None else stretch[1][: max(place[1], _NEAR)]


def _last_words(text: str, count: int) -> str:
    """The last words of a stretch as written; of a script without spaces, what is near.

    Nothing where the stretch ends in such a script.
    """
    matches = list(_WRITTEN.finditer(text))
    if not matches or is_cjk(matches[-1][0][-1]):
        return ""
    first = matches[-min(count, len(matches))]
    return text[max(first.start(), first.end() - _NEAR if is_cjk(first[0][-1]) else 0) :]


def _first_words(text: str) -> str:
    matches = []
    for match in _WRITTEN.finditer(text):
        matches.append(match)
        if len(matches) == 3 or is_cjk(match[0][0]):
            break
    if not matches or is_cjk(matches[0][0][0]):
        return ""
    last = matches[-1]
    return text[: last.start() + _NEAR if is_cjk(last[0][0]) else last.end()]


def _is_loud_before(beside: str) -> bool:
    """False where no negation can be among the last three words of `beside`."""
    parts = beside.rsplit(None, 3)
    if len(parts) == 4 and _are_words(parts[1:]) and says_nothing(beside[len(parts[0]) :]):
        return False
    return _may_signal(beside)


def _is_loud_after(beside: str) -> bool:
    """False where no negation or limiter can be among the first three words of `beside`."""
    parts = beside.split(None, 3)
    if len(parts) == 4 and _are_words(parts[:3]) and says_nothing(beside[: -len(parts[3])]):
        return False
    return _may_signal(beside)


def _are_words(parts: list[str]) -> bool:
    """True if each of the parts has a letter or digit."""
    return all(any(map(str.isalnum, part)) for part in parts)


def _may_signal(beside: str) -> bool:
    """False where no negation or limiter can be among the few words beside a span, as for most spans."""
    if not SIGNAL_WORDS.isdisjoint(_LETTERS.findall(beside.lower())):
        return True
    if _JOINTS.search(beside):
        return True
    return not beside.isascii() and bool(_IN_RUNS.search(beside)) and any(run in beside for run in _RUNS)


def _unit_after(text: str, end: int) -> str | None:
    match = _AFTER_NUMBER.match(text, end)
    if match is None:
        return None
    word = match[1]
    if word is None:
        return match[0].strip()
    unit = word in UNITS and word not in _NO_UNITS
    return (
        word
        if unit or " " in word or word.casefold() in _MAGNITUDES or word[0] in "万亿千百元萬億兆円圓割"
        else None
    )
