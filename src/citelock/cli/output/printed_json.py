"""JSON that is printed: what a terminal would act on stands in it as an escape, and means the same.

Files keep their bytes; this is for what goes to stdout, where people may look at it.
"""

from __future__ import annotations

from citelock.checks import canonical
from citelock.cli.output.plain import unsafe_but_line_ends


def json_text(value: object) -> str:
    r"""The value as canonical JSON with a final newline, unsafe characters as `\uXXXX`."""
    text = canonical.dumps(value)
    if not text.isascii():
        text = unsafe_but_line_ends().sub(lambda match: _escaped(match[0]), text)
    return text + "\n"


def _escaped(sign: str) -> str:
    units = sign.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
