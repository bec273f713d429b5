"""Judges who like some systems more than others do: how far is estimated, and claims allow for it."""

from __future__ import annotations

from dataclasses import replace
from math import hypot, inf
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.campaigns.simulated import Truth, simulated, small_plan

from karat.campaigns.watch.judge_tastes import JudgeTastes
from karat.campaigns.watch.standings import comparable
from karat.campaigns.watch.status import status
from karat.campaigns.watch.stopping import stop_verdict
from karat.report.topics.campaign_standings import claimed_judges

if TYPE_CHECKING:
    from karat.campaigns.plan import CampaignPlan, Design

SEVERITY = {f"judge {number}": value for number, value in enumerate((-15, -5, 0, 3, 7, 10), 1)}
EQUAL = Truth(dict.fromkeys("ABC", 60.0), SEVERITY)


def tastes(plan: CampaignPlan, truth: Truth, seed: int) -> JudgeTastes:
    """What one simulated campaign says of tastes."""
    records = simulated(plan, truth, np.random.default_rng(seed))
    return JudgeTastes.of(comparable(plan, records, plan.questionnaire.questions[0]))


@pytest.mark.parametrize("design", ["square", "together", "contrast"])
@pytest.mark.parametrize("per_output", [1, 2])
def test_the_variance_of_tastes_is_recovered(design: Design, per_output: int) -> None:
    """Tastes of SD 6 are found in the mean of 40 campaigns, whatever the severity; 36 ± three errors."""
    plan = small_plan(design, documents=48, segments=1, per_output=per_output)
    found = [tastes(plan, replace(EQUAL, taste=6.0), seed).variance for seed in range(40)]
    chance = np.std(found, ddof=1) / np.sqrt(len(found))
    assert abs(np.mean(found) - 36) < 3 * chance
    assert chance < 9


def test_without_noise_tastes_are_those_that_are_there() -> None:
    """Two judges, two systems: one likes A by 4 more than the other, so judge × system has the variance 4."""
    plan = small_plan("together", documents=8, segments=1, judges=2, systems=("A", "B"))
    quiet = Truth({"A": 60.0, "B": 60.0}, documents=5.0, segments=5.0, suits=0.0, noise=0.0)
    records = [
        replace(record, value=record.value + 4.0 * (record.judge == "judge 1") * (record.system == "A"))
        for record in simulated(plan, quiet, np.random.default_rng(1))
    ]
    found = JudgeTastes.of(comparable(plan, records, plan.questionnaire.questions[0]))
    # The difference of the differences is 4, and has four times the variance of judge × system.
    assert found.variance == pytest.approx(4.0)
    # Of a difference: two systems, and the mean of two judges.
    assert found.added == pytest.approx([4.0])
    assert found.freedom == 1


def test_judges_without_tastes_add_nothing_most_of_the_time() -> None:
    """About half of the estimates would be below zero, and count as none, with all degrees of freedom."""
    plan = small_plan("together", documents=24, segments=1)
    found = [tastes(plan, EQUAL, seed) for seed in range(40)]
    none = [one for one in found if one.variance == 0]
    assert 10 < len(none) < 36
    assert all(one.freedom == inf and not one.added.any() for one in none)


def test_claims_about_all_judges_allow_for_tastes() -> None:
    """25 campaigns of equal systems and judges with strong tastes: these judges differ, judges in general do not."""
    plan = small_plan("together", documents=40, segments=1)
    truth = replace(EQUAL, taste=6.0, noise=4.0)
    false = {"all": 0, "these": 0}
    for seed in range(25):
        records = simulated(plan, truth, np.random.default_rng(seed))
        for about in false:
            verdict = stop_verdict(plan, records, about=about)  # type: ignore[arg-type]
            false[about] += bool(verdict.claims)
            assert verdict.about == about
    assert false["all"] <= 3
    assert false["these"] > 9


def test_the_page_says_whom_claims_are_about() -> None:
    """Judges in general, with how far they differ; or these judges."""
    plan = small_plan("together", documents=24)
    records = simulated(plan, replace(EQUAL, taste=8.0), np.random.default_rng(1))
    general = status(plan, records)
    said = claimed_judges(general)
    assert said[0].startswith("claims are about judges in general")
    (spread,) = general.verdict.tastes
    assert spread.deviation > 3
    assert f"a standard deviation of {spread.deviation:.2f}" in said[1]
    these = status(plan, records, about="these")
    assert these.verdict.tastes == ()
    assert claimed_judges(these)[0].startswith("claims are about what these judges would say")
    # What judges differ by is part of the power, and does not shrink with documents.
    own, whole = these.power[0].error, general.power[0].error
    assert whole == pytest.approx(hypot(own, spread.error))
    assert general.power[0].detectable > these.power[0].detectable


def test_one_judge_cannot_speak_for_others() -> None:
    """A plan with a single judge allows claims about this judge only."""
    plan = small_plan("together", documents=24, judges=1)
    records = simulated(
        plan, replace(EQUAL, quality={"A": 90.0, "B": 60.0, "C": 60.0}), np.random.default_rng(1)
    )
    verdict = stop_verdict(plan, records)
    assert verdict.about == "these"
    assert {claim.better for claim in verdict.claims} == {"A"}
