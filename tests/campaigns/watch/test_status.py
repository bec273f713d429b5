"""What the lead is shown."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from tests.campaigns.simulated import PERCENT, Truth, simulated, small_plan

from karat.campaigns.store.answer_rows import Remark
from karat.campaigns.watch.status import status
from karat.report.formats.json_document import plain
from karat.report.topics.campaign_standings import advice, power
from karat.report.topics.campaign_status import notes

TRUTH = Truth({"A": 80.0, "B": 60.0, "C": 60.0}, {"judge 1": -10.0})


def test_progress_is_by_judge_pack_and_system() -> None:
    """Half of the answers are half of the pages, whoever gave them."""
    plan = small_plan("together", documents=12, scale=PERCENT)
    records = simulated(plan, TRUTH, np.random.default_rng(0))
    half = status(plan, records[:36])
    assert (half.pages.done, half.pages.planned) == (36, 72)
    for parts in (half.judges, half.packs, half.systems):
        assert sum(part.done for part in parts) == 36
        assert sum(part.planned for part in parts) == 72
    assert half.pages.left == pytest.approx(status(plan, records).quality.judges[0].pace.hours * 3, rel=0.5)


def test_names_are_masked_until_closing() -> None:
    """No system's name is in what the lead sees before; afterwards the same standings have names."""
    names = {"aurora": "A", "birch": "B", "comet": "C"}
    plan = small_plan("together", documents=12, systems=tuple(names), scale=PERCENT, masked=True)
    truth = Truth({name: TRUTH.quality[letter] for name, letter in names.items()})
    records = simulated(plan, truth, np.random.default_rng(0))
    shown = json.dumps(plain(status(plan, records).to_dict()))
    assert not any(name in shown for name in names)
    assert "System 1" in shown
    closed = status(plan, records, state="closed")
    assert closed.standings[0].systems[0].system == "aurora"
    masked = status(plan, records).standings[0]
    assert sorted(one.mean for one in masked.systems) == pytest.approx(
        sorted(one.mean for one in closed.standings[0].systems)
    )


def test_power_grows_to_what_was_planned() -> None:
    """The error at the end is foreseen at half of the campaign."""
    plan = small_plan("together", documents=40, scale=PERCENT)
    records = simulated(plan, TRUTH, np.random.default_rng(0))
    half, whole = status(plan, records[:120]).power[0], status(plan, records).power[0]
    assert half.error > half.error_at_end
    assert half.error_at_end == pytest.approx(whole.error, rel=0.35)
    assert whole.error_at_end == pytest.approx(whole.error)
    assert whole.detectable == pytest.approx(whole.detectable_at_end)


def test_power_that_the_scale_has_no_room_for() -> None:
    """A difference beyond the ends of the scale is no difference that can be detected."""
    plan = small_plan("together", documents=12, scale=PERCENT)
    found = status(plan, simulated(plan, TRUTH, np.random.default_rng(0)))
    (one,) = found.power
    assert one.largest == 100
    assert "80 % power to detect a difference of" in power(found)[0]
    (text,) = power(replace(found, power=(replace(one, detectable=223.0, detectable_at_end=104.0),)))
    assert "largest difference that there can be is 100" in text
    assert text.endswith("the whole plan has not, either")
    (text,) = power(replace(found, power=(replace(one, detectable=223.0, detectable_at_end=14.25),)))
    assert text.endswith("the whole plan has it for 14.2")


def test_repeats_that_other_commands_count() -> None:
    """Means of the standings and those of exported judgements differ, and a note says why."""
    plan = small_plan("together", documents=12, scale=PERCENT, repeats=2)
    found = status(plan, simulated(plan, TRUTH, np.random.default_rng(0)))
    assert "the mean of both times" in next(note.text for note in notes(found) if note.label == "repeats")
    assert not any(note.label == "repeats" for note in notes(status(small_plan("together"), [])))


def test_skipped_pages_do_not_keep_the_last_look_away() -> None:
    """When every page is answered or skipped the plan is complete; what comes later changes no look that was."""
    plan = small_plan("together", documents=12, scale=PERCENT)
    records = simulated(plan, TRUTH, np.random.default_rng(0))
    given, late = records[:-2], records[-2:]
    skips = [Remark(one.judge, one.item, "skip", "illegible", records[-1].stored + 1) for one in late]
    begun = status(plan, given, remarks=skips[:1])
    assert (begun.verdict.next_look, len(begun.verdict.looks)) == (72, 4)
    done = status(plan, given, remarks=skips)
    assert done.verdict.looks[-1].judgements == 70
    assert done.verdict.next_look is None
    assert (done.pages.done, done.pages.skipped, done.pages.left) == (70, 2, 0)
    assert sum(one.skipped for one in done.judges) == 2
    assert "2 skipped pages" in advice(replace(done, verdict=replace(done.verdict, advice="complete")))
    # The lead hands the packs over, and another judge answers these pages.
    packs = tuple(replace(one, judge="judge 9") for one in plan.packs)
    moved = [replace(one, judge="judge 9", stored=skips[0].made + 9) for one in late]
    handed = status(replace(plan, packs=packs), given, remarks=skips)
    assert handed.pages.skipped == 0
    assert handed.verdict.next_look == 72
    after = status(replace(plan, packs=packs), [*given, *moved], remarks=skips)
    assert [one.judgements for one in after.verdict.looks[-2:]] == [70, 72]
    assert after.verdict.looks[-2] == handed.verdict.looks[-1]
    assert set(handed.verdict.claims) <= set(after.verdict.claims)


def test_a_judge_can_be_left_out() -> None:
    """The answers of a careless judge count for progress only, and nobody waits for others in their stead."""
    plan = small_plan("together", documents=12, per_output=2, scale=PERCENT)
    records = simulated(plan, TRUTH, np.random.default_rng(0))
    found = status(plan, records, without=["judge 1"])
    assert found.pages.done == found.pages.planned
    assert {one.judge for one in found.quality.judges} == {f"judge {number}" for number in range(2, 7)}
    assert found.verdict.next_look is None
    assert found.verdict.looks[-1].judgements == 120


@pytest.mark.parametrize("design", ["square", "together", "contrast"])
@pytest.mark.parametrize("answers", [0, 1, 5, 20])
def test_the_first_answers_already_have_a_page(design: str, answers: int) -> None:
    """From nothing at all on there is a status, and it is plain JSON."""
    plan = small_plan(design, documents=8, spoilt=2, repeats=2, scale=PERCENT)  # type: ignore[arg-type]
    records = simulated(plan, TRUTH, np.random.default_rng(0))
    text = json.dumps(plain(status(plan, records[:answers]).to_dict()), allow_nan=False)
    assert json.loads(text)["stop"]["advice"] == "go on"
