"""One scale on another: known answers, a plain loop, coverage of the intervals, and what is refused."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest
from benchmarks.scale_map_simulation import simulated, true_equipercentile, true_linear
from hypothesis import given
from hypothesis import strategies as st

from karat.agreement import Rater
from karat.calibration import Setting, fit, rescaled
from karat.errors import InvalidOption, UnknownName
from karat.judgements import Judgement, Judgements, Scale
from karat.reliability import Bootstrap, ScaleMap, map_scale

if TYPE_CHECKING:
    from collections.abc import Sequence

FEW = Bootstrap(samples=50)
SCALES = {"five": Scale.parse("1-5"), "seven": Scale.parse("1..7"), "percent": Scale.parse("0-100")}


def judged(pairs: Sequence[tuple[float, float]], *, to: str = "seven") -> Judgements:
    """Items with a mark on each scale."""
    rows = [
        Judgement("anna", "A", str(item), dimension, value)
        for item, both in enumerate(pairs)
        for dimension, value in zip(("five", to), both, strict=True)
    ]
    return Judgements.of(rows, scales={name: SCALES[name] for name in ("five", to)})


def mapped(pairs: Sequence[tuple[float, float]], *, to: str = "seven") -> ScaleMap:
    """The map of such items."""
    return map_scale(judged(pairs, to=to), "five", target=to, bootstrap=FEW)


def by_hand(pairs: Sequence[tuple[float, float]], mark: int) -> float:
    """Kolen and Brennan's formulas for whole marks, one judgement at a time; NaN where nobody is."""
    ours, theirs = [first for first, _ in pairs], [second for _, second in pairs]
    count = len(pairs)
    percentile = (sum(one < mark for one in ours) + sum(one == mark for one in ours) / 2) / count
    if not 0 < percentile < 1:
        return float("nan")

    def below(value: float) -> float:
        return sum(one <= value for one in theirs) / count

    top, bottom = min(theirs), max(theirs)
    upper = next(value for value in range(int(top), int(bottom) + 1) if below(value) > percentile + 1e-12)
    lower = next(
        value for value in range(int(bottom), int(top) - 1, -1) if below(value - 1) < percentile - 1e-12
    )
    found = [
        value - 0.5 + (percentile - below(value - 1)) / (below(value) - below(value - 1))
        for value in (upper, lower)
    ]
    return min(max(sum(found) / 2, 1), 7)


@given(st.lists(st.tuples(st.integers(1, 5), st.integers(1, 7)), min_size=10, max_size=40))
def test_as_by_hand(pairs: Sequence[tuple[float, float]]) -> None:
    """Every mark, whatever the judgements are."""
    if any(len({pair[side] for pair in pairs}) < 2 for side in (0, 1)):
        return
    for one in mapped(pairs).marks:
        assert one.equipercentile == pytest.approx(by_hand(pairs, int(one.mark)), nan_ok=True)


def test_the_same_scale_twice() -> None:
    """Every mark is itself, by both maps."""
    found = mapped([(mark, mark) for mark in (1, 2, 2, 3, 3, 3, 4, 4, 5, 5)])
    for one in found.marks:
        assert one.equipercentile == pytest.approx(one.mark)
        assert one.linear == pytest.approx(one.mark)
    assert found.correlation == pytest.approx(1)


def test_a_scale_that_is_a_line_of_another() -> None:
    """Percent from marks: both maps are the line from end to end, and nothing differs."""
    found = mapped([(item % 5 + 1, 25.0 * (item % 5)) for item in range(50)], to="percent")
    assert [one.linear for one in found.marks] == pytest.approx([0, 25, 50, 75, 100])
    assert [one.equipercentile for one in found.marks] == pytest.approx([0, 25, 50, 75, 100])
    assert [one.straight for one in found.marks] == pytest.approx([0, 25, 50, 75, 100])
    assert not any(one.differs for one in found.marks)


def test_linear_gives_the_same_mean_and_deviation() -> None:
    """Of the judgements of the shared items."""
    pairs = [(random.Random(item).randint(1, 5), random.Random(-item).randint(2, 7)) for item in range(1, 60)]
    found = mapped(pairs).linear
    moved = found(np.array([float(first) for first, _ in pairs]))
    theirs = np.array([second for _, second in pairs])
    assert (moved.mean(), moved.std()) == pytest.approx((theirs.mean(), theirs.std()))


def test_there_and_back() -> None:
    """Neither map is a regression: the way back leads to where one came from."""
    judgements = simulated(3, segments=200)
    forth = map_scale(judgements, "five", target="seven", bootstrap=FEW)
    back = map_scale(judgements, "seven", target="five", bootstrap=FEW)
    for mark in (2.0, 3.0, 4.0):
        assert back(forth(mark, method="linear"), method="linear") == pytest.approx(mark)
        assert back(forth(mark)) == pytest.approx(mark, abs=0.15)


