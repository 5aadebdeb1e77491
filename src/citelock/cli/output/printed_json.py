"""JSON that is printed: what a terminal would act on stands in it as an escape, and means the same."""

from __future__ import annotations

from citelock.checks import canonical


def json_text(value: object) -> str:
    r"""The value as canonical JSON with a final newline, unsafe characters as `\uXXXX`."""
    return canonical.escaped(canonical.dumps(value)) + "\n"
