"""`citelock mcp`: the checks as MCP tools over stdio; stdout belongs to the protocol."""

from __future__ import annotations

import click

from citelock.cli.errors import tell
from citelock.cli.exit_codes import EXIT_OK
from citelock.cli.verification import setting_up
from citelock.cli.verification.setting_up import Asking, project_here, records_in, service_for


@click.command(
    "mcp",
    epilog="Example: citelock mcp --search searxng:http://127.0.0.1:8888",
    short_help="Serve the checks as MCP tools over stdio.",
)
@setting_up.search
@setting_up.model
@setting_up.model_name
@click.option("--records", metavar="DIR", help="Record the checks there. [default: nothing is recorded]")
@setting_up.allow_host
def command(
    *,
    search: str | None,
    model: str | None,
    model_name: str | None,
    records: str | None,
    allow_hosts: tuple[str, ...],
) -> int:
    """Serve the checks as MCP tools over stdio.

    The tools are verify_claim, find_quote and audit_claims. Search, model and evidence are those of
    citelock.yml and the options; no call can set them. It ends when its input does.
    """
    setting_up.need_server()
    from citelock.cli.server.running import over_stdio

    folder = records_in(project_here(), records) if records is not None else None
    over_stdio(service_for(Asking(search, model, model_name, allow_hosts), folder, tell), tell)
    return EXIT_OK
