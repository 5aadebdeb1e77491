"""What the findings about numbers mean, why they are there, how to repair them."""

from __future__ import annotations

from citelock.checks.explanations.entry import Explanation

EXPLANATIONS: tuple[Explanation, ...] = (
    Explanation(
        "E_NUMBER_UNSUPPORTED",
        "Numbers of the claim stand in no quotation of the claim.",
        "A figure that the quotation does not hold is the likeliest one to be invented.",
        'The claim says "3 times", the quotation has no 3: `E_NUMBER_UNSUPPORTED:3`.',
        "Quote the passage that holds the figure, or correct the figure.",
        "It is a signal to look, not a verdict: the figure may stand elsewhere in the source. Whose "
        "number it is, is not judged.",
        argument="the numbers, sorted as text, joined by commas",
    ),
    Explanation(
        "W_NUMBER_CONVERTED",
        "A number of the claim agrees with the quotation only after a conversion.",
        "67 % for 2 of 3, or 90 minutes for 1.5 hours, is right and is not what the source says; a "
        "reader should see both.",
        'The claim says "67 %", the quotation "2 of 3 respondents".',
        "Nothing need be repaired if the conversion is right; write the figure as the source does to "
        "be verified.",
        "Shares, fractions, ratios, per mille, basis points, units of one dimension and the order of "
        "day and month; temperatures and currencies are never converted.",
    ),
    Explanation(
        "W_NUMBER_DERIVED",
        "A number of the claim is a sum, difference or relative change of numbers in the quotation.",
        "The source does not state the result; the arithmetic is the agent's.",
        'The claim says "fell by 11", the quotation "from 18 to 7": 18 - 7.',
        "Say that the figure is your own calculation, or quote a passage that states it.",
        "Numbers up to 10 are never taken as derived, since chance would produce them; at most 12 "
        "numbers of one quotation are combined.",
    ),
    Explanation(
        "W_NUMBER_UNIT",
        "The value is in the quotation, but the unit or sign differs in a way that may be careless.",
        "Per cent and percentage points are different things, and so are a loss and a gain.",
        'The claim says "by 5 %", the quotation "by 5 percentage points".',
        "Write unit and sign as the source does.",
        "Two units that contradict each other, such as mg and µg, are E_NUMBER_UNSUPPORTED.",
    ),
    Explanation(
        "W_NUMBER_COARSE",
        "A number of the claim is rounded far, or stands for a bound that the quotation satisfies by far.",
        "More than 100 is true of 180 and still says little about it.",
        'The claim says "3", the quotation "2.6".',
        "Write the figure as exactly as the source has it.",
        "The limits are fixed: 5 % for a rounding, 10 % with a word such as *about* or *more than*.",
    ),
    Explanation(
        "W_NUMBER_ORDER",
        "The two ends of a change stand in the other order.",
        "From 7 to 18 is a rise where the source has a fall.",
        'The claim says "from 7 to 18", the quotation "from 18 to 7".',
        "Write the two in the order of the source.",
        "Only pairs that are named as from and to are looked at.",
    ),
    Explanation(
        "W_NUMBER_WORD",
        "A fraction or decade in words has no counterpart in the quotation.",
        '"Half" or "the nineties" is often loose talk, and sometimes the figure that matters.',
        'The claim says "half of the users", the quotation names no share.',
        "Quote the passage that holds the figure, or leave the word out.",
        "Cardinal numbers in words are checked like digits; vague words such as *several* are no numbers.",
    ),
    Explanation(
        "N_NUMBER_ROUNDED",
        "A number of the claim is the correctly rounded value of one in the quotation.",
        "Rounding is usual; the note shows the exact figure.",
        'The claim says "3.1 million", the quotation "3,142,857".',
        "Nothing need be repaired.",
        "Wrong rounding and added digits are E_NUMBER_UNSUPPORTED.",
    ),
    Explanation(
        "N_NUMBER_AMBIGUOUS",
        "A number was accepted although its separator may be read in two ways.",
        "16.181 is sixteen thousand in German and sixteen in English.",
        'The claim says "16,181 users", the quotation "16.181 Nutzer".',
        "Nothing need be repaired if the reading is right.",
        "Only one separator before exactly three digits is ambiguous.",
    ),
    Explanation(
        "N_NUMBER_ELSEWHERE",
        "A number of the claim is supported by another quotation of the same claim.",
        "Two sources of one figure each must not accuse each other.",
        "A claim with 18 and 7, one quotation with each.",
        "Nothing need be repaired.",
        "Whether that other quotation was found shows in its own entry.",
    ),
    Explanation(
        "N_YEAR_FROM_RECORD",
        "A year of the claim stands in no quotation and is the year of the cited work.",
        '"In 2024 a study found …" names the work, not a figure of it.',
        'The claim says "In 2024", the record was issued in 2024.',
        "Nothing need be repaired.",
        "Only a registered year counts, never the one that the citation itself states.",
    ),
)
