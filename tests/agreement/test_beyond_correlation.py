"""What a correlation hides: other metrics, equal scores, scores that are off by a segment."""

from math import isnan
from typing import Any

import numpy as np
import pytest
from tests.agreement.five_systems import of, people

from karat import Bleu, Corpus, evaluate
from karat.agreement import Rater, equal_segments, equal_systems, partial_correlations, shift_of
from karat.errors import InvalidOption


def test_partial_correlations() -> None:
    """With one other dimension it is the textbook formula; with more, what residuals give."""
    rng = np.random.default_rng(2)
    adequacy, fluency, third = rng.normal(size=(3, 40))
    fluency += adequacy
    metric = adequacy + 0.3 * rng.normal(size=40)
    metric[0] = np.nan
    one, other = partial_correlations(metric, {"adequacy": adequacy, "fluency": fluency})
    r = np.corrcoef([metric[1:], adequacy[1:], fluency[1:]])
    expected = (r[0, 1] - r[0, 2] * r[1, 2]) / np.sqrt((1 - r[0, 2] ** 2) * (1 - r[1, 2] ** 2))

    assert one.partial == pytest.approx(expected)
    assert one.observations == 39
    assert one.p_value < 0.001 < other.p_value
    assert len(partial_correlations(metric, {"a": adequacy, "f": fluency, "t": third})) == 3
    assert isnan(partial_correlations(metric, {"a": adequacy, "b": 2 * adequacy})[0].partial)
    assert isnan(partial_correlations(metric[:2], {"a": adequacy[:2], "b": fluency[:2]})[0].partial)
    with pytest.raises(InvalidOption, match="at least two"):
        partial_correlations(metric, {"adequacy": adequacy})


def test_equal_segments() -> None:
    """Two translations with the same score, of which people prefer one, with their texts."""
    texts = {"A": ["a b c d x"] + ["a b c d e"] * 9, "B": ["a b c d y"] + ["a b c d e"] * 9}
    corpus = Corpus.of(texts, ["a b c d e"] * 10)
    bleu = Bleu()
    result = evaluate(corpus, bleu)
    ours = Rater.of_metric(bleu, {name: tables[bleu.recipe] for name, tables in result.statistics.items()})
    human = 80.0 + np.arange(20.0).reshape(2, 10) % 3
    human[:, 0] = 90, 20
    found = equal_segments(ours, Rater("da", "", ("A", "B"), human.mean(axis=1), human), corpus)

    assert [(one.segment, one.better, one.worse) for one in found] == [(1, "A", "B")]
    assert (found[0].better_text, found[0].worse_text, found[0].reference) == (
        "a b c d x",
        "a b c d y",
        "a b c d e",
    )
    same = Rater("da", "", ("A", "B"), np.ones(2), np.ones((2, 10)))
    assert equal_segments(ours, same, corpus) == []


def test_equal_systems() -> None:
    """Systems that people tell apart and a metric does not; with it, they are gone."""
    rng = np.random.default_rng(3)
    human = rng.normal(size=(2, 200)) + np.array([[1.0], [0]])
    theirs = Rater("da", "", ("A", "B"), human.mean(axis=1), human)
    noise = rng.normal(size=(2, 200))
    blind = Rater("blind", "", ("A", "B"), noise.mean(axis=1), noise)

    (found,) = equal_systems(blind, theirs)
    assert (found.better, found.worse) == ("A", "B")
    assert found.human_p < 0.01 < found.metric_p
    assert equal_systems(theirs, theirs) == []
    assert equal_systems(of(Bleu()), people()) == []


def test_equal_systems_exchange_documents() -> None:
    """Copies of a segment in its document tell nothing new: p is that of the segments without copies."""
    rng = np.random.default_rng(3)
    human, noise = rng.normal(size=(2, 2, 14))
    human += np.array([[1.5], [0]])
    labels = [f"d{place:02}" for place in range(14) for _ in range(6)]

    def raters(copies: int) -> list[Rater]:
        many = [np.repeat(values, copies, axis=1) for values in (noise, human)]
        return [Rater("", "", ("A", "B"), values.mean(axis=1), values) for values in many]

    (single,), (copied,) = (
        equal_systems(*raters(1), alpha=0.05, samples=20_000),
        equal_systems(*raters(6), documents=labels, alpha=0.05, samples=20_000),
    )
    assert copied.human_p == pytest.approx(single.human_p)
    assert copied.metric_p == pytest.approx(single.metric_p)


def test_shift() -> None:
    """Scores that are off by one segment are noticed, those that are not are not."""
    rng = np.random.default_rng(4)
    human = rng.normal(size=(5, 80))
    names = tuple("ABCDE")

    def moved(shift: int, scores: np.ndarray = human, **more: Any) -> Rater:
        return Rater("", "", names, scores.mean(axis=1), np.roll(scores, shift, axis=1), **more)

    good, noisy = (moved(0, 9 + human + noise * rng.normal(size=human.shape)) for noise in (1, 3))
    errors = moved(0, -9 * human, higher_is_better=False)
    whole = Rater("", "", names, human.mean(axis=1))
    for metrics in ([good], [whole, noisy, errors]):
        assert [shift_of(metrics, moved(shift)) for shift in (-1, 0, 1)] == [1, 0, -1]
        assert shift_of(metrics, moved(1, -human, higher_is_better=False)) == -1
    assert shift_of([good.within(range(5))], moved(1).within(range(5))) == 0
    assert shift_of([], moved(1)) == shift_of([whole], moved(1)) == shift_of([good], whole) == 0
    assert shift_of([good], moved(1, np.full((5, 80), np.nan))) == 0
