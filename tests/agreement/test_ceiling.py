"""Judges against judges, and metrics beside them."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from benchmarks.human_ceiling import World, held, truths
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from karat import Bleu, demo, evaluate, read, read_judgements
from karat.agreement import Material, Panel, Plan, Rater, ceilings
from karat.agreement.ceiling import ceilings_of
from karat.agreement.more_judges import of_more_judges, to_all_judges
from karat.errors import InvalidOption
from karat.judgements import Judgement, Judgements, Scale

SYSTEMS = ("A", "B", "C", "D", "E")


def scores(judges: int, segments: int = 60, seed: int = 3) -> np.ndarray:
    """Judges who err alike, judges × systems × segments."""
    rng = np.random.default_rng(seed)
    truth = rng.normal(size=(len(SYSTEMS), segments)) + np.arange(len(SYSTEMS))[:, None] / 3
    return truth + rng.normal(0, 0.8, (judges, len(SYSTEMS), segments))


def panel(values: np.ndarray) -> Panel:
    """The judges of these scores."""
    return Panel("quality", tuple(f"j{n}" for n in range(len(values))), SYSTEMS, values)


def metric(values: np.ndarray) -> Rater:
    """A metric with these scores."""
    return Rater("M", "", SYSTEMS, values.mean(axis=1), values)


DOCUMENTS = [str(number // 3) for number in range(60)]
SEGMENTS = Plan(("segment",), ("pearson",))


def test_one_judge_against_the_others_by_hand() -> None:
    """Another judge is the mean of each judge's r with the mean of the others; gaps are left out in pairs."""
    values = scores(3)
    values[0, :, 40:] = np.nan
    values[1, 2, :20] = np.nan
    (found,) = ceilings_of([panel(values)], [], SEGMENTS, documents=DOCUMENTS)
    expected, sizes = [], []
    for judge in range(3):
        pairs = []
        for cell in np.ndindex(values.shape[1:]):
            mine = values[(judge, *cell)]
            others = [values[(j, *cell)] for j in range(3) if j != judge]
            rest = [one for one in others if not np.isnan(one)]
            if not np.isnan(mine) and rest:
                pairs.append((mine, np.mean(rest)))
        expected.append(stats.pearsonr(*zip(*pairs, strict=True))[0])
        sizes.append(len(pairs))
    assert found.judge == pytest.approx(np.average(expected, weights=sizes), abs=1e-12)


def test_halves_by_hand() -> None:
    """The halves of four judges are three pairs of pairs; r of two panels of four is 2r / (1 + r)."""
    values = scores(4)
    (found,) = ceilings_of([panel(values)], [], SEGMENTS, documents=DOCUMENTS)
    by_hand = []
    for pair in combinations(range(3), 1):
        one = [*pair, 3]
        other = [j for j in range(4) if j not in one]
        halves = (values[one].mean(axis=0).ravel(), values[other].mean(axis=0).ravel())
        by_hand.append(stats.pearsonr(*halves)[0])
    assert found.halves == pytest.approx(np.mean(by_hand), abs=1e-12)
    assert found.panel == pytest.approx(2 * found.halves / (1 + found.halves), abs=1e-12)


@given(st.floats(0.02, 0.98), st.integers(1, 6), st.integers(1, 6), st.integers(1, 8))
def test_more_judges_follow_from_one(single: float, m: int, n: int, wanted: int) -> None:
    """The correlation of means of m and n judges gives that of single ones back, and of any number."""
    several = single * np.sqrt(m * n / ((1 + (m - 1) * single) * (1 + (n - 1) * single)))
    expected = wanted * single / (1 + (wanted - 1) * single)
    assert float(of_more_judges(several, (m, n), wanted)) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("statistic", ["spearman", "kendall", "accuracy"])
def test_simulated_judges_agree_with_the_formulas_of_normal_scores(statistic: str) -> None:
    """Without ties the simulation gives what Gaussian scores have by closed form."""
    rng = np.random.default_rng(5)
    truth = rng.normal(size=(5, 400))
    values = truth + rng.normal(0, 0.7, (2, 5, 400))
    of = panel(values)
    raised = to_all_judges(
        of.single(seed=1),
        halves=(1, 1),
        statistic=statistic,
        grouping="none",
        level="segment",
        documents=None,
        judges=2,
        seed=1,
    )
    r = 0.6
    half, full = (_of_normal(x, statistic) for x in (r, 2 * r / (1 + r)))
    assert float(raised(np.array([half]))[0]) == pytest.approx(full, abs=0.015)


def _of_normal(r: float, statistic: str) -> float:
    tau = 2 / np.pi * np.arcsin(r)
    of: dict[str, float] = {
        "spearman": 6 / np.pi * np.arcsin(r / 2),
        "kendall": tau,
        "accuracy": (tau + 1) / 2,
    }
    return of[statistic]


def test_nobody_twice() -> None:
    """Where each output was judged once, the reason stands in place of a figure."""
    values = scores(2)
    values[0, :, 30:] = np.nan
    values[1, :, :30] = np.nan
    found = ceilings_of([panel(values)], [metric(values[0])], Plan(), documents=DOCUMENTS)
    assert [one.reason for one in found] == [
        "each output was judged by one judge, so how far judges agree cannot be known"
    ]


