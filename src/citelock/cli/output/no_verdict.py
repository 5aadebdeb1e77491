"""The page of a run without a verdict: that there is none, why, and what to do (action.md, 9 and 14).

It takes the place of the summary and of an earlier comment, which would otherwise still say that all is well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from citelock.cli.exit_codes import EXIT_BUG, EXIT_COLLECTION
from citelock.cli.output.markdown_page import Limit, first_of
from citelock.cli.output.markdown_text import code
from citelock.cli.output.summary import COMMENT, marker, title

_MOST = 2000  # characters of one sentence
_USAGE = (
    "Repair what is named here and push, or change the input in the workflow. A claims file is read strictly,"
    " so that nothing in it is left out in silence; `citelock audit` says the same on your machine."
)
_TO_DO: Mapping[int, str] = {
    EXIT_COLLECTION: (
        "Nothing is wrong with the claims as far as is known: what they are judged with could not be had."
        " Repair what is named here and run the job again; a commit that is missing is there with"
        " `fetch-depth: 0` in the step of actions/checkout."
    ),
    EXIT_BUG: (
        "This is a bug in citelock, not a finding: nothing is said about the claims. Please report it, with"
        " the log of this run."
    ),
}


def page(sentences: Sequence[str], exit_code: int, *, commit: str = "", heading: str) -> str:
    """The page for summary and comment, at most COMMENT characters; `sentences` say what was wrong.

    `commit` is the one that was to be audited, "" where that is not known.
    """
    limit = Limit(COMMENT - 4000, lambda text: len(text.encode("utf-16-le")) // 2)
    lines = [f"- {code(sentence, _MOST)}" for sentence in sentences]
    of_commit = f" of {code(commit)}" if commit else ""
    return (
        f"{title(heading, '❌', 'no verdict')}\n"
        f"**Nothing is known about the citations{of_commit}: the audit could not be done.**"
        " What an earlier run said is no verdict on this one.\n\n"
        f"### What is wrong\n\n{first_of(lines, chr(10), limit, '- and {} more: see the log')}\n\n"
        f"### What to do\n\n{_TO_DO.get(exit_code, _USAGE)} The exit code is {exit_code}.\n"
    )


def comment(sentences: Sequence[str], exit_code: int, *, commit: str = "", heading: str) -> str:
    """The same as a comment, its first line the marker of `heading`."""
    return f"{marker(heading)}\n{page(sentences, exit_code, commit=commit, heading=heading)}"
