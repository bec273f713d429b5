"""Ways to fit a map: properties of each, ridge against its definition, and scales of human scores."""

from __future__ import annotations

from math import isnan, nan, sqrt

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.hypothesis_profile import examples

from karat.agreement import Rater
from karat.calibration import (
    Calibration,
    Components,
    Point,
    Setting,
    components,
    estimators,
    fit,
    fit_points,
    judge_again,
    mean_width,
    most_useful,
    needs,
    next_segments,
    points_of,
    pooled_fit,
    same_scale,
)
from karat.calibration.human_scales import of_people, on_scale, scale_of, scale_text
from karat.calibration.pooling import _LikelihoodSums
from karat.errors import InvalidOption
from karat.judgements import SCALES, Scale

POINTS = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 20)), min_size=4, max_size=12)
SEEDS = st.integers(0, 10_000)


def arrays(points: list[tuple[int, int]]) -> tuple[np.ndarray, np.ndarray]:
    """Scores, texts × 1, and human scores."""
    scores, human = (np.array(values, dtype=float) for values in zip(*points, strict=True))
    assume(np.ptp(scores) > 0)
    return scores[:, None], human


@given(POINTS, st.floats(0.1, 10), st.floats(-50, 50))
def test_maps_do_not_depend_on_the_metrics_scale(
    points: list[tuple[int, int]], factor: float, shift: float
) -> None:
    """What is predicted of a text is the same when all scores are on another scale."""
    scores, human = arrays(points)
    for way in (estimators.least_squares, estimators.theil_sen, estimators.rising_steps):
        plain, moved = way(scores, human), way(factor * scores + shift, human)
        for score in scores[:3, 0]:
            assert moved.value([factor * score + shift]) == pytest.approx(plain.value([score]), abs=1e-6)


@given(POINTS, st.floats(0.1, 10), st.floats(-50, 50))
def test_maps_follow_the_human_scale(points: list[tuple[int, int]], factor: float, shift: float) -> None:
    """Human scores on another scale are predicted on it."""
    scores, human = arrays(points)
    for way in (estimators.least_squares, estimators.theil_sen, estimators.rising_steps):
        plain, moved = way(scores, human), way(scores, factor * human + shift)
        for score in scores[:3, 0]:
            wanted = factor * plain.value([score]) + shift
            assert moved.value([score]) == pytest.approx(wanted, abs=1e-6)


@given(POINTS)
def test_no_line_is_nearer_than_that_of_least_squares(points: list[tuple[int, int]]) -> None:
    """Small changes of its coefficients only add to the squares."""
    scores, human = arrays(points)
    line = estimators.least_squares(scores, human)

    def squares(intercept: float, slope: float) -> float:
        return float(((human - intercept - slope * scores[:, 0]) ** 2).sum())

    least = squares(line.intercept, line.slope)
    for by in (0.01, -0.01):
        assert squares(line.intercept + by, line.slope) >= least - 1e-9
        assert squares(line.intercept, line.slope + by) >= least - 1e-9


@given(POINTS)
def test_steps_never_go_the_other_way(points: list[tuple[int, int]]) -> None:
    """Rising ones rise, falling ones fall, and their mean over texts is people's."""
    scores, human = arrays(points)
    places = np.linspace(-5, 45, 25)
    up = [estimators.rising_steps(scores, human).value([place]) for place in places]
    down = [estimators.falling_steps(scores, human).value([place]) for place in places]
    assert (np.diff(up) >= -1e-12).all()
    assert (np.diff(down) <= 1e-12).all()
    fitted = estimators.rising_steps(scores, human)
    assert np.mean([fitted.value(row) for row in scores.tolist()]) == pytest.approx(human.mean())


