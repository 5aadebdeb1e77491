"""The fences of the house, each seen red: broken on purpose in a copy, then the tool is asked."""

from __future__ import annotations

import ast
import json
import os
import shutil
import socket
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from grimp import build_graph

from citelock.checks import canonical, claims_json, diff, jsontext, records, report
from citelock.checks.audit import audit_source
from citelock.checks.config import Config
from citelock.checks.identifiers import Identifier, identify
from citelock.checks.source_evidence import SourceEvidence
from citelock.checks.text.fold import fold_text
from citelock.checks.text.source import SourceText, normal_text
from tests.support.purity import Impure, purely
from tests.support.rule_cases import CASES, CITATION, RECORD, TEXT, Case

TOP = Path(__file__).parent.parent
TOOLS = Path(sys.executable).parent
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))
BANNED = PROJECT["tool"]["ruff"]["lint"]["flake8-tidy-imports"]["banned-api"]
HEAVY = PROJECT["tool"]["ruff"]["lint"]["flake8-tidy-imports"]["banned-module-level-imports"]
CONTRACTS = {contract["id"]: contract for contract in PROJECT["tool"]["importlinter"]["contracts"]}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package and of pyproject.toml, to be broken."""
    shutil.copytree(
        TOP / "src" / "citelock",
        tmp_path / "src" / "citelock",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    shutil.copy(TOP / "pyproject.toml", tmp_path)
    return tmp_path


def lint_imports(folder: Path) -> tuple[int, str]:
    ran = subprocess.run(
        [str(TOOLS / "lint-imports"), "--no-cache"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder / "src"), "COLUMNS": "200"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return ran.returncode, ran.stdout + ran.stderr


def ruff(folder: Path, *select: str) -> list[tuple[str, str, str]]:
    """(file, rule, message) of everything ruff says about src of that folder."""
    ran = subprocess.run(
        [str(TOOLS / "ruff"), "check", "--no-cache", "--output-format=json", *select, "src"],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return [
        (str(Path(said["filename"]).relative_to(folder)), said["code"], said["message"])
        for said in json.loads(ran.stdout)
    ]


def test_the_package_keeps_every_import_contract() -> None:
    code, said = lint_imports(TOP)
    assert code == 0, said


BREAKS = [
    ("rooms", "checks/findings.py", "import citelock.snapshotter"),
    ("rooms", "checks/text/__init__.py", "import citelock.cli"),
    ("rooms", "snapshotter/__init__.py", "import citelock.cli"),
    ("circles", "checks/companions.py", "import citelock.checks.audit"),
    ("circles", "cli/output/plain_audit.py", "def late(): import citelock.cli.finish"),
    ("rules", "checks/rules/first.py", "import citelock.checks.rules.second"),
    *(("pure", "checks/findings.py", f"import {name}") for name in CONTRACTS["pure"]["forbidden_modules"]),
    ("door-click", "snapshotter/__init__.py", "import click"),
    ("door-yaml", "cli/__init__.py", "import yaml"),
    ("door-subprocess", "snapshotter/__init__.py", "import subprocess"),
    ("door-git", "snapshotter/__init__.py", "import git"),
    ("door-network", "cli/__init__.py", "import requests"),
    ("door-lxml", "snapshotter/__init__.py", "import lxml"),
    ("door-markdown", "snapshotter/__init__.py", "import markdown_it"),
    ("door-bibtex", "snapshotter/__init__.py", "import bibtexparser"),
    *(
        ("adapters", "checks/adapters/__init__.py", f"import {name}")
        for name in CONTRACTS["adapters"]["forbidden_modules"]
    ),
    ("door-protego", "snapshotter/__init__.py", "import protego"),
    ("door-tldextract", "snapshotter/__init__.py", "import tldextract"),
    ("door-tinycss2", "snapshotter/__init__.py", "import tinycss2"),
    ("door-pdfminer", "snapshotter/__init__.py", "import pdfminer"),
    ("door-pdfium", "snapshotter/__init__.py", "import pypdfium2"),
    ("order", "checks/text/__init__.py", "import citelock.checks.rules"),
    ("order", "checks/rules/__init__.py", "import citelock.checks.audit"),
    *(
        ("text", "checks/text/__init__.py", f"import {name}")
        for name in CONTRACTS["text"]["forbidden_modules"]
    ),
]


@pytest.mark.parametrize("contract", sorted(CONTRACTS))
def test_every_contract_turns_red_when_it_is_broken(contract: str, copy: Path) -> None:
    breaks = [(file, line) for name, file, line in BREAKS if name == contract]
    assert breaks, f"no break is written for the contract {contract}"
    (copy / "src/citelock/checks/rules/second.py").write_text('"""Nothing."""\n', "utf-8")
    for file, line in breaks:
        with (copy / "src/citelock" / file).open("a", encoding="utf-8") as module:
            module.write(f"\n{line}\n")
    code, said = lint_imports(copy)
    assert code == 1, said
    assert f"{CONTRACTS[contract]['name']} BROKEN" in said
    for _, line in breaks:
        importee = line.split()[-1]
        sibling = "." + importee.rpartition(".")[2]  # how a circle is printed
        assert f"-> {importee}" in said or f"-> {sibling} " in said, f"{line} went unseen:\n{said}"


def test_no_package_that_hands_on_what_is_in_it_is_imported_from_inside() -> None:
    """The circles that siblings do not show: a module that imports its own package, which imports it."""
    graph = build_graph("citelock", cache_dir=None)
    imports = {name: graph.find_modules_directly_imported_by(name) for name in sorted(graph.modules)}
    TopologicalSorter(imports).prepare()  # CycleError names the modules
    assert imports["citelock.cli.finish"] >= {"citelock.cli.output.plain_audit"}  # imported in a function
    with pytest.raises(CycleError):
        TopologicalSorter(imports | {"citelock.cli.errors": {"citelock.cli.main"}}).prepare()


def test_ruff_finds_nothing_in_the_package() -> None:
    assert ruff(TOP) == []


def test_every_banned_name_is_refused_with_the_message_that_names_its_door(copy: Path) -> None:
    module = copy / "src/citelock/snapshotter/broken.py"
    module.write_text("".join(_use_of(name) for name in BANNED), "utf-8")
    said = ruff(copy, "--select=TID251")
    refused = {message.split("`")[1]: message for file, _, message in said if file.endswith("broken.py")}
    assert refused == {name: f"`{name}` is banned: {ban['msg']}" for name, ban in BANNED.items()}


def _use_of(name: str) -> str:
    """Source text that imports the module of that name, or calls the function."""
    parts = name.split(".")
    if parts[0] in {"os", "time", "pickle"}:
        return f"import {parts[0]}\n{name}('')\n"
    if parts[0] == "datetime":
        return f"import datetime\n{name}()\n"
    return f"import {name}\n"


def test_every_heavy_package_is_refused_at_the_top_of_a_module_and_allowed_in_a_function(copy: Path) -> None:
    module = copy / "src/citelock/snapshotter/broken.py"
    lines = [f"import {name}" for name in HEAVY]
    module.write_text("\n".join(lines) + "\n\ndef late():\n    " + "\n    ".join(lines) + "\n", "utf-8")
    said = [message for file, _, message in ruff(copy, "--select=TID253") if file.endswith("broken.py")]
    assert sorted(message.split("`")[1] for message in said) == sorted(HEAVY)


def test_no_file_imports_the_package_through_the_links_at_the_root() -> None:
    found = [
        f"{file.relative_to(TOP)}:{line}: {name}"
        for folder in ("src", "tests", "bench", "examples")
        for file in sorted((TOP / folder).rglob("*.py"))
        for line, name in _imported(file)
        if name.split(".")[0] in {"cli", "snapshotter", "checks"}
    ]
    assert found == []


def test_nothing_in_checks_is_typed_any() -> None:
    found = [
        f"{file.relative_to(TOP)}:{node.lineno}"
        for file in sorted((TOP / "src/citelock/checks").rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Name) and node.id == "Any"
    ]
    assert found == []


def _imported(file: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.lineno, node.module or ""


# --- the audit hook -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "impure",
    [
        lambda: (TOP / "README.md").read_text("utf-8"),
        lambda: list(TOP.iterdir()),
        lambda: (TOP / "no such file").unlink(),
        lambda: socket.socket(),
        lambda: subprocess.run([sys.executable, "-c", ""], check=False),
        lambda: shutil.copytree(TOP / "no such folder", TOP / "nowhere"),
    ],
    ids=["open", "listdir", "remove", "socket", "subprocess", "copytree"],
)
def test_the_hook_refuses_what_is_impure(impure: Callable[[], object]) -> None:
    with purely(), pytest.raises(Impure):
        impure()


def judged(case: Case) -> str:
    """The report of a case by pure functions alone: bytes in, text out, nothing read and nothing written."""
    citation = {name: value for name, value in {**CITATION, **case.citation}.items() if value is not None}
    claims = [{"id": "c1", "text": case.text, "citations": [citation, *case.more]}]
    data = json.dumps({"claims": claims if case.claims is None else case.claims}).encode()
    source = SourceText(normal_text(TEXT.encode()), fold_text(TEXT))
    writer = report.ReportWriter([("claims.json", "0" * 64)], {})
    pieces = []
    parsed = jsontext.parse(data, "claims.json")
    assert isinstance(parsed, dict)
    for index, value in enumerate(parsed["claims"]):
        claim = claims_json.claim_from_json(value, file="claims.json", index=index)
        rows = []
        for cited in claim.citations:
            identifier = identify(cited)
            record = None
            if isinstance(identifier, Identifier):
                record = records.parse_record(json.dumps(RECORD).encode(), identifier, "cache/record.json")
            evidence = SourceEvidence(record=record, source=source)
            rows += audit_source([(claim, cited, identifier)], evidence, Config())
        if rows:
            pieces.append(writer.add_claim(rows))
    text = "".join(writer.render([piece[0] for piece in pieces], [piece[1] for piece in pieces]))
    whole = jsontext.parse(text.encode(), "report.json")
    diff.as_text(diff.diff(whole, whole))
    return canonical.dumps(whole)


def test_judging_reads_nothing_writes_nothing_and_asks_nobody() -> None:
    before = {code: judged(case) for code, case in CASES.items()}  # imports what is imported late
    with purely():
        again = {code: judged(case) for code, case in CASES.items()}
    assert again == before
