"""The stop rule: few false claims over all looks, savings, and claims that stay. The full table: benchmarks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.campaigns.simulated import Truth, simulated, small_plan

from karat.campaigns.watch.next_documents import next_documents
from karat.campaigns.watch.stopping import FEWEST_DOCUMENTS, saving, stop_verdict
from karat.errors import InvalidOption

EQUAL = Truth({"A": 60.0, "B": 60.0, "C": 60.0}, {"judge 1": -15.0, "judge 5": 12.0})
BETTER = replace(EQUAL, quality={"A": 80.0, "B": 60.0, "C": 60.0})


@pytest.mark.parametrize("design", ["square", "together"])
def test_false_claims_stay_below_five_percent(design: str) -> None:
    """80 campaigns of equal systems with five looks each: 4 false claims are expected at most, 10 never."""
    plan = small_plan(design, documents=20, segments=1)  # type: ignore[arg-type]
    false = sum(
        bool(stop_verdict(plan, simulated(plan, EQUAL, np.random.default_rng(seed))).claims)
        for seed in range(80)
    )
    assert false < 10


def test_a_large_difference_stops_early() -> None:
    """What is much better is claimed before the end; of the equal pair nothing is claimed."""
    plan = small_plan("together", documents=40)
    verdict = stop_verdict(plan, simulated(plan, BETTER, np.random.default_rng(1)))
    claimed = {(claim.better, claim.worse): claim.look for claim in verdict.claims}
    assert set(claimed) == {("A", "B"), ("A", "C")}
    assert max(claimed.values()) < 5
    assert all(claim.interval.low > 0 for claim in verdict.claims)


def test_a_claim_stays_and_pages_may_be_read_at_any_time() -> None:
    """Between two looks nothing changes; whatever comes later, or is corrected, no claim is withdrawn."""
    plan = small_plan("together", documents=40)
    records = simulated(plan, BETTER, np.random.default_rng(1))
    before: set[tuple[str, str]] = set()
    seen = []
    for end in range(0, len(records) + 1, 7):
        verdict = stop_verdict(plan, records[:end])
        claimed = {(claim.better, claim.worse) for claim in verdict.claims}
        assert claimed >= before
        if claimed != before:
            seen.append(verdict.looks[-1].number)
        before = claimed
    assert len(seen) <= 5
    reversed_later = [replace(record, value=0.0, version=1) for record in records if record.system == "A"]
    assert stop_verdict(plan, [*records, *reversed_later]).claims == verdict.claims


def test_looks_are_where_they_were_planned() -> None:
    """Five, each after a fifth of the judgements, and none before there are enough documents."""
    plan = small_plan("together", documents=20)
    records = simulated(plan, EQUAL, np.random.default_rng(2))
    verdict = stop_verdict(plan, records)
    assert [look.judgements for look in verdict.looks] == [24, 48, 72, 96, 120]
    assert verdict.looks[-1].fraction == pytest.approx(1)
    assert verdict.next_look is None
    assert np.isnan(verdict.looks[0].level) == (verdict.looks[0].documents < FEWEST_DOCUMENTS)
    assert stop_verdict(plan, records[:50]).next_look == 72


def test_nothing_judged_is_no_verdict() -> None:
    """Before the first look the advice is to go on."""
    plan = small_plan("square")
    verdict = stop_verdict(plan, [])
    assert verdict.advice == "go on"
    assert not verdict.claims
    assert len(verdict.undecided) == 3


def test_equal_systems_end_without_hope() -> None:
    """Most campaigns of equal systems are stopped before their end."""
    plan = small_plan("together", documents=40, segments=1)
    ends = [
        next(
            look.number
            for look in stop_verdict(plan, simulated(plan, EQUAL, np.random.default_rng(seed))).looks
            if look.advice != "go on"
        )
        for seed in range(20)
    ]
    assert np.mean(ends) < 4


def test_a_closed_campaign_has_a_last_look() -> None:
    """What is there when it is closed is looked at, with the error rate that its share of the plan has."""
    plan = small_plan("together", documents=40)
    records = simulated(plan, BETTER, np.random.default_rng(1))[:130]
    open_, closed = (stop_verdict(plan, records, closed=closed) for closed in (False, True))
    assert len(closed.looks) == len(open_.looks) + 1
    assert closed.looks[-1].judgements == 130
    assert closed.stops


def test_the_saving_is_that_of_the_textbooks() -> None:
    """Five looks of this kind save a quarter or so and cost one point of power (Jennison and Turnbull)."""
    share, power = saving((0.2, 0.4, 0.6, 0.8, 1.0), 0.05)
    assert 0.18 < share < 0.28
    assert 0.78 < power < 0.8


@pytest.mark.parametrize("given", [{"looks": 0}, {"alpha": 0.0}, {"alpha": 1.5}])
def test_impossible_options_are_refused(given: dict[str, float]) -> None:
    """No look, or no error rate, is no procedure."""
    with pytest.raises(InvalidOption):
        stop_verdict(small_plan("together"), [], **given)  # type: ignore[arg-type]


def test_next_come_documents_that_were_begun_then_new_ones() -> None:
    """A document whose other output is judged comes first; values play no part."""
    planned = small_plan("together", documents=12)
    records = simulated(planned, EQUAL, np.random.default_rng(0))
    # Nobody has the packs any more, so nothing comes by the plan.
    plan = replace(planned, packs=tuple(replace(pack, judge=None) for pack in planned.packs))
    begun = [one for one in records if one.document in ("d0", "d1")]
    begun = [one for one in begun if one.document == "d0" or one.system == "A"]
    verdict = stop_verdict(plan, begun)
    found = next_documents(plan, begun, verdict)
    assert found[0].document == "d1"
    assert found[0].systems == ("B", "C")
    assert found[1].reason == "nobody has judged it"
    other = [replace(one, value=-one.value) for one in begun]
    assert next_documents(plan, other, stop_verdict(plan, other)) == found


def test_what_is_planned_is_not_proposed() -> None:
    """What somebody still has to judge comes anyway; a further judge is proposed for what is done."""
    plan = small_plan("together", documents=12)
    records = simulated(plan, EQUAL, np.random.default_rng(0))
    assert next_documents(plan, [], stop_verdict(plan, [])) == ()
    begun = [one for one in records if one.document == "d0"]
    verdict = stop_verdict(plan, begun)
    assert [one.document for one in next_documents(plan, begun, verdict)] == ["d0"]
    # The answers of a judge who is left out do not count, and nobody else has to give them.
    done = {one.item for one in records}
    assert next_documents(plan, begun, verdict, answered=done)[0].reason == "nobody has judged it"


def test_a_very_early_look_claims_nothing() -> None:
    """With so little information no level can be told from 0: there is no claim, and no error."""
    plan = small_plan("together", documents=60)
    truth = Truth({"A": 95.0, "B": 60.0, "C": 5.0})
    records = simulated(plan, truth, np.random.default_rng(1))
    verdict = stop_verdict(plan, records, looks=40)
    early = [look for look in verdict.looks if 0 < look.level < 1e-17]
    assert early
    assert all(claim.look not in {look.number for look in early} for claim in verdict.claims)
    assert verdict.claims
