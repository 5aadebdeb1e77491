"""What asking a registry can come to, and where the registries are.

Three answers never mix: a record, "I do not have it", and a fault. A fault says nothing about the work, is
never written down, and leaves the identifier unchecked (metadata.md, section 4).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from citelock.checks.errors import CollectionError

# The one table of host names: each may be replaced by `registries:` of citelock.yml or `--registry NAME=URL`.
SERVICES: Mapping[str, str] = {
    "arxiv": "https://export.arxiv.org",
    "biorxiv": "https://api.biorxiv.org",
    "crossref": "https://api.crossref.org",
    "datacite": "https://api.datacite.org",
    "doi_org": "https://doi.org",
    "europepmc": "https://www.ebi.ac.uk/europepmc/webservices/rest",
    "idconv": "https://pmc.ncbi.nlm.nih.gov/tools/idconv/api/v1",
    "pmc": "https://pmc.ncbi.nlm.nih.gov",
    "unpaywall": "https://api.unpaywall.org",
}


class Fault(CollectionError):
    """A registry gave no usable answer: the service, and why in a few words (exit 3).

    `elsewhere`: the trouble is with somebody that the service has led to. `word` is that of the vocabulary of
    reasons (web.md, section 1.1); all of them may be otherwise in a minute.
    """

    def __init__(self, service: str, reason: str, *, elsewhere: bool = False, word: str = "reset") -> None:
        super().__init__(f"{service}: {reason}")
        self.service = service
        self.reason = reason
        self.elsewhere = elsewhere
        self.word = word


class Absent(NamedTuple):
    """The registry was asked, answered properly, and does not have the identifier."""

    service: str


class Gone(NamedTuple):
    """Nobody has it, by the word of those in `evidence`: the identifier does not exist."""

    evidence: Mapping[str, str]


class Bare(NamedTuple):
    """It exists, and nobody gives metadata; `evidence` says whose word that is."""

    evidence: Mapping[str, str]


class Unchecked(NamedTuple):
    """Nobody knows: the service that gave no answer, and why."""

    service: str
    reason: str


Json = dict[str, object]
