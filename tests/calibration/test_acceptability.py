"""Acceptability: the paper's weights, thresholds and their intervals."""

from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest

from karat.calibration import Acceptability, acceptability, estimators, human_threshold, metric_threshold
from karat.calibration.acceptability import weigh
from karat.errors import InvalidOption


def test_the_papers_example() -> None:
    """A segment of 15 words with a weight of −2 counts −30; its judge gave 2. One segment has no interval."""
    (found,) = acceptability(np.array([[[2.0]]]), np.array([[15.0]]), ["A"], samples=10)
    assert (found.sum, found.mean, found.positive, found.verdict) == (-30, -2, 0, "can't tell")


def test_documents_are_drawn_whole() -> None:
    """Segments of a document that are alike tell less than as many independent ones."""
    marks = np.repeat([5.0, 5.0, 4.0, 3.0], 5)[None, None]
    words = np.full((1, 20), 10.0)
    (alone,) = acceptability(marks, words, ["A"], samples=500)
    documents = [name for name in "abcd" for _ in range(5)]
    (whole,) = acceptability(marks, words, ["A"], documents=documents, samples=500)
    assert (alone.verdict, whole.verdict) == ("pass", "can't tell")


def test_weights_of_all_marks() -> None:
    """5, 4, 3, 2, 1 are +2, +1, −1, −2, −4; other weights may be given."""
    assert weigh(np.array([5.0, 4, 3, 2, 1])).tolist() == [2, 1, -1, -2, -4]
    assert weigh(np.array([100.0, 50]), [(0, -1), (100, 1)]).tolist() == [1, 0]


def test_other_scales_are_refused() -> None:
    """A score of 70 has no weight among 1 to 5."""
    with pytest.raises(InvalidOption, match=r"70.*1 to 5"):
        weigh(np.array([70.0]))


def test_sums_are_over_judges_and_segments() -> None:
    """By hand: two judges, two segments of 10 and 20 words; what nobody judged counts nothing."""
    values = np.array([[[5.0, 1.0], [3, 3]], [[4.0, np.nan], [3, 3]]])
    words = np.array([[10.0, 20.0], [10, 20]])
    first, second = acceptability(values, words, ["A", "B"], samples=50)
    assert first.sum == 10 * (2 + 1) + 20 * -4
    assert first.mean == pytest.approx(-50 / 40)
    assert first.positive == pytest.approx(20 / 40)
    assert (first.judgements, second.sum, second.verdict) == (3, -60, "fail")


def output(human: float, mean: float) -> Acceptability:
    """An output with a mean human score and a mean weight."""
    return Acceptability("", "A", 1, human, mean, mean, 0, 0, 0, "")


def test_the_human_threshold() -> None:
    """Where the line through outputs crosses 0; too few outputs say nothing."""
    outputs = [
        output(human, (human - 3.5) * 1.2 + off) for human, off in ((2, 0.1), (3, -0.1), (4, 0.1), (5, -0.1))
    ]
    found = human_threshold(outputs)
    assert found.low < found.value < found.high
    assert found.value == pytest.approx(3.5, abs=0.1)
    with pytest.raises(InvalidOption, match="2 outputs"):
        human_threshold(outputs[:2])


def test_the_curve_bends_as_weights_do() -> None:
    """From six outputs on: on a parabola, its root; and with turned weights, the same."""
    scores = [2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0]
    outputs = [output(x, (x - 3.4) - 0.3 * (x - 3.4) ** 2) for x in scores]
    assert human_threshold(outputs).value == pytest.approx(3.4)
    turned = [output(6 - each.human, each.mean) for each in outputs]
    table = [(1, 2), (2, 1), (3, -1), (4, -2), (5, -4)]
    assert human_threshold(turned, table=table).value == pytest.approx(6 - 3.4)


def test_a_threshold_that_is_not_reached() -> None:
    """Beyond all outputs it is extrapolated; where sums never rise through 0, there is none."""
    far = human_threshold([output(human, (human - 3.5) / 2) for human in (4.1, 4.4, 4.7)])
    assert far.is_extrapolated
    assert not human_threshold([output(human, human - 3.5) for human in (3, 4, 5)]).is_extrapolated
    with pytest.raises(InvalidOption, match="Give the threshold"):
        human_threshold([output(human, -human) for human in (2, 3, 4)])


def drawn_outputs(rng: np.random.Generator, systems: int) -> Sequence[Acceptability]:
    """Outputs of 60 segments with 3 judges from 1 to 5, around a true quality of each."""
    seen = rng.normal(3.6, 0.6, (1, systems, 1)) + rng.normal(0, 1.2, (1, systems, 60))
    marks = np.clip(np.round(seen + rng.normal(0, 0.7, (3, systems, 60))), 1, 5)
    words = np.tile(rng.integers(5, 40, 60).astype(float), (systems, 1))
    return acceptability(marks, words, [f"S{number}" for number in range(systems)], samples=2)


TRIALS = 400


@cache
def many_outputs(systems: int) -> list[Sequence[Acceptability]]:
    """So many times the outputs of as many systems, which several tests look at."""
    rng = np.random.default_rng(4)
    return [drawn_outputs(rng, systems) for _ in range(TRIALS)]


