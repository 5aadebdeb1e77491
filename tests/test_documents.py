"""Documentation cannot drift: what it shows is what the program prints, what it lists is what the code has.

`make docs` (`--update-documents`) rewrites what is generated: the sections of docs/rules/, the help texts of
docs/commands.md, what the commands of the README print. Everything else is written by hand and compared here.
"""

from __future__ import annotations

import doctest
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import jsonschema
import pytest
import yaml
from click.testing import CliRunner

from citelock.checks.catalogue import CATALOGUE, CODES, Entry
from citelock.checks.config import Config
from citelock.checks.explanations import explanation
from citelock.checks.findings import Severity
from citelock.checks.limits import Limits
from citelock.checks.pull_request.values import Revisions
from citelock.checks.verification.settings import VerifySettings
from citelock.cli import audit
from citelock.cli.action import inputs, outputs
from citelock.cli.exit_codes import EXIT_CODES
from citelock.cli.main import COMMANDS, citelock, run
from citelock.snapshotter.borrowed import borrowed, objects_of_repository
from citelock.snapshotter.compared import Request
from citelock.snapshotter.configuration import read_config
from citelock.snapshotter.pull_request import judge_pull_request
from citelock.snapshotter.registries.interface import SERVICES
from tests.action.test_threat_table import ROWS
from tests.support.rule_cases import CASES, SOUND, Case

TOP = Path(__file__).parent.parent
RULES = TOP / "docs" / "rules"
CONCERNS = tuple(dict.fromkeys(entry.concern for entry in CATALOGUE))
README = (TOP / "README.md").read_text("utf-8")
PAGES = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", "examples/**/*.md", "bench/*.md", "tests/**/*.md")
    for path in TOP.glob(pattern)
    if not path.is_relative_to(TOP / ".venv")
    if not path.is_relative_to(
        TOP / "tests" / "data" / "reports"
    )  # what agents write, links into nowhere and all
)


@cache
def read(path: Path) -> str:
    return path.read_text("utf-8")


# --- docs/rules: the catalogue, and a finding of each code as the audit really gives it -----------


def audited(case: Case, folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """The report of a case, audited in `folder` through the program's own entry point."""
    if case.base is not None:
        return judged(case, case.base, folder)
    case.write(folder)
    monkeypatch.chdir(folder)
    code = run(["audit", case.audited, "--quiet"])
    assert code in {0, 1}
    report = json.loads((folder / "report.json").read_text("utf-8"))
    assert isinstance(report, dict)
    return report


def judged(case: Case, base: Case, folder: Path) -> dict[str, object]:
    """The report of a pull request."""
    commits = []
    for state in (base, case):
        for kept in (path for path in folder.iterdir() if path.name != ".git"):
            shutil.rmtree(kept) if kept.is_dir() else kept.unlink()
        state.write(folder)
        for command in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "state"]):
            git(folder, *command)
        commits.append(git(folder, "rev-parse", "HEAD"))
    before, after = commits
    revisions = Revisions(after, before, before, own_evidence=False, annotated=after)
    with borrowed(objects_of_repository(str(folder))) as repository:
        result = judge_pull_request(repository, revisions, Request())
    report = json.loads("".join(result.outcome.text()))
    assert isinstance(report, dict)
    return report


def git(folder: Path, *arguments: str) -> str:
    command = [
        "git",
        "-c",
        "user.name=A",
        "-c",
        "user.email=a@b.example",
        "-c",
        "core.autocrlf=false",
        *arguments,
    ]
    ran = subprocess.run(command, cwd=folder, check=True, capture_output=True, encoding="utf-8")
    return ran.stdout.strip()


def all_findings(report: dict[str, object]) -> list[dict[str, object]]:
    results, top = report["results"], report["findings"]
    assert isinstance(results, list)
    assert isinstance(top, list)
    return [*top, *(finding for row in results for finding in row["findings"])]


