"""What the findings about authors and containers mean, why they are there, how to repair them."""

from __future__ import annotations

from citelock.checks.explanations.entry import Explanation

EXPLANATIONS: tuple[Explanation, ...] = (
    Explanation(
        "E_AUTHOR_MISMATCH",
        "The cited first author is not the registered first author.",
        "A co-author in first place names another paper in most reference styles.",
        "Cited Petrov, the first author is Ivanova; Petrov is author 2.",
        "Write the first author as registered; the message shows the name.",
        "Case, diacritics, initials, particles and the order of given and family name do not count.",
    ),
    Explanation(
        "W_AUTHOR_NOT_FIRST",
        "The cited first author is a later one in the record, and the record's order is doubtful.",
        "Some publishers deposit authors in alphabetical order; the printed order may be the cited one.",
        "Four authors stand in alphabetical order, and the third is cited as the first.",
        "Look at the order of authors on the first page of the work.",
        "A later author of a list in good order is E_AUTHOR_MISMATCH.",
    ),
    Explanation(
        "W_AUTHOR_PART",
        "Only a part of the name, or of the list of authors, was cited.",
        "Half a compound name names somebody else in another list, and a cut list without *et al.* "
        "looks complete.",
        'Cited "García" for "García Márquez"; or three of seven authors without "et al.".',
        "Write the whole family name; add the other authors, or *et al.*.",
        "Which part of a compound name its bearer uses, the registry does not say.",
    ),
    Explanation(
        "W_AUTHOR_SWAPPED",
        "The cited family name is the registered given name, or the parts stand in another order.",
        "Either the citation or the registry has the two exchanged; both happen.",
        'Cited "Wei", registered as given name "Wei", family name "Zhang".',
        "Write the family name as it stands in the work.",
        "For names that are written family name first, the registry may be the one in error.",
    ),
    Explanation(
        "W_AUTHOR_GIVEN",
        "The family name agrees, and the given names differ without contradicting each other plainly.",
        "Initials and short forms leave open whether the same person is meant.",
        'Cited "B. Smith", registered "A. Smith".',
        "Write the given name or the initials as registered.",
        "Two full given names that contradict each other are E_AUTHOR_MISMATCH.",
    ),
    Explanation(
        "W_AUTHOR_GROUP",
        "The registry names only a group as author, and a person is cited.",
        "Consortium papers are often registered under the group alone while the page lists persons.",
        'Cited "Aguet", registered "GTEx Consortium".',
        "Cite the group, or check the person against the first page of the work.",
        "Whether the person belongs to the group is not known.",
    ),
    Explanation(
        "W_AUTHOR_SCRIPT",
        "The cited and the registered name are written in scripts that have no letter in common.",
        "Transliterations differ too much to compare; saying that the names differ would be a guess.",
        'Cited "Иванова", registered "Ivanova".',
        "Write the name in the script of the record.",
        "Nothing is transliterated; compare by hand.",
    ),
    Explanation(
        "N_AUTHOR_UNAVAILABLE",
        "The record does not name its first author.",
        "A comparison that did not take place must not look like one that agreed.",
        'Editorials have no author; `"authors": ["", "Petrov"]` leaves the first one open.',
        "Nothing need be repaired; compare the author by hand.",
        "It does not lower the label.",
    ),
    Explanation(
        "E_COAUTHOR_MISMATCH",
        "An author in `authors` is none of the registered authors.",
        "A made-up co-author among real ones is a typical fault of a generated reference.",
        'Cited "Example, Second, Third", the record has only "Example, Second".',
        "Remove the name or correct it; the message shows which ones were not found.",
        "The order of co-authors is not judged, and each registered author can be claimed once.",
    ),
    Explanation(
        "W_CONTAINER_MISMATCH",
        "The cited journal, book or series is not the registered one.",
        "A wrong journal is often the trace of a reference put together from two.",
        'Cited "Journal of Grounding", registered "Annals of Retrieval".',
        "Write the name as the message shows it; the usual abbreviation is accepted as well.",
        "Abbreviations are recognised word by word; an unusual acronym may be reported.",
    ),
)
