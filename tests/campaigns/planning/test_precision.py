"""What a plan can show, against simulated campaigns whose variances are known."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.campaigns.random_plans import corpus_of

from karat.campaigns.planning import plan_campaign
from karat.campaigns.planning.judged_rows import JudgedRows
from karat.campaigns.planning.precision import estimator, precision_of, precision_of_rows
from karat.campaigns.planning.variance_parts import (
    EFFECTS,
    VarianceParts,
    estimated_parts,
    pilot_parts,
)
from karat.campaigns.watch.effects import Comparable, DocumentSums
from karat.errors import InvalidOption, UnknownName
from karat.judgements import Judgement, Judgements, Scale

if TYPE_CHECKING:
    from karat.arrays import Floats
    from karat.campaigns.plan import CampaignPlan, Design

PERCENT = Scale.parse("0-100")
# Of about the size that is assumed, and apart enough for pilots to tell them.
DEVIATIONS = (12, 10, 15, 15, 7, 5, 2, 5, 4)
PARTS = VarianceParts(
    "da",
    MappingProxyType(dict(zip(EFFECTS, (float(one**2) for one in DEVIATIONS), strict=True))),
    36.0,
    "assumed",
)
CORPUS = corpus_of([1, 3, 2, 2, 4, 1, 2, 3, 2, 2], ["a", "b"] * 5, 4)
PLANS: dict[Design, CampaignPlan] = {
    "square": plan_campaign(CORPUS, "da", judges=5, anchors=1),
    "together": plan_campaign(CORPUS, "da", judges=3, per_item=2, design="together", anchors=1),
    "contrast": plan_campaign(CORPUS, "cesa", judges=4, per_item=2, side_by_side=2),
}
ROWS = {design: JudgedRows.of_plan(plan) for design, plan in PLANS.items()}


def simulated(rows: JudgedRows, parts: VarianceParts, random: np.random.Generator, campaigns: int) -> Floats:
    """Campaigns whose judgements vary by these parts, and by nothing else; one per row."""
    values = np.zeros((campaigns, len(rows)))
    for name, variance in parts.parts.items():
        groups = rows.groups(EFFECTS[name])
        drawn = random.standard_normal((campaigns, int(groups.max()) + 1))
        values += np.sqrt(variance) * drawn[:, groups]
    return values


@pytest.mark.parametrize("design", PLANS)
def test_the_error_is_that_of_simulated_campaigns(design: Design) -> None:
    """The root mean square of the difference between equal systems, over 4,000 campaigns, within 3 %."""
    rows, random = ROWS[design], np.random.default_rng(1)
    weights = estimator(rows, design)
    means = simulated(rows, PARTS, random, 4000) @ weights
    first, second = np.triu_indices(4, 1)
    seen = np.sqrt(np.square(means[:, first] - means[:, second]).mean())
    assert precision_of_rows(rows, PARTS, design).error == pytest.approx(seen, rel=0.03)


@pytest.mark.parametrize("design", PLANS)
def test_differences_are_estimated_without_bias(design: Design) -> None:
    """Whatever judges, documents and segments add, a true difference comes out as it is."""
    rows = ROWS[design]
    true = np.array([0.0, 3.0, -2.0, 7.0])
    shared = {"square": ("judge", "segment"), "together": ("judge", "segment", "judge × segment")}
    nuisance = np.zeros(len(rows))
    random = np.random.default_rng(2)
    for name in shared.get(design, ("judge", "segment", "judge × segment", "judge × document")):
        groups = rows.groups(EFFECTS[name])
        nuisance += 50 * random.standard_normal(int(groups.max()) + 1)[groups]
    found = estimator(rows, design).T @ (true[rows.system] + nuisance)
    assert found - found[0] == pytest.approx(true - true[0])


def test_people_md() -> None:
    """σ_d = 1.2 on 46 segments detects .5, and on 283 detects .2, with power .8 at .05."""
    only = MappingProxyType({**dict.fromkeys(EFFECTS, 0.0), "rest": 1.2**2 / 2})
    parts = VarianceParts("adequacy", only, 0.1, "assumed")
    for segments, difference in ((46, 0.5), (126, 0.3), (283, 0.2)):
        corpus = corpus_of([1] * segments, ["a"] * segments, 2)
        plan = plan_campaign(corpus, "esa", judges=1, design="together")
        found = precision_of_rows(JudgedRows.of_plan(plan), parts, "together")
        assert found.error == pytest.approx(1.2 / segments**0.5)
        assert found.detectable == pytest.approx(difference, rel=0.03)


def test_a_detectable_difference_is_detected() -> None:
    """In 80 % of simulated campaigns: differences by document, tested by t."""
    design: Design = "together"
    corpus = corpus_of([2] * 20, ["a"] * 20, 2)
    rows = JudgedRows.of_plan(plan_campaign(corpus, "da", judges=2, design=design))
    # Nothing that judges share between documents, so that documents are independent.
    parts = VarianceParts("da", MappingProxyType({**PARTS.parts, "judge × system": 0.0}), 1.0, "assumed")
    difference = precision_of_rows(rows, parts, design).detectable
    values = simulated(rows, parts, np.random.default_rng(3), 2000) + difference * (rows.system == 0)
    sign = np.where(rows.system == 0, 0.5, -0.5)
    of_documents = np.stack([np.bincount(rows.document, sign * one) for one in values])
    error = of_documents.std(axis=1, ddof=1) / 20**0.5
    found = abs(of_documents.mean(axis=1) / error) > 2.093
    assert found.mean() == pytest.approx(0.8, abs=0.03)


def test_a_repeated_campaign() -> None:
    """The chance of the same verdicts, and of finding a pair again, as in pairs of simulated campaigns."""
    design: Design = "together"
    rows, parts = ROWS[design], VarianceParts("da", PARTS.parts, 400.0, "assumed")
    found = precision_of_rows(rows, parts, design)
    weights, random = estimator(rows, design), np.random.default_rng(4)
    first, second = np.triu_indices(4, 1)
    texts = ("document", "segment", "system × document", "system × segment")
    of_texts = VarianceParts("da", {name: parts.parts[name] for name in texts}, 0.0, "")
    of_judges = VarianceParts(
        "da", {name: part for name, part in parts.parts.items() if name not in texts}, 0.0, ""
    )
    freedom = len(np.unique(rows.document)) - 1
    critical = {8: 2.306, 9: 2.262}[freedom]
    # The layout treats all pairs alike, so the error over all pairs is that of each.
    limit = critical * found.error
    count = 3000
    common = simulated(rows, of_texts, random, count)
    common += 20 * random.standard_normal((count, 4))[:, rows.system]
    verdicts = []
    for _ in range(2):
        means = (common + simulated(rows, of_judges, random, count)) @ weights
        differences = means[:, first] - means[:, second]
        verdicts.append(np.sign(differences) * (abs(differences) > limit))
    agree, significant = verdicts[0] == verdicts[1], verdicts[0] != 0
    assert found.same_order == pytest.approx(agree.all(axis=1).mean(), abs=0.04)
    assert found.again == pytest.approx(agree[significant].mean(), abs=0.03)
    assert found.significant == pytest.approx(significant.mean(), abs=0.03)


@pytest.mark.parametrize("design", ["together", "contrast"])
def test_a_pilot_tells_what_judgements_vary_by(design: Design) -> None:
    """The mean estimate over 25 pilots is near the variance of each effect, and of the systems."""
    corpus = corpus_of([3] * 16, ["a"] * 16, 4)
    protocol = "cesa" if design == "contrast" else "da"
    rows = JudgedRows.of_plan(plan_campaign(corpus, protocol, judges=8, per_item=4, design=design))
    random = np.random.default_rng(5)
    pilots = simulated(rows, PARTS, random, 25) + 6 * random.standard_normal((25, 4))[:, rows.system]
    found = [estimated_parts(rows, values, "da") for values in pilots]
    assert found[0].merged == ()
    total = sum(PARTS.parts.values())
    for name, variance in PARTS.parts.items():
        mean = float(np.mean([one.parts[name] for one in found]))
        assert mean == pytest.approx(variance, abs=0.04 * total), name
    assert np.mean([one.systems for one in found]) == pytest.approx(36, rel=0.4)


def test_what_a_pilot_cannot_separate_is_not_taken_for_chance() -> None:
    """With one judge per output, noise of judges and of outputs are one; more judges then promise nothing."""
    rows = ROWS["square"]
    found = estimated_parts(rows, simulated(rows, PARTS, np.random.default_rng(6), 1)[0], "da")
    assert "judge × segment" in found.merged
    alone = JudgedRows.of_plan(plan_campaign(CORPUS, "da", judges=4))
    merged = estimated_parts(alone, simulated(alone, PARTS, np.random.default_rng(7), 1)[0], "da")
    assert {"rest", "judge × segment"} <= set(merged.merged)
    assert merged.parts["system × segment"] > PARTS.parts["system × segment"]


def test_every_design_is_reported() -> None:
    """The plan's own, and the others with the same documents and judges, or why not."""
    found = {one.design: one for one in precision_of(PLANS["together"], [PARTS])}
    assert list(found) == ["square", "together", "contrast"]
    assert found["together"].chosen
    assert not found["contrast"].chosen
    assert found["contrast"].refused == "the protocol da shows one output at a time"
    beside = {one.design: one for one in precision_of(PLANS["contrast"], [PARTS])}
    assert beside["contrast"].error > 0
    assert beside["together"].error > 0
    assert found["square"].refused == "it needs 8 judges"
    assert np.isnan(found["square"].error)
    assert precision_of(plan_campaign(corpus_of([1], ["a"], 1), "da", judges=1), [PARTS]) == ()


