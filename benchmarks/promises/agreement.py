"""Metrics against people: tests of two metrics, and intervals of agreement.

In the simulated world systems have a quality and documents an effect on each of them; people and metrics see
both through noise of documents and segments of their own. Sizes of documents are skewed as in WMT. The packs
of WMT are worlds too: a test set is drawn from their documents, and what holds in the pack is the truth.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.corpora import DATA
from benchmarks.promises.order_sweeps import intervals as sweep_intervals
from benchmarks.promises.promise import Promise, share
from karat import read
from karat.agreement import Plan, Rater, StudyLayout, human_translations, rank_metrics, study, williams
from karat.readers.people.human_scores import read_human_scores
from karat.readers.scores.metric_scores import read_metric_scores

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from benchmarks.promises.promise import Case

    Floats = NDArray[np.float64]

SAMPLES, PERMUTATIONS = 400, 199
# Of documents of their own that a truth is found in.
MANY = 1500


class Text:
    """Documents of a skewed number of segments."""

    def __init__(self, rng: np.random.Generator, documents: int) -> None:
        sizes = np.maximum(rng.lognormal(1.4, 0.7, documents).astype(int), 1)
        self.places = np.repeat(np.arange(documents), sizes)
        self.documents = [f"d{place}" for place in self.places]
        self.common = rng.normal(size=documents)[self.places] + rng.normal(size=len(self.places))

    def seen(self, rng: np.random.Generator, quality: Floats, shared: Floats, own: float) -> Floats:
        """Scores of a metric or of people: the shared effects of texts on systems, and noise of their own.

        How a metric takes a document or segment is the same for all systems, in part.
        """
        segments, documents = len(self.places), int(self.places.max()) + 1
        systems = len(quality)
        quirk = 0.6 * rng.normal(size=documents)[self.places] + 0.6 * rng.normal(size=segments)
        of_documents = 0.3 * rng.normal(size=(systems, documents))[:, self.places]
        of_segments = 0.6 * rng.normal(size=(systems, segments))
        return np.asarray(
            quality[:, None] + 0.7 * self.common + shared + own * (quirk + of_documents + of_segments)
        )

    def shared(self, rng: np.random.Generator, systems: int) -> Floats:
        """How well each system really did with each text."""
        documents = int(self.places.max()) + 1
        of_documents = 0.3 * rng.normal(size=(systems, documents))[:, self.places]
        return np.asarray(of_documents + 0.6 * rng.normal(size=(systems, len(self.places))))


def rater(name: str, values: Floats) -> Rater:
    """Scores of segments as a rater."""
    systems = tuple(f"S{number}" for number in range(len(values)))
    return Rater(name, "", systems, values.mean(axis=1), values)


def qualities(rng: np.random.Generator, systems: int, rho: float, spread: float = 0.3) -> Floats:
    """What people and a metric make of systems on endless text: 2 × systems."""
    people, own = rng.normal(size=(2, systems))
    return spread * np.stack([people, rho * people + (1 - rho**2) ** 0.5 * own])


def seen(rng: np.random.Generator, documents: int, quality: Floats) -> tuple[Text, Floats, Floats]:
    """A text, and what a metric and people make of it."""
    text = Text(rng, documents)
    shared = text.shared(rng, quality.shape[1])
    people, ours = quality
    return text, text.seen(rng, ours, 0.6 * shared, 1.0), text.seen(rng, people, shared, 1.0)


RANKED: dict[str, dict[str, Any]] = {
    "r of segments": {"level": "segment", "statistic": "pearson"},
    "acc-t of segments": {"level": "segment", "statistic": "calibrated-accuracy"},
    "r of systems": {"statistic": "pearson"},
    "accuracy of systems": {"statistic": "accuracy"},
    "soft accuracy": {"statistic": "soft-accuracy"},
}


def p_value(raters: list[Rater], documents: list[str] | None, seed: int, **options: Any) -> float:
    """Of the test of two metrics."""
    first, second, human = raters
    found = rank_metrics(
        [first, second],
        human,
        samples=PERMUTATIONS,
        seed=seed,
        correction="none",
        documents=documents,
        **options,
    )
    return next(iter(found.p_values.values()))


def alike(rng: np.random.Generator, documents: int, *, systems: int = 12) -> tuple[Text, list[Rater]]:
    """Two metrics of the same kind, and people."""
    text = Text(rng, documents)
    shared = text.shared(rng, systems)
    quality = 0.3 * rng.normal(size=systems)
    return text, [rater(name, text.seen(rng, quality, shared, 1.0)) for name in "XYH"]


def metric_tests(trials: int) -> Iterator[Promise]:
    """The default test, where two metrics differ in nothing but chance."""
    for documents in (20, 60):
        rng = np.random.default_rng(documents)
        rejected: dict[str, list[bool]] = {name: [] for name in RANKED}
        for trial in range(trials):
            text, raters = alike(rng, documents)
            for name, options in RANKED.items():
                rejected[name].append(p_value(raters, text.documents, trial, **options) <= 0.05)
        for name, found in rejected.items():
            # Accuracies of few systems are discrete, so fewer are rejected.
            yield Promise(f"test of two metrics, {name}, {documents} documents", "5", *share(found), 0, 6)


def pack_tests(trials: int) -> Iterator[Promise]:
    """The default test, where whole documents of a pack are exchanged between two metrics."""
    pairs = {
        "wmt23.en-de": ("COMET-refA", "BLEURT-20-refA"),
        "wmt23.zh-en": ("MetricX-23-refA", "CometKiwi-src"),
    }
    rng = np.random.default_rng(3)
    rejected: dict[str, list[bool]] = {name: [] for name in RANKED}
    by_williams, by_systems = [], []
    for trial in range(trials):
        pack = pack_of(("wmt23.en-de", "wmt23.zh-en")[trial % 2])
        labels, columns = drawn(rng, pack.places, 60)
        chosen = [pack.metrics[name] for name in pairs[pack.name]]
        x, y = ((scores - scores.mean()) / scores.std() for scores in chosen)
        swap = rng.random(60) < 0.5
        kept = swap[labels]
        first = np.where(kept, x[:, columns], y[:, columns])
        second = np.where(kept, y[:, columns], x[:, columns])
        raters = [
            rater(name, values)
            for name, values in zip("XYH", (first, second, pack.human[:, columns]), strict=True)
        ]
        for name, options in RANKED.items():
            rejected[name].append(p_value(raters, [str(one) for one in labels], trial, **options) <= 0.05)
        p = williams(*(one.whole for one in raters))
        by_williams.append(2 * min(p, 1 - p) <= 0.05)
        known = [Rater(one.name, "", one.systems, one.whole) for one in raters]
        by_systems.append(p_value(known, None, trial, statistic="pearson") <= 0.05)
    for name, found in rejected.items():
        yield Promise(f"test of two metrics, {name}, documents of WMT23 exchanged", "5", *share(found), 0, 6)
    # Not a promise of Karat's: what docs/inference/metric-tests.md says of it.
    what = "Williams' test (not the default), r of systems, documents of WMT23 exchanged"
    yield Promise(what, "5, stated as 14", *share(by_williams), 0, 20)
    # Nothing but systems can be exchanged where nothing else is known; the output says how often it errs.
    yield Promise(
        "test of two metrics that are known by system only, r of systems, documents of WMT23 exchanged",
        "5, stated as 8 to 14",
        *share(by_systems),
        0,
        14,
    )


class Pack:
    """Scores of segments of a pack, of those segments that people judged."""

    def __init__(self, name: str) -> None:
        folder = DATA / name
        corpus = read(folder)
        systems = [one for one in corpus.systems if one not in human_translations(corpus)]
        people = Rater.of_tables(*read_human_scores(folder, corpus, dimensions=["mqm"])).only(systems)
        there = np.asarray(~np.isnan(people.segment_scores).any(axis=0))
        tables = read_metric_scores(
            folder / "metric_scores_seg.parquet", systems=systems, segments=len(corpus)
        )
        documents = [label for label, kept in zip(corpus.labels("document"), there, strict=True) if kept]
        self.name = name
        self.places = np.unique(documents, return_inverse=True)[1]
        self.human = people.sign * people.segment_scores[:, there]
        self.metrics = {
            table.metric: (1 if table.higher_is_better else -1) * table.values[:, there] for table in tables
        }


@cache
def pack_of(name: str) -> Pack:
    """Read once."""
    return Pack(name)


def drawn(rng: np.random.Generator, places: NDArray[np.int64], documents: int) -> tuple[Any, Any]:
    """A test set: so many documents drawn with replacement, as the number of each segment's and its place."""
    picked = rng.integers(0, places.max() + 1, documents)
    of_document = [np.flatnonzero(places == one) for one in picked]
    labels = np.repeat(np.arange(documents), [len(one) for one in of_document])
    return labels, np.concatenate(of_document)


