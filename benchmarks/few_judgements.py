"""Human scores from few judgements: judgements of the shared packs are hidden, estimated, and compared.

    python -m benchmarks.few_judgements [--rounds N] [--page]

Segments or whole documents are drawn from those that have MQM scores, and the mean of all of them is the
truth. The table has the coverage of 95 % intervals, of judgements alone and with the metric; the ratio of
their widths and of the root mean squared errors; and the share of judgements that the metric saved, with how
often it said "none". `--page` writes it into docs/few-judgements-figures.md.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.corpora import DATA
from karat import References, read
from karat.agreement import Material, Rater
from karat.agreement.judged_sample import sample_test
from karat.agreement.material import without
from karat.estimation import Choices, Estimation
from karat.readers.people.human_scores import read_human_scores
from karat.readers.scores.metric_scores import read_metric_scores

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from karat.corpus import Corpus
    from karat.estimation import HumanEstimate

PACKS = ("wmt23.en-de", "wmt23.zh-en")
XCOMET, METRICX, KIWI, BLEU = "XCOMET-Ensemble-refA", "MetricX-23-refA", "CometKiwi-src", "BLEU-refA"
METRICS = ((XCOMET,), (METRICX,), (KIWI,), (BLEU,), (XCOMET, METRICX, KIWI, BLEU))
SAMPLES = (("segment", 50), ("segment", 150), ("document", 12), ("document", 25), ("document", 50))
PAGE = Path(__file__).parents[1] / "docs" / "few-judgements-figures.md"
_MARK = "<!-- figures -->"


@dataclass(frozen=True)
class Pack:
    """The segments of a pack that people judged in every system: scores, documents, text types."""

    name: str
    corpus: Corpus
    human: Rater
    metrics: dict[str, Rater]

    @property
    def documents(self) -> NDArray[np.int64]:
        """The number of each segment's document."""
        return np.unique(np.array(self.corpus.documents), return_inverse=True)[1]

    def material(self, judged: NDArray[np.bool_], names: Sequence[str]) -> Material:
        """What is known where only these segments are judged."""
        values = np.where(judged, self.human.segment_scores, np.nan)
        human = replace(self.human, segments=values, whole=np.nanmean(values, axis=1))
        metrics = tuple(self.metrics[name] for name in names)
        return Material(self.name, self.corpus, metrics, (human,), ((), ()), {})


def pack(name: str) -> Pack:
    """A pack cut to what was judged."""
    whole = read(DATA / name / "segments.jsonl.gz")
    corpus = without(whole, list(whole.human_systems))
    systems = tuple(corpus.systems)
    tables = read_human_scores(
        DATA / name / "segments.jsonl.gz", corpus, dimensions=["mqm"], unknown_systems="ignore"
    )
    human = Rater.of_tables(*tables)
    rows = np.flatnonzero((~np.isnan(human.segment_scores)).all(axis=0)).tolist()
    stored = read_metric_scores(
        DATA / name / "metric_scores_seg.parquet", systems=systems, segments=len(corpus)
    )
    metrics = [Rater.of_tables(table) for table in stored if table.level == "segment"]
    part = replace(
        corpus,
        systems={system: [text[row] for row in rows] for system, text in corpus.systems.items()},
        references=References(([corpus.references.streams[0][row] for row in rows],)),
        sources=None,
        documents=[corpus.labels("document")[row] for row in rows],
        text_types=[corpus.labels("text_type")[row] for row in rows],
    )
    return Pack(name, part, human.within(rows), {one.name: one.within(rows) for one in metrics})


