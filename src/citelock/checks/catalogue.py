"""The one list of codes: what each means, why it is there, the label it leads to (design README, section 5).

The order of the list is the order of codes in every report. Severities here are the defaults; `citelock.yml`
may change them, and nothing else: a label follows from the code (web.md, section 2). Only codes that the
audit can give are listed. The file is long because it is data; `citelock rules` and the documentation print
it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from citelock.checks.findings import Severity

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE


class Entry(NamedTuple):
    """One code. `argument` says what follows the colon in the report, "" where nothing does.

    `label` is the row of web.md section 2 that the code puts a citation in: `unverified`,
    `not-machine-checked`, `partial`, or "" when it lowers nothing. E_FIELD_MISSING is the one code whose row
    depends on its argument; see `label_row`.
    """

    code: str
    severity: Severity
    concern: str
    label: str
    argument: str
    sentence: str
    why: str
    example: str
    repair: str
    limits: str


# One short value a line would double the length of the table.
# fmt: off
CATALOGUE: tuple[Entry, ...] = (
    Entry(
        "E_UNCITED", _E, "claim", "unverified", "",
        "The claim has no citation.",
        "A statement without a source cannot be checked, and a reader cannot tell it from one that was.",
        'A claim with `"citations": []`.',
        "Add a citation, or take the claim out of the file: own conclusions do not belong in it.",
        "Whether the statement needs a source is not judged.",
    ),
    Entry(
        "E_FIELD_MISSING", _E, "claim", "partial", "the field: identifier, title, year, first_author "
        "or quote",
        "A required field of the citation is missing or empty.",
        "An empty field would pass every comparison, so leaving it out must not be a way round the check.",
        "A citation by DOI without `year`, or with a title that has no letter or digit.",
        "Fill the field from the source itself. A citation by `url` needs only `url` and `quote` or "
        "`quotes`.",
        "Only presence is judged here. Without an identifier or a quote there is nothing to verify; "
        "the other fields "
        "leave the label at partial.",
    ),
    Entry(
        "E_LABEL_OVERCLAIM", _E, "claim", "", "",
        "The agent's own `status` stands above the label that was computed.",
        "A report that calls itself verified must not be believed for it.",
        'A claim with `"status": "verified"` whose page could not be read.',
        "Lower the status to the computed label or leave it out; or repair what keeps the label low.",
        "A status at or below the label is accepted and has no effect.",
    ),
    Entry(
        "W_NO_CLAIMS", _W, "claim", "", "",
        "The claims file holds no claim, so nothing was checked.",
        '"Nothing was checked" must never look like "all is well".',
        'A file with `"claims": []`.',
        "Check that the agent wrote its claims, and that this is the file meant.",
        "It belongs to a file, not to a citation, and stands in the report's top-level `findings`.",
    ),
    Entry(
        "W_NOT_MACHINE_CHECKED", _W, "claim", "not-machine-checked", "the reason, such as robots, "
        "login or http_403",
        "Somebody looked for the text and could not read it; the reason is recorded in the provenance.",
        "A page that cannot be read is no evidence for or against the quotation.",
        "A news page that asks for a login: `W_NOT_MACHINE_CHECKED:login`.",
        "Read the source yourself, save a copy you may keep and record it as a snapshot, or cite an "
        "open source.",
        "The failure was recorded on its day; the page may answer today.",
    ),
    Entry(
        "E_DOI_SYNTAX", _E, "identity", "unverified", "",
        "The DOI is malformed, so there is nothing it could name.",
        "A mangled identifier leads a reader nowhere, and guessing the one that was meant would "
        "verify another work.",
        "`0.5281/zenodo.1`, which lost its first digit.",
        "Copy the DOI from the source's own page. The message names what is wrong with it.",
        "A DOI of correct form may still not be registered: that is E_DOI_NOT_FOUND.",
    ),
    Entry(
        "E_ID_SYNTAX", _E, "identity", "unverified", "",
        "The PMID, PMCID, arXiv identifier or URL is malformed.",
        "As with a DOI: a mangled identifier names nothing.",
        "A `pmid` of `PMC123`, or a `url` without a host.",
        "Copy the identifier from the source's own page.",
        "Only the form is judged.",
    ),
    Entry(
        "W_DOI_CLEANED", _W, "identity", "", "",
        "The DOI carried characters that are not part of it and was cleaned before use.",
        "Copied text brings trailing stops, brackets and invisible characters along; refusing them "
        "would accuse a real "
        "source.",
        "`10.5555/demo.1.` with the full stop of its sentence.",
        "Write the DOI as the message shows it.",
        "Only dirt that no registered DOI ends in is removed.",
    ),
    Entry(
        "N_URL_HAS_DOI", _N, "identity", "", "the DOI as it stands in the address",
        "The cited address holds a DOI.",
        "A citation by DOI is compared with the registry; a citation by address is not.",
        "`https://publisher.example/doi/10.5555/demo.1` gives `N_URL_HAS_DOI:10.5555/demo.1`.",
        "Cite the DOI in `doi`, with title, year and first author.",
        "Where a DOI ends in such an address is ambiguous, so it is shown and not used.",
    ),
    Entry(
        "W_URL_GONE", _W, "identity", "not-machine-checked", "the HTTP status, 404 or 410",
        "The address answered that the page does not exist.",
        "Invented addresses are common; but a page may also have been moved.",
        "The provenance records two answers of 404: `W_URL_GONE:404`.",
        "Find where the page is now, or cite another source.",
        "It says nothing about the quotation: nobody read it.",
    ),
    Entry(
        "E_NOT_CACHED", _E, "record", "not-machine-checked", "",
        "There is no record of the source in `cache/`, so nobody has asked the registry.",
        "Offline, an unknown identifier is neither found nor non-existent.",
        "A citation of `10.0000/demo.2` without `cache/10.0000_demo.2.json`.",
        "Put the registry's record in `cache/` and commit it.",
        "It is no statement about the source.",
    ),
    Entry(
        "E_DOI_NOT_FOUND", _E, "record", "unverified", "",
        "The registry says that the identifier does not exist.",
        "An invented identifier is the plainest fault of a generated reference.",
        'A record with `"status": "not_found"`.',
        "Remove the citation, or find the identifier of the work that was meant.",
        "The record holds the answer of its day; a very new identifier may be registered since.",
    ),
    Entry(
        "E_CACHE_CORRUPT", _E, "record", "not-machine-checked", "",
        "The record in `cache/` cannot be used: malformed, of another identifier, or no regular file.",
        "A damaged record must not pass for a verdict in either direction.",
        "A record with conflict markers, or one whose `doi` is not the one asked for.",
        "Restore the file from git or collect the record again. The message names the fault.",
        "It is no statement about the source.",
    ),
    Entry(
        "E_SLUG_COLLISION", _E, "record", "not-machine-checked", "",
        "Two cited identifiers would read the same hand-made file.",
        "The short name of a file cannot tell them apart, so one would be judged by the other's record.",
        "`10.5555/a/b` and `10.5555/a_b` with only `cache/10.5555_a_b.json`.",
        "Name the files with the eight hex digits that the message shows.",
        "It can only arise from hand-made names; those that citelock writes differ.",
    ),
    Entry(
        "N_RECORD_WITHOUT_METADATA", _N, "record", "partial", "",
        "The identifier exists, but its record holds nothing to compare with.",
        "Existence is then all that is known; the description was not compared.",
        'A record with `"status": "no_metadata"`, or one without title, year and author.',
        "Nothing need be repaired; compare title, year and author by hand.",
        "The quotation is still looked up where there is a snapshot.",
    ),
    Entry(
        "E_TITLE_MISMATCH", _E, "title", "unverified", "",
        "The cited title is not the registered one.",
        "A real identifier under another title is either the wrong identifier or an invented reference.",
        'Cited "Deep Learning Revisited", the record says "Deep Learning".',
        "Copy the title from the source, or correct the identifier.",
        "Case, punctuation, spacing and HTML tags do not count; every word does.",
    ),
    Entry(
        "N_TITLE_UNAVAILABLE", _N, "title", "", "",
        "The record has no title to compare with.",
        "A comparison that did not take place must not look like one that agreed.",
        "Some component and journal-issue records have none.",
        "Nothing need be repaired; compare the title by hand.",
        "It does not lower the label.",
    ),
    Entry(
        "E_YEAR_MISMATCH", _E, "year", "unverified", "",
        "The cited year is none of the registered years.",
        "A real source with a wrong year is the typical fault of a generated reference.",
        "Cited 2023, the record says 2024.",
        "Write the year of the issue, of print or of online publication, as the message shows them.",
        "Any registered year of publication is accepted; the date of the registry's entry is not.",
    ),
    Entry(
        "N_YEAR_UNAVAILABLE", _N, "year", "", "",
        "The record has no year to compare with.",
        "A comparison that did not take place must not look like one that agreed.",
        "Standards and components are often registered without a date.",
        "Nothing need be repaired; compare the year by hand.",
        "It does not lower the label.",
    ),
    Entry(
        "E_AUTHOR_MISMATCH", _E, "author", "unverified", "",
        "The cited first author is not the registered first author.",
        "A co-author in first place names another paper in most reference styles.",
        "Cited Petrov, the first author is Ivanova; Petrov is author 2.",
        "Write the family name of the first author.",
        "Case, diacritics and the order of given and family name do not count.",
    ),
    Entry(
        "N_AUTHOR_UNAVAILABLE", _N, "author", "", "",
        "The record does not name its first author.",
        "A comparison that did not take place must not look like one that agreed.",
        'Editorials have no author; `"authors": ["", "Petrov"]` leaves the first one open.',
        "Nothing need be repaired; compare the author by hand.",
        "It does not lower the label.",
    ),
    Entry(
        "E_NO_SNAPSHOT", _E, "snapshot", "not-machine-checked", "",
        "There is no text of the source, so nobody has looked for the quotation.",
        "A quotation that nobody could look up is not verified.",
        "A citation of `10.0000/demo.1` without `sources/10.0000_demo.1.txt`.",
        "Get a legal copy, extract its text and commit it as the file that the message names.",
        "It is no statement about the quotation.",
    ),
    Entry(
        "E_SNAPSHOT_ALTERED", _E, "snapshot", "not-machine-checked", "",
        "The text of the source may not be trusted: it differs from its provenance, or is no regular file.",
        "A sentence added to a snapshot would make any quotation pass.",
        "The sha256 in `sources/10.0000_demo.1.json` is not that of the text.",
        "Restore both files from git, or take the snapshot again. The message names the fault.",
        "The quotation is not judged on such a text.",
    ),
    Entry(
        "W_SNAPSHOT_ABSTRACT_ONLY", _W, "snapshot", "not-machine-checked", "",
        "The quotation is not in the snapshot, which holds only the abstract.",
        "Words of the body cannot stand in an abstract; calling them invented would be an accusation "
        "without a look.",
        "The provenance says `scope: abstract`, and the quotation is from the methods.",
        "Take a snapshot of the whole text, or quote the abstract.",
        "A quotation that stands in the abstract is found as usual.",
    ),
    Entry(
        "N_SNAPSHOT_NO_PROVENANCE", _N, "snapshot", "", "",
        "The text has no provenance file, so nothing says where it came from.",
        "A hand-made text is readable, and its hash stands in the report; its origin rests on the "
        "commit alone.",
        "`sources/10.0000_demo.1.txt` without `sources/10.0000_demo.1.json`.",
        "Record where the text came from in the provenance file beside it.",
        "It does not lower the label.",
    ),
    Entry(
        "E_QUOTE_NOT_FOUND", _E, "quote", "unverified", "",
        "The quoted words do not stand in the text of the source.",
        "An altered quotation attributes to a source what it does not say.",
        'Quoted "does reduce", the source has "does not reduce".',
        "Copy the words from the source. The message shows the nearest passage and where it diverges.",
        "Compared after the documented folds of case, spacing, quotation marks and the like; never by "
        "similarity.",
    ),
    Entry(
        "E_QUOTE_FRAGMENT_NOT_FOUND", _E, "quote", "partial", "the number of the fragment, from 1",
        "A fragment of `quotes` does not stand in the text, while others do.",
        "Each fragment is printed as a quotation of its own, so each must be there.",
        "Of three fragments the second is missing: `E_QUOTE_FRAGMENT_NOT_FOUND:2`.",
        "Copy the fragment from the source or remove it.",
        "If all are missing the code is E_QUOTE_NOT_FOUND.",
    ),
    Entry(
        "E_QUOTE_TOO_SHORT", _E, "quote", "unverified", "",
        "The quotation is too short to identify a passage.",
        "Three words are found in almost any text, and the check would lose its meaning.",
        'The quotation "as shown above".',
        "Quote a longer passage: 30 characters, and four words for each fragment.",
        "Folded characters are counted; a Chinese or Japanese character counts three.",
    ),
    Entry(
        "E_QUOTE_UNSAFE", _E, "quote", "unverified", "",
        "The quotation holds characters that make it read otherwise than it is written.",
        "Bidirectional controls, overlays and look-alike letters can disguise a changed quotation.",
        "A Cyrillic a inside a Latin word.",
        "Type the words again in plain characters. The message names the character and its position.",
        "Mixed scripts in ordinary use, such as IFN-gamma with a Greek letter, are not meant.",
    ),
    Entry(
        "E_QUOTE_NEGATION_ELIDED", _E, "quote", "unverified", "",
        "The ellipsis, or the gap between two fragments, hides a negation or a limiting word.",
        "Leaving out a *not* reverses what the source says.",
        'Quoted "is … permitted", the source has "is not permitted".',
        "Quote the passage with the word that was left out.",
        "Any such word counts, so a harmless one is reported as well; the message shows it.",
    ),
    Entry(
        "W_QUOTE_EDITED", _W, "quote", "partial", "",
        "The quotation was edited: words in brackets, or accents left off.",
        "Square brackets may explain a word or replace it; the reader should see which.",
        'Quoted "because [Smith] had", the source has "because he had".',
        "Nothing need be repaired if the insertion is right; quote without it to be verified.",
        "An insertion with a number, a negation or more than five words is never accepted.",
    ),
    Entry(
        "W_QUOTE_SPLICED", _W, "quote", "partial", "",
        "The ellipsis joins passages that stand far apart.",
        "Two statements can be welded into one that the source never makes.",
        "An ellipsis that hides 400 characters, or runs across a page or a paragraph.",
        "Quote the passages as two fragments in `quotes`.",
        "Up to 200 hidden characters are taken as one thought; more than 600 are not accepted.",
    ),
    Entry(
        "W_QUOTE_CONTEXT_CUT", _W, "quote", "partial", "",
        "A negation, a limiting word or a unit stands directly beside the quoted words and was cut off.",
        "The words are verbatim and may still say the opposite of their sentence.",
        'Quoted "permitted to terminate", the source has "is not permitted to terminate".',
        "Quote the whole sentence, or check that the meaning is kept.",
        "Only the three nearest words of the same sentence are looked at.",
    ),
    Entry(
        "N_QUOTE_MARKERS_IGNORED", _N, "quote", "", "",
        "Citation markers or layout of the source were left out of the quotation.",
        "People drop `[12]` when they quote; the words are the same.",
        'Quoted "as shown before", the source has "as shown [12] before".',
        "Nothing need be repaired.",
        "A closed list of forms may be skipped, and the report shows what was.",
    ),
    Entry(
        "E_NUMBER_UNSUPPORTED", _E, "number", "partial", "the numbers, sorted as text, joined by commas",
        "Numbers of the claim stand in no quotation of the claim.",
        "A figure that the quotation does not hold is the likeliest one to be invented.",
        'The claim says "3 times", the quotation has no 3: `E_NUMBER_UNSUPPORTED:3`.',
        "Quote the passage that holds the figure, or correct the figure.",
        "It is a signal to look, not a verdict: a year, or 67 % for 2 of 3, is reported as well.",
    ),
    Entry(
        "N_NUMBER_ELSEWHERE", _N, "number", "", "",
        "A number of the claim is supported by another quotation of the same claim.",
        "Two sources of one figure each must not accuse each other.",
        "A claim with 18 and 7, one quotation with each.",
        "Nothing need be repaired.",
        "Whether that other quotation was found shows in its own entry.",
    ),
)
# fmt: on

BY_CODE: Mapping[str, Entry] = {entry.code: entry for entry in CATALOGUE}
ORDER: Mapping[str, int] = {entry.code: place for place, entry in enumerate(CATALOGUE)}
CODES: tuple[str, ...] = tuple(ORDER)
_LABELS: Mapping[str, str] = {entry.code: entry.label for entry in CATALOGUE}  # of names without argument
_WORDS: Mapping[str, str] = {entry.code: str(entry.severity) for entry in CATALOGUE}

# Fields without which there is nothing to verify: row 1 of web.md section 2, any other missing field is row
# 3.
_FIELDS_OF_UNVERIFIED = frozenset({"identifier", "quote"})


def bare(name: str) -> str:
    """The code of a name as it stands in the report.

    >>> bare("E_NUMBER_UNSUPPORTED:3,5")
    'E_NUMBER_UNSUPPORTED'
    """
    return name.partition(":")[0]


def label_row(name: str) -> str:
    """The label of the row that a name belongs to, "" when it lowers nothing. KeyError: an unknown code.

    >>> label_row("E_FIELD_MISSING:quote"), label_row("E_FIELD_MISSING:year")
    ('unverified', 'partial')
    """
    known = _LABELS.get(name)
    if known is not None:
        return known
    code, _, argument = name.partition(":")
    if code == "E_FIELD_MISSING" and argument in _FIELDS_OF_UNVERIFIED:
        return "unverified"
    return BY_CODE[code].label


def severity_of(code: str, overrides: Mapping[str, Severity]) -> Severity:
    """The severity in force: that of the configuration, else the default."""
    return overrides.get(code) or BY_CODE[code].severity


def severity_word(code: str, overrides: Mapping[str, Severity]) -> str:
    """The same as it stands in the report, a plain string; many times as fast as the member of the enum."""
    if overrides and code in overrides:
        return str(overrides[code])
    return _WORDS[code]


def in_order(names: Iterable[str]) -> list[str]:
    """Names in the order of the catalogue; those of one code stay as they come."""
    return sorted(names, key=lambda name: ORDER[bare(name)])
