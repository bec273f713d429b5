"""Every n-gram length against people, from one count."""

import numpy as np
import pytest
from tests.agreement.five_systems import CORPUS, HUMAN, REFERENCE, people

from karat import Bleu, evaluate
from karat.agreement import Plan, Rater, order_sweep, study
from karat.errors import InvalidOption


def test_order_sweep() -> None:
    """Every order from one count gives what a count of that order gives."""
    highest = Bleu(order=6)
    counts = {name: highest.count(text, REFERENCE) for name, text in CORPUS.systems.items()}
    fluency = people(HUMAN[:, ::-1] ** 2, "fluency")
    sweep = order_sweep(highest, counts, [people(), fluency], samples=50)

    adequacy = sweep.dimensions[0]
    for one in adequacy.orders:
        values = [score.value for score in evaluate(CORPUS, Bleu(order=one.order)).scores]
        r = np.corrcoef(values, HUMAN.mean(axis=1))[0, 1]
        assert one.pearson == pytest.approx(r)
        assert one.prediction_error == pytest.approx(100 * (1 - r**2))
    assert adequacy.best == 1 + int(np.argmin([one.prediction_error for one in adequacy.orders]))
    (reading,) = sweep.readings
    assert reading.difference == pytest.approx(sweep.dimensions[1].tilt - adequacy.tilt)
    assert 0 < reading.p_value <= 1
    assert sweep.to_dict()["dimensions"][0]["best_order"] == adequacy.best
    with pytest.raises(InvalidOption, match="fewer than 3"):
        order_sweep(highest, dict(list(counts.items())[:2]), [people()])


def test_order_sweep_finds_the_length() -> None:
    """Where people judge by single words, order 1 predicts best; where by long runs, a high order does."""
    rng = np.random.default_rng(1)
    vocabulary = [f"w{number}" for number in range(50)]
    reference = [" ".join(rng.choice(vocabulary, 20)) for _ in range(60)]
    systems, words, runs = {}, [], []
    for number in range(20):
        wrong, moved = rng.uniform(0, 0.5), rng.uniform(0, 0.8)
        texts = []
        for segment in reference:
            tokens = [token if rng.random() > wrong else "x" for token in segment.split()]
            if rng.random() < moved:
                tokens = list(rng.permutation(tokens))
            texts.append(" ".join(tokens))
        systems[f"S{number}"] = texts
        words.append(1 - wrong)
        runs.append((1 - wrong) ** 4 * (1 - moved))
    bleu = Bleu(order=6)
    counts = {name: bleu.count(text, reference) for name, text in systems.items()}
    names = tuple(systems)
    adequacy = Rater("adequacy", "", names, np.array(words))
    fluency = Rater("fluency", "", names, np.array(runs))
    sweep = order_sweep(bleu, counts, [adequacy, fluency], samples=200)

    assert sweep.dimensions[0].best < sweep.dimensions[1].best
    assert sweep.readings[0].difference < 0
    assert sweep.readings[0].p_value < 0.05
    assert sweep.drawn == "20 systems"


def test_intervals_of_few_systems_are_stretched() -> None:
    """Systems are drawn, and further out than percentiles: of 8 systems, these held the truth in 84 to 90 %."""
    bleu = Bleu(order=2)
    counts = {name: bleu.count(text, REFERENCE) for name, text in CORPUS.systems.items()}
    sweep = order_sweep(bleu, counts, [people()], samples=200)
    assert sweep.drawn == "5 systems"
    (found,) = sweep.dimensions
    for one in found.orders:
        assert 0 <= one.interval.low <= one.prediction_error <= one.interval.high <= 100
    assert found.tilt_interval.low < found.tilt < found.tilt_interval.high


def test_order_sweep_of_one_order_is_the_agreement() -> None:
    """The interval of a prediction error is the one that a study of the same systems has."""
    bleu = Bleu(order=1)
    counts = {name: bleu.count(text, REFERENCE) for name, text in CORPUS.systems.items()}
    (found,) = order_sweep(bleu, counts, [people()], samples=300, seed=8).dimensions
    plan = Plan(("system",), ("prediction-error",), samples=300, seed=7)
    (studied,) = study([Rater.of_metric(bleu, counts)], [people()], plan=plan)
    ours, theirs = found.orders[0].interval, studied.interval
    assert theirs is not None
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high))
