"""Fuzz the kernel: `python -m tools.fuzz [--runs N] [--minutes M]`; `--coverage` measures what that reaches.

Inputs of several lengths take turns. How many ran on these very sources of the kernel is kept in
tools/long_runs.json, so the same command goes on where it was stopped. What is found new is kept in
build/fuzz/corpus; fuzz/seeds is where it begins. `--rates` says how many inputs each check takes in a second.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from tools import long_runs

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "fuzz"
COVERAGE = ROOT / "build" / "fuzz-coverage"
SEEDS = ROOT / "fuzz" / "seeds"
PAGE = ROOT / "docs" / "exactness.md"
CLANG = os.environ.get("CLANG", "clang++")


class Length(NamedTuple):
    """Inputs of one length: bytes at least, bytes from libFuzzer, the share of all, how many at once."""

    least: int
    most: int
    share: float
    at_once: int


# libFuzzer loads the inputs that it has found whenever it starts, so few and long goes are cheapest.
LENGTHS = {
    "up to 512 bytes": Length(0, 512, 0.899, 300_000),
    "of 4 kB": Length(4096, 4096, 0.1, 20_000),
    "of 64 kB": Length(65_536, 4096, 0.001, 500),
}
# By the number in an input's first byte: fuzz/fuzz_kernel.cpp.
CHECKS = (
    "BLEU and AEv of words",
    "BLEU and AEv of characters",
    "chrF",
    "matching and sequences",
    "METEOR",
    "GTM",
    "NIST",
    "WNM",
    "TER",
    "encodings",
    "stems, lines, sums",
    "Arrow",
    "JSON",
    "error rates",
    "ROUGE",
    "stopping",
)

# The stack of each allocation takes long; whoever looks for a fault runs its one input without this.
SANITIZERS = {"ASAN_OPTIONS": "malloc_context_size=0:quarantine_size_mb=8:detect_leaks=0"}


def main() -> int:
    """Fuzz, or measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1_000_000, help="inputs in all")
    parser.add_argument("--minutes", type=float, default=60, help="stop after so many")
    parser.add_argument("--rates", action="store_true", help="measure how fast each check is")
    parser.add_argument(
        "--coverage", action="store_true", help="measure what the inputs of earlier runs reach"
    )
    given = parser.parse_args()
    if given.coverage:
        return measure()
    build(BUILD)
    return rates() if given.rates else fuzz(given.runs, given.minutes)


def build(folder: Path, *options: str) -> None:
    """Compile the target."""
    environment = {**os.environ, "CXX": CLANG}
    command: list[str | Path] = [
        "cmake",
        "-S",
        ROOT,
        "-B",
        folder,
        "-DKARAT_SANITIZE=ON",
        "-DCMAKE_BUILD_TYPE=None",
        *options,
    ]
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", folder, "--parallel", "2"], check=True, stdout=subprocess.DEVNULL)


def fuzz(runs: int, minutes: float) -> int:
    """Run what is left to run, the lengths in turn."""
    state, end = long_runs.sources("src/kernel"), time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        done = long_runs.so_far("fuzz", state)
        left = {name: round(runs * length.share) - done[name] for name, length in LENGTHS.items()}
        if max(left.values()) <= 0:
            break
        # Whichever is furthest behind: a run that is stopped early has its share of each.
        name = max(left, key=lambda one: left[one] / LENGTHS[one].share)
        before = cpu_seconds()
        ran, code = run(name, min(left[name], LENGTHS[name].at_once), end - time.monotonic())
        long_runs.add("fuzz", state, **{name: ran, "cpu_seconds": round(cpu_seconds() - before)})
        done = long_runs.so_far("fuzz", state)
        sys.stdout.write("; ".join(f"{done[key]:,} {key}" for key in LENGTHS) + "\n")
        sys.stdout.flush()
        if code == INTERRUPTED:
            return 130
        if code != 0:
            sys.stderr.write(f"A promise is broken, or memory is. The input is in {BUILD}.\n")
            return 1
    return 0


INTERRUPTED = 72  # libFuzzer's exit code after Ctrl-C


