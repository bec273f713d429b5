"""Intervals of agreement: what is drawn, and how often they cover the truth."""

import numpy as np
import pytest

from karat.agreement import Agreement, PairedScores, Rater, agree, pair, pearson
from karat.agreement.measures import OF_VECTORS
from karat.agreement.study import interval_of, resample, row_draws, system_draws
from karat.resampling.draws import picked, row_weights

NAMES = tuple("ABCDE")


def drawn_values(
    metric: Rater, human: Rater, statistic: str, *, segments: np.ndarray | None, systems: np.ndarray | None
) -> np.ndarray | None:
    """The statistic in each resample."""
    resampled = resample(metric, human, segments=segments, systems=systems)
    return None if resampled is None else system_draws(resampled, statistic)


def rater(seed: int, noise: float = 1.0, inputs: int = 30) -> tuple[Rater, Rater]:
    """A metric and people."""
    rng = np.random.default_rng(seed)
    human = rng.normal(size=(len(NAMES), inputs)) + np.arange(len(NAMES))[:, None]
    metric = human + noise * rng.normal(size=human.shape)
    human[0, :3] = np.nan
    return (
        Rater("metric", "made up", NAMES, metric.mean(axis=1), metric),
        Rater("human", "made up", NAMES, np.nanmean(human, axis=1), human),
    )


def test_systems_and_segments() -> None:
    """A resample has the means of the drawn segments, of the drawn systems."""
    metric, human = rater(1)
    rows, systems = row_weights(30, samples=20, seed=1), row_weights(5, samples=20, seed=2)
    found = drawn_values(metric, human, "pearson", segments=rows, systems=systems)
    assert found is not None
    for draw in range(20):
        columns = np.repeat(np.arange(30), rows[draw].astype(int))
        taken = np.repeat(np.arange(5), systems[draw].astype(int))
        x = metric.segments[:, columns].mean(axis=1)[taken]  # type: ignore[index]
        y = np.nanmean(human.segments[:, columns], axis=1)[taken]  # type: ignore[index]
        np.testing.assert_allclose(found[draw], pearson(x, y), atol=1e-9)


@pytest.mark.parametrize("statistic", ["accuracy", "tau-23"])
def test_no_system_against_itself(statistic: str) -> None:
    """A system that was drawn twice makes no pair with itself."""
    metric, human = rater(2)
    systems = row_weights(5, samples=50, seed=2)
    found = drawn_values(metric, human, statistic, segments=None, systems=systems)
    assert found is not None
    for draw in range(50):
        taken = np.repeat(np.arange(5), systems[draw].astype(int))
        right = pairs = 0
        for place, a in enumerate(taken):
            for b in taken[place + 1 :]:
                if a != b:
                    pairs += 1
                    right += (metric.whole[a] > metric.whole[b]) == (human.whole[a] > human.whole[b])
        expected = (
            np.nan if not pairs else right / pairs if statistic == "accuracy" else 2 * right / pairs - 1
        )
        np.testing.assert_allclose(found[draw], expected, atol=1e-9)


def resampled(both: PairedScores, drawn: np.ndarray) -> PairedScores:
    """The pair with its rows as they were drawn."""
    columns = np.repeat(np.arange(len(both.rows)), drawn.astype(int))
    rows = tuple(map(str, range(len(columns))))
    return PairedScores(
        "m", "h", ("", ""), "segment", both.systems, rows, both.metric[:, columns], both.human[:, columns]
    )


@pytest.mark.parametrize(
    ("statistic", "grouping"),
    [
        ("pearson", "none"),
        ("r-squared", "none"),
        ("prediction-error", "none"),
        ("kendall", "item"),
        ("calibrated-accuracy", "item"),
    ],
)
def test_rows(statistic: str, grouping: str) -> None:
    """Weighted sums are what the statistic of the drawn rows gives."""
    metric, human = rater(3)
    both = pair(metric.table("segment"), human.table("segment"))
    found: Agreement = agree(both, statistic, grouping=grouping)  # type: ignore[arg-type]
    drawn = row_weights(30, samples=15, seed=4)
    draws = row_draws(both, found, drawn)
    assert draws is not None
    for row, value in zip(drawn, draws, strict=True):
        again = resampled(both, row)
        if statistic == "calibrated-accuracy":
            from karat.agreement.pair_counts import right_pairs

            right, pairs = right_pairs(again.metric.T, again.human.T, found.epsilon or 0.0)
            expected = (right / pairs).mean()
        else:
            expected = agree(again, statistic, grouping=grouping).value  # type: ignore[arg-type]
        assert value == pytest.approx(expected, abs=1e-9)