ROWS = ("pearson", "kendall/item", "calibrated-accuracy/item")
SYSTEMS = ("pearson", "kendall", "accuracy")


def held(
    metric: Floats, human: Floats, documents: list[str], plan: Plan, truth: dict[str, float]
) -> dict[str, bool]:
    """Whether the interval of each statistic holds the truth."""
    found = study([rater("m", metric)], [rater("h", human)], plan=plan, layout=StudyLayout(documents))
    return {
        one.statistic: one.interval is not None
        and one.interval.low - 1e-9 <= truth[one.statistic] <= one.interval.high + 1e-9
        for one in found
    }


def values_of(metric: Floats, human: Floats, plan: Plan) -> dict[str, float]:
    """The statistics themselves."""
    plan = Plan(plan.levels, plan.statistics, samples=1)
    found = study([rater("m", metric)], [rater("h", human)], plan=plan)
    return {one.statistic: one.value for one in found}


def covered(what: str, outcomes: list[dict[str, bool]], *, ranks: float = 98) -> Iterator[Promise]:
    """A row for each statistic; of ranks, which are discrete, an interval may hold the truth more often."""
    for statistic in outcomes[0]:
        found = share(one[statistic] for one in outcomes)
        high = 97 if statistic == "pearson" else ranks
        yield Promise(f"{what}, {statistic}", "95", *found, 93, high)


