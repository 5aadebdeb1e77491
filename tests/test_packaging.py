"""What is built and installed: the same files by every way, and a `citelock` that works anywhere.

The tree is copied first, so nothing is written into the repository; no test here needs a network.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Sequence
from pathlib import Path

import click
import pytest
import yaml

import citelock

TOP = Path(__file__).parent.parent
LINKS = ("cli", "snapshotter", "checks")
LOCKS = ("requirements.lock", "requirements-build.lock", "requirements-dev.lock")
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))


def run(arguments: Sequence[str], cwd: Path, **environment: str) -> str:
    ran = subprocess.run(
        [*arguments],
        cwd=cwd,
        env={**_plain_environment(), **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert ran.returncode == 0, f"{arguments}\n{ran.stdout}{ran.stderr}"
    return ran.stdout


def _plain_environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def copied_tree(target: Path) -> Path:
    """The repository without what git ignores, links kept as links."""
    shutil.copytree(
        TOP,
        target,
        symlinks=True,
        ignore=shutil.ignore_patterns(
            ".git", ".venv", "dist", "__pycache__", ".*_cache", ".hypothesis", "shared"
        ),
    )
    return target


def build(tree: Path, kind: str, target: Path) -> Path:
    run([sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(target)], tree)
    (built,) = target.glob("*.tar.gz" if kind == "sdist" else "*.whl")
    return built


class Builds:
    """The three artefacts of one tree."""

    def __init__(self, tree: Path, target: Path) -> None:
        self.sdist = build(tree, "sdist", target / "sdist")
        self.wheel = build(tree, "wheel", target / "wheel")
        (target / "unpacked").mkdir()
        run(["tar", "-xzf", str(self.sdist)], target / "unpacked")
        (unpacked,) = (target / "unpacked").iterdir()
        self.wheel_of_sdist = build(unpacked, "wheel", target / "wheel-of-sdist")


@pytest.fixture(scope="session")
def builds(tmp_path_factory: pytest.TempPathFactory) -> Builds:
    base = tmp_path_factory.mktemp("builds")
    return Builds(copied_tree(base / "tree"), base)


@pytest.fixture(scope="session")
def builds_without_links(tmp_path_factory: pytest.TempPathFactory) -> Builds:
    """The same from a checkout without symbolic links: each is a small text file that holds its target."""
    base = tmp_path_factory.mktemp("builds-without-links")
    tree = copied_tree(base / "tree")
    for link in LINKS:
        (tree / link).unlink()
        (tree / link).write_text(f"src/citelock/{link}", "utf-8")
    return Builds(tree, base)


def package_files() -> list[str]:
    """Every file under src/, as a wheel names it; caches of tools are not files of the package."""
    names = (file.relative_to(TOP / "src") for file in (TOP / "src").rglob("*") if file.is_file())
    return sorted(
        name.as_posix()
        for name in names
        if not any(part == "__pycache__" or part.startswith(".") for part in name.parts)
    )


def files_of_wheel(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return sorted(name for name in archive.namelist() if ".dist-info/" not in name)


def files_of_sdist(sdist: Path) -> list[str]:
    with tarfile.open(sdist) as archive:
        names = sorted(member.name for member in archive.getmembers() if member.isfile())
    return [name.partition("/")[2] for name in names]


def test_the_links_at_the_root_point_at_the_rooms() -> None:
    for link in LINKS:
        path = TOP / link
        target = str(path.readlink()) if path.is_symlink() else path.read_text("utf-8")
        assert target == f"src/citelock/{link}"


def test_a_wheel_holds_every_file_of_the_package_once(builds: Builds) -> None:
    assert files_of_wheel(builds.wheel) == package_files()


def test_a_wheel_built_from_the_sdist_is_the_same(builds: Builds) -> None:
    assert files_of_wheel(builds.wheel_of_sdist) == files_of_wheel(builds.wheel)


def test_the_sdist_holds_every_file_of_the_package_once_and_nothing_through_the_links(builds: Builds) -> None:
    names = files_of_sdist(builds.sdist)
    assert [name.removeprefix("src/") for name in names if name.startswith("src/")] == package_files()
    assert not [name for name in names if name.startswith(tuple(f"{link}/" for link in LINKS))]
    assert len(names) == len(set(names))


def test_the_sdist_holds_what_the_readme_speaks_of(builds: Builds) -> None:
    names = set(files_of_sdist(builds.sdist))
    assert {"README.md", "LICENSE", "CHANGELOG.md", "Makefile", "pyproject.toml", *LOCKS} <= names
    assert {"Dockerfile", ".dockerignore"} <= names  # tests/docker builds the image
    assert "tests/test_packaging.py" in names


def test_a_checkout_without_symbolic_links_builds_the_same(
    builds: Builds, builds_without_links: Builds
) -> None:
    assert files_of_sdist(builds_without_links.sdist) == files_of_sdist(builds.sdist)
    assert files_of_wheel(builds_without_links.wheel) == files_of_wheel(builds.wheel)
    assert files_of_wheel(builds_without_links.wheel_of_sdist) == files_of_wheel(builds.wheel)


def test_the_package_data_is_in_the_wheel(builds: Builds) -> None:
    names = files_of_wheel(builds.wheel)
    assert "citelock/py.typed" in names
    assert [name for name in names if re.fullmatch(r"citelock/checks/schemas/[a-z-]+\.schema\.json", name)]
    assert [name for name in names if name.startswith("citelock/demo/")]


def install(wheel: Path, folder: Path) -> Path:
    """The bin folder of a fresh environment with the wheel; its dependencies are borrowed from this one."""
    run([sys.executable, "-m", "venv", "--without-pip", str(folder)], folder.parent)
    interpreter = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(interpreter), "--disable-pip-version-check"]
    run([*pip, "install", "--quiet", "--no-index", "--no-deps", str(wheel)], folder.parent)
    (packages,) = folder.glob("lib/python*/site-packages")
    for dependency in (click, yaml):
        assert dependency.__file__ is not None
        source = Path(dependency.__file__).parent
        (packages / source.name).symlink_to(source)
    return folder / "bin"


@pytest.fixture(params=["wheel", "wheel_of_sdist"])
def installed(request: pytest.FixtureRequest, builds: Builds, tmp_path: Path) -> Path:
    wheel = getattr(builds, request.param)
    return install(wheel, tmp_path / "environment")


@pytest.fixture
def foreign_folder(tmp_path: Path) -> Path:
    """A working directory of somebody else, with modules of our rooms' names that must not be imported."""
    folder = tmp_path / "foreign"
    for name in LINKS:
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text("raise RuntimeError('the wrong package')\n", "utf-8")
    return folder


