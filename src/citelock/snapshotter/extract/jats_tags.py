"""The elements of JATS by what a reader sees of them (snapshots.md, section 3).

Any element that is in no table here is inline: a blank where print has none parts words and costs more
sentences than it saves.
"""

from __future__ import annotations

# Of `article-meta`, in the order of print; the rest of it is for machines.
META = ("title-group", "contrib-group", "aff", "aff-alternatives", "abstract", "trans-abstract", "kwd-group")
META_LAST = ("author-notes", "funding-group", "permissions")

BLOCKS = frozenset(
    "abstract ack aff answer answer-set app app-group attrib author-comment author-notes bio body"
    " boxed-text caption chem-struct-wrap code contrib-group copyright-statement corresp def def-head"
    " def-item def-list disp-formula-group disp-quote explanation fig fig-group floats-group fn fn-group"
    " funding-statement glossary kwd-group license license-p list list-item media note notes p permissions"
    " preformat question question-wrap ref ref-list sec sec-meta sig sig-block speaker speech statement"
    " subtitle supplementary-material table table-wrap table-wrap-foot tbody td term term-head tfoot th thead"
    " title title-group tr trans-abstract trans-subtitle trans-title trans-title-group verse-group verse-line"
    " award-group back floats-wrap product".split()
)
# What may be interrupted by a figure and goes on behind it.
PARAGRAPHS = frozenset(("p", "title", "article-title", "attrib", "verse-line", "speaker", "mixed-citation"))
FLOATING = frozenset(
    "fig fig-group table-wrap table-wrap-group boxed-text supplementary-material media chem-struct-wrap fn"
    " graphic".split()
)
PREFORMATTED = frozenset(("preformat", "code"))
# Glued to the word beside them in the file, apart from it in print.
APART = frozenset(
    "label disp-formula contrib string-name institution addr-line country email kwd person-group name collab"
    " on-behalf-of".split()
)
RECORDS = frozenset(
    "name element-citation nlm-citation person-group contrib date date-in-citation institution-wrap address"
    " award-group funding-group name-alternatives compound-kwd nested-kwd".split()
)
# Forms of one formula or figure; blanks between them are the file's.
ALTERNATIVES = frozenset(("alternatives", "inline-formula", "disp-formula"))
# The parts of a person's name in the order of print, at the head of an article.
NAME_ORDER = ("prefix", "given-names", "surname", "suffix")
SKIPPED = frozenset(
    "annotation annotation-xml alt-text long-desc index-term index-term-range-end institution-id contrib-id"
    " object-id graphic inline-graphic inline-media custom-meta-group counts processing-meta history date"
    " self-uri related-article related-object article-id".split()
)
NOTES = frozenset(("bibr", "fn", "table-fn", "author-notes"))