def segment_intervals(trials: int) -> Iterator[Promise]:
    """Agreement about segments, documents drawn."""
    plan = Plan(("segment",), ROWS, samples=SAMPLES)
    for documents in (10, 20, 60):
        rng = np.random.default_rng(40 + documents)
        quality = qualities(rng, 8, 0.9)
        _, metric, human = seen(rng, MANY, quality)
        truth = values_of(metric, human, plan)
        outcomes = []
        for _ in range(trials):
            text, metric, human = seen(rng, documents, quality)
            outcomes.append(held(metric, human, text.documents, plan, truth))
        yield from covered(f"interval of segments, {documents} documents", outcomes)


def pack_intervals(trials: int) -> Iterator[Promise]:
    """Agreement about segments and about these systems, documents of a pack drawn."""
    for name in ("wmt23.en-de", "wmt23.zh-en"):
        pack = pack_of(name)
        chosen = [pack.metrics[one] for one in ("COMET-refA", "BLEU-refA", "GEMBA-MQM-src")]
        for what, plan in (
            ("segments", Plan(("segment",), ROWS, samples=SAMPLES)),
            ("these systems, endless text", Plan(("system",), SYSTEMS, "document", samples=SAMPLES)),
        ):
            rng = np.random.default_rng(9)
            truths = [values_of(metric, pack.human, plan) for metric in chosen]
            outcomes = []
            for trial in range(trials):
                labels, columns = drawn(rng, pack.places, 60)
                metric, truth = chosen[trial % 3], truths[trial % 3]
                documents = [str(one) for one in labels]
                outcomes.append(held(metric[:, columns], pack.human[:, columns], documents, plan, truth))
            yield from covered(f"interval of {what}, 60 documents of {name}", outcomes, ranks=100)


def system_intervals(trials: int) -> Iterator[Promise]:
    """Agreement about systems like these, on text like this: the default."""
    plan = Plan(("system",), (*SYSTEMS, "soft-accuracy"), samples=SAMPLES)
    for systems, rho in ((8, 0.9), (12, 0.5), (12, 0.9), (16, 0.97)):
        rng = np.random.default_rng(systems)
        worlds = []
        for _ in range(8):
            _, metric, human = seen(rng, 40, qualities(rng, 150, rho))
            worlds.append(values_of(metric, human, plan))
        truth = {name: float(np.mean([one[name] for one in worlds])) for name in worlds[0]}
        outcomes = []
        for _ in range(trials):
            text, metric, human = seen(rng, 40, qualities(rng, systems, rho))
            outcomes.append(held(metric, human, text.documents, plan, truth))
        yield from covered(f"interval of systems like these, {systems} of r {rho:g}", outcomes, ranks=100)


def text_intervals(trials: int) -> Iterator[Promise]:
    """Agreement about these systems on endless text: `--draw document`."""
    plan = Plan(("system",), SYSTEMS, "document", samples=SAMPLES)
    for systems, documents, rho in ((8, 20, 0.9), (12, 60, 0.5), (12, 60, 0.9), (16, 150, 0.97)):
        rng = np.random.default_rng(systems + documents)
        outcomes = []
        for _ in range(trials):
            quality = qualities(rng, systems, rho)
            text, metric, human = seen(rng, documents, quality)
            truth = values_of(quality[1][:, None], quality[0][:, None], plan)
            outcomes.append(held(metric, human, text.documents, plan, truth))
        what = f"interval of these systems, endless text, {systems} with {documents} documents, r {rho:g}"
        yield from covered(what, outcomes, ranks=100)


CASES: dict[str, Case] = {
    "tests of metrics": metric_tests,
    "tests of metrics on packs": pack_tests,
    "segment level": segment_intervals,
    "packs": pack_intervals,
    "systems drawn": system_intervals,
    "endless text": text_intervals,
    "order sweeps": sweep_intervals,
}
