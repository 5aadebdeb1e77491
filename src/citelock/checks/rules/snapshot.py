"""Rules about the text: is it there, to be trusted, allowed, the work (snapshots.md, 12; web.md, 1.1)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Sequence

from citelock.checks.findings import Finding
from citelock.checks.sentences import message
from citelock.checks.snapshots import CorruptProvenance, Provenance
from citelock.checks.text.excerpt import shown

_GONE = frozenset({"http_404", "http_410"})
NOT_LOOKED = "no text of the source, so nobody has looked"
_NOT_KEPT_HERE = frozenset({"private", "sealed"})
# Flags of a text that matter whatever is quoted; `hidden_text` matters to the words that are hidden.
_ALWAYS = ("no_spaces",)
_HIDDEN = "hidden_text"
_MOST_COPIES = 100  # of one passage that are looked at


def untrusted(problem: str | None, provenance: Provenance | CorruptProvenance | None) -> Finding | None:
    """E_SNAPSHOT_ALTERED: the quotation is not judged on such a text."""
    if problem is None and isinstance(provenance, CorruptProvenance):
        problem = provenance.reason
    if problem is None:
        return None
    return Finding(
        "E_SNAPSHOT_ALTERED",
        message(shown(problem), "the quotation was not judged", "restore the file or take it again"),
    )


def unreadable(provenance: Provenance | None, has_text: bool, *, is_url: bool) -> Finding | None:
    """W_URL_GONE or W_NOT_MACHINE_CHECKED when somebody looked and could not read; None with a text to read.

    Only a cited address can be gone: for a DOI a dead link says nothing about the work.
    """
    if provenance is None or has_text:
        return None
    if provenance.status != "unavailable":
        if provenance.storage not in _NOT_KEPT_HERE:
            return None
        reason = provenance.storage
    else:
        reason = provenance.reason
    if reason == "ssrf_blocked":
        return None  # the address was never asked: nobody has looked (E_NO_SNAPSHOT)
    when = f" on {shown(provenance.retrieved, 20)}" if provenance.retrieved else ""
    if is_url and reason in _GONE:
        status = reason.removeprefix("http_")
        return Finding(
            "W_URL_GONE",
            message(
                f"the address answered {status}{when}", "find where the page is now, or cite another source"
            ),
            field="url",
            argument=status,
        )
    word = shown(reason, 40)
    said = f"the text could not be read ({word}){when}"
    if provenance.status != "unavailable":
        said = f"the text may not be published and is not on this machine ({word})"
    return Finding("W_NOT_MACHINE_CHECKED", message(said, "the quotation was not looked up"), argument=word)


def no_snapshot(asked: str | None, near: str | None = None) -> Finding:
    """E_NO_SNAPSHOT: nobody has looked. `asked` is the missing file, `near` one of almost that name."""
    return Finding("E_NO_SNAPSHOT", message(NOT_LOOKED, put_text(asked, near)))


def put_text(asked: str | None, near: str | None) -> str:
    """What to do about a missing text."""
    if near and asked:
        return f"rename {shown(near, 200)} to {asked}"
    return f"put its text in {asked or 'the folder of sources'}"


def abstract_only(missed: Finding) -> Finding:
    """W_SNAPSHOT_ABSTRACT_ONLY in place of a quotation or fragment that was not found in an abstract."""
    return Finding(
        "W_SNAPSHOT_ABSTRACT_ONLY",
        message(
            "the snapshot holds the abstract only, without the quoted words", "take one of the whole text"
        ),
        field=missed.field,
        cited=missed.cited,
    )


def without_provenance(path: str | None) -> Finding:
    """N_SNAPSHOT_NO_PROVENANCE; `path` is that of the text."""
    said = message(f"{path or 'the text'} has no provenance file", "its origin is not recorded")
    return Finding("N_SNAPSHOT_NO_PROVENANCE", said)


def partial_text(missed: Finding) -> Finding:
    """W_NOT_MACHINE_CHECKED:partial in place of what was not found in a text that lacks pages."""
    return Finding(
        "W_NOT_MACHINE_CHECKED",
        message(
            "pages of the source could not be read, and the others do not hold the quoted words",
            "take a snapshot of a copy that can be read",
        ),
        field=missed.field,
        argument="partial",
        cited=missed.cited,
    )


def unlicensed(provenance: Provenance, path: str | None, allowed: Collection[str]) -> Finding | None:
    """E_SNAPSHOT_LICENCE: a text in the tree that its provenance does not allow to be there.

    A hand-made provenance without any class says as little as none at all; ours always has one.
    """
    where = path or "the text"
    if provenance.storage in _NOT_KEPT_HERE:
        said = f"{where} is in the tree, and its provenance says {provenance.storage}"
    elif provenance.licence and provenance.licence not in allowed:
        licence = shown(provenance.licence, 60)
        said = f"{where} is in the tree under the licence class {licence}, which is not on the list"
    else:
        return None
    return Finding(
        "E_SNAPSHOT_LICENCE",
        message(
            said,
            "take it again, which keeps it apart, or put the class on licences.commit of citelock.yml",
        ),
    )


def another_work(found: str, forced: str = "") -> Finding:
    """W_SNAPSHOT_IDENTITY: the text does not look like the work; `found` says what stands there."""
    said = (
        f"the text does not look like the work: {found}" if found else "the text does not look like the work"
    )
    force = f"it was taken by force ({shown(forced, 120)})" if forced else ""
    return Finding("W_SNAPSHOT_IDENTITY", message(said, force, "see whether it is, or take another copy"))


def moved_page(provenance: Provenance) -> Finding | None:
    """W_SNAPSHOT_IDENTITY for a web page that was fetched from another domain than the one cited."""
    if provenance.identity != "wrong" or not provenance.final_url:
        return None
    said = f"{shown(provenance.url, 200)} led to {shown(provenance.final_url, 200)}, which is another domain"
    return Finding("W_SNAPSHOT_IDENTITY", message(said, "see whether it is the page that is meant"))


def other_title(cited_title: str, provenance: Provenance) -> Finding:
    """W_SNAPSHOT_IDENTITY for a page without the words of the cited title."""
    return Finding(
        "W_SNAPSHOT_IDENTITY",
        message(
            "fewer than half of the words of the cited title stand in the page's title or at its beginning",
            "see whether it is the page that is meant",
        ),
        field="title",
        cited=shown(cited_title),
        found=shown(provenance.title) or None,
    )


def quality(provenance: Provenance) -> list[Finding]:
    """W_SNAPSHOT_QUALITY for flags of the whole text."""
    return [
        _quality(flag, "the extractor lost the spaces between words")
        for flag in provenance.flags
        if flag in _ALWAYS
    ]


def hidden_match(
    provenance: Provenance, spans: Iterable[tuple[int, int]], text: Callable[[], str]
) -> Finding | None:
    """W_SNAPSHOT_QUALITY:hidden_text if a passage that was found overlaps what no reader sees.

    Not where the same words stand in the text for all to see as well: a figure may be cut from a page of
    which the rest is still there. `text` is asked only if need be.
    """
    if not provenance.hidden:
        return None
    for start, end in spans:
        if _overlaps(provenance.hidden, start, end) and not _is_seen_elsewhere(
            provenance, text(), start, end
        ):
            return _quality(_HIDDEN, "the quoted words stand where a reader of the source does not see them")
    return None


def _overlaps(hidden: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    place = bisect_left(hidden, (end, -1)) - 1
    return place >= 0 and hidden[place][1] > start


def _is_seen_elsewhere(provenance: Provenance, text: str, start: int, end: int) -> bool:
    words, length, at = text[start:end], end - start, -1
    for _ in range(_MOST_COPIES if words else 0):
        at = text.find(words, at + 1)
        if at < 0:
            return False
        whole = not text[at - 1 : at].isalnum() and not text[at + length : at + length + 1].isalnum()
        if (whole or at == 0) and not _overlaps(provenance.hidden, at, at + length):
            return True
    return False


def _quality(flag: str, why: str) -> Finding:
    return Finding("W_SNAPSHOT_QUALITY", message(why, "compare the quotation with the source"), argument=flag)


def sealed(path: str | None) -> Finding:
    """N_SNAPSHOT_SEALED: found by the windows of a seal, without the text."""
    said = f"{path or 'the text'} is a seal: the words were found without their text"
    missing = "whether a hyphen inside a word or a citation mark differs is not seen"
    return Finding("N_SNAPSHOT_SEALED", message(said, missing))
