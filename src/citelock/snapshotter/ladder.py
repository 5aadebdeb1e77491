"""The ladder: which registry is asked for an identifier, and who is asked when that one has nothing.

Crossref and DataCite in batches; then the agency of the prefix; then whether doi.org knows the DOI at all;
then content negotiation. Only the handle system's word makes "does not exist" of a DOI, and a fault anywhere
leaves the identifier unchecked (metadata.md, section 3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from citelock.checks.dois import read_doi
from citelock.checks.id_readings import DoiReading
from citelock.checks.identifiers import Identifier
from citelock.checks.limits import DEFAULT_LIMITS
from citelock.checks.projections.arxiv import joined, project_arxiv
from citelock.checks.projections.errors import ProjectionError
from citelock.checks.projections.parts import record_bytes
from citelock.checks.records import SCHEMA
from citelock.snapshotter.registries import arxiv, crossref, datacite, doi_org, europepmc, idconv
from citelock.snapshotter.registries.asking import Asking
from citelock.snapshotter.registries.batches import batches
from citelock.snapshotter.registries.interface import Absent, Bare, Fault, Gone, Json, Unchecked

Outcome = Json | Unchecked  # a record to write, or nothing
Emit = Callable[[Identifier, Outcome], None]

# Prefixes whose agency never changes and would cost a question each (metadata.md, section 3, step 0).
_DATACITE_PREFIXES = frozenset({"10.48550", "10.5281", "10.6084"})
_ARXIV = "10.48550/arxiv."
_MOST_ALIASES = 3
# What records call the services whose name is another.
_SERVICES = {"csl": doi_org.SERVICE, "doi.org": doi_org.SERVICE}


class _Wish(NamedTuple):
    """A DOI to resolve, and the form as given where cleaning was doubtful: that one goes before it."""

    doi: str
    given: str = ""

    @property
    def forms(self) -> tuple[str, ...]:
        return (self.given, self.doi) if self.given else (self.doi,)


class Ladder:
    """Resolves identifiers and hands each outcome to `emit` as soon as it is final.

    A record of more than `limit` bytes would not be read again, so it is none.
    """

    def __init__(self, asking: Asking, emit: Emit, limit: int = DEFAULT_LIMITS.record_bytes) -> None:
        self._asking = asking
        self._limit = limit
        self._hand_over = emit
        self._agencies: dict[str, str] = {}
        self._emitted: set[str] = set()  # keys with a record
        self._open: set[str] = set()  # keys that a fault has left without one

    def resolve(self, identifiers: Iterable[Identifier]) -> None:
        """Asks for every identifier but web addresses; each is emitted once, also those found on the way.

        A PMID or PMCID is emitted as a record that points to its DOI, and the DOI on its own.
        """
        wishes: dict[_Wish, None] = {}
        numbers = []
        for identifier in identifiers:
            if identifier.doi is not None:
                given = identifier.given.doi if identifier.given is not None else None
                wishes[_Wish(identifier.doi, given or "")] = None
            elif identifier.scheme in ("pmid", "pmcid"):
                numbers.append(identifier)
        wishes.update((_Wish(doi), None) for doi in self._numbers(numbers))
        self._papers(list(dict.fromkeys(wish.doi for wish in wishes if wish.doi.startswith(_ARXIV))))
        others = [wish for wish in wishes if not wish.doi.startswith(_ARXIV)]
        self._datacite([wish for wish in others if _prefix(wish.doi) in _DATACITE_PREFIXES])
        self._crossref([wish for wish in others if _prefix(wish.doi) not in _DATACITE_PREFIXES])

    def _emit(self, identifier: Identifier, outcome: Outcome) -> None:
        size = 0 if isinstance(outcome, Unchecked) else len(record_bytes(outcome))
        if size > self._limit and not isinstance(outcome, Unchecked):
            most = f"at most {self._limit:,} are read (limits in citelock.yml)"
            why = f"its record would have {size:,} bytes; {most}"
            source = str(outcome["source"])
            outcome = Unchecked(self._asking.host(_SERVICES.get(source, source)), why)
        self._hand_over(identifier, outcome)

    # --- DOIs -----------------------------------------------------------------------------------

    def _crossref(self, wishes: Sequence[_Wish]) -> None:
        missing = self._in_batches(crossref.ask_many, wishes)
        agencies: dict[str, list[_Wish]] = {}
        for wish in missing:
            try:
                agencies.setdefault(self._agency(_prefix(wish.doi)), []).append(wish)
            except Fault as fault:
                self._unchecked(wish.doi, fault)
        self._datacite(agencies.pop("DataCite", []))
        for name in sorted(agencies):
            for doi in dict.fromkeys(wish.doi for wish in agencies[name]):
                self._one(doi, partial(self._by_agency, doi, name, 0))

    def _datacite(self, wishes: Sequence[_Wish]) -> None:
        missing = self._in_batches(datacite.ask_many, wishes)
        for doi in dict.fromkeys(wish.doi for wish in missing):
            self._one(doi, partial(self._by_agency, doi, "DataCite", 0))

    def _in_batches(
        self, ask: Callable[[Asking, Sequence[str]], dict[str, Json]], wishes: Sequence[_Wish]
    ) -> list[_Wish]:
        """Asks for all, the doubtful forms too; emits what was found and gives back what was not."""
        asked = list(dict.fromkeys(form for wish in wishes for form in wish.forms))
        found: dict[str, Json] = {}
        faults: dict[str, Fault] = {}
        done: set[str] = set()
        missing: list[_Wish] = []
        waiting = list(wishes)
        for batch in batches(asked):
            try:
                found.update(ask(self._asking, batch))
            except Fault as fault:
                faults.update(dict.fromkeys(batch, fault))
            done.update(batch)
            ready = [wish for wish in waiting if done.issuperset(wish.forms)]
            waiting = [wish for wish in waiting if not done.issuperset(wish.forms)]
            for wish in ready:
                known = next((form for form in wish.forms if form in found or form in faults), None)
                if known is None:
                    missing.append(wish)
                elif known in found:
                    self._found(_of_doi(known), found[known])
                else:  # a form that nobody could be asked for may be the right one
                    self._unchecked(wish.doi, faults[known])
        return missing

    def _found(self, identifier: Identifier, record: Json) -> None:
        """Emits a record once: two spellings may lead to it."""
        if identifier.key not in self._emitted:
            self._emitted.add(identifier.key)
            self._emit(identifier, record)

    def _one(self, doi: str, ask: Callable[[], Json | Gone | Bare]) -> None:
        try:
            self._found(_of_doi(doi), _record(ask(), _of_doi(doi)))
        except Fault as fault:
            self._unchecked(doi, fault)

    def _agency(self, prefix: str) -> str:
        name = self._agencies.get(prefix)
        if name is None:
            name = self._agencies[prefix] = doi_org.agency(self._asking, prefix)
        return name

    def _by_agency(self, doi: str, name: str, aliases: int) -> Json | Gone | Bare:
        """The steps from the agency on; Crossref's lists have been asked before."""
        answered: Json | Absent
        if name == "Crossref":
            answered = crossref.ask_one(self._asking, doi)
        elif name == "DataCite":
            answered = datacite.ask_one(self._asking, doi)
        elif name in ("", doi_org.DENIED):  # a subdivided prefix may be unknown while its DOIs live
            answered = Absent(name)
        else:
            negotiated = doi_org.negotiated(self._asking, doi)
            return negotiated if isinstance(negotiated, dict) else self._by_handle(doi, aliases, negotiated)
        return self._by_handle(doi, aliases) if isinstance(answered, Absent) else answered

    def _by_handle(self, doi: str, aliases: int, negotiated: Gone | Bare | None = None) -> Json | Gone | Bare:
        """The handle system's word, and what content negotiation gives if that was not asked before.

        A page says nothing of a DOI that the handle system does not vouch for: it may be anybody's.
        """
        answered = doi_org.handle(self._asking, doi)
        if isinstance(answered, Gone):
            return answered
        if isinstance(answered, doi_org.Unclear):
            if doi_org.agency(self._asking, doi) == doi_org.DENIED:
                return Gone({"doi.org": doi_org.DENIED})
        elif answered.alias and aliases < _MOST_ALIASES:
            return self._alias(doi, answered.alias, aliases + 1)
        came = negotiated or doi_org.negotiated(self._asking, doi)
        if isinstance(came, dict):
            return came
        if isinstance(answered, doi_org.Unclear):
            raise Fault(doi_org.SERVICE, "it does not say clearly whether the DOI exists")
        # The handle system knows it: a page that says otherwise speaks of the metadata.
        return Bare({"doi.org": "no metadata"}) if isinstance(came, Gone) else came

    def _alias(self, doi: str, target: str, aliases: int) -> Json | Gone | Bare:
        """The record of the other DOI that this one leads to, kept under the one asked for."""
        found: Json | Gone | Bare | None = crossref.ask_many(self._asking, [target]).get(target)
        if found is None:
            found = self._by_agency(target, self._agency(_prefix(target)), aliases)
        if isinstance(found, Gone):
            return Bare({"doi.org": f"leads to {target}, which does not exist"})
        if isinstance(found, Bare):
            return found
        return {**found, "id": f"doi:{doi}", "doi": doi, "alias_of": found.get("alias_of", target)}

    # --- arXiv ----------------------------------------------------------------------------------

    def _papers(self, dois: Sequence[str]) -> None:
        """Works of arXiv: DataCite for names and title, the feed for dates; both must have answered."""
        for batch in batches(dois):
            try:
                registered = datacite.ask_many(self._asking, batch)
                entries = arxiv.ask_many(self._asking, [doi.removeprefix(_ARXIV) for doi in batch])
            except Fault as fault:
                for doi in batch:
                    self._unchecked(doi, fault)
                continue
            for doi in batch:
                entry = entries.get(doi.removeprefix(_ARXIV))
                self._one(doi, partial(self._paper, doi, registered.get(doi), entry))

    def _paper(
        self, doi: str, registered: Json | None, entry: Mapping[str, object] | None
    ) -> Json | Gone | Bare:
        if registered is None and entry is None:
            return self._by_agency(doi, "DataCite", 0)
        if entry is None:
            # It gives an empty feed under load: a record without its dates would look like a changed one.
            raise Fault(arxiv.SERVICE, "it does not know a work that DataCite has of it")
        try:
            own = project_arxiv(dict(entry), doi)
        except ProjectionError as error:
            raise Fault(arxiv.SERVICE, f"it answered in a form that is not documented ({error})") from error
        if registered is None:  # not in the list: unknown there, or malformed, which is a fault
            answered = datacite.ask_one(self._asking, doi)
            registered = answered if isinstance(answered, dict) else None
        return own if registered is None else joined(registered, own)

    # --- PubMed ---------------------------------------------------------------------------------

    def _numbers(self, identifiers: Sequence[Identifier]) -> list[str]:
        """Emits a pointer or an own record for each PMID and PMCID; gives back the DOIs pointed to."""
        found: list[str] = []
        for scheme in ("pmid", "pmcid"):
            own = [identifier for identifier in identifiers if identifier.scheme == scheme]
            for start in range(0, len(own), idconv.MOST):
                part = own[start : start + idconv.MOST]
                try:
                    answers = idconv.ask_many(self._asking, [identifier.value for identifier in part])
                except Fault as fault:
                    for identifier in part:
                        self._not_checked(identifier, fault)
                    continue
                for identifier in part:
                    doi = self._number(identifier, answers[identifier.value.upper()])
                    if doi is not None:
                        found.append(doi)
        return found

    def _number(self, identifier: Identifier, converted: idconv.Answered) -> str | None:
        """The DOI of a PMID or PMCID, for which a pointer was emitted; None where that was another record.

        It does not exist if both have answered and neither knows it; whatever NCBI itself knows exists.
        """
        doi, source = converted.doi, idconv.SERVICE
        if not doi:
            try:
                if converted.problem:
                    raise Fault(idconv.SERVICE, converted.problem)
                answered = europepmc.ask_one(self._asking, identifier)
                if isinstance(answered, Gone) and converted.is_known:
                    raise Fault(europepmc.SERVICE, "it does not have a number yet that NCBI knows")
            except Fault as fault:
                self._not_checked(identifier, fault)
                return None
            if isinstance(answered, Gone):
                answered = Gone({**answered.evidence, "idconv": idconv.NOT_FOUND})
            if not isinstance(answered, str):
                self._emit(identifier, _record(answered, identifier))
                return None
            doi, source = answered, europepmc.SERVICE
        reading = read_doi(doi)
        if not isinstance(reading, DoiReading):
            self._emit(identifier, Unchecked(self._asking.host(source), "it gave a malformed DOI"))
            return None
        pointer: Json = {"schema": SCHEMA, "id": identifier.key, "status": "see", "source": source}
        self._emit(identifier, {**pointer, "same_as": [f"doi:{reading.value}"]})
        return reading.value

    def _not_checked(self, identifier: Identifier, fault: Fault) -> None:
        self._emit(identifier, Unchecked(self._asking.host(fault.service), fault.reason))

    def _unchecked(self, doi: str, fault: Fault) -> None:
        key = f"doi:{doi}"
        if key not in self._emitted and key not in self._open:
            self._open.add(key)
            self._emit(_of_doi(doi), Unchecked(self._asking.host(fault.service), fault.reason))


def _record(answered: Json | Gone | Bare, identifier: Identifier) -> Json:
    """The record that says what came out, also where nothing is known of the work."""
    if not isinstance(answered, Gone | Bare):
        return answered
    status = "not_found" if isinstance(answered, Gone) else "no_metadata"
    source = "doi.org" if identifier.doi is not None else europepmc.SERVICE
    record: Json = {"schema": SCHEMA, "id": identifier.key, "status": status, "source": source}
    if identifier.doi is not None:
        record["doi"] = identifier.doi
    return {**record, "evidence": dict(sorted(answered.evidence.items()))}


def _of_doi(doi: str) -> Identifier:
    return Identifier("doi", doi, doi)


def _prefix(doi: str) -> str:
    return doi.partition("/")[0]
