"""Systems of simulated campaigns: differences without bias, intervals that hold, severity taken out."""

from __future__ import annotations

from dataclasses import replace
from math import isnan, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.campaigns.simulated import PERCENT, Truth, simulated, small_plan

from karat import Corpus
from karat.campaigns.planning import plan_campaign
from karat.campaigns.watch.standings import standings
from karat.judgements.scale import Scale

if TYPE_CHECKING:
    from karat.campaigns.answers import Recorded
    from karat.campaigns.plan import CampaignPlan, Design
    from karat.campaigns.watch.standings import DimensionStandings

SEVERITY = {f"judge {number}": value for number, value in enumerate((-20, -8, 0, 3, 10, 15), 1)}
TRUTH = Truth({"A": 66.0, "B": 60.0, "C": 58.0}, SEVERITY)
DESIGNS: tuple[Design, ...] = ("square", "together", "contrast")


def found(plan: CampaignPlan, truth: Truth, seed: int) -> DimensionStandings:
    """The standings of one simulated campaign."""
    records = simulated(plan, truth, np.random.default_rng(seed))
    return standings(plan, records, plan.questionnaire.questions[0])


@pytest.mark.parametrize("design", DESIGNS)
def test_differences_have_no_bias_and_intervals_hold(design: Design) -> None:
    """Over 120 campaigns the mean error is chance, and some 95 % of the intervals hold the true difference."""
    plan = small_plan(design, documents=18, segments=1)
    every = [found(plan, TRUTH, seed) for seed in range(120)]
    truths = np.array([6.0, 8.0, 2.0])
    values = np.array([[one.value for one in each.differences] for each in every])
    chance = values.std(axis=0, ddof=1) / np.sqrt(len(every))
    assert (abs(values.mean(axis=0) - truths) < 3 * chance).all()
    held = [
        one.interval.low <= true <= one.interval.high
        for each in every
        for one, true in zip(each.differences, truths, strict=True)
    ]
    assert 0.91 < np.mean(held) < 0.995


@pytest.mark.parametrize("design", DESIGNS)
def test_intervals_are_about_judges_in_general(design: Design) -> None:
    """Where judges have tastes, intervals allow for them; those about these judges hold far too rarely."""
    plan = small_plan(design, documents=36, segments=1)
    tastes = replace(TRUTH, quality=dict.fromkeys("ABC", 60.0), taste=8.0)
    held: dict[str, list[bool]] = {"all": [], "these": []}
    for seed in range(50):
        records = simulated(plan, tastes, np.random.default_rng(seed))
        for about, kept in held.items():
            shown = standings(plan, records, plan.questionnaire.questions[0], about=about)  # type: ignore[arg-type]
            assert shown.about == about
            assert shown.to_dict()["about"] == f"{about} judges"
            kept += [one.interval.low <= 0 <= one.interval.high for one in shown.differences]
    assert np.mean(held["all"]) > 0.9
    assert np.mean(held["these"]) < np.mean(held["all"]) - 0.02


def test_intervals_stay_on_the_scale() -> None:
    """Two documents stretch an interval; no mean lies off the scale, and no difference is larger than it."""
    plan = small_plan("together", documents=2, judges=2, scale=PERCENT)
    wide = replace(TRUTH, documents=30.0, suits=30.0)
    reached = False
    for seed in range(5):
        shown = found(plan, wide, seed)
        for one in shown.systems:
            assert 0 <= one.interval.low <= one.mean <= one.interval.high <= 100
            reached |= (one.interval.low, one.interval.high) == (0, 100)
        for pair in shown.differences:
            assert -100 <= pair.interval.low <= pair.value <= pair.interval.high <= 100
    assert reached


def test_few_judges_speak_for_themselves() -> None:
    """Two or one: their intervals are about them."""
    shown = found(small_plan("together", judges=2), TRUTH, 1)
    assert shown.about == "these"


def test_severity_is_taken_out_under_square() -> None:
    """Without noise, differences and severities are exact, whoever judged what."""
    plan = small_plan("square", documents=7)
    quiet = replace(TRUTH, documents=5.0, segments=5.0, suits=0.0, noise=0.0)
    shown = found(plan, quiet, 1)
    assert [one.value for one in shown.differences] == pytest.approx([6, 8, 2])
    middle = np.mean(list(SEVERITY.values()))
    assert dict(shown.severity) == pytest.approx({name: each - middle for name, each in SEVERITY.items()})
    assert shown.adjusted


