"""The one place that prints in a workflow: lines that can never be a command, and commands of our own making.

What a library logs, warns of or raises goes through here as well (action.md, section 7).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from citelock.cli.errors import say, tell
from citelock.cli.output.commands import log_line


def line(text: str) -> None:
    """One line for people, whatever is in it."""
    say(f"{log_line(text)}\n")


def made(lines: Iterable[str]) -> None:
    """Lines that a formatter made for the log: commands, groups, lines already escaped."""
    for each in lines:
        say(f"{each}\n")


def diagnostic(text: str) -> None:
    """One line on stderr, which a runner reads for commands just as well."""
    tell(log_line(text))


def take_over() -> None:
    """Leads what libraries say on their own, and what nobody caught, through here."""
    import warnings

    def shown(message: Warning | str, category: type[Warning], *_: object, **__: object) -> None:
        diagnostic(f"{category.__name__}: {message}")

    warnings.showwarning = shown
    sys.excepthook = lambda kind, error, _: diagnostic(f"{kind.__name__}: {error}")
