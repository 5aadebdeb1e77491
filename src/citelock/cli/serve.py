"""`citelock serve`: the checks over HTTP, and as MCP tools over streamable HTTP in the same application."""

from __future__ import annotations

import click

from citelock.cli import options
from citelock.cli.errors import tell
from citelock.cli.exit_codes import EXIT_OK
from citelock.cli.verification import setting_up
from citelock.cli.verification.setting_up import Asking, project_here, records_in, service_for


@click.command(
    "serve",
    epilog="Example: citelock serve --port 8000 --search searxng:http://127.0.0.1:8888 --keys keys.txt",
    short_help="Serve the checks over HTTP and MCP.",
)
@click.option(
    "--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help="Address to listen on."
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any free one."
)
@click.option(
    "--host-name", "host_names", multiple=True, metavar="NAME", help="Name it is asked under. Repeatable."
)
@click.option("--keys", metavar="FILE", help="Lines of name:sha256; without it only this machine may ask.")
@click.option("--daily", type=click.IntRange(min=1), metavar="N", help="Requests of one key a day.")
@setting_up.search
@setting_up.model
@setting_up.model_name
@click.option("--records", metavar="DIR", help="Record the checks there. [default: nothing is recorded]")
@setting_up.allow_host
@options.quiet
def command(
    *,
    host: str,
    port: int,
    host_names: tuple[str, ...],
    keys: str | None,
    daily: int | None,
    search: str | None,
    model: str | None,
    model_name: str | None,
    records: str | None,
    allow_hosts: tuple[str, ...],
    quiet: bool,
) -> int:
    """Serve the checks over HTTP and MCP.

    POST /api/v1/verify, /api/v1/quote and /api/v1/audit, GET /healthz and /openapi.json, MCP at /api/mcp.
    Without --keys only this machine may ask. Search, model and evidence are those of citelock.yml and the
    options; no request can set them. SIGTERM ends it when the requests that run have been answered.
    """
    setting_up.need_server()
    from citelock.cli.server.hosts import names_for
    from citelock.cli.server.keys import Keys, read_keys
    from citelock.cli.server.limits import Limiter
    from citelock.cli.server.running import serve
    from citelock.snapshotter.clock import Clock

    known = read_keys(keys) if keys is not None else Keys({})
    names = names_for(host, host_names, keyed=bool(known))
    folder = records_in(project_here(), records) if records is not None else None
    service = service_for(Asking(search, model, model_name, allow_hosts), folder, tell)
    log = (lambda _line: None) if quiet else tell
    serve(service, host, port, known, names, Limiter(Clock(), daily), log)
    return EXIT_OK
