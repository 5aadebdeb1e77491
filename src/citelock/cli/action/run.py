"""One run of the Action: which command, and what is told whatever happens (action.md, section 14).

The conclusion is written before leaving in every case: the runner passes no exit code on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from citelock.checks.errors import CitelockError
from citelock.checks.pull_request.values import ERROR
from citelock.cli.action import log
from citelock.cli.action.inputs import TABLE, Inputs, read_inputs
from citelock.cli.action.no_verdict import show_no_verdict
from citelock.cli.action.runner import Runner, read_runner, write_outputs
from citelock.cli.exit_codes import EXIT_BUG
from citelock.cli.output.commands import ERROR as ERROR_LEVEL
from citelock.cli.output.commands import command
from citelock.cli.output.plain import plain

Face = Callable[[Mapping[str, str], Runner, Inputs], int]
_MOST_SAID = 2000


def run_action(environment: Mapping[str, str]) -> int:
    """Does what the inputs ask for and answers with the exit code."""
    log.take_over()
    runner: Runner | None = None
    inputs: Inputs | None = None
    try:
        runner = read_runner(environment)
        inputs = read_inputs(environment)
        return _face(inputs.command)(environment, runner, inputs)
    except CitelockError as error:
        _tell(str(error))
        code, sentence = error.exit_code, str(error)
    except Exception as error:  # a bug must be told as one, in words that are no command
        _tell(_bug(error))
        # What an exception holds may be anybody's: it stays in the log, whose secrets the runner masks.
        code, sentence = EXIT_BUG, f"internal error: {type(error).__name__}"
    if runner is not None:
        try:
            write_outputs(runner, {"conclusion": ERROR})
            if inputs is None or inputs.command == TABLE["command"].built_in:
                show_no_verdict(environment, runner, inputs, [sentence], code)
        except CitelockError as error:
            _tell(str(error))
        except Exception as error:
            _tell(_bug(error))
    return code


def _bug(error: Exception) -> str:
    return f"internal error: {type(error).__name__}: {error}. This is a bug in citelock, not a finding."


def _face(name: str) -> Face:
    """Each is imported only when it runs: an audit loads nothing that parses documents."""
    if name == "audit":
        from citelock.cli.action.audit import audit

        return audit
    from citelock.cli.action import jobs

    return {"refresh": jobs.refresh, "propose": jobs.propose, "snapshot-verify": jobs.snapshot_verify}[name]


def _tell(text: str) -> None:
    log.made([command(ERROR_LEVEL, plain(text, _MOST_SAID), title="citelock")])
