"""Biases of judges, beside independent programs and known truth."""

from __future__ import annotations

import numpy as np
import pytest
from benchmarks.judge_biases import outputs, pair_verdicts, rejected

from karat import demo, read, read_judgements
from karat.errors import InvalidJudgement, InvalidOption, UnknownName
from karat.judgements import PairVerdict
from karat.reliability import drift, length_bias, order_biases, study_verdicts


def test_the_slope_is_that_of_a_regression_with_dummies() -> None:
    """Ordinary least squares with a constant for each segment gives the same slope, and a like error."""
    api = pytest.importorskip("statsmodels.api")
    documents, people, lengths, verdicts, _ = outputs(np.random.default_rng(2), 30)
    verdicts[0, :5] = np.nan
    found = length_bias("llm", verdicts, people, lengths, documents=documents)
    there = ~np.isnan(verdicts)
    segments = np.broadcast_to(np.arange(people.shape[1]), people.shape)[there]
    dummies = (segments[:, None] == np.arange(people.shape[1])).astype(float)
    x = np.column_stack([np.log2(lengths[there]), dummies])
    groups = np.unique(np.array(documents)[segments], return_inverse=True)[1]
    fit = api.OLS((verdicts - people)[there], x).fit(
        cov_type="cluster", cov_kwds={"groups": groups, "use_correction": False}
    )
    assert found.slope.value == pytest.approx(fit.params[0], abs=1e-9)
    reach = (found.slope.interval.high - found.slope.interval.low) / 2
    # The jackknife is a little wider than the sandwich, and t wider than the normal distribution.
    assert 1.0 < reach / (1.96 * fit.bse[0]) < 1.35


def test_order_bias_by_counting() -> None:
    """A judge who always takes the first is never consistent, one who knows is always."""
    both = [("1", "A", "B"), ("1", "B", "A"), ("2", "A", "B"), ("2", "B", "A"), ("3", "A", "B")]
    first = [PairVerdict("first", *pair, 1) for pair in both]
    knows = [PairVerdict("knows", s, a, b, 1 if a == "A" else -1) for s, a, b in both]
    leans, sure = order_biases([*first, *knows])
    assert (leans.pairs, leans.alone, leans.lean.value, leans.consistent.value) == (2, 1, 1, 0)
    assert (sure.lean.value, sure.consistent.value) == (0, 1)


def test_a_pair_in_one_order_tells_nothing() -> None:
    """Without swapped pairs there is no figure, and the reason is there."""
    (found,) = order_biases([PairVerdict("llm", "1", "A", "B", 1)])
    assert np.isnan(found.lean.value)
    assert found.lean.reason == "no pair was judged in both orders"


def test_a_bias_that_is_there_is_found() -> None:
    """A judge who gives three points for each doubling, and one who leans to the first, are found."""
    rng = np.random.default_rng(3)
    documents, people, lengths, verdicts, other = outputs(rng, 40)
    found = length_bias("llm", verdicts + 3 * np.log2(lengths), people, lengths, documents=documents)
    assert found.slope.interval.low < 3 < found.slope.interval.high
    assert found.p < 0.01
    changed = drift(("a", "b"), verdicts, verdicts + 2, people=people, documents=documents)
    assert changed.difference.value == pytest.approx(2)
    assert changed.agreement is not None
    assert abs(changed.agreement.value) < 1e-9
    r = [np.corrcoef(one.ravel(), people.ravel())[0, 1] for one in (verdicts, other)]
    again = drift(("a", "b"), verdicts, other, people=people, documents=documents).agreement
    assert again is not None
    assert again.value == pytest.approx(r[1] - r[0], abs=1e-12)
    leaning = [
        PairVerdict(one.judge, one.segment, one.first, one.second, 1, one.document)
        for one in pair_verdicts(rng, 20)
    ]
    assert order_biases(leaning)[0].lean.value == 1


def test_tests_have_their_size() -> None:
    """Where there is no bias, few are found; `benchmarks.judge_biases` has many more trials."""
    for wrong, holds in rejected(25, 60).values():
        assert wrong <= 15
        assert holds >= 85


def test_a_study_of_the_demo() -> None:
    """One judge of the demo as if it were a model: all parts that its data tell."""
    corpus = read(demo.segments_path())
    judgements = read_judgements(demo.judgements_path(), corpus)
    groups = {name: name for name in judgements.judges}
    named = type(judgements).of(judgements, scales=judgements.scales, groups=groups)
    model = type(judgements).of(named.of_group("judge-3"), scales=judgements.scales)
    people = type(judgements).of(
        [one for one in judgements if one.judge != "judge-3"], scales=judgements.scales
    )
    adequacy, fluency = study_verdicts(model, people, corpus=corpus)
    assert (adequacy.judges, adequacy.people) == (("judge-3",), ("judge-1", "judge-2"))
    assert [one.statistic for one in fluency.ceilings] == ["pearson", "kendall"]
    assert len(adequacy.lengths) == 1
    with pytest.raises(InvalidJudgement, match="Rename"):
        study_verdicts(model, judgements)
    with pytest.raises(UnknownName, match="judge-9"):
        study_verdicts(model, versions=("judge-3", "judge-9"))
    with pytest.raises(InvalidOption, match="no verdicts"):
        study_verdicts(None)
    with pytest.raises(InvalidJudgement, match="itself"):
        PairVerdict("llm", "1", "A", "A", 1)
