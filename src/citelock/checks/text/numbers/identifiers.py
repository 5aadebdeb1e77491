"""Digits that belong to a name: GPT-4, B12, H2O2, v1.2, Python 3.10 (numbers.md, section 3, row 2).

A name has a stem and a rest. The rest is compared as it stands, without any decimal sense; what is glued to a
number and is a unit, a magnitude or an ordinal ending is no name, and the caller asks for those first.
"""

from __future__ import annotations

from citelock.checks.named import NamedTuple
from citelock.checks.text.patterns import late


class Name(NamedTuple):
    """A name with digits: where it stands, its stem in small letters, its rest."""

    start: int
    end: int
    stem: str
    rest: str


_LETTER = r"A-Za-zÀ-ÖØ-öø-žͰ-ϿА-Яа-яЁё"
# Letters, parts joined by hyphens before them, and the hyphen that may join the digits.
_STEM = late(rf"(?<![{_LETTER}])((?:[{_LETTER}]{{1,20}}-){{0,3}}[{_LETTER}]{{1,20}})-?\Z")
_REST = late(
    rf"[0-9]+(?:\.[0-9]+)*[{_LETTER}]*(?:[0-9]+[{_LETTER}]*){{0,8}}(?:-(?=[0-9]*[A-Z{_LETTER}]*[0-9])[0-9{_LETTER}]{{1,8}}){{0,2}}"
)
_DIGITS_FIRST = late(rf"([0-9]+)([{_LETTER}]{{1,12}})(?:[0-9]{{1,6}}[{_LETTER}]{{0,6}}){{0,4}}")
_LOOK = 84
# Capitalised at the head of a sentence, and still no name: Top-10, Pre-2020.
_NO_STEMS = frozenset(
    """top pre post mid non early late anti under over sub super semi multi inter intra ex pro re mega grade
    phase
    stage type class group part level category tier vor nach mitte anfang ende до пост пред топ about around
    some
    only just over nearly almost the and with from for to at of in by p n""".split()
)
VERSION_WORDS = frozenset("version versions versión versionen версия версии версию версией верс 版本".split())
# In their own language words like any other (vers 1900, ver 50 casos, release 50): behind these the number
# has a point, or the word has one.
ABBREVIATED = frozenset("v ver vers release rel".split())
# Software whose versions look like decimals: 3.10 is not 3.1.
SOFTWARE = frozenset(
    """python java javascript typescript node nodejs php ruby perl rust golang go kotlin swift scala julia
    matlab
    gcc clang llvm cuda pytorch tensorflow numpy scipy pandas django flask rails react angular vue
    ubuntu debian fedora linux windows macos ios android kubernetes docker postgresql postgres mysql sqlite
    mariadb
    redis mongodb elasticsearch bluetooth usb http tls ssl html css wifi opengl vulkan directx firefox chrome
    stata spss sas latex git gnome kde""".split()
)
_VERSION = late(r"[0-9]+(?:\.[0-9]+)*(?:[a-z]+[0-9]*)?(?:-(?:rc|beta|alpha)\.?[0-9]*)?(?![\w])")
_FISCAL = late(r"(?:19|20)[0-9]{2}\Z")
VERSION_STEM = "version"


def glued(text: str, pos: int) -> Name | None:
    """The name whose digits begin at `pos`, glued or joined by a hyphen to a stem on the left."""
    before = text[pos - 1 : pos]
    if not before or not (before == "-" or before.isalpha()) or "\u2e80" < before < "\ua000":
        return None
    match = _STEM.search(text, max(0, pos - _LOOK), pos)
    if match is None:
        return None
    stem = match[1].rpartition("-")[2]
    hyphen = before == "-"
    if hyphen and (not any(char.isupper() for char in stem) or stem.lower() in _NO_STEMS):
        return None
    follows_digit = match.start() > 0 and text[match.start() - 1].isdigit()
    if follows_digit and (hyphen or len(match[1]) == 1):
        return None  # 5mg-10mg, 10x20: two amounts
    rest = _REST.match(text, pos)
    assert rest is not None
    small = stem.lower()
    if small == "fy" and _FISCAL.match(rest[0]) is not None:
        return None  # the year 2021 of FY2021
    start = match.start()
    if small in VERSION_WORDS or small in ABBREVIATED:
        small = VERSION_STEM
        start = pos - 1 if start == pos - 1 else start
    return Name(start, rest.end(), small, rest[0].lower().replace("-", ""))


def version(text: str, pos: int, lead: str) -> Name | None:
    """The version number that begins at `pos`, behind `version` or the name of a programme."""
    small = lead.lower().rstrip(".")
    pointed = small not in VERSION_WORDS
    if not pointed or small in ABBREVIATED:
        stem = VERSION_STEM
    elif small in SOFTWARE and lead[:1].isupper():
        stem = small
    else:
        return None
    match = _VERSION.match(text, pos)
    if match is None:
        return None
    has_point = lead[-1] == "." and small != "release"  # of an abbreviation, not of a sentence
    if pointed and not (has_point and stem == VERSION_STEM) and ("." not in match[0] or small == "vers"):
        return None
    return Name(pos, match.end(), stem, match[0].lower())


def digits_first(text: str, pos: int) -> Name | None:
    """The name that digits begin: 3D, 16S, 2A."""
    match = _DIGITS_FIRST.match(text, pos)
    if match is None:
        return None
    return Name(pos, match.end(), "#" + match[2].lower(), match[0].lower())


def could_be_stem(word: str) -> bool:
    """Whether a word before a blank and a number may be the stem of a name: GPT 4, COVID 19."""
    return sum(char.isupper() for char in word) > 1
