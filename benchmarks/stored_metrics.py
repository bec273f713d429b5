"""A test set in mt-metrics-eval's layout with 71 stored metrics, from its files to figures.

    python -m benchmarks.stored_metrics

13 systems and 820 segments in documents of ten, made up: correlations with people, and the ranking of all
pairs of metrics, both as `karat agree` computes them. CPU time of this process alone; close other programs.
"""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.timing import cpu_seconds
from karat.cli.main import main as karat

if TYPE_CHECKING:
    from numpy.typing import NDArray

METRICS, SYSTEMS, SEGMENTS, DOCUMENT = 71, 13, 820, 10
MOST_SECONDS = 10.0
_WORDS = [
    "the",
    "cat",
    "sat",
    "on",
    "a",
    "mat",
    "and",
    "saw",
    "another",
    "small",
    "dog",
    "near",
    "green",
    "door",
]


def write(folder: Path) -> Path:
    """The test set, with human scores that are as skewed and tied as MQM's."""
    rng = np.random.default_rng(3)
    systems = [f"system{number:02d}" for number in range(SYSTEMS)]

    def lines(name: str, texts: list[str]) -> None:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")

    def scores(name: str, table: NDArray[np.floating[Any]]) -> None:
        columns = list(zip(systems, table.T, strict=True))
        lines(f"{name}.seg.score", [f"{system}\t{value:.6g}" for system, own in columns for value in own])
        lines(f"{name}.sys.score", [f"{system}\t{own.mean():.6g}" for system, own in columns])

    for name in (
        "sources/en-de",
        "references/en-de.refA",
        *(f"system-outputs/en-de/{one}" for one in systems),
    ):
        lines(f"{name}.txt", [" ".join(rng.choice(_WORDS, 12)) for _ in range(SEGMENTS)])
    lines("documents/en-de.docs", [f"news\tdocument{place // DOCUMENT}" for place in range(SEGMENTS)])
    shape = (SEGMENTS, SYSTEMS)
    truth = 0.4 * rng.normal(size=SYSTEMS) + rng.normal(size=(SEGMENTS, 1))
    scores("human-scores/en-de.mqm", -np.round(np.exp(truth + rng.normal(size=shape))))
    for number in range(METRICS):
        seen = truth * rng.uniform(0.3, 1) + rng.normal(size=shape)
        scores(f"metric-scores/en-de/metric{number:02d}-refA", seen)
    return folder


def agree(folder: Path, *options: str) -> str:
    """What `karat agree` prints."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        code = karat(["agree", str(folder), "--human", "mqm", "--format", "json", *options])
    if code:
        sys.exit(f"karat agree ended with {code}")
    return printed.getvalue()


def main() -> None:
    """A line for each question."""
    with tempfile.TemporaryDirectory() as place:
        folder = write(Path(place) / "wmt")
        for options in ((), ("--level", "segment"), ("--ranking",)):
            seconds, _ = cpu_seconds(partial(agree, folder, *options))
            verdict = "ok" if seconds <= MOST_SECONDS else "ABOVE"
            command = " ".join(["karat agree", *options])
            print(f"{command}: {seconds:.1f} CPU seconds (at most {MOST_SECONDS:g})  {verdict}")


if __name__ == "__main__":
    main()
