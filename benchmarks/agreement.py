"""Agreement with people, from the files of a task to figures: `python -m benchmarks.agreement`.

The whole matrix of WMT23 English–German: every metric file of systems and segments, soft and tie-calibrated
accuracy, 1,000 permutations for all pairs of metrics; and the order sweep. Single statistics stand beside
scipy or the obvious loop, and must be equal.
"""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import stats

from benchmarks.corpora import DATA
from benchmarks.timing import HEADER, Row, cpu_seconds
from karat import Bleu, References, read
from karat.agreement import (
    Rater,
    calibrate_ties,
    human_translations,
    kendall,
    order_sweep,
    rank_metrics,
    spearman,
)
from karat.readers.people.human_scores import read_human_scores
from karat.readers.scores.metric_scores import read_metric_scores

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from karat.corpus import Corpus

    Floats = NDArray[np.float64]

PERMUTATIONS = 1000
MATRIX_SECONDS, SWEEP_SECONDS = 20.0, 1.0


def material(folder: Path) -> tuple[Corpus, Rater, list[Rater], list[Rater]]:
    """Texts, people's MQM, metrics of systems and metrics of segments, without human translations."""
    corpus = read(folder)
    machines = [name for name in corpus.systems if name not in human_translations(corpus)]
    human = Rater.of_tables(*read_human_scores(folder, corpus, dimensions=["mqm"])).only(machines)
    of_systems = read_metric_scores(folder / "metric_scores_sys.tsv", systems=machines)
    of_segments = read_metric_scores(
        folder / "metric_scores_seg.parquet", systems=machines, segments=len(corpus)
    )
    return corpus, human, list(map(Rater.of_tables, of_systems)), list(map(Rater.of_tables, of_segments))


def matrix(folder: Path) -> dict[str, int]:
    """Every ranking of the task, from files; how many clusters each has."""
    _, human, of_systems, of_segments = material(folder)
    rankings: list[tuple[list[Rater], dict[str, Any]]] = [
        (of_systems, {"statistic": "accuracy"}),
        (of_systems, {"statistic": "pearson"}),
        (of_segments, {"statistic": "soft-accuracy"}),
        (of_segments, {"statistic": "calibrated-accuracy", "level": "segment"}),
        (of_segments, {"statistic": "pearson", "level": "segment"}),
    ]
    clusters = {}
    for metrics, options in rankings:
        found = rank_metrics(metrics, human, samples=PERMUTATIONS, **options)
        name = f"{len(metrics)} metrics, {found.level} {found.statistic}, exchanging {found.design}"
        clusters[name] = found.places[-1].cluster
    return clusters


def sweep(folder: Path, segments: int = 1000) -> Any:
    """Orders 1 to 16 of twelve systems, counting included, one thread."""
    corpus = read(folder)
    machines = [name for name in corpus.systems if name not in human_translations(corpus)][:12]
    rows = range(min(segments, len(corpus)))
    references = References(tuple([stream[row] for row in rows] for stream in corpus.references.streams))
    texts = [[corpus.systems[name][row] for row in rows] for name in machines]
    humans = [
        Rater.of_tables(table).only(machines).within(rows)
        for table in read_human_scores(folder, corpus)
        if table.level == "segment"
    ]
    bleu = Bleu(order=16)

    def job() -> Any:
        counted = bleu.count_systems(texts, references, threads=1)
        return order_sweep(bleu, dict(zip(machines, counted, strict=True)), humans)

    return cpu_seconds(job, repeat=3)[0]


def obvious_calibration(metric: Floats, human: Floats) -> float:
    """The best accuracy over every threshold, each counted anew."""
    i, j = np.triu_indices(metric.shape[1], 1)
    ours, theirs = metric[:, j] - metric[:, i], np.sign(human[:, j] - human[:, i])
    best = 0.0
    for epsilon in np.unique(np.abs(ours)):
        tied = np.where(np.abs(ours) <= epsilon, 0, np.sign(ours))
        best = max(best, float((tied == theirs).mean()))
    return best


def rows(folder: Path) -> Iterator[Row]:
    """Single statistics beside others' ways."""
    _, human, _, of_segments = material(folder)
    assert human.segments is not None
    assert of_segments[0].segments is not None
    there = ~np.isnan(human.segments).any(axis=0)
    metric, people = of_segments[0].segments[:, there], human.segments[:, there]
    x, y = metric.ravel(), people.ravel()
    for name, mine, theirs in (
        (f"Kendall's τ-b of {len(x):,} scores, scipy", kendall, stats.kendalltau),
        (f"Spearman's ρ of {len(x):,} scores, scipy", spearman, stats.spearmanr),
    ):
        # One long vector is what scipy's compiled code is made for.
        yield _row(name, partial(mine, x, y), lambda theirs=theirs: theirs(x, y)[0], 0.3)
    for name, mine, theirs in (
        (f"τ-b by item, {metric.shape[1]} items, scipy", kendall, stats.kendalltau),
        (f"ρ by item, {metric.shape[1]} items, scipy", spearman, stats.spearmanr),
    ):
        yield _row(
            name,
            lambda mine=mine: np.nanmean(mine(metric.T, people.T)),
            lambda theirs=theirs: np.nanmean(
                [theirs(a, b)[0] for a, b in zip(metric.T, people.T, strict=True) if np.ptp(b) and np.ptp(a)]
            ),
        )
    few = slice(0, 60)
    yield _row(
        "tie calibration of 60 items, every threshold",
        lambda: calibrate_ties(metric.T[few], people.T[few]).accuracy,
        lambda: obvious_calibration(metric.T[few], people.T[few]),
    )


def _row(name: str, mine: Any, theirs: Any, least: float = 1) -> Row:
    fast, got = cpu_seconds(mine, repeat=5)
    slow, expected = cpu_seconds(theirs)
    if abs(float(got) - float(expected)) > 1e-9:
        sys.exit(f"{name}: {got} is not {expected}")
    return Row(name, slow, fast, least, 5)


def main() -> None:
    """Print the tables."""
    folder = DATA / "wmt23.en-de"
    seconds, clusters = cpu_seconds(partial(matrix, folder))
    for name, count in clusters.items():
        print(f"{name}: {count} {'cluster' if count == 1 else 'clusters'}")
    print(f"the matrix of wmt23.en-de, from files: {seconds:.1f} CPU seconds (at most {MATRIX_SECONDS:g})\n")
    for name in ("wmt23.en-de", "wmt23.zh-en"):
        print(f"order sweep to 16, {name}: {sweep(DATA / name):.2f} CPU seconds (at most {SWEEP_SECONDS:g})")
    print(f"\n{HEADER}")
    for row in rows(folder):
        print(row, flush=True)


if __name__ == "__main__":
    main()
