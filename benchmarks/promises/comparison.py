"""Size of tests, coverage of intervals and power of comparisons, for test sets that are made of documents.

A test set is made by drawing whole documents, with replacement, from all those of a shared pack: the pack is
the truth. For the null hypothesis, the two outputs of each document are dealt to the two systems at random.
In the simulation the truth is known exactly, and documents are as uneven as those of WMT.

Everything goes the way of `karat.compare`: a corpus with document labels, and the default procedure.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.corpora import DATA
from benchmarks.promises.promise import Promise, share
from karat import Bleu, Chrf, Corpus, Evaluation, External, Metric, Procedure, Statistics, evaluate, read
from karat.comparison.chance import Chance
from karat.readers.people.human_scores import read_human_scores

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from benchmarks.promises.promise import Case

    # A test set of so many units, with the null hypothesis true or not, and the true score and difference.
    Draw = Callable[[np.random.Generator, int, int, bool], tuple[Evaluation, float, float]]

PACKS = ("wmt22.de-en", "wmt23.en-de", "wmt23.zh-en", "wmt24.en-ja")
DOCUMENTS = (10, 20, 50, 150)
SYSTEMS = 4  # of each pack, evenly among all
SAMPLES, SHUFFLES = 500, 1100  # so many shuffles that ten documents are exchanged in every possible way
NAMES = ("first", "second")


@dataclass(frozen=True)
class Pool:
    """All documents of a pack with the rows of two systems."""

    metric: Metric
    columns: tuple[str, ...]
    rows: tuple[NDArray[np.float64], NDArray[np.float64]]
    documents: tuple[NDArray[np.int64], ...]

    @cached_property
    def truth(self) -> tuple[float, float]:
        """The value of the first system, and its difference from the second where both have a score."""
        totals = [Statistics(self.columns, of_system).total() for of_system in self.rows]
        first, second = self.rows
        if "segments" in self.columns:
            there = self.columns.index("segments")
            both = ((first[:, there] > 0) & (second[:, there] > 0))[:, None]
            first, second = first * both, second * both
        values = [
            self.metric.value(Statistics(self.columns, of_system).total()) for of_system in (first, second)
        ]
        return self.metric.value(totals[0]), values[0] - values[1]

    def drawn(self, rng: np.random.Generator, documents: int, *, dealt: bool = False) -> Evaluation:
        """A test set of so many documents; `dealt` gives the outputs of each to the systems at random."""
        chosen = [self.documents[place] for place in rng.integers(len(self.documents), size=documents)]
        first, second = (of_system[np.concatenate(chosen)] for of_system in self.rows)
        sizes = [len(places) for places in chosen]
        if dealt:
            swap = np.repeat(rng.integers(2, size=documents, dtype=bool), sizes)[:, None]
            first, second = np.where(swap, second, first), np.where(swap, first, second)
        labels = np.repeat(np.arange(documents), sizes).astype(str).tolist()
        return with_rows(self.metric, self.columns, (first, second), labels)


def with_rows(
    metric: Metric,
    columns: tuple[str, ...],
    rows: tuple[NDArray[np.float64], NDArray[np.float64]],
    documents: list[str] | None,
) -> Evaluation:
    """Two systems whose rows are known; of the text only the labels matter."""
    text = ["x"] * len(rows[0])
    corpus = Corpus.of(dict.fromkeys(NAMES, text), text, documents=documents)
    statistics = {
        name: {metric.recipe: Statistics(columns, counts)} for name, counts in zip(NAMES, rows, strict=True)
    }
    return Evaluation(corpus, (metric,), statistics)


def chance_of(evaluation: Evaluation, seed: int) -> Chance:
    """The default procedure on a test set."""
    procedure = Procedure(samples=SAMPLES, shuffles=SHUFFLES, seed=seed)
    return Chance.of(evaluation, evaluation.metrics[0], {name: (name,) for name in NAMES}, procedure)


@cache
def pools(kind: str) -> list[Pool]:
    """Of every pack, pairs of systems under one metric, or under each human score."""
    return [pool for name in PACKS for pool in _pools_of_pack(name, kind)]


def _pools_of_pack(name: str, kind: str) -> Iterator[Pool]:
    folder = DATA / name
    corpus = read(folder)
    machines = [system for system in corpus.systems if system not in corpus.human_systems]
    chosen = [machines[place] for place in np.linspace(0, len(machines) - 1, SYSTEMS).astype(int)]
    corpus = Corpus(
        {system: corpus.systems[system] for system in chosen},
        corpus.references,
        documents=corpus.documents,
        source_language=corpus.source_language,
        target_language=corpus.target_language,
    )
    labels = np.array(corpus.documents)
    documents = tuple(np.flatnonzero(labels == label) for label in dict.fromkeys(corpus.documents or ()))
    for metric in _metrics(name, kind, corpus):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            evaluation = evaluate(corpus, metric)
        tables = {system: evaluation.statistics[system][metric.recipe] for system in chosen}
        for pair in combinations(chosen, 2):
            rows = tuple(tables[system].counts.astype(np.float64) for system in pair)
            columns = tables[pair[0]].columns
            kept = documents
            if "segments" in columns:
                there = columns.index("segments")
                both = (rows[0][:, there] > 0) & (rows[1][:, there] > 0)
                kept = tuple(places for places in documents if both[places].any())
            yield Pool(metric, columns, (rows[0], rows[1]), kept)


def _metrics(name: str, kind: str, corpus: Corpus) -> list[Metric]:
    if kind == "chrF":
        return [Chrf()]
    if kind == "BLEU":
        return [Bleu(tokenize="char") if name.endswith("ja") else Bleu()]
    tables = read_human_scores(DATA / name, corpus, unknown_systems="ignore")
    return [
        External.of_table(table, name=f"human {table.metric}") for table in tables if table.level == "segment"
    ]


def from_packs(kind: str) -> Draw:
    """Test sets from the shared packs, of one pair of systems after the other."""

    def draw(
        rng: np.random.Generator, documents: int, trial: int, dealt: bool
    ) -> tuple[Evaluation, float, float]:
        among = pools(kind)
        pool = among[trial % len(among)]
        score, difference = pool.truth if not dealt else (0.0, 0.0)
        return pool.drawn(rng, documents, dealt=dealt), score, difference

    return draw


def simulated(
    rng: np.random.Generator, documents: int, trial: int, dealt: bool
) -> tuple[Evaluation, float, float]:
    """Documents of 1 to 60 segments, most of them short; scores of errors as skewed as MQM's."""
    del trial, dealt
    sizes = np.clip(rng.lognormal(1.3, 0.9, size=documents), 1, 60).astype(int)
    hard = np.repeat(rng.gamma(1.0, 1.0, size=documents), sizes)
    first, second = (
        hard + np.repeat(rng.normal(0, 0.5, size=documents), sizes) + rng.gamma(0.5, 2.0, size=len(hard))
        for _ in NAMES
    )
    labels = np.repeat(np.arange(documents), sizes).astype(str).tolist()
    # The mean of both gammas is 1, and both systems are the same but for chance.
    return _of_scores(first, second, labels), 2.0, 0.0


