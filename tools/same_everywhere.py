"""The same figures everywhere: `make same-everywhere`.

It builds a wheel for every CPython on this machine, installs it with the newest and with the lowest numpy and
scipy that the ranges allow, each in an environment of its own, and runs a dozen commands there, with one
thread and with several, and shards with every engine. Each must print the same bytes as JSON with every
Python, number of threads and engine. Other versions of numpy and scipy have other logarithms and quantiles:
there the same figures, of which the last digits may differ.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from math import inf
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
# pyarrow says nothing to pip of the numpy that it needs.
LOWEST = {"3.11": ("numpy==1.26.*", "scipy==1.12.*", "pyarrow==16.*")}
NEWEST = ("numpy", "scipy")
QUICK = ("--samples", "300")
# What is asked of each file; DATA is the demo data, or a pack of real ones.
CALLS: dict[str, tuple[str, ...]] = {
    "score": ("score", "DATA", "-m", "bleu", "chrf++", "ter", "nist", "rouge-l", "gtm", "--segments"),
    "compare": ("compare", "DATA", "-m", "bleu", "chrf", *QUICK),
    "gate": ("gate", "demo:", "--system", "aurora", "--baseline", "birch", "--margin", "1", *QUICK),
    "agree": ("agree", "DATA", "-m", "bleu", "chrf", *QUICK),
    "calibrate": ("calibrate", "demo:", "-m", "bleu"),
    "accept": ("accept", "demo:", *QUICK),
    "transfer": ("transfer", "demo:", "--by", "text-type", *QUICK),
    "power": ("power", "demo:", *QUICK),
    "equate": ("equate", "demo:", *QUICK),
    "buckets": ("buckets", "demo:"),
    "check": ("check", "DATA"),
    "variation": ("diagnose", "variation", "demo:"),
    "plan": ("campaign", "plan", "demo:", "--judges", "6"),
}
# What may differ with another numpy or scipy, in proportion to a number.
LAST_DIGITS = 1e-7
THREADED = ("score", "compare", "agree")


def main() -> int:
    """Build, install, run and compare."""
    parser = argparse.ArgumentParser(prog="python tools/same_everywhere.py")
    parser.add_argument("--data", nargs="*", default=["demo:"], help="corpora beside the demo data")
    parser.add_argument("--pythons", nargs="*", default=PYTHONS)
    parser.add_argument("--keep", type=Path, help="a folder for environments, which are used again")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = options.keep or Path(made)
        outputs: dict[str, dict[str, str]] = {}
        for python in options.pythons:
            found = interpreter(python)
            if found is None:
                print(f"Python {python} is not on this machine: left out.")
                continue
            for name, needed in {"newest": NEWEST, "lowest": LOWEST.get(python)}.items():
                if needed is not None:
                    karat, versions = installed(found, folder / f"{python}-{name}", needed)
                    outputs[f"Python {python}, {versions}"] = all_outputs(karat, options.data)
        return told(outputs)


def interpreter(version: str) -> str | None:
    """The interpreter of a version, on the path or among pyenv's."""
    beside = sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python{version}"))
    for candidate in (shutil.which(f"python{version}"), *map(str, beside)):
        if (
            candidate
            and not subprocess.run([candidate, "-c", ""], capture_output=True, check=False).returncode
        ):
            return candidate
    return None