def test_nothing_to_draw() -> None:
    """What would take too long, or cannot be drawn, has no interval."""
    metric, human = rater(5)
    both = pair(metric.table("segment"), human.table("segment"))

    assert row_draws(both, agree(both, "kendall"), row_weights(30, samples=2, seed=1)) is None
    assert drawn_values(metric, human, "soft-accuracy", segments=None, systems=None) is None
    alone = Rater("metric", "made up", NAMES, metric.whole)
    drawn = row_weights(30, samples=2, seed=1)
    assert drawn_values(alone, human, "pearson", segments=drawn, systems=None) is None
    assert interval_of(None, 0.95) is None
    assert interval_of(np.full(3, np.nan), 0.95) is None


def test_gaps() -> None:
    """A resample in which a system was not judged is of the others."""
    metric, human = rater(8)
    sparse = human.segments.copy()  # type: ignore[union-attr]
    sparse[1, 1:] = np.nan
    people = Rater("human", "made up", NAMES, np.nanmean(sparse, axis=1), sparse)
    rows = np.zeros((1, 30))
    rows[0, 10:] = 1
    found = drawn_values(metric, people, "pearson", segments=rows, systems=None)
    others = [0, 2, 3, 4]
    x, y = metric.segments[others, 10:].mean(axis=1), sparse[others, 10:].mean(axis=1)  # type: ignore[index]

    assert found is not None
    np.testing.assert_allclose(found[0], pearson(x, y))


def test_picked() -> None:
    """Scores as often as they were drawn."""
    assert picked(np.array([[1.0, 2, 3]]), np.array([[0, 2, 1], [3, 0, 0]])).tolist() == [
        [2, 2, 3],
        [1, 1, 1],
    ]


def test_coverage() -> None:
    """The 95 % interval of r over segments covers the r that so many segments give on average."""
    rng = np.random.default_rng(6)
    names = tuple("ABCDEFGH")
    covered, runs = 0, 150
    for run in range(runs):
        quality = rng.normal(size=(8, 1))
        both = [quality + rng.normal(size=(8, 100)) for _ in range(2)]
        metric, human = (Rater("", "", names, values.mean(axis=1), values) for values in both)
        drawn = row_weights(100, samples=300, seed=run)
        interval = interval_of(drawn_values(metric, human, "pearson", segments=drawn, systems=None), 0.95)
        assert interval is not None
        # The noise of 100 segments takes its share of the variance of systems.
        truth = quality.var() / (quality.var() + 1 / 100)
        covered += interval.low <= truth <= interval.high
    assert covered / runs >= 0.92


def test_row_coverage() -> None:
    """The interval of the mean τ over segments covers its true value."""
    rng = np.random.default_rng(7)
    large = rng.normal(size=(20000, 5))
    truth = float(np.nanmean(OF_VECTORS["kendall"](large + rng.normal(size=large.shape), large)))
    covered, runs = 0, 200
    for run in range(runs):
        human = rng.normal(size=(5, 80))
        metric = human + rng.normal(size=human.shape)
        names = tuple("ABCDE")
        both = pair(
            Rater("m", "", names, metric.mean(axis=1), metric).table("segment"),
            Rater("h", "", names, human.mean(axis=1), human).table("segment"),
        )
        values = row_draws(
            both, agree(both, "kendall", grouping="item"), row_weights(80, samples=300, seed=run)
        )
        interval = interval_of(values, 0.95)
        assert interval is not None
        covered += interval.low <= truth <= interval.high
    assert 0.90 <= covered / runs <= 0.99
