"""Comparisons of systems beside sacreBLEU's paired tests: `python -m benchmarks.comparison`."""

from __future__ import annotations

import resource
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.corpora import pack, pairs
from benchmarks.timing import HEADER, Row, cpu_seconds
from karat import Bleu, Chrf, Corpus, References, Statistics, Ter, compare, evaluate
from karat.resampling import bootstrap_p, bootstrap_rows, randomization_p, swap_rows, swapped

if TYPE_CHECKING:
    from collections.abc import Iterator

SAMPLES, SHUFFLES = 1000, 10_000


def _systems(count: int) -> tuple[dict[str, list[str]], list[str]]:
    """So many outputs; where the set has fewer, segments of two systems are mixed into more."""
    systems, references = pack("wmt22.de-en")
    rng = np.random.default_rng(1)
    names = list(systems)
    while len(systems) < count:
        first, second = (systems[name] for name in rng.choice(names, size=2, replace=False))
        mask = rng.integers(2, size=len(references))
        systems[f"mixed-{len(systems)}"] = [
            b if m else a for a, b, m in zip(first, second, mask, strict=True)
        ]
    return dict(list(systems.items())[:count]), references


def _theirs(systems: dict[str, list[str]], references: list[str], test: str, samples: int) -> Any:
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.significance import PairedTest

    from benchmarks import peers

    peers.forget()
    return PairedTest(list(systems.items()), {"BLEU": BLEU()}, [references], test, n_samples=samples)()


def _bootstrap(systems: dict[str, list[str]], references: list[str]) -> list[float]:
    """Every system against the first, from text to p-value."""
    bleu = Bleu()
    tables = bleu.count_systems(list(systems.values()), References.of(references), threads=1)
    values = [bleu.value(table.total()) for table in tables]
    drawn = [bleu.values(rows) for rows in bootstrap_rows(tables, samples=SAMPLES, seed=1)]
    return [bootstrap_p(values[0] - values[i], drawn[0] - drawn[i]) for i in range(1, len(tables))]


def _randomization(systems: dict[str, list[str]], references: list[str]) -> list[float]:
    """Every system against the first, from text to p-value."""
    bleu = Bleu()
    tables = bleu.count_systems(list(systems.values()), References.of(references), threads=1)
    values = [bleu.value(table.total()) for table in tables]
    halves = swap_rows(tables, samples=SHUFFLES, seed=1)

    def differences(other: int) -> Any:
        first = bleu.values(swapped(tables[0], halves[0], halves[other]))
        return first - bleu.values(swapped(tables[other], halves[other], halves[0]))

    return [randomization_p(values[0] - values[i], differences(i)) for i in range(1, len(tables))]


def rows() -> Iterator[Row]:
    """Both tests beside sacreBLEU's, counting included."""
    systems, references = _systems(5)
    for name, test, samples, mine in (
        ("paired bootstrap", "bs", SAMPLES, _bootstrap),
        ("approximate randomization", "ar", SHUFFLES, _randomization),
    ):
        fast, _ = cpu_seconds(partial(mine, systems, references), repeat=3)
        slow, _ = cpu_seconds(partial(_theirs, systems, references, test, samples))
        yield Row(f"{name} ({samples:,}), 5 systems", slow, fast, 50, 75)


def all_pairs() -> str:
    """Twenty systems, three metrics, both tests, all pairs."""
    systems, references = _systems(20)
    corpus = Corpus.of(systems, references)
    seconds, comparison = cpu_seconds(lambda: compare(evaluate(corpus, Bleu(), Chrf(), Ter(), threads=1)))
    count = sum(len(metric.contrasts) for metric in comparison.metrics)
    assert count == 3 * len(list(combinations(systems, 2)))
    return (
        f"all {count} pairs of 20 systems under 3 metrics, both tests: {seconds:.1f} CPU seconds (target: 15)"
    )


def memory() -> str:
    """A thousand resamples of a million segments."""
    hypotheses, references = pairs(20_000)
    counted = Bleu().count(hypotheses, references)
    table = Statistics(counted.columns, np.tile(counted.counts.astype(np.float64), (50, 1)))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    seconds, _ = cpu_seconds(lambda: bootstrap_rows([table, table], samples=SAMPLES, seed=1))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return (
        f"{SAMPLES:,} resamples of {len(table):,} segments, two systems: {seconds:.1f} CPU seconds, "
        f"peak {peak / 1024:.0f} MB "
        f"({(peak - before) / 1024:.0f} MB of it for the resamples; target: under 1024)"
    )


def main() -> None:
    """Print what was measured."""
    print(HEADER)
    for row in rows():
        print(row, flush=True)
    print(all_pairs(), flush=True)
    print(memory(), flush=True)


if __name__ == "__main__":
    main()
