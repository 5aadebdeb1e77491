"""What an agent that wants to pass may bring along: a quotation that is in no source, and evidence for it."""

from __future__ import annotations

import json
from collections.abc import Mapping

from tests.support import pull_requests as pr
from tests.support.histories import File
from tests.support.rule_cases import RECORD, TEXT
from tests.support.runner import Project

FORGED = "tying each statement to a passage made unsupported statements disappear altogether"
FORGED_CLAIM = pr.claim("c2", "Nothing was unsupported any more.", quote=FORGED)
FORGED_FILE = pr.claims(pr.claim(), FORGED_CLAIM)
PASTED = TEXT + FORGED + ".\n"
INVENTED_DOI = "10.0000/invented"
INVENTED_CLAIM = pr.claim("c2", "Another work says so too.", doi=INVENTED_DOI)
INVENTED: Mapping[str, File] = {
    "cache/10.0000_invented.json": json.dumps(RECORD | {"doi": INVENTED_DOI, "id": f"doi:{INVENTED_DOI}"}),
    "sources/10.0000_invented.txt": TEXT,
}


def base_of(project: Project, *listed: pr.Json, files: Mapping[str, File] | None = None) -> str:
    """A base whose evidence is in order, with these claims (one that is in order) and files."""
    written = pr.claims(*(listed or [pr.claim()]))
    return project.history.commit({**pr.SOUND, "claims.json": written, **(files or {})}, clear=True)


def agent(project: Project, base: str, files: Mapping[str, File]) -> str:
    """What an agent commits on top of the base."""
    return project.history.commit(files, base, branch="agent")


def line_of(written: str, text: str) -> int:
    """The one line of a claims file that holds a text."""
    (number,) = [number for number, line in enumerate(written.splitlines(), 1) if text in line]
    return number
