"""The `citelock` program: a table of commands, each imported only when it runs (performance.md, section 5).

It knows names and one-line helps, nothing of what the commands do. A test holds the table equal to the
commands' own help texts.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from types import FrameType
from typing import NoReturn

try:
    import click

    from citelock import __version__
    from citelock.cli.errors import end_collecting, flush, guarded, say, use_utf8
    from citelock.cli.exit_codes import EXIT_FINDINGS
except KeyboardInterrupt:
    # Half of the start-up is this, and nothing is there yet that could say so in better words.
    raise SystemExit(130) from None

# name -> (module under citelock.cli, one-line help); the module's `command` is the click command.
COMMANDS = {
    "demo": ("demo", "Run the worked example in a temporary folder and show its report."),
    "init": ("init", "Prepare a repository for frozen evidence."),
    "audit": ("audit", "Check every citation of claims files against the frozen evidence."),
    "merge": ("merge", "Join the files of a sharded audit into the report."),
    "report": ("report", "Make a page for people of a report."),
    "diff": ("diff", "Compare two reports or two commits: what is new, fixed, unchanged."),
    "import": ("import_", "Turn a report, a bibliography or API citations into a claims file."),
    "resolve": ("resolve", "Fetch the registry records that are missing."),
    "refresh": ("refresh", "Ask the registries again: what changed."),
    "snapshot": ("snapshot", "Take, list, show and check the texts of sources."),
    "quote": ("quote", "Look for the exact words of a quotation in one source."),
    "verify": ("verify", "Check one claim against the web, recorded."),
    "review": ("review", "Ask a model whether the quotations support the claims."),
    "serve": ("serve", "Serve the checks over HTTP and MCP."),
    "mcp": ("mcp", "Serve the checks as MCP tools over stdio."),
    "brief": ("brief", "Write a brief that cannot hold a false quotation."),
    "rules": ("rules", "Explain the findings: what they mean, why, how to repair them."),
    "schema": ("schema", "Print the JSON Schema (2020-12) of a file format."),
    "action": ("action.command", "What the GitHub Action runs."),
}


class LazyGroup(click.Group):
    """A group that imports a command when it is asked for and lists them all without importing any.

    `table` maps each name to the module below `package` whose `command` it is, and to a one-line help.
    """

    def __init__(
        self, name: str | None, *, package: str, table: Mapping[str, tuple[str, str]], **options: object
    ) -> None:
        super().__init__(name, **options)  # type: ignore[arg-type] # those of click.group, as they come
        self._package = package
        self._table = table

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order of the table."""
        return list(self._table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None when there is none."""
        entry = self._table.get(cmd_name)
        if entry is None:
            return None
        command = import_module(f"{self._package}.{entry[0]}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the table; click's own way would import every command for its help."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in self._table.items()])


def _print_version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        say(f"citelock {__version__}\n")
        ctx.exit()


@click.group(
    cls=LazyGroup,
    package="citelock.cli",
    table=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 no finding at the failing level; 1 findings; 2 usage or malformed input; "
    "3 not collected, or no base evidence; 70 a bug; 130 interrupted.",
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show the version and exit.",
)
def citelock() -> None:
    """Check that the sources an agent cites exist, are described rightly, and say the quoted words.

    The audit reads claims files, registry records in cache/ and text snapshots in sources/. It never uses the
    network, and gives the same bytes every time.

    Example: citelock audit claims.json
    """


def run(arguments: Sequence[str], ended: Callable[[int, FrameType | None], None] | None = None) -> int:
    """Runs one command line (without the program's name) and answers with its exit code.

    `ended` becomes the handler of SIGTERM, for the process that is nothing else than this run.
    """

    def begin() -> object:  # what a signal interrupts from here on is reported
        if ended is not None:
            signal.signal(signal.SIGTERM, ended)
        return _invoke(arguments)

    use_utf8()
    debug = bool(os.environ.get("CITELOCK_DEBUG")) or "-v" in arguments or "--verbose" in arguments
    code = guarded(begin, debug=debug)
    unsaid = guarded(flush, debug=debug)  # a verdict that did not reach its reader is no verdict
    return code if code > EXIT_FINDINGS else unsaid or code


def _invoke(arguments: Sequence[str]) -> object:
    """What `click.Group.main` does, without its own ideas about interrupts, broken pipes and exit codes."""
    with citelock.make_context("citelock", list(arguments)) as context:
        return citelock.invoke(context)


def main() -> NoReturn:
    """The entry point of the `citelock` script and of `python -m citelock`."""
    # A service that stops a job sends SIGTERM: end as with Ctrl-C, nothing half-written, no worker left.
    arguments = sys.argv[1:]
    collects = arguments[:1] in (["resolve"], ["refresh"], ["verify"], ["review"]) or "--online" in arguments
    code = run(arguments, end_collecting if collects else signal.default_int_handler)
    if _nothing_is_left_to_do():
        os._exit(code)  # taking the interpreter apart, object by object, costs as much as a small audit
    sys.exit(code)


def _nothing_is_left_to_do() -> bool:
    """False where something waits for the interpreter's own end: worker processes, a profiler, coverage."""
    monitoring = getattr(sys, "monitoring", None)  # Python 3.12: up to six tools, by number
    watched = monitoring is not None and any(monitoring.get_tool(tool) for tool in range(6))
    watched = watched or sys.gettrace() is not None or sys.getprofile() is not None
    return not watched and not sys.flags.inspect and "multiprocessing" not in sys.modules