def test_half_a_campaign_has_no_bias_by_severity() -> None:
    """While packs are open, systems have other judges; the differences stay exact."""
    plan = small_plan("square", documents=12)
    quiet = replace(TRUTH, suits=0.0, noise=0.0)
    records = simulated(plan, quiet, np.random.default_rng(3))
    for share in (0.4, 0.7):
        half = standings(plan, records[: int(share * len(records))], plan.questionnaire.questions[0])
        assert [one.value for one in half.differences] == pytest.approx([6, 8, 2])


def test_pairs_that_nothing_connects_have_no_difference() -> None:
    """One page of A and B says nothing about C."""
    plan = small_plan("contrast", documents=3, segments=1)
    records = [one for one in simulated(plan, TRUTH, np.random.default_rng(0)) if one.document == "d0"]
    shown = standings(plan, records, plan.questionnaire.questions[0])
    assert [isnan(one.value) for one in shown.differences] == [False, True, True]
    assert [one.system for one in shown.systems] == ["A", "B"]


def test_lower_is_better_turns_the_ranks_not_the_values() -> None:
    """Where 1 is best, the best system has the lowest mean and rank 1."""
    plan = small_plan("together", scale=Scale("errors", 0, 100, "interval", "lower"))
    shown = found(plan, TRUTH, 2)
    assert [one.system for one in shown.systems][-1] == "A"
    assert shown.systems[0].mean < shown.systems[-1].mean
    first = shown.differences[0]
    assert first.value > 0
    assert first.interval.low < first.value < first.interval.high


def test_places_become_win_shares() -> None:
    """Places on a page of two are won, lost or shared; shares have the mean ½, and none is above 1."""
    plan = small_plan(
        "contrast", documents=30, segments=1, scale=Scale("1..4:ordinal:lower", 1, 4, "ordinal", "lower")
    )
    step = replace(plan.questionnaire.steps[0], interaction="compare")
    plan = replace(plan, questionnaire=replace(plan.questionnaire, steps=(step,)))
    records = simulated(plan, TRUTH, np.random.default_rng(0))
    order = {"A": 1.0, "B": 2.0, "C": 2.0}
    placed = [replace(record, value=order[record.system]) for record in records]
    shown = standings(plan, placed, plan.questionnaire.questions[0])
    assert shown.measure == "win share"
    shares = {one.system: one.mean for one in shown.systems}
    # A wins against both, B and C share.
    assert shares == pytest.approx({"A": 1, "B": 0.25, "C": 0.25})
    assert 0.5 < shown.systems[0].interval.low < shown.systems[0].interval.high == 1


def test_intervals_of_win_shares_hold_and_stay_within_their_scale() -> None:
    """Pages of two of three systems, one much better, 60 campaigns; no end passes what is possible."""
    plan = small_plan("contrast", documents=16, segments=1)
    scale = Scale("1..4:ordinal:lower", 1, 4, "ordinal", "lower")
    step = plan.questionnaire.steps[0]
    step = replace(step, interaction="compare", questions=(replace(step.questions[0], scale=scale),))
    asked = replace(plan, questionnaire=replace(plan.questionnaire, steps=(step,)))
    truth = replace(TRUTH, quality={"A": 80.0, "B": 60.0, "C": 60.0}, severity={})
    # Of two outputs, each with noise and the luck of its documents, the better one by 20 wins with .91.
    wins = NormalDist(0, sqrt(2 * (truth.noise**2 + truth.suits**2))).cdf(20)
    shares = {"A": wins, "B": (1 - wins + 0.5) / 2, "C": (1 - wins + 0.5) / 2}
    rng, held, of_differences = np.random.default_rng(0), [], []
    for _ in range(60):
        pages: dict[str, list[Recorded]] = {}
        for one in simulated(plan, truth, rng):
            pages.setdefault(one.item, []).append(one)
        placed = [
            replace(one, value=1.0 + sum(other.value > one.value for other in page))
            for page in pages.values()
            for one in page
        ]
        shown = standings(asked, placed, asked.questionnaire.questions[0])
        for each in shown.systems:
            assert 0 <= each.interval.low <= each.mean <= each.interval.high <= 1
            held.append(each.interval.low <= shares[each.system] <= each.interval.high)
        for pair in shown.differences:
            assert -1 <= pair.interval.low <= pair.value <= pair.interval.high <= 1
            true = shares[pair.first] - shares[pair.second]
            of_differences.append(pair.interval.low <= true <= pair.interval.high)
    assert np.mean(held) > 0.91
    assert np.mean(of_differences) > 0.91


