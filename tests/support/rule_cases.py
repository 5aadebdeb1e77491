"""For every code of the catalogue the smallest project that provokes it; docs/rules/ shows what they give.

All names, texts and identifiers are made up. A case differs from `SOUND`, a project without any finding, in
as little as possible.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from citelock.checks.sealing import make_seal, salt_text

TEXT = (
    "Grounding in retrieved passages\n"
    "In our experiments tying each statement to a passage lowered the number of unsupported statements "
    "from 18 to 7 per hundred answers. "
    "As the earlier study showed [12] the effect does not depend on the size of the model. "
    "An agent is not permitted to terminate the review before every passage has been read. "
    "The reviewers said that he had read the whole of it before the first meeting took place. "
    "Costs rose to 15 % of the budget in the second year of the trial.\n"
    "The method was slow in each of the runs, which is why the pilot was repeated twice; the second run used "
    "other machines, another set of questions and a longer list of sources, and a third group of readers "
    "looked through all of the answers by hand, noting every statement for which they saw one and "
    "every passage that they read twice, before it was accepted by all of the readers.\n"
)
QUOTE = (
    "tying each statement to a passage lowered the number of unsupported statements from 18 to 7 "
    "per hundred answers"
)
DOI = "10.0000/demo.1"
STEM = "10.0000_demo.1"
RECORD = {
    "authors": ["Example", "Second"],
    "status": "found",
    "title": "Grounding in retrieved passages",
    "year": 2024,
}
CITATION = {
    "doi": DOI,
    "title": "Grounding in retrieved passages",
    "year": 2024,
    "first_author": "Example",
    "quote": QUOTE,
}
CLAIM_TEXT = "Tying statements to passages lowered the unsupported ones."

URL = "https://news.example/grounding"
URL_STEM = "url_news.example_grounding-" + hashlib.sha256(URL.encode()).hexdigest()[:8]

SALT = b"sixteen constant"
SEAL, WINDOWS = make_seal(TEXT, None, SALT)

Json = Mapping[str, object]


@dataclass(frozen=True)
class Case:
    """A project: what differs from the sound one. `files` are further files; None takes a sound one away.

    `report` is a report in Markdown that is audited in place of the claims file. With a `base` it is a pull
    request: that is the project before it.
    """

    citation: Mapping[str, object] = field(default_factory=dict)
    text: str = CLAIM_TEXT
    record: Json | None = field(default_factory=lambda: RECORD)
    snapshot: str | None = TEXT
    provenance: Json | None = None
    files: Mapping[str, str] = field(default_factory=dict)
    more: Sequence[Json] = ()
    claims: Sequence[Json] | None = None
    base: Case | None = None
    report: str = ""

    @property
    def audited(self) -> str:
        """The file that is audited."""
        return "report.md" if self.report else "claims.json"

    def write(self, folder: Path) -> None:
        """Writes the project into `folder`: claims.json, cache/, sources/."""
        files = dict(self.files)
        if self.record is not None:
            files[f"cache/{STEM}.json"] = json.dumps(self.record)
        if self.snapshot is not None:
            files[f"sources/{STEM}.txt"] = self.snapshot
        if self.provenance is not None:
            files[f"sources/{STEM}.json"] = json.dumps(self.provenance)
        citation = {name: value for name, value in {**CITATION, **self.citation}.items() if value is not None}
        claim = {"id": "c1", "text": self.text, "citations": [citation, *self.more]}
        claims = [claim] if self.claims is None else list(self.claims)
        files["claims.json"] = json.dumps({"claims": claims}, ensure_ascii=False, indent=2) + "\n"
        if self.report:
            files["report.md"] = self.report
        (folder / "cache").mkdir(exist_ok=True)
        (folder / "sources").mkdir(exist_ok=True)
        for name, content in files.items():
            (folder / name).write_text(content, "utf-8", newline="")


def provenance(**changes: object) -> dict[str, object]:
    """A provenance of TEXT; `changes` replace members, those of `text` one by one."""
    text = {
        "storage": "committed",
        "sha256": hashlib.sha256(TEXT.encode()).hexdigest(),
        "characters": len(TEXT),
        "lines": TEXT.count("\n"),
        "furniture_line": None,
        "scope": "full",
        "scope_from": "stated",
        "pages": [],
    }
    text_changes = changes.pop("text", {})
    assert isinstance(text_changes, dict)
    return {
        "schema": "citelock-provenance/1",
        "status": "ok",
        "reason": None,
        "id": f"doi:{DOI}",
        "version": "published",
        "source": {
            "channel": "file",
            "url": None,
            "final_url": None,
            "retrieved": "2024-05-01",
            "status": None,
        },
        "licence": {"class": "cc-by", "url": None, "read_from": "stated"},
        "text": {**text, **text_changes},
        **changes,
    }


def unavailable(reason: str, status: int | None) -> dict[str, object]:
    """The failure record of a web page."""
    return {
        "schema": "citelock-provenance/1",
        "status": "unavailable",
        "reason": reason,
        "attempts": 2,
        "id": f"url:{URL}",
        "source": {
            "channel": "url",
            "url": URL,
            "final_url": URL,
            "retrieved": "2024-05-01",
            "status": status,
        },
    }


def by_url(**changes: object) -> dict[str, object]:
    """The changes that make the sound citation one by `url`."""
    return {"doi": None, "title": None, "year": None, "first_author": None, "url": URL, **changes}


def of_page(record: Json) -> dict[str, str]:
    return {f"sources/{URL_STEM}.json": json.dumps(record)}


def registered(**changes: object) -> dict[str, object]:
    """The record of the sound case as a registry gives it; `changes` replace members."""
    people = [
        {"family": "Example", "given": "Anna", "sequence": "first"},
        {"family": "Second", "given": "Boris"},
    ]
    return {
        "schema": "citelock-record/1",
        "id": f"doi:{DOI}",
        "doi": DOI,
        "status": "found",
        "source": "crossref",
        "type": "journal-article",
        "titles": [RECORD["title"]],
        "containers": ["Annals of Retrieval"],
        "dates": {"issued": "2024-02-01"},
        "authors": people,
        **changes,
    }


def noticed(kind: str) -> dict[str, object]:
    """The record with one notice about it."""
    notice = {"type": kind, "doi": "10.5555/notice.1", "date": "2025-03-01", "sources": ["publisher"]}
    return registered(updates={"by": [notice]})


SOUND = Case(provenance=provenance())
_BARE = Case(snapshot=None, claims=[])

_PUBLISHER = "https://publisher.example/doi/10.5555/demo.1"
_PUBLISHER_STEM = (
    "url_publisher.example_doi_10.5555_demo.1-" + hashlib.sha256(_PUBLISHER.encode()).hexdigest()[:8]
)
_TWIN = {"title": RECORD["title"], "year": 2024, "first_author": "Example", "quote": QUOTE}

CASES: dict[str, Case] = {
    "E_UNCITED": Case(claims=[{"id": "c1", "text": CLAIM_TEXT, "citations": []}]),
    "E_FIELD_MISSING": Case({"year": None}),
    "E_LABEL_OVERCLAIM": Case({"status": "verified"}, snapshot=None),
    "W_NO_CLAIMS": Case(claims=[]),
    "W_NOT_MACHINE_CHECKED": Case(by_url(), files=of_page(unavailable("login", 200))),
    "E_DOI_SYNTAX": Case({"doi": "0.5281/zenodo.1"}),
    "E_ID_SYNTAX": Case({"doi": None, "pmid": "PMC123"}),
    "W_DOI_CLEANED": Case({"doi": "10.0000/demo.1."}),
    "W_DOI_ALIAS": Case(record=registered(alias_of="10.0000/demo.2")),
    "N_URL_HAS_DOI": Case(by_url(url=_PUBLISHER), files={f"sources/{_PUBLISHER_STEM}.txt": TEXT}),
    "W_URL_GONE": Case(by_url(), files=of_page(unavailable("http_404", 404))),
    "E_NOT_CACHED": Case(record=None),
    "E_DOI_NOT_FOUND": Case(record={"status": "not_found"}),
    "E_CACHE_CORRUPT": Case(record={**RECORD, "doi": "10.0000/demo.2"}),
    "E_SLUG_COLLISION": Case(
        {"doi": "10.5555/a/b"},
        more=[{"doi": "10.5555/a_b", **_TWIN}],
        files={"cache/10.5555_a_b.json": json.dumps(RECORD), "sources/10.5555_a_b.txt": TEXT},
    ),
    "N_RECORD_WITHOUT_METADATA": Case(
        record={
            "schema": "citelock-record/1",
            "id": f"doi:{DOI}",
            "status": "no_metadata",
            "source": "doi.org",
        }
    ),
    "E_TITLE_MISMATCH": Case({"title": "Grounding in generated passages"}),
    "W_TITLE_PARTIAL": Case(
        record={**RECORD, "title": "Grounding in retrieved passages: a study of answers"}
    ),
    "W_TITLE_DIFFERS": Case({"title": "Grounding in retreived passages"}),
    "W_TITLE_GENERIC": Case({"title": "Editorial"}, record={**RECORD, "title": "Editorial"}),
    "N_TITLE_UNAVAILABLE": Case(record={**RECORD, "title": ""}),
    "E_YEAR_MISMATCH": Case({"year": 2023}),
    "W_YEAR_NEAR": Case(
        {"year": 2025}, record=registered(type="posted-content", dates={"posted": "2024-02-01"})
    ),
    "W_YEAR_ONLINE_ONLY": Case(
        {"year": 1997}, record=registered(dates={"issued": "2013-05-09", "created": "2015-03-19"})
    ),
    "N_YEAR_UNAVAILABLE": Case(record={**RECORD, "year": None}),
    "E_AUTHOR_MISMATCH": Case({"first_author": "Second"}),
    "W_AUTHOR_NOT_FIRST": Case(
        {"first_author": "Third"},
        record=registered(
            authors=[{"family": family} for family in ("Example", "Fifth", "Second", "Third", "Zero")]
        ),
    ),
    "W_AUTHOR_PART": Case({"authors": ["Example"]}),
    "W_AUTHOR_SWAPPED": Case({"first_author": "Anna"}, record=registered()),
    "W_AUTHOR_GIVEN": Case({"first_author": "Example, B."}, record=registered()),
    "W_AUTHOR_GROUP": Case(record=registered(authors=[{"name": "Grounding Consortium"}])),
    "W_AUTHOR_SCRIPT": Case({"first_author": "Пример"}),
    "N_AUTHOR_UNAVAILABLE": Case(record={**RECORD, "authors": []}),
    "E_COAUTHOR_MISMATCH": Case({"authors": ["Example", "Third"]}),
    "W_CONTAINER_MISMATCH": Case({"container_title": "Journal of Grounding"}, record=registered()),
    "E_RETRACTED": Case(record=noticed("retraction")),
    "W_CONCERN": Case(record=noticed("expression_of_concern")),
    "W_CORRECTED": Case(record=noticed("erratum")),
    "W_IS_NOTICE": Case(
        record=registered(updates={"to": [{"type": "correction", "doi": "10.5555/other.1"}]})
    ),
    "N_UPDATED": Case(record=noticed("new_version")),
    "E_NO_SNAPSHOT": Case(snapshot=None),
    "E_SNAPSHOT_ALTERED": Case(provenance=provenance(text={"sha256": "0" * 64})),
    "E_SNAPSHOT_LICENCE": Case(provenance=provenance(licence={"class": "cc-by-nc-nd"})),
    "W_SNAPSHOT_ABSTRACT_ONLY": Case(
        {"quote": "the samples were kept at four degrees for two days before they were read"},
        provenance=provenance(text={"scope": "abstract"}),
    ),
    "W_SNAPSHOT_IDENTITY": Case(
        record={**RECORD, "title": "Another work on quite different matters", "authors": ["Nobody"]},
        citation={"title": "Another work on quite different matters", "first_author": "Nobody"},
        provenance=provenance(identity={"status": "ok"}),
    ),
    "W_SNAPSHOT_QUALITY": Case(provenance=provenance(quality={"hidden": [[0, len(TEXT)]]})),
    "N_SNAPSHOT_NO_PROVENANCE": Case(),
    "N_SNAPSHOT_SEALED": Case(
        snapshot=None,
        provenance=provenance(
            text={"storage": "sealed"},
            seal={
                "salt": salt_text(SALT),
                "windows": WINDOWS,
                "sha256": hashlib.sha256(SEAL).hexdigest(),
            },
        ),
        files={f"sources/{STEM}.seal": SEAL.decode()},
    ),
    "E_QUOTE_NOT_FOUND": Case({"quote": QUOTE.replace("lowered", "raised")}),
    "E_QUOTE_FRAGMENT_NOT_FOUND": Case(
        {"quote": None, "quotes": [QUOTE, "the method was fast in each of the runs"]}
    ),
    "E_QUOTE_TOO_SHORT": Case({"quote": "to a passage lowered"}),
    "E_QUOTE_UNSAFE": Case({"quote": QUOTE.replace("passage", "p\u0430ssage")}),
    "E_QUOTE_NEGATION_ELIDED": Case({"quote": "the effect does … depend on the size of the model"}),
    "W_QUOTE_EDITED": Case({"quote": "The reviewers said that [Example] had read the whole of it"}),
    "W_QUOTE_SPLICED": Case(
        {"quote": "The method was slow in each of the runs … noting every statement for which they saw one"}
    ),
    "W_QUOTE_CONTEXT_CUT": Case(
        {"quote": "permitted to terminate the review before every passage has been read"}
    ),
    "N_QUOTE_MARKERS_IGNORED": Case(
        {"quote": "As the earlier study showed the effect does not depend on the size"}
    ),
    "E_NUMBER_UNSUPPORTED": Case(
        text="Tying statements to passages lowered the unsupported ones by 3 times."
    ),
    "W_NUMBER_CONVERTED": Case(
        {"quote": "Costs rose to 15 % of the budget in the second year of the trial"},
        text="Costs rose to a share of 0.15 in the trial.",
    ),
    "W_NUMBER_DERIVED": Case(
        text="Tying statements to passages lowered the unsupported ones by 11 per hundred."
    ),
    "W_NUMBER_UNIT": Case(
        {"quote": "Costs rose to 15 % of the budget in the second year of the trial"},
        text="Costs rose to 15 percentage points of the budget.",
    ),
    "W_NUMBER_COARSE": Case(text="Tying statements to passages left more than 5 unsupported ones."),
    "W_NUMBER_ORDER": Case(text="The number of unsupported statements went from 7 to 18 per hundred."),
    "W_NUMBER_WORD": Case(text="Tying statements to passages helped half of the authors."),
    "N_NUMBER_ROUNDED": Case(
        {"quote": "the pilot had 3,142,857 readers of whom every one looked through all of the answers"},
        text="The pilot had 3.1 million readers.",
        snapshot=TEXT
        + "the pilot had 3,142,857 readers of whom every one looked through all of the answers\n",
    ),
    "N_NUMBER_AMBIGUOUS": Case(
        {"quote": "the pilot had 16.181 readers of whom every one looked through all of the answers"},
        text="The pilot had 16,181 readers.",
        snapshot=TEXT + "the pilot had 16.181 readers of whom every one looked through all of the answers\n",
    ),
    "N_NUMBER_ELSEWHERE": Case(
        text="Tying statements to passages lowered the unsupported ones from 18, while costs rose to 15 %.",
        more=[{**CITATION, "quote": "Costs rose to 15 % of the budget in the second year of the trial"}],
    ),
    "N_YEAR_FROM_RECORD": Case(text="In 2024 a study tied statements to passages."),
    "E_REF_MISSING": Case(report=f"Costs rose [1][3].\n\n### Sources\n[1] Demo report: {URL}\n"),
    "W_REF_UNUSED": Case(
        report=f"Costs rose [1].\n\n### Sources\n[1] Demo report: {URL}\n[2] Other report: {URL}/2\n"
    ),
    "W_QUOTE_UNCITED": Case(
        report=f'The board said "costs rose in every month of the year". It met [1].\n\n'
        f"## Sources\n[1] Demo report: {URL}\n"
    ),
    "E_EVIDENCE_SELF_SUPPLIED": Case(provenance=provenance(), base=_BARE),
    "W_EVIDENCE_CHANGED": Case(record=noticed("correction"), provenance=provenance(), base=SOUND),
    "E_CLAIM_VANISHED": Case(claims=[], provenance=provenance(), base=SOUND),
    "W_CONFIG_CHANGED": Case(
        provenance=provenance(), files={".gitattributes": "cache/** -diff\n"}, base=SOUND
    ),
}
