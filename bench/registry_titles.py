"""Citations made from a record by its title and container: as people type them, and changed.

The spellings are those of metadata.md, sections 10.3 and 10.4. Nothing here uses the rules' own keys: what a
reader sees of a registered title is worked out anew.
"""

from __future__ import annotations

import html
import random
import re
from collections.abc import Iterator, Sequence

from bench.registry_people import plain
from bench.registry_records import Entry
from bench.registry_trials import Trial

_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_ASCII = str.maketrans(
    {"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "`": "'", "′": "'"}
    | dict.fromkeys("‐‑‒–—―−", "-")
)
_WORD = re.compile(r"[^\W\d_]{4,}")
_NUMBER = re.compile(r"(?<![\w.,])[0-9]{1,4}(?![\w.,])")


def displayed(title: str) -> str:
    """A registered title as a page shows it: entities unescaped, tags dropped, blanks folded.

    >>> displayed("CO<sub>2</sub> &amp;lt;i&gt;in vivo&lt;/i&gt;")
    'CO2 in vivo'
    """
    for _ in range(3):
        title = html.unescape(title)
    return " ".join(_TAG.sub("", title).split())


def title_of(entry: Entry) -> str:
    """The first title as displayed; "" if it has no letter."""
    title = displayed(entry.record.titles[0]) if entry.record.titles else ""
    return title if any(map(str.isalpha, title)) else ""


def faithful(entry: Entry) -> Iterator[Trial]:
    """The title of the record itself, typed in the ways that are no fault."""
    title = title_of(entry)
    if not title:
        return
    raw, source = entry.record.titles[0], entry.record.source
    spellings = {
        "as displayed": title,
        "as registered": raw,
        "final period": f"{title}.",
        "ASCII quotes and dashes": title.translate(_ASCII),
        "hyphen as space": re.sub("[-‐‑–]", " ", title),
        "upper case": title.upper(),
    }
    for variant, cited in spellings.items():
        yield Trial("title", variant, entry, cited)
    if plain(title) != title:
        yield Trial("title", "diacritics dropped", entry, plain(title))
    if source == "datacite":
        for cited in entry.record.titles:
            yield Trial("title", "DataCite, every title", entry, displayed(cited))
    for subtitle in entry.record.subtitles:
        yield Trial("title", "title: subtitle", entry, f"{title}: {displayed(subtitle)}")
    main, colon, _ = title.partition(": ")
    if colon and any(map(str.isalpha, main)):
        yield Trial("title", "main title only", entry, main)
    if entry.printed:
        yield Trial("title", "as printed", entry, entry.printed["title"])


def changed(entries: Sequence[Entry], seed: int) -> Iterator[Trial]:
    """Titles of the records with one thing changed: a word, a negation, a number, two letters."""
    titled = [(entry, title) for entry in entries if (title := title_of(entry))]
    words = sorted({word.lower() for _, title in titled for word in _WORD.findall(title) if word.isascii()})
    for entry, title in titled:
        chance = random.Random(f"{seed}/{entry.doi}")
        plain = [match for match in _WORD.finditer(title) if match[0].isascii()]
        if len(plain) < 3:
            continue
        place = chance.choice(plain)
        other = chance.choice(words)
        if other.casefold() not in title.casefold():
            yield Trial("title", "one word replaced", entry, _with(title, place, other))
        start = chance.choice(plain[1:]).start()
        yield Trial("title", "not inserted", entry, f"{title[:start]}not {title[start:]}")
        swapped = _swapped(place[0], chance)
        if swapped != place[0]:
            yield Trial("title", "two letters swapped", entry, _with(title, place, swapped))
        numbers = list(_NUMBER.finditer(title))
        if numbers:
            number = chance.choice(numbers)
            yield Trial("title", "a number changed", entry, _with(title, number, str(int(number[0]) + 1)))


def _with(title: str, place: re.Match[str], word: str) -> str:
    return title[: place.start()] + word + title[place.end() :]


def _swapped(word: str, chance: random.Random) -> str:
    """The word with two neighbours inside it exchanged; as it is if they are all alike."""
    places = [at for at in range(1, len(word) - 1) if word[at].casefold() != word[at + 1].casefold()]
    if not places:
        return word
    at = chance.choice(places)
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def strangers(entries: Sequence[Entry], seed: int, count: int) -> Iterator[Trial]:
    """Titles of other works: random pairs, but for works that bear the same title."""
    titled = [entry for entry in entries if title_of(entry)]
    chance = random.Random(f"{seed}/titles of others")
    for _ in range(count):
        entry, other = chance.sample(titled, 2)
        cited = title_of(other)
        if cited.casefold() != title_of(entry).casefold():
            yield Trial("title", "of another work", entry, cited)


def containers(entries: Sequence[Entry], seed: int, count: int) -> Iterator[Trial]:
    """The journal as registered, typed otherwise, abbreviated; and that of another work."""
    placed = [entry for entry in entries if entry.record.containers]
    for entry in placed:
        name = displayed(entry.record.containers[0])
        yield Trial("container", "as displayed", entry, name)
        yield Trial("container", "upper case", entry, name.upper())
        if " & " in name or " and " in name:
            turned = name.replace(" & ", " and ") if " & " in name else name.replace(" and ", " & ")
            yield Trial("container", "& for and", entry, turned)
        for short in entry.record.short_containers:
            yield Trial("container", "short form", entry, displayed(short))
    chance = random.Random(f"{seed}/containers of others")
    for _ in range(count):
        entry, other = chance.sample(placed, 2)
        ours, theirs = (displayed(each.record.containers[0]).casefold() for each in (entry, other))
        if not (ours in theirs or theirs in ours):
            yield Trial("container", "of another work", entry, displayed(other.record.containers[0]))
