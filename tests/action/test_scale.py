"""A large repository: what its audit takes is told at the end of the run, and judged by nobody.

Machines differ; seconds are for people to look at. That nothing is lost on the way is what is tested.
"""

from __future__ import annotations

import json
import resource
import time
from collections.abc import Callable

from tests.cli.output.test_summary import rows_of
from tests.support import pull_requests as pr
from tests.support.histories import File
from tests.support.rule_cases import QUOTE, RECORD, TEXT
from tests.support.runner import Project

CLAIMS = 1000
FILES = 11_000
CITED = 100  # different papers
FAILING = 40


def test_a_thousand_claims_and_eleven_thousand_files_of_evidence(
    project: Project, record_property: Callable[[str, object], None]
) -> None:
    # Record and text of each paper.
    evidence: dict[str, File] = {}
    for number in range(FILES // 2):
        evidence[f"cache/10.0000_big.{number}.json"] = json.dumps(RECORD)
        evidence[f"sources/10.0000_big.{number}.txt"] = f"{TEXT}Text number {number}.\n"
    listed = [
        pr.claim(
            f"c{number:04}",
            f"Statement {'abcdefghij'[number // 100]} of many.",
            doi=f"10.0000/big.{number % CITED}",
            quote=QUOTE if number % (CLAIMS // FAILING) else QUOTE.replace("lowered", "raised"),
        )
        for number in range(CLAIMS)
    ]
    base = project.history.commit({**evidence, "claims.json": pr.claims(*listed[: CLAIMS // 2])})
    head = project.history.commit({"claims.json": pr.claims(*listed)}, base, branch="agent")
    runner = project.runner()
    project.history.checkout(runner.workspace, project.history.merge(base, head), "--depth=2")
    began, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    ran = project.pull_request(base, head, runner=runner, inputs={"annotations": "commands"})
    seconds, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    used = sum(getattr(after, name) - getattr(before, name) for name in ("ru_utime", "ru_stime"))
    record_property(
        "measured",
        f"the Action on {CLAIMS:,} claims and {FILES:,} files of evidence: {seconds:.1f} s,"
        f" {used:.1f} s of processor time",
    )
    assert (ran.code, ran.outputs["claims"], ran.outputs["errors"]) == (1, str(CLAIMS), str(FAILING))
    assert ran.outputs["new-errors"] == str(FAILING // 2)
    assert len(ran.annotations()) == 10
    assert ran.annotations()[-1].data.startswith(f"and {FAILING - 9} more")
    assert len(rows_of(ran.summary)) == FAILING
