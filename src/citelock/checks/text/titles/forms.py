"""The forms in which a registry holds one title, and those in which it is cited (metadata.md, 5.1).

A registry keeps title, subtitle, original and short title apart; a bibliography prints any of them, or
several together. It knows strings only; what follows from a form that agrees is said by `rules/title.py`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from citelock.checks.text.patterns import late
from citelock.checks.text.titles.keys import title_key
from citelock.checks.text.titles.notices import without_notice

_MOST = 4  # titles, and subtitles of one, that are put together with each other
_MOST_FORMS = 24

# Behind a title: the medium (GB/T 7714, APA), which is no word of it.
_MEDIUM = late(
    r"\[(?:[JMCDRSPNZAGK](?:/OL)?|EB/OL|DB/OL|data ?set|(?:computer )?software|preprint|internet|"
    r"conference paper|doctoral dissertation|master['’]s thesis|unpublished manuscript)\]\.?$",
    re.IGNORECASE,
)
_LONGEST_MEDIUM = 40  # characters


class Form(NamedTuple):
    """One registered form: the text, its key, the field of the record, and the key of the subtitle left out.

    `left_out` is "" for a form that lacks nothing.
    """

    text: str
    key: str
    field: str
    left_out: str = ""


def registered_forms(
    titles: tuple[str, ...],
    subtitles: tuple[str, ...] = (),
    original_titles: tuple[str, ...] = (),
    short_titles: tuple[str, ...] = (),
) -> tuple[Form, ...]:
    """All forms that have a key, each once, the most usual first; also those without a notice's words."""
    if not any(map(title_key, titles)):
        titles = ()
    left_out = next(filter(None, map(title_key, subtitles)), "")
    forms = [(title, f"titles[{n}]", left_out) for n, title in enumerate(titles)]
    for n, title in enumerate(titles[:_MOST]):
        forms += [
            (f"{title}: {subtitle}", f"titles[{n}] and subtitles[{m}]", "")
            for m, subtitle in enumerate(subtitles[:_MOST])
        ]
    if titles and len(subtitles) > 1:
        forms.append((f"{titles[0]}: {' '.join(subtitles[:_MOST])}", "titles[0] and subtitles", ""))
    if len(titles) > 1:
        forms.append((" ".join(titles[:_MOST]), "titles", ""))
    forms += [(title, f"original_titles[{n}]", "") for n, title in enumerate(original_titles)]
    for title in original_titles[:_MOST] if titles else ():
        # Bilingual journals print both, in either order.
        field = "titles[0] and original_titles"
        forms += [(f"{titles[0]} {title}", field, ""), (f"{title} {titles[0]}", field, "")]
    forms += [(title, f"short_titles[{n}]", "") for n, title in enumerate(short_titles)]
    found: dict[str, Form] = {}
    for text, field, missing in forms[:_MOST_FORMS]:
        for one in (text, without_notice(text)):
            key = title_key(one)
            if key and key not in found:
                found[key] = Form(one, key, field, missing if missing not in key else "")
    return tuple(found.values())


def cited_forms(cited: str) -> tuple[str, ...]:
    """The cited title, and without a notice's words and its medium ("[J]") where it has them."""
    text = " ".join(without_notice(cited).split())
    medium = _MEDIUM.search(text, max(0, len(text) - _LONGEST_MEDIUM))
    plain = text[: medium.start()] if medium else text
    return (cited,) if plain == cited or not title_key(plain) else (cited, plain)
