"""Words between quotation marks: those that a sentence quotes next to a marker, and those of a note.

A title in quotation marks is no quotation, and taking one for the other would accuse the source of not
holding its own title's words; so a note's words count only where nothing speaks for a title (web.md, 5).
"""

from __future__ import annotations

import re
from bisect import bisect_right

from citelock.checks.adapters.markdown.inline import plain
from citelock.checks.adapters.markdown.quotation_marks import SHORTEST, Span, spans
from citelock.checks.adapters.markdown.titles import is_generic
from citelock.checks.adapters.markdown.typed_marks import widened

_ELLIPSES_BEFORE = re.compile(r"(?:\s|\.{3,}|…|\[\.{3}\]|\[…\])+")
_ELLIPSES_BEHIND = (" ", "[...]", "[…]", "…", "...")
_BETWEEN = re.compile(  # up to the marker: signs, a page, `— Trial`
    r"[\s\u200b.,;:!?。，；：)）]{0,4}(?:[(（]\s?(?:pp?|S|с|стр|page|第)\.?\s?[0-9][^()（）]{0,12}[)）]"
    r"|[—–-]\s?[^\W\d_][\w .’-]{0,40})?[\s.,;:]{0,3}"
)
LONGEST_NOTE = 5000  # characters of a note in which quotations are looked for
MOST = 50  # of one note, as many as a citation may have


def inner(text: str, span: Span | None) -> str:
    """The words of a quotation, all of a text without a span, less marks, outer blanks and outer ellipses."""
    opened, closed = span or (0, len(text))
    words = " ".join(text[opened + 1 : closed - 1].split())
    begins = _ELLIPSES_BEFORE.match(words)
    start, end = begins.end() if begins else 0, len(words)
    # One sign after another from the end: a search for all of them begins again at each.
    while end > start:
        sign = next((each for each in _ELLIPSES_BEHIND if words.endswith(each, start, end)), "")
        if not sign or (sign == "..." and words.endswith("....", start, end)):
            break
        end -= len(sign)
    return words[start:end]


def before(text: str, known: list[Span], place: int, start: int) -> list[str]:
    """What is quoted for a marker at `place` of a text with these `spans`: from `start` on, all of it.

    There is none unless the last of them stands right before the marker; too short ones mean no words.
    """
    last = bisect_right(known, place, key=lambda span: span[1]) - 1
    if last < 0 or not _BETWEEN.fullmatch(text, known[last][1], place):
        return []
    first = last
    while first > 0 and known[first - 1][0] >= start:
        first -= 1
    quoted = (span for span in known[first : last + 1] if not names_a_title(text, span))
    words = [inner(text, span) for span in quoted]
    return [each for each in words if len(each) >= SHORTEST][-MOST:]


def is_like_a_title(text: str, span: Span) -> bool:
    """Whether the words of a span may be a title: written like one, or called one by the sentence."""
    return _in_title_case(text[span[0] + 1 : span[1] - 1]) or names_a_title(text, span)


def is_a_title(text: str, span: Span) -> bool:
    """Whether they are one for certain: written like a title, and called one by the sentence."""
    return _in_title_case(text[span[0] + 1 : span[1] - 1]) and names_a_title(text, span)


def names_a_title(text: str, span: Span) -> bool:
    """Whether a sentence says that the words are a title: `The report "Heat Pumps in the North"`."""
    words = text[span[0] + 1 : span[1] - 1].strip()
    said = _CALLS_A_TITLE.search(text, max(span[0] - 40, 0), span[0])
    if said is None or words.endswith((".", "!", "。")):
        return False
    return bool(said["named"]) or _in_title_case(words)


def of_note(note: str, *, titled: bool = False) -> tuple[list[str], str]:
    """The quotations in the Markdown of a note, and the rest of it; quoted titles are of the rest.

    `titled` says that the title of its source is known already.

    >>> of_note('"...72,000 mg/kg in Stockpile 3." - S98')
    (['72,000 mg/kg in Stockpile 3.'], '- S98')
    >>> of_note('Smith, J. "The Rise of Barium." Mining Journal')[0], of_note('"Barium Rises Again." BBC')[0]
    ([], [])
    >>> of_note('[Demo](https://example.org/a), "the rise was *steep*"')[0]
    ['the rise was steep']
    """
    note = widened(note)
    quotes: list[str] = []
    rest: list[str] = []
    done = 0
    head = note[:LONGEST_NOTE]
    titled = titled or any(not is_generic(label) for label in _LABELS.findall(head))
    address = _ADDRESS.search(head)
    for span in spans(head):
        known = titled or (address is not None and address.start() < span[0])
        is_title = _is_title(note, span, titled=known) or _is_of_definition(note, span)
        words = "" if is_title else inner(plain(note[span[0] : span[1]]), None)
        if words:
            quotes.append(words)
            rest.append(note[done : span[0]])
            done = span[1]
            if len(quotes) == MOST:
                break
    return quotes, "".join([*rest, note[done:]]).strip()


_NEAR = 60  # characters around a quotation of a note that say what it is
_ADDRESS = re.compile(r"https?://|\]\(|\b10\.[0-9]{4}|\bPMC?(?:ID)?\b")
_LABELS = re.compile(r"(?<!!)\[([^\[\]]{1,500})\]\(")
_CALLS_A_TITLE = re.compile(
    r"\b(?:(?P<named>titled|entitled|called|named)|paper|study|report|article|book|review|essay|survey|preprint|work"
    r"|Studie|Bericht|Artikel|статья|статье|отчёт|отчет|étude|rapport|estudio|informe|论文|文章|报告)\W{0,3}$",
    re.IGNORECASE,
)
_LEADS = re.compile(
    r"[:：—–-]\s*$|\b(?:quote|quotes|states|stated|says|writes|wrote|reports|reported|found)\b[^.]{0,20}$"
)


def _is_title(note: str, span: Span, *, titled: bool) -> bool:
    """Whether the words are a title; `titled` says that it or the address of the source stands elsewhere."""
    before, after = note[max(span[0] - _NEAR, 0) : span[0]].strip(), note[span[1] : span[1] + _NEAR].strip()
    words = note[span[0] + 1 : span[1] - 1].strip()
    if words[:1].islower() or (titled and not _in_title_case(words)):
        return False
    ellipsis = words.startswith(("...", "…", "[...]", "[…]")) or words.endswith(("…", "[...]", "[…]"))
    if ellipsis:
        return False
    if words.endswith((",", "，")):
        return True
    if before and not _LEADS.search(before):
        return True
    if before and _LEADS.search(before):
        return _in_title_case(words) and not words.endswith((".", "。", "!", "?"))
    if _in_title_case(words):
        return True
    return not words.endswith((".", "。", "!", "?", "！", "？")) and after.startswith((",", ".", "，", "。"))


_ADDRESS_ONLY = re.compile(r"\s*(?:<https?://[^\s<>]+>|https?://[^\s<>]+)\s*")


def _is_of_definition(note: str, span: Span) -> bool:
    """Whether a note is an address and a few words, as a link's definition has its title: `https://… "Demo"`.

    So few words are no quotation that could be looked up.
    """
    if span[1] - span[0] - 2 >= SHORTEST or note[span[1] :].strip(" ."):
        return False
    return bool(_ADDRESS_ONLY.fullmatch(note, 0, span[0]))


def _in_title_case(words: str) -> bool:
    long: list[str] = re.findall(r"[^\W\d_]{4,}", words)
    if len(long) < 2:
        return False
    return sum(word[0].isupper() for word in long) >= 0.7 * len(long)
