"""A stand-in for the official Python image, made of Debian's packages: the Dockerfile is built as it is.

It resembles `python:3.13-slim-trixie` in what matters to the build: Debian trixie with Python 3.13 as
/usr/local/bin/python, certificates, no git, a standard library without bytecode. It adds what a build without
network needs: the wheels of both locks in /wheels, and git's packages in /debs, of which the image's own
`apt-get install git` is served.

The tar is kept between runs, in $XDG_CACHE_HOME/citelock-tests, under a name that changes with the locks and
with this file.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
from hashlib import sha256
from pathlib import Path

from tests.docker.daemon import Daemon, UnavailableError, checked, program

TOP = Path(__file__).parents[2]
SUITE = "trixie"
PYTHON = "3.13"
LOCKS = ("requirements.lock", "requirements-build.lock")
NAME = f"citelock-test-base:{SUITE}"
MACHINES = {"x86_64": "x86_64", "aarch64": "aarch64"}  # as wheels name them
GLIBC = 41  # of the suite: wheels for every older one serve as well
UNUSED = ("man", "locale", "doc", "info", "lintian")  # folders of /usr/share that slim images leave out

PIP_CONF = "[global]\nno-index: true\nfind-links: /wheels\n"
# Run by mmdebstrap with the new tree as $1, while the suite's mirror is still configured there.
FETCH_GIT = (
    'set -e; mkdir "$1/debs"; chroot "$1" apt-get clean; '
    'chroot "$1" apt-get install -y -q --no-install-recommends --download-only git; '
    'mv "$1"/var/cache/apt/archives/*.deb "$1/debs/"'
)


def import_base(daemon: Daemon) -> str:
    """The name of the base image, now known to this daemon. Raises UnavailableError if it cannot be made."""
    daemon.told("import", "--change", 'CMD ["python3"]', str(base_tar()), NAME, timeout=300)
    return NAME


def base_tar() -> Path:
    """The tree of the base image as a tar, from the cache or made now (one to three minutes)."""
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "citelock-tests"
    digest = sha256()
    for path in (*(TOP / lock for lock in LOCKS), Path(__file__)):
        digest.update(path.read_bytes())
    kept = folder / f"base-{SUITE}-{machine()}-{digest.hexdigest()[:16]}.tar"
    if not kept.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="citelock-base-") as work:
            made = _make(Path(work))
            # Another file system, perhaps: in place only when it is whole.
            beside = kept.with_name(f"{kept.name}.{os.getpid()}")
            shutil.move(made, beside)
            beside.replace(kept)
        for stale in folder.glob("base-*.tar"):
            if stale != kept:
                stale.unlink()
    return kept


def machine() -> str:
    """The processor as wheels name it."""
    name = os.uname().machine
    if name not in MACHINES:
        raise UnavailableError(f"no base image is described for {name}")
    return MACHINES[name]


def _make(work: Path) -> Path:
    """The tar in `work`."""
    root, wheels = work / "root", work / "wheels"
    _download_wheels(wheels)
    checked(
        [
            *(program("mmdebstrap"), "--quiet", "--variant=minbase", "--format=directory"),
            *(f"--dpkgopt=path-exclude=/usr/share/{folder}/*" for folder in UNUSED),
            *("--include=ca-certificates,python3,python3-venv", f"--customize-hook={FETCH_GIT}"),
            *(SUITE, str(root)),
        ],
        timeout=900,
    )
    shutil.move(wheels, root / "wheels")
    (root / "etc/pip.conf").write_text(PIP_CONF, "utf-8")
    for name in ("python", "python3"):
        (root / "usr/local/bin" / name).symlink_to("/usr/bin/python3")
    for cache in [*root.glob("usr/lib/python3*/**/__pycache__")]:
        shutil.rmtree(cache)
    _serve_packages(root)
    checked(["tar", "-C", str(root), "-cf", str(work / "base.tar"), "."], timeout=300)
    with contextlib.suppress(OSError):
        shutil.rmtree(root)
    return work / "base.tar"


def _download_wheels(wheels: Path) -> None:
    """Both locks' wheels for the Python of the base, not for the one that runs this."""
    older = [f"manylinux_2_{minor}_{machine()}" for minor in range(5, GLIBC + 1)]
    platforms = [*older, *(f"manylinux{year}_{machine()}" for year in (1, 2010, 2014))]
    abi = f"cp{PYTHON.replace('.', '')}"
    checked(
        [
            *(sys.executable, "-I", "-m", "pip", "--disable-pip-version-check", "--no-input", "download"),
            *("--quiet", "--require-hashes", "--no-deps", "--only-binary", ":all:", "--dest", str(wheels)),
            *("--python-version", PYTHON, "--implementation", "cp"),
            *("--abi", abi, "--abi", "abi3", "--abi", "none"),
            *(part for name in platforms for part in ("--platform", name)),
            *(part for lock in LOCKS for part in ("--requirement", str(TOP / lock))),
        ],
        timeout=600,
    )


def _serve_packages(root: Path) -> None:
    """Makes /debs the only place that apt asks: an index beside the packages, and a line that names it."""
    stanzas = []
    for package in sorted((root / "debs").iterdir()):
        content = package.read_bytes()
        control = checked([program("dpkg-deb"), "--field", str(package)], timeout=60)
        stanzas.append(
            f"{control.strip()}\nFilename: ./{package.name}\nSize: {len(content)}\n"
            f"SHA256: {sha256(content).hexdigest()}\n"
        )
    (root / "debs/Packages").write_text("\n".join(stanzas), "utf-8")
    for place in root.glob("etc/apt/sources.list.d/*"):
        place.unlink()
    (root / "etc/apt/sources.list").write_text("deb [trusted=yes] file:/debs ./\n", "utf-8")
