"""Figures of real data: BLEU and chrF against people at system level, as other programs compute them."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from scipy import stats
from tests.packs import corpus_of

from karat import Bleu, Chrf, Metric, References, evaluate, parse
from karat.agreement import Plan, Rater, human_translations, least_squares, rank_metrics, study
from karat.evaluation import Evaluation
from karat.readers.people.human_scores import read_human_scores
from karat.readers.scores.metric_scores import read_metric_scores

pytestmark = pytest.mark.shared

BLEU, CHRF = Bleu(), Chrf()
# set, human, metric, systems, r, ρ, τ, pairwise accuracy, slope, intercept, residual deviation
FIGURES: list[tuple[str, str, Metric, int, tuple[float, ...]]] = [
    ("wmt23.en-de", "mqm", BLEU, 12, (0.917, 0.909, 0.788, 0.894, 0.431, -24.45, 1.31)),
    ("wmt23.en-de", "mqm", CHRF, 12, (0.866, 0.741, 0.636, 0.818, 0.404, -33.90, 1.64)),
    ("wmt23.en-de", "da_sqm", BLEU, 12, (0.958, 0.867, 0.727, 0.864, 0.801, 52.43, 1.67)),
    ("wmt23.en-de", "da_sqm", CHRF, 12, (0.945, 0.706, 0.576, 0.788, 0.784, 32.68, 1.90)),
    ("wmt23.zh-en", "mqm", BLEU, 15, (0.734, 0.768, 0.562, 0.781, 0.230, -10.36, 0.96)),
    ("wmt23.zh-en", "mqm", CHRF, 15, (0.809, 0.718, 0.524, 0.762, 0.290, -19.43, 0.83)),
    ("wmt23.zh-en", "da_sqm", BLEU, 15, (0.610, 0.554, 0.410, 0.705, 0.377, 68.28, 2.22)),
    (
        "wmt23.en-ja",
        "da_sqm_official",
        Bleu(tokenize="ja-mecab"),
        16,
        (0.969, 0.897, 0.800, 0.900, 1.133, 51.11, 1.37),
    ),
    (
        "wmt23.en-ja",
        "da_sqm_official",
        Bleu(tokenize="char"),
        16,
        (0.953, 0.879, 0.800, 0.900, 0.915, 42.81, 1.68),
    ),
    ("wmt24.en-ja", "esa", Bleu(tokenize="ja-mecab"), 12, (0.836, 0.531, 0.394, 0.697, 0.600, 74.24, 1.32)),
    ("wmt22.de-en", "da_z", BLEU, 9, (0.533, 0.633, 0.500, 0.750, 0.010, -0.39, 0.04)),
]


@cache
def evaluated(folder: Path, recipe: str) -> Evaluation:
    """The machine translations of a pack under a metric, against its first reference."""
    corpus = corpus_of(folder)
    people = human_translations(corpus)
    systems = {name: text for name, text in corpus.systems.items() if name not in people}
    first = References((corpus.references.streams[0],))
    return evaluate(replace(corpus, systems=systems, references=first), parse(recipe))


def human_rater(folder: Path, evaluation: Evaluation, name: str) -> Rater:
    """People's scores of a pack in one dimension."""
    tables = read_human_scores(folder, evaluation.corpus, dimensions=[name], unknown_systems="ignore")
    return Rater.of_tables(*tables)


@pytest.mark.parametrize(("pack", "human", "metric", "systems", "expected"), FIGURES)
def test_system_level(
    shared_data: Path, pack: str, human: str, metric: Metric, systems: int, expected: tuple[float, ...]
) -> None:
    """Correlations, pairwise accuracy and line."""
    evaluation = evaluated(shared_data / pack, metric.recipe)
    statistics = {name: of_system[metric.recipe] for name, of_system in evaluation.statistics.items()}
    ours, theirs = Rater.of_metric(metric, statistics), human_rater(shared_data / pack, evaluation, human)
    plan = Plan(statistics=("pearson", "spearman", "kendall", "accuracy"), samples=2)
    values = {one.statistic: one for one in study([ours], [theirs], plan=plan)}
    line = least_squares(ours.whole, theirs.whole)

    assert len(values["pearson"].systems) == systems
    found = [values[name].value for name in plan.statistics]
    found += [line.slope, line.intercept, line.residual_deviation]
    for value, figure, digits in zip(found, expected, (3, 3, 3, 3, 3, 2, 2), strict=True):
        assert round(value, digits) == pytest.approx(figure, abs=0.1**digits * 0.5001)


def accuracy_at(metric: np.ndarray, human: np.ndarray, epsilon: float) -> float:
    """The mean over items of the share of pairs that are right with ties up to ε; systems × items."""
    first, second = np.triu_indices(len(human), 1)
    ours, theirs = metric[second] - metric[first], human[second] - human[first]
    tied = np.where(np.abs(ours) <= epsilon, 0.0, np.sign(ours))
    return float((tied == np.sign(theirs)).mean(axis=0).mean())


@pytest.mark.parametrize("pack", ["wmt23.en-de", "wmt23.zh-en"])
def test_the_metrics_task(shared_data: Path, pack: str) -> None:
    """Segment figures of all 16 metric files are those of scipy and of counting at many thresholds."""
    folder = shared_data / pack
    evaluation = evaluated(folder, BLEU.recipe)
    names = tuple(evaluation.corpus.systems)
    human = human_rater(folder, evaluation, "mqm")
    tables = read_metric_scores(
        folder / "metric_scores_seg.parquet", systems=names, segments=len(evaluation.corpus)
    )
    metrics = [Rater.of_tables(table) for table in tables]
    assert len(metrics) == 16
    assert human.segments is not None
    judged = ~np.isnan(human.segments).any(axis=0)
    people = human.segments[:, judged]

    plan = Plan(("segment",), ("pearson", "calibrated-accuracy/item"), samples=2)
    found = {(one.metric, one.statistic): one for one in study(metrics, [human], plan=plan)}
    for metric in metrics:
        assert metric.segments is not None
        scores = metric.segments[:, judged]
        r = stats.pearsonr(scores.ravel(), people.ravel())[0]
        assert found[metric.name, "pearson"].value == pytest.approx(r, abs=1e-9)
        calibrated = found[metric.name, "calibrated-accuracy"]
        assert calibrated.epsilon is not None
        assert calibrated.value == pytest.approx(accuracy_at(scores, people, calibrated.epsilon), abs=1e-9)
        apart = np.abs(scores[1:] - scores[:-1])
        for epsilon in np.quantile(apart, np.linspace(0, 1, 10)):
            assert accuracy_at(scores, people, epsilon) <= calibrated.value + 1e-9

    ranking = rank_metrics(metrics, human, level="segment", statistic="calibrated-accuracy")
    clusters = {place.metric: place.cluster for place in ranking.places}
    assert clusters["Random-sysname-src"] == max(clusters.values()) > 1


def test_every_metric_file(shared_data: Path) -> None:
    """71 metrics have scores of systems; BLEU's are those that Karat counts."""
    folder = shared_data / "wmt23.en-de"
    evaluation = evaluated(folder, BLEU.recipe)
    tables = read_metric_scores(folder / "metric_scores_sys.tsv", systems=tuple(evaluation.corpus.systems))
    assert len(tables) == 71

    (bleu,) = (table for table in tables if table.metric == "BLEU-refA")
    np.testing.assert_allclose(bleu.values[:, 0], [score.value for score in evaluation.scores], atol=1e-9)