def test_it_never_goes_down() -> None:
    """A better mark is not a worse one on the other scale."""
    for seed in range(5):
        values = [
            one.equipercentile
            for one in map_scale(simulated(seed), "five", target="seven", bootstrap=FEW).marks
        ]
        assert all(first <= second for first, second in pairwise(values))


def test_items_with_more_judges_count_once() -> None:
    """Ten judges of one item do not move the map."""
    plain = judged([(item % 5 + 1, item % 7 + 1) for item in range(35)])
    more = [Judgement(f"judge {number}", "A", "0", "five", 1) for number in range(10)]
    crowded = Judgements.of([*plain, *more], scales=plain.scales)
    first, second = (map_scale(one, "five", target="seven", bootstrap=FEW) for one in (plain, crowded))
    assert [one.equipercentile for one in first.marks] == pytest.approx(
        [one.equipercentile for one in second.marks]
    )


def test_only_shared_items_count() -> None:
    """What was judged on one scale alone says nothing about both."""
    plain = judged([(item % 5 + 1, item % 7 + 1) for item in range(35)])
    more = [Judgement("anna", "B", str(number), "five", 5) for number in range(30)]
    found = map_scale(
        Judgements.of([*plain, *more], scales=plain.scales), "five", target="seven", bootstrap=FEW
    )
    assert found.items == 35
    assert found.marks == map_scale(plain, "five", target="seven", bootstrap=FEW).marks


def test_intervals_hold_the_truth() -> None:
    """Of 60 simulated campaigns, about 95 % of the intervals of each map hold the true value.

    Of 60, fewer than 51 would be a chance of less than 1 in 1000, were it 95 %; all marks are looked at together.
    """
    held = {"equipercentile": 0, "linear": 0}
    trials = 60
    for seed in range(trials):
        found = map_scale(
            simulated(seed), "five", target="seven", bootstrap=Bootstrap(samples=200, seed=seed)
        )
        for one in found.marks:
            truths = {"equipercentile": true_equipercentile(int(one.mark)), "linear": true_linear(one.mark)}
            for name, truth in truths.items():
                ends = getattr(one, f"{name}_interval")
                held[name] += ends.low - 1e-9 <= truth <= ends.high + 1e-9
    shares = {name: count / (5 * trials) for name, count in held.items()}
    assert all(0.88 <= share <= 0.99 for share in shares.values()), shares


def test_the_line_from_end_to_end_is_found_wrong() -> None:
    """Judges who use seven marks otherwise than five: the straight line is off."""
    found = map_scale(simulated(1, segments=150), "five", target="seven", bootstrap=Bootstrap(samples=200))
    assert [one.differs for one in found.marks][1:4] == [True, True, True]


def test_a_calibration_takes_the_measured_line() -> None:
    """Instead of the line from end to end; another scale's is refused."""
    systems = ("A", "B", "C", "D", "E", "F")
    metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    calibration = fit([metric], human, setting=Setting(scale="1-5"))
    line = map_scale(simulated(1), "five", target="seven", bootstrap=FEW).linear
    moved = rescaled(calibration, "1..7", conversion=line)
    assert moved.map.slope / calibration.map.slope == pytest.approx(line.factor)
    assert moved.points[0].human == pytest.approx(line(2.6))
    with pytest.raises(InvalidOption, match="Map the scale of the calibration"):
        rescaled(calibration, "0-100", conversion=line)


def test_what_is_refused() -> None:
    """Unknown dimensions, one dimension twice, too few items, and marks that do not vary."""
    plain = judged([(item % 5 + 1, item % 7 + 1) for item in range(35)])
    with pytest.raises(UnknownName, match="five, seven"):
        map_scale(plain, "five", target="eight")
    with pytest.raises(InvalidOption, match="on itself"):
        map_scale(plain, "five", target="five")
    with pytest.raises(InvalidOption, match="9 items were judged on both"):
        mapped([(item % 5 + 1, item % 7 + 1) for item in range(9)])
    with pytest.raises(InvalidOption, match=r"same five \(3\)"):
        mapped([(3, item % 7 + 1) for item in range(20)])


def test_beyond_what_was_given() -> None:
    """A mark that nobody gave, beyond the others, is not known; between them it is."""
    found = mapped([(mark, mark + 1) for mark in (2, 2, 2, 4, 4, 4, 4, 2, 2, 4)])
    values = [one.equipercentile for one in found.marks]
    assert np.isnan(values[0])
    assert np.isnan(values[4])
    assert not np.isnan(values[2])
    assert np.isnan(found(1.0))
    assert found(3.0) == values[2]
