"""Runs of a system as one types them, and what their scores say together."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from tests.hypothesis_profile import examples

from karat import Corpus, External, Procedure, compare, evaluate
from karat.comparison.run_families import families_of, read_families
from karat.errors import InvalidOption, KaratError, UnknownName

NAMES = ["a.1", "a.2", "b-1", "b-2", "c_1", "c_2", "a*b", "[x]"]


@pytest.mark.parametrize(
    ("text", "families"),
    [
        ("a.*", {"a": ["a.1", "a.2"]}),
        ("b-*", {"b": ["b-1", "b-2"]}),
        ("c_*", {"c": ["c_1", "c_2"]}),
        ("best=a.1,b-2", {"best": ["a.1", "b-2"]}),
        ("best=a.?,b-1", {"best": ["a.1", "a.2", "b-1"]}),
        ("star=a*b,a.1", {"star": ["a*b", "a.1"]}),
        ("box=[x],a.1", {"box": ["[x]", "a.1"]}),
    ],
)
def test_as_typed(text: str, families: dict[str, list[str]]) -> None:
    """A name is itself, also where it looks like a pattern; without a name, the pattern gives it."""
    assert read_families(NAMES, [text]) == families


@pytest.mark.parametrize(
    ("texts", "problem"),
    [
        (["*"], "names no runs"),
        (["=a.1,a.2"], "names no runs"),
        (["a="], "names no runs"),
        (["a=a.1,,a.2"], "names no runs"),
        (["a=a.1", "a=a.2"], "given twice"),
        (["a=z*"], "run 'z\\*'"),
        (["a=A.1"], "run 'A.1'"),
    ],
)
def test_typed_wrongly(texts: list[str], problem: str) -> None:
    """What was typed is shown again; the case of letters counts."""
    with pytest.raises(KaratError, match=problem):
        read_families(NAMES, texts)


def test_without_families_each_system_is_one() -> None:
    """And a run that is named twice within one system is refused."""
    assert families_of(["a", "b"], None) == {"a": ("a",), "b": ("b",)}
    with pytest.raises(InvalidOption, match="'a' is a run twice"):
        families_of(["a", "b"], {"one": ["a", "a"], "two": ["b", "b"]})
    with pytest.raises(UnknownName, match="run of 'one'"):
        families_of(["a", "b"], {"one": ["a", "c"]})
    with pytest.raises(InvalidOption, match="'one' has 0 run"):
        families_of(["a", "b"], {"one": []})


SCORES = {
    "a1": [9.0, 4.0, 8.0, 4.0, 9.0, 3.0],
    "a2": [10.0, 4.0, 9.0, 4.0, 9.0, 4.0],
    "b1": [2.0, 5.0, 3.0, 6.0, 2.0, 5.0],
    "b2": [3.0, 4.0, 4.0, 6.0, 1.0, 6.0],
    "b3": [3.0, 4.0, 3.0, 5.0, 2.0, 7.0],
}
RUNS = {"a": ["a1", "a2"], "b": ["b1", "b2", "b3"]}
CORPUS = Corpus.of({name: ["x"] * 6 for name in SCORES}, ["x"] * 6)


def test_figures_of_runs() -> None:
    """Means, deviations, Welch's error of runs, and p of dealing the runs anew, from their definitions."""
    found = compare(
        evaluate(CORPUS, External.of("human", SCORES)), Procedure(samples=2000, shuffles=500), runs=RUNS
    ).metrics[0]
    means = {system: [np.mean(SCORES[name]) for name in names] for system, names in RUNS.items()}
    assert found.recipe.endswith("|runs:var")
    for standing in found.standings:
        of_runs = means[standing.system]
        assert standing.value == pytest.approx(np.mean(of_runs))
        assert standing.runs is not None
        deviation = np.std(of_runs, ddof=1)
        freedom = len(of_runs) - 1
        ends = [deviation * sqrt(freedom / scipy.stats.chi2.ppf(share, freedom)) for share in (0.975, 0.025)]
        assert standing.runs.run_deviation == pytest.approx(deviation)
        assert [standing.runs.run_interval.low, standing.runs.run_interval.high] == pytest.approx(ends)
        assert standing.runs.to_dict() == {"run": RUNS[standing.system], "value": pytest.approx(of_runs)}
        of_test = sqrt(np.mean([np.var(SCORES[name]) / 6 for name in RUNS[standing.system]]))
        assert standing.runs.test_deviation == pytest.approx(of_test, rel=0.06)
    (pair,) = found.contrasts
    error = sqrt(np.var(means["a"], ddof=1) / 2 + np.var(means["b"], ddof=1) / 3)
    assert pair.power.run_error == pytest.approx(error)
    parts = [np.var(means[name], ddof=1) / len(means[name]) for name in "ab"]
    assert pair.power.error > 1.5 * error  # else the power of their ratio would not show
    welch = sum(parts) ** 2 / (parts[0] ** 2 / 1 + parts[1] ** 2 / 2)
    assert pair.power.run_freedom == pytest.approx(welch)
    # Of ten ways to deal two of five runs, one is as far apart as the two systems.
    assert pair.run_p == pytest.approx(1 / 10)
    library = scipy.stats.permutation_test(
        (means["a"], means["b"]), lambda x, y: np.mean(x) - np.mean(y), vectorized=False
    )
    assert library.statistic == pytest.approx(pair.difference)


def test_equal_runs_add_no_error() -> None:
    """Two runs with the same outputs are a system: no deviation between them, the interval of one."""
    scores = {"a1": SCORES["a1"], "a2": SCORES["a1"], "b1": SCORES["b1"], "b2": SCORES["b1"]}
    corpus = Corpus.of({name: ["x"] * 6 for name in scores}, ["x"] * 6)
    evaluation = evaluate(corpus, External.of("human", scores))
    procedure = Procedure(samples=200, shuffles=60, correction="none")  # runs never make all 64 exchanges
    together = compare(evaluation, procedure, runs={"a": ["a1", "a2"], "b": ["b1", "b2"]}).metrics[0]
    alone = compare(evaluation, procedure).metrics[0]
    assert together.standings[0].runs is not None
    assert together.standings[0].runs.run_deviation == 0
    assert together.standings[0].interval == alone.standings[0].interval
    assert together.contrasts[0].power.run_error == 0
    assert together.contrasts[0].power.error == alone.contrast("a1", "b1").power.error
    assert together.contrasts[0].p == alone.contrast("a1", "b1").p
    assert together.recipe.endswith("|runs:2")
    assert alone.standings[0].runs is None
    assert "runs" not in alone.recipe


@examples(1 / 8)
@given(order=st.permutations(["b1", "b2", "b3"]))
def test_the_order_of_runs(order: list[str]) -> None:
    """Changes no figure of their system."""
    evaluation = evaluate(CORPUS, External.of("human", SCORES))
    procedure = Procedure(samples=20, shuffles=50)
    one, other = (
        compare(evaluation, procedure, runs={"a": RUNS["a"], "b": runs}).metrics[0]
        for runs in (RUNS["b"], order)
    )
    assert one.contrasts[0].difference == pytest.approx(other.contrasts[0].difference, abs=1e-12)
    assert one.contrasts[0].power.run_error == pytest.approx(other.contrasts[0].power.run_error)
    assert one.contrasts[0].run_p == other.contrasts[0].run_p
