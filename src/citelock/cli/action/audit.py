"""The audit of the Action: take the commits, judge, write the files, show the findings, conclude."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256

from citelock.checks import canonical
from citelock.checks.diff import as_json
from citelock.checks.errors import InputError
from citelock.checks.pull_request.values import ERROR, FAILURE, Judged, Revisions
from citelock.cli.action import log
from citelock.cli.action.inputs import Inputs
from citelock.cli.action.no_verdict import show_no_verdict
from citelock.cli.action.outputs import outputs_of
from citelock.cli.action.publish import Published, publish
from citelock.cli.action.runner import Runner, append, read_event_of, write_file, write_outputs
from citelock.cli.exit_codes import EXIT_FINDINGS, EXIT_OK
from citelock.cli.output import action_log
from citelock.cli.output.annotations import annotate, as_commands, fault
from citelock.cli.output.summary import summary
from citelock.snapshotter.borrowed import borrowed, objects_of_checkout
from citelock.snapshotter.compared import MalformedFiles, Request
from citelock.snapshotter.pull_request import judge_pull_request
from citelock.snapshotter.revisions import resolve_revisions

REPORT, DIFF, SARIF, SHEET = "report.json", "diff.json", "report.sarif", "review.html"


def audit(environment: Mapping[str, str], runner: Runner, inputs: Inputs) -> int:
    """Audits the head of the event; the exit code."""
    event = read_event_of(environment)
    accept = inputs.new_evidence == "accept"
    request = Request(inputs.claims, inputs.only_changed, accept, inputs.fail_on, inputs.sheet)
    objects, length = objects_of_checkout(runner.workspace), len(event.sha)
    with borrowed(objects, address=runner.address, token=inputs.token, length=length) as repository:
        revisions = resolve_revisions(event, inputs.base, repository)
        try:
            result = judge_pull_request(repository, revisions, request)
        except InputError as error:
            faults = error.errors if isinstance(error, MalformedFiles) else (error,)
            _annotate_faults(faults)
            write_outputs(runner, {"conclusion": ERROR})
            show_no_verdict(environment, runner, inputs, [str(each) for each in faults], error.exit_code)
            return error.exit_code
    judged = result.judged
    digest = sha256()
    files = {"report": write_file(runner, REPORT, _hashed(result.outcome.text(), digest.update))}
    files["diff"] = write_file(runner, DIFF, [_diff(judged, revisions)])
    if inputs.sarif:
        from citelock.cli.output import sarif

        found = sarif.render(judged)
        files["sarif"] = write_file(runner, SARIF, [found.text.encode("utf-8")])
        if found.left_out:
            log.line(f"{SARIF} has no room for {found.left_out:,} findings; {REPORT} has them all")
    if result.sheet is not None:
        from citelock.cli.output.sheet.page import page as sheet_page

        pieces = (piece.encode("utf-8", "replace") for piece in sheet_page(result.sheet))
        files["sheet"] = write_file(runner, SHEET, pieces)
    shown = annotate(judged)
    log.made(action_log.opening(judged, revisions))
    publish(Published(judged, revisions, shown, files["report"]), runner, inputs)
    if inputs.summary:
        page = summary(
            judged, revisions, report=files["report"], heading=inputs.check_name, repository=runner.address
        )
        append(runner.summary, page + (_to_the_sheet(environment, runner) if "sheet" in files else ""))
    log.made(action_log.closing(judged, files["report"]))
    write_outputs(runner, outputs_of(judged, revisions, files, digest.hexdigest()))
    return EXIT_FINDINGS if judged.conclusion == FAILURE else EXIT_OK


def _to_the_sheet(environment: Mapping[str, str], runner: Runner) -> str:
    """Where the review sheet is found: among the artifacts of this run, once a later step has kept it."""
    run = environment.get("GITHUB_RUN_ID", "")
    where = f"{runner.address}/actions/runs/{run}#artifacts" if runner.address and run.isdecimal() else ""
    named = f"[artifacts of this run]({where})" if where else "artifacts of this run"
    return f"\n{SHEET}, among the {named}, shows every quotation in its context.\n"


def _annotate_faults(errors: Iterable[InputError]) -> None:
    """Each malformed file at its own line; there is no verdict, and no report."""
    shown = [fault(error.path, _what(error), line=error.line, column=error.column) for error in errors]
    log.made(as_commands(shown))
    log.line(f"no verdict: malformed files: {len(shown)}")


def _what(error: InputError) -> str:
    """The message without the place, which the annotation has."""
    return f"{error.pointer}: {error.what}" if error.pointer else error.what


def _hashed(pieces: Iterable[str], update: Callable[[bytes], None]) -> Iterator[bytes]:
    for piece in pieces:
        content = piece.encode("utf-8")
        update(content)
        yield content


def _diff(judged: Judged, revisions: Revisions) -> bytes:
    """The diff of the report, with the commits and all changed files of evidence."""
    value = as_json(judged.difference) | {
        "base": revisions.baseline,
        "head": revisions.head,
        "evidence_from": revisions.evidence,
        "evidence": [change._asdict() for change in judged.evidence],
    }
    return f"{canonical.escaped(canonical.dumps(value))}\n".encode()
