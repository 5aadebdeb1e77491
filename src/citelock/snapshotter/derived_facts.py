"""What a provenance says of a text, beside what its bytes give again (snapshots.md, sections 9 and 10).

Whoever may edit the text may edit these facts too, and they decide as much: which words no reader sees, which
pages there are, what the document calls itself. It compares values and reads nothing.
"""

from __future__ import annotations

import json
from typing import Literal, NamedTuple

from citelock.checks.fields import Fields, object_field
from citelock.checks.text.excerpt import shown
from citelock.checks.vetting.pages import text_flags
from citelock.snapshotter.extract.interface import Extracted
from citelock.snapshotter.provenance import derived_facts

# Figures that only inform: a hand-made provenance may go without them.
_INFORMING = frozenset({"letters", "hyphen_marks", "unmapped", "removed", "characters", "lines"})
_OF_THE_READER = frozenset({"extractor", "backend"})
_OF_THE_DAY = frozenset({"published", "published_from"})  # a page may date itself anew and say the same
_LIBRARIES = {
    "pdf": ("pdfminer.six ", "pypdfium2 "),
    "jats": ("lxml ",),
    "html": ("lxml ",),
    "text": ("charset-normalizer ",),
}
_SHOWN = 200  # characters of a value

Reader = Literal["same", "other", "none", "impossible"]


class Difference(NamedTuple):
    """A fact (`quality.hidden`), as the provenance has it and as the bytes give it."""

    name: str
    recorded: object
    again: object

    @property
    def lines(self) -> tuple[str, str]:
        """Both for a person, as lines of a comparison."""
        return f"- {self.name}: {_written(self.recorded)}", f"+ {self.name}: {_written(self.again)}"


def differences(raw: Fields, again: Extracted, *, same_bytes: bool) -> tuple[Difference, ...]:
    """The facts of a provenance that the bytes do not give, sorted; of the same text."""
    found = []
    for section, members in derived_facts(again, text_flags(again.text)).items():
        given = object_field(raw, section)
        for key, value in members.items():
            recorded = given.get(key)
            if key in _OF_THE_READER or (key in _INFORMING and key not in given):
                continue
            if key in _OF_THE_DAY and not same_bytes:
                continue
            if recorded != value and not (_is_nothing(recorded) and _is_nothing(value)):
                found.append(Difference(f"{section}.{key}", recorded, value))
    return tuple(sorted(found, key=lambda each: each.name))


def reader_of(raw: Fields, again: Extracted) -> Reader:
    """Whether the provenance names the reader of today, another one, none, or one that there never was."""
    extraction = object_field(raw, "extraction")
    extractor, backend = extraction.get("extractor"), extraction.get("backend")
    if not extractor:
        return "none"
    if extractor == again.extractor and (backend or "") == again.backend:
        return "same"
    kind, _, number = str(extractor).partition("/")
    library = str(backend or "")
    is_library = library.startswith(_LIBRARIES.get(kind, ())) or (kind == "text" and not library)
    is_number = number.isascii() and number.isdecimal() and number.strip("0") != ""
    if kind == again.extractor.partition("/")[0] and is_number and is_library:
        return "other"
    return "impossible"


def _is_nothing(value: object) -> bool:
    """An absent fact and an empty one are one thing; 0 is a figure."""
    return value is None or value is False or value == "" or value == []


def _written(value: object) -> str:
    return shown(json.dumps(value, ensure_ascii=False, sort_keys=True)[: 2 * _SHOWN], _SHOWN)
