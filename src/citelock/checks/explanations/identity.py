"""What the findings about identifiers mean, why they are there, how to repair them."""

from __future__ import annotations

from citelock.checks.explanations.entry import Explanation

EXPLANATIONS: tuple[Explanation, ...] = (
    Explanation(
        "E_DOI_SYNTAX",
        "The DOI is malformed, so there is nothing it could name.",
        "A mangled identifier leads a reader nowhere, and guessing the one that was meant would verify "
        "another work.",
        "`0.5281/zenodo.1`, which lost its first digit.",
        "Copy the DOI from the source's own page. The message names what is wrong with it.",
        "A DOI of correct form may still not be registered: that is E_DOI_NOT_FOUND.",
    ),
    Explanation(
        "E_ID_SYNTAX",
        "The PMID, PMCID, arXiv identifier or URL is malformed.",
        "As with a DOI: a mangled identifier names nothing.",
        "A `pmid` of `PMC123`, or a `url` without a host.",
        "Copy the identifier from the source's own page.",
        "Only the form is judged.",
    ),
    Explanation(
        "W_DOI_CLEANED",
        "The DOI carried characters that are not part of it and was cleaned before use.",
        "Copied text brings trailing stops, brackets and invisible characters along; refusing them "
        "would accuse a real source.",
        "`10.5555/demo.1.` with the full stop of its sentence.",
        "Write the DOI as the message shows it.",
        "Only dirt that no registered DOI ends in is removed.",
    ),
    Explanation(
        "W_DOI_ALIAS",
        "The registry holds the work under another DOI than the cited one.",
        "Both lead to the same work, but a reference list with two names for one work counts it twice.",
        "`10.5555/old.1` is cited, the registry answers with `10.5555/demo.1`.",
        "Write the DOI that the message shows.",
        "The description is compared with the record of the other DOI; nothing else changes.",
    ),
    Explanation(
        "N_URL_HAS_DOI",
        "The cited address holds a DOI.",
        "A citation by DOI is compared with the registry; a citation by address is not.",
        "`https://publisher.example/doi/10.5555/demo.1` gives `N_URL_HAS_DOI:10.5555/demo.1`.",
        "Cite the DOI in `doi`, with title, year and first author.",
        "Where a DOI ends in such an address is ambiguous, so it is shown and not used.",
        argument="the DOI as it stands in the address",
    ),
    Explanation(
        "W_URL_GONE",
        "The address answered that the page does not exist.",
        "Invented addresses are common; but a page may also have been moved.",
        "The provenance records two answers of 404: `W_URL_GONE:404`.",
        "Find where the page is now, or cite another source.",
        "It says nothing about the quotation: nobody read it.",
        argument="the HTTP status, 404 or 410",
    ),
)
