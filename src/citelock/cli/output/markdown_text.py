"""Text from outside as it may stand in Markdown on GitHub: no markup, no mention, no link, nothing hidden.

The one function for summaries, comments, pull requests and issues (action.md, section 7).
"""

from __future__ import annotations

import string

from citelock.cli.output.plain import QUOTE_LIMIT, plain

# All of ASCII's punctuation in one pass: chained replacements would escape their own output, and a short list
# misses what some renderer takes for markup. The dot keeps `www.` from being a link.
_PUNCTUATION = str.maketrans({sign: f"&#{ord(sign)};" for sign in string.punctuation})


def escaped(text: str, limit: int = QUOTE_LIMIT) -> str:
    r"""The text on one line as character references; of more than `limit` characters the rest is an ellipsis.

    It belongs between `<code>` and `</code>` (see `code`): GitHub looks for mentions and numbers of issues in
    what has been rendered, where a reference is a plain sign again, and leaves only code alone.

    >>> escaped("*a*\n")
    '&#42;a&#42;&#92;u&#123;a&#125;'
    """
    return plain(text, limit).translate(_PUNCTUATION)


def code(text: str, limit: int = QUOTE_LIMIT) -> str:
    """The text as code, in which no renderer of Markdown looks for anything.

    >>> code("@team")
    '<code>&#64;team</code>'
    """
    return f"<code>{escaped(text, limit)}</code>"
