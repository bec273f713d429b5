"""Which segments to judge next: better than chance, and fair."""

import numpy as np
import pytest

from karat.calibration import judge_again, next_segments
from karat.calibration.judgement_needs import segment_features, spread_sample
from karat.errors import InvalidOption


def text(rng: np.random.Generator, segments: int = 150) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Human and metric scores of 8 systems, and lengths: long segments have more errors, and r is about .5."""
    lengths = rng.integers(10, 300, segments).astype(float)
    true = rng.normal(0, 1, (8, 1)) - lengths / 60 + rng.normal(0, 1, (8, segments))
    human = true + rng.normal(0, 1, (8, segments))
    return human, 50 + 5 * true + rng.normal(0, 8, (8, segments)), lengths


def test_every_segment_has_the_same_chance() -> None:
    """So means are not shifted, which choosing typical segments would do."""
    rng = np.random.default_rng(1)
    _, scores, lengths = text(rng, 40)
    features = segment_features(scores, lengths)
    taken = np.zeros(40)
    for _ in range(1000):
        found = spread_sample(features, 10, rng)
        assert len(found) == 10
        taken[found] += 1
    assert abs(taken / 1000 - 0.25).max() < 0.05


def test_it_beats_chance() -> None:
    """Means of systems over 20 segments are nearer to those of the whole text than over random ones."""
    rng = np.random.default_rng(2)
    chosen: list[float] = []
    drawn: list[float] = []
    for seed in range(120):
        human, scores, lengths = text(rng)
        ours = next_segments(scores, lengths.astype(int).tolist(), range(150), 20, seed=seed)
        by_chance = rng.choice(150, 20, replace=False)
        for rows, errors in ((ours, chosen), (by_chance, drawn)):
            errors.append(float(((human[:, rows].mean(axis=1) - human.mean(axis=1)) ** 2).mean()))
    assert np.mean(chosen) < 0.75 * np.mean(drawn)


def test_only_what_is_left_is_chosen() -> None:
    """Of three segments left, three; of none asked for, an error; the same seed gives the same."""
    _, scores, lengths = text(np.random.default_rng(3))
    assert next_segments(scores, lengths.tolist(), [4, 90, 7], 5) == [4, 90, 7]
    found = next_segments(scores, lengths.tolist(), range(50, 100), 8)
    assert all(50 <= row < 100 for row in found)
    assert found == next_segments(scores, lengths.tolist(), range(50, 100), 8)
    with pytest.raises(InvalidOption, match="1 or more"):
        next_segments(scores, lengths.tolist(), [1], 0)


def test_another_judge_where_judges_disagree() -> None:
    """One more judge of the ten segments it names takes more of the true variance than of ten random ones."""
    rng = np.random.default_rng(4)
    named: list[float] = []
    drawn: list[float] = []
    for _ in range(200):
        spread = np.where(rng.random(60) < 0.25, 1.5, 0.3)
        values = rng.normal(0, 1, (3, 6, 60)) * spread
        first = [row for row, _ in judge_again(values)[:10]]
        for rows, left in ((first, named), (rng.choice(60, 10, replace=False), drawn)):
            judges = np.full(60, 3)
            judges[rows] += 1
            left.append(float((spread**2 / judges).sum()))
    assert np.mean(named) < 0.9 * np.mean(drawn)


def test_shares_add_up() -> None:
    """With two judges each, a third takes a third of the judges' part away, over all segments."""
    values = np.random.default_rng(5).normal(3, 1, (2, 4, 30))
    found = judge_again(values)
    assert sum(gain for _, gain in found) == pytest.approx(1 / 3)
    assert [gain for _, gain in found] == sorted((gain for _, gain in found), reverse=True)
    assert judge_again(values[:1]) == []


@pytest.mark.parametrize("systems", [1, 2, 3, 8])
def test_the_last_bits_of_scores_do_not_choose(systems: int) -> None:
    """Also where systems differ in fewer directions than are looked at."""
    rng = np.random.default_rng(6)
    _, scores, lengths = text(rng, 60)
    scores = scores[:systems]
    noisy = scores * (1 + rng.choice([-1, 0, 1], scores.shape) * 2.0**-52)
    assert (noisy != scores).any()
    found, again = (next_segments(each, lengths.tolist(), range(60), 12) for each in (scores, noisy))
    assert found == again
