"""What the findings about records mean, why they are there, how to repair them."""

from __future__ import annotations

from citelock.checks.explanations.entry import Explanation

EXPLANATIONS: tuple[Explanation, ...] = (
    Explanation(
        "E_NOT_CACHED",
        "There is no record of the source in `cache/`, so nobody has asked the registry.",
        "Offline, an unknown identifier is neither found nor non-existent.",
        "A citation of `10.0000/demo.2` without `cache/10.0000_demo.2.json`.",
        "Fetch the registry's record with `citelock resolve`, and commit it.",
        "It is no statement about the source.",
    ),
    Explanation(
        "E_DOI_NOT_FOUND",
        "The registry says that the identifier does not exist.",
        "An invented identifier is the plainest fault of a generated reference.",
        'A record with `"status": "not_found"`.',
        "Remove the citation, or find the identifier of the work that was meant.",
        "The record holds the answer of its day; a very new identifier may be registered since.",
    ),
    Explanation(
        "E_CACHE_CORRUPT",
        "The record in `cache/` cannot be used: malformed, of another identifier, or no regular file.",
        "A damaged record must not pass for a verdict in either direction.",
        "A record with conflict markers, or one whose `doi` is not the one asked for.",
        "Restore the file from git or collect the record again. The message names the fault.",
        "It is no statement about the source.",
    ),
    Explanation(
        "E_SLUG_COLLISION",
        "Two cited identifiers would read the same hand-made file.",
        "The short name of a file cannot tell them apart, so one would be judged by the other's record.",
        "`10.5555/a/b` and `10.5555/a_b` with only `cache/10.5555_a_b.json`.",
        "Name the files with the eight hex digits that the message shows.",
        "It can only arise from hand-made names; those that citelock writes differ.",
    ),
    Explanation(
        "N_RECORD_WITHOUT_METADATA",
        "The identifier exists, but its record holds nothing to compare with.",
        "Existence is then all that is known; the description was not compared.",
        'A record with `"status": "no_metadata"`, or one without title, year and author.',
        "Nothing need be repaired; compare title, year and author by hand.",
        "The quotation is still looked up where there is a snapshot.",
    ),
)
