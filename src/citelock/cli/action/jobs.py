"""The other commands of the Action: what the runner says, in the words of each, and how the step ends.

A refresh with news, or with registries that did not answer, and an origin that was not reached, pass the step
with a notice, so that the jobs behind it run; what went wrong is in the conclusion (action.md, section 14).
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import ExitStack

from citelock.checks.catalogue import BY_CODE
from citelock.checks.pull_request.evidence import below, changed_paths
from citelock.checks.pull_request.values import DELETED, ERROR, FAILURE, SUCCESS
from citelock.cli.action import log
from citelock.cli.action import propose as proposing
from citelock.cli.action import refresh as refreshing
from citelock.cli.action import snapshot_verify as verifying
from citelock.cli.action.inputs import Inputs
from citelock.cli.action.runner import Runner, read_event_of, write_outputs
from citelock.cli.exit_codes import EXIT_COLLECTION, EXIT_FINDINGS, EXIT_OK
from citelock.cli.output.commands import NOTICE, command
from citelock.snapshotter.borrowed import borrowed, objects_of_checkout
from citelock.snapshotter.github import Token
from citelock.snapshotter.revisions import resolve_revisions
from citelock.snapshotter.roots import NAME, committed_config
from citelock.snapshotter.trees import read_tree

_CONCLUSIONS = {EXIT_OK: SUCCESS, EXIT_FINDINGS: FAILURE}


def refresh(environment: Mapping[str, str], runner: Runner, inputs: Inputs) -> int:
    """Asks the registries again and leaves what changed for `propose`."""
    asked = refreshing.Inputs(runner.workspace, runner.temporary, inputs.claims)
    code = refreshing.run(asked, log.line, _notice)
    return _concluded(runner, code, passing=(EXIT_FINDINGS, EXIT_COLLECTION))


def propose(environment: Mapping[str, str], runner: Runner, inputs: Inputs) -> int:
    """Proposes what a refresh has left."""
    event = read_event_of(environment)
    ref = environment.get("GITHUB_REF", "")
    place = proposing.Environment(
        api=runner.api,
        repository=runner.repository,
        token=Token(inputs.token),
        commit=event.sha,
        ref=ref,
        # A schedule runs on the default branch only, and its payload may not name it.
        default_branch=event.default_branch
        or (ref.removeprefix("refs/heads/") if event.name == "schedule" else ""),
    )
    folder = os.path.join(runner.temporary, *refreshing.PLACE)
    code = proposing.run(proposing.Inputs(folder, inputs.comment_author), place, log.line, _notice)
    return _concluded(runner, code)


def snapshot_verify(environment: Mapping[str, str], runner: Runner, inputs: Inputs) -> int:
    """Asks the origins of the snapshots that the pull request changes; settings are those of the base."""
    event = read_event_of(environment)
    objects, length = objects_of_checkout(runner.workspace), len(event.sha)
    with (
        ExitStack() as stack,
        borrowed(objects, address=runner.address, token=inputs.token, length=length) as repository,
    ):
        revisions = resolve_revisions(event, inputs.base, repository)
        base, head = (read_tree(repository, commit) for commit in (revisions.evidence, revisions.head))
        stack.callback(base.reader.close)
        stack.callback(head.reader.close)
        config = committed_config(base.reader, base.entries.get(NAME), BY_CODE)
        folder = (config.sources,)
        changes = changed_paths(below(base.objects, folder), below(head.objects, folder))
    names = (path.removeprefix(f"{config.sources}/") for path, kind in changes.items() if kind != DELETED)
    stems = sorted({name.rpartition(".")[0] for name in names if "/" not in name})
    code = verifying.run(verifying.Inputs(runner.workspace, tuple(stems), config), log.line, _notice)
    return _concluded(runner, code, passing=(EXIT_COLLECTION,))


def _notice(text: str) -> None:
    log.made([command(NOTICE, text)])


def _concluded(runner: Runner, code: int, passing: tuple[int, ...] = ()) -> int:
    write_outputs(runner, {"conclusion": _CONCLUSIONS.get(code, ERROR)})
    return EXIT_OK if code in passing else code