def test_a_very_good_and_a_bad_metric() -> None:
    """The truth itself is as good as another judge, noise is worse; the answer says so."""
    rng = np.random.default_rng(1)
    values = scores(3)
    good, bad = metric(values.mean(axis=0)), metric(rng.normal(size=values.shape[1:]))
    (found,) = ceilings_of([panel(values)], [good, bad], SEGMENTS, documents=DOCUMENTS)
    assert [one.answer for one in found.metrics] == ["as good", "worse"]
    assert found.metrics[0].difference > 0 > found.metrics[1].difference


def test_every_level_and_statistic_has_a_ceiling() -> None:
    """All statistics of `karat agree` have a ceiling at all levels, and an interval that holds it."""
    plan = Plan(("system", "segment", "document"), samples=200)
    values = scores(3)
    found = ceilings_of([panel(values)], [metric(values[0] + values[1])], plan, documents=DOCUMENTS)
    assert len(found) == sum(len(plan.at(level)) for level in plan.levels)
    for one in found:
        assert one.panel_interval is not None
        assert one.panel_interval.low <= one.panel + 1e-9, one
        assert one.panel <= one.panel_interval.high + 1e-9, one


def test_another_direction_changes_nothing() -> None:
    """Scores that count errors have the same ceiling as their negatives, with a metric turned as well."""
    values = scores(3)
    errors = Panel("quality", ("a", "b", "c"), SYSTEMS, -values, higher_is_better=False)
    (turned,) = ceilings_of([errors], [metric(values[0])], SEGMENTS, documents=DOCUMENTS)
    (plain,) = ceilings_of([panel(values)], [metric(values[0])], SEGMENTS, documents=DOCUMENTS)
    assert turned.metrics[0].share == pytest.approx(plain.metrics[0].share, abs=1e-12)
    assert turned.metrics[0].difference == pytest.approx(plain.metrics[0].difference, abs=1e-12)


def test_pooled_judges_meet_in_some_items() -> None:
    """Of judges who share some items with others, only these are taken; who shares few is left out."""
    values = np.full((5, len(SYSTEMS), 60), np.nan)
    full = scores(5)
    for judge in range(4):
        values[judge, :, judge * 10 : judge * 10 + 20] = full[judge, :, judge * 10 : judge * 10 + 20]
    values[4, 0, :3] = full[4, 0, :3]
    of = panel(values)
    assert [sides.name for sides in of.left_out()] == ["j0", "j1", "j2", "j3"]
    (found,) = ceilings_of([of], [], SEGMENTS, documents=DOCUMENTS)
    assert 0 < found.halves < found.panel < 1


def test_intervals_hold_and_the_test_has_its_size() -> None:
    """Over simulated documents; `benchmarks.human_ceiling` has many more."""
    found = held(World(documents=40, statistics=("pearson", "kendall/item")), 25)
    for one in found.values():
        assert min(one[name] for name in ("panel", "judge", "share", "difference")) >= 80
        assert one["as good"] <= 20


def test_the_simulated_panel_is_not_off() -> None:
    """The raised agreement of grades with many ties is that of twice the judges, to a hundredth."""
    world = World("five grades", 2, statistics=("kendall/item", "calibrated-accuracy/item"))
    truth = truths(world, documents=600)
    values, documents = world.drawn(np.random.default_rng(7), 2, 600)
    names = tuple(f"s{n}" for n in range(values.shape[1]))
    of = Panel("q", ("a", "b"), names, values)
    found = ceilings_of([of], [], Plan(("segment",), world.statistics), documents=documents)
    for asked, one in zip(world.statistics, found, strict=True):
        assert one.panel == pytest.approx(truth[asked]["panel"], abs=0.02)


def test_judgements_without_a_corpus_order() -> None:
    """Judgements become a panel by names of systems and segments."""
    rows = [
        Judgement(judge, system, str(segment), "q", (segment + place + len(judge)) % 5 + 1)
        for judge in ("anna", "ben")
        for place, system in enumerate(SYSTEMS)
        for segment in range(1, 21)
    ]
    judgements = Judgements.of(rows, scales={"q": Scale.parse("1-5")})
    corpus = read(demo.segments_path())
    material = Material.of_evaluation(
        evaluate(corpus, Bleu()), read_judgements(demo.judgements_path(), corpus)
    )
    assert [one.dimension for one in material.panels] == ["adequacy", "fluency"]
    from karat.agreement import panels

    (of,) = panels(judgements)
    assert of.shared == 100
    assert of.judges_per_item == 2


def test_a_margin_below_zero_is_refused() -> None:
    """A margin is 0 or more."""
    corpus = read(demo.segments_path())
    material = Material.of_evaluation(
        evaluate(corpus, Bleu()), read_judgements(demo.judgements_path(), corpus)
    )
    with pytest.raises(InvalidOption, match="margin"):
        ceilings(material, margin=-1)
