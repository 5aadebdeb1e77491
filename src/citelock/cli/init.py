"""`citelock init`: the files and folders of a project whose evidence is kept in git.

What they hold is in `checks/starter.py`. Nothing that is there is overwritten; a second run changes nothing.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator

import click

from citelock.checks import starter
from citelock.checks.catalogue import BY_CODE
from citelock.checks.errors import CitelockError, UsageError
from citelock.checks.starter import Block
from citelock.checks.text.excerpt import shown
from citelock.cli import init_workflows
from citelock.cli.errors import say
from citelock.cli.exit_codes import EXIT_OK
from citelock.cli.output.plain import plain, readable_path
from citelock.snapshotter.files import write_atomically
from citelock.snapshotter.listing import Unreadable, read_regular
from citelock.snapshotter.roots import NAME, Project, open_project

_MAX_BYTES = 1024 * 1024  # of a file that lines are added to; people write them by hand
_OWNERS = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS")  # in the order GitHub looks
_NOBODY = "@OWNER"
_EXAMPLES = ("10.0000_demo.1.json", "10.0000_demo.1.txt")
_WHY_OWNERS = """
An agent that may write to the evidence can make any quotation pass, and one that may write workflows can
leave the check out. On GitHub a ruleset of the default branch holds both: require a pull request, the review
of Code Owners and the check `citelock`, dismiss stale approvals, and let nobody bypass it. The agent's App
gets no permission for workflows.
"""
_UNOWNED = """These lines for CODEOWNERS say who they are; `citelock init --owner @you` writes them:

