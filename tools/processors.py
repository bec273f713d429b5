"""Whether figures depend on the processor: `python tools/processors.py`.

OpenBLAS has another program, or kernel, for products of matrices on each family of processors, and sums end
in other bits. Any kernel that the processor can run may be chosen. So with two others than the usual one, the
golden tests are run, `karat reproduce` makes a page again that was made with the usual one, and commands give
their figures again, which must agree.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from karat import demo
from karat.dossier.reproduction import differences

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
# The farthest from most processors first; two are taken.
KERNELS = ("Prescott", "Haswell", "Sandybridge", "Nehalem")
WANTED = 2
DATA, JUDGEMENTS = str(demo.path()), str(demo.judgements_path())
# What decides by ties, signs, ranks and resamples, and is not on the page.
COMMANDS = (
    ("agree", DATA, "-m", "bleu", "ter", "--level", "segment", "document", "--statistics", "kendall"),
    ("agree", DATA, "-m", "bleu", "chrf", "ter", "--ranking", "--order-sweep", "--by", "text-type"),
    ("compare", DATA, "-m", "bleu", "ter", "--human", "adequacy", "--interval", "bca", "--draw", "document"),
    ("calibrate", DATA, "-m", "bleu", "chrf", "ter", "--together"),
    ("calibrate", DATA, "-m", "bleu", "--level", "document"),
    ("judges", JUDGEMENTS, "--interval", "bca"),
    ("buckets", DATA),
    ("transfer", DATA),
)
# A calibration names itself by the checksum of every bit.
CHECKSUM = "checksum"
# A kernel whose instructions the processor does not have crashes here.
PROBE = """
import json, numpy, threadpoolctl
numpy.linalg.svd(numpy.random.default_rng(1).random((64, 64)) @ numpy.ones((64, 64)))
blas = [one["architecture"] for one in threadpoolctl.threadpool_info() if one["internal_api"] == "openblas"]
simd = numpy.show_config("dicts").get("SIMD Extensions", {}).get("found", [])
print(json.dumps([blas[0] if blas else None, simd]))
"""


class Machine(NamedTuple):
    """What numpy calculates with: the kernel of OpenBLAS, and the extensions of the processor in use."""

    kernel: str | None
    extensions: list[str]


def main() -> int:
    """Check every kernel, and say what was found."""
    usual = probed({})
    if usual is None:
        print("numpy or threadpoolctl does not work here: nothing was checked.")
        return 1
    if usual.kernel is None:
        print("numpy does not calculate with OpenBLAS here: there are no other kernels to check.")
        return 0
    print(f"the usual kernel: {usual.kernel}, with {' '.join(usual.extensions) or 'no extensions'}")
    others = list(settings(usual))
    if len(others) < WANTED:
        print(
            f"This processor has {len(others)} of {WANTED} other kernels: the check is weaker than elsewhere."
        )
    with TemporaryDirectory() as folder:
        page = str(Path(folder) / "page.html")
        karat({}, "report", DATA, "--samples", "200", "-o", page)
        before = figures({})
        bad = [name for name, setting in others if not agrees(name, setting, page, before)]
    print(f"failed with: {', '.join(bad)}" if bad else "figures agree everywhere")
    return 1 if bad else 0


def settings(usual: Machine) -> Iterator[tuple[str, dict[str, str]]]:
    """Other kernels that the processor can run, by name, each with the environment that chooses it.

    The first goes with a numpy that uses none of the processor's extensions.
    """
    seen = {usual.kernel}
    for name in KERNELS:
        setting = {"OPENBLAS_CORETYPE": name}
        if len(seen) == 1:
            setting["NPY_DISABLE_CPU_FEATURES"] = " ".join(usual.extensions)
        found = probed(setting)
        # An unknown name is ignored, a kernel beyond the processor crashes, and old ones go by other names.
        if found is None or found.kernel in seen or len(seen) > WANTED:
            continue
        seen.add(found.kernel)
        print(f"kernel {name}: {found.kernel}, with {' '.join(found.extensions) or 'no extensions'}")
        yield name, setting


def probed(setting: dict[str, str]) -> Machine | None:
    """What numpy calculates with in an environment; None where it cannot."""
    found = run(setting, "-c", PROBE)
    return Machine(*json.loads(found.stdout)) if found.returncode == 0 else None


def agrees(name: str, setting: dict[str, str], page: str, before: list[Any]) -> bool:
    """Whether the tests pass, the page is reproduced, and all figures are the same."""
    # Collecting the others would take as long as running these.
    files = [
        path for path in (ROOT / "tests").rglob("test_*.py") if "golden.check" in path.read_text("utf-8")
    ]
    tests = run(setting, "-m", "pytest", "-q", "--tb=short", "-m", "golden", *map(str, files))
    again = run(setting, "-m", "karat", "reproduce", page)
    changed = [
        f"{' '.join(command[:1])}: {one.place}: {one.page} is {one.now}"
        for command, old, new in zip(COMMANDS, before, figures(setting), strict=True)
        for one in differences(old, new)
        if not one.place.endswith(CHECKSUM)
    ]
    for part, failed in (("golden tests", tests.returncode), ("karat reproduce", again.returncode)):
        print(f"{name}: {part} {'failed' if failed else 'passed'}")
    print(f"{name}: {len(changed)} figures of {len(COMMANDS)} commands differ", *changed[:20], sep="\n  ")
    if tests.returncode or again.returncode:
        print(tests.stdout[-4000:], again.stdout, again.stderr, sep="\n")
    return not (tests.returncode or again.returncode or changed)


def figures(setting: dict[str, str]) -> list[Any]:
    """What each command gives."""
    return [json.loads(karat(setting, *command, "--format", "json")) for command in COMMANDS]


def karat(setting: dict[str, str], *arguments: str) -> str:
    """What a command prints; one that fails ends the check."""
    done = run(setting, "-m", "karat", *arguments)
    if done.returncode:
        raise SystemExit(f"karat {' '.join(arguments)} failed:\n{done.stderr}")
    return done.stdout


def run(setting: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """Python in an environment with this setting."""
    environment = {**os.environ, **setting}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


if __name__ == "__main__":
    sys.exit(main())
