"""The title rule: the cited title is a registered one, a part or another spelling of one, or another work.

The levels are those of metadata.md, section 5.1. Most citations hold the title as it is registered, so what
looks closer is imported where a title differs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from citelock.checks.findings import Finding
from citelock.checks.named import NamedTuple
from citelock.checks.records import Record
from citelock.checks.sentences import message
from citelock.checks.text.excerpt import shown
from citelock.checks.text.titles.generic import is_generic

if TYPE_CHECKING:
    from citelock.checks.text.titles.forms import Form

_SHORT = 15  # letters: a shorter title names a work only together with its subtitle
_MARKUP = frozenset("<>&\\{}$")


def plain_titles(record: Record) -> frozenset[str]:
    """The registered titles as they stand: `check_title` has nothing to say of them."""
    return frozenset(title for title in record.titles if _is_plain(title, record))


def is_known(record: Record) -> bool:
    """Whether there is a title to compare with."""
    from citelock.checks.text.titles.keys import title_key

    return any(map(title_key, (*record.titles, *record.original_titles, *record.short_titles)))


def check_title(cited: str, record: Record, path: str | None) -> Finding | None:
    """None if the cited title is a registered form; `cited` has a letter or digit.

    `path` is the record's file, for the message.
    """
    if cited in record.titles and _is_plain(cited, record):
        return None  # byte for byte, the common case: no key is needed
    from citelock.checks.text.titles.forms import cited_forms, registered_forms
    from citelock.checks.text.titles.keys import title_key

    registered = registered_forms(
        record.titles, record.subtitles, record.original_titles, record.short_titles
    )
    if not registered:
        return Finding(
            "N_TITLE_UNAVAILABLE",
            message("the record has no title: it was not compared"),
            field="title",
            cited=shown(cited),
        )
    ours = cited_forms(cited)
    by_key = {form.key: form for form in registered}
    equal = next((by_key[key] for key in map(title_key, ours) if key in by_key), None)
    compared = _Compared(cited, record, path)
    return _differs(compared, ours, registered) if equal is None else _says_too_little(compared, equal)


def _is_plain(title: str, record: Record) -> bool:
    """Whether there is nothing to say of a registered title that is cited as it stands."""
    letters = sum(map(str.isalnum, title))
    if not letters or is_generic(title) or _MARKUP.intersection(title):
        return False
    return not record.subtitles or letters >= 3 * _SHORT  # three of them may be one composed syllable


class _Compared(NamedTuple):
    """What is compared: the cited title and the record, which was read from `path`."""

    cited: str
    record: Record
    path: str | None

    def finding(self, code: str, relation: str, form: Form, *sentences: str) -> Finding:
        """The finding whose message begins `cited “…”, <relation> “…” (<file>, <field>)`."""
        field = "title" if self.record.source == "hand" else form.field
        where = f"{self.path}, {field}" if self.path else field
        from citelock.checks.text.titles.keys import printed

        ours, theirs = shown(self.cited), shown(printed(form.text))
        said = f"cited “{ours}”, {relation} “{theirs}” ({where})"
        return Finding(code, message(said, *sentences), field="title", cited=ours, found=theirs)


def _says_too_little(compared: _Compared, form: Form) -> Finding | None:
    """W_TITLE_GENERIC for a title that many works have, or a short one whose subtitle was left out."""
    from citelock.checks.text.titles.keys import printed

    if is_generic(printed(form.text)) or ("&" in form.text and is_generic(form.key)):
        return compared.finding(
            "W_TITLE_GENERIC",
            "the record says",
            form,
            "many works have this title",
            "check that the identifier is that of the cited work",
        )
    if form.left_out and len(form.key) < _SHORT:
        return compared.finding(
            "W_TITLE_GENERIC",
            "the record says",
            form,
            f"its subtitle “{shown(compared.record.subtitles[0])}” is left out",
            "cite the title together with its subtitle",
        )
    return None


def _differs(compared: _Compared, ours: Sequence[str], registered: Sequence[Form]) -> Finding:
    """The finding on a title of which no registered form has the key."""
    from citelock.checks.text.titles.parts import is_cut_off, is_part, is_part_respelled
    from citelock.checks.text.titles.words import is_respelled

    pairs = [(one, form) for form in registered for one in ours]
    for one, form in pairs:
        if is_part(one, form.text) or is_cut_off(one, form.text):
            return _part_of(compared, form)
        if is_part(form.text, one):
            return _goes_beyond(compared, form)
    if _is_subtitle(ours, compared.record):
        return _part_of(compared, registered[0])
    for one, form in pairs:
        if is_respelled(one, form.text):
            return compared.finding(
                "W_TITLE_DIFFERS", "the record spells it", form, "copy the registered title"
            )
    for one, form in pairs:
        if is_part_respelled(one, form.text):
            return _part_of(compared, form)
        if is_part_respelled(form.text, one):
            return _goes_beyond(compared, form)
    return compared.finding(
        "E_TITLE_MISMATCH",
        "the record says",
        registered[0],
        "copy the title from the source, or correct the identifier",
    )


def _part_of(compared: _Compared, form: Form) -> Finding:
    return compared.finding("W_TITLE_PARTIAL", "which is a part of", form, "cite the whole title")


def _goes_beyond(compared: _Compared, form: Form) -> Finding:
    return compared.finding(
        "W_TITLE_PARTIAL", "of which the record has", form, "check that the rest belongs to the title"
    )


def _is_subtitle(ours: Sequence[str], record: Record) -> bool:
    from citelock.checks.text.titles.keys import title_key

    keys = [key for key in map(title_key, record.subtitles) if len(key) >= _SHORT]
    return any(title_key(one) in keys for one in ours)
