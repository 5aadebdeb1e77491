"""Rules about the text: is there one, may it be trusted, could it be read (snapshots.md, 12; web.md, 1.1)."""

from __future__ import annotations

from citelock.checks.findings import Finding
from citelock.checks.sentences import message
from citelock.checks.snapshots import CorruptProvenance, Provenance
from citelock.checks.text.excerpt import shown

_GONE = frozenset({"http_404", "http_410"})
NOT_LOOKED = "no text of the source, so nobody has looked"
_NOT_KEPT_HERE = frozenset({"private", "sealed"})


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
    return Finding(
        "W_NOT_MACHINE_CHECKED",
        message(f"the text could not be read ({word}){when}", "the quotation was not looked up"),
        argument=word,
    )


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
