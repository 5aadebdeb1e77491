"""Any file that can be imported as claims: its format found out, and the reader of that format asked."""

from __future__ import annotations

from collections.abc import Mapping

from citelock.checks import jsontext
from citelock.checks.adapters import detection
from citelock.checks.adapters.interface import MAX_BYTES, Imported, TooMuch, Unreadable
from citelock.checks.errors import InputError

_UNDECIDED = (
    "is of no format that can be told. "
    "Name it with --format: markdown, bibtex, csl-json, anthropic or openai."
)


def read_any(
    data: bytes, path: str, format_name: str = "auto", documents: Mapping[str, str] | None = None
) -> Imported:
    """The claims of a file; `path` is its name in messages. Raises InputError for one that cannot be read."""
    if len(data) > MAX_BYTES:
        raise InputError(
            path, f"{len(data):,} bytes; the limit of an import is {MAX_BYTES:,}. Split the file."
        )
    text = _decoded(data, path)
    try:
        return _read(text, data, path, format_name, documents or {})
    except (TooMuch, Unreadable) as error:
        line, column = error.at if error.at is not None else (None, None)
        raise InputError(path, error.what, line=line, column=column) from error


def _read(text: str, data: bytes, path: str, format_name: str, documents: Mapping[str, str]) -> Imported:
    def parse() -> object:
        return jsontext.parse(data, path)

    if format_name == "auto":
        format_name = detection.by_name(path) or detection.by_content(text, parse)
    if format_name == "markdown":
        from citelock.checks.adapters.markdown.report import read_markdown

        return read_markdown(text)
    if format_name == "bibtex":
        from citelock.checks.adapters.bibtex import read_bibtex

        return read_bibtex(text)
    if format_name == "csl-json":
        from citelock.checks.adapters.csl_json import read_csl

        return read_csl(text, parse())
    if format_name == "anthropic":
        from citelock.checks.adapters.anthropic import read_anthropic

        return read_anthropic(text, parse(), documents)
    if format_name == "openai":
        from citelock.checks.adapters.openai import read_openai

        return read_openai(text, parse())
    raise Unreadable(_UNDECIDED)


def _decoded(data: bytes, path: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line, column = jsontext.line_column(data, error.start)
        what = "is not UTF-8 here. Save the file as UTF-8."
        raise InputError(path, what, line=line, column=column) from error
