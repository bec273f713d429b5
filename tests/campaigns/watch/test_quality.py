"""Judges of simulated campaigns: the careless are found, the honest are left alone."""

from __future__ import annotations

from dataclasses import replace
from math import isnan

import numpy as np
import pytest
from tests.campaigns.simulated import PERCENT, Truth, simulated, small_plan

from karat.campaigns.collected_judgements import judgements_of
from karat.campaigns.watch.quality import quality
from karat.campaigns.watch.spoilt_outputs import Noticed, SpoiltOutputs
from karat.campaigns.watch.status import status
from karat.reliability import ratings
from karat.reliability.careless import Suspicion, suspicions
from karat.report.topics import campaign_status
from karat.report.topics.campaign_judges import careless
from karat.web.catalogues import catalogues
from karat.web.lead_view import _suspicion

TRUTH = Truth({"A": 70.0, "B": 60.0, "C": 50.0}, {"judge 1": -10.0, "judge 2": 8.0})


def test_careless_and_inattentive_judges_are_found() -> None:
    """Who answers at random, and who reads past every damage; nobody else."""
    truth = replace(TRUTH, careless=frozenset({"judge 4"}), inattentive=frozenset({"judge 2"}), noise=6.0)
    plan = small_plan("together", documents=24, per_output=3, spoilt=24, scale=PERCENT)
    found = quality(plan, simulated(plan, truth, np.random.default_rng(0)))
    assert set(found.suspected) == {"judge 4", "judge 2"}
    inattentive = next(one for one in found.judges if one.judge == "judge 2")
    assert inattentive.reasons == (
        f"notices fewer spoilt outputs than the others (p = {inattentive.p:.3f})".replace("0.", "."),
    )
    assert found.false_alarm == pytest.approx(0.02)
    powers = {one.dimension: one for one in found.powers}
    assert set(powers) == {"quality", ""}
    assert 0.5 < powers["quality"].power < 1
    assert powers[""].items == 24
    said = careless(status(plan, simulated(plan, truth, np.random.default_rng(0))))
    assert any("a judge who answers at random is found with a probability of" in text for text in said)


def test_the_power_of_spoilt_outputs_is_that_of_the_test() -> None:
    """By hand: five judges notice 10 of 10. All of 4 misses are one judge's with p = .0009, of 3 with .006.

    Five judges are tested at 1 %, so 4 misses give an alarm. Who notices half has as many with 848 in 1024.
    """
    seen = tuple((f"judge {number}", "order", True) for number in range(5) for _ in range(10))
    assert SpoiltOutputs(seen).power(0.5) == pytest.approx((10, 848 / 1024))
    # A judge who misses much already makes it harder to tell.
    worse = (*seen, *(("judge 5", "order", place < 4) for place in range(10)))
    assert SpoiltOutputs(worse).power(0.5)[1] < 848 / 1024
    # Of two outputs nothing can be told.
    few = SpoiltOutputs(tuple((f"judge {number}", "order", True) for number in range(6) for _ in range(2)))
    assert few.power(0.5)[1] == 0


def test_nobody_is_cleared_without_power() -> None:
    """With two spoilt outputs of each, nobody can be found, and that is what is said."""
    plan = small_plan("together", documents=6, segments=1, spoilt=2, scale=PERCENT)
    records = simulated(plan, TRUTH, np.random.default_rng(1))
    found = status(plan, records)
    assert not found.quality.suspected
    assert found.quality.power < 0.5
    assert not found.quality.can_tell
    assert any("is not known yet" in one.text for one in campaign_status.statements(found))
    words = catalogues()["en"]
    assert (_suspicion(found, words).value, _suspicion(found, words).tone) == ("Not known yet", "plain")


def test_hurried_judges_are_named() -> None:
    """Whoever answers faster than anybody reads; nobody else."""
    plan = small_plan("together", documents=12, segments=1, scale=PERCENT)
    records = [
        replace(one, active=0.1 if one.judge == "judge 3" else 60.0)
        for one in simulated(plan, TRUTH, np.random.default_rng(1))
    ]
    found = quality(plan, records)
    assert found.hurried == ("judge 3",)
    assert found.to_dict()["hurried"] == ["judge 3"]


