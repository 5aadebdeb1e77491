"""`citelock action`: what the container of the GitHub Action runs. Inputs come from the environment."""

from __future__ import annotations

import os

import click

from citelock.cli.action.run import run_action


@click.command(
    "action",
    epilog="Example: citelock action; in a workflow, uses: citelock/citelock@COMMIT (docs/action.md)",
    short_help="What the GitHub Action runs.",
)
def command() -> int:
    """What the GitHub Action runs.

    It takes no options: inputs arrive as INPUT_… and what happened as GITHUB_… variables, as a runner of
    workflows sets them. docs/action.md has the inputs, the outputs and what is trusted.
    """
    return run_action(os.environ)
