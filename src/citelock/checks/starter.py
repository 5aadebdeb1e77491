"""What a repository needs so that evidence in it stays as it is: settings, attributes, ignored files, owners.

Texts and lines only; `cli/init.py` puts them into files (snapshots.md, sections 5 and 11; action.md, section
12). Folders are relative to the root, with `/`, as in `citelock.yml`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import NamedTuple

from citelock.checks.config import FAIL_ON, REQUIRE_LABEL, SEVERITIES, Config

VERIFY = "verify"  # where claims verified against the web are recorded: pages of other people
# The names of the workflows that may be written -> their files below `.github/workflows/`.
WORKFLOWS = {
    "audit": "citation-audit.yml",
    "refresh": "citation-refresh.yml",
    "hardened": "citation-audit-hardened.yml",
    "snapshot-verify": "snapshot-verify.yml",
}
USUAL_WORKFLOWS = ("audit", "refresh")
_UNPINNED = b"citelock/citelock@" + b"0" * 40
_COMMIT = re.compile(r"[0-9a-f]{40}")
_OWNER = re.compile(
    r"@[A-Za-z0-9][A-Za-z0-9-]{0,38}(?:/[A-Za-z0-9._-]{1,100})?|[!-?A-~]{1,64}@[!-?A-~]{1,255}"
)


class Block(NamedTuple):
    """Lines that belong together in this order, with the comment above them."""

    comment: str
    lines: tuple[str, ...]


def starting_config() -> str:
    """A `citelock.yml` that changes nothing: every key with its default, commented out."""
    config = Config()
    rows = [
        ("severity:", f"by code: {_any_of(SEVERITIES)}; `citelock rules` lists the codes"),
        ("  E_TITLE_MISMATCH: warning", "an example; nothing can be switched off"),
        (f"fail_on: {config.fail_on}", f"{_any_of(FAIL_ON)}: the lowest severity that gives exit code 1"),
        (f"require_label: {REQUIRE_LABEL[0]}", f"{_any_of(REQUIRE_LABEL)}; absent by default"),
        (f"min_quote: {config.min_quote}", "characters of the shortest quotation that counts"),
        ("claims:", "what `refresh` looks up; absent by default: claims.json beside this file"),
        ("  - claims.json", "an example"),
        ("mailto: you@example.org", "absent by default; registries answer faster with an address"),
        ("paths:", "folders below this file"),
        (f"  cache: {config.cache}", "registry records"),
        (f"  sources: {config.sources}", "texts"),
        ("licences:", "classes of texts, see docs/snapshots.md"),
        (f"  commit: [{', '.join(config.commit_licences)}]", "may stand in the tree"),
        (f"  seal: {config.seal_licences[0]}", "may be sealed: all, or a list"),
        ("network:", "where pages are fetched from; addresses that are not public never are"),
        (f"  ports: [{', '.join(map(str, config.ports))}]", "a page on another port is not fetched"),
        ("limits:", "bytes; a larger file is refused before it is read"),
        *((f"  {name}: {value}", "") for name, value in config.limits._asdict().items()),
    ]
    head = (
        "# Settings of citelock: every key, with its default or an example. To change one, remove its #;\n"
        "# for an indented line, also that of the line it belongs to.\n\n"
    )
    lines = (f"# {setting:<30} # {note}" if note else f"# {setting}" for setting, note in rows)
    return head + "".join(f"{line}\n" for line in lines)


def _any_of(words: Sequence[str]) -> str:
    return " or ".join((", ".join(words[:-1]), words[-1]))


def attributes(cache: str, sources: str) -> Block:
    """Lines of `.gitattributes`: evidence has the same bytes on every system; later lines win."""
    return Block(
        "# citelock: evidence is hashed, so its bytes are the same on every system. The last line wins.",
        (
            f"{_attribute_pattern(f'{cache}/')} text eol=lf",
            f"{_attribute_pattern(f'{sources}/')} text eol=lf -ident whitespace=-trailing-space",
            f"{_attribute_pattern(f'{sources}/originals/')} -text",
        ),
    )


def ignored(sources: str, *, verify: bool = True) -> Block:
    """Lines of `.gitignore`: texts that may not be published, and what a run leaves behind."""
    return Block(
        "# citelock: texts that may not be published, reports, and what an interrupted run leaves behind.",
        (f"/{_literal(sources)}/.private/", *((f"/{VERIFY}/",) if verify else ()), "/report.json", ".*.tmp"),
    )


def owned(
    prefix: str, cache: str, sources: str, owners: Sequence[str], place: str = ".github/CODEOWNERS"
) -> Block:
    """Lines of CODEOWNERS; `prefix` is the root below the repository's top level, "" or ending in `/`.

    `place` is where that file is: whoever may change it may change the owners.
    """
    own = (f"/{prefix}{path}" for path in (f"{cache}/", f"{sources}/", "citelock.yml"))
    paths = [*(re.sub(r"\s", r"\\ ", _literal(path)) for path in own), ".gitattributes", "/.github/"]
    if not place.startswith(".github/"):
        paths.append(f"/{place}")
    return Block(
        "# citelock: who may change evidence, settings and workflows. An agent that is audited may not.",
        tuple(f"{path} {' '.join(owners)}" for path in paths),
    )


def _literal(folder: str) -> str:
    """The folder as a pattern that means this folder only."""
    return re.sub(r"([\\*?\[])", r"\\\1", folder)


def _attribute_pattern(folder: str) -> str:
    """Everything below the folder, in quotes where a blank or a comment sign would cut it."""
    pattern = f"{_literal(folder)}**"
    if pattern.startswith("!"):
        pattern = "\\" + pattern
    if re.fullmatch(r"[A-Za-z0-9._/-][^\s\"\\]*", pattern):
        return pattern
    return '"' + pattern.replace("\\", "\\\\").replace('"', '\\"') + '"'


def workflow(template: bytes, pin: str, sources: str) -> bytes:
    """A workflow for a project with its texts in `sources`, and citelock at the commit `pin` ("": none yet).

    >>> workflow(b"uses: citelock/citelock@" + b"0" * 40, "a" * 40, "sources")[-8:]
    b'aaaaaaaa'
    """
    if sources != "sources":
        # A name in quotes is a string to YAML whatever it holds, and JSON's quotes are YAML's too.
        template = template.replace(
            b"      - sources/**\n", f"      - {json.dumps(sources + '/**')}\n".encode()
        )
    return pinned(template, pin) if pin else template


def pinned(content: bytes, pin: str) -> bytes:
    """A workflow with this commit in place of the zeros."""
    return content.replace(_UNPINNED, b"citelock/citelock@" + pin.encode("ascii"))


def is_pinned(content: bytes) -> bool:
    """Whether a workflow names a commit of citelock, not the zeros that stand for one."""
    return _UNPINNED not in content


def is_commit(text: str) -> bool:
    """Whether this is the full id of a commit, as an action is pinned by it."""
    return _COMMIT.fullmatch(text) is not None and text.strip("0") != ""


def is_owner(text: str) -> bool:
    """Whether GitHub takes this for an owner: `@name`, `@organisation/team` or an address."""
    return _OWNER.fullmatch(text) is not None


def with_block(content: bytes, block: Block) -> bytes | None:
    r"""The content with the block at its end, in its own line ends; None if it has all the lines.

    A block of which one line is missing is added whole: later lines win over earlier ones.

    >>> with_block(b"*.log", Block("# ours", ("/report.json",)))
    b'*.log\n\n# ours\n/report.json\n'
    """
    present = {line.strip() for line in content.splitlines()}
    wanted = [line.encode("utf-8") for line in block.lines]
    if present.issuperset(wanted):
        return None
    end = b"\r\n" if b"\r\n" in content else b"\n"
    lines = [block.comment.encode("utf-8"), *wanted]
    if content and not content.endswith(b"\n"):
        content += end
    return content + (end if content else b"") + b"".join(line + end for line in lines)
