"""The skeleton of a folded text: letters, digits and symbols alone, to find the places worth a closer look.

Left out or made equal is whatever an accept may leave out or equate, so every accept of the matcher has equal
skeletons (quotes.md, section 11). More places look equal here than are: the tokens decide.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate

from citelock.checks.text.chars import LOOKALIKES, PRIMES, SUPERSCRIPTS, script
from citelock.checks.text.patterns import late

# Not known to be bones of themselves. To compile a large class takes long: only the texts that need it pay.
_BONES = late("[^\x00-\x7fа-я]")
_DENSE_BONES = late("[^\x00-\x7fа-яء-غف-ي一-鿿ぁ-ゖァ-ヺ가-힣]")
_SHORT = 10_000  # bytes
_FREQUENT = bytes(range(0xD4))  # all bytes of characters in Latin, Greek and Russian letters
RUSSIAN = frozenset("абвгдежзийклмнопрстуфхцчшщъыьэюя")  # bones of themselves, as most letters are
DROPPED = b" -'.,:*_^"


class Skeleton:
    """A folded text (with its line breaks) as a skeleton, and the way back to its lines."""

    def __init__(self, folded: bytes, *, single_script: bool) -> None:
        lines = bones(folded, single_script=single_script).split(b"\n")
        self.text = b"".join(lines)
        self._ends = list(accumulate(map(len, lines)))

    def windows(self, bone: bytes, most: int) -> list[tuple[int, int]]:
        """First and last line (from 0) of stretches that hold every place where `bone` stands, in order.

        One stretch for each line on which a place begins, at most `most` of them.
        """
        found: list[tuple[int, int]] = []
        at = self.text.find(bone)
        while at >= 0 and len(found) < most:
            first = bisect_right(self._ends, at)
            line_end = self._ends[first]
            last = bisect_right(self._ends, min(line_end - 1 + len(bone), self._ends[-1]) - 1)
            found.append((first, last))
            at = self.text.find(bone, line_end)
        return found


def bones(folded: bytes, *, single_script: bool = False) -> bytes:
    """The skeleton of a fold, line breaks kept; `single_script` also merges look-alikes of two scripts."""
    if folded.isascii():
        return folded.translate(None, DROPPED)
    text = folded.decode()
    dense = len(folded) > _SHORT and 8 * len(folded.translate(None, _FREQUENT)) > len(folded)
    for char in set((_DENSE_BONES if dense else _BONES).findall(text)):
        bone = _bone(char)
        if bone != char:
            text = text.replace(char, bone)
    if single_script:
        for char, latin in LOOKALIKES.items():
            text = text.replace(char, latin)
        text = text.replace("в", "b").replace("н", "h")  # from capitals
    return text.encode().translate(None, DROPPED)


@lru_cache(maxsize=1024)
def _bone(char: str) -> str:
    flat = SUPERSCRIPTS.get(char)
    if flat is not None:
        return flat
    if char in PRIMES or char in "\u00ad\ufffd":
        return ""
    if char == "ß":
        return "ss"
    if char == "ı":
        return "i"
    if unicodedata.category(char) == "Mn":
        return ""
    if script(char) == "latin":
        return unicodedata.normalize("NFD", char)[0]
    return char
