"""`make mutants`: plant each fault in a throw-away copy of Karat, run its tests, and say which go unnoticed.

Faults of Python are planted in a copy of the installed package. Those of the kernel take a build of a copy of
the sources: `--kernel` plants these as well.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic

from tests.mutants.faults import ROOT, Fault, every_fault

import karat

# A fault may make a loop endless. No file of tests takes so long.
_PATIENCE = 600


@dataclass(frozen=True)
class Copy:
    """A copy of the package, in which one fault is planted at a time."""

    folder: Path

    @classmethod
    def made(cls, folder: Path) -> Copy:
        """A copy of the package that is installed."""
        package = Path(karat.__file__).parent
        shutil.copytree(package, folder / "karat", ignore=shutil.ignore_patterns("__pycache__"))
        return cls(folder)

    def caught(self, fault: Fault) -> bool:
        """Whether the tests fail with the fault."""
        place = self.folder / fault.file.removeprefix("src/")
        sound = place.read_text(encoding="utf-8")
        place.write_text(fault.planted(), encoding="utf-8")
        try:
            # The examples of a module's docstrings are tests as well.
            module = fault.file.removeprefix("src/").removesuffix(".py").removesuffix("/__init__")
            return self.fails((*fault.tests, "--pyargs", module.replace("/", ".")))
        finally:
            place.write_text(sound, encoding="utf-8")

    def caught_in_kernel(self, fault: Fault, tree: Path) -> bool:
        """The same for the kernel, which is built anew from a copy of the tree."""
        place = tree / fault.file
        sound = place.read_text(encoding="utf-8")
        place.write_text(fault.planted(), encoding="utf-8")
        try:
            self.build(tree)
            return self.fails(fault.tests)
        finally:
            place.write_text(sound, encoding="utf-8")

    def build(self, tree: Path) -> None:
        """Build the package of a tree, what has changed of it, in place of this copy."""
        shutil.rmtree(self.folder / "karat", ignore_errors=True)
        install = ("-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation", "--upgrade")
        subprocess.run(
            [sys.executable, *install, "-C", f"build-dir={tree / 'build'}", "--target", self.folder, tree],
            check=True,
            capture_output=True,
        )

    def fails(self, tests: tuple[str, ...]) -> bool:
        """Whether any of these tests fails; an error says that they could not even run."""
        options = ("-x", "-q", "-p", "no:cacheprovider", "--no-header", "--tb=line")
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(self.folder), *filter(None, [os.environ.get("PYTHONPATH")])]),
            "PYTHONDONTWRITEBYTECODE": "1",
            "OPENBLAS_NUM_THREADS": "1",
        }
        try:
            done = subprocess.run(
                [sys.executable, "-m", "pytest", *options, *tests],
                cwd=ROOT,
                env=environment,
                capture_output=True,
                text=True,
                timeout=_PATIENCE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return True
        if done.returncode == 5:
            raise LookupError(f"there are no such tests: {tests}")
        return done.returncode != 0


def main() -> int:
    """Plant them, and report."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("--only", default="", help="a part of the name of a file")
    parser.add_argument(
        "--kernel", action="store_true", help="also those of the kernel, which is built each time"
    )
    parser.add_argument(
        "--unchecked", action="store_true", help="believe that all tests pass without a fault"
    )
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=120)
    options = parser.parse_args()
    faults = [one for one in every_fault() if options.only in one.file and not one.unseen]
    # Where the time is up, all areas have been looked at.
    Random(0).shuffle(faults)
    kernel = [one for one in faults if one.file.startswith("src/kernel/")]
    others = [one for one in faults if not one.file.startswith("src/kernel/")]
    end, found = monotonic() + 60 * options.minutes, dict[str, bool]()

    def told(fault: Fault, caught: bool) -> None:
        found[fault.name] = caught
        print(f"{'caught' if caught else 'NOT CAUGHT'}  {fault.name}", flush=True)  # noqa: T201

    with TemporaryDirectory() as folder:
        copies: Queue[Copy] = Queue()
        for number in range(options.workers):
            copies.put(Copy.made(Path(folder) / f"copy-{number}"))

        def plant(fault: Fault) -> None:
            if monotonic() > end:
                return
            copy = copies.get()
            try:
                told(fault, copy.caught(fault))
            finally:
                copies.put(copy)

        sound = Copy.made(Path(folder) / "sound")
        tests = sorted({test for one in others for test in one.tests})
        broken = [] if options.unchecked else [test for test in tests if sound.fails((test,))]
        if broken:
            print(f"These tests fail without any fault: {', '.join(broken)}")  # noqa: T201
            return 1
        with ThreadPoolExecutor(options.workers) as pool:
            list(pool.map(plant, others))
        if options.kernel:
            tree = Path(folder) / "tree"
            shutil.copytree(
                ROOT, tree, ignore=shutil.ignore_patterns(".git", ".venv*", "build", "site", ".cache")
            )
            for fault in kernel:
                if monotonic() < end:
                    told(fault, sound.caught_in_kernel(fault, tree))
    unseen = sum(bool(one.unseen) for one in every_fault())
    print(  # noqa: T201
        f"{len(found)} faults planted, {sum(found.values())} caught, {len(found) - sum(found.values())} not; "
        f"{unseen} that nobody could see are explained"
    )
    return 0 if all(found.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
