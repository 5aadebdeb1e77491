"""The one place that turns an exception into text on stderr and an exit code, and that writes to stdout.

Every error of the tree in `checks/errors.py` is one line; click's own usage errors are exit 2; an interrupt
is 130; anything else is a bug (70). The codes are in `exit_codes.py`.
"""

from __future__ import annotations

import errno
import io
import os
import re
import sys
from collections.abc import Callable
from typing import TextIO

from citelock.checks.errors import CitelockError, UsageError
from citelock.checks.text.patterns import late
from citelock.cli.exit_codes import EXIT_BUG, EXIT_COLLECTION, EXIT_INTERRUPTED, EXIT_OK, EXIT_USAGE

# What a healthy program meets on a machine that has run out of something: no bug, and nothing to report.
_OF_THE_MACHINE = frozenset(
    getattr(errno, name)
    for name in ("ENOSPC", "EDQUOT", "EFBIG", "EIO", "EROFS", "EMFILE", "ENFILE", "ENOMEM")
    if hasattr(errno, name)
)
_VALUE = late(r"'([^']{80})[^']++'")  # a quoted value that is too long to be echoed whole


class Terminated(KeyboardInterrupt):
    """SIGTERM while something was being collected: as an interrupt, and exit 3 (metadata.md, section 8)."""


def end_collecting(_number: int, _frame: object) -> None:
    """The handler of SIGTERM for commands that collect. Raises Terminated."""
    raise Terminated


def guarded(run: Callable[[], object], *, debug: bool = False) -> int:
    """Calls `run`, which answers with an exit code (None is 0), and reports whatever it raises."""
    from click import ClickException
    from click import UsageError as WrongCall
    from click.exceptions import Exit

    try:
        code = run()
    except CitelockError as error:
        return _report(error, debug=debug)
    except Exit as error:
        code = error.exit_code
    except Terminated as error:
        tell("citelock: ended from outside; what was written stays. Run again for the rest.")
        _tell_notes(error)
        return EXIT_COLLECTION
    except KeyboardInterrupt as error:
        tell("citelock: interrupted; nothing was left half-written")
        _tell_notes(error)
        return EXIT_INTERRUPTED
    except WrongCall as error:
        _tell_usage(error)
        return EXIT_USAGE
    except ClickException as error:
        tell(f"citelock: {error.format_message()}")
        return EXIT_USAGE
    except OSError as error:
        why = _of_the_machine(error)
        return _report_bug(error, debug=debug) if why is None else _report(why, debug=debug)
    except Exception as error:  # the one place: whatever else escapes is a bug, and is said to be one
        return _report_bug(error, debug=debug)
    return code if isinstance(code, int) else EXIT_OK


def _report(error: CitelockError, *, debug: bool) -> int:
    if debug:
        _traceback(error)
    tell(f"citelock: {error}")
    _tell_notes(error)
    return error.exit_code


def _of_the_machine(error: OSError) -> CitelockError | None:
    """The error of ours for one that the machine is to blame for, with its notes; None for a bug."""
    try:
        flush()  # click prints a help text itself, and what it could not write still waits
    except UsageError as full:
        return full
    if error.errno in _OF_THE_MACHINE:
        place = f"{os.fsdecode(error.filename)}: " if isinstance(error.filename, str | bytes) else ""
        why: CitelockError = UsageError(
            f"{place}{error.strerror}. Nothing is wrong with the input; run again."
        )
    else:
        try:
            os.getcwd()
        except OSError:
            why = UsageError("the working directory is gone. Change to one that exists.")
        else:
            return None
    why.__cause__ = error
    for note in getattr(error, "__notes__", ()):
        why.add_note(note)
    return why


def _tell_usage(error: object) -> None:
    """Prints click's usage error in our words and on one line: the message, then where help is."""
    from click import UsageError as WrongCall

    assert isinstance(error, WrongCall)
    text = error.format_message()
    if error.ctx is None:
        tell(f"citelock: {_VALUE.sub(_cut_value, text)}")
    elif (
        text == error.ctx.get_help()
    ):  # called with nothing at all: no mistake to name, so all there is to say
        for line in text.split("\n"):
            tell(line)
    else:
        tell(f"citelock: {_VALUE.sub(_cut_value, text)} Try '{error.ctx.command_path} --help'.")


def _cut_value(match: re.Match[str]) -> str:
    return f"'{match[1]}…'"


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

    for line in "".join(traceback.format_exception(error)).rstrip("\n").split("\n"):
        tell(f"| {line}")  # whatever a message holds, no line of it begins a line of the log


def use_utf8() -> None:
    """Makes stdout and stderr UTF-8 whatever the locale says; lone surrogates come out as escapes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def tell(text: str) -> None:
    """Writes one line of diagnostics, which may hold text from outside, to stderr."""
    if not (text.isascii() and text.isprintable()):
        from citelock.cli.output.plain import plain

        text = plain(text, sys.maxsize)
    # Runners of workflows look for commands in any line of either stream (docs/report.md).
    _write(sys.stderr, text.replace("##[", "##\\[") + "\n")


def say(text: str) -> None:
    """Writes results to stdout as they are; a reader that has gone away ends the writing, not the command.

    Raises UsageError when stdout takes no more, because the disk behind it is full.
    """
    _write(sys.stdout, text)


def flush() -> None:
    """Flushes both streams; to be called last, so that a closed pipe is quiet there too. Raises as `say`."""
    _write(sys.stderr, "", flush=True)
    _write(sys.stdout, "", flush=True)


def _write(stream: TextIO | None, text: str, *, flush: bool = False) -> None:
    if stream is None:
        return
    try:
        stream.write(text)
        if flush:
            stream.flush()
    except BrokenPipeError:
        _silence(stream)  # the verdict stands even if nobody reads it
    except OSError as error:
        _silence(stream)
        if stream is not sys.stderr:  # what cannot be said there cannot be said at all
            raise UsageError(f"stdout: cannot be written: {error.strerror}. Send it elsewhere.") from error


def _silence(stream: TextIO) -> None:
    """Points the stream at nothing: neither what follows nor the interpreter's own flush complains then."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, stream.fileno())
    os.close(nothing)
