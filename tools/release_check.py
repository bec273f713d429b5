"""Check that this commit can be released: `make release-check`.

It builds the source archive and, from it, a wheel for every CPython on this machine. It looks at what is in
them, builds one wheel again, which must give the same bytes, and runs the core of the suite with each wheel
in an environment of its own. Last, it compares the interface with that of the last release. Nothing is
published.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ROOT = Path(__file__).resolve().parents[1]
TESTS = ("tests/kernel", "tests/tokens", "tests/metrics", "tests/sacrebleu")
EXTRAS = "report,sacrebleu,meteor,ja,ko,zh,spm"
PYTHONS = ("3.11", "3.12", "3.13", "3.14", "3.14t")
MOST_BYTES = 3_000_000
MOST_SECONDS = 10
# What a source archive must have, so that a distribution can build and test from it, and what it must not.
NEEDED = (
    "LICENSE",
    "NOTICE",
    "README.md",
    "pyproject.toml",
    "src/kernel/bleu.cpp",
    "tests/kernel/test_bleu_counts.py",
)
FOREIGN = (".ci/", ".github/", "benchmarks/", ".venv", "build/", "__pycache__")


class Failed(Exception):
    """A check has failed; its text says what is wrong and what to do."""


class Release:
    """One commit, and a folder for what is built of it."""

    def __init__(self, folder: Path, pythons: Sequence[str]) -> None:
        """The folder is empty at first."""
        self.folder = folder
        self.pythons = {version: found for version in pythons if (found := interpreter(version))}
        self.version = re.findall(r'__version__ = "(.*)"', read("src/karat/_version.py"))[0]
        self.epoch = said("git", "log", "-1", "--format=%ct")
        self.archive = Path()
        self.wheels: dict[str, Path] = {}

    def versions(self) -> str:
        """The version is the same everywhere, and that of the tag, if the commit has one."""
        places = {
            "CITATION.cff": re.findall(r"(?m)^version: (.*)$", read("CITATION.cff")),
            "CHANGELOG.md": re.findall(r"(?m)^## \[([^\]]*)\]", read("CHANGELOG.md"))[:1],
            "packaging/conda/recipe.yaml": re.findall(
                r'(?m)^  version: "(.*)"$', read("packaging/conda/recipe.yaml")
            ),
        }
        for place, versions in places.items():
            if versions != [self.version]:
                raise Failed(f"{place} says {versions}, src/karat/_version.py says {self.version}")
        tags = said("git", "tag", "--points-at", "HEAD").split()
        if tags and f"v{self.version}" not in tags:
            raise Failed(f"the commit has the tag {tags[0]}, src/karat/_version.py says {self.version}")
        if tags and "unreleased" in read("CHANGELOG.md").split("\n### ")[0]:
            raise Failed("CHANGELOG.md calls the version unreleased: write its date")
        return f"{self.version}, {'tag ' + tags[0] if tags else 'no tag'}"

    def source(self) -> str:
        """The source archive has what builds and tests need, and nothing of this machine."""
        if said("git", "status", "--porcelain"):
            raise Failed("there are changes that are not committed; they would be in the archive")
        self.run(sys.executable, "-m", "build", "--sdist", "--outdir", self.folder / "dist", ROOT)
        (self.archive,) = (self.folder / "dist").glob("*.tar.gz")
        with tarfile.open(self.archive) as archive:
            names = [name.partition("/")[2] for name in archive.getnames()]
        lacking = [name for name in NEEDED if name not in names]
        foreign = [name for name in names if any(part in name for part in FOREIGN)]
        if lacking or foreign:
            raise Failed(f"it lacks {lacking} and has {foreign[:5]}")
        return f"{len(names)} files, {self.archive.stat().st_size / 1e6:.1f} MB"

    def build(self) -> str:
        """A wheel for each Python, from the archive."""
        for version, python in self.pythons.items():
            self.wheels[version] = self.wheel(python, self.folder / "wheels" / version)
        sizes = [wheel.stat().st_size for wheel in self.wheels.values()]
        if max(sizes) > MOST_BYTES:
            raise Failed(f"a wheel has {max(sizes) / 1e6:.1f} MB, more than {MOST_BYTES / 1e6:.0f}")
        missing = [version for version in PYTHONS if version not in self.pythons]
        return f"{', '.join(self.wheels)}; {max(sizes) / 1e6:.1f} MB" + (
            f"; not here: {', '.join(missing)}" if missing else ""
        )

    def wheel(self, python: str, folder: Path) -> Path:
        """Build one wheel where no earlier build left anything."""
        with tempfile.TemporaryDirectory(dir=self.folder) as place:
            with tarfile.open(self.archive) as archive:
                archive.extractall(place, filter="data")
            (unpacked,) = Path(place).iterdir()
            self.run("uv", "build", "--wheel", "--python", python, "--out-dir", folder, unpacked)
        (wheel,) = folder.glob("*.whl")
        return wheel

    def reproducible(self) -> str:
        """Two builds give the same bytes."""
        version, python = next(iter(self.pythons.items()))
        again = self.wheel(python, self.folder / "again")
        one, other = (
            hashlib.sha256(wheel.read_bytes()).hexdigest() for wheel in (self.wheels[version], again)
        )
        if one != other:
            raise Failed(f"they differ in {', '.join(differences(self.wheels[version], again))}")
        return f"sha256 {one[:16]}…"

    def contents(self) -> str:
        """Metadata and contents of the wheels are as PyPI wants them."""
        wheels = list(self.wheels.values())
        self.run(sys.executable, "-m", "twine", "check", "--strict", self.archive, *wheels)
        # W002: empty modules of packages are alike. W004: a command is called as its file, import too.
        self.run("check-wheel-contents", "--ignore", "W002,W004", *wheels)
        if sys.platform != "linux":
            return "metadata, contents"
        found = {said("auditwheel", "show", wheel, environment=self.environment()) for wheel in wheels}
        tags = {tag for text in found for tag in re.findall(r'"((?:manylinux|musllinux)_[^"]*)"', text)}
        if not tags:
            raise Failed("auditwheel gives no tag: the extension needs libraries that not every Linux has")
        return f"metadata, contents, {min(tags)}"

    def tests(self) -> str:
        """Each wheel in an environment of its own: the demo, then the core of the suite."""
        for version, wheel in self.wheels.items():
            place = self.folder / "environments" / version
            self.run("uv", "venv", "--quiet", "--python", self.pythons[version], place)
            python = place / ("Scripts" if os.name == "nt" else "bin") / "python"
            lock = ("--constraint", ROOT / "requirements.lock")
            install = ("uv", "pip", "install", "--quiet", "--python", python, *lock)
            self.run(*install, "--group", f"{ROOT / 'pyproject.toml'}:core", f"{wheel}[{EXTRAS}]")
            self.run(python.with_name("karat"), "score", "demo:", "-m", "bleu", "chrf", "ter")
            self.run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS)
        return f"{', '.join(TESTS)} on {', '.join(self.wheels)}"

    def first_score(self) -> str:
        """From a wheel to the demo in seconds, as `uvx` does it."""
        wheel = next(iter(self.wheels.values()))
        python = next(iter(self.pythons.values()))
        began = time.monotonic()
        self.run("uvx", "--python", python, "--from", wheel, "karat", "demo")
        took = time.monotonic() - began
        if took > MOST_SECONDS:
            raise Failed(f"it took {took:.1f} s, more than {MOST_SECONDS}")
        return f"{took:.1f} s"

    def interface(self) -> str:
        """Nothing public has gone since the last release without a deprecation."""
        tags = [
            tag
            for tag in said("git", "tag", "--list", "v*", "--sort=-v:refname").split()
            if tag != f"v{self.version}"
        ]
        if not tags:
            return "there is no release to compare with"
        self.run(sys.executable, "tools/interface.py", tags[0])
        return f"compared with {tags[0]}"

    def run(self, *command: object) -> None:
        """Run a program in the folder of the release; its output is shown only if it fails."""
        done = subprocess.run(
            list(map(str, command)),
            cwd=ROOT,
            env=self.environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            shown = "\n".join((done.stdout + done.stderr).splitlines()[-40:])
            raise Failed(f"{' '.join(map(str, command))}\n{shown}")

    def environment(self) -> dict[str, str]:
        """The tools of this environment first; the time of the commit for everything that is built."""
        tools = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
        return os.environ | {"PATH": tools, "SOURCE_DATE_EPOCH": self.epoch}


def read(name: str) -> str:
    """A file of the project."""
    return (ROOT / name).read_text(encoding="utf-8")


def said(*command: object, environment: dict[str, str] | None = None) -> str:
    """What a program prints."""
    done = subprocess.run(
        list(map(str, command)), cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def interpreter(version: str) -> str | None:
    """A CPython of that version that runs: on the path, or one of pyenv's."""
    kept = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    for found in (*map(str, kept), shutil.which(f"python{version}")):
        if found and not subprocess.run([found, "-V"], capture_output=True, check=False).returncode:
            return found
    return None