def test_more_judges_and_more_documents_give_smaller_errors() -> None:
    """As they must."""
    small = corpus_of([2] * 8, ["a"] * 8, 3)
    large = corpus_of([2] * 16, ["a"] * 16, 3)

    def error(corpus: object, each: int) -> float:
        plan = plan_campaign(corpus, "da", judges=9, per_item=each)  # type: ignore[arg-type]
        return precision_of(plan, [PARTS])[0].error

    assert error(small, 3) < error(small, 1)
    assert error(large, 1) < error(small, 1)


def judgements(values: dict[tuple[str, str, str], float]) -> Judgements:
    """By judge, system and segment."""
    rows = [
        Judgement(judge, system, segment, "da", value) for (judge, system, segment), value in values.items()
    ]
    return Judgements.of(rows, scales={"da": PERCENT})


def test_a_pilot_from_judgements() -> None:
    """Judges who differ by a constant, and nothing else, are all that varies."""
    severity = {"anna": 0.0, "ben": 10.0, "carla": 20.0}
    found = pilot_parts(
        judgements(
            {
                (judge, system, segment): 50 + level + 5 * (system == "A")
                for judge, level in severity.items()
                for system in "AB"
                for segment in "123"
            }
        ),
        "da",
    )
    assert found.parts["judge"] == pytest.approx(100)
    assert sum(found.parts.values()) == pytest.approx(100)
    assert found.origin == "pilot of 18 judgements by 3 judges"