def test_only_the_last_version_counts() -> None:
    """A correction takes the place of the answer."""
    plan = small_plan("together")
    records = simulated(plan, TRUTH, np.random.default_rng(0))
    spoilt = [replace(record, value=-500.0) for record in records]
    mended = [replace(record, version=1, stored=record.stored + 1e6) for record in records]
    question = plan.questionnaire.questions[0]
    assert standings(plan, [*spoilt, *mended], question) == standings(plan, mended, question)


LAID_OUT = [("square", "da"), ("together", "da"), ("contrast", "cesa")]


def laid_out(design: Design, protocol: str, *, anchors: int = 0, per_item: int = 1) -> CampaignPlan:
    """A plan of the planner itself: three systems, twelve documents of three segments, six judges."""
    corpus = Corpus.of(
        {name: [f"{name} says {place}" for place in range(36)] for name in ("A", "B", "C")},
        [f"it is {place}" for place in range(36)],
        sources=[f"es ist {place}" for place in range(36)],
        documents=[f"d{place // 3}" for place in range(36)],
    )
    return plan_campaign(
        corpus, protocol, judges=6, design=design, seed=2, anchors=anchors, per_item=per_item
    )


def severe(plan: CampaignPlan) -> Truth:
    """The truth, with judges as severe as can be told apart."""
    return replace(TRUTH, severity=dict(zip(plan.judges, (-12.0, -5.0, 0.0, 3.0, 6.0, 8.0), strict=True)))


@pytest.mark.parametrize(("design", "protocol"), LAID_OUT)
def test_the_planner_s_layouts_recover_the_truth(design: Design, protocol: str) -> None:
    """Without noise, differences are exact under every design, at the end and half way, however strict judges are."""
    plan = laid_out(design, protocol, anchors=1)
    truth = replace(severe(plan), documents=3.0, segments=3.0, suits=0.0, noise=0.0)
    records = simulated(plan, truth, np.random.default_rng(1))
    for share in (0.6, 1.0):
        shown = standings(plan, records[: int(share * len(records))], plan.questionnaire.questions[0])
        assert [one.value for one in shown.differences] == pytest.approx([6, 8, 2])


@pytest.mark.parametrize(("design", "protocol"), LAID_OUT)
def test_the_planner_s_layouts_have_no_bias_with_noise(design: Design, protocol: str) -> None:
    """Over 40 campaigns of two judges per output the mean error is chance, and intervals hold; more: benchmarks."""
    plan = laid_out(design, protocol, per_item=2)
    # Within the ends of the scale, so that nothing is cut off.
    truth = replace(severe(plan), documents=3.0, segments=3.0, noise=5.0)
    every = [found(plan, truth, seed) for seed in range(40)]
    values = np.array([[one.value for one in each.differences] for each in every])
    chance = values.std(axis=0, ddof=1) / np.sqrt(len(every))
    truths = np.array([6.0, 8.0, 2.0])
    assert (abs(values.mean(axis=0) - truths) < 3 * chance).all()
    held = [
        one.interval.low <= true <= one.interval.high
        for each in every
        for one, true in zip(each.differences, truths, strict=True)
    ]
    assert np.mean(held) > 0.88


def test_equal_systems_lead_together() -> None:
    """Nobody is first by the order of names."""
    plan = small_plan("together", documents=4, segments=1)
    records = [replace(one, value=4.0) for one in simulated(plan, TRUTH, np.random.default_rng(1))]
    assert set(standings(plan, records, plan.questionnaire.questions[0]).leaders) == set("ABC")
    assert found(plan, TRUTH, 1).leaders == ("A",)
