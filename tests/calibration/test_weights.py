"""Sums of weighted judgements: against a loop over every judgement, and what must not change them."""

from __future__ import annotations

from math import isnan, nan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from karat import Corpus
from karat.calibration import WEIGHTS, Acceptability, acceptability, human_threshold
from karat.calibration.acceptability import weigh, words_of
from karat.errors import InvalidOption

MARK = st.one_of(st.integers(1, 5).map(float), st.just(nan))
OF_MARK = dict(WEIGHTS)


@st.composite
def judged(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    """Marks, judges × systems × segments, and words, systems × segments."""
    judges, systems, segments = draw(st.tuples(st.integers(1, 3), st.integers(1, 3), st.integers(1, 5)))
    marks = [[[draw(MARK) for _ in range(segments)] for _ in range(systems)] for _ in range(judges)]
    words = [[draw(st.integers(1, 30)) for _ in range(segments)] for _ in range(systems)]
    return np.array(marks), np.array(words, dtype=float)


@given(judged())
def test_sums_are_those_of_a_loop(drawn: tuple[np.ndarray, np.ndarray]) -> None:
    """Each judgement counts its weight times the words of the segment; who has none is left out."""
    marks, words = drawn
    names = [f"S{number}" for number in range(words.shape[0])]
    found = {one.system: one for one in acceptability(marks, words, names, samples=20)}
    for system, name in enumerate(names):
        total = size = good = 0.0
        given_marks = []
        for judge in range(marks.shape[0]):
            for segment in range(words.shape[1]):
                mark = marks[judge, system, segment]
                if isnan(mark):
                    continue
                weight = OF_MARK[mark]
                total += weight * words[system, segment]
                size += words[system, segment]
                good += words[system, segment] if weight > 0 else 0.0
                given_marks.append(mark)
        if not given_marks:
            assert name not in found
            continue
        one = found[name]
        assert one.judgements == len(given_marks)
        assert one.human == pytest.approx(np.mean(given_marks))
        assert one.sum == pytest.approx(total)
        assert one.mean == pytest.approx(total / size)
        assert one.positive == pytest.approx(good / size)


@settings(max_examples=50)
@given(judged(), st.integers(2, 5))
def test_longer_segments_all_alike_change_no_verdict(
    drawn: tuple[np.ndarray, np.ndarray], times: int
) -> None:
    """The mean weight of a word stays; the sum grows with the words."""
    marks, words = drawn
    names = [f"S{number}" for number in range(words.shape[0])]
    plain, longer = (acceptability(marks, factor * words, names, samples=20) for factor in (1, times))
    for one, other in zip(plain, longer, strict=True):
        assert other.sum == pytest.approx(times * one.sum)
        assert (other.mean, other.low, other.high) == pytest.approx(
            (one.mean, one.low, one.high), nan_ok=True
        )
        assert other.verdict == one.verdict


@given(st.floats(1, 5))
def test_a_mean_between_marks_has_a_weight_between(mark: float) -> None:
    """On the straight line between the two; at a mark it is the mark's own."""
    low = max(value for value in OF_MARK if value <= mark)
    high = min(value for value in OF_MARK if value >= mark)
    share = (mark - low) / (high - low) if high > low else 0.0
    wanted = OF_MARK[low] + share * (OF_MARK[high] - OF_MARK[low])
    assert weigh(np.array([mark]))[0] == pytest.approx(wanted)


@pytest.mark.parametrize("mark", [0.0, 5.5, 80.0])
def test_marks_without_a_weight_are_refused(mark: float) -> None:
    """The message names the mark and the ends, and offers what to give instead."""
    with pytest.raises(InvalidOption, match=f"{mark:g}; the weights are for 1 to 5. .* or a threshold"):
        weigh(np.array([3.0, mark]))
    assert isnan(weigh(np.array([nan]))[0])


CORPUS = Corpus.of(
    {"A": ["one two", "three"], "B": ["one", "two three four"]}, ["a b c", "d"], sources=["x", "y z"]
)


@pytest.mark.parametrize(
    ("whose", "wanted"),
    [
        ("reference", [[3, 1], [3, 1]]),
        ("hypothesis", [[2, 1], [1, 3]]),
        ("source", [[1, 2], [1, 2]]),
        ("none", [[1, 1], [1, 1]]),
    ],
)
def test_whose_words_count(whose: str, wanted: list[list[int]]) -> None:
    """Those of the reference, of each output, of the source, or every segment as one."""
    assert words_of(CORPUS, whose).tolist() == wanted


def test_sources_that_are_not_there_have_no_words() -> None:
    """The message says which words could count instead."""
    with pytest.raises(InvalidOption, match="those of the reference"):
        words_of(Corpus.of({"A": ["a"]}, ["a"]), "source")


def outputs(scores: list[float], means: list[float]) -> list[Acceptability]:
    """Outputs with these mean human scores and mean weights."""
    return [
        Acceptability("", f"S{place}", 10, score, 0.0, mean, 0.0, 0.0, 0.5, "can't tell")
        for place, (score, mean) in enumerate(zip(scores, means, strict=True))
    ]


@given(st.floats(2, 4), st.floats(0.5, 3))
def test_the_threshold_of_a_line_is_where_it_crosses_zero(crossing: float, steep: float) -> None:
    """Means that lie on a line through 0 at a score have the threshold there, with no error."""
    scores = [crossing - 0.9, crossing - 0.3, crossing + 0.2, crossing + 0.8]
    found = human_threshold(outputs(scores, [steep * (score - crossing) for score in scores]))
    assert found.value == pytest.approx(crossing)
    assert found.error == pytest.approx(0, abs=1e-6)
    assert not found.is_extrapolated


@given(st.integers(0, 1000))
def test_more_confidence_is_a_wider_interval(seed: int) -> None:
    """And the threshold is within it, on the scale."""
    rng = np.random.default_rng(seed)
    scores = np.linspace(2.2, 4.4, 8)
    made = outputs(scores.tolist(), (2 * (scores - 3.4) + rng.normal(0, 0.2, 8)).tolist())
    narrow, wide = (human_threshold(made, confidence=confidence) for confidence in (0.8, 0.99))
    assert narrow.value == wide.value
    assert 1 <= wide.low <= narrow.low <= narrow.value <= narrow.high <= wide.high <= 5