"""


@click.command(
    "init", epilog="Example: citelock init --owner @my-team/librarians", short_help="Prepare a repository."
)
@click.option(
    "--owner",
    "owners",
    multiple=True,
    metavar="NAME",
    help="Who may change the evidence, for CODEOWNERS: @name, @organisation/team or an address; may be given"
    " several times.",
)
@click.option(
    "--workflow",
    "workflows",
    multiple=True,
    type=click.Choice(tuple(starter.WORKFLOWS)),
    help="Write this workflow of GitHub Actions; may be given several times. [default: audit and refresh]",
)
@click.option("--no-workflows", is_flag=True, help="Write no workflow.")
@click.option("--pin", metavar="COMMIT", default="", help="The commit of citelock that the workflows use.")
def command(owners: tuple[str, ...], workflows: tuple[str, ...], no_workflows: bool, pin: str) -> int:
    """Prepare a repository for frozen evidence.

    Makes citelock.yml (every setting, commented out), cache/, sources/ and workflows that audit pull requests
    and refresh the records, and adds lines to .gitattributes and .gitignore. What is there already is kept;
    running it again changes nothing.
    """
    if workflows and no_workflows:
        raise UsageError("--no-workflows: with --workflow it contradicts itself. Give one of them.")
    pin = pin.lower()
    if pin and not starter.is_commit(pin):
        raise UsageError(f"--pin {shown(pin, 80)}: write all 40 digits of a commit.")
    for owner in owners:
        if not starter.is_owner(owner):
            raise UsageError(f"--owner {shown(owner)}: write @name, @organisation/team or an address.")
    project = open_project(None, codes=BY_CODE)
    project.evidence.close()
    root, top = project.root, project.top
    blocks = _blocks(project, owners)
    folders = (project.config.cache, project.config.sources)
    for folder in folders:
        _refuse_unless_folder(root, folder)
    planned = {path: _content(root, path, block) for path, block in blocks.items()}
    names = () if no_workflows else tuple(dict.fromkeys(workflows)) or starter.USUAL_WORKFLOWS
    files = init_workflows.plan(project, names, pin, lambda path: _existing_below(root, path))
    config = _existing(root, NAME)
    say(f"The project is {plain(readable_path(root), 1000)}\n\n")
    if config is None:
        write_atomically(os.path.join(root, NAME), starter.starting_config().encode("utf-8"))
    _tell(NAME, "there already, kept" if config is not None else "written: every setting, commented out")
    for folder in folders:
        _tell(f"{folder}/", "made" if _made(root, folder) else "there already, kept")
    for path, content in planned.items():
        if content is not None:
            _make_folder(root, os.path.dirname(path))
            write_atomically(os.path.join(root, path), content)
        count = len(blocks[path].lines)
        _tell(path, f"{count} lines added" if content is not None else f"has its {count} lines already")
    for each in files:
        if each.content is not None:
            _make_folder(root, os.path.dirname(each.path))
            write_atomically(os.path.join(root, each.path), each.content)
        _tell(each.path, each.said)
    for text in _advice(
        project, owners, [NAME, *folders, *planned, *([init_workflows.FOLDER] if files else [])]
    ):
        say(text)
    say(init_workflows.advice(project, files, wanted=bool(names)))
    if top is not None:
        say(_obstacle(root, folders))
    return EXIT_OK


def _tell(path: str, what: str) -> None:
    say(f"  {plain(path):<22} {what}\n")


def _blocks(project: Project, owners: tuple[str, ...]) -> dict[str, Block]:
    """The lines that each file is to have, by its path relative to the root."""
    cache, sources = project.config.cache, project.config.sources
    # A folder of that name which is there already is somebody's own, and is not hidden from git.
    verify = not os.path.lexists(os.path.join(project.root, starter.VERIFY))
    blocks = {
        ".gitattributes": starter.attributes(cache, sources),
        ".gitignore": starter.ignored(sources, verify=verify),
    }
    if owners:
        place = _owners_file(project.top or project.root)
        path = os.path.relpath(os.path.join(project.top or project.root, place), project.root)
        blocks[path.replace(os.sep, "/")] = _owned(project, owners)
    return blocks


def _owned(project: Project, owners: tuple[str, ...]) -> Block:
    below = os.path.relpath(project.root, project.top or project.root).replace(os.sep, "/")
    prefix = "" if below == "." else f"{below}/"
    place = _owners_file(project.top or project.root)
    return starter.owned(prefix, project.config.cache, project.config.sources, owners, place)


def _owners_file(top: str) -> str:
    return next((path for path in _OWNERS if os.path.lexists(os.path.join(top, path))), _OWNERS[0])


def _content(root: str, path: str, block: Block) -> bytes | None:
    """What the file is to hold with the block; None if it needs no change. Raises UsageError."""
    return starter.with_block(_existing_below(root, path) or b"", block)


def _existing_below(root: str, path: str) -> bytes | None:
    """The same as `_existing`, and no folder on the way may be anything else. Raises UsageError."""
    folder = os.path.dirname(path)
    if folder:
        _refuse_unless_folder(root, folder)
    return _existing(root, path)


def _existing(root: str, path: str) -> bytes | None:
    """The bytes of a file that is there, None if none is. Raises UsageError for what is no regular file."""
    absolute = os.path.join(root, path)
    if not os.path.lexists(absolute):
        return None
    content = read_regular(absolute, _MAX_BYTES)
    if isinstance(content, Unreadable):
        raise UsageError(f"{shown(path)} {content.reason}. Put a file there, or nothing.")
    return content


def _refuse_unless_folder(root: str, folder: str) -> None:
    """Raises UsageError if a part of the path is there and is no folder of its own, such as a link."""
    path = root
    for part in folder.split("/"):
        path = os.path.join(path, part)
        if not os.path.lexists(path) or part == "..":
            continue
        mode = os.lstat(path).st_mode
        if not stat.S_ISDIR(mode):
            what = "a symbolic link" if stat.S_ISLNK(mode) else "no folder"
            raise UsageError(f"{shown(folder)}: {shown(part)} is {what}. Put a folder there, or nothing.")


def _made(root: str, folder: str) -> bool:
    """Makes the folder and puts a file into an empty one, because git keeps files only; whether it did."""
    path = _make_folder(root, folder)
    if os.listdir(path):
        return False
    write_atomically(os.path.join(path, ".gitkeep"), b"")
    return True


def _make_folder(root: str, folder: str) -> str:
    path = os.path.join(root, folder)
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{shown(folder)} cannot be made: {error.strerror or error}") from error
    return path


def _advice(project: Project, owners: tuple[str, ...], paths: list[str]) -> Iterator[str]:
    """Who should own the evidence, and what to do next."""
    yield _WHY_OWNERS
    if not owners and (lines := _unowned(project)):
        yield _UNOWNED
        yield from (f"    {plain(line)}\n" for line in lines)
    yield "\nNext:\n"
    if project.top is None:
        yield "    git init                             there is no repository here yet\n"
    yield f"    git add {plain(' '.join(paths), 1000)}\n    git commit\n"
    yield "    citelock resolve claims.json --commit    the records of what is cited, from the registries\n"
    yield "    citelock audit claims.json\n"


def _unowned(project: Project) -> tuple[str, ...]:
    """The lines for CODEOWNERS, () where that file names an owner for each of these paths already."""
    lines = _owned(project, (_NOBODY,)).lines
    top = project.top or project.root
    content = read_regular(os.path.join(top, _owners_file(top)), _MAX_BYTES)
    if isinstance(content, Unreadable):
        return lines
    there = content.decode("utf-8", "replace").splitlines()
    wanted = [line.removesuffix(_NOBODY) for line in lines]
    has_all = all(
        any(line.startswith(path) and line[len(path) :].strip() for line in there) for path in wanted
    )
    return () if has_all else lines


def _obstacle(root: str, folders: tuple[str, str]) -> str:
    """What would keep evidence from being committed as things are; "" if nothing would."""
    from citelock.snapshotter.commits import preflight

    examples = [f"{folder}/{name}" for folder, name in zip(folders, _EXAMPLES, strict=True)]
    try:
        preflight(root, examples)
    except CitelockError as error:
        return f"\nBefore evidence can be committed with --commit: {plain(str(error), 1000)}\n"
    return ""