def test_an_installed_citelock_runs_the_demo_beside_foreign_packages(
    installed: Path, foreign_folder: Path
) -> None:
    by_script = run([str(installed / "citelock"), "demo"], foreign_folder, PYTHONPATH=".")
    by_module = run([str(installed / "python"), "-m", "citelock", "demo"], foreign_folder, PYTHONPATH=".")
    assert "checked=4 failed=3" in by_script
    assert by_module == by_script


def test_an_installed_citelock_knows_its_version(installed: Path, foreign_folder: Path) -> None:
    assert (
        run([str(installed / "citelock"), "--version"], foreign_folder)
        == f"citelock {citelock.__version__}\n"
    )


def test_the_version_is_the_same_everywhere() -> None:
    citation = yaml.safe_load((TOP / "CITATION.cff").read_text("utf-8"))
    assert citation["version"] == citelock.__version__
    headings = re.findall(r"^## \[?([0-9][^\] ]*)", (TOP / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert headings[:1] in ([], [citelock.__version__])


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_pins_every_line_with_hashes_and_names_no_place(name: str) -> None:
    text = (TOP / name).read_text("utf-8")
    assert "://" not in text
    assert re.search(r"[a-z0-9-]+\.(org|com|io|net|dev)\b", text) is None
    joined = text.replace("\\\n", " ")
    lines = [line for line in joined.splitlines() if line.strip() and not line.startswith("#")]
    assert lines
    for line in lines:
        assert re.fullmatch(r"[a-z0-9-]+==[0-9][0-9a-z.]*( ;[^#]*?)?( +--hash=sha256:[0-9a-f]{64})+", line), (
            line
        )


def pins(name: str) -> dict[str, str]:
    found = re.findall(r"^([a-z0-9-]+)==(\S+)", (TOP / name).read_text("utf-8"), re.MULTILINE)
    return dict(found)


def names_of(requirements: Sequence[str]) -> set[str]:
    """The names as a lock spells them: `pdfminer.six` is `pdfminer-six` there."""
    named = (re.split(r"[^A-Za-z0-9_.-]", line)[0].lower() for line in requirements)
    return {re.sub(r"[-_.]+", "-", name) for name in named}


def test_the_locks_cover_what_pyproject_asks_for() -> None:
    groups = PROJECT["dependency-groups"]
    run_time = names_of(PROJECT["project"]["dependencies"])
    assert run_time <= set(pins("requirements.lock"))
    assert names_of(groups["build"]) | names_of(PROJECT["build-system"]["requires"]) <= set(
        pins("requirements-build.lock")
    )
    assert run_time | names_of(groups["build"]) | names_of(groups["dev"]) <= set(
        pins("requirements-dev.lock")
    )


def test_the_development_lock_is_a_superset_with_the_same_versions() -> None:
    assert {**pins("requirements.lock"), **pins("requirements-build.lock")}.items() <= pins(
        "requirements-dev.lock"
    ).items()


def test_nothing_is_a_dependency_that_nothing_imports() -> None:
    source = "\n".join(file.read_text("utf-8") for file in (TOP / "src").rglob("*.py"))
    modules = {
        "charset-normalizer": "charset_normalizer",
        "gitpython": "git",
        "markdown-it-py": "markdown_it",
        "pdfminer-six": "pdfminer",
        "pyyaml": "yaml",
    }
    for name in names_of(PROJECT["project"]["dependencies"]):
        assert re.search(rf"^\s*(import|from) {modules.get(name, name)}\b", source, re.MULTILINE), name
