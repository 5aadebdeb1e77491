"""Whether a text is the work that its record describes (snapshots.md, section 4, "Identity").

The DOI in its head, or the title, or most of the title together with the first author, shows that it is. It
compares strings with one record and knows nothing of files; a text of another work is never told to be right
because a few words of a title stand somewhere in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from citelock.checks.dois import normal_doi
from citelock.checks.records import Record
from citelock.checks.text.excerpt import shown
from citelock.checks.text.titles.generic import is_generic
from citelock.checks.text.titles.notices import notice_prefix
from citelock.checks.vetting.head import Head, running_words
from citelock.checks.vetting.mentions import mentions_author, mentions_doi
from citelock.checks.vetting.title_window import best_window, holds_phrase, key_words, keys_of

Status = Literal["ok", "wrong", "not_checkable"]
_TITLE = 0.8  # of the title's words in one window
_WITH_AUTHOR = 0.6  # more than that, and the first author
_FEWEST_WORDS = 3  # of a title that can be told by its words alone
_FIRST_LINES = 12  # where the title of a notice stands, behind the name of the journal
_OWN_TITLE = 1000  # characters of the title that a document gives itself
_PAGE_START = 2000  # characters of a page in which its title may stand
_LONGEST_TITLE = 400  # characters of such a line
# These words say that the work itself was retracted: the text is then that of the work.
_STATES = (
    "retracted", "withdrawn", "removed", "temporary removal", "corrected", "zurückgezogen", "retractado",
    "отозван", "отозвана", "отозвано", "отозваны",
)  # fmt: skip
# Relations that name the same work in another version of the record, not its preprint.
_SAME = ("is-version-of", "has-version", "is-identical-to")


class Identity(NamedTuple):
    """The answer and what it rests on.

    `title_words` are how many of the words of the recorded title that fits best stand in one place, and of
    how many; None without a title that can be told by them. `found` says for a person what stands there
    instead; "" when the status is ok.
    """

    status: Status
    doi: bool = False
    title_words: tuple[int, int] | None = None
    author: bool = False
    found: str = ""


def check_identity(
    head: Head, record: Record, *, title: str = "", declared_doi: str = "", also: Iterable[str] = ()
) -> Identity:
    """Whether the text with this head is the recorded work.

    `title` and `declared_doi` are what the document says of itself (provenance, `document`), "" if nothing.
    `also` are DOIs of the work that the record lacks, such as the one that was cited, or a preprint's that is
    allowed to stand for the work.
    """
    names = work_dois(record, also)
    declared = normal_doi(declared_doi) if declared_doi else None
    doi = declared in names or mentions_doi(head.text, names)
    author = mentions_author(head.text, record)
    words = _best_title(head, title, record)
    told = words is not None and (
        words[0] >= _TITLE * words[1] or (words[0] > _WITH_AUTHOR * words[1] and author)
    )
    answer = Identity("ok", doi, words, author)
    if declared is not None and declared not in names:
        return answer._replace(status="wrong", found=f"it declares the DOI {shown(declared, 100)}")
    notice = _notice(head, title, record)
    if notice:
        return answer._replace(status="wrong", found=f"it is a notice: {notice}")
    if doi or told or (words is None and author and _short_title(head, title, record)):
        return answer
    if words is None and not _has_short_title(record):
        return answer._replace(status="not_checkable", found="the record has no title to tell it by")
    return answer._replace(status="wrong", found=_missing(head, words))


def work_dois(record: Record, also: Iterable[str] = ()) -> frozenset[str]:
    """All DOIs, in normal form, under which the recorded work goes, those of its versions included."""
    given = [record.doi, record.alias_of, *record.same_as, *also]
    for relation in _SAME:
        given += record.relations.get(relation, ())
    return frozenset(doi for raw in given if raw and (doi := normal_doi(raw)) is not None)


def page_is_titled(cited_title: str, page_title: str, text: str) -> bool | None:
    """Whether a page is the one cited by this title (web.md, section 1); None if the title has no words.

    At least half of its words stand in the page's own title or among the first 2,000 characters.
    """
    wanted = key_words(cited_title)
    if not wanted:
        return None
    there = [*running_words(page_title[:_OWN_TITLE]), "", *running_words(text[:_PAGE_START])]
    return 2 * len(wanted.intersection(keys_of(there))) >= len(wanted)


def _titles(record: Record) -> list[str]:
    """The recorded titles that tell a work from others."""
    titles = [*record.titles, *record.original_titles]
    if record.titles and record.subtitles:
        titles.insert(0, f"{record.titles[0]}: {record.subtitles[0]}")
    return [title for title in dict.fromkeys(titles) if not is_generic(title)]


def _best_title(head: Head, own_title: str, record: Record) -> tuple[int, int] | None:
    """The words of the recorded title that fits best, found in one place, and all of them."""
    best: tuple[int, int] | None = None
    own = running_words(own_title[:_OWN_TITLE])
    for title in _titles(record):
        total = len(key_words(title))
        if total < _FEWEST_WORDS:
            continue
        found = max(best_window(head.words, title), best_window(own, title))
        if best is None or found * best[1] > best[0] * total:
            best = (found, total)
    return best


def _has_short_title(record: Record) -> bool:
    return any(len(title) > 0 and len(key_words(title)) < _FEWEST_WORDS for title in _titles(record))


def _short_title(head: Head, own_title: str, record: Record) -> bool:
    """Whether a recorded title too short to be told by its words stands there word for word."""
    own = running_words(own_title[:_OWN_TITLE])
    return any(holds_phrase(head.words, title) or holds_phrase(own, title) for title in _titles(record))


def _notice(head: Head, own_title: str, record: Record) -> str:
    """The line that makes the text a notice about a work, if the record is not that of a notice."""
    if record.updates_to or any(notice_prefix(title) for title in record.titles):
        return ""
    for line in (own_title, *head.lines(_FIRST_LINES)):
        if not line or len(line) > _LONGEST_TITLE:
            continue
        kind = notice_prefix(line)
        if kind is not None and kind not in _STATES:
            return shown(line, 120)
    return ""


def _missing(head: Head, words: tuple[int, int] | None) -> str:
    begins = shown(" ".join(head.lines(2)), 120)
    begins = f"; it begins “{begins}”" if begins else ""
    if words is None:
        return f"neither its DOI nor its title and first author stand in it{begins}"
    return f"of {words[1]} words of its title {words[0]} stand together in it{begins}"