def installed(python: str, folder: Path, needed: tuple[str, ...]) -> tuple[Path, str]:
    """The command of Karat in an environment of its own, and the versions that are there."""
    binaries = folder / "bin"
    if not (binaries / "karat").exists():
        subprocess.run([python, "-m", "venv", folder], check=True)
        pip = (str(binaries / "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check")
        subprocess.run([*pip, f"{ROOT}[parquet]", *needed], check=True)
    show = "import numpy, scipy; print(f'numpy {numpy.__version__}, scipy {scipy.__version__}')"
    said = subprocess.run([binaries / "python", "-c", show], capture_output=True, text=True, check=True)
    return binaries / "karat", said.stdout.strip()


def all_outputs(karat: Path, data: list[str]) -> dict[str, str]:
    """What each command prints, with one thread and with several; and shards with each engine."""
    found = {}
    for name, call in CALLS.items():
        for corpus in data if "DATA" in call else ["demo:"]:
            arguments = [corpus if one == "DATA" else one for one in call]
            for threads in ("1", "3") if name in THREADED else ("1",):
                options = ("--threads", threads) if name in THREADED else ()
                found[f"{name} {corpus} {threads}"] = printed(karat, *arguments, *options)
    with tempfile.TemporaryDirectory(prefix="shards-") as folder:
        for number in range(3):
            (Path(folder) / f"shard-{number}.jsonl").write_text(sharded(), encoding="utf-8")
        for engine in ("threads", "processes"):
            shards = Path(folder) / "*.jsonl"
            text = printed(karat, "score", shards, "--engine", engine, "-m", "bleu", "ter")
            found[f"shards {engine}"] = text.replace(Path(folder).name, "")
    return found


def sharded() -> str:
    """Rows of a shard, the same on every machine."""
    rows = [
        {
            "system": "A",
            "reference": f"the cat number {place} sat",
            "hypothesis": f"a cat number {place} sits",
        }
        for place in range(500)
    ]
    return "".join(f"{json.dumps(row)}\n" for row in rows)


def printed(karat: Path, *arguments: str | Path) -> str:
    """The JSON that a command prints."""
    done = subprocess.run(
        [karat, *arguments, "--format", "json"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    if done.returncode not in (0, 1):
        raise SystemExit(f"karat {' '.join(map(str, arguments))}: {done.stderr}")
    return without_places(done.stdout)


def without_places(text: str) -> str:
    """The output without the folders of this run."""
    return text.replace(tempfile.gettempdir(), "")


def told(outputs: dict[str, dict[str, str]]) -> int:
    """Print which outputs differ from those of the first environment, and between numbers of threads."""
    (first, expected), *others = outputs.items()
    differing: list[str] = []
    for name, text in expected.items():
        one = expected.get(f"{name.rpartition(' ')[0]} 1", text)
        if name.endswith(" 3") and json.loads(text) != json.loads(one):
            differing.append(f"{first}: {name} differs from one thread")
    if expected["shards threads"] != expected["shards processes"]:
        differing.append(f"{first}: threads and processes differ")
    print(f"{len(expected)} outputs in {len(outputs)} environments: {', '.join(outputs)}")
    for environment, found in others:
        changed = [name for name, text in found.items() if text != expected[name]]
        apart = {name: distance(json.loads(expected[name]), json.loads(found[name])) for name in changed}
        print(f"{environment}: {len(found) - len(changed)} of {len(found)} are the same bytes")
        for name in changed:
            first_place = place(json.loads(expected[name]), json.loads(found[name]), name)
            print(f"  {first_place}; at most {apart[name]:.0e} apart")
        differing += [f"{environment}: {name}" for name in changed if not apart[name] <= LAST_DIGITS]
    for line in differing:
        print(f"differs: {line}")
    return 1 if differing else 0


def distance(one: Any, other: Any) -> float:
    """How far the numbers of two documents are apart at most, in proportion; infinite where words differ."""
    if isinstance(one, float) and isinstance(other, float):
        return abs(one - other) / max(abs(one), abs(other), 1e-6) if one != other else 0.0
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        # A checksum is that of the figures beside it.
        values = ((value, other[key]) for key, value in one.items() if key != "checksum")
        return max((distance(a, b) for a, b in values), default=0.0)
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return max((distance(a, b) for a, b in zip(one, other, strict=True)), default=0.0)
    return 0.0 if one == other else inf


def place(one: Any, other: Any, name: str) -> str:
    """Where two documents differ first."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one:
            if key not in other or one[key] != other[key]:
                return place(one[key], other.get(key), f"{name}.{key}")
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, (a, b) in enumerate(zip(one, other, strict=True)):
            if a != b:
                return place(a, b, f"{name}[{number}]")
    return f"{name}: {str(one)[:80]} ≠ {str(other)[:80]}"


if __name__ == "__main__":
    sys.exit(main())
