"""The texts of `sources/` as a search that works offline: sqlite's full-text index, in memory, for one run.

The words of the claim go in as quoted tokens joined by OR, for anything else is query syntax. The usual
tokens take a run of Han as one word, so scripts without blanks, and Hangul with its endings, are looked up in
a second table, by two characters: most of their words have two, and three would miss them (verify.md, section
3). Only texts that stand in the tree are searched: what is kept private or sealed is not shown to a model.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from citelock.checks.errors import UsageError
from citelock.checks.snapshots import Provenance
from citelock.checks.text.chars import UNSPACED, is_cjk
from citelock.checks.text.excerpt import shown
from citelock.checks.text.source import normal_text
from citelock.snapshotter.evidence import Evidence
from citelock.snapshotter.snapshot_table import Kept, all_snapshots
from citelock.snapshotter.verification.fetching import Fetch, Got, Missed, shown_text
from citelock.snapshotter.verification.search.interface import MOST, Asked, Found, RawHit, SearchUnavailable

if TYPE_CHECKING:
    from sqlite3 import Connection

_MOST_TOKENS = 400
_GRAM = 2
# Every character that `_is_apart` is true of, and some more: most texts have none of them.
_MAY_BE_APART = re.compile(f"[{UNSPACED}\uac00-\ud7a3]")
_TOKENS = "unicode61 categories 'L* N* M* Co'"  # in many scripts vowels are marks
_SNIPPET = 300
_KEPT_APART = ("private", "sealed")


class _Text(NamedTuple):
    """One text of the folder, by the address that its hit has."""

    url: str
    title: str
    published: str
    media_type: str
    final_url: str
    text: str
    furniture_line: int | None
    hidden: tuple[tuple[int, int], ...]


class Folder:
    """The texts of `evidence`; many threads may ask. Raises UsageError where sqlite has no such index."""

    name = "folder"
    filters = False

    def __init__(self, evidence: Evidence) -> None:
        self._label = evidence.sources.label
        self._texts = list(_texts(evidence))
        self._places = {each.url: place for place, each in reversed(list(enumerate(self._texts)))}
        self._index = _indexed(self._texts)
        self._one_at_a_time = threading.Lock()

    @property
    def fetch(self) -> Fetch | None:
        """What reads a hit: from the folder, never from the web."""
        return self._read

    def ask(self, asked: Asked) -> Found:
        """The texts that hold words of the question, the best first, equal ones by file name.

        Raises SearchUnavailable where there is no text at all: that is no search which found nothing.
        """
        if not self._texts:
            raise SearchUnavailable(
                f"there is nothing to search: {shown(self._label, 200)} holds no text that may be shown. Add "
                "texts with `citelock snapshot add`, or name another search with --search."
            )
        scores: dict[int, float] = {}
        with self._one_at_a_time:
            for table, match in _matches(asked.text):
                rows = self._index.execute(
                    f"SELECT rowid, bm25({table}, 2.0, 1.0) FROM {table} WHERE {table} MATCH ?",  # noqa: S608
                    (match,),
                )
                for row, score in rows:
                    scores[row] = scores.get(row, 0.0) + score
        best = sorted(scores, key=lambda row: (scores[row], row))[:MOST]
        return Found(tuple(self._hit(self._texts[row - 1]) for row in best))

    def _hit(self, text: _Text) -> RawHit:
        return RawHit(text.url, text.title, text.text[:_SNIPPET], text.published)

    def _read(self, url: str, _seconds: float) -> Got | Missed:
        place = self._places.get(url)
        if place is None:
            return Missed("http_404", url)
        found = self._texts[place]
        return Got(
            found.final_url or found.url,
            (),
            found.title,
            found.media_type,
            found.published,
            found.text,
            shown_text(found.text, found.furniture_line, found.hidden),
        )


def _texts(evidence: Evidence) -> Iterator[_Text]:
    """Every text that stands in the tree and can be read, in order of file names."""
    for kept in all_snapshots(evidence):
        text = _text_of(kept)
        if text:
            known = kept.provenance or Provenance("ok")
            yield _Text(
                known.url or known.final_url or f"local:{kept.stem}.txt",
                known.title,
                known.published,
                known.media_type,
                known.final_url,
                text,
                known.furniture_line,
                known.hidden,
            )


def _text_of(kept: Kept) -> str:
    """The text, "" where there is none that may be shown."""
    known, content = kept.provenance, kept.file.data
    if content is None or kept.file.private or (known is not None and known.storage in _KEPT_APART):
        return ""
    try:
        return normal_text(content)
    except UnicodeDecodeError:
        return ""


def _indexed(texts: list[_Text]) -> Connection:
    import sqlite3

    index = sqlite3.connect(":memory:", check_same_thread=False)
    try:
        for table in ("words", "grams"):
            index.execute(f'CREATE VIRTUAL TABLE {table} USING fts5(title, text, tokenize="{_TOKENS}")')
    except sqlite3.OperationalError as error:
        raise UsageError(
            f"this Python's sqlite cannot search texts ({error}). Install one with FTS5, or name another "
            "search with --search."
        ) from error
    for row, each in enumerate(texts, 1):
        title, text = _split(each.title), _split(each.text)
        index.execute("INSERT INTO words(rowid, title, text) VALUES (?, ?, ?)", (row, title[0], text[0]))
        if title[1] or text[1]:
            entry = (row, " ".join(_grams(title[1])), " ".join(_grams(text[1])))
            index.execute("INSERT INTO grams(rowid, title, text) VALUES (?, ?, ?)", entry)
    return index


def _split(text: str) -> tuple[str, list[str]]:
    """A text without its runs of scripts that are looked up by characters, and these runs."""
    whole = unicodedata.normalize("NFKC", text).replace("\0", " ")
    if _MAY_BE_APART.search(whole) is None:
        return whole, []
    runs = [(apart, "".join(chars)) for apart, chars in groupby(whole, _is_apart)]
    return "".join(" " if apart else run for apart, run in runs), [run for apart, run in runs if apart]


def _is_apart(char: str) -> bool:
    return char > "\u0e00" and (is_cjk(char) or "\uac00" <= char <= "\ud7a3") and _is_part_of_a_word(char)


def _is_part_of_a_word(char: str) -> bool:
    return unicodedata.category(char)[0] in "LNM"


def _grams(runs: Iterable[str]) -> Iterator[str]:
    """Every two characters in a row, and the last one, so that each begins a token."""
    for run in runs:
        yield from (run[at : at + _GRAM] for at in range(len(run)))


def _matches(question: str) -> Iterator[tuple[str, str]]:
    """The tables that are asked, with a query of quoted tokens for each."""
    rest, runs = _split(question)
    words = dict.fromkeys("".join(chars) for inside, chars in groupby(rest, _is_part_of_a_word) if inside)
    # The last of a run is the beginning of a token only where the run is no longer.
    grams = dict.fromkeys(gram for run in runs for gram in list(_grams([run]))[: max(1, len(run) - 1)])
    for table, tokens in (("words", words), ("grams", grams)):
        if tokens:
            yield (
                table,
                " OR ".join(
                    f'"{token}"' + ("*" if table == "grams" and len(token) < _GRAM else "")
                    for token in list(tokens)[:_MOST_TOKENS]
                ),
            )
