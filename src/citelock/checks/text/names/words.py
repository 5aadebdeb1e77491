"""Names taken apart into words, and the keys by which their words are compared (metadata.md, section 5.3).

It undoes what registries, BibTeX files and web pages do to a name (entities, LaTeX, UTF-8 read as Latin-1,
"et al.", degrees, footnote marks) and knows nothing of family and given names.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cached_property
from typing import Final

from citelock.checks.text.names.keys import has_letter, name_key
from citelock.checks.text.patterns import late

LONGEST = 500  # characters; beyond it stands a text, not a name

# The same letters as typesetters without them write them.
_DIGRAPHS: Final = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "đ": "dj", "ð": "dh"}
)
# "Mueller" and "Muller" are both Müller. Behind a consonant and before one, so that Xue and Xu stay apart.
_DIGRAPH = late(r"(?<=[b-df-hj-np-tv-z])([aou])e(?=[b-df-hj-np-tv-z])")
_SHORTEST_REDUCED = 5  # letters; of shorter names too many would meet

_ET_AL = late(
    r"(?:[\s,;&]+(?:(?:and\s)?et\.?\s?al(?:ii)?"
    r"|(?:and|with|und|mit|et|y|e|i|и)\s(?:others|colleagues|co|cols?|coll|ander[en]n?|autres|otros|outros|altri"
    r"|др|другие)|&\s?(?:others|co|al)|others|u\.\s?a|и\sдр|他|외)"
    r"|[\s,]*(?:\.\.\.|…|ほか|等人?))[.\s]*$",
    re.IGNORECASE,
)
# The year of a reference behind it: "Smith et al., 2020", "Smith et al. (2020a)".
_CONJUNCTION = late(r"^\s*(?:(?:and|AND|And|und|et|en|y|e|i|og|och|и|та)\s+|&\s*)")
_YEAR_BEHIND = late(r"[\s,.]*[(\[]?(?:1[5-9]|20)[0-9]{2}[a-z]?[)\]]?[.\s]*$")
_PARENTHESES = late(r"[(\[][^()\[\]]*[)\]]")
_TAG = late(r"</?[A-Za-z][^<>]{0,40}>")
_APOSTROPHES: Final = "'’‘ʼʹ`´′"
_LOOSE_APOSTROPHE = late(rf"\b([ODLodl])[{_APOSTROPHES}]\s+")  # "O' Donoghue" is one word
_CONTINUATION = "[\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]"
_MISREAD = late(f"[Â-ß]{_CONTINUATION}|[à-ï]{_CONTINUATION}{{2}}")
_LOST_APOSTROPHE = late(r"(?<=[A-Za-z])â(?=[A-Z])")  # "DâAdamo": the two other bytes of ’ were thrown away
_SEPARATORS = late(r"[\s\u00b7\u30fb\u2022/_]+")
_HYPHENS = late(r"[-\u2010-\u2015\u2212\ufe63\uff0d]+")
_EDGES: Final = '0123456789⁰¹²³⁴⁵⁶⁷⁸⁹*†‡§¶#,;:"“”„«»'


class Word:
    """One word of a name: `text` as written without its period, `dotted` if a period followed."""

    def __init__(self, text: str, dotted: bool = False) -> None:
        self.text = text
        self.dotted = dotted

    def __repr__(self) -> str:
        return f"Word({self.text!r}, dotted={self.dotted})"

    @cached_property
    def key(self) -> str:
        """Its letters and digits without case, marks and hyphens."""
        return name_key(self.text)

    @cached_property
    def keys(self) -> frozenset[str]:
        """All keys it goes by: Müller as `muller` and `mueller`."""
        return name_keys((self,))

    @cached_property
    def expanded(self) -> str:
        """Its key with umlauts as digraphs: `mueller`."""
        if self.text.isascii():
            return self.key
        return name_key(unicodedata.normalize("NFC", self.text.casefold()).translate(_DIGRAPHS))

    @cached_property
    def pieces(self) -> tuple[Word, ...]:
        """The words between its hyphens; itself if it has none."""
        texts = [text for text in _HYPHENS.split(self.text) if has_letter(text)]
        return tuple(Word(text, self.dotted) for text in texts) if len(texts) > 1 else (self,)

    @cached_property
    def is_short(self) -> bool:
        """Whether it stands for a longer word: "J", "Yu." or "Chr."; a single Chinese character does not."""
        key = self.key
        if len(key) > 1:
            return self.dotted and len(key) <= 3
        return self.dotted or self.text.lower() != self.text.upper()


def name_keys(name: Sequence[Word]) -> frozenset[str]:
    """Every key that words go by as one name, umlauts and their digraphs taken as one; empty without any.

    >>> sorted(name_keys([Word("Müller")])), sorted(name_keys([Word("Mueller")]))
    (['mueller', 'muller'], ['mueller', 'muller'])
    """
    key = "".join([word.key for word in name])
    expanded = "".join([word.expanded for word in name])
    if key == expanded and not ("e" in key and _DIGRAPH.search(key)):
        return frozenset((key,)) if key else frozenset()
    keys = {key, expanded}
    if "e" in expanded:
        keys |= {short for one in keys if len(short := _DIGRAPH.sub(r"\1", one)) >= _SHORTEST_REDUCED}
    return frozenset(keys)


def cleaned(name: str) -> str:
    r"""The name as a person would read it, on one line; "" for what is too long to be one.

    >>> cleaned("Erd{\\H o}s et al."), cleaned("VerÃ­ssimo"), cleaned("O&#8217;Brien (ed.)")
    ('Erdős', 'Veríssimo', 'O’Brien')
    """
    if len(name) > LONGEST:
        return ""
    if "&" in name and ";" in name:
        from html import unescape  # rare in names: not worth its import at every start

        name = unescape(unescape(name))
    if "<" in name:
        name = _TAG.sub("", name)
    if "~" in name or "\\" in name or "{" in name or "$" in name:
        from citelock.checks.text.latex import unlatex  # rare: see there

        name = unlatex(name).replace("~", " ")
    if not name.isascii():
        name = _LOST_APOSTROPHE.sub("’", _MISREAD.sub(_read_again, name))
        name = "".join(c for c in unicodedata.normalize("NFC", name) if unicodedata.category(c) != "Cf")
    name = " ".join(name.split())
    name = _ET_AL.sub("", _without_year(name))
    if "(" in name or "[" in name:
        outside = " ".join(_PARENTHESES.sub(" ", name).split())
        name = outside if has_letter(outside) else name
    return _LOOSE_APOSTROPHE.sub(r"\1’", name).strip(" ,;&")


def _without_year(name: str) -> str:
    """The name without the year of a reference, where "et al." stands before it."""
    if not any(map(str.isdigit, name[-8:])):
        return name
    bare = _YEAR_BEHIND.sub("", name)
    return bare if _ET_AL.search(bare) is not None else name


def says_et_al(name: str) -> bool:
    """Whether a text is or ends in "et al.": "Smith et al.", "Smith et al. (2020)", "and others"."""
    return len(name) <= LONGEST and _ET_AL.search(_without_year(" " + " ".join(name.split()))) is not None


def without_conjunction(name: str) -> str:
    """An entry of a list without the word that joined it to the one before.

    >>> without_conjunction("and Ann Smith"), without_conjunction("Anderson")
    ('Ann Smith', 'Anderson')
    """
    bare = _CONJUNCTION.sub("", name)
    return bare if has_letter(bare) else name


def words(name: str) -> list[Word]:
    """The words of a cleaned name, footnote marks and lone punctuation left out; hyphens do not part words.

    >>> [(word.text, word.dotted) for word in words("J.-P. van der Aa¹")]
    [('J', True), ('P', True), ('van', False), ('der', False), ('Aa', False)]
    """
    found = []
    for text in _SEPARATORS.split(name):
        whole = text.strip(_EDGES)
        if "." in whole:
            *pieces, last = whole.split(".")
            found += [Word(piece.strip("-\u2010\u2011"), True) for piece in pieces if has_letter(piece)]
            whole = last.strip("-\u2010\u2011")
        if has_letter(whole):
            found.append(Word(whole))
    if found and found[-1].dotted and len(found[-1].key) > 2:  # the end of a sentence, not of a short word
        found[-1] = Word(found[-1].text)
    return found


def joined(name: Sequence[Word]) -> str:
    """The words as one key."""
    return "".join([word.key for word in name])


def scripts(name: str) -> frozenset[str]:
    """The scripts of a name's letters: `{"LATIN"}`, `{"CJK", "HIRAGANA"}`."""
    if name.isascii():
        return frozenset({"LATIN"} if has_letter(name) else ())
    letters = filter(str.isalpha, set(unicodedata.normalize("NFKC", name[:LONGEST])))
    return frozenset(unicodedata.name(letter, "").partition(" ")[0] for letter in letters)


def is_undivided(name: str) -> bool:
    """Whether a name is written without a space between its parts: Chinese, Japanese or Korean."""
    found = scripts(name)
    return bool(found) and found <= {"CJK", "HIRAGANA", "KATAKANA", "HANGUL"}


def _read_again(match: re.Match[str]) -> str:
    """UTF-8 that was read as Windows-1252 or Latin-1; as it stands if it is neither."""
    for encoding in ("cp1252", "latin-1"):
        try:
            return match[0].encode(encoding).decode()
        except UnicodeError:
            continue
    return match[0]
