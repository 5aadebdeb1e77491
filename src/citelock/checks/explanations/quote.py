"""What the findings about quotations mean, why they are there, how to repair them."""

from __future__ import annotations

from citelock.checks.explanations.entry import Explanation

EXPLANATIONS: tuple[Explanation, ...] = (
    Explanation(
        "E_QUOTE_NOT_FOUND",
        "The quoted words do not stand in the text of the source.",
        "An altered quotation attributes to a source what it does not say.",
        'Quoted "does reduce", the source has "does not reduce".',
        "Copy the words from the source. The message shows the nearest passage and where it diverges.",
        "Compared after the documented folds of case, spacing, quotation marks and the like; never by "
        "similarity.",
    ),
    Explanation(
        "E_QUOTE_FRAGMENT_NOT_FOUND",
        "A fragment of `quotes` does not stand in the text, while others do.",
        "Each fragment is printed as a quotation of its own, so each must be there.",
        "Of three fragments the second is missing: `E_QUOTE_FRAGMENT_NOT_FOUND:2`.",
        "Copy the fragment from the source or remove it.",
        "If all are missing the code is E_QUOTE_NOT_FOUND.",
        argument="the number of the fragment, from 1",
    ),
    Explanation(
        "E_QUOTE_TOO_SHORT",
        "The quotation is too short to identify a passage.",
        "Three words are found in almost any text, and the check would lose its meaning.",
        'The quotation "as shown above".',
        "Quote a longer passage: 30 characters, and four words for each fragment.",
        "Folded characters are counted; a Chinese or Japanese character counts three.",
    ),
    Explanation(
        "E_QUOTE_UNSAFE",
        "The quotation holds characters that make it read otherwise than it is written.",
        "Bidirectional controls, overlays and look-alike letters can disguise a changed quotation.",
        "A Cyrillic a inside a Latin word.",
        "Type the words again in plain characters. The message names the character and its position.",
        "Mixed scripts in ordinary use, such as IFN-gamma with a Greek letter, are not meant.",
    ),
    Explanation(
        "E_QUOTE_NEGATION_ELIDED",
        "The ellipsis, or the gap between two fragments, hides a negation or a limiting word.",
        "Leaving out a *not* reverses what the source says.",
        'Quoted "is … permitted", the source has "is not permitted".',
        "Quote the passage with the word that was left out.",
        "Any such word counts, so a harmless one is reported as well; the message shows it.",
    ),
    Explanation(
        "W_QUOTE_EDITED",
        "The quotation was edited: words in brackets, or accents left off.",
        "Square brackets may explain a word or replace it; the reader should see which.",
        'Quoted "because [Smith] had", the source has "because he had".',
        "Nothing need be repaired if the insertion is right; quote without it to be verified.",
        "An insertion with a number, a negation or more than five words is never accepted.",
    ),
    Explanation(
        "W_QUOTE_SPLICED",
        "The ellipsis joins passages that stand far apart.",
        "Two statements can be welded into one that the source never makes.",
        "An ellipsis that hides 400 characters, or runs across a page or a paragraph.",
        "Quote the passages as two fragments in `quotes`.",
        "Up to 200 hidden characters are taken as one thought; more than 600 are not accepted.",
    ),
    Explanation(
        "W_QUOTE_CONTEXT_CUT",
        "A negation, a limiting word or a unit stands directly beside the quoted words and was cut off.",
        "The words are verbatim and may still say the opposite of their sentence.",
        'Quoted "permitted to terminate", the source has "is not permitted to terminate".',
        "Quote the whole sentence, or check that the meaning is kept.",
        "Only the three nearest words of the same sentence are looked at.",
    ),
    Explanation(
        "N_QUOTE_MARKERS_IGNORED",
        "Citation markers or layout of the source were left out of the quotation.",
        "People drop `[12]` when they quote; the words are the same.",
        'Quoted "as shown before", the source has "as shown [12] before".',
        "Nothing need be repaired.",
        "A closed list of forms may be skipped, and the report shows what was.",
    ),
)
