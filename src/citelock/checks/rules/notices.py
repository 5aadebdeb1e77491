"""The notices rule: was the work retracted, corrected, doubted; or is it itself a notice (metadata.md, 6).

All notices are read and the worst decides; types are never merged, since most are plain corrections. The
direction matters: `updates.by` speaks of the cited work, `updates.to` makes the cited work the notice.
"""

from __future__ import annotations

from collections.abc import Iterable

from citelock.checks.findings import Finding
from citelock.checks.records import Record, Update
from citelock.checks.sentences import message
from citelock.checks.text.excerpt import shown

# From worst to mildest; the first one that a notice of the work leads to is given.
_WORST_FIRST = ("E_RETRACTED", "W_CONCERN", "W_CORRECTED", "N_UPDATED")

_CODES = {
    **dict.fromkeys(("retraction", "withdrawal", "removal"), "E_RETRACTED"),
    **dict.fromkeys(("expression_of_concern", "partial_retraction"), "W_CONCERN"),
    **dict.fromkeys(("correction", "erratum", "corrigendum"), "W_CORRECTED"),
}
# A type that nobody has listed yet and that speaks of taking back is a reason to look, not an accusation.
_TAKEN_BACK = ("retract", "withdraw", "remov")
# What replaces a work is no notice about it.
_VERSIONS = frozenset({"new_version", "new_edition"})

_SENTENCES = {
    "E_RETRACTED": ("the work was taken back", "remove the citation, or replace it"),
    "W_CONCERN": ("the work is in doubt", "read the notice before you rely on it"),
    "W_CORRECTED": ("the work was corrected", "compare the passage with the correction"),
    "N_UPDATED": ("there is a later version or an addition", ""),
}


def check_notices(record: Record, field: str, path: str | None) -> list[Finding]:
    """What the registry's notices say about the cited work; [] for nearly every record.

    `field` is where the identifier stands, `path` the record's file, for the message.
    """
    if not record.updates_by and not record.updates_to:
        return _by_title(record, field, path)
    findings = []
    # Some depositors register a correction as an update of the work itself, in either direction.
    own = [update for update in record.updates_to if _is_own(update, record.doi)]
    about_it = (*record.updates_by, *(update for update in own if update not in record.updates_by))
    ranked = [(_WORST_FIRST.index(code_of(update, record.doi)), update) for update in about_it]
    if ranked:
        worst = min(rank for rank, _ in ranked)
        deciding = [update for rank, update in ranked if rank == worst]
        others = [update for rank, update in ranked if rank != worst]
        findings.append(_about(_WORST_FIRST[worst], deciding, others, field, path))
    told = [update for update in record.updates_to if update not in own and _kind(update) not in _VERSIONS]
    if told:
        findings.append(
            Finding(
                "W_IS_NOTICE",
                message(
                    f"this is a notice and not the work: {_listed(told)}",
                    "cite the work that it is about, or say that the notice is meant",
                    place=path or "",
                ),
                field=field,
                cited=record.doi or None,
                found=_listed(told),
            )
        )
    elif not any(_WORST_FIRST[rank] == "E_RETRACTED" for rank, _ in ranked):
        findings += _by_title(record, field, path)
    return findings


def code_of(update: Update, own: str) -> str:
    """The code that a notice about the work `own` leads to (metadata.md, 6, first table).

    A work that is registered as its own update has a new version under the same identifier. Even then a type
    that speaks of taking back is worth a look.
    """
    kind = _kind(update)
    code = _CODES.get(kind)
    if code is None:
        code = "W_CONCERN" if any(word in kind for word in _TAKEN_BACK) else "N_UPDATED"
    if not _is_own(update, own):
        return code
    return "W_CONCERN" if code in ("E_RETRACTED", "W_CONCERN") else "N_UPDATED"


def _kind(update: Update) -> str:
    return update.type.strip().lower().replace("-", "_").replace(" ", "_")


def _is_own(update: Update, own: str) -> bool:
    return bool(own) and update.doi.lower() == own.lower()


def _about(code: str, deciding: list[Update], others: list[Update], field: str, path: str | None) -> Finding:
    what, advice = _SENTENCES[code]
    further = f"further notices: {_listed(others)}" if others else ""
    said = message(f"{what}: {_listed(deciding)}", further, advice, place=path or "")
    return Finding(code, said, field=field, found=_listed(deciding))


def _by_title(record: Record, field: str, path: str | None) -> list[Finding]:
    """W_IS_NOTICE for a title such as "Retracted: …" where no notice is linked: one of the two, look."""
    for title in record.titles:
        if _may_begin_a_notice(title):
            from citelock.checks.text.titles.notices import notice_prefix  # few titles get this far

            prefix = notice_prefix(title)
            if prefix is not None:
                words = shown(title, 200)
                said = message(
                    f"by its title, “{words}”, this is a notice or the work that a notice is about",
                    "look which, and cite the work itself",
                    place=path or "",
                )
                return [Finding("W_IS_NOTICE", said, field=field, found=words)]
    return []


def _may_begin_a_notice(title: str) -> bool:
    head = title[:60].lower()
    for word in _NOTICE_WORDS:  # noqa: SIM110 # a loop costs half of what a generator does here
        if word in head:
            return True
    return False


_NOTICE_WORDS = (*_TAKEN_BACK, "corr", "errat", "concern", "notice", "addend")


def _listed(updates: Iterable[Update]) -> str:
    """Notices with identifier, day and source, sorted: `retraction 10.5555/n.1 (2010-02-06, publisher)`."""
    return "; ".join(sorted(map(_told, updates)))


def _told(update: Update) -> str:
    about = ", ".join(part for part in (update.date, *sorted(update.sources)) if part)
    name = f"{shown(update.type, 60)} {shown(update.doi or update.id, 200)}".strip()
    return f"{name} ({shown(about, 100)})" if about else name
