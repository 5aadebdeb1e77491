"""What is decided about a finished audit before anything of it is printed."""

from __future__ import annotations

from citelock.checks.named import NamedTuple


class Verdict(NamedTuple):
    """What the renderers need besides the audit: the level that fails, whether it failed, where the root is.

    `prefix` is the project's root from the top of its repository, with which the paths of the report become
    those that GitHub knows.
    """

    fail_on: str
    failed: bool
    prefix: str = ""