def test_false_alarms_of_agreement_are_rare() -> None:
    """50 campaigns of honest judges, three of an item: 1 % of them have an alarm, up to 3 if judges differ much."""
    plan = small_plan("together", documents=12, segments=1, per_output=3, scale=PERCENT)
    alarms = 0
    for seed in range(50):
        records = simulated(plan, TRUTH, np.random.default_rng(seed))
        matrix = ratings(judgements_of(plan, records), "quality")
        # Without the power, whose simulation takes most of the time.
        alarms += any(one.careless for one in suspicions(matrix, simulated=0))
    assert alarms <= 3


def test_false_alarms_of_spoilt_outputs_are_rare() -> None:
    """60 campaigns of honest judges: the rule of spoilt outputs is exact, so 1 % of them have an alarm at most."""
    plan = small_plan("together", documents=12, segments=1, spoilt=12, scale=PERCENT)
    alarms = 0
    for seed in range(60):
        records = simulated(plan, TRUTH, np.random.default_rng(seed))
        alarms += any(one.misses for one in quality(plan, records).judges)
    assert alarms <= 3


def test_sensitivity_is_by_kind_of_damage() -> None:
    """A damage that takes much is noticed more often than one that takes next to nothing."""
    truth = replace(TRUTH, damages={"negation": 60.0, "order": 1.0}, noise=6.0)
    plan = small_plan("together", documents=24, spoilt=16, repeats=8, scale=PERCENT)
    found = quality(plan, simulated(plan, truth, np.random.default_rng(0)))
    kinds = {one.damage: one for one in found.damages}
    assert kinds[""].spoilt == kinds["negation"].spoilt + kinds["order"].spoilt == 96
    assert kinds["negation"].sensitivity > 0.95
    assert 0.3 < kinds["order"].sensitivity < 0.8
    # Unchanged outputs are rated lower the second time about half of the time.
    assert 0.3 < found.chance < 0.7
    assert {dimension for dimension, _ in found.repeats} == {"quality"}


def test_a_sensitivity_has_an_exact_interval() -> None:
    """Clopper and Pearson's of 9 in 10; none of none."""
    assert Noticed("", 10, 9).interval == pytest.approx((0.5550, 0.9975), abs=1e-4)
    assert isnan(Noticed("", 0, 0).sensitivity)


def test_pace_is_by_the_judge_s_clock() -> None:
    """Seconds a word, hours, and pages that nobody could have read."""
    plan = small_plan("together", documents=12, scale=PERCENT)
    truth = replace(TRUTH, careless=frozenset({"judge 3"}))
    records = [
        replace(one, active=0.5) if one.judge == "judge 3" else one
        for one in simulated(plan, truth, np.random.default_rng(0))
    ]
    found = {one.judge: one.pace for one in quality(plan, records).judges}
    assert found["judge 3"].hurried == 1
    assert found["judge 1"].hurried == 0
    assert 0.6 < found["judge 1"].seconds_per_word < 1.4
    assert found["judge 1"].pages == 12


def test_nothing_judged_has_no_quality() -> None:
    """An empty campaign has no judges to speak of, and no error."""
    found = quality(small_plan("square"), [])
    assert found.judges == ()
    assert found.agreement == ()


def test_the_power_of_agreement_is_that_of_the_rule() -> None:
    """What is stated for honest judges is the share of campaigns in which a judge at random is found."""
    at_random = replace(TRUTH, careless=frozenset({"judge 4"}))
    plan = small_plan("together", documents=16, segments=1, per_output=3, scale=PERCENT)

    def told(of: Truth, seed: int, simulated_judges: int) -> tuple[Suspicion, ...]:
        records = simulated(plan, of, np.random.default_rng(seed))
        matrix = ratings(judgements_of(plan, records), "quality")
        return suspicions(matrix, shuffles=399, simulated=simulated_judges)

    stated = np.mean([one.power for seed in range(3) for one in told(TRUTH, seed, 120)])
    found = np.mean(
        [
            one.careless
            for seed in range(100, 180)
            for one in told(at_random, seed, 0)
            if one.judge == "judge 4"
        ]
    )
    # Chance moves what is found by 5.5 points, and what is stated by 3.
    assert abs(stated - found) < 0.15
