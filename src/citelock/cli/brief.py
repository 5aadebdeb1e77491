"""`citelock brief`: the group of commands about briefs; each is imported only when it runs."""

from __future__ import annotations

import click

from citelock.cli.main import LazyGroup

# name -> (module under citelock.cli.briefs, one-line help)
COMMANDS = {"build": ("build", "Build a brief from a template and audited claims.")}


@click.group(
    "brief",
    cls=LazyGroup,
    package="citelock.cli.briefs",
    table=COMMANDS,
    epilog="Example: citelock brief build brief.md --claims claims.json --out out.md",
    short_help="Write a brief that cannot hold a false quotation.",
)
def command() -> None:
    """Write a brief that cannot hold a false quotation.

    A Writer without access to the web writes a template and names claims in it; text, quotations, labels and
    notes come from the audit. With a claim that fails there is no brief.
    """