@pytest.fixture(scope="module")
def findings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, object]]:
    """The first finding of each code in its own case; a code that its case does not provoke is absent."""
    found = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CITELOCK_CACHE_DIR", str(tmp_path_factory.mktemp("folds")))
        for code, case in CASES.items():
            report = audited(case, tmp_path_factory.mktemp("case"), patch)
            matching = [finding for finding in all_findings(report) if finding["code"] == code]
            if matching:
                found[code] = matching[0]
    return found


def section(entry: Entry, finding: dict[str, object]) -> str:
    """The section of one code, as docs/rules/<concern>.md has it."""
    shown = json.dumps(finding, ensure_ascii=False, indent=2, sort_keys=True)
    facts, prose = [f"*{entry.severity.value}*"], explanation(entry.code)
    if prose.argument:
        facts.append(f"`{entry.code}:…`, after the colon {prose.argument}")
    facts.append(f"leaves the citation *{entry.label}*" if entry.label else "lowers no label")
    parts = [
        f"## {entry.code}",
        "; ".join(facts),
        f"**What it means.** {prose.sentence}",
        f"**Why.** {prose.why}",
        f"**Example.** {prose.example}",
        "**Finding.**",
        f"```json\n{shown}\n```",
        f"**How to repair.** {prose.repair}",
        f"**Limits.** {prose.limits}",
    ]
    return "\n\n".join(part if part.startswith("```") else _wrapped(part) for part in parts) + "\n"


def _wrapped(paragraph: str) -> str:
    return textwrap.fill(paragraph, 110, break_long_words=False, break_on_hyphens=False)


def test_every_code_has_a_case_and_no_case_is_of_another_code() -> None:
    assert list(CASES) == list(CODES)


@pytest.mark.parametrize("code", CODES)
def test_the_case_of_a_code_provokes_it(code: str, findings: dict[str, dict[str, object]]) -> None:
    assert code in findings


def test_the_sound_case_has_no_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = audited(SOUND, tmp_path, monkeypatch)
    assert all_findings(report) == []
    assert report["labels"] == {"verified": 1, "partial": 0, "unverified": 0, "not-machine-checked": 0}


@pytest.mark.parametrize("concern", CONCERNS)
def test_a_rules_page_has_the_section_of_every_code(
    concern: str, findings: dict[str, dict[str, object]], pytestconfig: pytest.Config
) -> None:
    page = RULES / f"{concern}.md"
    head = page.read_text("utf-8").partition("\n## ")[0].rstrip("\n") + "\n"
    sections = [section(entry, findings[entry.code]) for entry in CATALOGUE if entry.concern == concern]
    wanted = "\n".join([head, *sections])
    if pytestconfig.getoption("--update-documents"):
        page.write_text(wanted, "utf-8", newline="\n")
    assert page.read_text("utf-8") == wanted, "run `make docs` and review the diff"


def test_there_is_one_rules_page_for_each_concern() -> None:
    assert sorted(page.stem for page in RULES.glob("*.md")) == sorted(CONCERNS)


def test_the_command_rules_lists_the_same_codes() -> None:
    listed = CliRunner().invoke(citelock, ["rules"], standalone_mode=False)
    assert re.findall(r"\b[EWN]_[A-Z_]+\b", listed.output.replace("\n", " ")) != []
    assert [line.split()[0] for line in listed.output.splitlines() if re.match(r"\s+[EWN]_", line)] == list(
        CODES
    )