def test_pilots_that_tell_nothing() -> None:
    """One judge, one system or one segment; or another dimension."""
    one = judgements({("anna", system, segment): 50.0 for system in "AB" for segment in "12"})
    with pytest.raises(InvalidOption, match="fewer than two judges on da"):
        pilot_parts(one, "da")
    with pytest.raises(UnknownName, match="Known: da"):
        pilot_parts(one, "esa")


def test_places_of_a_pilot_become_wins() -> None:
    """The first of two wins always, whoever says it: nothing varies but the systems."""
    places = judgements(
        {
            (judge, system, segment): 1.0 + (system == "B")
            for judge in ("anna", "ben")
            for system in "AB"
            for segment in "123"
        }
    )
    found = pilot_parts(places, "da", wins=True)
    assert sum(found.parts.values()) == pytest.approx(0, abs=1e-9)
    assert found.systems == pytest.approx(0.5)


@pytest.mark.parametrize("design", PLANS)
def test_the_estimate_is_that_of_the_standings(design: Design) -> None:
    """What is planned for is what is measured: differences of any values come out the same."""
    plan, rows = PLANS[design], ROWS[design]
    values = np.random.default_rng(8).normal(50, 20, len(rows))
    told = [
        (str(judge), plan.systems[system], str(page), int(segment), str(document))
        for judge, system, page, segment, document in zip(
            rows.judge, rows.system, rows.page, rows.segment, rows.document, strict=True
        )
    ]
    _, differences = DocumentSums.of(Comparable.of(design, plan.systems, told, values.tolist())).effects()
    found = estimator(rows, design).T @ values
    first, second = np.triu_indices(4, 1)
    assert differences == pytest.approx(found[first] - found[second])