def independent(
    rng: np.random.Generator, segments: int, trial: int, dealt: bool
) -> tuple[Evaluation, float, float]:
    """Segments that have nothing to do with each other, and no documents."""
    del trial, dealt
    hard = rng.gamma(1.0, 1.0, size=segments)
    first, second = (hard + rng.gamma(0.5, 2.0, size=segments) for _ in NAMES)
    return _of_scores(first, second, None), 2.0, 0.0


def _of_scores(
    first: NDArray[np.float64], second: NDArray[np.float64], documents: list[str] | None
) -> Evaluation:
    text = ["x"] * len(first)
    metric = External.of("human", {"first": first.tolist(), "second": second.tolist()})
    corpus = Corpus.of(dict.fromkeys(NAMES, text), text, documents=documents)
    return evaluate(corpus, metric)


def rates(what: str, draw: Draw, sizes: tuple[int, ...], unit: str, trials: int) -> Iterator[Promise]:
    """Size of both tests, and coverage of both kinds of interval, for each size of the test set."""
    for size in sizes:
        rng = np.random.default_rng(size)
        rejected: list[list[bool]] = [[], []]
        held: list[list[bool]] = [[], []]
        for trial in range(trials):
            evaluation, _, _ = draw(rng, size, trial, True)
            chance = chance_of(evaluation, trial)
            for found, p in zip(
                rejected, (chance.randomization_p(*NAMES)[0], chance.bootstrap_p(*NAMES)), strict=True
            ):
                found.append(p <= 0.05)
            evaluation, score, difference = draw(rng, size, trial, False)
            chance = chance_of(evaluation, trial)
            for covered, interval, truth in zip(
                held, (chance.interval("first"), chance.interval(*NAMES)), (score, difference), strict=True
            ):
                covered.append(interval.low <= truth <= interval.high)
        where = f"{what}, {size} {unit}"
        yield Promise(f"randomization p, {where}", "5", *share(rejected[0]), 4, 6)
        # Of few documents the bootstrap's p is conservative: the outputs are exchanged, so nothing is skewed.
        yield Promise(f"bootstrap p, {where}", "5", *share(rejected[1]), 2 if size == 10 else 3, 6)
        yield Promise(f"interval of a score, {where}", "95", *share(held[0]), 93, 97)
        yield Promise(f"interval of a difference, {where}", "95", *share(held[1]), 93, 97)


