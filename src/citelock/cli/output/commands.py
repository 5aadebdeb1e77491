"""What is written into the log of a workflow run: the runner's commands, and lines that can never be one.

Two grammars act on both streams: `::name properties::data` at the start of a line, with blanks of any kind
before it, and the older `##[name properties]data` anywhere in a line; lines end at LF, CR and CRLF
(action.md, section 7). So every line of ours that is no command begins with `| `, and no line holds `##[`.
"""

from __future__ import annotations

import posixpath
import sys

from citelock.cli.output.plain import plain

ERROR = "error"
WARNING = "warning"
NOTICE = "notice"


def command(
    name: str,
    message: str,
    *,
    file: str | None = None,
    line: int | None = None,
    column: int | None = None,
    title: str | None = None,
) -> str:
    """One command, without a line end.

    >>> command("error", "50% off", file="claims.json", line=3)
    '::error file=claims.json,line=3::50%25 off'
    """
    properties = {"file": file, "line": line, "col": column, "title": title}
    stated = ",".join(
        f"{key}={_property(str(value))}" for key, value in properties.items() if value is not None
    )
    return f"::{name}{f' {stated}' if stated else ''}::{_data(message)}"


def log_line(text: str) -> str:
    """One line of the log that is no command, whatever it says; without a line end."""
    return f"| {no_command(plain(text, sys.maxsize))}"


def no_command(text: str) -> str:
    r"""The text without the older form of a command, which is one anywhere in a line.

    >>> no_command("##[add-mask]x")
    '##\\[add-mask]x'
    """
    return text.replace("##[", "##\\[")


def repository_path(path: str, prefix: str = "", *, windows: bool = False) -> str | None:
    r"""A path as GitHub matches it: from the repository's top, with `/`, no `./`; None outside of it.

    `path` is relative to `prefix`, a folder of the repository ("" is its top). On Windows a back slash is a
    separator; elsewhere it is part of a name.

    >>> repository_path("./claims.json", "packages/web"), repository_path("a\\b.json", windows=True)
    ('packages/web/claims.json', 'a/b.json')
    """
    if windows:
        path, prefix = path.replace("\\", "/"), prefix.replace("\\", "/")
    joined = posixpath.normpath(posixpath.join(prefix, path))
    outside = joined in ("..", ".") or joined.startswith(("../", "/"))
    return None if outside else joined


def _data(text: str) -> str:
    """The percent sign first, or it would escape the escapes."""
    return no_command(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
