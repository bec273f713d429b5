"""sacreBLEU's paired tests, with its draws and its p-values.

Deliberate: these are the tests that sacreBLEU has, faults included. Its bootstrap test rejects a true null
hypothesis about 12 times in 100 at .05; `karat.comparison` has tests that keep their promise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.errors import InvalidOption
from karat.sacrebleu.metrics.base import resampled_values, seed_of_environment
from karat.statistics import Statistics

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import numpy as np

    from karat.arrays import Floats
    from karat.metrics import Metric as KaratMetric
    from karat.sacrebleu.metrics.base import Metric, Signature

# Rows of random bits that are drawn at once: a multiple of 32, since the generator makes 32 in a step.
_BATCH = 320


class Result:
    """A system's score, and what the test found when comparing it with the baseline."""

    def __init__(
        self,
        score: float,
        p_value: float | None = None,
        mean: float | None = None,
        ci: float | None = None,
    ) -> None:
        self.score = score
        self.p_value = p_value
        self.mean = mean
        self.ci = ci

    def __repr__(self) -> str:
        return ",".join(f"{name}={value}" for name, value in self.__dict__.items())


class PairedTest:
    """Every system compared with the first, under each metric."""

    _DEFAULT_SAMPLES: Mapping[str, int] = {"ar": 10_000, "bs": 1000}

    def __init__(
        self,
        named_systems: Sequence[tuple[str, Sequence[str]]],
        metrics: Mapping[str, Metric[Any]],
        references: Sequence[Sequence[str]] | None,
        test_type: str = "ar",
        n_samples: int = 0,
        n_ar_confidence: int = -1,
        n_jobs: int = 1,
    ) -> None:
        if test_type not in self._DEFAULT_SAMPLES:
            raise InvalidOption.choice("test_type", test_type, self._DEFAULT_SAMPLES)
        if not named_systems:
            raise InvalidOption("There is no system to compare; the first of several is the baseline.")
        self.named_systems, self.references = named_systems, references
        self.test_type, self.n_jobs = test_type, n_jobs
        self.n_samples = n_samples if n_samples > 0 else self._DEFAULT_SAMPLES[test_type]
        self.n_ar_confidence = n_ar_confidence or self._DEFAULT_SAMPLES["bs"]
        self.n_systems = len(named_systems) - 1
        self._seed = seed_of_environment()
        self._signatures: dict[str, Signature] = {}
        self._counted: dict[str, tuple[KaratMetric, list[Statistics]]] = {}
        self.metrics: dict[str, Metric[Any]] = {}
        for metric in metrics.values():
            self._count(metric)

    def _count(self, metric: Metric[Any]) -> None:
        texts = [hypotheses for _, hypotheses in self.named_systems]
        for hypotheses in texts:
            metric._check_corpus_score_args(hypotheses, self.references)
        streams = metric._references(self.references)
        of_karat, _ = metric._counter()
        name = metric.corpus_score(texts[0], self.references).name
        self.metrics[name] = metric
        self._counted[name] = (of_karat, of_karat.count_systems(texts, streams))
        signature = metric.get_signature()
        signature.update("seed", self._seed)
        signature.update(self.test_type, self.n_samples)
        if self.n_ar_confidence > 0:
            signature.update("bs", self.n_ar_confidence)
        self._signatures[name] = signature

    def __call__(self) -> tuple[dict[str, Signature], dict[str, list[str | Result]]]:
        """The signatures, and for each metric the result of every system, the baseline's first."""
        results: dict[str, list[str | Result]] = {"System": [name for name, _ in self.named_systems]}
        for name, (metric, tables) in self._counted.items():
            results[name] = [self._baseline(metric, tables[0])]
            results[name] += [self._compared(metric, tables[0], table) for table in tables[1:]]
        return self._signatures, results

    def _baseline(self, metric: KaratMetric, table: Statistics) -> Result:
        samples = self.n_samples if self.test_type == "bs" else self.n_ar_confidence
        values = resampled_values(metric, table, samples=samples, seed=self._seed) if samples > 0 else None
        return _result(metric, table, None, values)

    def _compared(self, metric: KaratMetric, baseline: Statistics, table: Statistics) -> Result:
        observed = abs(metric.value(baseline.total()) - metric.value(table.total()))
        # A generator for each system, in the state in which sacreBLEU's is when it compares this system.
        rng = _generator(self._seed)
        if self.test_type == "bs":
            of_baseline, of_system = _resampled(metric, [baseline, table], self.n_samples, rng)
            sizes = abs(of_system - of_baseline)
            return _result(metric, table, _p_value(sizes - sizes.mean(), observed), of_system)
        sizes = _shuffled_differences(metric, baseline, table, self.n_samples, rng)
        values = None
        if self.n_ar_confidence > 0:
            (values,) = _resampled(metric, [table], self.n_ar_confidence, rng)
        return _result(metric, table, _p_value(sizes, observed), values)


def _generator(seed: str) -> np.random.Generator:
    import numpy as np

    # sacreBLEU takes 0 for no seed at all; here it is one.
    return np.random.default_rng(None if seed == "none" else int(seed))


def _p_value(sizes: Floats, observed: float) -> float:
    return (int((sizes > observed).sum()) + 1) / (len(sizes) + 1)


def _result(metric: KaratMetric, table: Statistics, p_value: float | None, values: Floats | None) -> Result:
    score = metric.value(table.total())
    if values is None:
        return Result(score, p_value)
    ordered = sorted(values.tolist())
    outside = len(ordered) // 40
    half = (ordered[len(ordered) - outside - 1] - ordered[outside]) / 2
    return Result(score, p_value, float(values.mean()), half)


def _resampled(
    metric: KaratMetric, tables: Sequence[Statistics], samples: int, rng: np.random.Generator
) -> list[Floats]:
    """The values of several systems over the same resampled corpora."""
    import numpy as np

    rows = len(tables[0])
    counts = np.hstack([table.counts for table in tables]).astype(np.float64)
    totals = np.array(
        [np.bincount(rng.choice(rows, size=rows), minlength=rows) @ counts for _ in range(samples)]
    )
    parts = np.hsplit(totals, np.cumsum([len(table.columns) for table in tables])[:-1])
    return [metric.values(Statistics(table.columns, part)) for table, part in zip(tables, parts, strict=True)]


def _shuffled_differences(
    metric: KaratMetric, baseline: Statistics, table: Statistics, samples: int, rng: np.random.Generator
) -> Floats:
    """How far two systems are apart after their outputs have been exchanged at random."""
    import numpy as np

    both = np.hstack([baseline.counts, table.counts]).astype(np.float64)
    halves = np.vstack([bits @ both for bits in _bits(rng, samples, len(both))])
    first, second = np.hsplit(halves, 2)
    one = first + (np.array(table.total()) - second)
    other = (np.array(baseline.total()) - first) + second
    values = [metric.values(Statistics(table.columns, totals)) for totals in (one, other)]
    return np.abs(values[0] - values[1])


def _bits(rng: np.random.Generator, samples: int, rows: int) -> Iterator[Floats]:
    import numpy as np

    for start in range(0, samples, _BATCH):
        size = min(_BATCH, samples - start)
        yield rng.integers(2, size=(size, rows), dtype=bool).astype(np.float64)