@dataclass
class Sums:
    """What is added up over rounds, for judgements alone (0) and with the metric (1)."""

    hits: list[NDArray[np.float64]]
    widths: list[NDArray[np.float64]]
    squares: list[NDArray[np.float64]]

    @classmethod
    def empty(cls) -> Sums:
        """Before the first round."""
        return cls([], [], [])

    def add(self, found: Sequence[HumanEstimate], truth: NDArray[np.float64]) -> None:
        """One round."""
        value, low, high = (
            np.array([[getattr(which, name) for which in (one.alone, one.with_metric)] for one in found])
            for name in ("value", "low", "high")
        )
        true = truth[:, None]
        self.hits.append(((low <= true) & (true <= high)).mean(axis=0))
        self.widths.append((high - low).mean(axis=0))
        self.squares.append(((value - true) ** 2).mean(axis=0))

    @property
    def cells(self) -> list[str]:
        """Coverage twice, width ratio, error ratio."""
        hits, widths, squares = (np.mean(one, axis=0) for one in (self.hits, self.widths, self.squares))
        return [
            f"{100 * hits[0]:.0f}",
            f"{100 * hits[1]:.0f}",
            f"{widths[1] / widths[0]:.2f}",
            f"{np.sqrt(squares[1] / squares[0]):.2f}",
        ]


def measured(one: Pack, names: Sequence[str], unit: str, number: int, rounds: int) -> list[str]:
    """One row of the table."""
    truth = one.human.segment_scores.mean(axis=1)
    first, second = np.triu_indices(len(truth), 1)
    systems, pairs = Sums.empty(), Sums.empty()
    shares: list[float] = []
    for judged in samples(one, unit, number, rounds):
        material = one.material(judged, names)
        choices = Choices(sample="random", samples=400, seed=len(shares))
        found = Estimation.of(material, material.humans[0], choices).found()
        systems.add(found.systems, truth)
        pairs.add(found.differences, truth[first] - truth[second])
        shares.append(found.saving.share)
    none = f"{100 * np.mean(np.array(shares) == 0):.0f}"
    return [*systems.cells, *pairs.cells, f"{100 * np.mean(shares):.0f}", none]


def samples(one: Pack, unit: str, number: int, rounds: int) -> Iterator[NDArray[np.bool_]]:
    """Segments or whole documents, drawn at random."""
    documents = one.documents
    places = documents if unit == "document" else np.arange(len(documents))
    rng = np.random.default_rng(12345)
    for _ in range(rounds):
        yield np.isin(places, rng.choice(int(places.max()) + 1, number, replace=False))


def sample_row(one: Pack, rounds: int) -> list[str]:
    """How often the test takes a random sample for a chosen one, and finds a chosen one."""
    metric, size = one.metrics[XCOMET], len(one.corpus)
    spread = metric.segment_scores.std(axis=0)
    false = [
        sample_test([metric], judged, seed=number).is_chosen
        for number, judged in enumerate(samples(one, "segment", 100, rounds))
    ]
    chosen = spread >= np.sort(spread)[size - 100]
    return [
        one.name,
        f"{100 * np.mean(false):.1f}",
        "yes" if sample_test([metric], chosen).is_chosen else "no",
    ]


def main() -> None:
    """Print the tables, or write them into the page."""
    rounds = int(sys.argv[sys.argv.index("--rounds") + 1]) if "--rounds" in sys.argv else 400
    of_each = "cover alone | cover | width × | RMSE ×"
    heads = f"pack | metric | judged | {of_each} | {of_each} | saved % | none %"
    lines = [f"{rounds} samples each.", "", f"| {heads} |", "|" + "---|" * 13]
    print("\n".join(lines), flush=True)
    packs = [pack(name) for name in PACKS]
    for one in packs:
        for names in METRICS:
            for unit, number in SAMPLES:
                called = names[0].rpartition("-")[0] if len(names) == 1 else f"best of {len(names)}"
                row = [one.name, called, f"{number} {unit}s", *measured(one, names, unit, number, rounds)]
                lines.append(f"| {' | '.join(row)} |")
                print(lines[-1], flush=True)
    tests = ["", "| pack | random samples refused, % | chosen by spread: refused |", "|---|---|---|"]
    tests += [f"| {' | '.join(sample_row(one, 5 * rounds))} |" for one in packs]
    print("\n".join(tests))
    if "--page" in sys.argv:
        before, _, _ = PAGE.read_text(encoding="utf-8").partition(_MARK)
        PAGE.write_text(f"{before}{_MARK}\n\n" + "\n".join([*lines, *tests]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
