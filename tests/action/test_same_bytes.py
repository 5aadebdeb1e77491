"""The same pull request gives the same bytes: again, elsewhere, in another locale, with other hashes."""

from __future__ import annotations

from hashlib import sha256

import pytest

from citelock.cli.main import run
from tests.support import events
from tests.support import pull_requests as pr
from tests.support.forgeries import FORGED_CLAIM, INVENTED, INVENTED_CLAIM, PASTED, agent, base_of
from tests.support.histories import File, git
from tests.support.runner import Project, Ran

SURROUNDINGS = (
    {"PYTHONHASHSEED": "0", "LC_ALL": "C", "TZ": "UTC"},
    {"PYTHONHASHSEED": "1", "LC_ALL": "C.UTF-8", "TZ": "Asia/Tokyo"},
    {"PYTHONHASHSEED": "12345", "LC_ALL": "tr_TR.UTF-8", "LANG": "de_DE.ISO-8859-1", "COLUMNS": "20"},
    {"PYTHONHASHSEED": "random", "PYTHONUTF8": "0", "LC_ALL": "POSIX", "TZ": "America/New_York"},
)


def bytes_of(ran: Ran) -> tuple[object, ...]:
    return ran.code, ran.stdout, ran.stderr, ran.raw_outputs, ran.written_summary, ran.files


def busy(project: Project) -> tuple[str, str]:
    """A pull request with something of every kind: new, fixed, removed, changed, vanished, self-supplied."""
    wrong = [pr.claim(f"w{n}", f"Wrong in the base {'abcdefgh'[n]}.", year=1999) for n in range(4)]
    base = base_of(project, pr.claim(), pr.claim("v", "It vanishes."), *wrong)
    listed = [
        pr.claim(),
        pr.claim("w0", "Wrong in the base a."),
        pr.claim("w1", "Wrong in the base b.", year=1999),
        FORGED_CLAIM,
        pr.claim("ü\u0131İ", "Ärger: straße 30 %.", title="Grounding İn retrieved passages", year=2001),
        {**INVENTED_CLAIM, "id": "inv"},
        *(pr.claim(f"n{n}", f"New {'abcdefghijkl'[n]}.", first_author="Nobody") for n in range(12)),
    ]
    files: dict[str, File] = {
        "claims.json": pr.claims(*listed),
        "süb/claims.json": pr.claims(pr.claim("s1", "Elsewhere.", year=1990)),
        pr.TEXT_PATH: PASTED,
        ".gitattributes": "* -diff\n",
        **INVENTED,
    }
    return base, agent(project, base, files)


@pytest.mark.parametrize("new_evidence", ["reject", "accept"])
def test_neither_seed_locale_folder_nor_a_second_run_changes_a_byte(
    project: Project, new_evidence: str
) -> None:
    base, head = busy(project)
    merge = project.history.merge(base, head)
    inputs = {"sarif": "true", "new-evidence": new_evidence, "annotations": "commands"}
    seen = []
    for surroundings in SURROUNDINGS:
        runner = project.runner()
        project.history.checkout(runner.workspace, merge, "--depth=2")
        payload = events.pull_request(head, base)
        # `-I` would ignore the seed of the hashes.
        ran = runner.run(
            "pull_request", merge, payload, inputs=inputs, environment=surroundings, isolated=False
        )
        seen.append(bytes_of(ran))
        again = runner.run("pull_request", merge, payload, inputs=inputs)
        seen.append(bytes_of(again))
    assert seen[0][0] == 1
    for other in seen[1:]:
        assert other == seen[0]


def test_the_report_is_that_of_the_command_line(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a pull request changes claims only: `citelock audit --evidence-from BASE`, to the byte."""
    base = base_of(project)
    written = pr.claims(
        pr.claim(), FORGED_CLAIM, pr.claim("ü", "Ärger.", year=1), pr.claim("u", "x", doi=None)
    )
    head = agent(project, base, {"claims.json": written})
    runner = project.runner()
    ran = project.pull_request(base, head, runner=runner)
    git(runner.workspace, "fetch", "-q", project.history.folder.as_uri(), base)
    monkeypatch.chdir(runner.workspace)
    out = project.folder / "report.json"
    assert run(["audit", "claims.json", "--evidence-from", base, "--out", str(out)]) == ran.code == 1
    assert out.read_bytes() == ran.files["citelock/report.json"]
    assert ran.outputs["report-sha256"] == sha256(out.read_bytes()).hexdigest()
