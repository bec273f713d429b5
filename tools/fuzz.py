"""Fuzz the kernel: `python tools/fuzz.py [--runs N] [--minutes M]`; `--coverage` measures what that reaches.

Inputs of several lengths take turns. How many ran on these very sources is kept in build/fuzz, so the same
command goes on where it was stopped. What is found new is kept in build/fuzz/corpus; fuzz/seeds is where it
begins.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "fuzz"
COVERAGE = ROOT / "build" / "fuzz-coverage"
SEEDS = ROOT / "fuzz" / "seeds"
PAGE = ROOT / "docs" / "exactness.md"
CLANG = os.environ.get("CLANG", "clang++")

# How large inputs are at least, how large libFuzzer makes them, which share of all they are, how many run in
# one go.
LENGTHS = {
    "up to 512": (0, 512, 0.89, 50_000),
    "4 kB": (4096, 4096, 0.109, 2_000),
    "64 kB": (65_536, 4096, 0.001, 50),
}


def main() -> int:
    """Fuzz, or measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1_000_000, help="inputs in all")
    parser.add_argument("--minutes", type=float, default=60, help="stop after so many")
    parser.add_argument(
        "--coverage", action="store_true", help="measure what the inputs of earlier runs reach"
    )
    given = parser.parse_args()
    return measure() if given.coverage else fuzz(given.runs, given.minutes)


def sources() -> str:
    """A checksum of whatever the target is made of."""
    checksum = hashlib.sha256()
    for folder in ("src/kernel", "fuzz"):
        for path in sorted((ROOT / folder).glob("*.[ch]pp")):
            checksum.update(path.read_bytes())
    return checksum.hexdigest()[:16]


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
    build(BUILD)
    kept, end = BUILD / "inputs.json", time.monotonic() + 60 * minutes
    done = json.loads(kept.read_text()) if kept.exists() else {}
    if done.get("sources") != sources():
        done = {"sources": sources()}
    while time.monotonic() < end:
        left = {name: round(runs * share) - done.get(name, 0) for name, (_, _, share, _) in LENGTHS.items()}
        if max(left.values()) <= 0:
            break
        for name, wanted in left.items():
            if wanted <= 0 or time.monotonic() >= end:
                continue
            ran, code = run(name, min(wanted, LENGTHS[name][3]), end - time.monotonic())
            done[name] = done.get(name, 0) + ran
            kept.write_text(json.dumps(done))
            sys.stdout.write("  ".join(f"{key}: {done.get(key, 0):,}" for key in LENGTHS) + "\n")
            sys.stdout.flush()
            if code != 0:
                sys.stderr.write(f"A promise is broken, or memory is. The input is in {BUILD}.\n")
                return 1
    return 0


def run(name: str, wanted: int, seconds: float) -> tuple[int, int]:
    """So many inputs of a length; how many ran, and libFuzzer's exit code."""
    least, most, _, _ = LENGTHS[name]
    corpus = BUILD / ("corpus" if least == 0 else f"corpus-{least}")
    corpus.mkdir(parents=True, exist_ok=True)
    command: list[str | Path] = [
        BUILD / "fuzz_kernel",
        f"-runs={wanted}",
        f"-max_len={most}",
        f"-max_total_time={max(int(seconds), 1)}",
        f"-dict={ROOT / 'fuzz' / 'text.dict'}",
        f"-artifact_prefix={BUILD}/",
        "-print_final_stats=1",
        corpus,
        SEEDS,
    ]
    environment = {**os.environ, "KARAT_FUZZ_LEAST": str(least)}
    ended = subprocess.run(
        command, env=environment, stderr=subprocess.PIPE, text=True, errors="replace", check=False
    )
    if ended.returncode != 0:
        sys.stderr.write(ended.stderr[-6000:])
    counted = re.search(r"stat::number_of_executed_units:\s*(\d+)", ended.stderr)
    return int(counted[1]) if counted else 0, ended.returncode


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