@given(POINTS)
def test_errors_of_texts_left_out_are_those_of_a_loop(points: list[tuple[int, int]]) -> None:
    """Fitted without each text, or without each group, and asked about it."""
    scores, human = arrays(points)
    groups = [place // 2 for place in range(len(human))]
    for labels in (None, groups):
        found = estimators.left_out_errors(estimators.theil_sen, scores, human, labels)
        for place in range(len(human)):
            out = np.array(
                [(label == groups[place]) if labels else other == place for other, label in enumerate(groups)]
            )
            try:
                wanted = human[place] - estimators.theil_sen(scores[~out], human[~out]).value(scores[place])
            except InvalidOption:
                wanted = nan
            assert found[place] == pytest.approx(wanted, nan_ok=True)


@examples(1 / 2)
@given(SEEDS, st.sampled_from([0.001, 0.03, 1.0]))
def test_ridge_is_least_squares_with_a_penalty(seed: int, share: float) -> None:
    """Rows of √penalty below standardized scores: the textbook's way to solve it with plain least squares."""
    rng = np.random.default_rng(seed)
    scores = rng.normal(30, 5, (10, 3)) * [1, 10, 0.1]
    human = rng.normal(3, 1, 10)
    x = (scores - scores.mean(axis=0)) / scores.std(axis=0)
    penalty = share * np.linalg.eigvalsh(x.T @ x)[-1]
    below = np.vstack([x, sqrt(penalty) * np.eye(3)])
    wanted = np.linalg.lstsq(below, np.append(human - human.mean(), np.zeros(3)), rcond=None)[0]
    found = estimators._ridge_with(share)(scores, human)
    assert np.array(found.coefficients[1:]) * scores.std(axis=0) == pytest.approx(wanted)
    assert found.value(scores.mean(axis=0).tolist()) == pytest.approx(human.mean())


def test_root_mean_square_of_what_is_not_known() -> None:
    """One error that is not known leaves the size of all of them unknown."""
    assert estimators.root_mean_square(np.array([3.0, -4.0])) == pytest.approx(sqrt(12.5))
    assert isnan(estimators.root_mean_square(np.array([3.0, nan])))


@examples(1 / 3)
@given(SEEDS)
def test_no_other_difference_of_cells_is_likelier(seed: int) -> None:
    """Around what pooling found, the criterion of restricted maximum likelihood only grows."""
    rng = np.random.default_rng(seed)
    cells = []
    for _ in range(5):
        x = rng.normal(30, 5, 7)
        cells.append((x, rng.normal(0, 1) + (0.1 + rng.normal(0, 0.05)) * x + rng.normal(0, 0.3, 7)))
    found = pooled_fit(cells)
    scores = np.concatenate([x for x, _ in cells])
    sums = _LikelihoodSums([((x - scores.mean()) / scores.std(), y) for x, y in cells])
    between = np.array(found.between) / found.deviation**2 * np.outer([1, scores.std()], [1, scores.std()])
    root = np.linalg.cholesky(between + 1e-12 * np.eye(2))[[0, 1, 1], [0, 0, 1]]
    least = sums.criterion(root.tolist())
    for _ in range(20):
        assert sums.criterion((root + rng.normal(0, 0.05, 3)).tolist()) >= least - 1e-6


def people(values: list[float], name: str = "adequacy", recipe: str = "human|adequacy") -> Rater:
    """Human scores of whole systems."""
    return Rater(name, recipe, tuple(f"S{place}" for place in range(len(values))), np.array(values))


def test_a_scale_is_read_from_the_recipe_or_the_name() -> None:
    """What the recipe says holds; a name such as da says it where all scores lie on that scale."""
    said = people([1.0, 4.0], recipe="human|dimension:x|scale:mine[0..7:interval:higher]")
    assert scale_of(said) == Scale("mine", 0, 7)
    assert scale_text(said) == "0..7:interval:higher"
    assert scale_of(people([50.0], "da")) is None
    named = on_scale(people([50.0, 70.0], "da"), None)
    assert scale_text(named) == "DA"
    assert scale_text(on_scale(people([500.0], "da"), None)) is None
    assert of_people(Setting("de-en"), named).scale == "DA"


@given(st.lists(st.floats(1, 5), min_size=1, max_size=6))
def test_scores_are_converted_to_the_scale_that_is_asked_for(values: list[float]) -> None:
    """From 1–5 to 0–100 along a straight line, and it is told in words."""
    told: list[str] = []
    human = on_scale(people(values), "1-5")
    found = on_scale(human, "0-100", tell=told.append)
    assert found.whole.tolist() == pytest.approx([25 * value - 25 for value in values])
    assert scale_text(found) == "0-100"
    assert len(told) == 1
    assert on_scale(found, "0-100").whole.tolist() == found.whole.tolist()


def test_scores_off_the_scale_are_refused() -> None:
    """The message names the score and the ends."""
    with pytest.raises(InvalidOption, match="a score of 80, and the scale 1-5 goes from 1 to 5"):
        on_scale(people([80.0], "overall"), "1-5")
    with pytest.raises(InvalidOption, match="which scale it is on"):
        fit([people([1.0, 2, 3, 4], "BLEU")], people([1.0, 2, 3, 40]), setting=Setting(scale="1-5"))


@given(st.sampled_from(sorted(SCALES)), st.sampled_from(sorted(SCALES)))
def test_scales_are_the_same_by_their_ends(first: str, second: str) -> None:
    """Not by their names: DA, DA+SQM and ESA all go from 0 to 100."""
    one, other = SCALES[first], SCALES[second]
    ends = [(scale.low, scale.high, scale.better) for scale in (one, other)]
    assert same_scale(one, other) == (ends[0] == ends[1])
    assert not same_scale(one, None)
    assert same_scale(None, None)


@given(st.integers(3, 12), st.integers(1, 4))
def test_points_are_the_texts_that_all_have_scored(systems: int, missing: int) -> None:
    """A system that people or a metric lack is not among them."""
    names = tuple(f"S{place}" for place in range(systems))
    ours = np.arange(systems, dtype=float)
    theirs = ours + 1
    ours[: missing - 1] = nan
    theirs[systems - 1] = nan
    points = points_of([Rater("m", "", names, ours)], Rater("h", "", names, theirs))
    assert [point.system for point in points] == list(names[missing - 1 : systems - 1])
    assert all(point.human == point.scores[0] + 1 for point in points)


def test_no_metric_and_no_such_level_are_refused() -> None:
    """Before anything is fitted."""
    human = people([1.0, 2.0])
    with pytest.raises(InvalidOption, match="no metric"):
        points_of([], human)
    with pytest.raises(InvalidOption, match="system, document, segment"):
        points_of([human], human, level="paragraph")


def test_points_of_several_data_sets_are_fitted_together() -> None:
    """A system that is in both counts once among the systems, and errors are of systems left out."""
    rng = np.random.default_rng(4)
    points = [
        Point(f"S{place % 6}", (float(score),), float(0.1 * score + rng.normal(0, 0.1)))
        for place, score in enumerate(rng.normal(30, 5, 12))
    ]
    rater = people([0.0], "BLEU")
    found: Calibration = fit_points(points, [rater], people([0.0]))
    assert len(found.systems) == 6
    assert found.observations == 12
    assert found.map_of("least-squares").freedom == 4


@examples(1 / 2)
@given(SEEDS, st.integers(1, 19))
def test_as_many_segments_are_chosen_as_were_asked_for(seed: int, number: int) -> None:
    """All different, all of those that are left; the same seed chooses the same ones."""
    rng = np.random.default_rng(seed)
    scores, lengths = rng.normal(30, 5, (4, 30)), rng.integers(5, 40, 30).tolist()
    among = sorted(rng.choice(30, 20, replace=False).tolist())
    found = next_segments(scores, lengths, among, number, seed=seed)
    assert len(found) == len(set(found)) == number
    assert set(found) <= set(among)
    assert found == next_segments(scores, lengths, among, number, seed=seed)


def test_none_cannot_be_chosen() -> None:
    """It would say nothing."""
    with pytest.raises(InvalidOption, match="1 or more"):
        next_segments(np.zeros((2, 3)), [1, 2, 3], [0, 1, 2], 0)


@examples(1 / 2)
@given(SEEDS)
def test_another_judge_helps_where_judges_disagree(seed: int) -> None:
    """Shares are of one whole, fall, and are of segments with two judges."""
    rng = np.random.default_rng(seed)
    values = rng.normal(3, 1, (3, 2, 8))
    values[1:, :, 0] = nan
    found = judge_again(values)
    shares = [share for _, share in found]
    assert 0 not in [row for row, _ in found]
    assert shares == sorted(shares, reverse=True)
    assert 0 < sum(shares) < 1


@given(st.floats(0, 1), st.floats(0, 2), st.floats(0, 2), st.integers(1, 200), st.integers(1, 5))
def test_variances_add_up_as_the_formula_says(
    systems: float, segments: float, judges: float, many: int, each: int
) -> None:
    """Systems' own, between segments and between judges; what judging cannot narrow is the least width."""
    found = Components(systems, segments, judges, 10, 2.0)
    assert found.around_line(many, each) ** 2 == pytest.approx(
        systems + segments / many + judges / (many * each), abs=1e-12
    )
    assert found.least_width(0.95) == pytest.approx(2 * 1.959964 * sqrt(systems), abs=1e-5)


def test_a_pilot_with_one_judge_says_nothing_of_judges() -> None:
    """All that varies within a system is then between segments."""
    rng = np.random.default_rng(5)
    found = components(rng.normal(3, 1, (1, 6, 200)), deviation=0.1)
    assert found.judges == 0
    assert found.segments == pytest.approx(1, abs=0.15)
    assert found.pilot_judges == 1


@pytest.mark.parametrize("width", [0.0, -1.0, nan, float("inf")])
def test_impossible_widths_are_refused(width: float) -> None:
    """No number of judgements gives them."""
    with pytest.raises(InvalidOption, match="not above 0 and finite"):
        needs(Components(0.01, 0.5, 0.5, 10, 2.0), width)


def test_two_systems_have_no_width() -> None:
    """A line through two leaves nothing to measure scatter by."""
    assert mean_width(Components(0.01, 0.5, 0.5, 10, 2.0), systems=2, segments=10, judges=1) == float("inf")


@examples(1 / 2)
@given(st.lists(st.floats(0, 60), min_size=2, max_size=5, unique=True))
def test_the_farthest_system_is_the_most_useful(scores: list[float]) -> None:
    """Judging it narrows the line most; nothing that is judged widens it."""
    metric = people([20.0, 24, 28, 32, 36, 40], "BLEU")
    found = fit([metric], people([2.0, 2.5, 2.7, 3.1, 3.6, 3.9]))
    candidates = [(f"N{place}", score) for place, score in enumerate(scores)]
    gains = most_useful(found, candidates)
    assert [gain for _, gain in gains] == sorted((gain for _, gain in gains), reverse=True)
    assert all(gain > 0 for _, gain in gains)
