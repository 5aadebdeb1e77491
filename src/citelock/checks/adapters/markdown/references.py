"""From a marker or a link in the text to citations: the entry it names, and whether it is a marker at all."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping

from citelock.checks.adapters.identifying import FIELDS, of_url
from citelock.checks.adapters.interface import At, CitationDraft
from citelock.checks.adapters.markdown.authors import Authors
from citelock.checks.adapters.markdown.entries import Entry, entry_of
from citelock.checks.adapters.markdown.markers import Reading, is_year
from citelock.checks.adapters.markdown.pieces import Link, Marker, Named, Note
from citelock.checks.adapters.markdown.titles import is_generic

_UNITS = frozenset(
    {"m", "cm", "mm", "km", "dm", "nm", "µm", "μm", "ft", "in", "mi", "s", "sec", "yd", "м", "см", "км", "мм"}
)
_LONGEST_SYMBOL = 3  # letters, cos²; where a report marks with brackets, so short a word has a power
_BEHIND_WORDS = tuple('.,;:!?”’"»。，；：！？')
_PART_OF_A_POWER = frozenset("0123456789⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉")


class References:
    """The entries of all lists of a report, by their labels."""

    def __init__(self, entries: Iterable[Entry], *, circled: bool = False) -> None:
        self.entries = list(entries)
        self._circled = circled  # its list has digits in circles
        self.authors = Authors(entry.called for entry in self.entries)
        self.in_brackets = False  # this report marks with brackets, so its small raised digits are powers
        self._in_raised = False  # raised digits of it are numbers of its list
        self._in_keys = False  # its list carries keys that it cites
        self._in_names = False  # it cites by author and year
        self.said: list[tuple[str, At]] = []
        self._by_label: dict[str, list[Entry]] = {}
        self._by_label_and_kind: dict[tuple[str, bool], list[Entry]] = {}
        self._shapes: set[str] = set()
        self._by_folded: dict[str, list[Entry]] = {}
        self._by_source: dict[tuple[str, object], Entry] = {}
        for entry in self.entries:
            if entry.label:
                self._by_label.setdefault(entry.label, []).append(entry)
                self._by_label_and_kind.setdefault((entry.label, entry.is_note), []).append(entry)
                self._by_folded.setdefault(entry.label.casefold(), []).append(entry)
                if not entry.is_note and not entry.label.isdecimal():
                    self._shapes.add(_shape(entry.label))
            for key in _keys(entry.fields):
                self._by_source.setdefault(key, entry)

    def learn(self, markers: Iterable[tuple[Marker, At]]) -> None:
        """Learns from the markers of the whole report what its way is: `[1]`, `¹`, `[@key]`, names."""
        keys: list[tuple[str, At]] = []
        for marker, at in markers:
            reading = marker.reading
            if reading.is_key:
                self._in_keys |= any(label in self._by_label for label in reading.labels)
                keys += [] if reading.is_word else [(marker.literal, at)]
            elif reading.is_author:
                self._in_names |= any(self._by_name(label) is not None for label in reading.labels)
            elif marker.raised and not marker.url:
                self._in_raised |= all(label in self._by_label for label in reading.labels)
            elif not (reading.is_named or reading.is_circled) and reading.labels[0] in self._by_label:
                self.in_brackets = True
        if keys and not self._in_keys:
            literal, at = keys[0]
            what = (
                f"{len(keys)} citations by key, the first {literal[:80]}: read as text, no list has the key"
            )
            self.said.append((what, at))

    def has_any(self, labels: Iterable[str]) -> bool:
        """Whether some entry has one of these labels."""
        return any(map(self._candidates, labels))

    def labels_of(self, marker: Marker, before: str) -> tuple[str, ...]:
        """What a marker names, () if it is none; `before` is the text in front of it."""
        reading = marker.reading
        labels = reading.labels
        if reading.is_named:
            like_others = all(_shape(label) in self._shapes or self._candidates(label) for label in labels)
            return labels if like_others else ()
        if reading.is_key:
            return self._keys_of(reading)
        if reading.is_author:
            return self._names_of(reading)
        if reading.is_footnote or reading.too_wide:
            return labels
        if reading.is_circled:
            return self._circles_of(reading, before)
        if marker.raised and not marker.url:
            return self._raised(labels, before)
        if any(is_year(label) and label not in self._by_label for label in labels):
            return ()
        if _is_interval(marker.literal) and not all(label in self._by_label for label in labels):
            return ()
        return labels

    def _circles_of(self, reading: Reading, before: str) -> tuple[str, ...]:
        """Digits in circles: markers of a list that has such, elsewhere only if they can be nothing else."""
        if self._circled:
            return reading.labels if before.strip() else ()
        known = all(label in self._by_label for label in reading.labels)
        return reading.labels if reading.is_strong and known and not self.in_brackets else ()

    def _keys_of(self, reading: Reading) -> tuple[str, ...]:
        """Keys: citations only where the list carries keys; a word `@name` only where it has that one."""
        if reading.is_word:
            return tuple(label for label in reading.labels if label in self._by_label)
        return reading.labels if self._in_keys else ()

    def _names_of(self, reading: Reading) -> tuple[str, ...]:
        """Authors and years: those that mean one entry, by its number where the report cites by numbers.

        What means none, or several that differ, is missing only in a report that cites so, and only if it can
        be nothing but a citation; else it is prose: `(Paris, 2015)`.
        """
        found = [(label, self._by_name(label)) for label in reading.labels]
        if self.in_brackets:
            return tuple(entry.label or label for label, entry in found if entry is not None)
        known = any(entry is not None for _, entry in found)
        names = (label.rpartition(",")[0] for label in reading.labels)
        if known or (self._in_names and (reading.is_strong or any(map(self.authors.has, names)))):
            return reading.labels
        return ()

    def _by_name(self, label: str) -> Entry | None:
        names, _, year = label.rpartition(", ")
        found = [self.entries[number] for number in self.authors.meant(names, year)]
        sources = {tuple(_keys(entry.fields)) or (("", number),) for number, entry in enumerate(found)}
        return found[0] if len(sources) == 1 else None

    def _raised(self, labels: tuple[str, ...], before: str) -> tuple[str, ...]:
        """Superscript digits: a marker only where the list has the number, and no power of something."""
        if not before.strip() or before[-1:] in _PART_OF_A_POWER:
            return ()
        word = before.split()[-1].strip("(/·") if before[-1:].isalpha() else ""
        if word.rpartition("/")[2] in _UNITS or len(word) == 1:  # m², R²
            return ()
        if self.in_brackets and 0 < len(word) <= _LONGEST_SYMBOL:
            return ()
        if all(label in self._by_label for label in labels):
            return labels
        digits = tuple("".join(labels))
        if len(labels) == 1 and len(digits) > 1 and all(digit in self._by_label for digit in digits):
            return digits
        # The others of this report are references: one that leads nowhere must not vanish.
        if self._in_raised and not self.in_brackets and (word.islower() or before[-1:] in _BEHIND_WORDS):
            return labels if len(word) > _LONGEST_SYMBOL or not word else ()
        return ()

    def cited(self, labels: Iterable[str], marker: Marker, at: At) -> list[CitationDraft]:
        """The citations of a marker; a label without an entry is one without identifier."""
        drafts = []
        for label in labels:
            named = marker.reading.is_author and label not in self._by_label
            entry = self._by_name(label) if named else self._entry(label, at, note=marker.reading.is_footnote)
            fields: dict[str, object] = dict(entry.fields) if entry is not None else {}
            if marker.url:
                fields = self._of_link(marker, label, fields, at)
            if entry is not None:
                entry.used = True
                fields |= _quoted(entry)
            drafts.append(CitationDraft(at, fields, label))
        return drafts

    def noted(self, note: Note, at: At) -> CitationDraft | None:
        """The citation that a note in the text is; None for a remark, without identifier and quotation."""
        entry = entry_of(" ".join(note.content.split()), at, -1, as_note=True)
        if entry is None or not (entry.has_identifier or entry.quotes):
            return None
        return CitationDraft(at, {**entry.fields, **_quoted(entry)})

    def linked(self, link: Link | Named, at: At) -> CitationDraft:
        """The citation of a link or an identifier in the text."""
        name, value = of_url(link.url) if isinstance(link, Link) else (link.field, link.value)
        entry = self._by_source.get((name, value))
        fields: dict[str, object] = {name: value}
        if isinstance(link, Link) and not is_generic(link.label):
            fields["title"] = link.label
        elif entry is not None and "title" in entry.fields:
            fields["title"] = entry.fields["title"]
        if entry is not None:
            entry.used = True
        return CitationDraft(at, fields)

    def _of_link(self, marker: Marker, label: str, listed: Mapping[str, object], at: At) -> dict[str, object]:
        """The fields of `[[8]](url)`: those of the list too, if it names the same page."""
        name, value = of_url(marker.url)
        if not listed or listed.get(name) == value:
            return {name: value, **listed}
        if any(each in listed for each in FIELDS):
            self.said.append((f"marker {label}: link and list name different pages; the link is kept", at))
            return {name: value}
        return {name: value, **listed}

    def _candidates(self, label: str) -> list[Entry]:
        return self._by_label.get(label) or self._by_folded.get(label.casefold()) or []

    def _entry(self, label: str, at: At, *, note: bool) -> Entry | None:
        """The entry of this label; where several lists have it, that of the next list behind the marker."""
        found = self._candidates(label)
        if not found:
            return None
        if len(found) == 1:
            return found[0]
        same = self._by_label_and_kind.get((label, note)) or found
        place = bisect_right(same, at, key=lambda entry: entry.at)
        return same[place] if place < len(same) else same[0]

    def repeated(self) -> list[tuple[str, At]]:
        """Entries that name the same source under two labels, and labels that stand twice in one list."""
        said: list[tuple[str, At]] = []
        first: dict[tuple[str, object], Entry] = {}
        known: set[tuple[int, str]] = set()
        for entry in self.entries:
            if entry.label and (entry.group, entry.label) in known:
                said.append(
                    (f"entry {entry.label} stands twice in one list; markers mean the first", entry.at)
                )
            known.add((entry.group, entry.label))
            keys = _keys(entry.fields)
            other = first.setdefault(keys[0], entry) if keys else entry
            if other is not entry:
                titles = {each.fields["title"] for each in (entry, other) if "title" in each.fields}
                differs = len(titles) > 1
                what = "the same source under different titles" if differs else "the same source"
                said.append((f"{_called(other)} and {_called(entry)} are {what}: {keys[0][1]}", entry.at))
        return said


def _quoted(entry: Entry) -> dict[str, object]:
    if len(entry.quotes) == 1:
        return {"quote": entry.quotes[0]}
    return {"quotes": list(entry.quotes)} if entry.quotes else {}


def _shape(label: str) -> str:
    """The form of a label: `[S3]` is a marker where the list has `[S2]`, even if it lacks `[S3]`."""
    return re.sub(r"[0-9]+", "9", label)


def _called(entry: Entry) -> str:
    return f"entry {entry.label}" if entry.label else f"the entry in line {entry.at[0]}"


def _keys(fields: Mapping[str, object]) -> list[tuple[str, object]]:
    return [(name, fields[name]) for name in FIELDS if name in fields]


def _is_interval(literal: str) -> bool:
    """Whether brackets may be an interval of two figures rather than two references: `[50, 120]`."""
    inside = literal.strip("[]()")
    first, sign, second = inside.partition(",")
    return (
        bool(sign) and first.strip().isdigit() and second.strip().isdigit() and int(first) + 40 < int(second)
    )