# Differences of so many true errors are looked at: where power is near 0 or 1, every formula is right.
_MIDDLING = (1.5, 3.2)
# Test sets from which the true error comes.
_MANY = 4000


def power(kind: str, trials: int, sizes: tuple[int, ...] = DOCUMENTS) -> Iterator[Promise]:
    """What a pilot of so many documents promises, beside how often the test finds the true difference."""
    for documents in sizes:
        rng = np.random.default_rng(documents)
        errors = [_true_error(pool, documents, rng) for pool in pools(kind)]
        among = [
            (pool, error)
            for pool, error in zip(pools(kind), errors, strict=True)
            if _MIDDLING[0] <= abs(pool.truth[1]) / error <= _MIDDLING[1]
        ]
        promised, found, held = [], [], []
        for trial in range(trials):
            pool, error = among[trial % len(among)]
            chance = chance_of(pool.drawn(rng, documents), trial)
            pilot = chance.power(*NAMES, alpha=0.05)
            promised.append(pilot.of(pool.truth[1]))
            low, high = pilot.error_interval
            held.append(low <= error <= high)
            found.append(chance_of(pool.drawn(rng, documents), trial).randomization_p(*NAMES)[0] <= 0.05)
        nominal = round(100 * float(np.mean(promised)), 1)
        where = f"{kind}, {documents} documents"
        # The mean of what pilots promise is below what the mean pilot promises: a curve that flattens.
        yield Promise(f"power, {where}", f"{nominal:.0f}", *share(found), nominal - 5, nominal + 10)
        yield Promise(f"80 % interval of the error, {where}", "80", *share(held), 75, 90)


def _true_error(pool: Pool, documents: int, rng: np.random.Generator) -> float:
    """The deviation of the difference over test sets drawn from the pool."""
    sums = [np.array([of_system[places].sum(axis=0) for places in pool.documents]) for of_system in pool.rows]
    weights = rng.multinomial(documents, [1 / len(pool.documents)] * len(pool.documents), size=_MANY)
    values = [pool.metric.values(Statistics(pool.columns, weights @ of_system)) for of_system in sums]
    return float(np.nanstd(values[0] - values[1], ddof=1))


def _rates_of(kind: str) -> Case:
    return lambda trials: rates(kind, from_packs(kind), DOCUMENTS, "documents", trials)


def _power_of(kind: str) -> Case:
    return lambda trials: power(kind, trials)


CASES: dict[str, Case] = {
    "human scores": _rates_of("human scores"),
    "BLEU": _rates_of("BLEU"),
    "chrF": _rates_of("chrF"),
    "skewed documents": lambda trials: rates("simulated", simulated, DOCUMENTS, "documents", trials),
    "segments": lambda trials: rates("simulated", independent, (50, 400), "segments", trials),
    "power by human scores": _power_of("human scores"),
    "power by BLEU": _power_of("BLEU"),
}