@pytest.mark.parametrize("systems", [6, 12])
@pytest.mark.parametrize("level", [0.8, 0.9])
def test_intervals_of_the_human_threshold_cover(systems: int, level: float) -> None:
    """The score at which the mean weight is truly 0 is inside as often as is promised."""
    true = 3.528  # of two million drawn judgements with this scatter
    found = [human_threshold(outputs, confidence=level) for outputs in many_outputs(systems)]
    sure = 3 * np.sqrt(level * (1 - level) / TRIALS)
    assert np.mean([each.low <= true <= each.high for each in found]) == pytest.approx(level, abs=sure)


def test_the_error_of_the_human_threshold() -> None:
    """Thresholds of many draws scatter as widely as each says."""
    found = [human_threshold(outputs) for outputs in many_outputs(12)]
    errors = [(each.value - 3.528) / each.error for each in found]
    assert np.std(errors) == pytest.approx(1, abs=0.3)


def test_the_human_thresholds_error_is_carried_on() -> None:
    """The interval widens with it; the one for a known threshold stays."""
    x = np.linspace(20, 40, 12)
    y = 1 + 0.08 * x + 0.2 * np.sin(7 * x)
    line = estimators.least_squares(x[:, None], y)
    known, estimated = (metric_threshold(line, 3.4, human_error=error) for error in (0.0, 0.15))
    assert (known.low, known.high) == (known.low_given, known.high_given)
    assert (estimated.low_given, estimated.high_given) == (known.low, known.high)
    assert estimated.low < known.low < known.high < estimated.high
    assert estimated.fails < known.fails < known.passes < estimated.passes


def test_no_error_makes_an_interval_narrower() -> None:
    """A small one has many degrees of freedom to add to the few of five systems."""
    line = estimators.least_squares(
        np.array([[20.0], [25], [31], [36], [40]]), np.array([2.0, 3.1, 3.0, 4.2, 4.5])
    )
    known = metric_threshold(line, 3.4)
    for error in (0.001, 0.01, 0.1, 0.3):
        found = metric_threshold(line, 3.4, human_error=error, human_freedom=12)
        assert found.low <= known.low < known.high <= found.high
        assert found.fails <= known.fails < known.passes <= found.passes


def test_two_errors_share_their_degrees_of_freedom() -> None:
    """Two equal errors of 10 degrees each have 20: Satterthwaite's formula, by hand at the middle of x."""
    x = np.linspace(20, 40, 12)
    line = estimators.least_squares(x[:, None], 1 + 0.08 * x + 0.2 * np.sin(7 * x))
    human = line.value([30.0])
    error = line.error_of_mean([30.0])
    together = metric_threshold(line, human, human_error=error, human_freedom=10)
    off = line.value([together.high]) - human
    expected = 2.085963447 * np.hypot(error, line.error_of_mean([together.high]))  # t of .975 with 20 degrees
    assert off == pytest.approx(expected, rel=1e-9)


def test_fieller_intervals_cover() -> None:
    """The score at which the true line reaches the threshold is inside in 90 of 100 cases."""
    rng = np.random.default_rng(2)
    inside, trials = 0, 1500
    for _ in range(trials):
        x = rng.normal(35, 5, 10)
        y = 1 + 0.08 * x + rng.normal(0, 0.3, 10)
        at = metric_threshold(estimators.least_squares(x[:, None], y), 3.8, confidence=0.9)
        inside += at.low <= 35 <= at.high
    assert inside / trials == pytest.approx(0.9, abs=0.031)


def test_those_said_to_pass_do() -> None:
    """Of new systems beyond `passes` at 95 %, at most about 5 % are below the threshold; likewise for `fails`."""
    rng = np.random.default_rng(3)
    wrong = told = 0
    for _ in range(1500):
        x = rng.normal(35, 5, 13)
        y = 1 + 0.08 * x + rng.normal(0, 0.3, 13)
        verdict = metric_threshold(estimators.least_squares(x[:-1, None], y[:-1]), 3.8).of(x[-1])
        told += verdict != "can't tell"
        wrong += (verdict == "pass" and y[-1] < 3.8) or (verdict == "fail" and y[-1] > 3.8)
    assert told > 200
    assert wrong / told < 0.05


@pytest.mark.parametrize("sign", [1, -1])
def test_a_metric_of_errors_passes_below(sign: int) -> None:
    """Turned round, the same systems pass and fail."""
    x = np.array([20.0, 25, 30, 35, 40, 45])
    y = np.array([2.0, 2.6, 3.1, 3.4, 4.1, 4.4])
    at = metric_threshold(estimators.least_squares(sign * x[:, None], y), 3.2, rising=sign > 0)
    assert [at.of(sign * score) for score in (5.0, 31.0, 60.0)] == ["fail", "can't tell", "pass"]


def test_a_flat_or_wrong_line_tells_nothing() -> None:
    """The interval is infinite, and no score passes."""
    x = np.array([20.0, 25, 30, 35, 40, 45])
    flat = metric_threshold(estimators.least_squares(x[:, None], np.array([3.0, 2, 3, 2, 3, 2])), 3.2)
    assert (flat.low, flat.high) == (-np.inf, np.inf)
    assert flat.of(1000.0) == "can't tell"
    wrong = metric_threshold(estimators.least_squares(x[:, None], 6 - x / 10 + 0.01 * (x % 2)), 3.2)
    assert wrong.of(1000.0) == wrong.of(-1000.0) == "can't tell"
