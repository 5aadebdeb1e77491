"""Slavic names in Latin letters reduced to what all transliterations share (metadata.md, section 5.3).

ISO 9, BGN/PCGN, the passport systems and the German, French and English habits differ in a few letters only.
The reduced form is for comparing two keys; it is nobody's spelling.
"""

from __future__ import annotations

import re
from typing import Final

# In this order: longer sequences first, a glide before a vowel goes before single letters are made equal.
_STEPS: Final = (
    (re.compile("tsch|tch|cz"), "ch"),
    (re.compile("sch(?!ch)"), "sh"),
    (re.compile("ks"), "x"),
    (re.compile("kh"), "h"),
    (re.compile("ph"), "f"),
    (re.compile("w"), "v"),
    (re.compile("ff?$"), "v"),
    (re.compile("[jyi]+([aeou])"), r"\1"),
    (re.compile("[jy]"), "i"),
    (re.compile(r"(.)\1+"), r"\1"),
)


def skeleton(key: str) -> str:
    """What the transliterations of one name have in common; `key` as `name_key` gives it.

    >>> {skeleton(name) for name in ("dostoevsky", "dostoyevskii", "dostojewskij")}
    {'dostoevski'}
    """
    for pattern, replacement in _STEPS:
        key = pattern.sub(replacement, key)
    return key
