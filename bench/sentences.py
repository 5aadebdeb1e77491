"""Real running text, cut into sentences: the ground that mutants and retypings are made on.

Knows the folder of plain text files (one paragraph a line, `<lang>.txt` or `<lang>-<name>.txt`) and nothing
of the matcher. The cut is simple on purpose: a sentence only has to be a stretch of real words with its
neighbours.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from bench.oracle import Text, tokens

TEXTS = Path(__file__).resolve().parent.parent / "tests" / "data" / "real_text"
_END = re.compile(r"(?<=[.!?…])\s+(?=[A-ZÀ-ÞА-ЯЁ«“\"(\d])|(?<=[。！？])")
_LENGTHS = {"zh": (24, 160)}  # characters; a Han character says as much as three Latin ones
_LETTERS = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Passage:
    """One sentence of a real text, where it begins, and its two neighbours ("" at an end)."""

    text: str
    lang: str
    before: str
    after: str
    start: int

    def window(self, sentence: str | None = None) -> str:
        """A small source: the sentence (or what stands in its place) between its neighbours, a line each."""
        middle = self.text if sentence is None else sentence
        return "\n".join(line for line in (self.before, middle, self.after) if line) + "\n"


@dataclass(frozen=True, slots=True)
class RealText:
    """One text: its language, all of it, its sentences fit for quoting, and its words for exchange."""

    name: str
    lang: str
    text: str
    passages: tuple[Passage, ...]
    vocabulary: tuple[str, ...]
    held: Text


def read_texts(folder: Path = TEXTS) -> list[RealText]:
    """All texts of the folder, sorted by name; the part of the name before `-` or `.` is the language."""
    return [
        prepare(path.stem, path.read_text(encoding="utf-8"))
        for path in sorted(folder.glob("*.txt"))
        if path.stem.partition("-")[0] in {"en", "ru", "de", "fr", "zh", "es"}
    ]


def prepare(name: str, text: str) -> RealText:
    """Cut a text into passages. One that stands twice or holds an ellipsis is left out."""
    lang = name.partition("-")[0]
    shortest, longest = _LENGTHS.get(lang, (60, 420))
    cut = [part.strip() for line in text.split("\n") for part in _END.split(line) if part.strip()]
    times = Counter(cut)
    passages = []
    start = 0
    for at, sentence in enumerate(cut):
        start = text.index(sentence, start)
        if not shortest <= len(sentence) <= longest or times[sentence] > 1:
            continue
        if "…" in sentence or ".." in sentence or not (lang != "zh" or _mostly_han(sentence)):
            continue
        if lang != "zh" and sentence.count(" ") < 8:
            continue
        before = cut[at - 1] if at else ""
        after = cut[at + 1] if at + 1 < len(cut) else ""
        passages.append(Passage(sentence, lang, before, after, start))
    words = sorted({word for word in tokens(text, fold_case=False) if _LETTERS.match(word)})
    return RealText(name, lang, text, tuple(passages), tuple(words), Text(text))


def _mostly_han(sentence: str) -> bool:
    return sum("\u4e00" <= char <= "\u9fff" for char in sentence) * 2 > len(sentence)