def cpu_seconds() -> float:
    """What the processes that were started and have ended took."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(name: str, wanted: int, seconds: float) -> tuple[int, int]:
    """So many new inputs of a length; how many ran, and libFuzzer's exit code."""
    length = LENGTHS[name]
    corpus = BUILD / ("corpus" if length.least == 0 else f"corpus-{length.least}")
    corpus.mkdir(parents=True, exist_ok=True)
    # Those that were found before run first, and count for libFuzzer; not for us.
    known = sum(1 for folder in (corpus, SEEDS) for _ in folder.iterdir())
    command: list[str | Path] = [
        BUILD / "fuzz_kernel",
        f"-runs={known + wanted}",
        f"-max_len={length.most}",
        f"-max_total_time={max(int(seconds), 1)}",
        f"-dict={ROOT / 'fuzz' / 'text.dict'}",
        f"-artifact_prefix={BUILD}/",
        # Which inputs are worth more: its books take a third of the time.
        "-entropic=0",
        "-print_final_stats=1",
        corpus,
        SEEDS,
    ]
    environment = {**os.environ, **SANITIZERS, "KARAT_FUZZ_LEAST": str(length.least)}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True, errors="replace")
    try:
        _, said = process.communicate()
    except KeyboardInterrupt:
        _, said = process.communicate()
    if process.returncode not in (0, INTERRUPTED):
        sys.stderr.write(said[-6000:])
    counted = re.search(r"stat::number_of_executed_units:\s*(\d+)", said)
    return max(int(counted[1]) - known, 0) if counted else 0, process.returncode


def rates() -> int:
    """Say how many inputs of each length each check takes in a second of the processor."""
    found = sorted((BUILD / "corpus").glob("*")) or sorted(SEEDS.iterdir())
    sample = BUILD / "sample"
    for length in LENGTHS.values():
        shutil.rmtree(sample, ignore_errors=True)
        sample.mkdir()
        for path in found[:: max(len(found) // (400 if length.least < 65_536 else 20), 1)]:
            shutil.copy(path, sample)
        for number, check in enumerate(CHECKS):
            environment = {**os.environ, **SANITIZERS, "KARAT_FUZZ_LEAST": str(length.least)}
            environment["KARAT_FUZZ_CHECK"] = str(number)
            before = cpu_seconds()
            command: list[str | Path] = [BUILD / "fuzz_kernel", "-runs=0", sample]
            subprocess.run(command, env=environment, check=True, stderr=subprocess.DEVNULL)
            rate = sum(1 for _ in sample.iterdir()) / (cpu_seconds() - before)
            sys.stdout.write(f"{length.least:6} {check:28} {rate:9,.0f} inputs a CPU second\n")
            sys.stdout.flush()
    return 0


def measure() -> int:
    """Run all inputs that are kept once, and count the functions of the kernel that they reach."""
    for name in ("llvm-profdata", "llvm-cov"):
        if shutil.which(name) is None:
            raise SystemExit(f"{name} is not there. It comes with clang; on Debian: sudo apt install llvm")
    build(COVERAGE, "-DKARAT_COVERAGE=ON")
    profile, target = COVERAGE / "fuzz.profraw", COVERAGE / "fuzz_kernel"
    folders = [path for path in (SEEDS, BUILD / "corpus") if path.exists()]
    # Each vector version of the processor's is a way of its own.
    profiles = []
    for vectors, least in (("avx512", 0), ("avx2", 4096), ("plain", 0)):
        profiles.append(profile.with_suffix(f".{vectors}"))
        environment = {**os.environ, "LLVM_PROFILE_FILE": str(profiles[-1])}
        environment |= {"KARAT_VECTORS": vectors, "KARAT_FUZZ_LEAST": str(least)}
        inputs = [SEEDS] if least else folders
        subprocess.run([target, "-runs=0", *inputs], check=True, env=environment, stderr=subprocess.DEVNULL)
    merged = COVERAGE / "fuzz.profdata"
    subprocess.run(["llvm-profdata", "merge", "-o", merged, *profiles], check=True)
    command: list[str | Path] = ["llvm-cov", "export", "-summary-only", f"-instr-profile={merged}", target]
    exported = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    files = json.loads(exported)["data"][0]["files"]
    kernel = {
        Path(one["filename"]).name: one["summary"] for one in files if "/src/kernel/" in one["filename"]
    }
    lines = ["| | reached | of | percent |", "|---|---|---|---|"]
    for what in ("functions", "lines"):
        reached = sum(summary[what]["covered"] for summary in kernel.values())
        of = sum(summary[what]["count"] for summary in kernel.values())
        lines.append(f"| {what} | {reached:,} | {of:,} | {100 * reached / of:.1f} |")
        sys.stdout.write(f"{what}: {reached} of {of}, {100 * reached / of:.1f} %\n")
    for name, summary in sorted(kernel.items()):
        if summary["functions"]["covered"] < summary["functions"]["count"]:
            sys.stdout.write(
                f"{name}: {summary['functions']['covered']} of {summary['functions']['count']} functions\n"
            )
    page = PAGE.read_text(encoding="utf-8")
    begin, end = "<!-- coverage: written by make fuzz-coverage -->\n", "\n<!-- end of coverage -->"
    before, rest = page.split(begin)
    PAGE.write_text(
        before + begin + "\n" + "\n".join(lines) + "\n" + end + rest.split(end)[1], encoding="utf-8"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
