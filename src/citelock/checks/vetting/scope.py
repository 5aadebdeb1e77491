"""Whether a text is the whole work or only its abstract (snapshots.md, section 4, "Scope").

A quotation that is not found in an abstract proves nothing. It measures the text; what only the document
knew comes as a flag of the extraction or a number.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from citelock.checks.text.patterns import late
from citelock.checks.vetting.head import divided

Scope = Literal["full", "abstract"]

SHORT_BODY = "short_body"  # flag of the extraction of a JATS file: no body, or one under 1,500 characters
_ABSTRACT_LENGTH = 6000  # characters of a text that begins with an abstract and has no section
_LANDING_LENGTH = 10_000  # characters of a landing page, its list of references not counted
_LANDING_HEADINGS = 2
_PAGES = 4  # of a work whose page range can be held against the pages of a PDF
_SECTION = 1000  # characters: the parts of a structured abstract have headings too, and are shorter

_ABSTRACT = (
    "abstract", "summary and abstract", "аннотация", "реферат", "резюме", "abstrakt", "zusammenfassung",
    "kurzfassung", "résumé", "resumen", "摘要", "提要", "内容提要",
)  # fmt: skip
# What an abstract never has, and what a structured one may have.
_OF_A_PAPER = {
    "introduction": "introduction|einleitung|einführung|introducción|введение|引言|绪论|前言|导言",
    "discussion": "(?:(?:general|results and) )?discussions?|(?:ergebnisse und )?diskussion|"
    "(?:résultats et )?discussion|(?:resultados y )?discusión|(?:результаты и )?обсуждение(?: результатов)?|"
    "(?:结果与)?讨论",
    "references": "references(?: and notes)?|reference list|bibliography|works cited|literature cited"
    "|literature|literatur(?:verzeichnis|liste)?|quellen(?:verzeichnis)?|références(?: bibliographiques)?"
    "|bibliographie"
    "|referencias(?: bibliográficas)?|bibliografía|список (?:использованной )?литературы|литература"
    "|библиография|参考文献",
}  # fmt: skip
_OF_EITHER = {
    "methods": "(?:materials? and )?methods?(?: and materials?)?|methodology|patients and methods|"
    "experimental(?: section| procedures)?|methoden|material(?:ien)? und methoden|methodik|"
    "(?:matériels? et )?méthodes?|(?:materiales? y )?métodos?|(?:материалы и )?методы(?: исследования)?|"
    "(?:材料(?:与|和))?方法",
    "results": "results?|findings|ergebnisse|résultats|resultados|результаты|结果",
    "conclusion": "(?:discussion and )?conclusions?(?: and .{1,40})?|concluding remarks|"
    "schlussfolgerung(?:en)?|fazit|conclusiones|выводы|заключение|结论|结语",
}  # fmt: skip
_NUMBER = (
    r"(?:(?:§ ?)?[0-9]{1,2}(?:\.[0-9]{1,2}){0,2}[.)]?|[ivx]{1,4}(?:[.)]| )|[a-h][.)]"
    r"|[一二三四五六七八九十]{1,2}[、.．])\s{0,3}"
)
_KINDS = {**_OF_A_PAPER, **_OF_EITHER}
_HEADING = late(
    rf"(?:{_NUMBER})?(?:"
    + "|".join(f"(?P<{kind}>{words})" for kind, words in _KINDS.items())
    + r")\s?[.:：]?"
)
_LONGEST_HEADING = 60  # characters
_ABSTRACT_LINE = late(rf"(?:{'|'.join(_ABSTRACT)})(?![^\W\d_])|(?:摘要|提要)")


class Heading(NamedTuple):
    """A line that is the heading of a section: its kind, its offset, the characters up to the next one."""

    kind: str
    start: int
    length: int


def headings(text: str) -> list[Heading]:
    """The section headings of a text, in the languages of the table, in order."""
    found: list[tuple[str, int, int]] = []
    at = 0
    for line in text.split("\n"):
        if 0 < len(line) <= _LONGEST_HEADING:
            match = _HEADING.fullmatch(line.strip().lower())
            if match is not None and match.lastgroup is not None:
                found.append((match.lastgroup, at, at + len(line) + 1))
        at += len(line) + 1
    ends = [*[start for _, start, _ in found], len(text)][1:]
    return [
        Heading(kind, start, max(0, end - behind))
        for (kind, start, behind), end in zip(found, ends, strict=True)
    ]


def measured_scope(
    text: str,
    furniture_line: int | None = None,
    *,
    flags: tuple[str, ...] = (),
    pages: int | None = None,
    recorded_pages: int | None = None,
    landing: bool = False,
) -> Scope:
    """The scope of a text.

    `flags` are those of its extraction, `pages` the pages of the PDF, `recorded_pages` how many the record's
    page range spans; each None or empty where there is none. `landing`: it is a publisher's page about it.
    """
    if SHORT_BODY in flags:
        return "abstract"
    if recorded_pages is not None and pages is not None and recorded_pages >= max(_PAGES, 3 * pages):
        return "abstract"
    body, _ = divided(text, furniture_line)
    if len(body) >= _ABSTRACT_LENGTH and not landing:
        return "full"  # the common case: nothing has to be looked for
    found = headings(body)
    sections = {heading.kind for heading in found if _is_of_a_paper(heading)}
    if landing:
        references = [heading.start for heading in found if heading.kind == "references"]
        prose = references[-1] if references else len(body)
        if len(sections) < _LANDING_HEADINGS and prose < _LANDING_LENGTH:
            return "abstract"
    if not sections and len(body) < _ABSTRACT_LENGTH and _begins_abstract(body):
        return "abstract"
    return "full"


def _is_of_a_paper(heading: Heading) -> bool:
    """Whether a heading is one of a paper, not of a structured abstract or of a list of contents."""
    return heading.length > 0 and (heading.kind in _OF_A_PAPER or heading.length >= _SECTION)


def _begins_abstract(body: str) -> bool:
    return any(_ABSTRACT_LINE.match(line.lstrip().lower()) for line in body.split("\n"))
