"""Titles that many works share, such as "Editorial" (metadata.md, 5.1: 382 of 7,305 titles have two DOIs).

The table is used on the quick way of every audit, so this module needs no expressions and no other module.
"""

from __future__ import annotations

_TITLES = """
abbreviations, about the author, about the authors, about the editors, abstract, abstracts, acknowledgement,
acknowledgements, acknowledgment, acknowledgments, addendum, afterword, announcement, announcements,
answers, appendix, author index, author reply, author's reply, authors' reply, author response, authors'
response, back matter, background, bibliography, book review, book reviews, books received, brief
communication, brief communications, brief report, brief reports, case report, case reports, classified ads,
clinical pearls, closing remarks, comment, commentary, commentaries, comments, conclusion, conclusions,
conference report, contents, contributors, copyright, correction, corrections, correspondence, corrigenda,
corrigendum, cover, cover image, cumulative index, dedication, discussion, editor's choice, editor's note,
editor's page, editorial, editorial comment, editorial note, editorials, editors' note, epilogue, erratum,
errata, essay, events, expression of concern, foreword, forum, from the editor, from the editors, front
matter, general discussion, glossary, guest editorial, guidelines for authors, highlights, images in
medicine, in brief, in memoriam, in reply, in response, in this issue, index, index to volume, information
for authors, instructions for authors, instructions to authors, interview, introduction, introductory
remarks, issue highlights, journal club, journal watch, letter, letter from the editor, letter to editor,
letter to the editor, letters, letters to editor, letters to the editor, list of abbreviations, list of
contributors, list of figures, list of reviewers, list of tables, masthead, materials and methods, meeting
report, methods, mini review, miscellany, news, news and comment, news and notes, news and views, news &
views, news briefs, noticeboard, notes, notes and news, notes on contributors, obituaries, obituary, opening
remarks, opinion, overview, patient page, perspective, perspectives, poem, point of view, preface,
presidential address, president's message, proceedings, program, prologue, publisher's note, publisher
correction, q&a, question and answer, questions and answers, quiz, references, rejoinder, reply, reply to
the editor, report, reports, research article, research highlights, response, response to the editor,
results, retracted, retraction, retraction notice, retraction note, review, review article, reviewers,
reviews, special article, special report, subject index, summary, supplement, symposium, table of contents,
thank you to reviewers, the author's reply, the authors' reply, the authors reply, the authors respond,
title page, to the editor, upcoming events, update, viewpoint, viewpoints, volume index, withdrawal,
withdrawn, workshop, berichtigung, buchbesprechung, buchbesprechungen, einleitung, inhalt,
inhaltsverzeichnis, nachruf, rezension, rezensionen, vorwort, zusammenfassung, avant-propos, comptes rendus,
éditorial, remerciements, sommaire, carta al editor, índice, introducción, presentación, prólogo, reseña,
reseñas, editoriale, introduzione, prefazione, apresentação, introdução, prefácio, resenha, введение,
заключение, об авторах, от редакции, предисловие, редакционная статья, рецензии, рецензия, содержание, 书评,
前言, 序言, 目录, 社论, 编者按
"""
_LONGEST = 40  # characters of a title that may be one of these


def is_generic(title: str) -> bool:
    """Whether a printed title is one that many works share, whatever its case and punctuation.

    >>> is_generic("Table of Contents"), is_generic("Editorial: on nothing")
    (True, False)
    """
    title = title.strip()
    return len(title) <= _LONGEST and _letters(title) in _KEYS


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


_KEYS = frozenset(map(_letters, _TITLES.split(",")))
