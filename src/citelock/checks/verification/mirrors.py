"""Pages that carry one text count once: containment of eight-token shingles (verify.md, section 5).

Containment and not similarity: what is asked is whether the shorter text stands in the longer one. Exact sets
and a strict bound; translated or paraphrased reprints share no shingles and are not seen.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from citelock.checks.text.chars import is_cjk, visible
from citelock.checks.text.patterns import late
from citelock.checks.verification.banners import without_banners
from citelock.checks.verification.values import Source
from citelock.checks.verification.windows import window_text

WIDTH = 8  # tokens of a shingle
# Joined when strictly more than 30 of 100 shingles of the smaller text are shared.
SHARED, OF = 30, 100

_TOKEN = late(r"\w+")


def clusters(sources: Sequence[Source]) -> Mapping[str, int]:
    """The number of its cluster (from 0, in order of the sources) for each source id."""
    shingled = [shingles(window_text(source)) for source in sources]
    parent = list(range(len(sources)))

    def root(at: int) -> int:
        while parent[at] != at:
            at = parent[at]
        return at

    for one, other in combinations(range(len(sources)), 2):
        if are_mirrors(shingled[one], shingled[other]):
            first, second = sorted((root(one), root(other)))
            parent[second] = first
    roots = [root(at) for at in range(len(sources))]
    numbers = {each: number for number, each in enumerate(dict.fromkeys(roots))}
    return {source.id: numbers[each] for source, each in zip(sources, roots, strict=True)}


def shingles(text: str) -> frozenset[tuple[str, ...]]:
    """All runs of eight tokens of a text without its banners; none of a text that is shorter."""
    tokens = list(_tokens(without_banners(text)))
    return frozenset(tuple(tokens[at : at + WIDTH]) for at in range(len(tokens) - WIDTH + 1))


def are_mirrors(one: frozenset[tuple[str, ...]], other: frozenset[tuple[str, ...]]) -> bool:
    """Whether more than 30 % of the smaller set is in the other; never for a text without shingles."""
    smaller = min(len(one), len(other))
    return smaller > 0 and OF * len(one & other) > SHARED * smaller


def _tokens(text: str) -> Iterable[str]:
    """Words of what is seen, after NFKC and casefold; Han and kana one by one."""
    for match in _TOKEN.finditer(unicodedata.normalize("NFKC", visible(text)).casefold()):
        yield from _parts(match[0])


def _parts(word: str) -> Iterable[str]:
    if word.isascii() or not any(map(is_cjk, word)):
        return (word,)
    return re.findall(_CJK_OR_RUN, word)


_CJK_OR_RUN = "[\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff]+"