@pytest.mark.parametrize("code", CODES)
def test_the_report_of_each_case_is_valid_by_the_schema(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    schemas = TOP / "src" / "citelock" / "checks" / "schemas"
    schema = json.loads((schemas / "report.schema.json").read_text("utf-8"))
    report = audited(CASES[code], tmp_path, monkeypatch)
    jsonschema.Draft202012Validator(schema).validate(report)


CODES_PAGE = TOP / "docs" / "codes.md"


def test_the_list_of_codes_has_every_code_with_its_sentence_and_its_section(
    pytestconfig: pytest.Config,
) -> None:
    rows = []
    for concern in CONCERNS:
        rows += [
            f"## {concern.replace('_', ' ').capitalize()}\n",
            "| code | level | what it means |",
            "|---|---|---|",
        ]
        rows += [
            f"| [{entry.code}](rules/{concern}.md#{entry.code.lower()}) | {entry.severity.value} |"
            f" {explanation(entry.code).sentence} |"
            for entry in CATALOGUE
            if entry.concern == concern
        ]
        rows.append("")
    wanted = between(CODES_PAGE.read_text("utf-8"), "codes", "\n".join(rows))
    if pytestconfig.getoption("--update-documents"):
        CODES_PAGE.write_text(wanted, "utf-8", newline="\n")
    assert CODES_PAGE.read_text("utf-8") == wanted, "run `make docs` and review the diff"
    assert set(re.findall(r"^\| \[([EWN]_[A-Z_]+)\]", wanted, re.MULTILINE)) == set(CODES)


def test_the_threat_model_has_every_attack_of_the_table_of_tests() -> None:
    rows = re.findall(
        r"^\| (.+?) \| .+ \|$",
        read(TOP / "docs" / "threats.md").partition("stands in its way")[2],
        re.MULTILINE,
    )
    assert rows[1:] == [row.attack for row in ROWS.values()]


# --- help texts -----------------------------------------------------------------------------------

HELP_BEGIN, HELP_END = "<!-- help:begin -->\n", "<!-- help:end -->\n"


def all_commands(group: click.Group = citelock, above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every command by the words that call it, those of groups below them, in the order of the help."""
    context = click.Context(group)
    for name in group.list_commands(context):
        yield (*above, name)
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from all_commands(command, (*above, name))


def help_of(*command: str) -> str:
    """What `citelock COMMAND --help` prints on a terminal of 80 columns."""
    ran = subprocess.run(
        [sys.executable, "-m", "citelock", *command, "--help"],
        env={**os.environ, "COLUMNS": "80"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return ran.stdout


def test_the_help_texts_of_the_documentation_are_the_program_s(pytestconfig: pytest.Config) -> None:
    page = TOP / "docs" / "commands.md"
    before, _, rest = page.read_text("utf-8").partition(HELP_BEGIN)
    after = rest.partition(HELP_END)[2]
    blocks = [f"## citelock\n\n```text\n{help_of()}```\n"]
    blocks += [
        f"#{'#' * len(names)} citelock {' '.join(names)}\n\n```text\n{help_of(*names)}```\n"
        for names in all_commands()
    ]
    wanted = before + HELP_BEGIN + "\n" + "\n".join(blocks) + "\n" + HELP_END + after
    if pytestconfig.getoption("--update-documents"):
        page.write_text(wanted, "utf-8", newline="\n")
    assert page.read_text("utf-8") == wanted, "run `make docs` and review the diff"


def test_the_formats_of_the_report_page_are_those_of_the_audit() -> None:
    table = read(TOP / "docs" / "report.md").partition("\n## Formats\n")[2].partition("\n## ")[0]
    listed = re.findall(r"^\| `([a-z]+)` \|", table, re.MULTILINE)
    (choices,) = (
        option.type.choices
        for option in audit.command.params
        if option.name == "format_name" and isinstance(option.type, click.Choice)
    )
    assert sorted(listed) == sorted(choices)


# --- the Action -----------------------------------------------------------------------------------

ACTION = TOP / "docs" / "action.md"


def test_the_workflow_of_the_page_is_the_one_that_is_written() -> None:
    shown = read(ACTION).partition("```yaml\n")[2].partition("```\n")[0]
    written = read(TOP / "src" / "citelock" / "workflows" / "citation-audit.yml")
    assert shown.startswith("name: ")
    assert written.endswith(shown)
    assert ".github/workflows/citation-audit.yml" in read(ACTION)


def between(text: str, name: str, content: str) -> str:
    """The text with what stands between the marks `name` replaced."""
    begin, end = f"<!-- {name}:begin -->\n", f"<!-- {name}:end -->\n"
    before, _, rest = text.partition(begin)
    return before + begin + content + end + rest.partition(end)[2]


def test_inputs_and_outputs_of_the_action_are_documented_as_they_are(pytestconfig: pytest.Config) -> None:
    rows = ["| input | built in | meaning |", "|---|---|---|"]
    for name, each in inputs.TABLE.items():
        words = f" One of {', '.join(f'`{word}`' for word in each.words)}." if each.words else ""
        rows.append(f"| `{name}` | {f'`{each.built_in}`' if each.built_in else ''} | {each.meaning}{words} |")
    wanted = between(ACTION.read_text("utf-8"), "inputs", "\n".join(rows) + "\n")
    rows = ["| output | meaning |", "|---|---|"]
    rows += [f"| `{name}` | {meaning} |" for name, meaning in outputs.TABLE.items()]
    wanted = between(wanted, "outputs", "\n".join(rows) + "\n")
    if pytestconfig.getoption("--update-documents"):
        ACTION.write_text(wanted, "utf-8", newline="\n")
    assert ACTION.read_text("utf-8") == wanted, "run `make docs` and review the diff"


ACTION_YML = TOP / "action.yml"


def described() -> str:
    """The inputs and outputs of action.yml."""
    lines = ["inputs:"]
    for name, each in inputs.TABLE.items():
        words = f" One of {', '.join(each.words)}." if each.words else ""
        built_in = f" Built in: {each.built_in}." if each.built_in else ""
        text = json.dumps(each.meaning + words + built_in, ensure_ascii=False)
        lines += [f"  {name}:", f"    description: {text}", "    required: false"]
        if name == "token":  # nothing else has a default: one would win over citelock.yml
            lines.append("    default: ${{ github.token }}")
    lines += ["", "outputs:"]
    for name, meaning in outputs.TABLE.items():
        text = json.dumps(f"{meaning[0].upper()}{meaning[1:]}.", ensure_ascii=False)
        lines += [f"  {name}:", f"    description: {text}"]
    return "\n".join(lines) + "\n"


def test_action_yml_has_the_inputs_and_outputs_of_the_code(pytestconfig: pytest.Config) -> None:
    text = ACTION_YML.read_text("utf-8")
    before, after = text[: text.index("inputs:\n")], text[text.index("\nruns:\n") :]
    wanted = before + described() + after
    if pytestconfig.getoption("--update-documents"):
        ACTION_YML.write_text(wanted, "utf-8", newline="\n")
    assert ACTION_YML.read_text("utf-8") == wanted, "run `make docs` and review the diff"


def test_the_action_runs_the_image_with_its_one_argument_and_gives_no_other_default() -> None:
    action = yaml.safe_load(ACTION_YML.read_text("utf-8"))
    assert action["runs"] == {"using": "docker", "image": "Dockerfile", "args": ["action"]}
    assert [name for name, each in action["inputs"].items() if "default" in each] == ["token"]
    assert "action" in COMMANDS


# --- README ---------------------------------------------------------------------------------------


def console_blocks() -> list[tuple[str, str]]:
    """(command, what it prints) of every `$ ` line in the README's console blocks."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```", README, re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


def test_every_command_of_the_readme_prints_what_is_shown(
    tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    shutil.copytree(TOP / "examples", tmp_path / "examples")
    shown = console_blocks()
    assert len(shown) >= 3
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    text = README
    for command, output in shown:
        ran = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path,
            env={**os.environ, "PATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        if pytestconfig.getoption("--update-documents"):
            text = text.replace(f"$ {command}\n{output}", f"$ {command}\n{ran.stdout}")
            (TOP / "README.md").write_text(text, "utf-8", newline="\n")
        else:
            assert ran.stdout == output, command


def test_the_exit_codes_of_the_readme_are_the_program_s() -> None:
    rows = re.findall(r"^\| (\d+) \| (.+?) \|$", README, re.MULTILINE)
    assert {int(code): meaning for code, meaning in rows} == EXIT_CODES


def test_the_configuration_that_is_shown_has_every_key_and_the_defaults() -> None:
    (shown,) = re.findall(
        r"^```yaml\n(.*?)^```", read(TOP / "docs" / "evidence.md"), re.MULTILINE | re.DOTALL
    )
    config = read_config(shown.encode(), CODES)
    assert config == Config(
        severities={"E_TITLE_MISMATCH": Severity.WARNING},
        verify=VerifySettings(
            "folder:sources",
            "BRAVE_KEY",
            "none",
            "some-model",
            "MODEL_KEY",
            (("intranet.example.org", "docs"),),
        ),
        require_label="partial",
        mailto="you@example.org",
        registries={"crossref": SERVICES["crossref"]},
        claims=("report/claims.json",),
        private_dir="../texts",
    )
    assert [name for name in Limits._fields if f"  {name}: " not in shown] == []


def test_every_ratio_of_the_readme_stands_in_the_performance_page() -> None:
    ratios = set(re.findall(r"\b[0-9.]+ ×", README))
    performance = read(TOP / "docs" / "performance.md")
    assert {ratio for ratio in ratios if ratio not in performance} == set()


# --- all pages ------------------------------------------------------------------------------------


def anchors(page: Path) -> set[str]:
    """The anchors that a forge gives to the headings of a page."""
    text = re.sub(r"^```.*?^```", "", read(page), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(TOP)))
def test_every_link_inside_the_repository_resolves(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", read(page), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        assert file.exists(), f"{page.name}: {target}"
        if anchor:
            assert anchor in anchors(file), f"{page.name}: {target}"


def test_every_file_that_the_architecture_names_exists() -> None:
    names = re.findall(r"`([a-z_]+/[a-z_/]+\.py)`", read(TOP / "docs" / "architecture.md"))
    assert len(names) > 10
    bases = (TOP, TOP / "src" / "citelock")
    assert [name for name in names if not any((base / name).is_file() for base in bases)] == []


def test_every_make_target_that_is_named_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", read(TOP / "Makefile"), re.MULTILINE))
    named = {
        name
        for page in PAGES
        for name in re.findall(r"\bmake ([a-z-]+)\b(?=[`\s]*(?:[A-Z]+=|`|$))", read(page))
    }
    assert named <= targets


def test_every_command_that_is_named_exists_or_is_called_planned() -> None:
    for page in PAGES:
        for line in read(page).splitlines():
            for name in re.findall(r"`citelock ([a-z]+)", line):
                assert name in COMMANDS or "planned" in line, f"{page.name}: {line}"


def doctested() -> list[str]:
    files = sorted((TOP / "src" / "citelock").rglob("*.py"))
    return [
        ".".join(file.relative_to(TOP / "src").with_suffix("").parts)
        for file in files
        if ">>> " in file.read_text("utf-8")
    ]


@pytest.mark.parametrize("module", doctested())
def test_the_examples_in_docstrings_are_true(module: str) -> None:
    results = doctest.testmod(importlib.import_module(module))
    assert results.attempted > 0
    assert results.failed == 0


# --- what must not be there -----------------------------------------------------------------------

# Written in pieces, so that this file does not hold them.
FOREIGN = (
    "py" + "pi.org",
    "python" + "hosted",
    "--index" + "-url",
    "extra-" + "index",
    "find-" + "links =",
    "/ro" + "ot/",
)


def test_no_file_names_a_package_registry_or_a_machine() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=TOP,
        capture_output=True,
        check=False,
    )
    if listed.returncode == 0:
        files = [TOP / os.fsdecode(name) for name in listed.stdout.split(b"\0") if name]
    else:  # an unpacked sdist
        files = [
            file
            for folder in ("src", "tests", "docs", "examples", "bench")
            for file in (TOP / folder).rglob("*")
        ]
    found = [
        f"{file.relative_to(TOP)}: {word}"
        for file in files
        if file.is_file() and not file.is_symlink() and "__pycache__" not in file.parts
        for word in FOREIGN
        if word.encode() in file.read_bytes()
    ]
    assert found == []
