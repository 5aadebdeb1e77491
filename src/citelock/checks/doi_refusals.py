"""Texts that are no DOI, each with a named reason and what to do (metadata.md, section 1.3).

It judges what `doi_cleaning.py` has unwrapped and cleaned; nothing is repaired here.
"""

from __future__ import annotations

import re

from citelock.checks.id_readings import EXAMPLE, Refusal
from citelock.checks.text.patterns import late

PREFIX = r"10\.[0-9]{4,9}(?:\.[0-9]+)*"
SHAPE = late(rf"{PREFIX}/\S+")
_SECOND = late(rf"{PREFIX}/")
_CONTROL = late("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_LATIN = late("[A-Za-z]")
_LOOKALIKES = late(
    "(?P<Cyrillic>[\u0400-\u052f\u1c80-\u1c8f\u2de0-\u2dff\ua640-\ua69f])"
    "|(?P<Greek>[\u0370-\u03ff\u1f00-\u1fff])|(?P<fullwidth>[\uff01-\uff5e])"
)
# Letters that are drawn like Latin ones: a suffix whose only letters are these was not meant to be Cyrillic
# or Greek.
_DRAWN_LATIN = frozenset(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u04bb\u04cf\u0501\u051b\u051d"
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0405\u0406\u0408"
    "\u03b1\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7"
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7"
)
_CUT_SHORT = "It seems to be cut short: copy the DOI again."
_NOT_ONE_WORK = "Write the DOI, or put the PMID or the arXiv identifier into its field."
# Names of other kinds, and what to do with each; section 1.4 refuses the last three.
_OTHER_NAMES = tuple(
    (late(pattern, re.IGNORECASE), what, repair)
    for pattern, what, repair in (
        (
            r"arxiv:|[0-9]{4}\.[0-9]{4,5}(?:v[0-9]+)?$",
            "an arXiv identifier",
            "Put it into the field arxiv.",
        ),
        (r"PMC[0-9]+$", "a PMCID", "Put it into the field pmcid."),
        (r"PMID:?\s*[0-9]+$", "a PMID", "Put the number into the field pmid."),
        (r"ISBN|97[89][0-9 -]{10,14}$", "an ISBN", _NOT_ONE_WORK),
        (r"(?:openalex:)?W[0-9]{5,12}$", "a number of OpenAlex", _NOT_ONE_WORK),
        (r"(?:S2)?(?:Corpus|Paper)_?ID\b", "a number of Semantic Scholar", _NOT_ONE_WORK),
    )
)
_PAGES = (
    (late(r"https?://(?:www\.|export\.)?arxiv\.org/", re.IGNORECASE), "arXiv", "arxiv"),
    (late(r"https?://pubmed\.ncbi\.nlm\.nih\.gov/", re.IGNORECASE), "PubMed", "pmid"),
    (late(r"https?://pmc\.ncbi\.nlm\.nih\.gov/", re.IGNORECASE), "PubMed Central", "pmcid"),
)


def refusal_of(doi: str) -> Refusal | None:
    """Why this is not a DOI (metadata.md, section 1.3); None if it is one."""
    if not SHAPE.fullmatch(doi):
        joined = "".join(doi.split())
        second = _SECOND.search(joined, 7)
        if second and SHAPE.match(doi):
            return _two(second[0])
        if joined != doi and SHAPE.fullmatch(joined):
            return Refusal("has white space inside", f"If the line was broken there, write {joined}")
        return no_doi(doi)
    if doi.endswith("…"):
        return Refusal("ends in an ellipsis", _CUT_SHORT)
    control = _CONTROL.search(doi)
    if control:
        return Refusal(f"has the control character U+{ord(control[0]):04X}", EXAMPLE)
    second = _SECOND.search(doi, 7)
    if second:
        return _two(second[0])
    for opener, closer in ("()", "[]", "<>"):
        depth = 0
        for character in doi if opener in doi else "":
            if character == opener:
                depth += 1
            elif character == closer and depth:
                depth -= 1
        if depth:
            return Refusal(f"has a {opener} that is never closed", _CUT_SHORT)
    if not doi.isascii():
        return _lookalike(doi)
    return None


def _two(second: str) -> Refusal:
    return Refusal(
        f"has a second DOI inside ({second}…)", "Write one DOI; a second work is a citation of its own."
    )


def _lookalike(doi: str) -> Refusal | None:
    """The refusal of letters that only look like the registered ones.

    A suffix in Cyrillic or Greek throughout is fine.
    """
    suffix = doi.partition("/")[2]
    strange = [(match[0], match.lastgroup) for match in _LOOKALIKES.finditer(suffix)]
    if not strange:
        return None
    drawn = all(character in _DRAWN_LATIN for character, _ in strange)
    for character, kind in strange:
        if kind == "fullwidth" or drawn or _LATIN.search(suffix):
            what = f"has the {kind} character U+{ord(character):04X} among others"
            return Refusal(what, "Type the DOI with Latin letters and ASCII signs.")
    return None


def no_doi_in_page(text: str) -> Refusal:
    """The refusal of a web address that holds no DOI."""
    for pattern, place, field in _PAGES:
        if pattern.match(text):
            return Refusal(f"is a page of {place}, without a DOI in it", f"Put it into the field {field}.")
    return Refusal(
        "is a web address without a DOI in it", "Put the address into the field url, or write the DOI."
    )


def no_doi(text: str) -> Refusal:
    """The refusal of a text in which no DOI begins, as exact as its shape allows."""
    if re.match(r"0\.[0-9]{4,9}/\S", text):
        return Refusal("has lost its first digit", f"Write 1{text[:200]}")
    if re.match(r"10/\S", text):
        return Refusal(
            "is a shortDOI", "Open https://doi.org/" + text[3:50] + " and write the DOI that it stands for."
        )
    if re.fullmatch(rf"{PREFIX}/?", text):
        return Refusal("has nothing after the prefix", _CUT_SHORT)
    for pattern, what, repair in _OTHER_NAMES:
        if pattern.match(text):
            return Refusal(f"is {what}", repair)
    if _LOOKALIKES.search(text[:12]):
        return Refusal(
            "does not begin with ASCII digits", "Type the DOI with ASCII digits and Latin letters."
        )
    return Refusal("is not a DOI: it does not begin with 10. and a registrant number", EXAMPLE)
