"""The one place that turns an exception into text on stderr and an exit code, and that writes to stdout.

Every error of the tree in `checks/errors.py` is one line; click's own usage errors are exit 2; an interrupt
is 130; anything else is a bug (70). Exit codes are those of the design's README, section 4.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from typing import TextIO

from citelock.checks.errors import CitelockError

EXIT_OK = 0
EXIT_FINDINGS = 1
EXIT_USAGE = 2
EXIT_COLLECTION = 3
EXIT_BUG = 70  # EX_SOFTWARE of sysexits.h, never mistaken for a finding
EXIT_INTERRUPTED = 130  # 128 + SIGINT, as shells report it

EXIT_CODES = {
    EXIT_OK: "no finding at the failing level",
    EXIT_FINDINGS: "findings at the failing level",
    EXIT_USAGE: "wrong usage, malformed input or configuration, or evidence that cannot be read at all",
    EXIT_COLLECTION: "something could not be collected, or the base evidence is missing",
    EXIT_BUG: "internal error: a bug in citelock",
    EXIT_INTERRUPTED: "interrupted",
}


def guarded(run: Callable[[], object], *, debug: bool = False) -> int:
    """Calls `run`, which answers with an exit code (None is 0), and reports whatever it raises."""
    from click import ClickException, UsageError
    from click.exceptions import Exit

    try:
        code = run()
    except CitelockError as error:
        return _report(error, debug=debug)
    except Exit as error:
        code = error.exit_code
    except KeyboardInterrupt as error:
        tell("citelock: interrupted; nothing was left half-written")
        _tell_notes(error)
        return EXIT_INTERRUPTED
    except UsageError as error:
        _tell_usage(error)
        return EXIT_USAGE
    except ClickException as error:
        tell(f"citelock: {error.format_message()}")
        return EXIT_USAGE
    except Exception as error:  # the one place: whatever else escapes is a bug, and is said to be one
        return _report_bug(error, debug=debug)
    return code if isinstance(code, int) else EXIT_OK


def _report(error: CitelockError, *, debug: bool) -> int:
    if debug:
        _traceback(error)
    tell(f"citelock: {error}")
    _tell_notes(error)
    return error.exit_code


def _tell_usage(error: object) -> None:
    """Prints click's usage error in our words: the message, then where help is."""
    from click import UsageError

    assert isinstance(error, UsageError)
    tell(f"citelock: {error.format_message()}")
    if error.ctx is not None:
        tell(f"citelock: try '{error.ctx.command_path} --help'")


def _report_bug(error: Exception, *, debug: bool) -> int:
    if debug:
        _traceback(error)
    tell(f"citelock: internal error: {type(error).__name__}: {error}")
    tell("citelock: this is a bug, not a finding; run again with CITELOCK_DEBUG=1 and report the traceback")
    _tell_notes(error)
    return EXIT_BUG


def _tell_notes(error: BaseException) -> None:
    for note in getattr(error, "__notes__", ()):
        tell(f"citelock: {note}")


def _traceback(error: BaseException) -> None:
    import traceback

    tell("".join(traceback.format_exception(error)).rstrip("\n"))


def use_utf8() -> None:
    """Makes stdout and stderr UTF-8 whatever the locale says; lone surrogates come out as escapes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def tell(text: str) -> None:
    """Writes diagnostics, which may hold text from outside, to stderr with a line end."""
    if not (text.isascii() and text.isprintable()):
        from citelock.cli.output.plain import plain_lines

        text = plain_lines(text)
    _write(sys.stderr, text + "\n")


def say(text: str) -> None:
    """Writes results to stdout as they are; a reader that has gone away ends the writing, not the command."""
    _write(sys.stdout, text)


def flush() -> None:
    """Flushes both streams; to be called last, so that a closed pipe is quiet there too."""
    _write(sys.stdout, "", flush=True)
    _write(sys.stderr, "", flush=True)


def _write(stream: TextIO | None, text: str, *, flush: bool = False) -> None:
    if stream is None:
        return
    try:
        stream.write(text)
        if flush:
            stream.flush()
    except BrokenPipeError:
        # The verdict stands even if nobody reads it: point the stream at nothing, so that neither this nor
        # the interpreter's own flush at exit complains.
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, stream.fileno())
        os.close(nothing)
