"""Every n-gram length against people, from one count."""

import numpy as np
import pytest
from tests.agreement.five_systems import CORPUS, HUMAN, REFERENCE, people

from karat import Bleu, evaluate
from karat.agreement import Rater, order_sweep
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
    for number in range(10):
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
    assert sweep.drawn == "10 systems"


def test_order_sweep_draws_documents() -> None:
    """Where documents are known, whole ones are drawn, and the result says how many."""
    bleu = Bleu(order=2)
    counts = {name: bleu.count(text, REFERENCE) for name, text in CORPUS.systems.items()}
    labels = [f"d{place // 2}" for place in range(len(REFERENCE))]
    plain, by_document = (
        order_sweep(bleu, counts, [people()], documents=documents, samples=200)
        for documents in (None, labels)
    )
    assert plain.drawn == f"{len(REFERENCE)} segments and 5 systems"
    assert by_document.drawn == f"{len(set(labels))} documents and 5 systems"
    assert by_document.dimensions[0].orders[0].interval != plain.dimensions[0].orders[0].interval
