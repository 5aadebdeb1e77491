"""What the steps of the ladder share: the work, whom they may ask, and what they answer.

A step yields copies, each downloaded with what is said of its licence, and reasons why there is none. It
judges neither text nor licence beyond what it takes to be allowed to download (snapshots.md, section 5).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from citelock.checks.fields import Fields
from citelock.checks.identifiers import Identifier
from citelock.checks.licences import BY_NAME, Statement, decide
from citelock.checks.records import Record
from citelock.snapshotter.provenance import Origin

if TYPE_CHECKING:
    from citelock.snapshotter.download import Denied, Downloads
    from citelock.snapshotter.registries.asking import Asking


class Work(NamedTuple):
    """What is looked for.

    `record` is what the registry says, None without it; `raw` the same file as parsed JSON. `allow` are the
    words of `--allow`: abstract, partial, preprint. `address` is the web address as cited. `problem` says
    why the record that is there cannot be read, "" if nothing is wrong with it.
    """

    identifier: Identifier
    record: Record | None
    raw: Fields
    allow: frozenset[str]
    address: str = ""
    problem: str = ""


class Services(NamedTuple):
    """Whom a step may ask: registries by `asking`, pages by `downloads`. `today` is `YYYY-MM-DD`."""

    asking: Asking
    downloads: Downloads
    mailto: str | None
    today: str


class Copy(NamedTuple):
    """The bytes of one copy and what is said of it.

    `version` is published, accepted, submitted, preprint, v*N* or None. `wants_pdf`: a PDF was asked for.
    `of_work` is the identifier that the text is about where it is another one (a preprint); `landing`: it is
    the page that a publisher shows, which may hold no more than the abstract.
    """

    data: bytes
    origin: Origin
    statements: tuple[Statement, ...]
    version: str | None = None
    charset: str = ""
    wants_pdf: bool = False
    landing: bool = False
    attempts: int = 1


class Skipped(NamedTuple):
    """Why a step has no copy.

    `denied` is the answer of an address that was asked, if one was; `unknown`: nobody knows, since somebody
    could not be asked, and the word for why (web.md, section 1.1).
    """

    channel: str
    reason: str
    unknown: str = ""
    denied: Denied | None = None


Found = Copy | Skipped


class Step(Protocol):
    """One step of the ladder."""

    def __call__(self, work: Work, services: Services) -> Iterator[Found]:
        """The copies that this source has, best first, and why there is no other."""


def fetched(
    services: Services,
    url: str,
    channel: str,
    statements: Sequence[Statement] = (),
    *,
    version: str | None = None,
    wants_pdf: bool = False,
    landing: bool = False,
) -> Found:
    """The copy at an address of the open web."""
    from citelock.snapshotter.download import Page  # with requests, which a file of the user's needs not

    came = services.downloads.get(url, channel)
    if isinstance(came, Page):
        return Copy(
            came.data,
            came.origin,
            tuple(statements),
            version,
            came.charset,
            wants_pdf,
            landing,
            came.attempts,
        )
    return Skipped(channel, f"{came.message} ({came.reason})", denied=came)


def may_fetch(statements: Sequence[Statement]) -> str:
    """Why a copy of which this is said may not be downloaded, "" if it may where robots.txt allows."""
    name = decide(statements).name
    if BY_NAME[name].fetch in ("yes", "robots"):
        return ""
    return f"its licence is {name}, under which nothing may be downloaded"


def dois_of(work: Work, relation: str, prefixes: Collection[str]) -> list[str]:
    """The DOIs that the record relates the work to, of these prefixes only."""
    related = work.record.relations.get(relation, ()) if work.record is not None else ()
    return [doi.lower() for doi in related if doi.lower().startswith(tuple(prefixes))]