def differences(one: Path, other: Path) -> list[str]:
    """The files in which two wheels differ."""
    with zipfile.ZipFile(one) as first, zipfile.ZipFile(other) as second:
        names = sorted({*first.namelist(), *second.namelist()})
        files = [{name: archive.read(name) for name in archive.namelist()} for archive in (first, second)]
    return [name for name in names if files[0].get(name) != files[1].get(name)] or [
        "the order or times of their files"
    ]


def main() -> int:
    """Run all checks, one after the other, and go on after a failure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--keep", type=Path, help="a folder to keep archive and wheels in; it must not exist")
    parser.add_argument(
        "--pythons", nargs="+", default=PYTHONS, help="versions to build for, where they are installed"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or Path(temporary) / "release"
        folder.mkdir(parents=True)
        return check(Release(folder, options.pythons))


def check(release: Release) -> int:
    """The number of checks that failed."""
    checks: tuple[Callable[[], str], ...] = (
        release.versions,
        release.source,
        release.build,
        release.reproducible,
        release.contents,
        release.tests,
        release.first_score,
        release.interface,
    )
    failed = 0
    for one in checks:
        name = one.__name__.replace("_", " ")
        try:
            print(f"ok      {name}: {one()}", flush=True)
        except Failed as problem:
            failed += 1
            print(f"FAILED  {name}: {problem}", flush=True)
            if one in (release.source, release.build):
                break
    print(
        f"{failed} of {len(checks)} checks failed" if failed else f"All {len(checks)} checks passed",
        flush=True,
    )
    return failed


if __name__ == "__main__":
    sys.exit(main())
